"""Texts of the menu that stand in several places, its hints, and its reasons and grounds."""

from typing import NamedTuple

from clock.rules.inputs import Result, SetTurn, Warn
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import State
from clock.text.ending import BOTH_TIMES, WON_BY
from clock.text.language import N_, tr
from clock.text.rows import spread
from clock.text.words import colour_name, seat_name, shown_time

SEATS = (LEFT, RIGHT)
ORGANIZER = N_("Organizer")
RESULT = N_("Result")
LAST_MOVE = N_("Last move")
COLOURS = N_("Colours")
NEW_GAME = N_("New game")
SAME_COLOURS = N_("Same colours")
COLOURS_TURNED = N_("Colours swapped")
SET_TO = N_("Set to")
SETTINGS = N_("Settings")
PRESET = N_("Preset")
EACH_CHOICE = N_("All options")
MANUAL = N_("Manual")
BOTH = N_("Both")
REST = N_("rest of game")
THIS_CLOCK = N_("This clock")
LANGUAGE = N_("Language")
ALL_OFF = N_("All sound is off")
BACK = N_("Back")
NONE = N_("none yet")
KEY_FIRST = N_("Turn the organizer's key first.")
JOINT_RUNS = N_("Joint time runs")
TIMES_STAY = N_("Times do not change")
NOTHING_DONE = N_("Nothing changed.")
EVENING = N_("This evening")


class Help(NamedTuple):
    """What the buttons do now: at both ends of a page's last row, and for those who listen."""

    left: str
    right: str = ""
    spoken: str = ""

    @property
    def hint(self) -> str:
        """The row of it."""
        return spread(tr(self.left), tr(self.right)) if self.right else tr(self.left)


_ENTERED = N_("Minus and Plus change, OK is done.")

LIST = Help(N_("- + choose"), N_("OK select"), N_("Minus and Plus choose, OK selects."))
READ = Help(N_("- + scroll"), N_("OK close"), N_("Minus and Plus scroll, OK closes."))
ENTER = Help(N_("- + change"), N_("OK next"), N_("Minus and Plus change, OK goes on to the next."))
ENTERED = Help(N_("- + change"), N_("OK done"), _ENTERED)
HOURS = Help(N_("- + hours"), N_("OK next"), _ENTERED)
MINUTES = Help(N_("- + minutes"), N_("OK next"), _ENTERED)
SECONDS = Help(N_("- + seconds"), N_("OK done"), _ENTERED)
DIAL = Help(N_("- + change"), N_("OK done"), _ENTERED)
"""Of a volume or the brightness, which change at once."""
CODE_BACK = Help(N_("- + change"), N_("OK back"), _ENTERED)
ANSWER = Help(N_("- no"), N_("+ yes"), N_("Minus: no. Plus: yes."))
MORE = Help(N_("- no"), N_("+ more"), N_("Minus: no. Plus reads on, then it is yes."))
"""At a question whose facts are not all in sight yet."""

# On the faces, while the menu is closed

HALTED = Help(N_("OK resume"), N_("hold: menu"))
HALTED_DOWN = Help(N_("OK why"), N_("hold: menu"))
HALTED_KEY = Help(N_("OK times"), N_("key: menu"))
FINISHED = Help(N_("OK next"), N_("hold: menu"))
FINISHED_KEY = Help(N_("OK next"), N_("key: menu"))
START = Help(N_("- + change"), N_("OK start"))
SET_UP = Help(N_("- + change"), N_("OK set up"))

STARTS: tuple[tuple[tuple[Seat, ...], str], ...] = (
    ((), N_("both here")),
    ((LEFT, RIGHT), N_("both late")),
    ((LEFT,), N_("left late")),
    ((RIGHT,), N_("right late")),
)
"""Who may be absent at a start; after the last comes the set-up menu."""

# What goes into the log as well, in English

REASONS = (
    N_("wrong setting"),
    N_("compensation"),
    N_("penalty"),
    N_("missed press"),
    N_("other"),
)
REASONS_OF: dict[type, tuple[str, ...]] = {
    SetTurn: (N_("illegal move"), N_("faulty offers"), N_("other")),
    Warn: (
        N_("disturbance"),
        N_("outside help"),
        N_("out of the room"),
        N_("conduct"),
        N_("other"),
    ),
}
"""Of acts that have reasons of their own."""

GROUNDS = {
    Result.LEFT: tuple(WON_BY),
    Result.RIGHT: tuple(WON_BY),
    Result.DRAW: (N_("agreed"), N_("on the board"), BOTH_TIMES, N_("decision")),
    Result.VOID: (N_("not played"), N_("wrong setting"), N_("decision")),
    Result.BOTH_LOSE: (N_("decision"), N_("absent"), N_("conduct")),
}


def now(text: str) -> str:
    """Return what there is now, beside what is entered."""
    return tr("Now {value}").format(value=text)


def place(row: str, number: int, count: int) -> str:
    """Return a selected row and where it is among all, for those who listen."""
    return tr("{row}, {number} of {count}").format(row=row, number=number, count=count)


def time(remaining_ns: int) -> str:
    """Return a time in whole seconds, rounded up."""
    return shown_time(remaining_ns, tenths=False)


def seat_label(state: State, seat: Seat) -> str:
    """Return a seat by side and colour: "Left (Black)"; by side while the colours are open."""
    colour, side = state.colour(seat), seat_name(seat)
    if colour is None:
        return side
    return tr("{seat} ({colour})").format(seat=side, colour=colour_name(colour))
