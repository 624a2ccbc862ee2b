"""Who may organize on this clock: anybody, or with a key or a code; and which amounts of time."""

from collections.abc import Iterable
from enum import Enum

import msgspec
from msgspec.structs import replace

from clock.rules.message import Problem
from clock.rules.units import MINUTE_NS, SECOND_NS, duration_ns

CODE_FIGURES = range(4, 9)
"""How many figures a code may have."""
AMOUNTS_MAX = 16
"""Amounts in the list of a seat's time, given and taken together."""


class Opens(Enum):
    """What opens the organizer's menu."""

    PLAYERS = "players"
    """OK held, as below: nobody organizes, so the players also go on after a stop by OK alone."""
    HOLD = "hold"
    """OK held in a stop: anybody, but nobody by accident."""
    KEY = "key"
    """A key switch."""
    CODE = "code"
    """Figures that are entered with the buttons."""


_USUAL_NS = (10 * SECOND_NS, MINUTE_NS, 2 * MINUTE_NS, 5 * MINUTE_NS)


class Organizer(msgspec.Struct, frozen=True):
    """The key to the organizer's menu, and the amounts of time offered there."""

    opens: Opens = Opens.HOLD
    code: tuple[int, ...] = ()
    """Figures from 0 to 9, CODE_FIGURES of them; for CODE alone."""
    amounts_ns: tuple[int, ...] = (*(-length_ns for length_ns in reversed(_USUAL_NS)), *_USUAL_NS)
    """In the order of the list; what is taken is negative."""
    event: bool = False
    """Its clocks are set by the desk of an event: players are not led on to another game."""

    @property
    def by_hold(self) -> bool:
        """Whether nothing but a hold of OK guards the menu."""
        return self.opens in (Opens.PLAYERS, Opens.HOLD)

    def at_event(self) -> "Organizer":
        """Return the organizer of a clock at a desk: there is one, whatever opens the menu."""
        opens = Opens.HOLD if self.opens is Opens.PLAYERS else self.opens
        return replace(self, opens=opens, event=True)


ANYBODY = Organizer()


def code_from(text: str) -> tuple[int, ...]:
    """Read a code such as "1234"; raises Problem, never with the code in it."""
    if not (text.isascii() and text.isdigit()) or len(text) not in CODE_FIGURES:
        raise Problem(
            "expected {fewest} to {most} digits",
            fewest=CODE_FIGURES[0],
            most=CODE_FIGURES[-1],
        )
    return tuple(map(int, text))


def amounts_from(texts: Iterable[str]) -> tuple[int, ...]:
    """Read amounts in ns: "1:00" to give and to take, "+1:00" only to give, "-1:00" only to take.

    The largest to take comes first, the largest to give last. Raises Problem.
    """
    amounts_ns: set[int] = set()
    for text in texts:
        sign = text[:1] if text[:1] in ("+", "-") else ""
        length_ns = duration_ns(text.removeprefix(sign))
        if length_ns == 0:
            raise Problem("expected an amount of time, got {text}", text=repr(text))
        amounts_ns |= {length_ns * way for way in _WAYS[sign]}
    if not 1 <= len(amounts_ns) <= AMOUNTS_MAX:
        raise Problem(
            "expected 1 to {most} amounts, counting both those given and those taken, got {count}",
            most=AMOUNTS_MAX,
            count=len(amounts_ns),
        )
    return tuple(sorted(amounts_ns))


_WAYS = {"": (-1, 1), "+": (1,), "-": (-1,)}
