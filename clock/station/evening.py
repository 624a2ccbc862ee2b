"""The games of an evening: how the recent games ended.

A Pi has no battery for its calendar: until it gets the time from a network, its date is in the
past. So a date shows that a game is from another evening only if it is from a day on which this
program existed, and before now. The order of the games is always reliable, and so is the journal's
own time, which goes on while the machine is on.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from clock.files import open_file
from clock.game.chain import hash_of, intact_chain, is_linked
from clock.game.facts import Ended
from clock.game.recorded import HEADERS, ROWS, RecordedInput, game_of, is_missing
from clock.journal.inspection import FoundJournal
from clock.kinds import kind_of
from clock.notation.setup_table import SetupTable
from clock.rules.inputs import Finish
from clock.rules.message import Problem
from clock.rules.seats import Seat
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS
from clock.text.counting import number_of

EVENING_H = 12
MADE = datetime(2026, 1, 1, tzinfo=UTC)
"""The program is newer than this, so an earlier date is wrong."""
GAMES_MAX = 50
"""More games than a clock sees in an evening."""
END_BYTES = 16_384
"""The part read of a file's end: some thirty lines, though one or two are enough."""
HEADER_BYTES_MAX = 1_000_000
WHOLE_BYTES_MAX = 1_000_000
"""Of a file that is searched for changed colours: thousands of moves."""


class Played(NamedTuple):
    """How a game ended: the date of its last input, its setup, who played Black, that input."""

    label: datetime
    setup: SetupTable
    black: Seat
    row: RecordedInput


def ended_games(found: FoundJournal, wall: str) -> tuple[tuple[Ended, ...], tuple[Ended, ...]]:
    """Return how the games in the hours before `wall` ended, the oldest first, and the last apart.

    All games after the evening's first belong to it. Games that never began, or that this program
    cannot read, are left out.
    """
    now = datetime.fromisoformat(wall)
    played = [(False, each) for path in found.others[-GAMES_MAX:] for each in _read(path)]
    played += [(True, each) for each in _played(found.lines, found.lines)]
    recent = [_recent(each.label, each.row, now, found.last_ns) for _, each in played]
    played = played[recent.index(True) :] if any(recent) else []
    before = tuple(_ended(each) for is_last, each in played if not is_last)
    return before, tuple(_ended(each) for is_last, each in played if is_last)


def _read(path: Path) -> Iterator[Played]:
    """Yield a game by its file's header and end; nothing if it has not begun."""
    with suppress(OSError, Problem), open_file(path) as file:
        header = file.readline(HEADER_BYTES_MAX)
        file.seek(max(0, os.fstat(file.fileno()).st_size - END_BYTES))
        lines = file.read(END_BYTES).splitlines(keepends=True)
        file.seek(0)
        whole = intact_chain(file.read(WHOLE_BYTES_MAX)).lines
        linked = [header, *(b for a, b in pairwise(lines) if is_linked(hash_of(a), b))]
        yield from _played(linked, whole)


def _played(lines: Sequence[bytes], whole: Sequence[bytes]) -> Iterator[Played]:
    rows = [line for line in lines[1:] if not is_missing(line)]
    if rows:
        # msgspec raises ValueError; the others come from dates out of range and deep nesting.
        with suppress(ValueError, TypeError, OverflowError, RecursionError):
            header, row = HEADERS.decode(lines[0]), ROWS.decode(rows[-1])
            if row.figures.phase is not Phase.READY:
                label = header.wall_at(row.input.at_ns).astimezone(UTC)
                yield Played(label, header.setup, _black(header.setup, whole), row)


def _black(setup: SetupTable, lines: Sequence[bytes]) -> Seat:
    """Return who played Black at the end; in a game that cannot be counted again, at its start."""
    may_change = setup.opening != "none" or any(b'"SetColours"' in line for line in lines)
    with suppress(Problem):
        if may_change and lines:
            return game_of(lines).timeline().state.play.black
    return (setup.first or kind_of(setup.game).first).seat(setup.starter)


def _recent(label: datetime, last: RecordedInput, now: datetime, at_ns: int) -> bool:
    """Return whether a game may be from the same evening as `now`."""
    another_day = label >= MADE and now - label > timedelta(hours=EVENING_H)
    return not another_day and at_ns - last.input.at_ns <= EVENING_H * HOUR_NS


def _ended(game: Played) -> Ended:
    last, figures = game.row.input, game.row.figures
    moves = figures.moves
    if isinstance(last, Finish) and last.last_move is not None:
        moves = last.last_move
    times = figures.left.remaining_ns, figures.right.remaining_ns
    number = number_of(game.setup.game, moves)
    return Ended(figures.result, number, *times, game.setup.game, game.black)
