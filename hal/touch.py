"""A touch screen: each half is its player's plunger, and drawn keys are keys.

It lies over the one screen, and is an input device (multi-touch protocol B) whose contacts are
taken for keys. A contact belongs to the place where it began, however far it slides or spreads. A
palm that rests on a half is that half's plunger, held; another finger there lets it go and presses
it again.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path
from struct import Struct

from hal.framebuffer import Glass
from hal.input_devices import (
    ABS_SLOT,
    DOWN,
    KEY,
    SYN,
    SYN_DROPPED,
    SYN_REPORT,
    UP,
    InputDevice,
    InputEvent,
)
from hal.wiring import CONFIRM_NS_MAX, LOCKOUT_NS_MAX

ABS = 3
X, Y, TRACKING_ID, TOOL = 0x35, 0x36, 0x39, 0x37
NO_CONTACT, PALM = -1, 2
SLOTS_MAX = 32

RELEASED_NS = 2 * CONFIRM_NS_MAX
"""How long before another finger the place that is held is let go: for longer than a bounce."""
AGAIN_NS = LOCKOUT_NS_MAX + 2 * RELEASED_NS
"""Another finger sooner than that belongs to the same press."""

_AXIS = Struct("@6i")
_READ = 2 << 30 | ord("E") << 8


def _get_axis(axis: int) -> int:
    """The kernel's number of the request for an axis and its limits."""
    return _READ | _AXIS.size << 16 | 0x40 + axis


_GET_SLOTS = _READ | (SLOTS_MAX + 1) * 4 << 16 | 0x0A


@dataclass
class _Contact:
    """A slot of the device: its contact, if any, and the contact's current place."""

    number: int = NO_CONTACT
    x: int = 0
    y: int = 0
    is_palm: bool = False
    began: bool = False
    """Whether it began in this report."""

    @property
    def is_there(self) -> bool:
        return self.number != NO_CONTACT and not self.is_palm


class TouchScreen(InputDevice):
    """An open touch screen, whose contacts are read as keys: the places of a glass."""

    def __init__(self, path: Path, glass: Glass) -> None:
        self._glass = glass
        self._slot = 0
        self._slots: dict[int, _Contact] = {}
        self._places: dict[int, int] = {}
        """The place of each contact, by its number."""
        self._known: frozenset[int] = frozenset()
        """The contacts of the latest report, with a place or without."""
        self._downs_ns: dict[int, int] = {}
        """When each place was last pressed."""
        super().__init__(path)

    def begin(self) -> None:
        self._ends = self._extent(X), self._extent(Y)
        self._read_slots()

    def read(self) -> Iterator[InputEvent]:
        """Yield what happened to places. Raises OSError if the device is gone."""
        for event in super().read():
            if event.kind == ABS:
                self._move(event)
            elif event.kind == SYN and event.code == SYN_REPORT:
                yield from self._reported(event.at_ns)
            elif event.kind == SYN and event.code == SYN_DROPPED:
                self._read_slots()
                yield event

    def down(self) -> frozenset[int]:
        """Return the places that are touched now. Raises OSError if the device is gone."""
        found = set()
        for contact in self._slots_now().values():
            # What is not read yet will be a contact of the place where it is.
            is_new = contact.number not in self._known
            place = self._place_of(contact) if is_new else self._places.get(contact.number)
            if contact.is_there and place is not None:
                found.add(place)
        return frozenset(found)

    def _move(self, event: InputEvent) -> None:
        if event.code == ABS_SLOT:
            self._slot = event.value
            return
        contact = self._slots.setdefault(self._slot, _Contact())
        if event.code == TRACKING_ID and event.value != contact.number:
            contact.number, contact.is_palm = event.value, False
            contact.began = event.value != NO_CONTACT
        elif event.code == X:
            contact.x = event.value
        elif event.code == Y:
            contact.y = event.value
        elif event.code == TOOL:
            contact.is_palm = event.value == PALM

    def _reported(self, at_ns: int) -> Iterator[InputEvent]:
        """Yield the contacts of a report, first the ended, then the begun."""
        there = {each.number for each in self._slots.values() if each.is_there}
        held = set(self._places.values())
        self._places = {each: place for each, place in self._places.items() if each in there}
        for place in sorted(held - set(self._places.values())):
            yield InputEvent(at_ns, KEY, place, UP)
        for contact in self._slots.values():
            if contact.began and contact.is_there:
                yield from self._began(contact, at_ns)
            contact.began = False
        self._known = frozenset(each.number for each in self._slots.values())

    def _began(self, contact: _Contact, at_ns: int) -> Iterator[InputEvent]:
        if (place := self._place_of(contact)) is None:
            return
        if place in self._places.values():
            if at_ns - self._downs_ns.get(place, 0) < AGAIN_NS:
                self._places[contact.number] = place
                return
            yield InputEvent(at_ns - RELEASED_NS, KEY, place, UP)
        self._places[contact.number] = place
        self._downs_ns[place] = at_ns
        yield InputEvent(at_ns, KEY, place, DOWN)

    def _place_of(self, contact: _Contact) -> int | None:
        (left, right), (top, bottom) = self._ends
        across, down = (contact.x - left) / (right - left), (contact.y - top) / (bottom - top)
        return self._glass.place_at(across, down)

    def _axis(self, axis: int) -> tuple[int, ...]:
        """Return an axis's value and its limits."""
        return _AXIS.unpack(self._ask(_get_axis(axis), bytes(_AXIS.size)))

    def _extent(self, axis: int) -> tuple[int, int]:
        """Return the least value of an axis, and what its values stay below."""
        _, first, last, *_ = self._axis(axis)
        return first, max(first, last) + 1

    def _read_slots(self) -> None:
        """Read which contacts there are, since what happened is not known."""
        self._slots = self._slots_now()
        self._slot = self._axis(ABS_SLOT)[0]
        places = dict[int, int]()
        for contact in self._slots.values():
            place = self._places.get(contact.number, self._place_of(contact))
            if contact.is_there and place is not None:
                places[contact.number] = place
        self._places = places
        self._known = frozenset(each.number for each in self._slots.values())

    def _slots_now(self) -> dict[int, _Contact]:
        numbers, xs, ys, tools = (self._values(code) for code in (TRACKING_ID, X, Y, TOOL))
        _, _, last, *_ = self._axis(ABS_SLOT)
        return {
            slot: _Contact(numbers[slot], xs[slot], ys[slot], tools[slot] == PALM)
            for slot in range(min(last + 1, SLOTS_MAX))
        }

    def _values(self, code: int) -> list[int]:
        """Return a property of each slot."""
        request = array("i", [code, *[0] * SLOTS_MAX])
        return list(array("i", self._ask(_GET_SLOTS, request.tobytes())))[1:]

    def _ask(self, request: int, argument: bytes) -> bytes:
        answer = array("B", argument)
        ioctl(self._levels_fd, request, answer)
        return answer.tobytes()
