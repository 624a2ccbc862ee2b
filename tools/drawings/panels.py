"""The displays on sale: the height of their digits, and the distance to read them from."""

from typing import NamedTuple

from clock.display.draw import draw
from clock.display.face import Face
from clock.rules.seats import LEFT, Colour

READ_AT = 200
"""Digits are read from this many times their height: 17 minutes of arc, between the 15 that guides
for control rooms ask for at least and the 20 that they prefer."""

_HOURS = "1:58:30"  # the longest time that is common, so the smallest digits


class Panel(NamedTuple):
    """A panel: its diagonal in inches, drivers, pixels, lit height in mm, and bus."""

    inches: str
    drivers: str
    size: tuple[int, int]
    lit_height_mm: float
    bus: str

    @property
    def pitch_mm(self) -> float:
        """The distance from a pixel to the next."""
        return self.lit_height_mm / self.size[1]

    @property
    def digits_mm(self) -> float:
        """The height of the digits of a time with hours on a face."""
        return digits_px(self.size) * self.pitch_mm

    @property
    def read_at_m(self) -> float:
        """The largest distance at which these digits can be read."""
        return self.digits_mm * READ_AT / 1000


# The lit areas are from the makers' data sheets; without a data sheet, measure the module.
PANELS = (
    Panel("0.96", "SSD1306, SSD1315", (128, 64), 10.86, "I²C"),
    Panel("1.3", "SH1106", (128, 64), 14.70, "I²C"),
    Panel("1.54", "SSD1309", (128, 64), 17.52, "I²C"),
    Panel("2.42", "SSD1309", (128, 64), 27.49, "I²C"),
    Panel("3.12", "SSD1322", (256, 64), 19.18, "SPI"),
)


def digits_px(size: tuple[int, int]) -> int:
    """Return the height in pixels of the digits of a running face with hours, as drawn."""
    face = Face(
        LEFT, _HOURS, Colour.BLACK, True, moves=12, quota=40, period=1, periods=2, signs=(),
        words=(), sentence="",
    )  # fmt: skip
    # On a narrow display the panel lies under the digits, on a wide one beside them.
    column = draw(face, size).crop((0, 0, size[0] // 4, size[1] - (19 if size[0] == 128 else 0)))
    box = column.getbbox()
    assert box is not None
    return box[3] - box[1]
