"""Plungers and buttons on pins of a gpiozero factory.

Edges carry the factory's stamp. On lgpio the kernel makes the stamp, exact to microseconds however
late the callback runs. gpiozero's bounce time is not used: it delays the stamp and loses taps.
"""

import sys
from collections.abc import Mapping
from typing import Any

from hal.factories import PinError, factory_name, one_line, pin_error
from hal.lines import InputLine, LineInputs
from hal.message import Message
from hal.ports import Line, Time

CLOCK_SKEW_NS_MAX = 50_000_000
"""Two readings of one clock differ by less, even on a busy machine; another clock by far more."""

KERNEL_QUEUE = 16
"""The kernel keeps this many unfetched edges of a line, then drops the oldest."""


def ns_of_ticks(ticks: float) -> int:
    """Convert a factory's ticks (seconds) to ns, exactly in the first 26 days of uptime."""
    return round(ticks * 1e9)


def check_stamps(factory: Any, time: Time) -> None:
    """Raise PinError unless the factory's stamps are in `time`."""
    # gpiozero documents ticks as opaque, so a factory may stamp with any clock.
    before_ns = time.now_ns()
    ticks_ns = ns_of_ticks(factory.ticks())
    after_ns = time.now_ns()
    off_ns = max(before_ns - ticks_ns, ticks_ns - after_ns)
    if off_ns > CLOCK_SKEW_NS_MAX:
        raise PinError(
            "pin factory {name} stamps with a clock other than CLOCK_MONOTONIC ({off} ms "
            "off, at most {most} allowed)",
            Message("use lgpio"),
            name=type(factory).__name__,
            off=f"{off_ns / 1e6:.0f}",
            most=CLOCK_SKEW_NS_MAX // 1_000_000,
        )


class _PinLine(InputLine):
    """A line on a gpiozero pin."""

    def __init__(self, line: Line, pin: int, factory: Any, time: Time) -> None:
        from gpiozero import InputDevice  # not loaded where there are no pins

        super().__init__(line, time)
        self._fetched_ns = 0
        self._waiting = 0
        try:
            # Not Button: it starts a thread that wakes ten times a second.
            self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
        except Exception as error:
            raise pin_error(pin, line, error) from error
        self._last = self.pressed()

    def watch(self) -> None:
        """Have the factory deliver the edges. Raises the library's errors."""
        # gpiozero refers to the callback weakly: a lambda would be lost, this method is not.
        self._device.pin.when_changed = self._changed

    def _changed(self, ticks: float, state: Any) -> None:
        at_ns = ns_of_ticks(ticks)
        # Edges stamped before the first of them was fetched waited in the kernel's queue together;
        # once the queue was full, others may have been dropped.
        if at_ns > self._fetched_ns:
            self._fetched_ns, self._waiting = self._time.now_ns(), 0
        self._waiting += 1
        if self._waiting >= KERNEL_QUEUE:
            self.note_loss()
        self.deliver(not state, at_ns)

    def read(self) -> bool:
        return not self._device.pin.state

    def close(self) -> None:
        self._device.close()


class PinInputs(LineInputs):
    """Lines on gpiozero pins: pulled up, pressed while low. Raises PinError."""

    _lines: dict[Line, _PinLine]

    def __init__(self, lines: Mapping[Line, int], factory: Any, time: Time) -> None:
        check_stamps(factory, time)
        super().__init__(time)
        self._factory = factory
        self._lines = {}
        try:
            for line, pin in lines.items():
                self._lines[line] = _PinLine(line, pin, factory, time)
        except PinError:
            self.close()
            raise


class GpioInputs(PinInputs):
    """The `Inputs` port on gpiozero pins whose factory delivers the edges."""

    def _start(self) -> None:
        try:
            for line in self._lines.values():
                line.watch()
        except Exception as error:
            raise PinError(
                "pin factory {name} cannot watch edges ({why})",
                Message('set edges = "poll", which reads the levels 1,000 times a second'),
                name=factory_name(self._factory),
                why=one_line(error),
            ) from error

    def _is_delivering(self) -> bool:
        # lgpio has one thread for all edges. An exception in a callback ends it for good, and
        # nothing starts another.
        thread: Any = getattr(sys.modules.get("lgpio"), "_notify_thread", None)
        return factory_name(self._factory) != "lgpio" or bool(thread.is_alive())
