"""The disk stops after any write of the journal: the clock comes back with all that was on it.

A game is played once on a disk that remembers every write and every sync. Then the disk is made
as it was after each of them: with everything that was written, as a kill leaves it; with
nothing but what was synced, as the worst power cut does; and with some of the rest, torn.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from clock.journal import store as store_module
from clock.journal.damage import repair
from clock.journal.journal import Journal
from clock.journal.lines import Line
from clock.journal.replay import read_timeline
from clock.journal.store import Store, read_head
from clock.records.recorded import read
from clock.records.verify import figure_problems
from clock.rules.inputs import PowerLost
from clock.rules.state import Phase
from clock.rules.timing import running_seats
from clock.rules.units import SECOND_NS
from hal.ports import Line as Pin
from tests.journal.disks import Disk, Image, Operation, Truncate, Write
from tests.journal.evenings import FLUSH_S, OTHER_BOOT
from tests.station.tables import MS, FakeRig, Table, setup

THINKS_MS = (300, 900, 2300, 150, 400)
STEP_NS = 200 * MS
SECTOR = 512
"""What a disk writes whole or not at all."""
WAL_PAGES = 12
"""So short that the WAL is taken over into the database again and again."""


class Moment(NamedTuple):
    """What was on the disk for sure when an operation began, and the time of the game."""

    lines: int
    now_ns: int
    running: bool


class Recorded(NamedTuple):
    """A disk at first, what was done to it, when, and the game at the end."""

    files: dict[str, bytes]
    operations: list[Operation]
    moments: list[Moment]
    lines: list[Line]


def record(folder: Path, monkeypatch: pytest.MonkeyPatch, presses: int) -> Recorded:
    """Play a game with a stop in it."""
    monkeypatch.setattr(store_module, "WAL_PAGES", WAL_PAGES)
    path = folder / "journal.db"
    assert repair(path, "") is None
    files = {path.name: path.read_bytes()}
    disk = Disk(f"recording-{folder.name}")
    rig = FakeRig(monkeypatch)
    moments = [Moment(0, rig.time.now_ns(), False)]
    per_operation: list[Moment] = []
    disk.fails = lambda _: per_operation.append(moments[-1])
    journal = Journal(path, rig.time.now_ns(), boot_id="a boot", connect=disk.connect)
    table = Table(rig, setup("40/2h:1h"), journal=journal)

    def wait(length_ns: int) -> None:
        until_ns = table.now_ns + length_ns
        while table.now_ns < until_ns:
            table.wait(min(STEP_NS, until_ns - table.now_ns))
            assert journal.flush(FLUSH_S)
            count = len(table.station.timeline.everything())
            running = bool(running_seats(table.state))
            moments.append(Moment(count, table.now_ns, running))

    table.tap(Pin.OK)
    for index in range(presses):
        wait(THINKS_MS[index % len(THINKS_MS)] * MS)
        table.tap(Pin.RIGHT_PLUNGER if index % 2 else Pin.LEFT_PLUNGER)
        if index == presses // 2:
            wait(STEP_NS)
            table.tap(Pin.STOP)
            wait(2 * SECOND_NS)
            table.tap(Pin.OK)
            table.tap(Pin.OK)
    wait(SECOND_NS)
    with closing(Store(path, read_only=True)) as store:
        lines = list(store.lines(1))
    operations = list(disk.operations)  # what closing does is another matter
    journal.close()
    return Recorded(files, operations, per_operation, lines)


def everything(operation: Write | Truncate) -> bytes | None:
    return operation.data if isinstance(operation, Write) else b""


def nothing(_: Write | Truncate) -> None:
    return None


def some(chance: random.Random) -> Callable[[Write | Truncate], bytes | None]:
    """Any of the writes are lost, or only the first of their sectors are there."""

    def remains(operation: Write | Truncate) -> bytes | None:
        data, drawn = everything(operation), chance.randrange(3)
        if data is None or drawn == 0:
            return None
        if drawn == 1 or isinstance(operation, Truncate):
            return data
        end = operation.offset + chance.randrange(len(data) + 1)
        return data[: max(0, end // SECTOR * SECTOR - operation.offset)]

    return remains


def images(recorded: Recorded) -> Iterator[tuple[int, str, dict[str, bytes]]]:
    """The disk as it may be after each operation, but for equal ones."""
    image, chance = Image(recorded.files), random.Random(1)
    for index, operation in enumerate(recorded.operations):
        image.apply(operation)
        yield index, "killed", image.files(everything)
        yield index, "cut", image.files(nothing)
        yield index, "torn", image.files(some(chance))


def assert_comes_back(recorded: Recorded, moment: Moment, path: Path, *, whole: bool) -> None:
    """All that was on the disk is there, in order, and the clock knows when it was last there."""
    assert repair(path, "") is None
    with closing(Store(path, read_only=True)) as store:
        head = read_head(store.head())
        lines = list(store.lines(1))
        assert lines == recorded.lines[: len(lines)]
        assert len(lines) >= moment.lines
        if head is None:
            return
        assert not moment.running or moment.now_ns - head.at_ns <= SECOND_NS
        if whole:
            game = read(store, store.games()[0])
            assert next(figure_problems(game), None) is None
            timeline = read_timeline([store.games()[0].header, *lines])
            timeline.leave(head.at_ns)
            assert timeline.state == game.timeline().state


@pytest.mark.parametrize("presses", [30, pytest.param(400, marks=pytest.mark.slow)])
def test_the_clock_comes_back_from_the_disk_as_it_was_after_every_write(
    presses: int, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = memory / f"played-{presses}"
    played.mkdir()
    recorded = record(played, monkeypatch, presses)
    assert len(recorded.operations) > 8 * presses
    assert any(
        isinstance(each, Write) and each.name == "journal.db" for each in recorded.operations
    )
    seen: set[int] = set()
    for index, kind, files in images(recorded):
        moment = recorded.moments[index]
        known = hash((moment, *sorted(files.items())))
        if known in seen:
            continue
        seen.add(known)
        folder = memory / f"{index}-{kind}"
        folder.mkdir()
        for name, data in files.items():
            (folder / name).write_bytes(data)
        assert_comes_back(recorded, moment, folder / "journal.db", whole=index % 10 == 0)
        if index % 50 == 0:
            assert_goes_on(folder / "journal.db", moment, monkeypatch)
        for each in folder.iterdir():
            each.unlink()
        folder.rmdir()


def assert_goes_on(path: Path, moment: Moment, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that is switched on over this disk has the game, stopped, and goes on writing it."""
    rig = FakeRig(monkeypatch)
    journal = Journal(path, rig.time.now_ns(), boot_id=OTHER_BOOT)
    table = Table(rig, setup("5m"), journal=journal)
    if moment.running:
        assert table.state.phase is Phase.STOPPED
        assert isinstance(table.station.timeline.everything()[-1], PowerLost)
    assert journal.flush(FLUSH_S)
    journal.close()
    assert repair(path, "") is None
