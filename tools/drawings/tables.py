"""Make the tables of `hardware.md`, as Markdown."""

from collections.abc import Iterator

from hal.wiring import HEADER, Wiring
from tools.drawings.header import BCM_OF_PIN, GROUNDS, PINS, POWER, bus_wires, parts
from tools.drawings.panels import PANELS


def wiring_table(wiring: Wiring) -> str:
    """Return the parts with their BCM numbers and header pins."""
    rows = ["| part | BCM | header pin |", "|---|---|---|"]
    rows += [f"| {part.name} | {part.bcm} | {part.pin} |" for part in parts(wiring)]
    rows += [f"| {name} | {bcm} | {HEADER[bcm]} |" for name, bcm in _display_rows(wiring)]
    return "\n".join(rows)


def _display_rows(wiring: Wiring) -> Iterator[tuple[str, int]]:
    """Yield the displays' wires, a shared wire once: "both displays, SDA"."""
    wires = list(bus_wires(wiring))
    for name, bcm in dict.fromkeys((wire.name, wire.bcm) for wire in wires):
        sides = [wire.screen for wire in wires if (wire.name, wire.bcm) == (name, bcm)]
        owner = "both displays" if len(sides) == 2 else f"{sides[0]} display"
        yield f"{owner}, {name}", bcm


def header_table(wiring: Wiring) -> str:
    """Return the header pin by pin, as seen from above."""
    used = {part.pin: part.name for part in parts(wiring)}
    used |= {HEADER[bcm]: name for name, bcm in _display_rows(wiring)}
    rows = ["| | pin | pin | |", "|--:|--:|:--|:--|"]
    for odd, even in zip(PINS[::2], PINS[1::2], strict=True):
        rows.append(f"| {_at(odd, used)} | {odd} | {even} | {_at(even, used)} |")
    return "\n".join(rows)


def _at(pin: int, used: dict[int, str]) -> str:
    if pin in used:
        return f"**{used[pin]}**, GPIO {BCM_OF_PIN[pin]}"
    return POWER[pin] if pin in POWER else f"GPIO {BCM_OF_PIN[pin]}"


def strip_table(wiring: Wiring) -> str:
    """Return the rows of the strip that joins common wires, with their numbers of pins."""
    screens = len(wiring.screens)
    ends = "every switch and lamp, the buzzer, GND of both displays"
    grounds = GROUNDS[:2]
    rows = [
        "| row | its pins | from the header's pin | to |",
        "|---|---|---|---|",
        f"| GND | {len(parts(wiring)) + screens + len(grounds)} | "
        f"{' and '.join(map(str, grounds))} | {ends} |",
        f"| 3V3 | {screens + 1} | 1 | VCC of both displays |",
    ]
    wires = list(bus_wires(wiring))
    for name, bcm in dict.fromkeys((wire.name, wire.bcm) for wire in wires):
        shared = sum((wire.name, wire.bcm) == (name, bcm) for wire in wires)
        if shared > 1:
            rows.append(f"| {name} | {shared + 1} | {HEADER[bcm]} | {name} of both displays |")
    return "\n".join(rows)


def panel_table() -> str:
    """Return the displays on sale, with the height and reading distance of their digits."""
    rows = [
        "| display | driver | bus | pixels | digits of 1:58:30 | readable from |",
        "|---|---|---|---|---|---|",
    ]
    for panel in PANELS:
        width, height = panel.size
        rows.append(
            f"| {panel.inches} inch | {panel.drivers} | {panel.bus} | {width}×{height} | "
            f"{panel.digits_mm:.1f} mm | {panel.read_at_m:.1f} m |"
        )
    return "\n".join(rows)
