"""The organizer's menu goes on: what is asked at once, slips of the hand, and what fits."""

from collections import defaultdict

import pytest

from clock.menu import NewGame, words
from clock.rules.inputs import (
    Finish,
    HandFault,
    PressKind,
    Result,
    Resume,
    Retype,
    Stop,
)
from clock.rules.openings import OPENINGS
from clock.rules.regulations import PenaltyTo
from clock.rules.seats import Seat
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.glyphs import ROW, fits
from clock.text.words import RESULTS
from tests.menu.test_menu_hand import Hand, stopped
from tests.rules.games import LEFT, RIGHT

QUESTION = ("No", "Yes")


# Hand faults, the last press, whose clock runs


def test_a_hand_fault_shows_its_count_and_its_penalty() -> None:
    hand = stopped(hand_warnings=1, hand_penalty_ns=MINUTE_NS, hand_penalty_to=PenaltyTo.OPPONENT)
    hand.organize("Hand fault by Right")
    assert hand.page().rows == ("Faults by Right 0→1", *QUESTION)
    hand.confirm()
    hand.press("ok")
    assert hand.page().rows == ("Faults by Right 1→2", "Left 1:00:00→1:01:00", *QUESTION)
    hand.confirm()
    assert hand.log() == [HandFault(0, RIGHT)] * 2


def test_the_last_press_was_a_swap_or_a_move_after_all() -> None:
    hand = stopped(moves=2, opening="rif")
    hand.organize("Last press was a swap")
    assert hand.page().rows == ("Black Left→Right", "White's 2→1", "Moves 4→3", *QUESTION)
    hand.confirm()
    hand.take("Last press was a move")
    hand.confirm()
    assert hand.log() == [Retype(0, PressKind.SWAP), Retype(0, PressKind.MOVE)]
    assert hand.state.play.moves == 4


def test_a_press_that_cannot_be_retyped_is_not_offered() -> None:
    for hand in (stopped(moves=2), stopped(opening="rif")):
        hand.press("ok held")
        assert not {"Last press was a swap", "Last press was a move"} & set(hand.page().rows)


@pytest.mark.parametrize("seat", [LEFT, RIGHT])
def test_the_organizer_goes_on_with_either_seat(seat: Seat) -> None:
    hand = stopped(moves=1)
    hand.organize(f"Go on with {seat.value.capitalize()}")
    runs = f"Stopped→{seat.value.capitalize()} runs"
    taken_back = ("To move Right→Left", "Black's 1→0", "Moves 1→0")
    assert hand.page().title == "Go on?"
    assert hand.page().rows == (
        *(taken_back if seat is LEFT else ()),
        runs,
        "L 1:00:00  R 1:00:00",
        *QUESTION,
    )
    hand.confirm()
    assert hand.log() == [Resume(0, seat)]
    assert hand.state.running is seat
    assert hand.closed


def test_a_reconstruction_runs_on_a_seats_time() -> None:
    hand = stopped(moves=1)
    hand.organize("Left rebuilds board")
    assert hand.page().rows[:2] == ("Stopped→Left rebuilds", "L 1:00:00  R 1:00:00")
    hand.confirm()
    assert hand.log() == [Resume(0, LEFT, True)]
    assert hand.state.phase is Phase.RECONSTRUCTION


def test_nobody_is_offered_to_go_on_with_both_clappers_down() -> None:
    hand = stopped("1:00")
    hand.game.adjust(LEFT, to=0)
    hand.game.adjust(RIGHT, to=0)
    hand.press("ok held")
    assert not [row for row in hand.page().rows if "Go on" in row or "rebuilds" in row]
    hand.take("Left (Black) time", "+5:00  to 5:00", "Compensation")
    hand.confirm()
    assert "Go on with Left" in hand.page().rows


def test_a_gong_that_would_strike_at_once_is_told_and_asked_for_before_the_clocks_go_on() -> None:
    hand = stopped("gong 1/0:10 then gong 0:20")
    hand.game.adjust(LEFT, to=0)
    hand.press("ok")
    assert hand.page().title == "Go on?"
    assert hand.page().rows == (
        "To move Left→Right",
        "Left period 1→2",
        "Black's 0→1",
        "Moves 0→1",
        "Left 0:00→0:20",
        "Stopped→Right runs",
        "L 0:20  R 0:10",
        *QUESTION,
    )
    hand.confirm()
    assert hand.log() == [Resume(0)]
    assert hand.game.shown == (20 * SECOND_NS, 10 * SECOND_NS)


