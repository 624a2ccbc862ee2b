"""The link over the real broker: what a clock has on its disk comes to the desk, whatever dies."""

import select
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from threading import Event, Thread

import msgspec
import pytest

from clock.link import connection as connection_module
from clock.link import conversation as conversation_module
from clock.link.connection import BrokerRefused, Lost
from clock.link.conversation import NEWS_S, Conversation, LinkedClock
from clock.link.desk_table import DeskTable
from clock.link.messages import (
    Ack,
    Assign,
    Beat,
    Command,
    Have,
    Holds,
    Online,
    Op,
    Position,
    Setting,
    position_of,
)
from clock.rules.inputs import Result
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from hal.ports import Line
from tests.conftest import WAIT_S
from tests.journal.journal_tables import JournalTable, press_on
from tests.link.conftest import NewLink
from tests.link.hall import CLOCK, EVENT, OTHER, Desk, Mosquitto, User, on_disk
from tests.link.test_commands import GAME

KILLS = 8
STEP_S = 1 / 64


def play(evening: JournalTable, presses: int) -> None:
    """Play a game whose lines are on the disk then, and leave it for the next one."""
    evening.table.do("ok 1 R")
    press_on(evening.table, presses)
    evening.table.finish(Result.DRAW)
    evening.table.new_game()
    assert evening.journal.flush(WAIT_S)


def test_the_desk_gets_many_games_at_once_and_each_press_as_it_is_on_the_disk(
    evening: JournalTable, link: NewLink, desk: Desk
) -> None:
    table = evening.switch_on()
    for _ in range(5):
        play(evening, 40)
    assert link().warnings == ()
    desk.wait_for_all(evening.path)
    table.do("ok 1 R")
    assert evening.journal.flush(WAIT_S)
    desk.wait_for_all(evening.path)
    at = position_of(evening.journal.on_disk)
    desk.wait(lambda: desk.beat is not None and (desk.beat.phase, desk.beat.at) == ("running", at))
    assert desk.books.at == at
    assert desk.beat is not None
    assert desk.beat.now_ns <= table.station.now_ns()
    table.do("stop +")
    desk.wait(lambda: desk.beat is not None and desk.beat.ending)


def test_nothing_is_lost_or_doubled_however_often_the_broker_dies_during_a_game(
    evening: JournalTable, link: NewLink, broker: Mosquitto, desk: Desk
) -> None:
    evening.switch_on()
    chance = Random(15)
    link()
    for _ in range(KILLS):
        play(evening, chance.randrange(20))
        if chance.random() < 0.5:
            desk.wait_for_all(evening.path)
        broker.kill()
        play(evening, chance.randrange(20))
        broker.start()
    desk.wait_for_all(evening.path)
    assert len(desk.books.games) == 2 * KILLS + 1


def test_a_desk_whose_books_were_put_back_gets_again_what_they_lack(
    evening: JournalTable, link: NewLink, desk: Desk
) -> None:
    evening.switch_on()
    play(evening, 10)
    link()
    desk.wait_for_all(evening.path)
    with desk.changed:
        desk.books.games, desk.books.at = {}, None
    play(evening, 3)
    desk.wait_for_all(evening.path)


class Prompt:
    """A broker that has every message at once, in a time of its own."""

    up = True

    def __init__(self) -> None:
        self.now_s = 0.0
        self.beats_s: list[float] = []
        self.beats: list[Beat] = []

    def turn(self) -> bool:
        return False

    def traffic(self) -> list[tuple[int, int]]:
        return []

    def publish(self, leaf: str, message: msgspec.Struct, *, retain: bool = False) -> None:
        if isinstance(message, Beat):
            assert (leaf, retain) == ("beat", True)
            self.beats.append(message)
            self.beats_s.append(self.now_s)

    def is_free(self, _leaf: str) -> bool:
        return True

    def close(self) -> None: ...


def linked_clock(evening: JournalTable, now_s: Callable[[], float]) -> LinkedClock:
    station = evening.table.station
    return LinkedClock(CLOCK, evening.journal, station, lambda: None, now_s)


def test_a_clock_beats_every_two_seconds_and_at_once_when_something_changes(
    evening: JournalTable,
) -> None:
    prompt, table = Prompt(), evening.switch_on()
    clock = linked_clock(evening, lambda: prompt.now_s)
    with closing(Conversation(DeskTable(), clock, lambda *_: prompt)) as conversation:
        for until_s, steps in ((5.0, "ok 1 R"), (5.0 + STEP_S, "L 1"), (10.0, "")):
            while prompt.now_s < until_s:
                prompt.now_s += min(conversation.turn(), STEP_S)
            table.do(steps)
            assert evening.journal.flush(WAIT_S)
    soon_s = 5.0 + NEWS_S
    expected_s = [0.0, 2.0, 4.0, 5.0, soon_s, soon_s + 2.0, soon_s + 4.0]
    assert prompt.beats_s == pytest.approx(expected_s)


