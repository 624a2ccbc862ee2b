"""What hands do to the board, and what the kernel recorded of it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import NamedTuple

from clock.rules.inputs import INSTANT_NS_END
from clock.rules.seats import Seat
from hal.ports import Line, ScreenName
from hal.wiring import DEFAULT
from tests.kernel.machine import Machine

MS_NS = 1_000_000
SECOND_NS = 1_000_000_000
PLUNGERS = {Seat.LEFT: Line.LEFT_PLUNGER, Seat.RIGHT: Line.RIGHT_PLUNGER}
DO_S_MAX = 3600.0
AROUND_NS = 100 * MS_NS
RISING = 1
HAND = "hand"
"""What the programs that move lines call themselves."""
BOUNCES_MAX = 4
BOUNCE_NS = (150_000, 1_800_000)
"""A bounce's shortest and longest gap between two edges: below the wiring's `confirm_ns`."""


class Deed(NamedTuple):
    """A word is written into one of the board's files at a time."""

    at_ns: int
    path: str
    word: str
    last: bool = True
    """Whether the contact that it belongs to ends with it."""


def tap(
    line: Line, at_ns: int, held_ns: int = 100 * MS_NS, bounce: Random | None = None
) -> list[Deed]:
    """A plunger goes down and comes up; with `bounce` as a worn contact does it."""
    return [*_contact(line, 0, at_ns, bounce), *_contact(line, 1, at_ns + held_ns, bounce)]


def _contact(line: Line, target: int, at_ns: int, bounce: Random | None) -> Iterator[Deed]:
    """A contact that closes (0) or opens (1), and some times goes back and forth."""
    path = f"/run/header/{DEFAULT.lines[line]}/pull"
    changes = 1 + 2 * (bounce.randint(0, BOUNCES_MAX) if bounce else 0)
    for number in range(changes):
        level = target if number % 2 == 0 else 1 - target
        yield Deed(at_ns, path, ("pull-down", "pull-up")[level], number == changes - 1)
        at_ns += bounce.randint(*BOUNCE_NS) if bounce else 0


def presses(
    count: int, from_ns: int, think_ns: tuple[int, int], random: Random, first: Seat = Seat.LEFT
) -> list[Deed]:
    """Players who press in turn, each after his thinking time, on plungers that bounce."""
    deeds, seat, at_ns = [], first, from_ns
    for _ in range(count):
        at_ns += random.randint(*think_ns)
        held_ns = random.randint(60 * MS_NS, min(220 * MS_NS, think_ns[0]))
        deeds += tap(PLUNGERS[seat], at_ns, held_ns, random)
        seat = seat.other
    return deeds


def board(screen: ScreenName, file: str) -> str:
    """The path of a display's file on the board: `fault`, `power`, `memory` or `state`."""
    return f"/sys/kernel/debug/oled/{DEFAULT.screens[screen].address:02x}/{file}"


def script(deeds: Iterable[Deed]) -> bytes:
    """Return what `guest/hand.py` reads."""
    return "".join(f"{deed.at_ns} {deed.path} {deed.word}\n" for deed in sorted(deeds)).encode()


class Change(NamedTuple):
    """An edge with the kernel's stamp, as it is put up for the clock to read, or a pull: a line is
    moved from outside, in whole microseconds.

    An edge's level is sampled a little later; 1 is pressed where a program asks for it so.
    """

    at_ns: int
    pin: int
    what: str
    level: int


class Contact(NamedTuple):
    """A contact that closes or opens, as the kernel has it: the stamps of its edges.

    `intact`: each move has its edge, as close as bounces are. Else this machine was too slow: the
    kernel merges edges that come before the last one's thread has run, and stamps them as the last.
    """

    closes: bool
    stamps: tuple[int, ...]
    intact: bool


