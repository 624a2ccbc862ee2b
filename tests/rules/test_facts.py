"""The facts of a game: each turn with its time, periods, corrections, stops and falls."""

from collections.abc import Sequence
from itertools import chain

from hypothesis import given

from clock.game.facts import Correction, Facts, Fall, Halt, PeriodEntered, facts_of
from clock.rules.inputs import (
    Dismiss,
    Finish,
    HandFault,
    Input,
    LateEdge,
    PressKind,
    Result,
    Retype,
    SetControl,
    SetMoves,
    SetTurn,
    Start,
    Stop,
    Tick,
)
from clock.rules.machine import begin, step
from clock.rules.openings import Option
from clock.rules.outputs import Claimed, EdgeWasLate, GameFinished, PressTakenBack, TurnPassed
from clock.rules.regulations import PROFILES
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.state import Setup
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import Game, setup
from tests.rules.random_games import Played, games

BEGAN_NS = 1_000 * SECOND_NS


class Recorded(Game):
    """A game of which the inputs are kept."""

    def __init__(self, text: str = "1:00:00", **given: object) -> None:
        self.inputs: list[Input] = []
        super().__init__(text, started=False, **given)
        self.setup = self.state.setup
        self.do(Start(BEGAN_NS))

    def do(self, given: Input):  # type: ignore[no-untyped-def]
        outputs = super().do(given)
        self.inputs.append(given)
        return outputs

    def facts(self) -> Facts:
        return folded(self.setup, self.inputs)


def folded(game: Setup, inputs: Sequence[Input]) -> Facts:
    state, steps = begin(game, inputs[0].at_ns if inputs else 0), []
    for each in inputs:
        state, outputs = step(state, each)
        steps.append((state, outputs))
    return facts_of(game, state.started_at_ns or 0, steps)


def test_a_turn_has_its_move_its_colour_what_it_took_and_what_the_clock_showed() -> None:
    game = Recorded("5:00+3")
    game.move(10 * SECOND_NS)
    game.move(4 * SECOND_NS)
    first, second = game.facts().turns
    assert (first.moves, first.seat, first.colour, first.period) == (1, LEFT, Colour.BLACK, 1)
    assert (first.at_ns, first.spent_ns, first.earned_ns) == (
        10 * SECOND_NS,
        10 * SECOND_NS,
        3 * SECOND_NS,
    )
    assert first.remaining_ns == 5 * MINUTE_NS - 7 * SECOND_NS
    assert (second.moves, second.seat, second.colour) == (2, RIGHT, Colour.WHITE)
    assert second.at_ns == 14 * SECOND_NS


