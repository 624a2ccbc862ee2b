"""What a page asks besides the pictures, for its own aids: times, turn, sounds, what OK does."""

from collections.abc import Mapping

import msgspec

from clock.display.view import ahead, times_in_words
from clock.kinds import kind_of
from clock.menu.settings import Sound
from clock.rules.seats import Seat
from clock.rules.state import Phase
from clock.rules.timing import remaining_ns, running_seats
from clock.rules.units import SECOND_NS
from clock.station.orders import StationSnapshot
from clock.station.sounds import allowed
from clock.text.ending import player_name
from clock.text.language import speaking, tr


class Moment(msgspec.Struct, frozen=True):
    """A game at one instant, in whole seconds as the displays show them; a page's message."""

    running_s: Mapping[Seat, int]
    """The remaining time of each seat whose clock runs, unless it counts up."""
    sentence: str
    """Both seats' times in words."""
    hold_opens: bool
    """Whether OK, if it is held, opens the organizer's menu and does nothing else."""
    game: str = ""
    """The kind of game that is ready to start; "": none."""
    begins: Seat | None = None
    """In a game that is ready to start: the seat whose own press does not start it."""
    turn: str = ""
    """The player whose clock runs; "": neither player's, or both."""
    silent: bool = False
    """Whether the rules let no sound be heard."""
    left: str = ""
    """The player's name."""
    right: str = ""
    clapper: bool = False
    """Whether the game calls a flag a clapper."""


def moment_of(snapshot: StationSnapshot, now_ns: int, language: str) -> Moment:
    """Return the moment at `now_ns`, worded in a language."""
    state = ahead(snapshot.state, now_ns)
    counting_down = (
        seat
        for seat in running_seats(state)
        if not state.seat(seat).terms.method.counting.counts_up
    )
    running_s = {seat: -(-remaining_ns(state, seat, now_ns) // SECOND_NS) for seat in counting_down}
    with speaking(language):
        is_ready = state.phase is Phase.READY
        game = tr(kind_of(state.setup.game).title) if is_ready else ""
        return Moment(
            running_s,
            times_in_words(state, now_ns),
            snapshot.hold_opens,
            game,
            state.turn if is_ready else None,
            player_name(state, state.running) if state.running is not None else "",
            not any(allowed(sound, state.setup.regulations) for sound in Sound),
            snapshot.names.left,
            snapshot.names.right,
            kind_of(state.setup.game).clapper,
        )
