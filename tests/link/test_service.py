"""`clapper run` with a desk: nothing of it is on the way of a start, and its end is noticed."""

import signal
import subprocess
import sys
from pathlib import Path

import msgspec

from clock.doctor import desk_link as doctor
from clock.doctor.findings import Severity
from tests.conftest import WAIT_S
from tests.link.hall import Desk, Mosquitto
from tests.service.manager import MOCK, Manager
from tests.service.test_run import started


def test_a_clock_starts_without_its_desk_and_is_linked_once_that_is_there(
    broker: Mosquitto, desk: Desk, tmp_path: Path
) -> None:
    broker.kill()
    file, manager = tmp_path / "clapper.toml", Manager(tmp_path / "notify")
    table = broker.desk_table()
    keys = (f'{key} = "{value}"' for key, value in msgspec.structs.asdict(table).items())
    file.write_text("\n".join((MOCK, "[desk]", *keys)))
    (finding,) = doctor.link(table)
    assert (finding.severity, "Connection refused" in str(finding.what)) == (Severity.WARNING, True)
    with started(file, **manager.environment) as process:
        manager.hear("READY=1")
        no_link = f"no link to the referees' desk: {table.address}: Connection refused"
        assert no_link in manager.hear("STATUS=no link")
        broker.start()
        desk.wait(lambda: desk.beat is not None)
        manager.hear("STATUS=All is well")
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=WAIT_S)
    assert [line for line in log.splitlines() if "link" in line] == [
        f"clapper: {no_link}",
        f"clapper: resolved: {no_link}",
    ]
    desk.wait(lambda: any(b'"up":false' in payload for _, payload, _ in desk.heard))
    (finding,) = doctor.link(table)
    assert finding.severity is Severity.OK
    manager.close()


def test_what_a_link_needs_is_not_loaded_by_a_clock_that_starts() -> None:
    look = "import sys, clock.service.run; print({'paho', 'ssl'} & {*sys.modules})"
    ended = subprocess.run((sys.executable, "-c", look), capture_output=True, text=True, check=True)
    assert ended.stdout == "set()\n"
