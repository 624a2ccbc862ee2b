"""Clocks in the hall that have the files of another event or club.

Anybody can say that of himself, so nothing but a line in a list comes of it.
"""

import time
from collections.abc import Callable

from clock.link.introduction import Stranger

LASTS_S = 60.0
"""One that says nothing more for so long is gone."""
STRANGERS_MAX = 50


class Strangers:
    """Those who have introduced themselves of late, by their addresses."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._known: dict[tuple[str, str], tuple[float, Stranger]] = {}

    def add(self, address: str, stranger: Stranger) -> None:
        """Note a stranger; the longest silent makes room."""
        key = address, stranger.clock
        self._known.pop(key, None)
        self._known[key] = self._now_s(), stranger
        if len(self._known) > STRANGERS_MAX:
            del self._known[next(iter(self._known))]

    def present(self) -> list[tuple[str, Stranger]]:
        """Return them with their addresses."""
        after_s = self._now_s() - LASTS_S
        self._known = {key: each for key, each in self._known.items() if each[0] >= after_s}
        return [(address, each) for (address, _), (_, each) in sorted(self._known.items())]
