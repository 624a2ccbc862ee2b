"""One screen for both faces: whether it is there, its size, and the console on it."""

from collections.abc import Iterator
from pathlib import PurePath

from clock.doctor.findings import Finding, ok, warning, wrong
from clock.doctor.host_machine import Machine
from clock.rules.message import Message
from hal.framebuffer import is_free_of_console, look_for_plug, place, read_geometry
from hal.oled import ScreenError
from hal.ports import ScreenName
from hal.wiring import Wiring


def screen(machine: Machine, wiring: Wiring) -> Iterator[Finding]:
    """Find whether the one screen can be painted; nothing where the clock has two displays."""
    if wiring.framebuffer is None:
        return
    device = wiring.framebuffer.device
    graphics = machine.at(f"/sys/class/graphics/{PurePath(device).name}")
    try:
        geometry = read_geometry(graphics)
        look_for_plug(graphics)
        place(wiring.framebuffer, ScreenName.LEFT, geometry[:2])
    except ScreenError as error:
        plug = Message("check its plug and `[screens.both]`, then restart")
        yield wrong("displays", "{device}: {problem}", plug, device=device, problem=error.message)
        return
    except OSError:
        return  # the line about the device says it
    size = "{device}: {width}x{height}, {depth} bits a pixel"
    yield ok("displays", size, device=device, **geometry._asdict())
    if not is_free_of_console(machine.at("/sys/class/vtconsole")):
        restart = "sudo systemctl restart clapper"
        yield warning("displays", "the text console writes over the faces", restart)
