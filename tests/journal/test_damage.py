"""A journal that was damaged is found, what is sound of it goes on, and nothing is deleted."""

import shutil
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from clock.game.chain import body_of, sound
from clock.game.files import read_file
from clock.game.recorded import Cause, read_recorded
from clock.journal.folder import HEAD, game_files
from clock.journal.head import FILE_BYTES, SLOT_BYTES, SLOTS_AT, read_head
from clock.journal.opening import look
from clock.rules.inputs import Stop
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from tests.cli.running import called
from tests.journal.evenings import BOOT, FLUSH_S, OTHER_BOOT, Evening, start_and_press
from tests.journal.written import (
    LATER_NS,
    change_line,
    contents,
    copied,
    game_file,
    problem,
    relinked,
    write_games,
)

INPUTS = (2, 4, 3)
LAST = 3


@pytest.fixture(scope="module")
def short(memory: Path) -> Path:
    """A journal of three short games, the last of which goes on."""
    write_games(memory / "short", *INPUTS).close()
    return memory / "short"


@pytest.fixture
def journal(short: Path, memory: Path) -> Iterator[Path]:
    """A copy of it."""
    yield copied(short, memory / "copy")
    shutil.rmtree(memory / "copy")


def flipped(data: bytes, bits: range) -> Iterator[tuple[int, bytes]]:
    """The data with each of its bits changed in turn, and the byte in which it is."""
    for bit in bits:
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        yield bit // 8, bytes(changed)


STEPS = [9, pytest.param(1, marks=pytest.mark.slow)]
"""Every byte with one of its bits, or every bit."""


@pytest.mark.parametrize("step", STEPS)
def test_every_flipped_bit_of_the_last_game_is_found_and_costs_no_line_before_it(
    step: int, journal: Path
) -> None:
    file, whole = game_file(journal, LAST), look(journal)
    data = file.read_bytes()
    for byte, changed in flipped(data, range(0, len(data) * 8, step)):
        file.write_bytes(changed)
        found = look(journal)
        assert found.damage is not None
        assert found.lines == whole.lines[: data[:byte].count(b"\n")]


@pytest.mark.parametrize("step", STEPS)
def test_every_flipped_bit_of_the_head_is_found_and_it_is_never_further_back_than_one_write(
    step: int, journal: Path
) -> None:
    file, whole = journal / HEAD, read_head(journal)
    assert whole.sound
    assert whole.newest is not None
    data = file.read_bytes()
    slots = [range(at * 8, (at + SLOT_BYTES) * 8) for at in SLOTS_AT]
    for bits in (*slots, range(3, FILE_BYTES * 8, 61)):
        for _, changed in flipped(data, bits[::step]):
            file.write_bytes(changed)
            head, is_sound = read_head(journal)
            assert not is_sound
            assert head is not None
            assert head.sequence >= whole.newest.sequence - 1
            assert look(journal).damage is None


def test_a_game_that_is_cut_off_at_any_byte_is_found_and_comes_back_up_to_there(
    journal: Path,
) -> None:
    file, whole = game_file(journal, LAST), look(journal)
    data = file.read_bytes()
    for size in range(len(data)):
        file.write_bytes(data[:size])
        found = look(journal)
        assert found.damage is not None
        assert found.lines == whole.lines[: data[:size].count(b"\n")]


def test_a_head_that_is_cut_off_at_any_byte_is_found(journal: Path) -> None:
    file = journal / HEAD
    data = file.read_bytes()
    for size in (*range(0, FILE_BYTES, 37), *range(SLOTS_AT[1], SLOTS_AT[1] + SLOT_BYTES)):
        file.write_bytes(data[:size])
        assert not read_head(journal).sound
        assert (read_head(journal).newest is None) is (look(journal).damage is not None)


def test_what_a_power_cut_left_behind_the_last_line_is_cut_off_and_no_damage(
    evening: Evening,
) -> None:
    for rest in (b"{", b'{"hash":"' + b"0" * 90, bytes(4096), b'{"hash":\n{"hash"'):
        shutil.rmtree(evening.path, ignore_errors=True)
        write_games(evening.path, 2, 3).close()
        with game_file(evening.path, 2).open("ab") as file:
            file.write(rest)
        table = evening.switch_on(boot=OTHER_BOOT)
        assert (evening.journal.damage, table.state.play.moves) == (None, 2)
        table.do("ok + 2 L")
        assert evening.journal.flush(FLUSH_S)
        assert problem(evening.path) is None
        assert len(contents(evening.path)[-1].rows) == 6
        evening.journal.close()


# What `clapper verify` reports of a damage, and what a start makes of it


def flip_head(path: Path, *slots: int) -> None:
    data = bytearray((path / HEAD).read_bytes())
    for slot in slots:
        data[SLOTS_AT[slot] + 100] ^= 1
    (path / HEAD).write_bytes(data)


def keep_lines(path: Path, number: int, count: int) -> None:
    file = game_file(path, number)
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:count]))


def copy(path: Path, number: int, to: int) -> None:
    shutil.copy(game_file(path, number), game_file(path, to))


def rename(path: Path, *numbers: int) -> None:
    for old, new in pairwise(numbers):
        game_file(path, old).rename(game_file(path, new))


def swap(path: Path, one: int, other: int) -> None:
    rename(path, one, 9)
    rename(path, other, one)
    rename(path, 9, other)


def from_another(path: Path, name: str) -> None:
    """Put a file of another journal in the place of this one's; it was shorter by a game."""
    write_games(path.with_name("other"), *INPUTS[:-1]).close()
    shutil.copy(path.with_name("other") / name, path / name)


