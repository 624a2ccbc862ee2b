"""hardware.md tells the wiring that the code has."""

import re
from pathlib import Path

from hal.wiring import DEFAULT

DOC = Path(__file__).parent.parent / "hardware.md"

# BCM numbers of the 40-pin header, by header pin; the rest is power, ground and the HAT's memory.
HEADER = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10,
    21: 9, 22: 25, 23: 11, 24: 8, 26: 7, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26,
    38: 20, 40: 21,
}  # fmt: skip


def rows() -> dict[str, tuple[int, int]]:
    """The wiring table: part → (BCM number, header pin)."""
    found = re.findall(r"^\| ([^|]+?) \| (\d+) \| (\d+) \|$", DOC.read_text(), re.MULTILINE)
    return {part: (int(bcm), int(pin)) for part, bcm, pin in found}


def test_the_wiring_table_says_what_the_wiring_is() -> None:
    told = {part: bcm for part, (bcm, _) in rows().items() if "displays" not in part}
    lines = {_said(line.value): pin for line, pin in DEFAULT.lines.items()}
    lamps = {f"{_said(name.value)} lamp": lamp.pin for name, lamp in DEFAULT.lamps.items()}
    assert DEFAULT.buzzer is not None
    assert told == {**lines, **lamps, "buzzer (passive)": DEFAULT.buzzer.pin}


def test_every_header_pin_of_the_table_carries_its_bcm_number() -> None:
    for part, (bcm, pin) in rows().items():
        assert HEADER[pin] == bcm, part


def _said(name: str) -> str:
    words = name.replace("_", " ")
    return words.capitalize() if words in ("stop", "minus", "plus") else words.replace("ok", "OK")
