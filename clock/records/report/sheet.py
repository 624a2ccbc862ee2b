"""How large a report is set on paper: so that it fills one sheet, or goes on to a second.

The heights are those of `page.html` in print. What does not fit on one sheet in the smallest type
has its slip before the lists, on the first sheet.
"""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple

from clock.text.columns import columns as width_of

SHEET_MM = 297 - 2 * 9 - 4
"""An A4 sheet within its margins, and with room for what fonts do to lines."""
HALF_MM, WHOLE_MM = 90, 188
FIGURE_MM, REASON_MM = 33, 0.4 * WHOLE_MM
"""What a figure before or after its correction has in its row, and the reason."""
PT_MM = 25.4 / 72
LINE, ROW, TITLE = 1.25, 1.45, 1.7
"""Heights of a line of text, a row of a table and a title, in heights of type."""
MOVES_LINE = 1.16
BORDER_MM = 0.23
CHAR = 0.53
"""The mean width of a letter, in heights of type."""
BOLD = 1.12
"""How much wider bold letters are."""
HEADLINE, CAPTION = 1.9, 1.05
"""The types of the headline and of a table's title, in heights of type."""
HEADLINE_LINE = 1.2
MISSING_GAP = 0.3
"""Below what is missing, in heights of type."""
SEAT_ROWS_COUNT = 10
CHARTS_MM = HALF_MM * 170 / 400
FIXED_MM = 27
"""The gaps between the parts, the lines to write on, and the foot."""


class Contents(NamedTuple):
    """What a report has to find room for."""

    headline: str
    missing: Sequence[str]
    """What is not there of the game."""
    beside: Sequence[str]
    """What stands beside the seats: the setting, and what happened."""
    corrections: Sequence[tuple[str, str, str]]
    """Of each: what was before, what after, and the reason."""
    slip: str
    """The slip's title."""
    turns: int


class Layout(NamedTuple):
    """How a report is set on paper."""

    text_pt: float
    row_pt: float
    """The type of the moves."""
    columns: int
    """Columns of moves."""
    ruled: bool = True
    """Whether lines part the moves."""
    one_sheet: bool = True


ONE_SHEET = (
    Layout(11.6, 11.0, 3),
    Layout(10.4, 9.8, 4),
    Layout(9.2, 8.6, 4),
    Layout(8.4, 7.8, 4),
    Layout(8.0, 7.2, 5),
    Layout(7.6, 6.6, 6, ruled=False),
    Layout(7.2, 6.0, 7, ruled=False),
    Layout(6.8, 5.6, 7, ruled=False),
)
SHEETS = Layout(7.8, 6.8, 6, one_sheet=False)


def layout_for(contents: Contents) -> Layout:
    """Return the largest setting in which a report is one sheet, or that of several."""
    fitting = (each for each in ONE_SHEET if _height_mm(each, contents) <= SHEET_MM)
    return next(fitting, SHEETS)


def _height_mm(layout: Layout, contents: Contents) -> float:
    """About how high a report is that is set so."""
    type_mm = layout.text_pt * PT_MM
    row_mm = ROW * type_mm + BORDER_MM
    seats = SEAT_ROWS_COUNT * row_mm
    told = 2 * TITLE * type_mm
    told += LINE * type_mm * _lines(contents.beside, type_mm, HALF_MM - 5 * type_mm)
    corrections = TITLE * type_mm + row_mm * (1 + _correction_lines(contents, type_mm))
    move_mm = MOVES_LINE * layout.row_pt * PT_MM + (BORDER_MM if layout.ruled else 0)
    moves = (ceil(contents.turns / layout.columns) + 1) * move_mm
    titles = 2 * TITLE * type_mm
    parts = _header_mm(contents, type_mm), max(seats, told), CHARTS_MM, corrections, titles, moves
    return sum(parts) + _slip_mm(contents, type_mm, row_mm) + FIXED_MM


def _header_mm(contents: Contents, type_mm: float) -> float:
    """Whose report it is, the headline, how long it was, and what is missing."""
    headline_mm = HEADLINE * type_mm
    headline = HEADLINE_LINE * headline_mm * _lines([contents.headline], headline_mm * BOLD)
    missing = (LINE + MISSING_GAP) * type_mm * _lines(contents.missing, type_mm)
    return 2 * LINE * type_mm + headline + missing


def _correction_lines(contents: Contents, type_mm: float) -> int:
    """How many lines the corrections take in their table."""
    rooms_mm = FIGURE_MM, FIGURE_MM, REASON_MM
    return sum(
        max(_lines([text], type_mm, room_mm) for text, room_mm in zip(row, rooms_mm, strict=True))
        for row in contents.corrections
    )


def _slip_mm(contents: Contents, type_mm: float, row_mm: float) -> float:
    """The slip, beside its lines to write on."""
    caption_mm = CAPTION * type_mm
    caption = LINE * caption_mm * (_lines([contents.slip], caption_mm * BOLD) - 1)
    return 3 * TITLE * type_mm + caption + 2 * row_mm


def _lines(texts: Iterable[str], type_mm: float, room_mm: float = WHOLE_MM) -> int:
    """About how many lines texts take in a column so wide."""
    return sum(max(1, ceil(width_of(text) * CHAR * type_mm / room_mm)) for text in texts)
