"""What is in a display's memory at the end is, byte for byte, what luma's whole frame leaves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clock.display.draw import draw
from clock.display.face import Face, Page
from hal.ports import Frame
from hal.wiring import DEFAULT, DRIVERS, ScreenWiring, Wiring
from hal.wiring_problems import problems
from tests.display.test_draw import faces, pages, plain_face
from tests.hal.controllers import CONTROLLERS, lumas_own
from tests.hal.display_pictures import draw as show
from tests.hal.display_pictures import over

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")


def displays() -> list[ScreenWiring]:
    """Every driver in every size and rotation that the wiring takes."""
    every = [
        ScreenWiring(
            driver=name, width=width, height=height, rotate=rotate, bus="spi", port=0, dc=12
        )
        for name, driver in DRIVERS.items()
        for width, height in sorted(driver.sizes)
        for rotate in range(4)
    ]
    return [each for each in every if not _refused(each)]


def _refused(screen: ScreenWiring) -> bool:
    screens = dict.fromkeys(DEFAULT.screens, screen)
    wiring = Wiring(lines=DEFAULT.lines, screens=screens)
    keys = {fault.path.rpartition(".")[2] for fault in problems(wiring)}
    return not keys.isdisjoint({"driver", "width", "height", "rotate"})


def named(screen: ScreenWiring) -> str:
    return f"{screen.driver} {screen.width}x{screen.height} turned {screen.rotate}"


def test_every_driver_has_a_model() -> None:
    assert set(CONTROLLERS) == set(DRIVERS), "a row in CONTROLLERS of tests/hal/controllers.py"
    assert set(DRIVERS) == {screen.driver for screen in displays()}


@pytest.mark.parametrize("wiring", displays(), ids=named)
@settings(max_examples=3, deadline=None)
@given(shown=st.lists(faces | pages, min_size=1, max_size=6))
def test_the_memory_is_what_lumas_whole_frame_leaves(
    wiring: ScreenWiring, shown: list[Face | Page]
) -> None:
    with over(wiring) as (screen, ours):
        for face in shown:
            image = draw(face, screen.size)
            show(screen, Frame(image, ""))
        before = dict(ours.memory)
        screen._refresh()
        assert ours.memory == before, "no pixel is dark for a moment"
    device, lumas = lumas_own(wiring)
    device.display(image)
    assert ours.memory == lumas.memory
    assert len(ours.memory) >= wiring.width * wiring.height // 8


@pytest.mark.parametrize("driver", sorted(CONTROLLERS))
def test_no_more_is_sent_than_luma_sends(driver: str) -> None:
    width, height = max(DRIVERS[driver].sizes)
    wiring = ScreenWiring(driver=driver, width=width, height=height, rotate=int(width < height))
    device, lumas = lumas_own(wiring)
    with over(wiring) as (screen, ours):
        for number, second in enumerate(("59:07", "59:06", "59:05", "59:04")):
            image = draw(plain_face(second, True), screen.size)
            if number == 1:
                ours.forget()
                lumas.forget()
            show(screen, Frame(image, ""))
            device.display(image)
    most = len(lumas.sent) / (1 if DRIVERS[driver].grey else 4)
    assert len(ours.sent) <= most, "hal/paint.py: how to send a part of a picture to it"
