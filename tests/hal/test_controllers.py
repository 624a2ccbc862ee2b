"""What is in a display's memory at the end is, byte for byte, what luma's whole frame leaves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clock.display.draw import draw
from clock.display.face import Face, Page
from hal.oled import screen_over
from hal.ports import Frame
from hal.wiring import DEFAULT, DRIVERS, ScreenWiring, Wiring
from hal.wiring_problems import problems
from tests.display.test_draw import faces, pages, plain_face
from tests.hal.controllers import CONTROLLERS, lumas_own
from tests.hal.rigs import WAIT_S

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
    assert set(CONTROLLERS) == set(DRIVERS) == {screen.driver for screen in displays()}


@pytest.mark.parametrize("wiring", displays(), ids=named)
@settings(max_examples=3, deadline=None)
@given(shown=st.lists(faces | pages, min_size=1, max_size=6))
def test_the_memory_is_what_lumas_whole_frame_leaves(
    wiring: ScreenWiring, shown: list[Face | Page]
) -> None:
    ours, lumas = CONTROLLERS[wiring.driver](), CONTROLLERS[wiring.driver]()
    screen = screen_over(wiring, lambda: ours)
    try:
        for face in shown:
            image = draw(face, screen.size)
            screen.show(Frame(image, ""))
            assert screen.flush(WAIT_S), screen.fault
    finally:
        screen.close()
    grey = {"mode": "1"} if DRIVERS[wiring.driver].grey else {}
    device = lumas_own(
        wiring.driver, lumas, width=wiring.width, height=wiring.height, rotate=wiring.rotate, **grey
    )
    device.persist = True
    device.display(image)
    assert ours.memory == lumas.memory
    assert len(ours.memory) >= wiring.width * wiring.height // 8


@pytest.mark.parametrize("driver", sorted(CONTROLLERS))
def test_no_more_is_sent_than_luma_sends(driver: str) -> None:
    width, height = max(DRIVERS[driver].sizes)
    rotate = int(width < height)
    wiring = ScreenWiring(driver=driver, width=width, height=height, rotate=rotate)
    ours, lumas = CONTROLLERS[driver](), CONTROLLERS[driver]()
    screen = screen_over(wiring, lambda: ours)
    grey = {"mode": "1"} if DRIVERS[driver].grey else {}
    device = lumas_own(driver, lumas, width=width, height=height, rotate=rotate, **grey)
    device.persist = True
    for number, second in enumerate(("59:07", "59:06", "59:05", "59:04")):
        image = draw(plain_face(second, True), screen.size)
        if number == 1:
            ours.sent = lumas.sent = 0
        screen.show(Frame(image, ""))
        assert screen.flush(WAIT_S), screen.fault
        device.display(image)
    screen.close()
    assert ours.sent <= (lumas.sent if grey else lumas.sent / 4)
