"""The disk is full, fails, hangs or is gone: the game goes on, and nothing is lost."""

import fcntl
import os
from collections.abc import Callable
from contextlib import closing, suppress
from errno import EDQUOT, EINVAL, EIO, ENOSPC
from pathlib import Path
from threading import Event

import pytest

from clock.game.head import SLOT_BYTES, Head
from clock.game.recorded import GapCause
from clock.journal import journal as journal_module
from clock.journal.disk import Disk
from clock.journal.folder import read_head
from clock.journal.head_file import HeadFile
from clock.journal.journal import TRIES_MAX, Fault, Journal
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, SECOND_NS
from hal.ports import ScreenName
from tests.conftest import WAIT_S
from tests.journal.disks import LabDisk, Operation, refuses, works
from tests.journal.journal_tables import (
    BOOT,
    FLUSH_S,
    OTHER_BOOT,
    JournalTable,
    press_on,
    start_and_press,
)
from tests.journal.written import change_line, contents, copied, write_games


@pytest.mark.parametrize(
    ("code", "fault", "row"),
    [
        (ENOSPC, Fault.DISK_FULL, "journal: disk is full"),
        (EDQUOT, Fault.DISK_FULL, "journal: disk is full"),
        (EIO, Fault.NOT_WRITTEN, "journal: cannot write"),
    ],
)
def test_a_full_or_failing_disk_changes_no_time_and_loses_nothing_once_it_is_back(
    code: int, fault: Fault, row: str, evening: JournalTable, disk: LabDisk
) -> None:
    table, journal = evening.table, evening.journal
    table.do("ok")
    press_on(table, 4)
    assert journal.flush(FLUSH_S)
    disk.fails = refuses(code)
    press_on(table, 6)
    assert evening.fault() is fault
    table.wait(SECOND_NS)
    assert all(row in table.sentence(name) for name in ScreenName)
    assert [str(each) for each in table.station.warnings()] == [
        f"{evening.path}: {os.strerror(code)}"
    ]
    assert table.state.left.remaining_ns == 2 * HOUR_NS - 10 * SECOND_NS
    disk.fails = works
    assert evening.counts() == [11]
    table.wait(SECOND_NS)
    assert [journal.fault, journal.damage, *table.station.warnings()] == [None, None]
    assert row not in table.sentence()


