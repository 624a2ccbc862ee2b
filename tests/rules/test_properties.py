"""What holds in every game, whatever anybody does and in whatever order."""

import os
import typing
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from clock.rules.control import Method
from clock.rules.inputs import Adjust, Input, Press, SetColours, SetMoves, SetPeriod, Start, Tick
from clock.rules.machine import begin, step
from clock.rules.outputs import (
    ClapperFell,
    ClapperRaised,
    ClocksStopped,
    Corrected,
    Output,
    PeriodBegan,
    TurnPassed,
)
from clock.rules.refusal import TimeWentBackwards
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Phase, State, check
from clock.rules.timing import deadline_ns, remaining_ns
from tests.rules.games import Game
from tests.rules.random_games import COUNTED_DOWN, Played, games

GAMES = int(os.environ.get("CLAPPER_GAMES", "1500"))
"""Random games for each property; more of them where time is no matter."""

many = settings(max_examples=GAMES)


def fold(first: State, inputs: list[Input]) -> tuple[State, list[Output]]:
    """The state after all inputs, and all that came of them."""
    state, outputs = first, []
    for each in inputs:
        state, came = step(state, each)
        outputs += came
    return state, outputs


def steps(played: Played) -> list[tuple[State, State, Input, list[Output]]]:
    """The game as (before, after, input, outputs)."""
    states = played.states
    return list(zip(states, states[1:], played.inputs, played.outputs, strict=False))


@pytest.mark.rule("RIF 14.3")
@pytest.mark.rule("gomoku 5.1")
@many
@given(games())
def test_never_do_two_clocks_run_and_every_nanosecond_is_charged_once(played: Played) -> None:
    charged_ns = 0
    for before, after, _, outputs in steps(played):
        stops = [each.at_ns for each in outputs if isinstance(each, ClocksStopped)]
        end_ns = stops[0] if stops else after.at_ns
        clocks = 2 if before.phase is Phase.JOINT else int(before.running is not None)
        charged_ns += clocks * (end_ns - before.at_ns)
        assert sum(_spent_ns(after, seat) for seat in (LEFT, RIGHT)) == charged_ns


def _spent_ns(state: State, seat: Seat) -> int:
    runs = state.running is seat or state.phase is Phase.JOINT
    return state.seat(seat).spent_ns + (state.at_ns - state.since_ns if runs else 0)


@many
@given(games(COUNTED_DOWN))
def test_what_is_left_is_what_was_given_less_what_was_spent(played: Played) -> None:
    for before, after, _, outputs in steps(played):
        for seat in (LEFT, RIGHT):
            if _delay_was_renewed(before, after, seat, outputs):
                continue
            expected_ns = _expected_ns(before, after, seat, outputs)
            assert remaining_ns(after, seat, after.at_ns) == expected_ns


def _delay_was_renewed(before: State, after: State, seat: Seat, outputs: list[Output]) -> bool:
    """Whether a period began by time where there are delays: see the tests of delays for that."""
    delays = any(each.method is Method.DELAY for each in before.setup.control(seat))
    return delays and any(
        isinstance(each, PeriodBegan) and each.seat is seat and each.at_ns < after.at_ns
        for each in outputs
    )


def _expected_ns(before: State, after: State, seat: Seat, outputs: list[Output]) -> int:
    clock = before.seat(seat)
    was_ns = remaining_ns(before, seat, before.at_ns)
    gone_ns = _spent_ns(after, seat) - _spent_ns(before, seat)
    if clock.terms.method is Method.DELAY and before.phase is not Phase.RECONSTRUCTION:
        running = before.at_ns - before.since_ns if _runs(before, seat) else 0
        gone_ns -= min(max(0, clock.delay_left_ns - running), gone_ns)
    down = clock.fallen
    left_ns = 0 if down else was_ns - gone_ns
    for each in outputs:
        if isinstance(each, ClapperFell) and each.seat is seat:
            left_ns, down = 0, True
        elif isinstance(each, ClapperRaised) and each.seat is seat:
            down = False
        else:
            left_ns += _given_ns(each, seat)
    return 0 if down else left_ns


def _runs(state: State, seat: Seat) -> bool:
    return state.running is seat or state.phase is Phase.JOINT


def _given_ns(output: Output, seat: Seat) -> int:
    """What an output says was given to a seat, or taken from it."""
    match output:
        case TurnPassed(seat=whose, earned_ns=earned_ns) if whose is seat:
            return earned_ns
        case PeriodBegan(seat=whose, added_ns=added_ns) if whose is seat:
            return added_ns
        case Corrected(what="remaining_ns", seat=whose) if whose is seat:
            return int(output.after) - int(output.before)
        case _:
            return 0


@many
@given(games())
def test_extra_ticks_change_nothing(played: Played) -> None:
    ticked: list[Input] = []
    for before, after, each, _ in steps(played):
        ticked += [Tick(at_ns) for at_ns in _instants(before, after.at_ns)]
        ticked.append(each)
    state, outputs = fold(played.states[0], ticked)
    assert state == played.states[-1]
    assert outputs == [each for came in played.outputs for each in came]


def _instants(state: State, end_ns: int) -> list[int]:
    due_ns = deadline_ns(state)
    near = [] if due_ns is None else [due_ns - 1, due_ns, due_ns, due_ns + 1]
    middle_ns = (state.at_ns + end_ns) // 2
    return sorted(at_ns for at_ns in [*near, middle_ns, end_ns] if state.at_ns <= at_ns <= end_ns)


