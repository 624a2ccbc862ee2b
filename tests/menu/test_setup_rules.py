"""Who begins, the opening and its rejection, and the regulations are set on the clock."""

import pytest
from msgspec.structs import replace

from clock.menu import CLOSED, plunged
from clock.rules.inputs import Start
from clock.rules.openings import OPENINGS
from clock.rules.regulations import PROFILES, HandRule, OnFlag
from clock.rules.seats import Colour
from clock.rules.units import MINUTE_NS
from tests.menu.setup_hand import SHELF, go, main_row, set_so, setting_up
from tests.menu.test_menu_hand import Hand
from tests.rules.games import LEFT, RIGHT

# Who begins, and what is played


def test_it_is_set_who_begins() -> None:
    hand = setting_up()
    go(hand, "Begins: Left", "Right")
    assert set_so(hand).starter is RIGHT


def test_a_preset_leaves_who_begins() -> None:
    hand = setting_up()
    go(hand, "Begins: Left", "Right", "Preset", "Renju 60 min + 30 s")
    assert set_so(hand).starter is RIGHT


def test_it_is_set_which_colour_begins_where_no_opening_says_so() -> None:
    hand = setting_up()
    go(hand, "Opening: RIF")
    hand.take("None")
    go(hand, "Begins: Left, Black")
    assert hand.page().rows == (
        "Left, Black",
        "Right, Black",
        "Left, White",
        "Right, White",
        "Back",
    )
    hand.take("Right, White")
    assert main_row(hand, "Begins") == "Begins: Right, White"
    setup = set_so(hand)
    assert (setup.starter, setup.first) == (RIGHT, Colour.WHITE)


def test_chess_begins_with_white_until_an_opening_is_chosen() -> None:
    hand = setting_up()
    go(hand, "Preset", "Chess ...", "FIDE 90 min + 30 s")
    assert main_row(hand, "Begins") == "Begins: Left, White"
    go(hand, "Opening: none", "Swap2")
    assert main_row(hand, "Begins") == "Begins: Left"
    assert set_so(hand).first is Colour.BLACK


@pytest.mark.parametrize("preset", ["FIDE 90 min + 30 s", "Rapid 10 + 5"])
def test_chess_begins_with_white_again_once_an_opening_is_taken_back(preset: str) -> None:
    hand = setting_up()
    go(hand, "Preset", "Chess ...", preset, "Begins: Left, White", "Right, White")
    go(hand, "Opening: none", "Swap2", "Opening: Swap2")
    hand.take("None")
    assert main_row(hand, "Begins") == "Begins: Right, White"
    assert set_so(hand).first is Colour.WHITE


@pytest.mark.parametrize("name", OPENINGS)
def test_every_opening_can_be_set(name: str) -> None:
    hand = setting_up()
    go(hand, "Opening: RIF")
    assert hand.selected == "RIF"
    hand.take(hand.page().rows[list(OPENINGS).index(name)])
    assert set_so(hand).opening is OPENINGS[name]


def offering(*names: str) -> Hand:
    """A hand at a rejection that offers these openings."""
    hand = setting_up()
    go(hand, "Opening: ", "By rejection", *(f"[ ] {name}" for name in names))
    return hand


def test_of_three_openings_each_side_rejects_one_and_the_last_is_played() -> None:
    hand = offering("Sakata", "RIF", "Yamaguchi")
    assert hand.page().title == "Left rejects"
    assert hand.page().rows == ("RIF", "Yamaguchi", "Sakata", "Back")
    hand.take("RIF")
    assert hand.page().title == "Right rejects"
    hand.take("Sakata")
    assert hand.selected == "Set the clock so"
    assert set_so(hand).opening is OPENINGS["yamaguchi"]


def test_a_plunger_tells_whose_turn_it_is_to_reject() -> None:
    hand = offering("Sakata", "RIF", "Yamaguchi")
    for seat, title in ((RIGHT, "Right rejects"), (LEFT, "Left rejects"), (RIGHT, "Right rejects")):
        menu = plunged(hand.menu, hand.state, seat)
        assert menu is not None
        hand.menu = menu
        assert hand.page().title == title
    hand.take("RIF")
    assert hand.page().title == "Left rejects"


