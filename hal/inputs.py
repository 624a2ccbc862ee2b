"""Plungers and buttons on gpiozero's pins, with the pin factory given.

Edges carry the stamp that the factory gives: on lgpio the kernel's, right to microseconds however
late the callback comes. gpiozero's own bounce time is not used: it delays the stamp and loses taps.

Edges can be lost: the kernel keeps KERNEL_QUEUE of a line and drops the oldest, and what brings
them can end. Where that may have happened the line is in doubt; `mend` tells, and its level is to
be read again.
"""

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from gpiozero import InputDevice

from hal.attempts import Attempts
from hal.factories import BY_SYSFS, PinError, kind, no_edges, one_line, pin_error
from hal.polling import Poller
from hal.ports import LOSS_SHOWN_NS, PLUNGERS, Edge, Line, Time
from hal.revivals import Revivals

CLOCK_SKEW_NS_MAX = 50_000_000

KERNEL_QUEUE = 16
"""Edges that the kernel keeps for a line until they are fetched; then it drops the oldest."""

FLOOD_EDGES = 200
"""A line that makes more edges at once is a broken contact: the rest is thinned out."""

THINNED_NS = 500_000
"""Of a flood one edge in this time goes on: so close together that no level looks steady."""

UNHEARD_NS = 300_000_000
"""A level that no edge has told for so long is one that none will tell."""

_TOO_MANY = "so many edges at once that some were lost; look at its contact"


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
            f"pin factory {type(factory).__name__} stamps with another clock than CLOCK_MONOTONIC "
            f"({off_ns / 1e6:.0f} ms away, at most {CLOCK_SKEW_NS_MAX // 1_000_000} allowed): "
            "take lgpio"
        )


class InputLine:
    """What was delivered of one line, whether it is in doubt, and what is wrong with it."""

    def __init__(self, line: Line, time: Time) -> None:
        self.line = line
        self.doubtful = False
        """Edges may have been lost since this was last made False."""
        self._time = time
        self._sink: Callable[[Edge], None] | None = None
        self._last = False
        self._credit_ns = FLOOD_EDGES * THINNED_NS
        self._came_ns = 0
        self._lost_ns: int | None = None
        self._loss = ""
        self._reading = Attempts(time)

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """From now on every edge goes to `sink`."""
        self._sink = sink

    def read(self) -> bool:
        """The level now; raises what the library does."""
        raise NotImplementedError

    def pressed(self) -> bool:
        """The level now, or if it cannot be read the last one known."""
        try:
            pressed = self.read()
        except Exception as error:
            self._reading.failed(f"{self.line}: cannot be read: {one_line(error)}")
            return self._last
        self._reading.succeeded()
        return pressed

    def deliver(self, pressed: bool, at_ns: int) -> None:
        """Give an edge to the sink, of a flood only some; raises nothing."""
        self._last = pressed
        try:
            if self._is_too_many(at_ns):
                self.lose()
            elif self._sink is not None:
                self._sink(Edge(self.line, pressed, at_ns))
        except Exception as error:
            self.lose(f"an edge was not taken: {one_line(error)}")

    def lose(self, loss: str = _TOO_MANY) -> None:
        """Edges were lost, or left out; `loss` says why."""
        self.doubtful = True
        self._lost_ns, self._loss = self._time.now_ns(), loss

    def _is_too_many(self, at_ns: int) -> bool:
        """Whether this edge is more than FLOOD_EDGES at once and one each THINNED_NS."""
        credit_ns = self._credit_ns + max(0, at_ns - self._came_ns)
        self._credit_ns = min(credit_ns, FLOOD_EDGES * THINNED_NS)
        self._came_ns = at_ns
        if self._credit_ns < THINNED_NS:
            return True
        self._credit_ns -= THINNED_NS
        return False

    def fault(self, now_ns: int) -> str | None:
        """None, or what is wrong with this line at `now_ns`."""
        if self._lost_ns is not None and now_ns - self._lost_ns < LOSS_SHOWN_NS:
            return f"{self.line}: {self._loss}"
        return self._reading.fault

    @property
    def is_unreadable(self) -> bool:
        """Whether its level has failed to be read for longer than DEAF_NS."""
        return self._reading.have_failed_long


