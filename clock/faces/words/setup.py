"""What the set-up menu says: every text of it, in rows of at most 21 characters."""

import re

from clock.faces.words import ROW, colour_name, control_rows, seat_name
from clock.faces.words.control import METHODS, upper_first
from clock.faces.words.opening import OPENING_NAMES
from clock.faces.words.regulations import CHOICES, profile_text, value_text
from clock.rules.control import Control, Method, Period
from clock.rules.seats import Seat
from clock.rules.state import Setup
from clock.rules.units import duration_text

# Titles

SET_UP = "Set up"
PRESETS = {
    "renju": "Renju",
    "gomoku": "Gomoku",
    "chess": "Chess",
    "go": "Go",
    "own": "Your own",
}
WHOSE = "Whose time"
BOTH = "Both"
METHOD = "Method"
BEGINS = "Who begins"
OPENING = "Opening"
OFFERED = "Three on offer"
REGULATIONS = "Regulations"
CHOICES_TITLE = "Every choice"
MANUAL = "Manual"
SETTING = "The setting"
NOT_YET = "Not yet:"
SET_IT = "Set it so?"

# Rows

PRESET = "Preset"
SET_SO = "Set the clock so"
READ = "Read all of it"
ORGANIZER = "Organizer"
REJECTION = "By rejection"
EACH_CHOICE = "Every choice"
ADD_PERIOD = "Add a period"
REMOVE = "Remove this period"
EACH_ITS_OWN = "each its own"
BOTH_AS_LEFT = "Both as Left"
REST = "the rest"

HINT_TAKE = "- + choose    OK take"
HINT_READ = "- + read     OK leave"
HINT_ENTER = "- + change    OK next"
HINT_ENTERED = "- + change    OK take"
SAY_LIST = "Minus and Plus choose, OK takes."
SAY_READ = "Minus and Plus read, OK leaves."
SAY_ENTER = "Minus and Plus change, OK goes on to the next."
SAY_ENTERED = "Minus and Plus change, OK takes."


def cut(text: str) -> str:
    """Return a text in one row."""
    return text if len(text) <= ROW else text[: ROW - 1].rstrip() + "…"


def game_item(game: str) -> str:
    """Return the item that leads to another game's presets."""
    return f"{PRESETS[game]} ..."


def regulations_item(setup: Setup) -> str:
    """Return the item of the regulations."""
    return f"Rules: {profile_text(setup.regulations)}"


def opening_item(setup: Setup) -> str:
    """Return the item of the opening."""
    return f"Opening: {OPENING_NAMES[setup.opening.name]}"


def begins_item(setup: Setup) -> str:
    """Return the item of who begins."""
    return f"Begins: {beginner(setup)}"


def beginner(setup: Setup) -> str:
    """Return who begins, and as what where that can be chosen: "Left, White"."""
    seat = seat_name(setup.starter)
    return seat if setup.opening.name != "none" else f"{seat}, {colour_name(setup.first)}"


def time_item(setup: Setup) -> str:
    """Return the item of the time controls."""
    return f"Time: {control_item(setup.left) if setup.left == setup.right else EACH_ITS_OWN}"


def seat_item(seat: Seat, control: Control) -> str:
    """Return the item of one seat's control."""
    return f"{seat_name(seat)}: {control_item(control)}"


def control_item(control: Control) -> str:
    """Return a control in as few words as there can be."""
    more = f" (+{len(control) - 1})" if len(control) > 1 else ""
    return f"{control_rows(control[:1])[0]}{more}"


def period_item(number: int, period: Period) -> str:
    """Return the item of a period."""
    return f"{number}: {control_rows((period,))[0]}"


def period_title(seat: Seat | None, number: int) -> str:
    """Return the title of a period's page."""
    return f"{BOTH if seat is None else seat_name(seat)}, period {number}"


def length_item(period: Period) -> str:
    """Return the item of a period's time."""
    return f"Time: {duration_text(period.time_ns)}"


def moves_item(period: Period) -> str:
    """Return the item of a period's moves."""
    return f"Moves: {REST if period.moves is None else period.moves}"


def method_item(period: Period) -> str:
    """Return the item of a period's method."""
    return upper_first(METHODS[period.method])


def bonus_name(period: Period) -> str:
    """Return what a period's bonus is called."""
    match period.method:
        case Method.DELAY:
            return "Delay"
        case Method.BYOYOMI:
            return "Byo-yomi"
        case _:
            return "Bonus"


def bonus_item(period: Period) -> str:
    """Return the item of a period's bonus."""
    return f"{bonus_name(period)}: {duration_text(period.bonus_ns)}"


def count_item(period: Period) -> str:
    """Return the item of the number of byo-yomi periods."""
    return f"Times: {period.count}"


def repeat_item(period: Period) -> str:
    """Return the item that lets a period come again."""
    return f"Again and again: {'yes' if period.repeat else 'no'}"


def offered_item(name: str, *, taken: bool) -> str:
    """Return an opening that is or is not on offer."""
    return f"[{'x' if taken else ' '}] {OPENING_NAMES[name]}"


def rejects(seat: Seat) -> str:
    """Return who rejects now."""
    return f"{seat_name(seat)} rejects"


def choice_item(key: str, value: object) -> str:
    """Return the item of one choice of the regulations."""
    return f"{CHOICES[key].name}: {value_text(key, value)}"


def set_to_item(key: str, value: object) -> str:
    """Return the item that enters a choice's number or time."""
    return f"Set: now {value_text(key, value)}"


def entry_title(what: str, period: Period) -> str:
    """Return the title of what is entered for a period."""
    titles = {"time": "Time h:mm:ss", "moves": "Moves", "count": "How many times"}
    return titles.get(what, f"{bonus_name(period)} m:ss")


def refusal(place: str, message: str) -> str:
    """Return why a setting cannot be played: "left period 1 time: expected more than 0"."""
    named = re.sub(r"\[(\d+)\]", lambda found: f" period {int(found[1]) + 1}", place)
    parts = named.removeprefix("control.").removeprefix("regulations.").replace(".", " ")
    parts = parts.removesuffix("_ns").replace("_", " ").strip()
    return f"{parts}: {message}"
