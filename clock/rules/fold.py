"""The corrections of a stop, folded over the state in which the clocks stopped (RIF 17).

What stands is computed anew after each entry: first the position, then the sum of all times given
and taken, then the byo-yomi. So the order of times does not matter, of two counters the last one
counts, and a wrong entry that is set right leaves nothing behind.
"""

from typing import Any

from msgspec.structs import replace

from clock.rules import inputs, openings
from clock.rules.openings import Play
from clock.rules.periods import follow_moves, put_into, reset_turn
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import ListEntry, State
from clock.rules.time_changes import change_time, owing, set_byoyomi, set_time
from clock.rules.timing import with_seat
from clock.rules.turns import set_play


def fold(base: State, entries: tuple[ListEntry, ...]) -> State:
    """Return the state with all entries made; a time below zero is left as a debt."""
    state = _set_position(base, [entry.act for entry in entries])
    for seat in (LEFT, RIGHT):
        state = _count(_set_times(base, state, seat, entries), seat, entries)
    return state


def _set_position(base: State, acts: list[inputs.Input]) -> State:
    """Set the counter, the colours and then the periods, by the last entry of each."""
    last: dict[type, Any] = {type(act): act for act in acts}
    state, play = base, base.play
    if moves := last.get(inputs.SetMoves):
        state, play = replace(state, count_moves=False), _with_moves(base, play, moves.made)
    colours = last.get(inputs.SetColours)
    if colours and base.started_at_ns is not None:
        play = openings.set_black(base.setup.opening, play, colours.black)
    elif colours:  # before the start, who begins
        state = _begun_by(state, play.first.seat(colours.black))
        play = replace(play, black=colours.black)
    if play != base.play:
        for seat in (LEFT, RIGHT):
            state = with_seat(state, seat, owing(state.seat(seat)))
        state = follow_moves(follow_moves(set_play(state, play), LEFT), RIGHT)
        if state.turn is not base.turn:  # it begins now, in the period that was reached
            state = with_seat(state, state.turn, reset_turn(state.seat(state.turn)))
    periods = {act.seat: act.period for act in acts if isinstance(act, inputs.SetPeriod)}
    for seat, period in periods.items():
        state = put_into(with_seat(state, seat, owing(state.seat(seat))), seat, period)
    stones = {act.seat: act.left for act in acts if isinstance(act, inputs.SetStones)}
    for seat, left in stones.items():
        state = _set_stones(state, seat, left)
    return state


def _begun_by(state: State, starter: Seat) -> State:
    """Return a state before the start with a seat to begin; times by colour turn with it."""
    setup = state.setup.begun_by(starter)
    if setup.left != state.setup.left:
        state = replace(state, left=state.right, right=state.left)
    return replace(state, setup=setup)


def _with_moves(base: State, play: Play, made: int) -> Play:
    """Return the play with another counter: the step of the opening follows, the colours stay."""
    opening = base.setup.opening
    if made == play.moves:
        return play
    step, is_open = openings.step_at(opening, play.step, made)
    offers = play.offers if openings.may_have_offers(opening, step) else 0
    return replace(play, moves=made, step=step, open=is_open, offers=offers)


def _set_stones(state: State, seat: Seat, left: int) -> State:
    """Set the moves still to make in a block, if the seat is in one."""
    clock, moves = state.seat(seat), state.seat(seat).terms.moves
    if moves is None or left > moves or not clock.terms.repeat:
        return state
    return with_seat(state, seat, replace(clock, entered=state.play.made(seat) + left - moves))


def _set_times(base: State, state: State, seat: Seat, entries: tuple[ListEntry, ...]) -> State:
    """Give and take the sum of a seat's times, from the last figure that was set."""
    to_ns, by_ns, periods, touched = None, 0, 0, state.seat(seat) is not base.seat(seat)
    for entry in entries:
        act = entry.act
        if isinstance(act, inputs.Adjust) and act.seat is seat and act.remaining_ns is not None:
            to_ns, by_ns = act.remaining_ns, 0
        elif isinstance(act, inputs.SetByoyomi) and act.seat is seat:
            periods = act.left
        by_ns += entry.change_ns(seat)
    if to_ns is not None:
        state = set_time(state, seat, to_ns, by_ns)
    elif touched or by_ns:
        state = change_time(state, seat, by_ns)
    return set_byoyomi(state, seat, periods) if periods else state


def _count(state: State, seat: Seat, entries: tuple[ListEntry, ...]) -> State:
    """Count the faults and the warnings of a seat; set the number of its illegal moves."""
    clock = state.seat(seat)
    acts = [entry.act for entry in entries if getattr(entry.act, "seat", None) is seat]
    kinds = list(map(type, acts))
    faults, warnings = kinds.count(inputs.HandFault), kinds.count(inputs.Warn)
    if faults and state.mismatch is seat:
        state = replace(state, mismatch=None)
    illegal = [act.count for act in acts if isinstance(act, inputs.SetIllegalMoves)]
    counted = replace(
        clock,
        hand_faults=clock.hand_faults + faults,
        warnings=clock.warnings + warnings,
        illegal_moves=illegal[-1] if illegal else clock.illegal_moves,
    )
    return with_seat(state, seat, counted)