class _Watcher(InputLine):
    """A line on a gpiozero pin, which refers to the callback weakly: this object keeps it alive."""

    def __init__(self, line: Line, pin: int, factory: Any, time: Time) -> None:
        super().__init__(line, time)
        self._fetched_ns = 0
        self._waiting = 0
        self._misdated = False
        self._untold_ns: int | None = None
        try:
            # Not Button (a thread that wakes ten times a second), no bounce time (see above).
            self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
        except Exception as error:
            raise pin_error(pin, line, error) from error
        self._last = self.pressed()

    def watch(self) -> None:
        """Have the factory bring the edges, from now on or again; raises what the library does."""
        pin = self._device.pin
        pin.edges = "both"  # which also ends what was watched before
        pin.when_changed = self._changed

    def is_unheard(self, now_ns: int) -> bool:
        """Whether the level is another than the last edge told, longer than an edge takes."""
        pressed = self.pressed()
        if pressed == self._last:
            self._untold_ns = None
        elif self._untold_ns is None:
            self._untold_ns = now_ns
        return self._untold_ns is not None and now_ns - self._untold_ns > UNHEARD_NS

    def start_anew(self) -> None:
        """Edges come again, after they did not: the level now is where they begin."""
        self._untold_ns = None
        self._last = self.pressed()
        self.doubtful = True

    def _changed(self, ticks: float, state: Any) -> None:
        # An exception here would end lgpio's one thread for good, and with it every plunger.
        try:
            self._untold_ns = None
            now_ns = self._time.now_ns()
            at_ns = ns_of_ticks(ticks)
            self._misdated = at_ns > now_ns + CLOCK_SKEW_NS_MAX
            if self._misdated:
                at_ns = now_ns
            self._look_for_losses(not state, at_ns, now_ns)
            self.deliver(not state, at_ns)
        except Exception as error:
            self.lose(f"an edge was not taken: {one_line(error)}")

    def _look_for_losses(self, pressed: bool, at_ns: int, now_ns: int) -> None:
        # The same level twice: an edge is missing, or the kernel sampled this one late.
        self.doubtful = self.doubtful or pressed == self._last
        # Edges stamped before the first of them was fetched have waited together.
        if at_ns > self._fetched_ns:
            self._fetched_ns, self._waiting = now_ns, 0
        self._waiting += 1
        if self._waiting >= KERNEL_QUEUE:
            self.lose()

    def fault(self, now_ns: int) -> str | None:
        """None, or what is wrong with this line at `now_ns`."""
        if self._misdated:
            return f"{self.line}: edges are stamped with another clock: take lgpio"
        return super().fault(now_ns)

    def read(self) -> bool:
        """The level now; raises what the library does."""
        return not self._device.pin.state

    def close(self) -> None:
        """Let go of the pin."""
        self._device.close()


