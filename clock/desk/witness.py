"""The witness to a clock's journal: lines that the desk has received must not change.

The chain of a journal has no key, so a clock cannot prove that its whole folder is not an old copy,
or another one. The desk can: it has the hash of every line that ever arrived, and of every head
that a clock ever named. What an honest clock does (grow, go away, come back, send twice, be cut off
by a power failure) contradicts none of them.

Pure: it takes messages, and returns what to store and what was found.
"""

from collections import deque
from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise

import msgspec

from clock.game.chain import hash_of, is_linked
from clock.game.recorded import NO_LINE, End, Number, is_missing
from clock.link.messages import Beat, Holds, Lines, Position
from clock.rules.message import Message
from clock.text.language import N_

ZEROS = "0" * 64
SESSIONS = 100
"""So many starts of a clock's program are remembered."""
_DIGEST = 32
"""Bytes of a SHA-256. Hashes are kept as bytes: an event of 500 tables has a million lines."""


class Kind(StrEnum):
    """What became of a journal."""

    PUT_BACK = "put_back"
    """It is an earlier state of itself, with the time of that state."""
    CUT = "cut"
    """Lines at the end of a game, or whole games, are gone."""
    REWRITTEN = "rewritten"
    """Other lines stand in the place of some."""
    SWAPPED = "swapped"
    """It is another journal."""
    REPLACED = "replaced"
    """A game that never began made room for the next one: as it should be."""
    FORKED = "forked"
    """A clock went on with a game that another clock had taken over."""


class JournalFinding(msgspec.Struct, frozen=True):
    """A journal has changed from a line of a game on."""

    kind: Kind
    game: int
    line: int
    """The first that is gone or another one, from 0 for the header; or the last of which that is
    known."""
    had: int
    """How many lines of the game the desk had, or knew of."""
    parts: bool = False
    """Whether what the clock sends takes the place of what the desk had from there on."""


_WORDS = {
    Kind.PUT_BACK: N_("The journal was put back to an earlier state: game {game}, line {line}"),
    Kind.CUT: N_("The journal was cut: game {game}, line {line}"),
    Kind.REWRITTEN: N_("The journal was rewritten: game {game}, line {line}"),
    Kind.FORKED: N_("It went on after it was replaced: game {game}, line {line}"),
    Kind.SWAPPED: N_("The journal was replaced by another: game {game}, line {line}"),
}


def describe(finding: JournalFinding) -> Message:
    """Return a finding in words."""
    line = finding.line + 1  # as an editor counts them
    return Message(_WORDS[finding.kind], game=finding.game, line=line)


class Dropped(ValueError):
    """A message that no sound clock sends."""


class _Place(msgspec.Struct):
    """The number and the predecessor of a game, as the header of any version has them."""

    game: Number
    before: End | None = None


