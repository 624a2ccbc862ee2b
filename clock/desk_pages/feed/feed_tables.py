"""The tables as the feed has them, and how a reader goes on from there: docs/feed.md."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from clock.desk.causes import is_timed
from clock.desk.clock_games import is_game_of
from clock.desk.live import ClockLive
from clock.desk.played_tables import PlayedTable, played_tables
from clock.desk.round_tables import points_of
from clock.desk.site import Site
from clock.desk_pages.stream import is_turned, seat_data
from clock.display.allowances import AllowanceFigure, AllowanceKind
from clock.game.names import Names
from clock.kinds import kind_of
from clock.rounds.pairings import Pairing
from clock.rounds.results import Round, begins_black
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import NEVER_NS, Phase, SeatState, State
from clock.rules.timing import running_seats, splits

NO_CLOCK = "none"
"""The phase of a table on which no clock has its game."""
SAME_MS = 2
"""What a reader reckons may be so far from the clock, by the rounding of both."""
MS_NS = 1_000_000
_SECOND_MS = 1_000
_OVER = (Phase.READY, Phase.FINISHED)


class FeedSeat(msgspec.Struct, frozen=True):
    """A player and his clock as of the table's instant."""

    name: str
    colour: str = ""
    points: str = ""
    remaining_ms: int | None = None
    rate_ms_per_s: int = 0
    delay_left_ms: int = 0
    below_zero: bool = False
    clapper: str | None = None
    moves: int = 0
    moves_due: int | None = None
    byoyomi_periods: int | None = None
    in_byoyomi: bool = False
    block_moves: int | None = None


class FeedTable(msgspec.Struct, frozen=True):
    """A table of a round, or a clock's table outside of all rounds."""

    table: str
    section: str
    round: int | None
    game: str
    phase: str
    online: bool
    result: str
    first: str
    at_ms: int
    left: FeedSeat
    right: FeedSeat


class FeedBye(msgspec.Struct, frozen=True):
    """A player without an opponent."""

    player: str
    kind: str


class FeedRound(msgspec.Struct, frozen=True):
    """A section's current round."""

    section: str
    round: int
    byes: tuple[FeedBye, ...]


class Paired(NamedTuple):
    """A table as it was paired."""

    row: FeedTable
    pairing: Pairing


def rounds_of(site: Site) -> tuple[FeedRound, ...]:
    """Return the current round of each section."""
    return tuple(
        FeedRound(
            each.section,
            each.number,
            tuple(FeedBye(bye.player, bye.kind.value) for bye in each.byes),
        )
        for each in site.rounds.current_rounds
    )


def paired_tables(site: Site, rounds: Sequence[Round]) -> dict[str, Paired]:
    """Return the tables of rounds, without what their clocks show."""
    return {
        each.table.pairing.table: Paired(_paired_row(site, of, each), each.table.pairing)
        for of in rounds
        for each in played_tables(site, of)
    }


def _paired_row(site: Site, of: Round, played: PlayedTable) -> FeedTable:
    pairing = played.table.pairing
    coloured = kind_of(played.game).colours
    black, white = (colour.value if coloured else "" for colour in Colour)
    seats = (
        FeedSeat(pairing.black, black, played.black),
        FeedSeat(pairing.white, white, played.white),
    )
    left, right = seats if played.table.black is LEFT else seats[::-1]
    entry = site.rounds.result(of.key, pairing.table)
    result = "" if entry is None else entry.step.value
    if entry is None and pairing.forfeit is not None:
        result = "entered"
    first = LEFT if begins_black(played.game) is (left is seats[0]) else RIGHT
    known = (pairing.table, of.section, of.number, played.game)
    return FeedTable(*known, NO_CLOCK, False, result, first.value, 0, left, right)


def table_of(
    site: Site, paired: Mapping[str, Paired], table: str, clock: ClockLive | None, at: "At"
) -> FeedTable | None:
    """Return a table as of an instant; None if there is nothing to show."""
    pair = paired.get(table)
    state = None if clock is None or clock.aside else clock.state_at(at.desk_ns)
    if clock is None or state is None or not _is_shown(clock.names, state, pair, bool(paired)):
        return None if pair is None else replace(pair.row, at_ms=at.ms)
    base = None if pair is None else pair.row
    names = clock.names if base is None else _filled(clock.names, base)
    points = points_of(site, clock, state)
    known = "" if base is None else base.result
    is_open = is_timed(state.setup.regulations)
    left, right = (
        _seat(state, seat, clock.instant(at.desk_ns), names.at(seat), gained, is_open=is_open)
        for seat, gained in zip((LEFT, RIGHT), points, strict=True)
    )
    phase = Phase.STOPPED if state.phase is Phase.FALLEN and not is_open else state.phase
    return FeedTable(
        table=table,
        section="" if base is None else base.section,
        round=None if base is None else base.round,
        game=state.setup.game,
        phase=phase.value,
        online=clock.online(at.desk_ns),
        result=known or ("clock" if points[0] else ""),
        first=(RIGHT if is_turned(state) else LEFT).value,
        at_ms=at.ms,
        left=left,
        right=right,
    )


