"""What the unit grants the clock, held against what the clock needs."""

import os
import re
import signal
from importlib.util import find_spec
from pathlib import Path
from typing import get_args, get_type_hints

from clock.journal import journal
from clock.service import log, run
from clock.service.health import FEEDS
from clock.station import settings_file
from clock.station.loop import WAIT_NS_MAX
from hal import lines, oled, power
from hal.factories import FACTORIES
from hal.wiring import DEFAULT, ScreenWiring
from tests.service.manager import SECOND_NS, Manager
from tests.service.test_run import started

ROOT = Path(__file__).parent.parent.parent
UNIT = (ROOT / "systemd" / "clapper.service").read_text(encoding="utf-8")

SEEN_TO_BE_STUCK_S_MAX = 10
"""So long two players look at a clock that stands still before one of them calls somebody."""
GAP_S_MAX = 1.0
"""A clock whose program failed is back so soon that a player takes it for a flicker."""


def unit(section: str, key: str) -> list[str]:
    """Return every value of a key in a section of the unit."""
    body = UNIT.partition(f"[{section}]\n")[2].partition("\n[")[0]
    return re.findall(rf"^{key}=(.*)$", body, re.MULTILINE)


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


def test_a_clock_that_is_stuck_runs_again_before_the_players_call_somebody() -> None:
    ended_s = seconds("WatchdogSec") + seconds("TimeoutAbortSec")
    assert ended_s + seconds("RestartSec") <= SEEN_TO_BE_STUCK_S_MAX


def test_a_clock_that_ends_is_started_again_at_once_however_it_ended_and_however_often() -> None:
    """A clock on a table has nobody who starts it: it ends with 0 on a signal by mistake, too."""
    assert unit("Service", "Restart") == ["always"]
    assert seconds("RestartSec") <= GAP_S_MAX
    assert unit("Unit", "StartLimitIntervalSec") == ["0"], "systemd gives up after five otherwise"


def test_a_clock_that_starts_has_time_for_pins_that_come_late_and_then_for_the_rest() -> None:
    assert seconds("TimeoutStartSec") >= 2 * run.PINS_WAIT_NS / SECOND_NS


def test_a_clock_that_ends_has_time_for_all_that_its_parts_may_take() -> None:
    """Each part closes after another, and waits for its thread no longer than its bound."""
    parts_s = (
        lines.JOIN_S_MAX
        + len(DEFAULT.screens) * oled.JOIN_S_MAX
        + power.JOIN_S_MAX
        + settings_file.CLOSE_S_MAX
        + journal.CLOSE_WAIT_S
        + 2 * log.CLOSE_S_MAX
    )
    assert seconds("TimeoutStopSec") >= parts_s


def test_the_service_is_in_the_group_of_every_bus_and_may_open_its_devices() -> None:
    buses = set(get_args(get_type_hints(ScreenWiring)["bus"]))
    (groups,) = unit("Service", "SupplementaryGroups")
    assert set(groups.split()) == {"gpio", *buses}
    assert {f"char-{name} rw" for name in ("gpiochip", *buses)} <= devices()


def test_the_service_may_open_what_the_native_factory_opens() -> None:
    assert "native" in FACTORIES
    native = find_spec("gpiozero.pins.native")
    assert native is not None
    assert native.origin is not None
    opened = set(re.findall(r"'(/dev/gpio\w+)'", Path(native.origin).read_text(encoding="utf-8")))
    assert opened
    assert {f"{path} rw" for path in opened} <= devices()


def devices() -> set[str]:
    return set(unit("Service", "DeviceAllow"))


def test_the_service_may_have_twice_as_many_threads_as_the_clock_has(
    config_file: Path, manager: Manager
) -> None:
    with started(config_file, **manager.environment) as process:
        manager.hear("READY=1")
        threads = len(os.listdir(f"/proc/{process.pid}/task"))
        process.send_signal(signal.SIGTERM)
    assert threads > len(DEFAULT.screens), "each display has one of its own"
    # Without pins there is none for edges and for the supply, and no tone has its timer.
    (limit,) = unit("Service", "TasksMax")
    assert int(limit) >= 2 * (threads + 3)
