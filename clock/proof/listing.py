"""`clapper games`: the games of a journal, a line each."""

from pathlib import Path
from typing import TextIO

import msgspec

from clock.faces.words import RESULTS, shown_time
from clock.faces.words.control import setting
from clock.gamefile import setup_from_table
from clock.journal.lines import Figures, Header, Line, Row
from clock.journal.store import JournalError, Store, StoredGame
from clock.proof.kept import journal
from clock.rules.refusal import Refused
from clock.rules.state import Phase

PHASES = {
    Phase.READY: "not started",
    Phase.JOINT: "joint time",
    Phase.RUNNING: "running",
    Phase.RECONSTRUCTION: "reconstruction",
    Phase.STOPPED: "stopped",
    Phase.CLAIMED: "claimed",
    Phase.FALLEN: "clapper fallen",
    Phase.FINISHED: "finished",
}


def list_games(file: Path, out: TextIO, day: str = "") -> None:
    """Print a line for each game, of one day ("2026-11-21") if it is given; raises JournalError.

    The oldest comes first; a game that cannot be read is of every day.
    """
    with journal(file) as store:
        for game in store.games():
            line = _line(store, game, day)
            if line:
                out.write(line + "\n")


def _line(store: Store, game: StoredGame, day: str) -> str:
    try:
        header = msgspec.json.decode(game.header.text, type=Header)
        if not header.wall.startswith(day):
            return ""
        control = setting(setup_from_table(header.setup))[0]
        last = store.line(game.id, store.count(game.id))
        told = _told(last)
    except (msgspec.DecodeError, Refused, JournalError) as wrong:
        return f"{game.id:>4}  cannot be read: {wrong}"
    when = header.wall[:16].replace("T", " ")
    return f"{game.id:>4}  {when}  {told}  {control}".rstrip()


def _told(last: Line | None) -> str:
    """How a game stands, or ended: moves, both times, and the phase or the result."""
    if last is None:
        return f"{0:>3} moves  {'':>8} {'':>8}  {PHASES[Phase.READY]:<14}"
    figures = msgspec.json.decode(last.text, type=Row).figures
    left, right = (
        shown_time(seat.remaining_ns, tenths=False) for seat in (figures.left, figures.right)
    )
    return f"{figures.moves:>3} moves  {left:>8} {right:>8}  {_ended(figures):<14}"


def _ended(figures: Figures) -> str:
    return PHASES[figures.phase] if figures.result is None else RESULTS[figures.result]