WIRELESS = """\
Inter-| sta-|   Quality        |   Discarded packets               | Missed | WE
 face | tus | link level noise |  nwid  crypt   frag  retry   misc | beacon | 22
"""


@pytest.mark.parametrize(
    ("text", "dbm"),
    [
        (
            f"{WIRELESS} wlan0: 0000   54.  -56.  -256        0      0      0      0      0      0",
            -56,
        ),
        (WIRELESS, None),
        (None, None),
    ],
)
def test_a_beat_has_the_signal_strength_of_a_wireless_network(
    evening: JournalTable,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str | None,
    dbm: int | None,
) -> None:
    file = tmp_path / "wireless"
    if text is not None:
        file.write_text(text)
    monkeypatch.setattr(conversation_module, "WIRELESS", file)
    prompt, _ = Prompt(), evening.switch_on()
    clock = linked_clock(evening, lambda: 0.0)
    with closing(Conversation(DeskTable(), clock, lambda *_: prompt)) as conversation:
        conversation.turn()
    assert [beat.signal for beat in prompt.beats] == [dbm]


def test_a_beat_has_a_plunger_that_is_held_while_a_clock_runs(evening: JournalTable) -> None:
    table = evening.switch_on()
    clock = linked_clock(evening, lambda: 0.0)
    table.do("ok")
    table.down(Line.LEFT_PLUNGER)
    table.wait(21 * SECOND_NS)
    assert (clock.beat().faults, clock.beat().remarks) == ((), ("Left plunger is down",))


def leaf_of(topic: str) -> str:
    return topic.rpartition("/")[2]


def heard(desk: Desk, leaf: str, kind: type[msgspec.Struct]) -> list[msgspec.Struct]:
    return [
        msgspec.json.decode(payload, type=kind)
        for topic, payload, _ in list(desk.heard)
        if leaf_of(topic) == leaf
    ]


def test_a_clock_says_how_its_games_end_and_how_it_is_set(
    evening: JournalTable, link: NewLink, desk: Desk
) -> None:
    table = evening.switch_on()
    play(evening, 4)
    link()
    desk.wait(lambda: bool(heard(desk, "holds", Holds)) and bool(heard(desk, "setting", Setting)))
    (holds,), (setting,) = heard(desk, "holds", Holds), heard(desk, "setting", Setting)
    assert isinstance(holds, Holds)
    ends = [(each.game, each.lines) for each in holds.games]
    assert ends == [(number, len(lines)) for number, lines in on_disk(evening.path).items()]
    desk.publish("assign", Assign("g", GAME, table="12"), retain=True)
    obey(evening, desk, 1)
    assert table.state.phase is Phase.READY
    desk.wait(lambda: len(heard(desk, "setting", Setting)) > 1)
    assert heard(desk, "setting", Setting)[-1] != setting


@contextmanager
def turning(evening: JournalTable) -> Iterator[None]:
    """Let the clock's own loop run."""
    stop = Event()
    thread = Thread(target=evening.table.station.run, args=(stop.is_set,))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(WAIT_S)


def obey(evening: JournalTable, desk: Desk, acks: int) -> list[Ack]:
    """Let the clock turn until it has answered so often."""
    with turning(evening):
        desk.wait(lambda: len(desk.acks) >= acks)
    return desk.acks


def start(evening: JournalTable, id_: str = "a") -> Command:
    assert evening.journal.flush(WAIT_S)
    seen = position_of(evening.journal.on_disk)
    return Command(id_, Op.START, "organizer", evening.table.station.now_ns() + 10**12, seen)


def test_a_start_comes_over_the_link_and_a_retained_or_malformed_one_does_nothing(
    evening: JournalTable, link: NewLink, desk: Desk
) -> None:
    table = evening.switch_on()
    desk.publish("cmd", start(evening, "retained"), retain=True)
    for leaf in ("assign", "have"):
        desk.publish(leaf, b'{"id":', retain=True)
    desk.wait(lambda: {"cmd", "assign", "have"} <= {leaf_of(each) for each, _, _ in desk.heard})
    link()
    desk.wait(lambda: desk.beat is not None)
    for leaf in ("cmd", "assign", "have"):
        desk.publish(leaf, b'{"id":')
    assert table.state.phase is Phase.READY
    command = start(evening)
    desk.publish("cmd", command)
    obey(evening, desk, 1)
    desk.publish("cmd", command)
    assert obey(evening, desk, 2) == [Ack("a", True)] * 2
    assert table.kinds() == ["Start"]


