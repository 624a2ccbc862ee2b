"""The sentences of the log and the report: one for every output."""

from typing import get_args

import pytest
from msgspec.structs import replace

from clock.kinds import KINDS
from clock.records.sentences import FIGURES, REASONS, sentence, sentences
from clock.records.style import EXACT, ROUNDED, exact
from clock.rules import outputs as out
from clock.rules.inputs import ClaimKind, Input, Result
from clock.rules.machine import CORRECTIONS
from clock.rules.openings import Option
from clock.rules.outputs import IgnoreReason, Output
from clock.rules.regulations import PROFILES, FirstBonus
from clock.rules.seats import LEFT, RIGHT, Colour, Hand
from clock.rules.units import HOUR_NS as H
from clock.rules.units import MINUTE_NS as M
from clock.rules.units import SECOND_NS as S
from clock.text.act_names import ACTS
from tests.rules.games import OUTPUTS, control, setup

CLUB = PROFILES["club"]

SENTENCES: list[tuple[Output, str]] = [
    (out.GameStarted(0, LEFT), "The game begins; Left's clock runs"),
    (out.GameStarted(0, None), "The game begins; joint time runs"),
    (out.PlayerArrived(0, RIGHT), "Right is here"),
    (out.PlayerArrived(0, RIGHT, M), "Right is here; being late costs 1:00.000 more"),
    (out.DefaultTimeReached(0, LEFT), "The default time has passed; Left is absent"),
    (out.TurnPassed(0, LEFT, S, M, 5 * S, 1, 7),
     "Left presses: move 7, spent 0:01.000, earned 0:05.000, remaining 1:00.000"),
    (out.TurnPassed(0, RIGHT, S, M, 0, 0, 3),
     "Right presses: no move (3 so far), spent 0:01.000, remaining 1:00.000"),
    (out.PressIgnored(0, RIGHT, IgnoreReason.IDLE_SEAT),
     "Right's press is ignored: the other clock was running"),
    (out.PressIgnored(0, RIGHT, IgnoreReason.STOPPED),
     "Right presses during the stop"),
    (out.ActIgnored(0, "Claim", IgnoreReason.CLAIMED), "Claim ignored: a claim had been made"),
    (out.Chosen(0, LEFT, Option.SWAP), "Left enters a swap"),
    (out.Announced(0, LEFT, 1), "Left announces 1 fifth move"),
    (out.Announced(0, LEFT, 8), "Left announces 8 fifth moves"),
    (out.Announced(0, LEFT, 0), "The announcement of fifth moves is withdrawn"),
    (out.ColoursTurned(0, RIGHT), "Right is Black"),
    (out.PeriodBegan(0, LEFT, 2, -M), "Left enters period 2; time changes by -1:00.000"),
    (out.ByoyomiBegan(0, LEFT, 3), "A byo-yomi period begins for Left; 3 left, including this one"),
    (out.GongStruck(0, LEFT), "The gong ends Left's turn"),
    (out.RefereeCalled(0, LEFT), "The time referee is called for Left"),
    (out.RefereeCame(0, LEFT), "The time referee has arrived for Left"),
    (out.ClapperFell(0, LEFT), "Left's clapper falls"),
    (out.ClapperRaised(0, LEFT), "Left's clapper is up again"),
    (out.BothFallen(0, True), "Both clappers are down: a draw by the rules"),
    (out.BothFallen(0, False), "Both clappers are down"),
    (out.ClocksStopped(0, None), "Both clocks stop"),
    (out.ClocksStopped(0, LEFT), "Left stops both clocks"),
    (out.OrganizerCalled(0), "The organizer is called"),
    (out.ClocksResumed(0, LEFT, False), "The organizer resumes; Left's clock runs"),
    (out.ClocksResumed(0, LEFT, True),
     "The organizer resumes; Left's clock runs, but no moves are counted"),
    (out.ClocksResumed(0, None, False), "The organizer resumes; joint time runs"),
    (out.Claimed(0, LEFT, True), "Left claims a win"),
    (out.Claimed(0, LEFT, False), "Left claims a win, though Left's own clapper is down"),
    (out.ClaimDismissed(0, RIGHT), "The organizer dismisses Right's claim"),
    (out.Corrected(0, "remaining_ns", LEFT, H, 0, "penalty"),
     "The organizer corrects: Left's time 1:00:00.000 → 0:00.000 (penalty)"),
    (out.Corrected(0, "black", None, "open", "right", ""),
     "The organizer corrects: Black's seat open → Right"),
    (out.Corrected(0, "byoyomi", RIGHT, "none", 3, ""),
     "The organizer corrects: Right's byo-yomi periods none → 3"),
    (out.Corrected(0, "stones", LEFT, 5, 4, "wrong setting"),
     "The organizer corrects: Left's stones to lay 5 → 4 (wrong setting)"),
    (out.ControlCorrected(0, LEFT, control("5:00"), control("5:00+3"), "wrong setting"),
     "The organizer corrects: Left's time control 5:00 → 5:00; +3 s a move from move 1 "
        "(wrong setting)"),
    (out.RegulationsCorrected(0, CLUB, replace(CLUB, first_bonus=FirstBonus.BEFORE), ""),
     "The organizer corrects: Increment after → before"),
    (out.RegulationsCorrected(0, CLUB, replace(PROFILES["fide"], tenths=True), ""),
     "The organizer corrects: Profile Club → FIDE; Tenths yes"),
    (out.PressTakenBack(0, RIGHT, 4), "Right's press is taken back; moves made: 4"),
    (out.Warned(0, LEFT, 2, "talking"), "Warning 2 to Left (talking)"),
    (out.HandsDiffered(0, LEFT, Hand.LEFT, Hand.RIGHT),
     "Left laid the stone with the left hand and pressed with the right hand"),
    (out.HandsTogether(0, LEFT), "Left presses both plungers at once"),
    (out.HandFaulted(0, LEFT, 1, 0, True), "Hand fault 1 by Left: a warning"),
    (out.HandFaulted(0, LEFT, 2, 0), "Hand fault 2 by Left: no penalty"),
    (out.HandFaulted(0, LEFT, 2, M), "Hand fault 2 by Left: penalty 1:00.000"),
    (out.PressRetyped(0, RIGHT, Option.SWAP, 3),
     "Right's press now counts as a swap; moves made: 3"),
    (out.EdgeWasLate(0, LEFT, S), "A press by Left at 0:01.000 arrived too late to count"),
    (out.PowerWasLost(0, 0), "Power was lost"),
    (out.PowerWasLost(0, S), "Power was lost; the time left may be up to 0:01.000 too long"),
    (out.ClockRestarted(0, 0), "Clapper has restarted; both clocks were already stopped"),
    (out.ClockRestarted(0, 2 * S), "The clock was off for 0:02.000; time ran on"),
    (out.GameFinished(0, Result.BOTH_LOSE, "", 7), "Result: Both lost, last move 7"),
    (
        out.GameFinished(0, Result.DRAW, "agreed by both", 7, "players"),
        "The players agree: Draw, agreed by both, last move 7",
    ),
    (out.GameFinished(0, Result.LEFT, "time", 34), "Result: Left won on time, last move 34"),
    (out.GamePutAside(0, None), "The game is put aside"),
    (
        out.GamePutAside(0, LEFT),
        "The game is put aside; Left has sealed a move, which counts",
    ),
    (out.GameReopened(0), "The organizer takes the result back"),
    (out.Claimed(0, LEFT, True, ClaimKind.DRAW), "Left claims a draw"),
    (
        out.IllegalMoveRuled(0, LEFT, 1, 120 * S, loses=False),
        "Illegal move 1 by Left: 2:00.000 for the opponent",
    ),
    (
        out.IllegalMoveRuled(0, LEFT, 2, 0, loses=True),
        "Illegal move 2 by Left: it loses by the rules",
    ),
    (out.Undone(0, "Adjust", LEFT), "Undone: Correction of the time (Left)"),
    (out.Undone(0, "SetMoves", None), "Undone: Correction of the moves"),
]  # fmt: skip


