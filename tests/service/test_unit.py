"""What the unit grants the clock, held against what the clock needs."""

import re
from typing import get_args, get_type_hints

from clock.journal import journal
from clock.link import link
from clock.service import notices, run
from clock.service.health import FEEDS
from clock.service.log import CLOSE_S_MAX
from clock.station import saver
from clock.station.loop import WAIT_NS_MAX
from hal import lines, oled, power
from hal.wiring import DEFAULT, ScreenWiring
from tests.service.manager import SECOND_NS, unit

SEEN_TO_BE_STUCK_S_MAX = 10
"""So long two players look at a clock that stands still before one of them calls somebody."""
GAP_S_MAX = 1.0
"""A clock whose program failed is back so soon that a player takes it for a flicker."""


def seconds(key: str) -> float:
    """Return a time of the service, in seconds."""
    (span,) = unit("Service", key)
    figure, of = re.fullmatch(r"(\d+)(ms|s|)", span).groups()  # type: ignore[union-attr]
    return int(figure) / (1000 if of == "ms" else 1)


def test_a_loop_that_turns_is_fed_in_time_though_feeds_are_late_or_lost() -> None:
    turns_s = WAIT_NS_MAX / SECOND_NS
    feeds_s = min(seconds("WatchdogSec") / FEEDS, turns_s)
    # A loop with nothing to do may just have turned when a feed is due; and one feed may be lost.
    assert seconds("WatchdogSec") >= 2 * (feeds_s + turns_s)


def test_a_clock_that_is_stuck_or_ends_runs_again_soon_however_it_ended_and_however_often() -> None:
    """Nobody at a table can start a clock again, and a stray signal also ends it with status 0."""
    ended_s = seconds("WatchdogSec") + seconds("TimeoutAbortSec")
    assert ended_s + seconds("RestartSec") <= SEEN_TO_BE_STUCK_S_MAX
    assert seconds("RestartSec") <= GAP_S_MAX
    assert unit("Service", "Restart") == ["always"]
    assert unit("Service", "RestartPreventExitStatus") == [str(run.UNUSABLE)]
    assert unit("Unit", "StartLimitIntervalSec") == ["0"], "systemd gives up after five otherwise"


def test_a_clock_that_starts_or_ends_has_time_for_all_that_its_parts_may_take() -> None:
    """Each part closes after another, and waits for its thread no longer than its bound."""
    assert seconds("TimeoutStartSec") >= 2 * run.PINS_WAIT_NS / SECOND_NS
    parts_s = (
        lines.JOIN_S_MAX
        + len(DEFAULT.screens) * (notices.NOTICE_S_MAX + oled.JOIN_S_MAX)
        + power.JOIN_S_MAX
        + saver.CLOSE_S_MAX
        + journal.CLOSE_WAIT_S
        + link.CLOSE_S_MAX
        + 2 * CLOSE_S_MAX
    )
    assert seconds("TimeoutStopSec") >= parts_s


def test_the_service_is_in_the_group_of_every_bus_and_may_open_what_the_wiring_needs() -> None:
    buses = set(get_args(get_type_hints(ScreenWiring)["bus"]))
    (groups,) = unit("Service", "SupplementaryGroups")
    assert set(groups.split()) == {"gpio", "input", *buses}
    used = {screen.bus for screen in DEFAULT.screens.values()}
    assert set(unit("Service", "DeviceAllow")) == {
        "char-input r",
        *(f"char-{name} rw" for name in {"gpiochip"} | used),
    }
    assert unit("Service", "DevicePolicy") == ["closed"]
    for hidden in ("PrivateDevices", "ProcSubset", "PrivateUsers"):  # from the clock, its pins
        assert unit("Service", hidden) == []
