"""How much is recorded: the room of a journal, and the longest game."""

from errno import EIO, ENOSPC

import msgspec
import pytest

from clock.journal import journal as journal_module
from clock.journal.folder import HEAD, game_files, read_head
from clock.journal.inspection import inspect_folder
from clock.journal.journal import Fault
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.cli.running import printed
from tests.journal.disks import Kind, LabDisk, refuses, works
from tests.journal.journal_tables import FLUSH_S, JournalTable, press_on, start_and_press
from tests.journal.written import bodies_of, problem, relinked, write_games


def test_the_oldest_games_go_and_what_stays_is_whole(evening: JournalTable) -> None:
    table = evening.switch_on(bytes_max=30_000)
    for _ in range(6):
        start_and_press(table, *[2 * SECOND_NS] * 20)
        table.new_game()
    start_and_press(table, 2 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    assert 2 < len(evening.on_disk()) < 6
    files = game_files(evening.path)
    assert list(files) == list(range(min(files), 8))
    assert sum(file.stat().st_size for file in files.values()) < 40_000
    head = read_head(evening.path).newest
    assert head is not None
    assert head.first == min(files)
    assert inspect_folder(evening.path).others == tuple(files.values())[:-1]
    assert "are correct" in printed("verify", "--all", "--journal", evening.path)
    (evening.path / HEAD).unlink()
    evening.is_whole = False
    assert inspect_folder(evening.path).head.first == head.first


def test_the_last_game_stays_whole_however_long_and_one_that_never_began_takes_no_place(
    evening: JournalTable,
) -> None:
    table = evening.switch_on(bytes_max=1)
    start_and_press(table, *[2 * SECOND_NS] * 60)
    assert evening.counts() == [61]
    for _ in range(3):
        table.new_game()
        assert evening.counts() == [62, 0]
    start_and_press(table, 2 * SECOND_NS)
    assert evening.counts() == [62, 2]
    table.new_game()
    assert evening.counts() == [3, 0]
    assert problem(evening.path) is None


@pytest.mark.parametrize(("room", "left"), [(0, [5, 6]), (4, [3, 4, 5, 6])])
def test_a_journal_that_is_given_less_room_drops_at_once_as_many_games_as_it_must(
    room: int, left: list[int], evening: JournalTable
) -> None:
    write_games(evening.path, *[3] * 5).close()
    size = max(each.stat().st_size for each in game_files(evening.path).values())
    evening.switch_on(bytes_max=room * size + size // 3).new_game()
    start_and_press(evening.table, 2 * SECOND_NS)
    assert len(evening.on_disk()) == len(left)
    head = read_head(evening.path).newest
    assert head is not None
    assert (head.first, list(game_files(evening.path))) == (left[0], left)


def test_another_game_in_place_of_one_that_never_began_is_damage_if_no_game_is_before_it(
    evening: JournalTable,
) -> None:
    table = evening.switch_on()
    start_and_press(table, 2 * SECOND_NS)
    table.new_game()
    assert evening.journal.flush(FLUSH_S)
    evening.cut()
    evening.is_whole = False
    before, last = game_files(evening.path).values()
    before.unlink()
    header = msgspec.json.decode(bodies_of(last)[0])
    last.write_bytes(relinked([msgspec.json.encode({**header, "wall": "another"})]))
    assert "it is not the game that was written" in str(inspect_folder(evening.path).damage)


def test_a_game_that_could_not_be_taken_away_goes_with_the_next(evening: JournalTable) -> None:
    disk = LabDisk()
    table, journal = evening.switch_on(bytes_max=1, disk=disk), evening.journal
    disk.fails = refuses(EIO, Kind.UNLINK)
    for numbers in ([1], [1, 2], [1, 2, 3], [3, 4]):
        if numbers == [3, 4]:
            disk.fails = works
        if numbers != [1]:
            table.new_game()
        start_and_press(table)
        assert journal.flush(FLUSH_S)
        assert (journal.fault, list(game_files(evening.path))) == (None, numbers)
    assert inspect_folder(evening.path).head.first == 3


def test_what_a_game_of_too_many_inputs_loses_is_reported_until_its_end_and_hides_no_other_fault(
    evening: JournalTable, disk: LabDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "INPUTS_MAX", 3)
    table = evening.table
    table.do("ok")
    press_on(table, 8)
    assert table.state.play.moves == 8
    assert evening.journal.flush(FLUSH_S)
    assert evening.journal.fault is Fault.LOST
    table.wait(5 * MINUTE_NS)
    assert "journal: data lost" in table.sentence()
    evening.cut()
    back, journal = evening.switch_on(at_ns=table.now_ns, disk=disk), evening.journal
    assert back.state.left.spent_ns + back.state.right.spent_ns <= 20 * SECOND_NS
    assert back.state.phase is Phase.STOPPED
    back.new_game()
    assert journal.flush(FLUSH_S)
    assert journal.fault is None
    verified = printed("verify", "--all", "--journal", evening.path).splitlines()
    lost = "every figure are correct. Something after input 3 is missing: the disk took no more at "
    assert [lost in line for line in verified] == [True, False]
    disk.fails = refuses(ENOSPC)
    back.do("ok 2 L 2 R 2 L 2 R")
    assert evening.fault() is Fault.DISK_FULL
    disk.fails = works
    assert journal.flush(FLUSH_S)
    assert journal.fault is Fault.LOST
    back.new_game()
    assert journal.flush(FLUSH_S)
    assert journal.fault is None
