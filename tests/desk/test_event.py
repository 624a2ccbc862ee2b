"""An event's folder: certificates that are trusted, a broker that lets in whom it may."""

import asyncio
import json
import re
import shutil
import signal
import socket
import ssl
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from queue import Empty, Queue
from subprocess import DEVNULL, PIPE, STDOUT
from urllib.request import urlopen

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from clock.cli import main
from clock.desk.event import (
    FILE,
    Event,
    clock_name,
    database_url,
    make_event,
    read_event,
    topic_name,
)
from clock.desk.event.broker import CONF, CONTROL_TOPIC, PASSWORD, admission, revocation
from clock.desk.event.certificates import BROKER, BROKER_KEY, CA, CA_KEY, PAGE, PAGE_KEY
from clock.desk.people import People, UserRole
from clock.desk.store import Store
from clock.desk_pages.service import run, run_broker
from clock.link.messages import topic
from clock.rules.message import Problem
from tests.conftest import ENDS_WITH_US, WAIT_S, missing
from tests.ports import free_port

ADDRESSES = ("desk.local", "127.0.0.1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("mosquitto", path="/usr/sbin:/usr/bin") is None:
        missing("mosquitto is not installed (apt-get install mosquitto)")
    folder = tmp_path_factory.mktemp("event") / "Brno Open"
    make_event(folder, "Brno Open 2026", ADDRESSES)
    return folder


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[int]:
    """The event's broker, as it is configured but for its port."""
    port = free_port()
    conf = (folder / CONF).read_text().replace("listener 8883", f"listener {port} 127.0.0.1")
    (folder / "test.conf").write_text(conf)
    program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin") or "mosquitto"
    command = (*ENDS_WITH_US, program, "-c", "test.conf")
    with subprocess.Popen(command, cwd=folder, stdout=DEVNULL, stderr=DEVNULL) as broker:
        until = time.monotonic() + WAIT_S
        while not _listens(port) and time.monotonic() < until:
            time.sleep(0.05)
        yield port
        broker.terminate()


def _listens(port: int) -> bool:
    with closing(socket.socket()) as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


class Connection:
    """Somebody at the broker, and what he is sent."""

    def __init__(self, port: int, folder: Path, user: str, password: str) -> None:
        self.lost: Queue[str] = Queue()
        self.got: Queue[tuple[str, bytes]] = Queue()
        self._up: Queue[str] = Queue()
        self._granted: Queue[bool] = Queue()
        self.client = Client(CallbackAPIVersion.VERSION2, user, protocol=MQTTProtocolVersion.MQTTv5)
        self.client.username_pw_set(user, password)
        self.client.tls_set(str(folder / CA))
        self.client.on_connect = lambda _c, _u, _f, reason, _p: self._up.put(str(reason))
        self.client.on_disconnect = lambda _c, _u, _f, reason, _p: self.lost.put(str(reason))
        self.client.on_subscribe = lambda _c, _u, _m, codes, _p: self._granted.put(
            not codes[0].is_failure
        )
        self.client.on_message = self._take
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        self.answer = self._up.get(timeout=WAIT_S)

    def _take(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        self.got.put((message.topic, bytes(message.payload)))

    def subscribes(self, topic: str) -> bool:
        self.client.subscribe(topic, qos=1)
        return self._granted.get(timeout=WAIT_S)

    def publish(self, topic: str, payload: bytes = b"{}") -> None:
        self.client.publish(topic, payload, qos=1).wait_for_publish(WAIT_S)

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


def test_the_desk_lets_a_clock_in_which_may_speak_for_itself_alone_until_it_is_shut_out(
    folder: Path, port: int
) -> None:
    event = "brno-open-2026"
    desk = Connection(port, folder, "desk", (folder / PASSWORD).read_text())
    assert desk.answer == "Success"
    assert desk.subscribes(f"clapper/1/{event}/#")
    for id in ("c-1", "c-2"):
        desk.publish(CONTROL_TOPIC, admission(event, id, f"secret-{id}"))
    assert "Not authorized" in Connection(port, folder, "c-1", "secret-c-2").answer
    clock = Connection(port, folder, "c-1", "secret-c-1")
    other = Connection(port, folder, "c-2", "secret-c-2")
    assert (clock.answer, other.answer) == ("Success", "Success")
    may = {
        leaf for leaf in ("have", "assign", "cmd") if clock.subscribes(topic(event, "c-1", leaf))
    }
    assert may == {"have", "assign", "cmd"}
    for pattern in (topic(event, "c-2", "cmd"), f"clapper/1/{event}/#", "#", "$CONTROL/#"):
        assert not clock.subscribes(pattern), pattern
    refused = [topic(event, "c-2", "beat"), topic(event, "c-1", "cmd"), topic(event, "c-2", "cmd")]
    for path in (*refused, CONTROL_TOPIC, topic("other", "c-1", "beat")):
        clock.publish(path, revocation("c-2"))
    for leaf in ("online", "beat", "holds", "setting", "lines", "ack"):
        clock.publish(topic(event, "c-1", leaf))
    desk.publish(topic(event, "c-1", "cmd"), b"do")
    assert clock.got.get(timeout=WAIT_S) == (topic(event, "c-1", "cmd"), b"do")
    seen: list[str] = []
    while not seen or seen[-1] != topic(event, "c-1", "cmd"):
        seen.append(desk.got.get(timeout=WAIT_S)[0])
    leaves = ("online", "beat", "holds", "setting", "lines", "ack", "cmd")
    assert seen == [topic(event, "c-1", leaf) for leaf in leaves]
    desk.publish(CONTROL_TOPIC, revocation("c-1"))
    assert clock.lost.get(timeout=WAIT_S)
    with pytest.raises(Empty):
        other.lost.get_nowait()
    for connection in (clock, other, desk):
        connection.close()


@pytest.mark.parametrize("user", ["", "nobody", "organizer", "desk"])
def test_without_a_password_of_the_brokers_own_nobody_is_heard(
    folder: Path, port: int, user: str
) -> None:
    desk = Connection(port, folder, "desk", (folder / PASSWORD).read_text())
    assert desk.subscribes("clapper/#") is False
    assert desk.subscribes("clapper/1/brno-open-2026/#")
    stranger = Connection(port, folder, user, "")
    assert "Not authorized" in stranger.answer
    stranger.client.publish(topic("brno-open-2026", "c-1", "beat"), b"forged")
    with closing(socket.create_connection(("127.0.0.1", port))) as plain:
        plain.sendall(b"\x10\x0d\x00\x04MQTT\x05\x02\x00\x3c\x00\x00\x00")
        with suppress(ConnectionResetError):
            assert not plain.recv(1024).startswith(b"\x20"), "taken without TLS"
    desk.publish(topic("brno-open-2026", "c-1", "cmd"), b"last")
    assert desk.got.get(timeout=WAIT_S)[1] == b"last"
    for connection in (stranger, desk):
        connection.close()


def test_the_certificates_are_trusted_by_the_authority_and_keys_are_the_owners_alone(
    folder: Path,
) -> None:
    for key in (CA_KEY, BROKER_KEY, PAGE_KEY, PASSWORD, "dynamic-security.json"):
        assert stat.S_IMODE((folder / key).stat().st_mode) == 0o600, key
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for certificate, key in ((BROKER, BROKER_KEY), (PAGE, PAGE_KEY)):
        server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        server.load_cert_chain(folder / certificate, folder / key)
        client = ssl.create_default_context(cafile=folder / CA)
        for name in ADDRESSES:
            assert shakes_hands(server, client, name), (certificate, name)
        with pytest.raises(ssl.SSLCertVerificationError):
            shakes_hands(server, client, "evil.example")


def shakes_hands(server: ssl.SSLContext, client: ssl.SSLContext, name: str) -> bool:
    """Let both sides of TLS talk without a network."""
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    sides = (
        client.wrap_bio(to_client, to_server, server_hostname=name),
        server.wrap_bio(to_server, to_client, server_side=True),
    )
    done: set[ssl.SSLObject] = set()
    while len(done) < 2:
        for side in sides:
            try:
                side.do_handshake()
                done.add(side)
            except ssl.SSLWantReadError:
                continue
    return True


def test_an_event_is_made_once_and_says_where_a_mistake_is(folder: Path, tmp_path: Path) -> None:
    event = read_event(folder)
    assert (event.event, event.name, event.has_own_broker) == (
        "brno-open-2026", "Brno Open 2026", True,
    )  # fmt: skip
    with pytest.raises(Problem, match="this folder already has an event"):
        make_event(folder, "again")
    with pytest.raises(Problem, match=r"--game: .*chess"):
        make_event(tmp_path / "new", "new", game="ches")
    with pytest.raises(Problem, match="no event here; make one"):
        read_event(tmp_path)
    file = tmp_path / "desk.toml"
    begins = 'event = "a"\nname = "A"\n'
    sound = f'{begins}broker = "mqtts://h:1"\n'
    of_database = "4: database: expected sqlite:///FILE or postgresql"
    of_folder = "4: database: expected a file in a folder that exists, got "
    for text, mistake in (
        ("event = ", "1: "),
        (begins, "1: broker: expected a value, found none"),
        (f'{sound}port = "y"\n', "4: port: expected a whole number"),
        (f"{sound}game = 'ches'\n", "4: game: .*chess"),
        (f"{sound}[sections.A]\ngame='go'\ntables=[1]", "6: sections.A.tables: expected the first"),
        (f"{sound}[sections.A]\ngame = 'goo'\ntables = [1, 2]", "5: sections.A.game: .*go"),
        (f"{sound}[zones]\nB = [1]\n", "5: zones.B: expected the first and the last table"),
        (sound.replace('"a"', '"a/+"'), "1: event: expected 1 to 40 characters from"),
        (sound.replace("mqtts", "mqtt"), "3: broker: expected mqtts://host or mqtts://host:port$"),
        (sound.replace(":1", ":99999"), "3: broker: expected mqtts://host or"),
        (sound.replace("mqtts://h:1", "h"), "3: broker: expected mqtts://host or"),
        (sound.replace("h:1", "[abc]"), "3: broker: expected mqtts://host or"),
        (f'{sound}database = "mysql://desk:secret@h/d"', of_database),
        (f'{sound}database = "sqlite"', of_database),
        (f'{sound}database = "postgresql+psycopg://desk@h:x/d"', of_database),
        (f'{sound}database = "postgresql://desk@h/d"', of_database),
        (f'{sound}database = "sqlite+aiosqlite:///desk.sqlite"', of_database),
        (f'{sound}database = "sqlite:///no/desk.sqlite"', of_folder),
        (f'{sound}database = "sqlite:///"', of_folder),
    ):
        file.write_text(text)
        with pytest.raises(Problem, match=f"desk.toml, line {mistake}") as error:
            read_event(tmp_path)
        assert "secret" not in str(error.value)
    for broker in ("MQTTS://h", "mqtts://[::1]:1"):
        file.write_text(sound.replace("mqtts://h:1", broker))
        assert read_event(tmp_path).broker == broker
    assert (
        database_url(folder, Event("a", "A", "b", database="postgresql://x/y"))
        == "postgresql://x/y"
    )


@pytest.mark.parametrize(
    ("name", "content", "place"),
    [
        (FILE, b"x=" + b"[" * 5_000, FILE),
        (FILE, b'event = "\xff"', "desk.toml, line 1: "),
        (PASSWORD, b"\xff", "desk.password, line 1: "),
        (CA, b"junk", "ca.crt: expected a certificate$"),
        (PAGE, b"junk", "desk.crt, .*desk.key: expected a certificate and its key"),
        (BROKER_KEY, b"junk", "broker.crt, .*broker.key: expected a certificate and its key"),
        (BROKER_KEY, b"", "broker.crt, .*broker.key: No such file or directory"),
        ("desk.sqlite", b"junk" * 1_000, "desk.toml: database: "),
        ("sqlite:///desk.sqlite", b"sqlite:///nowhere/x", "desk.toml, line 14: database: "),
        ("port = 8443", b"port = 99999", "desk.toml, line 7: port: "),
        ("port = 8443", b"port = {taken}", "desk.toml: port \\d+ on "),
    ],
)
def test_what_keeps_the_desk_from_running_is_named_and_no_address_is_shown(
    folder: Path, tmp_path: Path, name: str, content: bytes, place: str
) -> None:
    copy = shutil.copytree(folder, tmp_path / "cup")
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        if not content:
            (copy / name).unlink()
        elif (copy / name).exists() or name == "desk.sqlite":
            (copy / name).write_bytes(content)
        else:
            text = (copy / FILE).read_text().replace("0.0.0.0", "127.0.0.1")
            new = content.decode().format(taken=taken.getsockname()[1])
            (copy / FILE).write_text(text.replace(name, new))
        with pytest.raises(Problem, match=place):
            asyncio.run(run(copy, read_event(copy), lambda _: pytest.fail("there")))


def test_a_broker_that_ends_is_started_again_and_named_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    program, starts = tmp_path / "mosquitto", tmp_path / "starts"
    program.write_text(f"#!/bin/sh\necho >> {starts}\necho '1: Error: taken' >&2\nexit 3\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")

    async def ran() -> None:
        broker = asyncio.create_task(run_broker(tmp_path))
        async with asyncio.timeout(WAIT_S):
            while not starts.exists() or len(starts.read_text()) < 2:
                await asyncio.sleep(0.05)
        broker.cancel()
        await asyncio.wait([broker])

    asyncio.run(ran())
    # asyncio logs one that ends just as it is told to.
    found = [each.message for each in caplog.records if each.name == "clock.desk_pages.service"]
    assert found == ["mosquitto exited with status 3 Error: taken"]


@pytest.mark.parametrize(
    ("name", "topic"),
    [
        ("Brno Open 2026", "brno-open-2026"),
        ("Šachy / №1", "sachy-no1"),
        ("한국", "event"),
        ("-", "event"),
    ],
)
def test_a_name_becomes_part_of_a_topic(name: str, topic: str) -> None:
    assert topic_name(name) == topic


@pytest.mark.parametrize(
    ("name", "at_broker"),
    [
        ("", "clock-a12"),
        ("한국", "clock-a12"),
        ("Anna 3", "clock-anna-3"),
        ("Clock 7", "clock-7"),
        ("clock-desk-2", "clock-desk-2"),
        ("x" * 60, "clock-" + "x" * 34),
        ("x" * 33 + " y", "clock-" + "x" * 33),
    ],
)
def test_a_clock_has_a_name_at_the_broker_that_nobody_else_there_has(
    name: str, at_broker: str
) -> None:
    assert clock_name(name, "A12") == at_broker


@pytest.mark.parametrize("name", ["desk", "Desk", " DÉSK! ", "clock-desk"])
def test_no_clock_has_the_desks_own_name(name: str) -> None:
    with pytest.raises(Problem, match=f"a clock cannot be called {name}: the desk has that name"):
        clock_name(name, "1")
    with pytest.raises(Problem):
        admission("cup", "desk", "secret")
    assert b"deleteClient" not in revocation("desk")


def test_init_shows_the_organizers_password_which_lets_him_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    del folder  # skips without mosquitto
    assert (
        main(["desk", "init", str(tmp_path / "cup"), "--name", "Cup", "--address", "c.local"]) == 0
    )
    printed = capsys.readouterr().out
    password = re.search(r"with the password (\S+) ", printed)
    assert password is not None
    for certificate in (CA, PAGE):
        data = ssl.PEM_cert_to_DER_cert((tmp_path / "cup" / certificate).read_text())
        assert sha256(data).hexdigest() in printed.replace(":", "").lower()
    event = read_event(tmp_path / "cup")
    assert (event.name, event.addresses) == ("Cup", ("c.local",))
    store = Store(database_url(tmp_path / "cup", event))
    people = People(store.engine)
    _, session = asyncio.run(people.login("organizer", password[1], ""))
    assert session.role is UserRole.ORGANIZER
    store.engine.dispose()
    security = json.loads((tmp_path / "cup" / "dynamic-security.json").read_text())
    assert (tmp_path / "cup" / PASSWORD).read_text() not in json.dumps(security)


@pytest.mark.parametrize("act", ["init", "run"])
def test_without_a_folder_the_command_asks_for_one(
    act: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["desk", act]) == 2
    assert f"`clapper desk {act} FOLDER`" in capfd.readouterr().err


def test_the_demo_is_one_command_that_ends_as_it_should() -> None:
    program = "import sys; from clock.cli import main; sys.exit(main())"
    options = ("--tables", "3", "--port", "0", "--no-browser", "--language", "en")
    command = (*ENDS_WITH_US, sys.executable, "-c", program, "desk", "demo", *options)
    with subprocess.Popen(command, text=True, stdout=PIPE, stderr=STDOUT) as demo:
        assert demo.stdout is not None
        line = demo.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert address is not None, line
        with urlopen(f"{address[0]}login") as page:
            assert "Demo tournament" in page.read().decode()
        demo.send_signal(signal.SIGTERM)
        assert demo.wait(WAIT_S) == 0
        assert demo.stdout.read() == ""
