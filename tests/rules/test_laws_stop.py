"""The entries of a stop are a list: whatever chain they make, in whatever game (RIF 17)."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.rules import inputs
from clock.rules.corrections import award_ns
from clock.rules.inputs import Input
from clock.rules.invariants import check
from clock.rules.machine import step
from clock.rules.refusal import Refused
from clock.rules.regulations import OnFlag, Rollover
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import COUNTING, Phase, State
from clock.rules.time_changes import run_out
from clock.rules.timing import with_seat
from clock.rules.units import SECOND_NS
from tests.rules.random_games import (
    HALF_OF_GAMES,
    DrawnAct,
    Played,
    input_of,
    late_games,
    mixed_games,
)

ENTRIES = (
    *("adjust", "give", "give", "penalty", "moves", "period", "colours", "byoyomi", "stones"),
    "offences",
)
CLOSING = ("turn", "retype", "control")
BESIDE = ("claim", "dismiss", "arrive", "acknowledge", "warn", "fault", "finish")
ALL_ACTS = (*ENTRIES, *CLOSING, *BESIDE, "press", "illegal", "stop", "resume", "undo", "stone")
ORGANIZERS = (
    *(inputs.Adjust, inputs.SetMoves, inputs.SetPeriod, inputs.SetColours, inputs.SetByoyomi),
    *(inputs.SetStones, inputs.SetTurn, inputs.Retype, inputs.SetControl, inputs.HandFault),
    *(inputs.IllegalMove, inputs.SetIllegalMoves, inputs.Warn, inputs.Dismiss, inputs.Finish),
)
seats = st.sampled_from((LEFT, RIGHT))


def chains_of(*kinds: str) -> st.SearchStrategy[list[DrawnAct]]:
    acts = st.builds(DrawnAct, st.sampled_from(kinds), st.just(0), seats, st.integers(0, 7))
    return st.lists(acts, max_size=6)


def after(state: State, *acts: Input) -> State:
    """The state after some acts, without those that are refused."""
    for act in acts:
        try:
            state, _ = step(state, replace(act, at_ns=state.at_ns))
        except Refused:
            continue
        check(state)
    return state


def inputs_of(state: State, chain: list[DrawnAct]) -> tuple[Input, ...]:
    """The acts of a chain, each in the state at its turn."""
    acts: list[Input] = []
    for drawn in chain:
        acts.append(input_of(state, drawn))
        state = after(state, acts[-1])
    return tuple(acts)


def still(state: State, *, calls: bool = True) -> dict[str, Any]:
    """A state without its list and instants, and without calls that may have been answered."""
    fields = {name: getattr(state, name) for name in state.__struct_fields__}
    for name in ("left", "right"):
        clock = fields.pop(name)
        fields |= {f"{name}.{each}": getattr(clock, each) for each in clock.__struct_fields__}
    # A claim says whether the clapper was up at that moment.
    fields["claims"] = tuple(claim.seat for claim in state.claims)
    without = {"stoppage", "touch", "since_ns", "wake_ns"}
    without |= set() if calls else {"left.call", "right.call"}
    return {name: value for name, value in fields.items() if name not in without}


def halted(state: State) -> State:
    return after(state, inputs.Stop(0)) if state.phase in COUNTING else state


def refused(state: State, acts: tuple[Input, ...]) -> list[bool]:
    """Which of some acts are refused, or are claims that are ignored (RIF 10.4)."""
    gone: list[bool] = []
    for act in acts:
        later = after(state, act)
        ignored = isinstance(act, inputs.Claim) and later.claims == state.claims
        gone.append(later is state or ignored)
        state = later
    return gone


def wrong_and_right(state: State, seat: Seat, number: int) -> Iterator[tuple[Input, Input]]:
    """Two entries of every kind of which the last one counts."""
    made = state.play.moves
    yield inputs.SetMoves(0, number), inputs.SetMoves(0, made)
    yield inputs.SetMoves(0, max(0, made - number)), inputs.SetMoves(0, made + number // 3)
    yield inputs.SetColours(0, seat), inputs.SetColours(0, state.play.black)
    yield inputs.SetPeriod(0, seat, number + 1), inputs.SetPeriod(0, seat, number // 3 + 1)
    yield inputs.SetByoyomi(0, seat, number + 1), inputs.SetByoyomi(0, seat, 2)
    yield inputs.SetStones(0, seat, number), inputs.SetStones(0, seat, 1)
    yield inputs.SetIllegalMoves(0, seat, number), inputs.SetIllegalMoves(0, seat, number // 3)
    yield (
        inputs.Adjust(0, seat, remaining_ns=number),
        inputs.Adjust(0, seat, remaining_ns=number * 10**9),
    )


def a_wrong_entry_that_is_set_right_leaves_nothing(
    state: State, chain: list[DrawnAct], seat: Seat, number: int
) -> None:
    acts = inputs_of(state, chain)
    before = state.stoppage.acts if state.stoppage else ()
    answered = any(isinstance(act, inputs.Acknowledge) for act in (*before, *acts))
    for wrong, right in wrong_and_right(state, seat, number):
        over = after(state, *acts).phase in (Phase.FINISHED, *COUNTING)
        if over or any(refused(state, (wrong, right))):
            continue
        # The time for a hand fault lifts no clapper that has fallen, and what is wrong may.
        lifts = any(state.seat(each).ran_out for each in Seat)
        if lifts and any(isinstance(act, inputs.HandFault) for act in acts):
            continue
        once, twice = (*acts, right), (wrong, *acts, right)
        if refused(state, once) == refused(state, twice)[1:]:
            plain, mended = (
                still(after(state, *each), calls=not answered) for each in (once, twice)
            )
            assert mended == plain, (wrong, right)


def an_entry_of_what_is_there_changes_nothing(state: State) -> None:
    acts: list[Input] = []
    if not state.count_moves:  # else the counter is what somebody has counted
        acts.append(inputs.SetMoves(0, state.play.moves))
    if not state.play.open:
        acts.append(inputs.SetColours(0, state.play.black))
    if state.stoppage is None:  # else time that was taken may have used up the period before
        acts += [inputs.SetPeriod(0, seat, state.seat(seat).period) for seat in Seat]
    acts += [inputs.Adjust(0, seat, delta_ns=0) for seat in Seat]
    acts += [inputs.SetIllegalMoves(0, seat, state.seat(seat).illegal_moves) for seat in Seat]
    for act in acts:
        assert still(after(state, act)) == still(state), act


def times_commute(state: State, chain: list[DrawnAct]) -> None:
    acts = inputs_of(state, chain)
    times = [act for act in acts if isinstance(act, inputs.Adjust)]
    backwards = iter(reversed(times))
    turned = [next(backwards) if isinstance(act, inputs.Adjust) else act for act in acts]
    if refused(state, acts) == refused(state, tuple(turned)):
        one, other = (still(after(state, *each), calls=False) for each in (acts, turned))
        assert one == other


def undo_strikes_the_last_entry_alone(state: State, chain: list[DrawnAct]) -> None:
    for drawn in chain:
        act = input_of(state, drawn)
        entered = after(state, act)
        if entered is state or entered.phase in COUNTING:
            continue
        undone = after(entered, inputs.Undo(0))
        if drawn.kind in ("claim", "arrive", "acknowledge", "press"):
            state = entered
        elif entered.stoppage is not None and state.stoppage != entered.stoppage:
            assert still(undone) == still(state), act
            state = entered


def a_debt_becomes_a_fall_when_play_goes_on(state: State, chain: list[DrawnAct]) -> None:
    before = after(state, *inputs_of(state, chain))
    resumed = after(before, inputs.Resume(0))
    if resumed is before or resumed.phase is Phase.READY or resumed.play != before.play:
        return  # or the gong has struck at once
    for seat in Seat:
        was, now = before.seat(seat), resumed.seat(seat)
        assert (now.fallen, now.ran_out) == (was.fallen, was.fallen)
        if was.short_ns is not None:
            assert (now.remaining_ns, now.fell_at_ns) == (0, before.at_ns)
    if resumed.phase not in COUNTING or before.phase is Phase.FINISHED:
        return
    again, claimed = after(resumed, inputs.Stop(0)), (Phase.CLAIMED, Phase.FALLEN)
    if before.phase not in claimed:
        assert still(again) == still(replace(before, uncertain_ns=again.uncertain_ns))


@pytest.mark.rule("corrections: moves", "corrections: colours", "corrections: period")
@pytest.mark.rule("corrections: time", "corrections: byo-yomi", "corrections: list", "RIF 14.9")
@settings(max_examples=HALF_OF_GAMES)
@given(
    mixed_games(),
    chains_of(*ENTRIES, *BESIDE),
    chains_of("give", "penalty", "moves", "colours", "period", "claim", "warn", "byoyomi"),
    chains_of(*ENTRIES, *CLOSING, *BESIDE, "press"),
    seats,
    st.integers(0, 12),
)
def test_whatever_is_entered_in_a_stop_its_order_loses_nothing(
    played: Played,
    between: list[DrawnAct],
    times: list[DrawnAct],
    chain: list[DrawnAct],
    seat: Seat,
    number: int,
) -> None:
    state = halted(played.states[-1])
    if state.phase is Phase.FINISHED:
        return
    an_entry_of_what_is_there_changes_nothing(state)
    a_wrong_entry_that_is_set_right_leaves_nothing(state, between, seat, number)
    times_commute(state, times)
    undo_strikes_the_last_entry_alone(state, chain)
    a_debt_becomes_a_fall_when_play_goes_on(state, chain)


def to_fold_again_changes_nothing(state: State, chain: list[DrawnAct]) -> None:
    """A warning changes no figure, but all entries are made anew."""
    for drawn in chain:
        state = after(state, input_of(state, drawn))
        if state.phase in (Phase.FINISHED, *COUNTING):
            return
        warned = after(state, inputs.Warn(0, LEFT))
        if warned is state:
            return
        left = replace(warned.left, warnings=state.left.warnings)
        assert still(replace(warned, left=left)) == still(state), drawn


def undone_to_the_stop_only_the_players_acts_are_left(state: State, chain: list[DrawnAct]) -> None:
    state = after(state, *inputs_of(state, chain))
    stoppage = state.stoppage
    if stoppage is None or state.phase in COUNTING:
        return
    acts = [act for act in stoppage.acts if not isinstance(act, ORGANIZERS)]
    stopped = replace(stoppage.stopped, at_ns=state.at_ns, since_ns=state.at_ns)
    undone = after(state, *[inputs.Undo(0)] * len(stoppage.acts))
    assert still(undone) == still(after(stopped, *acts))


def a_player_may_stop_or_claim_at_the_instant_of_a_resume(
    state: State, chain: list[DrawnAct]
) -> None:
    before = after(state, *inputs_of(state, chain))
    for seat in (None, LEFT, RIGHT):
        for reconstruct in (False, True):
            resumed = after(before, inputs.Resume(0, seat, reconstruct))
            for act in (inputs.Stop(resumed.at_ns), inputs.Claim(resumed.at_ns, LEFT)):
                after(step(resumed, act)[0], inputs.Undo(0))


def an_illegal_move_is_a_press_taken_back_and_time_for_the_other(
    state: State, chain: list[DrawnAct]
) -> None:
    state = after(state, *inputs_of(state, chain))
    seat, rules = state.turn.other, state.setup.regulations
    ruled = after(state, inputs.IllegalMove(0, seat))
    if ruled is state or state.last is None:
        return
    loses = rules.loses_by_illegal_move(ruled.seat(seat).illegal_moves)
    award = 0 if loses else award_ns(state, seat)
    gift = inputs.Adjust(0, seat.other, delta_ns=award)
    taken = after(state, inputs.SetTurn(0, seat), gift)
    for each in Seat:  # a record that is due stays due, and may be so between the two entries
        clock = replace(taken.seat(each), record=ruled.seat(each).record)
        taken = with_seat(taken, each, clock)
    clock = replace(taken.seat(seat), illegal_moves=ruled.seat(seat).illegal_moves)
    taken = with_seat(taken, seat, clock)
    assert still(ruled, calls=False) == still(taken, calls=False)


def time_charged_since_a_press_ran_as_if_it_had_not_been_made(state: State, ns: int) -> None:
    seat = state.running
    if seat is None or state.phase is not Phase.RUNNING or state.absent or state.choice:
        return
    if state.left.fallen or state.right.fallen or state.wake_ns <= state.at_ns + 1:
        return
    pressed = after(state, inputs.Press(0, seat))
    if pressed.running is not seat.other or pressed.seat(seat).fallen:
        return
    charge, stop = inputs.SetTurn(0, seat, charge=True), inputs.Stop(state.at_ns + ns)
    stopped, ran = step(pressed, stop)[0], step(state, stop)[0]
    charged = after(stopped, charge)
    if charged.turn is not seat or stopped.play.moves != pressed.play.moves:
        return  # refused with a gong, or a gong has struck since
    for control in map(state.setup.control, Seat):
        if len(control) > 1 and any(each.method.counting.flows for each in control):
            return  # what flows is reckoned by the present period alone
    both = state.setup.regulations.rollover is Rollover.AT_ZERO_BOTH
    if both and any(stopped.seat(each).period != pressed.seat(each).period for each in Seat):
        return  # the other's time, which is given back, has begun a period of both
    falls = any(each.left.fallen or each.right.fallen for each in (stopped, ran))
    if falls and state.setup.regulations.on_flag is OnFlag.STOP:
        return  # the clocks stopped before
    for each in Seat:
        if charged.seat(each).short_ns is not None:  # a fall when play goes on
            charged = run_out(charged, each, charged.at_ns)
    for each in Seat:
        one, other = charged.seat(each), ran.seat(each)
        assert (one.fallen, one.remaining_ns) == (other.fallen, other.remaining_ns)
        assert (one.spent_ns, one.turn_ns) == (other.spent_ns, other.turn_ns)
        assert (one.period, one.due, one.overtime) == (other.period, other.due, other.overtime)
        assert (one.coming, one.delay_left_ns) == (other.coming, other.delay_left_ns)


@pytest.mark.rule("corrections: list", "corrections: turn", "RIF 12.7", "RIF 15", "FIDE 7.5.5")
@settings(max_examples=HALF_OF_GAMES)
@given(
    late_games(), chains_of(*ALL_ACTS), st.sampled_from((1, 7, 40, 360, 3600)), st.integers(0, 99)
)
def test_a_list_with_rulings_and_late_players_keeps_its_laws(
    played: Played, chain: list[DrawnAct], seconds: int, at: int
) -> None:
    running = played.states[at % len(played.states)]
    time_charged_since_a_press_ran_as_if_it_had_not_been_made(running, seconds * SECOND_NS)
    state = halted(played.states[-1])
    if state.phase is Phase.FINISHED:
        return
    to_fold_again_changes_nothing(state, chain)
    undone_to_the_stop_only_the_players_acts_are_left(state, chain)
    a_player_may_stop_or_claim_at_the_instant_of_a_resume(state, chain)
    an_illegal_move_is_a_press_taken_back_and_time_for_the_other(state, chain)
    a_debt_becomes_a_fall_when_play_goes_on(state, chain)
