"""A station's view of its body: its time, its battery, and whether it can watch hands.

By the rule of the same hand (RIF 14.3; gomoku 5.4) the clock may witness or enforce the hand, which
needs two plungers a seat and stone sensors. A body without them refuses such a setup. A game begun
on another body goes on: the organizer watches the hands, and the next game is by honour.
"""

from collections.abc import Callable, Iterator, Set

from clock.rules.message import Message, placed
from clock.rules.regulations import HandRule
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Setup
from clock.rules.units import SECOND_NS
from clock.station.recovery import Notice
from clock.station.signals import PLUNGERS
from clock.text.language import Text
from hal.debounce import Change
from hal.ports import Body, Edge, Line, Power, ScreenName, Time
from hal.wiring import knows_hands

STEADY_PERCENT = 3
"""A low battery stays low until its charge is this much above the limit, because gauges waver."""

HELD_NS = 20 * SECOND_NS
"""A plunger that is down for so long is held: by a palm, or it is stuck."""
HELD = {
    LEFT: Message("Left plunger is down"),
    RIGHT: Message("Right plunger is down"),
}
LOST = {
    ScreenName.LEFT: Message("Left display lost: check its cable"),
    ScreenName.RIGHT: Message("Right display lost: check its cable"),
}
"""What people read of a display with a fault; the fault itself is for the log and the doctor."""

UNSEEN = Message("hands not watched")
"""Shown on the faces while the game's rule of the same hand cannot be watched."""
BY_HONOUR = Notice(
    Message("same hand: honour now"),
    Message(
        "regulations.hand_rule: set to honour for the next game, because no sensors watch the hands"
    ),
)


class GameTime:
    """The `Time` of a station: its body's time plus `shift_ns`.

    CLOCK_MONOTONIC restarts at every boot, but the instants of a game and of a journal never go
    back. Only here are the kernel's stamps converted to the game's.
    """

    def __init__(self, time: Time, shift_ns: int) -> None:
        self._time, self._shift_ns = time, shift_ns

    def now_ns(self) -> int:
        """Return the game's time in ns."""
        return self._time.now_ns() + self._shift_ns

    def restamp(self, edge: Edge) -> Edge:
        """Return an edge with its stamp in the game's time."""
        return edge._replace(at_ns=edge.at_ns + self._shift_ns) if self._shift_ns else edge


class HeldPlungers:
    """The plungers that are down, and since when (RIF 14.5)."""

    def __init__(self, lines: Set[Line], pressed: Callable[[Line], bool], now_ns: int) -> None:
        self._since_ns = {line: now_ns for line in PLUNGERS if line in lines and pressed(line)}

    def add(self, change: Change) -> None:
        """Take a proved change of a plunger."""
        if change.pressed:
            self._since_ns[change.line] = change.at_ns
        else:
            self._since_ns.pop(change.line, None)

    def held(self, now_ns: int) -> tuple[Message, ...]:
        """Return which seats' plungers are held, in words."""
        seats = {
            PLUNGERS[line][0]
            for line, since_ns in self._since_ns.items()
            if now_ns - since_ns >= HELD_NS
        }
        return tuple(HELD[seat] for seat in Seat if seat in seats)

    def due_ns(self, now_ns: int) -> Iterator[int]:
        """Yield the instants from which plungers will be held."""
        for since_ns in self._since_ns.values():
            if since_ns + HELD_NS > now_ns:
                yield since_ns + HELD_NS


def shown_faults(body: Body) -> tuple[Text, ...]:
    """Return the faults of a body as people speak of them (RIF 14.5)."""
    lost: dict[int, Text] = {id(screen): LOST[name] for name, screen in body.screens.items()}
    return tuple(
        lost.get(id(part), fault) for part in body.parts if (fault := part.fault) is not None
    )


class BatteryWarning:
    """The warning of a low battery, which stays until the battery is charged."""

    def __init__(self, power: Power | None, low_percent: int) -> None:
        self._power, self._low_percent = power, low_percent
        self._low = False

    @property
    def warnings(self) -> tuple[Message, ...]:
        """The warning for the log, if the battery is low."""
        warning = "the battery is low, at {percent} % or below: charge it"
        return () if self.low_charge() is None else (Message(warning, percent=self._low_percent),)

    @property
    def charge(self) -> int | None:
        """The charge in percent, low or not; None if it is unknown, or without a battery."""
        return None if self._power is None else self._power.charge

    def low_charge(self) -> int | None:
        """Return a low charge in percent; None if it is not low, unknown, or being charged."""
        charge = None if self._power is None else self._power.charge
        if self._power is None or charge is None or self._power.is_charging:
            self._low = False
            return None
        limit = self._low_percent + (STEADY_PERCENT if self._low else 0)
        self._low = charge <= limit
        return charge if self._low else None


def hand_rule_problem(lines: Set[Line], setup: Setup) -> Message | None:
    """Return why a body with these lines cannot watch a setup's hand rule; None if it can."""
    rule = setup.regulations.hand_rule
    if rule is HandRule.HONOUR or knows_hands(lines):
        return None
    text = (
        "expected honour: {rule} needs two plungers a seat and stone sensors, which are not wired"
    )
    return placed("regulations.hand_rule", Message(text, rule=rule.value))
