"""Every language's every face and page is drawn: nothing cut, nothing without a glyph.

`CLAPPER_GOLDEN=write pytest tests/display` writes each language's sheet: look at it.
"""

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from clock.display.draw import NARROW, WIDE, draw
from clock.display.drawing.page import narrow_room
from clock.display.drawing.text import wrap_row
from clock.display.face import Face, Page
from clock.display.large.canvas import lettering
from clock.display.view import view
from clock.menu.faces import hint
from clock.menu.levels import CLOSED
from clock.rules.inputs import Finish, PowerLost, Result
from clock.rules.machine import step
from clock.rules.regulations import PROFILES
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase, State
from clock.rules.units import HOUR_NS, SECOND_NS
from clock.text.glyphs import drawable, fits
from clock.text.language import LANGUAGES, speaking
from clock.text.regulations import CHOICES, choice_name
from clock.text.rows import ends, in_words, one_text
from tests.display.golden import same_picture
from tests.menu.walks import (
    GUARDED,
    faces,
    match_states,
    opening_states,
    other_states,
    pages,
    preset_states,
)
from tests.rules.games import Game
from tests.rules.random_games import Played, games

SHEETS = Path(__file__).parent / "golden_languages"

HALF = (400, 480)
"""Of the smallest screen for both faces; turned, its rows have more room."""

# What goes on beyond its row, and says so, in every language.
GOES_ON = re.compile(r".* …")


def rows_of(shown: Face | Page) -> Iterator[tuple[str, int]]:
    """Every row, and the columns that it has on the smaller display."""
    if isinstance(shown, Page):
        yield one_text(shown.title), narrow_room(shown)
        yield " ".join(map(in_words, ends(shown.hint))), 21
        yield from ((one_text(row), 16 if shown.sign else 21) for row in shown.rows)
    elif shown.title:
        for row in (shown.title, *shown.words):
            yield " ".join(map(in_words, ends(row))), 21
    else:
        # Beside the stone on a narrow display, under it on a wide one.
        for columns, count in ((18, 2), (12, 4)):
            rows = [in_words(row) for each in shown.words for row in wrap_row(each, columns, 9)]
            if len(rows) > count == 2:  # then they have the stone's room as well
                rows, columns = list(map(one_text, shown.words)), 21
            assert len(rows) <= count, rows
            yield from ((row, columns) for row in rows)


def whole(text: str, size: int, room: int) -> str:
    """In place of what cuts a text on a large screen."""
    assert lettering(text, size).width <= room, text
    return text


def check(shown: Face | Page) -> None:
    for text, columns in rows_of(shown):
        assert drawable(text), text
        assert fits(text, columns), text
        assert "…" not in text or GOES_ON.fullmatch(text), text
    assert drawable(shown.sentence)
    assert not {"{", "}"} & set(shown.sentence), shown.sentence
    for size in (NARROW, WIDE, HALF):
        assert draw(shown, size).getbbox() is not None


def starts() -> Iterator[State]:
    """Games in which the menus are walked: before a start, stopped, claimed, fallen, ended."""
    for text in ("40/2:00:00 then 1:00:00", "*30/30:00", "10:00 and 3x30", "1:00:00b30"):
        yield Game(text, rules="rif", opening="taraguchi-10", started=False).state
    for opening in ("none", "swap2"):
        game = Game("40/2:00:00 then 1:00:00", rules="rif-referees", opening=opening)
        game.move()
        game.stop()
        yield game.state
    game = Game("5:00", rules="club")
    game.make(3, SECOND_NS)
    game.wait(HOUR_NS)
    if game.phase is Phase.RUNNING:
        game.stop()
    yield game.state
    game.do(Finish(game.now_ns, Result.LEFT, "time"))
    yield game.state


def halted_states() -> Iterator[State]:
    """Games that stand: both claim, one with the clapper down; power was lost; covered or not."""
    for rules in PROFILES:
        for cover in (False, True):
            for wait_ns in (SECOND_NS, 2 * HOUR_NS):
                game = Game("40/2:00:00 then 1:00:00", rules=rules, cover_position=cover)
                game.wait(wait_ns)
                if game.phase is Phase.RUNNING:
                    lost = PowerLost(game.now_ns, uncertain_ns=SECOND_NS // 2)
                    yield step(game.state, lost)[0]
                for seat in (LEFT, RIGHT):
                    game.claim(seat, after=SECOND_NS)
                    yield game.state


def guarded_starts() -> Iterator[State]:
    """Where a key or a code stands between the buttons and a page."""
    before, *_, fallen, ended = starts()
    yield from (before, fallen, ended)


def menu_pages() -> Iterator[list[Page]]:
    """Every page of the menus, by the game in which they are opened."""
    for state in starts():
        yield list(pages(state))
    for context in GUARDED:
        if not context.key:  # turned, it leads where there is no guard
            for state in guarded_starts():
                yield list(pages(state, context))


def all_faces() -> Iterator[Face]:
    for state in chain(
        preset_states(), opening_states(), other_states(), match_states(), halted_states()
    ):
        yield from faces(state)
    for context in GUARDED:
        for state in guarded_starts():
            yield from faces(state, context)
    for state in chain(starts(), preset_states()):
        if state.phase is Phase.READY:
            low = view(state, LEFT, state.at_ns, hint=hint(CLOSED, state), battery_low=95)
            assert "95 %" in one_text(low.words[0])
            yield low


def sheet(menus: list[list[Page]]) -> Image.Image:
    """A language's faces and pages beside one another, the narrow ones in four columns."""
    shown: list[Face | Page] = []
    for state in starts():
        shown += list(faces(state))[:1]
    for states, every in ((opening_states(), 7), (other_states(), 25), (match_states(), 57)):
        shown += [next(faces(state)) for state in list(states)[::every]]
    for context in GUARDED:
        for state in guarded_starts():
            shown += list(faces(state, context))[:1]
    titled: dict[str, Page] = {}
    for page in chain.from_iterable(menus):
        titled.setdefault(one_text(page.title), page)
    shown += list(titled.values())
    pictures = list(dict.fromkeys(draw(each, NARROW).tobytes() for each in shown))
    width, height = NARROW
    rows = -(-len(pictures) // 4)
    image = Image.new("1", (4 * (width + 4), rows * (height + 4)), 255)
    for i, bits in enumerate(pictures):
        at = (i % 4 * (width + 4) + 2, i // 4 * (height + 4) + 2)
        image.paste(Image.frombytes("1", NARROW, bits), at)
    return image


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_face_and_page_of_a_language_is_drawn_and_nothing_is_cut(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clock.display.large.canvas.shortened", whole)
    with speaking(code):
        menus = list(menu_pages())
        # Of faces whose words differ in their digits alone one is drawn: digits are equally wide.
        by_words = {re.sub(r"\d", "0", f"{face.title}{face.words}"): face for face in all_faces()}
        shown: set[Face | Page] = {*by_words.values(), *chain.from_iterable(menus)}
        for each in shown:
            check(each)
        assert len({choice_name(key) for key in CHOICES}) == len(CHOICES)
        same_picture(SHEETS / f"{code}.png", sheet(menus), tmp_path)


@settings(max_examples=25)
@given(games(), st.sampled_from(list(LANGUAGES)))
def test_whatever_happens_in_a_game_has_words(played: Played, code: str) -> None:
    with speaking(code):
        for shown in chain.from_iterable(map(faces, played.states[-3:])):
            assert all(drawable(text) for text, _ in rows_of(shown))
            assert not {"{", "}"} & set(shown.sentence)
