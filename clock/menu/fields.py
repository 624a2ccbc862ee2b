"""Times and numbers as fields for entry, and back."""

from typing import NamedTuple

from msgspec.structs import replace

from clock.menu.access import CODE_FIGURES
from clock.menu.levels import Entered, Entry
from clock.menu.settings import BRIGHTNESSES, VOLUMES
from clock.rules.corrections import MOVES_MAX
from clock.rules.units import HOUR_NS, SECOND_NS
from clock.text.language import N_

CODE_BACK = 10
"""In the place of a figure of a code: back to the one before."""
NAME_CHARS = "✓ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 +-.<"
"""What a name is entered from: the first saves it, the last deletes."""
NAME_DELETES = len(NAME_CHARS) - 1
NAME_MAX = 16


class Form(NamedTuple):
    """What the fields of an entry are."""

    tops: tuple[int, ...]
    """The largest value of each field. The first one ends there, the others go round."""
    names: tuple[str, ...] = ()
    base: int = 10
    """60: they are a time, the last field seconds."""
    least: int = 0


FORMS = {
    Entered.TIME: Form((999, 59, 59), (N_("hours"), N_("minutes"), N_("seconds")), 60),
    Entered.SHORT_TIME: Form((999, 59), (N_("minutes"), N_("seconds")), 60),
    Entered.NUMBER: Form((99, 9), (N_("tens"), N_("ones"))),
    Entered.MOVES: Form((MOVES_MAX,)),
    Entered.CODE: Form((CODE_BACK,) * CODE_FIGURES[-1]),
    Entered.NAME: Form((NAME_DELETES,) * (NAME_MAX + 1)),
    Entered.VOLUME: Form((VOLUMES[-1],)),
    Entered.BRIGHTNESS: Form((BRIGHTNESSES[-1],), least=BRIGHTNESSES[0]),
}


def time_entry(length_ns: int, key: str) -> Entry:
    """Return the entry of a time, within what can be entered: below an hour from minutes on."""
    if length_ns < HOUR_NS:
        return Entry(Entered.SHORT_TIME, bonus_fields(length_ns), key)
    seconds = min(length_ns // SECOND_NS, 1000 * 3600 - 1)
    return Entry(Entered.TIME, (seconds // 3600, seconds // 60 % 60, seconds % 60), key)


def bonus_fields(length_ns: int) -> tuple[int, ...]:
    """Return minutes and seconds, within what can be entered."""
    return divmod(min(length_ns // SECOND_NS, 999 * 60 + 59), 60)


def number_fields(number: int) -> tuple[int, ...]:
    """Return tens and ones, within what can be entered."""
    return divmod(min(number, 999), 10)


def goes_round(what: Entered, at: int) -> bool:
    """Return whether a field goes round from its largest value to its smallest."""
    return at > 0 or what in (Entered.CODE, Entered.NAME)


def change_field(entry: Entry, way: int) -> Entry:
    """Return the entry with its present field one step up (1) or down (-1)."""
    form, at = FORMS[entry.what], entry.field
    top, value = form.tops[at], entry.fields[at] + way
    value = value % (top + 1) if goes_round(entry.what, at) else max(form.least, min(value, top))
    return replace(entry, fields=(*entry.fields[:at], value, *entry.fields[at + 1 :]))


def value_of(entry: Entry) -> int:
    """Return what was entered: nanoseconds of a time, or a number."""
    base, value = FORMS[entry.what].base, 0
    for field in entry.fields:
        value = value * base + field
    return value * SECOND_NS if base == 60 else value


def field_texts(entry: Entry) -> tuple[str, str]:
    """Return the fields with the present one in brackets, and the value without."""
    timed = FORMS[entry.what].base == 60
    between = ":" if timed else ""
    texts = [f"{field:02}" if timed and i else str(field) for i, field in enumerate(entry.fields)]
    plain = between.join(texts)
    texts[entry.field] = f"[{texts[entry.field]}]"
    return between.join(texts), plain if timed else str(int(plain))