@pytest.mark.parametrize(("output", "text"), SENTENCES, ids=lambda each: str(each)[:40])
def test_an_output_is_a_sentence(output: Output, text: str) -> None:
    assert sentence(output) == text


@pytest.mark.parametrize(
    ("kind", "output", "text"),
    [
        ("chess", out.ClapperFell(0, LEFT), "Left's flag falls"),
        ("chess", out.ActIgnored(0, "Claim", IgnoreReason.FALLEN),
         "Claim ignored: a flag was down"),
        ("gomoku", out.ClapperFell(0, LEFT), "Left's clapper falls"),
        ("chess", out.Corrected(0, "black", None, "left", "right", ""),
         "The organizer corrects: Black's seat Left → Right"),
        ("shogi", out.Corrected(0, "black", None, "left", "right", ""),
         "The organizer corrects: Sente's seat Left → Right"),
        ("scrabble", out.Corrected(0, "black", None, "left", "right", ""),
         "The organizer corrects: seat that begins Left → Right"),
        ("chess", out.Corrected(0, "stones", LEFT, 5, 4, ""),
         "The organizer corrects: Left's moves left in the block 5 → 4"),
        ("go", out.Corrected(0, "stones", LEFT, 5, 4, ""),
         "The organizer corrects: Left's stones to lay 5 → 4"),
    ],
)  # fmt: skip
def test_a_sentence_has_the_words_of_the_game(kind: str, output: Output, text: str) -> None:
    style = EXACT.of(setup("10:00", kind=kind, first=KINDS[kind].first))
    assert sentence(output, None, style) == text


