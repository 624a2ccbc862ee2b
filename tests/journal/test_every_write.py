"""The disk stops after any operation of the journal: the clock comes back with all durable data.

Games are played once on a disk that remembers every write, name and sync. Then the disk is made as
it was after each of them: with everything that was done, as a kill leaves it; with nothing
but what was synced, as the worst power cut does; and with some of the rest, torn. Now and then a
sync fails, and what it was for is never on the disk. A killed clock goes on over what it can read.
"""

import os
import random
import shutil
from collections.abc import Iterator
from copy import deepcopy
from errno import EIO
from itertools import accumulate, pairwise
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clock.game.recorded import RecordedGame
from clock.journal.folder import game_files
from clock.journal.inspection import inspect_folder
from clock.journal.journal import Journal
from clock.rules.inputs import PowerLost, Tick
from clock.rules.machine import begin
from clock.rules.state import Phase
from clock.rules.timing import running_seats
from clock.rules.units import SECOND_NS
from hal.ports import Line as Pin
from tests.journal.disks import Image, Kind, LabDisk, Operation, Remains
from tests.journal.journal_tables import BOOT, FLUSH_S, OTHER_BOOT, JournalTable
from tests.journal.written import contents, problem
from tests.station.tables import MS, setup

THINKS_MS = (300, 900, 2300, 150, 400)
STEP_NS = 200 * MS
FAILS_EACH = 9
"""One of so many syncs fails."""
SECTOR = 512
"""What a disk writes whole or not at all."""
ROOM = 8_000
"""So little that games go again and again."""


class Moment(NamedTuple):
    """What was on the disk for sure when an operation began, and the time of the game."""

    game: int = 0
    inputs: int = 0
    now_ns: int = 0
    running: bool = False


FIRST = Moment()


class Recorded(NamedTuple):
    """A folder at first, the operations on it with their times, and all games at its end."""

    image: Image
    operations: list[Operation]
    moments: list[Moment]
    games: dict[int, RecordedGame]


class Clock:
    """A clock that plays in a folder, on a disk that remembers."""

    def __init__(
        self,
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
        image: Image,
        boot: str = BOOT,
        last: Moment = FIRST,
    ) -> None:
        self._folder, self._disk = folder, LabDisk(image.names)
        self._image, self._last, self._syncs = image, last, 0
        self._games: dict[int, RecordedGame] = {}
        self._moments: list[Moment] = []
        self._disk.fails = self._note
        evening = JournalTable(folder, monkeypatch)
        evening.path = folder
        self.table = evening.switch_on(boot=boot, disk=self._disk, bytes_max=ROOM)
        self.journal = evening.journal

    def _note(self, operation: Operation) -> None:
        self._moments.append(self._last)
        if operation.kind in (Kind.SYNC, Kind.SYNC_NAMES):
            self._syncs += 1
            if self._syncs % FAILS_EACH == 0:
                raise OSError(EIO, os.strerror(EIO))

    def wait(self, length_ns: int) -> None:
        """Let the time pass; from time to time all is on the disk."""
        until_ns = self.table.now_ns + length_ns
        while self.table.now_ns < until_ns:
            self.table.wait(min(STEP_NS, until_ns - self.table.now_ns))
            assert self.journal.flush(FLUSH_S)
            count = len(self.table.station.timeline.all_inputs())
            running = bool(running_seats(self.table.state))
            number = max(game_files(self._folder), default=0) if count else self._last.game
            self._last = Moment(number, count, self.table.now_ns, running)
        self._games.update((each.number, each) for each in contents(self._folder))

    def play(self, presses: int) -> None:
        """Play a game with a stop in it; then set up the next."""
        self.table.tap(Pin.OK)
        for index in range(presses):
            self.wait(THINKS_MS[index % len(THINKS_MS)] * MS)
            self.table.tap(Pin.RIGHT_PLUNGER if index % 2 else Pin.LEFT_PLUNGER)
            if index == presses // 2:
                self.wait(STEP_NS)
                self.table.tap(Pin.STOP)
                self.wait(2 * SECOND_NS)
                self.table.tap(Pin.OK)
                self.table.tap(Pin.PLUS)
        self.wait(SECOND_NS)
        for _ in range(2):  # the first of them never begins, and goes
            self.table.new_game()
            self.wait(STEP_NS)

    def end(self) -> Recorded:
        """Return the operations so far, without those of closing."""
        operations = list(self._disk.operations)
        self.journal.close()
        return Recorded(self._image, operations, self._moments, self._games)


def nothing(_: Operation) -> None:
    return None


