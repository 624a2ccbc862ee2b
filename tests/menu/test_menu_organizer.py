"""The organizer's menu: every item, its before and after, and the question before it is done."""

import pytest

from clock.menu import words
from clock.menu.access import Opens, Organizer
from clock.menu.setup.places import MenuContext
from clock.rules.inputs import (
    Adjust,
    Finish,
    Result,
    SetByoyomi,
    SetColours,
    SetMoves,
    SetPeriod,
)
from clock.rules.openings import Option
from clock.rules.regulations import Rollover
from clock.rules.seats import Colour, Seat
from clock.rules.units import DURATION_NS_MAX, HOUR_NS, MINUTE_NS, SECOND_NS
from tests.menu.test_menu_hand import Hand, stopped
from tests.rules.games import LEFT, RIGHT, Game

QUESTION = ("No", "Yes")


def test_everything_that_makes_sense_in_a_stop_is_offered() -> None:
    hand = stopped("40/2:00:00 then 1:00:00", moves=1, opening="rif")
    hand.game.resume()
    hand.game.choose(RIGHT, Option.SWAP)
    hand.game.move()
    hand.game.stop()
    hand.press("ok held")
    assert hand.page().rows == (
        "Result",
        "Left (White) time",
        "Right (Black) time",
        "Moves",
        "Take back last press",
        "Colours",
        "Last press was a move",
        "Correct the setting",
        "Hand fault by Left",
        "Hand fault by Right",
        "Warn Left",
        "Warn Right",
        "Go on with Left",
        "Go on with Right",
        "Left rebuilds board",
        "Right rebuilds board",
        "New game",
        "This clock",
        "Back",
    )


TURNED = MenuContext(organizer=Organizer(Opens.KEY), key=True)


@pytest.mark.parametrize("claims", [(), (LEFT,), (LEFT, RIGHT)])
def test_what_is_wanted_most_often_comes_first(claims: tuple[Seat, ...]) -> None:
    hand = stopped(moves=2, context=TURNED)
    for seat in claims:
        hand.game.claim(seat)
    hand.press("ok held")
    assert hand.page().rows[:5] == (
        "Go on",
        "Result",
        "Left (Black) time",
        "Right (White) time",
        "Moves",
    )


def test_after_a_result_only_what_is_possible_then_is_offered() -> None:
    hand = stopped(moves=2, context=TURNED)
    hand.game.do(Finish(hand.game.now_ns, Result.DRAW, "agreed"))
    hand.press("ok held + + ok")
    assert hand.page().rows == ("Go on", "Result", "Reopen", "New game", "This clock", "Back")


def test_a_list_goes_round_and_back_leaves_it() -> None:
    hand = stopped()
    hand.press("ok held -")
    assert hand.selected == "Back"
    hand.press("+")
    assert hand.page().selected == 0
    hand.press("- ok")
    assert hand.closed


@pytest.mark.parametrize(
    "path", ["Left (Black) time", "Colours", "Correct the setting", "Result", "New game"]
)
def test_back_leaves_every_list_for_the_one_before(path: str) -> None:
    hand = stopped()
    hand.organize(path, "Back")
    assert hand.page().title == "Organizer"
    assert hand.selected == path
    assert hand.acts == []


# Time


def test_time_is_taken_by_a_preset_amount_with_a_reason() -> None:
    hand = stopped(moves=1)
    hand.organize("Right (White) time")
    assert hand.page().title == "Right (White)"
    assert hand.selected == "-1:00  to 59:00"
    assert hand.page().rows == (
        "-5:00  to 55:00",
        "-2:00  to 58:00",
        "-1:00  to 59:00",
        "-0:10  to 59:50",
        "+0:10  to 1:00:10",
        "+1:00  to 1:01:00",
        "+2:00  to 1:02:00",
        "+5:00  to 1:05:00",
        "Set to",
        "Back",
    )
    hand.take("-2:00  to 58:00")
    assert hand.page().title == "Why"
    assert hand.selected == "Penalty"
    hand.press("ok")
    assert hand.page().title == "Penalty?"
    assert hand.page().rows == ("Right 1:00:00→58:00", *QUESTION)
    assert hand.page().sentence.startswith("Penalty? Right: 1:00:00 becomes 58:00. No is selected.")
    hand.confirm()
    assert hand.log() == [Adjust(0, RIGHT, delta_ns=-2 * MINUTE_NS, reason="penalty")]
    assert hand.page().title == "Organizer"
    assert hand.selected == "Right (White) time"


def test_all_that_drop_the_clapper_are_one_item() -> None:
    hand = stopped("0:10")
    hand.organize("Left (Black) time")
    assert hand.page().rows[:2] == ("All: clapper falls", "+0:10  to 0:20")
    assert hand.selected == "+0:10  to 0:20"
    hand.take("All: clapper falls", "Penalty")
    hand.confirm()
    assert hand.log() == [Adjust(0, LEFT, delta_ns=-10 * SECOND_NS, reason="penalty")]


