"""The libraries' compiled parts, replaced: `_lgpio`, and the chip of `gpiod._ext`."""

import os
import struct
import sys
from collections import deque
from select import select
from types import SimpleNamespace
from typing import Any

from tests.hal.rigs import WAIT_S

KERNEL_QUEUE = 16


class LgpioC:
    """The C module `_lgpio`: a chip whose lines a test moves, and the pipe for its events."""

    ERROR = -1
    LG_INPUT, LG_OUTPUT, LG_ALERT = 1 << 8, 1 << 9, 1 << 10

    def __init__(self) -> None:
        self.levels = dict.fromkeys(range(28), 1)
        self.modes = dict.fromkeys(range(28), 0)
        self.alerts: dict[int, int] = {}
        self.pwm: dict[int, tuple[float, float]] = {}
        self.unreadable = self.unwatchable = False
        self.held: dict[int, deque[bytes]] | None = None
        self._pipes: dict[int, int] = {}

    def edge(self, pin: int, level: int, at_ns: int) -> None:
        self.levels[pin] = level
        if pin not in self.alerts:
            return
        message = struct.pack("QBBBBI", at_ns, 0, pin, level, 0, 0)
        if self.held is None:
            os.write(self._pipes[self.alerts[pin]], message)
        else:
            self.held.setdefault(pin, deque(maxlen=KERNEL_QUEUE)).append(message)

    def hold(self) -> None:
        """Nothing fetches the events: the kernel holds the newest of each line."""
        self.held = {}

    def fetch(self) -> None:
        held, self.held = self.held or {}, None
        for pin, messages in held.items():
            os.write(self._pipes[self.alerts[pin]], b"".join(messages))

    def waits(self) -> bool:
        """Whether edges are in the pipe that nobody has read."""
        return any(select(list(self._pipes.values()), [], [], 0)[0])

    def _nothing(self, *_: int) -> int:
        return 0

    _gpiochip_open = _gpiochip_close = _nothing

    def _gpio_get_mode(self, _: int, pin: int) -> int:
        return self.modes[pin]

    def _gpio_claim_input(self, _: int, flags: int, pin: int) -> int:
        self.modes[pin] = flags | self.LG_INPUT
        self.alerts.pop(pin, None)
        return 0

    def _gpio_claim_output(self, _: int, flags: int, pin: int, level: int) -> int:
        self.modes[pin] = flags | self.LG_OUTPUT | 1 << 1
        self.levels[pin] = level
        return 0

    def _gpio_claim_alert(self, _: int, flags: int, edges: int, pin: int, notify: int) -> int:
        assert edges == 3, "both edges are asked for"
        if self.unwatchable:
            return self.ERROR
        self.modes[pin] = flags | self.LG_ALERT
        self.alerts[pin] = notify
        return 0

    def _gpio_free(self, _: int, pin: int) -> int:
        self.modes[pin] = 0
        self.alerts.pop(pin, None)
        return 0

    def _gpio_read(self, _: int, pin: int) -> int:
        return self.ERROR if self.unreadable else self.levels[pin]

    def _gpio_write(self, _: int, pin: int, level: int) -> int:
        self.levels[pin] = int(level)
        return 0

    def _gpio_set_debounce_micros(self, _: int, __: int, micros: int) -> int:
        assert micros == 0, "lgpio's own debounce dates presses late"
        return 0

    def _tx_pwm(self, _: int, pin: int, hz: float, duty: float, *__: int) -> int:
        self.pwm[pin] = (hz, duty)
        return 0

    def _notify_open(self) -> int:
        number = len(self._pipes)
        name = f".lgd-nfy{number}"
        os.mkfifo(name)
        self._pipes[number] = os.open(name, os.O_RDWR)
        return number

    def _error_text(self, _: int) -> str:
        return "Input/output error"

    def end(self) -> None:
        """Let the thread that reads the pipe come to its end."""
        lgpio: Any = sys.modules["lgpio"]
        thread = lgpio._notify_thread
        thread.stop()
        if thread.is_alive():
            os.write(self._pipes[thread._notify], bytes(16))
            thread.join(WAIT_S)
        thread._file.close()  # one that died left it open
        for pipe in self._pipes.values():
            os.close(pipe)