def some(chance: random.Random) -> Remains:
    """Any of the writes are lost, or only the first of their sectors are there."""

    def remains(operation: Operation) -> bytes | None:
        drawn = chance.randrange(3)
        if drawn == 0:
            return None
        if drawn == 1:
            return operation.data
        end = operation.offset + chance.randrange(len(operation.data) + 1)
        return operation.data[: max(0, end // SECTOR * SECTOR - operation.offset)]

    return remains


def images(recorded: Recorded) -> Iterator[tuple[int, Image]]:
    """Yield the folder as it may be after every operation: by a kill, and by power cuts."""
    image, chance = deepcopy(recorded.image), random.Random(1)
    for index, operation in enumerate(recorded.operations):
        image.apply(operation)
        yield index, deepcopy(image)
        yield index, image.after_a_cut(nothing, 0)
        yield index, image.after_a_cut(some(chance), chance.random())


def assert_comes_back(recorded: Recorded, moment: Moment, folder: Path) -> None:
    """All that was on the disk is there, in order, and the clock knows when it was last there."""
    opened = inspect_folder(folder)
    assert opened.damage is None
    for game in contents(folder):
        whole = recorded.games[game.number]
        count = len(game.rows)
        assert game.header == whole.header or count == 0
        assert (game.rows, game.problem) == (whole.rows[:count], None)
        if game.number == moment.game:
            assert count >= moment.inputs
        elif game.number < moment.game:
            assert count == len(whole.rows)
    assert opened.last.number >= moment.game
    numbers = list(game_files(folder))
    assert all(after == before + 1 for before, after in pairwise(numbers))
    if moment.running and opened.last.number == moment.game:
        assert opened.head is not None
        last_ns = max(opened.head.at_ns, contents(folder)[-1].rows[-1].input.at_ns)
        assert moment.now_ns - last_ns <= SECOND_NS


@pytest.mark.parametrize("presses", [8, pytest.param(40, marks=pytest.mark.slow)])
def test_the_clock_comes_back_from_the_disk_as_it_was_after_anything_it_did(
    presses: int, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(memory / f"played-{presses}", monkeypatch, Image({}))
    for _ in range(4):
        clock.play(presses)
    recorded = clock.end()
    kinds = [each.kind for each in recorded.operations]
    renamed = [each.to for each in recorded.operations if each.kind is Kind.RENAME]
    assert renamed == ["head", *(f"game-0000{game}.jsonl" for game in (1, 2, 2, 3, 3, 4, 4, 5, 5))]
    assert kinds.count(Kind.UNLINK) >= 2
    assert kinds.count(Kind.DROP) > 3
    starts = 0
    for count, (index, image, folder) in enumerate(after_each(recorded, memory / f"{presses}")):
        if count % 12 == 0 or kinds[index] is Kind.RENAME:
            again = go_on(folder, image, recorded.moments[index], recorded.games, monkeypatch)
            starts += sum(1 for _ in after_each(again, memory / f"{presses}-again"))
    assert starts > count > 100 * presses / 8


def after_each(recorded: Recorded, folder: Path) -> Iterator[tuple[int, Image, Path]]:
    """Yield a folder for every image, after checking that the image is whole."""
    seen: set[int] = set()
    for index, image in images(recorded):
        files, moment = image.files(), recorded.moments[index]
        known = hash((moment, *sorted(files.items())))
        if known in seen:
            continue
        seen.add(known)
        folder.mkdir()
        for name, data in files.items():
            (folder / name).write_bytes(data)
        assert_comes_back(recorded, moment, folder)
        yield index, image, folder
        shutil.rmtree(folder)


def go_on(
    folder: Path,
    image: Image,
    moment: Moment,
    games: dict[int, RecordedGame],
    monkeypatch: pytest.MonkeyPatch,
) -> Recorded:
    """Switch a clock on over this folder: it has the game, stopped, and goes on writing it."""
    clock = Clock(folder, monkeypatch, image, OTHER_BOOT, moment._replace(running=False))
    table = clock.table
    if moment.running and clock.journal.found.last.number == moment.game:
        assert table.state.phase is Phase.STOPPED
        assert isinstance(table.station.timeline.all_inputs()[-1], PowerLost)
    table.do("ok +")
    clock.wait(2 * SECOND_NS)
    table.do("L R")
    clock.wait(SECOND_NS)
    recorded = clock.end()
    assert problem(folder) is None
    return recorded._replace(games={**games, **recorded.games})


@settings(max_examples=20)
@given(st.lists(st.integers(1, 4), max_size=6))
def test_what_is_added_together_is_on_the_disk_together_however_soon_it_is_taken(
    sizes: list[int],
) -> None:
    counts: list[int] = []

    class TakenAtOnce(SimpleQueue[Any]):
        """A queue whose every order is carried out before the next one is put."""

        def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
            super().put(item, block, timeout)
            journal.turn()
            counts.append(len(contents(path)[-1].rows))

    with TemporaryDirectory() as folder:
        path, game = Path(folder) / "games", setup()
        journal = Journal(path, 0, boot_id=BOOT, own_thread=False)
        journal._queue = TakenAtOnce()
        journal.begin(game, 0, at_once=True)
        for size in sizes:
            with journal.together():
                for _ in range(size):
                    journal.add(Tick(0), begin(game))
        journal._queue = SimpleQueue()
        journal.close()
    assert counts == [0, *accumulate(sizes)]
