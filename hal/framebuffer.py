"""One screen for both faces: an HDMI or DSI screen that the kernel has as a framebuffer.

luma's own `linux_framebuffer` takes 37 to 69 ms for 800 x 480 pixels and takes the width for the
length of a row. Here only the box that changed is sent, in one copy a row.
"""

import mmap
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops

from hal.keys import PLACES
from hal.message import Message
from hal.oled import LumaScreen, ScreenError
from hal.ports import Frame, ScreenName, Target
from hal.wiring import FramebufferWiring

GAMMA = 2.2
"""A screen's light is the power of a pixel's value; a display's contrast is light."""
FULL = 0xFF
DEPTHS = (16, 32)
"""Bits a pixel that can be painted: RGB565, and XRGB8888."""
MOST = 0.9
"""A half whose middle changes over so much of its height is sent whole."""
UNKNOWN = (800, 480)
"""The size of a screen that was never there: the faces are drawn again once it is known."""

_TURNS = {
    1: Image.Transpose.ROTATE_270,  # Pillow turns to the left
    2: Image.Transpose.ROTATE_180,
    3: Image.Transpose.ROTATE_90,
}

Bounds = tuple[int, int, int, int]
"""Left, top, right, bottom; ends excluded."""


class Geometry(NamedTuple):
    """A framebuffer's size in pixels, the bytes of a row in memory, and the bits of a pixel."""

    width: int
    height: int
    stride: int
    depth: int


class Place(NamedTuple):
    """Where a face is on the screen, and how many quarter turns it is turned clockwise."""

    box: Bounds
    turns: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height as the player sees them."""
        left, top, right, bottom = self.box
        return _turned_size((right - left, bottom - top), self.turns)


def turned(box: Bounds, size: tuple[int, int], turns: int) -> Bounds:
    """Return where a box of a picture is once the picture is turned clockwise by quarters."""
    (left, top, right, bottom), (width, height) = box, size
    match turns % 4:
        case 1:
            return height - bottom, left, height - top, right
        case 2:
            return width - right, height - bottom, width - left, height - top
        case 3:
            return top, width - right, bottom, width - left
    return box


def _turned_size(size: tuple[int, int], turns: int) -> tuple[int, int]:
    return (size[1], size[0]) if turns % 2 else size


def place(wiring: FramebufferWiring, side: ScreenName, size: tuple[int, int]) -> Place:
    """Return a side's place on a screen of a size in pixels; raises ScreenError if upright."""
    seen = _turned_size(size, wiring.rotate)
    if seen[0] < seen[1]:
        upright = "{width}x{height} stands upright: set `rotate` to {one} or {other}"
        turns = (wiring.rotate + 1) % 4, (wiring.rotate + 3) % 4
        one, other = sorted(turns)
        values = {"width": size[0], "height": size[1], "one": one, "other": other}
        raise ScreenError(Message(upright, **values))
    half = seen[0] // 2
    is_left = side is ScreenName.LEFT
    box = (0, 0, half, seen[1]) if is_left else (seen[0] - half, 0, seen[0], seen[1])
    towards = 0 if wiring.layout == "beside" else 1 if is_left else 3
    return Place(turned(box, seen, wiring.rotate), (towards + wiring.rotate) % 4)


def pack(image: Image.Image, depth: int) -> bytes:
    """Return an RGB picture's bytes in memory, at 32 or 16 bits a pixel."""
    if depth == 32:
        # Pillow's "BGRX" takes three times as long as "XBGR", which is the same a byte later.
        return image.tobytes("raw", "XBGR")[1:] + b"\0"
    red, green, blue = image.split()  # Pillow packs no RGB565
    high = ImageChops.add(red.point(_bits(0xF8, 0)), green.point(_bits(0xE0, 5)))
    low = ImageChops.add(green.point(_bits(0x1C, -3)), blue.point(_bits(0xF8, 3)))
    return Image.merge("LA", (low, high)).tobytes()


def _changed(old: Image.Image, new: Image.Image) -> Bounds | None:
    """Where two pictures differ; all of them, if their middle does from top to bottom.

    A half that is lit changes nearly everywhere: looking where takes as long as sending it.
    """
    width, height = new.size
    middle = width // 2, 0, width // 2 + 1, height
    found = ImageChops.difference(old.crop(middle), new.crop(middle)).getbbox()
    if found is not None and found[3] - found[1] > height * MOST:
        return 0, 0, width, height
    return ImageChops.difference(old, new).getbbox()


