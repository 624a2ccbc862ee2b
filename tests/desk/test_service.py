"""`clapper desk run` as it is used: https, its own broker, a clock that is let in and plays."""

import http.client
import json
import random
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from zipfile import ZipFile

import msgspec
import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from clock.config import read_config
from clock.desk.demo.stations import Station
from clock.desk.event import FILE, database_url, make_event
from clock.desk.event.broker import CONF
from clock.desk.event.certificates import CA
from clock.desk.store import Store
from clock.desk.web.people import People, Role
from clock.link.messages import Assign, Command, Have, topic
from tests.conftest import missing

WAIT_S = 60.0
PASSWORD = "right"
PROGRAM = "import sys; from clock.cli import main; sys.exit(main())"
TO_CLOCK: dict[str, Any] = {"have": Have, "assign": Assign, "cmd": Command}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An event on ports that are free."""
    if shutil.which("mosquitto", path="/usr/sbin:/usr/bin") is None:
        missing("mosquitto is not installed (apt-get install mosquitto)")
    folder = tmp_path / "cup"
    event = make_event(folder, "Cup", ("localhost",))
    with closing(socket.socket()) as page, closing(socket.socket()) as broker:
        ports = []
        for free in (page, broker):
            free.bind(("127.0.0.1", 0))
            ports.append(str(free.getsockname()[1]))
    for file in (FILE, CONF):
        text = (folder / file).read_text().replace("8443", ports[0]).replace("8883", ports[1])
        (folder / file).write_text(text)
    store = Store(database_url(folder, event))
    People(store.engine).put("organizer", Role.ORGANIZER, PASSWORD)
    store.engine.dispose()
    return folder


@pytest.fixture
def desk(folder: Path) -> Iterator[str]:
    """The desk of the event as a process; its address."""
    command = (sys.executable, "-c", PROGRAM, "desk", "run", str(folder), "--language", "en")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = re.search(r"https://(\S+)/", line)
        assert address is not None, line
        yield address[1]
        process.send_signal(signal.SIGINT)
        assert process.wait(WAIT_S) == 0


class Organizer:
    """The organizer's browser, which trusts the event's authority."""

    def __init__(self, folder: Path, address: str) -> None:
        self._tls = ssl.create_default_context(cafile=folder / CA)
        self._address, self._cookie, self._token = address, "", ""
        _, headers, _ = self.ask("/login", {"name": "organizer", "password": PASSWORD})
        assert "Secure" in headers["set-cookie"]
        self._cookie = headers["set-cookie"].partition(";")[0]
        token = re.search('data-token="([^"]+)"', self.ask("/now")[2].decode())
        assert token is not None
        self._token = token[1]

    def ask(
        self, path: str, body: bytes | dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        if isinstance(body, dict):
            body = urlencode(body).encode()
        headers = {"Cookie": self._cookie, "X-Token": self._token}
        connection = http.client.HTTPSConnection(self._address, context=self._tls, timeout=WAIT_S)
        connection.request("GET" if body is None else "POST", path, body, headers)
        answer = connection.getresponse()
        named = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, named, answer.read()

    def act(self, path: str, body: bytes | dict[str, str]) -> str:
        status, _, content = self.ask(path, body)
        text = str(json.loads(content)["text"])
        assert status == 200, text
        return text


def wait_for(what: Callable[[], object]) -> None:
    until = time.monotonic() + WAIT_S
    while not what():
        assert time.monotonic() < until, what
        time.sleep(0.1)


def play(files: ZipFile, folder: Path) -> tuple[Station, Client]:
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

    station = Station(table.clock, publish, random.Random(1), lambda: [10**9] * 9)
    client.on_message = take
    host, _, port = str(table.address).partition(":")
    client.connect(host, int(port))
    client.loop_start()
    for leaf in TO_CLOCK:
        client.subscribe(topic(table.event, table.clock, leaf), qos=1)
    return station, client


def _unpacked(files: ZipFile, folder: Path) -> Path:
    """The clock's configuration, with its files where they are unpacked."""
    files.extractall(folder)
    file = folder / "clapper.toml"
    file.write_text(file.read_text().replace("/etc/clapper", str(folder)))
    return file


def test_a_clock_that_is_let_in_is_set_started_and_shown_and_then_shut_out(
    folder: Path, desk: str, tmp_path: Path
) -> None:
    organizer = Organizer(folder, desk)
    fields = {"name": "Clock 1", "table": "7"}
    answers = []

    def is_admitted() -> bool:
        answers.append(organizer.ask("/clocks/admit", fields))
        return answers[-1][0] == 200

    wait_for(is_admitted)  # the broker is just starting
    station, client = play(ZipFile(BytesIO(answers[-1][2])), tmp_path)
    wait_for(client.is_connected)
    station.connect(time.monotonic_ns())
    rows = b"table,black,white\n7,Ann,Bo\n"
    assert organizer.act("/round/import?round=1&control=90%2B30", rows) == "round 1, tables: 1"
    wait_for(lambda: b"online" in organizer.ask("/clocks")[2])
    assert organizer.act("/round/set", {}) == "1 of 1 set"
    wait_for(lambda: b"state good" in organizer.ask("/round")[2])
    assert organizer.act("/round/start", {"count": "1"}) == "1 of 1 started"

    def plays() -> bool:
        station.run(time.monotonic_ns())
        return b"presses" in organizer.ask("/tables/7")[2]

    wait_for(plays)
    assert organizer.act("/clocks/revoke", {"clock": "clock-1"}) == "clock-1 is shut out"
    wait_for(lambda: not client.is_connected())
    client.loop_stop()