@dataclass(frozen=True)
class Trace:
    """The kernel's own record: nothing in it went through the clock."""

    edges: tuple[Change, ...]
    pulls: tuple[Change, ...]
    deeds: tuple[Deed, ...]

    def presses(self) -> list[tuple["Contact", Seat]]:
        found = [(each, seat) for seat in Seat for each in self.presses_of(PLUNGERS[seat])]
        return sorted(found, key=lambda press: press[0].stamps)

    def presses_of(self, line: Line) -> list[Contact]:
        """Return the presses of a line: its contacts that close."""
        return [each for each in self.contacts_of(line) if each.closes]

    def contacts_of(self, line: Line) -> list[Contact]:
        pin = DEFAULT.lines[line]
        contacts = self._contacts(pin)
        ends_ns = [*(moves[0].at_ns for moves in contacts[1:]), INSTANT_NS_END]
        found = []
        for moves, end_ns in zip(contacts, ends_ns, strict=True):
            edges = [each.at_ns for each in self.edges if each.pin == pin]
            own = tuple(at_ns for at_ns in edges if moves[0].at_ns <= at_ns < end_ns)
            intact = len(own) == len(moves) and _bounces(own)
            found.append(Contact(moves[-1].level == 0, own, intact))
        return found

    def torn(self) -> list[str]:
        """Describe what happened about each contact that is not intact."""
        lines = [each for each in DEFAULT.lines if self._contacts(DEFAULT.lines[each])]
        contacts = [contact for line in lines for contact in self.contacts_of(line)]
        return [self.around(each.stamps[0]) for each in contacts if not each.intact]

    def _contacts(self, pin: int) -> list[list[Change]]:
        """The moves of a line, by the contact that they were meant for; else each by itself."""
        pulls = [pull for pull in self.pulls if pull.pin == pin]
        meant = [deed.last for deed in sorted(self.deeds) if deed.path.endswith(f"/{pin}/pull")]
        contacts: list[list[Change]] = [[]]
        for pull, last in zip(pulls, meant or [True] * len(pulls), strict=True):
            contacts[-1].append(pull)
            if last:
                contacts.append([])
        return contacts[:-1]

    def around(self, at_ns: int) -> str:
        """Return what happened about an instant, in ms from it, for a test that fails."""
        return "\n".join(
            f"{(each.at_ns - at_ns) / 1e6:10.4f} ms  {each.what} {each.pin} {each.level}"
            for each in sorted((*self.pulls, *self.edges))
            if abs(each.at_ns - at_ns) < AROUND_NS
        )

    def latencies_ns(self) -> list[int]:
        """Return how long after the latest move of its line each edge is stamped; sorted."""
        found = []
        for edge in self.edges:
            moved = [p.at_ns for p in self.pulls if p.pin == edge.pin and p.at_ns <= edge.at_ns]
            found.append(edge.at_ns - moved[-1])
        return sorted(found)


def _bounces(stamps: tuple[int, ...]) -> bool:
    """Whether a contact's edges are as close as the wiring takes bounces to be."""
    return all(after - before < DEFAULT.debounce.confirm_ns for before, after in pairwise(stamps))


_LINE = re.compile(
    r"^\s*(?P<task>\S+)-\d+ .*\s(?P<s>\d+)\.(?P<us>\d{6}): "
    r"(?P<what>edge|pull): \([^)]*\) (?P<fields>.*)"
)


def start_trace(machine: Machine) -> None:
    machine.run("/run/guest/trace start")


def stop_trace(machine: Machine, *deeds: Deed) -> Trace:
    """Return what the kernel recorded of these deeds, or of a hand's that knows no bounces."""
    edges, pulls = [], []
    for line in machine.run("/run/guest/trace stop").splitlines():
        found = _LINE.search(line)
        if found is None:
            if line and not line.startswith("#"):
                raise ValueError(f"the kernel's record was not understood: {line}")
            continue
        fields = {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", found["fields"])}
        if found["what"] == "edge":
            level = int(fields["kind"] == RISING)
            edges.append(Change(fields["at"], fields["pin"], "edge", level))
        elif found["task"] == HAND:  # the clock pulls its lines up as well
            at_ns = int(found["s"] + found["us"]) * 1000
            pulls.append(Change(at_ns, fields["pin"], "pull", fields["level"]))
    return Trace(tuple(edges), tuple(pulls), deeds)


def traced(machine: Machine, deeds: list[Deed]) -> Trace:
    """Do all of it inside the machine; return what the kernel recorded."""
    start_trace(machine)
    machine.run("python3 /run/guest/hand.py", stdin=script(deeds), seconds=DO_S_MAX)
    return stop_trace(machine, *deeds)
