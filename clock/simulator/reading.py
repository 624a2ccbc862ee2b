"""The clock as data, for other programs: the readings of its displays at an instant."""

import msgspec

from clock.display.face import Allowance, Sign
from clock.display.view import ahead, view
from clock.game.names import Names
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import Phase, State
from clock.rules.timing import remaining_ns, running_seats


class SeatReading(msgspec.Struct, frozen=True):
    """A seat as its display shows it."""

    name: str
    colour: Colour | None
    remaining_ns: int
    time: str
    """The remaining time as the display shows it: "1:02:05", "0:07.4"."""
    runs: bool
    clapper: bool
    """Whether the clapper is down."""
    won: bool
    moves: int
    """Moves made by this seat's colour."""
    quota: int | None
    """Moves to be made by the end of the period; None: the rest of the game."""
    period: int
    """From 1."""
    periods: int
    byoyomi: int | None
    """Byo-yomi periods left, the present one included; None in main time."""
    beside: tuple[Allowance, ...]
    """What stands beside the time, in the displays' words."""


class ClockReading(msgspec.Struct, frozen=True):
    """The clock at an instant."""

    at_ns: int
    """Of the clock's own time, which begins anywhere."""
    game: str
    """The kind of game, by name; empty: not known."""
    phase: Phase
    running: tuple[Seat, ...]
    """The seats whose clocks run: both in joint time."""
    left: SeatReading
    right: SeatReading

    def looks_like(self, other: "ClockReading | None") -> bool:
        """Whether it is the same as another reading to the eye: only uncounted time has passed."""
        return other is not None and self._as_shown() == other._as_shown()

    def _as_shown(self) -> "ClockReading":
        left, right = (
            msgspec.structs.replace(seat, remaining_ns=0) for seat in (self.left, self.right)
        )
        return msgspec.structs.replace(self, at_ns=0, left=left, right=right)


def read_clock(state: State, names: Names, now_ns: int) -> ClockReading:
    """Return what the displays show of a state at an instant, in the current language."""
    return ClockReading(
        now_ns,
        state.setup.game,
        state.phase,
        running_seats(state),
        _read_seat(state, LEFT, names.left, now_ns),
        _read_seat(state, RIGHT, names.right, now_ns),
    )


def _read_seat(state: State, seat: Seat, name: str, now_ns: int) -> SeatReading:
    face, now = view(state, seat, now_ns), ahead(state, now_ns)
    return SeatReading(
        name=name,
        colour=face.colour,
        remaining_ns=remaining_ns(now, seat, now_ns),
        time=face.time,
        runs=seat in running_seats(state),
        clapper=state.seat(seat).fallen,
        won=Sign.WON in face.signs,
        moves=face.moves,
        quota=face.quota,
        period=face.period,
        periods=face.periods,
        byoyomi=now.seat(seat).overtime,
        beside=face.allowances,
    )
