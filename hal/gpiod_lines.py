"""Plungers and buttons on libgpiod 2: the `Inputs` port on the kernel's own line events.

The kernel stamps edges in ns of CLOCK_MONOTONIC and numbers the edges of a line, so a lost edge is
detected and not only suspected. Its queue holds QUEUE_EDGES edges of a line; other interfaces leave
it at 16. A thread sleeps until there are edges.
"""

import errno
import threading
from collections.abc import Mapping
from contextlib import suppress
from select import select
from typing import Any

from hal.factories import FREE_PIN, PinError, device_remedy, one_line
from hal.lines import InputLine, WaitingInputs
from hal.message import Message
from hal.ports import Line, Time

QUEUE_EDGES = 1024
"""The largest queue that the kernel has."""

READ_EDGES_MAX = 64


class _Line(InputLine):
    """A line of a chip, with its own queue: a noisy line takes no room from another."""

    def __init__(self, line: Line, pin: int, chip: str, time: Time) -> None:
        super().__init__(line, time)
        self._pin = pin
        self._number = 0
        # Two threads must not use a libgpiod request at once; waiting on its descriptor is safe.
        self._lock = threading.Lock()
        self._request = _request(chip, pin)
        self.fd: int = self._request.fd
        self._last = self.pressed()

    def fetch(self) -> None:
        """Deliver the waiting edges. Raises the library's errors."""
        with self._lock:
            events = self._request.read_edge_events(READ_EDGES_MAX)
        for event in events:
            if event.line_seqno != self._number + 1:
                self.note_loss()
            self._number = event.line_seqno
            pressed = event.event_type is type(event).Type.RISING_EDGE
            self.deliver(pressed, event.timestamp_ns)

    def read(self) -> bool:
        with self._lock:
            return bool(self._request.get_value(self._pin))

    def close(self) -> None:
        self._request.release()


class GpiodInputs(WaitingInputs):
    """The `Inputs` port on a chip's lines: pulled up, pressed while low. Raises PinError."""

    def __init__(self, lines: Mapping[Line, int], chip: str, time: Time) -> None:
        super().__init__(time)
        self._lines: dict[Line, _Line] = {}
        try:
            for line, pin in lines.items():
                self._lines[line] = _Line(line, pin, chip, time)
        except PinError:
            self.close()
            raise

    def _run(self) -> None:
        lines = {line.fd: line for line in self._lines.values()}
        while not self._stopping.is_set():
            for ready in self._ready(lines):
                lines[ready].fetch()

    def drain(self) -> None:
        for line in self._lines.values():
            with suppress(Exception):
                if select([line.fd], [], [], 0)[0]:  # without an edge, reading would block
                    line.fetch()
        super().drain()


def _request(chip: str, pin: int) -> Any:
    try:
        import gpiod
        from gpiod.line import Bias, Clock, Direction
        from gpiod.line import Edge as Edges

        line_settings = gpiod.LineSettings(
            direction=Direction.INPUT,
            edge_detection=Edges.BOTH,
            bias=Bias.PULL_UP,
            active_low=True,
            event_clock=Clock.MONOTONIC,
        )
        return gpiod.request_lines(
            chip, config={pin: line_settings}, consumer="clapper", event_buffer_size=QUEUE_EDGES
        )
    except Exception as error:
        raise PinError(
            "GPIO {pin} of {chip} is not available to libgpiod ({why})",
            _remedy(error, chip),
            pin=pin,
            chip=chip,
            why=one_line(error),
        ) from error


def _remedy(error: Exception, chip: str) -> Message:
    match error:
        case ImportError():  # raised with libgpiod 1 as well: its modules have other names
            return Message('install gpiod 2, or set edges = "factory"')
        case OSError(errno=errno.EBUSY):
            return FREE_PIN
        case FileNotFoundError() | PermissionError():
            return device_remedy(chip)
        case _:
            return Message('set edges = "factory"')
