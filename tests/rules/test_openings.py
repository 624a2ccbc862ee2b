"""The openings press by press: running clock, credited moves, colours, periods.

A row is written in the order of play: `F3` is a press by the seat that begins (F) and credits three
moves, `Sx` a swap by the other seat (S), `S2!` two more stones; after the arrow stands the seat
whose clock runs at the end.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from clock.notation.opening_files import OPENINGS
from clock.rules.inputs import Announce, Press, PressKind, Retype, SetColours, SetMoves
from clock.rules.invariants import InvariantBroken, check
from clock.rules.machine import step
from clock.rules.openings import Option
from clock.rules.outputs import Corrected, TurnPassed
from clock.rules.seats import Colour, Seat
from clock.rules.state import State
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds
from tests.rules.scenarios import Scenario, play, scenarios

RIF = {"stay": "F3 S1 F1 S1 →F", "swap": "F3 Sx F1 S1 F1 →S"}
TARAGUCHI = {
    "all stay": "F1 S1 F1 S1 F1 S1 →F",
    "swapped after 4 and 5": "F1 S1 F1 S1 Fx S1 Fx S1 →F",
    "swapped after every move": "F1 Sx F1 Sx F1 Sx F1 Sx F1 Sx F1 →S",
}
ONE_BY_ONE = {"none": "F1 S1 F1 S1 →F"}
TABLE: dict[str, dict[str, str]] = {
    **dict.fromkeys(("rif", "yamaguchi"), RIF),
    "soosyrv-8": {
        "kk": "F3 S1 F1 S1 →F",
        "ks": "F3 S1 Fx S1 F1 →S",
        "sk": "F3 Sx F1 S1 F1 →S",
        "ss": "F3 Sx F1 Sx F1 S1 →F",
    },
    **dict.fromkeys(("taraguchi-10", "taraguchi", "tarannikov"), TARAGUCHI),
    "sakata": {"White": "F3 S2 F1 →S", "Black": "F3 S2 Fx S1 →F"},
    "swap": {"White": "F3 S1 →F", "Black": "F3 Sx F1 →S"},
    "swap2": {
        "White": "F3 S1 →F",
        "Black": "F3 Sx F1 →S",
        "two more, White": "F3 S2! F1 →S",
        "two more, Black": "F3 S2! Fx S1 →F",
    },
    **dict.fromkeys(("pro", "long-pro", "none"), ONE_BY_ONE),
}
# How many combinations of choices lead through an opening; 0 where nothing is chosen.
WAYS = {
    **dict.fromkeys(("rif", "yamaguchi", "sakata", "swap"), 2),
    "soosyrv-8": 2 * 2,
    "swap2": 2 + 2,
    **dict.fromkeys(("taraguchi-10", "taraguchi", "tarannikov"), 2**5),
    **dict.fromkeys(("pro", "long-pro", "none"), 0),
}
# Who is to move after so many moves: F began, and plays Black throughout, whatever was chosen.
TURNS = {
    **dict.fromkeys(WAYS, "FSFSFSFSF"),
    **dict.fromkeys(("rif", "yamaguchi", "soosyrv-8", "swap"), "FFFSFSFSF"),
    "sakata": "FFFSSFFSF",
    "swap2": "FFFSFFFSF",  # at 5 "two more" are laid
}
ANNOUNCED_AT = {"yamaguchi": {"pattern": 12}, "soosyrv-8": {"choice": 8, "fourth": 8}}
THOUGHT_NS = 3 * SECOND_NS
TIMES_NS = (HOUR_NS, 30 * MINUTE_NS, 15 * MINUTE_NS)

every_opening = pytest.mark.parametrize("name", WAYS)
either_begins = pytest.mark.parametrize("starter", [LEFT, RIGHT])


@pytest.mark.rule("openings", "rollover: on_move")
@pytest.mark.parametrize("quota", [1, 2, 3])
@either_begins
@pytest.mark.parametrize(
    ("name", "row"), [(name, row) for name, ways in TABLE.items() for row in ways.values()]
)
def test_each_press_of_a_row_credits_its_moves_turns_the_clock_and_brings_the_periods_due(
    name: str, row: str, starter: Seat, quota: int
) -> None:
    text = f"{quota}/1:00:00 then 1/0:30:00 then 0:15:00"
    game, periods, moves = Game(text, opening=name, starter=starter), {LEFT: 1, RIGHT: 1}, 0
    seats, black = {"F": starter, "S": starter.other}, starter
    for press in row.split(" →")[0].split():
        found = re.fullmatch(r"([FS])(\d|x)(!)?", press)
        assert found is not None
        seat, laid = seats[found[1]], 0 if found[2] == "x" else int(found[2])
        assert game.running is seat
        if laid == 0 or found[3]:
            game.choose(seat, Option.TWO_MORE if found[3] else Option.SWAP)
        passed = game.press(seat, THOUGHT_NS)[0]
        moves += laid
        assert isinstance(passed, TurnPassed)
        assert (passed.credited, passed.moves, passed.spent_ns) == (laid, moves, THOUGHT_NS)
        assert game.running is seat.other, "one press, and the other's clock runs"
        if laid != 2:  # whose clock runs has the colour to move, unless two stones leave that open
            black = seat.other if moves % 2 == 0 else seat
        for each, made in ((black, (moves + 1) // 2), (black.other, moves // 2)):
            due = [quota, quota + 1][periods[each] - 1 :]
            periods[each] += sum(made >= moves_due for moves_due in due)
            clock = game.state.seat(each)
            assert (game.state.play.made(each), clock.period) == (made, periods[each])
            assert clock.remaining_ns == sum(TIMES_NS[: periods[each]]) - clock.spent_ns
    assert kinds(game.log).count("PeriodBegan") == sum(periods.values()) - 2
    reached = (moves + 1) // 2 >= quota
    assert (max(periods.values()) > 1) is reached, "the quota was reached inside the opening"
    runs = starter if row.endswith("F") else starter.other
    assert (game.running, game.state.play.step) == (runs, None)
    assert game.state.colour(runs) is (Colour.WHITE if moves % 2 else Colour.BLACK)
    assert [kinds(game.move(SECOND_NS))[0] for _ in range(3)] == ["TurnPassed"] * 3


def test_every_opening_has_a_row_in_each_table_above() -> None:
    for table in (TABLE, WAYS):
        missing = set(OPENINGS) - set(table)
        assert not missing, f"put {missing} into TABLE, WAYS and, unless players alternate, TURNS"


class PathPress(NamedTuple):
    """A press on a path: the state before, the chosen option, the state after."""

    before: State
    option: Option | None
    after: State


def presses_of(name: str, starter: Seat) -> Iterator[PathPress]:
    """Play all paths of an opening, and three moves after it, with checks of the states."""
    game = Game(opening=name, starter=starter)
    paths = [(game.state, 3)]
    while paths:
        before, more = paths.pop()
        step = before.play.step
        for option in (step.options if step else ()) or (None,):
            game.state = before
            if option is not None:
                game.choose(before.turn, option)
            game.press(before.turn, after=THOUGHT_NS)
            yield PathPress(before, option, game.state)
            left = more if step else more - 1
            if left:
                paths.append((game.state, left))


@pytest.mark.rule("openings", "corrections: press", "corrections: colours")
@either_begins
@every_opening
def test_on_every_path_the_colour_to_move_has_the_turn_and_each_choice_can_be_corrected(
    name: str, starter: Seat
) -> None:
    pressed = list(presses_of(name, starter))
    for press in pressed:
        before, after = press.before, press.after
        assert before.turn is before.play.mover
        assert after.turn is after.play.mover is before.turn.other
        if before.play.step is None:
            assert after.play.made(before.turn) == before.play.made(before.turn) + 1
            assert after.play.made(after.turn) == before.play.made(after.turn)
        the_colours_set_are_the_choice(press)
        for there in pressed:
            if there.before is before and there.option is not press.option:
                as_retyped_is_as_pressed(press, there)
    ends = [each for each in pressed if each.before.play.step and not each.after.play.step]
    assert len(ends) == WAYS[name]


def the_colours_set_are_the_choice(press: PathPress) -> None:
    """Whoever is to move then lays; a swap needs no press, and no time is given or taken."""
    before, option, after = press
    same = before.play.black is after.play.black and not before.play.open
    if option in (None, Option.TWO_MORE) or same:
        return
    state, outputs = step(before, SetColours(before.at_ns, after.play.black))
    assert "remaining_ns" not in {each.what for each in outputs if isinstance(each, Corrected)}
    if option is Option.STAY:
        state, _ = step(state, Press(before.at_ns, before.turn))
    assert (state.play, state.turn, state.running) == (after.play, after.turn, after.running)


def as_retyped_is_as_pressed(press: PathPress, there: PathPress) -> None:
    """A choice is retyped as any other that was there, and all times stay."""
    assert there.option is not None
    kind = PressKind("move" if there.option is Option.STAY else there.option.value)
    state, _ = step(press.after, Retype(press.after.at_ns, kind))
    assert (state.play, state.turn) == (there.after.play, there.after.turn)
    assert (state.left, state.right) == (press.after.left, press.after.right)


@pytest.mark.rule("corrections: moves")
@either_begins
@every_opening
def test_the_turn_follows_the_counter_and_a_press_credits_the_seat_that_pressed(
    name: str, starter: Seat
) -> None:
    for made, mover in enumerate(TURNS[name]):
        game = Game(opening=name, starter=starter)
        game.act(SetMoves, made)
        seat, play = starter if mover == "F" else starter.other, game.state.play
        assert (play.moves, play.black) == (made, starter)
        assert game.running is seat, f"TURNS[{name}]: after {made} moves {game.running} is to move"
        assert kinds(game.press(seat.other)) == ["PressIgnored"]
        assert kinds(game.press(seat))[0] == "TurnPassed"
        if game.state.play.step is None and game.state.play.black is starter:
            assert game.state.play.made(seat) == play.made(seat) + 1
            assert game.state.play.made(seat.other) == play.made(seat.other)


@pytest.mark.rule("openings: announcements")
@every_opening
def test_a_number_is_announced_with_yamaguchis_pattern_and_with_soosyrvs_fourth_alone(
    name: str,
) -> None:
    """And it changes no time, no count and no press."""
    steps = OPENINGS[name].steps.items()
    announced = {key: step.announces for key, step in steps if step.announces}
    assert announced == ANNOUNCED_AT.get(name, {})
    game, plain = Game("1:00:00+30", opening=name), Game("1:00:00+30", opening=name)
    for _ in range(7):
        step, play = game.state.play.step, game.state.play
        most = step.announces if step else 0
        for count in (-1, 0, 1, most, most + 1, 10**9):
            outputs = game.act(Announce, game.state.turn, count)
            possible = most and 0 <= count <= most
            assert kinds(outputs) == ["Announced" if possible else "ActIgnored"]
        assert kinds(game.act(Announce, game.state.turn.other, 1)) == ["ActIgnored"]
        for offers in (-1, 1, 8, 9):
            state = replace(game.state, play=replace(play, offers=offers))
            if 0 < offers <= OPENINGS[name].offers_max and (most or play.offers):
                check(state)
                continue
            with pytest.raises(InvariantBroken, match="offers"):
                check(state)
        assert plain.move(SECOND_NS) == game.move(SECOND_NS)
        assert replace(game.state.play, offers=0) == plain.state.play
        assert (plain.left, plain.right) == (game.left, game.right)


@scenarios("""
[RIF 12.1]
the seat that begins is tentative Black and its clock runs
  1:00:00, opening=rif, starter=R | -> runs R, colours white black
