"""Corrections, and the consequences that all of them share.

In a stop and before the start a correction is an entry of a list, which is folded anew (`fold`)
over the state in which the clocks stopped. What calls, records and clappers are to be is compared
with that state too; only what has changed since the entry before is reported. While a clock runs a
correction takes effect at once, alone.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from clock.rules.fold import fold
from clock.rules.inputs import Adjust, HandFault
from clock.rules.outputs import ClapperFell, ClapperRaised, Corrected, Output, RefereeCalled
from clock.rules.periods import call_at_start
from clock.rules.record import lift_waiver
from clock.rules.refusal import require
from clock.rules.regulations import Regulations
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import COUNTING, NEVER_NS, Call, ListEntry, Phase, SeatState, State, Stoppage
from clock.rules.time_changes import run_out
from clock.rules.timed_events import byoyomi_left, stop_by_fall
from clock.rules.timing import charge, with_seat

ENTRIES_MAX = 200
"""The most entries of a stop: each is folded with all before it."""
TOO_MANY = "expected at most {most} entries: let the game go on first"
_NO_TIME = "expected clocks that are stopped: it would leave {seat} no time"


class Correction(NamedTuple):
    """How an act of the organizer sets figures right."""

    change: Callable[[State, Any, list[Output]], ListEntry | State]
    """(the state charged up to the act, the act, outputs) → an entry to fold, or the new state."""
    what: str = ""
    """The figure that is reported even if it stays the same."""
    reason: str = ""
    """The reason that is reported if the act has no field for it."""
    own: str = ""
    """The figure that the act's own output reports."""


def apply_correction(
    state: State, act: Any, correction: Correction, outputs: list[Output]
) -> State:
    """Make a correction, with its consequences.

    The outputs are in the order of causes: the act's own, the changed figures, then what follows
    from the figures (calls, falls, a stop).
    """
    before = replace(charge(state, act.at_ns), stoppage=None)
    runs = before.phase in COUNTING
    stoppage = begin_list(before) if runs or not state.stoppage else state.stoppage
    require(len(stoppage.acts) < ENTRIES_MAX, type(act).__name__, TOO_MANY, most=ENTRIES_MAX)
    changed = correction.change(before, act, outputs)
    if isinstance(changed, ListEntry):
        stoppage = replace(stoppage, entries=(*stoppage.entries, changed))
        base = before if runs else stoppage.base
        after = _entered(before, fold(base, stoppage.entries))
    else:
        base, after = before, changed
    for seat in (LEFT, RIGHT):
        if runs and after.seat(seat).short_ns is not None:
            timed = isinstance(act, Adjust | HandFault)
            require(timed, type(act).__name__, _NO_TIME, seat=seat.value)
            after = run_out(after, seat, act.at_ns)
    events: list[Output] = []
    after = _follow(base, before, after, act.at_ns, events)
    reason, of_seat = getattr(act, "reason", correction.reason), getattr(act, "seat", None)
    changed_figures = changes(before, after, act.at_ns, reason, (correction.what, of_seat))
    outputs += (each for each in changed_figures if each.what != correction.own)
    outputs += events
    if runs:
        fell = any(isinstance(each, ClapperFell) for each in events)
        return stop_by_fall(after, act.at_ns, outputs) if fell else after
    if after.phase in (Phase.STOPPED, Phase.FALLEN):
        after = replace(after, phase=after.at_rest)
    if not isinstance(changed, ListEntry):
        stoppage = replace(stoppage, base=without_instants(after), entries=())
    return replace(after, stoppage=stoppage)


def refold(
    state: State, base: State, entries: tuple[ListEntry, ...], at_ns: int, outputs: list[Output]
) -> State:
    """Return a state whose entries are made on a base that has changed."""
    after = _entered(state, fold(base, entries))
    return _follow(base, state, after, at_ns, outputs)


def _follow(base: State, before: State, after: State, at_ns: int, events: list[Output]) -> State:
    """Let records, calls and clappers follow from the figures."""
    for seat in (LEFT, RIGHT):
        after = _record_follows(base, after, seat)
        after = _call_follows(base, before, after, seat, at_ns, events)
        events += clapper_moves(before, after, seat, at_ns)
    return after


def _entered(before: State, folded: State) -> State:
    """Return a state with the figures of another; whatever stands beside them stays."""
    after = replace(
        before,
        setup=folded.setup,
        turn=folded.turn,
        running=folded.running,
        play=folded.play,
        last=folded.last,
        choice=folded.choice,
        count_moves=folded.count_moves,
        mismatch=folded.mismatch and before.mismatch,
    )
    for seat in (LEFT, RIGHT):
        clock = replace(folded.seat(seat), stone=before.seat(seat).stone)
        after = with_seat(after, seat, clock)
    return after