def _bits(mask: int, right: int) -> list[int]:
    return [(value & mask) >> right if right >= 0 else (value & mask) << -right
            for value in range(256)]  # fmt: skip


class ShownHalf(NamedTuple):
    """A side of the screen: its place on the panel, and its drawn keys."""

    place: Place
    targets: tuple[Target, ...]


class Glass:
    """What is where on the screen, for the device in front of it."""

    def __init__(self) -> None:
        self.size: Callable[[], tuple[int, int]] = lambda: (0, 0)
        """The panel's size in pixels."""
        self.sides: dict[ScreenName, Callable[[], ShownHalf]] = {}

    def place_at(self, across: float, down: float) -> int | None:
        """Return what is touched at a point of the panel, whose sides are 1 long."""
        width, height = self.size()
        x, y = min(int(across * width), width - 1), min(int(down * height), height - 1)
        for side, shown in self.sides.items():
            place, targets = shown()
            left, top, right, bottom = place.box
            if left <= x < right and top <= y < bottom:
                point = x - left, y - top, x - left + 1, y - top + 1
                seen = turned(point, (right - left, bottom - top), -place.turns)
                return _drawn(seen[:2], targets) or PLACES[side]
        return None


def _drawn(point: tuple[int, ...], targets: tuple[Target, ...]) -> int | None:
    """Return the drawn key at a point of a face, the last that was drawn."""
    x, y = point
    for line, (left, top, width, height), steps in reversed(targets):
        if left <= x < left + width and top <= y < top + height:
            if steps:  # a row that is not selected: the bar goes towards it
                return PLACES["plus" if steps > 0 else "minus"]
            return PLACES.get(line)
    return None


