"""The same hand (RIF 14.3, gomoku 5.4): honour, witness and enforce."""

from typing import Any

import pytest

from clock.rules.inputs import Acknowledge, HandFault
from clock.rules.openings import Option
from clock.rules.outputs import (
    HandFaulted,
    HandsDiffered,
    HandsTogether,
    IgnoreReason,
    PressIgnored,
    RefereeCame,
)
from clock.rules.players import HANDS_TOGETHER_NS
from clock.rules.regulations import PROFILES, HandRule, PenaltyTo
from clock.rules.seats import Hand
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, figures, kinds


def played(rule: HandRule, **given: Any) -> Game:
    """A game under one of the three rules."""
    return Game("1:00:00+10", hand_rule=rule, **given)


@pytest.mark.rule("same hand: honour")
@pytest.mark.rule("RIF 14.3 same hand")
def test_on_honour_the_plunger_asks_for_no_hand() -> None:
    game = played(HandRule.HONOUR)
    game.lay(LEFT, Hand.LEFT)
    assert kinds(game.press(LEFT, hand=Hand.RIGHT)) == ["TurnPassed"]
    assert kinds(game.press(RIGHT)) == ["TurnPassed"]
    assert game.state.mismatch is None


@pytest.mark.rule("same hand: honour")
@pytest.mark.rule("RIF 14.3 same hand")
def test_on_honour_the_organizer_enters_a_fault_first_a_warning_then_a_penalty() -> None:
    game = played(HandRule.HONOUR, hand_warnings=1, hand_penalty_ns=2 * MINUTE_NS)
    assert game.do(HandFault(0, LEFT)) == [HandFaulted(0, LEFT, 1, 0)]
    assert game.shown == (HOUR_NS, HOUR_NS)
    assert game.do(HandFault(0, LEFT))[0] == HandFaulted(0, LEFT, 2, 2 * MINUTE_NS)
    assert game.shown == (58 * MINUTE_NS, HOUR_NS)
    assert game.do(HandFault(0, RIGHT)) == [HandFaulted(0, RIGHT, 1, 0)]


@pytest.mark.rule("FIDE A.3")
@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("3:00+2", 1),
        ("30:00+29", 1),  # 59 minutes for 60 moves
        ("30:00+30", 2),
        ("59:59", 1),
        ("1:00:00", 2),
        ("40/40:00 then 20:00", 2),
        ("40/30:00 then 20:00", 1),
        ("40/20:00+15 then 10:00+60", 2),  # 40 x 15 s and 20 x 60 s: an hour
        ("40/20:00+15 then 10:00+59", 1),
        ("30/20:00 then *10/10:00", 1),
        ("30/20:00 then *10/14:00", 2),
        ("10:00 and 3x30:00", 1),  # byo-yomi gives nothing with each move
    ],
)
def test_by_fide_a_fault_costs_a_minute_in_rapid_and_blitz_and_two_else(
    text: str, minutes: int
) -> None:
    game = Game(text, right="2:00:00", rules="fide")
    assert game.act(HandFault, LEFT) == [HandFaulted(0, LEFT, 1, 0)], "first a warning"
    shown = game.shown
    fault = game.act(HandFault, LEFT)
    assert fault[0] == HandFaulted(0, LEFT, 2, minutes * MINUTE_NS)
    assert figures(fault) == [("remaining_ns", RIGHT, shown[1], shown[1] + minutes * MINUTE_NS)], (
        "to the opponent"
    )
    plain = Game(text, hand_warnings=0, hand_penalty_ns=2 * MINUTE_NS, hand_penalty_rapid_ns=None)
    assert plain.act(HandFault, LEFT)[0] == HandFaulted(0, LEFT, 1, 2 * MINUTE_NS)


@pytest.mark.rule("same hand: honour")
def test_no_penalty_raises_a_fallen_clapper() -> None:
    game = Game("1:00", hand_warnings=0, hand_penalty_ns=MINUTE_NS, hand_penalty_to="opponent")
    game.wait(MINUTE_NS)
    assert kinds(game.act(HandFault, RIGHT)) == ["HandFaulted"]
    assert game.left.fallen


@pytest.mark.rule("same hand: honour")
def test_where_the_regulations_name_no_penalty_the_organizer_decides_each_time() -> None:
    game = played(HandRule.HONOUR)
    for _ in range(4):
        game.do(HandFault(0, LEFT))
    assert game.left.hand_faults == 4
    assert game.shown == (HOUR_NS, HOUR_NS)


