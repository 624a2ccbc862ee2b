"""All that the desk's pages stand on, and how what a clock answers is taken."""

from collections.abc import Callable
from typing import NamedTuple

from clock.desk.act_log import ActLog
from clock.desk.desk import Desk
from clock.desk.enrolments import Enrolments
from clock.desk.event import Event
from clock.desk.event.club import ClubClocks
from clock.desk.people import People
from clock.desk.rounds_store import Rounds
from clock.desk.strangers import Strangers
from clock.link.messages import Ack
from clock.presets import Presets
from clock.rules.message import Message, Problem


class Site(NamedTuple):
    """All that the pages show and change."""

    desk: Desk
    rounds: Rounds
    people: People
    event: Event
    presets: Presets
    authority: bytes
    """The event's CA certificate; empty where clocks need none."""
    control: Callable[[bytes], None]
    """Sends the broker a message on who may come in."""
    enrolments: Enrolments
    """The clocks that ask to come in."""
    broker_trouble: Callable[[], Message | None] = lambda: None
    """Returns why the desk has no broker; None if it has one, or needs none."""
    strangers: Strangers | None = None
    """Clocks of other events in the hall; None where no clock can come."""
    club: ClubClocks | None = None
    """The clocks of the event's club; None: it has no club, or the club's folder is not here."""

    @property
    def log(self) -> ActLog:
        """The acts of the event."""
        return ActLog(self.desk.store.engine)


def refusal(ack: Ack | None) -> Message | None:
    """Return why a clock refused an act; None if the clock did it."""
    if ack is None:
        return Message("no answer")
    return None if ack.done else Message("{reason}", reason=ack.reason)


def require_done(clock: str, ack: Ack | None) -> None:
    """Raise Problem with the reason if a clock refused an act."""
    if (reason := refusal(ack)) is not None:
        raise Problem("{clock}: {reason}", clock=clock, reason=reason)
