"""`clapper export`: a game as a game file, or as a CSV table."""

import csv
import io

from clock.files import read_file
from clock.game.chain import intact_chain
from clock.game.file import write_game
from clock.game.short_form import short_form
from clock.records.game_log import logged_inputs, start_of
from clock.records.source import Source
from clock.rules.message import Problem
from clock.rules.seats import LEFT, RIGHT
from clock.rules.timing import charge
from clock.text.language import ENGLISH, speaking

COLUMNS = (
    "at_ns", "input", "seat", "late", "phase", "running", "moves", "left_remaining_ns",
    "right_remaining_ns", "left_period", "right_period", "left_byoyomi", "right_byoyomi", "told",
)  # fmt: skip


def export(game: Source, *, as_csv: bool) -> bytes:
    """Return a game as a game file or CSV. Raises GameFileError if it cannot be played."""
    if as_csv:
        with speaking(ENGLISH):  # programs read the table, so it is never translated
            return _table(game)
    inputs = tuple(event for event, _, _ in game.steps())
    return write_game(game.setup, inputs, game.names, game.edition)


def qr_code(game: Source) -> bytes:
    """Return a recorded game as a QR code in SVG; raises Problem with the reason if it has none."""
    if game.recorded is None or game.problems:
        raise Problem("no QR code: expected a whole game that a clock has recorded")
    try:
        import segno
    except ModuleNotFoundError:
        raise Problem("no QR code: segno is not installed") from None
    text = short_form(intact_chain(read_file(game.path)).lines)
    svg = io.BytesIO()
    segno.make(text, error="l", micro=False, boost_error=False).save(
        svg, kind="svg", border=4, light="#fff", omitsize=True
    )
    return svg.getvalue()


def _table(game: Source) -> bytes:
    """Return a row per input, by their stamps, with the times that the clocks showed.

    Byo-yomi is the number of periods left, including the present one; it is empty in main time.
    """
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(COLUMNS)
    events = logged_inputs(game)
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
