"""The presets as the menu offers them."""

from clock.faces.setup.places import Offer
from clock.presets import Found, controls_of
from clock.rules.openings import OPENINGS
from clock.rules.regulations import PROFILES
from clock.rules.state import Setup


def offers_of(found: Found) -> tuple[Offer, ...]:
    """Return what the set-up menu can offer of the presets that were found."""
    offers = []
    for name, game, preset in found.entries:
        left, right = controls_of(preset)
        setup = Setup(
            left=left,
            right=right,
            regulations=PROFILES[preset.regulations],
            opening=OPENINGS[preset.opening],
            first=preset.first,
        )
        offers.append(Offer(name, preset.title, game, setup))
    return tuple(offers)
