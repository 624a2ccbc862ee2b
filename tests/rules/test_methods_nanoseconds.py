"""Increment, Bronstein and delay to the nanosecond: any times, any thoughts, exactly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.rules.control import Method, Period
from clock.rules.machine import begin
from clock.rules.outputs import ClapperFell
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, setup

TIMES_NS = st.integers(1, 10 * MINUTE_NS)
BONUSES_NS = st.integers(1, MINUTE_NS)
THOUGHTS_NS = st.lists(st.integers(0, 2 * MINUTE_NS), min_size=1, max_size=20)


def game_of(method: Method, time_ns: int, bonus_ns: int) -> Game:
    """A game that has begun, with this one period for both."""
    game = Game(started=False)
    control = (Period(time_ns, None, method, bonus_ns),)
    given_setup = setup()
    game.state = begin(
        type(given_setup)(
            left=control,
            right=control,
            regulations=given_setup.regulations,
            opening=given_setup.opening,
        )
    )
    game.start()
    return game


def after_a_thought(method: Method, left_ns: int, bonus_ns: int, thought_ns: int) -> int:
    """What the left seat has after one turn, in one line a method; nothing: the clapper fell."""
    before_press_ns = {
        Method.INCREMENT: left_ns - thought_ns,
        Method.BRONSTEIN: left_ns - thought_ns,
        Method.DELAY: left_ns - max(0, thought_ns - bonus_ns),
    }[method]
    if before_press_ns <= 0:
        return 0
    earned_ns = {
        Method.INCREMENT: bonus_ns,
        Method.BRONSTEIN: min(bonus_ns, thought_ns),
        Method.DELAY: 0,
    }[method]
    return before_press_ns + earned_ns


@pytest.mark.rule("control: increment")
@pytest.mark.rule("control: bronstein")
@pytest.mark.rule("control: delay")
@pytest.mark.parametrize("method", [Method.INCREMENT, Method.BRONSTEIN, Method.DELAY])
@given(TIMES_NS, BONUSES_NS, THOUGHTS_NS)
def test_every_turn_is_exact(
    method: Method, time_ns: int, bonus_ns: int, thoughts_ns: list[int]
) -> None:
    game, left_ns = game_of(method, time_ns, bonus_ns), time_ns
    for thought_ns in thoughts_ns:
        game.press(LEFT, after=thought_ns)
        left_ns = after_a_thought(method, left_ns, bonus_ns, thought_ns)
        assert (game.shows(LEFT), game.left.fallen) == (left_ns, left_ns == 0)
        if game.left.fallen:
            break
        game.press(RIGHT)


@pytest.mark.rule("control: bronstein")
@pytest.mark.rule("control: delay")
@given(TIMES_NS, BONUSES_NS, THOUGHTS_NS)
def test_bronstein_and_delay_differ_only_where_the_time_is_used_up(
    time_ns: int, bonus_ns: int, thoughts_ns: list[int]
) -> None:
    bronstein = game_of(Method.BRONSTEIN, time_ns, bonus_ns)
    delay = game_of(Method.DELAY, time_ns, bonus_ns)
    for thought_ns in thoughts_ns:
        bronstein.press(LEFT, after=thought_ns)
        delay.press(LEFT, after=thought_ns)
        if bronstein.left.fallen:
            break
        assert bronstein.shows(LEFT) == delay.shows(LEFT)
        bronstein.press(RIGHT)
        delay.press(RIGHT)


@pytest.mark.rule("control: bronstein")
@pytest.mark.rule("control: delay")
@pytest.mark.parametrize(
    ("method", "falls_ns"),
    [(Method.BRONSTEIN, 2 * SECOND_NS), (Method.DELAY, 7 * SECOND_NS)],
)
def test_the_clapper_falls_at_the_nanosecond(method: Method, falls_ns: int) -> None:
    game = game_of(method, 2 * SECOND_NS, 5 * SECOND_NS)
    assert game.wait(falls_ns - 1) == []
    assert game.wait(1) == [ClapperFell(falls_ns, LEFT)]


@pytest.mark.rule("control: bronstein")
@pytest.mark.rule("control: delay")
@pytest.mark.parametrize("method", [Method.INCREMENT, Method.BRONSTEIN, Method.DELAY])
@given(
    BONUSES_NS,
    st.lists(st.integers(0, 30 * SECOND_NS), min_size=2, max_size=6),
    st.integers(0, MINUTE_NS),
)
def test_stops_inside_a_turn_change_nothing_of_its_figures(
    method: Method, bonus_ns: int, parts_ns: list[int], pause_ns: int
) -> None:
    game = game_of(method, 10 * MINUTE_NS, bonus_ns)
    for part_ns in parts_ns[:-1]:
        game.stop(after=part_ns)
        game.resume(after=pause_ns)
    game.press(LEFT, after=parts_ns[-1])
    expected_ns = after_a_thought(method, 10 * MINUTE_NS, bonus_ns, sum(parts_ns))
    assert game.shows(LEFT) == expected_ns
    assert game.left.spent_ns == sum(parts_ns)
