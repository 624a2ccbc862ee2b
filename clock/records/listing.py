"""`clapper games`: the games of a journal, a line each."""

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
from clock.text.language import printable, render, tr, trn
from clock.text.rows import padded
from clock.text.words import RESULTS, shown_time

MOVES_WIDTH, ENDED_WIDTH = 9, 14


def list_games(folder: Path, out: TextIO | None = None, day: str = "") -> int:
    """Print a line for each game that was begun, the oldest first, and return how many.

    With a day ("2026-11-21") only its games, and those that cannot be read. Raises JournalError.
    """
    games = Games(folder)
    listed = [line for number in games.files if (line := _line(games, number, day))]
    for line in listed:
        print(line, file=out)
    return len(listed)


def _line(games: Games, number: int, day: str) -> str:
    """A game's line; "" for one that was never begun, or not on that day."""
    try:
        game = games.read(number)
        header = game.header
        if not is_begun(game) or not header.wall.startswith(day):
            return ""
        text = _text(_figures(games, game), game) if game.rows else ""
    except Problem as error:
        return f"{number:>4}  {render(error.message)}"
    when = printable(header.wall[:16].replace("T", " "))
    problem = "" if game.problem is None else f" ({render(game.problem)})"
    what = f"{setting(game.setup)[0]}{problem}"
    return f"{number:>4}  {when}  {text}  {what}  {players(header.names)}".rstrip()


def _figures(games: Games, game: RecordedGame) -> Figures:
    """The figures at a game's end; of the one on the table, whose time may run, as it is now."""
    figures = game.rows[-1].figures
    runs = figures.running is not None or figures.phase is Phase.JOINT
    if not runs or game.number != games.last_known:
        return figures
    state = game.timeline().state
    return figures_of(charged(state, state.at_ns))


def _text(figures: Figures, game: RecordedGame) -> str:
    """How a game stands, or ended: moves, both times, and the phase or the result."""
    number = _last_move(figures, game)
    count = trn("{count} move", "{count} moves", number)
    moves = padded(count.format(count=f"{number:>3}"), MOVES_WIDTH)
    left, right = (
        shown_time(seat.remaining_ns, tenths=False) for seat in (figures.left, figures.right)
    )
    ended = _ended(figures, game.setup.regulations)
    return f"{moves}  {left:>8} {right:>8}  {padded(ended, ENDED_WIDTH)}"


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
