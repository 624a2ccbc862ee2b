"""Where the menu of the clock's own settings is, and what it asks of the station."""

from enum import Enum

import msgspec

from clock.menu.settings import Settings, Sound


class ChangeSettings(msgspec.Struct, frozen=True, tag=True):
    """The clock itself is set otherwise: an act for the station, which keeps it."""

    settings: Settings
    sample: Sound | None = None
    """A sound that is to be heard at once, for its volume."""


class OwnListing(Enum):
    """The lists of this menu."""

    MAIN = "main"
    LANGUAGE = "language"


class OwnPick(msgspec.Struct, frozen=True, tag=True):
    """A list of which one item is taken."""

    listing: OwnListing = OwnListing.MAIN
    cursor: int = 0


class Dial(msgspec.Struct, frozen=True, tag=True):
    """A level that is turned up and down: of a sound, or (None) of the displays."""

    sound: Sound | None = None


OwnLevel = OwnPick | Dial