[RIF 12.2, RIF 12.3, RIF 12.4, RIF 12.5, RIF 12.7]
each player does his part on his own time and ends it with one press
  1:00:00, opening=rif | L 1:10 -> TurnPassed L spent=1:10 credited=3 moves=3
    R 1:11 -> TurnPassed R spent=1:11 credited=1 moves=4, colours black white
    L 1:12 -> TurnPassed L spent=1:12 credited=1 moves=5
    R 1:13 -> TurnPassed R spent=1:13 credited=1 moves=6, runs L, colours black white
[RIF 12.5, RIF 12.6, RIF 14.6]
tentative White may take Black, even if a stop comes between, and the other lays the fourth
  1:00:00, opening=rif | L; swap R 2 -> colours black white; stop; resume 1
    R 1 -> TurnPassed R spent=3 credited=0 moves=3, ColoursTurned R, runs L, colours white black
    L 4 -> TurnPassed L spent=4 credited=1 moves=4
[RIF 12.8]
after the opening every press is one move and nobody chooses
  1:00:00, opening=rif | make 4; swap L -> ActIgnored; L -> moves 7; swap R -> ActIgnored
    R -> moves 8
[RIF 12.9]
within the first three moves only the press that credits all three counts
  1:00:00, opening=rif | swap L -> ActIgnored; R 1 -> PressIgnored; L 1 -> moves 3
