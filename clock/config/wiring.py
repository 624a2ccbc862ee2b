"""A wiring as people write it: tables laid over the default wiring, key by key."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from clock.presets.explained import kind_of
from clock.presets.overlay import NONE, Overlay
from hal.ports import LampName, Line, ScreenName
from hal.wiring import (
    DEFAULT,
    BuzzerWiring,
    DebounceWiring,
    LampWiring,
    PinsWiring,
    ScreenWiring,
    Wiring,
)
from hal.wiring_problems import problems

TABLES = ("lines", "lamps", "buzzer", "screens", "debounce", "pins")
"""The tables of a wiring."""


Milliseconds = Annotated[float, msgspec.Meta(ge=0, le=1_000)]


class DebounceTable(msgspec.Struct, frozen=True):
    """The debounce times in milliseconds."""

    lockout_ms: Milliseconds = 25
    confirm_ms: Milliseconds = 2.5

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
        if not isinstance(item, dict):
            pin: Any = item if type(item) is int else DEFAULT.lamps[name].pin
            pin = f'"{NONE}"' if item == NONE else pin
            overlay.fault(
                f"lamps.{key}",
                "expected a table as {example}, got {value}",
                example=f"{{ pin = {pin} }}",
                value=kind_of(item),
            )
            continue
        if item.get("pin") == NONE:
            del lamps[name]
        else:
            lamps[name] = overlay.struct(f"lamps.{key}", item, DEFAULT.lamps[name])
    return lamps


def _buzzer(table: dict[str, Any], overlay: Overlay) -> BuzzerWiring | None:
    if table.get("pin") == NONE:
        return None
    assert DEFAULT.buzzer is not None
    return overlay.struct("buzzer", table, DEFAULT.buzzer)


def _screens(raw: Any, overlay: Overlay) -> dict[ScreenName, ScreenWiring]:
    tables = overlay.table("screens", raw, set(ScreenName))
    return {
        name: _screen(f"screens.{name}", tables.get(name, {}), screen, overlay)
        for name, screen in DEFAULT.screens.items()
    }


def _screen(path: str, raw: Any, default: ScreenWiring, overlay: Overlay) -> ScreenWiring:
    """The port of a bus is the default's only on the default's bus."""
    if isinstance(raw, dict) and raw.get("bus") == "spi" and "port" not in raw:
        bus = f"{path}.bus"
        overlay.fault(
            f"{path}.port", "expected 0, the header's SPI, or 1: {key} is spi", about=bus, key=bus
        )
        raw = {**raw, "port": 0}
    return overlay.struct(path, raw, default)
