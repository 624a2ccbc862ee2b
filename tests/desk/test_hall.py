"""A whole round with few referees, played by the clocks' rules at the pace of real rounds."""

import random

import pytest

from benchmarks.hall import DeskRound, RedRound
from clock.desk.attention import ALARMS_MAX
from clock.desk_pages.demo.tempo import move_times_ns
from clock.rules.units import HOUR_NS, MINUTE_NS


@pytest.mark.parametrize(
    ("tables", "referees", "hours"),
    [
        (12, 1, 3),
        pytest.param(60, 3, 7, marks=pytest.mark.slow),
        pytest.param(100, 5, 7, marks=pytest.mark.slow),
    ],
)
def test_few_referees_are_not_flooded_and_no_call_goes_unnoticed(
    tables: int, referees: int, hours: int
) -> None:
    desk = DeskRound(tables, referees, 1, move_times_ns).run(hours * HOUR_NS)
    assert desk.alarms <= ALARMS_MAX
    assert desk.unnoticed == 0
    red = RedRound(tables, referees, 1, move_times_ns).run(hours * HOUR_NS)
    assert red.alarms > desk.alarms
    assert desk.danger_seen_s / desk.danger_s > red.danger_seen_s / red.danger_s


def test_made_up_players_think_as_long_as_real_ones() -> None:
    """100 real games have 208 calls of a referee; half of them are shorter than 105 plies."""
    chance = random.Random(5)
    games = [move_times_ns(chance) for _ in range(200)]
    assert 180 <= sum(map(calls, games)) / 2 <= 240
    assert 95 <= sorted(map(len, games))[100] <= 115


def calls(times: list[int]) -> int:
    """How often a seat comes to five minutes in a period of 90 + 30 minutes with 30 s a move."""
    count = 0
    for own in (times[0::2], times[1::2]):
        left_ns = 90 * MINUTE_NS
        for turns in (own[:40], own[40:]):
            lows = []
            for turn_ns in turns:
                lows.append(left_ns - turn_ns <= 5 * MINUTE_NS)
                left_ns = max(0, left_ns - turn_ns) + MINUTE_NS // 2
            count += any(lows)
            left_ns += 30 * MINUTE_NS
    return count