# The result, and a new game


UP = defaultdict(
    tuple,
    {
        (Result.LEFT, "time"): ("Right's clapper is up",),
        (Result.RIGHT, "time"): ("Left's clapper is up",),
        (Result.DRAW, "both times out"): ("Left's clapper is up", "Right's clapper is up"),
    },
)
"""What the clock says against a ground when no clapper has fallen."""


@pytest.mark.parametrize("result", Result)
def test_every_result_has_a_ground(result: Result) -> None:
    for ground in words.GROUNDS[result]:
        hand = stopped()
        hand.organize("Result", RESULTS[result], ground.capitalize())
        assert hand.page().title == "Last move"
        assert hand.page().rows == ("Set to 0", "Clock counts 0")
        hand.press("+ ok")
        assert hand.page().title == f"{RESULTS[result]}?"
        one, two = (f"Ground: {ground}",), ("Ground", f"→ {ground}")
        assert hand.page().rows == (
            *(one if fits(*one) else two),
            f"Result: {RESULTS[result]}",
            "Last move: 1",
            "Stopped→Finished",
            *UP[result, ground],
            *QUESTION,
        )
        hand.confirm()
        assert hand.log() == [Finish(0, result, ground, 1)]
        assert hand.closed


@pytest.mark.parametrize(("fallen", "told"), [(RIGHT, []), (LEFT, ["Right's clapper is up"])])
def test_a_ground_is_held_against_the_losers_clapper(fallen: Seat, told: list[str]) -> None:
    hand = stopped("1:00")
    hand.game.adjust(fallen, to=0)
    hand.organize("Result", "Left wins", "Time")
    hand.press("ok")
    assert [row for row in hand.page().rows if row.endswith("is up")] == told
    hand.confirm()
    assert hand.state.result is Result.LEFT


@pytest.mark.rule("gomoku 7.6")
@pytest.mark.parametrize(("claimant", "number"), [(LEFT, 3), (RIGHT, 2)])
def test_the_last_move_of_who_claims_on_his_turn_is_one_more_than_was_pressed(
    claimant: Seat, number: int
) -> None:
    hand = stopped(moves=2)
    hand.game.claim(claimant)
    hand.organize("Result", "Left wins", "On the board")
    assert hand.page().rows == (f"Set to {number}", "Clock counts 2")
    hand.press("ok")
    assert f"Last move: {number}" in hand.page().rows
    assert f"{claimant.value.capitalize()} claims yes→no" in hand.page().rows


def test_a_result_is_entered_anew() -> None:
    hand = stopped()
    hand.game.do(Finish(0, Result.LEFT, "time"))
    hand.press("ok held + +")
    hand.take("Organizer", "Result", "Left wins", "Time")
    hand.press("ok")
    assert hand.page().title == "On what ground"
    hand.take("Back", "Draw", "Agreed")
    hand.press("+ ok")
    assert hand.page().rows == (
        "Ground time→agreed",
        "Result Left wins→Draw",
        "Last move 0→1",
        *QUESTION,
    )
    hand.confirm()
    assert hand.page().title == "Organizer"
    assert hand.state.result is Result.DRAW


def reopened(hand: Hand) -> Hand:
    """The result is taken back from the organizer's menu."""
    hand.press("ok held + +")
    hand.take("Organizer", "Reopen")
    assert hand.page().title == "Reopen?"
    hand.confirm()
    return hand


def test_a_result_is_taken_back_for_corrections_and_no_clock_runs() -> None:
    hand = stopped("1:00", moves=1)
    hand.game.do(Finish(0, Result.LEFT, "time"))
    reopened(hand)
    assert hand.log() == [Resume(0), Stop(0)]
    assert (hand.state.phase, hand.state.result) == (Phase.STOPPED, None)
    assert hand.page().title == "Organizer"
    hand.take("Left (Black) time", "+1:00  to 2:00", "Compensation")
    hand.confirm()
    assert hand.state.left.remaining_ns == 2 * MINUTE_NS


def both_down() -> Hand:
    hand = stopped("1:00")
    hand.game.adjust(LEFT, to=0)
    hand.game.adjust(RIGHT, to=0)
    return hand


