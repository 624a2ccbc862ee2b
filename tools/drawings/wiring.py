"""Draw the wiring diagram: the header in the middle, the parts beside their pins."""

from collections.abc import Callable
from typing import Any, NamedTuple

import schemdraw.elements as elm

from hal.wiring import HEADER, Wiring
from tools.drawings.canvas import FAINT, INK, PLAIN, SHADE, SMALL, TITLE, Sheet
from tools.drawings.header import (
    BCM_OF_PIN,
    GROUNDS,
    PINS,
    POWER,
    BusWire,
    Kind,
    Part,
    bus_wires,
    parts,
)
from tools.drawings.route import Point, Room, river, spread

RESISTOR = "470 Ω"

_ROW = 0.62  # from one pin of the header to the next below it
_HALF = 2.3  # half the header's width
_LANES = 2.6  # the room for wires between header and parts
_NEAR = _HALF + _LANES  # where a part begins
_GROUND = _NEAR + 3.8  # where it meets ground
_WORDS = _GROUND + 0.45
_EDGE = 15.2  # half the sheet's width
_SLOT = Room(_ROW, _ROW)
_HIGHEST = {"left": 1.5 * _ROW, "right": -5.5 * _ROW}  # under the title, under the small picture
_BUS_PINS = (1, 3, 5)  # 3V3, SDA, SCL
_MODULE = ("VCC", "SDA", "SCL", "GND")
_BOX = (3.1, 1.9)  # a display, and from its lowest common wire down to the next part:
_BOX_DEPTH = 5.5 * _ROW

_COLOURS = {
    Kind.PLUNGER: "#0b69a3",
    Kind.SENSOR: "#0c8a7b",
    Kind.BUTTON: "#6b4fbb",
    Kind.LAMP: "#c05600",
    Kind.BUZZER: "#ab1f5b",
}
_BUS = "#2e7d32"
_THREE_VOLTS = "#b7791f"
_FIVE_VOLTS = "#c81e1e"


def wiring_diagram(wiring: Wiring, title: str) -> str:
    """Return a wiring's diagram as SVG. Raises ValueError if a display is not on I²C 1."""
    for side, screen in wiring.screens.items():
        if screen.bus != "i2c" or screen.port != 1:
            raise ValueError(f"screens.{side}: only displays on I²C 1 are drawn; see the table")
    sheet = Sheet(inches_per_unit=0.42)
    sheet.text((0, 2.2), title, size=TITLE)
    used = {part.pin for part in parts(wiring)} | set(_BUS_PINS)
    _header(sheet, used)
    lowest = min(_side(sheet, wiring, "left"), _side(sheet, wiring, "right"), _y(40))
    _bright(sheet, (_NEAR + 0.2, 1.3))
    _seven_pins(sheet, wiring, (_NEAR + 0.2, lowest - 0.5))
    _legend(sheet, (-_EDGE + 0.6, lowest - 1.2))
    sheet.edges((-_EDGE, 2.9), (_EDGE, lowest - 5.2))
    return sheet.svg(title)


