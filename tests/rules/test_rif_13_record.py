"""RIF 13.2 and gomoku 7.4: when the record is waived, and when it is to be completed."""

import pytest

from clock.rules.periods import record_waived
from clock.rules.regulations import PROFILES
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import Game

FIVE_NS = 5 * MINUTE_NS


def waived(game: Game, seat: Seat = LEFT) -> bool:
    """Whether the sign is lit for a seat now."""
    rules = game.state.setup.regulations
    return record_waived(rules, game.state.seat(seat), game.shows(seat))


@pytest.mark.rule("RIF 13.2")
@pytest.mark.parametrize(("left_ns", "lit"), [(1, False), (0, True), (-1, True)])
def test_the_record_is_waived_at_five_minutes_or_less(left_ns: int, lit: bool) -> None:
    game = Game("10:00")
    game.wait(FIVE_NS - left_ns)
    assert game.shows(LEFT) == FIVE_NS + left_ns
    assert waived(game) is lit
    assert not waived(game, RIGHT)


@pytest.mark.rule("RIF 13.2")
def test_the_sign_lights_silently() -> None:
    game = Game("10:00")
    assert game.wait(FIVE_NS) == []
    assert waived(game)


@pytest.mark.rule("RIF 13.2")
def test_a_new_period_that_lifts_the_time_says_complete_your_record_until_the_next_press() -> None:
    game = Game("1/10:00 then 0:30:00")
    game.press(LEFT, after=6 * MINUTE_NS)
    assert game.shows(LEFT) == 34 * MINUTE_NS
    assert game.left.record_due
    assert not waived(game)
    game.press(RIGHT, after=SECOND_NS)
    game.wait(SECOND_NS)
    assert game.left.record_due, "the next press is his own"
    game.press(LEFT)
    assert not game.left.record_due
    assert not game.right.record_due, "right was never short of time"


@pytest.mark.rule("RIF 13.2")
def test_an_increment_of_the_same_press_does_not_hide_that_the_record_was_waived() -> None:
    game = Game("1/10:00+10 then 0:30:00+10")
    game.press(LEFT, after=FIVE_NS + SECOND_NS)
    assert game.shows(LEFT) == 35 * MINUTE_NS + 9 * SECOND_NS
    assert game.left.record_due


@pytest.mark.rule("RIF 13.2")
def test_a_new_period_that_does_not_lift_the_time_above_five_minutes_keeps_it_waived() -> None:
    game = Game("1/1:00 then 2:00")
    game.press(LEFT, after=30 * SECOND_NS)
    assert waived(game)
    assert not game.left.record_due


@pytest.mark.rule("RIF 13.2")
def test_a_player_who_was_not_short_of_time_has_nothing_to_complete() -> None:
    game = Game("1/10:00 then 0:30:00")
    game.press(LEFT, after=FIVE_NS - 1)
    assert not game.left.record_due


@pytest.mark.rule("RIF 13.2")
@pytest.mark.parametrize(("bonus", "lit"), [("29", True), ("30", False), ("45", False)])
def test_with_increments_of_thirty_seconds_or_more_the_record_is_never_waived(
    bonus: str, lit: bool
) -> None:
    game = Game(f"10:00+{bonus}")
    game.wait(9 * MINUTE_NS)
    assert waived(game) is lit


@pytest.mark.rule("gomoku 7.4")
def test_in_gomoku_there_is_no_record_limit_unless_the_tournament_sets_one() -> None:
    assert PROFILES["gomoku-cz"].record_limit_ns is None
    game = Game("10:00", rules="gomoku-cz")
    game.wait(9 * MINUTE_NS)
    assert not waived(game)
    game = Game("10:00", rules="gomoku-cz", record_limit_ns=2 * MINUTE_NS)
    game.wait(8 * MINUTE_NS - 1)
    assert not waived(game)
    game.wait(1)
    assert waived(game)
