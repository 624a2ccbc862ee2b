"""A damaged journal is detected, its sound part goes on, and nothing is deleted."""

import shutil
from collections.abc import Callable, Iterator
from errno import EIO
from functools import partial
from pathlib import Path

import msgspec
import pytest

from clock.game.chain import body_of, intact_chain
from clock.game.head import FILE_BYTES, HALF_BYTES, SLOT_BYTES, SLOTS_AT
from clock.game.recorded import GapCause, end_of, read_recorded
from clock.journal.folder import HEAD, game_files, game_name, read_head
from clock.journal.inspection import inspect_folder
from clock.journal.journal import Fault
from clock.rules.inputs import Stop
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from tests.cli.running import called, printed
from tests.journal.disks import Kind, LabDisk, refuses
from tests.journal.journal_tables import FLUSH_S, OTHER_BOOT, JournalTable, start_and_press
from tests.journal.written import (
    LATER_NS,
    bodies_of,
    change_line,
    contents,
    copied,
    game_file,
    relinked,
    write_games,
)

INPUTS = (2, 4, 3)
LAST = 3


@pytest.fixture(scope="module")
def short(memory: Path) -> Path:
    """A journal of three short games, the last of which goes on."""
    write_games(memory / "older", *INPUTS[:-1]).close()
    copied(memory / "older", memory / "short")
    journal = write_games(memory / "short", INPUTS[-1])
    journal.record_running(LATER_NS)
    journal.close()
    write_games(memory / "other", *INPUTS[:-1], boot="b boot").close()
    return memory / "short"


@pytest.fixture
def journal(short: Path, memory: Path) -> Iterator[Path]:
    """A copy of it."""
    yield copied(short, memory / "copy")
    shutil.rmtree(memory / "copy")


def damaged(data: bytes, bits: range) -> Iterator[tuple[int, bytes]]:
    """Yield the data with these bits changed, or cut off there, and the number of the byte."""
    yield from ((byte, data[:byte]) for byte in sorted({bit // 8 for bit in bits}))
    for bit in bits:
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        yield bit // 8, bytes(changed)


STEPS = [9, pytest.param(1, marks=pytest.mark.slow)]
"""Every byte with one of its bits, or every bit."""


@pytest.mark.parametrize("step", STEPS)
def test_every_changed_bit_or_cut_byte_of_the_last_game_is_found_and_costs_no_line_before_it(
    step: int, journal: Path
) -> None:
    file, whole = game_file(journal, LAST), inspect_folder(journal)
    data = file.read_bytes()
    for byte, wrong in damaged(data, range(0, len(data) * 8, step)):
        file.write_bytes(wrong)
        found = inspect_folder(journal)
        assert found.damage is not None
        assert found.lines == whole.lines[: data[:byte].count(b"\n")]


@pytest.mark.parametrize("step", STEPS)
def test_every_changed_bit_or_cut_byte_of_the_head_is_found_and_it_is_one_write_back_at_most(
    step: int, journal: Path
) -> None:
    file, newest = journal / HEAD, read_head(journal).newest
    assert newest is not None
    data = file.read_bytes()
    slots = [range(at * 8, (at + SLOT_BYTES) * 8, step) for at in SLOTS_AT]
    for bits in (*slots, range(3, FILE_BYTES * 8, 61 * step)):
        for byte, wrong in damaged(data, bits):
            file.write_bytes(wrong)
            head, is_sound = read_head(journal)
            assert not is_sound
            assert (head is None) is (inspect_folder(journal).damage is not None)
            if head is None:
                assert len(wrong) == byte < SLOT_BYTES
            else:
                assert head.sequence >= newest.sequence - 1


def test_what_a_power_cut_left_behind_the_last_line_is_cut_off_and_no_damage(
    evening: JournalTable, short: Path
) -> None:
    copied(short, evening.path)
    with game_file(evening.path, LAST).open("ab") as file:
        file.write(b"{" + bytes(4096))
    table = evening.switch_on(boot=OTHER_BOOT)
    assert (evening.journal.damage, table.state.play.moves) == (None, INPUTS[-1] - 1)
    table.do("ok + 2 L")  # and the journal is whole at the end


# What `clapper verify` reports of a damage, and what a start makes of it


def flip_head(path: Path, *slots: int) -> None:
    data = bytearray((path / HEAD).read_bytes())
    for slot in slots:
        data[SLOTS_AT[slot] + 100] ^= 1
    (path / HEAD).write_bytes(data)


def change_head(path: Path, **fields: object) -> None:
    """Put values into both slots that cannot be; their hashes are sound."""
    data = (path / HEAD).read_bytes()
    tables = [msgspec.json.decode(body_of(intact_chain(data[at:]).lines[0])) for at in SLOTS_AT]
    slots = [relinked([msgspec.json.encode({**table, **fields})]) for table in tables]
    (path / HEAD).write_bytes(b"".join(slot.ljust(HALF_BYTES, b"\0") for slot in slots))


def swap_slots(path: Path) -> None:
    data = (path / HEAD).read_bytes()
    (path / HEAD).write_bytes(data[HALF_BYTES:] + data[:HALF_BYTES])


def keep_lines(path: Path, number: int, count: int) -> None:
    file = game_file(path, number)
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:count]))


