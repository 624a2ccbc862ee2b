"""The plain words of time controls, openings and regulations: complete, true, and short enough."""

import msgspec
import pytest

from clock.presets import controls_of, presets
from clock.rules.control import Method
from clock.rules.inputs import Announce, SetMoves
from clock.rules.openings import OPENINGS, Option
from clock.rules.regulations import (
    PROFILES,
    FirstBonus,
    HandRule,
    LateStart,
    OnFlag,
    PenaltyTo,
    RecordRule,
    Regulations,
    Rollover,
)
from clock.rules.units import DURATION_NS_MAX, HOUR_NS
from clock.text.control import METHODS, asked_rows, first_words, plain, setting
from clock.text.glyphs import ROW, fits
from clock.text.glyphs import plain as drawn
from clock.text.language import LANGUAGES, speaking
from clock.text.manual import MANUAL
from clock.text.offers import HINT_COUNT, HINT_COUNT_OR_SWAP, offers_text
from clock.text.opening import OPENING_NAMES, STEPS, rules_and_opening, to_lay
from clock.text.regulations import (
    CHOICES,
    PROFILE_NAMES,
    PROFILE_SENTENCES,
    VALUES,
    value_text,
)
from clock.text.words import control_rows
from tests.rules.games import Game, control, setup

# Time controls


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1:00:00", "1:00:00"),
        ("5:00+3", "5:00; +3 s a move from the first"),
        ("40/2:00:00 then 1:00:00", "40 moves in 2:00:00, then 1:00:00"),
        (
            "40/2:00:00+30 then 1:00:00+30",
            "40 moves in 2:00:00, then 1:00:00; +30 s a move from the first",
        ),
        (
            "40/2:00:00 then 20/1:00:00 then 15:00+30",
            "40 moves in 2:00:00, then 20 moves in 1:00:00, then 15:00; +30 s a move from move 61",
        ),
        (
            "40/2:00:00+30 then 1:00:00",
            "40 moves in 2:00:00 and +30 s a move, then 1:00:00",
        ),
        (
            "40/2:00:00+30 then 1:00:00+10",
            "40 moves in 2:00:00 and +30 s a move, then 1:00:00 and +10 s a move",
        ),
        ("2:00:00 then &30/30:00", "2:00:00, then 30 moves in 30:00, again and again"),
        (
            "1:00:00 then *15/5:00",
            "1:00:00, then 15 moves in 5:00, again and again, unused time is dropped",
        ),
        ("1:00:00d5", "1:00:00; a delay of 5 s a move from the first"),
        ("25:00b10", "25:00; up to 10 s back a move from the first"),
        ("30:00 and 3x1:00", "30:00 and 3 periods of 1 min"),
        ("0 and 1x90", "1 period of 1:30"),
        ("hourglass 5:00", "5:00, an hourglass: what one uses the other gains"),
        ("gong 10", "0:10 for every move, with a gong"),
        ("countup 0", "counting up from 0:00"),
        ("5:00+0.5", "5:00; +0.5 s a move from the first"),
    ],
)
def test_a_control_is_told_in_plain_words(text: str, told: str) -> None:
    assert plain(control(text)) == told


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("30:00 and 3x1:00", "30:00 3x1 min"),
        ("40/2:00:00d5", "40 in 2:00:00 d5s"),
        ("1:00:00d5", "1:00:00 delay 5s"),
        ("5:00+60", "5:00 +1 min"),
        ("5:00+0.5", "5:00 +0.5s"),
    ],
)
def test_a_period_is_told_in_a_row(text: str, row: str) -> None:
    assert control_rows(control(text)) == (row,)


def test_each_seats_own_control_is_told() -> None:
    told = setting(setup("5:00", right="0:30"))
    assert told[:2] == ("Left: 5:00", "Right: 0:30")


def test_every_method_has_a_name() -> None:
    assert set(METHODS) == set(Method)


