"""A quota is reached in the middle of an opening: every press of every row, on both rollover ways.

What must come is worked out from the row alone: who has the colour to move, and how many moves that
makes for each seat.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from clock.rules.openings import Option
from clock.rules.outputs import ClapperFell, PeriodBegan
from clock.rules.seats import Seat
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game
from tests.rules.test_openings import ROWS

QUOTAS = (1, 2, 3)
FIRST_NS, NEXT_NS, REST_NS = HOUR_NS, 30 * MINUTE_NS, 15 * MINUTE_NS
THOUGHT_NS = 3 * SECOND_NS


class Press(NamedTuple):
    """One press of a row, and what both seats have made after it."""

    seat: Seat
    option: Option | None
    made: dict[Seat, int]


def presses_of(row: str, starter: Seat) -> Iterator[Press]:
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
        yield Press(seat, option, {black: (moves + 1) // 2, black.other: moves // 2})


def do(game: Game, press: Press, after: int) -> None:
    if press.option is not None:
        game.choose(press.seat, press.option)
    game.press(press.seat, after)


@pytest.mark.rule("openings")
@pytest.mark.rule("rollover: on_move")
@pytest.mark.parametrize("quota", QUOTAS)
@pytest.mark.parametrize(("name", "row", "starter"), ROWS)
def test_on_move_each_press_brings_the_periods_that_the_colours_moves_complete(
    name: str, row: str, starter: Seat, quota: int
) -> None:
    text = f"{quota}/1:00:00 then 1/0:30:00 then 0:15:00"
    game, periods = Game(text, opening=name, starter=starter), {LEFT: 1, RIGHT: 1}
    for press in presses_of(row, starter):
        told = len(game.log)
        do(game, press, THOUGHT_NS)
        for seat in (LEFT, RIGHT):
            began = [
                output.period
                for output in game.log[told:]
                if isinstance(output, PeriodBegan) and output.seat is seat
            ]
            due = [quota, quota + 1][periods[seat] - 1 :]
            completed = sum(press.made[seat] >= each for each in due)
            assert began == [periods[seat] + i + 1 for i in range(completed)]
            periods[seat] += completed
            clock = game.state.seat(seat)
            given_ns = sum((FIRST_NS, NEXT_NS, REST_NS)[: periods[seat]])
            assert clock.period == periods[seat]
            assert clock.remaining_ns == given_ns - clock.spent_ns
    assert quota > 2 or max(periods.values()) > 1, "the quota was reached inside the opening"


@pytest.mark.rule("openings")
@pytest.mark.rule("rollover: at_zero")
@pytest.mark.parametrize("quota", QUOTAS)
@pytest.mark.parametrize(("name", "row", "starter"), ROWS)
def test_at_zero_the_moves_of_the_colour_at_that_instant_decide(
    name: str, row: str, starter: Seat, quota: int
) -> None:
    """Before each press in turn its seat's time runs out, with what it has made by then."""
    presses = list(presses_of(row, starter))
    for late in range(len(presses)):
        game = Game(
            f"{quota}/1:00:00 then 0:30:00", opening=name, starter=starter, rollover="at_zero"
        )
        for press in presses[:late]:
            do(game, press, THOUGHT_NS)
        seat = presses[late].seat
        made = presses[late - 1].made[seat] if late else 0
        assert (game.left.period, game.right.period) == (1, 1), "not at any press"
        left_ns = game.shows(seat)
        assert game.wait(left_ns - 1) == []
        at_ns = game.now_ns + 1
        if made >= quota:
            assert game.wait(1) == [PeriodBegan(at_ns, seat, 2, NEXT_NS)]
            assert game.shows(seat) == NEXT_NS
            do(game, presses[late], THOUGHT_NS)
            assert game.shows(seat) == NEXT_NS - THOUGHT_NS
        else:
            assert game.wait(1) == [ClapperFell(at_ns, seat)]
            do(game, presses[late], THOUGHT_NS)
            assert (game.shows(seat), game.state.seat(seat).period) == (0, 1)
        assert game.state.play.made(seat) == presses[late].made[seat]


def swapped(rollover: str, quota: int) -> Game:
    """RIF: the pattern is laid, and the other seat swaps."""
    game = Game(f"{quota}/1:00:00 then 0:30:00", opening="rif", rollover=rollover)
    game.press(LEFT, after=THOUGHT_NS)
    game.choose(RIGHT, Option.SWAP)
    game.press(RIGHT, after=THOUGHT_NS)
    return game


@pytest.mark.rule("openings")
@pytest.mark.rule("rollover: on_move")
def test_a_swap_just_after_a_quota_is_completed_leaves_the_period_and_completes_the_others() -> (
    None
):
    game = swapped("on_move", quota=2)
    assert (game.left.period, game.right.period) == (2, 2)
    assert game.state.play.made(LEFT) == 1, "left is White now, and keeps its second period"


@pytest.mark.rule("openings")
@pytest.mark.rule("rollover: at_zero")
def test_a_swap_just_before_zero_takes_the_quota_from_the_one_and_gives_it_to_the_other() -> None:
    game = swapped("at_zero", quota=2)
    game.wait(game.shows(LEFT))
    assert game.left.fallen, "left made Black's two, but is White now"
    game.press(LEFT)
    game.wait(game.shows(RIGHT))
    assert (game.right.fallen, game.right.period) == (False, 2)
