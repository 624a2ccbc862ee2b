"""A journal that a defect or a forger has changed: what is found of it, and what goes on."""

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clock.journal import store as store_module
from clock.journal.damage import CUT_OFF
from clock.journal.lines import Line, linked
from clock.journal.store import Store, read_head
from clock.rules.state import Phase
from tests.cli.running import WAIT_S, called, printed
from tests.journal.disks import Disk, hanging
from tests.journal.evenings import FLUSH_S, Evening
from tests.journal.written import (
    LATER_NS,
    STAMP,
    add_start,
    another_begins,
    ask,
    contents,
    go_on,
    problem,
    repaired,
    set_aside,
    write_games,
)

PRESSES = (4, 5, 6, 7, 8)
MOVED = "the game before it was changed, removed or moved"
LOST = "The game before it was changed or lost: the journal was damaged, "


@pytest.fixture(scope="module")
def five(memory: Path) -> Path:
    """A journal with five games, each of other figures; the last goes on."""
    path = memory / "five.db"
    for presses in PRESSES:
        write_games(path, count=1, presses=presses).close()
    assert problem(path) is None
    return path


@pytest.fixture
def journal(five: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(five, tmp_path / "journal.db"))


def verified(path: Path, game: str = "--all") -> str:
    """The last line of `clapper verify`."""
    _, out, errors = called("verify", game, "--journal", path)
    assert errors == ""
    return out.splitlines()[-1]


LAST = {
    "DELETE FROM lines WHERE game = 5 AND number > 3": "game 5: lines at its end are missing",
    "DELETE FROM lines WHERE game = 5": "game 5: lines at its end are missing",
    "DELETE FROM games WHERE id = 5": "expected the games 1 to 5",
    "UPDATE games SET before = x'00' WHERE id = 5": "game 5: its place was changed",
    "UPDATE games SET gaps = '[{}]' WHERE id = 5": "game 5: what is missing of it was changed",
    "UPDATE games SET gaps = '[' WHERE id = 5": "game 5: what is missing of it was changed",
}
"""Damage at the end of the journal."""

DAMAGE = LAST | {
    "UPDATE games SET before = x'00' WHERE id = 2": "game 2: its place was changed",
    "UPDATE games SET gaps = '[{}]' WHERE id = 2": "game 2: what is missing of it was changed",
    "UPDATE games SET hash = x'00' WHERE id = 3": "game 3: its header was changed",
    "UPDATE games SET seal = NULL WHERE id = 1": "game 1: its end was changed",
    "UPDATE games SET seal_hash = x'00' WHERE id = 1": "game 1: its end was changed",
    "DELETE FROM lines WHERE game = 2 AND number = 3": "game 2: line 3 was changed",
    "UPDATE lines SET line = replace(line, '\"moves\":2', '\"moves\":3') WHERE game = 2": (
        "game 2: line 3 was changed"
    ),
    "UPDATE lines SET game = 99 WHERE game = 1 AND number = 4": (
        "game 1: lines at its end are missing"
    ),
    "INSERT INTO lines VALUES (99, 1, '{}', x'00')": "there are lines of no game",
    "DELETE FROM games WHERE id = 1": "expected the games 1 to 5",
    "DELETE FROM head": "its head was changed",
}


@pytest.mark.parametrize("sql", DAMAGE)
def test_damage_is_reported_set_aside_and_costs_no_line_before_it(
    sql: str, five: Path, journal: Path
) -> None:
    ask(journal, sql)
    status, out, _ = called("verify", "--all", "--journal", journal)
    assert status == 1
    assert any(DAMAGE[sql] in line for line in out.splitlines()), out
    assert repaired(journal) is not None
    before = {game.header: lines for game, lines in contents(five)}
    for game, lines in contents(journal):
        assert lines == before[game.header][: len(lines)]
    assert len(contents(journal)) >= len(PRESSES) - 1


@pytest.mark.parametrize("sql", LAST)
@pytest.mark.parametrize("then", [go_on, another_begins])
def test_a_loss_at_the_end_is_found_before_the_next_write(
    sql: str, then: Callable[..., None], evening: Evening
) -> None:
    evening.journal = write_games(evening.path, count=5, presses=5)
    ask(evening.path, sql)
    then(evening.journal)
    counts = evening.counts()
    assert str(evening.journal.damage).startswith(f"{LAST[sql]}; set aside as ")
    if then is go_on:  # the game is in memory, and written whole again
        assert counts == [5] * 5
    else:
        assert counts[-1] == 1


