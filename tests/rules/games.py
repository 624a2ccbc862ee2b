"""Games that are pleasant to read: a clock with a hand on it, checked after every step."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from clock.rules.control import Control, Method, Period
from clock.rules.inputs import (
    Adjust,
    Choose,
    Claim,
    Input,
    Press,
    Resume,
    Start,
    StoneLaid,
    Stop,
    Tick,
)
from clock.rules.machine import begin, step
from clock.rules.openings import OPENINGS, Option
from clock.rules.outputs import Corrected, Output
from clock.rules.regulations import PROFILES, Regulations
from clock.rules.seats import LEFT, RIGHT, Colour, Hand, Seat
from clock.rules.state import Phase, SeatState, Setup, State, check
from clock.rules.timing import deadline_ns, remaining_ns
from clock.rules.units import duration_ns

__all__ = ["LEFT", "RIGHT", "Game", "control", "figures", "kinds", "regulations", "setup"]

Kind = TypeVar("Kind")

_PERIOD = re.compile(
    r"(?:(?P<word>hourglass|countup|gong) )?"
    r"(?P<repeat>[*&])?(?:(?P<moves>\d+)/)?(?P<time>[\d:.]+)"
    r"(?:(?P<way>[+db])(?P<bonus>[\d:.]+))?(?: and (?P<count>\d+)x(?P<byoyomi>[\d:.]+))?"
)
_WAYS = {"+": Method.INCREMENT, "d": Method.DELAY, "b": Method.BRONSTEIN}


def control(text: str) -> Control:
    """Read "40/2:00:00 then 1:00:00": "+30" increment, "d" delay, "b" Bronstein, "*" repeats.

    What is unused of a block with "*" is dropped (Canadian); with "&" it repeats and carries over.

    "10:00 and 3x30" is byo-yomi; a word says the others: "hourglass 1:00", "countup 0", "gong 10".
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
    shows: tuple[int, int] | None = None,
    **choices: Any,
) -> Setup:
    """Return a setup: `text` is the control of both, or of the left with `right` given too."""
    return Setup(
        left=control(text),
        right=control(right or text),
        regulations=regulations(rules, **choices),
        opening=OPENINGS[opening],
        starter=starter,
        first=first,
        left_remaining_ns=shows[0] if shows else None,
        right_remaining_ns=shows[1] if shows else None,
    )


class Game:
    """A game at the clock. `after` is time since the last act; every act returns what came of it.

    It is started at once unless `started` is False; left begins unless `starter` says otherwise.
    """

    def __init__(self, text: str = "1:00:00", *, started: bool = True, **given: Any) -> None:
        self.state: State = begin(setup(text, **given))
        self.log: list[Output] = []
        if started:
            self.start()

    @property
    def now_ns(self) -> int:
        """The instant of the last act."""
        return self.state.at_ns

    @property
    def phase(self) -> Phase:
        """What the clock as a whole is doing."""
        return self.state.phase

    @property
    def running(self) -> Seat | None:
        """Whose clock runs."""
        return self.state.running

    @property
    def moves(self) -> int:
        """Moves made by both."""
        return self.state.play.moves

    @property
    def left(self) -> SeatState:
        """The left seat's clock, as last charged."""
        return self.state.left

    @property
    def right(self) -> SeatState:
        """The right seat's clock, as last charged."""
        return self.state.right

    @property
    def shown(self) -> tuple[int, int]:
        """What is left, of the left seat and of the right, in nanoseconds."""
        return self.shows(LEFT), self.shows(RIGHT)

    @property
    def deadline_ns(self) -> int | None:
        """When something changes by itself."""
        return deadline_ns(self.state)

    def shows(self, seat: Seat) -> int:
        """What a seat has left now, in nanoseconds."""
        return remaining_ns(self.state, seat, self.now_ns)

    def colour(self, seat: Seat) -> Colour | None:
        """What a seat plays."""
        return self.state.colour(seat)

    def do(self, given: Input) -> list[Output]:
        """Take any input, and check that the state is sound."""
        self.state, outputs = step(self.state, given)
        check(self.state)
        self.log += outputs
        return outputs

    def act(self, kind: Callable[..., Input], *given: Any, **more: Any) -> list[Output]:
        """Any input, now."""
        return self.do(kind(self.now_ns, *given, **more))

    def start(self, absent: tuple[Seat, ...] = (), after: int = 0) -> list[Output]:
        """The organizer starts the clocks."""
        return self.do(Start(self.now_ns + after, absent))

    def press(self, seat: Seat, after: int = 0, hand: Hand | None = None) -> list[Output]:
        """A seat's plunger is pressed."""
        return self.do(Press(self.now_ns + after, seat, hand))

    def move(self, after: int = 0) -> list[Output]:
        """Whoever is to move presses."""
        return self.press(self.state.turn, after)

    def make(self, moves: int, each: int = 0) -> None:
        """So many presses in turn, each after so much thought."""
        for _ in range(moves):
            self.move(each)

    def wait(self, after: int) -> list[Output]:
        """Time goes by and nobody does anything."""
        return self.do(Tick(self.now_ns + after))

    def lay(self, seat: Seat, hand: Hand, after: int = 0) -> list[Output]:
        """A stone sensor sees a hand."""
        return self.do(StoneLaid(self.now_ns + after, seat, hand))

    def choose(self, seat: Seat, option: Option, after: int = 0) -> list[Output]:
        """A player says what his next press will be."""
        return self.do(Choose(self.now_ns + after, seat, option))

    def stop(self, seat: Seat | None = None, after: int = 0) -> list[Output]:
        """Both clocks are stopped."""
        return self.do(Stop(self.now_ns + after, seat))

    def claim(self, seat: Seat, after: int = 0) -> list[Output]:
        """A player claims."""
        return self.do(Claim(self.now_ns + after, seat))

    def resume(
        self, seat: Seat | None = None, after: int = 0, reconstruct: bool = False
    ) -> list[Output]:
        """The organizer lets the clocks go on."""
        return self.do(Resume(self.now_ns + after, seat, reconstruct))

    def adjust(
        self, seat: Seat, by: int | None = None, to: int | None = None, after: int = 0
    ) -> list[Output]:
        """The organizer changes a time."""
        return self.do(Adjust(self.now_ns + after, seat, by, to, "organizer"))

    def said(self, kind: type[Kind]) -> list[Kind]:
        """All outputs of one kind so far."""
        return [output for output in self.log if isinstance(output, kind)]


def kinds(outputs: list[Output]) -> list[str]:
    """The names of what came of an act, in order."""
    return [type(output).__name__ for output in outputs]


def figures(outputs: list[Output]) -> list[tuple[str, Seat | None, int | str, int | str]]:
    """The figures that an act corrected: of whom, from what, to what."""
    return [
        (each.what, each.seat, each.before, each.after)
        for each in outputs
        if isinstance(each, Corrected)
    ]
