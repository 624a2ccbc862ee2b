"""The menu of the clock's own settings: reached, read, and changed by three buttons."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from clock.menu import ChangeSettings
from clock.menu.own.menu import own_pressed
from clock.menu.own.pages import own_page
from clock.menu.own.places import Dial, OwnLevel, OwnListing, OwnPick
from clock.menu.settings import Settings, Sound, Volumes
from clock.text.glyphs import ROW, fits
from clock.text.language import LANGUAGES, speaking
from tests.menu.setup_hand import power_on, setting_up
from tests.menu.test_menu_hand import Hand, stopped
from tests.rules.games import Game

MAIN = (
    "All sound: on",
    "Click: 3",
    "Last seconds: 6",
    "Byo-yomi: 6",
    "Call: 8",
    "Fall: 8",
    "Brightness: 10",
    "Language: English",
    "Back",
)


def before_a_start() -> Hand:
    hand = setting_up()
    hand.take("This clock")
    return hand


def in_a_stop() -> Hand:
    hand = stopped(moves=3)
    hand.organize("This clock")
    return hand


OPENED = pytest.mark.parametrize("opened", [before_a_start, in_a_stop])


@OPENED
def test_before_a_start_and_in_a_stop_the_whole_of_it_is_read(opened: Callable[[], Hand]) -> None:
    hand = opened()
    assert (hand.page().title, hand.page().rows) == ("This clock", MAIN)
    hand.take("Back")
    assert hand.page().title in ("Set up", "Organizer")
    assert hand.acts == []


@OPENED
@pytest.mark.parametrize("sound", Sound)
def test_a_volume_is_heard_at_every_step_and_holds_at_once(
    opened: Callable[[], Hand], sound: Sound
) -> None:
    hand = opened()
    row = MAIN[1 + list(Sound).index(sound)]
    hand.take(row)
    before = getattr(Volumes(), sound.value)
    hand.press("+")
    (act,) = hand.press("+")
    volumes = replace(Volumes(), **{sound.value: min(10, before + 2)})
    assert act == ChangeSettings(Settings(volumes=volumes), sound)
    assert hand.page().rows[0] == f"[{min(10, before + 2)}]"
    hand.press(" ".join(["-"] * 12))
    assert hand.page().rows == ("[0]", "----------")
    hand.press("ok")
    assert hand.selected == row.replace(f"{before}", "0")


def test_all_sound_is_off_by_one_press_and_the_volumes_stay() -> None:
    hand = before_a_start()
    assert hand.press("ok") == (ChangeSettings(Settings(sound=False)),)
    assert hand.page().rows == ("All sound: off", *MAIN[1:])
    hand.take("Fall: 8")
    assert hand.page().rows == ("[8]", "========--", "All sound is off")
    assert "All sound is off." in hand.page().sentence
    hand.press("ok")
    hand.take("All sound: off")
    assert hand.acts[-1] == ChangeSettings(Settings())


def test_the_brightness_goes_from_1_to_10() -> None:
    hand = before_a_start()
    hand.take("Brightness: 10")
    hand.press("- - -")
    assert hand.acts[-1] == ChangeSettings(Settings(brightness=7))
    hand.press(" ".join(["-"] * 12))
    assert hand.acts[-1] == ChangeSettings(Settings(brightness=1))
    assert hand.page().rows == ("[1]", "=---------")


@OPENED
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_is_taken_by_its_own_name(opened: Callable[[], Hand], code: str) -> None:
    hand = opened()
    hand.take("Language: English")
    assert hand.page().rows == (*LANGUAGES.values(), "Back")
    hand.take(LANGUAGES[code])
    assert hand.acts == [ChangeSettings(Settings(language=code))]
    assert f"Language: {LANGUAGES[code]}" in hand.page().rows


def test_leaving_the_languages_changes_nothing() -> None:
    hand = before_a_start()
    hand.take("Language: English", "Back")
    assert hand.page().rows == MAIN
    assert hand.acts == []


def test_from_power_on_all_sound_is_off_within_twelve_presses() -> None:
    hand = power_on()
    hand.press("- ok")
    hand.take("Back", "This clock", "All sound: on")
    assert hand.presses <= 12
    assert hand.acts == [ChangeSettings(Settings(sound=False))]


def test_while_a_clock_runs_no_button_reaches_it() -> None:
    hand = Hand(Game())
    for buttons in ("held", "- ok", "+ ok", "ok held", "- - ok", "+ + ok + ok"):
        hand.press(buttons)
        assert hand.closed
    assert not any(isinstance(act, ChangeSettings) for act in hand.acts)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_of_it_fits_in_every_language(code: str) -> None:
    loud = Settings(language=code)
    quiet = replace(loud, sound=False)
    dials: list[OwnLevel] = [Dial(sound) for sound in (*Sound, None)]
    lists: list[OwnLevel] = [OwnPick(listing, at) for listing in OwnListing for at in range(4)]
    with speaking(code):
        for settings in (loud, quiet):
            for level in (*dials, *lists):
                shown = own_page(level, settings)
                assert all(fits(row) for row in (shown.title, shown.hint)), shown
                assert all(len(row) <= ROW or fits(row) for row in shown.rows), shown
                assert shown.sentence.startswith(shown.title)


def test_a_list_goes_round_and_a_dial_ends_at_its_ends() -> None:
    assert own_pressed(OwnPick(cursor=0), Settings(), -1) == ((OwnPick(cursor=8),), None)
    (dial,), act = own_pressed(Dial(), Settings(), 1)
    assert (dial, act) == (Dial(), ChangeSettings(Settings()))