def test_without_colours_a_correction_names_who_begins_whichever_colour_is_first() -> None:
    style = EXACT.of(setup("10:00", kind="scrabble", first=Colour.WHITE))
    turned = out.Corrected(0, "black", None, "left", "right", "")
    begins = "The organizer corrects: seat that begins Right → Left"
    assert sentence(turned, None, style) == begins


def test_every_output_every_reason_and_every_act_of_a_person_has_words() -> None:
    assert {type(output) for output, _ in SENTENCES} == OUTPUTS
    assert set(REASONS) == set(IgnoreReason)
    by_themselves = {"Press", "Tick", "StoneLaid", "LateEdge", "PowerLost", "Restarted"}
    assert set(ACTS) == {kind.__name__ for kind in get_args(Input)} - by_themselves
    ignored = out.ActIgnored(0, "Announce", IgnoreReason.NO_ANNOUNCEMENT)
    assert sentence(ignored, LEFT) == "Announcement (Left) ignored: there was nothing to announce"


def test_every_figure_that_an_act_corrects_has_a_name() -> None:
    corrected = {correction.what for correction in CORRECTIONS.values()}
    assert corrected - {""} <= FIGURES.keys()


def test_all_corrections_of_an_act_are_one_sentence_with_its_reason_once() -> None:
    outputs: list[Output] = [
        out.PressTakenBack(0, RIGHT, 1),
        out.Corrected(0, "moves", None, 2, 1, "faulty fifths"),
        out.Corrected(0, "turn", None, "left", "right", "faulty fifths"),
        out.RefereeCalled(0, RIGHT),
    ]
    assert [text for _, text in sentences(outputs)] == [
        "Right's press is taken back; moves made: 1",
        "The organizer corrects: moves 2 → 1; seat to move Left → Right (faulty fifths)",
        "The time referee is called for Right",
    ]


def test_a_length_is_exact_to_the_millisecond_rounded_down() -> None:
    for length_ns, text in (
        (999_999, "0:00.000"),
        (1_000_000, "0:00.001"),
        (59_999_999_999, "0:59.999"),
        (H + 250_000_000, "1:00:00.250"),
        (-1_500_000_000, "-0:01.500"),
    ):
        assert exact(length_ns) == text


def test_a_report_has_lengths_as_the_clock_shows_them_and_instants_in_seconds_gone_by() -> None:
    lost, late = out.PowerWasLost(0, S + 1), out.EdgeWasLate(0, LEFT, 2 * S - 1)
    assert (
        sentence(lost, None, ROUNDED) == "Power was lost; the time left may be up to 0:02 too long"
    )
    text = "A press by Left at 0:01 arrived too late to count"
    assert sentence(late, None, ROUNDED) == text
