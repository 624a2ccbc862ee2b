"""A card: its title, its lines, the displays, what the buttons do."""

from typing import NamedTuple

from clock.cards.pictures import Displays, displays_of, stopped
from clock.display.drawing.paths import path_of
from clock.display.drawing.signs import sign
from clock.display.sign_words import SIGNS, sign_in_words
from clock.kinds import kind_of
from clock.menu.access import Organizer
from clock.menu.level_pages import rows_of
from clock.menu.levels import ORGANIZER, Menu, MenuContext
from clock.menu.readings import manual
from clock.rules.state import Setup
from clock.text.control import point_text, setup_points
from clock.text.language import tr
from clock.text.rows import one_text


class Card(NamedTuple):
    """What a card of A6 says."""

    title: str
    above: str
    lines: tuple[str, ...] = ()
    displays: tuple[Displays, ...] = ()
    texts: tuple[tuple[str, str], ...] = ()
    """What the buttons do, each with its title."""
    signs: tuple[tuple[str, str], ...] = ()
    """The displays' signs: the path of each, and its meaning."""
    menu: tuple[str, ...] = ()
    """The rows of the organizer's menu."""
    address: str = ""
    """What its QR code opens; empty: it has none."""


def players_card(
    setup: Setup, organizer: Organizer, title: str, above: str = "", address: str = ""
) -> Card:
    """Return the players' card of a setup; `above` its title stands the game, or what is given."""
    pages = ["start", "press"]
    pages += ["openings"] * (setup.opening.name != "none")
    pages += ["stop-and-claim"]
    return Card(
        title=title,
        above=above or tr(kind_of(setup.game).title),
        lines=tuple(point_text(each) for each in setup_points(setup) if each.what != "game"),
        displays=tuple(displays_of(setup, organizer)),
        texts=tuple(manual(organizer.opens, *pages)),
        address=address,
    )


def arbiters_card(setup: Setup, organizer: Organizer) -> Card:
    """Return the arbiter's card: the organizer's menu of a stop, and all signs."""
    scene = Menu().scene(stopped(setup), MenuContext(organizer=organizer))
    *rows, _ = rows_of(ORGANIZER, scene)
    return Card(
        title=tr("For the arbiter"),
        above=tr(kind_of(setup.game).title),
        menu=tuple(one_text(each.row) for each in rows),
        texts=tuple(manual(organizer.opens, "organizer", "resume", "game-over", "after-a-game")),
        signs=tuple((path_of(sign(each)), sign_in_words(each, setup.game)) for each in SIGNS),
    )
