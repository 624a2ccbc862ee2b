"""A keyboard and one screen that are plugged into the machine, and the kernel's record of keys."""

import re
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import NamedTuple

from PIL import Image

from clock.rules.seats import Seat
from hal.input_devices import DOWN, KEY
from hal.keys import CODES
from hal.ports import Line, ScreenName
from hal.touch import ABS, TRACKING_ID
from tests.kernel.games import Pressed
from tests.kernel.machine import Machine, Options

NAME = "usb-QEMU_QEMU_USB_Keyboard_club-event-kbd"
"""What the keyboard is called wherever it is plugged in: its maker, its model, its number."""
SCREEN_SIZE = (800, 480)
WIDTH, HEIGHT = SCREEN_SIZE
_KEYBOARD = {"driver": "usb-kbd", "id": "keyboard", "bus": "usb.0", "serial": "club"}
PARTS: Options = (
    *("-device", "qemu-xhci,id=usb"),
    *("-device", "usb-kbd,id=keyboard,bus=usb.0,serial=club"),
    *("-device", f"virtio-gpu-pci,id=screen,xres={WIDTH},yres={HEIGHT}"),
)
KEYS = {
    Line.LEFT_PLUNGER: "a",
    Line.RIGHT_PLUNGER: "l",
    Line.STOP: "spc",
    Line.MINUS: "minus",
    Line.OK: "ret",
    Line.PLUS: "equal",
}
"""QEMU's names of the keys."""
_KERNELS = {"a": "A", "l": "L", "spc": "SPACE", "minus": "MINUS", "ret": "ENTER", "equal": "EQUAL"}
CODE = {line: CODES[f"KEY_{_KERNELS[key]}"] for line, key in KEYS.items()}
LINES = "\n".join(f'{line} = "{NAME}:KEY_{_KERNELS[key]}"' for line, key in KEYS.items())
PLUNGERS = {Seat.LEFT: Line.LEFT_PLUNGER, Seat.RIGHT: Line.RIGHT_PLUNGER}
THINK_S, HELD_S = (0.1, 0.4), (0.05, 0.2)
REPEATS_S = 0.7
"""So long held a key repeats: the kernel begins after a quarter of a second."""


class Keyboard:
    """A hand at the keyboard, which types through QEMU's monitor."""

    def __init__(self, machine: Machine, random: Random) -> None:
        self._machine, self._random = machine, random
        self.pressed_s: list[tuple[float, Seat]] = []
        """When this machine's clock said that a plunger was pressed."""

    def press(self, line: Line, held_s: float = HELD_S[0]) -> None:
        """Press a key, and let it go."""
        self._send(KEYS[line], down=True)
        time.sleep(held_s)
        self._send(KEYS[line], down=False)

    def play(self, count: int, first: Seat) -> Seat:
        """Press the plungers in turn, the last for so long that it repeats; return who is next."""
        seat = first
        for number in range(count):
            time.sleep(self._random.uniform(*THINK_S))
            self.pressed_s.append((time.monotonic(), seat))
            last = number == count - 1
            self.press(PLUNGERS[seat], REPEATS_S if last else self._random.uniform(*HELD_S))
            seat = seat.other
        return seat

    def unplug(self) -> None:
        self._machine.ask("device_del", id="keyboard")

    def plug_in(self) -> None:
        self._machine.ask("device_add", **_KEYBOARD)

    def _send(self, key: str, *, down: bool) -> None:
        data = {"down": down, "key": {"type": "qcode", "data": key}}
        self._machine.ask("input-send-event", events=[{"type": "key", "data": data}])


class Reported(NamedTuple):
    """An event with the kernel's stamp, in the whole microseconds that a program gets."""

    at_ns: int
    kind: int
    code: int
    value: int


LIFTED = 0xFFFF_FFFF
"""The number of no contact, as the kernel's record has it."""
_LINE = re.compile(r" report: \([^)]*\) at=(\d+) count=(\d+) (.*)")


def stop_trace(machine: Machine) -> list[Reported]:
    """Return what the kernel recorded of input devices: nothing in it went through the clock."""
    found: dict[Reported, None] = {}  # the clock has each device open twice
    for line in machine.run("/run/guest/trace stop").splitlines():
        if report := _LINE.search(line):
            at_ns, count = int(report[1]) // 1000 * 1000, int(report[2])
            events = re.findall(r"e\d=0x([0-9a-f]+)", report[3])
            for event in (int(each, 16) for each in events[:count]):
                found[Reported(at_ns, event & 0xFFFF, event >> 16 & 0xFFFF, event >> 32)] = None
    return sorted(found)


def downs(reported: Iterable[Reported], line: Line) -> list[int]:
    """Return the stamps of a line's key going down."""
    down = KEY, CODE[line], DOWN
    return [each.at_ns for each in reported if each[1:] == down]


def contacts(reported: Iterable[Reported]) -> list[int]:
    """Return the stamps at which a touch screen was touched."""
    begins = ABS, TRACKING_ID
    return [each.at_ns for each in reported if each[1:3] == begins and each.value != LIFTED]


def presses(reported: list[Reported]) -> Pressed:
    """Return the presses of the plungers."""
    return sorted(
        (at_ns, seat) for seat, line in PLUNGERS.items() for at_ns in downs(reported, line)
    )


def pictures(machine: Machine, folder: Path) -> dict[ScreenName, Image.Image]:
    """Return both halves of the screen, as they are seen from outside."""
    file = folder / "screen.png"
    machine.ask("screendump", filename=str(file), format="png")
    with Image.open(file) as image:
        shown = image.convert("RGB")
    assert shown.size == SCREEN_SIZE
    middle = WIDTH // 2
    return {
        ScreenName.LEFT: shown.crop((0, 0, middle, HEIGHT)),
        ScreenName.RIGHT: shown.crop((middle, 0, WIDTH, HEIGHT)),
    }
