"""All that a correction can change, read from the states alone and named as a question names it."""

from collections.abc import Iterator

from clock.rules.control import Method
from clock.rules.record import record_of
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.state import Call, Record, SeatState, State
from clock.text.words import seat_name, shown_time

REFEREE = {Call.OFF: "none", Call.ARMED: "pending", Call.CALLED: "called", Call.CAME: "here"}
RECORD = {
    None: "none",
    Record.KEPT: "required",
    Record.WAIVED: "optional",
    Record.COMPLETE: "due",
}


def figures(state: State) -> Iterator[tuple[str, str]]:
    """All that a correction can change, as (what it is called, what it is)."""
    yield "", state.phase.value + ("" if state.running is None else state.running.value)
    yield "Begins", seat_name(state.setup.starter)
    yield "Opening", "over" if state.play.step is None else "not over"
    yield "Fifths", str(state.play.offers)
    yield "Last move", str(state.last_move)
    yield "To move", seat_name(state.turn)
    yield "Black", "?" if state.play.open else seat_name(state.play.black)
    yield "Moves", str(state.play.moves)
    ahead, behind = (state.play.moves + 1) // 2, state.play.moves // 2
    black_ahead = state.setup.first is Colour.BLACK
    yield "Black's moves", str(ahead if black_ahead else behind)
    yield "White's moves", str(behind if black_ahead else ahead)
    yield "Moves counted", "no" if state.count_moves else "yes"
    yield "Result", str(state.result)
    yield "Reason", state.ground
    for seat in (LEFT, RIGHT):
        clock, name = state.seat(seat), seat_name(seat)
        yield name, shown_time(clock.remaining_ns, tenths=False)
        yield f"{name} period", str(clock.period)
        yield f"{name} clapper", "down" if clock.fallen else "up"
        yield f"Faults by {name}", str(clock.hand_faults)
        yield f"Illegal by {name}", str(clock.illegal_moves)
        yield f"{name}'s warnings", str(clock.warnings)
        yield f"{name} is", "late" if seat in state.absent else "here"
        claims = seat in {claim.seat for claim in state.claims}
        yield f"{name} claim", "stands" if claims else "dismissed"
        yield f"{name} referee", REFEREE[clock.call]
        yield f"{name} record", RECORD[record_of(state, seat, clock.remaining_ns)]
        yield f"{name} byo-yomi", byoyomi(clock)
        in_block = clock.terms.repeat and clock.terms.moves is not None and clock.due is not None
        yield (
            f"{name} stones",
            str((clock.due or 0) - state.play.made(seat)) if in_block else "none",
        )


def byoyomi(clock: SeatState) -> str:
    """How many byo-yomi periods are left, the present one among them."""
    if clock.terms.method is not Method.BYOYOMI:
        return "none"
    if clock.overtime is not None:
        return str(clock.overtime)
    return str(clock.terms.count if clock.coming is None else clock.coming.periods)


def differing(before: State, after: State) -> list[tuple[str, str, str]]:
    both = zip(figures(before), figures(after), strict=True)
    return [(name, old, new) for (name, old), (_, new) in both if old != new]
