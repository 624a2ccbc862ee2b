"""The watchdog is fed by a loop that turns, and every fault is logged once."""

import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from types import MappingProxyType

import pytest

from clock.config import config_from
from clock.service.health import Health
from clock.service.notify import Notifier
from clock.station.loop import Station
from hal.fake import FakeLamp, fake_body
from hal.message import Message
from hal.ports import LampName, ScreenName
from tests.service.manager import SECOND_NS, WAIT_S, Manager


class Watched:
    """A health on a body of fakes, and its log."""

    def __init__(self, manager: Manager, watchdog_s: int = 4) -> None:
        self.body = fake_body()
        self.log: list[str] = []
        self._manager = manager
        self.notifier = Notifier(
            {**manager.environment, "WATCHDOG_USEC": str(watchdog_s * 1_000_000)}
        )
        self.health = Health(self.body, self.notifier, self.log.append)

    def look(self) -> list[str]:
        """One look, and what systemd heard of it."""
        self.health.look()
        return self._manager.heard_so_far()


@pytest.fixture
def watched(manager: Manager) -> Iterator[Watched]:
    watched = Watched(manager)
    yield watched
    watched.notifier.close()


def test_the_watchdog_is_fed_four_times_in_its_time_and_no_more(watched: Watched) -> None:
    assert watched.look() == ["WATCHDOG=1", "STATUS=All is well"]
    watched.body.time.advance(SECOND_NS - 1)
    assert watched.look() == []
    watched.body.time.advance(1)
    assert watched.look() == ["WATCHDOG=1"]


def test_a_fault_is_logged_once_and_its_end_too(watched: Watched) -> None:
    watched.look()
    screen = watched.body.screens[ScreenName.RIGHT]
    screen.unplug("ssd1306 at 0x3D on I²C 1: not there")
    assert watched.look() == ["STATUS=ssd1306 at 0x3D on I²C 1: not there"]
    assert watched.look() == []
    screen.plug_in()
    assert watched.look() == ["STATUS=All is well"]
    assert watched.log == [
        "ssd1306 at 0x3D on I²C 1: not there",
        "well again: ssd1306 at 0x3D on I²C 1: not there",
    ]


def test_what_happened_to_the_clock_is_logged_once_and_nothing_is_well_again_after_it(
    manager: Manager,
) -> None:
    body, log, news = fake_body(), list[str](), [Message("clock away: 7.0 s")]
    with closing(Notifier(manager.environment)) as notifier:
        health = Health(body, notifier, log.append, news=lambda: tuple(news))
        health.look()
        health.look()
        news.clear()
        health.look()
        assert log == ["clock away: 7.0 s"]
        news.append(Message("clock away: 7.0 s"))  # another time
        health.look()
    assert log == ["clock away: 7.0 s"] * 2
    assert manager.heard_so_far() == ["STATUS=All is well"]


class StuckLamp(FakeLamp):
    """A lamp that can keep whoever sets it."""

    def __init__(self) -> None:
        super().__init__()
        self.free = threading.Event()
        self.free.set()
        self.waited_for = threading.Event()

    def set(self, lit: bool) -> None:
        self.waited_for.set()
        assert self.free.wait(WAIT_S)
        super().set(lit)


def test_a_loop_that_stands_still_feeds_no_watchdog(manager: Manager) -> None:
    watched = Watched(manager)
    lamp = StuckLamp()
    lamps = MappingProxyType({**watched.body.lamps, LampName.REFEREE: lamp})
    body = replace(watched.body, lamps=lamps)
    station, stop = Station(body, config_from("").setup), threading.Event()
    thread = threading.Thread(target=station.run, args=(stop, watched.health.look), daemon=True)
    thread.start()
    manager.hear("WATCHDOG=1")
    lamp.free.clear()
    lamp.waited_for.clear()
    assert lamp.waited_for.wait(WAIT_S)
    manager.heard_so_far()
    watched.body.time.advance(10 * SECOND_NS)  # far more than the watchdog's time
    assert manager.heard_so_far() == []
    lamp.free.set()
    manager.hear("WATCHDOG=1")
    stop.set()
    thread.join(WAIT_S)
    assert not thread.is_alive()
    watched.notifier.close()


def test_a_long_watchdog_is_fed_at_each_look_of_the_loop(manager: Manager) -> None:
    watched = Watched(manager, watchdog_s=600)
    watched.look()
    watched.body.time.advance(SECOND_NS)
    assert watched.look() == ["WATCHDOG=1"]
    watched.notifier.close()
