"""RIF 14.1, 14.3 and 14.4: periods, the press, and the instant that decides."""

import pytest

from clock.rules.outputs import (
    ClapperFell,
    GameStarted,
    IgnoreReason,
    PeriodBegan,
    PressIgnored,
    TurnPassed,
)
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds

RIF = "40/2:00:00 then 1:00:00"


@pytest.mark.rule("RIF 14.1")
def test_forty_moves_in_two_hours_and_then_an_hour_for_the_rest_of_the_game() -> None:
    game = Game(RIF)
    game.make(78, each=MINUTE_NS)
    assert (game.left.period, game.right.period) == (1, 1)
    assert game.press(LEFT, after=MINUTE_NS)[1:] == [PeriodBegan(game.now_ns, LEFT, 2, HOUR_NS)]
    assert game.shows(LEFT) == 2 * HOUR_NS - 40 * MINUTE_NS + HOUR_NS
    assert (game.left.period, game.right.period) == (2, 1), "each has his own forty to make"
    game.press(RIGHT, after=MINUTE_NS)
    assert game.right.period == 2
    assert (game.left.due, game.right.due) == (None, None)


@pytest.mark.rule("RIF 14.1")
def test_a_last_period_that_repeats_comes_again_and_again_with_what_is_unused() -> None:
    game = Game("1/10:00 then &2/5:00")
    game.make(2)
    for period in (3, 4, 5):
        game.make(4, each=SECOND_NS)
        left_ns = 10 * MINUTE_NS + (period - 1) * 5 * MINUTE_NS - (period - 2) * 2 * SECOND_NS
        assert (game.left.period, game.shown) == (period, (left_ns, left_ns))


@pytest.mark.rule("RIF 14.1")
def test_each_seat_may_have_its_own_control() -> None:
    game = Game("2/10:00 then 5:00", right="1:00+2")
    game.make(4, each=SECOND_NS)
    assert game.shown == (15 * MINUTE_NS - 2 * SECOND_NS, MINUTE_NS + 2 * SECOND_NS)
    assert (game.left.period, game.right.period) == (2, 1)


@pytest.mark.rule("RIF 14.3")
def test_blacks_clock_starts_the_game() -> None:
    game = Game(started=False, starter=RIGHT)
    assert game.running is None
    game.wait(HOUR_NS)
    assert game.shown == (HOUR_NS, HOUR_NS)
    assert kinds(game.press(RIGHT)) == ["PressIgnored"]
    assert game.press(LEFT) == [GameStarted(HOUR_NS, RIGHT)]
    assert game.running is RIGHT


@pytest.mark.rule("RIF 14.3")
def test_the_press_that_starts_the_game_credits_nothing_and_earns_nothing() -> None:
    game = Game("3:00+2", started=False)
    game.press(RIGHT, after=9)
    assert (game.phase, game.moves, game.running) == (Phase.RUNNING, 0, LEFT)
    assert game.shown == (3 * MINUTE_NS, 3 * MINUTE_NS)


@pytest.mark.rule("RIF 14.3")
def test_one_press_stops_one_clock_and_starts_the_other_at_one_instant() -> None:
    game = Game()
    passed = game.press(LEFT, after=12_345_678_901)
    assert passed == [
        TurnPassed(12_345_678_901, LEFT, 12_345_678_901, HOUR_NS - 12_345_678_901, 0, 1, 1)
    ]
    game.wait(1)
    assert game.shown == (HOUR_NS - 12_345_678_901, HOUR_NS - 1), "no gap, no overlap"


@pytest.mark.rule("RIF 14.3")
def test_only_the_press_of_the_seat_whose_clock_runs_counts() -> None:
    game = Game()
    assert game.press(RIGHT, after=SECOND_NS) == [
        PressIgnored(SECOND_NS, RIGHT, IgnoreReason.IDLE_SEAT)
    ]
    assert (game.moves, game.running) == (0, LEFT)
    assert game.shows(LEFT) == HOUR_NS - SECOND_NS


