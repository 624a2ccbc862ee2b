"""A number or a time as fields that are entered one after another, and back. Pure.

Times are hours, minutes and seconds, a bonus minutes and seconds; numbers are tens and ones.
"""

from msgspec.structs import replace

from clock.menu.setup.places import Entered, Entry
from clock.rules.control import Period
from clock.rules.units import SECOND_NS
from clock.text.language import N_

_TOPS = {
    Entered.TIME: (999, 59, 59),
    Entered.MOVES: (99, 9),
    Entered.BONUS: (999, 59),
    Entered.COUNT: (99, 9),
}
"""The largest figure of each field. The first one ends there, the others go round."""

FIELD_NAMES = {
    Entered.TIME: (N_("hours"), N_("minutes"), N_("seconds")),
    Entered.MOVES: (N_("tens"), N_("ones")),
    Entered.BONUS: (N_("minutes"), N_("seconds")),
    Entered.COUNT: (N_("tens"), N_("ones")),
}


def is_time(what: Entered) -> bool:
    """Whether the fields are a time."""
    return what in (Entered.TIME, Entered.BONUS)


def fields_of(what: Entered, period: Period) -> tuple[int, ...]:
    """Return what a period says as fields."""
    match what:
        case Entered.TIME:
            return time_fields(period.time_ns)
        case Entered.BONUS:
            seconds = min(period.bonus_ns // SECOND_NS, 999 * 60 + 59)
            return seconds // 60, seconds % 60
        case Entered.COUNT:
            return number_fields(period.count)
        case _:
            return number_fields(period.moves or 0)


def time_fields(length_ns: int) -> tuple[int, ...]:
    """Return hours, minutes and seconds, within what can be entered."""
    seconds = min(length_ns // SECOND_NS, 1000 * 3600 - 1)
    return seconds // 3600, seconds // 60 % 60, seconds % 60


def number_fields(number: int) -> tuple[int, ...]:
    """Return tens and ones, within what can be entered."""
    number = min(number, 999)
    return number // 10, number % 10


def changed(entry: Entry, way: int) -> Entry:
    """Return the entry with its present field one step on."""
    top = _TOPS[shape(entry)][entry.field]
    value = entry.fields[entry.field] + way
    value = max(0, min(value, top)) if entry.field == 0 else value % (top + 1)
    fields = (*entry.fields[: entry.field], value, *entry.fields[entry.field + 1 :])
    return replace(entry, fields=fields)


def shape(entry: Entry) -> Entered:
    """Return whether an entry is made of the fields of a time, a bonus or a number."""
    if entry.what is not Entered.CHOICE:
        return entry.what
    return Entered.TIME if entry.key.endswith("_ns") else Entered.COUNT


def value_of(entry: Entry) -> int:
    """Return what was entered: nanoseconds of a time, or a number."""
    base = 60 if is_time(shape(entry)) else 10
    value = 0
    for figure in entry.fields:
        value = value * base + figure
    return value * SECOND_NS if is_time(shape(entry)) else value


def shown(entry: Entry) -> tuple[str, str]:
    """Return the fields as they are shown, with the present one in brackets, and without."""
    timed = is_time(shape(entry))
    between = ":" if timed else ""
    texts = [
        f"{figure:02}" if timed and i else str(figure) for i, figure in enumerate(entry.fields)
    ]
    plain = between.join(texts)
    texts[entry.field] = f"[{texts[entry.field]}]"
    return between.join(texts), plain if timed else str(int(plain))
