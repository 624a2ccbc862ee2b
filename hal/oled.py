"""Displays on luma. Each has its own thread, which draws only the latest frame.

Only the changed window is sent (`hal.paint`). After a fault the driver's start-up sequence is sent
again.
"""

import threading
import time
import warnings
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from PIL import Image, ImageFile  # noqa: F401  # the bytes of a picture need it in a game

from hal.factories import one_line, pin_error
from hal.message import Message
from hal.paint import Paint, painter
from hal.ports import BRIGHTNESS_MAX, Frame, contrast
from hal.wiring import DRIVERS, ScreenWiring, describe_screen

# Short at first, because a loose plug often comes back at once; then longer, to leave a shared bus
# to the other display.
RETRY_NS_MIN = 50_000_000
RETRY_NS_MAX = 1_000_000_000
JOIN_S_MAX = 2.0

LOOK_NS = 1_000_000_000
"""How often the status is read: a display that lost power between two frames answers afterwards,
but stays dark."""
REFRESH_NS = 60_000_000_000
"""How often everything is sent again, because some displays have no readable status."""

STATUS_OFF = 0x40
"""The bit of a mono controller's status on I²C for a display that is off, as after power-on."""
DISPLAY_OFF = 0xAE
"""The command to switch off, the same for all controllers."""
ARGUMENTS_MAX = 32
"""Some drivers send a command's arguments as data; longer data is the empty first picture."""

HANGS_NS = 1_500_000_000
"""A display that needs longer for a frame hangs."""


