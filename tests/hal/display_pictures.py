"""Pictures, and displays that draw them over a controller's memory."""

from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image, ImageDraw

from hal.oled import LumaScreen, screen_over
from hal.ports import Frame
from hal.wiring import ScreenWiring
from tests.conftest import WAIT_S
from tests.hal.controllers import CONTROLLERS, Controller


def picture(box: tuple[int, int, int, int], size: tuple[int, int] = (128, 64)) -> Frame:
    image = Image.new("1", size)
    ImageDraw.Draw(image).rectangle(box, fill=1)
    return Frame(image, "")


A, B, C = (picture((x, 3, x + 9, 20)) for x in (0, 20, 40))


def bits(*frames: Frame) -> list[bytes]:
    return [frame.image.tobytes() for frame in frames]


@contextmanager
def opened(screen: LumaScreen) -> Iterator[LumaScreen]:
    try:
        yield screen
    finally:
        screen.close()


@contextmanager
def over(wiring: ScreenWiring) -> Iterator[tuple[LumaScreen, Controller]]:
    """A wiring's display over its controller."""
    controller = CONTROLLERS[wiring.driver]()
    with opened(screen_over(wiring, lambda: controller)) as screen:
        yield screen, controller


def draw(screen: LumaScreen, *frames: Frame) -> None:
    for frame in frames:
        screen.show(frame)
        assert screen.flush(WAIT_S), screen.fault


def fail(screen: LumaScreen, frame: Frame) -> str:
    """Show a frame that cannot be drawn; return the fault."""
    screen.show(frame)
    assert screen.wait_for(lambda: screen.fault is not None, WAIT_S)
    return str(screen.fault)
