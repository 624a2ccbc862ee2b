"""When the next period's time is added: at the move, at zero, or at zero to both."""

import pytest

from clock.rules.inputs import SetMoves, SetPeriod
from clock.rules.outputs import ClapperFell, PeriodBegan
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds

TWO = "2/1:00 then 0:30"


@pytest.mark.rule("rollover: on_move")
def test_on_move_the_time_is_added_at_the_press_that_completes_the_quota() -> None:
    game = Game(TWO)
    game.make(2, each=SECOND_NS)
    came = game.press(LEFT, after=SECOND_NS)
    assert came[1] == PeriodBegan(3 * SECOND_NS, LEFT, 2, 30 * SECOND_NS)
    assert game.shows(LEFT) == 88 * SECOND_NS


@pytest.mark.rule("rollover: on_move")
def test_on_move_a_quota_not_made_in_time_is_a_fallen_clapper() -> None:
    game = Game(TWO)
    game.make(2)
    assert game.wait(MINUTE_NS) == [ClapperFell(MINUTE_NS, LEFT)]


@pytest.mark.rule("rollover: at_zero")
def test_at_zero_the_time_is_added_when_it_runs_out_with_the_quota_made() -> None:
    game = Game(TWO, rollover="at_zero")
    game.make(4)
    assert game.shown == (MINUTE_NS, MINUTE_NS), "not at the press"
    assert game.wait(MINUTE_NS - 1) == []
    assert game.wait(1) == [PeriodBegan(MINUTE_NS, LEFT, 2, 30 * SECOND_NS)]
    assert game.shown == (30 * SECOND_NS, MINUTE_NS)
    assert kinds(game.wait(30 * SECOND_NS)) == ["ClapperFell"]


@pytest.mark.rule("rollover: at_zero")
def test_at_zero_a_late_look_charges_the_overrun_to_the_new_period() -> None:
    game = Game(TWO, rollover="at_zero")
    game.make(4)
    game.press(LEFT, after=MINUTE_NS + 7 * SECOND_NS)
    assert game.shows(LEFT) == 23 * SECOND_NS
    assert game.left.spent_ns == 67 * SECOND_NS


@pytest.mark.rule("rollover: at_zero")
def test_at_zero_the_quota_not_made_is_a_fallen_clapper() -> None:
    game = Game(TWO, rollover="at_zero")
    game.make(2)
    assert game.wait(MINUTE_NS) == [ClapperFell(MINUTE_NS, LEFT)]
    assert game.left.period == 1


@pytest.mark.rule("rollover: at_zero")
def test_at_zero_the_press_at_zero_that_would_make_the_quota_is_too_late() -> None:
    game = Game(TWO, rollover="at_zero")
    game.make(2)
    assert kinds(game.press(LEFT, after=MINUTE_NS)) == ["ClapperFell", "TurnPassed"]
    game = Game(TWO, rollover="at_zero")
    game.make(2)
    game.press(LEFT, after=MINUTE_NS - 1)
    game.press(RIGHT)
    assert kinds(game.wait(1)) == ["PeriodBegan"]


@pytest.mark.rule("rollover: at_zero_both")
def test_at_zero_both_either_seats_first_zero_brings_the_period_to_both() -> None:
    game = Game(TWO, rollover="at_zero_both")
    game.press(LEFT, after=10 * SECOND_NS)
    at_ns = 70 * SECOND_NS
    assert game.wait(MINUTE_NS) == [
        PeriodBegan(at_ns, RIGHT, 2, 30 * SECOND_NS),
        PeriodBegan(at_ns, LEFT, 2, 30 * SECOND_NS),
    ]
    assert game.shown == (80 * SECOND_NS, 30 * SECOND_NS)
    assert game.state.count_moves, "a sign says so, and the organizer counts the moves"


@pytest.mark.rule("rollover: at_zero_both")
def test_at_zero_both_no_press_brings_a_period_and_what_was_played_is_not_asked() -> None:
    game = Game("1/1:00 then 0:30", rollover="at_zero_both")
    game.make(6)
    assert (game.left.period, game.right.period) == (1, 1)
    game = Game("40/1:00 then 0:30", rollover="at_zero_both")
    game.wait(MINUTE_NS)
    assert (game.left.period, game.right.period) == (2, 2)


@pytest.mark.rule("rollover: at_zero_both")
def test_at_zero_both_the_overrun_is_charged_to_the_new_period() -> None:
    game = Game(TWO, rollover="at_zero_both")
    game.press(LEFT, after=MINUTE_NS + 1)
    assert game.shown == (30 * SECOND_NS - 1, 90 * SECOND_NS)


@pytest.mark.rule("rollover: at_zero_both")
def test_at_zero_both_the_second_seats_zero_brings_no_period_again() -> None:
    game = Game(TWO, rollover="at_zero_both")
    game.press(LEFT, after=MINUTE_NS)
    game.wait(90 * SECOND_NS)
    assert game.said(ClapperFell) == [ClapperFell(150 * SECOND_NS, RIGHT)]
    assert (game.left.period, game.right.period) == (2, 2)


@pytest.mark.rule("rollover: at_zero_both")
def test_at_zero_both_a_count_of_the_moves_puts_the_sign_out() -> None:
    game = Game(TWO, rollover="at_zero_both")
    game.wait(MINUTE_NS)
    game.do(SetMoves(game.now_ns, 5, "counted"))
    assert not game.state.count_moves


@pytest.mark.rule("rollover: at_zero_both")
def test_at_zero_both_joint_time_brings_one_period_to_each() -> None:
    game = Game(TWO, rollover="at_zero_both", started=False)
    game.start(absent=(LEFT, RIGHT))
    game.wait(MINUTE_NS)
    assert game.shown == (30 * SECOND_NS, 30 * SECOND_NS)
    assert (game.left.period, game.right.period) == (2, 2)


@pytest.mark.rule("rollover: at_zero_both")
def test_at_zero_both_a_seat_that_is_in_the_next_period_already_gets_no_more() -> None:
    game = Game("2/1:00 then 0:30 then 0:10", rollover="at_zero_both")
    game.do(SetPeriod(0, RIGHT, 2, "set by hand"))
    game.wait(MINUTE_NS)
    assert (game.left.period, game.right.period) == (2, 2)
    assert game.shown == (30 * SECOND_NS, 90 * SECOND_NS), "what was set is all"