@many
@given(games())
def test_a_game_seen_in_the_mirror_is_the_mirrored_game(played: Played) -> None:
    setup = msgspec.convert(_mirrored(played.states[0].setup), type(played.states[0].setup))
    state = begin(setup)
    for each, came in zip(played.inputs, played.outputs, strict=True):
        state, outputs = step(state, msgspec.convert(_mirrored(each), Input))
        assert _sorted(_mirrored(outputs)) == _sorted(msgspec.to_builtins(came))
    assert _mirrored(state) == _mirrored(_mirrored(played.states[-1]))


def _mirrored(thing: Any) -> Any:
    """The same with left and right exchanged, wherever they stand."""
    turn = {"left": "right", "right": "left"}
    turn |= {f"{this}_remaining_ns": f"{that}_remaining_ns" for this, that in turn.items()}
    match msgspec.to_builtins(thing):
        case dict() as fields:
            by_seat = "right" in fields or isinstance(fields.get("left"), list | tuple)
            names = turn if by_seat else {}  # byo-yomi periods are "left", too
            return {names.get(name, name): _mirrored(each) for name, each in fields.items()}
        case list() | tuple() as several:
            seats = all(isinstance(each, str) for each in several)
            mirrored = [_mirrored(each) for each in several]
            return sorted(mirrored) if seats else mirrored
        case str() as word:
            return turn.get(word, word)
        case other:
            return other


def _sorted(outputs: list[Any]) -> list[bytes]:
    return sorted(msgspec.json.encode(each, order="sorted") for each in outputs)


@many
@given(games())
def test_a_journal_read_again_gives_the_game_as_it_was_live(played: Played) -> None:
    journal = b"\n".join(msgspec.json.encode(each) for each in played.inputs)
    decoder = msgspec.json.Decoder(Input)
    inputs = [decoder.decode(line) for line in journal.splitlines()]
    setup = played.states[0].setup
    again = msgspec.json.decode(msgspec.json.encode(setup), type=type(setup))
    state, outputs = fold(begin(again), inputs)
    assert state == played.states[-1]
    assert outputs == [each for came in played.outputs for each in came]
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


@pytest.mark.rule("RIF 14.4")
@many
@given(games())
def test_a_fallen_clapper_rises_only_by_the_organizer(played: Played) -> None:
    for before, after, each, outputs in steps(played):
        for seat in (LEFT, RIGHT):
            was, now = before.seat(seat), after.seat(seat)
            fell = [out for out in outputs if isinstance(out, ClapperFell) and out.seat is seat]
            raised = [out for out in outputs if isinstance(out, ClapperRaised) and out.seat is seat]
            if raised:
                assert isinstance(each, Adjust | SetMoves | SetColours | SetPeriod)
            assert (now.fallen is (was.fallen or bool(fell)) and not raised) or raised
            if was.fallen and not raised:
                assert now.fell_at_ns == was.fell_at_ns
                assert now.remaining_ns == 0
                assert now.period == was.period or not isinstance(each, Press | Tick)
                assert not any(
                    isinstance(out, TurnPassed) and out.earned_ns
                    for out in outputs
                    if getattr(out, "seat", None) is seat
                )


@many
@given(games())
def test_nothing_happens_before_the_deadline_and_something_at_it(played: Played) -> None:
    for state in played.states:
        due_ns = deadline_ns(state)
        if due_ns is None:
            later, outputs = step(state, Tick(state.at_ns + 10**15))
            assert outputs == []
            assert (later.left.fallen, later.right.fallen) == (
                state.left.fallen,
                state.right.fallen,
            )
            continue
        assert due_ns > state.at_ns
        assert step(state, Tick(due_ns - 1))[1] == []
        after, outputs = step(state, Tick(due_ns))
        check(after)
        assert outputs
        assert {each.at_ns for each in outputs} == {due_ns}


@many
@given(games())
def test_outputs_come_in_order_and_within_their_step(played: Played) -> None:
    for before, after, _, outputs in steps(played):
        instants = [before.at_ns, *(each.at_ns for each in outputs), after.at_ns]
        assert instants == sorted(instants)


@settings(max_examples=200)
@given(games())
def test_time_that_goes_backwards_is_refused_and_changes_nothing(played: Played) -> None:
    state = played.states[-1]
    for each in {type(each): each for each in played.inputs}.values():
        early = msgspec.structs.replace(each, at_ns=state.at_ns - 1)
        copy = msgspec.json.encode(state)
        with pytest.raises(TimeWentBackwards):
            step(state, early)
        assert msgspec.json.encode(state) == copy


@settings(max_examples=200)
@given(games())
def test_the_same_inputs_give_the_same_game(played: Played) -> None:
    once, again = (fold(played.states[0], played.inputs) for _ in range(2))
    assert once == again


def test_random_games_contain_every_input_and_every_output() -> None:
    met: set[type] = set()

    @settings(max_examples=1000)
    @given(games())
    def collect(played: Played) -> None:
        met.update(type(each) for each in played.inputs)
        met.update(type(each) for came in played.outputs for each in came)

    collect()
    known = {*typing.get_args(Input), *typing.get_args(Output)}
    assert known - met == set()


def test_a_game_that_was_never_started_waits_for_ever() -> None:
    game = Game(started=False)
    assert game.deadline_ns is None
    assert game.do(Start(5)) != []
