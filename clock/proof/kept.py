"""The games of a journal, found by their number and read."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from clock.faces.words.language import tr
from clock.gamefile import setup_from_table
from clock.journal.lines import Header, Row
from clock.journal.soundness import read_seal
from clock.journal.store import JournalError, Store, StoredGame
from clock.rules.inputs import Input
from clock.rules.refusal import Refused
from clock.rules.state import Setup
from clock.station.recovery import folded_again
from clock.station.timeline import Timeline

LAST = "last"


class KeptGame(NamedTuple):
    """A game as the journal has it: what it said of itself, and its inputs as they came."""

    number: int
    header: Header
    setup: Setup
    rows: tuple[Row, ...]
    damaged: str
    """When its end was lost to damage; "" if it was not."""

    def timeline(self) -> Timeline:
        """Return the game, folded again; raises Refused for what this program cannot play."""
        timeline = Timeline(self.setup, self.header.began_ns)
        for given in folded_again(timeline, [row.input for row in self.rows]):
            timeline.add(given)
        return timeline

    def inputs(self) -> tuple[Input, ...]:
        """Return its inputs in the order of their stamps."""
        return self.timeline().everything()


@contextmanager
def journal(file: Path) -> Iterator[Store]:
    """Open a journal to read, all of it as it is now: a running clock goes on writing.

    What is wrong with it is a JournalError with its name.
    """
    if not file.exists():
        none = tr("{file}: there is no journal; --journal FILE names another")
        raise JournalError(none.format(file=file))
    try:
        with closing(Store(file, read_only=True)) as store, store.snapshot():
            yield store
    except sqlite3.Error as wrong:
        raise JournalError(f"{file}: {wrong}") from None


def found(store: Store, name: str) -> StoredGame:
    """Return the game of a number, or the last; raises JournalError if there is none."""
    games = store.games()
    if not games:
        raise JournalError(tr("there is no game in the journal yet"))
    if name == LAST:
        return games[-1]
    for game in games:
        if str(game.id) == name:
            return game
    expected = tr("GAME: expected {first}, or {last}, got {name!r}")
    if len(games) > 1:
        expected = tr("GAME: expected {first} to {newest}, or {last}, got {name!r}")
    numbers = {"first": games[0].id, "newest": games[-1].id}
    raise JournalError(expected.format(**numbers, last=LAST, name=name))


def read(store: Store, game: StoredGame) -> KeptGame:
    """Return a whole game; raises JournalError if this program cannot read it."""
    try:
        header = msgspec.json.decode(game.header.text, type=Header)
        rows = tuple(_ROW.decode(line.text) for line in store.lines(game.id))
        setup = setup_from_table(header.setup)
    except (msgspec.DecodeError, Refused) as wrong:
        raise JournalError(f"game {game.id}: {wrong}") from None
    seal = read_seal(game)
    return KeptGame(game.id, header, setup, rows, "" if seal is None else seal.damaged)


_ROW = msgspec.json.Decoder(Row)
