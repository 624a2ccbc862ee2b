"""Hourglass: what one spends flows to the other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.rules.outputs import ClapperFell
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds

GLASS = "hourglass 1:00"
SUM_NS = 2 * MINUTE_NS


@pytest.mark.rule("control: hourglass")
def test_what_one_spends_flows_to_the_other_while_it_is_spent() -> None:
    game = Game(GLASS)
    game.wait(10 * SECOND_NS)
    assert game.shown == (50 * SECOND_NS, 70 * SECOND_NS)
    game.press(LEFT, after=5 * SECOND_NS)
    assert game.shown == (45 * SECOND_NS, 75 * SECOND_NS)
    game.press(RIGHT, after=75 * SECOND_NS - 1)
    assert game.shown == (SUM_NS - 1, 1)


@pytest.mark.rule("control: hourglass")
@given(st.lists(st.integers(0, MINUTE_NS), max_size=30))
def test_the_sum_is_constant_to_the_nanosecond(thoughts_ns: list[int]) -> None:
    game = Game(GLASS)
    for thought_ns in thoughts_ns:
        game.wait(thought_ns // 3)
        assert sum(game.shown) == SUM_NS
        game.move(thought_ns - thought_ns // 3)
        assert sum(game.shown) == SUM_NS
        if game.left.fallen or game.right.fallen:
            break


@pytest.mark.rule("control: hourglass")
def test_it_ends_with_a_fall_at_the_exact_instant_and_the_other_has_all() -> None:
    game = Game(GLASS)
    game.press(LEFT, after=20 * SECOND_NS)
    assert game.wait(80 * SECOND_NS - 1) == []
    assert game.wait(10 * SECOND_NS) == [ClapperFell(100 * SECOND_NS, RIGHT)]
    assert game.shown == (SUM_NS, 0)


@pytest.mark.rule("control: hourglass")
def test_nothing_flows_from_an_empty_glass() -> None:
    game = Game(GLASS)
    game.wait(2 * MINUTE_NS)
    assert game.shown == (0, SUM_NS)
    game.press(LEFT, after=MINUTE_NS)
    assert game.shown == (0, SUM_NS)


@pytest.mark.rule("control: hourglass")
def test_nothing_flows_to_a_fallen_clapper() -> None:
    game = Game(GLASS)
    game.press(LEFT, after=MINUTE_NS)
    assert game.left.fallen
    game.wait(30 * SECOND_NS)
    assert game.shown == (0, 90 * SECOND_NS)


@pytest.mark.rule("control: hourglass")
@pytest.mark.rule("on_flag: stop")
def test_the_fall_stops_both_where_regulations_say_so() -> None:
    game = Game(GLASS, announce=True, on_flag="stop")
    assert kinds(game.wait(MINUTE_NS)) == ["ClapperFell", "ClocksStopped"]
    assert (game.phase, game.shown) == (Phase.FALLEN, (0, SUM_NS))


@pytest.mark.rule("control: hourglass")
def test_a_stop_lays_the_glass_down_and_resuming_sets_it_up_as_it_was() -> None:
    game = Game(GLASS)
    game.stop(after=10 * SECOND_NS)
    game.wait(MINUTE_NS)
    assert game.shown == (50 * SECOND_NS, 70 * SECOND_NS)
    game.resume()
    game.wait(20 * SECOND_NS)
    assert game.shown == (30 * SECOND_NS, 90 * SECOND_NS)


@pytest.mark.rule("control: hourglass")
def test_a_press_of_the_idle_seat_turns_nothing() -> None:
    game = Game(GLASS)
    game.press(RIGHT, after=10 * SECOND_NS)
    game.wait(10 * SECOND_NS)
    assert game.shown == (40 * SECOND_NS, 80 * SECOND_NS)


@pytest.mark.rule("control: hourglass")
def test_only_the_organizer_changes_the_sum() -> None:
    game = Game(GLASS)
    game.adjust(RIGHT, by=MINUTE_NS, after=SECOND_NS)
    assert game.shown == (59 * SECOND_NS, 121 * SECOND_NS)


@pytest.mark.rule("control: hourglass")
def test_the_whole_sand_flows_through_and_back() -> None:
    game = Game("hourglass 3:00", right="hourglass 2:00")
    game.press(LEFT, after=3 * MINUTE_NS - 1)
    assert game.shown == (1, 5 * MINUTE_NS - 1)
    game.press(RIGHT, after=5 * MINUTE_NS - 2)
    assert game.shown == (5 * MINUTE_NS - 1, 1)


@pytest.mark.rule("control: hourglass")
def test_joint_time_is_taken_from_both_and_flows_to_nobody() -> None:
    game = Game(GLASS, started=False)
    game.start(absent=(LEFT, RIGHT))
    game.wait(10 * SECOND_NS)
    assert game.shown == (50 * SECOND_NS, 50 * SECOND_NS)
