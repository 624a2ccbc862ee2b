"""The style of a game's sentences: its lengths of time, its counts of moves, its words."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from clock.rules.seats import Colour, Seat
from clock.rules.state import Setup
from clock.rules.units import SECOND_NS, duration_text
from clock.text.counting import last_text, place_text
from clock.text.words import seat_name, shown_time, whole_seconds


class Style(NamedTuple):
    """The formats of lengths of time, of instants and of counts of moves, and the game."""

    length: Callable[[int], str]
    instant: Callable[[int], str]
    last: Callable[[int], str] = str
    """The last of so many moves."""
    place: Callable[[int], str] = str
    """Where a game is after so many."""
    called: Callable[[Seat], str] = seat_name
    """What a result calls a seat."""
    setup: Setup | None = None
    """Of the game whose words are used."""

    def of(self, setup: Setup) -> "Style":
        """Return the style with a game's words, and moves counted as its players do."""
        last, place = partial(last_text, setup), partial(place_text, setup)
        return self._replace(last=last, place=place, setup=setup)

    @property
    def game(self) -> str:
        return "" if self.setup is None else self.setup.game

    @property
    def first(self) -> Colour:
        return Colour.BLACK if self.setup is None else self.setup.first


def exact(length_ns: int) -> str:
    """Return a length of time to the millisecond, rounded down: "1:59:40.250"."""
    whole_ms = abs(length_ns) // 1_000_000
    text = duration_text(whole_ms // 1000 * SECOND_NS)
    return f"{'-' if length_ns < 0 else ''}{text}.{whole_ms % 1000:03}"


def in_tenths(length_ns: int) -> str:
    """Return a length of time in tenths of a second, rounded down: "0:07.4"."""
    return f"{whole_seconds(length_ns)}.{length_ns * 10 // SECOND_NS % 10}"


def as_shown(length_ns: int) -> str:
    """Return a length of time as the clock shows it, rounded up."""
    return shown_time(length_ns, tenths=False)


EXACT = Style(exact, exact)
ROUNDED = Style(as_shown, whole_seconds)
