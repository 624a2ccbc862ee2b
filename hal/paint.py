"""Brings a picture onto a mono display, with few bytes on its bus.

luma's drivers send every frame whole and pack it pixel by pixel. Here it is packed by Pillow, and
only the smallest window that holds every change is sent: several windows would save a tenth.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from PIL import Image, ImageChops

WINDOW_BYTES = 10
"""What it costs to send a window beside its bytes, on an I²C bus."""

Paint = Callable[[Image.Image, bool], None]
"""Brings a picture onto a device; a whole one if what the device shows is unknown."""


class Window(NamedTuple):
    """Of the controller's memory: pages of eight rows, a byte a column; ends excluded."""

    top: int
    bottom: int
    left: int
    right: int


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
        self._device, self._send = device, send
        self._shown: Image.Image | None = None

    def __call__(self, image: Image.Image, whole: bool) -> None:
        """Send a picture; `whole` if what the device shows is unknown."""
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
    """A 1-bit picture as pages of eight rows, a byte a column, the lowest bit on top."""
    pages = image.height // 8
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return [columns[page::pages] for page in range(pages)]


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
