"""`clapper games`: the games of a journal, a line each."""

from pathlib import Path
from typing import TextIO

import msgspec

from clock.columns import padded
from clock.faces.words import RESULTS, shown_time
from clock.faces.words.control import setting
from clock.faces.words.language import N_, tr, trn
from clock.faces.words.mistakes import mistake
from clock.gamefile import setup_from_table
from clock.journal.lines import Figures, Header, Line, Row
from clock.journal.store import JournalError, Store, StoredGame
from clock.proof.kept import journal
from clock.rules.refusal import Refused
from clock.rules.state import Phase

PHASES = {
    Phase.READY: N_("not started"),
    Phase.JOINT: N_("joint time"),
    Phase.RUNNING: N_("running"),
    Phase.RECONSTRUCTION: N_("reconstruction"),
    Phase.STOPPED: N_("stopped"),
    Phase.CLAIMED: N_("claimed"),
    Phase.FALLEN: N_("clapper fallen"),
    Phase.FINISHED: N_("finished"),
}

MOVES_WIDTH, ENDED_WIDTH = 9, 14


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
        return f"{game.id:>4}  {mistake(f'cannot be read: {wrong}')}"
    when = header.wall[:16].replace("T", " ")
    return f"{game.id:>4}  {when}  {told}  {control}".rstrip()


def _told(last: Line | None) -> str:
    """How a game stands, or ended: moves, both times, and the phase or the result."""
    if last is None:
        return f"{_moves(0)}  {'':>8} {'':>8}  {padded(tr(PHASES[Phase.READY]), ENDED_WIDTH)}"
    figures = msgspec.json.decode(last.text, type=Row).figures
    left, right = (
        shown_time(seat.remaining_ns, tenths=False) for seat in (figures.left, figures.right)
    )
    ended = padded(_ended(figures), ENDED_WIDTH)
    return f"{_moves(figures.moves)}  {left:>8} {right:>8}  {ended}"


def _moves(count: int) -> str:
    """How many moves were made, one below the other."""
    told = trn("{count} move", "{count} moves", count).format(count=f"{count:>3}")
    return padded(told, MOVES_WIDTH)


def _ended(figures: Figures) -> str:
    return tr(PHASES[figures.phase] if figures.result is None else RESULTS[figures.result])