def copy(path: Path, number: int, to: int) -> None:
    shutil.copy(game_file(path, number), game_file(path, to))


def rename(path: Path, number: int, to: int) -> None:
    game_file(path, number).rename(game_file(path, to))


def take_from(path: Path, folder: str, name: str) -> None:
    """Put a file of another journal in the place of this one's."""
    shutil.copy(path.with_name(folder) / name, path / name)


def rubbish(path: Path) -> None:
    """Put more behind the last game than a game's file may have."""
    with game_file(path, LAST).open("ab") as file:
        file.write(b"rubbish\n" * 50_000)


def relink(path: Path, old: bytes, new: bytes) -> None:
    """Change the last game's header in a way that its chain holds."""
    header, *rows = bodies_of(game_file(path, LAST))
    game_file(path, LAST).write_bytes(relinked([header.replace(old, new), *rows]))


Damage = Callable[[Path], object]
OF_A_GAME_BEFORE: list[tuple[Damage, str]] = [
    (lambda path: change_line(path, 2, 3), "game 2: line 4 was changed"),
    (lambda path: change_line(path, 2, 0), "game 2: its header was changed"),
    (lambda path: keep_lines(path, 2, 4), "game 2: lines at its end are missing"),
    (lambda path: take_from(path, "other", game_name(2)), "it is not the game that was written"),
    (lambda path: game_file(path, 2).unlink(), "game 2: its file is gone"),
    (lambda path: game_file(path, 1).unlink(), "game 1: its file is gone"),
    (lambda path: copy(path, 2, 1), "game 1: its game number was changed"),
    (lambda path: flip_head(path, 1), "its head was changed"),
]
"""A damage of a game before the last one, or of one half of the head, and what is reported."""

OF_THE_LAST: list[tuple[Damage, str, int | None, bool]] = [
    (lambda path: change_line(path, LAST, 2), "game 3: line 3 was changed", 1, True),
    (lambda path: change_line(path, LAST, 3), "game 3: line 4 was changed", 2, True),
    (lambda path: change_line(path, LAST, 1), "game 3: line 2 was changed", 0, True),
    (rubbish, "game 3: expected at most 200000 bytes", 3, True),
    # The card had lied: what it had taken for written was not there after the power cut.
    (lambda path: keep_lines(path, LAST, 3), "game 3: lines at its end are missing", 2, False),
    (lambda path: keep_lines(path, LAST, 1), "game 3: lines at its end are missing", 0, False),
    (lambda path: relink(path, b"a boot", b"b boot"), "game 3: it is not the game that", 3, False),
    (lambda path: (path / HEAD).unlink(), "its head was changed", 3, False),
    (lambda path: (path / HEAD).write_bytes(b"x" * 9000), "its head was changed", 3, False),
    (lambda path: flip_head(path, 0, 1), "its head was changed", 3, False),
    (swap_slots, "its head was changed", 3, False),
    (lambda path: game_file(path, LAST).unlink(), "game 3: its file is gone", None, False),
    (lambda path: rename(path, LAST, 4), "game 3: its file is gone", None, False),
    (lambda path: change_line(path, LAST, 0), "game 3: its header was changed", None, False),
    (lambda path: copy(path, 2, LAST), "game 3: its game number was changed", None, False),
    (lambda path: relink(path, b'"game":3', b'"game":""'), "game 3: its header was", None, False),
    *(
        (partial(change_head, **fields), "its head was changed", 3, False)
        for fields in (
            {"last": {"game": LAST, "count": 3, "hash": 5}},
            {"last": {"game": LAST, "count": -1, "hash": ""}},
            {"last": {"game": 2**63 - 1, "count": 3, "hash": ""}},
            {"first": 2**70},
            {"at_ns": 10**30},
            {"at_ns": 2**63 - 2},
            {"shift_ns": 2**63 - 2},
            {"slowest_ns": 10**30},
            {"sequence": None},
        )
    ),
]
"""Such of the last game, or of the head; how many inputs are left, and whether a copy is made."""


