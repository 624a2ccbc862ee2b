"""What holds in every game, whatever anybody does and in whatever order."""

import typing
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from clock.rules import outputs as out
from clock.rules.control import Method
from clock.rules.inputs import (
    Adjust,
    Dismiss,
    IllegalMove,
    Input,
    Press,
    Retype,
    SetByoyomi,
    SetColours,
    SetMoves,
    SetPeriod,
    SetTurn,
    Tick,
    Undo,
)
from clock.rules.invariants import check
from clock.rules.machine import begin, step
from clock.rules.outputs import Output, PlayerArrived
from clock.rules.refusal import Refused
from clock.rules.regulations import LateStart
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import NEVER_NS, Call, Phase, State
from clock.rules.timing import charge, remaining_ns
from tests.rules.games import OUTPUTS
from tests.rules.random_games import ENOUGH_GAMES, GAMES, Played, mixed_games

BOTH = (LEFT, RIGHT)
_LIFTING = (
    *(Adjust, SetMoves, SetColours, SetPeriod, SetByoyomi, SetTurn, Retype, Undo),
    *(IllegalMove, Dismiss),
)


class Step(NamedTuple):
    """One input of a game, the states before and after it, and its outputs."""

    before: State
    after: State
    event: Input
    outputs: list[Output]

    def of(self, seat: Seat, kind: type) -> list[Any]:
        own = (each for each in self.outputs if getattr(each, "seat", None) is seat)
        return [each for each in own if isinstance(each, kind)]


def steps(played: Played) -> list[Step]:
    states = played.states
    return list(map(Step, states, states[1:], played.inputs, played.outputs))


def fold(first: State, events: list[Input]) -> tuple[State, list[Output]]:
    state, outputs = first, list[Output]()
    for each in events:
        state, new = step(state, each)
        outputs += new
    return state, outputs


def spent_ns(state: State, seat: Seat) -> int:
    """All the time charged to a seat up to the last input."""
    return state.seat(seat).spent_ns + (uncharged_ns(state)[0] if runs(state, seat) else 0)


def uncharged_ns(state: State) -> tuple[int, int]:
    """The time to be charged to a seat whose clock runs, and the nanosecond that is left over."""
    elapsed_ns = state.at_ns - state.since_ns
    splits = state.setup.regulations.late_start is LateStart.SPLIT
    if not (splits and state.phase is Phase.JOINT):
        return elapsed_ns, state.odd_ns
    return divmod(elapsed_ns + state.odd_ns, 2)


def runs(state: State, seat: Seat) -> bool:
    return state.running is seat or state.phase is Phase.JOINT


# Laws of each step


def outputs_are_in_order_and_within_their_step(each: Step) -> None:
    instants = [each.before.at_ns, *(output.at_ns for output in each.outputs), each.after.at_ns]
    assert instants == sorted(instants)


def never_do_two_clocks_run_and_every_nanosecond_is_charged_once(each: Step) -> None:
    stops = [output.at_ns for output in each.outputs if isinstance(output, out.ClocksStopped)]
    end_ns = stops[0] if stops else each.after.at_ns
    clocks = 2 if each.before.phase is Phase.JOINT else int(each.before.running is not None)
    charged_ns = sum(spent_ns(each.after, seat) - spent_ns(each.before, seat) for seat in BOTH)
    charged_ns -= sum(arrival.late_ns for seat in BOTH for arrival in each.of(seat, PlayerArrived))
    odd_ns = uncharged_ns(each.after)[1] - uncharged_ns(each.before)[1]
    if clocks == 2 and each.before.setup.regulations.late_start is LateStart.SPLIT:
        clocks = 1
    assert charged_ns + odd_ns == clocks * (end_ns - each.before.at_ns)


