"""A recorded game: the file that a clock writes while it is played, as text and as values.

The first line is the header; after it stands a line for each input in the order of arrival, with
the figures that the clock had after it, and one wherever something is missing. A file is read as
far as its chain holds.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import accumulate
from typing import Annotated, Literal, NamedTuple

import msgspec

from clock.game.chain import BODY_AT, START, Chain, hash_of, intact_chain
from clock.game.figures import Figures
from clock.game.file import Edition, GameFileError, require_known
from clock.game.names import NAMELESS, Names
from clock.game.timeline import Timeline
from clock.notation.setup_table import SetupTable, setup_from_table
from clock.rules.edition import EDITION
from clock.rules.inputs import INSTANT_NS_END, Input, PutAside
from clock.rules.message import Message, Problem, placed
from clock.rules.state import Phase, Setup

FORMAT: Literal["clapper-game/2"] = "clapper-game/2"

Number = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
"""Of a game or a line: so low that others follow."""


Instant = Annotated[int, msgspec.Meta(ge=0, lt=INSTANT_NS_END // 2)]
"""Of a journal: so early that what a boot adds to it is an instant too."""

GameInstant = Annotated[int, msgspec.Meta(gt=-(INSTANT_NS_END // 2), lt=INSTANT_NS_END // 2)]
"""Of a game: below 0 where another clock played it before this one was switched on."""

NO_LINE = (ValueError, RecursionError)
"""Errors of a text that is no line of ours; what msgspec raises is a ValueError."""


class End(msgspec.Struct, frozen=True):
    """How a game ends: its number, the count of lines after its header, and the last hash."""

    game: Number
    count: Number
    hash: str


class Continues(msgspec.Struct, frozen=True):
    """The game of another clock that a game goes on from, and how far that game was known."""

    clock: str
    game: Number
    lines: Number
    """With the header."""
    hash: str
    """Of the last of them."""
    shift_ns: int
    """How much later the same instants are in this journal."""


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game before its first input, and its program; wall time is only a label."""

    format: Literal["clapper-game/2"]
    game: Number
    version: str
    time_source: str
    boot_id: str
    wall: str
    began_ns: GameInstant
    setup: SetupTable
    before: End | None = None
    """The end of the game before; None: this is the first on its clock."""
    names: Names = NAMELESS
    rules: Edition = 1
    """The edition of the rules by which the game was counted."""
    continues: Continues | None = None
    """The game that this clock has taken over; None: it began here."""

    @property
    def is_older(self) -> bool:
        """Return whether today's rules may count the game otherwise."""
        return self.rules < EDITION

    def differs_from(self, line: int) -> Message:
        """Return that today's rules do so from a line on; the header is line 1."""
        return Message(
            "counted by edition {edition} of the rules; by edition {now} it differs from line "
            "{line} on",
            edition=self.rules,
            now=EDITION,
            line=line,
        )

    def wall_at(self, at_ns: int) -> datetime:
        """Return the label of a later instant. Raises ValueError or OverflowError without one."""
        passed = timedelta(microseconds=(at_ns - self.began_ns) // 1000)
        return datetime.fromisoformat(self.wall) + passed


class JournalPlace(msgspec.Struct, frozen=True):
    """A game's place in its journal, as the header of any program version has it."""

    game: Number
    before: End | None = None
    began_ns: GameInstant = 0


class RecordedInput(msgspec.Struct, frozen=True):
    """An input as the game took it, and the figures after it."""

    input: Input
    figures: Figures


class GapCause(StrEnum):
    """The reason why lines of a game are missing."""

    DAMAGED = "damaged"
    """Its file was damaged."""
    UNWRITTEN = "unwritten"
    """The disk took no more: it was full, or silent until no more lines could wait."""
    NOT_SENT = "not_sent"
    """Another clock wrote them, and they had not arrived when this one took the game over."""


class Missing(msgspec.Struct, frozen=True):
    """A line in place of missing ones; `when` is the wall time at which the gap was found."""

    missing: GapCause
    when: str


class Gap(msgspec.Struct, frozen=True):
    """Missing lines after a game's input `line`, counted from 1; 0: after the header."""

    line: int
    cause: GapCause
    when: str


class RecordedGame(NamedTuple):
    """A game as it was recorded, with its inputs in the order of arrival."""

    header: Header
    setup: Setup
    rows: tuple[RecordedInput, ...]
    gaps: tuple[Gap, ...]
    """The places where lines are missing."""
    end: End
    """The end of what was read."""
    torn: bool = False
    """A last line without its end was left out: its write was under way, or was cut off."""
    problem: Message | None = None
    """Why the rest was not read; None if all was read, but for a torn line."""
    misplaced: Message | None = None
    """Why another game belongs in this place of the journal; None if none does."""
    until_ns: int = 0
    """When the clock was last on, for a last game that is whole; 0: at its last input."""

    @property
    def wall(self) -> str:
        """The label of its first start; of its set-up if it never began."""
        rows = (row for row in self.rows if row.figures.phase is not Phase.READY)
        with suppress(ValueError, OverflowError):
            if (first := next(rows, None)) is not None:
                return self.header.wall_at(first.input.at_ns).isoformat(timespec="seconds")
        return self.header.wall

    @property
    def number(self) -> int:
        """The game's number on its clock."""
        return self.header.game

    @property
    def problems(self) -> tuple[Message, ...]:
        """The reasons why the game is not whole, or not the expected one."""
        return tuple(each for each in (self.problem, self.misplaced) if each is not None)

    @property
    def is_put_aside(self) -> bool:
        """Whether the game was put aside, and was not taken up in this file since."""
        known = 0 if self.header.continues is None else self.header.continues.lines
        last = self.rows[-1].input if self.rows else None
        return isinstance(last, PutAside) and self.end.count >= known

    def line_of(self, number: int) -> int:
        """Return the line of an input in the file, both counted from 1; the header is line 1."""
        return 1 + number + sum(gap.line < number for gap in self.gaps)

    def folded(self) -> Timeline:
        """Return the game folded again up to its last input; raises Refused as the rules do."""
        timeline = Timeline(self.setup, self.header.began_ns)
        for event in folded_again(timeline, [row.input for row in self.rows]):
            timeline.add(event)
        return timeline

    def timeline(self) -> Timeline:
        """Return the game, folded again up to its end. Raises Refused as `folded` does."""
        timeline = self.folded()
        timeline.leave(self.until_ns)
        return timeline


HEADERS = msgspec.json.Decoder(Header)
PLACES = msgspec.json.Decoder(JournalPlace)
ROWS = msgspec.json.Decoder(RecordedInput)
_MISSING = msgspec.json.Decoder(Missing)
_IS_MISSING = b'"missing":'


def is_recorded(data: bytes) -> bool:
    """Return whether a file's data is a recorded game, sound or not."""
    return data.startswith(START)


def read_recorded(data: bytes) -> RecordedGame:
    """Return the game of a file, as far as its chain holds; raises GameFileError without a game."""
    return recorded_of(intact_chain(data))


def recorded_of(chain: Chain) -> RecordedGame:
    """Return the game of a file's chain. Raises GameFileError as `read_recorded` does."""
    if not chain.lines:
        raise GameFileError("its header was changed")
    return game_of(chain.lines)._replace(torn=chain.torn, problem=changed(chain))


def changed(chain: Chain) -> Message | None:
    """Return the reason why the rest of a file is not read; None without a rest."""
    if not chain.rest or chain.torn:
        return None
    return changed_line(len(chain.lines) + 1)


def changed_line(number: int) -> Message:
    """Return the message about a changed line; the header is line 1."""
    return Message("line {number} was changed", number=number)


def game_of(lines: Sequence[bytes]) -> RecordedGame:
    """Return the game of sound lines, its header first; raises GameFileError if it cannot be."""
    header: Header | None = None
    require_known(lines[0])
    try:
        header = HEADERS.decode(lines[0])
        setup = setup_from_table(header.setup)
        rows: list[RecordedInput] = []
        gaps: list[Gap] = []
        for line in lines[1:]:
            if is_missing(line):
                missing = _MISSING.decode(line)
                gaps.append(Gap(len(rows), missing.missing, missing.when))
            else:
                rows.append(ROWS.decode(line))
    except (Problem, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _unreadable(error, header) from None
    return RecordedGame(header, setup, tuple(rows), tuple(gaps), end_of(header.game, lines))


def is_missing(line: bytes) -> bool:
    """Return whether a line stands for something that is missing."""
    return line.startswith(_IS_MISSING, BODY_AT)


class _AnyInput(msgspec.Struct):
    at_ns: GameInstant


class _AnyRow(msgspec.Struct):
    input: _AnyInput


_ANY_ROWS = msgspec.json.Decoder(_AnyRow)


def instants_ns(lines: Sequence[bytes]) -> Iterator[int]:
    """Yield the instants of a game's inputs, whether this program knows these or not."""
    for line in lines:
        with suppress(*NO_LINE):
            yield _ANY_ROWS.decode(line).input.at_ns


def end_of(game: int, lines: Sequence[bytes]) -> End:
    """Return how a game with these lines ends, its header first."""
    return End(game, len(lines) - 1, hash_of(lines[-1]))


def folded_again(timeline: Timeline, inputs: list[Input]) -> Iterator[Input]:
    """Yield inputs in the order of arrival, settling the timeline as far as possible before each.

    No later input is earlier than the watermark: so no input is folded twice in vain.
    """
    earliest_ns = list(accumulate(reversed([each.at_ns for each in inputs]), min))[::-1]
    for event, watermark_ns in zip(inputs, earliest_ns, strict=True):
        timeline.tick(watermark_ns)
        yield event


def _unreadable(error: Exception, header: Header | None) -> GameFileError:
    """Return the reason why this program cannot read a game, with its version if known."""
    problem: object = error
    if isinstance(error, Problem):
        problem = placed(getattr(error, "place", ""), error.message)
    why = Message("cannot be read: {problem}", problem=problem)
    if header is None:
        return GameFileError(why)
    return GameFileError(
        "recorded by clapper {version}, {problem}", version=header.version, problem=why
    )
