"""A text for people is only shown: nothing compares, splits, searches or indexes it.

Every page of the menus and every kind of face is made of texts that fail whoever reads them.
"""

from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random

import pytest
from msgspec.structs import replace

from clock.display import view
from clock.menu import render_menu
from clock.menu.levels import Button, MenuContext
from clock.presets import OWN, Offer
from clock.rules.inputs import Finish, Result
from clock.rules.machine import begin
from clock.rules.seats import LEFT
from clock.rules.state import State
from clock.rules.units import SECOND_NS
from clock.text import language
from clock.text.language import LANGUAGES, speaking
from tests.menu.menu_driver import MenuDriver
from tests.menu.walks import CONTEXT, faces, match_states, opening_states, other_states, pages
from tests.rules.games import Game, setup
from tests.text.opaque import Opaque, TextRead, make_texts_opaque


@pytest.fixture(autouse=True)
def opaque(monkeypatch: pytest.MonkeyPatch) -> None:
    make_texts_opaque(monkeypatch)


def states() -> Iterator[State]:
    """Games before a start, stopped, claimed, fallen and ended."""
    yield Game("40/2:00:00 then 1:00:00", rules="rif", opening="swap2", started=False).state
    game = Game("5:00 and 3x30", rules="club")
    game.make(3, SECOND_NS)
    game.stop()
    yield game.state
    game.claim(LEFT)
    yield game.state
    game.do(Finish(game.now_ns, Result.LEFT, "time"))
    yield game.state


def test_no_menu_reads_its_texts() -> None:
    """The rooms of the menu never ask for the language: each game is looked at in one."""
    own = Offer("ours", "10→5 blitz", OWN, setup("10:00"))
    context: MenuContext = replace(CONTEXT, offers=(*CONTEXT.offers, own))
    for code, state in zip(cycle(LANGUAGES), states(), strict=False):
        with speaking(code):
            found = list(pages(state, context))
            assert any(isinstance(page.title, Opaque) for page in found)


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_face_reads_its_texts(code: str) -> None:
    with speaking(code):
        for games in (opening_states(), match_states(), other_states()):
            for state in games:
                assert all(face.sentence for face in faces(state))


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_act_of_a_random_hand_reads_a_text(code: str) -> None:
    chance, done = Random(code), 0
    with speaking(code):
        for state in states():
            for _ in range(20):
                hand = MenuDriver(Game(started=False), CONTEXT)
                hand.game.state = state
                hand.push(chance.choice((Button.MINUS, Button.OK_HELD)))
                for _ in range(chance.randrange(9)):
                    hand.push(Button.PLUS)
                for _ in range(30):
                    hand.push(chance.choice((Button.OK, Button.PLUS)))
                    assert render_menu(hand.menu, hand.state, CONTEXT)
                done += len(hand.acts)
    assert done > 20


@pytest.mark.parametrize(
    "reads",
    [
        lambda text: "→" in text,
        lambda text: text in {"READY"},
        lambda text: text + "x" != "ax",
        lambda text: str(text)[:2] != "a",
        lambda text: text.upper() == "",
        lambda text: {"READY": 1}.get(text),
    ],
)
def test_a_text_that_is_read_fails(
    monkeypatch: pytest.MonkeyPatch, reads: Callable[[str], object]
) -> None:
    def title(*_: object) -> str:
        text = language.tr("READY")
        return text if reads(text) else ""

    monkeypatch.setattr(view, "_title", title)
    state = begin(setup())
    with pytest.raises(TextRead, match="test_opaque"):
        list(faces(state))
