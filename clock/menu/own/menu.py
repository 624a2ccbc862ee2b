"""What the buttons do in the menu of the clock's own settings. Pure.

A setting is changed at once, without a question: it is heard or seen, and touches no game.
"""

from typing import assert_never

from msgspec.structs import replace

from clock.menu.own.places import ChangeSettings, Dial, OwnLevel, OwnListing, OwnPick
from clock.menu.settings import BRIGHTNESSES, VOLUMES, Settings, Sound
from clock.text.language import LANGUAGES

Turned = tuple[tuple[OwnLevel, ...], ChangeSettings | None]
"""The levels in the place of the one that a button was pressed on, and what is changed."""

SOUNDS = tuple(Sound)
_SWITCH, _FIRST_SOUND = 0, 1
_BRIGHTNESS = _FIRST_SOUND + len(SOUNDS)
_LANGUAGE = _BRIGHTNESS + 1
_BACK = _LANGUAGE + 1


def own_pressed(level: OwnLevel, settings: Settings, way: int) -> Turned:
    """Return what becomes of a level: by Minus (-1), OK (0) or Plus (1)."""
    match level:
        case OwnPick(OwnListing.MAIN):
            return _main(level, settings, way)
        case OwnPick():
            return _language(level, settings, way)
        case Dial():
            return _turned(level, settings, way)
        case _:
            assert_never(level)


def level_of(dial: Dial, settings: Settings) -> int:
    """Return what a dial stands at."""
    if dial.sound is None:
        return settings.brightness
    level: int = getattr(settings.volumes, dial.sound.value)
    return level


def range_of(dial: Dial) -> range:
    """Return what a dial can stand at."""
    return BRIGHTNESSES if dial.sound is None else VOLUMES


def _main(pick: OwnPick, settings: Settings, way: int) -> Turned:
    if way:
        return (replace(pick, cursor=(pick.cursor + way) % (_BACK + 1)),), None
    if pick.cursor == _SWITCH:
        return (pick,), ChangeSettings(replace(settings, sound=not settings.sound))
    if pick.cursor < _BRIGHTNESS:
        return (pick, Dial(SOUNDS[pick.cursor - _FIRST_SOUND])), None
    if pick.cursor == _BRIGHTNESS:
        return (pick, Dial()), None
    if pick.cursor == _LANGUAGE:
        now = list(LANGUAGES).index(settings.language)
        return (pick, OwnPick(OwnListing.LANGUAGE, now)), None
    return (), None


def _language(pick: OwnPick, settings: Settings, way: int) -> Turned:
    codes = list(LANGUAGES)
    if way:
        return (replace(pick, cursor=(pick.cursor + way) % (len(codes) + 1)),), None
    if pick.cursor == len(codes):
        return (), None
    return (), ChangeSettings(replace(settings, language=codes[pick.cursor]))


def _turned(dial: Dial, settings: Settings, way: int) -> Turned:
    if not way:
        return (), None
    levels = range_of(dial)
    level = max(levels[0], min(level_of(dial, settings) + way, levels[-1]))
    if dial.sound is None:
        return (dial,), ChangeSettings(replace(settings, brightness=level))
    volumes = replace(settings.volumes, **{dial.sound.value: level})
    return (dial,), ChangeSettings(replace(settings, volumes=volumes), dial.sound)