def reported(path: Path) -> str:
    status, out, _ = called("verify", "--all", "--journal", path)
    assert status == 1
    return out


@pytest.mark.parametrize(("damage", "report"), OF_A_GAME_BEFORE)
def test_damage_before_the_last_game_is_reported_and_that_one_goes_on(
    damage: Damage, report: str, evening: JournalTable, journal: Path
) -> None:
    damage(journal)
    copied(journal, evening.path)
    files = {file: file.read_bytes() for file in game_files(evening.path).values()}
    assert report in reported(evening.path)
    table = evening.switch_on(at_ns=LATER_NS)
    assert evening.journal.damage is None
    assert (table.state.phase, table.state.play.moves) == (Phase.RUNNING, INPUTS[-1] - 1)
    table.new_game()
    start_and_press(table, 5 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    del files[game_file(evening.path, LAST)]
    assert {file: file.read_bytes() for file in files} == files
    evening.is_whole = " head " in report


@pytest.mark.parametrize("counted", [None, 0, 2])
def test_lines_that_a_kill_has_left_out_of_the_head_are_correct_and_reported_so(
    counted: int | None, journal: Path
) -> None:
    take_from(journal, "older", HEAD)
    if counted is not None:
        lines = intact_chain(game_file(journal, LAST).read_bytes()).lines
        change_head(journal, last=msgspec.to_builtins(end_of(LAST, lines[: counted + 1])))
    *before, holds, not_yet = printed("verify", "--all", "--journal", journal).splitlines()
    assert all(" correct" in line for line in (*before, holds))
    assert not_yet == "game 3: its last lines are not in the head yet"


def test_a_game_of_as_many_bytes_as_are_read_is_whole_and_a_larger_one_is_not(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = game_file(journal, LAST).stat().st_size
    for most, is_whole in ((size, True), (size - 1, False)):
        monkeypatch.setattr("clock.journal.inspection.FILE_BYTES_MAX", most)
        assert (inspect_folder(journal).damage is None) is is_whole


@pytest.mark.parametrize(("damage", "report", "left", "is_copied"), OF_THE_LAST)
def test_damage_of_the_last_is_reported_costs_no_line_before_it_and_the_clocks_stand(
    damage: Damage,
    report: str,
    left: int | None,
    is_copied: bool,
    evening: JournalTable,
    journal: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("clock.journal.inspection.FILE_BYTES_MAX", 200_000)
    before = contents(journal)
    damage(journal)
    copied(journal, evening.path)
    file = game_file(evening.path, LAST)
    data = file.read_bytes() if file.is_file() else b""
    found = reported(evening.path)
    assert any(each in found for each in (report, "is gone", "cannot be read", "was changed"))
    table = evening.switch_on(at_ns=LATER_NS)
    message = str(evening.journal.damage)
    assert message.startswith(report)
    assert "journal" in table.sentence()
    asides = list(evening.path.glob("*-damaged-*"))
    assert [each.read_bytes() for each in asides] == [data[:200_001]] * is_copied
    assert all(message.endswith(f"; set aside as {each.name}") for each in asides)
    if left is None or left == 0:
        assert table.state.phase is Phase.READY
        table.new_game()
        start_and_press(table, 5 * SECOND_NS)
    else:
        assert (table.state.phase, table.state.play.moves) == (Phase.STOPPED, left - 1)
        assert isinstance(table.station.timeline.all_inputs()[-1], Stop)
        table.do("ok + 2 L")
    assert evening.journal.flush(FLUSH_S)
    evening.is_whole = left is not None
    if left is not None:
        game = contents(evening.path)[LAST - 1]
        assert game.rows[:left] == before[LAST - 1].rows[:left]
        assert [(gap.line, gap.cause) for gap in game.gaps] == [(left, GapCause.DAMAGED)]
    assert read_recorded(game_file(evening.path, 1).read_bytes()) == before[0]
    evening.cut()
    evening.switch_on(boot="a third boot")
    assert evening.journal.flush(FLUSH_S)
    assert evening.journal.damage is None
    if left is not None:
        assert contents(evening.path)[LAST - 1].gaps == game.gaps


@pytest.mark.parametrize(
    "field",
    [
        b'"format":"clapper-game/9"',
        b'"began_ns":1e400',
        b'"setup":{"control":"nonsense"}',
        b'"game":1e400',
        b'"x":"\xff"',
        b'"\xff":"x"',
        b'"x":' + b"9" * 5_000,
        b'"x":1e400',
        b'"x":' + b"[" * 100_000,
    ],
    ids=lambda field: repr(field[:20]),
)
def test_a_header_that_means_nothing_ends_no_start_and_another_game_follows_it(
    field: bytes, evening: JournalTable, short: Path
) -> None:
    copied(short, evening.path)
    relink(evening.path, b'"version":', field + b',"version":')
    odd = game_file(evening.path, LAST).read_bytes()
    table = evening.switch_on()
    assert str(evening.journal.damage).startswith("game 3: it")
    table.new_game()
    start_and_press(table, 5 * SECOND_NS)
    evening.cut()
    assert game_file(evening.path, LAST).read_bytes().startswith(odd)
    assert evening.switch_on(at_ns=table.now_ns).state.play.moves == 1
    assert evening.journal.damage is None
    evening.is_whole = False


@pytest.mark.parametrize(
    ("old", "new", "last_s"),
    [
        (b'"Press"', b'"Novel"', 3),  # an input of a later program
        (b'"input":{', b'"other":{', 2),
        (b'"at_ns":3000000000', b'"at_ns":1', 2),
    ],
)
def test_a_cut_off_game_ends_at_the_latest_instant_in_it_whatever_its_inputs_are(
    old: bytes, new: bytes, last_s: int, evening: JournalTable
) -> None:
    write_games(evening.path, 4).close()
    *bodies, last, _ = bodies_of(game_file(evening.path, 1))
    game_file(evening.path, 1).write_bytes(relinked([*bodies, last.replace(old, new)]))
    evening.switch_on()
    assert str(evening.journal.damage) == "game 1: lines at its end are missing"
    assert evening.journal.found.last_ns == last_s * SECOND_NS
    evening.is_whole = False


def test_what_is_missing_is_in_the_log_the_report_and_verified_also_when_the_game_went_on(
    evening: JournalTable,
) -> None:
    write_games(evening.path, 6).close()
    change_line(evening.path, 1, 5)
    table = evening.switch_on(at_ns=LATER_NS)
    table.do("ok + 2 R")
    lost = "Something after input 4 is missing: the journal was found damaged at "
    for _ in range(2):  # as it goes on, and with another after it: a clock ran until then
        assert evening.journal.flush(FLUSH_S)
        for command in ("verify", "log", "report"):
            status, out, _ = called(command, "1", "--journal", evening.path)
            assert (status, out.count(lost)) == (0, 1), command
        table.new_game()
        start_and_press(table, 2 * SECOND_NS)


def test_a_damaged_game_is_set_aside_once_however_often_mending_fails(
    evening: JournalTable,
) -> None:
    write_games(evening.path, 4).close()
    change_line(evening.path, 1, 3)
    disk = LabDisk()
    disk.fails = refuses(EIO, Kind.TRUNCATE)
    for _ in range(3):
        evening.switch_on(disk=disk)
        assert evening.fault() is Fault.NOT_WRITTEN
        assert len(list(evening.path.glob("*-damaged-*"))) == 1
        evening.journal.close()
    assert sum(each.kind is Kind.RENAME for each in disk.operations) == 1
    evening.switch_on()
    assert "; set aside as " in str(evening.journal.damage)
    assert len(list(evening.path.glob("*-damaged-*"))) == 1
