"""A clock asks a desk's page to be let in, and the page does not answer."""

import socket
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest

from clock.link import enrolment as enrolment_module
from clock.link.desk_table import DeskTable
from clock.link.enrolment import Enrolment
from tests.conftest import WAIT_S


def test_a_page_that_takes_a_connection_and_then_is_silent_is_not_waited_for(
    event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(enrolment_module, "CONNECT_S_MAX", 0.1)
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        page = f"https://127.0.0.1:{silent.getsockname()[1]}"
        ends = Timer(WAIT_S, silent.close)  # which a clock that waits sees as an end
        ends.start()
        with pytest.raises(TimeoutError):
            Enrolment(DeskTable(page=page, ca_file=str(event / "ca.pem")), tmp_path).ask()
        ends.cancel()
