"""What at a table asks for somebody, by the rules of that table. Pure.

Where RIF 14.8 holds (no time referees, and nobody may point out that time is out) nothing of a time
is a cause: no call, no fall, no long turn. A claim, a stop, a defect and a player who is absent at
the end of the default time are causes everywhere.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum, StrEnum
from statistics import median
from typing import NamedTuple

import msgspec

from clock.game.names import NAMELESS, Names
from clock.rules.control import AtZero
from clock.rules.message import Message
from clock.rules.regulations import Regulations
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Call, Phase, State
from clock.rules.time_changes import reserve_ns
from clock.rules.timing import running_seats
from clock.rules.units import MINUTE_NS, SECOND_NS, duration_text
from clock.text.counting import number_of
from clock.text.flags import flag_text

NEAR_NS = 60 * SECOND_NS
"""A clapper that may fall within this is to be watched, whether or not a referee has come."""
STOP_NS = 10 * SECOND_NS
"""A stop is an alarm after this: before, the players may have gone on or ended the game."""
ENDING_NS = 60 * SECOND_NS
"""So is one in which the players are ending the game."""
LONG_TURN_NS = 20 * MINUTE_NS
LONG_TURN = 1.5
"""A turn is implausible that is longer than any other game's, and by so much."""
COUNTER = 4
"""A move counter is implausible with so many times the usual moves, or so small a part of them."""
COUNTER_MIN = 20
"""Below so many moves, usual at the tables, openings still differ too much."""
DRIFT_PPM = 60
"""A drift is an outlier that differs by more than this from the middle one."""
DRIFTS_MIN = 3
"""Of two clocks that differ nobody knows which is off."""


class Group(StrEnum):
    """The kind of matter."""

    GAME = "game"
    TECHNICAL = "technical"
    IMPLAUSIBLE = "implausible"


class Rank(IntEnum):
    """How it asks for somebody."""

    AT_ONCE = 0
    TIME = 1
    """A time runs short: the sooner its clapper may fall, the sooner."""
    LOOK = 2
    """Somebody is to look at it when there is time."""


class Table(msgspec.Struct, frozen=True):
    """What the desk knows of a table at an instant."""

    name: str
    at_ns: int
    """The instant, of the desk's clock."""
    state: State | None = None
    """The game, with all time charged up to that instant."""
    pace_ns: tuple[int, int] = (MINUTE_NS, MINUTE_NS)
    """How long Left and Right take for a move of late."""
    names: Names = NAMELESS
    """What the game is called, and its players."""
    longest_ns: int = 0
    """The longest turn of the game."""
    stopped_ns: int = 0
    """How long no clock has run."""
    ending: bool = False
    """The players are ending the game at the clock."""
    offline: bool = False
    faults: tuple[str, ...] = ()
    battery: int | None = None
    drift_ppm: float | None = None
    jumped_ns: int = 0
    doubts: tuple[Message, ...] = ()
    """What speaks against its figures or its journal."""
    deviations: tuple[Message, ...] = ()
    abandoned_game: Message | None = None
    """Its game of the round has begun, and is gone without a result."""


class Cause(NamedTuple):
    """Why somebody is needed at a table."""

    key: str
    group: Group
    rank: Rank
    text: Message
    due_ns: int | None = None
    """When somebody must decide at the soonest, as predicted, of the desk's clock."""
    calls: bool = False
    """Whether it asks for an act now; else it only stands in the list."""


def is_timed(regulations: Regulations) -> bool:
    """Return whether a time may be pointed out (RIF 14.8, 14.9)."""
    return regulations.referees or regulations.announce


def game_cause(table: Table) -> Cause | None:
    """Return the foremost cause of a table's game; None if it goes its way."""
    return next(_game_causes(table), None)


def _game_causes(table: Table) -> Iterator[Cause]:
    state = table.state
    if state is None or not _is_on(state):
        return
    timed = is_timed(state.setup.regulations)
    text = _at_once(state, timed=timed)
    if text is not None:
        calls = table.stopped_ns >= _waits_ns(state, ending=table.ending)
        yield Cause("game", Group.GAME, Rank.AT_ONCE if calls else Rank.LOOK, text, calls=calls)
    if state.default_reported and state.absent:
        yield _absent(table, state)
    if timed:
        times = [each for seat in (LEFT, RIGHT) if (each := _short(table, state, seat)) is not None]
        calls = any(each.calls for each in times)
        for cause in sorted(times, key=lambda each: (not each.calls, each.due_ns)):
            soonest_ns = min(each.due_ns for each in times if each.due_ns is not None)
            yield cause._replace(due_ns=soonest_ns, calls=calls)
    if state.mismatch is not None:
        yield _look(Message("Wrong hand: {seat}", seat=_named(state.mismatch)))
    if state.count_moves and timed:
        yield _look(Message("Check the move count"))


