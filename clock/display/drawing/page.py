"""A page of a menu as an image: its title, the rows with the selected one lit, and the hint."""

from PIL import Image, ImageDraw, ImageOps

from clock.display.drawing.signs import large_sign
from clock.display.drawing.targets import DrawnTarget, note_target
from clock.display.drawing.text import (
    ADVANCE,
    ROW,
    large_row,
    put_ends,
    put_row,
    row,
    wrap,
    wrap_row,
)
from clock.display.face import Page
from clock.text.glyphs import fits, is_syllable, plain
from clock.text.rows import AnyRow, Key, Words, ends, in_words, one_text

_NARROW_ROWS = 4
_WIDE_ROWS = 6
_SIDE = 120  # pixels of the left part of a wide page, for the title and the hint
_SIDE_COLUMNS = _SIDE // ADVANCE
_LARGE_COLUMNS = _SIDE // (2 * ADVANCE)
_WIDE_COLUMNS = 256 // ADVANCE
_LARGE_ROW = 2 * ROW + 1
_FOOT = 53
"""Where the dots over the hint are."""
_BESIDE_BAR = 4
"""Pixels from a row's text to the mark of where the rows are, that mark included."""


def narrow_page(page: Page, width: int = 128) -> Image.Image:
    """A page of title, four rows and hint; an entry looks like this on a wide display as well."""
    if page.picture:
        return _picture(page, width)
    image = Image.new("1", (width, 64))
    pen = ImageDraw.Draw(image)
    place = _place(page)
    image.paste(row(one_text(page.title), narrow_room(page, width)), (1, 0))
    if place:
        image.paste(row(place, 8), (width - 1 - ADVANCE * len(place), 0))
    pen.line((0, 10, width - 1, 10), fill=255)
    is_large = len(page.rows) == 1 and fits(one_text(page.rows[0]), width // (2 * ADVANCE))
    if page.entry and (is_large or width > 128):
        _put_entry(image, page)
    else:
        _put_rows(image, page, (0, 12, width), _NARROW_ROWS)
    _put_sign(image, page)
    if page.hint:
        pen.point([(x, _FOOT) for x in range(0, width, 2)], fill=255)
        put_ends(image, page.hint, 1, _FOOT + 1)
    return image


def narrow_room(page: Page, width: int = 128) -> int:
    """How many columns the title of a narrow page has, beside the place of the selected row."""
    place = _place(page)
    return width // ADVANCE - (len(place) + 1 if place else 0)


def wide_page(page: Page) -> Image.Image:
    """A page on 256 x 64 pixels: title and hint at the left, six rows at the right."""
    if page.entry or page.picture:
        return narrow_page(page, 256)
    image = Image.new("1", (256, 64))
    pen = ImageDraw.Draw(image)
    title = one_text(page.title)
    words = plain(title).split()
    lines = wrap(title, _LARGE_COLUMNS, 2)
    if " ".join(lines).split() == words:
        # Hangul fills its row, where capitals leave room above them.
        step, top = (20, 0) if any(map(is_syllable, title)) else (18, -2)
        for i, line in enumerate(lines):
            image.paste(large_row(line, _LARGE_COLUMNS), (1, step * i + top))
    else:
        for i, line in enumerate(wrap(title, _SIDE_COLUMNS, 3)):
            image.paste(row(line, _SIDE_COLUMNS), (1, 1 + 11 * i))
    hints = _hints(page.hint)
    for i, each in enumerate(hints):
        put_row(image, each, _SIDE_COLUMNS, (1, 63 - ROW * (len(hints) - i)))
    pen.line((_SIDE + 2, 0, _SIDE + 2, 63), fill=255)
    _put_rows(image, page, (_SIDE + 6, 2, 250 - _SIDE), _WIDE_ROWS)
    _put_sign(image, page)
    return image


def _picture(page: Page, width: int) -> Image.Image:
    """A QR code, dark on a lit ground as phones want it, the title and large rows beside it."""
    image, size = Image.new("1", (width, 64)), len(page.picture)
    image.paste(255, (0, 0, 64, 64))
    code = Image.new("1", (size, size), 255)
    code.putdata([0 if each == "1" else 255 for line in page.picture for each in line])
    scale = 62 // size
    at = (64 - size * scale) // 2
    image.paste(code.resize((size * scale,) * 2, Image.Resampling.NEAREST), (at, at))
    columns = (width - 68) // ADVANCE
    image.paste(row(one_text(page.title), columns), (68, 1))
    for number, text in enumerate(page.rows):
        image.paste(large_row(one_text(text), columns // 2), (68, 16 + 22 * number))
    return image


def _put_entry(image: Image.Image, page: Page) -> None:
    """Draw the first row large and lit, between the title and the hint, the others under it."""
    first, *others = map(one_text, page.rows)
    height = _LARGE_ROW + (ROW + 3 if others else 0)
    top = 11 + (_FOOT - 11 - height) // 2
    lit = (0, top - any(map(is_syllable, first)), image.width - 1, top + _LARGE_ROW - 1)
    ImageDraw.Draw(image).rectangle(lit, fill=255)
    large = large_row(first, image.width // (2 * ADVANCE))
    image.paste(0, ((image.width - large.width) // 2, top), large)
    if others:
        beside = row("   ".join(others), _WIDE_COLUMNS)
        image.paste(beside, ((image.width - beside.width) // 2, top + height - ROW))


def _put_rows(image: Image.Image, page: Page, at: tuple[int, int, int], room: int) -> None:
    """Draw the rows in sight from left and top in a width, and a mark of where they are in all."""
    left, top, width = at
    first, count = _sight(page, room), len(page.rows)
    scrolls = count > room
    pen = ImageDraw.Draw(image)
    room_px = width - 1 - _BESIDE_BAR if scrolls else None
    columns = (width - 2) // ADVANCE
    sight = page.rows[first : first + room]
    shown = [one_text(each) for each in sight]
    # Hangul fills its row: the selected one is lit from a pixel above, the next ones keep away.
    spare = any(is_syllable(char) for text in shown for char in text)
    below = len(shown) if page.selected is None else page.selected - first + 1
    for i, (each, text) in enumerate(zip(sight, shown, strict=True)):
        y = top + ROW * i + (spare and i >= below)
        if page.selected is not None:
            box = (left, y, width, ROW)
            note_target(image, DrawnTarget(Key.OK, box, first + i - page.selected))
        if first + i == page.selected:
            pen.rectangle(
                (left, y - spare, left + width - (3 if scrolls else 1), y + ROW - 1), fill=255
            )
            image.paste(0, (left + 1, y), row(text, columns, room_px))
        elif any(isinstance(word, Key) for words in ends(each) for word in words):
            put_row(image, ends(each)[0], columns, (left + 1, y))
        else:
            image.paste(row(text, columns, room_px), (left + 1, y))
    if scrolls:
        track, x = ROW * room, left + width - 1
        thumb = max(4, track * room // count)
        start = top + (track - thumb) * first // (count - room)
        pen.point([(x, y) for y in range(top, top + track, 3)], fill=255)
        pen.line((x, start, x, start + thumb - 1), fill=255)


def _put_sign(image: Image.Image, page: Page) -> None:
    """Draw the sign that is explained large, at the right of the rows."""
    if page.sign is not None:
        picture = ImageOps.expand(large_sign(page.sign), 4)
        image.paste(picture, (image.width - 4 - picture.width, 32 - picture.height // 2))


def _sight(page: Page, room: int) -> int:
    """The first row in sight: the selected one stands in the middle where it can."""
    first = page.first if page.selected is None else page.selected - (room - 1) // 2
    return max(0, min(first, len(page.rows) - room))


def _place(page: Page) -> str:
    """Where the selected row is among all, for a narrow page that scrolls: "3/9"."""
    if page.selected is None or not page.counted or len(page.rows) <= _NARROW_ROWS:
        return ""
    return f"{page.selected + 1}/{len(page.rows)}"


def _hints(hint: AnyRow) -> tuple[Words, ...]:
    """The hint in at most two rows: its two ends where they fit."""
    both = ends(hint)
    if len(both) == 2 and all(fits(in_words(each), _SIDE_COLUMNS) for each in both):
        return both
    return wrap_row(hint, _SIDE_COLUMNS, 2)
