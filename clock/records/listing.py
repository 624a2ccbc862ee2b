"""`clapper games`: the games of a journal, a line each."""

from pathlib import Path
from typing import TextIO

from clock.game.figures import Figures, figures_of
from clock.records.games import Games, Outline
from clock.records.sentences import players
from clock.rules.message import Problem
from clock.rules.regulations import Regulations
from clock.rules.state import Phase
from clock.rules.timing import charged
from clock.text.control import setting
from clock.text.language import N_, printable, render, tr, trn
from clock.text.rows import padded
from clock.text.words import RESULTS, shown_time

PHASES = {
    Phase.JOINT: N_("joint time"),
    Phase.RUNNING: N_("running"),
    Phase.RECONSTRUCTION: N_("reconstruction"),
    Phase.STOPPED: N_("stopped"),
    Phase.CLAIMED: N_("claimed"),
    Phase.FALLEN: N_("clapper fallen"),
    Phase.FINISHED: N_("finished"),
}

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
    try:
        outline = games.outline(number)
        header = outline.header
        if not outline.begun or not header.wall.startswith(day):
            return ""
        figures = _figures(games, number, outline)
        text = "" if figures is None else _text(figures, outline.setup.regulations)
    except Problem as error:
        return f"{number:>4}  {render(error.message)}"
    when = printable(header.wall[:16].replace("T", " "))
    problem = "" if outline.problem is None else f" ({render(outline.problem)})"
    what = f"{setting(outline.setup)[0]}{problem}"
    return f"{number:>4}  {when}  {text}  {what}  {players(header.names)}".rstrip()


def _figures(games: Games, number: int, outline: Outline) -> Figures | None:
    """The figures at a game's end; of the one on the table, whose time may run, as it is now."""
    if outline.last is None:
        return None
    figures = outline.last.figures
    runs = figures.running is not None or figures.phase is Phase.JOINT
    if not runs or number != games.last_known:
        return figures
    state = games.read(number).timeline().state
    return figures_of(charged(state, state.at_ns))


def _text(figures: Figures, regulations: Regulations) -> str:
    """How a game stands, or ended: moves, both times, and the phase or the result."""
    count = trn("{count} move", "{count} moves", figures.moves)
    moves = padded(count.format(count=f"{figures.moves:>3}"), MOVES_WIDTH)
    left, right = (
        shown_time(seat.remaining_ns, tenths=False) for seat in (figures.left, figures.right)
    )
    return f"{moves}  {left:>8} {right:>8}  {padded(_ended(figures, regulations), ENDED_WIDTH)}"


def _ended(figures: Figures, regulations: Regulations) -> str:
    if figures.result is not None:
        return tr(RESULTS[figures.result])
    fell = [seat.fell_at_ns is not None for seat in (figures.left, figures.right)]
    if figures.phase is Phase.FALLEN and all(fell):
        return tr("a draw by rule") if regulations.both_fallen_draw else tr("both fallen")
    # Where the clocks run on after a fall, the players are to claim it.
    runs_on = figures.phase is Phase.RUNNING and any(fell)
    return tr(PHASES[Phase.FALLEN if runs_on else figures.phase])
