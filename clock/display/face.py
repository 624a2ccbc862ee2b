"""The view of a seat: a face during a game, a page while a menu is open.

Both are plain data. `view` and `menu` make them, `draw` makes pictures of them, and the page reads
the same. `sentence` is all of it in words, for those who listen.
"""

from enum import Enum

import msgspec

from clock.rules.seats import Colour, Seat
from clock.text.rows import AnyRow


class Sign(Enum):
    """A small steady picture. What a picture would not say stands among them in words."""

    CLAPPER = "clapper"  # the clapper has fallen (RIF 14.4)
    CLAIM = "claim"  # a win is claimed (RIF 9.6)
    WON = "won"  # this seat has won
    RECORD_WAIVED = "record_waived"  # the record need not be kept (RIF 13.2)
    COMPLETE_RECORD = "complete_record"  # the record is to be completed (RIF 13.2)
    BATTERY = "battery"  # the battery is low (FIDE)


class Allowance(msgspec.Struct, frozen=True):
    """What a seat has beside its time: byo-yomi periods, moves of a block, the rest of a delay."""

    texts: tuple[str, ...]
    """Shorter and shorter, the last as short as a figure."""
    spoken: str
    boxed: bool
    """Whether the time that is shown is that of the allowance."""


class Other(msgspec.Struct, frozen=True):
    """The other seat, while its own display is lost."""

    time: str
    """The time left, as in Face."""
    colour: Colour | None
    marked: bool
    fallen: bool
    """Its clapper has fallen."""
    allowances: tuple[Allowance, ...] = ()
    has_side: bool = True


class Face(msgspec.Struct, frozen=True, tag=True):
    """A seat's view of a game at an instant."""

    seat: Seat
    time: str
    """The time left, rounded up: "2:00:00", "59:07", "0:09", "0:07.4"; at most 8 characters."""
    colour: Colour | None
    """None while the colours are open."""
    marked: bool
    """Its time runs (both seats' in joint time); in a stop it is to move, or claims; it has won."""
    moves: int
    """Moves made by this seat's colour."""
    quota: int | None
    """Moves to be made by the end of this period; None: the rest of the game."""
    period: int
    """From 1."""
    periods: int
    """How many the time control has; 1 is not worth showing."""
    signs: tuple[Sign | str, ...]
    """Pictures, and a word or two where none would do; most urgent first."""
    words: tuple[AnyRow, ...]
    """While a clock runs up to two short texts; else at most three rows of 21 characters."""
    sentence: str
    title: AnyRow = ""
    """The row over the digits while no clock runs."""
    other: Other | None = None
    """The other seat in small, if its display is lost."""
    allowances: tuple[Allowance, ...] = ()
    has_side: bool = True
    """False: the game has no colours, so no stone is drawn."""


class Hint(msgspec.Struct, frozen=True, tag=True):
    """What the buttons do while the faces are shown."""

    title: AnyRow = ""
    """What OK does before a start, over the digits."""
    rows: tuple[AnyRow, ...] = ()
    """What it leads to."""
    foot: AnyRow = ""
    """What the buttons do, in the last row."""


class Page(msgspec.Struct, frozen=True, tag=True):
    """One page of a menu, the same for both seats unless only one is asked."""

    title: AnyRow
    rows: tuple[AnyRow, ...]
    """As many as there are; the page scrolls to keep the selected one in sight."""
    selected: int | None
    hint: AnyRow
    """What the three buttons do now, for the last row."""
    sentence: str
    entry: bool = False
    """Figures are entered in the first row: there is no list, and they can be large."""
    first: int = 0
    """The first row in sight where none is selected."""
    counted: bool = False
    """Where the selected row is among all is shown as well: "3/9"."""
    sign: Sign | None = None
    """A sign that the selected row explains."""
    picture: tuple[str, ...] = ()
    """A QR code beside the rows, which are large then: 0 and 1 for each of its modules."""
