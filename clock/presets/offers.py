"""The presets as the menu offers them, and as a game is set by one."""

from clock.menu.setup.places import Offer
from clock.presets import Found, Preset, controls_of, match_of
from clock.rules.openings import OPENINGS, Opening
from clock.rules.regulations import FIRST, PROFILES, Regulations
from clock.rules.seats import Colour
from clock.rules.state import Setup


def offers_of(found: Found) -> tuple[Offer, ...]:
    """Return what the set-up menu can offer of the presets that were found."""
    offers = []
    for name, game, preset in found.entries:
        left, right = controls_of(preset)
        regulations = PROFILES[preset.regulations]
        opening, first = opening_and_first(preset, regulations)
        setup = Setup(left=left, right=right, regulations=regulations, opening=opening, first=first)
        offers.append(Offer(name, preset.title, game, in_match(setup, preset)))
    return tuple(offers)


def opening_and_first(
    preset: Preset | None,
    regulations: Regulations,
    opening: str | None = None,
    first: Colour | None = None,
) -> tuple[Opening, Colour]:
    """Return the opening and the colour that moves first: what is asked for, or the preset's own.

    `opening` is one of OPENINGS. Without a preset there is none, and the regulations know who moves
    first; in an opening it is always Black.
    """
    name = opening or (preset.opening if preset else "none")
    if name != "none":
        return OPENINGS[name], Colour.BLACK
    own = preset.first if preset else FIRST.get(regulations.name, Colour.BLACK)
    return OPENINGS[name], first or own


def in_match(setup: Setup, preset: Preset | None) -> Setup:
    """Return a setup as the first game of its preset's match, if that is one.

    Who begins is the beginner.
    """
    place = None if preset is None else match_of(preset, setup.starter.other)
    return setup if place is None else setup.in_match(place)
