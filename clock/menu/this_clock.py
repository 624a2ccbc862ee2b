"""The lists of the clock's own settings: each is changed at once, as it touches no game."""

from collections.abc import Iterator

from msgspec.structs import replace

from clock.menu import words
from clock.menu.levels import Entered, Entry, List, Listing, Lists, Row, Scene, Spec
from clock.menu.settings import ChangeSettings, Sound
from clock.text.language import LANGUAGES, N_, tr

_SOUNDS = {
    Sound.CLICK: N_("Click"),
    Sound.COUNT: N_("Last seconds"),
    Sound.BYOYOMI: N_("Byo-yomi"),
    Sound.CALL: N_("Call"),
    Sound.FALL: N_("Fall"),
}


def sound_name(sound: str) -> str:
    """Return what a sound's volume is called; without a sound the displays' brightness."""
    return tr(_SOUNDS[Sound(sound)]) if sound else tr("Brightness")


def _settings(_: List, scene: Scene) -> Iterator[Row]:
    settings = scene.context.settings
    switch = tr("All sound: on") if settings.sound else tr("All sound: off")
    yield Row(switch, act=ChangeSettings(replace(settings, sound=not settings.sound)))
    for sound in Sound:
        level: int = getattr(settings.volumes, sound.value)
        dial = Entry(Entered.VOLUME, (level,), key=sound.value)
        yield Row(f"{sound_name(sound)}: {level}", dial)
    brightness = settings.brightness
    yield Row(f"{sound_name('')}: {brightness}", Entry(Entered.BRIGHTNESS, (brightness,)))
    text = f"{tr(words.LANGUAGE)}: {LANGUAGES[settings.language]}"
    yield Row(text, List(Listing.LANGUAGE))


def _languages(_: List, scene: Scene) -> Iterator[Row]:
    for code, name in LANGUAGES.items():
        act = ChangeSettings(replace(scene.context.settings, language=code))
        yield Row(name, leaves=1, act=act, here=code == scene.context.settings.language)


LISTS: Lists = {
    Listing.SETTINGS: Spec(words.THIS_CLOCK, _settings),
    Listing.LANGUAGE: Spec(words.LANGUAGE, _languages),
}
