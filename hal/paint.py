"""Brings a picture onto a mono display, with as few bytes on its bus as go.

luma's drivers send every frame whole and pack it pixel by pixel. Here it is packed by Pillow, and
only what changed is sent, as some windows of the controller's memory: pages of eight rows, a byte a
column.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from PIL import Image

WINDOW_BYTES = 10
"""What it costs to send a window more, in bytes on an I²C bus: addresses, and the window itself."""

# Columns that changed, as those of an exclusive or that are not zero. Fewer unchanged ones in
# between than a window costs are sent along.
_RUN = re.compile(rb"[^\0](?:\0{0,%d}[^\0])*" % (WINDOW_BYTES - 1), re.DOTALL)


Paint = Callable[[Image.Image, bool], None]
"""Brings a picture onto a device; a whole one if what the device shows is unknown."""


class Window(NamedTuple):
    """Pages from `top` to `bottom`, columns from `left` to `right`; both ends excluded."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def bytes(self) -> int:
        """What it costs to send, on an I²C bus."""
        return WINDOW_BYTES + (self.bottom - self.top) * (self.right - self.left)

    def with_(self, other: "Window") -> "Window":
        """The smallest window that holds both."""
        return Window(
            min(self.top, other.top),
            max(self.bottom, other.bottom),
            min(self.left, other.left),
            max(self.right, other.right),
        )


def painter(driver: str, device: Any) -> Paint | None:
    """The fast way onto a mono display; None where luma's own is taken."""
    if driver in ("ssd1306", "ssd1309", "ssd1315", "ssd1316", "ssd1305"):
        return WindowPainter(device, _send_window)
    if driver in _PAGE_OFFSETS:
        return WindowPainter(device, partial(_send_pages, _PAGE_OFFSETS[driver]))
    return None


class WindowPainter:
    """Sends what changed since the last picture."""

    def __init__(self, device: Any, send: Callable[[Any, list[bytes], Window], None]) -> None:
        self._device = device
        self._send = send
        self._pages: list[bytes] = []

    def __call__(self, image: Image.Image, whole: bool) -> None:
        """Send a picture; `whole` if what the device shows is unknown."""
        pages = pack(self._device.preprocess(image))
        windows = [_everything(pages)] if whole else changed(self._pages, pages)
        self._pages = pages
        for window in windows:
            self._send(self._device, pages, window)


def pack(image: Image.Image) -> list[bytes]:
    """A 1-bit picture as pages of eight rows, a byte a column, the lowest bit on top."""
    pages = image.height // 8
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return [columns[page::pages] for page in range(pages)]


def changed(old: list[bytes], new: list[bytes]) -> list[Window]:
    """Windows that hold every difference, in few bytes: never more than the whole picture."""
    windows: list[Window] = []
    for run in _runs(old, new):
        # One that ends where this run begins is taken on, if that costs less than another window.
        last = [index for index, each in enumerate(windows) if each.bottom >= run.top]
        grown = {index: windows[index].with_(run) for index in last}
        index = min(
            last, key=lambda each: grown[each].bytes - windows[each].bytes, default=len(windows)
        )
        if index < len(windows) and grown[index].bytes <= windows[index].bytes + run.bytes:
            windows[index] = grown[index]
        else:
            windows.append(run)
    whole = _everything(new)
    return [whole] if sum(each.bytes for each in windows) >= whole.bytes else windows


def _runs(old: list[bytes], new: list[bytes]) -> Iterator[Window]:
    """Each page's runs of columns that changed."""
    for page, columns in enumerate(new):
        if columns != old[page]:
            size = len(columns)
            differing = int.from_bytes(old[page], "big") ^ int.from_bytes(columns, "big")
            for run in _RUN.finditer(differing.to_bytes(size, "big")):
                yield Window(page, page + 1, run.start(), run.end())


def _everything(pages: list[bytes]) -> Window:
    return Window(0, len(pages), 0, len(pages[0]))


def _send_window(device: Any, pages: list[bytes], window: Window) -> None:
    """SSD1306 and its kin: set the window, then all bytes in one go."""
    top, bottom, left, right = window
    const, start = device._const, device._colstart
    device.command(
        const.COLUMNADDR, start + left, start + right - 1, const.PAGEADDR, top, bottom - 1
    )
    device.data(list(b"".join(page[left:right] for page in pages[top:bottom])))


# The column of the controller's memory at which the panel's first one is wired.
_PAGE_OFFSETS = {"sh1106": 2, "sh1107": 0, "ch1115": 2}


def _send_pages(offset: int, device: Any, pages: list[bytes], window: Window) -> None:
    """SH1106 and its kin, which have no window: page by page."""
    column = window.left + offset
    for page in range(window.top, window.bottom):
        device.command(0xB0 | page, column & 0x0F, 0x10 | column >> 4)
        device.data(list(pages[page][window.left : window.right]))
