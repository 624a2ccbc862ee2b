"""All that a correction can change, read from the states alone and named as a question names it."""

from collections.abc import Iterator

from clock.kinds import kind_of
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


def flag_word(state: State) -> str:
    """Return what the game calls a flag."""
    return "clapper" if kind_of(state.setup.game).clapper else "flag"


def figures(state: State) -> Iterator[tuple[str, str]]:
    """All that a correction can change, as (what it is called, what it is)."""
    yield "", state.phase.value + ("" if state.running is None else state.running.value)
    yield "Begins", seat_name(state.setup.starter)
    yield "Opening", "over" if state.play.step is None else "not over"
    yield "Fifths", str(state.play.offers)
    yield "Last move", str(state.last_move)
    yield "To move", seat_name(state.turn)
    yield from counts(state)
    yield "Moves counted", "no" if state.count_moves else "yes"
    yield "Result", str(state.result)
    yield "Reason", state.ground
    for seat in (LEFT, RIGHT):
        clock, name = state.seat(seat), seat_name(seat)
        yield name, shown_time(clock.remaining_ns, tenths=False)
        yield f"{name} period", str(clock.period)
        yield f"{name} {flag_word(state)}", "down" if clock.fallen else "up"
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
            f"{name} {'stones' if kind_of(state.setup.game).stones else 'block'}",
            str((clock.due or 0) - state.play.made(seat)) if in_block else "none",
        )


def counts(state: State) -> Iterator[tuple[str, str]]:
    """The colours, and the moves as the kind of game counts them."""
    play, first, kind = state.play, state.setup.first, kind_of(state.setup.game)
    named = kind.colours or state.setup.opening.name != "none"
    sides = dict(zip((kind.first, kind.first.other), kind.sides or (), strict=False))
    black, white = (sides.get(each, each.value.capitalize()) for each in Colour)
    if named:
        yield black, "?" if play.open else seat_name(play.black)
    else:
        black, white = seat_name(play.black), seat_name(play.black.other)
    ahead, behind = (play.moves + 1) // 2, play.moves // 2
    if kind.counted_by_both:
        colour = (first if play.moves % 2 == 0 else first.other).value.capitalize()
        yield "No.", f"{behind + 1}, {colour} to move"
        return
    yield "Moves", str(play.moves)
    yield f"{black}'s moves", str(ahead if first is Colour.BLACK else behind)
    yield f"{white}'s moves", str(behind if first is Colour.BLACK else ahead)


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
