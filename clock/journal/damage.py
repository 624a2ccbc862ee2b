"""A journal that was damaged is set aside, never deleted, and what is sound of it goes on.

Every game whose chain holds goes into a new journal, and of one that is damaged all up to the
damage. A power cut at any moment of this is taken up again at the next start.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from clock.journal.lines import Head, Line, Row
from clock.journal.soundness import (
    NO_TEXT,
    chain_problems,
    of_the_disk,
    problem_of,
    read_seal,
    sound_lines,
)
from clock.journal.store import JournalError, Store, StoredGame, read_head
from clock.journal.wal import wal_problem

NAMES_MAX = 1_000
CUT_OFF = "cut off by damage"
"""Stands for the boot in the head of a journal whose last game was cut off by damage."""


class _Saved(NamedTuple):
    """What is sound of a game, its header first, and whether that is all of it."""

    game: StoredGame
    lines: list[Line]
    whole: bool


def made_sound(path: Path, stamp: str) -> str | None:
    """Leave a sound journal at `path`; return what was wrong with one that was there.

    `stamp` goes into the name of a damaged one. Raises OSError and sqlite3.Error if the disk does
    not answer.
    """
    fresh, part = path.with_name(f"{path.name}.sound"), path.with_name(f"{path.name}.part")
    problem = None
    if path.exists():
        problem = problem_of(path)
        if problem is None:
            return None
        fresh.unlink(missing_ok=True)  # from a start that was cut off before it set this one aside
    elif any(each.exists() for each in _family(path)):
        problem = "it was being set aside"
    if not fresh.exists():
        _write_fresh(part, path if path.exists() else None, stamp)
        part.replace(fresh)
    aside = _free_name(path, stamp)
    # The database goes first: without it, whatever else is still there belongs to what goes.
    for old, new in zip(_family(path), _family(aside), strict=True):
        if old.exists():
            old.rename(new)
    fresh.replace(path)
    _sync_folder(path.parent)
    return None if problem is None else f"{problem}; set aside as {aside.name}"


def _write_fresh(part: Path, damaged: Path | None, stamp: str) -> None:
    """Write a journal with what is sound of the damaged one."""
    for left_over in _family(part):
        left_over.unlink(missing_ok=True)
    with closing(Store(part)) as store, store.transaction():
        if damaged is not None:
            _carry_over(store, damaged, stamp)


def _carry_over(fresh: Store, path: Path, stamp: str) -> None:
    try:
        damaged = Store(path, read_only=True)
    except (JournalError, sqlite3.Error, *NO_TEXT) as wrong:
        if isinstance(wrong, sqlite3.Error) and of_the_disk(wrong):
            raise
        return
    with closing(damaged):
        head = _head(damaged) if wal_problem(path) is None else None
        read = [_saved(damaged, game) for game in _games(damaged)]
    saved = [each for each in read if each.lines]
    for number, (game, lines, whole) in enumerate(saved, start=1):
        fresh.put_game(number, lines[0])
        fresh.append(number, 0, lines[1:])
        if number < len(saved):
            seal = read_seal(game)
            fresh.seal(number, stamp if seal is None or not whole else seal.damaged)
    if head is not None and saved and saved[-1].whole and saved[-1].game.id == head.game:
        fresh.set_head(head.at_ns, head.boot_id, head.shift_ns)
    elif saved:
        fresh.set_head(_last_instant_ns(saved[-1].lines), CUT_OFF, 0)


def _games(store: Store) -> Iterator[StoredGame]:
    """All games that can be read, the oldest first: from both ends up to what cannot be."""
    found: dict[int, StoredGame] = {}
    for newest_first in (False, True):
        try:
            for game in store.each_game(newest_first=newest_first):
                found[game.id] = game
        except (sqlite3.Error, *NO_TEXT):
            continue
    yield from (found[id] for id in sorted(found))


def _saved(store: Store, game: StoredGame) -> _Saved:
    lines: list[Line] = []
    try:
        lines.extend(sound_lines(store, game))  # what was read before an error stays
        return _Saved(game, lines, not list(chain_problems(store, game)))
    except (sqlite3.Error, *NO_TEXT):
        return _Saved(game, lines, False)


def _head(store: Store) -> Head | None:
    try:
        return read_head(store.head())
    except (sqlite3.Error, *NO_TEXT):
        return None


def _last_instant_ns(lines: list[Line]) -> int:
    """The latest instant that a game's lines tell of."""
    stamps_ns = [msgspec.json.decode(line.text, type=Row).input.at_ns for line in lines[1:]]
    return max(stamps_ns, default=0)


def _free_name(path: Path, stamp: str) -> Path:
    """A name that no file has yet."""
    for number in range(1, NAMES_MAX):
        suffix = "" if number == 1 else f"-{number}"
        name = path.with_name(f"{path.stem}-damaged-{stamp}{suffix}{path.suffix}")
        if not any(each.exists() for each in _family(name)):
            return name
    raise FileExistsError(f"{path}: too many damaged journals of one second")


def _family(path: Path) -> tuple[Path, Path, Path]:
    """A database, its WAL and the WAL's index."""
    return path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