class Witness:
    """What the desk knows of one journal."""

    def __init__(self) -> None:
        self._games: dict[int, bytearray] = {}
        """By number: the digests of a game's lines."""
        self._head: Position | None = None
        """The last head that was named, if its lines have not arrived."""
        self._now_ns = -1
        self._sessions: deque[str] = deque(maxlen=SESSIONS)
        self._asks: int | None = None
        """The game that is wanted whole, to see where it differs."""
        self._oldest = 0
        """The first game that the clock has still."""

    def remember(self, game: int, line_hash: str) -> None:
        """Take the hash of a game's next line, from the database."""
        self._games.setdefault(game, bytearray()).extend(bytes.fromhex(line_hash))

    def remember_head(self, head: Position) -> None:
        """Take the last head that was named, from the database."""
        if head.lines > self._count(head.game):
            self._head = head

    @property
    def at(self) -> Position | None:
        """How far the desk has the journal."""
        return self._end(max(self._games)) if self._games else None

    @property
    def wanted(self) -> Position | None:
        """From where the clock is to send on; None: from the beginning."""
        return self.at if self._asks is None else Position(self._asks, 0, ZEROS)

    def lacks(self, beat: Beat) -> bool:
        """Return whether a clock has what the desk has not."""
        return self._asks is not None or beat.at != self.at

    @property
    def is_behind(self) -> bool:
        """Whether the clock has named an end of which the desk has not all lines."""
        head, at = self._head, self.at
        return head is not None and (at is None or _end(head) > _end(at))

    def remember_session(self, session: str) -> None:
        """Take a session of the clock's program as its last."""
        if session not in self._sessions:
            self._sessions.append(session)

    @property
    def session(self) -> str:
        """The last session whose journal is known."""
        return self._sessions[-1] if self._sessions else ""

    def is_late(self, beat: Beat) -> bool:
        """Return whether a beat is a late copy of an earlier one.

        As long as a clock's program runs, its time and its journal only grow.
        """
        session = _session(beat)
        if session != self.session:
            return session in self._sessions
        behind = beat.at is None or any(_end(beat.at) < _end(end) for end in self._ends)
        return beat.now_ns < self._now_ns or (behind and bool(self._ends))

    def hear(self, beat: Beat) -> list[JournalFinding]:
        """Take a beat that is no late copy."""
        kind = Kind.PUT_BACK if beat.now_ns < self._now_ns else Kind.CUT
        self.remember_session(_session(beat))
        self._now_ns = beat.now_ns
        found = [self._part(kind, *lost) for lost in self._lost(beat.at)]
        if self._asks in self._games and self._asks < self._oldest:  # it can never be sent
            found.append(self._part(Kind.SWAPPED, self._asks, 0))
        at = beat.at
        if at is None:
            return found
        had = self._count(at.game)
        if at.lines <= had:
            if self._hash(at.game, at.lines) != at.hash and self._asks is None:
                self._asks = at.game
                if had > 1:
                    found.append(JournalFinding(Kind.REWRITTEN, at.game, at.lines - 1, had))
            return found
        found += self._check_head(at)
        self._head = at
        return found

    def compare(self, holds: Holds) -> list[JournalFinding]:
        """Take how the games of a folder end; all but the last one are over."""
        ends = {at.game: at for at in holds.games}
        over = range(min(ends, default=0), max(ends, default=0) + holds.more)
        self._oldest = min(ends, default=0)
        if self._asks not in (*ends, *self._games):
            self._asks = None
        for game, end in ends.items():
            if self.at is not None and game < self.at.game and end.lines > self._count(game):
                self._ask(game)  # lines of it were lost on the way
        found = []
        for game in sorted(self._games.keys() & set(over)):
            had, at = self._count(game), ends.get(game)
            if had == 1 or at == self._end(game):
                continue
            if at is None:
                found.append(JournalFinding(Kind.CUT, game, 0, had))
            elif at.lines <= had:
                same = self._hash(game, at.lines) == at.hash
                kind, line = (Kind.CUT, at.lines) if same else (Kind.REWRITTEN, at.lines - 1)
                found.append(JournalFinding(kind, game, line, had))
        return found

    def take(self, message: Lines) -> tuple[list[tuple[int, bytes]], list[JournalFinding]]:
        """Take lines; return the new ones with their numbers, and the findings.

        Raises Dropped for what is no part of a journal.
        """
        game, number = message.game, message.first
        if message.session != self.session and message.session in self._sessions:
            return [], []
        lines = [line.encode() for line in message.lines]
        if not all(is_linked(hash_of(before), line) for before, line in pairwise(lines)):
            raise Dropped("expected lines that are linked to each other")
        while lines and self._hash(game, number + 1) == hash_of(lines[0]):
            number, lines = number + 1, lines[1:]
        if not lines:
            if self._asks == game and number >= self._count(game):
                self._asks = None
            return [], []
        if number > self._count(game) or (self._asks is not None and game > self._asks):
            return [], []
        follows = is_linked(self._hash(game, number), lines[0])
        if number == 0 and not follows:
            raise Dropped("expected a header")
        if not follows or (number < self._count(game) and self._asks != game):
            self._ask(game)  # it may be a late copy: the whole game shows that
            return [], []
        if message.session and 0 < number == self._count(game) and game == max(self._games):
            self.remember_session(message.session)
        return self._join(game, number, lines)

    def _join(
        self, game: int, number: int, lines: list[bytes]
    ) -> tuple[list[tuple[int, bytes]], list[JournalFinding]]:
        """Take lines; the first is new and linked to its predecessor."""
        found: list[JournalFinding] = []
        if number == 0 and len(lines) == 1 < self._count(game):
            return [], []  # a late copy from before the game began: one that began is sent whole
        if number == 0:
            follows, found = self._follows(game, lines[0])
            if not follows:
                return [], found
        if number < self._count(game):
            if number == 0:
                kind = Kind.REPLACED if self._count(game) == 1 else Kind.SWAPPED
            else:
                kind = Kind.CUT if is_missing(lines[0]) else Kind.REWRITTEN
            found.append(self._part(kind, game, number))
        for line in lines:
            self.remember(game, hash_of(line))
        if self._asks == game:
            self._asks = None
        head = self._head
        if head is not None and head.game == game and head.lines <= self._count(game):
            found += self._check_head(self._position(game, head.lines))
            self._head = None
        return list(enumerate(lines, number)), found

    def _follows(self, game: int, line: bytes) -> tuple[bool, list[JournalFinding]]:
        """Return whether a game's header fits the game before."""
        try:
            place = msgspec.json.decode(line, type=_Place)
        except NO_LINE:
            raise Dropped("expected a header") from None
        if place.game != game:
            raise Dropped("expected the game's own number")
        earlier = sorted(number for number in self._games if number < game)
        before = place.before
        if not earlier or (before is not None and before.game not in self._games):
            return True, []  # games before it were not sent, or made room
        if before is None:
            return True, [self._part(Kind.SWAPPED, earlier[0], 0)]
        had, ends = self._count(before.game), before.count + 1
        if had < ends:
            if before.game != max(self._games):
                self._ask(before.game)
            return False, []
        if self._hash(before.game, ends) != before.hash:
            self._ask(before.game)
            return False, []
        lost = [number for number in earlier if number > before.game]
        if had > ends:
            return True, [self._part(Kind.CUT, before.game, ends)]
        return True, [self._part(Kind.CUT, lost[0], 0)] if lost else []

    def _ask(self, game: int) -> None:
        self._asks = game if self._asks is None else min(self._asks, game)

    def _lost(self, at: Position | None) -> Iterator[tuple[int, int]]:
        """Yield the first line that is lost in a journal with this end, if any."""
        has, ends = (0, 0) if at is None else _end(at), [_end(end) for end in self._ends]
        if not ends or has >= max(ends):
            return
        game, lines = has
        if any(end_game == game for end_game, _ in ends) or self._count(game) > lines:
            yield game, lines
        else:
            later = [number for number in self._games if number > game]
            yield min(later, default=max(ends)[0]), 0

    @property
    def _ends(self) -> tuple[Position, ...]:
        """How far the journal is known to have been."""
        return tuple(end for end in (self.at, self._head) if end is not None)

    def _check_head(self, at: Position) -> Iterator[JournalFinding]:
        """Yield what is found if a head that was named has another hash now."""
        head = self._head
        if head is None or (head.game, head.lines) != (at.game, at.lines):
            return
        if head.hash != at.hash and at.lines > 1:
            yield JournalFinding(Kind.REWRITTEN, at.game, at.lines - 1, at.lines)

    def _part(self, kind: Kind, game: int, line: int) -> JournalFinding:
        had = self._count(game)
        head, self._head, self._asks = self._head, None, None
        if head is not None and head.game == game:
            had = max(had, head.lines)
        for later in [number for number in self._games if number > game]:
            del self._games[later]
        if game in self._games:
            del self._games[game][line * _DIGEST :]
        if line == 0:
            self._games.pop(game, None)
        return JournalFinding(kind, game, line, had, parts=True)

    def _count(self, game: int) -> int:
        return len(self._games.get(game, b"")) // _DIGEST

    def _hash(self, game: int, lines: int) -> str:
        """The hash of so many lines of a game; empty if the desk has not so many."""
        return self._games.get(game, b"")[(lines - 1) * _DIGEST : lines * _DIGEST].hex()

    def _position(self, game: int, lines: int) -> Position:
        return Position(game, lines, self._hash(game, lines))

    def _end(self, game: int) -> Position:
        return self._position(game, self._count(game))


def _end(at: Position) -> tuple[int, int]:
    return at.game, at.lines


def _session(beat: Beat) -> str:
    return beat.session or beat.boot_id