def charged_in_parts_or_at_once_the_clocks_are_the_same(each: Step) -> None:
    state, end_ns = each.before, each.after.at_ns
    parts = charge(state, state.since_ns + 1)
    for at_ns in (state.since_ns + 2, (parts.since_ns + end_ns) // 2, end_ns):
        parts = charge(parts, max(at_ns, parts.since_ns))
    assert parts == charge(state, parts.since_ns)


def a_fallen_clapper_rises_only_by_the_organizer(each: Step) -> None:
    for seat in BOTH:
        was, now = each.before.seat(seat), each.after.seat(seat)
        fell, raised = each.of(seat, out.ClapperFell), each.of(seat, out.ClapperRaised)
        if raised:
            assert isinstance(each.event, _LIFTING)
            continue
        assert now.fallen is (was.fallen or bool(fell))
        if was.fallen:
            assert now.remaining_ns == 0
            debts = (was.short_ns, now.short_ns)  # no fall yet, or none after all
            assert now.fell_at_ns == was.fell_at_ns or debts != (None, None)
            assert now.period == was.period or not (
                was.ran_out and isinstance(each.event, Press | Tick)
            )
            assert not any(turn.earned_ns for turn in each.of(seat, out.TurnPassed))


def a_result_stands_in_the_state_as_it_was_reported(each: Step) -> None:
    for ended in each.outputs:
        if isinstance(ended, out.GameFinished):
            state = each.after
            reported = (ended.result, ended.ground, ended.last_move, ended.by)
            assert (state.result, state.ground, state.last_move, state.ended_by) == reported


def nothing_happens_before_the_deadline_and_something_at_it(each: Step) -> None:
    state, due_ns = each.after, each.after.wake_ns
    if due_ns == NEVER_NS:
        later, outputs = step(state, Tick(state.at_ns + 10**15))
        assert outputs == []
        assert [later.seat(seat).fallen for seat in BOTH] == [
            state.seat(seat).fallen for seat in BOTH
        ]
        return
    assert due_ns > state.at_ns
    assert step(state, Tick(due_ns - 1))[1] == []
    after, outputs = step(state, Tick(due_ns))
    check(after)
    assert {output.at_ns for output in outputs} == {due_ns}


def what_is_left_is_what_was_there_less_what_was_spent(each: Step) -> None:
    for seat in BOTH:
        delays = any(period.method is Method.DELAY for period in each.before.setup.control(seat))
        began = [output.at_ns < each.after.at_ns for output in each.of(seat, out.PeriodBegan)]
        if delays and any(began):
            continue  # a period that begins by time: see the scenarios of delays
        if isinstance(each.event, Undo) or getattr(each.event, "charge", False):
            continue  # time that was spent is another's now
        assert remaining_ns(each.after, seat, each.after.at_ns) == expected_ns(each, seat)


def expected_ns(each: Step, seat: Seat) -> int:
    """Return the expected time of a seat: before, less time spent, plus what outputs add."""
    before, clock = each.before, each.before.seat(seat)
    gone_ns = spent_ns(each.after, seat) - spent_ns(before, seat)
    if clock.terms.method is Method.DELAY and before.phase is not Phase.RECONSTRUCTION:
        running_ns = spent_ns(before, seat) - clock.spent_ns  # half of it in split joint time
        gone_ns -= min(max(0, clock.delay_left_ns - running_ns), gone_ns)
    down = clock.fallen
    left_ns = 0 if down else remaining_ns(before, seat, before.at_ns) - gone_ns
    for output in each.outputs:
        match output:
            case out.ClapperFell() if output.seat is seat:
                left_ns, down = 0, True
            case out.ClapperRaised() if output.seat is seat:
                down = False
            case out.TurnPassed() if output.seat is seat:
                left_ns += output.earned_ns
            case out.PeriodBegan() if output.seat is seat:
                left_ns += output.added_ns
            case out.Corrected(what="remaining_ns") if output.seat is seat:
                left_ns += int(output.after) - int(output.before)
    return 0 if down else left_ns


STEP_LAWS: tuple[Callable[[Step], None], ...] = (
    outputs_are_in_order_and_within_their_step,
    never_do_two_clocks_run_and_every_nanosecond_is_charged_once,
    charged_in_parts_or_at_once_the_clocks_are_the_same,
    a_fallen_clapper_rises_only_by_the_organizer,
    a_result_stands_in_the_state_as_it_was_reported,
    nothing_happens_before_the_deadline_and_something_at_it,
)


# Laws of a whole game


def extra_ticks_change_nothing(played: Played) -> None:
    ticked: list[Input] = []
    for each in steps(played):
        due_ns, end_ns = each.before.wake_ns, each.after.at_ns
        near = [due_ns - 1, due_ns, due_ns, due_ns + 1]
        instants = sorted([*near, (each.before.at_ns + end_ns) // 2, end_ns])
        ticked += [Tick(at_ns) for at_ns in instants if each.before.at_ns <= at_ns <= end_ns]
        ticked.append(each.event)
    assert fold(played.states[0], ticked) == (played.states[-1], played.all_outputs)


def a_journal_read_again_gives_the_game_as_it_was_live(played: Played) -> None:
    journal = [msgspec.json.encode(each) for each in played.inputs]
    events: list[Any] = [msgspec.json.decode(line, type=Input) for line in journal]
    setup = played.states[0].setup
    again = begin(msgspec.json.decode(msgspec.json.encode(setup), type=type(setup)))
    state, outputs = fold(again, events)
    assert (state, outputs) == (played.states[-1], played.all_outputs)
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


def time_that_goes_backwards_is_refused_and_changes_nothing(played: Played) -> None:
    state = played.states[-1]
    before = msgspec.json.encode(state)
    for each in {type(each): each for each in played.inputs}.values():
        with pytest.raises(Refused) as refused:
            step(state, replace(each, at_ns=state.at_ns - 1))
        assert refused.value.place == "at_ns"
    assert msgspec.json.encode(state) == before


def no_clapper_falls_before_a_time_referee_was_called(played: Played) -> None:
    ever: set[Seat] = set()
    for each in steps(played):
        called = {seat for seat in ever if each.before.seat(seat).call in (Call.CALLED, Call.CAME)}
        for output in each.outputs:
            if isinstance(output, out.RefereeCalled):
                called.add(output.seat)
                ever.add(output.seat)
            elif isinstance(output, out.ClapperFell):
                begun = each.before.started_at_ns is not None  # else the start calls
                fell_ns = each.after.seat(output.seat).fell_at_ns
                again = fell_ns is not None and fell_ns < output.at_ns  # it is down as before
                off = each.before.seat(output.seat).call is Call.OFF
                assert output.seat in called or off or again or not begun


def mirrored(thing: Any) -> Any:
    """The same with left and right exchanged, wherever they stand."""
    turn = {"left": "right", "right": "left"}
    for what in ("remaining_ns", "change_ns"):
        turn |= {f"left_{what}": f"right_{what}", f"right_{what}": f"left_{what}"}
    match msgspec.to_builtins(thing):
        case dict() as fields:
            by_seat = {"right", "right_change_ns"} & {*fields} or isinstance(
                fields.get("left"), list | tuple
            )
            names = turn if by_seat else {}  # byo-yomi periods are "left", too
            return {names.get(name, name): mirrored(each) for name, each in fields.items()}
        case list() | tuple() as several:
            seats = all(isinstance(each, str) for each in several)
            exchanged = [mirrored(each) for each in several]
            return sorted(exchanged) if seats else exchanged
        case str() as word:
            return turn.get(word, word)
        case other:
            return other


def in_any_order(outputs: list[Any]) -> list[bytes]:
    return sorted(msgspec.json.encode(each, order="sorted") for each in outputs)


def seen_in_the_mirror_it_is_the_mirrored_game(played: Played) -> None:
    setup = played.states[0].setup
    state = begin(msgspec.convert(mirrored(setup), type(setup)))
    for each, outputs in zip(played.inputs, played.outputs, strict=True):
        state, others = step(state, msgspec.convert(mirrored(each), Input))
        assert in_any_order(mirrored(others)) == in_any_order(msgspec.to_builtins(outputs))
    assert mirrored(state) == mirrored(mirrored(played.states[-1]))


GAME_LAWS: tuple[Callable[[Played], None], ...] = (
    extra_ticks_change_nothing,
    a_journal_read_again_gives_the_game_as_it_was_live,
    time_that_goes_backwards_is_refused_and_changes_nothing,
    no_clapper_falls_before_a_time_referee_was_called,
    seen_in_the_mirror_it_is_the_mirrored_game,
)


@pytest.mark.rule("RIF 14.3", "RIF 14.4", "RIF 14.5", "RIF 14.9", "gomoku 5.1")
def test_every_game_keeps_the_laws_and_the_games_have_every_input_and_output() -> None:
    met: set[type] = set()

    @settings(max_examples=GAMES)
    @given(mixed_games())
    def check_game(played: Played) -> None:
        for each in steps(played):
            for step_law in STEP_LAWS:
                step_law(each)
            if played.counted_down:
                what_is_left_is_what_was_there_less_what_was_spent(each)
            met.update(map(type, [each.event, *each.outputs]))
        for game_law in GAME_LAWS:
            game_law(played)

    check_game()
    if GAMES >= ENOUGH_GAMES:
        assert {*typing.get_args(Input), *OUTPUTS} - met == set()
