"""The disk is full, fails, hangs or is gone: the game goes on, and nothing is lost."""

import fcntl
import os
from collections.abc import Callable
from contextlib import closing, suppress
from errno import EDQUOT, EINVAL, EIO, ENOSPC, EROFS
from pathlib import Path

import pytest

from clock.journal import journal as journal_module
from clock.journal.disk import Disk
from clock.journal.head import SLOT_BYTES, read_head
from clock.journal.journal import RETRY_S_MAX, TRIES_MAX, Fault, Journal
from clock.rules.units import HOUR_NS, SECOND_NS
from hal.ports import ScreenName
from tests.cli.running import WAIT_S
from tests.journal.disks import LabDisk, Operation, Sync, SyncNames, hanging, refuses, works
from tests.journal.evenings import FLUSH_S, OTHER_BOOT, Evening, press_on, start_and_press
from tests.journal.written import (
    LATER_NS,
    another_begins,
    change_line,
    contents,
    copied,
    game_file,
    go_on,
    write_games,
)


@pytest.mark.parametrize(
    ("code", "fault", "row"),
    [
        (ENOSPC, Fault.DISK_FULL, "journal: disk is full"),
        (EDQUOT, Fault.DISK_FULL, "journal: disk is full"),
        (EIO, Fault.NOT_WRITTEN, "journal: cannot write"),
        (EROFS, Fault.NOT_WRITTEN, "journal: cannot write"),
    ],
)
def test_a_full_or_failing_disk_changes_no_time_and_loses_nothing_once_it_is_back(
    code: int, fault: Fault, row: str, evening: Evening, disk: LabDisk
) -> None:
    table, journal = evening.table, evening.journal
    table.do("ok")
    press_on(table, 4)
    assert journal.flush(FLUSH_S)
    assert journal.fault is None
    disk.fails = refuses(code)
    press_on(table, 6)
    assert not journal.flush(0.1)
    assert journal.fault is fault
    table.wait(SECOND_NS)
    assert all(row in table.sentence(name) for name in ScreenName)
    assert [str(each) for each in table.station.warnings()] == [
        f"{evening.path}: {os.strerror(code)}"
    ]
    assert table.state.left.remaining_ns == 2 * HOUR_NS - 10 * SECOND_NS
    assert table.state.right.remaining_ns == 2 * HOUR_NS - 10 * SECOND_NS
    disk.fails = works
    assert journal.flush(FLUSH_S)
    table.wait(SECOND_NS)
    assert (journal.fault, table.station.warnings()) == (None, ())
    assert row not in table.sentence()
    press_on(table, 2)
    assert evening.counts() == [13]
    assert journal.damage is None


