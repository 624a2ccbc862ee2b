"""A clock with a journal on a table of fakes, switched off and on as a test likes."""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clock.game.timeline import Timeline
from clock.journal.journal import Fault, Journal
from clock.rules.seats import LEFT
from clock.rules.state import Setup
from hal.ports import Line
from hal.wiring import DEFAULT, Wiring
from tests.journal.disks import LabDisk, works
from tests.journal.written import contents, problem
from tests.station.tables import FakeRig, Table, setup

FLUSH_S, RETRY_S = 10.0, 0.01
BOOT, OTHER_BOOT = "a boot", "another boot"


class JournalTable:
    """A journal in a folder, and the clocks that use it in turn."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = folder / "games"
        self._monkeypatch = monkeypatch
        self._starts = 0
        self.is_whole = True
        """Whether its journal is to be whole at the end."""
        self.journal: Journal
        self.table: Table

    def switch_on(
        self,
        *,
        at_ns: int = 1_000_000_000,
        boot: str = BOOT,
        game: Setup | None = None,
        wiring: Wiring = DEFAULT,
        **options: Any,
    ) -> Table:
        """Switch a clock on at `at_ns` in a boot.

        The options are the journal's.
        """
        rig = FakeRig(self._monkeypatch, wiring)
        rig.time.move_to(at_ns)
        self.journal = Journal(self.path, at_ns, boot_id=boot, retry_s=RETRY_S, **options)
        self.table = Table(rig, game or setup("40/2h:1h"), journal=self.journal)
        return self.table

    def cut(self) -> None:
        """Let the process be gone: what is on disk now is all there is."""
        assert self.journal.flush(FLUSH_S)
        old = self.journal
        self.branch()
        old.close()

    def branch(self, folder: Path | None = None) -> Path:
        """Go on with a copy of this folder, or of an earlier copy; return the original."""
        folder = folder or self.path.parent
        self._starts += 1
        copy = folder.parent / f"after-{self._starts}"
        shutil.copytree(folder, copy)
        self.path = copy / self.path.name
        return folder

    def on_disk(self) -> list[Timeline]:
        """Every game that is on disk, folded again; the journal must be whole."""
        assert self.journal.flush(FLUSH_S)
        assert problem(self.path) is None
        return [game.folded() for game in contents(self.path)]

    def counts(self) -> list[int]:
        """How many inputs each game has on disk."""
        return [len(game.all_inputs()) for game in self.on_disk()]

    def fault(self) -> Fault | None:
        """Wait for a fault of the journal; return None if everything is written."""
        until_s = time.monotonic() + FLUSH_S
        while self.journal.fault is None and time.monotonic() < until_s:
            self.journal.flush(RETRY_S)
        return self.journal.fault

    def put_away(self) -> None:
        """Close the journal in an orderly way; it must be whole."""
        self.journal.close()
        assert not self.is_whole or problem(self.path) is None


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[JournalTable]:
    """An evening with one journal; at its end the journal is whole."""
    folder = tmp_path / "state"
    folder.mkdir()
    an_evening = JournalTable(folder, monkeypatch)
    yield an_evening
    an_evening.put_away()


@pytest.fixture
def disk(evening: JournalTable) -> Iterator[LabDisk]:
    """The disk of the evening's running clock, free of faults at first."""
    a_disk = LabDisk()
    evening.switch_on(disk=a_disk)
    yield a_disk
    a_disk.fails = works


def press_on(table: Table, count: int) -> None:
    """Let whoever is to move press every two seconds, from the last press on."""
    for _ in range(count):
        table.do("1.9 L" if table.state.running is LEFT else "1.9 R")


def start_and_press(table: Table, *thinks_ns: int) -> None:
    """Start the left clock; then the plungers are pressed in turn after these times."""
    table.tap(Line.OK)
    for index, think_ns in enumerate(thinks_ns):
        table.wait(think_ns - 100_000_000)
        table.tap(Line.RIGHT_PLUNGER if index % 2 else Line.LEFT_PLUNGER)
