"""A clock with a journal on a table of fakes, switched off and on as a test likes."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from clock.game.timeline import Timeline
from clock.journal.journal import BYTES_MAX, Journal
from clock.journal.soundness import problem_of
from clock.journal.store import Store
from clock.rules.state import Setup
from clock.station.recovery import read_timeline
from hal.ports import Line
from hal.wiring import DEFAULT, Wiring
from tests.station.tables import FakeRig, Table, setup

FLUSH_S = 10.0
RETRY_S = 0.01
BOOT, OTHER_BOOT = "a boot", "another boot"


class Evening:
    """One journal in a folder, and the tables that were laid over it one after the other."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = folder / "journal.db"
        self._monkeypatch = monkeypatch
        self._starts = 0
        self.journal: Journal
        self.table: Table

    def switch_on(
        self,
        *,
        at_ns: int = 1_000_000_000,
        boot: str = BOOT,
        game: Setup | None = None,
        bytes_max: int = BYTES_MAX,
        wiring: Wiring = DEFAULT,
    ) -> Table:
        """Lay a table whose machine says that it is `at_ns` and that this is `boot`."""
        rig = FakeRig(self._monkeypatch, wiring)
        rig.time.move_to(at_ns)
        self.journal = Journal(self.path, at_ns, boot_id=boot, bytes_max=bytes_max, retry_s=RETRY_S)
        self.table = Table(rig, game or setup("40/2h:1h"), journal=self.journal)
        return self.table

    def cut(self) -> None:
        """Let the process be gone: what is on disk now is all there is."""
        assert self.journal.flush(FLUSH_S)
        self._starts += 1
        copy = self.path.parent.parent / f"after-{self._starts}"
        shutil.copytree(self.path.parent, copy)
        self.journal.close()
        self.path = copy / self.path.name

    def on_disk(self) -> list[Timeline]:
        """Every game that is on disk, folded again; the journal must be whole."""
        assert self.journal.flush(FLUSH_S)
        with closing(Store(self.path, read_only=True)) as store:
            return [read_timeline([game.header, *store.lines(game.id)]) for game in store.games()]

    def put_away(self) -> None:
        """End it as one should; the journal that stays must be whole."""
        self.journal.close()
        assert problem_of(self.path) is None


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """An evening with one journal; at its end the journal is whole."""
    folder = tmp_path / "state"
    folder.mkdir()
    an_evening = Evening(folder, monkeypatch)
    yield an_evening
    an_evening.put_away()


def start_and_press(table: Table, *thinks_ns: int) -> None:
    """Start the left clock; then the plungers are pressed in turn after these times."""
    table.tap(Line.OK)
    for index, think_ns in enumerate(thinks_ns):
        table.wait(think_ns - 100_000_000)
        table.tap(Line.RIGHT_PLUNGER if index % 2 else Line.LEFT_PLUNGER)
