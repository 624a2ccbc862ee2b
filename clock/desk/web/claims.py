"""Clocks that ask to come in: each shows a code, and is let in when the organizer enters it.

A clock proves by its secret that a code is its own. Nobody else is given what is for it.
"""

import time
from collections.abc import Callable
from hashlib import sha256

from clock.link.claim import code_of
from clock.rules.message import Problem

SECRET_LENGTHS = range(32, 101)
WAITING_MAX, OF_ONE = 1_000, 20
"""Clocks that may ask at once, and those of one address."""
LASTS_S = 60.0
"""A clock that does not ask again for so long is forgotten."""
ANSWERS_S = 10.0
"""How long a clock is given its answer, which may get lost on its way."""


class _Waiting:
    """A clock that asks."""

    def __init__(self, secret: str, address: str) -> None:
        self.hash, self.address = sha256(secret.encode()).digest(), address
        self.asked_s = 0.0
        self.answer: bytes | None = None
        self.granted_s = 0.0


class Claims:
    """The clocks that ask, by their codes."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._waiting: dict[str, _Waiting] = {}

    @property
    def codes(self) -> list[str]:
        """The codes that clocks show now."""
        self._forget()
        return sorted(code for code, each in self._waiting.items() if each.answer is None)

    def ask(self, secret: str, address: str) -> bytes | None:
        """Take a clock's question; return what it is given, or None so far.

        Raises Problem for what is no clock's, and for one clock too many.
        """
        if len(secret) not in SECRET_LENGTHS:
            raise Problem("expected a clock's secret")
        code, now_s = code_of(secret), self._now_s()
        known = self._waiting.get(code)
        if known is not None and known.answer and now_s > known.granted_s + ANSWERS_S:
            del self._waiting[code]
        if code not in self._waiting:
            self._forget()
            of_one = sum(each.address == address for each in self._waiting.values())
            if len(self._waiting) >= WAITING_MAX or of_one >= OF_ONE:
                raise Problem("too many clocks ask at once")
        waiting = self._waiting.setdefault(code, _Waiting(secret, address))
        if waiting.hash != sha256(secret.encode()).digest():
            raise Problem("another clock has this code")
        waiting.asked_s = now_s
        return waiting.answer

    def grant(self, code: str, answer: bytes) -> None:
        """Give the clock with a code what it asks for. Raises Problem if there is none."""
        if code not in self.codes:
            raise Problem("no clock shows the code {code}", code=code)
        self._waiting[code].answer, self._waiting[code].granted_s = answer, self._now_s()

    def _forget(self) -> None:
        after_s = self._now_s() - LASTS_S
        self._waiting = {
            code: each for code, each in self._waiting.items() if each.asked_s >= after_s
        }
