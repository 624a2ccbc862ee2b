"""The clock's own settings, which hold from game to game, and the lists that change them.

A setting is changed at once, without a question: it is heard or seen, and touches no game.
"""

from enum import StrEnum
from typing import Annotated

import msgspec

from clock.text.language import ENGLISH

VOLUMES = range(11)
"""From silent to as loud as the buzzer can."""
BRIGHTNESSES = range(1, 11)


class Sound(StrEnum):
    """What can be heard of the clock, each with a volume of its own."""

    CLICK = "click"
    COUNT = "count"
    BYOYOMI = "byoyomi"
    CALL = "call"
    FALL = "fall"


_Volume = Annotated[int, msgspec.Meta(ge=VOLUMES[0], le=VOLUMES[-1])]
_Brightness = Annotated[int, msgspec.Meta(ge=BRIGHTNESSES[0], le=BRIGHTNESSES[-1])]


class Volumes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How loud each sound is."""

    click: _Volume = 3
    count: _Volume = 6
    byoyomi: _Volume = 6
    call: _Volume = 8
    fall: _Volume = 8


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is set of the clock itself."""

    sound: bool = True
    """False: nothing is heard, whatever the volumes and the regulations say."""
    volumes: Volumes = Volumes()
    brightness: _Brightness = 10
    language: str = ENGLISH
    """A code of `LANGUAGES`."""

    def volume(self, sound: Sound) -> int:
        """Return how loud a sound is now: 0 with all sound off."""
        volume: int = getattr(self.volumes, sound.value)
        return volume if self.sound else 0


class ChangeSettings(msgspec.Struct, frozen=True, tag=True):
    """New settings of the clock itself: an act for the station, which stores them."""

    settings: Settings
    sample: Sound | None = None
    """A sound to play at once, for its volume."""
