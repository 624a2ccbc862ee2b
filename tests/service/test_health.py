"""systemd is notified, the watchdog fed by a loop that turns, and every fault logged once."""

import os
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from clock.service.health import Health
from clock.service.notify import Notifier
from hal.message import Message
from tests.fakes import FakeTime
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
        """Report once; return the messages to systemd."""
        self._health.report()
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
    gone, away = Message("right: not there"), Message("was off for 7.0 s")
    heard = []
    for watched.faults, watched.news in (
        *(((), (away,)), ((), (away,)), ((gone,), ())),
        *(((gone,), (away,)), ((gone, away), ()), ((away,), ())),
    ):
        heard += watched.look()
    assert watched.log == [
        *("was off for 7.0 s", "right: not there", "was off for 7.0 s", "was off for 7.0 s"),
        "resolved: right: not there",
    ]
    assert heard == [
        *("STATUS=All is well", "STATUS=right: not there"),
        *("STATUS=right: not there; was off for 7.0 s", "STATUS=was off for 7.0 s"),
    ]


# The notifier


def test_nobody_is_notified_where_nobody_listens(tmp_path: Path) -> None:
    for address in ("", str(tmp_path / "nobody"), "@nobody", "x" * 300):
        with closing(Notifier({"NOTIFY_SOCKET": address})) as notifier:
            assert notifier.listened_to is (address != "")
            notifier.notify("READY=1")


def test_who_does_not_listen_for_long_holds_nothing_up_and_hears_what_is_no_text(
    manager: Manager,
) -> None:
    with closing(Notifier(manager.environment)) as notifier:
        for _ in range(2_000):
            notifier.notify("STATUS=the folder caf\udce9")
        heard = manager.heard_so_far()
    assert 0 < len(heard) < 2_000
    assert set(heard) == {"STATUS=the folder caf\\udce9"}


def test_a_name_that_is_in_no_folder_is_understood() -> None:
    name = f"clapper-test-{os.getpid()}"
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening,
        closing(Notifier({"NOTIFY_SOCKET": f"@{name}"})) as notifier,
    ):
        listening.bind(f"\0{name}")
        notifier.notify("READY=1")
        assert listening.recv(100) == b"READY=1"


FIVE_S = {"WATCHDOG_USEC": "5000000"}


@pytest.mark.parametrize(
    ("environment", "watchdog_ns"),
    [
        (FIVE_S, 5_000_000_000),
        (FIVE_S | {"WATCHDOG_PID": str(os.getpid())}, 5_000_000_000),
        (FIVE_S | {"WATCHDOG_PID": "1"}, None),
        *(({"WATCHDOG_USEC": none}, None) for none in ("", "0", "²")),
    ],
)
def test_the_watchdogs_time_is_systemds_if_it_is_for_us(
    environment: dict[str, str], watchdog_ns: int | None
) -> None:
    with closing(Notifier(environment)) as notifier:
        assert notifier.watchdog_ns == watchdog_ns