@pytest.mark.rule("gomoku 11.9.2")
def test_the_penalty_may_be_time_added_to_the_opponent() -> None:
    game = Game(hand_warnings=0, hand_penalty_ns=MINUTE_NS, hand_penalty_to=PenaltyTo.OPPONENT)
    game.do(HandFault(0, LEFT))
    assert game.shown == (HOUR_NS, HOUR_NS + MINUTE_NS)


@pytest.mark.rule("gomoku 11.9.3")
def test_the_penalty_may_be_time_taken_from_the_offender() -> None:
    game = Game(hand_warnings=0, hand_penalty_ns=MINUTE_NS, hand_penalty_to=PenaltyTo.OFFENDER)
    game.do(HandFault(0, LEFT))
    assert game.shown == (HOUR_NS - MINUTE_NS, HOUR_NS)


@pytest.mark.rule("gomoku 11.9.3")
@pytest.mark.parametrize(
    ("left_ns", "falls"), [(MINUTE_NS + 1, False), (MINUTE_NS, True), (1, True)]
)
def test_a_penalty_that_takes_all_that_is_left_drops_the_clapper(left_ns: int, falls: bool) -> None:
    game = Game(hand_warnings=0, hand_penalty_ns=MINUTE_NS, shows=(left_ns, HOUR_NS))
    game.do(HandFault(0, LEFT))
    assert game.left.fallen is falls
    assert game.shows(LEFT) == (0 if falls else 1)


@pytest.mark.rule("same hand: witness")
@pytest.mark.rule("RIF 14.3 same hand")
def test_a_witness_shows_a_mismatch_to_the_time_referee_and_the_press_counts() -> None:
    game = played(HandRule.WITNESS)
    game.lay(LEFT, Hand.RIGHT)
    came = game.press(LEFT, after=SECOND_NS, hand=Hand.LEFT)
    assert came[0] == HandsDiffered(SECOND_NS, LEFT, stone=Hand.RIGHT, press=Hand.LEFT)
    assert kinds(came) == ["HandsDiffered", "TurnPassed"]
    assert (game.moves, game.state.mismatch) == (1, LEFT)


@pytest.mark.rule("same hand: witness")
def test_a_mismatch_is_shown_until_the_referee_came_or_a_fault_is_entered() -> None:
    for answer in (Acknowledge, HandFault):
        game = played(HandRule.WITNESS)
        game.lay(LEFT, Hand.RIGHT)
        game.press(LEFT, hand=Hand.LEFT)
        game.make(3, each=SECOND_NS)
        assert game.state.mismatch is LEFT
        came = game.do(answer(game.now_ns, LEFT))
        assert game.state.mismatch is None
        assert isinstance(came[0], RefereeCame | HandFaulted)


@pytest.mark.rule("same hand: witness")
def test_the_hand_that_laid_the_stone_presses_and_nothing_is_said() -> None:
    game = played(HandRule.WITNESS)
    game.lay(LEFT, Hand.RIGHT)
    assert kinds(game.press(LEFT, hand=Hand.RIGHT)) == ["TurnPassed"]
    assert kinds(game.press(RIGHT, hand=Hand.LEFT)) == ["TurnPassed"], "no stone was seen"


@pytest.mark.rule("same hand: witness")
@pytest.mark.parametrize(
    ("gap_ns", "together"), [(0, True), (HANDS_TOGETHER_NS, True), (HANDS_TOGETHER_NS + 1, False)]
)
def test_both_plungers_at_once_are_shown_and_the_first_press_counts(
    gap_ns: int, together: bool
) -> None:
    game = played(HandRule.WITNESS)
    game.press(LEFT, hand=Hand.LEFT)
    came = game.press(LEFT, after=gap_ns, hand=Hand.RIGHT)
    assert (HandsTogether(gap_ns, LEFT) in came) is together
    assert came[-1] == PressIgnored(gap_ns, LEFT, IgnoreReason.IDLE_SEAT)
    assert game.moves == 1


@pytest.mark.rule("same hand: enforce")
@pytest.mark.rule("RIF 14.3 same hand")
def test_enforced_the_other_hand_does_not_complete_the_move_and_the_clock_runs_on() -> None:
    game = played(HandRule.ENFORCE)
    game.lay(LEFT, Hand.RIGHT)
    came = game.press(LEFT, after=SECOND_NS, hand=Hand.LEFT)
    assert came == [
        HandsDiffered(SECOND_NS, LEFT, stone=Hand.RIGHT, press=Hand.LEFT),
        PressIgnored(SECOND_NS, LEFT, IgnoreReason.OTHER_HAND),
    ]
    assert (game.running, game.moves) == (LEFT, 0)
    assert game.shows(LEFT) == HOUR_NS - SECOND_NS
    assert kinds(game.press(LEFT, after=SECOND_NS, hand=Hand.RIGHT)) == ["TurnPassed"]
    assert game.left.spent_ns == 2 * SECOND_NS


