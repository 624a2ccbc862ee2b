"""The installed clock inside the machine: its service, its displays, its lamps, its game."""

import time
from pathlib import Path

from PIL import Image, ImageChops

from clock.display.draw import draw
from clock.display.view import view
from clock.menu.faces import hint
from clock.menu.levels import CLOSED
from clock.rules.inputs import Input
from clock.rules.seats import Seat
from clock.rules.state import Setup, State
from hal.ports import LampName, ScreenName
from hal.wiring import DEFAULT
from tests.game.recordings import read_game
from tests.kernel.header import board
from tests.kernel.machine import Machine, MachineError

GUEST = Path(__file__).parent / "guest"
CONFIG = "/etc/clapper/clapper.toml"
EXPORTED = "/run/game.json"
READY_S_MAX = 600.0
SIZE = (128, 64)
BUSY = "for _ in 1 2; do (while [ -e /run/busy ]; do :; done) </dev/null >/dev/null 2>&1 & done"


def prepare(machine: Machine) -> None:
    """Bring in what the tests do inside; it is gone after a boot."""
    for file in GUEST.iterdir():
        machine.write(f"/run/guest/{file.name}", file.read_bytes())
    machine.run("chmod +x /run/guest/*")


def wait_until_ready(machine: Machine) -> None:
    """Wait until the service is up: the first face is shown."""
    until = time.monotonic() + READY_S_MAX
    while machine.run("systemctl is-active clapper || true").strip() != "active":
        if time.monotonic() > until:
            status = machine.run("systemctl status clapper --no-pager --lines=30 || true")
            raise MachineError(f"the clock did not start: {status}")
        time.sleep(0.2)


def configure(machine: Machine, config: str) -> None:
    machine.write(CONFIG, config.encode())
    # Reloaded, systemd asks again what the configuration needs.
    machine.run("systemctl daemon-reload; systemctl restart clapper")
    wait_until_ready(machine)


def forget_games(machine: Machine) -> None:
    """Restart the clock as one that has never played."""
    machine.run("systemctl stop clapper; rm -rf /var/lib/clapper/games; systemctl start clapper")
    wait_until_ready(machine)


def log(machine: Machine) -> str:
    return machine.run("journalctl --unit clapper --no-pager --output cat")


def picture(machine: Machine, screen: ScreenName) -> Image.Image:
    """Return what a display's memory holds, as its driver turns it to be seen."""
    memory = machine.read(board(screen, "memory"))
    width, height = SIZE
    image = Image.new("1", SIZE)
    image.putdata(
        [
            255 if memory[y // 8 * width + x] >> y % 8 & 1 else 0
            for y in range(height)
            for x in range(width)
        ]
    )
    return image


def face_of(
    state: State,
    seat: Seat,
    now_ns: int,
    size: tuple[int, int] = SIZE,
    notices: tuple[str, ...] = (),
) -> Image.Image:
    face = view(state, seat, now_ns, hint=hint(CLOSED, state), notices=notices)
    return draw(face, size)


def assert_same_picture(shown: Image.Image, expected: Image.Image) -> None:
    """Fail with both pictures in view, if they differ in any pixel; of colours, with where."""
    if expected.mode != "1":
        assert shown.size == expected.size
        assert ImageChops.difference(shown, expected).getbbox() is None
        return
    assert _rows(shown) == _rows(expected)


def _rows(image: Image.Image) -> list[str]:
    width, height = image.size
    return [
        "".join("█" if image.getpixel((x, y)) else " " for x in range(width)) for y in range(height)
    ]


def registers(machine: Machine, screen: ScreenName) -> dict[str, int]:
    """Return a display's registers and counters."""
    words = machine.read(board(screen, "state")).decode().split()
    return {name: int(value) for name, _, value in (word.partition("=") for word in words)}


def lit(machine: Machine) -> set[LampName]:
    names = list(DEFAULT.lamps)
    files = " ".join(f"/run/header/{DEFAULT.lamps[name].pin}/value" for name in names)
    return {name for name, level in zip(names, machine.run(f"cat {files}").split(), strict=True)
            if bool(int(level)) is DEFAULT.lamps[name].lit_when_high}  # fmt: skip


def record(machine: Machine) -> tuple[Setup, tuple[Input, ...]]:
    """Return the latest game of the clock's journal, once that is proved sound."""
    machine.run("clapper verify --all")
    machine.run(f"clapper export last -o {EXPORTED}")
    return read_game(machine.read(EXPORTED))
