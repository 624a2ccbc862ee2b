"""Periods that count their time in different ways, and different controls for the two seats."""

import pytest

from clock.rules.outputs import ClapperFell, PeriodBegan, TurnPassed
from clock.rules.refusal import SetupError
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds


@pytest.mark.rule("control: mixed periods")
def test_every_period_has_its_own_increment() -> None:
    game = Game("2/1:00+5 then 2/1:00+10 then 1:00+20")
    earned = []
    for _ in range(6):
        game.make(2)
        earned.append(game.said(TurnPassed)[-1].earned_ns // SECOND_NS)
    assert earned == [5, 5, 10, 10, 20, 20]
    assert game.shows(LEFT) == (180 + 5 + 5 + 10 + 10 + 20 + 20) * SECOND_NS


@pytest.mark.rule("control: mixed periods")
def test_an_increment_may_begin_with_a_later_period() -> None:
    game = Game("2/1:00 then 1:00+30")
    game.make(4)
    assert game.shown == (2 * MINUTE_NS, 2 * MINUTE_NS)
    game.make(2)
    assert game.shown == (150 * SECOND_NS, 150 * SECOND_NS)


@pytest.mark.rule("control: mixed periods")
def test_a_delay_may_follow_an_increment() -> None:
    game = Game("1/1:00+5 then 1:00d10")
    game.make(2, each=SECOND_NS)
    assert game.shown == (124 * SECOND_NS, 124 * SECOND_NS)
    assert (game.left.delay_left_ns, game.right.delay_left_ns) == (10 * SECOND_NS, 10 * SECOND_NS)
    game.make(2, each=11 * SECOND_NS)
    assert game.shown == (123 * SECOND_NS, 123 * SECOND_NS)


@pytest.mark.rule("control: mixed periods")
def test_bronstein_may_follow_plain_time() -> None:
    game = Game("1/1:00 then 1:00b5")
    game.make(2, each=SECOND_NS)
    assert game.shown == (119 * SECOND_NS, 119 * SECOND_NS)
    game.make(2, each=7 * SECOND_NS)
    assert game.shown == (117 * SECOND_NS, 117 * SECOND_NS)


@pytest.mark.rule("control: mixed periods")
def test_main_time_of_moves_may_lead_into_byoyomi() -> None:
    game = Game("1/1:00 then 0 and 2x30")
    game.press(LEFT, after=20 * SECOND_NS)
    assert (game.left.overtime, game.shows(LEFT)) == (None, 40 * SECOND_NS), "carried over"
    game.press(RIGHT)
    game.wait(40 * SECOND_NS)
    assert (game.left.overtime, game.shows(LEFT)) == (2, 30 * SECOND_NS)


@pytest.mark.rule("control: mixed periods")
def test_main_time_that_is_used_up_leads_into_byoyomi_at_once() -> None:
    game = Game("1:00 then 0 and 2x30")
    assert kinds(game.wait(MINUTE_NS)) == ["PeriodBegan"]
    assert (game.left.overtime, game.shows(LEFT)) == (2, 30 * SECOND_NS)
    game.press(LEFT, after=SECOND_NS)
    assert (game.left.overtime, game.shows(LEFT)) == (2, 30 * SECOND_NS)


@pytest.mark.rule("control: mixed periods")
def test_what_is_left_of_a_byoyomi_period_is_not_carried_over() -> None:
    game = Game("2/1:00 and 2x30 then 5:00")
    game.press(LEFT)
    game.press(RIGHT)
    came = game.press(LEFT, after=MINUTE_NS + 10 * SECOND_NS)
    assert kinds(came) == ["ByoyomiBegan", "TurnPassed", "PeriodBegan"]
    assert (game.left.period, game.left.overtime, game.shows(LEFT)) == (2, None, 5 * MINUTE_NS)


@pytest.mark.rule("control: mixed periods")
def test_after_the_last_byoyomi_period_a_next_period_of_the_control_may_come() -> None:
    game = Game("1:00 and 1x30 then 5:00")
    assert kinds(game.wait(90 * SECOND_NS)) == ["ByoyomiBegan", "PeriodBegan"]
    assert (game.left.overtime, game.shows(LEFT)) == (None, 5 * MINUTE_NS)


@pytest.mark.rule("control: mixed periods")
def test_byoyomi_blocks_by_moves_have_all_their_periods_again() -> None:
    game = Game("*2/1:00 and 2x30")
    game.press(LEFT, after=MINUTE_NS + 40 * SECOND_NS)
    game.press(RIGHT)
    assert game.left.overtime == 1
    game.press(LEFT)
    assert (game.left.period, game.shows(LEFT)) == (2, MINUTE_NS)
    assert game.left.overtime is None


@pytest.mark.rule("control: mixed periods")
@pytest.mark.parametrize("first", ["after", "before"])
def test_what_byoyomi_or_bronstein_restore_is_dropped_with_the_block(first: str) -> None:
    game = Game("*1/0:10 and 2x30", first_bonus=first)
    game.press(LEFT, after=20 * SECOND_NS)
    assert (game.left.period, game.left.overtime, game.shows(LEFT)) == (2, None, 10 * SECOND_NS)
    game = Game("*1/1:00b5", first_bonus=first)
    game.press(LEFT, after=10 * SECOND_NS)
    assert (game.left.period, game.shows(LEFT)) == (2, MINUTE_NS)


@pytest.mark.rule("control: mixed periods")
def test_time_that_was_counted_up_is_no_time_left() -> None:
    game = Game("countup 1/0 then 5:00")
    game.press(LEFT, after=3 * MINUTE_NS)
    assert (game.left.period, game.shows(LEFT)) == (2, 5 * MINUTE_NS)


@pytest.mark.rule("control: mixed periods")
def test_a_count_of_time_begins_anew_whatever_was_left_before_it() -> None:
    game = Game("1/5:00 then countup 0")
    game.make(2, each=MINUTE_NS)
    assert game.shown == (0, 0)
    assert not game.left.fallen
    game.press(LEFT, after=7 * SECOND_NS)
    assert game.shows(LEFT) == 7 * SECOND_NS


@pytest.mark.rule("control: mixed periods")
def test_a_gongs_time_is_neither_carried_over_nor_lengthened() -> None:
    game = Game("gong 2/0:10 then 5:00")
    game.wait(30 * SECOND_NS)
    assert (game.left.period, game.shows(LEFT)) == (2, 5 * MINUTE_NS)
    game = Game("1/5:00 then gong 0:10")
    game.make(2)
    assert game.shown == (10 * SECOND_NS, 10 * SECOND_NS)


@pytest.mark.rule("control: mixed periods")
@pytest.mark.rule("control: set-up")
@pytest.mark.parametrize("text", ["countup 0 then 5:00", "gong 0:10 then 5:00"])
def test_a_period_after_one_that_cannot_end_is_refused(text: str) -> None:
    with pytest.raises(SetupError, match=r"control\.left\[0\]\.moves"):
        Game(text)


@pytest.mark.rule("control: a seat's own")
def test_each_seat_is_counted_in_its_own_way() -> None:
    game = Game("5:00", right="3:00+2")
    game.make(4, each=10 * SECOND_NS)
    assert game.shown == (280 * SECOND_NS, 164 * SECOND_NS)


@pytest.mark.rule("control: a seat's own")
def test_each_seat_has_its_own_periods() -> None:
    game = Game("2/1:00 then 1:00", right="3/2:00 then 0 and 2x10")
    game.make(4, each=SECOND_NS)
    assert (game.left.period, game.right.period) == (2, 1)
    game.make(2, each=SECOND_NS)
    assert (game.left.period, game.right.period) == (2, 2)


@pytest.mark.rule("control: a seat's own")
def test_byoyomi_may_face_a_delay() -> None:
    game = Game("0 and 2x30", right="1:00d5")
    game.make(2, each=6 * SECOND_NS)
    assert game.shown == (30 * SECOND_NS, 59 * SECOND_NS)


@pytest.mark.rule("control: a seat's own")
def test_time_that_counts_up_may_face_time_that_goes_down() -> None:
    game = Game("countup 0", right="0:10")
    game.press(LEFT, after=MINUTE_NS)
    assert game.shown == (MINUTE_NS, 10 * SECOND_NS)
    assert game.wait(10 * SECOND_NS) == [ClapperFell(70 * SECOND_NS, RIGHT)]


@pytest.mark.rule("control: a seat's own")
def test_periods_of_one_seat_alone_may_come_at_zero_both() -> None:
    game = Game("1:00 then 0:30", right="2:00", rollover="at_zero_both")
    assert game.wait(MINUTE_NS) == [PeriodBegan(MINUTE_NS, LEFT, 2, 30 * SECOND_NS)]
    assert game.shown == (30 * SECOND_NS, 2 * MINUTE_NS)


@pytest.mark.rule("handicap match")
@pytest.mark.parametrize("expert_s", [30, 15])
def test_a_beginner_has_five_minutes_against_the_experts_seconds(expert_s: int) -> None:
    game = Game("5:00", right=f"0:{expert_s}")
    game.press(LEFT, after=MINUTE_NS)
    assert game.shown == (4 * MINUTE_NS, expert_s * SECOND_NS)
    assert kinds(game.wait(expert_s * SECOND_NS)) == ["ClapperFell"]
