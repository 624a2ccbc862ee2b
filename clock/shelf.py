"""The presets as the menu offers them, and as a game is set by one."""

from clock.faces.setup.places import Offer
from clock.presets import Found, Preset, controls_of, match_of
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
        offers.append(Offer(name, preset.title, game, in_match(setup, preset)))
    return tuple(offers)


def in_match(setup: Setup, preset: Preset | None) -> Setup:
    """Return a setup as the first game of its preset's match, if that is one.

    Who begins is the beginner.
    """
    place = None if preset is None else match_of(preset, setup.starter.other)
    return setup if place is None else setup.in_match(place)
