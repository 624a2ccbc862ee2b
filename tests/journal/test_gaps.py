"""What is missing of a game stays recorded: in its log, by `clapper verify`, and in its report."""

from errno import ENOSPC
from pathlib import Path

import pytest

from clock.journal import journal as journal_module
from clock.journal.journal import Fault
from clock.rules.inputs import Stop
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.cli.running import WAIT_S, printed
from tests.journal.disks import LabDisk, hanging, refuses, works
from tests.journal.evenings import FLUSH_S, OTHER_BOOT, Evening, press_on, start_and_press
from tests.journal.written import change_line
from tests.station.tables import Table

DAMAGED = "is lost: the journal was damaged, "
UNWRITTEN = "is lost: the disk did not answer, "
HOLDS = "the chain and every figure hold"


def verified(path: Path) -> list[str]:
    return printed("verify", "--all", "--journal", path).splitlines()


def go_on(table: Table) -> None:
    """The organizer lets a game go on, and somebody presses."""
    assert table.state.phase is Phase.STOPPED
    assert isinstance(table.station.timeline.everything()[-1], Stop)
    table.do("ok + 2 L R")


def test_a_game_that_was_cut_off_by_damage_has_its_gap_when_it_was_played_on_and_sealed(
    evening: Evening,
) -> None:
    start_and_press(evening.switch_on(), *[5 * SECOND_NS] * 6)
    evening.cut()
    change_line(evening.path, 1, 5)
    table = evening.switch_on()
    go_on(table)
    assert evening.journal.flush(FLUSH_S)
    lost = f"What followed input 4 {DAMAGED}"
    for count in (8, 9):  # as it goes on, and with another after it: a clock ran until then
        (first, *_) = verified(evening.path)
        assert first.startswith(f"game 1: {count} inputs, {HOLDS}. " + lost)
        log = printed("log", "1", "--journal", evening.path).splitlines()
        assert sum(line.startswith(lost) for line in log) == 1
        assert lost in printed("report", "1", "--journal", evening.path)
        table.new_game()
        start_and_press(table, 2 * SECOND_NS)
        assert evening.journal.flush(FLUSH_S)
    assert verified(evening.path)[1].endswith("hold")
    evening.cut()
    evening.switch_on(boot=OTHER_BOOT)
    assert evening.journal.damage is None
    assert lost in verified(evening.path)[0]


@pytest.mark.parametrize(
    ("damaged", "gaps"), [((5, 9), [4, 7]), ((8, 3), [2])], ids=["behind it", "before it"]
)
def test_a_game_that_was_damaged_twice_has_both_gaps_but_none_after_its_end(
    damaged: tuple[int, int], gaps: list[int], evening: Evening
) -> None:
    start_and_press(evening.switch_on(), *[5 * SECOND_NS] * 8)
    for line in damaged:
        evening.cut()
        change_line(evening.path, 1, line)
        table = evening.switch_on()
        if gaps == [4, 7]:
            go_on(table)
        assert evening.journal.flush(FLUSH_S)
    (line_of_game,) = verified(evening.path)
    places = [line_of_game.find(f"What followed input {gap} {DAMAGED}") for gap in gaps]
    assert places == sorted(places)
    assert -1 not in places
    assert line_of_game.count("What followed") == len(gaps)


def test_a_game_all_of_whose_inputs_were_lost_stays_for_that_gap(evening: Evening) -> None:
    start_and_press(evening.switch_on(), 5 * SECOND_NS)
    evening.cut()
    change_line(evening.path, 1, 1)
    table = evening.switch_on()
    assert table.state.phase is Phase.READY
    table.new_game()
    start_and_press(table, 2 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    first, second = verified(evening.path)
    assert f"What followed input 0 {DAMAGED}" in first
    assert second == f"game 2: 2 inputs, {HOLDS}"
    listed = printed("games", "--journal", evening.path).splitlines()
    assert [line.split()[0] for line in listed] == ["1", "2"]


@pytest.fixture
def flooded(evening: Evening, disk: LabDisk, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A game of which more waited for the disk than may; then the disk answered."""
    with monkeypatch.context() as small:
        small.setattr(journal_module, "QUEUE_MAX", 3)
        with hanging(disk) as asked:
            evening.table.do("ok")
            assert asked.wait(WAIT_S)
            press_on(evening.table, 8)
            assert evening.table.state.play.moves == 8
            assert evening.journal.fault is Fault.LOST
    assert evening.journal.flush(FLUSH_S)
    return evening


def test_a_game_of_which_too_much_waited_has_the_input_from_which_on_it_is_lost(
    flooded: Evening,
) -> None:
    table = flooded.table
    press_on(table, 2)
    table.wait(MINUTE_NS)
    assert flooded.journal.flush(FLUSH_S)
    (line,) = verified(flooded.path)
    assert line.startswith("game 1: ")
    recorded = int(line.split()[2])
    assert 1 <= recorded < 9
    assert f"hold. What followed input {recorded} {UNWRITTEN}" in line
    table.new_game()
    start_and_press(table, 2 * SECOND_NS)
    assert flooded.journal.flush(FLUSH_S)
    assert verified(flooded.path) == [line, f"game 2: 2 inputs, {HOLDS}"]


def test_what_was_lost_of_a_game_hides_no_present_fault_and_ends_with_the_game(
    flooded: Evening, disk: LabDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, journal = flooded.table, flooded.journal
    assert journal.fault is Fault.LOST
    assert "journal: some is lost" in table.sentence()
    table.new_game()
    assert journal.flush(FLUSH_S)
    assert journal.fault is None
    disk.fails = refuses(ENOSPC)
    table.do("ok")
    assert not journal.flush(0.1)
    assert journal.fault is Fault.DISK_FULL
    monkeypatch.setattr(journal_module, "QUEUE_MAX", 0)
    table.do("L")
    assert journal.fault is Fault.DISK_FULL
    disk.fails = works
    assert journal.flush(FLUSH_S)
    assert journal.fault is Fault.LOST


def test_such_a_game_comes_back_stopped_where_its_record_ends(flooded: Evening) -> None:
    flooded.table.wait(5 * MINUTE_NS)
    flooded.journal.close()
    back = flooded.switch_on(at_ns=flooded.table.now_ns)
    assert back.state.left.spent_ns + back.state.right.spent_ns <= 20 * SECOND_NS
    go_on(back)
    flooded.journal.close()
    (line,) = verified(flooded.path)
    assert UNWRITTEN in line
    flooded.switch_on(at_ns=back.now_ns)
    assert flooded.journal.same_boot  # what was written after the gap is whole
