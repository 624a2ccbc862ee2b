"""Input devices: which are plugged in, and whether those of the configuration are."""

import re
from collections.abc import Iterator

from clock.doctor.findings import Finding, ok, wrong
from clock.doctor.host_machine import Machine
from clock.rules.message import Message
from hal.input_devices import files_of, named_files
from hal.keys import ANY, TOUCH
from hal.wiring import Wiring


def input_devices(machine: Machine, wiring: Wiring) -> Iterator[Finding]:
    """Find every device with keys, and those that are missing."""
    folder = machine.at("/dev/input")
    names = {key.device for own in wiring.all_keys.values() for key in own}
    used = {name: set(files_of(name, folder)) for name in sorted(names)}
    for name, files in used.items():
        if not files and name == TOUCH:
            yield wrong("devices", "touch screen: {why}", _PLUG_IN_TOUCH, why=_MISSING)
        elif not files and name != ANY:
            plug = Message("plug it in; `sudo clapper doctor --keys` learns the keys of another")
            yield wrong("devices", "keys of {device}: {why}", plug, device=name, why=_MISSING)
    of_lines = set().union(*used.values())
    for name, file in named_files(folder).items():
        is_used = "{device}: its keys are plungers or buttons"
        yield ok("devices", is_used if file in of_lines else "{device}: not used", device=name)
    for file in used.get(TOUCH, set()) - set(named_files(folder).values()):
        yield ok("devices", "{device}: its halves are plungers", device=file.name)


_MISSING = Message("not plugged in")
_PLUG_IN_TOUCH = Message(
    "plug in its USB cable; it must be a multi-touch screen: `evtest` shows ABS_MT_SLOT"
)
_NAMED = re.compile(r"(?<![\w.-])usb-([^\s\"']+?)(?=(?:-if\d+)?-event)")
"""A device's name in by-id: its maker and model, then its serial number, if it has one."""


def without_serials(text: str) -> str:
    """Return a text in which no device's name has what may be its serial number."""

    def shortened(found: re.Match[str]) -> str:
        *most, _ = found[1].split("_")
        shown = (part if part.isalpha() else "…" for part in most)
        return f"usb-{'_'.join((*shown, '…'))}"

    return _NAMED.sub(shortened, text)
