"""Draw the case for two 2.42-inch displays from four sides, with its measures in mm."""

from typing import NamedTuple

import schemdraw.elements as elm

from tools.drawings.canvas import FAINT, INK, SHADE, TITLE, Sheet
from tools.drawings.measures import (
    BUTTONS,
    CLAPPER_LAMP,
    CLAPPER_LAMPS,
    DEPTH,
    FRONT,
    HEIGHT,
    LAMP,
    LAMPS_FROM_BACK,
    LEAN_DEG,
    MIDDLE,
    PLUNGER,
    PLUNGER_FROM_MIDDLE,
    PLUNGER_HEIGHT,
    RUNNING_FROM_MIDDLE,
    STOP,
    TOP,
    WIDTH,
    WINDOW,
    WINDOW_FROM_MIDDLE,
)
from tools.drawings.route import Point

_SIZE = 7.5
_GAP = 75.0  # between two views beside one another
_LAMP = "#c05600"
_SCREEN = "#1f2933"
_TOUCH = "#0b69a3"
_STOP = "#c81e1e"


class _View(NamedTuple):
    """A view of the case; its origin is the middle of its lower edge."""

    sheet: Sheet
    at: Point

    def point(self, x: float, y: float) -> Point:
        return self.at[0] + x, self.at[1] + y

    def box(self, x: float, y: float, size: tuple[float, float], fill: str, color: str) -> None:
        """Draw a rectangle centred at x, y."""
        w, h = size[0] / 2, size[1] / 2
        self.sheet.box(self.point(x - w, y - h), self.point(x + w, y + h), fill, color)

    def disc(self, x: float, y: float, across: float, color: str, fill: str = "#ffffff") -> None:
        circle = elm.Dot(radius=across / 2).at(self.point(x, y))
        self.sheet.add(circle.color(color).fill(fill).zorder(3))

    def text(self, x: float, y: float, text: str, color: str = INK, size: float = _SIZE) -> None:
        self.sheet.text(self.point(x, y), text, size=size, color=color)

    def across(self, x1: float, x2: float, y: float, what: float) -> None:
        """Draw a horizontal measure."""
        self._arrow((x1, y), (x2, y))
        self.text((x1 + x2) / 2, y + 4, f"{what:.0f}")

    def upright(self, y1: float, y2: float, x: float, what: float) -> None:
        """Draw a vertical measure."""
        self._arrow((x, y1), (x, y2))
        self.text(x + 6, (y1 + y2) / 2, f"{what:.0f}")

    def _arrow(self, one: Point, other: Point) -> None:
        line = elm.Line(arrow="<->", arrowwidth=2.2, arrowlength=3.5)
        line.at(self.point(*one)).to(self.point(*other))
        self.sheet.add(line.color(FAINT).linewidth(0.8))


def case_drawing() -> str:
    """Return the drawing as SVG."""
    sheet = Sheet(inches_per_unit=0.0265)
    right = WIDTH / 2 + _GAP + DEPTH / 2
    up = FRONT + 50.0
    sheet.text((right / 2 + 10, up + HEIGHT + 42), "Clapper, the case (mm)", size=TITLE)
    _front(_View(sheet, (0, 0)))
    _side(_View(sheet, (right, 0)))
    _top(_View(sheet, (0, up)))
    _back(_View(sheet, (right + DEPTH / 2 - 20, up)))
    sheet.edges((-WIDTH / 2 - 25, -38), (right + DEPTH / 2 - 20 + WIDTH / 2 + 20, up + HEIGHT + 55))
    return sheet.svg("Clapper, the case")


def _front(view: _View) -> None:
    view.text(0, -26, "front, at right angles to its slope", size=10)
    view.box(0, FRONT / 2, (WIDTH, FRONT), SHADE, INK)
    for way, name in ((-1, "left"), (1, "right")):
        x = way * WINDOW_FROM_MIDDLE
        view.box(x, MIDDLE, WINDOW, _SCREEN, INK)
        view.text(x, MIDDLE, f"{name} display", color="#ffffff")
        view.disc(x, CLAPPER_LAMPS, CLAPPER_LAMP, _LAMP)
        view.text(x, CLAPPER_LAMPS - 8, f"{name} clapper lamp", color=_LAMP)
    for button in BUTTONS:
        name, x, y, across = button
        color = _STOP if button == STOP else _TOUCH
        view.disc(x, y, across, color)
        view.text(x, y, name, color=color, size=6.5 if button == STOP else _SIZE)
    view.across(-WIDTH / 2, WIDTH / 2, -12, WIDTH)
    view.upright(0, FRONT, WIDTH / 2 + 8, FRONT)
    half = WINDOW[0] / 2
    view.across(-WINDOW_FROM_MIDDLE - half, -WINDOW_FROM_MIDDLE + half, 12, WINDOW[0])
    view.upright(MIDDLE - 15, MIDDLE + 15, -WINDOW_FROM_MIDDLE + half + 3, WINDOW[1])


