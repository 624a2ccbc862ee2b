"""Canadian byo-yomi and repeating blocks: m moves in t, again and again."""

import pytest
from msgspec.structs import replace

from clock.rules.machine import begin
from clock.rules.outputs import ClapperFell, PeriodBegan
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, control, kinds, setup

RENJU = "2:00:00 then &30/30:00"
"""2 h, then 30 moves in 30 min, repeating."""
CANADIAN = "1:00 then *3/0:30"
PRESS_BY_PRESS = "2/1:00 then *2/0:30"


def both_in_blocks(text: str = CANADIAN) -> Game:
    """A game in which both seats have just used their main time of a minute."""
    game = Game(text)
    game.press(LEFT, after=MINUTE_NS)
    game.press(RIGHT, after=MINUTE_NS)
    assert (game.left.period, game.right.period) == (2, 2)
    assert game.shown == (30 * SECOND_NS, 30 * SECOND_NS)
    return game


@pytest.mark.rule("control: repeating blocks")
def test_the_first_block_begins_when_the_main_time_is_used_to_the_nanosecond() -> None:
    game = Game(RENJU)
    assert game.wait(2 * HOUR_NS - 1) == []
    assert game.wait(1) == [PeriodBegan(2 * HOUR_NS, LEFT, 2, 30 * MINUTE_NS)]
    assert (game.left.due, game.shows(LEFT)) == (30, 30 * MINUTE_NS)


@pytest.mark.rule("control: repeating blocks")
def test_moves_made_in_the_main_time_are_no_part_of_the_block() -> None:
    game = Game(RENJU)
    game.make(20)
    game.press(LEFT, after=2 * HOUR_NS - 1)
    game.press(RIGHT)
    game.wait(1)
    assert (game.left.period, game.left.due) == (2, 11 + 30)


@pytest.mark.rule("control: repeating blocks")
def test_the_move_that_overran_the_main_time_is_the_first_of_the_block() -> None:
    game = both_in_blocks()
    assert (game.left.due, game.right.due) == (3, 3)
    game.make(4, each=SECOND_NS)
    assert (game.left.period, game.right.period) == (3, 3)


@pytest.mark.rule("control: repeating blocks")
def test_a_completed_block_brings_a_whole_one_and_its_unused_time_is_dropped() -> None:
    game = both_in_blocks()
    game.make(2, each=SECOND_NS)
    game.press(LEFT, after=20 * SECOND_NS)
    assert (game.left.period, game.shows(LEFT)) == (3, 30 * SECOND_NS)
    assert game.said(PeriodBegan)[-1].added_ns == 21 * SECOND_NS, "9 s of the block were left"


@pytest.mark.rule("control: repeating blocks")
def test_blocks_come_again_and_again() -> None:
    game = both_in_blocks()
    for period in range(3, 20):
        game.make(4 if period == 3 else 6, each=9 * SECOND_NS)
        assert (game.left.period, game.right.period) == (period, period)
        assert game.shown == (30 * SECOND_NS, 30 * SECOND_NS)


@pytest.mark.rule("control: repeating blocks")
def test_a_block_that_is_not_completed_drops_the_clapper_to_the_nanosecond() -> None:
    game = both_in_blocks()
    game.make(2)
    at_ns = game.now_ns + 30 * SECOND_NS
    assert game.wait(30 * SECOND_NS - 1) == []
    assert game.wait(1) == [ClapperFell(at_ns, LEFT)]


@pytest.mark.rule("control: repeating blocks")
def test_the_last_press_of_a_block_at_its_end_is_too_late_and_a_nanosecond_before_is_not() -> None:
    game = both_in_blocks()
    game.make(2)
    game.press(LEFT, after=30 * SECOND_NS - 1)
    assert (game.left.period, game.left.fallen) == (3, False)
    game = both_in_blocks()
    game.make(2)
    game.press(LEFT, after=30 * SECOND_NS)
    assert (game.left.period, game.left.fallen) == (2, True)


@pytest.mark.rule("control: repeating blocks")
def test_unused_main_time_carries_over_to_the_first_block_and_only_to_that() -> None:
    game = Game(PRESS_BY_PRESS)
    game.make(4, each=10 * SECOND_NS)
    assert game.shown == (70 * SECOND_NS, 70 * SECOND_NS), "40 s left of the minute"
    game.make(4, each=SECOND_NS)
    assert game.shown == (30 * SECOND_NS, 30 * SECOND_NS)


