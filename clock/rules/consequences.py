"""What follows from a correction: clappers, calls of the referee, the record, and the outputs.

Each act sets its figures alone. What follows from them is here, once for all acts: a seat without
time left falls, a time lifted above the limit arms the referee's call again and requires the
record, and every figure is reported before and after.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from clock.rules.control import NEVER_USED_UP, Method
from clock.rules.outputs import ClapperRaised, Corrected, Output, RefereeCalled
from clock.rules.periods import armed, called
from clock.rules.record import lifted
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Call, Phase, State
from clock.rules.timed_events import byoyomi_after, fallen, stopped_by_fall
from clock.rules.timing import with_seat

Figure = tuple[str, Seat | None]


def corrected(
    before: State,
    after: State,
    at_ns: int,
    reason: str,
    outputs: list[Output],
    named: Figure | None = None,
    events: Sequence[Output] = (),
) -> State:
    """Return the state after a correction, with all that follows from it.

    There is an output for every figure that changed, and for `named` in any case; then `events`,
    and those that follow from the new figures. Both states are charged to `at_ns`.
    """
    events = list(events)
    for seat in (LEFT, RIGHT):
        after = _clapper_follows(before, after, seat, at_ns, events)
        after = _call_follows(before, after, seat, at_ns, events)
        old, new = before.seat(seat), after.seat(seat)
        lifts = new.remaining_ns > old.remaining_ns and new.period >= old.period
        if lifts and after.started_at_ns is not None:
            after = with_seat(after, seat, lifted(after.setup.regulations, old, new))
    was, now = _figures(before), _figures(after)
    outputs += [
        Corrected(at_ns, *figure, was[figure], now[figure], reason)
        for figure in was
        if was[figure] != now[figure] or figure == named
    ]
    outputs += events
    down = [seat for seat in (LEFT, RIGHT) if after.seat(seat).fallen]
    if any(not before.seat(seat).fallen for seat in down):
        return stopped_by_fall(after, at_ns, outputs)
    stays = before.phase is Phase.FALLEN and down
    return replace(after, phase=Phase.FALLEN) if stays else after


def _clapper_follows(
    before: State, after: State, seat: Seat, at_ns: int, events: list[Output]
) -> State:
    """A seat with nothing left has its referee called and falls; one with time again rises."""
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
    if new.call is Call.ARMED:
        events.append(RefereeCalled(at_ns, seat))
        new = replace(new, call=Call.CALLED)
    return fallen(with_seat(after, seat, new), seat, at_ns, events)


def _call_follows(
    before: State, after: State, seat: Seat, at_ns: int, events: list[Output]
) -> State:
    """A time that was lifted above the limit arms the referee's call again (RIF 14.9)."""
    old, new, regulations = before.seat(seat), after.seat(seat), after.setup.regulations
    if new.fallen:
        return after
    call = armed(regulations, new.terms)
    same = new.period == old.period
    if Call.OFF not in (old.call, call):
        lifts = new.remaining_ns > old.remaining_ns or not same
        arms = lifts and new.remaining_ns > regulations.referee_call_ns
        call = Call.ARMED if arms else old.call if same else new.call
    after = with_seat(after, seat, replace(new, call=call))
    return after if after.started_at_ns is None else called(after, seat, at_ns, events)


def _figures(state: State) -> dict[Figure, int | str]:
    """Every figure that a correction can change."""
    play = state.play
    figures: dict[Figure, int | str] = {
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
            ("byoyomi", seat): byoyomi if clock.terms.method is Method.BYOYOMI else "none",
            ("remaining_ns", seat): clock.remaining_ns,
        }
    return figures
