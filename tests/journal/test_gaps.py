"""What is missing of a game stays told: in its log, by `clapper verify`, and in its report."""

import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest

from clock.journal import journal as journal_module
from clock.journal.journal import Fault, Journal
from clock.journal.soundness import problem_of
from clock.journal.store import Store
from clock.records.game_log import tell
from clock.records.listing import list_games
from clock.records.report.page import page
from clock.records.report.source import read_source
from clock.records.verify import verify
from clock.rules.inputs import Stop
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from hal.ports import Line, ScreenName
from tests.journal.disks import Disk, hanging
from tests.journal.evenings import FLUSH_S, OTHER_BOOT, RETRY_S, Evening, start_and_press
from tests.journal.test_disk import press_on, refuses
from tests.sims import WAIT_S
from tests.station.tables import FakeRig, Table, setup


def verified(path: Path, status: int = 0) -> list[str]:
    out = StringIO()
    assert verify(path, None, out) == status
    return out.getvalue().splitlines()


def damage_line(path: Path, number: int) -> None:
    with closing(Store(path)) as store:
        store._ask("UPDATE lines SET hash = x'00' WHERE game = 1 AND number = ?", number)


def goes_on(table: Table) -> None:
    """The organizer lets a game go on, and somebody presses."""
    assert table.state.phase is Phase.STOPPED
    table.tap(Line.OK)
    table.tap(Line.OK)
    table.wait(2 * SECOND_NS)
    for line in (Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER):
        table.tap(line)


def test_a_game_that_was_cut_off_by_damage_says_so_when_it_was_played_on_and_sealed(
    evening: Evening,
) -> None:
    start_and_press(evening.switch_on(), *[5 * SECOND_NS] * 6)
    evening.cut()
    damage_line(evening.path, 5)
    table = evening.switch_on()
    assert isinstance(table.station.timeline.everything()[-1], Stop)
    goes_on(table)
    assert evening.journal.flush(FLUSH_S)
    lost = "What followed input 4 is lost: the journal was damaged, "
    for count in (8, 9):  # as it goes on, and with another after it: a clock ran until then
        (first, *_) = verified(evening.path)
        assert first.startswith(f"game 1: {count} inputs, the chain and every figure hold. " + lost)
        out = StringIO()
        tell(evening.path, "1", out)
        assert sum(line.startswith(lost) for line in out.getvalue().splitlines()) == 1
        assert lost in page(read_source("1", evening.path))
        table.station._new_game(False, table.now_ns)
        start_and_press(table, 2 * SECOND_NS)
        assert evening.journal.flush(FLUSH_S)
    assert verified(evening.path)[1].endswith("hold")
    evening.cut()
    evening.switch_on(boot=OTHER_BOOT)
    assert evening.journal.damage is None
    assert lost in verified(evening.path)[0]


def test_a_game_that_was_damaged_twice_tells_of_both(evening: Evening) -> None:
    start_and_press(evening.switch_on(), *[5 * SECOND_NS] * 6)
    for line in (5, 8):
        evening.cut()
        damage_line(evening.path, line)
        table = evening.switch_on()
        goes_on(table)
        assert evening.journal.flush(FLUSH_S)
    (told,) = verified(evening.path)
    assert told.index("What followed input 4 is lost") < told.index("What followed input 7 is lost")


def test_of_a_game_that_was_damaged_anew_before_a_gap_nothing_is_told_after_its_end(
    evening: Evening,
) -> None:
    start_and_press(evening.switch_on(), *[5 * SECOND_NS] * 8)
    for line in (8, 3):
        evening.cut()
        damage_line(evening.path, line)
        evening.switch_on()
        assert evening.journal.flush(FLUSH_S)
    (told,) = verified(evening.path)
    assert "What followed input 2 is lost" in told
    assert "What followed input 7 is lost" not in told