class ScreenError(Exception):
    """A screen cannot be used; `message` is one line for people."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class LumaScreen:
    """The `Screen` port on a luma.core device.

    `paint` draws a frame, by default with the device's own `display`. `restart` is called before
    the first frame and after every fault; `refresh` every REFRESH_NS, when `lost` returns True,
    which is called every LOOK_NS, and once before a fault. After either, the whole frame is drawn,
    and the contrast is `full_contrast`, as at full brightness. `release` is called on closing.
    `name` begins the text of a fault. After a fault the pauses grow from RETRY_NS_MIN to
    RETRY_NS_MAX, but a new frame is tried at once. A frame that takes longer than HANGS_NS is a
    fault.
    """

    def __init__(
        self,
        device: Any,
        *,
        paint: Paint | None = None,
        restart: Callable[[], None] = lambda: None,
        refresh: Callable[[], None] = lambda: None,
        lost: Callable[[], bool] = lambda: False,
        release: Callable[[], None] = lambda: None,
        full_contrast: int = 0xFF,
        name: Message | None = None,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        device.persist = True  # else luma blanks the display at exit
        self._device = device
        self._paint = paint or self._display
        self._restart, self._refresh, self._release = restart, refresh, release
        self._lost = lost
        self._look_at_ns = self._refresh_at_ns = 0
        self._now_ns = now_ns
        self._drawing_since_ns: int | None = None
        self._full_contrast = full_contrast
        self._name = name or Message("display")
        self._changed = threading.Condition()
        self._wanted: Image.Image | None = None
        self._shown: Image.Image | None = None
        self._wanted_level = self._shown_level = BRIGHTNESS_MAX
        self._fault: Message | None = None
        self._retry_ns = RETRY_NS_MIN
        self._retry_at_ns = 0
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=str(self._name), daemon=True)
        self._thread.start()

    @property
    def size(self) -> tuple[int, int]:
        return self._device.width, self._device.height

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    @property
    def fault(self) -> Message | None:
        if not self.alive and not self._closed:
            return self._problem(Message("the thread that draws on it has ended"))
        if self._fault is not None:
            return self._fault
        since_ns = self._drawing_since_ns
        if since_ns is not None and self._now_ns() - since_ns > HANGS_NS:
            return self._problem(Message("is not responding"))
        return None

    def show(self, frame: Frame) -> None:
        image = frame.image.copy()  # the caller may go on drawing
        with self._changed:
            if not _are_equal(image, self._wanted):
                self._wanted = image
                self._retry_at_ns = 0
                self._changed.notify_all()

    def set_brightness(self, level: int) -> None:
        with self._changed:
            self._wanted_level = level
            self._changed.notify_all()

    def wait_for(self, condition: Callable[[], bool], timeout_s: float) -> bool:
        """Wait until `condition` holds after an attempt to draw; return False on timeout."""
        with self._changed:
            return self._changed.wait_for(condition, timeout_s)

    def flush(self, timeout_s: float) -> bool:
        """Wait until the latest frame is on the display; return False on timeout."""
        return self.wait_for(self._is_up_to_date, timeout_s)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(JOIN_S_MAX)
        self._release()

    def _run(self) -> None:
        while (wanted := self._next()) is not None:
            self._draw(*wanted)
        try:
            self._device.cleanup()
        except Exception as error:
            self._fault = self._problem(one_line(error))

    def _is_up_to_date(self) -> bool:
        """Return whether the display shows the wanted frame, if there is one yet."""
        if self._wanted is None:
            return True
        return self._wanted is self._shown and self._wanted_level == self._shown_level

    def _next(self) -> tuple[Image.Image, int] | None:
        """Wait for the next frame and brightness to draw; return None once the screen is closed."""
        with self._changed:
            while not self._closed:
                due_ns = self._look_at_ns if self._is_up_to_date() else self._retry_at_ns
                wait_ns = due_ns - self._now_ns()
                if self._wanted is None:
                    self._changed.wait()
                elif wait_ns > 0:
                    self._changed.wait(wait_ns / 1e9)
                else:
                    return self._wanted, self._wanted_level
            return None

    def _draw(self, image: Image.Image, level: int) -> None:
        self._drawing_since_ns = self._now_ns()
        try:
            try:
                self._send(image, level)
            except Exception as error:
                # A single transfer may fail on a long wire: the start-up sequence of a restart
                # would make the display dark for a moment. A bus that hangs takes a second a try.
                if self._shown is None or isinstance(error, TimeoutError):
                    raise
                self._look_at_ns = self._refresh_at_ns = self._now_ns()
                self._send(image, level)
        except Exception as error:
            # An unplugged display raises DeviceNotFoundError or OSError. Any other error must not
            # end this thread either: nothing would draw again.
            why = error.message if isinstance(error, ScreenError) else one_line(error)
            self._failed(self._problem(why))
        else:
            with self._changed:
                self._shown, self._shown_level = image, level
                self._fault, self._retry_ns = None, RETRY_NS_MIN
                self._changed.notify_all()
        finally:
            self._drawing_since_ns = None

    def _send(self, image: Image.Image, level: int) -> None:
        """Send the changes since the last frame. Raises the bus's errors."""
        whole = self._start()
        if level != self._shown_level:
            self._device.contrast(contrast(level, self._full_contrast))
        if whole or not _are_equal(image, self._shown):
            self._paint(image, whole)

    def _start(self) -> bool:
        """Send the start-up sequence if the device may have lost it; return True if sent."""
        now_ns = self._now_ns()
        looks = now_ns >= self._look_at_ns
        if looks:
            self._look_at_ns = now_ns + LOOK_NS
        if self._shown is None:
            self._restart()
        elif (looks and self._lost()) or now_ns >= self._refresh_at_ns:
            self._refresh()
            self._shown_level = BRIGHTNESS_MAX  # the start-up sequence sets the full contrast
        else:
            return False
        self._refresh_at_ns = now_ns + REFRESH_NS
        return True

    def _problem(self, why: Message | str) -> Message:
        return Message("{part}: {why}", part=self._name, why=why)

    def _failed(self, fault: Message) -> None:
        with self._changed:
            # After a fault the start-up sequence sets the full contrast.
            self._shown, self._shown_level = None, BRIGHTNESS_MAX
            self._fault = fault
            self._retry_at_ns = self._now_ns() + self._retry_ns
            self._retry_ns = min(2 * self._retry_ns, RETRY_NS_MAX)
            self._changed.notify_all()

    def _display(self, image: Image.Image, afresh: bool) -> None:
        if afresh and hasattr(self._device, "framebuffer"):
            # Grey drivers send the difference to this picture, which the display has lost.
            self._device.framebuffer.prev_image = None
        self._device.display(image)


def _are_equal(one: Image.Image, other: Image.Image | None) -> bool:
    """Whether two pictures of a display are equal; the painter of colours finds that out itself."""
    if other is None or one.mode != "1" or other.mode != "1":
        return False
    return one.tobytes() == other.tobytes()


