"""What the set-up menu says: every text of it."""

import re
from collections.abc import Iterator

from clock.rules.control import Control, Method, Period
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Setup
from clock.rules.units import duration_text
from clock.text.control import METHODS, upper_first
from clock.text.glyphs import fits
from clock.text.language import N_, tr
from clock.text.opening import opening_name
from clock.text.refusals import refused
from clock.text.regulations import CHOICES, choice_name, profile_text, value_text
from clock.text.rows import spread
from clock.text.words import colour_name, fitting, period_rows, seat_name

# Titles

SET_UP = N_("Set up")
PRESETS = {
    "renju": N_("Renju"),
    "gomoku": N_("Gomoku"),
    "chess": N_("Chess"),
    "go": N_("Go"),
    "own": N_("Your own"),
}
WHOSE = N_("Whose time")
BOTH = N_("Both")
METHOD = N_("Method")
BEGINS = N_("Who begins")
OPENING = N_("Opening")
OFFERED = N_("Three on offer")
REGULATIONS = N_("Rules")
CHOICES_TITLE = N_("Every choice")
MANUAL = N_("Manual")
SETTING = N_("The setting")
NOT_YET = N_("Not yet:")
SET_IT = N_("Set it so?")

# Rows

PRESET = N_("Preset")
SET_SO = N_("Set the clock so")
READ = N_("Read all of it")
ORGANIZER = N_("Organizer")
REJECTION = N_("By rejection")
EACH_CHOICE = N_("Every choice")
ADD_PERIOD = N_("Add a period")
REMOVE = N_("Remove this period")
EACH_ITS_OWN = N_("each its own")
BOTH_AS_LEFT = N_("Both as Left")
REST = N_("the rest")

HINT_TAKE = (N_("- + choose"), N_("OK take"))
HINT_READ = (N_("- + read"), N_("OK leave"))
HINT_ENTER = (N_("- + change"), N_("OK next"))
HINT_ENTERED = (N_("- + change"), N_("OK take"))
"""What is said at the two ends of a row."""

SAY_LIST = N_("Minus and Plus choose, OK takes.")
SAY_READ = N_("Minus and Plus read, OK leaves.")
SAY_ENTER = N_("Minus and Plus change, OK goes on to the next.")
SAY_ENTERED = N_("Minus and Plus change, OK takes.")


def hint(ends: tuple[str, str]) -> str:
    """Return a hint for the last row of a page."""
    left, right = ends
    return spread(tr(left), tr(right))


def game_item(game: str) -> str:
    """Return the item that leads to another game's presets."""
    return f"{tr(PRESETS[game])} ..."


def regulations_item(setup: Setup) -> str:
    """Return the item of the regulations."""
    return tr("Rules: {name}").format(name=profile_text(setup.regulations))


def opening_item(setup: Setup) -> str:
    """Return the item of the opening."""
    return tr("Opening: {opening}").format(opening=opening_name(setup.opening.name))


def begins_item(setup: Setup) -> str:
    """Return the item of who begins."""
    return tr("Begins: {seat}").format(seat=beginner(setup))


def beginner(setup: Setup) -> str:
    """Return who begins, and as what where that can be chosen: "Left, White"."""
    seat = seat_name(setup.starter)
    return seat if setup.opening.name != "none" else f"{seat}, {colour_name(setup.first)}"


def time_item(setup: Setup) -> str:
    """Return the item of the time controls."""
    item = tr("Time: {time}")
    if setup.left != setup.right:
        return item.format(time=tr(EACH_ITS_OWN))
    return fitting(item.format(time=told) for told in _in_short(setup.left))


def seat_items(setup: Setup) -> tuple[str, str]:
    """Return the items of both seats' controls, the one as short as the other needs to be."""
    told = zip(_in_short(setup.left), _in_short(setup.right), strict=True)
    left, right = f"{seat_name(LEFT)}: ", f"{seat_name(RIGHT)}: "
    items = [(left + of_left, right + of_right) for of_left, of_right in told]
    return next((both for both in items if all(map(fits, both))), items[-1])