@pytest.mark.rule("control: repeating blocks")
@pytest.mark.rule("control: periods")
@pytest.mark.parametrize(("text", "carried"), [("&2/1:00", True), ("*2/1:00", False)])
def test_unused_time_of_a_block_carries_over_unless_the_control_drops_it(
    text: str, carried: bool
) -> None:
    game = Game(text)
    for block in (2, 3, 4):
        game.make(4, each=10 * SECOND_NS)
        unused_ns = (block - 1) * 40 * SECOND_NS if carried else 0
        assert (game.left.period, game.shown) == (block, (MINUTE_NS + unused_ns,) * 2)


@pytest.mark.rule("control: periods")
def test_a_period_that_carries_nothing_drops_its_time_though_it_does_not_repeat() -> None:
    drops = replace(control("2/1:00")[0], carry=False)
    game = Game()
    game.state = begin(replace(setup(), left=(drops, *control("0:30"))))
    game.start()
    game.make(3, each=SECOND_NS)
    assert game.shows(LEFT) == 30 * SECOND_NS


@pytest.mark.rule("control: repeating blocks")
def test_a_control_may_be_one_repeating_block() -> None:
    game = Game("*2/1:00")
    game.make(4, each=SECOND_NS)
    assert (game.left.period, game.shown) == (2, (MINUTE_NS, MINUTE_NS))


@pytest.mark.rule("control: repeating blocks")
def test_one_press_may_complete_several_blocks() -> None:
    game = Game("*1/1:00", opening="rif")
    game.press(LEFT, after=SECOND_NS)
    assert (game.left.period, game.left.due, game.shows(LEFT)) == (3, 3, MINUTE_NS)


@pytest.mark.rule("control: repeating blocks")
def test_a_stop_inside_a_block_keeps_its_moves_and_its_time() -> None:
    game = both_in_blocks()
    game.make(2, each=SECOND_NS)
    game.stop(after=10 * SECOND_NS)
    game.resume(after=HOUR_NS)
    assert (game.left.due, game.shows(LEFT)) == (3, 19 * SECOND_NS)
    game.press(LEFT, after=19 * SECOND_NS - 1)
    assert (game.left.period, game.shows(LEFT)) == (3, 30 * SECOND_NS)


@pytest.mark.rule("control: repeating blocks")
def test_time_from_the_organizer_is_dropped_with_the_block_it_was_given_in() -> None:
    game = both_in_blocks()
    game.adjust(LEFT, by=2 * MINUTE_NS)
    game.make(3, each=SECOND_NS)
    assert (game.left.period, game.shows(LEFT)) == (3, 30 * SECOND_NS)


@pytest.mark.rule("control: repeating blocks")
def test_an_increment_inside_a_block_is_dropped_with_it() -> None:
    game = Game("*2/1:00+5")
    game.make(2)
    assert game.shown == (65 * SECOND_NS, 65 * SECOND_NS)
    game.make(2)
    assert game.shown == (MINUTE_NS, MINUTE_NS)


@pytest.mark.rule("control: repeating blocks")
def test_at_zero_a_completed_block_is_used_up_and_the_next_begins_then() -> None:
    game = Game("*2/1:00", rollover="at_zero")
    game.make(4, each=SECOND_NS)
    assert (game.left.period, game.shows(LEFT)) == (1, 58 * SECOND_NS)
    assert kinds(game.wait(58 * SECOND_NS)) == ["PeriodBegan"]
    assert (game.left.due, game.shows(LEFT)) == (4, MINUTE_NS)
    game.press(LEFT)
    game.press(RIGHT)
    assert kinds(game.wait(MINUTE_NS)) == ["ClapperFell"]


@pytest.mark.rule("control: repeating blocks")
@pytest.mark.rule("rollover: at_zero_both")
def test_at_zero_both_the_blocks_begin_together_and_are_completed_by_moves() -> None:
    game = Game("1:00 then *2/0:30", rollover="at_zero_both")
    game.press(LEFT, after=MINUTE_NS)
    assert (game.left.period, game.right.period) == (2, 2)
    game.press(RIGHT, after=SECOND_NS)
    assert kinds(game.wait(30 * SECOND_NS)) == ["ClapperFell"], "one move of two"
    game = Game("*2/0:30", rollover="at_zero_both")
    game.make(4)
    assert kinds(game.wait(30 * SECOND_NS)) == ["PeriodBegan"], "to him who completed it"
    assert (game.left.period, game.right.period) == (2, 1)