@pytest.mark.parametrize("room", [0, 1, 70, 400, 1_200, 1_500, 1_900])
def test_a_disk_that_takes_only_part_of_a_line_or_a_game_leaves_nothing_half(
    room: int, evening: Evening, disk: LabDisk
) -> None:
    table = evening.table
    start_and_press(table, 2 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    disk.room = room
    press_on(table, 4)
    table.new_game()
    table.do("ok 2 L")
    assert not evening.journal.flush(0.1)
    assert evening.journal.fault is Fault.DISK_FULL
    at_rest = copied(evening.path, evening.path.with_name("cut"))
    again = Journal(at_rest, 0, boot_id=OTHER_BOOT)
    assert (again.damage, again.fault) == (None, None)
    again.close()
    disk.room = None
    assert evening.counts() == [7, 2]


def test_new_games_while_the_disk_fails_are_written_after_the_old_one(
    evening: Evening, disk: LabDisk
) -> None:
    table = evening.table
    start_and_press(table, 2 * SECOND_NS, 2 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    disk.fails = refuses(ENOSPC)
    for _ in range(3):
        press_on(table, 2)
        table.new_game()
        table.do("ok")
    disk.fails = works
    assert evening.counts() == [6, 4, 4, 1]


@pytest.mark.parametrize("failing", range(1, 8))
def test_what_was_on_the_disk_though_it_failed_to_sync_is_not_written_twice(
    failing: int, evening: Evening, disk: LabDisk
) -> None:
    table = evening.table
    start_and_press(table, 2 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    disk.fails = refuses(ENOSPC)
    press_on(table, 1)
    for _ in range(2):  # the first of them never begins
        table.new_game()
    table.do("ok")
    assert not evening.journal.flush(0.05)
    left = failing

    def fail_to_sync(operation: Operation) -> None:
        nonlocal left
        if isinstance(operation, (Sync, SyncNames)) and left:
            left -= 1
            if left == 0:
                raise OSError(EIO, os.strerror(EIO))

    disk.fails = fail_to_sync
    assert evening.journal.flush(FLUSH_S)
    press_on(table, 1)
    assert evening.counts() == [4, 2]  # a clock ran until then
    assert left == 0


def test_what_failed_to_sync_is_written_again_though_it_can_be_read(
    evening: Evening, disk: LabDisk
) -> None:
    """After such an error the system may take for written what is in its memory alone."""
    table = evening.table
    table.do("ok")
    assert evening.journal.flush(FLUSH_S)
    file = game_file(evening.path, 1)
    size = file.stat().st_size

    def fail_once(operation: Operation) -> None:
        if isinstance(operation, Sync):
            disk.fails = works
            disk.operations.clear()
            raise OSError(EIO, os.strerror(EIO))

    disk.fails = fail_once
    press_on(table, 1)
    assert evening.journal.flush(FLUSH_S)
    line = file.read_bytes()[size:]
    written = [each for each in disk.operations if getattr(each, "data", b"") == line]
    assert [each.offset for each in written] == [size]  # type: ignore[union-attr]


def test_a_disk_that_hangs_makes_no_press_wait_and_is_a_fault(
    evening: Evening, disk: LabDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = evening.table
    table.do("ok")
    assert evening.journal.flush(FLUSH_S)
    with hanging(disk) as asked:
        press_on(table, 1)
        assert asked.wait(WAIT_S)
        monkeypatch.setattr(journal_module, "SILENT_S", 0.0)
        press_on(table, 6)
        assert table.state.play.moves == 7
        assert evening.journal.fault is Fault.SILENT
        assert "journal: disk is slow" in table.sentence()
    assert evening.counts() == [8]


def test_a_new_file_is_on_the_disk_before_it_has_its_name_and_the_name_before_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    name = tmp_path / "name"

    def note(sync: str) -> Callable[[int], None]:
        return lambda handle: done.append(f"{sync} {os.readlink(f'/proc/self/fd/{handle}')}")

    for sync in ("fdatasync", "fsync"):
        monkeypatch.setattr(os, sync, note(sync))
    handle = Disk().put(name, b"text")
    assert done == [f"fdatasync {tmp_path / 'part'}", f"fsync {tmp_path}"]
    assert name.read_bytes() == b"text"
    Disk().sync(handle)
    assert done[2:] == [f"fdatasync {name}"]
    os.close(handle)


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
    with closing(Journal(tmp_path, 0, boot_id="a boot", disk=Watched())) as journal:
        another_begins(journal)
        assert journal.flush(FLUSH_S)
        go_on(journal)
        journal.alive(2 * LATER_NS)
        assert journal.flush(FLUSH_S)
        assert journal.fault is None
    assert Watched.direct[0] is can
    assert any(Watched.direct[1:]) is (can and not refuses)
    assert read_head(tmp_path).sound


def test_a_journal_whose_thread_has_ended_is_lost(tmp_path: Path) -> None:
    journal = Journal(tmp_path, 0)
    journal.close()
    assert journal.fault is Fault.LOST


@pytest.mark.parametrize(("taken_s", "rest_s"), [(0.5, 0.5 / TRIES_MAX), (60.0, RETRY_S_MAX)])
def test_a_large_damaged_game_on_a_full_disk_is_not_looked_at_again_at_once(
    taken_s: float, rest_s: float, evening: Evening
) -> None:
    disk, now_s, looks = LabDisk(), [1000.0], 0

    def full(_: Operation) -> None:
        nonlocal looks
        looks += 1
        now_s[0] += taken_s
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    write_games(evening.path, 5).close()
    data = change_line(evening.path, 1, 3)
    disk.fails = full
    table = evening.switch_on(disk=disk, now_s=lambda: now_s[0])
    journal = evening.journal
    assert table.state.play.moves == 1  # of what stands before the damage
    assert journal.fault is Fault.DISK_FULL
    assert game_file(evening.path, 1).read_bytes() == data
    for _ in range(3):
        now_s[0] += (rest_s - 0.01) / 3
        assert not journal.flush(0.05)
    assert looks == 1
    disk.fails = works
    now_s[0] += 0.02
    assert journal.flush(FLUSH_S)
    assert "line 3 was changed; set aside as " in str(journal.damage)
    assert [game.gaps[0].line for game in contents(evening.path)] == [2]
