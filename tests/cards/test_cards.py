"""Cards for the table: the clock's own displays and words, on an A6 each."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clock.cards.card import arbiters_card, players_card
from clock.cards.for_setups import cards_for
from clock.cards.pictures import THINKS_NS, displays_of
from clock.cards.sheet import sheet
from clock.display.drawing.paths import path_of
from clock.menu.access import Opens, Organizer
from clock.menu.levels import MenuContext
from clock.presets import Offer, find_presets
from clock.simulator.time_messages import TimeChoice
from clock.text.language import LANGUAGES, speaking, tr
from hal.ports import ScreenName
from tests.cli.running import called, printed
from tests.station.tables import FakeRig, Table

if TYPE_CHECKING:
    from tests.conftest import NewPage

PRESETS = find_presets()
FIRST = {each.game: each for each in reversed(PRESETS.offers)}
"""The first preset of each kind of game."""
OVERFLOWING = """() => [...document.querySelectorAll("article")]
    .filter((each) => each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth)
    .map((each) => each.querySelector("h1").textContent)"""


def shown(rig: FakeRig) -> tuple[str, ...]:
    """The pictures on a clock's displays."""
    frames = [rig.fakes.screens[name].shown for name in (ScreenName.LEFT, ScreenName.RIGHT)]
    return tuple(path_of(frame.image) for frame in frames if frame is not None)


@pytest.mark.parametrize("offer", FIRST.values(), ids=FIRST)
def test_the_displays_of_a_card_are_those_of_a_clock(
    offer: Offer, monkeypatch: pytest.MonkeyPatch
) -> None:
    organizer = Organizer(Opens.HOLD)
    ready, running, stopped = displays_of(offer.setup, organizer)
    rig = FakeRig(monkeypatch)
    table = Table(rig, offer.setup, MenuContext(organizer=organizer))
    assert shown(rig) == ready.paths
    table.do("ok")
    table.wait(table.state.since_ns + THINKS_NS - table.now_ns)
    assert shown(rig) == running.paths
    table.do("stop")
    assert shown(rig) == stopped.paths


def test_a_card_s_code_opens_the_page_with_its_setup() -> None:
    setups = {"blitz-5-3": FIRST["chess"].setup}
    (card,) = cards_for(setups, PRESETS, Organizer(), "http://clock.local/")
    assert card.address == "http://clock.local/?game=chess&control=blitz-5-3"
    assert {"game", "control"} <= set(TimeChoice.__struct_fields__)


def test_the_command_writes_a_card_for_each_time_control(tmp_path: Path) -> None:
    file = tmp_path / "cards.html"
    command = ("card", "rif", "aga-60", "30+5x30", "--game", "go")
    assert printed(*command, "--arbiter", "-o", file).startswith("written: ")
    text = file.read_text(encoding="utf-8")
    assert text.count("<article>") == 4
    assert "For the arbiter" in text
    status, _, errors = called("card", "5 foo", "-o", file)
    assert status == 2
    assert errors.startswith("clapper: 5 foo: ")


@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_has_room_for_all_that_is_on_it(new_page: "NewPage", language: str) -> None:
    setups = {(each.game, each.setup.opening.name): each.setup for each in PRESETS.offers}.values()
    page = new_page()
    with speaking(language):
        cards = [
            players_card(
                each,
                Organizer(Opens.CODE, (1, 2, 3, 4)),
                tr("Table {table}").format(table=120),
                f"{'Memorial ' * 4}· A open · 11",
                "https://desk.example.org:8443/tables/120",
            )
            for each in setups
        ]
        players = "Praggnanandhaa, Rameshbabu – Müller-Oberhuber, Maximilian Alex"
        cards = [each._replace(lines=(players, *each.lines)) for each in cards]
        cards += [arbiters_card(each.setup, Organizer()) for each in FIRST.values()]
        page.set_content(sheet(cards, "Cards"))
    assert page.locator("article").count() == len(setups) + len(FIRST)
    assert page.evaluate(OVERFLOWING) == []
