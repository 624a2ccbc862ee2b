"""The wiring as people write it: tables that override the default wiring key by key."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from clock.notation.reader import NONE, Reader
from hal.keys import DeviceKey, key_of
from hal.message import KeyFault
from hal.ports import LampName, Line, ScreenName
from hal.wiring import (
    CONFIRM_NS_MAX,
    DEFAULT,
    LOCKOUT_NS_MAX,
    WITHOUT_PINS,
    BuzzerWiring,
    DebounceWiring,
    FramebufferWiring,
    KeyboardsWiring,
    LampWiring,
    Pin,
    PinsWiring,
    ScreenWiring,
    Wiring,
)
from hal.wiring_problems import problems

TABLES = ("lines", "keyboards", "lamps", "buzzer", "screens", "debounce", "pins")
"""The names of the tables that describe a wiring."""

BOTH = "both"
"""The key of one screen for both faces among the displays."""

_MS_NS = 1_000_000


class DebounceTable(msgspec.Struct, frozen=True):
    """The debounce times in milliseconds."""

    lockout_ms: Annotated[float, msgspec.Meta(ge=0, le=LOCKOUT_NS_MAX // _MS_NS)] = 25
    confirm_ms: Annotated[float, msgspec.Meta(ge=1, le=CONFIRM_NS_MAX // _MS_NS)] = 2.5


def wiring_from(tables: Mapping[str, Any], reader: Reader) -> Wiring:
    """Return the wiring that `tables` describe, otherwise the default; adds faults to `reader`."""
    raw = {name: tables.get(name, {}) for name in TABLES}
    screens = reader.table("screens", raw["screens"], {*ScreenName, BOTH})
    times = reader.laid_over(DebounceTable(), "debounce", raw["debounce"])
    pins = reader.laid_over(PinsWiring(), "pins", raw["pins"])
    usual = DEFAULT if pins.exist else WITHOUT_PINS
    keyboards = reader.laid_over(KeyboardsWiring(), "keyboards", raw["keyboards"])
    lines, keys, bare = _lines(raw["lines"], usual, reader)
    wiring = Wiring(
        lines=lines,
        keys=keys,
        bare=bare if keyboards.any else (),
        keyboards=keyboards,
        lamps=_lamps(raw["lamps"], usual, reader),
        buzzer=_buzzer(raw["buzzer"], usual, reader),
        screens={} if BOTH in screens else _screens(screens, reader),
        framebuffer=_framebuffer(screens, reader) if BOTH in screens else None,
        debounce=DebounceWiring(
            lockout_ns=round(times.lockout_ms * _MS_NS), confirm_ns=round(times.confirm_ms * _MS_NS)
        ),
        pins=pins,
    )
    reader.faults += problems(wiring)
    return wiring


def _lines(
    raw: Any, usual: Wiring, reader: Reader
) -> tuple[dict[Line, int], dict[Line, DeviceKey], tuple[Line, ...]]:
    """Return the lines on pins, those that are keys, and the others of `usual`.

    A number is a pin, a text a key.
    """
    lines, keys = dict(usual.lines), dict[Line, DeviceKey]()
    table = reader.table("lines", raw, set(Line))
    for name, item in table.items():
        line, place = Line(name), f"lines.{name}"
        if item == NONE:
            lines.pop(line, None)
        elif isinstance(item, str) and reader.is_no_number(place, item):
            key = key_of(item)
            if isinstance(key, DeviceKey):
                lines.pop(line, None)
                keys[line] = key
            else:
                reader.faults.append(KeyFault(place, key))
        elif isinstance(item, list):
            several = 'expected one pin, or one key as in "any:KEY_A", got a list'
            reader.add_fault(place, several)
        elif (pin := reader.value(place, item, Pin)) is not None:
            lines[line] = pin
    return lines, keys, tuple(line for line in usual.bare if line not in table)


def _lamps(raw: Any, usual: Wiring, reader: Reader) -> dict[LampName, LampWiring]:
    tables = reader.table("lamps", raw, set(LampName))
    return {
        name: reader.laid_over(lamp, f"lamps.{name}", tables.get(name, {}))
        for name, lamp in DEFAULT.lamps.items()
        if (name in usual.lamps or name in tables) and not _is_unwired(tables.get(name))
    }


def _buzzer(raw: Any, usual: Wiring, reader: Reader) -> BuzzerWiring | None:
    assert DEFAULT.buzzer is not None
    if _is_unwired(raw) or (usual.buzzer is None and raw == {}):
        return None
    return reader.laid_over(DEFAULT.buzzer, "buzzer", raw)


def _is_unwired(table: Any) -> bool:
    """Whether a table says that its part is not wired."""
    return isinstance(table, dict) and table.get("pin") == NONE


def _framebuffer(tables: Mapping[str, Any], reader: Reader) -> FramebufferWiring:
    for name in ScreenName:
        if tables.get(name):  # the file as delivered has their headers
            either = "expected either one screen or a display for each side: {other} is set too"
            other = f"screens.{BOTH}"
            reader.add_fault(f"screens.{name}", either, other, other=other)
    return reader.laid_over(FramebufferWiring(), f"screens.{BOTH}", tables[BOTH])


def _screens(tables: Mapping[str, Any], reader: Reader) -> dict[ScreenName, ScreenWiring]:
    screens = {}
    for name, screen in DEFAULT.screens.items():
        table = tables.get(name, {})
        if isinstance(table, dict) and table.get("bus") == "spi":
            screen = replace(screen, port=0)  # the header's SPI
        screens[name] = reader.laid_over(screen, f"screens.{name}", table)
    return screens
