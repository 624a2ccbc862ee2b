"""The facts of a game: each turn with its time, periods, corrections, stops and falls."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given

from clock.game import replay
from clock.game.facts import (
    CorrectionMade,
    Facts,
    Fall,
    Halt,
    PeriodEntered,
    SeatFacts,
    Turn,
    facts_of,
    used_ns,
)
from clock.records.report.reported import all_turns
from clock.rules import inputs
from clock.rules import outputs as out
from clock.rules.inputs import Input
from clock.rules.machine import begin, step
from clock.rules.openings import Option
from clock.rules.outputs import Output
from clock.rules.regulations import PROFILES
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Setup, State
from clock.rules.timing import charge
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import Game, setup
from tests.rules.random_games import Played, games
from tests.rules.scenarios import follow

BEGAN_NS = 1_000 * SECOND_NS


class Recorded(Game):
    """A game whose inputs are recorded, started at an instant that is not 0."""

    def __init__(self, text: str = "5:00", steps: str = "", **choices: object) -> None:
        self.inputs: list[Input] = []
        super().__init__(text, started=False, **choices)
        self.setup = self.state.setup
        self.do(inputs.Start(BEGAN_NS))
        follow(self, steps)

    def do(self, event: Input) -> list[Output]:
        """Take any input, and record it."""
        self.inputs.append(event)
        return super().do(event)

    def facts(self) -> Facts:
        """The facts of the game so far."""
        return folded(self.setup, self.inputs)


def folded(game: Setup, events: Sequence[Input]) -> Facts:
    """The facts of a game with these inputs."""
    state, steps = begin(game, events[0].at_ns if events else 0), []
    for each in events:
        state, outputs = step(state, each)
        steps.append((state, outputs))
    return facts_of(game, state.started_at_ns or 0, steps)


def seconds(*instants_ns: int) -> tuple[int, ...]:
    """These as whole seconds."""
    return tuple(each // SECOND_NS for each in instants_ns)


def test_the_move_that_ends_a_period_shows_the_clock_with_the_next_ones_time() -> None:
    facts = Recorded("2/1:00 then 0:30", "make 4 10").facts()
    assert seconds(*(turn.remaining_ns for turn in facts.turns)) == (50, 50, 70, 70)
    assert [turn.period for turn in facts.turns] == [1, 1, 1, 1]
    assert facts.periods == (
        PeriodEntered(30 * SECOND_NS, LEFT, 2, 30 * SECOND_NS, 3),
        PeriodEntered(40 * SECOND_NS, RIGHT, 2, 30 * SECOND_NS, 4),
    )
    assert (facts.left.period, facts.left.periods, facts.left.due) == (2, 2, None)
    # One input in which the period begins and the turn ends:
    game = Recorded("1/1:00 then 0:30", "make 2 10; L 55", rollover="at_zero")
    assert game.facts().turns[-1].period == 2


def test_a_turn_is_what_its_press_was_or_became_with_its_times() -> None:
    first, second = Recorded("5:00+3", "L 10; swap R; R 4", opening="swap2").facts().turns
    shown = (first.at_ns, first.spent_ns, first.earned_ns, first.remaining_ns, second.at_ns)
    assert seconds(*shown) == (10, 10, 3, 293, 14)
    assert (first.moves, first.credited, first.option, first.colour) == (3, 3, Option.STAY, None)
    assert (second.moves, second.credited, second.option) == (3, 0, Option.SWAP)
    game = Recorded(steps="make 2 1; stop", opening="swap2")
    game.act(inputs.Retype, inputs.PressKind.SWAP)
    facts = game.facts()
    last = facts.turns[-1]
    assert (last.moves, last.credited, last.option) == (3, 0, Option.SWAP)
    assert facts.corrections == (
        CorrectionMade(2 * SECOND_NS, "press", RIGHT, "stay", "swap"),
        CorrectionMade(2 * SECOND_NS, "moves", None, 4, 3),
        CorrectionMade(2 * SECOND_NS, "black", None, "left", "right"),
    )


def test_a_press_that_is_taken_back_is_no_turn_but_what_the_other_thought_since_is_one() -> None:
    game = Recorded("5:00+3", "make 2 10; stop 1")
    game.act(inputs.SetTurn, RIGHT, "wrong fifths")
    facts = game.facts()
    thought = facts.turns[-1]
    assert [(turn.moves, turn.seat, turn.pressed) for turn in facts.turns] == [
        (1, LEFT, True),
        (1, LEFT, False),
    ]
    assert seconds(thought.spent_ns, thought.remaining_ns) == (1, 5 * 60 + 2 - 10)
    assert (facts.left.turns, facts.left.unended_ns) == (1, 0)
    assert (facts.moves, facts.to_move, facts.right.unended_ns) == (1, RIGHT, 10 * SECOND_NS)
    at_ns, left_ns = 21 * SECOND_NS, 5 * MINUTE_NS - 10 * SECOND_NS
    assert facts.corrections == (
        CorrectionMade(at_ns, "press", RIGHT, "stay", "taken_back"),
        CorrectionMade(at_ns, "moves", None, 2, 1, "wrong fifths"),
        CorrectionMade(at_ns, "turn", None, "left", "right", "wrong fifths"),
        CorrectionMade(
            at_ns, "remaining_ns", RIGHT, left_ns + 3 * SECOND_NS, left_ns, "wrong fifths"
        ),
    )
    follow(game, "resume; R 5")
    turns = game.facts().turns
    times = [(turn.moves, turn.credited, *seconds(turn.spent_ns)) for turn in turns]
    assert times == [(1, 1, 10), (1, 0, 1), (2, 1, 15)]


def test_what_becomes_the_others_time_was_thought_by_nobody_else_and_undo_joins_a_turn_again() -> (
    None
):
    charged = Recorded("5:00", "make 2 10; stop 4")
    charged.act(inputs.SetTurn, RIGHT, "wrong fifths", charge=True)
    assert [turn.pressed for turn in charged.facts().turns] == [True]
    undone = Recorded("5:00", "make 2 10; stop 4")
    undone.act(inputs.SetTurn, RIGHT, "wrong fifths")
    undone.act(inputs.Undo)
    facts = undone.facts()
    assert [turn.pressed for turn in facts.turns] == [True, True]
    assert facts.left.unended_ns == 4 * SECOND_NS


@pytest.mark.parametrize(
    ("steps", "heard"),
    [("L 1; L 1", (1, 0)), ("L 1; R 1; R 1", (0, 1)), ("stop 1; L 1; R 1", (0, 0))],
)
def test_every_press_that_counts_as_ignored_is_among_what_happened(
    steps: str, heard: tuple[int, int]
) -> None:
    facts = Recorded("5:00", steps).facts()
    named = [each.seat for each in facts.other if isinstance(each, out.PressIgnored)]
    assert (facts.left.ignored, facts.right.ignored) == heard
    assert (named.count(LEFT), named.count(RIGHT)) == heard


def test_a_setting_that_was_set_right_is_there_as_it_was_and_as_it_became() -> None:
    game = Recorded("5:00", "stop 1")
    setting, rules = setup("5:00+3"), PROFILES["fide"]
    game.act(inputs.SetControl, setting.left, None, rules, "wrong setting")
    assert game.facts().corrections == (
        CorrectionMade(
            SECOND_NS, "control", LEFT, setup("5:00").left, setting.left, "wrong setting"
        ),
        CorrectionMade(SECOND_NS, "regulations", None, PROFILES["rif"], rules, "wrong setting"),
    )
    follow(game, "controls 1:00")
    assert [change.seat for change in game.facts().corrections[2:]] == [LEFT, RIGHT]
    follow(game, "controls 2:00")
    assert [change.seat for change in game.facts().corrections[4:]] == [None], "both alike"


def test_a_hand_fault_is_a_correction_with_its_penalty() -> None:
    game = Recorded("5:00", hand_warnings=0, hand_penalty_ns=MINUTE_NS)
    game.act(inputs.HandFault, RIGHT)
    assert game.facts().corrections == (
        CorrectionMade(0, "hand_faults", RIGHT, 0, 1, "", MINUTE_NS),
        CorrectionMade(0, "remaining_ns", RIGHT, 5 * MINUTE_NS, 4 * MINUTE_NS, "penalty"),
    )


def test_claims_stand_until_they_are_dismissed_and_the_last_move_is_as_entered() -> None:
    game = Recorded("5:00", "claim L 1; claim R 2")
    claims = game.facts().claims
    assert [(each.seat, *seconds(each.at_ns)) for each in claims] == [(LEFT, 1), (RIGHT, 3)]
    game.act(inputs.Dismiss, LEFT)
    assert [each.seat for each in game.facts().claims] == [RIGHT]
    game.act(inputs.Finish, inputs.Result.BOTH_LOSE, last_move=7)
    assert (game.facts().moves, game.facts().claims) == (7, ())


def test_stops_falls_claims_and_ignored_presses_are_counted_from_the_start() -> None:
    game = Recorded("1:00", "R 1; stop L 1; resume 3; wait 2:00; L 1")
    game.act(inputs.LateEdge, LEFT, BEGAN_NS + 7 * SECOND_NS)
    follow(game, "stop 1")
    game.act(inputs.Press, RIGHT)  # as a plunger asks whether its player claims
    follow(game, "claim R")
    game.act(inputs.Finish, inputs.Result.RIGHT, "time")
    facts = game.facts()
    end_ns = 127 * SECOND_NS
    assert (facts.left.ignored, facts.right.ignored) == (0, 1)
    assert facts.halts == (Halt(2 * SECOND_NS, LEFT, 5 * SECOND_NS), Halt(end_ns, None))
    assert facts.falls == (Fall(63 * SECOND_NS, LEFT, 0),)
    assert facts.other == (
        out.PressIgnored(SECOND_NS, RIGHT, out.IgnoreReason.IDLE_SEAT),
        out.EdgeWasLate(126 * SECOND_NS, LEFT, 7 * SECOND_NS),
        out.Claimed(end_ns, RIGHT, True),
        out.GameFinished(end_ns, inputs.Result.RIGHT, "time", 1),
    )
    assert (facts.result, facts.ground, facts.moves) == (inputs.Result.RIGHT, "time", 1)
    assert (facts.left.fallen, facts.right.fallen, facts.lasted_ns) == (True, False, end_ns)


def test_a_game_lasts_until_it_is_over_whatever_is_pressed_or_corrected_later() -> None:
    finish, later = "stop 5; wait 1; finish draw", "stop 9; L 1; finish left"
    for steps, lasted_s in (
        ("stop 5; wait 1", 5),
        ("stop 5; stop 9; claim L 1; give L 1:00", 5),
        (finish, 6),
        (f"{finish}; {later}", 6),
        (f"{finish}; wait 3; resume; L 1; {finish}; {later}", 16),
        (f"{finish}; wait 3; resume 2; stop 1; finish left", 6),
        (f"{finish}; wait 3; resume; stop; {finish}; resume; stop; finish left", 6),
        (f"{finish}; wait 3; resume 2; stop 1", 12),
        (f"{finish}; resume; wait 2:00; stop 1; finish left", 127),
        ("L 1:00; wait 1:00; stop 9; finish draw 9", 120),
        ("L 1:00; wait 1:00; stop 9; give L 1:00; stop 1; finish draw", 130),
    ):
        assert seconds(Recorded("1:00", steps).facts().lasted_ns) == (lasted_s,), steps


def test_several_gongs_of_one_input_and_no_input_at_all() -> None:
    turns = Recorded("gong 10", "wait 35").facts().turns
    assert [turn.seat for turn in turns] == [LEFT, RIGHT, LEFT]
    assert seconds(*(turn.at_ns for turn in turns)) == (10, 20, 30)
    nothing = folded(setup("5:00"), [])
    assert (nothing.moves, nothing.turns, nothing.lasted_ns) == (0, (), 0)
    assert nothing.shown_ns == (5 * MINUTE_NS, 5 * MINUTE_NS)


def turns_that_stand(played: Played) -> list[tuple[Seat, int]]:
    """The seat and the time of each turn that passed, but for presses that were taken back."""
    passed: list[out.TurnPassed] = []
    taken: list[out.TurnPassed] = []
    for before, after, outputs in zip(
        played.states, played.states[1:], played.outputs, strict=False
    ):
        for output in outputs:
            match output:
                case out.TurnPassed():
                    passed.append(output)
                case out.PressTakenBack():
                    taken.append(passed.pop())
                case out.Undone(act="SetTurn" | "IllegalMove") if before.last != after.last:
                    passed.append(taken.pop())
    return [(output.seat, output.spent_ns) for output in passed]


def seat_has_its_figures(facts: SeatFacts, state: State, seat: Seat) -> None:
    clock = state.seat(seat)
    shown = (facts.remaining_ns, facts.fallen, facts.byoyomi, facts.period, facts.due)
    assert shown == (clock.remaining_ns, clock.fallen, clock.overtime, clock.period, clock.due)
    whole = (facts.colour, facts.moves, facts.spent_ns)
    assert whole == (state.colour(seat), state.play.made(seat), clock.spent_ns)


def longest_is_one_of(made: list[Turn], longest: Turn | None) -> None:
    """A turn without a move, such as a swap, is not the longest."""
    assert (longest is None) is (not made)
    assert longest is None or longest.spent_ns == max(turn.spent_ns for turn in made)


@given(played=games())
def test_in_every_game_turns_and_times_are_those_of_the_rules(played: Played) -> None:
    state = played.states[-1]
    facts = folded(played.states[0].setup, played.inputs)
    last_move = state.play.moves if state.last_move is None else state.last_move
    assert (facts.phase, facts.moves) == (state.phase, last_move)
    ended = [(turn.seat, turn.spent_ns) for turn in facts.turns if turn.pressed]
    assert ended == turns_that_stand(played)
    whole = all_turns(facts)
    by_row = [*zip(whole, used_ns(whole), strict=True)]
    for seat in (LEFT, RIGHT):
        rows_ns = sum(used for turn, used in by_row if turn.seat is seat)
        assert rows_ns == facts.seat(seat).spent_ns // SECOND_NS * SECOND_NS, "all is in a row"
        heard = sum(isinstance(o, out.PressIgnored) and o.seat is seat for o in facts.other)
        assert heard == facts.seat(seat).ignored
    used = used_ns(facts.turns)
    for seat in (LEFT, RIGHT):
        own = [each for each in zip(facts.turns, used, strict=True) if each[0].seat is seat]
        spent_ns = sum(turn.spent_ns for turn, _ in own)
        assert spent_ns + facts.seat(seat).unended_ns <= facts.seat(seat).spent_ns
        seat_has_its_figures(facts.seat(seat), charge(state, state.at_ns), seat)
        longest_is_one_of([turn for turn, _ in own if turn.credited], facts.seat(seat).longest)
        assert facts.seat(seat).turns == sum(turn.pressed for turn, _ in own)
        assert sum(ns for _, ns in own) == spent_ns // SECOND_NS * SECOND_NS
        assert all(abs(ns - turn.spent_ns) < SECOND_NS for turn, ns in own)
        assert all(ns % SECOND_NS == 0 for _, ns in own)
    events = [
        each for each in played.inputs if each is played.inputs[0] or type(each) is not inputs.Tick
    ]
    if events and type(played.inputs[-1]) is not inputs.Tick:
        assert folded(played.states[0].setup, events) == facts, "ticks change no fact"


@given(played=games())
def test_ticks_are_put_in_where_something_happens_between_inputs_and_change_nothing(
    played: Played,
) -> None:
    steps = [*replay.played(played.states[0].setup, played.inputs, ticks=True)]
    assert [output for _, _, outputs in steps for output in outputs] == played.all_outputs
    own = {*map(id, played.inputs)}
    for (tick, _, outputs), (event, _, _) in pairwise(steps):
        assert id(tick) in own or (outputs and tick.at_ns < event.at_ns)
