"""The watchdog is fed by a loop that turns, and every fault is logged once."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from clock.service.health import Health
from clock.service.notify import Notifier
from hal.fake import FakeTime
from hal.message import Message
from tests.service.manager import SECOND_NS, Manager


class Watched:
    """A health with faults and news that a test sets, and its log."""

    def __init__(self, manager: Manager, notifier: Notifier) -> None:
        self.time, self.log = FakeTime(), list[str]()
        self.faults: tuple[Message, ...] = ()
        self.news: tuple[Message, ...] = ()
        self._manager = manager
        self._health = Health(
            self.time, notifier, self.log.append, lambda: self.faults, lambda: self.news
        )

    def look(self) -> list[str]:
        """One look, and what systemd heard of it."""
        self._health.look()
        return self._manager.heard_so_far()


@pytest.fixture
def watched(manager: Manager, request: pytest.FixtureRequest) -> Iterator[Watched]:
    """Watched by a systemd that wants to hear from it every four seconds, or as a test says."""
    seconds = getattr(request, "param", 4)
    watchdog = {"WATCHDOG_USEC": str(seconds * 1_000_000)} if seconds else {}
    with closing(Notifier({**manager.environment, **watchdog})) as notifier:
        yield Watched(manager, notifier)


EVERY_NS = ((2, SECOND_NS // 2), (4, SECOND_NS), (600, SECOND_NS))


@pytest.mark.parametrize(("watched", "again_ns"), EVERY_NS, indirect=["watched"])
def test_the_watchdog_is_fed_four_times_in_its_time_or_at_each_look_of_the_loop(
    watched: Watched, again_ns: int
) -> None:
    assert watched.look() == ["WATCHDOG=1", "STATUS=All is well"]
    watched.time.advance(again_ns - 1)
    assert watched.look() == []
    watched.time.advance(1)
    assert watched.look() == ["WATCHDOG=1"]


@pytest.mark.parametrize("watched", [0], indirect=True)
def test_a_fault_and_its_end_are_logged_once_and_an_event_each_time(watched: Watched) -> None:
    gone, away = Message("right: not there"), Message("clock away: 7.0 s")
    heard = []
    for watched.faults, watched.news in (
        *(((), (away,)), ((), (away,)), ((gone,), ())),
        *(((gone,), (away,)), ((gone, away), ()), ((away,), ())),
    ):
        heard += watched.look()
    assert watched.log == [
        *("clock away: 7.0 s", "right: not there", "clock away: 7.0 s", "clock away: 7.0 s"),
        "well again: right: not there",
    ]
    assert heard == [
        *("STATUS=All is well", "STATUS=right: not there"),
        *("STATUS=right: not there; clock away: 7.0 s", "STATUS=clock away: 7.0 s"),
    ]