def relink(path: Path, old: bytes, new: bytes) -> None:
    """Change the last game in a way that its chain holds."""
    bodies = [body_of(line) for line in sound(read_file(game_file(path, LAST))).lines]
    bodies[0] = bodies[0].replace(old, new)
    game_file(path, LAST).write_bytes(relinked(bodies))


Damage = Callable[[Path], object]
OF_A_GAME_BEFORE: list[tuple[Damage, str]] = [
    (lambda path: change_line(path, 2, 3), "game 2: line 3 was changed"),
    (lambda path: change_line(path, 2, 0), "game 2: its header was changed"),
    (lambda path: keep_lines(path, 2, 4), "game 2: lines at its end are missing"),
    (lambda path: from_another(path, "game-00002.jsonl"), "it is not the one that was written"),
    (lambda path: game_file(path, 2).unlink(), "game 2: its file is gone"),
    (lambda path: game_file(path, 1).unlink(), "game 1: its file is gone"),
    (lambda path: swap(path, 1, 2), "game 1: its place was changed"),
    (lambda path: from_another(path, HEAD), "the head of the journal is older than this"),
    (lambda path: flip_head(path, 1), "its head was changed"),
]
"""A damage of a game before the last one, or of one half of the head, and what is reported."""

OF_THE_LAST: list[tuple[Damage, str, int | None, bool]] = [
    (lambda path: change_line(path, LAST, 2), "game 3: line 2 was changed", 1, True),
    (lambda path: change_line(path, LAST, 3), "game 3: line 3 was changed", 2, True),
    (lambda path: change_line(path, LAST, 1), "game 3: line 1 was changed", 0, True),
    # The card had lied: what it had taken for written was not there after the power cut.
    (lambda path: keep_lines(path, LAST, 3), "game 3: lines at its end are missing", 2, False),
    (lambda path: keep_lines(path, LAST, 1), "game 3: lines at its end are missing", 0, False),
    (lambda path: relink(path, b"a boot", b"b boot"), "game 3: it is not the one that", 3, False),
    (lambda path: (path / HEAD).unlink(), "its head was changed", 3, False),
    (lambda path: (path / HEAD).write_bytes(b"x" * 9000), "its head was changed", 3, False),
    (lambda path: (path / HEAD).write_bytes(bytes(FILE_BYTES)), "its head was changed", 3, False),
    (lambda path: flip_head(path, 0, 1), "its head was changed", 3, False),
    (lambda path: game_file(path, LAST).unlink(), "game 3: its file is gone", None, False),
    (lambda path: rename(path, LAST, 4), "game 4: its place was changed", None, False),
    (lambda path: change_line(path, LAST, 0), "game 3: its header was changed", None, False),
    (lambda path: copy(path, 2, LAST), "game 3: its place was changed", None, False),
    (lambda path: copy(path, LAST, 4), "game 4: its place was changed", None, False),
    (lambda path: relink(path, b'"game":3', b'"game":""'), "game 3: its header was", None, False),
]
"""Such of the last game, or of the head; how many inputs are left, and whether a copy is made."""


def reported(path: Path) -> str:
    status, out, _ = called("verify", "--all", "--journal", path)
    assert status == 1
    return out


@pytest.mark.parametrize(("damage", "report"), OF_A_GAME_BEFORE)
def test_damage_before_the_last_game_is_reported_and_that_one_goes_on(
    damage: Damage, report: str, evening: Evening, short: Path
) -> None:
    copied(short, evening.path)
    damage(evening.path)
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


@pytest.mark.parametrize(("damage", "report", "left", "is_copied"), OF_THE_LAST)
@pytest.mark.parametrize("boot", [BOOT, OTHER_BOOT])
def test_damage_of_the_last_is_reported_costs_no_line_before_it_and_the_clocks_stand(
    damage: Damage,
    report: str,
    left: int | None,
    is_copied: bool,
    boot: str,
    evening: Evening,
    short: Path,
) -> None:
    copied(short, evening.path)
    before = contents(evening.path)
    damage(evening.path)
    files = {each.name: each.read_bytes() for each in evening.path.iterdir()}
    found = reported(evening.path)
    assert any(each in found for each in (report, "its file is gone", "cannot be read"))
    table = evening.switch_on(at_ns=LATER_NS, boot=boot)
    message = str(evening.journal.damage)
    assert message.startswith(report)
    assert "journal" in table.sentence()
    asides = list(evening.path.glob("*-damaged-*"))
    assert [each.read_bytes() for each in asides] == [files.get("game-00003.jsonl")] * is_copied
    assert all(message.endswith(f"; set aside as {each.name}") for each in asides)
    if left is None or left == 0:
        assert table.state.phase is Phase.READY
        table.new_game()
        start_and_press(table, 5 * SECOND_NS)
    else:
        assert (table.state.phase, table.state.play.moves) == (Phase.STOPPED, left - 1)
        assert isinstance(table.station.timeline.everything()[-1], Stop)
        table.do("ok + 2 L")
    assert evening.journal.flush(FLUSH_S)
    evening.is_whole = left is not None
    if left is None:
        number = 5 if "game 4" in report else 4
        assert list(game_files(evening.path))[-1] == number  # a number is used once
    else:
        game = contents(evening.path)[LAST - 1]
        assert game.rows[:left] == before[LAST - 1].rows[:left]
        assert [(gap.line, gap.cause) for gap in game.gaps] == [(left, Cause.DAMAGED)]
    assert read_recorded(game_file(evening.path, 1).read_bytes()) == before[0]
    evening.cut()
    evening.switch_on(boot="a third boot")
    assert evening.journal.damage is None
