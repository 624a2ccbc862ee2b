"""The rules, the opening and who begins on the page's sheet *Time*."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from clock.kinds import require_fits
from clock.rules.message import Message, Problem
from clock.rules.openings import Opening
from clock.rules.regulations import PROFILES
from clock.rules.seats import Colour, Seat
from clock.rules.state import Setup
from clock.text.control import begins_text, upper_first
from clock.text.opening import opening_name
from clock.text.regulations import profile_name, profile_sentence

NO_MESSAGE = Message("not a message of this page")


class Named(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value to choose, by its name in files."""

    name: str
    title: str
    sentence: str = ""
    """What it means."""


def rules_offered() -> Iterator[Named]:
    """Yield all regulations, in the menu's order."""
    for name in PROFILES:
        yield Named(name, profile_name(name), profile_sentence(name))


def openings_offered(openings: Iterable[Opening]) -> Iterator[Named]:
    """Yield all openings, in the menu's order."""
    for opening in openings:
        yield Named(opening.name, upper_first(opening_name(opening)))


def begun_texts(setup: Setup) -> dict[Seat, str]:
    """Return a sentence for each seat, as if it began."""
    return {seat: begins_text(setup.begun_by(seat)) for seat in Seat}


def with_rules(setup: Setup, rules: str, opening: str, openings: Mapping[str, Opening]) -> Setup:
    """Return a setup with other regulations and another opening, by name; "": it keeps its own.

    Raises Problem for a name that nothing has, and for an opening that the game has not.
    """
    if rules not in ("", *PROFILES) or opening not in ("", *openings):
        raise Problem(NO_MESSAGE)
    if rules:
        setup = replace(setup, regulations=PROFILES[rules])
    if opening:
        first = setup.first if opening == "none" else Colour.BLACK
        setup = replace(setup, opening=openings[opening], first=first)
        require_fits(setup)
    return setup
