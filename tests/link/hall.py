"""A hall for tests: the real broker, with TLS and access lists, a desk and others at it."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Condition
from typing import Any

import msgspec
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from clock.game.chain import hash_of, is_linked
from clock.game.recorded import HEADERS, end_of
from clock.journal.folder import game_files
from clock.link.desk_table import DeskTable
from clock.link.messages import PROTOCOL, Ack, Beat, Have, Lines, Online, Position, topic
from tests.conftest import ENDS_WITH_US, WAIT_S, missing
from tests.ports import free_port

EVENT, CLOCK, OTHER, DESK = "cup", "c-1", "c-2", "desk"
PASSWORD = "secret"

CONFIGURATION = """\
user root
persistence false
allow_anonymous false
password_file {folder}/passwords
acl_file {folder}/access
listener {port} 127.0.0.1
use_username_as_clientid true
cafile {folder}/ca.pem
certfile {folder}/broker.pem
keyfile {folder}/broker.key
"""
SENT = ("online", "beat", "setting", "lines", "holds", "ack")
RECEIVED = ("have", "assign", "cmd")
KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")


def event_folder(folder: Path) -> Path:
    """Make what an event's broker needs: an authority, a certificate, passwords, access lists."""
    program = next(
        (
            found
            for name in ("mosquitto", "/usr/sbin/mosquitto")
            if (found := shutil.which(name)) is not None
        ),
        None,
    )
    if program is None or shutil.which("openssl") is None:
        missing("mosquitto is not installed (apt-get install mosquitto openssl)")
    for authority in ("ca", "other-ca"):
        _openssl(folder, "req", "-x509", *KEY, "-subj", f"/CN={authority}", "-days", "3650",
                 "-keyout", f"{authority}.key", "-out", f"{authority}.pem")  # fmt: skip
    _openssl(
        folder, "req", *KEY, "-subj", "/CN=broker", "-keyout", "broker.key", "-out", "broker.csr"
    )
    _openssl(folder, "x509", "-req", "-in", "broker.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
             "-CAcreateserial", "-days", "3650", "-out", "broker.pem")  # fmt: skip
    (folder / "passwords").touch()
    for user in (DESK, CLOCK, OTHER):
        command = ("mosquitto_passwd", "-b", folder / "passwords", user, PASSWORD)
        subprocess.run(command, check=True)
    of_clock = f"clapper/1/{EVENT}/clock/%u"
    rules = [f"user {DESK}", f"topic readwrite clapper/1/{EVENT}/#"]
    rules += [f"pattern write {of_clock}/{leaf}" for leaf in SENT]
    rules += [f"pattern read {of_clock}/{leaf}" for leaf in RECEIVED]
    (folder / "access").write_text("\n".join(rules) + "\n")
    (folder / "password").write_text(f"{PASSWORD}\n")
    return folder


def _openssl(folder: Path, *arguments: str) -> None:
    subprocess.run(("openssl", *arguments), cwd=folder, check=True, capture_output=True)


