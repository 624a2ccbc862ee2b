"""What the clock says in rows, as one text each, for tests that read it."""

from clock.display.face import Hint, Page
from clock.rules.state import Phase, State
from clock.text.glyphs import LETTER, ROW, plain, width
from clock.text.rows import AnyRow, ends, in_words, one_text
from clock.text.words import seat_name


def spread(row: AnyRow) -> str:
    """A row with its ends as far apart as a display has them."""
    left, *right = map(in_words, ends(row))
    for text in right:
        spare = ROW * LETTER - width(plain(left)) - width(plain(text))
        left += " " * max(2, spare // LETTER) + text
    return left


def rows_of(page: Page) -> tuple[str, ...]:
    """The rows of a page."""
    return tuple(map(one_text, page.rows))


def hint_of(hint: Hint) -> str:
    """The rows of a hint, a line each."""
    return "\n".join(spread(row) for row in (hint.title, *hint.rows, hint.foot) if row)


def phase_words(state: State) -> str:
    """What runs now, or that nothing does."""
    name = "" if state.running is None else seat_name(state.running)
    words = {
        Phase.READY: "Back to the start",
        Phase.JOINT: "Joint time runs",
        Phase.RUNNING: f"{name}'s clock starts",
        Phase.RECONSTRUCTION: f"{name}'s clock runs, no moves are counted",
    }
    return words.get(state.phase, "Both clocks stay stopped")
