"""Where the set-up menu is: lists, entries and pages to read; each a frozen level of the menu.

The setting that is being made is kept beside the levels, in `Menu.draft`: leaving the menu forgets
it, and the clock takes it only from a page that has shown the whole of it.
"""

from enum import Enum
from typing import NamedTuple

import msgspec

from clock.game.facts import Ended, Turn
from clock.menu.access import ANYBODY, Opens, Organizer
from clock.menu.own.places import OwnLevel
from clock.menu.settings import Settings
from clock.rules.seats import Seat
from clock.rules.state import Setup


class NewSetup(msgspec.Struct, frozen=True, tag=True):
    """The clock is set anew, for a game that has not begun: an act for the station."""

    setup: Setup


class Offer(msgspec.Struct, frozen=True):
    """A preset as the menu offers it."""

    name: str
    title: str
    game: str
    """The list it stands in: a key of `words.setup.PRESETS`."""
    setup: Setup


class MenuContext(msgspec.Struct, frozen=True):
    """What there is to choose from, and to read, on this clock."""

    offers: tuple[Offer, ...] = ()
    hands: bool = False
    """The body can tell the hands apart, so that the rule of the same hand can be watched."""
    settings: Settings = Settings()
    """How the clock itself is set."""
    turns: tuple[Turn, ...] = ()
    """Of the game that is over."""
    evening: tuple[Ended, ...] = ()
    """The games that were played, the oldest first."""
    organizer: Organizer = ANYBODY
    key: bool = False
    """The organizer's key is turned."""

    @property
    def lacks_key(self) -> bool:
        """Whether there is a key, and it is not turned."""
        return self.organizer.opens is Opens.KEY and not self.key


NO_CONTEXT = MenuContext()


class SetListing(Enum):
    """The lists of the set-up menu."""

    MAIN = "main"
    CORRECTION = "correction"
    """What of it can be set right in a game."""
    PRESETS = "presets"
    TIMES = "times"
    """The presets, of which the time controls alone are taken."""
    WHOSE = "whose"
    CONTROL = "control"
    PERIOD = "period"
    METHOD = "method"
    EXPERT = "expert"
    BEGINS = "begins"
    OPENING = "opening"
    OFFERED = "offered"
    REJECT = "reject"
    REGULATIONS = "regulations"
    CHOICES = "choices"
    CHOICE = "choice"
    MANUAL = "manual"


class Entered(Enum):
    """What is entered field by field."""

    TIME = "time"
    MOVES = "moves"
    BONUS = "bonus"
    COUNT = "count"
    CHOICE = "choice"


class SetPick(msgspec.Struct, frozen=True, tag=True):
    """A list of which one item is taken, and what it is about."""

    listing: SetListing
    cursor: int = 0
    seat: Seat | None = None
    """Whose control; None: both seats'. In a rejection: who rejects."""
    index: int = 0
    """Which period."""
    key: str = ""
    """Which game's presets, which match, or which choice of the regulations."""
    offered: tuple[str, ...] = ()
    """The openings on offer."""


class Entry(msgspec.Struct, frozen=True, tag=True):
    """A number or a time that is entered field by field."""

    what: Entered
    fields: tuple[int, ...]
    field: int = 0
    seat: Seat | None = None
    index: int = 0
    key: str = ""


class Reading(msgspec.Struct, frozen=True, tag=True):
    """A page that is only read."""

    title: str
    rows: tuple[str, ...]
    cursor: int = 0
    by_row: bool = False
    """A list of figures: those who listen hear one row at a time."""


SetLevel = SetPick | Entry | Reading


class Leads(Enum):
    """Where an item leads that is no level of the set-up menu."""

    ASK = "ask"
    CORRECT = "correct"
    ORGANIZER = "organizer"


class Row(NamedTuple):
    """An item of a list: what it changes, how many levels it leaves, and which it then opens."""

    text: str
    leads: SetLevel | OwnLevel | Leads | None = None
    draft: Setup | None = None
    leaves: int = 0


MAIN_SET = 1
"""The item of the first list on which one stands once something is taken: "Set the clock so"."""
