"""What somebody typed is shown and said as it was typed, whatever signs are in it.

`CLAPPER_GOLDEN=write pytest tests/display` writes the pictures: look at them.
"""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from clock.display.draw import NARROW, draw
from clock.display.face import Face, Page
from clock.display.view import view
from clock.menu.changes import ask
from clock.menu.faces import hint
from clock.menu.level_pages import page_of
from clock.menu.levels import CLOSED, MenuContext, NewSetup
from clock.notation.opening_files import OPENINGS
from clock.presets import OWN, Offer
from clock.rules.machine import begin
from clock.rules.seats import LEFT
from clock.text.language import LANGUAGES, speaking, tr
from clock.text.rows import Key, Row, one_text
from tests.display.golden import same_picture
from tests.menu.menu_driver import MenuDriver, ready
from tests.rules.games import setup

SHEETS = Path(__file__).parent / "golden_typed"
TITLES = {"club": "Club - A", "blitz": "10→5 blitz", "five": "- five", "night": "Club  night"}


def face_with(title: str) -> Face:
    """The face before the start of a game with an own opening of that title."""
    opening = replace(OPENINGS["rif"], name="ours", title=title)
    state = begin(replace(setup(), opening=opening))
    return view(state, LEFT, 0, hint=hint(CLOSED, state))


def hand_with(title: str) -> MenuDriver:
    """A hand at the list with an own preset of that title."""
    hand = ready(context=MenuContext((Offer("ours", title, OWN, setup("10:00")),), saves=True))
    hand.press("-")
    hand.take(tr("Your own"))
    return hand


def question_with(title: str) -> Page:
    """The question whether a setup is saved by that title."""
    hand = hand_with(title)
    level = ask(NewSetup(setup("10:00"), title), hand.state)
    assert level is not None
    return page_of(level, hand.menu.scene(hand.state, hand.context))


@pytest.mark.parametrize("name", TITLES)
def test_a_typed_title_has_no_lit_key_and_no_second_end(name: str, tmp_path: Path) -> None:
    title = TITLES[name]
    shown: tuple[Face | Page, ...] = face_with(title), hand_with(title).page, question_with(title)
    sheet = Image.new("1", (NARROW[0] + 4, 3 * (NARROW[1] + 4)), 255)
    for index, each in enumerate(shown):
        sheet.paste(draw(each, NARROW), (2, 2 + index * (NARROW[1] + 4)))
    same_picture(SHEETS / f"{name}.png", sheet, tmp_path)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("title", TITLES.values())
def test_a_typed_title_is_read_aloud_as_it_was_typed(title: str, code: str) -> None:
    with speaking(code):
        face = face_with(title)
        assert any(title in each for each in face.words if isinstance(each, str))
        assert face.sentence.count(title) == 1
        hand = hand_with(title)
        assert hand.selected == title
        assert hand.page.sentence.count(title) == 2  # the row, and its control after the title
        page = question_with(title)
        assert page.rows[0] == title
        assert f"? {title}. " in page.sentence


def test_the_same_signs_as_keys_are_another_row() -> None:
    keyed = Row((Key.MINUS, "five"))
    assert one_text(keyed) == "- five"
    pictures = [draw(Page("", (), None, foot, ""), NARROW).tobytes() for foot in (keyed, "- five")]
    assert pictures[0] != pictures[1]
