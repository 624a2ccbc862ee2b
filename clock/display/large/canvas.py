"""A picture in colours to draw on, its type, and rows of words with their keys."""

from functools import cache, lru_cache
from math import ceil
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from clock.display.drawing.targets import DrawnTarget, note_target
from clock.text.rows import AnyRow, Key, Words, ends, label_of

Rgb = tuple[int, int, int]

BLACK, WHITE = (0, 0, 0), (242, 242, 242)
GREY = (168, 168, 168)
RED, AMBER, GREEN = (224, 32, 32), (240, 168, 0), (40, 160, 72)

UNIT = 400
"""A half of the smallest screen is so many units wide and high, at least."""
FINE = 4
"""Smooth shapes are drawn on a grid of so many steps of a pixel."""
LEAST = 0.72
"""A row that is too long is made smaller, down to this; then it is cut."""

_FONT = Path(__file__).with_name("Pretendard-SemiBold.otf")
"""Latin and all Hangul syllables in one face, under the SIL Open Font License; as published."""


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the type in a size in pixels."""
    return ImageFont.truetype(str(_FONT), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=512)
def lettering(text: str, size: int) -> Image.Image:
    """Return a text in greys, as wide as its letters and a line high."""
    face = font(size)
    image = Image.new("L", (max(1, ceil(face.getlength(text))), line(size)))
    ImageDraw.Draw(image).text((0, round(size * 0.95)), text, fill=255, font=face, anchor="ls")
    return image


def line(size: int) -> int:
    """Return the height of a line of type."""
    return round(size * 1.25)


@lru_cache(maxsize=64)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """Return a rectangle in greys with smooth round corners."""
    fine = Image.new("L", (width * FINE, height * FINE))
    box = (0, 0, width * FINE - 1, height * FINE - 1)
    ImageDraw.Draw(fine).rounded_rectangle(box, radius * FINE, fill=255)
    return fine.reduce(FINE)


@lru_cache(maxsize=8)
def card(size: tuple[int, int], colour: Rgb) -> Image.Image:
    """A ground of a colour with a dark rim, which keeps two lit halves apart."""
    image, unit = Image.new("RGB", size), min(size) / UNIT
    rim = round(4 * unit)
    shape = rounded(size[0] - 2 * rim, size[1] - 2 * rim, round(12 * unit))
    image.paste(colour, (rim, rim, size[0] - rim, size[1] - rim), shape)
    return image


class Canvas:
    """A picture of a size in pixels; `ink` is drawn on `ground`."""

    def __init__(self, size: tuple[int, int], ink: Rgb = WHITE, ground: Rgb = BLACK) -> None:
        self.image = card(size, ground).copy()  # drawn once: it is two thirds of a face's cost
        self.width, self.height = size
        self.ink, self.ground = ink, ground
        self._unit = min(size) / UNIT

    def px(self, units: float) -> int:
        """Return units in pixels, one at least."""
        return max(1, round(units * self._unit))

    def put(self, shape: Image.Image, at: tuple[int, int], colour: Rgb | None = None) -> None:
        """Draw a shape in greys in a colour, else in ink."""
        self.image.paste(
            colour or self.ink, (*at, at[0] + shape.width, at[1] + shape.height), shape
        )

    def header(self, height: int, *, lit: bool) -> None:
        """Light the ground of a title, or draw a line under it."""
        rim = self.px(4)
        if lit:
            self.put(rounded(self.width - 2 * rim, height - rim, self.px(8)), (rim, rim), WHITE)
        else:
            self.fill((rim, height - self.px(2), self.width - 2 * rim, self.px(2)), GREY)

    def fill(self, box: tuple[int, int, int, int], colour: Rgb) -> None:
        """Fill a box: left, top, width and height."""
        left, top, width, height = box
        self.image.paste(colour, (left, top, left + width, top + height))

    def text(self, text: str, at: tuple[int, int], size: int, colour: Rgb | None = None) -> int:
        """Write a text from left and top; return where it ends."""
        shape = lettering(text, size)
        self.put(shape, at, colour)
        return at[0] + shape.width

    def row(
        self,
        row: AnyRow,
        box: tuple[int, int, int],
        size: int,
        inks: tuple[Rgb, Rgb] | None = None,
    ) -> None:
        """Write a row in a box of left, top and width: its second end at the right.

        `inks` are the colours of words and of what stands on a key, else of the canvas.
        """
        left, top, width = box
        ink, ground = inks or (self.ink, self.ground)
        first, *second = ends(row)
        wanted = _width(first, size) + sum(_width(each, size) + size for each in second)
        smaller = max(int(size * LEAST), min(size, size * width // max(1, wanted)))
        top += round((size - smaller) * 0.95)  # on the same line
        right = left + width
        for words in second:
            room = max(width // 2, width - _width(first, smaller) - smaller)
            right -= min(room, _width(words, smaller))
            self._words(words, (right, top, left + width - right), smaller, (ink, ground))
            right -= smaller // 2
        self._words(first, (left, top, right - left), smaller, (ink, ground))

    def _words(
        self, words: Words, box: tuple[int, int, int], size: int, inks: tuple[Rgb, Rgb]
    ) -> None:
        left, top, width = box
        end, starts = left + width, list[tuple[Key, int]]()
        for word in words:
            if isinstance(word, Key):
                starts.append((word, left if starts else box[0]))
                self.put(_cap(word, size), (left, top), inks[0])
                label = lettering(word.value, size * 3 // 4)
                into = (_width((word,), size) - label.width) // 2
                self.put(label, (left + into, top + round(size * 0.22)), inks[1])
                left += _width((word,), size)
            else:
                shape = lettering(shortened(word, size, end - left), size)
                self.put(shape, (left, top), inks[0])
                left += shape.width
            left += _gap(size)
        for i, (key, start) in enumerate(starts):
            stop = min(end, starts[i + 1][1] if i + 1 < len(starts) else end)
            if stop > start:
                place = start, top, stop - start, line(size)
                note_target(self.image, DrawnTarget(key, place))


def _gap(size: int) -> int:
    return round(size * 0.32)


def _cap(key: Key, size: int) -> Image.Image:
    return rounded(_width((key,), size), line(size), size // 5)


def _width(words: Words, size: int) -> int:
    """The pixels of words and keys side by side."""
    wide = 0
    for word in words:
        shape = lettering(label_of(word), size * 3 // 4 if isinstance(word, Key) else size)
        wide += max(line(size), shape.width + size // 2) if isinstance(word, Key) else shape.width
        wide += _gap(size)
    return max(0, wide - _gap(size))


def shortened(text: str, size: int, room: int) -> str:
    """Return a text cut to a room in pixels, with an ellipsis at a word if possible."""
    if lettering(text, size).width <= room:
        return text
    while text and lettering(text.rstrip() + "…", size).width > room:
        text = text[:-1]
    return text.rstrip(" ,;:.-–") + "…" if text else ""


def broken(text: str, size: int, room: int) -> list[str]:
    """Return a text in lines of a room in pixels, broken at words."""
    found: list[str] = []
    for word in text.split():
        if found and lettering(f"{found[-1]} {word}", size).width <= room:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found