@pytest.mark.rule("same hand: enforce")
def test_enforced_a_wrong_hand_until_zero_is_a_fallen_clapper() -> None:
    game = Game("1:00", hand_rule=HandRule.ENFORCE)
    game.lay(LEFT, Hand.RIGHT)
    game.press(LEFT, after=MINUTE_NS - SECOND_NS, hand=Hand.LEFT)
    assert kinds(game.press(LEFT, after=SECOND_NS, hand=Hand.RIGHT)) == [
        "ClapperFell",
        "TurnPassed",
    ]


@pytest.mark.rule("same hand: enforce")
def test_enforced_the_last_stone_of_the_turn_is_the_one_that_tells_the_hand() -> None:
    game = played(HandRule.ENFORCE)
    game.lay(LEFT, Hand.RIGHT)
    game.lay(LEFT, Hand.LEFT)
    assert kinds(game.press(LEFT, hand=Hand.LEFT)) == ["TurnPassed"]


@pytest.mark.rule("same hand: enforce")
def test_enforced_a_press_without_a_stone_or_by_an_unknown_hand_counts() -> None:
    game = played(HandRule.ENFORCE)
    assert kinds(game.press(LEFT, hand=Hand.LEFT)) == ["TurnPassed"]
    game.lay(RIGHT, Hand.RIGHT)
    assert kinds(game.press(RIGHT)) == ["TurnPassed"]


@pytest.mark.rule("same hand: enforce")
def test_a_stone_taken_ahead_is_remembered_until_the_press() -> None:
    game = played(HandRule.ENFORCE)
    game.lay(RIGHT, Hand.RIGHT)
    game.press(LEFT)
    assert kinds(game.press(RIGHT, hand=Hand.LEFT)) == ["HandsDiffered", "PressIgnored"]
    assert kinds(game.press(RIGHT, SECOND_NS, Hand.RIGHT)) == ["TurnPassed"]
    game.press(LEFT)
    assert kinds(game.press(RIGHT, SECOND_NS, Hand.LEFT)) == ["TurnPassed"], "that stone is laid"


@pytest.mark.rule("same hand: enforce")
def test_a_stone_taken_before_the_start_or_in_a_stop_is_remembered_too() -> None:
    game = Game(hand_rule=HandRule.ENFORCE, started=False)
    game.lay(LEFT, Hand.RIGHT)
    game.start()
    assert kinds(game.press(LEFT, hand=Hand.LEFT)) == ["HandsDiffered", "PressIgnored"]
    game.stop()
    game.lay(LEFT, Hand.LEFT)
    game.resume()
    assert kinds(game.press(LEFT, SECOND_NS, Hand.LEFT)) == ["TurnPassed"]


@pytest.mark.rule("same hand: enforce")
def test_a_swap_lays_no_stone_and_is_pressed_with_any_hand() -> None:
    game = Game(opening="rif", hand_rule=HandRule.ENFORCE)
    game.press(LEFT)
    game.lay(RIGHT, Hand.LEFT)
    game.choose(RIGHT, Option.SWAP)
    assert kinds(game.press(RIGHT, hand=Hand.RIGHT)) == ["TurnPassed", "ColoursTurned"]


@pytest.mark.rule("gomoku 5.4")
def test_gomoku_keeps_the_rule_on_honour_and_may_choose_any_of_the_three() -> None:
    assert PROFILES["gomoku-cz"].hand_rule is HandRule.HONOUR
    for chosen in HandRule:
        game = Game(rules="gomoku-cz", hand_rule=chosen)
        assert game.state.setup.regulations.hand_rule is chosen


@pytest.mark.rule("same hand: witness")
def test_one_plunger_twice_is_not_both_plungers_at_once() -> None:
    game = played(HandRule.WITNESS)
    game.press(LEFT, hand=Hand.LEFT)
    assert kinds(game.press(LEFT, after=SECOND_NS // 20, hand=Hand.LEFT)) == ["PressIgnored"]
    assert kinds(game.press(RIGHT, hand=Hand.RIGHT)) == ["TurnPassed"], "nor is one of each seat"
    assert game.state.mismatch is None