@pytest.mark.rule("gomoku 11.9.3")
def test_a_penalty_that_is_more_than_a_period_has_goes_on_into_the_next() -> None:
    hand = stopped("0:30 and 3x20")
    hand.organize("Left (Black) time")
    assert hand.page().rows[:3] == ("All: clapper falls", "-1:00  to 0:10", "-0:10  to 0:20")
    hand.take("-1:00  to 0:10", "Penalty")
    assert hand.page().rows[:2] == ("Left byo-yomi 3→2", "Left 0:30→0:10")


@pytest.mark.parametrize("reason", words.REASONS)
def test_every_reason_goes_into_the_log(reason: str) -> None:
    hand = stopped()
    hand.organize("Left (Black) time", "+1:00  to 1:01:00")
    assert hand.selected == "Compensation"
    hand.take(reason.capitalize())
    hand.confirm()
    assert hand.log() == [Adjust(0, LEFT, delta_ns=MINUTE_NS, reason=reason)]


def test_an_amount_that_drops_the_clapper_says_so() -> None:
    hand = stopped("1:00")
    hand.organize("Left (Black) time")
    assert hand.selected == "-0:10  to 0:50"
    assert hand.page().rows[:3] == ("All: clapper falls", "-0:10  to 0:50", "+0:10  to 1:10")
    hand.take("All: clapper falls", "Penalty")
    assert hand.page().rows == ("Left clapper up→down", "Left 1:00→0:00", *QUESTION)
    hand.confirm()
    assert hand.state.left.fallen
    hand.take("Left (Black) time")
    assert hand.page().rows[0] == "+0:10  to 0:10"
    hand.take("+1:00  to 1:00", "Wrong setting")
    assert hand.page().rows[:2] == ("Left clapper down→up", "Left 0:00→1:00")


def test_a_time_is_set_field_by_field() -> None:
    hand = stopped("1:00:00")
    hand.organize("Left (Black) time", "Set to")
    assert hand.page().rows == ("Set to [1]:00:00", "Now 1:00:00")
    assert hand.page().hint == "- + hours     OK next"
    hand.press("+ + ok")
    assert hand.page().rows[0] == "Set to 3:[00]:00"
    hand.press("- ok")
    assert hand.page().rows[0] == "Set to 3:59:[00]"
    assert hand.page().hint == "- + seconds   OK take"
    hand.press("+ + ok")
    assert hand.selected == "Wrong setting"
    hand.press("ok")
    assert hand.page().rows == ("Left 1:00:00→3:59:02", *QUESTION)
    hand.confirm()
    set_ns = 3 * HOUR_NS + 59 * MINUTE_NS + 2 * SECOND_NS
    assert hand.log() == [Adjust(0, LEFT, remaining_ns=set_ns, reason="wrong setting")]


def test_a_time_that_was_not_changed_is_not_asked_about() -> None:
    hand = stopped()
    hand.organize("Left (Black) time", "Set to")
    hand.press("ok ok ok")
    assert hand.selected == "Set to"


def test_a_time_that_was_entered_is_forgotten_on_the_way_back() -> None:
    hand = stopped()
    hand.organize("Left (Black) time", "Set to")
    hand.press("+ ok ok ok")
    hand.take("Back")
    assert hand.selected == "Set to"
    hand.press("ok")
    assert hand.page().rows[0] == "Set to [1]:00:00"


def test_hours_stop_at_their_ends() -> None:
    hand = stopped("0:59")
    hand.organize("Left (Black) time", "Set to")
    hand.press("-")
    assert hand.page().rows[0] == "Set to [0]:00:59"
    hand.press(" ".join(["+"] * 1005))
    assert hand.page().rows[0] == "Set to [999]:00:59"


def test_a_change_that_is_too_long_for_a_row_takes_two() -> None:
    hand = Hand(Game("1:00", started=False, shows=(DURATION_NS_MAX, DURATION_NS_MAX)))
    hand.press("held")
    hand.take("Right (White) time", "+5:00  to 1000:05:00", "Other")
    assert hand.page().title == "Other reason?"
    assert hand.page().rows == ("Right 1000:00:00", "→ 1000:05:00", *QUESTION)


# Moves, period, turn, colours


def test_the_move_counter_is_shown_for_each_colour() -> None:
    hand = stopped(moves=3)
    hand.organize("Moves")
    assert hand.page().rows == ("Set to 3", "Black 2", "White 1", "Now 3")
    hand.press("+ ok")
    assert hand.selected == "Missed press"
    hand.press("ok")
    assert hand.page().rows == ("To move Right→Left", "White's 1→2", "Moves 3→4", *QUESTION)
    hand.confirm()
    assert hand.log() == [SetMoves(0, 4, "missed press")]