def remove(game: int) -> list[str]:
    return [f"DELETE FROM games WHERE id = {game}", f"DELETE FROM lines WHERE game = {game}"]


def renumber(old: int, new: int) -> list[str]:
    return [
        f"UPDATE games SET id = {new} WHERE id = {old}",
        f"UPDATE lines SET game = {new} WHERE game = {old}",
    ]


def swap(path: Path) -> None:
    """Put the second game of another journal, whole and sealed, in the place of a removed one."""
    other = path.with_name("other.db")
    for presses in (3, 9, 3):
        write_games(other, count=1, presses=presses).close()
    with closing(Store(path)) as store:
        store._ask(f"ATTACH '{other}' AS other")
        for table, number in (("games", "id"), ("lines", "game")):
            store._ask(f"INSERT INTO {table} SELECT * FROM other.{table} WHERE {number} = 2")


@pytest.mark.parametrize(
    ("forgery", "swaps", "by_game"),
    [
        (remove(2), True, {"1": f"2: {MOVED}", "2": f"2: {MOVED}", "3": f"3: {MOVED}"}),
        (remove(2), False, {"1": f"3: {MOVED}", "3": f"3: {MOVED}", "4": "hold"}),
        ([*remove(2), *renumber(1, 2)], False, {"2": "game 2: its place was changed"}),
        ([*renumber(2, 99), *renumber(3, 2), *renumber(99, 3)], False, {"5": "hold"}),
        (remove(1), False, {"2": "expected the games 1 to 5", "4": "hold"}),
    ],
    ids=["swapped", "removed", "removed and renumbered", "reordered", "the oldest removed"],
)
def test_a_game_that_was_swapped_removed_or_moved_is_found_by_its_neighbours_and_set_aside(
    forgery: list[str], swaps: bool, by_game: dict[str, str], journal: Path
) -> None:
    ask(journal, *forgery)
    if swaps:
        swap(journal)
    assert "hold" not in verified(journal)
    for game, line in by_game.items():
        assert verified(journal, game).endswith(line)
    before = {game.header.text for game, _ in contents(journal)}
    found = problem(journal)
    assert found is not None
    assert repaired(journal) == set_aside(found)
    assert {game.header.text for game, _ in contents(journal)} == before
    assert f"{LOST}{STAMP}." in printed("verify", "--all", "--journal", journal)


def test_games_have_their_numbers_and_seals_when_another_is_lost_whole(journal: Path) -> None:
    before = {game.id: game for game, _ in contents(journal)}
    ask(journal, "UPDATE games SET hash = x'00' WHERE id = 3")
    assert repaired(journal) is not None
    after = {game.id: game for game, _ in contents(journal)}
    assert list(after) == [1, 2, 4, 5]
    assert [after[number] for number in (1, 2)] == [before[number] for number in (1, 2)]
    assert LOST in verified(journal, "4")
    assert verified(journal, "2").endswith("hold")
    assert verified(journal, "5").endswith("hold")


def test_a_journal_of_another_format_is_set_aside_under_its_true_name(
    journal: Path, tmp_path: Path
) -> None:
    with closing(Store(journal)) as store:
        store._ask("PRAGMA user_version=1")
    data = journal.read_bytes()
    assert repaired(journal) == set_aside("it is of another format")
    assert (tmp_path / f"journal-set-aside-{STAMP}.db").read_bytes() == data


# Lines whose hashes are sound, but which this program cannot mean: they end no start

Change = Callable[[dict[str, Any]], None]


def put(*keys: str, value: object) -> Change:
    def change(table: dict[str, Any]) -> None:
        for key in keys[:-1]:
            table = table[key]
        table[keys[-1]] = value

    return change


def changed(line: Line | None, change: Change, before: bytes = b"") -> Line:
    """Another line, with its hash."""
    assert line is not None
    table = msgspec.json.decode(line.text)
    change(table)
    return linked(before, msgspec.json.encode(table).decode())


def change_head(path: Path, change: Change) -> None:
    with closing(Store(path)) as store, store.transaction():
        store._ask("UPDATE head SET line = ?, hash = ?", *changed(store.head(), change))


