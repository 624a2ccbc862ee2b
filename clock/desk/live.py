"""One clock as the desk knows it: the game on its table, its time against the desk's, its setting.

The game is folded by the clock's own rules from the lines of its journal, so every figure is the
clock's. Instants named `desk_ns` are of the desk's monotonic clock.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from statistics import fmean
from typing import NamedTuple

import msgspec

from clock.desk.clock_time import ClockTime
from clock.desk.replacements import Replacement
from clock.display.view import ahead
from clock.game.chain import hash_of
from clock.game.figures import differences, figures_after
from clock.game.file import require_known
from clock.game.names import NAMELESS, Names
from clock.game.recorded import HEADERS, NO_LINE, ROWS, Header, is_missing
from clock.game.timeline import Timeline
from clock.link.messages import OFFLINE_S, Assign, Beat, Position, Setting
from clock.notation.setup_table import SetupTable, setup_from_table
from clock.notation.written import typed_text
from clock.rules.control import NEVER_USED_UP, Control
from clock.rules.inputs import Input, Tick
from clock.rules.machine import begin
from clock.rules.message import Message, placed
from clock.rules.outputs import TurnPassed
from clock.rules.refusal import Refused
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Setup, State
from clock.rules.units import SECOND_NS, duration_text
from clock.text.opening import opening_name
from clock.text.regulations import CHOICES, choice_name, profile_name, value_text
from clock.text.words import colour_name, seat_name

OFFLINE_NS = round(OFFLINE_S * SECOND_NS)
PACE_TURNS = 8
"""A player's pace is that of so many turns."""
PACE_NS = 60 * SECOND_NS
"""The pace of who has not moved yet."""
SETTLED_NS = 60 * SECOND_NS
"""No input of a game comes after one that is later by this much."""
OPEN_NS = 10 * SETTLED_NS
SETUPS_MAX = 32
"""So many setups are remembered: most clocks of an event have the same."""
SILENT = Beat(0, "", phase="")
"""Of a clock of which nothing was heard."""


class TextCall(NamedTuple):
    """A value with the function that puts the value into words, in each reader's language."""

    put: Callable[..., str]
    of: tuple[object, ...]

    def __str__(self) -> str:
        return self.put(*self.of)


class LiveGame:
    """A game that grows line by line, as the clock's disk has it."""

    def __init__(self, line: bytes) -> None:
        """Begin with the header. Raises ValueError if the game cannot be played."""
        require_known(line)
        self.header: Header = HEADERS.decode(line)
        self.timeline = Timeline(_setup(self.header.setup), self.header.began_ns)
        self.at = Position(self.header.game, 1, hash_of(line))
        self.problem: Message | None = None
        """Why its figures are not to be trusted; None: they are the clock's to the nanosecond."""
        self.longest_ns = 0
        """The longest turn so far."""
        self.was_over = False
        """It had a result, even if somebody took that back."""
        self.pace_ns = {LEFT: PACE_NS, RIGHT: PACE_NS}
        """How long each seat takes for a move of late."""
        self._turns = {seat: deque[int](maxlen=PACE_TURNS) for seat in (LEFT, RIGHT)}

    def add(self, line: bytes) -> None:
        """Fold in the next line."""
        self.at = Position(self.at.game, self.at.lines + 1, hash_of(line))
        if is_missing(line):
            self._doubt(Message("part of the game is missing"))
            return
        try:
            row = ROWS.decode(line)
            outputs = self.timeline.add(row.input)
        except (Refused, *NO_LINE):
            self._doubt(Message("recorded by another version of the program"))
            return
        for difference in differences(row.figures, figures_after(row.input, self.timeline.state)):
            older = self.header.differs_from(self.at.lines) if self.header.is_older else None
            self._doubt(older or difference)
        self.was_over = self.was_over or self.timeline.state.result is not None
        self._settle(row.input)
        for output in outputs:
            if isinstance(output, TurnPassed):
                turns = self._turns[output.seat]
                turns.append(output.spent_ns)
                self.pace_ns[output.seat] = round(fmean(turns))
                self.longest_ns = max(self.longest_ns, output.spent_ns)

    def _settle(self, event: Input) -> None:
        """Let go of inputs that are in their place: what a clock records by itself settles them."""
        first_ns = self.timeline.first_open_ns
        if isinstance(event, Tick):
            self.timeline.tick(event.at_ns)
        elif first_ns is not None and event.at_ns - first_ns > OPEN_NS:
            self.timeline.tick(event.at_ns - SETTLED_NS)

    def _doubt(self, problem: Message) -> None:
        self.problem = self.problem or problem