def _record_follows(base: State, after: State, seat: Seat) -> State:
    """Require the record of a seat whose time was lifted above the limit (RIF 13.2)."""
    old, new = base.seat(seat), after.seat(seat)
    lifts = new.remaining_ns > old.remaining_ns and new.period >= old.period
    if not lifts or after.started_at_ns is None:
        return after
    return with_seat(after, seat, lift_waiver(after.setup.regulations, old, new))


def _call_follows(
    base: State, before: State, after: State, seat: Seat, at_ns: int, events: list[Output]
) -> State:
    """Arm the referee's call anew for a time lifted above the limit; call for a short one."""
    old, now, new = base.seat(seat), before.seat(seat), after.seat(seat)
    if old.ran_out and new.ran_out:
        return after
    ended = new if new.short_ns is None else run_out(after, seat, at_ns).seat(seat)
    call = _call_of(old, ended, after.setup.regulations)
    if call is Call.ARMED and after.started_at_ns is not None and _is_short(after, seat):
        # An earlier entry may have called already.
        again = now.period == new.period and now.call in (Call.CALLED, Call.CAME)
        call = now.call if again else Call.CALLED
        if not again:
            events.append(RefereeCalled(at_ns, seat))
    return with_seat(after, seat, replace(new, call=call))


def _call_of(old: SeatState, new: SeatState, regulations: Regulations) -> Call:
    """Return a seat's call as its time in a stop leaves it, before anybody is called for it."""
    # A call that new regulations or another method switch on or off is as in a new period.
    call = call_at_start(regulations, new.terms)
    if Call.OFF in (old.call, call):
        return call
    lifts = new.remaining_ns > old.remaining_ns or new.period != old.period
    if lifts and new.remaining_ns > regulations.referee_call_ns:
        return Call.ARMED
    return old.call if new.period <= old.period else Call.ARMED


def _is_short(state: State, seat: Seat) -> bool:
    clock, limit_ns = state.seat(seat), state.setup.regulations.referee_call_ns
    if clock.fallen:  # no clapper falls before the referee is called
        return True
    return clock.remaining_ns <= limit_ns and not state.completed(seat)


def clapper_moves(before: State, after: State, seat: Seat, at_ns: int) -> Iterator[Output]:
    """Yield the fall or the rise of a seat's clapper."""
    if before.seat(seat).fallen is not after.seat(seat).fallen:
        yield (ClapperFell if after.seat(seat).fallen else ClapperRaised)(at_ns, seat)


def changes(
    before: State,
    after: State,
    at_ns: int,
    reason: str = "",
    always: tuple[str, Seat | None] = ("", None),
) -> Iterator[Corrected]:
    """Yield the figures that have changed, and `always` the one that was to change."""
    was, (named, of_seat) = _figures(before), always
    for (what, seat), figure in _figures(after).items():
        changed = figure != was[what, seat] and what != "stones"  # it follows from the others
        if changed or (what == named and seat in (None, of_seat)):
            yield Corrected(at_ns, what, seat, was[what, seat], figure, reason)


def begin_list(state: State) -> Stoppage:
    """Return the empty list of entries over a state in which no clock runs."""
    state = without_instants(state)
    return Stoppage(state, (), state, ())


def without_instants(state: State) -> State:
    """Return a state without its list and its instants, which change while no clock runs."""
    return replace(state, stoppage=None, at_ns=-NEVER_NS, since_ns=-NEVER_NS, wake_ns=NEVER_NS)


def _figures(state: State) -> dict[tuple[str, Seat | None], int | str]:
    """Return all figures that a correction can change."""
    play = state.play
    figures: dict[tuple[str, Seat | None], int | str] = {
        ("moves", None): play.moves,
        ("black", None): "open" if play.open else play.black.value,
        ("turn", None): state.turn.value,
    }
    for seat in (LEFT, RIGHT):
        clock = state.seat(seat)
        byoyomi = byoyomi_left(clock)
        figures |= {
            ("period", seat): clock.period,
            ("stones", seat): "none" if clock.due is None else clock.due - play.made(seat),
            ("byoyomi", seat): "none" if byoyomi is None else byoyomi,
            ("illegal_moves", seat): clock.illegal_moves,
            ("remaining_ns", seat): clock.remaining_ns,
        }
    return figures