def test_moves_end_at_none_and_unchanged_ones_are_not_asked_about() -> None:
    hand = stopped()
    hand.organize("Moves")
    hand.press("-")
    assert hand.page().rows[0] == "Set to 0"
    hand.press("ok")
    assert hand.selected == "Moves"


def test_moves_that_bring_the_next_period_show_its_time_too() -> None:
    hand = stopped("2/10:00 then 5:00", moves=3)
    hand.organize("Moves")
    hand.press("+ ok ok")
    assert hand.page().rows == (
        "To move Right→Left",
        "Right period 1→2",
        "White's 1→2",
        "Moves 3→4",
        "Right 10:00→15:00",
        *QUESTION,
    )
    hand.press("- ok")
    assert hand.selected == "Right 10:00→15:00"
    assert hand.page().hint == "- + read"
    hand.press("+")
    hand.confirm()
    assert hand.state.right.remaining_ns == 15 * MINUTE_NS


def test_moves_that_are_to_be_counted_can_be_found_right() -> None:
    game = Game("5/1:00 then 1:00", rollover=Rollover.AT_ZERO_BOTH)
    game.make(3)
    game.wait(MINUTE_NS)
    game.stop()
    assert game.state.count_moves
    hand = Hand(game)
    hand.organize("Moves")
    hand.press("ok")
    hand.take("Other")
    assert hand.page().rows == ("Moves counted no→yes", *QUESTION)
    hand.confirm()
    assert hand.log() == [SetMoves(0, 3, "other")]


def test_a_period_that_comes_by_time_is_chosen_from_those_of_the_control() -> None:
    hand = stopped("40/2:00:00 then 40/1:00:00 then 0:30:00", rollover=Rollover.AT_ZERO)
    hand.organize("Left (Black) period")
    assert hand.page().rows == ("Period 2", "Period 3", "Back")
    hand.take("Period 3", "Wrong setting")
    assert hand.page().rows == ("Left period 1→3", "Left 2:00:00→3:30:00", *QUESTION)
    hand.confirm()
    assert hand.log() == [SetPeriod(0, LEFT, 3, "wrong setting")]


def test_a_period_that_comes_by_moves_is_not_set() -> None:
    hand = stopped("40/2:00:00 then 1:00:00")
    hand.press("ok held")
    assert not [row for row in hand.page().rows if "period" in row]


def test_a_control_that_repeats_offers_the_next_period() -> None:
    hand = stopped("*2/10:00", moves=8, rollover=Rollover.AT_ZERO)
    hand.organize("Left (Black) period")
    assert hand.page().rows == ("Period 2", "Back")


def test_byo_yomi_periods_are_set_now_or_for_when_main_time_is_used_up() -> None:
    hand = stopped("0:10 and 3x30", moves=1, rules="go-egf")
    hand.organize("Right byo-yomi")
    assert hand.selected == "4 periods left"
    hand.take("2 periods left", "Penalty")
    assert hand.page().rows == ("Right byo-yomi 3→2", *QUESTION)
    hand.confirm()
    assert hand.log() == [SetByoyomi(0, RIGHT, 2, "penalty")]
    hand.game.resume()
    hand.game.wait(15 * SECOND_NS)
    hand.game.stop()
    hand = Hand(hand.game)
    hand.organize("Right byo-yomi", "1 period left", "Penalty")
    assert hand.page().rows == ("Right byo-yomi 2→1", *QUESTION)


def test_colours_are_turned_or_settled_while_open() -> None:
    hand = stopped(opening="swap2")
    hand.organize("Colours")
    assert hand.page().rows == ("Left is Black", "Right is Black", "Back")
    hand.take("Right is Black", "Wrong setting")
    assert hand.page().rows == ("Black ?→Right", "To move Left→Right", *QUESTION)
    hand.confirm()
    assert hand.log() == [SetColours(0, RIGHT, "wrong setting")]
    hand.take("Colours")
    assert hand.page().rows == ("Left is Black", "Back")


def test_before_a_start_the_colours_say_who_begins() -> None:
    hand = Hand(Game(started=False))
    hand.press("held")
    hand.take("Colours", "Right is Black", "Wrong setting")
    assert "Begins Left→Right" in hand.page().rows
    hand.confirm()
    assert hand.state.setup.starter is RIGHT


def test_with_white_first_the_counter_that_is_entered_gives_white_the_odd_move() -> None:
    hand = stopped(moves=4, first=Colour.WHITE)
    hand.organize("Moves")
    hand.press("+")
    assert hand.page().rows == ("Set to 5", "Black 2", "White 3", "Now 4")
    hand.press("ok")
    hand.take("Missed press")
    assert "White's 2→3" in hand.page().rows
