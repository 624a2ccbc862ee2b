"""A wiring as people write it: tables laid over the default wiring, key by key."""

from collections.abc import Mapping
from typing import Any

import msgspec

from hal.overlay import NONE, Overlay
from hal.ports import LampName, Line, ScreenName
from hal.wiring import (
    DEFAULT,
    BuzzerWiring,
    DebounceWiring,
    LampWiring,
    PinsWiring,
    ScreenWiring,
    Wiring,
    problems,
)

TABLES = ("lines", "lamps", "buzzer", "screens", "debounce", "pins")
"""The tables of a wiring."""


class DebounceTable(msgspec.Struct, frozen=True):
    """The debounce times in milliseconds."""

    lockout_ms: float = 25
    confirm_ms: float = 2.5

    def exact(self) -> DebounceWiring:
        """The same in ns."""
        return DebounceWiring(
            lockout_ns=round(self.lockout_ms * 1_000_000),
            confirm_ns=round(self.confirm_ms * 1_000_000),
        )


def wiring_from(tables: Mapping[str, Any], overlay: Overlay) -> Wiring:
    """The wiring of TABLES, the default where they say nothing; faults go to `overlay`."""
    buzzer = overlay.table("buzzer", tables.get("buzzer", {}), {"pin"})
    wiring = Wiring(
        lines=_lines(tables.get("lines", {}), overlay),
        lamps=_lamps(tables.get("lamps", {}), overlay),
        buzzer=_buzzer(buzzer, overlay),
        screens=_screens(tables.get("screens", {}), overlay),
        debounce=overlay.struct("debounce", tables.get("debounce", {}), DebounceTable()).exact(),
        pins=overlay.struct("pins", tables.get("pins", {}), PinsWiring()),
    )
    overlay.faults += problems(wiring)
    return wiring


def _lines(raw: Any, overlay: Overlay) -> dict[Line, int]:
    lines = dict(DEFAULT.lines)
    for key, item in overlay.table("lines", raw, set(Line)).items():
        if item == NONE:
            lines.pop(Line(key), None)
        elif (pin := overlay.value(f"lines.{key}", item, int)) is not None:
            lines[Line(key)] = pin
    return lines


def _lamps(raw: Any, overlay: Overlay) -> dict[LampName, LampWiring]:
    lamps = dict(DEFAULT.lamps)
    for key, item in overlay.table("lamps", raw, set(LampName)).items():
        name = LampName(key)
        if isinstance(item, dict) and item.get("pin") == NONE:
            del lamps[name]
            item = {other: value for other, value in item.items() if other != "pin"}
        lamp = overlay.struct(f"lamps.{key}", item, DEFAULT.lamps[name])
        if name in lamps:
            lamps[name] = lamp
    return lamps


def _buzzer(table: dict[str, Any], overlay: Overlay) -> BuzzerWiring | None:
    if table.get("pin") == NONE:
        return None
    assert DEFAULT.buzzer is not None
    return overlay.struct("buzzer", table, DEFAULT.buzzer)


def _screens(raw: Any, overlay: Overlay) -> dict[ScreenName, ScreenWiring]:
    tables = overlay.table("screens", raw, set(ScreenName))
    return {
        name: overlay.struct(f"screens.{name}", tables.get(name, {}), screen)
        for name, screen in DEFAULT.screens.items()
    }
