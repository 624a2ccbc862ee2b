"""The buttons before a start, while a clock runs, and at "Go on?"."""

from typing import Any

import pytest

from clock.menu import CLOSED, Button, closed_by, page, pressed
from clock.rules.inputs import (
    Acknowledge,
    Announce,
    Choose,
    Finish,
    HandFault,
    Result,
    Resume,
    Start,
)
from clock.rules.openings import YAMAGUCHI_OFFERS_MAX, Option
from clock.rules.regulations import HandRule
from clock.rules.seats import Hand as Which
from clock.rules.state import Call, Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.menu.test_menu_hand import BUTTONS, Hand, stopped
from tests.rules.games import LEFT, RIGHT, Game

# Before a start


def ready(text: str = "1:00:00", **given: Any) -> Hand:
    return Hand(Game(text, started=False, **given))


def test_ok_starts_with_both_players_there() -> None:
    hand = ready()
    assert hand.hint == "OK start, both here"
    hand.press("ok")
    assert hand.log() == [Start(0)]
    assert hand.state.phase is Phase.RUNNING
    assert hand.closed


@pytest.mark.parametrize(
    ("buttons", "told", "absent"),
    [
        ("+", "OK start, both late", (LEFT, RIGHT)),
        ("+ +", "OK start, left late", (LEFT,)),
        ("+ + +", "OK start, right late", (RIGHT,)),
        ("- -", "OK start, right late", (RIGHT,)),
        ("+ + + + +", "OK start, both here", ()),
    ],
)
def test_plus_and_minus_choose_who_is_there(
    buttons: str, told: str, absent: tuple[object, ...]
) -> None:
    hand = ready()
    hand.press(buttons)
    assert hand.hint == told
    assert hand.closed
    hand.press("ok")
    assert [act.absent for act in hand.acts if isinstance(act, Start)] == [absent]
    assert hand.menu == CLOSED


def test_the_last_choice_before_a_start_is_the_set_up_menu() -> None:
    hand = ready()
    hand.press("-")
    assert hand.hint == "OK set up"
    assert hand.press("ok") == ()
    assert hand.page().title == "Set up"
    assert hand.hint == ""


def test_ok_held_opens_the_organizers_menu_before_a_start() -> None:
    hand = ready()
    hand.press("held")
    assert hand.page().title == "Organizer"


def test_before_a_start_only_what_makes_sense_is_offered() -> None:
    hand = ready()
    hand.press("held")
    assert hand.page().rows == (
        "Left (Black) time",
        "Right (White) time",
        "Moves",
        "Colours",
        "Result",
        "New game",
        "This clock",
        "Back",
    )


def test_nothing_starts_with_both_clappers_down() -> None:
    hand = ready()
    hand.game.adjust(LEFT, to=0)
    hand.game.adjust(RIGHT, to=0)
    assert hand.hint == "OK set up"
    hand.press("ok")
    assert hand.acts == []
    assert hand.page().title == "Set up"


def test_what_was_chosen_before_a_start_is_forgotten_once_the_game_began() -> None:
    hand = ready()
    hand.press("+")
    hand.game.press(RIGHT)
    assert closed_by(hand.menu, hand.state) == CLOSED


# While a clock runs


@pytest.mark.parametrize("button", BUTTONS)
def test_buttons_are_dead_while_a_clock_runs(button: str) -> None:
    hand = Hand(Game())
    assert hand.press(button) == ()
    assert hand.closed
    assert hand.hint == ""


def test_plus_enters_swap_and_takes_it_back() -> None:
    hand = Hand(Game(opening="rif"))
    hand.press("+")
    assert hand.acts == []
    hand.game.move()
    assert hand.hint == "[stay]  + swap"
    hand.press("+")
    assert hand.log() == [Choose(0, RIGHT, Option.SWAP)]
    assert hand.hint == "[swap]  + stay"
    hand.press("+")
    assert hand.state.choice is None
    hand.press("-")
    assert hand.state.choice is Option.SWAP


@pytest.mark.parametrize(
    ("buttons", "entered", "told"),
    [
        ("+", Option.SWAP, "[swap]  + two more"),
        ("+ +", Option.TWO_MORE, "[two more]  + stay"),
        ("+ + +", None, "[stay]  + swap"),
        ("-", Option.TWO_MORE, "[two more]  + stay"),
        ("- -", Option.SWAP, "[swap]  + two more"),
        ("+ + -", Option.SWAP, "[swap]  + two more"),
    ],
)
def test_three_choices_go_forward_and_backward(
    buttons: str, entered: Option | None, told: str
) -> None:
    hand = Hand(Game(opening="swap2"))
    hand.game.move()
    hand.press(buttons)
    assert hand.state.choice is entered
    assert hand.hint == told


