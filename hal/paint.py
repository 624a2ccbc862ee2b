"""Send pictures to mono displays with few bytes on the bus.

luma's drivers send every frame whole (93 ms at 100 kHz) and pack it pixel by pixel (12 ms on a Pi
Zero). Here Pillow packs it, and only the smallest window around all changes is sent. Several
windows would save only another tenth.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from PIL import Image, ImageChops

WINDOW_BYTES = 10
"""The bytes on an I²C bus that a window costs besides its content."""

Paint = Callable[[Image.Image, bool], None]
"""Sends a picture to a device; the whole picture if the flag is set."""


class Window(NamedTuple):
    """Part of the controller's memory: pages of eight rows, a byte per column; ends excluded."""

    top: int
    bottom: int
    left: int
    right: int


def painter(driver: str, device: Any) -> Paint | None:
    """Return a mono display's painter; None if luma's own `display` is to be used."""
    if driver in ("ssd1306", "ssd1309", "ssd1315", "ssd1316", "ssd1305"):
        return WindowPainter(device, _send_window)
    if driver in _PAGE_OFFSETS:
        return WindowPainter(device, partial(_send_pages, _PAGE_OFFSETS[driver]))
    return None


class WindowPainter:
    """Sends the changes since the last picture."""

    def __init__(self, device: Any, send: Callable[[Any, list[bytes], Window], None]) -> None:
        self._device, self._send = device, send
        self._shown: Image.Image | None = None

    def __call__(self, image: Image.Image, whole: bool) -> None:
        """Send a picture, all of it if `whole`: the device's content may be unknown."""
        image, shown = self._device.preprocess(image), self._shown
        box: tuple[int, int, int, int] | None = (0, 0, *image.size)
        if shown is not None and not whole:
            box = ImageChops.logical_xor(shown, image).getbbox()
        self._shown = image
        if box is not None:
            left, top, right, bottom = box
            window = Window(top // 8, (bottom + 7) // 8, left, right)
            self._send(self._device, pack(image), window)


def pack(image: Image.Image) -> list[bytes]:
    """Pack a 1-bit picture into pages of eight rows, a byte per column, the lowest bit on top."""
    pages = image.height // 8
    # Transposed, a column's bytes follow one another, so a page is every `pages`-th byte: Pillow
    # packs in 0.02 ms what a loop over pixels packs in 0.4 ms.
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return [columns[page::pages] for page in range(pages)]


def _send_window(device: Any, pages: list[bytes], window: Window) -> None:
    """Send a window to an SSD1306 or the like: its bounds, then all its bytes at once."""
    top, bottom, left, right = window
    const, start = device._const, device._colstart
    device.command(
        const.COLUMNADDR, start + left, start + right - 1, const.PAGEADDR, top, bottom - 1
    )
    device.data(list(b"".join(page[left:right] for page in pages[top:bottom])))


# The column of the controller's memory at which the panel's first one is wired.
_PAGE_OFFSETS = {"sh1106": 2, "sh1107": 0, "ch1115": 2}


def _send_pages(offset: int, device: Any, pages: list[bytes], window: Window) -> None:
    """Send a window to an SH1106 or the like page by page: these controllers have no windows."""
    column = window.left + offset
    for page in range(window.top, window.bottom):
        device.command(0xB0 | page, column & 0x0F, 0x10 | column >> 4)
        device.data(list(pages[page][window.left : window.right]))