class _Serial:
    """A serial interface for luma's drivers that records their start-up sequence and replays it.

    The driver is built once, without a bus. So a display that is absent at the start is the same as
    a display unplugged later, and no constructor fails half-way, which would leak the bus.
    """

    def __init__(self, connect: Callable[[], Any]) -> None:
        self._connect = connect
        self._startup: list[tuple[str, tuple[Any, ...]]] = []
        self._bus: Any = None
        self._has_status = False

    def command(self, *cmd: int) -> None:
        self._send("command", cmd)

    def data(self, data: Any) -> None:
        self._send("data", (list(data),))

    def _send(self, what: str, arguments: tuple[Any, ...]) -> None:
        if self._bus is not None:
            getattr(self._bus, what)(*arguments)
        else:
            self._startup.append((what, arguments))

    def restart(self) -> None:
        """Open the bus again, which pulses a wired reset, and send the start-up sequence."""
        self.cleanup()
        self._bus = self._connect()
        for what, arguments in self._startup:
            getattr(self._bus, what)(*arguments)
        try:
            self._has_status = self._is_on()
        except Exception:  # SPI cannot be read, nor can some displays on I²C
            self._has_status = False

    def lost(self) -> bool:
        """Return whether the display has lost its power. Raises the bus's errors."""
        return self._has_status and not self._is_on()

    def _is_on(self) -> bool:
        # With control byte 0 the SH1106 answers with its status, with 0x40 with its memory.
        return not self._bus._bus.read_byte_data(self._bus._addr, 0) & STATUS_OFF

    def refresh(self) -> None:
        """Send the start-up sequence without the commands that darken the display for a moment."""
        for what, arguments in self._startup:
            if what == "command" and arguments[0] == DISPLAY_OFF:
                arguments = arguments[1:]
            is_picture = what == "data" and len(arguments[0]) > ARGUMENTS_MAX
            if arguments and not is_picture:
                getattr(self._bus, what)(*arguments)

    def cleanup(self) -> None:
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.cleanup()


def open_screen(screen: ScreenWiring, factory: Any = None) -> LumaScreen:
    """Open a wiring's display; on SPI, `factory` provides its D/C and reset pins.

    A missing display or bus is reported in `fault`. Raises PinError if a pin is not available.
    """
    if screen.bus == "i2c":
        return screen_over(screen, partial(_connect_i2c, screen))
    pins = _LumaPins(factory, [pin for pin in (screen.dc, screen.reset) if pin is not None])
    return screen_over(screen, partial(_connect_spi, screen, pins), pins.close)


def screen_over(
    screen: ScreenWiring, connect: Callable[[], Any], release: Callable[[], None] = lambda: None
) -> LumaScreen:
    """Return a wiring's display on a luma serial interface; `connect` opens it, also repeatedly."""
    import luma.oled.device

    serial = _Serial(connect)
    options = {"mode": "1"} if DRIVERS[screen.driver].grey else {}
    with warnings.catch_warnings():
        # luma clears the display with Pillow's getdata, which is deprecated.
        warnings.simplefilter("ignore", DeprecationWarning)
        device = getattr(luma.oled.device, screen.driver)(
            serial, width=screen.width, height=screen.height, rotate=screen.rotate, **options
        )
        device.contrast(screen.contrast)
    return LumaScreen(
        device,
        paint=painter(screen.driver, device),
        restart=serial.restart,
        refresh=serial.refresh,
        lost=serial.lost,
        full_contrast=screen.contrast,
        name=describe_screen(screen),
        release=release,
    )


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
        # luma does not wait by default; an SSD1306 needs a reset pulse of at least 3 µs.
        reset_hold_time=0.001,
        reset_release_time=0.001,
    )


class _LumaPins:
    """The part of RPi.GPIO's interface that luma uses for D/C and reset, on the body's factory."""

    LOW, HIGH, OUT = 0, 1, "output"

    def __init__(self, factory: Any, pins: Iterable[int]) -> None:
        from gpiozero import DigitalOutputDevice  # not loaded where there are no pins

        self._devices: dict[int, Any] = {}
        for pin in pins:
            try:
                self._devices[pin] = DigitalOutputDevice(pin, pin_factory=factory)
            except Exception as error:
                self.close()
                raise pin_error(pin, Message("display"), error) from error

    def setup(self, pin: int, direction: str) -> None:
        """Do nothing: all pins are outputs already."""

    def output(self, pin: int, level: int) -> None:
        self._devices[pin].value = level

    def close(self) -> None:
        for device in self._devices.values():
            device.close()
