"""What the display says at each step of an opening: true, with the file's figures, in a row."""

import pytest
from msgspec.structs import replace

from clock.menu.faces import hint
from clock.menu.levels import CLOSED
from clock.notation.opening_checks import swap_problems
from clock.notation.opening_files import OPENINGS
from clock.rules.inputs import Announce, SetMoves
from clock.rules.openings import Option, Play
from clock.rules.regulations import PROFILES
from clock.rules.state import Phase, State
from clock.text.glyphs import fits
from clock.text.language import LANGUAGES, speaking
from clock.text.opening import opening_name, rules_and_opening, step_row
from clock.text.rows import one_text
from tests.rules.games import Game
from tools.catalogues import languages, read_catalogue

STAY, SWAP = Option.STAY, Option.SWAP


def at_steps(name: str) -> list[tuple[str, State]]:
    """Every step of an opening, with no announcement and with each that can have been made."""
    state, opening = Game(opening=name).state, OPENINGS[name]
    return [
        (step, replace(state, play=Play(0, state.turn, opening.steps[step], offers=offers)))
        for step in opening.steps
        for offers in range(opening.offers_max + 1)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OPENINGS)
def test_every_text_of_every_step_fits_a_row(name: str, language: str) -> None:
    with speaking(language):
        for _, state in at_steps(name):
            assert fits(step_row(state))
            running = replace(state, phase=Phase.RUNNING, running=state.turn)
            assert fits(one_text(hint(CLOSED, running).foot))
            assert step_row(state)
        assert fits(opening_name(OPENINGS[name]))
        for profile in PROFILES:
            row = rules_and_opening(profile, OPENINGS[name])
            assert fits(row)
            assert not row.endswith(", RIF")


@pytest.mark.parametrize("name", OPENINGS)
def test_a_swap_is_named_exactly_where_it_can_be_entered(name: str) -> None:
    for name_of_step, state in at_steps(name):
        step = OPENINGS[name].steps[name_of_step]
        running = replace(state, phase=Phase.RUNNING, running=state.turn)
        named = "swap" in f"{step_row(state)} {one_text(hint(CLOSED, running).foot)}"
        counting = step.announces and state.play.offers
        assert named is (SWAP in step.options and not counting)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", OPENINGS)
def test_a_translated_text_offers_a_swap_where_the_english_one_does(
    name: str, language: str
) -> None:
    catalogue, opening = read_catalogue(language), OPENINGS[name]
    texts = {text for step in opening.steps.values() for text in step.texts.values()}
    translated = {text: catalogue[text].string for text in texts if text in catalogue}
    one_form = {text: each for text, each in translated.items() if isinstance(each, str)}
    assert [*swap_problems(replace(opening, texts={language: one_form}))] == []


TEXTS = [
    # An opening, the number that is announced, what each press is, and the texts before it.
    ("rif", 0, [STAY] * 4,
     ["lay 3 stones", "lay 1 or swap", "offer 2 fifth moves", "pick 5th, lay 6th", ""]),
    ("yamaguchi", 0, [STAY] * 4,
     ["lay 3, fifths: ?", "lay 1 or swap", "offer ? fifth moves", "pick 5th, lay 6th", ""]),
    ("yamaguchi", 12, [STAY] * 3,
     ["lay 3, fifths: 12", "lay 1 or swap", "offer 12 fifth moves", "pick 5th, lay 6th"]),
    ("yamaguchi", 1, [STAY] * 2, ["lay 3, fifths: 1", "lay 1 or swap", "offer 1 fifth move"]),
    ("soosyrv-8", 0, [STAY, SWAP, STAY, STAY],
     ["lay 3 stones", *["lay 1, fifths: ?"] * 2, "offer ? or swap", "pick 5th, lay 6th"]),
    ("soosyrv-8", 6, [STAY, SWAP, STAY, SWAP, STAY],
     ["lay 3 stones", *["lay 1, fifths: 6"] * 2, "offer 6 or swap", "offer 6 fifth moves",
      "pick 5th, lay 6th"]),
    ("taraguchi-10", 0, [STAY] * 6,
     ["lay 1 stone", *(["lay 1 or swap"] * 3), "lay, swap or offer 10",
      "swap or pick, 6th", ""]),
    ("taraguchi", 0, [*[STAY] * 4, SWAP],
     ["lay 1 stone", *["lay 1 or swap"] * 3, "lay, swap or offer 5", "lay 1 or offer 5"]),
    ("tarannikov", 0, [STAY] * 6, ["lay 1 stone", *["lay 1 or swap"] * 5, ""]),
    ("sakata", 0, [STAY] * 3, ["lay 3 stones", "lay 2 stones", "lay 1 or swap", ""]),
    ("swap2", 0, [STAY] * 2, ["lay 3 stones", "swap or lay 1 or 2", ""]),
    ("none", 0, [], [""]),
]  # fmt: skip


@pytest.mark.parametrize(("opening", "count", "options", "texts"), TEXTS)
def test_a_step_asks_for_what_is_laid_with_the_number_that_was_announced(
    opening: str, count: int, options: list[Option], texts: list[str]
) -> None:
    game = Game(opening=opening)
    shown = []
    for option in [*options, None]:
        if count:
            game.do(Announce(game.now_ns, game.state.turn, count))
        shown.append(step_row(game.state))
        if option is not None:
            game.choose(game.state.turn, option)
            game.move()
    assert shown == texts


def test_a_counter_set_to_the_middle_of_a_press_shows_the_stones_left_to_lay() -> None:
    game = Game(opening="rif")
    game.do(SetMoves(0, 1, "missed press"))
    assert step_row(game.state) == "lay 2 stones"


ROWS = {
    ("rif", "rif"): "Rules, opening: RIF",
    ("rif-referees", "rif"): "RIF+ref, opening RIF",
    ("club", "rif"): "Club, opening RIF",
    ("rif", "soosyrv-8"): "Rules RIF, Soosyrv-8",
    ("rif", "taraguchi-10"): "RIF, Taraguchi-10",
    ("gomoku-cz", "swap2"): "Czech gomoku, Swap2",
    ("fide", "none"): "Rules: FIDE",
    ("rif-referees", "none"): "Rules: RIF, referees",
}


def test_rules_and_opening_stand_in_a_row_that_names_both() -> None:
    for (profile, opening), row in ROWS.items():
        assert rules_and_opening(profile, OPENINGS[opening]) == row


def test_the_singular_of_an_own_text_has_its_own_translation() -> None:
    fifth = replace(OPENINGS["yamaguchi"].steps["fifth"], text="{offers} pts", one="{offers} pt")
    fifth = replace(fifth, announced="")
    opening = replace(
        OPENINGS["yamaguchi"],
        steps={**OPENINGS["yamaguchi"].steps, "fifth": fifth},
        texts={"cs": {"{offers} pts": "{offers} body", "{offers} pt": "{offers} bod"}},
    )
    state = Game(opening="yamaguchi").state
    state = replace(state, setup=replace(state.setup, opening=opening))
    for language, texts in (("en", ["1 pt", "2 pts"]), ("cs", ["1 bod", "2 body"])):
        with speaking(language):
            plays = (Play(4, state.turn, fifth, offers=offers) for offers in (1, 2))
            assert [step_row(replace(state, play=play)) for play in plays] == texts
