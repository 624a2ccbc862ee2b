"""The desk: what it takes, what it writes, and what it lets clocks hear."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from clock.desk import desk as desk_module
from clock.desk.database import ACTS
from clock.desk.desk import BYTES_MAX, Desk
from clock.desk.store import Store
from clock.game.file import GameFileError
from clock.link.messages import Ack, Assign, Beat, Command, Lines, Op, Setting
from clock.notation.setup_table import SetupTable
from clock.rules.units import SECOND_NS
from tests.databases import PostgreSQL
from tests.desk.direct_desk import Clock, DirectDesk

ASSIGN = Assign("a-1", SetupTable("40/7200:3600", "rif"), table="7")


class Sent:
    """What the desk sends."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, str, Any, bool]] = []

    def send(
        self, clock: str, leaf: str, message: msgspec.Struct | None, *, retain: bool = False
    ) -> None:
        self.messages.append((clock, leaf, message, retain))


@pytest.fixture
def wire(database: str) -> Iterator[DirectDesk]:
    with closing(DirectDesk(database)) as a_wire:
        yield a_wire


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    return Clock("one", tmp_path / "games").played(5)


def test_a_clock_hears_that_the_desk_has_lines_only_once_they_are_written(
    wire: DirectDesk, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert clock.journal.flush(20)
    wire.bring(clock, "beat", clock.beat())
    wire.desk.commit()
    wire.now_ns += 2 * SECOND_NS
    wire.bring(clock, "beat", clock.beat())
    wire.answer(clock)
    lines = clock.following()
    assert lines is not None
    wire.bring(clock, "lines", lines)
    assert wire.desk.clocks["one"].at == clock.beat().at
    with pytest.raises(GameFileError):  # a page that is asked for in that moment
        wire.desk.store.read_game("one", 1)
    broken = OperationalError("", {}, Exception("disk full"))
    with monkeypatch.context() as patched:
        patched.setattr(Store, "write", lambda *_: (_ for _ in ()).throw(broken))
        with pytest.raises(OperationalError):
            wire.desk.commit()
    assert wire.haves == []
    wire.desk.commit()
    assert [have.at for _, have in wire.haves] == [clock.beat().at]
    wire.open()
    assert wire.desk.clocks["one"].state == clock.timeline.state
    clock.kill()


def test_a_desk_goes_on_once_its_database_is_there_again(
    postgresql: PostgreSQL, clock: Clock
) -> None:
    with closing(DirectDesk(postgresql.new_database())) as wire:
        wire.exchange(clock.played(2))
        clock.press()
        assert clock.journal.flush(20)
        wire.bring(clock, "beat", clock.beat())
        wire.desk.commit()
        wire.answer(clock)
        postgresql.kill()
        lines = clock.following()
        assert lines is not None
        wire.bring(clock, "lines", lines)
        with pytest.raises(OperationalError):
            wire.desk.commit()
        postgresql.start()
        wire.desk.commit()
        assert wire.desk.store.lines("one", 1) == clock.files()[1]
    clock.kill()


GOOD = Beat(1, "boot")
BAD = [
    ("beat", b"{"),
    ("beat", b'{"now_ns":-1,"boot_id":""}'),
    ("beat", b"\xff\xfe"),
    ("beat", b"[" * 100_000),
    ("lines", b'{"game":1,"first":0,"lines":["no line"]}'),
    ("lines", b'{"game":1,"first":0,"lines":["a","b"]}'),
    ("lines", msgspec.json.encode(Lines(1, 0, ('{"hash":"' + "0" * 64 + '","game":1}\n',)))),
    ("lines", b"x" * (BYTES_MAX + 1)),
    ("setting", msgspec.json.encode(Setting(SetupTable("no control")))),
    ("holds", b'{"games":[{"game":1}]}'),
    ("ack", b'{"id":"UPPER","done":true}'),
    ("nothing", b"{}"),
]


def test_bad_messages_change_nothing_and_are_logged_once(
    wire: DirectDesk, caplog: pytest.LogCaptureFixture
) -> None:
    wire.desk.receive("one", "beat", msgspec.json.encode(GOOD), 0)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            for leaf, payload in BAD:
                wire.desk.receive("one", leaf, payload, 0)
    assert 1 <= len(caplog.records) <= len({leaf for leaf, _ in BAD})
    live = wire.desk.clocks["one"]
    assert (live.beat, live.game, live.setting) == (GOOD, None, None)
    wire.desk.commit()
    assert wire.everything() == set()


def test_a_revoked_clock_is_heard_no_more_and_one_on_a_table_is_alone_there(
    wire: DirectDesk,
) -> None:
    beat = msgspec.json.encode(GOOD)
    for clock in ("one", "two"):
        wire.desk.receive(clock, "beat", beat, 0)
        wire.desk.register(clock, "7")
    assert wire.desk.by_table("7") is wire.desk.clocks["two"]
    assert wire.desk.clocks["one"].registered == ""
    wire.desk.revoke("two")
    wire.desk.receive("two", "beat", beat, 0)
    assert wire.desk.by_table("7") is None
    wire.open()
    assert set(wire.desk.clocks) == {"one"}
    wire.desk.register("two", "8")
    wire.desk.receive("two", "beat", beat, 0)
    assert wire.desk.clocks["two"].beat == GOOD


def test_a_clock_that_is_shut_out_stays_out_and_is_whole_once_it_is_admitted_again(
    wire: DirectDesk, clock: Clock
) -> None:
    wire.desk.register("one", "7")
    wire.exchange(clock)
    wire.desk.revoke("one")
    wire.open()
    wire.bring(clock, "beat", clock.beat())  # which the broker had retained
    assert wire.desk.clocks == {}
    clock.press()
    wire.desk.register("one", "8")
    live = wire.desk.clocks["one"]
    assert (live.table, live.at and live.at.lines) == ("8", 6)
    wire.exchange(clock)
    assert live.state == clock.timeline.state
    assert wire.desk.findings == ()
    clock.kill()


async def _assigned_and_shut_out(store: Store) -> list[tuple[str, str, Any, bool]]:
    sent = Sent()
    desk = Desk(store, sent)
    desk.register("one", "7")
    task = asyncio.create_task(desk.assign("one", ASSIGN))
    await asyncio.sleep(0)
    desk.revoke("one")
    task.cancel()
    return sent.messages


def test_a_clock_that_is_shut_out_finds_no_old_game_when_it_is_admitted_again(
    wire: DirectDesk,
) -> None:
    messages = asyncio.run(_assigned_and_shut_out(wire.desk.store))
    assert messages == [("one", "assign", ASSIGN, True), ("one", "assign", None, True)]


@pytest.mark.parametrize(("id", "cleared"), [("a-1", True), ("c1", False)])
def test_an_assignment_that_was_carried_out_is_taken_back_by_a_desk_that_was_restarted(
    wire: DirectDesk, id: str, cleared: bool
) -> None:
    sent = Sent()
    desk = Desk(wire.desk.store, sent)
    desk.receive("one", "ack", msgspec.json.encode(Ack(id, True)), 0)
    assert (("one", "assign", None, True) in sent.messages) is cleared


def test_a_clock_is_compared_with_the_round_of_the_table_it_stands_on(wire: DirectDesk) -> None:
    setting = Setting(ASSIGN.setup, table="7")
    wire.desk.expect({"7": ASSIGN})
    wire.desk.receive("one", "setting", msgspec.json.encode(setting), 0)
    assert wire.desk.clocks["one"].deviations == ()
    wire.desk.expect({"7": msgspec.structs.replace(ASSIGN, setup=SetupTable("3600", "rif"))})
    assert len(wire.desk.clocks["one"].deviations) == 1
    (item,) = wire.desk.attention.items(0)
    assert item.tables == ("7",)
    wire.desk.expect({})
    assert wire.desk.clocks["one"].deviations == ()


def test_commands_carry_what_the_desk_saw_and_return_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = Sent()
    desk = Desk(Store(f"sqlite:///{tmp_path / 'desk.db'}"), sent, now_ns=lambda: 10 * SECOND_NS)
    desk.receive("one", "beat", msgspec.json.encode(GOOD), 10 * SECOND_NS)

    async def answered(job: Any, done: bool) -> Ack | None:
        task = asyncio.ensure_future(job)
        await asyncio.sleep(0)
        message = sent.messages[-1][2]
        for id in ("another", message.id):
            ack = Ack(id, done, "" if done else "busy")
            desk.receive("one", "ack", msgspec.json.encode(ack), 0)
        answer: Ack | None = await task
        return answer

    ack = asyncio.run(answered(desk.command("one", Op.START, "Ann"), False))
    assert ack is not None
    assert (ack.done, ack.reason) == (False, "busy")
    _, leaf, command, retain = sent.messages[-1]
    assert isinstance(command, Command)
    assert (leaf, command.op, command.issuer, command.seen, retain) == (
        "cmd", Op.START, "Ann", None, False,
    )  # fmt: skip
    assert command.until_ns == GOOD.now_ns + 5 * SECOND_NS
    assert asyncio.run(answered(desk.assign("one", ASSIGN), True)) == Ack("a-1", True)
    assert sent.messages[-2:] == [("one", "assign", ASSIGN, True), ("one", "assign", None, True)]
    monkeypatch.setattr(desk_module, "COMMAND_S", -1)
    assert asyncio.run(desk.command("one", Op.IDENTIFY, "Ann")) is None


def test_what_referees_do_is_on_record(wire: DirectDesk, clock: Clock) -> None:
    wire.exchange(clock)
    wire.desk.receive("one", "setting", msgspec.json.encode(Setting(ASSIGN.setup)), 0)
    wire.desk.attention.on_duty("Ann", on=True)
    wire.desk.expect({"one": ASSIGN})
    (item,) = wire.desk.attention.items(wire.now_ns)
    wire.desk.attention.take(item.key, "Ann", wire.now_ns)
    wire.desk.commit()
    with wire.desk.store.engine.connect() as connection:
        (row,) = connection.execute(select(ACTS))
    assert (row.who, row.act, row.item) == ("Ann", "take", item.key)
    clock.kill()