class Mosquitto:
    """A real broker on a free port of this machine, which is killed and started as a test likes."""

    def __init__(self, folder: Path, configuration: str = CONFIGURATION) -> None:
        self.folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._file = folder / f"mosquitto-{self.port}.conf"
        self._file.write_text(configuration.format(folder=folder, port=self.port))

    def start(self) -> None:
        self._process = subprocess.Popen(
            (*ENDS_WITH_US, shutil.which("mosquitto") or "/usr/sbin/mosquitto", "-c", self._file),
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def desk_table(self, **other: str) -> DeskTable:
        """What a clock is configured with."""
        return msgspec.structs.replace(
            DeskTable(
                address=f"127.0.0.1:{self.port}",
                event=EVENT,
                clock=CLOCK,
                password_file=str(self.folder / "password"),
                ca_file=str(self.folder / "ca.pem"),
            ),
            **other,
        )


class Books:
    """What a desk has of one clock's journal: whole games, in their order, each line once."""

    def __init__(self) -> None:
        self.games: dict[int, list[bytes]] = {}
        self.at: Position | None = None
        self.oldest = 0
        """The clock's oldest game; it has made room by those before."""

    def take(self, lines: Lines) -> None:
        """Take lines that go on from what is here; what was here already is dropped."""
        game = list(self.games.get(lines.game, ()))
        for index, line in enumerate((text.encode() for text in lines.lines), lines.first):
            if game[index : index + 1] == [line]:
                continue
            before = hash_of(game[index - 1]) if 0 < index <= len(game) else ""
            if index > len(game) or not is_linked(before, line) or not self._follows(index, line):
                return
            game[index:] = [line]
            self.games[lines.game] = game
            self.at = Position(lines.game, len(game), hash_of(line))

    def _follows(self, index: int, line: bytes) -> bool:
        """Whether the game before a header is here whole."""
        before = HEADERS.decode(line).before if index == 0 else None
        if before is None or before.game < self.oldest:
            return True
        return end_of(before.game, self.games.get(before.game, [b""])) == before


def on_disk(folder: Path) -> dict[int, list[bytes]]:
    """The lines of a journal's games."""
    games = game_files(folder).items()
    return {number: path.read_bytes().splitlines(keepends=True) for number, path in games}


class User:
    """Somebody at the broker, with these credentials: hears and publishes what the broker lets."""

    def __init__(self, broker: Mosquitto, user: str, subscribes: str) -> None:
        self.heard: list[tuple[str, bytes, bool]] = []
        self.changed = Condition()
        self.refused = self.published = 0
        client = Client(
            CallbackAPIVersion.VERSION2, client_id=user, protocol=MQTTProtocolVersion.MQTTv5
        )
        client.username_pw_set(user, PASSWORD)
        client.tls_set(str(broker.folder / "ca.pem"))
        client.tls_insecure_set(True)
        client.reconnect_delay_set(0, 0)
        self._subscribes = subscribes
        client.on_connect = self._connected
        client.on_subscribe = lambda *_: self._heard("subscribed", b"", False)
        client.on_publish = self._published
        client.on_message = self._message
        self._client = client
        client.connect_async("127.0.0.1", broker.port, 5)
        client.loop_start()

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()
        del self._client  # paho closes its own sockets only when nobody holds it

    def publish(
        self, leaf: str, message: object, *, clock: str = CLOCK, retain: bool = False
    ) -> None:
        payload = message if isinstance(message, bytes) else msgspec.json.encode(message)
        self._client.publish(topic(EVENT, clock, leaf), payload, qos=1, retain=retain)

    def wait(self, holds: Callable[[], bool]) -> None:
        with self.changed:
            assert self.changed.wait_for(holds, WAIT_S), self.heard[-3:]

    def _connected(self, client: Client, *_: object) -> None:
        client.subscribe(self._subscribes, qos=1)

    def _published(self, _client: Client, _data: object, _mid: int, reason: Any, _: object) -> None:
        with self.changed:
            self.refused += reason.is_failure
            self.published += 1
            self.changed.notify_all()

    def _message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        self._heard(message.topic, bytes(message.payload), message.retain)

    def _heard(self, topic_: str, payload: bytes, retained: bool) -> None:
        with self.changed:
            self.heard.append((topic_, payload, retained))
            self.take(topic_.rpartition("/")[2], payload)
            self.changed.notify_all()

    def take(self, leaf: str, payload: bytes) -> None:
        """Take note of a message."""


class Desk(User):
    """A desk that answers as the protocol has it; its books outlive the broker."""

    def __init__(self, broker: Mosquitto) -> None:
        self.books, self.acks = Books(), list[Ack]()
        self.beat: Beat | None = None
        super().__init__(broker, DESK, f"clapper/1/{EVENT}/clock/{CLOCK}/+")

    def take(self, leaf: str, payload: bytes) -> None:
        """Answer lines, and a clock that is there or that has what is not in the books."""
        if leaf == "lines":
            lines = msgspec.json.decode(payload, type=Lines)
            assert self.beat is not None
            assert lines.session == self.beat.session != ""
            self.books.take(lines)
        elif leaf == "ack":
            self.acks.append(msgspec.json.decode(payload, type=Ack))
        elif leaf == "beat":
            self.beat = msgspec.json.decode(payload, type=Beat)
        asks = leaf == "beat" and self.beat is not None and self.beat.at != self.books.at
        is_up = leaf == "online" and msgspec.json.decode(payload, type=Online).up
        if leaf == "lines" or asks or is_up:
            self.publish("have", Have(self.books.at, PROTOCOL))

    def wait_for_all(self, folder: Path) -> None:
        """Wait until the books are the journal's files, byte for byte."""
        self.wait(lambda: self.books.games == on_disk(folder))
