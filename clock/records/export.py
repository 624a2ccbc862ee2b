"""`clapper export`: a game as the game file that `replay` takes, or as a table."""

import csv
import io
from pathlib import Path

from clock.game.file import write_game
from clock.records.game_log import began, happenings_of
from clock.records.recorded import RecordedGame, found, journal, read
from clock.records.sentences import sentences
from clock.rules.seats import LEFT, RIGHT
from clock.rules.timing import charged
from clock.text.language import ENGLISH, speaking

COLUMNS = (
    "at_ns",
    "input",
    "seat",
    "late",
    "phase",
    "running",
    "moves",
    "left_remaining_ns",
    "right_remaining_ns",
    "left_period",
    "right_period",
    "left_byoyomi",
    "right_byoyomi",
    "told",
)


def export(file: Path, name: str, *, as_csv: bool) -> bytes:
    """Return a game as it is written; raises JournalError, or GameFileError if it cannot be."""
    with journal(file) as store:
        game = read(store, found(store, name))
    with speaking(ENGLISH):  # a table is for programs
        return _table(game) if as_csv else write_game(game.setup, game.inputs())


def _table(game: RecordedGame) -> bytes:
    """One row an input, in the order of the stamps; times as the clocks showed them then.

    Byo-yomi is told by the periods left, with the present one; it is empty in main time.
    """
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(COLUMNS)
    happenings = list(happenings_of(game))
    start_ns = began(happenings)
    for given, late, state, outputs in happenings:
        seat, running = getattr(given, "seat", None), state.running
        now = charged(state, given.at_ns)
        rows.writerow(
            (
                given.at_ns - start_ns,
                type(given).__name__,
                "" if seat is None else seat.value,
                "late" if late else "",
                state.phase.value,
                "" if running is None else running.value,
                state.play.moves,
                *(now.seat(each).remaining_ns for each in (LEFT, RIGHT)),
                *(state.seat(each).period for each in (LEFT, RIGHT)),
                *(state.seat(each).overtime for each in (LEFT, RIGHT)),
                "; ".join(sentence for _, sentence in sentences(outputs, seat)),
            )
        )
    return text.getvalue().encode()
