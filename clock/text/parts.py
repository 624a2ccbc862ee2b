"""What the parts of the clock's body are called."""

from clock.text.language import N_, tr
from clock.text.recognized import recognized

_PARTS = {
    "left": N_("left"),
    "right": N_("right"),
    "left_plunger": N_("left plunger"),
    "right_plunger": N_("right plunger"),
    "left_plunger_lh": N_("left plunger, left hand"),
    "left_plunger_rh": N_("left plunger, right hand"),
    "right_plunger_lh": N_("right plunger, left hand"),
    "right_plunger_rh": N_("right plunger, right hand"),
    "left_stone_lh": N_("left stone, left hand"),
    "left_stone_rh": N_("left stone, right hand"),
    "right_stone_lh": N_("right stone, left hand"),
    "right_stone_rh": N_("right stone, right hand"),
    "stop": N_("stop"),
    "ok": N_("OK"),
    "minus": N_("minus"),
    "plus": N_("plus"),
    "key": N_("key"),
    "left_clapper": N_("left clapper lamp"),
    "right_clapper": N_("right clapper lamp"),
    "left_running": N_("left running lamp"),
    "right_running": N_("right running lamp"),
    "referee": N_("referee lamp"),
    "buzzer": N_("buzzer"),
}
"""By what the hardware calls them."""

_DISPLAYS = (
    N_("{driver} at chip select {device} on SPI {port}"),
    N_("{driver} at {address} on I²C {port}"),
)


def part_name(name: str) -> str:
    """Return what a part is called, by its name in the wiring; another name as it is."""
    return tr(_PARTS[name]) if name in _PARTS else name


def display_place(told: str) -> str:
    """Return a display's driver and place, which the hardware tells in English."""
    return recognized(told, _DISPLAYS) or told
