"""The openings press by press: who runs, what is credited, who plays Black, which periods come.

A row is written as it is played: `F3` is a press of the seat that begins (F) that credits three
moves, `Sx` a swap by the other seat (S), `S2!` two more stones; after it the one whose clock runs.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from clock.presets.openings import OPENINGS
from clock.rules.openings import Option
from clock.rules.outputs import ClapperFell, PeriodBegan, TurnPassed
from clock.rules.seats import Colour, Seat
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds
from tests.rules.paths import EVERY_OPENING, presses_of
from tests.rules.scenarios import Scenario, play, scenarios

RIF = {
    "stay": "F3 S1 F1 S1 →F",
    "swap": "F3 Sx F1 S1 F1 →S",
}
TARAGUCHI = {
    "all stay": "F1 S1 F1 S1 F1 S1 →F",
    "swapped after 4 and 5": "F1 S1 F1 S1 Fx S1 Fx S1 →F",
    "swapped after 1": "F1 Sx F1 S1 F1 S1 F1 →S",
    "swapped after every move": "F1 Sx F1 Sx F1 Sx F1 Sx F1 Sx F1 →S",
    "swapped after 5": "F1 S1 F1 S1 F1 Sx F1 →S",
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
# How many ways lead through an opening.
WAYS = {
    **dict.fromkeys(("rif", "yamaguchi", "sakata", "swap"), 2),
    "soosyrv-8": 2 * 2,
    "swap2": 2 + 2,
    **dict.fromkeys(("taraguchi-10", "taraguchi", "tarannikov"), 2**5),
    **dict.fromkeys(("pro", "long-pro", "none"), 0),
}
ROWS = [
    pytest.param(name, row, starter, id=f"{name}-{way}-{starter.value}")
    for name, ways in TABLE.items()
    for way, row in ways.items()
    for starter in (LEFT, RIGHT)
]
THOUGHT_NS = 3 * SECOND_NS
TIMES_NS = (HOUR_NS, 30 * MINUTE_NS, 15 * MINUTE_NS)


class Press(NamedTuple):
    """One press of a row, and what both seats have made after it."""

    seat: Seat
    option: Option | None
    laid: int
    made: dict[Seat, int]

    def do(self, game: Game) -> TurnPassed:
        if self.option is not None:
            game.choose(self.seat, self.option)
        passed = game.press(self.seat, THOUGHT_NS)[0]
        assert isinstance(passed, TurnPassed)
        return passed


def presses(row: str, starter: Seat) -> Iterator[Press]:
    """Read a row. Whose clock runs has the colour to move, unless two stones leave that open."""
    seats, moves, black = {"F": starter, "S": starter.other}, 0, starter
    for press in row.split(" →")[0].split():
        found = re.fullmatch(r"([FS])(\d|x)(!)?", press)
        assert found is not None
        seat, laid = seats[found[1]], 0 if found[2] == "x" else int(found[2])
        moves += laid
        if laid != 2:
            black = seat.other if moves % 2 == 0 else seat
        option = Option.SWAP if laid == 0 else Option.TWO_MORE if found[3] else None
        yield Press(seat, option, laid, {black: (moves + 1) // 2, black.other: moves // 2})


@pytest.mark.rule("openings")
@pytest.mark.rule("rollover: on_move")
@pytest.mark.parametrize("quota", [1, 2, 3])
@pytest.mark.parametrize(("name", "row", "starter"), ROWS)
def test_each_press_of_a_row_credits_its_moves_turns_the_clock_and_brings_the_periods_due(
    name: str, row: str, starter: Seat, quota: int
) -> None:
    text = f"{quota}/1:00:00 then 1/0:30:00 then 0:15:00"
    game, periods, moves = Game(text, opening=name, starter=starter), {LEFT: 1, RIGHT: 1}, 0
    for press in presses(row, starter):
        assert game.running is press.seat
        logged = len(game.log)
        passed = press.do(game)
        moves += press.laid
        assert (passed.credited, passed.moves, passed.spent_ns) == (press.laid, moves, THOUGHT_NS)
        assert game.running is press.seat.other, "one press, and the other's clock runs"
        for seat in (LEFT, RIGHT):
            began = [
                output.period
                for output in game.log[logged:]
                if isinstance(output, PeriodBegan) and output.seat is seat
            ]
            due = [quota, quota + 1][periods[seat] - 1 :]
            completed = sum(press.made[seat] >= each for each in due)
            assert began == [periods[seat] + i + 1 for i in range(completed)]
            periods[seat] += completed
            clock = game.state.seat(seat)
            assert clock.period == periods[seat]
            assert clock.remaining_ns == sum(TIMES_NS[: periods[seat]]) - clock.spent_ns
            assert game.state.play.made(seat) == press.made[seat]
    assert quota > 2 or max(periods.values()) > 1, "the quota was reached inside the opening"
    runs = starter if row.endswith("F") else starter.other
    assert (game.running, game.state.play.step) == (runs, None)
    assert game.colour(runs) is (Colour.WHITE if moves % 2 else Colour.BLACK)
    assert [kinds(game.move(SECOND_NS))[0] for _ in range(3)] == ["TurnPassed"] * 3


@pytest.mark.rule("openings")
@pytest.mark.rule("rollover: at_zero")
@pytest.mark.parametrize("quota", [1, 2])
@pytest.mark.parametrize(("name", "row", "starter"), ROWS)
def test_at_zero_the_moves_of_the_colour_at_that_instant_decide(
    name: str, row: str, starter: Seat, quota: int
) -> None:
    text, made = f"{quota}/1:00:00 then 0:30:00", dict.fromkeys((LEFT, RIGHT), 0)
    for late, press in enumerate(presses(row, starter)):
        game = Game(text, opening=name, starter=starter, rollover="at_zero")
        for before in list(presses(row, starter))[:late]:
            before.do(game)
        assert (game.left.period, game.right.period) == (1, 1), "not at any press"
        assert game.wait(game.remaining_ns(press.seat) - 1) == []
        at_ns, in_time = game.now_ns + 1, made[press.seat] >= quota
        event = PeriodBegan(at_ns, press.seat, 2, TIMES_NS[1])
        assert game.wait(1) == [event if in_time else ClapperFell(at_ns, press.seat)]
        press.do(game)
        clock = game.state.seat(press.seat)
        expected = (TIMES_NS[1] - THOUGHT_NS, 2) if in_time else (0, 1)
        assert (clock.remaining_ns, clock.period) == expected
        assert game.state.play.made(press.seat) == press.made[press.seat]
        made = press.made


@pytest.mark.rule("openings")
@pytest.mark.parametrize(("name", "starter"), EVERY_OPENING)
def test_on_every_path_the_turn_is_of_the_seat_with_the_colour_to_move(
    name: str, starter: Seat
) -> None:
    assert set(TABLE) == set(OPENINGS)
    ways = 0
    for before, _, after in presses_of(name, starter):
        assert before.turn is before.play.mover
        assert after.turn is after.play.mover is before.turn.other
        if before.play.step is None:
            assert after.play.made(before.turn) == before.play.made(before.turn) + 1
            assert after.play.made(after.turn) == before.play.made(after.turn)
            continue
        ways += after.play.step is None
    assert ways == WAYS[name]


@scenarios("""
[openings]
a choice that is not there to be made is ignored
  1:00:00, opening=rif | swap L -> ActIgnored; L; swap L -> ActIgnored; two_more R -> ActIgnored
    R; swap L -> ActIgnored, choice none
  1:00:00 | swap L -> ActIgnored
  1:00:00, opening=swap | L; two_more R -> ActIgnored, choice none
in gomoku colours are open until chosen, and the choice holds at the press
  1:00:00, opening=swap | L; swap R; stay R; swap R -> Chosen R option=swap, colours none none
    R -> TurnPassed R, ColoursTurned R, moves 3, colours white black
  1:00:00, opening=swap2 | L; two_more R; R -> moves 5; swap L -> colours none none
    L -> TurnPassed L, ColoursTurned L, moves 5, colours black white
a counter set within gomoku's first press leaves the colours open
  1:00:00, opening=swap | make 5; moves 0 -> colours none none; moves 3 -> colours none none
    moves 4 -> colours black white; moves 7 -> colours black white
[openings, rollover: on_move, rollover: at_zero]
a swap moves what was made and so each quota, now or at zero
  2/1:00:00 then 0:30:00, opening=rif | L; swap R; R -> made 1 2, periods 2 2
  2/1:00:00 then 0:30:00, opening=rif, rollover=at_zero | L; swap R; R; wait 1:00:00
    -> periods 1 1, time down 1:00:00; L; wait 1:00:00 -> PeriodBegan R, periods 1 2
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)
