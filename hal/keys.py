"""Keys of input devices: their names, as the kernel's headers have them, and their numbers."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hal.message import Message, nearest

# Each row: the number of its first key, the others follow it.
_ROWS = (
    (1, "ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB Q W E R T Y U I O P LEFTBRACE"),
    (27, "RIGHTBRACE ENTER LEFTCTRL A S D F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT"),
    (43, "BACKSLASH Z X C V B N M COMMA DOT SLASH RIGHTSHIFT KPASTERISK LEFTALT SPACE CAPSLOCK"),
    (59, "F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NUMLOCK SCROLLLOCK"),
    (71, "KP7 KP8 KP9 KPMINUS KP4 KP5 KP6 KPPLUS KP1 KP2 KP3 KP0 KPDOT"),
    (86, "102ND F11 F12"),
    (96, "KPENTER RIGHTCTRL KPSLASH SYSRQ RIGHTALT"),
    (102, "HOME UP PAGEUP LEFT RIGHT END DOWN PAGEDOWN INSERT DELETE"),
    (113, "MUTE VOLUMEDOWN VOLUMEUP POWER KPEQUAL"),
    (119, "PAUSE"),
    (125, "LEFTMETA RIGHTMETA COMPOSE"),
    (183, "F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24"),
)
_BUTTONS = (
    (0x100, "0 1 2 3 4 5 6 7 8 9"),
    (0x110, "LEFT RIGHT MIDDLE SIDE EXTRA FORWARD BACK"),
    (0x120, "TRIGGER THUMB THUMB2 TOP TOP2 PINKIE BASE BASE2 BASE3 BASE4 BASE5 BASE6"),
    (0x130, "SOUTH EAST C NORTH WEST Z TL TR TL2 TR2 SELECT START MODE THUMBL THUMBR"),
    (0x2C0, " ".join(f"TRIGGER_HAPPY{number}" for number in range(1, 41))),
)
KEY_MAX = 0x2FF
"""The kernel's largest key."""
ANY = "any"
"""In place of a device: every keyboard that is plugged in."""
TOUCH = "touch"
"""In place of a device: the touch screen in front of the one screen."""
PLACES: Mapping[str, int] = {
    name: KEY_MAX + number
    for number, name in enumerate(("left", "right", "stop", "minus", "ok", "plus"), start=1)
}
"""What a touch screen has in place of keys: both halves, and keys that are drawn."""


def _named() -> Iterator[tuple[str, int]]:
    for kind, rows in (("KEY", _ROWS), ("BTN", _BUTTONS)):
        for first, names in rows:
            yield from ((f"{kind}_{name}", first + n) for n, name in enumerate(names.split()))


CODES: Mapping[str, int] = dict(_named())
"""The numbers of the keys that have names here; others are written as numbers."""
_NAMES: Mapping[int, str] = {code: name for name, code in CODES.items()}
_NAMES_OF_PLACES: Mapping[int, str] = {code: name for name, code in PLACES.items()}


class DeviceKey(NamedTuple):
    """A key of an input device."""

    device: str
    """Its name in /dev/input/by-id or by-path, the path of its file, ANY or TOUCH."""
    code: int

    def __str__(self) -> str:
        names = _NAMES_OF_PLACES if self.device == TOUCH else _NAMES
        return f"{self.device}:{names.get(self.code, self.code)}"


_OTHER_NAMES = {"RETURN": "ENTER", "ESCAPE": "ESC", "SPACEBAR": "SPACE"}
"""Names of keys that people know from elsewhere."""
_PARTED = re.compile(r"(?P<device>any|.*-event-\w+|/dev/.+)[ .;,=_-](?P<name>.+)", re.IGNORECASE)
"""A device and a key with another sign between them."""


def key_of(text: str) -> DeviceKey | Message:
    """Read a key: device and key behind the last colon; a Message says what is wrong."""
    device, _, name = text.rpartition(":")
    number = int(name) if name.isdecimal() and len(name) < 6 else None
    code = CODES.get(name.upper(), number)
    if device == TOUCH:
        return _place_of(name)
    if not device:
        return _no_device(text)
    if code is None or not 0 < code <= KEY_MAX:
        if (meant := _meant(name)) is not None:
            close = "{name} is no key: did you mean {meant}?"
            return Message(close, name=repr(name), meant=meant)
        return Message(
            "{name} is no key: expected a name as evtest shows it, such as KEY_A, or a number from "
            "1 to {most}",
            name=repr(name),
            most=KEY_MAX,
        )
    return DeviceKey(device, code)


def _place_of(name: str) -> DeviceKey | Message:
    if (code := PLACES.get(name.lower())) is not None:
        return DeviceKey(TOUCH, code)
    places = ", ".join(f"{TOUCH}:{each}" for each in PLACES)
    nowhere = "{name} is nowhere on a touch screen: expected one of {places}"
    return Message(nowhere, name=repr(name), places=places)


def _no_device(text: str) -> Message:
    """Return the problem of a text without a colon, with the remedy if there is one."""
    parted = _PARTED.fullmatch(text)
    device, name = (ANY, text) if parted is None else (parted["device"], parted["name"])
    if (meant := _meant(name)) is None:
        return Message('expected a pin, or a key as in "any:KEY_A", got {text}', text=repr(text))
    key = "expected a device and a key, got {text}: write {repair}"
    return Message(key, text=repr(text), repair=f'"{device}:{meant}"')


def _meant(name: str) -> str | None:
    """Return the name of the key that was probably meant."""
    plain = re.sub(r"\W+", "_", name.strip()).upper()
    if plain in CODES:
        return plain
    plain = plain.removeprefix("KEY_")
    own = f"KEY_{_OTHER_NAMES.get(plain, plain)}"
    if own in CODES:
        return own
    found = nearest(plain, (each.removeprefix("KEY_") for each in CODES))
    return None if found is None else found if found in CODES else f"KEY_{found}"