[openings]
in gomoku colours are open until chosen, and the choice holds at the press
  1:00:00, opening=swap2 | L; two_more R; R -> moves 5; swap L -> colours none none
    L -> TurnPassed L, ColoursTurned L, moves 5, colours black white
[openings, corrections: moves]
a counter set within gomoku's first press leaves the colours open
  1:00:00, opening=swap | make 5; moves 0 -> colours none none; moves 3 -> colours none none
    moves 4 -> colours black white; moves 7 -> colours black white
a counter set to within an opening that was over opens it again, with its choice
  1:00:00, opening=rif | make 8; moves 3 -> step yes; swap R; R -> TurnPassed, ColoursTurned
after a correction moves are counted on, and past the opening nothing entered is pending
  1:00:00, opening=rif | L; swap R; R; moves 4 -> runs R, colours white black; swap R
    moves 7 -> runs L, colours white black; L -> TurnPassed L, moves 8
after two more stones the last choice is still to come, and the colours are open
  1:00:00, opening=swap2 | moves 5 -> step yes, colours none none; swap L
    L -> runs R, colours black white
[openings, rollover: on_move, rollover: at_zero]
a swap exchanges the moves made, and so the periods that follow from them
  2/1:00:00 then 0:30:00, opening=rif | L; swap R; R -> made 1 2, periods 2 2