class ClockLive:
    """One clock of the event."""

    def __init__(self, id: str, table: str = "") -> None:
        self.id = id
        self.registered = table
        """The table at which the organizer put it; empty: its setting says so."""
        self.replacement: Replacement | None = None
        """The last one of it."""
        self.yields_to = ""
        """The clock of the table that its setting names, if that is another one."""
        self.beat = SILENT
        self.time = ClockTime()
        self.game: LiveGame | None = None
        """The last game of its journal, as far as the desk has it."""
        self.setting: Setting | None = None
        self.expected: Assign | None = None
        """What the round has for its table."""
        self.is_taking = False
        """A game of another clock is on its way to it."""
        self.deviations: tuple[Message, ...] = ()
        """How its setting differs from the round's."""
        self.not_ended: Message | None = None
        """Why it did not end its game as the desk asked."""
        self._heard_ns: int | None = None
        self._set: State | None = None

    @property
    def table(self) -> str:
        """The table it stands on; its id if nobody said which."""
        return self.registered or (self.id if self.aside else self.claim)

    @property
    def claim(self) -> str:
        """The table of its own setting; its id without one."""
        return (self.setting.table if self.setting else "") or self.id

    @property
    def aside(self) -> bool:
        """Whether it stands on no table: it was replaced, or another clock stands there."""
        return not self.registered and (self.replacement is not None or self.yields_to != "")

    @property
    def names(self) -> Names:
        """What the game on the table is called."""
        if self._is_set:
            return self.setting.names if self.setting else NAMELESS
        return self.game.header.names if self.game else NAMELESS

    @property
    def at(self) -> Position | None:
        """What the desk has of its journal."""
        return None if self.game is None else self.game.at

    @property
    def pace_ns(self) -> tuple[int, int]:
        """How long Left and Right take for a move of late."""
        if self.game is None:
            return PACE_NS, PACE_NS
        return self.game.pace_ns[LEFT], self.game.pace_ns[RIGHT]

    @property
    def state(self) -> State | None:
        """The game on the table as of its last input; None: nothing is known."""
        if self._is_set:
            return self._set
        return None if self.game is None else self.game.timeline.state

    def state_at(self, desk_ns: int) -> State | None:
        """Return the game on the table at an instant; the clock itself shows the same."""
        return self.now(desk_ns)[0]

    def instant(self, desk_ns: int) -> int:
        """Return what the clock's own time is then, not before the last input."""
        state, offset_ns = self.state, self.time.offset_ns
        least_ns = 0 if state is None else state.at_ns
        return least_ns if offset_ns is None else max(least_ns, desk_ns - offset_ns)

    def now(self, desk_ns: int) -> tuple[State | None, int]:
        """Return the game on the table at an instant, and the clock's own time then."""
        state, instant = self.state, self.instant(desk_ns)
        return None if state is None else ahead(state, instant), instant

    def silent_ns(self, desk_ns: int) -> int | None:
        """Return for how long nothing was heard of it; None: nothing ever was."""
        return None if self._heard_ns is None else desk_ns - self._heard_ns

    def online(self, desk_ns: int) -> bool:
        """Return whether it lives, by the age of its last beat."""
        silent_ns = self.silent_ns(desk_ns)
        return silent_ns is not None and silent_ns <= OFFLINE_NS

    def hear(self, beat: Beat, desk_ns: int, *, retained: bool) -> None:
        """Take a beat that is no late copy; of a retained one nobody knows its age."""
        self.beat = beat
        if not retained:
            self._heard_ns = desk_ns
        if not retained or self.time.offset_ns is None:
            self.time.add(beat.boot_id + beat.session, beat.now_ns, desk_ns)

    def set_to(self, setting: Setting) -> None:
        """Take its setting. Raises ValueError if the game cannot be played."""
        self._set = begin(_setup(setting.setup), 0)
        self.setting = setting
        self._compare()

    def expect(self, expected: Assign | None) -> None:
        """Take what the round has for its table. Raises ValueError as `set_to`."""
        if expected is not None:
            _setup(expected.setup)
        self.expected = expected
        self._compare()

    def fold(self, game: int, first: int, lines: Sequence[bytes]) -> None:
        """Take lines of its journal that follow those of the same game.

        A header begins a game; those of games before the last one are of no interest here.
        Raises ValueError for a header that cannot be played.
        """
        if self.game is not None and game < self.game.at.game:
            return
        if first == 0:
            self.game = self.not_ended = None
            self.game, lines = LiveGame(lines[0]), lines[1:]
        elif self.game is None or (self.game.at.game, self.game.at.lines) != (game, first):
            return
        for line in lines:
            self.game.add(line)

    @property
    def _is_set(self) -> bool:
        """Whether a game is on the table that has no line on disk yet."""
        if self.beat.phase != "ready" or self._set is None:
            return False
        at = self.beat.at
        has = (0, 0) if self.game is None else (self.game.at.game, self.game.at.lines)
        return has <= ((0, 0) if at is None else (at.game, at.lines))

    def _compare(self) -> None:
        self.deviations = ()
        if self.expected is not None and self.setting is not None:
            self.deviations = tuple(_deviations(self.expected, self.setting))