class Half:
    """A side of a framebuffer, with what `LumaScreen` asks of luma's devices.

    `root` is where /dev and /sys are. Raises OSError and ScreenError while the screen is missing.
    """

    persist = True

    def __init__(self, wiring: FramebufferWiring, side: ScreenName, root: Path = Path("/")) -> None:
        self._wiring, self._side = wiring, side
        self._device = root / wiring.device.lstrip("/")
        self._sys = root / "sys/class/graphics" / self._device.name
        self._consoles = root / "sys/class/vtconsole"
        self._memory: mmap.mmap | None = None
        self._geometry = Geometry(*UNKNOWN, 0, 0)
        self._node = 0
        self._picture: Image.Image | None = None
        self._levels: list[int] | None = None
        with suppress(OSError, ScreenError):  # it may come later
            self._geometry = read_geometry(self._sys)
        self._place = Place((0, 0, UNKNOWN[0] // 2, UNKNOWN[1]), 0)
        with suppress(ScreenError):
            self._place = place(wiring, side, self._geometry[:2])

    @property
    def place(self) -> Place:
        return self._place

    @property
    def panel(self) -> tuple[int, int]:
        """The whole screen's size in pixels."""
        return self._geometry[:2]

    @property
    def width(self) -> int:
        return self._place.size[0]

    @property
    def height(self) -> int:
        return self._place.size[1]

    def restart(self) -> None:
        """Open the framebuffer again, whatever its size is now, and take the console off it."""
        self.cleanup()
        look_for_plug(self._sys)
        geometry = read_geometry(self._sys)
        self._place = place(self._wiring, self._side, geometry[:2])
        length = geometry.stride * geometry.height
        with self._device.open("r+b", buffering=0) as file:
            self._memory = mmap.mmap(file.fileno(), length)
            self._node = os.fstat(file.fileno()).st_ino
        self._geometry = geometry
        free_of_console(self._consoles)
        self.refresh()

    def refresh(self) -> None:
        """Forget what is shown, because something else may have written over it."""
        self._picture = self._levels = None

    def lost(self) -> bool:
        """Return whether it is another screen now; raises if it is missing or unplugged."""
        node = os.stat(self._device).st_ino
        look_for_plug(self._sys)
        if (node, read_geometry(self._sys)) == (self._node, self._geometry):
            return False
        self.restart()
        return True

    def contrast(self, level: int) -> None:
        """Set the light of the brightest pixel, to FULL."""
        scale = (level / FULL) ** (1 / GAMMA)
        self._levels = [round(value * scale) for value in range(256)] * 3
        if self._picture is not None:
            self._write((0, 0, *self._place.size))

    def paint(self, image: Image.Image, whole: bool) -> None:
        """Show a picture, all of it if `whole`; with a wrong size the side is dark."""
        size, shown = self._place.size, self._picture
        image = image if image.size == size else Image.new("RGB", size)
        image = image if image.mode == "RGB" else image.convert("RGB")
        self._picture = image
        box = (0, 0, *size) if shown is None or whole else _changed(shown, image)
        if box is not None:
            self._write(box)

    def _write(self, box: Bounds) -> None:
        assert self._picture is not None
        assert self._memory is not None
        part = self._picture
        if box != (0, 0, *part.size):
            part = part.crop(box)
        if self._levels is not None:
            part = part.point(self._levels)
        if self._place.turns:
            part = part.transpose(_TURNS[self._place.turns])
        left, top, right, bottom = turned(box, self._place.size, self._place.turns)
        count = self._geometry.depth // 8
        content, row = memoryview(pack(part, self._geometry.depth)), (right - left) * count
        start = (self._place.box[1] + top) * self._geometry.stride
        start += (self._place.box[0] + left) * count
        for i in range(bottom - top):
            at = start + i * self._geometry.stride
            self._memory[at : at + row] = content[i * row : (i + 1) * row]

    def cleanup(self) -> None:
        """Leave the framebuffer; the picture stays."""
        memory, self._memory = self._memory, None
        if memory is not None:
            memory.close()


def read_geometry(graphics: Path) -> Geometry:
    """Read what /sys says of a framebuffer; raises OSError, and ScreenError for another depth."""

    def read(name: str) -> str:
        return (graphics / name).read_text().strip()

    width, height = map(int, read("virtual_size").split(","))
    geometry = Geometry(width, height, int(read("stride")), int(read("bits_per_pixel")))
    if geometry.depth not in DEPTHS:
        shallow = "{depth} bits a pixel cannot be painted: expected 32 or 16"
        raise ScreenError(Message(shallow, depth=geometry.depth))
    return geometry


def look_for_plug(graphics: Path) -> None:
    """Raise ScreenError if the graphics card has connectors, and none has a screen."""
    found = graphics.glob("device/drm/card*/card*-*/status")
    states = [each.read_text().strip() for each in found]
    if states and "connected" not in states:
        raise ScreenError(Message("no screen is plugged in"))


def is_free_of_console(folder: Path) -> bool:
    """Return whether no text console writes on the screen."""
    return all(bind.read_text().strip() == "0" for bind in _consoles(folder))


def free_of_console(folder: Path) -> None:
    """Take the text console off the screen where that is permitted: only root may."""
    for bind in _consoles(folder):
        if bind.read_text().strip() != "0":
            with suppress(OSError):
                bind.write_text("0")


def _consoles(folder: Path) -> Iterator[Path]:
    for name in folder.glob("vtcon*/name"):
        if "frame buffer" in name.read_text():
            yield name.with_name("bind")


class HalfScreen(LumaScreen):
    """A side of the screen, with its drawn keys for a touch device."""

    targets: tuple[Target, ...] = ()

    def show(self, frame: Frame) -> None:
        self.targets = frame.targets
        super().show(frame)


def open_half(
    wiring: FramebufferWiring,
    side: ScreenName,
    root: Path = Path("/"),
    glass: Glass | None = None,
) -> LumaScreen:
    """Open a side of the screen, and have `glass` know it; a missing one is reported in `fault`."""
    half = Half(wiring, side, root)
    screen = HalfScreen(
        half,
        paint=half.paint,
        restart=half.restart,
        refresh=half.refresh,
        lost=half.lost,
        full_contrast=FULL,
        name=Message("screen {device}", device=wiring.device),
    )
    if glass is not None:
        glass.size = lambda: half.panel
        glass.sides[side] = lambda: ShownHalf(half.place, screen.targets)
    return screen
