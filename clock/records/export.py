"""`clapper export`: a game as the game file that `replay` takes, or as a table."""

import csv
import io

from clock.game.file import write_game
from clock.records.game_log import events_of, start_of
from clock.records.source import Source
from clock.rules.seats import LEFT, RIGHT
from clock.rules.timing import charge
from clock.text.language import ENGLISH, speaking

COLUMNS = (
    "at_ns", "input", "seat", "late", "phase", "running", "moves", "left_remaining_ns",
    "right_remaining_ns", "left_period", "right_period", "left_byoyomi", "right_byoyomi", "told",
)  # fmt: skip


def export(game: Source, *, as_csv: bool) -> bytes:
    """Return a game as it is written; raises GameFileError if it cannot be played."""
    if as_csv:
        with speaking(ENGLISH):  # a table is for programs
            return _table(game)
    inputs = tuple(event for event, _, _ in game.steps())
    return write_game(game.setup, inputs, game.names)


def _table(game: Source) -> bytes:
    """One row an input, in the order of the stamps; times as the clocks showed them then.

    Byo-yomi is the periods left, with the present one; it is empty in main time.
    """
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(COLUMNS)
    events = events_of(game)
    start_ns = start_of(events)
    for each in events:
        event, state = each.input, each.state
        seat, running = getattr(event, "seat", None), state.running
        now = charge(state, event.at_ns)
        rows.writerow(
            (
                event.at_ns - start_ns,
                type(event).__name__,
                "" if seat is None else seat.value,
                "late" if each.late else "",
                state.phase.value,
                "" if running is None else running.value,
                state.play.moves,
                *(now.seat(each).remaining_ns for each in (LEFT, RIGHT)),
                *(state.seat(each).period for each in (LEFT, RIGHT)),
                *(state.seat(each).overtime for each in (LEFT, RIGHT)),
                "; ".join(sentence for _, sentence in each.sentences(start_ns)),
            )
        )
    return text.getvalue().encode()
