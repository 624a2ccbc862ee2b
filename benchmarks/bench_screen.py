"""Measure one screen for both faces: 800 x 480 pixels at 32 bits, in a file as its memory."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image

from benchmarks.bench_station import latency_ms, running_share
from benchmarks.bodies import Bench
from benchmarks.figures import Figure, percentile
from hal.framebuffer import Half
from hal.oled import LumaScreen
from hal.ports import ScreenName
from hal.wiring import FramebufferWiring
from tests.hal.framebuffers import Framebuffer

SIZE = (800, 480)


class ScreenBench(Bench):
    """A body with one screen, whose halves report when they are drawn."""

    def __init__(self, root: Path) -> None:
        self._root = root
        super().__init__()

    def screen(self, name: ScreenName) -> LumaScreen:
        """Return a half of the screen."""
        half: Any = Half(FramebufferWiring(), name, self._root)
        stamp = self.stamp(name)

        def paint(image: Image.Image, whole: bool) -> None:
            half.paint(image, whole)
            stamp()

        return LumaScreen(
            half, paint=paint, restart=half.restart, refresh=half.refresh, lost=half.lost
        )


def figures() -> list[Figure]:
    """Return the latency of a press, and what a running second costs against the displays'."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        Framebuffer(root, SIZE)
        waits_ms = latency_ms(ScreenBench(root))
        share = running_share(ScreenBench(root))
    return [
        Figure("edge to both halves of 800x480 drawn, p50", percentile(waits_ms, 50), "ms"),
        Figure("edge to both halves of 800x480, p99", percentile(waits_ms, 99), "ms", at_most=8),
        Figure("running station on 800x480: share of a core", share * 100, "%"),
        Figure("against the displays'", share / running_share(Bench()), "", at_most=3),
    ]