@pytest.mark.parametrize(
    "change",
    [
        put("last", "before", value="zz"),
        put("last", "head", value="abc"),
        put("last", "count", value=-1),
        put("last", "game", value=2**63 - 1),
        put("first", value=2**70),
        put("at_ns", value=10**30),
        put("at_ns", value=2**63 - 2),
        put("shift_ns", value=2**63 - 2),
        put("slowest_ns", value=10**30),
    ],
)
def test_a_head_that_cannot_be_is_damage_of_the_head_and_no_line_of_a_game_is_lost(
    change: Change, evening: Evening
) -> None:
    write_games(evening.path, count=2, presses=5).close()
    before = [lines for _, lines in contents(evening.path)]
    change_head(evening.path, change)
    table = evening.switch_on()
    assert str(evening.journal.damage).startswith("its head was changed; set aside as ")
    assert (table.state.phase, table.state.play.moves) == (Phase.STOPPED, 4)
    assert [lines[:5] for _, lines in contents(evening.path)] == before


def test_a_seal_that_cannot_be_is_damage_of_its_game(five: Path, journal: Path) -> None:
    with closing(Store(journal)) as store, store.transaction():
        sealed = changed(store.games()[0].seal, put("before", value="zz"))
        store._ask("UPDATE games SET seal = ?, seal_hash = ? WHERE id = 1", *sealed)
    assert problem(journal) == "game 1: its end was changed"
    assert repaired(journal) is not None
    assert [lines for _, lines in contents(journal)] == [lines for _, lines in contents(five)]


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
    write_games(evening.path, count=1, presses=3).close()
    with closing(Store(evening.path)) as store, store.transaction():
        _, before, last = store.lines(1)
        line = changed(last, change, before.hash)
        store._ask("UPDATE lines SET line = ?, hash = ? WHERE number = 3", *line)
    change_head(evening.path, put("last", "count", value=9))
    table = evening.switch_on()
    assert evening.journal.damage is not None
    assert evening.journal.found.boot_id == CUT_OFF
    latest = last if is_later else before
    assert evening.journal.found.last_ns == msgspec.json.decode(latest.text)["input"]["at_ns"]
    assert table.state.phase in (Phase.READY, Phase.STOPPED)
    with closing(Store(evening.path, read_only=True)) as store:
        assert read_head(store.head()) is not None


# What a writing clock meets


class FailsOnce:
    """A disk that fails at the next write: the file is opened again then, and not checked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        monkeypatch.setattr(Store, "require_in_place", self)

    def __call__(self) -> None:
        self._monkeypatch.undo()
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error


FLIPS = {
    "a name that is no text": (rb"table(g)amesgames", ord("g"), 0x80),
    "a text for a hash": (rb"\x00(\x0c)..\x4c\x11\x00\x00", 0x0C, 0x01),
}
"""Where in the file a bit is flipped, in what, and which."""


@pytest.mark.parametrize("flip", FLIPS)
def test_a_flipped_bit_of_any_kind_ends_no_writing(
    flip: str, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.journal = journal = write_games(evening.path, 1, 5)
    with closing(sqlite3.connect(journal.path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    place, byte, bit = FLIPS[flip]
    found = re.search(place, journal.path.read_bytes(), re.DOTALL)
    assert found is not None
    with journal.path.open("r+b") as file:
        file.seek(found.start(1))
        file.write(bytes([byte ^ bit]))
    FailsOnce(monkeypatch)
    go_on(journal)
    assert evening.counts()[-1] == 5
    assert (journal.fault, journal.damage is None) == (None, False)


def test_a_game_of_which_room_was_made_is_not_written_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk("makes room")
    evening.switch_on(bytes_max=1, connect=disk.connect)
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
    FailsOnce(monkeypatch)
    journal.alive(3 * LATER_NS)
    assert evening.counts() == [1, 1]
    with closing(Store(evening.path, read_only=True)) as store:
        assert [game.id for game in store.games()] == [2, 3]


def test_a_wal_that_grew_while_somebody_looked_is_cut_to_its_length_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "WAL_PAGES", 4)
    journal = write_games(tmp_path / "journal.db", 1, 5)
    wal, limit = tmp_path / "journal.db-wal", 2 * 4 * 4096
    with closing(Store(journal.path, read_only=True)) as looking, looking.snapshot():
        looking.games()
        for number in range(12):
            journal.alive(LATER_NS * (number + 1))
            assert journal.flush(FLUSH_S)
        assert wal.stat().st_size > limit
    for number in range(12, 16):
        journal.alive(LATER_NS * (number + 1))
        assert journal.flush(FLUSH_S)
    assert wal.stat().st_size <= limit
    journal.close()
