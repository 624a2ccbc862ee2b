"""What systemd is notified of, and when it is not."""

import os
import socket
import threading
from pathlib import Path

import pytest

from clock.service.notify import Notifier
from tests.service.manager import WAIT_S, Manager


def test_nobody_is_notified_where_nobody_listens(tmp_path: Path) -> None:
    for address in ("", str(tmp_path / "nobody"), "@nobody", "x" * 300):
        notifier = Notifier({"NOTIFY_SOCKET": address})
        assert notifier.listened_to is (address != "")
        notifier.notify("READY=1")
        notifier.close()


def test_who_does_not_listen_for_long_holds_nothing_up(manager: Manager) -> None:
    notifier = Notifier(manager.environment)

    def notify_much() -> None:
        for _ in range(10_000):
            notifier.notify("STATUS=a")

    telling = threading.Thread(target=notify_much, daemon=True)
    telling.start()
    telling.join(WAIT_S)
    assert not telling.is_alive()
    notifier.close()


def test_what_is_no_text_is_reported_as_far_as_it_is(manager: Manager) -> None:
    notifier = Notifier(manager.environment)
    notifier.notify("STATUS=the folder caf\udce9")
    assert manager.hear("STATUS=") == "STATUS=the folder caf\\udce9"
    notifier.close()


def test_a_name_that_is_in_no_folder_is_understood() -> None:
    name = f"clapper-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name}")
        notifier = Notifier({"NOTIFY_SOCKET": f"@{name}"})
        notifier.notify("READY=1")
        assert listening.recv(100) == b"READY=1"
        notifier.close()


@pytest.mark.parametrize(
    ("environment", "watchdog_ns"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "5000000"}, 5_000_000_000),
        ({"WATCHDOG_USEC": "5000000", "WATCHDOG_PID": str(os.getpid())}, 5_000_000_000),
        ({"WATCHDOG_USEC": "5000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "²"}, None),
    ],
)
def test_the_watchdogs_time_is_systemds_if_it_is_for_us(
    environment: dict[str, str], watchdog_ns: int | None
) -> None:
    notifier = Notifier(environment)
    assert notifier.watchdog_ns == watchdog_ns
    notifier.close()