def test_minus_counts_the_fifths_that_are_announced_and_plus_still_enters_the_swap() -> None:
    hand = Hand(Game(opening="soosyrv-8"))
    hand.game.press(LEFT)
    assert hand.hint == "- N  [stay]  + swap"
    for count in (*range(1, 9), 0, 1, 2):
        hand.press("-")
        assert hand.state.play.offers == count
    assert hand.log()[-1] == Announce(0, RIGHT, 2)
    hand.press("+")
    assert hand.hint == "[swap]  + stay"
    hand.press("-")
    assert (hand.state.choice, hand.hint) == (None, "- N  [stay]  + swap")
    assert hand.state.play.offers == 2


@pytest.mark.parametrize("button", ["-", "+"])
def test_where_there_is_no_swap_both_buttons_count(button: str) -> None:
    hand = Hand(Game(opening="yamaguchi"))
    assert hand.hint == "- + count N"
    for count in (*range(1, YAMAGUCHI_OFFERS_MAX + 1), 0):
        hand.press(button)
        assert hand.state.play.offers == count
    hand.game.press(LEFT)
    assert hand.hint == "[stay]  + swap"


def test_a_referee_who_is_called_is_told_before_the_count() -> None:
    hand = Hand(Game("5:01", opening="yamaguchi", rules="rif-referees"))
    hand.game.wait(2 * SECOND_NS)
    assert hand.hint == "OK referee is here"
    hand.press("ok")
    assert hand.hint == "- + count N"


@pytest.mark.parametrize("reconstruct", [False, True])
def test_no_choice_is_entered_in_joint_time_and_in_a_reconstruction(reconstruct: bool) -> None:
    game = Game(opening="rif", started=False)
    game.do(Start(0, (LEFT, RIGHT)))
    if reconstruct:
        game.press(LEFT)
        game.move()
        game.stop()
        game.resume(RIGHT, reconstruct=True)
    hand = Hand(game)
    hand.press("+ - ok held")
    assert hand.acts == []


def test_ok_tells_that_the_referee_has_come_to_whom_he_was_called() -> None:
    game = Game("6:00", rules="rif-referees")
    game.wait(2 * MINUTE_NS)
    hand = Hand(game)
    assert hand.hint == "OK referee is here"
    hand.press("ok")
    assert hand.log() == [Acknowledge(0, LEFT)]
    assert hand.state.left.call is Call.CAME
    assert hand.press("ok") == ()


def test_ok_answers_both_calls_of_joint_time_at_once() -> None:
    game = Game("6:00", rules="rif-referees", started=False)
    game.do(Start(0, (LEFT, RIGHT)))
    game.wait(2 * MINUTE_NS)
    hand = Hand(game)
    hand.press("ok")
    assert hand.log() == [Acknowledge(0, LEFT), Acknowledge(0, RIGHT)]


def test_ok_answers_hands_that_did_not_match() -> None:
    game = Game(hand_rule=HandRule.WITNESS)
    game.lay(LEFT, Which.LEFT)
    game.press(LEFT, hand=Which.RIGHT)
    hand = Hand(game)
    hand.press("ok")
    assert hand.log() == [Acknowledge(0, LEFT)]
    assert hand.state.mismatch is None


# Go on?


def test_going_on_shows_both_times_and_whose_clock_will_run_first() -> None:
    hand = stopped(moves=1)
    assert hand.hint == "OK go on   hold: menu"
    assert hand.press("ok") == ()
    assert hand.page().title == "Go on?"
    assert hand.page().rows == ("Left 1:00:00", "Right 1:00:00", "Right (White) runs")
    assert hand.page().selected is None
    hand.press("ok")
    assert hand.log() == [Resume(0)]
    assert hand.state.running is RIGHT
    assert hand.closed


@pytest.mark.parametrize("button", ["-", "+"])
def test_minus_and_plus_leave_go_on(button: str) -> None:
    hand = stopped()
    hand.press(f"ok {button}")
    assert hand.closed
    assert hand.acts == []


