"""The sentences of the log: one for everything that can come of an input."""

from typing import get_args

import pytest
from msgspec.structs import replace

from clock.records.sentences import length, sentences, told
from clock.rules import outputs as came
from clock.rules.inputs import Result
from clock.rules.openings import Option
from clock.rules.outputs import IgnoreReason, Output
from clock.rules.regulations import PROFILES, FirstBonus
from clock.rules.seats import LEFT, RIGHT, Hand
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import control

CLUB = PROFILES["club"]

SENTENCES: list[tuple[Output, str]] = [
    (came.GameStarted(0, LEFT), "The game begins, Left's clock runs"),
    (came.GameStarted(0, None), "The clocks are started: joint time"),
    (came.PlayerArrived(0, RIGHT), "Right is here"),
    (came.DefaultTimeReached(0, LEFT), "The default time is over, Left is absent"),
    (
        came.TurnPassed(0, LEFT, SECOND_NS, MINUTE_NS, 5 * SECOND_NS, 1, 7),
        "Left presses: move 7, spent 0:01.000, earned 0:05.000, left 1:00.000",
    ),
    (
        came.TurnPassed(0, RIGHT, SECOND_NS, MINUTE_NS, 0, 0, 3),
        "Right presses: no move, 3 made, spent 0:01.000, left 1:00.000",
    ),
    (
        came.PressIgnored(0, RIGHT, IgnoreReason.IDLE_SEAT),
        "Right presses, ignored: the other clock ran",
    ),
    (came.ActIgnored(0, "Claim", IgnoreReason.CLAIMED), "Claim ignored: a win was claimed"),
    (came.Chosen(0, LEFT, Option.SWAP), "Left enters a swap"),
    (came.Announced(0, LEFT, 1), "Left announces 1 fifth"),
    (came.Announced(0, LEFT, 8), "Left announces 8 fifths"),
    (came.Announced(0, LEFT, 0), "No fifths announced"),
    (came.ColoursTurned(0, RIGHT), "Right is Black"),
    (
        came.PeriodBegan(0, LEFT, 2, -MINUTE_NS),
        "Left is in period 2, time changed by -1:00.000",
    ),
    (came.ByoyomiBegan(0, LEFT, 3), "Left is in byo-yomi, 3 left with this one"),
    (came.GongStruck(0, LEFT), "The gong, Left's turn is over"),
    (came.RefereeCalled(0, LEFT), "The time referee is called for Left"),
    (came.RefereeCame(0, LEFT), "The time referee is there for Left"),
    (came.ClapperFell(0, LEFT), "Left's clapper falls"),
    (came.ClapperRaised(0, LEFT), "Left's clapper is up again"),
    (came.BothFallen(0, True), "Both clappers are down, a draw by rule"),
    (came.BothFallen(0, False), "Both clappers are down"),
    (came.ClocksStopped(0, None), "Both clocks stop"),
    (came.ClocksStopped(0, LEFT), "Both clocks stop, by Left"),
    (came.OrganizerCalled(0), "The organizer is called"),
    (came.ClocksResumed(0, LEFT, False), "The organizer lets Left go on"),
    (came.ClocksResumed(0, LEFT, True), "The organizer lets Left go on without credit"),
    (came.ClocksResumed(0, None, False), "The organizer lets joint time go on"),
    (came.Claimed(0, LEFT, True), "Left claims the win, own clapper up"),
    (came.Claimed(0, LEFT, False), "Left claims the win, own clapper down"),
    (came.ClaimDismissed(0, RIGHT), "The organizer dismisses the claim of Right"),
    (
        came.Corrected(0, "remaining_ns", LEFT, HOUR_NS, 0, "penalty"),
        "The organizer corrects: time of Left 1:00:00.000 → 0:00.000 (penalty)",
    ),
    (
        came.Corrected(0, "black", None, "open", "right", ""),
        "The organizer corrects: seat of Black open → Right",
    ),
    (
        came.Corrected(0, "byoyomi", RIGHT, "none", 3, ""),
        "The organizer corrects: byo-yomi periods of Right none → 3",
    ),
    (
        came.ControlCorrected(0, LEFT, control("5:00"), control("5:00+3"), "wrong setting"),
        "The organizer corrects: time control of Left 5:00 → 5:00; +3 s a move from the first "
        "(wrong setting)",
    ),
    (
        came.RegulationsCorrected(0, CLUB, replace(CLUB, first_bonus=FirstBonus.BEFORE), ""),
        "The organizer corrects: Increment after → before",
    ),
    (
        came.RegulationsCorrected(0, CLUB, replace(PROFILES["fide"], tenths=True), ""),
        "The organizer corrects: Profile Club → FIDE; Tenths yes",
    ),
    (came.PressTakenBack(0, RIGHT, 4), "The press of Right is taken back: move 4"),
    (came.Warned(0, LEFT, 2, "talking"), "Warning 2 to Left (talking)"),
    (
        came.HandsDiffered(0, LEFT, Hand.LEFT, Hand.RIGHT),
        "Left: stone by the left hand, press by the right hand",
    ),
    (came.HandsTogether(0, LEFT), "Left presses both plungers at once"),
    (came.HandFaulted(0, LEFT, 1, 0), "Hand fault 1 by Left: a warning"),
    (came.HandFaulted(0, LEFT, 2, MINUTE_NS), "Hand fault 2 by Left: penalty 1:00.000"),
    (
        came.PressRetyped(0, RIGHT, Option.SWAP, 3),
        "The press of Right becomes a swap: move 3",
    ),
    (came.EdgeWasLate(0, LEFT, 0), "A press of Left came to light too late to count"),
    (came.PowerWasLost(0, 0), "Power was lost"),
    (came.PowerWasLost(0, SECOND_NS), "Power was lost, up to 0:01.000 uncertain"),
    (came.ClockRestarted(0, 0), "The clock is back; both clocks stood"),
    (
        came.ClockRestarted(0, 2 * SECOND_NS),
        "The clock is back after 0:02.000; the time went on",
    ),
    (came.GameFinished(0, Result.BOTH_LOSE, "", 7), "Result: Both lose, last move 7"),
    (came.GameFinished(0, Result.LEFT, "time", 34), "Result: Left wins, time, last move 34"),
    (came.GameReopened(0), "The organizer takes the result back"),
]