class At(NamedTuple):
    """An instant: of the desk's time, and as the feed counts it."""

    desk_ns: int
    ms: int


def wake_ns(clock: ClockLive, desk_ns: int) -> int:
    """Return when a clock's figures change by themselves, of the desk's time."""
    state = clock.state_at(desk_ns)
    if state is None or state.wake_ns == NEVER_NS:
        return NEVER_NS
    return desk_ns + state.wake_ns - clock.instant(desk_ns)


def _is_shown(names: Names, state: State, pair: Paired | None, has_rounds: bool) -> bool:
    """Whether the game on a clock is its table's, as the hall's screen shows it."""
    if pair is None:
        return not has_rounds or state.phase not in _OVER
    if names.round:
        return is_game_of(names, pair.pairing)
    is_named = state.phase is Phase.READY and bool(names.left or names.right)
    return is_named or state.phase not in _OVER


def _filled(names: Names, base: FeedTable) -> Names:
    return names.over(Names(left=base.left.name, right=base.right.name))


def _seat(
    state: State, seat: Seat, instant: int, name: str, points: str, *, is_open: bool
) -> FeedSeat:
    """A seat; where no time may be pointed out, as if its clapper had not fallen (RIF 14.8)."""
    shown = state if is_open else _raised(state)
    data = seat_data(shown, seat, instant, name, points)
    split = 2 if splits(state) else 1
    rate = round(data.rate * _SECOND_MS)
    if shown is not state and not rate and seat in running_seats(state):
        rate = -_SECOND_MS // split
    beside = {each.kind: each.left for each in data.beside if isinstance(each, AllowanceFigure)}
    byoyomi = beside.get(AllowanceKind.BYOYOMI)
    return FeedSeat(
        name=name,
        colour=data.colour,
        points=points,
        remaining_ms=data.ms,
        rate_ms_per_s=rate,
        delay_left_ms=data.wait or beside.get(AllowanceKind.DELAY, 0) // MS_NS,
        below_zero=data.below,
        clapper=("fallen" if data.fallen else "up") if is_open else None,
        moves=data.made,
        moves_due=data.due,
        byoyomi_periods=byoyomi or beside.get(AllowanceKind.BYOYOMI_TO_COME),
        in_byoyomi=byoyomi is not None,
        block_moves=beside.get(AllowanceKind.BLOCK),
    )


def _raised(state: State) -> State:
    """The game as its readers have it where a fall is not pointed out."""
    left, right = _up(state.left), _up(state.right)
    is_down = state.left.fallen or state.right.fallen
    return replace(state, left=left, right=right) if is_down else state


def _up(clock: SeatState) -> SeatState:
    last = 1 if clock.overtime == 0 else clock.overtime  # it fell in its last period
    return replace(clock, fell_at_ns=None, short_ns=None, overtime=last)


def advanced(table: FeedTable, at_ms: int) -> FeedTable:
    """Return a table as a reader draws it at a later instant, without having heard more."""
    elapsed_ms = max(0, at_ms - table.at_ms)
    left, right = (_seat_later(each, elapsed_ms) for each in (table.left, table.right))
    return replace(table, at_ms=at_ms, left=left, right=right)


def _seat_later(seat: FeedSeat, elapsed_ms: int) -> FeedSeat:
    if seat.remaining_ms is None or not seat.rate_ms_per_s:
        return seat
    ran_ms = max(0, elapsed_ms - seat.delay_left_ms)
    later_ms = seat.remaining_ms + ran_ms * seat.rate_ms_per_s // _SECOND_MS
    return replace(
        seat,
        remaining_ms=later_ms if seat.below_zero else max(0, later_ms),
        delay_left_ms=max(0, seat.delay_left_ms - elapsed_ms),
    )


def is_same(one: FeedTable, other: FeedTable) -> bool:
    """Whether two tables of one instant are alike, but for the rounding of times."""
    pairs = ((one.left, other.left), (one.right, other.right))
    if not all(_is_near(*pair) for pair in pairs):
        return False
    return one == replace(other, left=one.left, right=one.right)


def _is_near(one: FeedSeat, other: FeedSeat) -> bool:
    if (one.remaining_ms is None) is not (other.remaining_ms is None):
        return False
    apart_ms = abs((one.remaining_ms or 0) - (other.remaining_ms or 0))
    waits_ms = abs(one.delay_left_ms - other.delay_left_ms)
    times = {"remaining_ms": one.remaining_ms, "delay_left_ms": one.delay_left_ms}
    return max(apart_ms, waits_ms) <= SAME_MS and one == replace(other, **times)
