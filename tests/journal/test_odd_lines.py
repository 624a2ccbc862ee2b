"""Lines whose hashes are sound, but which this program cannot mean: they end no start."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clock.journal.damage import CUT_OFF, made_sound
from clock.journal.lines import Line, linked
from clock.journal.soundness import problem_of
from clock.journal.store import Store, read_head
from clock.rules.state import Phase
from tests.journal.evenings import Evening, start_and_press
from tests.journal.written import contents, write_games

STAMP = "20260101-120000"
Change = Callable[[dict[str, Any]], None]


def changed(line: Line, change: Change, before: bytes = b"") -> Line:
    """A line that says something else, with the hash of that."""
    told = msgspec.json.decode(line.text)
    change(told)
    return linked(before, msgspec.json.encode(told).decode())


def change_head(path: Path, change: Change) -> None:
    with closing(Store(path)) as store, store.transaction():
        head = store.head()
        assert head is not None
        store._ask("UPDATE head SET line = ?, hash = ?", *changed(head, change))


def put(*keys: str, value: object) -> Change:
    def change(told: dict[str, Any]) -> None:
        for key in keys[:-1]:
            told = told[key]
        told[keys[-1]] = value

    return change


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
        put("shift_ns", value=10**30),
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
    assert evening.journal.damage is not None
    assert evening.journal.damage.startswith("its head was changed; set aside as ")
    assert (table.state.phase, table.state.play.moves) == (Phase.STOPPED, 4)
    assert [lines[:5] for _, lines in contents(evening.path)] == before


def test_a_seal_that_cannot_be_is_damage_of_its_game(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    write_games(path, count=2, presses=5).close()
    before = [lines for _, lines in contents(path)]
    with closing(Store(path)) as store, store.transaction():
        seal = store.games()[0].seal
        assert seal is not None
        sealed = changed(seal, put("before", value="zz"))
        store._ask("UPDATE games SET seal = ?, seal_hash = ? WHERE id = 1", *sealed)
    assert problem_of(path) == "game 1: its end was changed"
    assert made_sound(path, STAMP) is not None
    assert problem_of(path) is None
    assert [lines for _, lines in contents(path)] == before


def test_a_damaged_journal_of_a_later_program_with_inputs_of_its_own_ends_no_start(
    evening: Evening,
) -> None:
    start_and_press(evening.switch_on(), *[5_000_000_000] * 3)
    evening.journal.close()
    with closing(Store(evening.path)) as store, store.transaction():
        *_, before, last = store.lines(1)
        line = changed(last, put("input", "type", value="Novelty"), before.hash)
        store._ask("UPDATE lines SET line = ?, hash = ? WHERE number = 4", *line)
        store.set_head(10**12, "a boot", 0)
    instant_ns = msgspec.json.decode(last.text)["input"]["at_ns"]
    change_head(evening.path, put("last", "count", value=9))
    table = evening.switch_on()
    assert evening.journal.damage is not None
    assert evening.journal.found.boot_id == CUT_OFF
    assert evening.journal.found.last_ns == instant_ns
    assert table.state.phase is Phase.READY


@pytest.mark.parametrize("change", [put("input", value=None), put("input", "at_ns", value=1)])
def test_the_instant_where_a_cut_off_game_ends_is_the_latest_that_is_told(
    change: Change, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    write_games(path, count=1, presses=3).close()
    with closing(Store(path)) as store, store.transaction():
        _, before, last = store.lines(1)
        line = changed(last, change, before.hash)
        store._ask("UPDATE lines SET line = ?, hash = ? WHERE number = 3", *line)
    change_head(path, put("last", "count", value=9))
    assert made_sound(path, STAMP) is not None
    with closing(Store(path, read_only=True)) as store:
        head = read_head(store.head())
        assert head is not None
        assert head.at_ns == msgspec.json.decode(before.text)["input"]["at_ns"]


@pytest.mark.parametrize("beside", [False, True])
def test_a_new_journal_that_was_damaged_before_it_was_in_its_place_is_looked_at(
    beside: bool, tmp_path: Path
) -> None:
    path, fresh = tmp_path / "journal.db", tmp_path / "journal.db.sound"
    write_games(path, count=3, presses=5).close()
    before = [lines for _, lines in contents(path)]
    data = bytearray(path.read_bytes())
    data[data.rfind(b'"Press"') + 1] ^= 1
    path.unlink()
    fresh.write_bytes(data)
    if beside:
        (tmp_path / "journal.db-wal").write_bytes(b"of the one before")
    damage = made_sound(path, STAMP)
    assert damage is not None
    first, then = damage.split("; then ")
    assert first == f"it was being set aside; set aside as journal-set-aside-{STAMP}.db"
    assert "line" in then
    assert problem_of(path) is None
    assert len(contents(path)) == 3
    for (_, lines), whole in zip(contents(path), before, strict=True):
        assert lines == whole[: len(lines)]
    names = sorted(each.name for each in tmp_path.glob("*set-aside*"))
    assert data in [(tmp_path / name).read_bytes() for name in names]
