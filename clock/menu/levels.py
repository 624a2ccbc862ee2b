"""Where the menu is: a stack of levels of four kinds, each frozen. A closed menu has none.

A level holds what was entered on the way to it, so leaving the level forgets it.
"""

from collections.abc import Callable, Iterator
from enum import Enum
from itertools import takewhile
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from clock.display.face import Sign
from clock.game.facts import Ended, Turn
from clock.game.names import Names
from clock.game.put_aside import AsideGame
from clock.menu.access import ANYBODY, Opens, Organizer
from clock.menu.question_facts import Fact, FactKind, fact_rows
from clock.menu.settings import ChangeSettings, Settings
from clock.notation.opening_files import OPENINGS
from clock.presets import Offer
from clock.rules.inputs import Adjust, Finish, Input, SetMoves, Start
from clock.rules.openings import Opening
from clock.rules.seats import Colour, Seat
from clock.rules.state import Phase, Setup, State
from clock.text.rows import AnyRow


class Button(Enum):
    """What happened to the small buttons beside Stop, and to the organizer's key."""

    MINUS = "minus"
    PLUS = "plus"
    OK = "ok"
    """OK went down."""
    OK_HELD = "ok_held"
    """It has been down for two seconds, after OK."""
    KEY = "key"
    """The key was turned, either way: `MenuContext.key` has where it is now."""


WAYS = {Button.MINUS: -1, Button.PLUS: 1}


# What the menu asks for


class NewGame(msgspec.Struct, frozen=True, tag=True):
    """A new game with the same setup: an act for the station, not for the rules."""

    colours_turned: bool
    starts: bool = False
    """Its clock starts at once."""
    first: Colour | None = None
    """The colour that moves first from now on: in an even game after a handicap game."""
    ending: Finish | None = None
    """The result that the present game ends with first; None: it has one, or gets none."""

    def setup_after(self, state: State) -> Setup:
        """Return its setup, after the present game or the result that this is to end with."""
        result = None if self.ending is None else self.ending.result
        return state.following(result, colours_turned=self.colours_turned, first=self.first)

    def steps(self, at_ns: int) -> "tuple[Act, ...]":
        """Return the acts for this, stamped `at_ns`."""
        ended = () if self.ending is None else (replace(self.ending, at_ns=at_ns),)
        started = (Start(at_ns),) if self.starts else ()
        return (*ended, replace(self, ending=None), *started)


class NewSetup(msgspec.Struct, frozen=True, tag=True):
    """A new setup, for a game that has not begun: an act for the station."""

    setup: Setup
    title: str = ""
    """Of the preset that it is saved as; "": it is not saved."""
    names: Names | None = None
    """Of its players and event; None: those of the game before."""

    def steps(self, _at_ns: int) -> "tuple[Act, ...]":
        """Return this act alone."""
        return (self,)


class Discard(msgspec.Struct, frozen=True, tag=True):
    """The setup in the making is left unused."""

    setup: Setup


class Reopen(msgspec.Struct, frozen=True, tag=True):
    """Take the result back, with both clocks stopped, for corrections."""


class AddBonus(msgspec.Struct, frozen=True, tag=True):
    """Give both a bonus for each move, and the opponent of the asking seat more time."""

    seat: Seat


class TakeUp(msgspec.Struct, frozen=True, tag=True):
    """A game that was put aside goes on: an act for the station."""

    game: AsideGame


Asked = Input | NewGame | NewSetup | Discard | Reopen | AddBonus | TakeUp
"""What a question asks for."""
Act = Input | NewGame | NewSetup | ChangeSettings | TakeUp
"""What comes of a button."""


# Levels

Listing = Enum(
    "Listing",
    "ORGANIZER TIME PERIOD BYOYOMI STONES COLOURS TAKE_BACK RESULT GROUND REASON "
    "ILLEGAL_MOVES GAME_OVER HOW_WON PUT_ASIDE TAKE_UP "
    "SETUP GAMES PRESETS TIMES MAIN_TIME BONUS COUNT EXPERT STARTER OPENING OFFERED REJECT SAVE "
    "MANUAL SEATS CONTROL TERMS METHOD REGULATIONS CHOICES CHOICE SETTINGS LANGUAGE",
)
"""The lists: the organizer's, those of the set-up menu, and of the clock's own settings."""