def _side(view: _View) -> None:
    view.text(0, -26, "from the right", size=10)
    front, back, edge = -DEPTH / 2, DEPTH / 2, DEPTH / 2 - TOP
    corners = [(front, 0.0), (back, 0.0), (back, HEIGHT), (edge, HEIGHT), (front, 0.0)]
    view.sheet.line(*(view.point(*corner) for corner in corners))
    view.box(
        edge + TOP / 2, HEIGHT + PLUNGER_HEIGHT / 2, (PLUNGER[1], PLUNGER_HEIGHT), "#ffffff", _TOUCH
    )
    view.disc(back - LAMPS_FROM_BACK, HEIGHT + 4, LAMP, _LAMP)
    view.text(front + 6, HEIGHT - 10, f"leans back\n{LEAN_DEG:.0f}°")
    view.across(front, back, -12, DEPTH)
    view.upright(0, HEIGHT, back + 8, HEIGHT)
    view.across(edge, back, HEIGHT + 14, TOP)
    view.text(16, 24, "Pi and\npower bank")


def _top(view: _View) -> None:
    view.text(0, -14, "from above", size=10)
    slope = DEPTH - TOP
    view.box(0, DEPTH / 2, (WIDTH, DEPTH), "#ffffff", INK)
    view.box(0, slope + TOP / 2, (WIDTH, TOP), SHADE, INK)
    for way, name in ((-1, "left"), (1, "right")):
        x = way * PLUNGER_FROM_MIDDLE
        view.box(x, slope + TOP / 2, PLUNGER, "#ffffff", _TOUCH)
        view.text(x, slope + TOP / 2, f"{name}\nplunger", color=_TOUCH)
        view.disc(way * RUNNING_FROM_MIDDLE, DEPTH - LAMPS_FROM_BACK, LAMP, _LAMP)
        view.text(way * RUNNING_FROM_MIDDLE, DEPTH - 24, f"{name}\nrunning lamp", color=_LAMP)
    view.disc(0, DEPTH - LAMPS_FROM_BACK, LAMP, _LAMP)
    view.text(0, DEPTH - 24, "referee\nlamp", color=_LAMP)
    view.text(0, slope / 2, "the front's slope", color=FAINT)
    left = -PLUNGER_FROM_MIDDLE
    view.across(left - PLUNGER[0] / 2, left + PLUNGER[0] / 2, DEPTH + 4, PLUNGER[0])
    view.upright(slope, DEPTH, WIDTH / 2 + 8, TOP)
    view.upright(0, slope, WIDTH / 2 + 8, slope)


def _back(view: _View) -> None:
    view.text(0, -14, "from behind", size=10)
    view.box(0, HEIGHT / 2, (WIDTH, HEIGHT), SHADE, INK)
    for way, name in ((-1, "right"), (1, "left")):
        view.disc(way * RUNNING_FROM_MIDDLE, HEIGHT + 4, LAMP, _LAMP)
        view.text(way * RUNNING_FROM_MIDDLE, HEIGHT + 13, f"{name} running lamp", color=_LAMP)
        x = way * PLUNGER_FROM_MIDDLE
        view.box(x, HEIGHT + PLUNGER_HEIGHT / 2, (PLUNGER[0], PLUNGER_HEIGHT), "#ffffff", _TOUCH)
    view.disc(0, HEIGHT + 4, LAMP, _LAMP)
    view.box(0, 34, (90, 44), "#ffffff", FAINT)
    view.text(0, 34, "lid: Pi, its card, power bank")
    view.box(-80, 16, (12, 7), "#ffffff", INK)
    view.text(-80, 26, "power")
    for x in (72, 78, 84):
        for y in (14, 20, 26):
            view.disc(x, y, 3, INK)
    view.text(78, 35, "buzzer")