def _absent(table: Table, state: State) -> Cause:
    """Who is not there at the end of the default time: an organizer decides, by any rules."""
    default_ns = state.setup.regulations.default_time_ns
    assert default_ns is not None
    time = duration_text(default_ns)
    if len(state.absent) > 1:
        text = Message("Both players are absent; the default time of {time} has passed", time=time)
    else:
        player = _player(table, state.absent[0])
        late = "{player} is absent; the default time of {time} has passed"
        text = Message(late, player=player, time=time)
    return Cause("game", Group.GAME, Rank.LOOK, text, calls=True)


def _player(table: Table, seat: Seat) -> Message | str:
    """A player's name, as far as the clock has it; else the seat."""
    return table.names.at(seat) or _named(seat)


def _look(text: Message) -> Cause:
    return Cause("game", Group.GAME, Rank.LOOK, text)


def _at_once(state: State, *, timed: bool) -> Message | None:
    """Why somebody is needed at once: a claim, stopped clocks, a fallen clapper."""
    match state.phase:
        case Phase.CLAIMED if len(state.claims) > 1:
            return Message("Both claim") if state.claims_draw else Message("Both claim a win")
        case Phase.CLAIMED:
            seat = _named(state.claims[0].seat)
            if state.claims_draw:
                return Message("{seat} claims a draw", seat=seat)
            return Message("{seat} claims a win", seat=seat)
        case Phase.STOPPED if state.uncertain_ns:
            return Message("Power was lost; both clocks are stopped")
        case Phase.STOPPED:
            return Message("The organizer is called")
        case Phase.FALLEN if not timed:
            return Message("Both clocks are stopped")
        case Phase.FALLEN if state.both_fallen:
            return Message(flag_text(state.setup.game, "Both clappers down"))
    fallen = next((seat for seat in (LEFT, RIGHT) if state.seat(seat).fallen), None)
    if fallen is None or not timed:
        return None
    return Message(flag_text(state.setup.game, "{seat}'s clapper fell"), seat=_named(fallen))


def _waits_ns(state: State, *, ending: bool) -> int:
    """How long clocks have to be stopped before somebody is needed; a claim never waits."""
    if state.phase not in (Phase.STOPPED, Phase.FALLEN):
        return 0
    if ending:
        return ENDING_NS
    return STOP_NS if state.phase is Phase.STOPPED and not state.uncertain_ns else 0


def _short(table: Table, state: State, seat: Seat) -> Cause | None:
    """A seat whose period runs short with moves still to be made, if that is to be watched."""
    clock, limit_ns = state.seat(seat), state.setup.regulations.referee_call_ns
    called = clock.call is Call.CALLED
    if not called and clock.call is not Call.CAME and clock.remaining_ns > limit_ns:
        return None
    falls_ns = falls_in_ns(table, seat)
    if falls_ns is None or state.completed(seat):
        return None
    if clock.due is None:
        text = Message("{seat} is short of time", seat=_named(seat))
    else:
        moves = clock.due - state.play.made(seat)
        text = Message(
            "{seat} is short of time; moves still to make: {moves}", seat=_named(seat), moves=moves
        )
    calls = called or (falls_ns <= NEAR_NS and state.setup.regulations.referees)
    return Cause("game", Group.GAME, Rank.TIME, text, table.at_ns + falls_ns, calls)


def falls_in_ns(table: Table, seat: Seat) -> int | None:
    """Return how long a seat's clapper will stand at least, as predicted; None: it cannot fall.

    The time of the seat to move runs out if it does not move; the other's only after the turn that
    goes on now, which lasts as long as that player's turns did of late.
    """
    state = table.state
    if state is None or not running_seats(state):
        return None
    clock = state.seat(seat)
    if clock.fallen or clock.terms.method.counting.at_zero is AtZero.NOTHING:
        return None
    if clock.due is None and state.setup.terms(seat, clock.period + 1) is not None:
        return None
    left_ns = reserve_ns(clock) + clock.delay_left_ns
    if seat not in running_seats(state):
        usual_ns = table.pace_ns[0 if seat.other is LEFT else 1]
        left_ns += max(0, usual_ns - state.seat(seat.other).turn_ns)
    return left_ns


