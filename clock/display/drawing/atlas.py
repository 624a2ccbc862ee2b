"""The digits of the time, as shapes of our own: strokes with rounded corners, drawn once.

A digit is a skeleton in a unit cell, and a pen. One skeleton serves every size and both weights, so
the seat that runs (a broad pen) and the seat that rests (a fine one) show the same figures in the
same places. Straight edges fall on whole pixels: the pen's breadth and the cell are whole, and the
skeleton's outermost lines lie half a pen inside the cell.
"""

from functools import lru_cache
from itertools import pairwise, product
from math import acos, atan2, cos, hypot, pi, sin, tan

from PIL import Image, ImageChops, ImageDraw

_FINE = 8  # the grid a digit is drawn on, in steps of a pixel, before it is reduced to pixels
_ARC = 12  # the straight steps of an arc
_OUT = 2.0  # far outside the cell, in cells: a stroke that leaves it is cut flush with its edge

Point = tuple[float, float]
Node = tuple[float, float, float]
"""x and y in the unit cell, and how round the corner is there: 0 sharp, 1 as round as it goes."""

_WAIST = 0.455  # where bowls meet: above the middle, or a digit seems to hang
_W, _E = 0.05, 0.95  # the sides of an upper bowl, which is a little narrower than the lower one

Strokes = tuple[tuple[Node, ...], ...]

SHAPES: dict[str, Strokes] = {
    "0": (((0.5, 0, 0), (1, 0, 1), (1, 1, 1), (0, 1, 1), (0, 0, 1), (0.5, 0, 0)),),
    "1": (((0.14, 0.2, 0), (0.62, 0, 0), (0.62, _OUT, 0)),),
    "2": (((0, 0.27, 0), (0, 0, 1), (1, 0, 1), (1, 0.43, 0.8), (0, 1, 0), (_OUT, 1, 0)),),
    "3": (
        ((-_OUT, 0, 0), (1, 0, 0), (0.42, 0.42, 0)),
        ((0.42, 0.42, 0), (1, 0.42, 1), (1, 1, 1), (0, 1, 1), (0, 0.75, 0)),
    ),
    "4": (((0.62, -0.3, 0), (0, 0.7, 0), (_OUT, 0.7, 0)), ((0.78, 0.42, 0), (0.78, _OUT, 0))),
    "5": (
        ((_OUT, 0, 0), (0.04, 0, 0), (0.04, 0.42, 0)),
        ((0.04, 0.42, 0), (1, 0.42, 1), (1, 1, 1), (0, 1, 1), (0, 0.76, 0)),
    ),
    "6": (((1, 0.23, 0), (1, 0, 1), (0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 0.42, 1), (0, 0.42, 0)),),
    "7": (((-_OUT, 0, 0), (1, 0, 0), (0.3, 1.2, 0)),),
    "8": (
        ((0.5, 0, 0), (_E, 0, 1), (_E, _WAIST, 1), (_W, _WAIST, 1), (_W, 0, 1), (0.5, 0, 0)),
        ((0.5, _WAIST, 0), (1, _WAIST, 1), (1, 1, 1), (0, 1, 1), (0, _WAIST, 1), (0.5, _WAIST, 0)),
    ),
    "9": (((0, 0.77, 0), (0, 1, 1), (1, 1, 1), (1, 0, 1), (0, 0, 1), (0, 0.58, 1), (1, 0.58, 0)),),
    "-": (((0.08, 0.5, 0), (0.92, 0.5, 0)),),
}


def _rounded(nodes: list[Node], radius: float) -> list[Point]:
    """The line through the nodes, with its corners turned into arcs of at most `radius`."""
    line: list[Point] = [nodes[0][:2]]
    for before, (x, y, how), after in zip(nodes, nodes[1:], nodes[2:], strict=False):
        line += _arc(before[:2], (x, y), after[:2], radius * how) if how else [(x, y)]
    return [*line, nodes[-1][:2]]


