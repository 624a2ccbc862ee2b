"""The games of a journal, found by their number and read; and game files by their path."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from clock.game.file import GameFileError, read_game, setup_from_table
from clock.game.timeline import Timeline
from clock.journal.boot import program
from clock.journal.files import JournalError, is_database, require_file, require_files, resolved
from clock.journal.lines import Gap, Header, Row
from clock.journal.replay import ROWS, folded_again
from clock.journal.soundness import NO_TEXT, OTHER_WAL, lost_by_wal, of_game
from clock.journal.store import Store, StoredGame, gaps_text, read_gaps, read_head
from clock.journal.wal import wal_problem
from clock.rules.inputs import Input
from clock.rules.message import Message, Problem, placed
from clock.rules.refusal import Refused
from clock.rules.state import Phase, Setup

LAST = "last"


class NoGame(JournalError):
    """A journal without games."""

    def __init__(self) -> None:
        super().__init__("there is no game in the journal yet")


class Changed(JournalError):
    """A journal whose WAL was changed: not all that was recorded can be read."""


class RecordedGame(NamedTuple):
    """A game as the journal has it, with its inputs in the order of arrival."""

    number: int
    header: Header
    setup: Setup
    rows: tuple[Row, ...]
    gaps: tuple[Gap, ...]
    """Where something of it is missing."""
    until_ns: int = 0
    """The clock was there until then, for the last game; 0: until its last input."""

    def timeline(self) -> Timeline:
        """Return the game, folded again up to its end.

        Raises Refused for what this program cannot play.
        """
        timeline = Timeline(self.setup, self.header.began_ns)
        for event in folded_again(timeline, [row.input for row in self.rows]):
            timeline.add(event)
        timeline.leave(self.until_ns)
        return timeline

    def inputs(self) -> tuple[Input, ...]:
        """Return its inputs in the order of their stamps."""
        return self.timeline().everything()


@contextmanager
def game_file(path: Path) -> Iterator[tuple[Setup, tuple[Input, ...]]]:
    """Read a game file; puts its path before any GameFileError. Raises OSError."""
    text = path.read_bytes()
    try:
        if is_database(text):
            raise GameFileError(
                "expected a game file: it is a journal, `clapper export` makes game files of its "
                "games"
            )
        yield read_game(text)
    except GameFileError as error:
        raise GameFileError(placed(str(path), error.message)) from None


@contextmanager
def journal(file: Path) -> Iterator[Store]:
    """Open a journal to read, all of it as it is now: a running clock goes on writing.

    Raises JournalError with its path, Changed for a WAL that was, which is found out before SQLite
    forgets it.
    """
    if not file.exists():
        raise JournalError("{file}: there is no journal; --journal FILE names another", file=file)
    try:
        require_file(file)
        file = resolved(file)
        require_files(file)
        with file.open("rb"):  # SQLite would not say why it cannot
            pass
        changed = wal_problem(file) or (OTHER_WAL if lost_by_wal(file) else None)
        if changed is not None:
            raise Changed(placed(str(file), changed))
        with closing(Store(file, read_only=True)) as store, store.snapshot():
            yield store
    except OSError as error:
        raise JournalError(placed(file, error.strerror)) from None
    except sqlite3.Error as error:
        raise JournalError(placed(file, error)) from None


def found(store: Store, name: str) -> StoredGame:
    """Return the game of a number, or the last that was begun; raises JournalError if none is.

    What is only set up, as the next game is while the last one is looked at, is last if all are.
    """
    games = store.games()
    if not games:
        raise NoGame
    if name == LAST:
        return next((game for game in reversed(games) if begun(store, game)), games[-1])
    for game in games:
        if str(game.id) == name:
            return game
    numbers = {"first": games[0].id, "newest": games[-1].id, "last": LAST, "name": repr(name)}
    if len(games) == 1:
        raise JournalError("GAME: expected {first}, or {last}, got {name}", **numbers)
    raise JournalError("GAME: expected {first} to {newest}, or {last}, got {name}", **numbers)


def begun(store: Store, game: StoredGame) -> bool:
    """Whether a game was ever started; one that is not whole, or cannot be read, may have been."""
    if game.gaps != gaps_text(()):
        return True
    last = store.line(game.id, store.count(game.id))
    try:
        return last is not None and ROWS.decode(last.text).figures.phase is not Phase.READY
    except NO_TEXT:
        return True


def read(store: Store, game: StoredGame) -> RecordedGame:
    """Return a whole game; raises JournalError if this program cannot read it."""
    header: Header | None = None
    try:
        header = msgspec.json.decode(game.header.text, type=Header)
        rows = tuple(ROWS.decode(line.text) for line in store.lines(game.id))
        setup = setup_from_table(header.setup)
        gaps, head = read_gaps(game.gaps), read_head(store.head())
    except (Refused, *NO_TEXT) as error:
        problem = unreadable(error)
        if header is not None and header.version != program():
            problem = Message(
                "kept by clapper {version}, {problem}", version=header.version, problem=problem
            )
        raise JournalError(of_game(game, problem)) from None
    until_ns = head.at_ns if head is not None and head.last.game == game.id else 0
    return RecordedGame(game.id, header, setup, rows, gaps, until_ns)


def unreadable(error: Exception) -> Message:
    """Return that a game cannot be read, and why."""
    problem: object = error
    if isinstance(error, Problem):
        problem = placed(getattr(error, "place", ""), error.message)
    return Message("cannot be read: {problem}", problem=problem)