class GpiodC:
    """The chip of `gpiod._ext`: its lines' levels, and a request for each line."""

    def __init__(self) -> None:
        self.levels: dict[int, int] = {}
        self.settings: dict[str, Any] = {}
        self.requests: dict[int, GpiodRequest] = {}
        self.held = False
        self.unreadable = False
        self.broken: set[int] = set()
        self._offsets: list[int] = []

    def edge(self, pin: int, level: int, at_ns: int) -> None:
        self.levels[pin] = level
        self.requests[pin].happened(level, at_ns, signalled=not self.held)

    def hold(self) -> None:
        """The reading thread is not scheduled."""
        self.held = True

    def fetch(self) -> None:
        self.held = False
        for request in self.requests.values():
            request.ring()

    def waits(self) -> bool:
        """Whether edges are in a queue that nobody has read."""
        return any(select([request.fd for request in self.requests.values()], [], [], 0)[0])

    def Chip(self, _: str) -> Any:
        info = SimpleNamespace(num_lines=54)
        return SimpleNamespace(
            get_info=lambda: info,
            get_line_name=lambda _: None,
            request_lines=self._requested,
            close=lambda: None,
        )

    def LineSettings(self, **settings: Any) -> Any:
        self.settings = settings
        return settings

    def LineConfig(self) -> Any:
        self._offsets = []
        return SimpleNamespace(add_line_settings=lambda pins, _: self._offsets.extend(pins))

    def _requested(self, _: Any, consumer: str, size: int) -> "GpiodRequest":
        assert consumer == "clapper"
        (pin,) = self._offsets
        if pin in self.requests:
            raise OSError(16, "Device or resource busy")
        self.levels.setdefault(pin, 1)
        self.requests[pin] = GpiodRequest(self, pin, size)
        return self.requests[pin]

    def end(self) -> None:
        for request in self.requests.values():
            os.close(request.fd)
            os.close(request.bell)


class GpiodRequest:
    """A request of one line: the kernel's events of it, numbered, the oldest dropped."""

    chip_name = "gpiochip0"

    def __init__(self, chip: GpiodC, pin: int, size: int) -> None:
        self.offsets = [pin]
        self.size = size
        self.released = False
        self._chip = chip
        self._queue: deque[Any] = deque(maxlen=size)
        self._number = 0
        self.fd, self.bell = os.pipe()

    def happened(self, level: int, at_ns: int, *, signalled: bool) -> None:
        from gpiod import EdgeEvent

        self._number += 1
        # The lines are active low: a falling edge is an active one, which is called rising.
        kind = EdgeEvent.Type.FALLING_EDGE if level else EdgeEvent.Type.RISING_EDGE
        event = EdgeEvent(kind.value, at_ns, self.offsets[0], self._number, self._number)
        self._queue.append(event)
        if signalled:
            self.ring()

    def ring(self) -> None:
        """Make the file readable, as it is while events wait."""
        if self._queue and not self.released:
            os.write(self.bell, b"!")

    def get_values(self, _: list[int], into: list[Any]) -> None:
        from gpiod.line import Value

        if self._chip.unreadable:
            raise OSError(5, "Input/output error")
        into[:] = [Value.INACTIVE if self._chip.levels[self.offsets[0]] else Value.ACTIVE]

    def read_edge_events(self, most: int) -> list[Any]:
        if self.offsets[0] in self._chip.broken:
            raise OSError(5, "Input/output error")
        os.read(self.fd, 1)
        events = [self._queue.popleft() for _ in range(min(most, len(self._queue)))]
        self.ring()
        return events

    def release(self) -> None:
        self.released = True
