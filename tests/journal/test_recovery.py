"""The clock is switched off in the middle of a game, and comes back, if its disk is written or not.

What it may be doing then is in tests/station/test_recovery.py.
"""

from errno import EACCES, ENOSPC, EROFS

import pytest

from clock.journal.folder import HEAD, JournalInUse, game_files
from clock.journal.journal import Fault, Journal
from clock.rules.inputs import PowerLost, Restarted
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.language import render
from hal.ports import Line
from tests.journal.disks import LabDisk, refuses, works
from tests.journal.journal_tables import BOOT, FLUSH_S, OTHER_BOOT, JournalTable, start_and_press
from tests.journal.written import bodies_of, change_line, relinked
from tests.station.tables import Table, setup


@pytest.mark.parametrize(
    ("boot", "later_ns"),
    [("", SECOND_NS), ("a boot", -4000 * SECOND_NS)],
    ids=["without a boot id", "a time that has gone back"],
)
def test_it_is_taken_for_a_power_cut_and_stays_as_uncertain_as_it_was(
    evening: JournalTable, boot: str, later_ns: int
) -> None:
    table = evening.switch_on(at_ns=5000 * SECOND_NS, boot=boot, now_s=lambda: 0.0)
    start_and_press(table, 20 * SECOND_NS)
    table.wait(9 * SECOND_NS)
    evening.cut()
    first = evening.switch_on(at_ns=table.now_ns + later_ns, boot=boot, now_s=lambda: 0.0).state
    assert first.uncertain_ns == SECOND_NS
    for again in ("third", "third", "fourth"):
        evening.cut()
        table = evening.switch_on(boot=again, now_s=lambda: 0.0)
        assert (table.state.left, table.state.right) == (first.left, first.right)
        assert "Power lost, ±1.0 s" in table.sentence()


def test_a_game_that_was_only_set_up_is_there_again_and_a_default_one_leaves_no_trace(
    evening: JournalTable,
) -> None:
    evening.switch_on(game=setup("40/2h:1h"))
    assert evening.on_disk() == []
    began_ns = evening.table.now_ns
    evening.table.station._begin(setup("7m"), began_ns)
    evening.cut()
    again = evening.switch_on(boot=OTHER_BOOT)
    assert evening.journal.found.last_ns == again.station.now_ns() == began_ns
    assert again.state.phase is Phase.READY
    assert again.state.left.remaining_ns == 7 * MINUTE_NS


def test_a_clock_runs_at_once_in_a_game_of_which_the_header_alone_is_left(
    evening: JournalTable,
) -> None:
    table = evening.switch_on(at_ns=5000 * SECOND_NS)
    table.new_game()
    start_and_press(table, 2 * SECOND_NS)
    evening.cut()
    (file,) = game_files(evening.path).values()
    file.write_bytes(relinked(bodies_of(file)[:1]))
    evening.is_whole = False
    table = evening.switch_on(boot=OTHER_BOOT)
    start_and_press(table, 3 * SECOND_NS)
    assert table.state.left.spent_ns == 3 * SECOND_NS


# The journal can be read, but not written

LATER_NS = 200 * SECOND_NS


def start(evening: JournalTable, disk: LabDisk | None = None, boot: str = BOOT) -> Table:
    """Switch the clock on again, three minutes later."""
    evening.journal.close()
    at_ns = LATER_NS if boot == BOOT else 5 * SECOND_NS
    return evening.switch_on(at_ns=at_ns, boot=boot, disk=disk)


@pytest.fixture
def played(evening: JournalTable) -> JournalTable:
    """A journal with a game of three presses that goes on."""
    start_and_press(evening.switch_on(), 5 * SECOND_NS, 7 * SECOND_NS, 9 * SECOND_NS)
    return evening


def moves_on_disk(evening: JournalTable) -> list[int]:
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
    boot: str, code: int, fault: Fault, played: JournalTable
) -> None:
    disk = LabDisk()
    disk.fails = refuses(code)
    table = start(played, disk, boot)
    restarted = boot == BOOT
    assert table.state.phase is (Phase.RUNNING if restarted else Phase.STOPPED)
    last = table.station.timeline.all_inputs()[-1]
    assert type(last) is (Restarted if restarted else PowerLost)
    assert any("was off for" in str(news) for news in table.station.news()) is restarted
    if code == EROFS:  # another disk is there then
        for left in played.path.iterdir():
            left.unlink()
    table.wait(10 * SECOND_NS)
    if restarted:
        table.tap(Line.RIGHT_PLUNGER)
    assert played.fault() is fault
    assert render(fault.value) in table.sentence()  # before what happened
    assert "Clock is faulty" in table.sentence()
    disk.fails = works
    assert moves_on_disk(played) == [4 if restarted else 3]


def test_a_damaged_game_on_such_a_disk_comes_back_and_is_set_aside_later(
    played: JournalTable,
) -> None:
    played.journal.close()
    change_line(played.path, 1, 3)
    before = {each.name: each.read_bytes() for each in played.path.iterdir()}
    disk = LabDisk()
    disk.fails = refuses(EROFS)
    state = start(played, disk).state
    assert (state.phase, state.play.moves) == (Phase.STOPPED, 1)
    assert played.fault() is Fault.NOT_WRITTEN
    assert {each.name: each.read_bytes() for each in played.path.iterdir()} == before
    assert str(played.journal.damage) == "game 1: line 4 was changed"
    disk.fails = works
    assert moves_on_disk(played) == [1]
    assert "; set aside as game-00001-damaged-" in str(played.journal.damage)


@pytest.mark.parametrize("without_head", [False, True])
def test_a_second_clock_is_kept_out_until_the_first_has_ended(
    without_head: bool, played: JournalTable
) -> None:
    assert played.journal.flush(FLUSH_S)
    if without_head:
        (played.path / HEAD).unlink()
        played.is_whole = False
    with pytest.raises(
        JournalInUse, match=f"^{played.path}: another clock is writing to this journal$"
    ):
        Journal(played.path, 0)
    played.journal.close()
    Journal(played.path, 0).close()
