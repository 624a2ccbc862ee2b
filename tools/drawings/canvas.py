"""A sheet of schemdraw, with the colours and letter sizes of all pictures."""

import re
from itertools import pairwise
from typing import Any, Literal

import schemdraw
import schemdraw.elements as elm
from schemdraw.backends import svg
from schemdraw.segments import SegmentText

from tools.drawings.route import Point

INK = "#1f2933"
FAINT = "#9aa5b1"
PAPER = "#ffffff"
SHADE = "#f3f5f7"
SMALL = 9.0
PLAIN = 10.5
TITLE = 15.0

_VIEW = re.compile(r'viewBox="([^"]*)"')
_BETWEEN = re.compile(r"><(?=path|circle|polygon|polyline|text|/svg)")
_LONG = re.compile(r"-?\d+\.\d{3,}")  # the last digits may differ between machines


class Sheet:
    """A white sheet; lengths are in its unit, and y points up."""

    def __init__(self, inches_per_unit: float) -> None:
        svg.config.text = "text"  # not paths: people can search the text, and tests read it
        self.drawing = schemdraw.Drawing(canvas="svg", show=False)
        self.drawing.config(
            inches_per_unit=inches_per_unit, fontsize=PLAIN, lw=1.4, color=INK, bgcolor=PAPER,
            margin=0.4,
        )  # fmt: skip

    def add(self, element: Any) -> Any:
        """Add a schemdraw element at its own place."""
        return self.drawing.add(element)

    def line(self, *points: Point, color: str = INK, ls: str = "-", lw: float = 1.4) -> None:
        """Draw a line through points."""
        for start, end in pairwise(points):
            if start != end:
                self.add(elm.Line().at(start).to(end).color(color).linestyle(ls).linewidth(lw))

    def text(
        self,
        at: Point,
        text: str,
        align: Literal["left", "center", "right"] = "center",
        size: float = PLAIN,
        color: str = INK,
        turned: bool = False,
    ) -> None:
        """Write a text at a point; aligned "left" it begins there, "right" it ends there."""
        element = elm.Element()
        element.segments.append(
            SegmentText(
                (0, 0), text, align=(align, "center"), fontsize=size, color=color,
                rotation=90 if turned else 0,
            )
        )  # fmt: skip
        self.add(element.at(at).theta(0).zorder(5))

    def box(self, one: Point, other: Point, fill: str = PAPER, color: str = INK) -> None:
        """Draw a rectangle between two corners."""
        self.add(elm.Rect(one, other, fill=fill, lw=1.4).at((0, 0)).theta(0).color(color).zorder(1))

    def edges(self, one: Point, other: Point) -> None:
        """Make the sheet large enough for two corners."""
        # Otherwise letters at the edges would stick out of the sheet.
        self.add(elm.Rect(one, other, lw=0.1).at((0, 0)).theta(0).color(PAPER))

    def svg(self, title: str) -> str:
        """Return the sheet as SVG, an element per line, with a title for screen readers."""
        text = self.drawing.get_imagedata("svg").decode("utf-8")
        text = _LONG.sub(lambda number: f"{float(number[0]):.2f}", text)
        # Outside Linux no browser knows the family "sans".
        text = text.replace('font-family="sans"', 'font-family="Helvetica, Arial, sans-serif"')
        text = _BETWEEN.sub(">\n<", text)
        head, mark, rest = text.partition(">\n")
        view = _VIEW.search(head)
        assert view is not None
        left, top, width, height = view[1].split()
        paper = f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{PAPER}" />'
        return f"{head}{mark}<title>{title}</title>\n{paper}\n{rest.rstrip()}\n"