def test_whatever_a_setting_is_its_rows_fit() -> None:
    for preset in presets().values():
        left, right = controls_of(preset)
        for given in (left, right):
            whole = msgspec.structs.replace(setup("5:00"), left=given, right=right)
            for row in asked_rows(whole):
                assert len(row) <= ROW
                assert drawn(row) == row


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("RIF, 40 moves in 2 h, then 1 h", "RIF, 40 moves in 2 h"),
        ("Blitz", "Blitz"),
        ("A title without any comma in it", "A title without any…"),
        ("Twenty-one characters", "Twenty-one characters"),
    ],
)
def test_of_a_title_as_much_is_shown_as_a_row_holds(title: str, words: str) -> None:
    assert first_words(title) == words


# Openings


def test_every_opening_has_a_name_and_every_step_of_it_words_that_fit() -> None:
    assert set(OPENING_NAMES) == set(STEPS) == set(OPENINGS)
    for name, opening in OPENINGS.items():
        assert set(STEPS[name]) == set(opening.steps)
        assert all(0 < len(text) <= ROW for text in STEPS[name].values())


def test_steps_that_are_alike_have_the_same_words() -> None:
    for name, opening in OPENINGS.items():
        for first, step in opening.steps.items():
            alike = {STEPS[name][other] for other, same in opening.steps.items() if same == step}
            assert alike == {STEPS[name][first]}


@pytest.mark.parametrize(
    ("opening", "options", "told"),
    [
        (
            "yamaguchi",
            ["stay"] * 4,
            ["lay 3, say N = 5", "lay 1 or swap", "offer 5 fifths", "pick, lay 6th", ""],
        ),
        (
            "soosyrv-8",
            ["stay"] * 4,
            ["lay 3", "lay 1, say 5, or swap", "offer 5 or swap", "pick, lay 6th", ""],
        ),
        (
            "soosyrv-8",
            ["stay", "swap", "stay", "swap", "stay"],
            [
                *("lay 3", "lay 1, say 5, or swap", "lay 1, say N = 5", "offer 5 or swap"),
                *("offer 5 fifths", "pick, lay 6th"),
            ],
        ),
    ],
)
def test_a_number_that_was_announced_is_told_wherever_it_matters(
    opening: str, options: list[str], told: list[str]
) -> None:
    game = Game(opening=opening)
    said = []
    for option in [*options, None]:
        game.do(Announce(game.now_ns, game.state.turn, 5))
        said.append(to_lay(game.state))
        if option is not None:
            game.choose(game.state.turn, Option(option))
            game.move()
    assert said == told


@pytest.mark.parametrize(("count", "told"), [(1, "offer 1 fifth"), (12, "offer 12 fifths")])
def test_one_fifth_is_offered_and_twelve_fifths_are(count: int, told: str) -> None:
    assert offers_text("yamaguchi", "fifth", count) == told


def test_whatever_was_announced_the_words_of_every_step_fit() -> None:
    for name, opening in OPENINGS.items():
        for step in opening.steps if opening.offers_max else ():
            for count in range(1, opening.offers_max + 1):
                told = offers_text(name, step, count)
                assert told is None or len(told) <= ROW
    assert max(len(HINT_COUNT), len(HINT_COUNT_OR_SWAP)) <= ROW


def test_a_counter_set_to_the_middle_of_a_press_says_how_many_are_left_to_lay() -> None:
    game = Game(opening="rif")
    game.do(SetMoves(0, 1, "missed press"))
    assert to_lay(game.state) == "lay 2"


def test_swap_is_spoken_of_exactly_where_it_can_be_entered() -> None:
    for name, opening in OPENINGS.items():
        for step_name, step in opening.steps.items():
            assert ("swap" in STEPS[name][step_name]) is (Option.SWAP in step.options)
            assert ("2 more" in STEPS[name][step_name]) is (Option.TWO_MORE in step.options)


@pytest.mark.parametrize(
    ("opening", "told"),
    [
        (
            "rif",
            ["lay 3", "lay 1 or swap", "offer 2 fifths", "pick, lay 6th", ""],
        ),
        (
            "yamaguchi",
            ["lay 3, announce N", "lay 1 or swap", "offer N fifths", "pick, lay 6th", ""],
        ),
        (
            "soosyrv-8",
            ["lay 3", "lay 1, say N, or swap", "offer N or swap", "pick, lay 6th", ""],
        ),
        (
            "taraguchi-10",
            [
                "lay 1",
                *["lay 1 or swap"] * 3,
                "lay, offer 10 or swap",
                "pick, lay 6th or swap",
                "",
            ],
        ),
        ("tarannikov", ["lay 1", *["lay 1 or swap"] * 5, ""]),
        ("sakata", ["lay 3", "lay 2", "lay 1 or swap", ""]),
        ("swap", ["lay 3", "lay 1 or swap", ""]),
        ("swap2", ["lay 3", "lay 1, swap or 2 more", ""]),
        ("pro", [""]),
        ("none", [""]),
    ],
)
def test_an_opening_that_is_kept_says_what_is_laid_next(opening: str, told: list[str]) -> None:
    game = Game(opening=opening)
    said = [to_lay(game.state)]
    while said[-1]:
        game.move()
        said.append(to_lay(game.state))
    assert said == told


