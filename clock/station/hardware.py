"""A station's view of its body: its time, its battery, and whether it can watch hands.

By the rule of the same hand (RIF 14.3; gomoku 5.4) the clock may witness or enforce the hand, which
needs two plungers a seat and stone sensors. A body without them refuses such a setup. A game begun
on another body goes on: the organizer watches the hands, and the next game is by honour.
"""

from collections.abc import Set

from clock.rules.message import Message, placed
from clock.rules.regulations import HandRule
from clock.rules.state import Setup
from clock.station.recovery import Notice
from hal.ports import Edge, Line, Power, Time
from hal.wiring import knows_hands

STEADY_PERCENT = 3
"""A low battery stays low until its charge is this much above the limit, because gauges waver."""

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
