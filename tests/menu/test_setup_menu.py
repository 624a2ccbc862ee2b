"""The set-up menu: presets in a few presses, the question, and what can be read."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from clock.menu import CLOSED
from clock.menu.setup.places import MenuContext
from clock.presets import controls, find_presets
from clock.presets.offers import offers_of
from clock.rules.control import Control, Period
from clock.rules.inputs import Start
from clock.rules.openings import OPENINGS
from clock.rules.regulations import PROFILES
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, MINUTE_NS
from clock.text.control import setting_rows
from tests.menu.setup_hand import PRESSES_MAX, SHELF, go, main_row, power_on, set_so, setting_up
from tests.menu.test_menu_hand import Hand
from tests.rules.games import Game

# Presets


def test_ninety_and_thirty_with_soosyrv_and_referees_needs_at_most_twelve_presses() -> None:
    hand = power_on()
    hand.press("-")
    assert hand.hint == "OK set up"
    hand.press("ok")
    hand.take("Renju 90 min + 30 s")
    assert hand.selected == "Set the clock so"
    hand.take("Rules: RIF")
    hand.take("RIF, referees")
    assert hand.selected == "Set the clock so"
    hand.press("ok")
    setup = set_so(hand)
    assert hand.presses <= PRESSES_MAX
    assert (setup.left, setup.right) == controls("90m+30s")
    assert setup.opening is OPENINGS["soosyrv-8"]
    assert setup.regulations == PROFILES["rif-referees"]


def test_the_question_shows_the_whole_setting_and_the_times_beside_the_answer() -> None:
    hand = power_on()
    hand.press("- ok")
    hand.take("Renju 90 min + 30 s", "Back")
    assert hand.hint == "OK start, both here"
    hand.press("- ok")
    hand.take("Renju 90 min + 30 s")
    go(hand, "Set the clock so")
    assert hand.page().rows == (
        "Opening: Soosyrv-8",
        "Left begins",
        "Rules: RIF",
        "Both: 1:30:00; +30 s",
        "a move from the first",
        "No",
        "Yes",
    )
    assert hand.selected == "No"
    assert "Both: 1:30:00; +30 s a move from the first. Opening: Soosyrv-8." in hand.page().sentence
    hand.press("ok")
    assert hand.page().title == "Set up"
    assert hand.acts == []


@pytest.mark.parametrize("offer", SHELF.offers, ids=[offer.name for offer in SHELF.offers])
def test_every_preset_can_be_set(offer: object) -> None:
    assert offer in SHELF.offers
    (found,) = [each for each in SHELF.offers if each is offer]
    hand = power_on()
    hand.press("- ok")
    game = {"gomoku": "Gomoku ...", "chess": "Chess ...", "go": "Go ..."}.get(found.game)
    if game is not None:
        hand.take(game)
    index = [each for each in SHELF.offers if each.game == found.game].index(found)
    hand.take(hand.page().rows[index])
    if found.setup.match is not None:
        hand.take("Right is the expert")
    assert set_so(hand) == found.setup


def test_presets_are_told_apart_in_their_list() -> None:
    for game in ("renju", "gomoku", "chess", "go"):
        hand = power_on()
        hand.press("- ok")
        if game != "renju":
            hand.take(f"{game.capitalize()} ...")
        rows = hand.page().rows
        assert len(set(rows)) == len(rows)
        assert not any("…" in row for row in rows)


def test_the_list_of_presets_opens_on_the_one_that_is_set() -> None:
    hand = Hand(Game("5:00", rules="club", started=False), SHELF)
    hand.press("- ok")
    assert hand.page().title == "Chess"
    assert hand.selected == "Blitz 5 min"
    assert "Blitz 5 min, for the game: 5:00." in hand.page().sentence


def test_the_users_own_presets_have_a_list_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('[ours]\ntitle = "Ours"\ncontrol = "7m"\n')
    hand = power_on(context=MenuContext(offers_of(find_presets(tmp_path))))
    hand.press("- ok")
    hand.take("Your own ...", "Ours")
    assert set_so(hand).left == (Period(7 * MINUTE_NS),)


def test_without_presets_the_set_up_menu_opens_by_itself() -> None:
    hand = power_on(context=MenuContext())
    hand.press("- ok")
    assert hand.page().title == "Set up"
    hand.press("ok")
    assert hand.page().rows == ("Back",)


# Reading, and leaving


def test_the_whole_setting_is_read_before_it_is_set() -> None:
    hand = setting_up()
    go(hand, "Read all of it")
    assert hand.page().title == "The setting"
    assert hand.page().rows == setting_rows(hand.state.setup)
    assert hand.page().rows[0] == "Both: 40 moves in"
    hand.press("- + +")
    assert hand.page().selected == 2
    hand.press("ok")
    assert hand.page().title == "Set up"


def test_a_short_manual_is_on_the_clock() -> None:
    hand = setting_up()
    go(hand, "Manual")
    titles = hand.page().rows[:-1]
    assert "Stop and claim" in titles
    for title in titles:
        hand.take(title)
        assert hand.page().title == title
        assert 3 <= len(hand.page().rows) <= 8
        hand.press("ok")


def test_what_was_being_set_is_forgotten_when_the_menu_is_left() -> None:
    hand = setting_up()
    go(hand, "Opening: RIF", "Swap2", "Back")
    assert hand.menu == CLOSED
    hand.press("- ok -")
    hand.press("ok")
    assert main_row(hand, "Opening") == "Opening: RIF"


def test_ok_held_loses_nothing_of_a_setting_that_is_made() -> None:
    hand = setting_up()
    go(hand, "Opening: RIF", "Swap2")
    before = hand.menu
    hand.press("held")
    assert hand.menu == before


def test_the_organizers_menu_is_reached_from_the_set_up_menu() -> None:
    hand = setting_up()
    go(hand, "Organizer")
    assert hand.page().title == "Organizer"
    hand.press("held")
    assert hand.page().title == "Organizer"


def test_a_game_that_begins_closes_the_set_up_menu() -> None:
    hand = setting_up()
    hand.game.do(Start(hand.game.now_ns))
    assert hand.closed
    assert hand.state.phase is Phase.RUNNING


def test_a_control_of_more_periods_than_can_be_built_is_kept() -> None:
    long: Control = tuple(Period(HOUR_NS, 10) for _ in range(6))
    hand = setting_up()
    assert hand.menu.draft is not None
    draft = replace(hand.menu.draft, left=long, right=long)
    hand.menu = replace(hand.menu, draft=draft)
    go(hand, "Begins: ", "Right")
    assert set_so(hand).left == long
