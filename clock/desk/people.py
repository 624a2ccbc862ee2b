"""People with a role and a password, and the sessions of their browsers.

A session outlives a restart of the desk. Its cookie is known to the browser alone: the database has
its hash. Every act names a token besides, which no other site can know.
"""

import asyncio
import hmac
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from sqlalchemy import Engine, Row, delete, insert, select

from clock.desk.database import FEED_DELAYS, LOGINS, PEOPLE
from clock.rules.message import Problem
from clock.text.language import N_

SESSION_S = 18 * 3600.0
"""A day at the tables."""
NAME_MAX = 60
FAILURES_MAX, FAILURES_S = 5, 60.0
"""Wrong passwords for one user from one address in a minute; then that user is refused there."""
ADDRESS_FAILURES_MAX = 30
"""Wrong passwords for all users from one address: a router may have many users behind it."""
HASHING_MAX = 2
"""Passwords that are checked at once: each takes 64 MB."""


class UserRole(StrEnum):
    """What somebody may do: all that the roles below may do, and more."""

    ORGANIZER = "organizer"
    """Rounds, clocks, starts, confirmed results, people."""
    REFEREE = "referee"
    """Who goes to which table; enters results."""
    SCREEN = "screen"
    """Looks, and sees what the displays in the hall show."""

    def may(self, needed: "UserRole") -> bool:
        """Return whether this role includes another."""
        order = list(UserRole)
        return order.index(self) <= order.index(needed)


ROLES = {
    UserRole.ORGANIZER: N_("organizer"),
    UserRole.REFEREE: N_("time referee"),
    UserRole.SCREEN: N_("screen"),
}


class Session(NamedTuple):
    """A browser that is logged in."""

    name: str
    role: UserRole
    token: str
    """What its acts name."""


class LoginRefused(Problem):
    """The user or the password is wrong, or there were too many attempts."""