@pytest.mark.parametrize(("output", "sentence"), SENTENCES, ids=lambda each: str(each)[:40])
def test_what_came_of_an_input_is_told_in_a_sentence(output: Output, sentence: str) -> None:
    assert told(output) == sentence


def test_all_that_an_act_corrected_is_told_in_one_sentence_with_its_reason_once() -> None:
    outputs: list[Output] = [
        came.PressTakenBack(0, RIGHT, 1),
        came.Corrected(0, "moves", None, 2, 1, "faulty fifths"),
        came.Corrected(0, "turn", None, "left", "right", "faulty fifths"),
        came.RefereeCalled(0, RIGHT),
    ]
    assert [sentence for _, sentence in sentences(outputs)] == [
        "The press of Right is taken back: move 1",
        "The organizer corrects: moves 2 → 1; seat to move Left → Right (faulty fifths)",
        "The time referee is called for Right",
    ]


def test_everything_that_can_come_of_an_input_is_among_them() -> None:
    assert {type(output) for output, _ in SENTENCES} == set(get_args(Output))


@pytest.mark.parametrize(
    ("length_ns", "text"),
    [
        (0, "0:00.000"),
        (999_999, "0:00.000"),
        (1_000_000, "0:00.001"),
        (59_999_999_999, "0:59.999"),
        (HOUR_NS + 250_000_000, "1:00:00.250"),
        (-1_500_000_000, "-0:01.500"),
    ],
)
def test_a_length_is_told_to_the_millisecond_and_what_is_below_is_left_out(
    length_ns: int, text: str
) -> None:
    assert length(length_ns) == text