@pytest.mark.parametrize("room", [0, 1, 70, 400, 1_200, 1_500, 1_900])
def test_a_disk_that_takes_only_part_of_a_line_or_a_game_leaves_nothing_half(
    room: int, evening: JournalTable, disk: LabDisk
) -> None:
    table = evening.table
    start_and_press(table, 2 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    disk.room = room
    press_on(table, 4)
    table.new_game()
    table.do("ok 2 L")
    assert evening.fault() is Fault.DISK_FULL
    at_rest = copied(evening.path, evening.path.with_name("cut"))
    again = Journal(at_rest, 0, boot_id=OTHER_BOOT)
    assert (again.damage, again.fault) == (None, None)
    again.close()
    disk.room = None
    assert evening.counts() == [7, 2]


@pytest.mark.parametrize("boot", [BOOT, OTHER_BOOT])
def test_a_power_cut_or_a_kill_on_a_full_disk_stops_the_clocks_and_says_that_presses_are_missing(
    boot: str, evening: JournalTable, disk: LabDisk
) -> None:
    table = evening.table
    start_and_press(table, 2 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    disk.room = 0
    press_on(table, 4)
    assert evening.fault() is Fault.DISK_FULL
    old = evening.journal
    evening.branch()  # what is on the disk now
    disk.room = None
    old.close()
    table = evening.switch_on(at_ns=20 * SECOND_NS, boot=boot)
    assert (table.state.phase, table.state.play.moves) == (Phase.STOPPED, 1)
    assert table.state.left.remaining_ns == 2 * HOUR_NS - 2 * SECOND_NS
    assert table.state.right.spent_ns == 0  # the missing presses passed the turn
    assert all("presses are missing" in table.sentence(name) for name in ScreenName)
    assert evening.counts() == [3]
    assert contents(evening.path)[0].gaps[0].cause is GapCause.UNWRITTEN
    table.do("ok + 2")
    assert "presses are missing" not in table.sentence()
    evening.cut()
    assert evening.switch_on(boot="a third boot").state.play.moves == 1
    assert "presses are missing" not in evening.table.sentence()


def test_a_disk_that_hangs_makes_no_press_wait_and_is_a_fault(
    evening: JournalTable, disk: LabDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, asked, answers = evening.table, Event(), Event()

    def hang(_: Operation) -> None:
        asked.set()
        assert answers.wait(WAIT_S)

    table.do("ok")
    assert evening.journal.flush(FLUSH_S)
    disk.fails = hang
    press_on(table, 1)
    assert asked.wait(WAIT_S)
    monkeypatch.setattr(journal_module, "SILENT_S", 0.0)
    press_on(table, 6)
    assert table.state.play.moves == 7
    assert evening.journal.fault is Fault.SILENT
    assert "journal: disk is slow" in table.sentence()
    answers.set()
    assert evening.counts() == [8]


def test_what_is_synced_is_synced_by_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def note(sync: str) -> Callable[[int], None]:
        return lambda handle: done.append(f"{sync} {os.readlink(f'/proc/self/fd/{handle}')}")

    for sync in ("fdatasync", "fsync"):
        monkeypatch.setattr(os, sync, note(sync))
    os.close(Disk().put(tmp_path / "name", b"text"))
    assert done == [f"fdatasync {tmp_path / 'part'}", f"fsync {tmp_path}"]


def is_direct(handle: int) -> bool:
    return bool(fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_DIRECT)


@pytest.mark.parametrize("refuses", [False, True])
def test_a_head_is_written_past_the_systems_memory_unless_the_disk_takes_no_512_bytes(
    refuses: bool, tmp_path: Path
) -> None:
    class Watched(LabDisk):
        direct: list[bool] = []  # noqa: RUF012

        def write(self, handle: int, data: bytes | memoryview, offset: int) -> None:
            if len(data) == SLOT_BYTES:
                self.direct.append(is_direct(handle))
                if refuses and self.direct[-1]:
                    raise OSError(EINVAL, os.strerror(EINVAL))
            super().write(handle, data, offset)

    with (tmp_path / "probe").open("wb") as probe:
        with suppress(OSError):
            fcntl.fcntl(probe, fcntl.F_SETFL, os.O_DIRECT)
        can = is_direct(probe.fileno())
    with closing(HeadFile(tmp_path, Watched(), sound=False)) as file:
        for sequence in range(1, 5):
            file.write(Head(sequence, 0, "", 0, 0, 1, None))
    assert Watched.direct[0] is can
    assert any(Watched.direct[1:]) is (can and not refuses)
    heads = read_head(tmp_path)
    assert heads.sound
    assert heads.newest is not None
    assert heads.newest.sequence == 4


def test_a_journal_whose_thread_has_ended_is_lost(tmp_path: Path) -> None:
    journal = Journal(tmp_path, 0)
    journal.close()
    assert journal.fault is Fault.LOST


def test_a_large_damaged_game_on_a_full_disk_is_not_read_again_at_once(
    evening: JournalTable,
) -> None:
    disk, now_s, looks = LabDisk(), [1000.0], 0

    def full(_: Operation) -> None:
        nonlocal looks
        looks += 1
        now_s[0] += 2.0
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    write_games(evening.path, 5).close()
    change_line(evening.path, 1, 3)
    disk.fails = full
    table = evening.switch_on(disk=disk, now_s=lambda: now_s[0])
    journal = evening.journal
    assert table.state.play.moves == 1  # of what stands before the damage
    for _ in range(3):
        now_s[0] += (2.0 / TRIES_MAX - 0.01) / 3
        assert not journal.flush(0.05)
    assert (looks, journal.fault) == (1, Fault.DISK_FULL)
    disk.fails = works
    now_s[0] += 0.02
    assert journal.flush(FLUSH_S)
    assert "line 4 was changed; set aside as " in str(journal.damage)