class People:
    """Those who may log in, and their sessions, in the event's database."""

    def __init__(self, engine: Engine, wall_s: Callable[[], float] = time.time) -> None:
        self._engine, self._wall_s = engine, wall_s
        self._hasher = PasswordHasher()
        self._hashing = _Turns(HASHING_MAX)
        self._known: set[str] = set()
        """Addresses from which somebody has logged in: they go before strangers."""
        self._failures: dict[str, list[tuple[float, str]]] = {}
        """By address: when, and for whom."""
        self._keys: dict[str, str] = {}
        """By name, the hash of the key with which a program has read."""
        with engine.begin() as connection:
            connection.execute(delete(LOGINS).where(LOGINS.c.until < wall_s()))
            rows = connection.execute(select(LOGINS)).all()
            delays = connection.execute(select(FEED_DELAYS)).all()
        self.delays: dict[str, int] = {row.name: row.seconds for row in delays}
        """How old what a screen's key reads is, in seconds, where that is not the event's.

        Such a key opens nothing else: the pages show what is now.
        """
        self._sessions = {row.hash: (row.name, UserRole(row.role), row.until) for row in rows}

    def everybody(self) -> list[tuple[str, UserRole]]:
        """Return who may log in, by name."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(PEOPLE).order_by(PEOPLE.c.name)).all()
        return [(row.name, UserRole(row.role)) for row in rows]

    def put(self, name: str, role: UserRole, password: str, delay_s: int | None = None) -> None:
        """Add somebody, or change their role or password, which ends their sessions.

        With `delay_s` the password is a key to the feed alone, and to what is so old. Raises
        Problem for a name that is none, and rather than leave no organizer.
        """
        if not name.strip() or len(name) > NAME_MAX:
            raise Problem("expected a name of at most {most} characters", most=NAME_MAX)
        if not name.isprintable():
            raise Problem("expected text on one line")
        if role is not UserRole.ORGANIZER:
            self._require_other_organizer(name)
        self._forget(name)
        row = {"name": name, "role": role.value, "hash": self._hasher.hash(password)}
        with self._engine.begin() as connection:
            connection.execute(insert(PEOPLE).values(row))
            if delay_s is not None:
                delay = {"name": name, "seconds": delay_s}
                connection.execute(insert(FEED_DELAYS).values(delay))
        if delay_s is not None:
            self.delays[name] = delay_s

    def remove(self, name: str) -> None:
        """Remove somebody. Raises Problem rather than leave no organizer."""
        self._require_other_organizer(name)
        self._forget(name)

    async def login(
        self, name: str, password: str, address: str, only: UserRole | None = None
    ) -> tuple[str, Session]:
        """Return a new session and its cookie; of `only` this role. Raises LoginRefused."""
        name = "".join(filter(str.isprintable, name))
        role = await self._checked(name, password, address, only, reads=False)
        return self.admit(name, role)

    async def let_read(self, name: str, key: str, address: str) -> None:
        """Let a program in that reads with a screen's key. Raises LoginRefused.

        It is let in again without the work that a password takes.
        """
        if self.may_read(name, key):
            return
        await self._checked(name, key, address, UserRole.SCREEN, reads=True)
        self._keys[name] = _hashed(key)

    def may_read(self, name: str, key: str) -> bool:
        """Return whether a program was let in that reads with this key."""
        return hmac.compare_digest(self._keys.get(name, ""), _hashed(key))

    async def _checked(
        self, name: str, password: str, address: str, only: UserRole | None, *, reads: bool
    ) -> UserRole:
        """Return the role of somebody whose password this is. Raises LoginRefused."""
        now = self._wall_s()
        recent = [each for each in self._failures.get(address, ()) if now - each[0] < FAILURES_S]
        user = name[:NAME_MAX]
        of_user = sum(each[1] == user for each in recent)
        if of_user >= FAILURES_MAX or len(recent) >= ADDRESS_FAILURES_MAX:
            raise LoginRefused("too many attempts: wait a minute")
        # Before the check: many at once count as well.
        self._failures[address] = [*recent, (now, user)]
        for other in [
            each for each, failures in self._failures.items() if now - failures[-1][0] > FAILURES_S
        ]:
            del self._failures[other]
        row = self._row(name)
        async with self._hashing.turn((address not in self._known, len(recent))):
            known = row.hash if row else None
            is_right = await asyncio.to_thread(self._is_right, known, password)
        changed = row != self._row(name)  # while the password was checked
        is_meant = row is not None and only in (None, UserRole(row.role))
        is_meant = is_meant and (reads or name not in self.delays)
        if row is None or changed or not is_right or not is_meant:
            raise LoginRefused("the user name or the password is wrong")
        self._known.add(address)
        others = [each for each in self._failures.pop(address, ()) if each[1] != user]
        if others:
            self._failures[address] = others
        return UserRole(row.role)

    def admit(self, name: str, role: UserRole) -> tuple[str, Session]:
        """Return a new session of somebody, and its cookie."""
        cookie, until = secrets.token_urlsafe(32), self._wall_s() + SESSION_S
        hashed = _hashed(cookie)
        row = {"hash": hashed, "name": name, "role": role.value, "until": until}
        with self._engine.begin() as connection:
            connection.execute(insert(LOGINS).values(row))
        self._sessions[hashed] = (name, role, until)
        return cookie, Session(name, role, _token(cookie))

    def session(self, cookie: str) -> Session | None:
        """Return the session of a cookie, while it lasts."""
        name, role, until = self._sessions.get(_hashed(cookie), ("", UserRole.SCREEN, 0.0))
        return Session(name, role, _token(cookie)) if until > self._wall_s() else None

    def logout(self, cookie: str) -> None:
        """End a session."""
        hashed = _hashed(cookie)
        self._sessions.pop(hashed, None)
        with self._engine.begin() as connection:
            connection.execute(delete(LOGINS).where(LOGINS.c.hash == hashed))

    def _row(self, name: str) -> Row[Any] | None:
        with self._engine.connect() as connection:
            return connection.execute(select(PEOPLE).where(PEOPLE.c.name == name)).first()

    @cached_property
    def _nobody(self) -> str:
        """What is checked for a user who is not known, which takes as long."""
        return self._hasher.hash(secrets.token_hex())

    def _is_right(self, hashed: str | None, password: str) -> bool:
        try:
            return self._hasher.verify(hashed or self._nobody, password)
        except VerifyMismatchError:
            return False

    def _require_other_organizer(self, name: str) -> None:
        people = self.everybody()
        others = [each for each, role in people if role is UserRole.ORGANIZER and each != name]
        if people and not others:
            raise Problem("{name} is the only organizer left", name=name)

    def _forget(self, name: str) -> None:
        self._sessions = {hashed: row for hashed, row in self._sessions.items() if row[0] != name}
        self._keys.pop(name, None)
        self.delays.pop(name, None)
        with self._engine.begin() as connection:
            connection.execute(delete(FEED_DELAYS).where(FEED_DELAYS.c.name == name))
            connection.execute(delete(LOGINS).where(LOGINS.c.name == name))
            connection.execute(delete(PEOPLE).where(PEOPLE.c.name == name))


class _Turns:
    """So many at once; of those who wait the least of its order goes first, then the first."""

    def __init__(self, most: int) -> None:
        self._free, self._count = most, count()
        self._waiting: list[tuple[tuple[bool, int], int, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def turn(self, order: tuple[bool, int]) -> AsyncIterator[None]:
        """Wait for a turn."""
        if self._free:
            self._free -= 1
        else:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heappush(self._waiting, (order, next(self._count), turn))
            await self._turn_comes(turn)
        try:
            yield
        finally:
            self._give()

    async def _turn_comes(self, turn: asyncio.Future[None]) -> None:
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._give()  # it came at the same moment
            raise

    def _give(self) -> None:
        while self._waiting:
            turn = heappop(self._waiting)[2]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


def is_token(session: Session, token: str) -> bool:
    """Return whether an act names its session's token."""
    return hmac.compare_digest(session.token.encode(), token.encode())


def _hashed(cookie: str) -> str:
    return sha256(cookie.encode()).hexdigest()


def _token(cookie: str) -> str:
    return sha256(b"act " + cookie.encode()).hexdigest()
