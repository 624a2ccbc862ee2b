"""What a page asks besides the pictures, for its own aids: the times, and what OK does."""

from collections.abc import Mapping

import msgspec

from clock.display.view import times_in_words
from clock.rules.seats import Seat
from clock.rules.timing import remaining_ns, running_seats
from clock.rules.units import SECOND_NS
from clock.station.orders import StationSnapshot
from clock.text.language import speaking


class Moment(msgspec.Struct, frozen=True):
    """A game at one instant, in whole seconds as the displays show them; a page's message."""

    running_s: Mapping[Seat, int]
    """The remaining time of each seat whose clock runs, unless it counts up."""
    sentence: str
    """Both seats' times in words."""
    hold_opens: bool
    """Whether OK, if it is held, opens the organizer's menu and does nothing else."""


def moment_of(snapshot: StationSnapshot, now_ns: int, language: str) -> Moment:
    """Return the moment at `now_ns`, worded in a language."""
    state = snapshot.state
    counting_down = (
        seat
        for seat in running_seats(state)
        if not state.seat(seat).terms.method.counting.counts_up
    )
    running_s = {seat: -(-remaining_ns(state, seat, now_ns) // SECOND_NS) for seat in counting_down}
    with speaking(language):
        return Moment(running_s, times_in_words(state, now_ns), snapshot.hold_opens)
