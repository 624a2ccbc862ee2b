"""The organizer's menu: the last press taken back, warnings, late players who are there."""

from typing import Any

import pytest

from clock.menu import words
from clock.rules.inputs import Arrive, Resume, SetMoves, SetTurn, Warn
from clock.rules.seats import Seat
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.menu.test_menu_hand import Hand, stopped
from tests.rules.games import LEFT, RIGHT, Game

QUESTION = ("No", "Yes")


def late(*absent: Seat, **given: Any) -> Hand:
    """A stop in a game to which somebody has not come yet."""
    game = Game(started=False, **given)
    game.start(absent)
    game.stop(after=SECOND_NS)
    return Hand(game)


@pytest.mark.rule("RIF 12.7")
def test_faulty_proposals_are_given_back_to_black_and_the_time_stays_with_him() -> None:
    game = Game(opening="rif")
    for _ in range(3):
        game.move(after=MINUTE_NS)
    game.stop()
    hand = Hand(game)
    hand.organize("Take back last press", "Faulty offers")
    assert hand.page().title == "Faulty offers?"
    assert hand.page().rows == (
        "To move Right→Left",
        "Black's 3→2",
        "Moves 5→4",
        *QUESTION,
    )
    hand.confirm()
    assert hand.log() == [SetTurn(0, LEFT, "faulty offers")]
    assert "Take back last press" not in hand.page().rows
    hand.take("Back")
    hand.press("ok")
    assert hand.page().rows[-1] == "Left (Black) runs"
    hand.press("ok")
    hand.game.press(LEFT, after=MINUTE_NS)
    assert (hand.state.play.moves, hand.state.running) == (5, RIGHT)
    assert hand.state.left.remaining_ns == 57 * MINUTE_NS


@pytest.mark.rule("RIF 14.1")
def test_a_press_that_is_taken_back_takes_its_period_along() -> None:
    hand = stopped("2/10:00 then 5:00", moves=4)
    hand.organize("Take back last press", "Illegal move")
    assert hand.page().rows == (
        "To move Left→Right",
        "Right period 2→1",
        "White's 2→1",
        "Moves 4→3",
        "Right 15:00→10:00",
        *QUESTION,
    )


def test_a_turn_that_was_corrected_is_set_by_the_counter_alone() -> None:
    hand = stopped(moves=2)
    hand.game.do(SetMoves(hand.game.now_ns, 4))
    hand.press("ok held")
    assert not {"Take back last press", "Go on with Right"} & set(hand.page().rows)
    assert "Go on with Left" in hand.page().rows


@pytest.mark.rule("gomoku 11.9.1")
@pytest.mark.parametrize("reason", words.REASONS_OF[Warn])
def test_an_official_warning_is_counted_and_has_its_reason(reason: str) -> None:
    hand = stopped()
    hand.organize("Warn Right", reason.capitalize())
    assert hand.page().rows == ("Right's warnings 0→1", *QUESTION)
    hand.confirm()
    assert hand.log() == [Warn(0, RIGHT, reason)]
    assert hand.state.right.warnings == 1


@pytest.mark.rule("RIF 14.9")
def test_a_time_that_is_lifted_tells_that_the_referee_is_called_anew() -> None:
    hand = stopped("5:30", rules="rif-referees")
    hand.game.resume()
    hand.game.wait(MINUTE_NS)
    hand.game.stop()
    hand.organize("Left (Black) time", "+1:00  to 5:30", "Compensation")
    assert hand.page().rows == (
        "Left record waived",
        "→ due",
        "Left referee called",
        "→ to come",
        "Left 4:30→5:30",
        *QUESTION,
    )


@pytest.mark.rule("RIF 15")
@pytest.mark.parametrize("seat", [LEFT, RIGHT])
def test_who_is_sent_on_out_of_joint_time_is_there_and_blacks_clock_runs(seat: Seat) -> None:
    hand = late(LEFT, RIGHT)
    name = seat.value.capitalize()
    hand.organize(f"Go on with {name}")
    assert f"{name} is late→here" in hand.page().rows
    assert "Stopped→Left runs" in hand.page().rows
    hand.confirm()
    assert hand.log() == [Resume(0, seat)]
    assert (hand.state.running, hand.state.absent) == (LEFT, (seat.other,))


@pytest.mark.rule("RIF 15")
def test_an_arrival_in_a_stop_of_joint_time_tells_whose_clock_will_run() -> None:
    hand = late(LEFT, RIGHT)
    hand.organize("Right is here")
    assert hand.page().rows == (
        "Then Joint time runs",
        "→ Left (Black) runs",
        "Right is late→here",
        *QUESTION,
    )
    hand.confirm()
    assert hand.log() == [Arrive(0, RIGHT)]
    assert hand.state.phase is Phase.STOPPED
    hand.take("Left is here")
    assert hand.page().rows == ("Left is late→here", *QUESTION)


def test_nobody_who_is_there_is_said_to_be_there() -> None:
    hand = late(RIGHT)
    hand.press("ok held")
    assert [row for row in hand.page().rows if row.endswith("is here")] == ["Right is here"]