class List(msgspec.Struct, frozen=True, tag=True):
    """A list to choose a row from, and its subject."""

    name: Listing
    cursor: int = 0
    seat: Seat | None = None
    """Whose time or control; None: of both. In a rejection: who rejects."""
    act: Input | None = None
    """What still needs a reason or a ground."""
    index: int = 0
    """Which period."""
    key: str = ""
    """Which game's presets, which match, or which choice of the regulations."""
    offered: tuple[str, ...] = ()
    """The names of the openings on offer."""
    done: Fact | None = None
    """What was just changed, in place of the title; None once another row is selected."""


class Entered(Enum):
    """How something is entered."""

    TIME = "time"
    """In hours, minutes and seconds."""
    SHORT_TIME = "short_time"
    NUMBER = "number"
    MOVES = "moves"
    """By one up and down, as all that follow but for the code and the name."""
    CODE = "code"
    NAME = "name"
    VOLUME = "volume"
    BRIGHTNESS = "brightness"


DIALS = (Entered.VOLUME, Entered.BRIGHTNESS)
"""Of the clock itself; they change at once."""


class Entry(msgspec.Struct, frozen=True, tag=True):
    """A time, a number, a code or a dial that is entered field by field."""

    what: Entered
    fields: tuple[int, ...]
    key: str = ""
    """Of the act, of the period or of the regulations, or a sound."""
    act: Adjust | SetMoves | Finish | None = None
    """What is asked for then."""
    field: int = 0
    seat: Seat | None = None
    index: int = 0
    """Which period."""
    then: List | None = None
    """The list of a setup in the making that follows; None: the one before."""


IN_SIGHT = 4
"""Rows of a page that every display shows at once."""


class Question(msgspec.Struct, frozen=True, tag=True):
    """An act and the facts behind it: all of them are shown before Plus means yes."""

    act: Asked
    facts: tuple[Fact, ...]
    first: int = 0
    """The first of the rows in sight."""
    seen_at_ns: int | None = None
    """Since when they are in sight; None: from the next event on."""
    agreed: frozenset[Seat] = frozenset()
    """Whose plungers have been pressed, where both are asked for."""
    noted: bool = False
    """Somebody pressed what is no answer here: a row says so."""

    @property
    def wants_plungers(self) -> bool:
        """Whether both plungers mean yes, and no button."""
        return isinstance(self.act, Finish) and self.act.by == "players"

    @property
    def loses(self) -> bool:
        """Whether the act makes a player lose by the rules."""
        return any(fact.kind is FactKind.LOSES for fact in self.facts)

    def has_more(self, state: State) -> bool:
        """Whether rows are still out of sight."""
        return self.first + IN_SIGHT < len(fact_rows(self.facts, state)) + self.noted


class Reading(msgspec.Struct, frozen=True, tag=True):
    """A page that is only read."""

    title: str
    rows: tuple[AnyRow, ...]
    cursor: int = 0
    """The selected row of a table; of a text the first row in sight."""
    by_row: bool = False
    """A table: those who listen hear one row at a time."""
    signs: tuple[Sign, ...] = ()
    """The sign that each row explains."""

    @property
    def last(self) -> int:
        """Where the cursor ends."""
        return len(self.rows) - 1 if self.by_row else max(0, len(self.rows) - IN_SIGHT)


Level = List | Entry | Question | Reading


class ListRow(NamedTuple):
    """A row of a list, and the effect of choosing it: nothing, or all fields given here."""

    row: AnyRow = ""
    opens: Level | Callable[[], Level] | None = None
    leaves: int = 0
    """How many levels it leaves first."""
    draft: Setup | None = None
    """What the setup in the making becomes."""
    act: ChangeSettings | NewSetup | None = None
    spoken: str = ""
    """What those who listen hear beyond the text."""
    here: bool = False
    """The list opens with this row selected."""
    under: Level | None = None
    """The level under the one that it opens, to which a no leads."""
    name: tuple[object, ...] = ()
    """Which row of the organizer's it is, whatever it says now."""


