"""The cards of time controls that a command names."""

from collections.abc import Iterator, Mapping
from urllib.parse import urlencode

from clock.cards.card import Card, arbiters_card, players_card
from clock.menu.access import Organizer
from clock.presets import Presets
from clock.rules.state import Setup
from clock.text.control import control_title, controls_text, preset_title


def cards_for(
    setups: Mapping[str, Setup],
    found: Presets,
    organizer: Organizer,
    page: str = "",
    *,
    arbiter: bool = False,
) -> Iterator[Card]:
    """Yield a card for each setup, by its text; with `arbiter` also a card for each kind of game.

    `page`: the address of a clock's page, which a card opens with its setup.
    """
    for text, setup in setups.items():
        preset = found.presets.get(text)
        title = controls_text(setup.left, setup.right, control_title)
        if preset is not None:
            title = preset_title(preset.title, setup)
        asked = urlencode({"game": setup.game, "control": text})
        yield players_card(setup, organizer, title, address=page and f"{page}?{asked}")
    if arbiter:
        for setup in {each.game: each for each in setups.values()}.values():
            yield arbiters_card(setup, organizer)
