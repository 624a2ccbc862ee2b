"""RIF 13.2, FIDE 8.4, gomoku 7.4: when the record is waived, and when it is to be completed."""

import pytest

from clock.rules.inputs import Finish, Result
from clock.rules.record import record_of
from clock.rules.regulations import PROFILES
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Record
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import Game

FIVE_NS = 5 * MINUTE_NS
KEPT, WAIVED, COMPLETE = Record.KEPT, Record.WAIVED, Record.COMPLETE


def record(game: Game, seat: Seat = LEFT) -> Record:
    """What a seat is to do about its record now."""
    return record_of(game.state, seat, game.shows(seat))


@pytest.mark.rule("RIF 13.2")
@pytest.mark.parametrize(("left_ns", "now"), [(1, KEPT), (0, WAIVED), (-1, WAIVED)])
def test_the_record_is_waived_at_five_minutes_or_less(left_ns: int, now: Record) -> None:
    game = Game("10:00")
    assert game.wait(FIVE_NS - left_ns) == [], "silently"
    assert game.shows(LEFT) == FIVE_NS + left_ns
    assert (record(game), record(game, RIGHT)) == (now, KEPT)


@pytest.mark.rule("RIF 13.2")
def test_a_new_period_that_lifts_the_time_says_complete_your_record_until_the_next_press() -> None:
    game = Game("1/10:00 then 0:30:00")
    game.press(LEFT, after=6 * MINUTE_NS)
    assert game.shows(LEFT) == 34 * MINUTE_NS
    game.press(RIGHT, after=SECOND_NS)
    game.wait(SECOND_NS)
    assert record(game) is COMPLETE, "the next press is his own"
    game.press(LEFT)
    assert (record(game), record(game, RIGHT)) == (KEPT, KEPT)


@pytest.mark.rule("RIF 13.2")
def test_an_increment_that_lifts_the_time_asks_to_complete_it_as_well() -> None:
    game = Game("5:10+10")
    game.press(LEFT, after=15 * SECOND_NS)
    assert (game.shows(LEFT), record(game)) == (FIVE_NS + 5 * SECOND_NS, COMPLETE)
    game.press(RIGHT)
    game.press(LEFT, after=5 * SECOND_NS)
    assert record(game) is COMPLETE, "it was short of time once more"
    game.press(RIGHT)
    game.press(LEFT)
    assert record(game) is KEPT


@pytest.mark.rule("RIF 13.2")
def test_so_does_a_correction() -> None:
    game = Game("6:00")
    game.stop(after=70 * SECOND_NS)
    game.adjust(LEFT, by=10 * MINUTE_NS)
    assert record(game) is COMPLETE
    game.resume()
    game.press(LEFT)
    assert record(game) is KEPT


@pytest.mark.rule("RIF 13.2")
def test_an_increment_of_the_same_press_does_not_hide_that_the_record_was_waived() -> None:
    game = Game("1/10:00+10 then 0:30:00+10")
    game.press(LEFT, after=FIVE_NS + SECOND_NS)
    assert game.shows(LEFT) == 35 * MINUTE_NS + 9 * SECOND_NS
    assert record(game) is COMPLETE


@pytest.mark.rule("RIF 13.2")
def test_a_new_period_that_does_not_lift_the_time_above_five_minutes_keeps_it_waived() -> None:
    game = Game("1/1:00 then 2:00")
    game.press(LEFT, after=30 * SECOND_NS)
    assert record(game) is WAIVED


@pytest.mark.rule("RIF 13.2")
def test_a_player_who_was_not_short_of_time_has_nothing_to_complete() -> None:
    game = Game("1/10:00 then 0:30:00")
    game.press(LEFT, after=FIVE_NS - 1)
    assert record(game) is KEPT


@pytest.mark.rule("RIF 13.2")
@pytest.mark.parametrize("text", ["10:00", "10:00+30"])
def test_where_the_record_is_kept_it_is_never_waived(text: str) -> None:
    game = Game(text, record="kept")
    game.wait(9 * MINUTE_NS)
    assert record(game) is KEPT


@pytest.mark.rule("RIF 13.2")
def test_by_fide_it_stays_waived_for_the_period_and_no_increment_lifts_that() -> None:
    game = Game("3/5:10+10 then 0:30:00", rules="fide", first_bonus="after")
    game.press(LEFT, after=15 * SECOND_NS)
    assert (game.shows(LEFT) > FIVE_NS, record(game)) == (True, WAIVED)
    game.make(2)
    assert record(game) is WAIVED
    game.make(2)
    assert (game.left.period, record(game)) == (2, COMPLETE)
    game.make(2)
    assert record(game) is KEPT


@pytest.mark.rule("RIF 13.2")
@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("10:00+29", WAIVED),
        ("10:00+30", KEPT),
        ("10:00d30", KEPT),
        ("10:00 and 3x30", WAIVED),  # byo-yomi is no increment
    ],
)
def test_by_fide_it_is_never_waived_with_thirty_seconds_a_move(text: str, now: Record) -> None:
    game = Game(text, rules="fide")
    game.wait(9 * MINUTE_NS + 30 * SECOND_NS)
    assert record(game) is now
    assert record_of(Game(text).state, LEFT, MINUTE_NS) is WAIVED, "RIF knows no such limit"


@pytest.mark.rule("gomoku 7.4")
def test_in_gomoku_it_is_completed_after_the_game() -> None:
    assert PROFILES["gomoku-cz"].record_limit_ns is None
    game = Game("1/6:00 then 30:00", rules="gomoku-cz")
    game.wait(5 * MINUTE_NS)
    assert record(game) is KEPT
    game = Game("1/6:00 then 30:00", rules="gomoku-cz", record_limit_ns=FIVE_NS)
    game.wait(70 * SECOND_NS)
    assert record(game) is WAIVED
    game.make(3)
    assert record(game) is KEPT
    game.do(Finish(game.now_ns, Result.DRAW))
    assert (record(game), record(game, RIGHT)) == (COMPLETE, KEPT)
