"""Clocks that ask to come in: each shows a code, and is let in when the organizer enters it.

A clock proves by its secret that a code is its own. Nobody else is given what is for it.
"""

import asyncio
import time
from collections.abc import Callable
from hashlib import sha256

from clock.link.enrolment import code_of
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

    def __init__(self, address: str, asked_s: float) -> None:
        self.address, self.asked_s = address, asked_s
        self.code = ""
        """Empty while it is computed."""
        self.answer: bytes | None = None
        self.granted_s = 0.0


class Enrolments:
    """The clocks that ask, by the hashes of their secrets."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._waiting: dict[bytes, _Waiting] = {}

    @property
    def codes(self) -> list[str]:
        """The codes that clocks show now."""
        self._forget()
        return sorted(
            each.code for each in self._waiting.values() if each.code and each.answer is None
        )

    async def ask(self, secret: str, address: str) -> bytes | None:
        """Take a clock's question; return its answer, or None so far.

        Raises Problem for what is no clock's, and for one clock too many.
        """
        if len(secret) not in SECRET_LENGTHS:
            raise Problem("expected a clock's secret")
        hashed, now_s = sha256(secret.encode()).digest(), self._now_s()
        waiting = self._waiting.get(hashed)
        if waiting is None:
            await self._add(secret, hashed, address)
            return None
        waiting.asked_s = now_s
        if waiting.answer and now_s > waiting.granted_s + ANSWERS_S:
            waiting.answer = None
        return waiting.answer

    async def _add(self, secret: str, hashed: bytes, address: str) -> None:
        """Take in a clock that was not there; its code takes time, so limits come first."""
        self._forget()
        of_one = sum(each.address == address for each in self._waiting.values())
        if len(self._waiting) >= WAITING_MAX or of_one >= OF_ONE:
            raise Problem("too many clocks are asking at once")
        waiting = self._waiting[hashed] = _Waiting(address, self._now_s())
        try:
            code = await asyncio.to_thread(code_of, secret)
            if any(each.code == code for each in self._waiting.values()):
                raise Problem("another clock has this code")
        except BaseException:
            self._waiting.pop(hashed, None)
            raise
        waiting.code = code

    def grant(self, code: str, answer: bytes) -> None:
        """Answer the clock with this code. Raises Problem if no clock has the code."""
        if code not in self.codes:
            raise Problem("no clock shows the code {code}", code=code)
        waiting = next(each for each in self._waiting.values() if each.code == code)
        waiting.answer, waiting.granted_s = answer, self._now_s()

    def _forget(self) -> None:
        after_s = self._now_s() - LASTS_S
        self._waiting = {
            hashed: each for hashed, each in self._waiting.items() if each.asked_s >= after_s
        }