def _in_short(control: Control) -> Iterator[str]:
    """A control in few words, then in fewer, in as many ways for every control."""
    more = f" (+{len(control) - 1})" if len(control) > 1 else ""
    row = ""
    for row in period_rows(control[0]):
        yield f"{row}{more}"
    yield f"{row} …" if more else row
    yield f"{duration_text(control[0].time_ns)} …"


def period_item(number: int, period: Period) -> str:
    """Return the item of a period."""
    return fitting(f"{number}: {row}" for row in period_rows(period))


def period_title(seat: Seat | None, number: int) -> str:
    """Return the title of a period's page."""
    whose = tr(BOTH) if seat is None else seat_name(seat)
    return tr("{seat}, period {number}").format(seat=whose, number=number)


def length_item(period: Period) -> str:
    """Return the item of a period's time."""
    return tr("Time: {time}").format(time=duration_text(period.time_ns))


def moves_item(period: Period) -> str:
    """Return the item of a period's moves."""
    return tr("Moves: {moves}").format(moves=tr(REST) if period.moves is None else period.moves)


def method_item(period: Period) -> str:
    """Return the item of a period's method."""
    return upper_first(tr(METHODS[period.method]))


def bonus_name(period: Period) -> str:
    """Return what a period's bonus is called."""
    match period.method:
        case Method.DELAY:
            return tr("Delay")
        case Method.BYOYOMI:
            return tr("Byo-yomi")
        case _:
            return tr("Bonus")


def bonus_item(period: Period) -> str:
    """Return the item of a period's bonus."""
    return f"{bonus_name(period)}: {duration_text(period.bonus_ns)}"


def count_item(period: Period) -> str:
    """Return the item of the number of byo-yomi periods."""
    return tr("Times: {count}").format(count=period.count)


def repeat_item(period: Period) -> str:
    """Return the item that lets a period come again."""
    answer = tr("yes") if period.repeat else tr("no")
    return tr("Again and again: {answer}").format(answer=answer)


def offered_item(name: str, *, taken: bool) -> str:
    """Return an opening that is or is not on offer."""
    return f"[{'x' if taken else ' '}] {opening_name(name)}"


def rejects(seat: Seat) -> str:
    """Return who rejects now."""
    return tr("{seat} rejects").format(seat=seat_name(seat))


def choice_item(key: str, value: object) -> str:
    """Return the item of one choice of the regulations."""
    return f"{choice_name(key)}: {value_text(key, value)}"


def set_to_item(key: str, value: object) -> str:
    """Return the item that enters a choice's number or time."""
    return tr("Set: now {value}").format(value=value_text(key, value))


def entry_title(what: str, period: Period) -> str:
    """Return the title of what is entered for a period."""
    bonus = tr("{bonus} m:ss").format(bonus=bonus_name(period))
    titles = {"time": tr("Time h:mm:ss"), "moves": tr("Moves"), "count": tr("How many times")}
    return titles.get(what, bonus)


def refusal(place: str, message: str) -> str:
    """Return why a setting cannot be played: "left period 1 time: expected more than 0"."""
    named = re.sub(r"\[(\d+)\]", lambda found: f".{int(found[1]) + 1}", place)
    parts = named.removesuffix("_ns").split(".")
    told = " ".join(_placed(part) for part in parts if part not in ("control", "regulations"))
    return f"{told}: {refused(message)}"


def _placed(part: str) -> str:
    """What a place in a setting is called."""
    if part.isdecimal():
        return tr("period {number}").format(number=part)
    if part + "_ns" in CHOICES or part in CHOICES:
        return choice_name(part if part in CHOICES else part + "_ns")
    return tr(_PLACES[part]) if part in _PLACES else part.replace("_", " ")


_PLACES = {
    "left": N_("left"),
    "right": N_("right"),
    "time": N_("time"),
    "moves": N_("moves"),
    "bonus": N_("bonus"),
    "count": N_("times"),
    "repeat": N_("again and again"),
}
