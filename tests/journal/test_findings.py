"""Lines that are sound and mean nothing, and the room of a journal."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from clock.game.chain import body_of, sound
from clock.journal.folder import HEAD, game_files
from clock.journal.head import HALF_BYTES, SLOTS_AT, read_head
from clock.journal.opening import look
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from tests.cli.running import printed
from tests.journal.disks import LabDisk, Operation, Unlink, works
from tests.journal.evenings import FLUSH_S, Evening, start_and_press
from tests.journal.written import (
    another_begins,
    bodies_of,
    contents,
    game_file,
    problem,
    relinked,
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


def changed(body: bytes, change: Change) -> bytes:
    table = msgspec.json.decode(body)
    change(table)
    return msgspec.json.encode(table)


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
    slots = [sound(data[at:]).lines[0] for at in SLOTS_AT]
    wrong = [relinked([changed(body_of(slot), change)]).ljust(HALF_BYTES, b"\0") for slot in slots]
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
    bodies = bodies_of(game_file(evening.path, 1))
    game_file(evening.path, 1).write_bytes(relinked([*bodies[:3], changed(bodies[3], change)]))
    table = evening.switch_on()
    assert str(evening.journal.damage) == "game 1: lines at its end are missing"
    assert evening.journal.found.last_ns == (3 if is_later else 2) * SECOND_NS
    assert table.state.phase in (Phase.READY, Phase.STOPPED)
    evening.is_whole = False


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
def test_a_last_game_with_an_odd_header_ends_no_start_and_another_game_follows_it(
    field: bytes, evening: Evening
) -> None:
    write_games(evening.path, 2, 4).close()
    header, *lines = bodies_of(game_file(evening.path, 2))
    odd = relinked([header[:-1] + b"," + field + b"}", *lines])
    game_file(evening.path, 2).write_bytes(odd)
    table = evening.switch_on()
    assert str(evening.journal.damage).startswith("game 2: it")
    table.new_game()
    start_and_press(table, 5 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    assert game_file(evening.path, 2).read_bytes().startswith(odd)
    evening.cut()
    assert evening.switch_on(at_ns=table.now_ns).state.play.moves == 1
    assert evening.journal.damage is None
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


def test_a_game_that_could_not_be_taken_away_goes_with_the_next(
    evening: Evening,
) -> None:
    disk = LabDisk()
    evening.switch_on(bytes_max=1, disk=disk)
    journal = evening.journal

    def stays(operation: Operation) -> None:
        if isinstance(operation, Unlink):
            raise OSError(5, "a test's")

    disk.fails = stays
    for numbers in ([1], [1, 2], [1, 2, 3], [3, 4]):
        if numbers == [3, 4]:
            disk.fails = works
        another_begins(journal)
        assert journal.flush(FLUSH_S)
        assert (journal.fault, list(game_files(evening.path))) == (None, numbers)
    assert look(evening.path).head.first == 3
