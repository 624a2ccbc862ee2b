"""What the menu of the clock's own settings says."""

from clock.menu.settings import Sound
from clock.text.language import N_, tr

THIS_CLOCK = N_("This clock")
LANGUAGE = N_("Language")
ALL_OFF = N_("All sound is off")
SAY_DIAL = N_("Minus and Plus change, OK is done.")

_BRIGHTNESS = N_("Brightness")
_SOUNDS = {
    Sound.CLICK: N_("Click"),
    Sound.COUNT: N_("Last seconds"),
    Sound.BYOYOMI: N_("Byo-yomi"),
    Sound.CALL: N_("Call"),
    Sound.FALL: N_("Fall"),
}


def switch_item(on: bool) -> str:
    """Return the item that turns all sound on and off."""
    return tr("All sound: on") if on else tr("All sound: off")


def dial_title(sound: Sound | None) -> str:
    """Return what a dial is called."""
    if sound is None:
        return tr(_BRIGHTNESS)
    return tr("{sound}: volume").format(sound=tr(_SOUNDS[sound]))


def dial_item(sound: Sound | None, level: int) -> str:
    """Return the item of a sound's volume, or of the displays' brightness."""
    return f"{tr(_BRIGHTNESS if sound is None else _SOUNDS[sound])}: {level}"


def language_item(name: str) -> str:
    """Return the item of the language; who cannot read it knows its own name."""
    return f"{tr(LANGUAGE)}: {name}"


def bar(level: int, most: int) -> str:
    """Return a level as a bar."""
    return "=" * level + "-" * (most - level)
