"""`clapper games`: the games of a journal in a table."""

from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from clock.game.figures import Figures, figures_of
from clock.game.recorded import RecordedGame
from clock.records.games import Games, is_begun
from clock.records.sentences import PHASES, players
from clock.rules.inputs import Finish
from clock.rules.message import Problem
from clock.rules.regulations import Regulations
from clock.rules.state import Phase
from clock.rules.timing import charged
from clock.text.control import setting
from clock.text.language import N_, printable, render, tr
from clock.text.rows import columns
from clock.text.words import RESULTS, shown_time

HEADS = (N_("No."), N_("Date"), N_("Moves"), N_("Left"), N_("Right"), N_("Result"), N_("Game"))
FIGURES = (0, 2, 3, 4)
"""Columns that end together at the right."""

Cells = tuple[str, ...]


def list_games(folder: Path, out: TextIO | None = None, day: str = "") -> bool:
    """Print a table of the games that were begun, the oldest first; return whether there are any.

    With a day ("2026-11-21") only its games, and those that cannot be read. Raises JournalError.
    """
    games = Games(folder)
    rows = [row for number in games.files if (row := _row(games, number, day))]
    for line in _lines((tuple(map(tr, HEADS)), *rows)) if rows else ():
        print(line, file=out)
    return bool(rows)


def _lines(rows: tuple[Cells, ...]) -> Iterator[str]:
    """Rows as lines of a table; one that has not all columns says what is wrong with its game."""
    whole = [row for row in rows if len(row) == len(HEADS)]
    widths = [max(map(columns, cells)) for cells in zip(*whole, strict=True)]
    for row in rows:
        cells = []
        for column, (text, width) in enumerate(zip(row, widths, strict=False)):
            room = " " * (width - columns(text))
            cells.append(room + text if column in FIGURES else text + room)
        yield "  ".join(cells).rstrip()


def _row(games: Games, number: int, day: str) -> Cells:
    """A game's row; () for one that was never begun, or not on that day."""
    try:
        game = games.read(number)
        header = game.header
        if not is_begun(game) or not header.wall.startswith(day):
            return ()
        standing = _standing(_figures(games, game), game) if game.rows else ("", "", "", "")
    except Problem as error:
        return (str(number), render(error.message))
    when = printable(header.wall[:16].replace("T", " "))
    problem = "" if game.problem is None else f" ({render(game.problem)})"
    named = [players(header.names)] if players(header.names) else []
    return (str(number), when, *standing, f"{', '.join((*named, setting(game.setup)[0]))}{problem}")


def _figures(games: Games, game: RecordedGame) -> Figures:
    """The figures at a game's end; of the one on the table, whose time may run, as it is now."""
    figures = game.rows[-1].figures
    runs = figures.running is not None or figures.phase is Phase.JOINT
    if not runs or game.number != games.last_known:
        return figures
    state = game.timeline().state
    return figures_of(charged(state, state.at_ns))


def _standing(figures: Figures, game: RecordedGame) -> Cells:
    """How a game stands, or ended: moves, both times, and the phase or the result."""
    seats = (figures.left, figures.right)
    times = (shown_time(seat.remaining_ns, tenths=False) for seat in seats)
    return (str(_last_move(figures, game)), *times, _ended(figures, game.setup.regulations))


def _last_move(figures: Figures, game: RecordedGame) -> int:
    """The number of the last move, as it was entered with the result or as the clock counts it."""
    ends = (row.input for row in reversed(game.rows) if isinstance(row.input, Finish))
    entered = None if figures.result is None else next(ends, None)
    if entered is None or entered.last_move is None:
        return figures.moves
    return entered.last_move


def _ended(figures: Figures, regulations: Regulations) -> str:
    if figures.result is not None:
        return tr(RESULTS[figures.result])
    fell = [seat.fell_at_ns is not None for seat in (figures.left, figures.right)]
    if figures.phase is Phase.FALLEN and all(fell):
        return tr("a draw by rule") if regulations.both_fallen_draw else tr("both fallen")
    # Where the clocks run on after a fall, the players are to claim it.
    runs_on = figures.phase is Phase.RUNNING and any(fell)
    return tr(PHASES[Phase.FALLEN if runs_on else figures.phase])