[openings: announcements]
the number stays until the fifths have been offered and picked
  1:00:00, opening=yamaguchi | announce L 5; L; swap R; make 3 -> offers 5; L -> offers 0
a player who swaps instead of laying the fourth announces nothing: the other will
  1:00:00, opening=soosyrv-8 | L; announce R 5; swap R; R -> offers 0; announce L 5; L -> offers 5
    swap R; R -> offers 5
the player to move can change the number or take it back while the clock runs, until the press
  1:00:00, opening=soosyrv-8 | L; announce R 8 -> Announced R count=8; announce R 0 -> offers 0
    announce R 7; stop; announce R 2 -> ActIgnored reason=no_announcement; resume; R -> offers 7
[RIF 12.5, openings: announcements]
a press retyped as a swap drops the number, and retyped as a move has it again
  1:00:00, opening=soosyrv-8 | L; announce R 6; R; retype swap -> offers 0; retype move -> offers 6
[openings: announcements]
a counter set by the organizer keeps the number within its part of the opening
  1:00:00, opening=yamaguchi | announce L 5; L; moves 0 -> offers 5; moves 6 -> offers 0
  1:00:00, opening=soosyrv-8 | L; announce R 5; R; moves 5 -> offers 5; moves 3 -> offers 5
    moves 0 -> offers 0
[first colour]
with White first the seat that begins is White and its clock runs
  1:00:00, first=white, starter=R | -> runs R, colours black white
a counter that the organizer sets counts White first where White begins
  2/10:00 then 5:00, first=white | moves 3 -> periods 2 1
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)
