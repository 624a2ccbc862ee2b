"""`clapper games`: the games of a journal, a line each."""

from pathlib import Path
from typing import TextIO

import msgspec

from clock.game.file import setup_from_table
from clock.journal.files import JournalError
from clock.journal.lines import Figures, Header, Line, figures_of
from clock.journal.replay import ROWS
from clock.journal.soundness import NO_TEXT
from clock.journal.store import Store, StoredGame, read_head
from clock.records.recorded import begun, journal, read, unreadable
from clock.rules.refusal import Refused
from clock.rules.regulations import Regulations
from clock.rules.state import Phase
from clock.rules.timing import charged
from clock.text.control import setting
from clock.text.language import N_, render, tr, trn
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


def list_games(file: Path, out: TextIO | None = None, day: str = "") -> int:
    """Print a line for each game that was begun, the oldest first, and return how many.

    With a day ("2026-11-21") only its games, and those that cannot be read. Raises JournalError.
    """
    with journal(file) as store:
        lines = (_line(store, game, day) for game in store.games() if begun(store, game))
        listed = [line for line in lines if line]
    for line in listed:
        print(line, file=out)
    return len(listed)


def _line(store: Store, game: StoredGame, day: str) -> str:
    try:
        header = msgspec.json.decode(game.header.text, type=Header)
        if not header.wall.startswith(day):
            return ""
        setup = setup_from_table(header.setup)
        last = store.line(game.id, store.count(game.id))
        figures = "" if last is None else _text(_figures(store, game, last), setup.regulations)
    except (Refused, JournalError, *NO_TEXT) as error:
        return f"{game.id:>4}  {render(unreadable(error))}"
    when = header.wall[:16].replace("T", " ")
    return f"{game.id:>4}  {when}  {figures}  {setting(setup)[0]}".rstrip()


def _figures(store: Store, game: StoredGame, last: Line) -> Figures:
    """The figures at a game's end; of the one on the table, whose time may run, as it is now."""
    figures, head = ROWS.decode(last.text).figures, read_head(store.head())
    runs = figures.running is not None or figures.phase is Phase.JOINT
    if not runs or head is None or head.last.game != game.id:
        return figures
    state = read(store, game).timeline().state
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
