"""A journal that was damaged is set aside, never deleted, and what is sound of it goes on.

Every game whose chain holds goes into a new journal, and of one that is damaged all up to the
damage, with what is missing of it. After a power cut at any moment of this the next start goes on.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from clock.journal.files import (
    FileProblem,
    JournalError,
    connect_beside_nobody,
    connect_without_wal,
    family,
    require_file,
    require_files,
    sync_folder,
)
from clock.journal.lines import Cause, Gap, Head, Instant, Line, Seal
from clock.journal.soundness import (
    NO_TEXT,
    end_of,
    follows,
    lost_by_wal,
    of_the_disk,
    problem_of,
    sound_lines,
)
from clock.journal.store import Store, StoredGame, read_head
from clock.journal.wal import wal_gives_nothing, wal_problem
from clock.rules.message import Message

NAMES_MAX = 1_000
CUT_OFF = "cut off by damage"
"""Stands for the boot in the head of a journal whose last game was cut off by damage."""


class _Saved(NamedTuple):
    """What is sound of a game, its header first; `whole`: all of it; `end`: by its sound seal."""

    game: StoredGame
    lines: list[Line]
    whole: bool
    end: Seal | None


class _AnyInput(msgspec.Struct):
    """Any input, whether this program knows it or not."""

    at_ns: Instant


class _AnyRow(msgspec.Struct):
    input: _AnyInput


def repair(path: Path, stamp: str) -> Message | None:
    """Leave a sound journal at `path`; return what was wrong with one that was there.

    `stamp` goes into the name of a damaged one. Raises OSError and sqlite3.Error if the disk does
    not answer, JournalError if what is there is no file.
    """
    fresh, part = path.with_name(f"{path.name}.sound"), path.with_name(f"{path.name}.part")
    problem = None
    if path.exists():
        problem = problem_of(path)
        if problem is None:
            return None
    elif any(each.exists() for each in family(path)):
        problem = Message("it was being set aside")
    require_file(fresh)
    if path.exists():  # a start was cut off before it set this one aside
        fresh.unlink(missing_ok=True)
    left_over = fresh.exists()
    if not left_over:
        _write_fresh(part, path if path.exists() else None, stamp)
        part.replace(fresh)
    aside = _free_name(path, stamp)
    # The database goes first: without it, whatever else is still there belongs to what goes.
    for old, new in zip(family(path), family(aside), strict=True):
        if old.exists():
            old.rename(new)
    fresh.replace(path)
    sync_folder(path.parent)
    damage = None
    if problem is not None:
        damage = Message("{problem}; set aside as {name}", problem=problem, name=aside.name)
    return both(damage, repair(path, stamp) if left_over else None)


def both(first: Message | None, then: Message | None) -> Message | None:
    """Return the damage of a journal, and then of the one that replaced it."""
    if first is None or then is None:
        return first or then
    return Message("{first}; then {then}", first=first, then=then)


def _write_fresh(part: Path, damaged: Path | None, stamp: str) -> None:
    """Write a journal with what is sound of the damaged one."""
    require_files(part)
    for left_over in family(part):
        left_over.unlink(missing_ok=True)
    with closing(Store(part)) as store:
        if damaged is not None:
            with store.transaction():
                _carry_over(store, damaged, stamp)
        store.checkpoint()  # it is moved without its WAL


def _carry_over(fresh: Store, path: Path, stamp: str) -> None:
    wal_was_changed = wal_problem(path) is not None
    try:
        damaged = _readable(path)
    except (JournalError, sqlite3.Error, *NO_TEXT) as error:
        if isinstance(error, sqlite3.Error) and of_the_disk(error):
            raise
        return
    with closing(damaged):
        head = _head(damaged)
        read = [_saved(damaged, game, head) for game in _games(damaged)]
    saved = [each for each in read if each.lines]
    if not saved:
        return
    last = saved[-1]
    if head is None or head.last.game != last.game.id or wal_was_changed:
        last = saved[-1] = last._replace(whole=False)  # what followed it is not there
    _write_games(fresh, saved, 0 if head is None else head.first, stamp)
    if head is not None and last.whole:
        fresh.set_head(head.at_ns, head.boot_id, head.shift_ns, head.slowest_ns)
    else:
        fresh.set_head(_last_instant_ns(last.lines), CUT_OFF, 0)


def _readable(path: Path) -> Store:
    """Open a damaged journal: with its WAL, unless that takes away what the database has.

    What is beside it stays as it is: a start after this one finds the same.
    """
    with suppress(JournalError, sqlite3.DatabaseError, *NO_TEXT):
        if wal_gives_nothing(path) or lost_by_wal(path, connect_beside_nobody):
            return Store(path, read_only=True, connect=connect_without_wal)
    return Store(path, read_only=True, connect=connect_beside_nobody)


def _write_games(fresh: Store, saved: list[_Saved], first: int, stamp: str) -> None:
    """Write games with their old numbers, if known; each is bound to the one before it now.

    `first` is the oldest in the damaged journal's head; 0 without a head.
    """
    number, before, previous = 0, b"", None
    for each in saved:
        recorded = each.end.game if each.end is not None else 0
        if previous is not None:
            before, torn = fresh.seal(number), not follows(previous.game, each.end)
        else:
            before = b"" if each.end is None else bytes.fromhex(each.end.before)
            torn = recorded > first > 0
        number, previous = max(number + 1, recorded), each
        fresh.put_game(number, each.lines[0], before)
        fresh.append(number, 0, each.lines[1:])
        fresh.set_gaps(number, tuple(_gaps(each, stamp, torn=torn)))


def _gaps(each: _Saved, stamp: str, *, torn: bool) -> Iterator[Gap]:
    """Yield what is missing of a game, and before it: the known gaps and the new ones."""
    count = len(each.lines) - 1
    if each.end is not None:
        yield from (gap for gap in each.end.gaps if gap.line <= count)
    if torn:
        yield Gap(0, Cause.BEFORE, stamp)
    if not each.whole:
        yield Gap(count, Cause.DAMAGED, stamp)


def _games(store: Store) -> Iterator[StoredGame]:
    """Yield all games that can be read, the oldest first: from both ends up to damage."""
    found: dict[int, StoredGame] = {}
    for newest_first in (False, True):
        try:
            for game in store.each_game(newest_first=newest_first):
                found[game.id] = game
        except (sqlite3.Error, *NO_TEXT):
            continue
    yield from (found[id] for id in sorted(found))


def _saved(store: Store, game: StoredGame, head: Head | None) -> _Saved:
    lines: list[Line] = []
    end = None
    with suppress(sqlite3.Error, *NO_TEXT):
        end = end_of(game, head)
        lines.extend(sound_lines(store, game))  # what was read before an error stays
    last = (len(lines) - 1, lines[-1].hash.hex()) if lines else None
    whole = end is not None and last == (end.count, end.head)
    return _Saved(game, lines, whole, end)


def _head(store: Store) -> Head | None:
    try:
        return read_head(store.head())
    except (sqlite3.Error, *NO_TEXT):
        return None


def _last_instant_ns(lines: list[Line]) -> int:
    """Return the latest instant of a game's lines."""
    stamps_ns = [0]
    for line in lines[1:]:
        with suppress(*NO_TEXT):  # a line of a later program may differ
            stamps_ns.append(msgspec.json.decode(line.text, type=_AnyRow).input.at_ns)
    return max(stamps_ns)


def _free_name(path: Path, stamp: str) -> Path:
    """Return a name that no file has yet."""
    for number in range(1, NAMES_MAX):
        suffix = "" if number == 1 else f"-{number}"
        name = path.with_name(f"{path.stem}-set-aside-{stamp}{suffix}{path.suffix}")
        if not any(each.exists() for each in family(name)):
            return name
    raise FileProblem(Message("{file}: too many were set aside in one second", file=path))
