"""Bronstein and delay: how they count, and how they differ at zero and in a stop."""

import pytest

from clock.rules.outputs import ClapperFell
from clock.rules.seats import Seat
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game

BRONSTEIN, DELAY = "1:00b5", "1:00d5"


@pytest.mark.rule("control: bronstein")
@pytest.mark.parametrize(
    ("spent_ns", "left_ns"),
    [
        (0, MINUTE_NS),
        (3 * SECOND_NS, MINUTE_NS),
        (5 * SECOND_NS, MINUTE_NS),
        (5 * SECOND_NS + 1, MINUTE_NS - 1),
        (20 * SECOND_NS, 45 * SECOND_NS),
    ],
)
@pytest.mark.parametrize("text", [BRONSTEIN, DELAY])
def test_up_to_the_bonus_a_move_costs_nothing(text: str, spent_ns: int, left_ns: int) -> None:
    game = Game(text)
    game.press(LEFT, after=spent_ns)
    assert game.shows(LEFT) == left_ns
    assert game.left.spent_ns == spent_ns


@pytest.mark.rule("control: bronstein")
def test_bronstein_shows_the_time_going_down_and_gives_back_at_the_press() -> None:
    game = Game(BRONSTEIN)
    game.wait(4 * SECOND_NS)
    assert game.shows(LEFT) == 56 * SECOND_NS
    game.press(LEFT)
    assert game.shows(LEFT) == MINUTE_NS


@pytest.mark.rule("control: bronstein")
def test_bronstein_drops_the_clapper_at_zero_even_inside_the_delay() -> None:
    game = Game(BRONSTEIN, shows=(2 * SECOND_NS, MINUTE_NS))
    assert game.wait(2 * SECOND_NS) == [ClapperFell(2 * SECOND_NS, LEFT)]


@pytest.mark.rule("control: bronstein")
def test_bronstein_gives_back_for_the_whole_turn_through_a_stop() -> None:
    game = Game(BRONSTEIN)
    game.stop(after=3 * SECOND_NS)
    game.resume(after=MINUTE_NS)
    game.press(LEFT, after=SECOND_NS)
    assert game.shows(LEFT) == MINUTE_NS


@pytest.mark.rule("control: bronstein")
@pytest.mark.rule("control: delay")
@pytest.mark.rule("gomoku 6.2")
@pytest.mark.parametrize("text", [BRONSTEIN, DELAY])
@pytest.mark.parametrize("culprit", [LEFT, RIGHT])
def test_of_a_reconstruction_nothing_comes_back_and_the_turn_goes_on_as_it_stood(
    text: str, culprit: Seat
) -> None:
    game = Game(text)
    game.stop(after=2 * SECOND_NS)
    game.resume(culprit, reconstruct=True)
    game.press(culprit, after=20 * SECOND_NS)
    game.resume(after=MINUTE_NS)
    game.press(LEFT, after=3 * SECOND_NS)  # a turn of 5 s
    spent = {LEFT: 0, RIGHT: 0} | {culprit: 20 * SECOND_NS}
    assert game.shown == (MINUTE_NS - spent[LEFT], MINUTE_NS - spent[RIGHT])
    game.press(RIGHT, after=5 * SECOND_NS)
    game.press(LEFT, after=5 * SECOND_NS)
    assert game.shown == (MINUTE_NS - spent[LEFT], MINUTE_NS - spent[RIGHT])


@pytest.mark.rule("control: bronstein")
def test_bronstein_gives_back_at_the_end_of_a_period_whatever_the_next_one_is() -> None:
    game = Game("1/1:00b5 then 1:00+7", first_bonus="before")
    game.press(LEFT, after=3 * SECOND_NS)
    assert game.shows(LEFT) == 2 * MINUTE_NS + 7 * SECOND_NS


@pytest.mark.rule("control: delay")
def test_delay_holds_the_time_before_it_goes_down() -> None:
    game = Game(DELAY)
    game.wait(5 * SECOND_NS)
    assert (game.shows(LEFT), game.deadline_ns) == (MINUTE_NS, 65 * SECOND_NS)
    game.wait(1)
    assert game.shows(LEFT) == MINUTE_NS - 1


@pytest.mark.rule("control: delay")
def test_delay_keeps_the_clapper_up_until_the_main_time_is_used() -> None:
    game = Game(DELAY, shows=(2 * SECOND_NS, MINUTE_NS))
    assert game.wait(7 * SECOND_NS - 1) == []
    assert game.wait(1) == [ClapperFell(7 * SECOND_NS, LEFT)]


@pytest.mark.rule("control: delay")
def test_every_turn_has_the_whole_delay() -> None:
    game = Game(DELAY)
    for _ in range(10):
        game.move(5 * SECOND_NS)
    assert game.shown == (MINUTE_NS, MINUTE_NS)


@pytest.mark.rule("control: delay")
def test_a_delay_that_a_stop_interrupted_goes_on_with_what_was_left() -> None:
    game = Game(DELAY)
    game.stop(after=3 * SECOND_NS)
    assert game.left.delay_left_ns == 2 * SECOND_NS
    game.resume(after=MINUTE_NS)
    game.wait(2 * SECOND_NS)
    assert game.shows(LEFT) == MINUTE_NS
    game.wait(SECOND_NS)
    assert game.shows(LEFT) == 59 * SECOND_NS


@pytest.mark.rule("control: delay")
def test_the_referee_is_called_at_five_minutes_of_main_time_left() -> None:
    game = Game("10:00d5", rules="rif-referees")
    assert game.deadline_ns == 5 * MINUTE_NS + 5 * SECOND_NS


@pytest.mark.rule("control: delay")
def test_the_seat_that_waits_keeps_its_delay() -> None:
    game = Game(DELAY)
    game.press(LEFT, after=SECOND_NS)
    game.wait(30 * SECOND_NS)
    assert game.left.delay_left_ns == 5 * SECOND_NS
    assert game.shows(RIGHT) == 35 * SECOND_NS


@pytest.mark.rule("control: delay")
@pytest.mark.rule("rollover: at_zero")
def test_a_period_that_comes_within_a_turn_brings_no_second_delay() -> None:
    game = Game("1/0:10d5 then 0:30d5", rollover="at_zero")
    game.make(2)
    game.wait(16 * SECOND_NS)
    assert (game.left.period, game.shows(LEFT)) == (2, 29 * SECOND_NS)
    game.move()
    game.move()
    game.wait(5 * SECOND_NS)
    assert game.shows(LEFT) == 29 * SECOND_NS, "the next turn has its own"
