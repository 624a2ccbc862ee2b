"""What helps against a mistake of a configuration that its kind alone does not say."""

import re
from collections.abc import Mapping

import msgspec

from clock.config.wiring_table import BOTH, DebounceTable
from clock.menu.settings import Volumes
from clock.notation.regulations_table import CHOICES
from clock.rules.message import Message
from clock.text.language import LANGUAGES
from hal.message import one_of
from hal.ports import LampName, Line, ScreenName
from hal.wiring import (
    CONFIRM_NS_MAX,
    HEADER,
    BuzzerWiring,
    FramebufferWiring,
    KeyboardsWiring,
    PinsWiring,
    ScreenWiring,
)

_PIN = re.compile(r"lines\.\w+|.*\.(?:pin|dc|reset)|.*\.bus_pins\[\d+\]")
_HEADER_PIN = re.compile(r"(?:header |physical )?pin[ ._#]?(\d{1,2})", re.IGNORECASE)
_BCM = {header: bcm for bcm, header in HEADER.items()}
_GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
_QUARTER = 90
_NOTHING = (False, "", "no", "off", "null")

LANGUAGE_NAMES = {
    **{name.casefold(): code for code, name in LANGUAGES.items()},
    "english": "en",
    "czech": "cs",
    "cz": "cs",
    "korean": "ko",
    "kr": "ko",
}
"""The languages by what people call them."""


class Hints:
    """The hints of a configuration whose tables beside those of the wiring are these."""

    def __init__(self, own: Mapping[str, msgspec.Struct]) -> None:
        self._keys: dict[str, frozenset[str]] = {
            "lines": frozenset(Line),
            "lamps": frozenset(LampName),
            "screens": frozenset((*ScreenName, BOTH)),
            **{f"screens.{side}": frozenset(ScreenWiring.__struct_fields__) for side in ScreenName},
            f"screens.{BOTH}": frozenset(FramebufferWiring.__struct_fields__),
            "pins": frozenset(PinsWiring.__struct_fields__),
            "keyboards": frozenset(KeyboardsWiring.__struct_fields__),
            "buzzer": frozenset(BuzzerWiring.__struct_fields__),
            "debounce": frozenset(DebounceTable.__struct_fields__),
            **{name: frozenset(table.__struct_fields__) for name, table in own.items()},
            "settings.volumes": frozenset(Volumes.__struct_fields__),
            "game.regulations": frozenset(("base", *CHOICES)),
        }

    def at(self, path: str, raw: object) -> Message | None:
        """Return what to write in place of a value; None if that is not clear."""
        if _PIN.fullmatch(path) and raw in _NOTHING and type(raw) in (bool, str):
            return Message("write {repair}", repair='"none"')
        if isinstance(raw, str):
            found = _HEADER_PIN.fullmatch(raw.strip()) if _PIN.fullmatch(path) else None
            return None if found is None else _of_header(int(found[1]))
        if not isinstance(raw, int | float) or isinstance(raw, bool):
            return None
        if path.endswith(".rotate") and raw % _QUARTER == 0:
            turns = int(raw) // _QUARTER % 4
            return Message("write {repair}, in quarter turns", repair=turns)
        if path.endswith("_ms") and 0 < raw * 1_000_000_000 <= CONFIRM_NS_MAX:
            return Message("write {repair}, in milliseconds", repair=f"{raw * 1000:g}")
        return _of_header(int(raw)) if _PIN.fullmatch(path) else None

    def home(self, path: str, key: str, item: object) -> Message | None:
        """Return which table was meant by an unknown one, or where an unknown key belongs."""
        if isinstance(item, dict) and item and not path:
            for table, keys in self._keys.items():
                if item.keys() <= keys and all(
                    isinstance(item[each], dict) is (f"{table}.{each}" in self._keys)
                    for each in item
                ):
                    return Message("unknown: did you mean {meant}?", meant=table)
            return None
        inside = f"{path}." if path else ""
        homes = [
            f"[{table}]"
            for table, keys in self._keys.items()
            if table.startswith(inside) and table != path and key in keys
        ]
        return Message("expected below {table}", table=one_of(homes)) if homes else None


def _of_header(number: int) -> Message | None:
    """Return which pin is meant by a number counted on the header."""
    if number in _BCM:
        counted = "header pin {header} is GPIO {pin}: write {pin}"
        return Message(counted, header=number, pin=_BCM[number])
    if number in _GROUND:
        return Message("header pin {header} is ground", header=number)
    return None


def language_meant(text: str) -> str | None:
    """Return the code of the language that was probably meant."""
    plain = text.casefold()
    known = {**LANGUAGE_NAMES, **{code: code for code in LANGUAGES}}
    return known.get(plain) or known.get(re.split("[_-]", plain)[0])