class Scene(NamedTuple):
    """What the rows of a level are made from."""

    state: State
    context: "MenuContext"
    draft: Setup
    """The setup in the making; else that of the game."""


class Spec(NamedTuple):
    """What a list is made of; the row back comes after the others."""

    title: str | Callable[[List, Scene], str]
    rows: Callable[[List, Scene], Iterator[ListRow]]


Lists = dict[Listing, Spec]


# The menu


class MenuContext(msgspec.Struct, frozen=True):
    """What there is to choose from, and to read, on this clock."""

    offers: tuple[Offer, ...] = ()
    hands: bool = False
    """Sensors distinguish the hands, so the rule of the same hand can be watched."""
    settings: Settings = Settings()
    turns: tuple[Turn, ...] = ()
    """Of the game that is over."""
    openings: tuple[Opening, ...] = tuple(OPENINGS.values())
    """In the order in which they are offered."""
    recent: tuple[Setup, ...] = ()
    """The setups of the last games, the latest first."""
    evening: tuple[Ended, ...] = ()
    """The games that were played, the oldest first."""
    organizer: Organizer = ANYBODY
    key: bool = False
    """The organizer's key is turned."""
    asides: tuple[AsideGame, ...] | None = None
    """The games that were put aside, the last first; None: the clock keeps no game."""
    saves: bool = False
    """A setup can be saved as a preset."""

    @property
    def lacks_key(self) -> bool:
        """Whether there is a key, and it is not turned."""
        return self.organizer.opens is Opens.KEY and not self.key


NO_CONTEXT = MenuContext()


class Menu(msgspec.Struct, frozen=True):
    """Where the menu is; `Menu()` is closed."""

    levels: tuple[Level, ...] = ()
    phase: Phase | None = None
    """The phase it was opened in; in another it closes."""
    start: int = 0
    """What is chosen before a start: an index of `STARTS`."""
    draft: Setup | None = None
    """The setup in the making, while its lists are open."""

    @property
    def repeats(self) -> bool:
        """Whether Minus and Plus may go on by themselves while they are down."""
        return self.levels != () and not isinstance(self.levels[-1], Question)

    def scene(self, state: State, context: MenuContext) -> Scene:
        """Return what its levels are made from."""
        return Scene(state, context, self.draft or state.setup)

    def seen(self, at_ns: int) -> "Menu":
        """Return the menu with a question that has come in sight at an instant."""
        last = self.levels[-1] if self.levels else None
        if not isinstance(last, Question) or last.seen_at_ns is not None:
            return self
        return replace(self, levels=(*self.levels[:-1], replace(last, seen_at_ns=at_ns)))

    def on(self, *levels: Level, leaves: int = 0) -> "Menu":
        """Return the menu without its last levels and with others instead; closed with none.

        A list that is opened once more is gone back to.
        """
        levels = (*self.levels[: len(self.levels) - leaves], *levels)
        if not levels:
            return CLOSED
        *before, last = levels
        if last == ORGANIZER:
            before = []
        levels = (*takewhile(lambda each: not _same_list(each, last), before), last)
        makes_setup = any(isinstance(each, List) and each.name in _SETUP_LISTS for each in levels)
        return Menu(levels, self.phase, draft=self.draft if makes_setup else None)


def _same_list(one: Level, other: Level) -> bool:
    if not (isinstance(one, List) and isinstance(other, List)):
        return False
    return (one.name, one.key) == (other.name, other.key)


_SETUP_LISTS = (Listing.GAMES, Listing.PRESETS, Listing.SETUP)
"""The lists in which a setup is made."""
CLOSED = Menu()
ORGANIZER = List(Listing.ORGANIZER)
WHOLE_SETUP = List(Listing.SETUP, cursor=1)
"""Whole setup, on the first that can be changed."""
