"""The organizer's way through the clock's menu, found by the menu itself."""

from collections import deque

from clock.menu import CLOSED, Button, Menu, pressed
from clock.rules.inputs import Finish, Result
from clock.rules.state import State
from hal.ports import Line
from tests.kernel.header import MS_NS, Deed, tap

LINES = {Button.PLUS: Line.PLUS, Button.OK: Line.OK, Button.OK_HELD: Line.OK}
EVERY_NS, HELD_NS = 300 * MS_NS, 2_300 * MS_NS


def enters(result: Result, state: State, from_ns: int) -> list[Deed]:
    """The buttons that enter a game's result, one after the other."""
    deeds, at_ns = [], from_ns
    for button in _way_to(result, state):
        held_ns = HELD_NS if button is Button.OK_HELD else 100 * MS_NS
        deeds += tap(LINES[button], at_ns, held_ns)
        at_ns += held_ns + EVERY_NS
    return deeds


def _way_to(result: Result, state: State) -> tuple[Button, ...]:
    """The fewest presses of OK and Plus after OK was held."""
    menu, _ = pressed(CLOSED, state, Button.OK_HELD, state.at_ns)
    ways: deque[tuple[Menu, tuple[Button, ...]]] = deque([(menu, (Button.OK_HELD,))])
    seen = {menu}
    while ways:
        menu, way = ways.popleft()
        for button in (Button.PLUS, Button.OK):
            then, acts = pressed(menu, state, button, state.at_ns)
            if any(isinstance(act, Finish) and act.result is result for act in acts):
                return (*way, button)
            if then.levels and then.draft is None and then not in seen:
                seen.add(then)
                ways.append((then, (*way, button)))
    raise ValueError(f"the menu does not lead to {result}")
