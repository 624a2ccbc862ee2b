"""Corrections as values, and the consequences that all of them share.

Each act changes only its own figures. `apply_correction` then compares the states before and after:
a seat without time falls, a time lifted above the limit arms the referee's call again and requires
the record, and every changed figure is reported.

Consecutive corrections of one kind all start from the state before the first (`from_first`), as
long as nothing else happens between them: typing the right figure mends a wrong one, whatever that
had done.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from clock.rules.control import NEVER_USED_UP
from clock.rules.outputs import ClapperRaised, Corrected, Output, RefereeCalled
from clock.rules.periods import call_at_start, call_referee
from clock.rules.record import lift_waiver
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import COUNTING, Call, Edit, Phase, State
from clock.rules.timed_events import byoyomi_after, drop_clapper, stop_by_fall
from clock.rules.timing import charge, halt, with_seat


class Correction(NamedTuple):
    """How an act of the organizer sets figures right."""

    change: Callable[[State, Any, list[Output]], State]
    """(the state charged up to the act, the act, outputs) → the state with its figures set."""
    what: str = ""
    """The figure that is reported even if it stays the same."""
    from_first: bool = False
    """Whether consecutive ones all start from the state before the first."""
    reason: str = ""
    """The reason that is reported if the act has no field for it."""


def apply_correction(
    state: State, act: Any, correction: Correction, outputs: list[Output]
) -> State:
    """Make a correction, with its consequences.

    The outputs are in the order of causes: the act's own, the changed figures, then what follows
    from the figures (calls, falls, a stop).
    """
    at_ns, reason = act.at_ns, getattr(act, "reason", correction.reason)
    before, own = charge(state, at_ns), list[Output]()
    base = _base(before, act) if correction.from_first else before
    after = correction.change(base, act, own)
    outputs += [each for each in own if not isinstance(each, RefereeCalled)]
    events: list[Output] = [each for each in own if isinstance(each, RefereeCalled)]
    for seat in (LEFT, RIGHT):
        old, new = before.seat(seat), after.seat(seat)
        # The state before the first correction may have another record than the one just now.
        if correction.from_first and new.remaining_ns == old.remaining_ns:
            after = with_seat(after, seat, replace(new, record=old.record))
        after = _clapper_follows(before, after, seat, at_ns, events)
        after = _call_follows(before, after, seat, at_ns, events)
        new = after.seat(seat)
        lifts = new.remaining_ns > old.remaining_ns and new.period >= old.period
        if lifts and after.started_at_ns is not None:
            after = with_seat(after, seat, lift_waiver(after.setup.regulations, old, new))
    was, of_seat = _figures(before), getattr(act, "seat", None)
    outputs += [
        Corrected(at_ns, what, seat, was[what, seat], figure, reason)
        for (what, seat), figure in _figures(after).items()
        if figure != was[what, seat] or (what == correction.what and seat in (None, of_seat))
    ]
    outputs += events
    if any(after.seat(seat).fallen and not before.seat(seat).fallen for seat in (LEFT, RIGHT)):
        after = stop_by_fall(after, at_ns, outputs)
    elif before.phase is Phase.FALLEN and (after.left.fallen or after.right.fallen):
        after = replace(after, phase=Phase.FALLEN)
    if not correction.from_first:
        return after
    return replace(after, edit=Edit(act, _still(base), _still(after)))


def _base(state: State, act: Any) -> State:
    """Return the state from which an act starts: before the first of its kind in a row."""
    edit = state.edit
    state = replace(state, edit=None)
    if edit is None or _kind(edit.act) != _kind(act) or _still(state) != edit.after:
        return state
    if state.phase in COUNTING and edit.act.at_ns != act.at_ns:
        return state  # time ran since, and the earlier state knows nothing of it
    before = replace(edit.before, at_ns=state.at_ns, since_ns=act.at_ns)
    if before.phase in COUNTING and state.phase not in COUNTING:  # its own fall stopped the clocks
        return halt(before)
    return before


def _kind(act: Any) -> tuple[type, Seat | None]:
    return type(act), getattr(act, "seat", None)


def _still(state: State) -> State:
    """Return a state without its instants, which change even while no clock runs."""
    return replace(state, edit=None, at_ns=0, since_ns=0, wake_ns=0)


def _clapper_follows(
    before: State, after: State, seat: Seat, at_ns: int, events: list[Output]
) -> State:
    """Drop the clapper of a seat without time, or raise it if there is time again."""
    old, new = before.seat(seat), after.seat(seat)
    if new.fallen:
        return after
    untouched = not old.fallen and new.remaining_ns == old.remaining_ns
    if new.terms.method in NEVER_USED_UP or new.remaining_ns > 0 or untouched:
        if old.fallen:
            events.append(ClapperRaised(at_ns, seat))
        return after
    if old.fallen:
        down = replace(new, remaining_ns=0, fell_at_ns=old.fell_at_ns, overtime=old.overtime)
        return with_seat(after, seat, replace(down, call=old.call))
    if new.call is Call.ARMED:  # no clapper falls before the referee is called
        events.append(RefereeCalled(at_ns, seat))
        new = replace(new, call=Call.CALLED)
    return drop_clapper(with_seat(after, seat, new), seat, at_ns, events)


def _call_follows(
    before: State, after: State, seat: Seat, at_ns: int, events: list[Output]
) -> State:
    """Arm the referee's call again for a time lifted above the limit (RIF 14.9)."""
    old, new, regulations = before.seat(seat), after.seat(seat), after.setup.regulations
    if new.fallen:
        return after
    # A call that new regulations or another method switch on or off is as in a new period.
    call = call_at_start(regulations, new.terms)
    same = new.period == old.period
    if Call.OFF not in (old.call, call):
        lifts = new.remaining_ns > old.remaining_ns or not same
        arms = lifts and new.remaining_ns > regulations.referee_call_ns
        call = Call.ARMED if arms else old.call if same else new.call
    after = with_seat(after, seat, replace(new, call=call))
    return after if after.started_at_ns is None else call_referee(after, seat, at_ns, events)


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
        coming = byoyomi_after(clock).periods
        byoyomi = coming if clock.overtime is None else clock.overtime
        figures |= {
            ("period", seat): clock.period,
            ("byoyomi", seat): byoyomi if clock.terms.has_byoyomi else "none",
            ("remaining_ns", seat): clock.remaining_ns,
        }
    return figures
