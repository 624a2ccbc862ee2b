"""Displays on luma, each with its own thread: of the frames that wait only the latest is drawn.

luma's drivers send every frame whole and pack it pixel by pixel, and a display that comes back
after a fault wants its start-up sequence again. So a display opened here packs with Pillow, sends
the changed window only, and replays the driver's start-up sequence after a fault.
"""

import threading
import time
import warnings
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from gpiozero import DigitalOutputDevice
from PIL import Image

from hal.factories import one_line, pin_error
from hal.levels import BRIGHTNESS_MAX, contrast
from hal.paint import Painter, painter
from hal.ports import Frame
from hal.wiring import DRIVERS, ScreenWiring, where

RETRY_NS_MIN = 50_000_000
RETRY_NS_MAX = 1_000_000_000
JOIN_S_MAX = 2.0

REFRESH_NS = 60_000_000_000
"""A display that lost its power between two frames answers, and stays dark: so from time to time it
is told everything again."""

HANGS_NS = 1_500_000_000
"""A display that takes longer for a frame hangs."""


class LumaScreen:
    """The `Screen` port on a luma.core device.

    `paint` draws if the device's own `display` is not to; `revive` is called before the first frame
    and after every fault, `refresh` every `refresh_ns`, before the frame is drawn as a whole again.
    `full_contrast` is the contrast that the device has after either, and at full brightness; `name`
    stands before a fault. Back-off after a fault goes from RETRY_NS_MIN to `retry_ns`; a new frame
    tries at once. A frame that takes longer than HANGS_NS is a fault. `release` is called on
    closing; `now_ns` tells the time.
    """

    def __init__(
        self,
        device: Any,
        *,
        paint: Painter | None = None,
        revive: Callable[[], None] | None = None,
        refresh: Callable[[], None] | None = None,
        full_contrast: int = 0xFF,
        name: str = "display",
        retry_ns: int = RETRY_NS_MAX,
        refresh_ns: int = REFRESH_NS,
        release: Callable[[], None] | None = None,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        device.persist = True  # else luma blanks the display at exit
        self._device = device
        self._size: tuple[int, int] = (device.width, device.height)
        self._paint = paint or self._display
        self._revive = revive
        self._refresh = refresh
        self._refresh_ns = refresh_ns
        self._refresh_at_ns: int | None = None
        self._now_ns = now_ns
        self._drawing_since_ns: int | None = None
        self._full_contrast = full_contrast
        self._release = release
        self._name = name
        self._retry_ns_max = retry_ns
        self._changed = threading.Condition()
        self._wanted: bytes | None = None
        self._shown: bytes | None = None
        self._wanted_level = self._shown_level = BRIGHTNESS_MAX
        self._fault: str | None = None
        self._retry_ns = min(RETRY_NS_MIN, retry_ns)
        self._retry_at_ns = 0
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, as the player sees them."""
        return self._size

    @property
    def fault(self) -> str | None:
        """None, or one line that says what is wrong with this display."""
        since_ns = self._drawing_since_ns
        if since_ns is not None and self._now_ns() - since_ns > HANGS_NS:
            return f"{self._name}: hangs"
        return self._fault

    def show(self, frame: Frame) -> None:
        """Take a frame; raises ValueError if the picture has not the screen's size or mode "1"."""
        image = frame.image
        if image.mode != "1" or image.size != self._size:
            raise ValueError(
                f"expected a picture of mode 1 and size {self._size}, "
                f"got mode {image.mode} and size {image.size}"
            )
        bits = image.tobytes()  # a copy: the caller may go on drawing
        with self._changed:
            if bits != self._wanted:
                self._wanted = bits
                self._retry_at_ns = 0
                self._changed.notify_all()

    def set_brightness(self, level: int) -> None:
        """Shine brighter or darker from now on; ValueError if that is no level."""
        contrast(level, self._full_contrast)
        with self._changed:
            self._wanted_level = level
            self._changed.notify_all()

    def wait_for(self, condition: Callable[[], bool], timeout_s: float) -> bool:
        """Wait until `condition`, asked after every attempt to draw, holds; False if it did not."""
        with self._changed:
            return self._changed.wait_for(condition, timeout_s)

    def flush(self, timeout_s: float) -> bool:
        """Wait until the latest frame is on the display; False if time ran out."""
        return self.wait_for(self._is_up_to_date, timeout_s)

    def close(self) -> None:
        """Stop drawing and let go of the bus; what is shown stays."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(JOIN_S_MAX)
        release, self._release = self._release, None
        if release is not None:
            release()

    def _run(self) -> None:
        while (wanted := self._next()) is not None:
            self._draw(*wanted)
        try:
            self._device.cleanup()
        except Exception as error:
            self._fault = f"{self._name}: {one_line(error)}"

    def _is_up_to_date(self) -> bool:
        """Whether the display shows all that is wanted; before the first frame nothing is."""
        if self._wanted is None:
            return True
        return (self._wanted, self._wanted_level) == (self._shown, self._shown_level)

    def _next(self) -> tuple[bytes, int] | None:
        """Wait for a frame or a brightness that is to be shown; None once the screen is closed."""
        with self._changed:
            while not self._closed:
                due_ns = self._refresh_at_ns if self._is_up_to_date() else self._retry_at_ns
                if self._wanted is None or due_ns is None:
                    self._changed.wait()
                    continue
                wait_ns = due_ns - self._now_ns()
                if wait_ns <= 0:
                    return self._wanted, self._wanted_level
                self._changed.wait(wait_ns / 1e9)
            return None

    def _draw(self, bits: bytes, level: int) -> None:
        self._drawing_since_ns = self._now_ns()
        try:
            whole = self._start()
            if level != self._shown_level:
                self._device.contrast(contrast(level, self._full_contrast))
            if whole or bits != self._shown:
                self._paint(Image.frombytes("1", self._size, bits), whole)
        except Exception as error:
            # DeviceNotFoundError and OSError when unplugged; but whatever it is, this thread lives.
            self._failed(f"{self._name}: {one_line(error)}")
        else:
            with self._changed:
                if whole and self._refresh is not None:
                    self._refresh_at_ns = self._now_ns() + self._refresh_ns
                self._shown, self._shown_level = bits, level
                self._fault = None
                self._retry_ns = min(RETRY_NS_MIN, self._retry_ns_max)
                self._changed.notify_all()

        finally:
            self._drawing_since_ns = None

    def _start(self) -> bool:
        """Tell the device all it must know, if it may not know it; whether it was told."""
        if self._shown is None:
            if self._revive is not None:
                self._revive()
            return True
        if self._refresh is None or self._refresh_at_ns is None:
            return False
        if self._now_ns() < self._refresh_at_ns:
            return False
        self._refresh()
        self._shown_level = BRIGHTNESS_MAX  # which the start-up sequence brings
        return True

    def _failed(self, fault: str) -> None:
        with self._changed:
            # Back from a fault the start-up sequence brings the full contrast.
            self._shown, self._shown_level = None, BRIGHTNESS_MAX
            self._fault = fault
            self._retry_at_ns = self._now_ns() + self._retry_ns
            self._retry_ns = min(2 * self._retry_ns, self._retry_ns_max)
            self._changed.notify_all()

    def _display(self, image: Image.Image, afresh: bool) -> None:
        if afresh and hasattr(self._device, "framebuffer"):
            # Else only the difference to a picture that is lost would be sent.
            self._device.framebuffer.prev_image = None
        if self._device.mode != "1":
            image = image.convert(self._device.mode)
        self._device.display(image)


_DISPLAY_OFF = 0xAE
"""A command of all controllers."""


class _Serial:
    """What luma's drivers send through: records their start-up sequence and replays it.

    The driver is built once, over no bus at all: so a display that is absent at start is like one
    that is unplugged later, and no constructor fails half-way (it would leak).
    """

    def __init__(self, connect: Callable[[], Any]) -> None:
        self._connect = connect
        self._startup: list[tuple[str, tuple[Any, ...]]] = []
        self._settings: list[tuple[str, tuple[Any, ...]]] = []
        self._bus: Any = None
        self._recording = True
        self.clearing = False
        """What the driver sends now is the empty picture that it begins with."""

    def command(self, *cmd: int) -> None:
        if self._recording:
            self._record("command", cmd)
        else:
            self._bus.command(*cmd)

    def data(self, data: Any) -> None:
        if self._recording:
            self._record("data", (list(data),))
        else:
            self._bus.data(data)

    def _record(self, what: str, arguments: tuple[Any, ...]) -> None:
        self._startup.append((what, arguments))
        if not self.clearing:
            self._settings.append((what, arguments))

    def restart(self) -> None:
        """Open the bus anew (a wired reset is pulsed) and send the start-up sequence."""
        self._recording = False
        self.cleanup()
        self._bus = self._connect()
        for what, arguments in self._startup:
            getattr(self._bus, what)(*arguments)

    def refresh(self) -> None:
        """Send the start-up sequence again, without what makes the display dark for a moment."""
        for what, arguments in self._settings:
            if what == "command" and arguments[0] == _DISPLAY_OFF:
                arguments = arguments[1:]
            if arguments:
                getattr(self._bus, what)(*arguments)

    def cleanup(self) -> None:
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.cleanup()


def open_screen(screen: ScreenWiring, factory: Any = None) -> LumaScreen:
    """The real display of a wiring; `factory` gives the D/C and reset pins of one on SPI.

    A display or bus that is not there shows in `fault`; raises PinError if the pins cannot be had.
    """
    if screen.bus == "i2c":
        return screen_over(screen, partial(_connect_i2c, screen))
    pins = _LumaPins(factory, [pin for pin in (screen.dc, screen.reset) if pin is not None])
    return screen_over(screen, partial(_connect_spi, screen, pins), pins.close)


def screen_over(
    screen: ScreenWiring,
    connect: Callable[[], Any],
    release: Callable[[], None] | None = None,
    *,
    refresh_ns: int = REFRESH_NS,
) -> LumaScreen:
    """A wiring's display over a luma serial interface that `connect` opens, and opens again."""
    serial = _Serial(connect)
    options = {"mode": "1"} if DRIVERS[screen.driver].grey else {}
    with warnings.catch_warnings():
        # luma clears the display through Pillow's getdata, which Pillow is about to drop.
        warnings.simplefilter("ignore", DeprecationWarning)
        device = _driver(screen.driver, serial)(
            serial,
            width=screen.width,
            height=screen.height,
            rotate=screen.rotate,
            **options,
        )
        device.contrast(screen.contrast)
    return LumaScreen(
        device,
        paint=painter(screen.driver, device),
        revive=serial.restart,
        refresh=serial.refresh,
        refresh_ns=refresh_ns,
        full_contrast=screen.contrast,
        name=where(screen),
        release=release,
    )


def _driver(name: str, serial: _Serial) -> Any:
    """luma's driver, which tells `serial` while it clears the display."""
    import luma.oled.device

    class Driver(getattr(luma.oled.device, name)):  # type: ignore[misc]  # luma has no types
        def clear(self) -> None:
            serial.clearing = True
            super().clear()
            serial.clearing = False

    return Driver


def _connect_i2c(screen: ScreenWiring) -> Any:
    from luma.core.interface.serial import i2c

    return i2c(port=screen.port, address=screen.address)


def _connect_spi(screen: ScreenWiring, pins: "_LumaPins") -> Any:
    from luma.core.interface.serial import spi

    return spi(
        gpio=pins,
        port=screen.port,
        device=screen.device,
        gpio_DC=screen.dc,
        gpio_RST=screen.reset,
        reset_hold_time=0.001,
        reset_release_time=0.001,
    )


class _LumaPins:
    """What luma asks of RPi.GPIO for D/C and reset, on the body's own factory."""

    LOW, HIGH, OUT = 0, 1, "output"

    def __init__(self, factory: Any, pins: Iterable[int]) -> None:
        self._devices: dict[int, Any] = {}
        for pin in pins:
            try:
                self._devices[pin] = DigitalOutputDevice(pin, pin_factory=factory)
            except Exception as error:
                self.close()
                raise pin_error(pin, "display", error) from error

    def setup(self, pin: int, direction: str) -> None:
        """All pins are outputs already."""

    def output(self, pin: int, level: int) -> None:
        self._devices[pin].value = level

    def close(self) -> None:
        for device in self._devices.values():
            device.close()