def clock_causes(table: Table) -> Iterator[tuple[str, Message, Message]]:
    """Yield what is wrong with a clock: of what cause, in words, and in words for several."""
    if table.offline and _is_on(table.state):
        yield "offline", Message("The clock is offline"), Message("Clocks went offline together")
    for fault in table.faults:
        text = Message("{fault}", fault=fault)
        yield f"fault {fault}", text, text
    if table.battery is not None:
        charge = Message("Battery low: {charge}", charge=f"{table.battery} %")
        yield "battery", charge, Message("Battery low")


def implausible(tables: Sequence[Table]) -> Iterator[tuple[Table, str, Message]]:
    """Yield implausible facts of tables, with their kinds."""
    longest = sorted((table.longest_ns for table in tables), reverse=True)[:2]
    drifts = [table.drift_ppm for table in tables if table.drift_ppm is not None]
    middle_ppm = median(drifts) if len(drifts) >= DRIFTS_MIN else None
    counts = _counts(tables)
    for table in tables:
        for doubt in table.doubts:
            yield table, f"doubt {doubt.template}", doubt
        if table.abandoned_game is not None:
            yield table, f"left {table.name}", table.abandoned_game
        if table.deviations:
            key = "; ".join(map(str, table.deviations))
            text = Message("Setup differs: {what}", what=table.deviations[0])
            yield table, f"setup {key}", text
        if table.jumped_ns:
            seconds = f"{-table.jumped_ns / SECOND_NS:+.1f}"  # lost time has a minus
            text = Message("The clock's own time jumped by {seconds} s", seconds=seconds)
            yield table, "jump", text
        if middle_ppm is not None and table.drift_ppm is not None:
            apart_ppm = table.drift_ppm - middle_ppm
            if abs(apart_ppm) > DRIFT_PPM:
                yield table, "drift", Message("Drift: {ppm} ppm", ppm=f"{apart_ppm:+.0f}")
        others_ns = longest[-1] if table.longest_ns == longest[0] else longest[0]
        turn_ns = _turn_ns(table)
        if turn_ns > max(LONG_TURN_NS, LONG_TURN * others_ns):
            minutes = turn_ns // MINUTE_NS // 5 * 5
            yield table, "turn", Message("No press for {minutes} min", minutes=minutes)
        if table.name in counts:
            game = "" if table.state is None else table.state.setup.game
            made, usual = (number_of(game, count) for count in counts[table.name])
            text = Message(
                "{moves} moves; usual at the other tables: {usual}", moves=made, usual=usual
            )
            yield table, "counter", text


def calls_in_ns(table: Table, seat: Seat) -> int | None:
    """Return after how long the referee will be called for a seat, as predicted; None: never.

    Both players go on at the pace that they had of late.
    """
    state = table.state
    if state is None or state.phase is not Phase.RUNNING or state.completed(seat):
        return None
    clock = state.seat(seat)
    over_ns = clock.remaining_ns - state.setup.regulations.referee_call_ns
    if clock.call is not Call.ARMED or over_ns <= 0:
        return None
    own_ns, other_ns = table.pace_ns if seat is LEFT else table.pace_ns[::-1]
    uses_ns = own_ns - clock.terms.method.counting.earns(clock)
    if uses_ns <= 0 or (clock.due and over_ns / uses_ns > clock.due - state.play.made(seat)):
        return None
    return round(over_ns / uses_ns * (own_ns + other_ns))


def _turn_ns(table: Table) -> int:
    """How long the turn has lasted, where that may be pointed out."""
    state = table.state
    if state is None or state.phase is not Phase.RUNNING or not is_timed(state.setup.regulations):
        return 0
    return state.seat(state.turn).turn_ns


def _counts(tables: Sequence[Table]) -> dict[str, tuple[int, int]]:
    """The counters that parted from those beside them, with the usual count."""
    playing = {
        table.name: table.state.play.moves
        for table in tables
        if table.state is not None and table.state.phase is Phase.RUNNING
    }
    usual = round(median(playing.values())) if playing else 0
    if usual < COUNTER_MIN:
        return {}
    parted = {name: made for name, made in playing.items() if not usual < made * COUNTER}
    parted |= {name: made for name, made in playing.items() if made > usual * COUNTER}
    return {name: (made, usual) for name, made in parted.items()}


def _is_on(state: State | None) -> bool:
    """Whether a game has begun, and has no result yet."""
    return state is not None and state.phase not in (Phase.READY, Phase.FINISHED)


def _named(seat: Seat) -> Message:
    return Message("Left") if seat is LEFT else Message("Right")
