"""A clock starts with a journal that can be read, but not written: the game comes back."""

from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, ENOSPC, EROFS
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
from tests.journal.written import change_line, copied
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
    ("code", "fault"),
    [(ENOSPC, Fault.DISK_FULL), (EACCES, Fault.NOT_WRITTEN), (EROFS, Fault.NOT_WRITTEN)],
)
def test_a_game_on_a_disk_that_is_not_written_at_the_start_comes_back_and_is_written_later(
    boot: str, code: int, fault: Fault, played: Evening
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
    if code == EROFS:  # another disk is there then
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


@pytest.mark.parametrize("damaged", [False, True])
def test_a_game_in_a_folder_that_is_not_ours_to_write_comes_back_and_stays_as_it_is(
    damaged: bool, played: Evening, memory: Path
) -> None:
    played.cut()
    played.journal.close()
    state = memory / f"state-{damaged}"
    state.mkdir()
    memory.chmod(0o755)
    played.path = copied(played.path, state / "games")
    if damaged:
        change_line(played.path, 1, 3)
    with may_not_write(played.path):
        before = {each.name: each.read_bytes() for each in played.path.iterdir()}
        table = start(played)
        expected = (Phase.STOPPED, 1) if damaged else (Phase.RUNNING, 3)
        assert (table.state.phase, table.state.play.moves) == expected
        assert played.journal.fault is Fault.NOT_WRITTEN
        assert {each.name: each.read_bytes() for each in played.path.iterdir()} == before
        assert (str(played.journal.damage) == "game 1: line 3 was changed") is damaged
    assert moves_on_disk(played) == [expected[1]]
    assert ("; set aside as game-00001-damaged-" in str(played.journal.damage)) is damaged


@pytest.mark.parametrize("without_head", [False, True])
def test_a_second_clock_is_kept_out_until_the_first_has_ended(
    without_head: bool, played: Evening
) -> None:
    assert played.journal.flush(FLUSH_S)
    if without_head:
        (played.path / HEAD).unlink()
        played.is_whole = False
    with pytest.raises(Taken, match=f"^{played.path}: another clock writes this journal$"):
        Journal(played.path, 0)
    played.journal.close()
    Journal(played.path, 0).close()