@pytest.mark.parametrize(
    ("profile", "opening", "row"),
    [
        ("rif", "rif", "Rules, opening: RIF"),
        ("rif-referees", "rif", "RIF+ref, opening RIF"),
        ("club", "rif", "Club, opening RIF"),
        ("rif", "soosyrv-8", "Rules RIF, Soosyrv-8"),
        ("rif", "taraguchi-10", "RIF, Taraguchi-10"),
        ("gomoku-cz", "swap2", "Czech gomoku, Swap2"),
        ("fide", "none", "Rules: FIDE"),
        ("rif-referees", "none", "Rules: RIF, referees"),
    ],
)
def test_rules_and_opening_stand_in_a_row_that_tells_one_from_the_other(
    profile: str, opening: str, row: str
) -> None:
    assert rules_and_opening(profile, opening) == row


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", PROFILE_NAMES)
def test_in_every_language_rules_and_opening_fit_a_row_and_rif_is_said_to_be_which(
    profile: str, language: str
) -> None:
    with speaking(language):
        for opening in OPENING_NAMES:
            assert fits(rules_and_opening(profile, opening))
        assert not rules_and_opening(profile, "rif").endswith(", RIF")


# Regulations


def test_every_choice_of_the_regulations_has_a_short_name_and_a_sentence() -> None:
    assert set(CHOICES) == {field.name for field in msgspec.structs.fields(Regulations)}
    for choice in CHOICES.values():
        assert len(choice.name) <= 13
        assert choice.sentence.endswith(".")
        assert drawn(choice.sentence) == choice.sentence
    names = [choice.name for choice in CHOICES.values()]
    assert len(set(names)) == len(names)


def test_every_value_of_the_regulations_has_a_short_name() -> None:
    kinds = (OnFlag, Rollover, FirstBonus, HandRule, PenaltyTo, RecordRule, LateStart)
    assert set(VALUES) == {member for kind in kinds for member in kind}


def test_every_choice_and_value_of_every_profile_fits_a_row() -> None:
    for profile in PROFILES.values():
        for key, choice in CHOICES.items():
            value = getattr(profile, key)
            assert len(f"{choice.name}: {value_text(key, value)}") <= ROW or key == "name"
    for member, text in VALUES.items():
        (key,) = [key for key in CHOICES if type(getattr(PROFILES["rif"], key)) is type(member)]
        assert len(f"{CHOICES[key].name}: {text}") <= ROW


def test_every_profile_has_a_name_and_a_sentence() -> None:
    assert list(PROFILE_NAMES) == list(PROFILES)
    assert set(PROFILE_SENTENCES) == set(PROFILES)
    assert all(len(f"Rules: {name}*") <= ROW for name in PROFILE_NAMES.values())


def test_the_japanese_profile_calls_a_referee_who_declares_the_time() -> None:
    japan = PROFILES["japan"]
    assert (japan.referees, japan.announce, japan.on_flag) == (True, True, OnFlag.STOP)


def test_go_by_the_europeans_has_no_record_and_no_draw_by_time() -> None:
    go = PROFILES["go-egf"]
    assert (go.record_limit_ns, go.both_fallen_draw, go.referees) == (None, False, False)


# The manual


def test_the_manual_fits_its_pages() -> None:
    for title, text in MANUAL:
        assert len(title) <= ROW
        assert drawn(text) == text


def test_a_long_length_is_told_without_loss() -> None:
    assert plain(control("999:00:00")) == "999:00:00"
    assert DURATION_NS_MAX > 999 * HOUR_NS
