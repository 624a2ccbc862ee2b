"""A framebuffer of files: the device, what the kernel says of it in /sys, and its console."""

from pathlib import Path

from PIL import Image


class Framebuffer:
    """Files under `root` that stand for a screen of a size, with rows longer than its width."""

    def __init__(
        self, root: Path, size: tuple[int, int] = (256, 64), depth: int = 32, spare: int = 20
    ) -> None:
        self.root, self.size, self.depth = root, size, depth
        self.stride = size[0] * depth // 8 + spare
        self.device = root / "dev/fb0"
        self.graphics, self.console = root / "sys/class/graphics/fb0", root / "sys/class/vtconsole"
        self._write(self.graphics / "virtual_size", f"{size[0]},{size[1]}\n")
        self._write(self.graphics / "stride", f"{self.stride}\n")
        self._write(self.graphics / "bits_per_pixel", f"{depth}\n")
        self._write(self.console / "vtcon0/name", "(S) dummy device\n")
        self._write(self.console / "vtcon0/bind", "0\n")
        self._write(self.console / "vtcon1/name", "(M) frame buffer device\n")
        self._write(self.console / "vtcon1/bind", "1\n")
        self.plug = self.graphics / "device/drm/card0/card0-HDMI-A-1/status"
        self._write(self.plug, "connected\n")
        self.device.parent.mkdir(exist_ok=True)
        self.device.unlink(missing_ok=True)  # the old one may be in somebody's memory
        self.device.write_bytes(b"\x5a" * (self.stride * size[1]))

    @staticmethod
    def _write(path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def spoil(self) -> None:
        """Something else writes over the screen."""
        with self.device.open("r+b") as file:
            file.write(b"\x5a" * (self.stride * self.size[1]))

    def picture(self) -> Image.Image:
        """What the screen shows."""
        content, image = self.device.read_bytes(), Image.new("RGB", self.size)
        rows = (content[y * self.stride :][: self.stride] for y in range(self.size[1]))
        image.putdata([pixel for row in rows for pixel in self._pixels(row)])
        return image

    def left(self) -> Image.Image:
        """Its left half."""
        return self.picture().crop((0, 0, self.size[0] // 2, self.size[1]))

    def _pixels(self, row: bytes) -> list[tuple[int, int, int]]:
        count = self.depth // 8
        found = []
        for x in range(self.size[0]):
            value = int.from_bytes(row[x * count : (x + 1) * count], "little")
            if self.depth == 32:
                found.append((value >> 16 & 255, value >> 8 & 255, value & 255))
            else:
                found.append((value >> 11 << 3, (value >> 5 & 63) << 2, (value & 31) << 3))
        return found

    def spare(self) -> bytes:
        """The bytes after each row, which belong to nobody."""
        content, width = self.device.read_bytes(), self.size[0] * self.depth // 8
        return b"".join(
            content[y * self.stride + width : (y + 1) * self.stride] for y in range(self.size[1])
        )
