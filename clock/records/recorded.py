"""The games of a journal, found by their number and read."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from clock.game.file import setup_from_table
from clock.game.timeline import Timeline
from clock.journal.boot import program
from clock.journal.lines import Gap, Header, Row
from clock.journal.soundness import NO_TEXT, OTHER_WAL, lost_by_wal
from clock.journal.store import (
    JournalError,
    Store,
    StoredGame,
    gaps_text,
    read_gaps,
    read_head,
    require_file,
    require_files,
    resolved,
)
from clock.journal.wal import wal_problem
from clock.rules.inputs import Input
from clock.rules.refusal import Refused
from clock.rules.state import Phase, Setup
from clock.station.recovery import folded_again
from clock.text.language import N_, tr

LAST = "last"
NO_GAME = N_("there is no game in the journal yet")


class Changed(JournalError):
    """A journal whose WAL was changed: what can be read is not all that was kept."""


class RecordedGame(NamedTuple):
    """A game as the journal has it: what it said of itself, and its inputs as they came."""

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
        for given in folded_again(timeline, [row.input for row in self.rows]):
            timeline.add(given)
        timeline.leave(self.until_ns)
        return timeline

    def inputs(self) -> tuple[Input, ...]:
        """Return its inputs in the order of their stamps."""
        return self.timeline().everything()


@contextmanager
def journal(file: Path) -> Iterator[Store]:
    """Open a journal to read, all of it as it is now: a running clock goes on writing.

    What is wrong with it is a JournalError with its name; Changed for a WAL that was, which is
    found out before SQLite forgets it.
    """
    if not file.exists():
        none = tr("{file}: there is no journal; --journal FILE names another")
        raise JournalError(none.format(file=file))
    try:
        require_file(file)
        file = resolved(file)
        require_files(file)
        with file.open("rb"):  # SQLite would not say why it cannot
            pass
        changed = wal_problem(file) or (OTHER_WAL if lost_by_wal(file) else None)
        if changed is not None:
            raise Changed(f"{file}: {changed}")
        with closing(Store(file, read_only=True)) as store, store.snapshot():
            yield store
    except OSError as wrong:
        raise JournalError(f"{file}: {wrong.strerror}") from None
    except sqlite3.Error as wrong:
        raise JournalError(f"{file}: {wrong}") from None


def found(store: Store, name: str) -> StoredGame:
    """Return the game of a number, or the last that was begun; raises JournalError if none is.

    What is only set up, as the next game is while the last one is looked at, is last if all are.
    """
    games = store.games()
    if not games:
        raise JournalError(tr(NO_GAME))
    if name == LAST:
        return next((game for game in reversed(games) if begun(store, game)), games[-1])
    for game in games:
        if str(game.id) == name:
            return game
    expected = tr("GAME: expected {first}, or {last}, got {name!r}")
    if len(games) > 1:
        expected = tr("GAME: expected {first} to {newest}, or {last}, got {name!r}")
    numbers = {"first": games[0].id, "newest": games[-1].id}
    raise JournalError(expected.format(**numbers, last=LAST, name=name))


def begun(store: Store, game: StoredGame) -> bool:
    """Whether a game was ever started; one that is not whole, or cannot be read, may have been."""
    if game.gaps != gaps_text(()):
        return True
    last = store.line(game.id, store.count(game.id))
    try:
        return last is not None and _ROW.decode(last.text).figures.phase is not Phase.READY
    except (msgspec.DecodeError, *NO_TEXT):
        return True


def read(store: Store, game: StoredGame) -> RecordedGame:
    """Return a whole game; raises JournalError if this program cannot read it."""
    kept_by = ""
    try:
        header = msgspec.json.decode(game.header.text, type=Header)
        if header.version != program():
            kept_by = f"kept by clapper {header.version}, "
        rows = tuple(_ROW.decode(line.text) for line in store.lines(game.id))
        setup = setup_from_table(header.setup)
        gaps, head = read_gaps(game.gaps), read_head(store.head())
    except (msgspec.DecodeError, Refused) as wrong:
        raise JournalError(f"game {game.id}: {kept_by}cannot be read: {wrong}") from None
    until_ns = head.at_ns if head is not None and head.last.game == game.id else 0
    return RecordedGame(game.id, header, setup, rows, gaps, until_ns)


_ROW = msgspec.json.Decoder(Row)
