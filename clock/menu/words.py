"""Texts of the menu that stand in several places, its hints, and its reasons and grounds."""

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


# What the buttons do now, at both ends of a page's last row or of a face's

LIST = N_("- + choose"), N_("OK select")
READ = N_("- + scroll"), N_("OK close")
ANSWER = N_("- no"), N_("+ yes")
MORE = N_("- no"), N_("+ more")
"""At a question whose facts are not all in sight yet."""

HALTED = N_("OK resume, hold: menu")
HALTED_DOWN = N_("OK why, hold: menu")
HALTED_KEY = N_("OK times, key: menu")
FINISHED = N_("OK next, hold: menu")
FINISHED_KEY = N_("OK next, key: menu")
START = N_("OK start")
SET_UP = N_("OK set up")

STARTS: tuple[tuple[tuple[Seat, ...], str], ...] = (
    ((), N_("start")),
    ((LEFT, RIGHT), N_("both late")),
    ((LEFT,), N_("left late")),
    ((RIGHT,), N_("right late")),
    ((), N_("set up")),
)
"""Who may be absent at a start, and what is chosen so; the last is the set-up menu."""

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


def hint(left: str, right: str) -> str:
    """Return a row that says what the buttons do, with one text at each end."""
    return spread(tr(left), tr(right))


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
