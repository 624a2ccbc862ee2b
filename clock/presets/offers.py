"""A game's setup by a preset: the one place where it is assembled, and what the menu offers."""

from collections.abc import Mapping

import msgspec

from clock.presets import Found, Preset, controls_of, match_of, regulations_of
from clock.presets.openings import OPENINGS
from clock.rules.openings import Opening
from clock.rules.regulations import FIRST, Regulations
from clock.rules.seats import LEFT, Colour, Seat
from clock.rules.state import Setup


class Offer(msgspec.Struct, frozen=True):
    """A preset as the menu offers it."""

    name: str
    title: str
    game: str
    """The list it stands in: one of GAMES, or OWN."""
    setup: Setup


def offers_of(found: Found) -> tuple[Offer, ...]:
    """Return what the menu can offer of the presets that were found."""
    return tuple(
        Offer(name, preset.title, game, setup_of(preset, openings=found.openings))
        for name, game, preset in found.entries
    )


def setup_of(
    preset: Preset,
    regulations: Regulations | None = None,
    *,
    opening: str = "",
    openings: Mapping[str, Opening] = OPENINGS,
    starter: Seat = LEFT,
    first: Colour | None = None,
) -> Setup:
    """Return the setup by a preset; what is not asked for is the preset's own.

    Black moves first in an opening. The first game of a handicap match is begun by the beginner, in
    the seat of `starter`. Raises SetupError with the place in the preset.
    """
    regulations = regulations or regulations_of(preset)
    name = opening or preset.opening
    own = preset.first or FIRST.get(regulations.name, Colour.BLACK)
    left, right = controls_of(preset)
    setup = Setup(
        left=left,
        right=right,
        regulations=regulations,
        opening=openings[name],
        starter=starter,
        first=Colour.BLACK if name != "none" else first or own,
    )
    place = match_of(preset, starter.other)
    return setup if place is None else setup.in_match(place)
