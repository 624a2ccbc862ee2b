"""What systemd is notified of, and when it is not."""

import os
import socket
from contextlib import closing
from pathlib import Path

import pytest

from clock.service.notify import Notifier
from tests.service.manager import Manager


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
