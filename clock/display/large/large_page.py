"""A page of a menu in colours: its title, its rows, and the buttons' words."""

from PIL import Image

from clock.display.drawing.targets import DrawnTarget, note_target
from clock.display.face import Page
from clock.display.large.canvas import (
    BLACK,
    GREY,
    WHITE,
    Canvas,
    broken,
    lettering,
    line,
    rounded,
)
from clock.display.large.large_signs import COLOURS, sign
from clock.text.rows import Key, one_text

_MARGIN = 12
_TITLE = 56
_ROW = 42
_TEXT = 28
_FOOT = 52


def draw_page(page: Page, size: tuple[int, int]) -> Image.Image:
    """Return a page as a picture in colours."""
    canvas = Canvas(size)
    px, margin = canvas.px, canvas.px(_MARGIN)
    title, width = px(_TITLE), size[0] - 2 * margin
    foot = px(_FOOT) if page.hint else margin
    place = _place(page)
    shown = lettering(place, px(_TEXT))
    canvas.put(shown, (size[0] - margin - shown.width, (title - shown.height) // 2), GREY)
    beside = shown.width + margin if place else 0
    top = (title - line(px(30))) // 2
    canvas.row(one_text(page.title), (margin, top, width - beside), px(30))
    canvas.header(title, lit=False)
    box = (0, title + margin // 2, size[0], size[1] - title - margin // 2 - foot)
    if page.picture:
        _put_code(canvas, page, box)
    elif page.entry:
        _put_entry(canvas, page, box)
    else:
        _put_rows(canvas, page, box)
    if page.sign is not None:
        large = sign(page.sign, px(88))
        at = (size[0] - large.width - px(28), size[1] // 2)
        canvas.put(large, at, COLOURS.get(page.sign))
    if page.hint:
        canvas.fill((px(4), size[1] - foot, size[0] - 2 * px(4), px(1)), GREY)
        canvas.row(page.hint, (margin, size[1] - foot + px(8), width), px(_TEXT))
    return canvas.image


def _put_rows(canvas: Canvas, page: Page, box: tuple[int, int, int, int]) -> None:
    left, top, width, height = box
    step, margin = canvas.px(_ROW), canvas.px(_MARGIN)
    room, count = max(1, height // step), len(page.rows)
    first = page.first if page.selected is None else page.selected - (room - 1) // 2
    first = max(0, min(first, count - room))
    if count > room:
        thumb, track = canvas.px(6), step * room
        long = max(thumb, track * room // count)
        start = top + (track - long) * first // (count - room)
        canvas.put(rounded(thumb, long, thumb // 2), (width - thumb, start), GREY)
        width -= thumb + margin // 2
    for i, each in enumerate(page.rows[first : first + room]):
        y, inks = top + step * i, (WHITE, BLACK)
        if page.selected is not None:
            target = DrawnTarget(Key.OK, (left, y, width, step), first + i - page.selected)
            note_target(canvas.image, target)
        if first + i == page.selected:
            rim = canvas.px(4)
            canvas.put(rounded(width - 2 * rim, step, canvas.px(8)), (left + rim, y), WHITE)
            inks = (BLACK, WHITE)
        at = (left + margin, y + canvas.px(3), width - 2 * margin)
        canvas.row(one_text(each), at, canvas.px(_TEXT), inks)


def _put_entry(canvas: Canvas, page: Page, box: tuple[int, int, int, int]) -> None:
    """Draw the first row large and lit, the others under it."""
    _, top, width, height = box
    first, *others = map(one_text, page.rows)
    margin, size = canvas.px(_MARGIN), canvas.px(64)
    while size > canvas.px(_TEXT) and lettering(first, size).width > width - 2 * margin:
        size -= canvas.px(4)
    tall, step = line(size) + canvas.px(16), canvas.px(_ROW)
    y = top + (height - tall - step * len(others)) // 2
    rim = canvas.px(4)
    canvas.put(rounded(width - 2 * rim, tall, canvas.px(8)), (rim, y), WHITE)
    large = lettering(first, size)
    canvas.put(large, ((width - large.width) // 2, y + canvas.px(8)), BLACK)
    for i, each in enumerate(others):
        small = lettering(each, canvas.px(_TEXT))
        canvas.put(small, ((width - small.width) // 2, y + tall + canvas.px(8) + step * i))


def _put_code(canvas: Canvas, page: Page, box: tuple[int, int, int, int]) -> None:
    """Draw a QR code, dark on a lit ground as phones want it, the rows large under it."""
    _, top, width, height = box
    size, text = len(page.picture), canvas.px(48)
    rows = [part for row in page.rows for part in broken(one_text(row), text, width)]
    whole = " ".join(rows)
    scale = (height - line(text) - canvas.px(16)) // (size + 4)
    code = Image.new("L", (size, size), 255)
    code.putdata([0 if each == "1" else 255 for line_ in page.picture for each in line_])
    code = code.resize((size * scale,) * 2, Image.Resampling.NEAREST)
    lit = code.width + 4 * scale
    left = (width - lit) // 2
    canvas.fill((left, top, lit, lit), (255, 255, 255))
    canvas.image.paste(code.convert("RGB"), (left + 2 * scale, top + 2 * scale))
    words = lettering(whole, text)
    canvas.put(words, ((width - words.width) // 2, top + lit + canvas.px(8)))


def _place(page: Page) -> str:
    """Where the selected row is among all: "3/9"."""
    if page.selected is None or not page.counted:
        return ""
    return f"{page.selected + 1}/{len(page.rows)}"