def test_the_move_that_ends_a_period_shows_the_clock_with_the_next_ones_time() -> None:
    game = Recorded("2/1:00 then 0:30")
    game.make(4, 10 * SECOND_NS)
    facts = game.facts()
    assert [turn.remaining_ns // SECOND_NS for turn in facts.turns] == [50, 50, 70, 70]
    assert [turn.period for turn in facts.turns] == [1, 1, 1, 1]
    assert facts.periods == (
        PeriodEntered(30 * SECOND_NS, LEFT, 2, 30 * SECOND_NS, 3),
        PeriodEntered(40 * SECOND_NS, RIGHT, 2, 30 * SECOND_NS, 4),
    )
    assert (facts.left.period, facts.left.periods, facts.left.due) == (2, 2, None)


def test_a_turn_after_a_period_that_came_by_itself_is_in_that_period() -> None:
    game = Recorded("1/1:00 then 0:30", rules="rif", rollover="at_zero")
    game.move(10 * SECOND_NS)
    game.move(10 * SECOND_NS)
    game.move(55 * SECOND_NS)  # one input in which the period begins and the turn ends
    assert game.facts().turns[-1].period == 2


def test_a_press_of_three_moves_and_a_swap_are_told_apart() -> None:
    game = Recorded(opening="swap2")
    game.move(SECOND_NS)
    game.choose(RIGHT, Option.SWAP)
    game.move(SECOND_NS)
    first, second = game.facts().turns
    assert (first.moves, first.credited, first.option, first.colour) == (3, 3, Option.STAY, None)
    assert (second.moves, second.credited, second.option) == (3, 0, Option.SWAP)


def test_a_press_that_is_retyped_counts_as_what_it_became() -> None:
    game = Recorded(opening="swap2")
    game.make(2, SECOND_NS)
    game.stop()
    game.do(Retype(game.now_ns, PressKind.SWAP))
    facts = game.facts()
    assert (facts.turns[-1].moves, facts.turns[-1].credited) == (3, 0)
    assert facts.turns[-1].option is Option.SWAP
    assert facts.corrections == (
        Correction(2 * SECOND_NS, "press", RIGHT, "stay", "swap"),
        Correction(2 * SECOND_NS, "moves", None, 4, 3),
        Correction(2 * SECOND_NS, "black", None, "left", "right"),
    )


def test_a_press_that_is_taken_back_is_no_turn_and_its_time_is_part_of_the_next_one() -> None:
    game = Recorded("5:00+3")
    game.make(2, 10 * SECOND_NS)
    game.stop(after=SECOND_NS)
    game.do(SetTurn(game.now_ns, RIGHT, "wrong fifths"))
    facts = game.facts()
    assert [turn.moves for turn in facts.turns] == [1]
    assert (facts.moves, facts.to_move, facts.right.unended_ns) == (1, RIGHT, 10 * SECOND_NS)
    at_ns, left_ns = 21 * SECOND_NS, 5 * MINUTE_NS - 10 * SECOND_NS
    assert facts.corrections == (
        Correction(at_ns, "press", RIGHT, "stay", "taken_back"),
        Correction(at_ns, "moves", None, 2, 1, "wrong fifths"),
        Correction(at_ns, "turn", None, "left", "right", "wrong fifths"),
        Correction(at_ns, "remaining_ns", RIGHT, left_ns + 3 * SECOND_NS, left_ns, "wrong fifths"),
    )
    game.resume()
    game.move(5 * SECOND_NS)
    assert [(turn.moves, turn.spent_ns) for turn in game.facts().turns] == [
        (1, 10 * SECOND_NS),
        (2, 15 * SECOND_NS),
    ]


def test_a_setting_that_was_set_right_is_told_as_it_was_and_as_it_became() -> None:
    game = Recorded("5:00")
    game.stop(after=SECOND_NS)
    setting, rules = setup("5:00+3"), PROFILES["fide"]
    game.do(SetControl(game.now_ns, setting.left, None, rules, "wrong setting"))
    at_ns = SECOND_NS
    assert game.facts().corrections == (
        Correction(at_ns, "control", LEFT, setup("5:00").left, setting.left, "wrong setting"),
        Correction(at_ns, "regulations", None, PROFILES["rif"], rules, "wrong setting"),
    )
    game.do(SetControl(game.now_ns, setup("1:00").left, setup("1:00").left))
    assert [change.seat for change in game.facts().corrections[2:]] == [LEFT, RIGHT]
    game.do(SetControl(game.now_ns, setup("2:00").left, setup("2:00").left))
    assert [change.seat for change in game.facts().corrections[4:]] == [None], "both alike"


def test_two_claims_stand_until_one_is_dismissed_and_the_last_move_is_as_it_was_entered() -> None:
    game = Recorded("5:00")
    game.claim(LEFT, after=SECOND_NS)
    game.claim(RIGHT, after=2 * SECOND_NS)
    assert [(each.seat, each.at_ns) for each in game.facts().claims] == [
        (LEFT, SECOND_NS),
        (RIGHT, 3 * SECOND_NS),
    ]
    game.do(Dismiss(game.now_ns, LEFT))
    assert [each.seat for each in game.facts().claims] == [RIGHT]
    game.do(Finish(game.now_ns, Result.BOTH_LOSE, last_move=7))
    assert (game.facts().moves, game.facts().claims) == (7, ())


def test_every_correction_has_what_was_before_and_after_and_why() -> None:
    game = Recorded("5:00", rules="club", hand_warnings=0, hand_penalty_ns=MINUTE_NS)
    game.make(2, SECOND_NS)
    game.stop()
    game.adjust(LEFT, by=-MINUTE_NS)
    game.do(SetMoves(game.now_ns, 4, "missed press"))
    game.do(HandFault(game.now_ns, RIGHT))
    at_ns, left_ns = 2 * SECOND_NS, 5 * MINUTE_NS - SECOND_NS
    assert game.facts().corrections == (
        Correction(at_ns, "remaining_ns", LEFT, left_ns, left_ns - MINUTE_NS, "organizer"),
        Correction(at_ns, "moves", None, 2, 4, "missed press"),
        Correction(at_ns, "hand_faults", RIGHT, 0, 1, "", MINUTE_NS),
        Correction(at_ns, "remaining_ns", RIGHT, left_ns, left_ns - MINUTE_NS, "penalty"),
    )


def test_stops_falls_claims_and_ignored_presses_are_counted_from_the_start() -> None:
    game = Recorded("1:00")
    game.press(RIGHT, SECOND_NS)
    game.stop(LEFT, SECOND_NS)
    game.resume(after=3 * SECOND_NS)
    game.wait(2 * MINUTE_NS)
    game.move(SECOND_NS)
    game.do(LateEdge(game.now_ns, LEFT, BEGAN_NS + 7 * SECOND_NS))
    game.stop(after=SECOND_NS)
    game.claim(RIGHT)
    game.do(Finish(game.now_ns, Result.RIGHT, "time"))
    facts = game.facts()
    assert (facts.left.ignored, facts.right.ignored) == (0, 1)
    assert facts.halts == (
        Halt(2 * SECOND_NS, LEFT, 5 * SECOND_NS),
        Halt(127 * SECOND_NS, None),
    )
    assert facts.falls == (Fall(63 * SECOND_NS, LEFT, 0),)
    assert facts.other == (
        EdgeWasLate(126 * SECOND_NS, LEFT, 7 * SECOND_NS),
        Claimed(127 * SECOND_NS, RIGHT, True),
        GameFinished(127 * SECOND_NS, Result.RIGHT, "time", 1),
    )
    assert (facts.result, facts.ground, facts.moves) == (Result.RIGHT, "time", 1)
    assert facts.left.fallen
    assert not facts.right.fallen
    assert facts.lasted_ns == 127 * SECOND_NS


def test_a_turn_that_no_press_has_ended_is_told_as_such() -> None:
    game = Recorded("5:00")
    game.move(SECOND_NS)
    game.stop(after=9 * SECOND_NS)
    facts = game.facts()
    assert (facts.left.unended_ns, facts.right.unended_ns) == (0, 9 * SECOND_NS)
    assert (facts.to_move, facts.right.turns, facts.right.longest) == (RIGHT, 0, None)


def test_several_gongs_in_one_silence_are_several_turns() -> None:
    game = Recorded("gong 10")
    game.wait(35 * SECOND_NS)
    turns = game.facts().turns
    assert [(turn.seat, turn.at_ns // SECOND_NS) for turn in turns] == [
        (LEFT, 10),
        (RIGHT, 20),
        (LEFT, 30),
    ]


def test_of_a_game_without_any_input_there_are_facts_too() -> None:
    facts = folded(setup("5:00"), [])
    assert (facts.moves, facts.turns, facts.lasted_ns) == (0, (), 0)
    assert facts.shown_ns == (5 * MINUTE_NS, 5 * MINUTE_NS)


@given(played=games())
def test_whatever_happens_turns_and_times_are_those_of_the_rules(played: Played) -> None:
    state = played.states[-1]
    facts = folded(played.states[0].setup, played.inputs)
    last_move = state.play.moves if state.last_move is None else state.last_move
    assert (facts.phase, facts.moves) == (state.phase, last_move)
    said: list[TurnPassed] = []
    for output in chain.from_iterable(played.outputs):
        if isinstance(output, TurnPassed):
            said.append(output)
        elif isinstance(output, PressTakenBack):
            said.pop()
    assert [(turn.seat, turn.spent_ns) for turn in facts.turns] == [
        (output.seat, output.spent_ns) for output in said
    ]
    for seat in (LEFT, RIGHT):
        own = facts.seat(seat)
        spent_ns = sum(turn.spent_ns for turn in facts.turns if turn.seat is seat)
        assert spent_ns + own.unended_ns <= own.spent_ns
        assert own.fallen is state.seat(seat).fallen


def test_a_tick_in_between_changes_no_fact() -> None:
    game = Recorded("1:00")
    game.move(SECOND_NS)
    game.wait(90 * SECOND_NS)
    game.do(Stop(game.now_ns))
    without = [each for each in game.inputs if not isinstance(each, Tick)]
    assert folded(game.setup, without) == game.facts()
