"""A display's thread: the frames it draws, and its retries when a bus fails."""

import sys
import threading

import pytest
from luma.core.error import DeviceNotFoundError
from PIL import Image

from hal.message import Message
from hal.oled import HANGS_NS, RETRY_NS_MAX, LumaScreen, screen_over
from hal.ports import Frame
from hal.wiring import ScreenWiring
from tests.conftest import WAIT_S
from tests.fakes import FakeTime
from tests.hal.controllers import Controller, Ssd1306
from tests.hal.display_pictures import A, B, C, bits, draw, opened
from tests.hal.rigs import Panel, until

NEVER_NS = 3_600 * 10**9


class SlowPanel(Panel):
    """Draws when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.go = threading.Event(), threading.Event()

    def display(self, image: Image.Image) -> None:
        self.begun.set()
        assert self.go.wait(WAIT_S)
        super().display(image)


class TestThread:
    @pytest.mark.parametrize(("waiting", "drawn"), [((B, C), (A, C)), ((B, A), (A,))])
    def test_of_frames_that_wait_only_the_latest_is_drawn_and_only_if_it_differs(
        self, waiting: tuple[Frame, ...], drawn: tuple[Frame, ...]
    ) -> None:
        panel = SlowPanel()
        with opened(LumaScreen(panel)) as screen:
            screen.show(A)
            assert panel.begun.wait(WAIT_S)
            for frame in waiting:
                screen.show(frame)
            panel.go.set()
            assert screen.flush(WAIT_S)
        assert panel.drawn == bits(*drawn)

    @pytest.mark.parametrize(
        "error",
        [OSError(121, "x"), DeviceNotFoundError("I2C device not found"), AssertionError()],
        ids=lambda error: type(error).__name__,
    )
    def test_after_any_fault_the_next_frame_is_tried_at_once_and_then_all_is_as_at_first(
        self, error: Exception, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("hal.oled.RETRY_NS_MIN", NEVER_NS)
        monkeypatch.setattr("hal.oled.RETRY_NS_MAX", 2 * NEVER_NS)
        panel = Panel()
        panel.fails = [error] * 12
        with opened(LumaScreen(panel)) as screen:
            for left, frame in zip(range(12, 0, -1), (A, B) * 6, strict=True):
                screen.show(frame)
                until(lambda: len(panel.fails) < left)  # noqa: B023
            draw(screen, C)
            assert (screen.fault, screen._retry_ns) == (None, NEVER_NS)
        assert panel.drawn == bits(C)

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
    def test_a_thread_that_dies_is_a_fault_and_the_screen_is_not_alive(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        panel = Panel()
        with opened(LumaScreen(panel, name=Message("left"))) as screen:
            assert screen.alive
            monkeypatch.setattr(panel, "display", lambda _: sys.exit())
            screen.show(A)
            until(lambda: not screen.alive)
            assert str(screen.fault) == "left: the thread that draws on it has ended"
        assert screen.fault is None

    def test_closing_ends_the_thread_and_leaves_the_picture(self) -> None:
        panel = Panel()
        LumaScreen(panel, name=Message("the one")).close()
        assert panel.persist
        assert not [thread for thread in threading.enumerate() if thread.name == "the one"]

    def test_a_bus_that_hangs_is_a_fault_and_holds_up_nobody_else(self) -> None:
        hung, well, clock = SlowPanel(), Panel(), FakeTime()
        with (
            opened(LumaScreen(hung, name=Message("left"), now_ns=clock.now_ns)) as left,
            opened(LumaScreen(well, name=Message("right"), now_ns=clock.now_ns)) as right,
        ):
            left.show(A)
            assert hung.begun.wait(WAIT_S)
            clock.advance(HANGS_NS)
            assert left.fault is None
            clock.advance(1)
            assert str(left.fault) == "left: is not responding"
            for frame in (A, B, C):
                left.show(frame)
                draw(right, frame)
            assert right.fault is None
            hung.go.set()
            assert left.flush(WAIT_S)
            assert left.fault is None
        assert (hung.drawn, well.drawn) == (bits(A, C), bits(A, B, C))

    def test_a_fault_stays_the_same_while_the_display_is_tried_again(self) -> None:
        panel, clock = SlowPanel(), FakeTime()
        panel.fails = [OSError(110, "timed out")]
        with opened(LumaScreen(panel, name=Message("left"), now_ns=clock.now_ns)) as screen:
            panel.go.set()
            screen.show(A)
            assert screen.wait_for(lambda: screen.fault is not None, WAIT_S)
            panel.begun.clear()
            panel.go.clear()
            screen.show(B)
            assert panel.begun.wait(WAIT_S)
            clock.advance(HANGS_NS + 1)
            assert str(screen.fault) == "left: [Errno 110] timed out"
            panel.go.set()
            assert screen.flush(WAIT_S)
            assert screen.fault is None

    def test_a_display_that_stays_away_leaves_nothing_behind_and_is_tried_ever_less_often(
        self,
    ) -> None:
        buses: list[Controller] = []

        def connect() -> Controller:
            buses.append(Ssd1306())
            buses[-1].fails = True
            return buses[-1]

        with opened(screen_over(ScreenWiring(), connect)) as screen:
            for number in range(20):
                screen.show((A, B)[number % 2])
                until(lambda: len(buses) > number)  # noqa: B023
            assert screen.wait_for(lambda: screen._retry_ns == RETRY_NS_MAX, WAIT_S)
        assert all(bus.closed for bus in buses)
