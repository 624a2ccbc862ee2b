"""Armageddon: different times are the colours', and turn with who begins."""

import pytest

from clock.menu.levels import CLOSED
from clock.presets import controls
from clock.rules.inputs import Finish, Result, SetColours
from clock.rules.machine import begin
from clock.rules.seats import LEFT, Colour
from tests.menu.menu_driver import CONTEXT, MenuDriver, preset_setup, ready, set_so, stopped
from tests.rules.games import RIGHT, Game

FIVE, FOUR = controls("5m")[0], controls("4m")[0]


def test_the_question_of_the_next_game_says_whose_time_is_what_and_ok_turns_the_times_too() -> None:
    hand = MenuDriver(Game(started=False))
    hand.game.state = begin(preset_setup("armageddon"))
    hand.game.start()
    hand.game.stop()
    hand.press("+ ok")
    for words in (
        ("L 5:00  R 4:00", "Left begins again", "OK Right begins"),
        ("L 4:00  R 5:00", "Right begins as White", "OK Left begins"),
    ):
        assert hand.rows[-3:] == words
        hand.press("ok")
    hand.press("ok")
    hand.confirm()
    setup = hand.state.setup
    assert (setup.starter, setup.left, setup.right) == (RIGHT, FOUR, FIVE)
    assert hand.state.left.remaining_ns < hand.state.right.remaining_ns


def test_the_next_game_of_ten_minutes_against_two_says_that_each_seat_keeps_its_time() -> None:
    hand = stopped("10:00", right="2:00", kind="chess", first=Colour.WHITE)
    hand.press("+ ok ok")
    assert "L 10:00  R 2:00" in hand.rows
    hand.confirm()
    assert (hand.state.setup.left, hand.state.setup.starter) == (controls("10m")[0], RIGHT)


def corrected_to(hand: MenuDriver, *rows: str) -> None:
    """Correct the setup of a stopped game, end it, and begin the next one."""
    hand.organize("Correct setup", *rows)
    hand.confirm()
    hand.game.act(Finish, Result.LEFT)
    hand.menu = CLOSED
    hand.press("ok")
    hand.confirm()


@pytest.mark.rule("corrections: setup")
def test_a_game_corrected_to_armageddon_is_followed_by_one_in_which_white_has_more_time() -> None:
    hand = stopped("5:00+3", kind="chess", first=Colour.WHITE, context=CONTEXT)
    corrected_to(hand, "Armageddon")
    setup = hand.state.setup
    assert (setup.starter, setup.left, setup.right) == (RIGHT, FOUR, FIVE)


@pytest.mark.rule("corrections: setup")
def test_after_corrected_colours_armageddon_gives_the_present_white_more_time() -> None:
    hand = stopped("5:00+3", kind="chess", first=Colour.WHITE, context=CONTEXT)
    hand.game.act(SetColours, LEFT)
    corrected_to(hand, "Armageddon")
    setup = hand.state.setup
    assert (setup.starter, setup.left, setup.right) == (LEFT, FIVE, FOUR)


@pytest.mark.rule("corrections: setup")
def test_armageddon_corrected_to_ten_minutes_against_two_leaves_the_times_with_the_seats() -> None:
    hand = MenuDriver(Game(started=False), CONTEXT)
    hand.game.state = begin(preset_setup("armageddon"))
    hand.game.start()
    hand.game.stop()
    corrected_to(hand, "Times ...", "Each side ...", "10 min", "2 min")
    setup = hand.state.setup
    assert (setup.starter, setup.times_by_colour) == (RIGHT, False)
    assert (setup.left, setup.right) == (controls("10m")[0], controls("2m")[0])


@pytest.mark.rule("corrections: list")
def test_after_corrected_colours_the_one_who_was_black_begins_the_next_game_of_chess() -> None:
    hand = stopped("5:00+3", kind="chess", first=Colour.WHITE)
    hand.game.act(SetColours, LEFT)
    hand.game.act(Finish, Result.RIGHT)
    hand.press("ok")
    assert "Left begins as White" in hand.rows
    hand.confirm()
    assert (hand.state.setup.starter, hand.state.play.black) == (LEFT, RIGHT)


@pytest.mark.rule("corrections: list")
def test_once_the_game_has_begun_the_question_of_the_colours_says_that_each_seat_has_its_time() -> (
    None
):
    hand = MenuDriver(Game(started=False))
    hand.game.state = begin(preset_setup("armageddon"))
    hand.game.start()
    hand.game.stop()
    hand.organize("Colours", "Make Left Black", "Wrong setting")
    facts = list(hand.rows)
    hand.press("+")
    facts += hand.rows
    assert {"Left 5:00  Right 4:00", "Times do not change"} <= set(facts)


@pytest.mark.rule("corrections: list")
def test_before_a_start_the_organizer_turns_colours_and_times_and_undoes_both() -> None:
    hand = ready()
    before = hand.game.state = begin(preset_setup("armageddon"))
    hand.press("held")
    hand.take("Colours", "Make Left Black", "Wrong setting")
    assert {"Left 5:00→4:00", "Right 4:00→5:00"} <= set(hand.rows)
    hand.confirm()
    state = hand.state
    assert (state.setup.left, state.setup.right, state.turn) == (FOUR, FIVE, RIGHT)
    assert state.left.terms == FOUR[0]
    while "Undo" not in hand.rows:
        hand.press("stop")
    hand.take("Undo")
    hand.confirm()
    assert (hand.state.setup, hand.state.left) == (before.setup, before.left)


def test_the_whole_setup_has_a_row_for_whose_different_times_are() -> None:
    hand = ready(
        "10:00", right="2:00", kind="chess", rules="fide", first=Colour.WHITE, context=CONTEXT
    )
    hand.press("-")
    hand.take("Whole setup ...", "Times: by seat")
    hand.take("Begins: ", "Right, White")
    setup = set_so(hand)
    assert (setup.times_by_colour, setup.starter) == (True, RIGHT)
    assert (setup.left, setup.right) == (controls("2m")[0], controls("10m")[0])
    hand.press("-")
    hand.take("Whole setup ...", "Time: ", "Both as Left", "Back", "Back")
    assert "Times: by" not in hand.text
    assert not set_so(hand).times_by_colour