@pytest.mark.parametrize("button", ["-", "+"])
def test_minus_and_plus_show_the_whole_setting_in_a_stop(button: str) -> None:
    hand = stopped("40/2:00:00 then 1:00:00")
    hand.press(button)
    assert hand.page().title == "The setting"
    assert " ".join(hand.page().rows).startswith("Both: 40 moves in 2:00:00, then 1:00:00")
    hand.press(button)
    hand.press("ok")
    assert hand.closed
    assert hand.acts == []


def test_joint_time_goes_on_as_joint_time() -> None:
    game = Game(started=False)
    game.do(Start(0, (LEFT, RIGHT)))
    game.stop()
    hand = Hand(game)
    hand.press("ok")
    assert hand.page().rows[2] == "Joint time runs"
    hand.press("ok")
    assert hand.state.phase is Phase.JOINT


@pytest.mark.parametrize("ending", ["claim", "result"])
def test_after_a_claim_and_a_result_going_on_is_not_what_is_selected(ending: str) -> None:
    hand = Hand(Game())
    if ending == "claim":
        hand.game.claim(RIGHT)
    else:
        hand.game.do(Finish(1, Result.DRAW))
    hand.press("ok")
    assert hand.page().title == "Go on?"
    assert "L 1:00:00  R 1:00:00" in hand.page().rows
    assert hand.selected == "No"
    hand.press("ok")
    assert hand.closed
    assert hand.acts == []
    hand.press("ok + ok")
    assert hand.log() == [Resume(0)]
    assert hand.state.running is LEFT


def test_a_result_before_the_game_leads_back_to_the_start() -> None:
    hand = ready()
    hand.game.do(Finish(1, Result.VOID))
    hand.press("ok")
    assert "Finished→Not started" in hand.page().rows
    hand.confirm()
    assert hand.state.phase is Phase.READY


def test_a_fallen_clapper_that_stopped_the_clocks_is_told_at_go_on() -> None:
    hand = Hand(Game("1:00", rules="fide"))
    hand.game.wait(MINUTE_NS)
    assert hand.state.phase is Phase.FALLEN
    hand.press("ok")
    assert hand.page().rows == ("Left 0:00 fallen", "Right 1:00", "Left (Black) runs")


@pytest.mark.parametrize("ending", ["stop", "claim"])
def test_ok_held_turns_go_on_into_the_organizers_menu(ending: str) -> None:
    hand = Hand(Game())
    hand.game.stop() if ending == "stop" else hand.game.claim(LEFT)
    hand.press("ok held")
    assert hand.page().title == "Organizer"
    hand.press("+ held")
    assert hand.page().selected == 1


# What comes from elsewhere


def test_a_claim_closes_go_on_so_that_ok_does_not_overrule_it() -> None:
    hand = stopped()
    hand.press("ok")
    hand.game.claim(RIGHT)
    assert hand.state.phase is Phase.CLAIMED
    assert hand.press("ok") == ()
    assert hand.selected == "No"


def test_a_correction_from_elsewhere_closes_go_on() -> None:
    hand = stopped()
    hand.press("ok")
    hand.game.adjust(LEFT, by=-MINUTE_NS)
    assert page(hand.menu, hand.state) is None
    assert closed_by(hand.menu, hand.state) == CLOSED


def test_a_tick_closes_nothing() -> None:
    hand = stopped()
    hand.press("ok")
    hand.game.wait(MINUTE_NS)
    assert closed_by(hand.menu, hand.state) == hand.menu


def test_clocks_that_go_on_close_the_organizers_menu() -> None:
    hand = stopped()
    hand.organize("Left (Black) time")
    hand.game.resume()
    assert closed_by(hand.menu, hand.state) == CLOSED
    menu, acts = pressed(hand.menu, hand.state, Button.OK, hand.game.now_ns)
    assert (menu, acts) == (CLOSED, ())


def test_a_correction_from_elsewhere_closes_a_question_that_no_longer_holds() -> None:
    hand = stopped()
    hand.organize("Left (Black) time", "-2:00  to 58:00", "Penalty")
    hand.press("+")
    hand.game.adjust(LEFT, by=-MINUTE_NS)
    assert hand.press("ok") == ()
    assert hand.state.left.remaining_ns == 59 * MINUTE_NS


def test_a_correction_from_elsewhere_leaves_a_question_that_still_holds() -> None:
    hand = stopped()
    hand.organize("Left (Black) time", "-2:00  to 58:00", "Penalty")
    hand.game.do(HandFault(hand.game.now_ns, RIGHT))
    assert hand.selected == "No"