def test_an_opening_on_offer_can_be_taken_back() -> None:
    hand = setting_up()
    go(hand, "Opening: ", "By rejection", "[ ] RIF", "[ ] Sakata", "[x] RIF")
    assert [row for row in hand.page().rows if row.startswith("[x]")] == ["[x] Sakata"]
    assert "[ ] none" not in hand.page().rows


def test_while_a_setting_is_made_no_plunger_starts_a_game_and_else_every_press_is_the_games() -> (
    None
):
    hand = setting_up()
    assert plunged(hand.menu, hand.state, RIGHT) == hand.menu
    assert plunged(CLOSED, hand.state, RIGHT) is None
    hand.press("-")
    go(hand, "Organizer")
    assert plunged(hand.menu, hand.state, RIGHT) is None
    hand.game.do(Start(hand.game.now_ns))
    assert plunged(setting_up().menu, hand.state, RIGHT) is None


# Regulations


@pytest.mark.parametrize("name", PROFILES)
def test_every_profile_can_be_set(name: str) -> None:
    hand = setting_up()
    go(hand, "Rules: RIF")
    hand.take(hand.page().rows[list(PROFILES).index(name)])
    assert set_so(hand).regulations == PROFILES[name]


def test_a_choice_is_changed_on_a_page_with_its_sentence_and_told_in_the_question() -> None:
    hand = setting_up()
    go(hand, "Rules: RIF", "RIF, referees", "Rules:", "Every choice", "At a fall: play on")
    assert " ".join(hand.page().rows[:-3]) == (
        "When a clapper falls, the other side plays on, or both clocks stop."
    )
    assert hand.selected == "Play on"
    hand.take("Both stop")
    assert hand.selected == "At a fall: both stop"
    go(hand, "Back", "Back")
    assert main_row(hand, "Rules") == "Rules: RIF, referees*"
    go(hand, "Set the clock so")
    assert "Changed: At a fall both stop" in " ".join(hand.page().rows)
    assert set_so(hand).regulations == replace(PROFILES["rif-referees"], on_flag=OnFlag.STOP)


def test_the_sentence_of_a_choice_can_be_read_and_is_nothing_to_take() -> None:
    hand = setting_up()
    go(hand, "Rules: RIF", "Every choice", "Tenths: no")
    hand.press("- -")
    before = hand.page()
    hand.press("ok")
    assert hand.page() == before


def test_times_and_numbers_of_the_regulations_are_entered() -> None:
    hand = setting_up()
    go(hand, "Rules: RIF", "Every choice", "Default time: never", "Set: ")
    hand.press("ok + + + + + + + + + + ok ok")
    assert hand.selected == "Default time: 10:00"
    go(hand, "Record waived: 5:00", "Never")
    go(hand, "Hand warnings: 1", "Set: ")
    hand.press("ok + ok")
    go(hand, "Back", "Back")
    assert set_so(hand).regulations == replace(
        PROFILES["rif"], default_time_ns=10 * MINUTE_NS, record_limit_ns=None, hand_warnings=2
    )


def test_a_referees_call_at_nothing_left_is_refused_in_words() -> None:
    hand = setting_up()
    go(hand, "Rules: RIF", "Every choice", "Referee at: 5:00", "Set: ")
    hand.press("ok - - - - - ok ok")
    go(hand, "Back", "Back", "Set the clock so")
    assert hand.page().title == "Not yet:"
    assert " ".join(hand.page().rows) == "Referee at: expected more than 0"


@pytest.mark.parametrize("hands", [False, True])
def test_hands_are_watched_only_where_the_clock_can_tell_them_apart(hands: bool) -> None:
    hand = setting_up(context=replace(SHELF, hands=hands))
    go(hand, "Rules: RIF", "Every choice", "Same hand: honour")
    assert ("Watched" in hand.page().rows) is hands
    assert ("Enforced" in hand.page().rows) is hands
    if hands:
        go(hand, "Enforced", "Back", "Back")
        assert set_so(hand).regulations.hand_rule is HandRule.ENFORCE
