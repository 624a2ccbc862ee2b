"""`clapper doctor --keys`: a person presses the keys that are to be plungers and buttons.

They are written into the configuration, whose other lines stay as they are.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from select import select

from clock.config import DEFAULT_FILE, config_from
from clock.files import replace_file
from clock.notation.toml import read_text
from clock.rules.message import Problem
from clock.text.language import N_, part_name, tr
from hal.factories import one_line
from hal.input_devices import DOWN, KEY, InputDevice, named_files
from hal.keys import DeviceKey
from hal.ports import Line
from hal.wiring import KEYS

WAIT_S = 15.0
"""For a key; then its line stays as it is."""
_PRESS = N_("Press the key for: {line}. To leave it as it is, wait {seconds} s.")
_TAKEN = N_("{key} is taken by: {line}. Press another one.")


def learn_keys(file: Path | None, say: Callable[[str], None]) -> int:
    """Ask for the keys and write them; return the exit status. Raises Problem or OSError."""
    place = file or DEFAULT_FILE
    old = read_text(place) if place.exists() else ""
    keys = _learned(say)
    if not keys:
        say(tr("No key was pressed: {file} stays as it is.").format(file=place))
        return 1
    text = with_keys(old, keys)
    config_from(text, str(place))
    try:
        replace_file(place, text.encode())
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(place)) from None
    for line, key in keys.items():
        say(f"{part_name(line)}: {key}")
    say(tr("Written to {file}. `systemctl restart clapper` uses it.").format(file=place))
    return 0


def _learned(say: Callable[[str], None]) -> dict[Line, DeviceKey]:
    """Return the keys that a person presses when asked."""
    keys: dict[Line, DeviceKey] = {}
    with ExitStack() as stack:
        devices = {}
        for name, path in named_files().items():
            try:
                device = stack.enter_context(closing(InputDevice(path)))
            except OSError as error:
                say(f"{name}: {one_line(error)}")
                continue
            devices[device.fd] = name, device
        if not devices:
            raise Problem(
                "there is no keyboard or other device with keys that may be read: plug one in, "
                "stop the clock (`systemctl stop clapper`), and run this as root"
            )
        for line in KEYS:
            say(tr(_PRESS).format(line=part_name(line), seconds=f"{WAIT_S:.0f}"))
            for key in _pressed(devices):
                other = next((each for each, taken in keys.items() if taken == key), None)
                if other is None:
                    keys[line] = key
                    break
                say(tr(_TAKEN).format(key=key, line=part_name(other)))
    return keys


def _pressed(devices: dict[int, tuple[str, InputDevice]]) -> Iterator[DeviceKey]:
    """Yield the keys that are pressed, until nothing has been pressed for so long."""
    until_s = time.monotonic() + WAIT_S
    while (left_s := until_s - time.monotonic()) > 0:
        for ready in select(list(devices), [], [], left_s)[0]:
            name, device = devices[ready]
            for event in device.read():
                if event.kind == KEY and event.value == DOWN:
                    until_s = time.monotonic() + WAIT_S
                    yield DeviceKey(name, event.code)


def with_keys(text: str, keys: dict[Line, DeviceKey]) -> str:
    """Return a configuration's text with these keys in its table [lines]."""
    rows = text.splitlines(keepends=True)
    if rows and not rows[-1].endswith("\n"):
        rows[-1] += "\n"
    if not any(map(_IS_LINES.match, rows)):
        rows += ["\n"] * bool(rows) + ["[lines]\n"]
    first = next(number for number, row in enumerate(rows) if _IS_LINES.match(row)) + 1
    for line, key in keys.items():
        tables = (number for number, row in enumerate(rows) if _IS_TABLE.match(row))
        last = next((number for number in tables if number >= first), len(rows))
        row = f'{line} = "{key}"\n'
        places = [n for n in range(first, last) if re.match(rf"\s*{line}\s*=", rows[n])]
        places += [n for n in range(first, last) if re.match(rf"#\s*{line}\s*=", rows[n])]
        if places:
            rows[places[0]] = row
        else:
            rows.insert(first, row)
    return "".join(rows)


_IS_TABLE = re.compile(r"\s*\[")
_IS_LINES = re.compile(r"\s*\[\s*lines\s*\]")
