"""Where the menu is: a stack of levels, each frozen. What is closed has no level.

A level holds what was entered on the way to it, so that leaving the level forgets it.
"""

from enum import Enum
from typing import NamedTuple

import msgspec

from clock.menu.own.places import ChangeSettings, OwnLevel
from clock.menu.setup.places import NO_CONTEXT, MenuContext, NewSetup, SetLevel
from clock.rules.inputs import Finish, Input
from clock.rules.seats import Seat
from clock.rules.state import Phase, Setup


class Button(Enum):
    """What was done with the small buttons beside Stop."""

    MINUS = "minus"
    OK = "ok"
    PLUS = "plus"
    OK_HELD = "ok_held"
    """OK was kept down for two seconds; the press itself came before."""


class NewGame(msgspec.Struct, frozen=True, tag=True):
    """The organizer wants a new game: an act for the station, not for the rules."""

    colours_turned: bool


class Reopen(msgspec.Struct, frozen=True, tag=True):
    """The organizer takes the result back, and the clocks stand: all of it can be corrected."""


Asked = Input | NewGame | NewSetup | Reopen
"""What a page asks for before it is done."""
Act = Input | NewGame | NewSetup | ChangeSettings


class Listing(Enum):
    """The lists of the organizer's menu."""

    ORGANIZER = "organizer"
    TIME = "time"
    PERIOD = "period"
    BYOYOMI = "byoyomi"
    COLOURS = "colours"
    RESULT = "result"
    GROUND = "ground"
    REASON = "reason"
    NEW_GAME = "new_game"


class GoOn(msgspec.Struct, frozen=True, tag=True):
    """Both times are shown, and whose clock will run."""

    shown: tuple[str, ...]


class Claiming(msgspec.Struct, frozen=True, tag=True):
    """Whether a player claims a win, with what the clock says of both."""

    seat: Seat
    shown: tuple[str, ...]


class Pick(msgspec.Struct, frozen=True, tag=True):
    """A list of which one item is taken, for a seat or for an act that is being entered."""

    listing: Listing
    cursor: int = 0
    seat: Seat | None = None
    act: Input | None = None


class TimeEntry(msgspec.Struct, frozen=True, tag=True):
    """A time that is entered: hours, minutes, seconds, and which of them is being changed."""

    seat: Seat
    fields: tuple[int, int, int]
    field: int = 0


class MovesEntry(msgspec.Struct, frozen=True, tag=True):
    """A number of moves that is entered: for the counter, or as the last one with a result."""

    made: int
    result: Finish | None = None


class CodeEntry(msgspec.Struct, frozen=True, tag=True):
    """The organizer's code while it is entered, figure by figure."""

    entered: tuple[int, ...] = ()
    figure: int = 0
    """The one that is chosen now: 0 to 9, or CODE_BACK."""


CODE_BACK = 10
"""In the place of a figure: back to the one before."""


class Ask(msgspec.Struct, frozen=True, tag=True):
    """An act is shown with what was before and what will be after, and asked for once."""

    act: Asked
    shown: tuple[str, ...]
    cursor: int
    """Among the rows shown, then No, then Yes, then the way to the organizer's menu."""
    organizer: bool = False
    """That way is offered: the page took the place of the menu."""


OrganizerLevel = GoOn | Claiming | Pick | TimeEntry | MovesEntry | CodeEntry | Ask
Level = OrganizerLevel | SetLevel | OwnLevel


class Item(NamedTuple):
    """A row of a list, and where it leads; None: back."""

    text: str
    leads: Level | None


class Menu(msgspec.Struct, frozen=True):
    """Where the menu is; `Menu()` is closed."""

    levels: tuple[Level, ...] = ()
    phase: Phase | None = None
    """The phase it was opened in; in another it closes."""
    start: int = 0
    """What is chosen before a start: an index of `words.STARTS`, or the one after them."""
    draft: Setup | None = None
    """The setting that is being made, or set right in a game, while its lists are open."""
    context: MenuContext = NO_CONTEXT


CLOSED = Menu()
