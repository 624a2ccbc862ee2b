"""Map the body's parts to the game's: plungers to presses, sensors to stones, lamps to seats."""

from clock.menu.levels import Button
from clock.rules.inputs import Press, StoneLaid, Stop
from clock.rules.seats import LEFT, RIGHT, Hand, Seat
from clock.text.rows import Key
from hal.ports import LampName, Line, ScreenName

PLUNGERS: dict[Line, tuple[Seat, Hand | None]] = {
    Line.LEFT_PLUNGER: (LEFT, None),
    Line.LEFT_PLUNGER_LH: (LEFT, Hand.LEFT),
    Line.LEFT_PLUNGER_RH: (LEFT, Hand.RIGHT),
    Line.RIGHT_PLUNGER: (RIGHT, None),
    Line.RIGHT_PLUNGER_LH: (RIGHT, Hand.LEFT),
    Line.RIGHT_PLUNGER_RH: (RIGHT, Hand.RIGHT),
}
SENSORS: dict[Line, tuple[Seat, Hand]] = {
    Line.LEFT_STONE_LH: (LEFT, Hand.LEFT),
    Line.LEFT_STONE_RH: (LEFT, Hand.RIGHT),
    Line.RIGHT_STONE_LH: (RIGHT, Hand.LEFT),
    Line.RIGHT_STONE_RH: (RIGHT, Hand.RIGHT),
}
BUTTONS: dict[Line, Button] = {
    Line.MINUS: Button.MINUS,
    Line.OK: Button.OK,
    Line.PLUS: Button.PLUS,
}
KEYS: dict[Key, Line] = {Key.MINUS: Line.MINUS, Key.OK: Line.OK, Key.PLUS: Line.PLUS}
SCREENS: dict[Seat, ScreenName] = {LEFT: ScreenName.LEFT, RIGHT: ScreenName.RIGHT}
CLAPPERS: dict[Seat, LampName] = {LEFT: LampName.LEFT_CLAPPER, RIGHT: LampName.RIGHT_CLAPPER}
RUNNING: dict[Seat, LampName] = {LEFT: LampName.LEFT_RUNNING, RIGHT: LampName.RIGHT_RUNNING}


def player_input(line: Line, at_ns: int) -> Press | StoneLaid | Stop:
    """Return the player's act for a pressed line. Raises KeyError for the menu's buttons."""
    if line is Line.STOP:
        return Stop(at_ns)
    if line in PLUNGERS:
        return Press(at_ns, *PLUNGERS[line])
    return StoneLaid(at_ns, *SENSORS[line])
