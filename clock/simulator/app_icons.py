"""The page's icons, for phones and desktops: drawn from the shapes of its icon.svg."""

import re
from functools import cache
from io import BytesIO
from xml.etree.ElementTree import Element, fromstring

from PIL import Image, ImageDraw

from clock.simulator.page_files import source_of

TABLE = "#cfc7b8"
"""The colour of the table that the clock stands on."""
_FINE = 4
"""It is drawn so many times larger, so that its edges are smooth."""


@cache
def icon(size: int, share: float = 1.0, background: str = "") -> bytes:
    """Return a square PNG of `size` pixels, with the clock on `share` of its side."""
    picture = fromstring(source_of("icon.svg"))
    side = float(picture.get("viewBox", "").split()[2])
    image = Image.new("RGBA", (size * _FINE, size * _FINE), background or (0, 0, 0, 0))
    pencil, unit = ImageDraw.Draw(image), size * _FINE * share / side
    margin = size * _FINE * (1 - share) / 2
    for shape in picture:
        _draw(pencil, shape, unit, margin)
    content = BytesIO()
    image.resize((size, size), Image.Resampling.LANCZOS).save(content, "png")
    return content.getvalue()


def _draw(pencil: ImageDraw.ImageDraw, shape: Element, unit: float, margin: float) -> None:
    """Draw a rectangle, a circle, or a path of level lines."""

    def at(x: float, y: float) -> tuple[float, float]:
        return margin + x * unit, margin + y * unit

    number = {name: float(text) for name, text in shape.items() if re.fullmatch(r"[\d.]+", text)}
    match shape.tag.rpartition("}")[2]:
        case "rect":
            x, y = number["x"], number["y"]
            box = (*at(x, y), *at(x + number["width"], y + number["height"]))
            pencil.rounded_rectangle(box, number["rx"] * unit, shape.get("fill"))
        case "circle":
            x, y, r = number["cx"], number["cy"], number["r"]
            pencil.ellipse((*at(x - r, y - r), *at(x + r, y + r)), shape.get("fill"))
        case "path":
            half = number["stroke-width"] / 2
            for line in re.findall(r"M(\d+) (\d+)h(\d+)", shape.get("d", "")):
                x, y, length = map(float, line)
                box = (*at(x, y - half), *at(x + length, y + half))
                pencil.rectangle(box, shape.get("stroke"))
