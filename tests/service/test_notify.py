"""What systemd is notified of, and when it is not."""

import os
import socket
import threading
from contextlib import closing
from pathlib import Path

import pytest

from clock.service.notify import Notifier
from tests.service.manager import WAIT_S, Manager


def test_nobody_is_notified_where_nobody_listens(tmp_path: Path) -> None:
    for address in ("", str(tmp_path / "nobody"), "@nobody", "x" * 300):
        with closing(Notifier({"NOTIFY_SOCKET": address})) as notifier:
            assert notifier.listened_to is (address != "")
            notifier.notify("READY=1")


def test_who_does_not_listen_for_long_holds_nothing_up_and_hears_what_is_no_text(
    manager: Manager,
) -> None:
    with closing(Notifier(manager.environment)) as notifier:

        def notify_much() -> None:
            for _ in range(2_000):
                notifier.notify("STATUS=the folder caf\udce9")

        notifying = threading.Thread(target=notify_much, daemon=True)
        notifying.start()
        notifying.join(WAIT_S)
        assert not notifying.is_alive()
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


OURS = "ours"


@pytest.mark.parametrize(
    ("microseconds", "pid", "watchdog_ns"),
    [
        ("5000000", None, 5_000_000_000),
        ("5000000", OURS, 5_000_000_000),
        ("5000000", "1", None),
        ("", None, None),
        ("0", None, None),
        ("²", None, None),
    ],
)
def test_the_watchdogs_time_is_systemds_if_it_is_for_us(
    microseconds: str, pid: str | None, watchdog_ns: int | None
) -> None:
    environment = {"WATCHDOG_USEC": microseconds}
    if pid is not None:
        environment["WATCHDOG_PID"] = str(os.getpid()) if pid == OURS else pid
    with closing(Notifier(environment)) as notifier:
        assert notifier.watchdog_ns == watchdog_ns
