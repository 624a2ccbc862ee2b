"""Lines that are sound and mean nothing, and the room of a journal."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from clock.game.chain import body_of, hash_of, linked, sound
from clock.journal.folder import HEAD, game_files
from clock.journal.head import HALF_BYTES, read_head
from clock.journal.opening import look
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from tests.cli.running import WAIT_S, printed
from tests.journal.disks import LabDisk, hanging, refuses, works
from tests.journal.evenings import FLUSH_S, Evening, start_and_press
from tests.journal.written import (
    LATER_NS,
    add_start,
    another_begins,
    contents,
    game_file,
    problem,
    write_games,
)

# Lines whose hashes are sound, but which this program cannot mean: they end no start

Change = Callable[[dict[str, Any]], None]


def put(*keys: str, value: object) -> Change:
    def change(table: dict[str, Any]) -> None:
        for key in keys[:-1]:
            table = table[key]
        table[keys[-1]] = value

    return change


def changed(before: str, line: bytes, change: Change) -> bytes:
    """Another line, with its hash."""
    table = msgspec.json.decode(body_of(line))
    change(table)
    return linked(before, msgspec.json.encode(table))


@pytest.mark.parametrize(
    "change",
    [
        put("last", "hash", value=5),
        put("last", "count", value=-1),
        put("last", "game", value=2**63 - 1),
        put("first", value=2**70),
        put("at_ns", value=10**30),
        put("at_ns", value=2**63 - 2),
        put("shift_ns", value=2**63 - 2),
        put("slowest_ns", value=10**30),
        put("sequence", value=None),
    ],
)
def test_a_head_that_cannot_be_is_damage_of_the_head_and_no_line_of_a_game_is_lost(
    change: Change, evening: Evening
) -> None:
    write_games(evening.path, 2, 8).close()
    before = contents(evening.path)
    data = (evening.path / HEAD).read_bytes()
    halves = [data[at : at + HALF_BYTES].partition(b"\n")[0] for at in (0, HALF_BYTES)]
    wrong = [changed("", half + b"\n", change).ljust(HALF_BYTES, b"\0") for half in halves]
    (evening.path / HEAD).write_bytes(b"".join(wrong))
    table = evening.switch_on()
    assert str(evening.journal.damage) == "its head was changed"
    assert (table.state.phase, table.state.play.moves) == (Phase.STOPPED, 7)
    assert evening.journal.flush(FLUSH_S)
    first, last = contents(evening.path)
    assert (first, last.rows[:8]) == (before[0], before[1].rows)


@pytest.mark.parametrize(
    ("change", "is_later"),
    [
        (put("input", "type", value="Novelty"), True),
        (put("input", value=None), False),
        (put("input", "at_ns", value=1), False),
    ],
    ids=["an input of a later program", "no input", "an instant that is earlier"],
)
def test_a_cut_off_game_ends_at_the_latest_instant_in_it_whatever_its_inputs_are(
    change: Change, is_later: bool, evening: Evening
) -> None:
    write_games(evening.path, 4).close()
    file = game_file(evening.path, 1)
    lines = list(sound(file.read_bytes()).lines)
    lines[3:] = [changed(hash_of(lines[2]), lines[3], change)]
    file.write_bytes(b"".join(lines))
    table = evening.switch_on()
    assert str(evening.journal.damage) == "game 1: lines at its end are missing"
    assert evening.journal.found.cut_off
    assert evening.journal.found.last_ns == (2 if is_later else 1) * SECOND_NS + SECOND_NS
    assert table.state.phase in (Phase.READY, Phase.STOPPED)
    evening.is_whole = False


def test_a_game_whose_header_is_another_programs_stays_and_another_number_follows(
    evening: Evening,
) -> None:
    write_games(evening.path, 4).close()
    file = game_file(evening.path, 1)
    header, *lines = sound(file.read_bytes()).lines
    later = [changed("", header, put("format", value="clapper-game/9"))]
    for line in lines:
        later.append(linked(hash_of(later[-1]), body_of(line)))
    file.write_bytes(b"".join(later))
    head = (
        (evening.path / HEAD)
        .read_bytes()
        .replace(hash_of(lines[-1]).encode(), hash_of(later[-1]).encode())
    )
    (evening.path / HEAD).write_bytes(head)
    table = evening.switch_on()
    assert "last game unreadable" in table.sentence()
    start_and_press(table, 5 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    assert list(game_files(evening.path)) == [1, 2]
    evening.is_whole = False


# Room


def test_the_oldest_games_go_and_what_stays_is_whole(evening: Evening) -> None:
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
    assert "hold" in printed("verify", "--all", "--journal", evening.path)


def test_the_last_game_stays_whole_however_long_and_one_that_never_began_takes_no_place(
    evening: Evening,
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


def test_a_game_of_which_room_was_made_is_not_written_again(evening: Evening) -> None:
    disk = LabDisk()
    evening.switch_on(bytes_max=1, disk=disk)
    journal = evening.journal
    another_begins(journal)
    assert journal.flush(FLUSH_S)
    with hanging(disk) as asked:
        journal.alive(2 * LATER_NS)
        assert asked.wait(WAIT_S)
        add_start(journal)
        another_begins(journal)
        another_begins(journal)
    assert journal.flush(FLUSH_S)
    disk.fails = refuses(5)
    journal.alive(3 * LATER_NS)
    assert not journal.flush(0.05)
    disk.fails = works
    assert evening.counts() == [1, 1]
    assert list(game_files(evening.path)) == [2, 3]


def test_a_game_that_could_not_be_taken_away_goes_with_the_next(evening: Evening) -> None:
    disk = LabDisk()
    evening.switch_on(bytes_max=1, disk=disk)
    journal = evening.journal

    def stays(operation: object) -> None:
        if type(operation).__name__ == "Unlink":
            raise OSError(5, "a test's")

    disk.fails = stays
    for _ in range(3):
        another_begins(journal)
    assert journal.flush(FLUSH_S)
    assert (journal.fault, list(game_files(evening.path))) == (None, [1, 2, 3])
    assert look(evening.path).head.first == 2
    disk.fails = works
    another_begins(journal)
    assert journal.flush(FLUSH_S)
    assert list(game_files(evening.path)) == [3, 4]