def _arc(before: Point, corner: Point, after: Point, radius: float) -> list[Point]:
    """The arc that rounds a corner, from side to side."""
    x, y = corner
    a, b = hypot(before[0] - x, before[1] - y), hypot(after[0] - x, after[1] - y)
    ax, ay = (before[0] - x) / a, (before[1] - y) / a
    bx, by = (after[0] - x) / b, (after[1] - y) / b
    half = acos(ax * bx + ay * by) / 2
    # A short side leaves less room for the arc than the radius would take.
    reach = min(radius / tan(half), a * 0.98, b * 0.98)
    away = reach / cos(half) / hypot(ax + bx, ay + by)
    ox, oy = x + (ax + bx) * away, y + (ay + by) * away
    start = atan2(y + ay * reach - oy, x + ax * reach - ox)
    sweep = atan2(y + by * reach - oy, x + bx * reach - ox) - start
    sweep = (sweep + pi) % (2 * pi) - pi
    r = reach * tan(half)
    return [
        (ox + r * cos(start + sweep * i / _ARC), oy + r * sin(start + sweep * i / _ARC))
        for i in range(_ARC + 1)
    ]


def _stroke(pen: ImageDraw.ImageDraw, line: list[Point], breadth: float) -> None:
    """Draw a line of a breadth: cut square at its ends, round at its corners."""
    h = breadth / 2
    for (ax, ay), (bx, by) in pairwise(line):
        long = hypot(bx - ax, by - ay)
        if long:
            nx, ny = (ay - by) / long * h, (bx - ax) / long * h
            pen.polygon(
                [(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)],
                fill=255,
            )
    for x, y in line[1:-1]:
        pen.ellipse((x - h, y - h, x + h - 1, y + h - 1), fill=255)


def roundness(across: float, down: float) -> float:
    """The radius of the roundest corner of a skeleton of this size."""
    return min(across * 0.5, down * 0.29)


def shade(strokes: Strokes, width: int, height: int, breadth: int, k: int = _FINE) -> Image.Image:
    """A digit with smooth edges: a picture in greys, drawn on a grid of `k` steps of a pixel."""
    fine = Image.new("L", (width * k, height * k), 0)
    pen = ImageDraw.Draw(fine)
    across, down = (width - breadth) * k, (height - breadth) * k
    edge = breadth * k / 2
    radius = roundness(across, down)
    for nodes in strokes:
        placed = [(edge + x * across, edge + y * down, how) for x, y, how in nodes]
        _stroke(pen, _rounded(placed, radius), breadth * k)
    return fine.reduce(k)


@lru_cache(maxsize=512)
def digit(char: str, width: int, height: int, breadth: int) -> Image.Image:
    """A digit, in a 1-bit image of `width` x `height` pixels, its strokes `breadth` pixels broad.

    Any other character is drawn as a dash.
    """
    smooth = shade(SHAPES.get(char, SHAPES["-"]), width, height, breadth)
    return smooth.point([255 if v >= 128 else 0 for v in range(256)]).convert("1")


@lru_cache(maxsize=32)
def dot(breadth: int) -> Image.Image:
    """The dot of a colon or a point: a 1-bit square of `breadth` pixels with its corners off."""
    dark = Image.new("1", (breadth, breadth))
    return lit(dark) if breadth > 4 else ImageChops.invert(dark)


def lit(image: Image.Image) -> Image.Image:
    """A picture that is dark on a lit ground, whose corners are off."""
    image = ImageChops.invert(image)
    right, bottom = image.width - 1, image.height - 1
    ImageDraw.Draw(image).point([(0, 0), (right, 0), (0, bottom), (right, bottom)], fill=0)
    return image


def twice(small: Image.Image) -> Image.Image:
    """A 1-bit bitmap at twice its size, its stairs made slopes (Scale2x).

    The corner of two long strokes stays: without it a D is an O.
    """
    w, h = small.size
    pixels = [[bool(small.getpixel((x, y))) for x in range(w)] for y in range(h)]

    def at(x: int, y: int) -> bool:
        return 0 <= x < w and 0 <= y < h and pixels[y][x]

    image = Image.new("1", (2 * w, 2 * h))
    for y in range(h):
        for x in range(w):
            up, down, left, right = at(x, y - 1), at(x, y + 1), at(x - 1, y), at(x + 1, y)
            # A quarter takes the value of its two neighbours where these two alone agree.
            for (dx, beside), (dy, over) in product(
                enumerate((left, right)), enumerate((up, down))
            ):
                alone = beside == over and left != right and up != down
                corner = pixels[y][x] and at(x + 2 - 4 * dx, y) and at(x, y + 2 - 4 * dy)
                if beside if alone and not corner else pixels[y][x]:
                    image.putpixel((2 * x + dx, 2 * y + dy), 255)
    return image
