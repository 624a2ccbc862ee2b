"""`clapper desk run` as it is used: https, its own broker, a clock that is let in and plays."""

import json
import random
import re
import signal
import socket
import time
from collections.abc import Callable
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from clock.config import read_config
from clock.desk.event import database_url, read_event
from clock.desk.event.broker import PASSWORD as BROKER_PASSWORD
from clock.desk.event.broker import SECURITY, admission
from clock.desk.store import Store
from clock.desk_pages.demo.virtual_clocks import VirtualClock
from clock.link.link import Link
from clock.link.messages import Assign, Command, Have, topic
from tests.conftest import WAIT_S
from tests.desk.desk_process import PASSWORD, desk, folder, made, running, url
from tests.desk.desk_server import wait_until
from tests.desk.organizer import Organizer
from tests.journal.journal_tables import JournalTable, evening

__all__ = ["desk", "evening", "folder", "made", "url"]

TO_CLOCK: dict[str, Any] = {"have": Have, "assign": Assign, "cmd": Command}


def play(files: ZipFile, folder: Path) -> tuple[VirtualClock, Client]:
    """Let a clock play that has the files which the desk gave it."""
    table = read_config(_unpacked(files, folder)).desk
    assert table is not None
    client = Client(CallbackAPIVersion.VERSION2, table.clock, protocol=MQTTProtocolVersion.MQTTv5)
    client.username_pw_set(table.clock, files.read("desk.password").decode().strip())
    client.tls_set(str(folder / "desk-ca.pem"))
    client.tls_insecure_set(True)

    def publish(clock: str, leaf: str, message: msgspec.Struct) -> None:
        client.publish(topic(table.event, clock, leaf), msgspec.json.encode(message), qos=1)

    def take(_client: Client, _data: object, message: MQTTMessage) -> None:
        kind = TO_CLOCK[message.topic.rpartition("/")[2]]
        if message.payload:
            decoded = msgspec.json.decode(message.payload, type=kind)
            station.receive(decoded, time.monotonic_ns())

    station = VirtualClock(table.clock, publish, random.Random(1), lambda: [10**9] * 9)
    client.on_message = take
    host, _, port = str(table.address).partition(":")
    client.connect(host, int(port))
    client.loop_start()
    for leaf in TO_CLOCK:
        client.subscribe(topic(table.event, table.clock, leaf), qos=1)
    return station, client


def _unpacked(files: ZipFile, folder: Path) -> Path:
    """The clock's configuration, with the desk's files beside it."""
    files.extractall(folder)
    file = folder / "clapper.toml"
    file.touch()
    return file


def test_a_clock_that_is_called_like_the_desk_is_refused_and_the_desk_goes_on(
    folder: Path, desk: str
) -> None:
    organizer = Organizer(folder, desk, PASSWORD)
    for name in ("desk", "Desk"):
        status, _, content = organizer.ask("/clocks/admit", {"name": name, "table": "7"})
        refused = f"a clock cannot be called {name}: the desk has that name at the broker"
        assert (status, json.loads(content)["text"]) == (409, refused)
    fields = {"name": "Anna", "table": "7"}
    wait_until(lambda: organizer.ask("/clocks/admit", fields)[0] == 200)
    assert b">clock-anna<" in organizer.ask("/clocks")[2]


def test_in_an_event_of_an_earlier_version_clocks_keep_their_names_and_the_desk_gets_its_own_back(
    folder: Path, tmp_path: Path
) -> None:
    """Clocks had bare names, and one called `desk` has taken the desk's place at the broker."""
    file, event = folder / SECURITY, read_event(folder)
    security = json.loads(file.read_text())
    (login,) = security["clients"]
    acls = json.loads(admission(event.event, "anna", ""))["commands"][2]["acls"]
    security["roles"] += [{"rolename": f"clock-{id}", "acls": acls} for id in ("anna", "desk")]
    security["clients"] = [
        {**login, "username": "anna", "roles": [{"rolename": "clock-anna"}]},
        {**login, "iterations": 1, "roles": [{"rolename": "clock-desk"}]},
    ]
    file.write_text(json.dumps(security))
    store = Store(database_url(folder, event))
    for table, clock in enumerate(("anna", "desk"), start=3):
        store.register(clock, str(table), 1)
    store.engine.dispose()
    with running(folder) as (_, address):
        organizer = Organizer(folder, address, PASSWORD)
        files = ZipFile(BytesIO(organizer.ask("/clocks/files")[2]))
        text = files.read("desk-link.toml").decode() + 'clock = "anna"\npassword_file = "p"\n'
        with ZipFile(tmp_path / "anna.zip", "w") as own:
            own.writestr("desk-link.toml", text)
            own.writestr("desk-ca.pem", files.read("desk-ca.pem"))
            own.writestr("desk.password", (folder / BROKER_PASSWORD).read_bytes())
        with ZipFile(tmp_path / "anna.zip") as own:
            station, client = play(own, tmp_path)
        wait_until(client.is_connected)
        station.connect(time.monotonic_ns())
        wait_until(lambda: b">online" in organizer.ask("/clocks")[2])
        for clock in ("desk", "anna"):
            assert organizer.act("/clocks/revoke", {"clock": clock}) == f"{clock} was shut out"
        wait_until(lambda: not client.is_connected())
        client.loop_stop()


@pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True)
def test_a_clock_that_is_let_in_is_set_started_and_shown_and_then_shut_out(
    folder: Path, desk: str, tmp_path: Path
) -> None:
    organizer = Organizer(folder, desk, PASSWORD)
    fields = {"name": "Clock 1", "table": "7"}
    answers = []

    def is_admitted() -> bool:
        answers.append(organizer.ask("/clocks/admit", fields))
        return answers[-1][0] == 200

    wait_until(is_admitted)  # the broker is just starting
    station, client = play(ZipFile(BytesIO(answers[-1][2])), tmp_path)
    wait_until(client.is_connected)
    station.connect(time.monotonic_ns())
    rows = b"table,black,white\n7,Ann,Bo\n"
    assert organizer.act("/round/import?round=1&control=90%2B30", rows) == "round 1, tables: 1"

    def wait_at_table(holds: Callable[[], bool]) -> None:
        """Wait for something while the clock beats and plays."""

        def holds_now() -> bool:
            station.run(time.monotonic_ns())
            return holds()

        wait_until(holds_now)

    wait_at_table(lambda: organizer.act("/round/set", {}) == "1 of 1 set")
    wait_at_table(lambda: b"state good" in organizer.ask("/round")[2])
    wait_at_table(lambda: organizer.act("/round/start", {"count": "1"}) == "1 of 1 started")
    wait_at_table(lambda: b"presses" in organizer.ask("/tables/7")[2])
    assert organizer.act("/clocks/revoke", {"clock": "clock-1"}) == "clock-1 was shut out"
    wait_until(lambda: not client.is_connected())
    client.loop_stop()


def test_a_clock_shows_a_code_until_the_organizer_enters_it_and_again_once_it_is_shut_out(
    folder: Path, desk: str, tmp_path: Path, evening: JournalTable
) -> None:
    organizer = Organizer(folder, desk, PASSWORD)
    files = ZipFile(BytesIO(organizer.ask("/clocks/files")[2]))
    assert "desk.password" not in files.namelist()
    table = read_config(_unpacked(files, tmp_path)).desk
    assert table is not None
    clock = evening.switch_on()

    def code() -> str:
        clock.look()
        shown = re.search("code at the referees' desk: ([A-Z2-7 ]+)", clock.sentence())
        return shown[1].replace(" ", "") if shown else ""

    with closing(Link(table, evening.journal, clock.station)):
        wait_until(code)
        answer = organizer.ask("/clocks/enrol", {"code": "AAAAAAAA", "table": "7"})
        assert (answer[0], b"no clock shows the code" in answer[2]) == (409, True)
        fields = {"code": f" {code().lower()}", "table": "7"}
        wait_until(lambda: organizer.ask("/clocks/enrol", fields)[0] == 200)
        wait_until(lambda: b">online" in organizer.ask("/clocks")[2])
        assert organizer.act("/clocks/revoke", {"clock": "clock-7"}) == "clock-7 was shut out"
        clock.wait(60 * 10**9)
        wait_until(code)


def test_pairings_name_a_users_own_preset(folder: Path, request: pytest.FixtureRequest) -> None:
    own = folder.parent / "config/clapper/presets/own.toml"
    own.parent.mkdir(parents=True)
    own.write_text('[club-a]\ntitle = "Club - A"\ncontrol = "7+2"\n')
    organizer = Organizer(folder, request.getfixturevalue("desk"), PASSWORD)
    rows = b"table,black,white,control\n7,Ann,Bo,club-a\n"
    assert organizer.act("/round/import?round=1", rows) == "round 1, tables: 1"


@pytest.mark.parametrize(
    ("ending", "status"),
    [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 0)],
)
def test_a_desk_that_ends_or_is_killed_takes_its_broker_with_it(
    folder: Path, ending: signal.Signals, status: int
) -> None:
    port = read_event(folder).broker_port

    def listens() -> bool:
        with closing(socket.socket()) as asking:
            return asking.connect_ex(("127.0.0.1", port)) == 0

    with running(folder) as (process, _):
        wait_until(listens)
        process.send_signal(ending)
        assert process.wait(WAIT_S) == status
    wait_until(lambda: not listens())


def test_a_signal_ends_a_desk_that_has_only_just_started(folder: Path) -> None:
    with running(folder) as (process, _):
        process.send_signal(signal.SIGHUP)
        assert process.wait(WAIT_S) == 0
