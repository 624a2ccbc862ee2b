"""The plain words of time controls, openings and regulations: complete, true, and short enough."""

from enum import Enum

import pytest
from msgspec.structs import replace

from clock.presets import controls_of, find_presets
from clock.rules.regulations import PROFILES
from clock.text.control import plain, setup_sentences
from clock.text.glyphs import ROW, fits
from clock.text.glyphs import plain as drawn
from clock.text.regulations import (
    CHOICES,
    choice_name,
    choice_sentence,
    profile_name,
    profile_sentence,
    profile_short_name,
    value_text,
)
from clock.text.rows import FigureChange, Key, Row, cut_title, display_rows, spoken
from clock.text.words import control_rows
from tests.rules.games import control, setup

# Time controls


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1:00:00", "1:00:00"),
        ("999:00:00", "999:00:00"),
        ("5:00+3", "5:00; +3 s a move from move 1"),
        ("5:00+0.5", "5:00; +0.5 s a move from move 1"),
        ("40/2:00:00 then 1:00:00", "40 moves in 2:00:00, then 1:00:00"),
        ("40/2:00:00+30 then 1:00:00+30",
         "40 moves in 2:00:00, then 1:00:00; +30 s a move from move 1"),
        ("40/2:00:00 then 20/1:00:00 then 15:00+30",
         "40 moves in 2:00:00, then 20 moves in 1:00:00, then 15:00; +30 s a move from move 61"),
        ("40/2:00:00+30 then 1:00:00", "40 moves in 2:00:00 and +30 s a move, then 1:00:00"),
        ("40/2:00:00+30 then 1:00:00+10",
         "40 moves in 2:00:00 and +30 s a move, then 1:00:00 and +10 s a move"),
        ("2:00:00 then &30/30:00", "2:00:00, then 30 moves in 30:00, repeating"),
        ("1:00:00 then *15/5:00",
         "1:00:00, then 15 moves in 5:00, repeating, unused time is dropped"),
        ("1:00:00d5", "1:00:00; a delay of 5 s a move from move 1"),
        ("25:00b10", "25:00; up to 10 s back per move from move 1"),
        ("30:00 and 3x1:00", "30:00 and 3 periods of 1 min"),
        ("0 and 1x90", "1 period of 1:30"),
        ("hourglass 5:00", "5:00, an hourglass: what one player uses, the other gains"),
        ("gong 10", "0:10 for every move, with a gong"),
        ("countup 0", "counting up from 0:00"),
    ],
)  # fmt: skip
def test_a_control_in_a_sentence(text: str, words: str) -> None:
    assert plain(control(text)) == words


@pytest.mark.parametrize(
    ("text", "row"),
    [("30:00 and 3x1:00", "30:00 3x1 min"), ("40/2:00:00d5", "40 in 2:00:00 d5s"),
     ("1:00:00d5", "1:00:00 delay 5s"), ("5:00+60", "5:00 +1 min"), ("5:00+0.5", "5:00 +0.5s")],
)  # fmt: skip
def test_a_period_in_a_row(text: str, row: str) -> None:
    assert control_rows(control(text)) == (row,)


def test_each_seats_own_control_is_in_a_setting() -> None:
    assert setup_sentences(setup("5:00", right="0:30"))[:2] == ("Left: 5:00", "Right: 0:30")


def test_every_presets_setting_fits_its_rows() -> None:
    for preset in find_presets().presets.values():
        left, right = controls_of(preset)
        assert all(fits(row) for each in (left, right) for row in control_rows(each))
        for sentence in setup_sentences(replace(setup("5:00"), left=left, right=right)):
            assert drawn(sentence) == sentence


@pytest.mark.parametrize(
    ("title", "words"),
    [("RIF, 40 moves in 2 h, then 1 h", "RIF, 40 moves in 2 h"), ("Blitz", "Blitz"),
     ("A title without any comma in it", "A title without any…")],
)  # fmt: skip
def test_a_title_is_shown_as_far_as_a_row_goes(title: str, words: str) -> None:
    assert cut_title(title) == words


# Regulations


@pytest.mark.parametrize("key", CHOICES)
def test_every_choice_and_value_of_the_regulations_fits_a_row(key: str) -> None:
    assert len(choice_name(key)) <= 13
    assert choice_sentence(key).endswith(".")
    assert drawn(choice_sentence(key)) == choice_sentence(key)
    found = {getattr(profile, key) for profile in PROFILES.values()}
    for value in found.union(*(type(each) for each in found if isinstance(each, Enum))):
        assert len(f"{choice_name(key)}: {value_text(key, value)}") <= ROW or key == "name"


def test_every_profile_has_a_name_and_a_sentence() -> None:
    for name in PROFILES:
        assert len(f"Rules: {profile_name(name)}*") <= ROW
        assert len(profile_short_name(name)) <= len(profile_name(name))
        assert profile_sentence(name).endswith(".")


def test_what_is_read_aloud_names_the_buttons_and_a_change() -> None:
    scroll = Row((Key.MINUS, Key.PLUS, "scroll"), (Key.OK, "choose"))
    assert spoken(scroll) == "Minus and Plus scroll, OK choose"
    games = Row((Key.MINUS, "7 moves"), (Key.PLUS, "games"))
    assert spoken(games) == "Minus 7 moves, Plus games"
    assert spoken(FigureChange("Left", "5:00", "4:00")) == "Left 5:00, now 4:00"
    long = FigureChange("Left", "1000:00:00", "1000:05:00")
    assert display_rows(long) == ("Left 1000:00:00", "→ 1000:05:00")
    typed = "- five", "10→5 blitz", "Club  night", "OK - +"
    assert tuple(map(spoken, typed)) == typed