def test_with_both_clappers_down_it_says_why_it_cannot_go_on() -> None:
    hand = both_down()
    assert hand.hint == "OK why     hold: menu"
    hand.press("ok")
    assert hand.page().rows[2:] == ("Both clappers down:", "give time first")
    hand.press("ok")
    assert hand.closed
    assert hand.acts == []


@pytest.mark.parametrize("way", ["ok", "menu"])
def test_with_both_clappers_down_a_result_is_taken_back_without_a_stop(way: str) -> None:
    hand = both_down()
    hand.game.do(Finish(0, Result.DRAW, "both times out"))
    assert hand.hint == "OK reopen  hold: next"
    if way == "ok":
        hand.press("ok")
        assert "Finished→Clapper fell" in hand.page().rows
        hand.confirm()
    else:
        reopened(hand)
    assert (hand.log(), hand.state.phase) == ([Resume(0)], Phase.FALLEN)


@pytest.mark.parametrize("turned", [False, True])
def test_a_new_game_is_asked_for(turned: bool) -> None:
    hand = stopped()
    text = "Colours turned" if turned else "Same colours"
    hand.organize("New game", text)
    begins = "Right begins" if turned else "Left begins"
    assert hand.page().rows == ("This game is left", text, begins, *QUESTION)
    assert hand.confirm() == (NewGame(turned),)
    assert hand.closed


# Slips of the hand


PATHS = (
    ("Left (Black) time", "-2:00  to 58:00", "Penalty"),
    ("Take back last press", "Illegal move"),
    ("Colours", "Right is Black", "Other"),
    ("Hand fault by Left",),
    ("Warn Right", "Conduct"),
    ("Last press was a swap",),
    ("Go on with Right",),
    ("Left rebuilds board",),
    ("Result", "Draw", "Agreed"),
    ("New game", "Same colours"),
)
"""Ways to a question, one of each kind."""


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path[0])
@pytest.mark.parametrize("slip", ["ok", "ok ok", "- ok", "- - ok ok", "+ - ok", "held ok"])
def test_no_slip_answers_a_question_with_yes(slip: str, path: tuple[str, ...]) -> None:
    hand = stopped(moves=2, opening="taraguchi-10")
    before = hand.state
    hand.organize(*path)
    hand.press(slip)
    assert hand.acts == []
    assert hand.state == before


def test_no_leads_back_to_where_one_came_from() -> None:
    hand = stopped()
    hand.organize("Left (Black) time", "-2:00  to 58:00", "Penalty")
    hand.press("ok")
    assert hand.page().title == "Why"
    assert hand.selected == "Penalty"


def test_plus_does_not_go_beyond_yes() -> None:
    hand = stopped()
    hand.organize("Hand fault by Left")
    hand.press("+ + +")
    assert hand.selected == "Yes"
    hand.press("- - - - -")
    assert hand.page().selected == 0


# What fits


def rows_in(value: object) -> list[str]:
    """All texts in a constant, however deep."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = tuple(value.values())
    return [row for each in value for row in rows_in(each)] if isinstance(value, tuple) else []


@pytest.mark.parametrize("name", [name for name in vars(words) if name.isupper()])
def test_every_text_of_the_menu_fits_in_a_row(name: str) -> None:
    if not name.startswith("SAY"):
        assert all(fits(row) for row in rows_in(getattr(words, name)))


HINTS = (
    *(hint for name, hint in vars(words).items() if name[:5] == "HINT_" and len(hint) == 2),
    *words.HINT_FIELDS,
)


@pytest.mark.parametrize("ends", HINTS)
def test_a_hint_fills_its_row_from_end_to_end(ends: tuple[str, str]) -> None:
    row = words.hint(ends)
    assert (len(row), row.startswith(ends[0]), row.endswith(ends[1])) == (ROW, True, True)


@pytest.mark.parametrize("opening", OPENINGS)
def test_every_choice_of_an_opening_has_a_hint_that_fits(opening: str) -> None:
    for step in OPENINGS[opening].steps.values():
        for entered in step.options:
            for following in set(step.options) - {entered}:
                assert fits(words.choice_hint(entered, following))


def test_texts_from_elsewhere_are_cut_to_a_row() -> None:
    hand = stopped()
    hand.game.do(Finish(0, Result.LEFT, "a ground that somebody typed at the desk"))
    hand.press("ok")
    assert hand.page().rows[:2] == ("Ground a ground that…", "→ none yet")
