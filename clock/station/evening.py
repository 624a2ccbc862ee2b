"""The games of an evening: how those ended that were played not long ago.

A machine without a battery for its clock believes, until it hears the time from a network, that it
is some day in the past. So by its label of the day a game is of another evening only if it is
of a day on which there was such a program, and earlier than now. What always holds is the order of
the games, and the journal's own time, which goes on while the machine is on.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

from clock.files import open_file
from clock.game.chain import bound, hash_of
from clock.game.facts import Ended
from clock.game.recorded import HEADERS, ROWS, RecordedInput, is_missing
from clock.journal.opening import Found
from clock.rules.inputs import Finish
from clock.rules.message import Problem
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS

EVENING_H = 12
MADE = datetime(2026, 1, 1, tzinfo=UTC)
"""No clock knew an earlier day."""
GAMES_MAX = 50
"""More games than one clock sees in an evening."""
END_BYTES = 16_384
"""What is read of a file's end: some thirty lines, of which one or two are needed."""
HEADER_BYTES_MAX = 1_000_000

Played = tuple[datetime, RecordedInput]
"""The day on which a game was last played, by its label, and its last row."""


def evening(found: Found, wall: str) -> tuple[tuple[Ended, ...], tuple[Ended, ...]]:
    """Return how the games of the hours before `wall` ended, the oldest first; the last one apart.

    All games since the first of the evening are of it. One that never began is none, and one that
    this program cannot read is left out.
    """
    now = datetime.fromisoformat(wall)
    played = [(False, *each) for path in found.others[-GAMES_MAX:] for each in _read(path)]
    played += [(True, *each) for each in _played(found.lines)]
    recent = [_recent(label, row, now, found.last_ns) for _, label, row in played]
    played = played[recent.index(True) :] if any(recent) else []
    before = tuple(_ended(row) for is_last, _, row in played if not is_last)
    return before, tuple(_ended(row) for is_last, _, row in played if is_last)


def _read(path: Path) -> Iterator[Played]:
    """Yield a game of a file by its header and its end alone; nothing if it has not begun."""
    with suppress(OSError, Problem), open_file(path) as file:
        header = file.readline(HEADER_BYTES_MAX)
        file.seek(max(0, os.fstat(file.fileno()).st_size - END_BYTES))
        lines = file.read(END_BYTES).splitlines(keepends=True)
        yield from _played([header, *(b for a, b in pairwise(lines) if bound(hash_of(a), b))])


def _played(lines: Sequence[bytes]) -> Iterator[Played]:
    rows = [line for line in lines[1:] if not is_missing(line)]
    if rows:
        # What msgspec raises is a ValueError; a date may be out of range, a text nested too deep.
        with suppress(ValueError, TypeError, OverflowError, RecursionError):
            header, row = HEADERS.decode(lines[0]), ROWS.decode(rows[-1])
            if row.figures.phase is not Phase.READY:
                yield header.wall_at(row.input.at_ns).astimezone(UTC), row


def _recent(label: datetime, last: RecordedInput, now: datetime, at_ns: int) -> bool:
    """Return whether a game may have been played on the same evening as `now`."""
    another_day = label >= MADE and now - label > timedelta(hours=EVENING_H)
    return not another_day and at_ns - last.input.at_ns <= EVENING_H * HOUR_NS


def _ended(last: RecordedInput) -> Ended:
    figures, moves = last.figures, last.figures.moves
    if isinstance(last.input, Finish) and last.input.last_move is not None:
        moves = last.input.last_move
    return Ended(figures.result, moves, figures.left.remaining_ns, figures.right.remaining_ns)