class GpioInputs:
    """The `Inputs` port on gpiozero pins, pulled up, pressed while low; raises PinError.

    With `poll` the levels are read, where the factory's edges cannot be had.
    """

    def __init__(
        self, lines: Mapping[Line, int], factory: Any, time: Time, *, poll: bool = False
    ) -> None:
        check_stamps(factory, time)
        self._factory = factory
        self._time = time
        self._poll = poll
        self._poller: Poller | None = None
        self._listening = False
        self._to_watch = False
        """Lines are still to be watched, or again: cleared once the last of them is."""
        self._revivals = Revivals()
        self._watchers: dict[Line, _Watcher] = {}
        try:
            for line, pin in lines.items():
                self._watchers[line] = _Watcher(line, pin, factory, time)
        except PinError:
            self.close()
            raise

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """Give every edge to `sink`, in its own thread; RuntimeError if called again."""
        if self._listening:
            raise RuntimeError("listen() was called already")
        self._listening = True
        for watcher in self._watchers.values():
            watcher.listen(sink)
        if self._poll:
            self._start_poller()
            return
        try:
            self._watch()
        except Exception as error:
            raise no_edges(self._factory, error) from error

    def _start_poller(self) -> None:
        poller = Poller(self._watchers.values(), self._time)
        poller.start()
        self._poller = poller

    def _watch(self) -> None:
        self._to_watch = True
        for watcher in self._watchers.values():
            watcher.watch()
        self._to_watch = False

    def pressed(self, line: Line) -> bool:
        """The level now, or if it cannot be read the last one known; KeyError if not wired."""
        return self._watchers[line].pressed()

    @property
    def lines(self) -> frozenset[Line]:
        """The lines that are wired."""
        return frozenset(self._watchers)

    @property
    def alive(self) -> bool:
        """Whether what brings the edges is there and can, and was not started too often."""
        if self._has_ended or self._cannot_poll:
            return False
        return not self._revivals.are_too_many(self._time.now_ns())

    @property
    def _has_ended(self) -> bool:
        if not self._listening:
            return False
        if self._poller is not None:
            return not self._poller.alive
        return self._to_watch or _notify_thread_ended(self._factory)

    @property
    def _cannot_poll(self) -> bool:
        # Of an unreadable button the fault tells: all else goes on, and is not ended for it.
        plungers = (watcher for line, watcher in self._watchers.items() if line in PLUNGERS)
        return self._poller is not None and any(each.is_unreadable for each in plungers)

    def mend(self) -> frozenset[Line]:
        """Start again what brings the edges, if it has ended; return the lines in doubt."""
        if self._has_ended or self._is_deaf():
            self._revive()
        doubtful = [watcher for watcher in self._watchers.values() if watcher.doubtful]
        for watcher in doubtful:
            watcher.doubtful = False
        return frozenset(watcher.line for watcher in doubtful)

    def _is_deaf(self) -> bool:
        """Whether a level is other than was told, of a factory whose thread cannot be asked."""
        if not self._listening or self._poll or kind(self._factory) not in BY_SYSFS:
            return False
        now_ns = self._time.now_ns()
        return any(watcher.is_unheard(now_ns) for watcher in self._watchers.values())

    def _revive(self) -> None:
        try:
            if self._poller is not None:
                self._start_poller()
            else:
                if _notify_thread_ended(self._factory):
                    _start_notify_thread()
                self._watch()
        except Exception:  # `alive` and `fault` tell of it, and the next call tries again
            return
        self._revivals.add(self._time.now_ns())
        for watcher in self._watchers.values():
            watcher.start_anew()

    @property
    def fault(self) -> str | None:
        """None, or one line: edges no longer arrive, were lost, cannot be read or taken."""
        now_ns = self._time.now_ns()
        if self._has_ended:
            return "what brings the edges has ended: plungers are not heard any more"
        of_all = self._revivals.fault(now_ns)
        if self._poller is not None:
            of_all = of_all or self._poller.fault(now_ns)
        faults = (watcher.fault(now_ns) for watcher in self._watchers.values())
        return of_all or next((fault for fault in faults if fault), None)

    def close(self) -> None:
        """Let go of the pins."""
        self._listening = False
        if self._poller is not None:
            self._poller.stop()
        for watcher in self._watchers.values():
            watcher.close()


def _notify_thread_ended(factory: Any) -> bool:
    """Whether lgpio's one thread, which brings all edges, has died."""
    if kind(factory) not in ("lgpio", "rpi-lgpio"):
        return False
    thread = getattr(sys.modules.get("lgpio"), "_notify_thread", None)
    return thread is not None and not thread.is_alive()


def _start_notify_thread() -> None:
    """Start another of lgpio's threads; the lines must be watched again, to report to it."""
    lgpio: Any = sys.modules["lgpio"]
    dead = lgpio._notify_thread
    lgpio._notify_thread = lgpio._callback_thread()
    # What is left of the dead one is in nobody's way.
    with suppress(Exception):
        lgpio.notify_close(dead._notify)
    with suppress(Exception):
        dead._file.close()