def test_a_game_all_of_whose_inputs_were_lost_is_kept_for_saying_so(evening: Evening) -> None:
    start_and_press(evening.switch_on(), 5 * SECOND_NS)
    evening.cut()
    damage_line(evening.path, 1)
    table = evening.switch_on()
    assert table.state.phase is Phase.READY
    table.station._new_game(False, table.now_ns)
    start_and_press(table, 2 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    first, second = verified(evening.path)
    assert "What followed input 0 is lost" in first
    assert second == "game 2: 2 inputs, the chain and every figure hold"
    out = StringIO()
    list_games(evening.path, out)
    assert [line.split()[0] for line in out.getvalue().splitlines()] == ["1", "2"]


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    """The disk of a flooded journal."""
    return Disk(f"floods {tmp_path}")


@pytest.fixture
def flooded(tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> tuple[Table, Journal]:
    """A game of which more waited for the disk than may; then the disk answered."""
    enough = journal_module.QUEUE_MAX
    monkeypatch.setattr(journal_module, "QUEUE_MAX", 3)
    rig = FakeRig(monkeypatch)
    journal = Journal(
        tmp_path / "journal.db", rig.time.now_ns(), boot_id="a boot", retry_s=RETRY_S,
        connect=disk.connect,
    )  # fmt: skip
    table = Table(rig, setup("40/2h:1h"), journal=journal)
    with hanging(disk) as asked:
        table.tap(Line.OK)
        assert asked.wait(WAIT_S)
        press_on(table, 8)
        assert journal.fault is Fault.LOST
    monkeypatch.setattr(journal_module, "QUEUE_MAX", enough)
    assert journal.flush(FLUSH_S)
    return table, journal


def test_a_game_of_which_too_much_waited_says_from_which_input_on_it_is_lost(
    flooded: tuple[Table, Journal],
) -> None:
    table, journal = flooded
    press_on(table, 2)
    table.wait(MINUTE_NS)
    assert journal.flush(FLUSH_S)
    (told,) = verified(journal.path)
    assert told.startswith("game 1: ")
    kept = int(told.split()[2])
    assert 1 <= kept < 9
    lost = f"hold. What followed input {kept} is lost: the disk did not answer, "
    assert lost in told
    table.station._new_game(False, table.now_ns)
    start_and_press(table, 2 * SECOND_NS)
    assert journal.flush(FLUSH_S)
    first, second = verified(journal.path)
    assert first == told
    assert second == "game 2: 2 inputs, the chain and every figure hold"
    journal.close()
    assert problem_of(journal.path) is None


def test_what_was_lost_of_a_game_hides_no_present_fault_and_ends_with_the_game(
    flooded: tuple[Table, Journal], disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, journal = flooded
    assert journal.fault is Fault.LOST
    assert "journal: some is lost" in table.says(ScreenName.LEFT)
    table.station._new_game(False, table.now_ns)
    assert journal.flush(FLUSH_S)
    assert journal.fault is None
    disk.fails = refuses(sqlite3.SQLITE_FULL)
    table.tap(Line.OK)
    assert not journal.flush(0.2)
    assert journal.fault is Fault.DISK_FULL
    monkeypatch.setattr(journal_module, "QUEUE_MAX", 0)
    table.tap(Line.LEFT_PLUNGER)
    assert journal.fault is Fault.DISK_FULL
    disk.fails = lambda _: None
    assert journal.flush(FLUSH_S)
    assert journal.fault is Fault.LOST
    journal.close()


def test_such_a_game_comes_back_stopped_where_its_record_ends(
    flooded: tuple[Table, Journal], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, journal = flooded
    table.wait(5 * MINUTE_NS)
    now_ns = table.now_ns
    journal.close()
    rig = FakeRig(monkeypatch)
    rig.time.move_to(now_ns)
    again = Journal(journal.path, now_ns, boot_id="a boot")
    back = Table(rig, setup("5m"), journal=again)
    assert back.state.phase is Phase.STOPPED
    assert isinstance(back.station.timeline.everything()[-1], Stop)
    spent_ns = back.state.left.spent_ns + back.state.right.spent_ns
    assert spent_ns <= 20 * SECOND_NS
    goes_on(back)
    assert again.flush(FLUSH_S)
    again.close()
    (told,) = verified(journal.path)
    assert "is lost: the disk did not answer" in told
    third = Journal(journal.path, back.now_ns, boot_id="a boot")
    assert third.same_boot  # what came after the gap is whole
    third.close()
