"""What a page asks besides the pictures, for its own aids: times, turn, sounds, what OK does."""

from collections.abc import Mapping

import msgspec

from clock.display.allowances import AllowanceKind, figures_of, worded
from clock.display.view import ahead, times_in_words
from clock.kinds import kind_of
from clock.menu.fields import FORMS, goes_round
from clock.menu.levels import Entered, Entry, Level, Question
from clock.menu.settings import Sound
from clock.rules.seats import Seat
from clock.rules.state import Phase, State
from clock.rules.timing import remaining_ns, running_seats
from clock.rules.units import SECOND_NS
from clock.station.orders import StationSnapshot
from clock.station.sounds import allowed
from clock.text.ending import player_name
from clock.text.language import speaking, tr
from clock.text.opening import step_row
from clock.text.rows import sentences
from clock.text.sides import seat_and_side
from clock.text.words import spoken_time

_TYPED = (Entered.CODE, Entered.TIME, Entered.SHORT_TIME)
_BYOYOMI = AllowanceKind.BYOYOMI


class EntryFields(msgspec.Struct, frozen=True):
    """Figures entered by the clock's buttons, for a page to press as typed."""

    fields: tuple[int, ...]
    field: int
    """The one that − and + change; OK goes on to the next."""
    tops: tuple[int, ...]
    """The largest value of each."""
    rings: tuple[bool, ...]
    """Whether it goes round from there to 0."""
    is_code: bool
    """OK after the last one is part of it."""


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
    task: str = ""
    """That player's step of an opening, and byo-yomi periods left."""
    silent: bool = False
    """Whether the rules let no sound be heard."""
    left: str = ""
    """The player's name."""
    right: str = ""
    clapper: bool = False
    """Whether the game calls a flag a clapper."""
    agreeing: bool = False
    """Whether both players' plungers are asked for: then each display's half is one too."""
    entry: EntryFields | None = None
    left_in_words: Mapping[Seat, str] = {}
    """Each player of `running_s` with the time left; empty where nobody may point it out."""


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
            *_turn_and_task(state, now_ns),
            not any(allowed(sound, state.setup.regulations) for sound in Sound),
            snapshot.names.left,
            snapshot.names.right,
            kind_of(state.setup.game).clapper,
            isinstance(snapshot.level, Question) and snapshot.level.wants_plungers,
            _entry_fields(snapshot.level),
            _left_in_words(state, running_s),
        )


def _entry_fields(level: Level | None) -> EntryFields | None:
    """Return the fields of a code or a time."""
    if not isinstance(level, Entry) or level.what not in _TYPED:
        return None
    tops, is_code = FORMS[level.what].tops, level.what is Entered.CODE
    tops = tops[: len(level.fields)]
    rings = tuple(goes_round(level.what, at) for at in range(len(level.fields)))
    shown = level.fields
    if is_code:  # of a code a display shows no more
        shown = tuple(each if at == level.field else 0 for at, each in enumerate(shown))
    return EntryFields(shown, level.field, tops, rings, is_code)


def _left_in_words(state: State, running_s: Mapping[Seat, int]) -> dict[Seat, str]:
    """Words for a low time; none where only the clapper falls (RIF 14.8)."""
    if not state.setup.regulations.announce:
        return {}
    times = {seat: spoken_time(left_s * SECOND_NS) for seat, left_s in running_s.items()}
    return {
        seat: sentences((player_name(state, seat), tr("{time} left").format(time=time)))
        for seat, time in times.items()
    }


def _turn_and_task(state: State, now_ns: int) -> tuple[str, str]:
    """Whose clock runs, and what the player's display shows that is new within a turn.

    In an opening the players may change colours, so the seat is named as well.
    """
    seat = state.running
    if seat is None:
        return "", ""
    colour = state.colour(seat)
    in_opening = state.play.step is not None
    turn = seat_and_side(state.setup, seat, colour) if in_opening else player_name(state, seat)
    periods = [each for each in figures_of(state, seat, now_ns) if each.kind is _BYOYOMI]
    return turn, sentences((step_row(state), *(worded(each).spoken for each in periods)))
