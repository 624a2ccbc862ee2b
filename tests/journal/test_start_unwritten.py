"""A clock starts with a journal that can be read, but not written: the game comes back."""

from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, EIO, ENOSPC, EROFS
from pathlib import Path

import pytest

from clock.journal.folder import HEAD, Taken
from clock.journal.journal import Fault, Journal
from clock.rules.inputs import PowerLost, Restarted
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from clock.text.language import render
from hal.ports import Line
from tests.journal.disks import LabDisk, refuses, works
from tests.journal.evenings import (
    BOOT,
    FLUSH_S,
    OTHER_BOOT,
    Evening,
    not_root,
    start_and_press,
)
from tests.journal.written import change_line, contents, copied, game_file
from tests.station.tables import Table, setup

LATER_NS = 200 * SECOND_NS
GAME = setup("40/2h:1h")
"""Made before anybody is another user."""


def start(evening: Evening, disk: LabDisk | None = None, boot: str = BOOT) -> Table:
    """Switch the clock on again, three minutes later."""
    evening.journal.close()
    at_ns = LATER_NS if boot == BOOT else 5 * SECOND_NS
    return evening.switch_on(at_ns=at_ns, boot=boot, game=GAME, disk=disk)


@pytest.fixture
def played(evening: Evening) -> Evening:
    """A journal with a game of three presses that goes on."""
    start_and_press(evening.switch_on(), 5 * SECOND_NS, 7 * SECOND_NS, 9 * SECOND_NS)
    return evening


def moves_on_disk(evening: Evening) -> list[int]:
    """The moves of each game on the disk, which works again."""
    moves = [game.state.play.moves for game in evening.on_disk()]
    assert evening.journal.fault is None
    return moves


@pytest.mark.parametrize("boot", [BOOT, OTHER_BOOT])
@pytest.mark.parametrize(
    ("code", "fault", "other_disk"),
    [
        (ENOSPC, Fault.DISK_FULL, False),
        (EIO, Fault.NOT_WRITTEN, False),
        (EACCES, Fault.NOT_WRITTEN, False),
        (EROFS, Fault.NOT_WRITTEN, True),
    ],
)
def test_a_game_on_a_disk_that_is_not_written_at_the_start_comes_back_and_is_written_later(
    boot: str, code: int, fault: Fault, other_disk: bool, played: Evening
) -> None:
    disk = LabDisk()
    disk.fails = refuses(code)
    table = start(played, disk, boot)
    journal = played.journal
    restarted = boot == BOOT
    assert table.state.phase is (Phase.RUNNING if restarted else Phase.STOPPED)
    last = table.station.timeline.everything()[-1]
    assert type(last) is (Restarted if restarted else PowerLost)
    assert any("clock away" in str(news) for news in table.station.news()) is restarted
    if other_disk:
        for left in played.path.iterdir():
            left.unlink()
    table.wait(10 * SECOND_NS)
    if restarted:
        table.tap(Line.RIGHT_PLUNGER)
    assert not journal.flush(0.05)
    assert journal.fault is fault
    assert render(fault.value) in table.sentence()  # before what happened
    assert "Clock is faulty" in table.sentence()
    disk.fails = works
    assert moves_on_disk(played) == [4 if restarted else 3]


@contextmanager
def may_not_write(folder: Path) -> Iterator[None]:
    """A folder of another's, in which we may only read."""
    modes = {each: each.stat().st_mode for each in (folder.parent, folder, *folder.iterdir())}
    for each, mode in modes.items():
        each.chmod(0o555 if each.is_dir() else mode & 0o444 | 0o444)
    try:
        with not_root():
            yield
    finally:
        for each, mode in modes.items():
            each.chmod(mode)


def moved(evening: Evening, state: Path) -> None:
    """Copy an evening's journal into a folder that any user may get at, and go on with it."""
    evening.cut()
    evening.journal.close()
    state.mkdir()
    state.parent.chmod(0o755)
    evening.path = copied(evening.path, state / "games")


def test_a_folder_that_is_not_ours_to_write_is_read_and_stays_as_it_is(
    played: Evening, memory: Path
) -> None:
    moved(played, memory / "state")
    with may_not_write(played.path):
        before = {each.name: each.read_bytes() for each in played.path.iterdir()}
        table = start(played)
        assert (table.state.phase, table.state.play.moves) == (Phase.RUNNING, 3)
        assert played.journal.fault is Fault.NOT_WRITTEN
        assert {each.name: each.read_bytes() for each in played.path.iterdir()} == before
    assert moves_on_disk(played) == [3]


def test_a_damaged_game_that_cannot_be_written_comes_back_up_to_there_and_stays_until_it_can(
    played: Evening, memory: Path
) -> None:
    moved(played, memory / "damaged")
    data = change_line(played.path, 1, 3)
    with may_not_write(played.path):
        table = start(played)
        assert (table.state.phase, table.state.play.moves) == (Phase.STOPPED, 1)
        assert played.journal.fault is Fault.NOT_WRITTEN
        assert str(played.journal.damage) == "game 1: line 3 was changed"
        assert game_file(played.path, 1).read_bytes() == data
    assert played.journal.flush(FLUSH_S)
    assert "; set aside as game-00001-damaged-" in str(played.journal.damage)
    assert [gap.line for gap in contents(played.path)[0].gaps] == [2]


def test_a_second_clock_is_kept_out_until_the_first_has_ended(played: Evening) -> None:
    with pytest.raises(Taken, match=f"^{played.path}: another clock writes this journal$"):
        Journal(played.path, 0)
    start_and_press(played.table, 5 * SECOND_NS)
    assert played.journal.flush(FLUSH_S)
    played.journal.close()
    Journal(played.path, 0).close()


def test_a_head_that_another_user_left_is_read_and_reported(played: Evening, memory: Path) -> None:
    moved(played, memory / "left")
    played.path.chmod(0o777)
    with not_root():
        table = start(played)
        assert table.state.play.moves == 3
        assert played.journal.fault is Fault.NOT_WRITTEN
        warnings = [str(each) for each in table.station.warnings()]
        assert warnings == [f"{played.path / HEAD}: Permission denied"]
    assert played.journal.flush(FLUSH_S)