@pytest.mark.rule("RIF 14.3")
def test_a_plunger_that_is_pressed_over_and_over_never_blocks_the_other_seat() -> None:
    game = Game()
    game.press(LEFT)
    for _ in range(50):
        assert kinds(game.press(LEFT, after=1)) == ["PressIgnored"]
    assert kinds(game.press(RIGHT)) == ["TurnPassed"]
    assert game.right.spent_ns == 50


@pytest.mark.rule("RIF 14.3")
@pytest.mark.rule("gomoku 11.7")
def test_the_clock_never_hints_that_somebody_forgot_to_press() -> None:
    game = Game()
    for _ in range(59):
        assert game.wait(MINUTE_NS) == []
    assert game.deadline_ns == HOUR_NS, "nothing is to happen before the time is out"


@pytest.mark.rule("RIF 14.4")
def test_a_press_one_nanosecond_before_zero_makes_the_move() -> None:
    game = Game("1/1:00 then 1:00")
    assert kinds(game.press(LEFT, after=MINUTE_NS - 1)) == ["TurnPassed", "PeriodBegan"]
    assert not game.left.fallen
    assert game.shows(LEFT) == MINUTE_NS + 1


@pytest.mark.rule("RIF 14.4")
@pytest.mark.parametrize("late_ns", [0, 1, SECOND_NS])
def test_a_press_at_exactly_zero_or_later_is_too_late(late_ns: int) -> None:
    game = Game("1/1:00 then 1:00")
    came = game.press(LEFT, after=MINUTE_NS + late_ns)
    assert came[0] == ClapperFell(MINUTE_NS, LEFT), "at its own instant, however late it is seen"
    assert kinds(came) == ["ClapperFell", "TurnPassed"], "no period begins"
    assert (game.left.period, game.shows(LEFT)) == (1, 0)


@pytest.mark.rule("RIF 14.4")
def test_at_the_moment_the_time_ends_the_move_in_progress_is_not_made() -> None:
    game = Game("2/1:00 then 1:00")
    game.make(2)
    game.wait(MINUTE_NS)
    assert game.state.play.made(LEFT) == 1
    assert not game.state.quota_made(LEFT)
    assert game.left.fell_at_ns == MINUTE_NS


@pytest.mark.rule("RIF 14.4")
def test_a_press_that_credits_several_moves_credits_them_all_at_that_instant() -> None:
    game = Game("2/1:00 then 1:00", opening="rif")
    came = game.press(LEFT, after=MINUTE_NS - 1)
    assert kinds(came) == ["TurnPassed", "PeriodBegan"]
    assert game.left.period == 2


@pytest.mark.rule("RIF 14.4")
def test_a_press_that_completes_two_periods_brings_them_both() -> None:
    game = Game("1/1:00 then 1/2:00 then 4:00", opening="rif")
    came = game.press(LEFT, after=SECOND_NS)
    assert came[1:] == [
        PeriodBegan(SECOND_NS, LEFT, 2, 2 * MINUTE_NS),
        PeriodBegan(SECOND_NS, LEFT, 3, 4 * MINUTE_NS),
        PeriodBegan(SECOND_NS, RIGHT, 2, 2 * MINUTE_NS),
    ], "two moves for Black, and White's one"
    assert game.shown == (7 * MINUTE_NS - SECOND_NS, 3 * MINUTE_NS)


@pytest.mark.rule("RIF 14.4")
def test_after_a_fall_no_press_earns_time_or_a_period() -> None:
    game = Game("2/1:00+10 then 1:00+10")
    game.press(LEFT, after=MINUTE_NS)
    for _ in range(6):
        game.move(SECOND_NS)
    assert (game.left.period, game.shows(LEFT)) == (1, 0)
    assert game.left.fell_at_ns == MINUTE_NS
    assert game.right.period == 2


@pytest.mark.rule("RIF 14.4")
def test_time_is_counted_to_the_nanosecond_over_a_whole_game() -> None:
    game = Game(RIF)
    spent = [0, 0]
    for number in range(120):
        thought_ns = 20_000_000_003 + number * 7_000_001
        spent[number % 2] += thought_ns
        game.move(thought_ns)
    assert (game.left.spent_ns, game.right.spent_ns) == tuple(spent)
    assert game.shown == (3 * HOUR_NS - spent[0], 3 * HOUR_NS - spent[1])