def test_the_credentials_of_another_clock_reach_neither_this_one_nor_the_desk(
    evening: JournalTable, link: NewLink, broker: Mosquitto, desk: Desk
) -> None:
    table = evening.switch_on()
    play(evening, 3)
    link()
    desk.wait_for_all(evening.path)
    with closing(User(broker, OTHER, f"clapper/1/{EVENT}/clock/{CLOCK}/+")) as other:
        other.wait(lambda: bool(other.heard))
        forged: dict[str, object] = {
            "cmd": start(evening),
            "assign": Assign("g", GAME),
            "have": Have(Position(9, 9, "0" * 64)),
            "beat": Beat(0, "", Position(9, 9, "0" * 64)),
        }
        for leaf, message in forged.items():
            other.publish(leaf, message)
        other.publish("cmd", start(evening), clock=OTHER)
        other.wait(lambda: other.refused == len(forged) + 1)
        assert [topic for topic, _, _ in other.heard] == ["subscribed"]
    assert table.state.phase is Phase.READY
    assert not desk.acks
    heard_payloads = {payload for _, payload, _ in desk.heard}
    assert not heard_payloads & {msgspec.json.encode(message) for message in forged.values()}


def test_a_flood_ends_the_connection_and_changes_nothing(
    evening: JournalTable, link: NewLink, desk: Desk
) -> None:
    table = evening.switch_on()
    a_link = link()
    desk.wait(lambda: desk.beat is not None)
    late = msgspec.structs.replace(start(evening), until_ns=0)
    for _ in range(500):
        desk.publish("cmd", late)
    desk.wait(lambda: b'"up":false' in b"".join(each[1] for each in desk.heard))
    play(evening, 3)
    desk.wait_for_all(evening.path)
    assert a_link.warnings == ()
    assert table.kinds() == []


TROUBLES: dict[str, tuple[dict[str, str], str]] = {
    "nobody listens": ({"address": "127.0.0.1:1"}, "127.0.0.1:1: Connection refused"),
    "no such host": ({"address": "clapper.invalid"}, "clapper.invalid: "),
    "a password of nobody": ({"clock": "c-3"}, "the broker refused: Not authorized"),
    "no end of a password": ({"password_file": "/dev/zero"}, "/dev/zero: expected a regular file"),
    "no password": ({"password_file": "/no/password"}, "/no/password: No such file or directory"),
    "another authority": ({"ca_file": "{event}/other-ca.pem"}, "does not belong to this event: "),
    "no file of an authority": ({"ca_file": "/no/ca"}, "/no/ca: No such file or directory"),
    "no authority": ({"ca_file": "{event}/access"}, "{event}/access: expected a certificate"),
    "another's event": ({"event": "club"}, "the broker refused: Not authorized"),
}


@pytest.mark.parametrize("case", TROUBLES)
def test_without_a_link_there_is_one_line_that_says_why_and_the_clock_goes_on(
    evening: JournalTable, link: NewLink, broker: Mosquitto, desk: Desk, case: str
) -> None:
    keys, why = TROUBLES[case]
    desk.wait(lambda: bool(desk.heard))
    table = evening.switch_on()
    a_link = link(**{key: text.format(event=broker.folder) for key, text in keys.items()})
    until(lambda: bool(a_link.warnings))
    (line,) = map(str, a_link.warnings)
    assert line.startswith("no link to the referees' desk: ")
    assert why.format(event=broker.folder) in line
    play(evening, 2)
    assert table.state.phase is Phase.READY


@pytest.mark.parametrize(
    ("keys", "kind"), [({"clock": "c-3"}, BrokerRefused), ({"event": "club"}, Lost)]
)
def test_only_a_login_that_is_refused_is_one_that_a_clock_may_forget(
    broker: Mosquitto, desk: Desk, keys: dict[str, str], kind: type[Lost]
) -> None:
    desk.wait(lambda: bool(desk.heard))
    refused = connection_module.Broker(broker.desk_table(**keys), "boot", lambda *_: None)

    def talk() -> None:
        while True:
            waiting = select.poll()
            for connected, events in refused.traffic():
                waiting.register(connected, events)
            waiting.poll(WAIT_S * 1000)
            refused.turn()
            if refused.up and refused.is_free("online"):
                refused.publish("online", Online(up=True, boot_id="boot"))

    with closing(refused), pytest.raises(Lost) as error:
        talk()
    assert "Not authorized" in str(error.value)
    assert type(error.value) is kind


def test_a_broker_that_is_silent_does_not_keep_the_link_awake(
    broker: Mosquitto, desk: Desk
) -> None:
    desk.wait(lambda: bool(desk.heard))
    with closing(connection_module.Broker(broker.desk_table(), "boot", lambda *_: None)) as ours:
        until(lambda: not ours.turn() and ours.up)
        assert not all(ours.turn() for _ in range(100))


def test_a_broker_that_takes_a_connection_and_then_is_silent_is_not_waited_for(
    evening: JournalTable, link: NewLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "KEEPALIVE_S", 1)
    table = evening.switch_on()
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        a_link = link(address=f"127.0.0.1:{silent.getsockname()[1]}")
        play(evening, 2)
        until(lambda: bool(a_link.warnings))
        assert str(a_link.warnings[0]).endswith(": no answer")
        play(evening, 2)
        assert table.state.phase is Phase.READY


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, which happens in another thread."""
    for _ in range(round(WAIT_S * 100)):
        if holds():
            return
        Event().wait(0.01)
    raise AssertionError
