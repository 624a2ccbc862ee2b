"""Plungers and buttons on gpiozero's pins, with the pin factory passed in.

Edges carry the factory's stamp: on lgpio the kernel's, right to microseconds however late the
callback runs. gpiozero's own bounce time is not used: it delays the stamp and loses taps.
"""

import sys
from collections.abc import Mapping
from typing import Any

from gpiozero import InputDevice

from hal.factories import BY_SYSFS, PinError, kind, no_edges, pin_error
from hal.lines import ENDED, InputLine, LineInputs
from hal.message import Message
from hal.ports import Line, Time

CLOCK_SKEW_NS_MAX = 50_000_000

KERNEL_QUEUE = 16
"""Edges that the kernel queues for a line until they are fetched; then it drops the oldest."""

UNHEARD_NS = 300_000_000
"""A level that no edge has reported for so long is one that none will report."""


def ns_of_ticks(ticks: float) -> int:
    """A factory's ticks (seconds) in ns: exact to the nanosecond in the first 26 days of uptime."""
    return round(ticks * 1e9)


def check_stamps(factory: Any, time: Time) -> None:
    """Raise PinError unless the factory stamps with `time`: gpiozero promises no such thing."""
    before_ns = time.now_ns()
    ticks_ns = ns_of_ticks(factory.ticks())
    after_ns = time.now_ns()
    off_ns = max(before_ns - ticks_ns, ticks_ns - after_ns)
    if off_ns > CLOCK_SKEW_NS_MAX:
        raise PinError(
            "pin factory {name} stamps with another clock than CLOCK_MONOTONIC ({off} ms away, at "
            "most {most} allowed)",
            Message("take lgpio"),
            name=type(factory).__name__,
            off=f"{off_ns / 1e6:.0f}",
            most=CLOCK_SKEW_NS_MAX // 1_000_000,
        )


class _PinLine(InputLine):
    """A line on a gpiozero pin, which refers to the callback weakly: this object keeps it alive."""

    def __init__(self, line: Line, pin: int, factory: Any, time: Time) -> None:
        super().__init__(line, time)
        self._fetched_ns = 0
        self._waiting = 0
        self._misdated = False
        self._unheard_ns: int | None = None
        try:
            # Not Button (a thread that wakes ten times a second), no bounce time (see above).
            self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
        except Exception as error:
            raise pin_error(pin, line, error) from error
        self._last = self.pressed()

    def watch(self) -> None:
        """Have the factory bring the edges; raises what the library does."""
        pin = self._device.pin
        pin.edges = "both"
        pin.when_changed = self._changed

    def is_unheard(self, now_ns: int) -> bool:
        """Whether the level has differed from the last edge's for longer than an edge takes."""
        if self.pressed() == self._last:
            self._unheard_ns = None
        elif self._unheard_ns is None:
            self._unheard_ns = now_ns
        return self._unheard_ns is not None and now_ns - self._unheard_ns > UNHEARD_NS

    def _changed(self, ticks: float, state: Any) -> None:
        self._unheard_ns = None
        now_ns = self._time.now_ns()
        at_ns = ns_of_ticks(ticks)
        self._misdated = at_ns > now_ns + CLOCK_SKEW_NS_MAX
        if self._misdated:
            at_ns = now_ns
        self._look_for_losses(not state, at_ns, now_ns)
        self.deliver(not state, at_ns)

    def _look_for_losses(self, pressed: bool, at_ns: int, now_ns: int) -> None:
        # The same level twice: an edge is missing, or the kernel sampled this one late.
        self.doubtful = self.doubtful or pressed == self._last
        # Edges stamped before the first of them was fetched have waited together.
        if at_ns > self._fetched_ns:
            self._fetched_ns, self._waiting = now_ns, 0
        self._waiting += 1
        if self._waiting >= KERNEL_QUEUE:
            self.lose()

    def fault(self, now_ns: int) -> Message | None:
        if self._misdated:
            return Message(
                "{part}: edges are stamped with another clock: take lgpio", part=self.line
            )
        return super().fault(now_ns)

    def read(self) -> bool:
        return not self._device.pin.state

    def close(self) -> None:
        self._device.close()


class PinInputs(LineInputs):
    """Lines on gpiozero pins, pulled up, pressed while low; raises PinError."""

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
    """The `Inputs` port on gpiozero pins whose factory brings the edges."""

    def _start(self) -> None:
        try:
            for line in self._lines.values():
                line.watch()
        except Exception as error:
            raise no_edges(self._factory, error) from error

    def _end(self) -> Message | None:
        if self._ended is None and self._listening and self._has_ended():
            self._ended = ENDED
        return self._ended

    def _has_ended(self) -> bool:
        """Whether the library's one thread, which brings all edges, has died."""
        match kind(self._factory):
            case "lgpio" | "rpi-lgpio":
                thread = getattr(sys.modules.get("lgpio"), "_notify_thread", None)
                return thread is not None and not thread.is_alive()
            case name if name in BY_SYSFS:  # whose thread cannot be asked
                now_ns = self._time.now_ns()
                return any(line.is_unheard(now_ns) for line in self._lines.values())
        return False
