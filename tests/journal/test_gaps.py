"""What is missing of a game stays recorded: in its log, by `clapper verify`, and in its report."""

from errno import ENOSPC

import pytest

from clock.journal import journal as journal_module
from clock.journal.journal import Fault
from clock.rules.inputs import Stop
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.cli.running import printed
from tests.journal.disks import LabDisk, refuses, works
from tests.journal.evenings import FLUSH_S, OTHER_BOOT, Evening, press_on, start_and_press
from tests.journal.written import change_line
from tests.station.tables import Table

DAMAGED = "is lost: the journal was damaged, "
UNWRITTEN = "is lost: the disk did not answer, "
HOLDS = "the chain and every figure hold"


def verified(evening: Evening) -> list[str]:
    assert evening.journal.flush(FLUSH_S)
    return printed("verify", "--all", "--journal", evening.path).splitlines()


def next_game(table: Table) -> None:
    table.new_game()
    start_and_press(table, 2 * SECOND_NS)


def test_a_game_that_was_cut_off_by_damage_has_its_gap_when_it_was_played_on_and_sealed(
    evening: Evening,
) -> None:
    start_and_press(evening.switch_on(), *[5 * SECOND_NS] * 6)
    evening.cut()
    change_line(evening.path, 1, 5)
    table = evening.switch_on()
    assert isinstance(table.station.timeline.everything()[-1], Stop)
    table.do("ok + 2 L R")
    lost = f"What followed input 4 {DAMAGED}"
    for count in (8, 9):  # as it goes on, and with another after it: a clock ran until then
        (first, *_) = verified(evening)
        assert first.startswith(f"game 1: {count} inputs, {HOLDS}. " + lost)
        log = printed("log", "1", "--journal", evening.path).splitlines()
        assert sum(line.startswith(lost) for line in log) == 1
        assert lost in printed("report", "1", "--journal", evening.path)
        next_game(table)
    evening.cut()
    evening.switch_on(boot=OTHER_BOOT)
    assert evening.journal.damage is None
    assert lost in verified(evening)[0]


@pytest.fixture
def endless(evening: Evening, disk: LabDisk, monkeypatch: pytest.MonkeyPatch) -> Evening:  # noqa: ARG001
    """A game of more inputs than are recorded."""
    monkeypatch.setattr(journal_module, "INPUTS_MAX", 3)
    evening.table.do("ok")
    press_on(evening.table, 8)
    assert evening.table.state.play.moves == 8
    return evening


def test_a_game_of_too_many_inputs_has_the_one_from_which_on_it_is_lost(endless: Evening) -> None:
    endless.table.wait(MINUTE_NS)
    (line,) = verified(endless)
    assert line.startswith(f"game 1: 3 inputs, {HOLDS}. What followed input 3 {UNWRITTEN}")
    next_game(endless.table)
    assert verified(endless) == [line, f"game 2: 2 inputs, {HOLDS}"]


def test_what_was_lost_of_a_game_hides_no_present_fault_and_ends_with_the_game(
    endless: Evening, disk: LabDisk
) -> None:
    table, journal = endless.table, endless.journal
    assert journal.flush(FLUSH_S)
    assert journal.fault is Fault.LOST
    table.wait(SECOND_NS)
    assert "journal: some is lost" in table.sentence()
    table.new_game()
    assert journal.flush(FLUSH_S)
    assert journal.fault is None
    disk.fails = refuses(ENOSPC)
    table.do("ok")
    press_on(table, 4)
    assert not journal.flush(0.1)
    assert journal.fault is Fault.DISK_FULL
    disk.fails = works
    assert journal.flush(FLUSH_S)
    assert journal.fault is Fault.LOST


def test_such_a_game_comes_back_stopped_where_its_record_ends(endless: Evening) -> None:
    endless.table.wait(5 * MINUTE_NS)
    endless.journal.close()
    back = endless.switch_on(at_ns=endless.table.now_ns)
    assert back.state.left.spent_ns + back.state.right.spent_ns <= 20 * SECOND_NS
    assert back.state.phase is Phase.STOPPED
    assert UNWRITTEN in verified(endless)[0]