def _setup(table: SetupTable) -> Setup:
    """Return the setup of a table. Raises SetupError."""
    return _written_setup(msgspec.json.encode(table))


@lru_cache(SETUPS_MAX)
def _written_setup(table: bytes) -> Setup:
    return setup_from_table(msgspec.json.decode(table, type=SetupTable))


def _deviations(expected: Assign, found: Setting) -> Iterator[Message]:
    """Yield how the setting of a clock differs from what its table is to have."""
    right, wrong = _setup(expected.setup), _setup(found.setup)
    same_rules = right.regulations.name == wrong.regulations.name
    theirs, its = (
        [
            *(_figures(setup, choices=same_rules) if right != wrong else ()),
            (Message("Left"), message.names.left),
            (Message("Right"), message.names.right),
            (Message("Table"), message.table),
        ]
        for setup, message in ((right, expected), (wrong, found))
    )
    for (key, value), (_, other) in zip(theirs, its, strict=True):
        if value != other:
            values = {"found": other or "-", "expected": value or "-"}
            yield Message("{key}: {found}, expected {expected}", key=key, **values)


def _figures(setup: Setup, *, choices: bool) -> Iterator[tuple[Message | TextCall, object]]:
    """Yield all that a setup consists of, as the clock's menu calls it; the rules by their choices.

    What is said of Left and Right is one text where it is the same.
    """
    written = dict.fromkeys(_written(setup.control(seat)) for seat in (LEFT, RIGHT))
    yield Message("Time control"), " / ".join(written)
    shown_ns = (setup.left_remaining_ns, setup.right_remaining_ns)
    texts = ("-" if each is None else duration_text(each) for each in shown_ns)
    yield Message("Time at the start"), " / ".join(texts)
    for key in CHOICES if choices else ():
        value = TextCall(value_text, (key, getattr(setup.regulations, key)))
        yield TextCall(choice_name, (key,)), value
    yield Message("Rules"), TextCall(profile_name, (setup.regulations.name,))
    yield Message("Opening"), TextCall(opening_name, (setup.opening,))
    yield Message("Begins"), TextCall(seat_name, (setup.starter,))
    yield Message("Moves first"), TextCall(colour_name, (setup.first,))
    if (place := setup.match) is None:
        yield Message("Match"), ""
    else:
        games = len(place.match.games)
        game = Message("Game {number} of {games}", number=place.number, games=games)
        expert = Message("{seat} is the expert", seat=TextCall(seat_name, (place.expert,)))
        yield Message("Match"), placed(expert, game)


def _written(control: Control) -> str:
    methods = [period.method.value for period in control if period.method in NEVER_USED_UP]
    return " ".join((typed_text(control), *methods))
