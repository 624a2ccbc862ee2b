"""The openings press by press: who runs, what is credited, who plays Black, which periods come.

A row is written as it is played: `F3` is a press of the seat that begins (F) that credits three
moves, `Sx` a swap by the other seat (S), `S2!` two more stones; after it the one whose clock runs.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from clock.presets.openings import OPENINGS
from clock.rules.inputs import SetMoves
from clock.rules.openings import Option
from clock.rules.outputs import ClapperFell, PeriodBegan, TurnPassed
from clock.rules.seats import Colour, Seat
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds
from tests.rules.paths import EVERY_OPENING, presses_of

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


@pytest.mark.rule("openings")
@pytest.mark.parametrize(
    ("opening", "moves", "seat", "option"),
    [
        ("rif", 0, LEFT, Option.SWAP),
        ("rif", 1, LEFT, Option.SWAP),
        ("rif", 1, RIGHT, Option.TWO_MORE),
        ("rif", 2, LEFT, Option.SWAP),
        ("none", 0, LEFT, Option.SWAP),
        ("swap", 1, RIGHT, Option.TWO_MORE),
    ],
)
def test_a_choice_that_is_not_there_to_be_made_is_ignored(
    opening: str, moves: int, seat: Seat, option: Option
) -> None:
    game = Game(opening=opening)
    game.make(moves)
    assert kinds(game.choose(seat, option)) == ["ActIgnored"]
    assert game.state.choice is None


@pytest.mark.rule("openings")
@pytest.mark.parametrize("name", ["swap", "swap2"])
def test_in_gomoku_colours_are_open_until_chosen_and_the_choice_holds_at_the_press(
    name: str,
) -> None:
    game = Game(opening=name)
    game.press(LEFT)
    if name == "swap2":
        game.choose(RIGHT, Option.TWO_MORE)
        game.press(RIGHT)
        assert game.moves == 5
    seat = game.state.turn
    for option in (Option.SWAP, Option.STAY, Option.SWAP):
        assert kinds(game.choose(seat, option)) == ["Chosen"]
    assert (game.colour(LEFT), game.colour(RIGHT)) == (None, None)
    moves = game.moves
    assert kinds(game.press(seat)) == ["TurnPassed", "ColoursTurned"]
    assert game.moves == moves
    assert game.colour(seat) is Colour.BLACK


@pytest.mark.rule("openings")
@pytest.mark.parametrize("rollover", ["on_move", "at_zero"])
def test_a_swap_moves_what_was_made_and_so_each_quota(rollover: str) -> None:
    game = Game("2/1:00:00 then 0:30:00", opening="rif", rollover=rollover)
    game.press(LEFT)
    game.choose(RIGHT, Option.SWAP)
    game.press(RIGHT)
    assert game.state.play.made(LEFT) == 1, "left is White now"
    if rollover == "on_move":
        assert (game.left.period, game.right.period) == (2, 2)
        return
    game.wait(game.remaining_ns(LEFT))
    assert game.left.fallen
    game.press(LEFT)
    game.wait(game.remaining_ns(RIGHT))
    assert (game.right.fallen, game.right.period) == (False, 2)


@pytest.mark.rule("openings")
@pytest.mark.parametrize(
    ("moves", "is_open"), [(0, True), (1, True), (2, True), (3, True), (4, False), (7, False)]
)
def test_a_counter_set_within_gomokus_first_press_leaves_the_colours_open(
    moves: int, is_open: bool
) -> None:
    game = Game(opening="swap")
    game.make(5)
    game.act(SetMoves, moves, "missed press")
    assert (game.colour(LEFT) is None) is is_open
