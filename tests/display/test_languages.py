"""Every language's every face and page is drawn: nothing cut, nothing without a glyph.

`CLAPPER_GOLDEN=write pytest tests/faces` draws each language's sheet anew: look at it.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from hypothesis import given
from PIL import Image

from clock.display.draw import NARROW, WIDE, draw
from clock.display.drawing.page import narrow_room
from clock.display.face import Face, Page
from clock.display.view import view
from clock.menu import CLOSED, hint
from clock.menu.setup.places import MenuContext
from clock.rules.inputs import Finish, PowerLost, Result
from clock.rules.machine import step
from clock.rules.regulations import PROFILES
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase, State
from clock.rules.units import HOUR_NS, SECOND_NS
from clock.text.glyphs import drawable, fits
from clock.text.language import ENGLISH, LANGUAGES, speaking
from clock.text.regulations import CHOICES, choice_name
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
from tools.catalogues import extracted, languages, read_catalogue

OTHERS = [code for code in LANGUAGES if code != ENGLISH]
SHEETS = Path(__file__).parent / "golden_languages"

# What goes on beyond its row, and says so, in every language.
GOES_ON = re.compile(r".* …")


# The catalogues


def plain_ids(message: Message) -> tuple[str, ...]:
    return message.id if isinstance(message.id, tuple) else (str(message.id),)


def strings(message: Message) -> tuple[str, ...]:
    string = message.string
    return tuple(string) if isinstance(string, (tuple, list)) else (str(string or ""),)


def test_every_language_has_a_catalogue_and_every_catalogue_a_language() -> None:
    assert languages() == sorted(OTHERS)


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_in_the_catalogue_and_nothing_else(code: str) -> None:
    said = {message.id for message in extracted() if message.id}
    known = {message.id for message in read_catalogue(code) if message.id}
    assert (said - known, known - said) == (set(), set()), "run `make languages` and translate"


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_translated_and_nothing_is_fuzzy(code: str) -> None:
    catalogue = read_catalogue(code)
    assert not catalogue.obsolete
    for message in catalogue:
        if message.id:
            assert not message.fuzzy, message.id
            forms = catalogue.num_plurals if isinstance(message.id, tuple) else 1
            assert len(strings(message)) == forms, message.id
            assert all(strings(message)), message.id


def fields(text: str) -> set[str]:
    """What is filled into a text: "{seat}", and argparse's "%s" and "%(choices)s"."""
    if "%" in text:
        return set(re.findall(r"%(?:\(\w+\))?[sr]", text))
    return {
        f"{name}!{conversion}" if conversion else name
        for _, name, _, conversion in Formatter().parse(text)
        if name is not None
    }


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_is_filled_in_with_the_same_as_the_english(code: str) -> None:
    for message in read_catalogue(code):
        if message.id:
            wanted = fields(plain_ids(message)[-1])
            for string in strings(message):
                assert fields(string) == wanted, message.id


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_has_a_glyph_for_each_of_its_characters(code: str) -> None:
    """Else the clock would say it in English."""
    for message in read_catalogue(code):
        for string in strings(message):
            assert drawable(string), string


def test_the_catalogues_are_compiled_and_spoken() -> None:
    said = set()
    for code in LANGUAGES:
        with speaking(code):
            said.add(next(pages(Game(started=False).state)).title)
    assert len(said) == len(LANGUAGES)


# Every page and every face


def told(shown: Face | Page) -> Iterator[tuple[str, int]]:
    """Every row, and the columns that it has on the smaller display."""
    if isinstance(shown, Page):
        yield shown.title, narrow_room(shown)
        yield re.sub(" {2,}", " ", shown.hint), 21
        yield from ((row, 21) for row in shown.rows)
    else:
        yield from ((row, 21) for row in shown.words)


def check(shown: Face | Page) -> None:
    for text, columns in told(shown):
        assert drawable(text), text
        assert fits(text, columns), text
        assert "…" not in text or GOES_ON.fullmatch(text), text
    assert drawable(shown.sentence)
    assert not {"{", "}"} & set(shown.sentence), shown.sentence
    for size in (NARROW, WIDE):
        assert draw(shown, size).getbbox() is not None


def starts() -> Iterator[State]:
    """Games in which the menus are walked: before a start, stopped, claimed, fallen, ended."""
    for text in ("40/2:00:00 then 1:00:00", "*30/30:00", "10:00 and 3x30", "1:00:00b30"):
        yield Game(text, rules="rif", opening="taraguchi-10", started=False).state
    for opening in ("none", "swap2", "soosyrv-8"):
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


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_of_the_menus_is_drawn_and_nothing_is_cut(code: str) -> None:
    with speaking(code):
        for state in starts():
            for shown in pages(state):
                check(shown)


@pytest.mark.parametrize("context", GUARDED)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_behind_a_key_or_a_code_is_drawn_and_nothing_is_cut(
    code: str, context: MenuContext
) -> None:
    with speaking(code):
        for state in guarded_starts():
            for face in faces(state, context):
                check(face)
            for shown in pages(state, context=context):
                check(shown)


@pytest.mark.parametrize(
    "states", [preset_states, opening_states, other_states, match_states, halted_states]
)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_face_is_drawn_and_nothing_is_cut(code: str, states: type[Iterator[State]]) -> None:
    with speaking(code):
        for state in states():
            for shown in faces(state):
                check(shown)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_low_battery_is_told_before_every_start_and_nothing_is_cut(code: str) -> None:
    with speaking(code):
        for state in (*starts(), *preset_states()):
            if state.phase is Phase.READY:
                shown = view(state, LEFT, state.at_ns, hint=hint(CLOSED, state), battery_low=95)
                assert "95 %" in shown.words[0]
                check(shown)


@pytest.mark.parametrize("code", LANGUAGES)
@given(played=games())
def test_whatever_happens_in_a_game_has_words(code: str, played: Played) -> None:
    with speaking(code):
        for state in played.states[-3:]:
            for shown in faces(state):
                for text, _ in told(shown):
                    assert drawable(text)
                assert not {"{", "}"} & set(shown.sentence)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_choice_of_the_regulations_has_a_name_of_its_own(code: str) -> None:
    with speaking(code):
        assert len({choice_name(key) for key in CHOICES}) == len(CHOICES)


# What somebody has looked at


def sheet(code: str) -> Image.Image:
    """A language's faces and pages beside one another, the narrow ones in four columns."""
    with speaking(code):
        shown: list[Face | Page] = []
        for state in starts():
            shown += list(faces(state))[:1]
        for states, step in ((opening_states(), 7), (other_states(), 25), (match_states(), 57)):
            shown += [next(faces(state)) for state in list(states)[::step]]
        titled: dict[str, Page] = {}
        for state in starts():
            for each in pages(state):
                titled.setdefault(each.title, each)
        for context in GUARDED:
            for state in guarded_starts():
                shown += list(faces(state, context))[:1]
                for each in pages(state, context=context):
                    titled.setdefault(each.title, each)
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
def test_a_language_looks_as_when_somebody_last_looked(code: str, tmp_path: Path) -> None:
    drawn, path = sheet(code), SHEETS / f"{code}.png"
    if os.environ.get("CLAPPER_GOLDEN") == "write":
        SHEETS.mkdir(exist_ok=True)
        drawn.save(path, optimize=True)
        return
    with Image.open(path) as golden:
        same = golden.size == drawn.size and golden.convert("1").tobytes() == drawn.tobytes()
    if not same:
        new = tmp_path / path.name
        drawn.save(new)
        pytest.fail(f"{path.name} is drawn otherwise now: the new picture is {new}")
