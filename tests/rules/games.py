"""A game at the clock for tests, and controls, regulations and setups in a short notation."""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from clock.notation.opening_files import OPENINGS
from clock.rules import inputs, timing
from clock.rules import outputs as out
from clock.rules.control import Control, Method, Period
from clock.rules.inputs import Input
from clock.rules.invariants import check
from clock.rules.machine import begin, step
from clock.rules.openings import Option
from clock.rules.outputs import Output
from clock.rules.regulations import PROFILES, Regulations
from clock.rules.seats import LEFT, RIGHT, Colour, Hand, Seat
from clock.rules.state import Phase, SeatState, Setup, State
from clock.rules.units import duration_ns

__all__ = ["LEFT", "RIGHT", "Game", "control", "kinds", "regulations", "setup"]

OUTPUTS = {*Output.__subclasses__(), *out._OfSeat.__subclasses__()} - {out._OfSeat}
"""Every kind of output."""
_PERIOD = re.compile(
    rf"(?:(?P<word>{'|'.join(each.value for each in Method)}) )?"
    r"(?P<repeat>[*&])?(?:(?P<moves>\d+)/)?(?P<time>[\d:.]+)"
    r"(?:(?P<way>[+db])(?P<bonus>[\d:.]+))?(?: and (?P<count>\d+)x(?P<byoyomi>[\d:.]+))?"
)
_WAYS = {"+": Method.INCREMENT, "d": Method.DELAY, "b": Method.BRONSTEIN}


def control(text: str) -> Control:
    """Read "40/2:00:00 then 1:00:00": "+30" increment, "d" delay, "b" Bronstein, "*" repeats.

    Unused time of a block with "*" is dropped (Canadian); with "&" it repeats and carries over.

    "10:00 and 3x30" is byo-yomi; other methods are words: "hourglass 1:00", "countup 0", "gong 10".
    """
    return tuple(_period(part) for part in text.split(" then "))


def _period(text: str) -> Period:
    found = _PERIOD.fullmatch(text)
    assert found is not None, f"not a period: {text}"
    bonus, count = found["bonus"] or found["byoyomi"], found["count"]
    word = "byoyomi" if count else found["word"]
    return Period(
        time_ns=duration_ns(found["time"]),
        moves=int(found["moves"]) if found["moves"] else None,
        method=Method(word) if word else _WAYS.get(found["way"], Method.PLAIN),
        bonus_ns=duration_ns(bonus) if bonus else 0,
        count=int(count) if count else 0,
        repeat=found["repeat"] is not None,
        carry=found["repeat"] != "*",
    )


def regulations(name: str = "rif", **choices: Any) -> Regulations:
    """Return a profile with some of its choices overridden."""
    fields = {**msgspec.to_builtins(PROFILES[name]), **msgspec.to_builtins(choices)}
    return msgspec.convert(fields, Regulations)


def setup(
    text: str = "1:00:00",
    *,
    right: str | None = None,
    rules: str = "rif",
    opening: str = "none",
    starter: Seat = LEFT,
    first: Colour = Colour.BLACK,
    remaining_ns: tuple[int, int] | None = None,
    kind: str = "",
    **choices: Any,
) -> Setup:
    """Return a setup: `text` is the control of both, or of the left where `right` has its own."""
    return Setup(
        left=control(text),
        right=control(right or text),
        regulations=regulations(rules, **choices),
        opening=OPENINGS[opening],
        starter=starter,
        first=first,
        left_remaining_ns=remaining_ns[0] if remaining_ns else None,
        right_remaining_ns=remaining_ns[1] if remaining_ns else None,
        game=kind,
    )


class Game:
    """A game at the clock for tests: acts return their outputs, and the state is checked.

    `after` is the time since the last act. The game is started at once unless `started` is False.
    """

    def __init__(self, text: str = "1:00:00", *, started: bool = True, **choices: Any) -> None:
        self.state: State = begin(setup(text, **choices))
        self.log: list[Output] = []
        if started:
            self.start()

    @property
    def now_ns(self) -> int:
        return self.state.at_ns

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def running(self) -> Seat | None:
        return self.state.running

    @property
    def moves(self) -> int:
        return self.state.play.moves

    @property
    def left(self) -> SeatState:
        return self.state.left

    @property
    def right(self) -> SeatState:
        return self.state.right

    def remaining_ns(self, seat: Seat) -> int:
        """Return the remaining time of a seat now."""
        return timing.remaining_ns(self.state, seat, self.now_ns)

    def do(self, event: Input) -> list[Output]:
        """Take any input, and check the invariants of the state."""
        self.state, outputs = step(self.state, event)
        check(self.state)
        self.log += outputs
        return outputs

    def act(
        self, kind: Callable[..., Input], *values: Any, after: int = 0, **more: Any
    ) -> list[Output]:
        return self.do(kind(self.now_ns + after, *values, **more))

    def start(self, absent: tuple[Seat, ...] = (), after: int = 0) -> list[Output]:
        return self.act(inputs.Start, absent, after=after)

    def press(self, seat: Seat, after: int = 0, hand: Hand | None = None) -> list[Output]:
        return self.act(inputs.Press, seat, hand, after=after)

    def move(self, after: int = 0) -> list[Output]:
        """Press for the seat to move."""
        return self.press(self.state.turn, after)

    def make(self, moves: int, each: int = 0) -> None:
        """Press `moves` times in turn, with `each` as the time for a move."""
        for _ in range(moves):
            self.move(each)

    def wait(self, after: int) -> list[Output]:
        """Let time pass without an act."""
        return self.act(inputs.Tick, after=after)

    def choose(self, seat: Seat, option: Option, after: int = 0) -> list[Output]:
        return self.act(inputs.Choose, seat, option, after=after)

    def stop(self, seat: Seat | None = None, after: int = 0) -> list[Output]:
        return self.act(inputs.Stop, seat, after=after)

    def claim(self, seat: Seat, after: int = 0) -> list[Output]:
        return self.act(inputs.Claim, seat, after=after)

    def resume(
        self, seat: Seat | None = None, after: int = 0, reconstruct: bool = False
    ) -> list[Output]:
        return self.act(inputs.Resume, seat, reconstruct, after=after)

    def adjust(
        self, seat: Seat, by: int | None = None, to: int | None = None, after: int = 0
    ) -> list[Output]:
        """Change a time as the organizer, by an amount or to a time."""
        return self.act(inputs.Adjust, seat, by, to, "organizer", after=after)


def kinds(outputs: list[Output]) -> list[str]:
    return [type(output).__name__ for output in outputs]
