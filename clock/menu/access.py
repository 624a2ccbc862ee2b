"""How this clock tells its organizer from its players, and the amounts that it offers to him."""

from collections.abc import Iterable
from enum import Enum

import msgspec

from clock.rules.units import MINUTE_NS, SECOND_NS, duration_ns

CODE_FIGURES = range(4, 9)
"""How many figures a code may have."""
AMOUNTS_MAX = 16
"""Amounts in the list of a seat's time, given and taken together."""


class Opens(Enum):
    """What opens the organizer's menu."""

    HOLD = "hold"
    """OK kept down in a stop: anybody, but nobody by accident."""
    KEY = "key"
    """A key switch."""
    CODE = "code"
    """Figures that are entered with the buttons."""


def _amounts_ns() -> tuple[int, ...]:
    lengths_ns = (10 * SECOND_NS, MINUTE_NS, 2 * MINUTE_NS, 5 * MINUTE_NS)
    return (*(-length_ns for length_ns in reversed(lengths_ns)), *lengths_ns)


class Organizer(msgspec.Struct, frozen=True):
    """What opens the organizer's menu, and the amounts that one press gives or takes there."""

    opens: Opens = Opens.HOLD
    code: tuple[int, ...] = ()
    """Figures from 0 to 9, CODE_FIGURES of them; for CODE alone."""
    amounts_ns: tuple[int, ...] = _amounts_ns()
    """In the order of the list; what is taken is negative."""

    @property
    def is_guarded(self) -> bool:
        """Whether the organizer has to show that he is it."""
        return self.opens is not Opens.HOLD


ANYBODY = Organizer()


def code_from(text: str) -> tuple[int, ...]:
    """Read a code such as "1234"; raises ValueError with what was expected, never with the code."""
    if not (text.isascii() and text.isdigit()) or len(text) not in CODE_FIGURES:
        raise ValueError(f"expected {CODE_FIGURES[0]} to {CODE_FIGURES[-1]} figures from 0 to 9")
    return tuple(map(int, text))


def amounts_from(texts: Iterable[str]) -> tuple[int, ...]:
    """Read amounts in ns: "1:00" is given and taken, "+1:00" only given, "-1:00" only taken.

    The largest that is taken comes first, the largest that is given last. Raises ValueError with
    what was expected.
    """
    amounts_ns: set[int] = set()
    for text in texts:
        sign = text[:1] if text[:1] in ("+", "-") else ""
        length_ns = duration_ns(text.removeprefix(sign))
        if length_ns == 0:
            raise ValueError(f"expected an amount of time, got {text!r}")
        if sign != "+":
            amounts_ns.add(-length_ns)
        if sign != "-":
            amounts_ns.add(length_ns)
    if not 1 <= len(amounts_ns) <= AMOUNTS_MAX:
        told = f"expected 1 to {AMOUNTS_MAX} amounts, given and taken together"
        raise ValueError(f"{told}, got {len(amounts_ns)}")
    return tuple(sorted(amounts_ns))