def _y(pin: int) -> float:
    return -((pin - 1) // 2) * _ROW


def _odd(pin: int) -> bool:
    return pin % 2 == 1


def _header(sheet: Sheet, used: set[int]) -> None:
    sheet.box((-_HALF, 0.75 * _ROW), (_HALF, _y(40) - 0.75 * _ROW), fill=SHADE)
    sheet.text((0, 1.3), "the Pi's header, seen from above", size=SMALL)
    for pin in PINS:
        way = -1 if _odd(pin) else 1
        colour = INK if pin in used or pin in POWER else FAINT
        colour = {"3V3": _THREE_VOLTS, "5V": _FIVE_VOLTS}.get(POWER.get(pin, ""), colour)
        at = (way * 0.42, _y(pin))
        sheet.add(elm.Dot(radius=0.24, open=True).at(at).color(colour).fill("#ffffff").zorder(2))
        sheet.text(at, str(pin), size=SMALL - 1, color=colour)
        name = POWER.get(pin) or f"GPIO {BCM_OF_PIN[pin]}"
        end = (way * (_HALF - 0.15), _y(pin))
        sheet.text(end, name, align="left" if way < 0 else "right", size=SMALL, color=colour)


class _Slot(NamedTuple):
    """The end of a wire: its pin, its room, and its part (None for the bus)."""

    pin: int
    room: Room
    part: Part | None


def _side(sheet: Sheet, wiring: Wiring, side: str) -> float:
    """Draw the parts of one side; return the y of their lower end."""
    left = side == "left"
    slots = [_Slot(p.pin, _SLOT, p) for p in parts(wiring) if _odd(p.pin) == left]
    if left:
        bus = [_Slot(pin, Room(_ROW / 2, _ROW / 2), None) for pin in _BUS_PINS]
        slots += [*bus[:-1], bus[-1]._replace(room=Room(_ROW / 2, _BOX_DEPTH))]
    if not slots:
        return 0.0
    slots.sort(key=lambda slot: slot.pin)
    pins = [_y(slot.pin) for slot in slots]
    places = spread(pins, [slot.room for slot in slots], _HIGHEST[side], _ROW / 2)
    way = -1 if left else 1
    for slot, wire in zip(slots, river(pins, places, _HALF, _NEAR), strict=True):
        turned = tuple((way * x, y) for x, y in wire)
        sheet.line(*turned, color=_colour(slot))
        if slot.part is not None:
            _part(sheet, slot.part, turned[-1], way)
    if left:
        _screens(sheet, wiring, places[: len(_BUS_PINS)])
    return places[-1] - _SLOT.below


def _colour(slot: _Slot) -> str:
    if slot.part is not None:
        return _COLOURS[slot.part.kind]
    return _THREE_VOLTS if slot.pin in POWER else _BUS


def _part(sheet: Sheet, part: Part, at: Point, way: int) -> None:
    colour, y = _COLOURS[part.kind], at[1]
    ends = [(way * x, y) for x in (_NEAR, _NEAR + 1.75, _GROUND)]
    match part.kind:
        case Kind.LAMP:
            _between(sheet, elm.ResistorIEC, ends[0], ends[1], colour)
            _between(sheet, elm.LED, ends[1], ends[2], colour)
        case Kind.BUZZER:
            _between(sheet, elm.ResistorIEC, ends[0], ends[1], colour)
            _between(sheet, elm.Crystal, ends[1], ends[2], colour)
        case _:
            _between(sheet, elm.Button, ends[0], ends[2], colour)
    if part.kind in (Kind.LAMP, Kind.BUZZER):
        middle = ((ends[0][0] + ends[1][0]) / 2, y)
        sheet.text(middle, RESISTOR, size=SMALL - 2.5, color=colour)
    sheet.add(elm.GroundSignal().at(ends[2]).theta(0).color(INK).scale(0.7))
    text = f"{part.name}\nGPIO {part.bcm} · pin {part.pin}"
    sheet.text((way * _WORDS, y), text, align="right" if way < 0 else "left")


def _between(sheet: Sheet, kind: Callable[..., Any], a: Point, b: Point, colour: str) -> None:
    sheet.add(kind().endpoints(a, b).color(colour))


def _screens(sheet: Sheet, wiring: Wiring, rails: list[float]) -> None:
    """Draw the displays' common wires, labelled with their pins, and both displays below."""
    right, left = -_NEAR, -_NEAR - 2 * _BOX[0] - 0.9
    rails = [*rails, rails[-1] - _ROW]
    labels = ["3V3 · pin 1", *(_label(wire) for wire in _common(wiring)), ""]
    colours = (_THREE_VOLTS, _BUS, _BUS, INK)
    for y, text, colour in zip(rails, labels, colours, strict=True):
        sheet.line((right, y), (left, y), color=colour)
        if text:
            sheet.text((left - 0.2, y), text, align="right", size=SMALL)
    sheet.add(elm.GroundSignal().at((left, rails[-1])).color(INK).scale(0.7).theta(0))
    top = rails[-1] - 0.6
    for n, (side, screen) in enumerate(reversed(wiring.screens.items())):
        corner = right - 0.3 - (_BOX[0] + 0.3) * n
        sheet.box((corner, top), (corner - _BOX[0], top - _BOX[1]), fill=SHADE)
        for i, (name, y, colour) in enumerate(zip(_MODULE, rails, colours, strict=True)):
            x = corner - _BOX[0] / 8 * (7 - 2 * i)
            sheet.line((x, y), (x, top), color=colour)
            sheet.add(elm.Dot(radius=0.06).at((x, y)).color(colour).fill(colour))
            sheet.text((x, top - 0.25), name, size=SMALL - 1)
        text = f"{side} display\n0x{screen.address:02X}"
        sheet.text((corner - _BOX[0] / 2, top - 0.4 - (_BOX[1] - 0.4) / 2), text, size=SMALL)


def _common(wiring: Wiring) -> list[BusWire]:
    """Return SDA and SCL, once for both displays."""
    return list({wire.name: wire for wire in bus_wires(wiring)}.values())


def _label(wire: BusWire) -> str:
    return f"{wire.name} · GPIO {wire.bcm} · pin {HEADER[wire.bcm]}"


def _bright(sheet: Sheet, corner: Point) -> None:
    """Draw the wiring of a lamp too bright for a pin: by a transistor, from 5 V."""
    x, y = corner
    colour = _COLOURS[Kind.LAMP]
    sheet.box(corner, (x + 8.6, y - 3.4), fill="#ffffff", color=FAINT)
    sheet.text((x + 0.25, y - 0.4), "A brighter lamp, instead of one below", align="left")
    base = (x + 3.9, y - 2.2)
    sheet.text((x + 0.25, base[1]), "GPIO", align="left", size=SMALL, color=colour)
    _between(sheet, elm.ResistorIEC, (x + 1.3, base[1]), (x + 3.1, base[1]), colour)
    sheet.text((x + 2.2, base[1]), "1 kΩ", size=SMALL - 2.5, color=colour)
    sheet.line((x + 3.1, base[1]), base, color=colour)
    npn = sheet.add(elm.BjtNpn(circle=True).at(base).anchor("base").theta(0).color(colour))
    collector, emitter = tuple(npn.absanchors["collector"]), tuple(npn.absanchors["emitter"])
    sheet.add(elm.GroundSignal().at(emitter).color(INK).scale(0.7).theta(0))
    sheet.text((emitter[0] + 0.6, base[1] - 0.55), "NPN, BC337", align="left", size=SMALL)
    ends = [(collector[0] + dx, collector[1]) for dx in (0.0, 1.7, 3.3)]
    _between(sheet, elm.LED, ends[1], ends[0], colour)
    _between(sheet, elm.ResistorIEC, ends[2], ends[1], colour)
    sheet.text(((ends[1][0] + ends[2][0]) / 2, ends[0][1]), "150 Ω", size=SMALL - 2.5, color=colour)
    sheet.text((ends[2][0] + 0.1, ends[2][1]), "5V", align="left", size=SMALL, color=_FIVE_VOLTS)


def _seven_pins(sheet: Sheet, wiring: Wiring, corner: Point) -> None:
    """Draw the additional connections of a seven-pin module on I²C."""
    x, y = corner
    sheet.box(corner, (x + 9.6, y - 4.3), fill="#ffffff", color=FAINT)
    sheet.text((x + 0.25, y - 0.4), "A display with seven pins: RES, DC and CS", align="left")
    res, dc, cs = y - 1.2, y - 2.85, y - 3.65
    sheet.box((x + 0.3, y - 0.85), (x + 1.5, y - 4.0), fill=SHADE)
    begin, bend, end = x + 1.5, x + 2.0, x + 3.8
    for name, at in (("RES", res), ("DC", dc), ("CS", cs)):
        sheet.text((x + 1.35, at), name, align="right", size=SMALL)
        sheet.line((begin, at), (bend, at))
    _between(sheet, elm.ResistorIEC, (bend, res), (end, res), INK)
    sheet.text(((bend + end) / 2, res), "10 kΩ", size=SMALL - 2.5)
    sheet.line((bend, res), (bend, res - 0.85))
    _between(sheet, elm.Capacitor, (bend, res - 0.85), (end, res - 0.85), INK)
    sheet.text((end + 0.15, res), "VCC", align="left", size=SMALL, color=_THREE_VOLTS)
    sheet.text((end + 0.15, res - 0.85), "GND", align="left", size=SMALL)
    sheet.text((end - 0.4, res - 0.6), "1 µF", size=SMALL - 2.5)
    sheet.text((bend + 0.15, dc), _dc_label(wiring), align="left", size=SMALL)
    sheet.text((bend + 0.15, cs), "GND", align="left", size=SMALL)


def _dc_label(wiring: Wiring) -> str:
    """Return the connection of DC: on I²C it is the lowest bit of the address."""
    ends = (
        f"{side}: {'VCC' if screen.address & 1 else 'GND'} (0x{screen.address:02X})"
        for side, screen in wiring.screens.items()
    )
    return ", ".join(ends)


def _legend(sheet: Sheet, corner: Point) -> None:
    grounds = ", ".join(map(str, GROUNDS))
    rows = (
        "Each ground symbol is a lead to the strip's GND row, which has leads to two",
        f"of the header's GND pins: {grounds}.",
        "The strip's other rows are 3V3, SDA and SCL, marked with dots.",
        f"Each resistor of a lamp or the buzzer is {RESISTOR}, except a brighter lamp's.",
        "An LED's short leg goes to ground.",
    )
    for i, row in enumerate(rows):
        sheet.text((corner[0], corner[1] - i * 0.6), row, align="left", size=PLAIN)
