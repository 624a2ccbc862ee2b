"""A time control is built on the clock, period by period and field by field."""

import pytest

from clock.presets import controls
from clock.rules.control import Method, Period
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.menu.setup_hand import go, main_row, set_so, setting_up
from tests.menu.test_menu_hand import Hand
from tests.rules.games import Game

# A control of one's own


def test_a_control_is_built_field_by_field() -> None:
    hand = setting_up()
    go(hand, "Time: ", "Both", "1: ", "Time: ")
    assert hand.page().rows == ("[2]:00:00",)
    hand.press("- ok")
    assert hand.page().hint == "- + change    OK next"
    hand.press("- - - ok")
    assert hand.page().rows == ("1:57:[00]",)
    assert hand.page().hint == "- + change    OK take"
    hand.press("+ ok")
    assert main_row(hand, "Time") == "Time: 1:57:01"
    go(hand, "Moves: ")
    hand.press("- ok + + ok")
    assert main_row(hand, "Moves") == "Moves: 32"
    go(hand, "No increment", "Increment (Fischer)")
    assert main_row(hand, "Bonus") == "Bonus: 0:30"
    go(hand, "Bonus")
    hand.press("ok - - ok")
    go(hand, "Back", "Back", "Back")
    setup = set_so(hand)
    first = Period(HOUR_NS + 57 * MINUTE_NS + SECOND_NS, 32, Method.INCREMENT, 28 * SECOND_NS)
    assert setup.left == setup.right == (first, Period(HOUR_NS))


def test_a_number_of_no_moves_is_the_rest_of_the_game() -> None:
    hand = setting_up()
    go(hand, "Time: ", "Both", "1: ", "Moves: ")
    hand.press("- - - -")
    assert hand.page().rows == ("[0]0", "(the rest)")
    hand.press("- ok ok")
    assert main_row(hand, "Moves") == "Moves: the rest"


def test_up_to_four_periods_are_added_and_taken_away() -> None:
    hand = setting_up()
    go(hand, "Time: ", "Both", "Add a period")
    assert hand.page().title == "Both, period 3"
    go(hand, "Back", "Add a period", "Back")
    assert "Add a period" not in hand.page().rows
    assert hand.page().rows[:4] == ("1: 40 in 2:00:00", "2: 1:00:00", "3: 30:00", "4: 30:00")
    go(hand, "1: ", "Remove this period")
    assert hand.page().rows[:3] == ("1: 1:00:00", "2: 30:00", "3: 30:00")


def test_the_only_period_stays() -> None:
    hand = setting_up()
    go(hand, "Time: ", "Both", "1: ", "Remove this period", "1: ")
    assert "Remove this period" not in hand.page().rows


def test_the_last_period_comes_again_and_again_until_another_follows() -> None:
    hand = setting_up()
    go(hand, "Time: ", "Both", "2: ")
    assert not any(row.startswith("Again") for row in hand.page().rows)
    go(hand, "Moves: ")
    hand.press("+ ok ok")
    go(hand, "Again and again: no")
    assert main_row(hand, "Again") == "Again and again: yes"
    assert hand.selected == "Again and again: yes"
    go(hand, "Back")
    assert hand.page().rows[1] == "2: each 10 in 1:00:00"
    go(hand, "Add a period", "Back")
    assert hand.page().rows[1] == "2: 10 in 1:00:00"


@pytest.mark.parametrize(
    ("name", "period"),
    [
        ("Bronstein", Period(HOUR_NS, None, Method.BRONSTEIN, 5 * SECOND_NS)),
        ("Delay (US)", Period(HOUR_NS, None, Method.DELAY, 5 * SECOND_NS)),
        ("Byo-yomi", Period(HOUR_NS, None, Method.BYOYOMI, 30 * SECOND_NS, 3)),
        ("Hourglass", Period(HOUR_NS, None, Method.HOURGLASS)),
        ("Counts up", Period(HOUR_NS, None, Method.COUNTUP)),
        ("Gong", Period(HOUR_NS, None, Method.GONG)),
    ],
)
def test_every_method_can_be_set_and_brings_a_bonus_where_it_needs_one(
    name: str, period: Period
) -> None:
    hand = setting_up()
    go(hand, "Time: ", "Both", "1: ", "Remove this period", "1: ", "No increment", name)
    go(hand, "Back", "Back", "Back")
    assert set_so(hand).left == (period,)


def test_byoyomi_periods_are_counted() -> None:
    hand = setting_up()
    go(hand, "Time: ", "Both", "2: ", "No increment", "Byo-yomi", "Times: 3")
    hand.press("ok + + ok")
    assert main_row(hand, "Times") == "Times: 5"


def test_a_seat_has_a_control_of_its_own_and_both_are_made_alike_again() -> None:
    hand = setting_up()
    go(hand, "Time: ", "Right: ", "1: ", "Time: ")
    hand.press("- ok ok ok")
    go(hand, "Back", "Back", "Back")
    assert main_row(hand, "Time") == "Time: each its own"
    go(hand, "Set the clock so")
    told = " ".join(hand.page().rows)
    assert "Left: 40 moves in 2:00:00, then 1:00:00" in told
    assert "Right: 40 moves in 1:00:00, then 1:00:00" in told
    hand.press("ok")
    go(hand, "Time: ", "Both as Left", "Back", "Back")
    setup = set_so(hand)
    assert setup.left == setup.right == controls("rif")[0]


def test_the_same_time_is_told_alike_in_both_rows() -> None:
    hand = setting_up()
    go(hand, "Time: ")
    assert hand.page().rows[1:3] == ("Left: 40/2:00:00 …", "Right: 40/2:00:00 …")


def test_a_control_that_cannot_be_played_is_not_asked_for_and_told_why() -> None:
    hand = setting_up()
    go(hand, "Time: ", "Left: ", "2: ", "Time: ")
    hand.press("- ok ok ok")
    go(hand, "Back", "Back", "Back", "Set the clock so")
    assert hand.page().title == "Not yet:"
    assert " ".join(hand.page().rows).startswith("left period 2 time: expected more than 0")
    hand.press("ok")
    assert hand.page().title == "Set up"
    assert hand.acts == []


def test_what_a_clock_shows_at_the_start_is_kept_until_its_control_is_another() -> None:
    game = Game("1:00:00", shows=(10 * MINUTE_NS, 20 * MINUTE_NS), started=False)
    hand = Hand(game)
    hand.press("- ok")
    go(hand, "Time: ", "Left: ", "1: ", "Time: ")
    hand.press("+ ok ok ok")
    go(hand, "Back", "Back", "Back", "Set the clock so")
    assert "Right shows 20:00 at" in hand.page().rows
    assert "Left shows" not in " ".join(hand.page().rows)
    setup = set_so(hand)
    assert (setup.left_remaining_ns, setup.right_remaining_ns) == (None, 20 * MINUTE_NS)
