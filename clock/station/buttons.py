"""The small buttons and the organizer's key: they drive the menu, and acts come of it."""

from collections.abc import Set

from msgspec.structs import replace

from clock.display.face import Hint, Page
from clock.menu import MenuInput, opens_by_hold, render_menu, route
from clock.menu.engine import close_stale
from clock.menu.levels import CLOSED, Act, Button, Menu, MenuContext
from clock.rules.inputs import Input, Press, Stop
from clock.rules.state import State
from clock.rules.timing import running_seats
from clock.rules.units import SECOND_NS
from clock.station.signals import BUTTONS
from clock.text.control import upper_first
from clock.text.language import tr
from clock.text.rows import Key, Row, spoken, with_key
from hal.ports import Line

HOLD_NS = 2 * SECOND_NS
"""OK that is down this long is a hold."""
HOLD_SHOWN_NS = SECOND_NS // 2
"""OK that is down this long is no tap: the page says how long a hold is, and what it opens."""

REPEATING = frozenset({Line.MINUS, Line.PLUS})
"""Lines that go on by themselves while they are down, so that long lists and figures are quick."""
REPEAT_AFTER_NS = 600_000_000
REPEAT_EVERY_NS = 150_000_000


def hold_hint() -> Row:
    """Return how long OK is held, and what that opens."""
    seconds = HOLD_NS // SECOND_NS
    return Row(with_key(tr("hold {key} {seconds} s: menu"), Key.OK, seconds=seconds))


class Buttons:
    """The menu, and the buttons that are down; `context` is what there is to choose from."""

    def __init__(self, lines: Set[Line], context: MenuContext) -> None:
        self.menu: Menu = CLOSED
        self.context = context
        self._has_ok = Line.OK in lines
        self._ok_down_ns: int | None = None
        self._is_no_tap = False
        self._repeating: Line | None = None
        self._repeats_ns = 0

    def meaning(self, line: Line, state: State) -> Line:
        """Return what a line is now: without an OK button Stop is it while no clock runs."""
        is_ok = line is Line.STOP and not self._has_ok and not running_seats(state)
        return Line.OK if is_ok else line

    def changed(self, line: Line, at_ns: int, state: State, *, pressed: bool) -> tuple[Act, ...]:
        """Return the acts of a button that went down or up."""
        if line is Line.OK and not pressed:
            return self._ok_up(at_ns, state)
        if line is Line.OK:
            self._ok_down_ns = at_ns
        if pressed and line in REPEATING and self.menu.repeats:  # the last that went down
            self._repeating, self._repeats_ns = line, at_ns + REPEAT_AFTER_NS
        elif line is self._repeating:
            self._repeating = None
        return self.route(BUTTONS[line], at_ns, state) if pressed else ()

    def held(self, now_ns: int, state: State) -> tuple[Act, ...]:
        """Return the acts of the buttons that are down."""
        acts: tuple[Act, ...] = ()
        if self._ok_down_ns is not None and now_ns - self._ok_down_ns >= HOLD_NS:
            self._ok_down_ns = None
            acts = self.route(Button.OK_HELD, now_ns, state)
        down_ns = self._ok_down_ns
        self._is_no_tap = down_ns is not None and now_ns - down_ns >= HOLD_SHOWN_NS
        if not close_stale(self.menu, state).repeats:
            # Only a page goes fast: no game and no question gets more than was pressed.
            self._repeating = None
        if self._repeating is not None and now_ns >= self._repeats_ns:  # once, however late
            self._repeats_ns = now_ns + REPEAT_EVERY_NS
            acts += self.route(BUTTONS[self._repeating], now_ns, state)
        return acts

    def takes(self, event: Input, state: State) -> bool:
        """Whether the menu has taken a player's act, so that the game does not get it."""
        if not isinstance(event, (Press, Stop)):
            return False
        routed = route(self.menu, state, event, event.at_ns, self.context)
        self.menu = routed.menu
        return routed.taken

    def turn_key(self, state: State, *, turned: bool) -> None:
        """Take note of the organizer's key, which opens and closes the menu."""
        self.context = replace(self.context, key=turned)
        self.route(Button.KEY, state.at_ns, state)

    def shown(self, state: State) -> Page | Hint:
        """Return the page that is open, or the hint for the faces."""
        page = render_menu(self.menu, state, self.context)
        holds = self._is_no_tap and opens_by_hold(self.menu, state, self.context)
        if not holds or isinstance(page, Hint):
            return page
        held = hold_hint()
        return replace(page, hint=held, sentence=f"{page.sentence} {upper_first(spoken(held))}.")

    @property
    def due_ns(self) -> int | None:
        """When a button that is down counts again."""
        wait_ns = HOLD_NS if self._is_no_tap else HOLD_SHOWN_NS
        due = [] if self._ok_down_ns is None else [self._ok_down_ns + wait_ns]
        due += [] if self._repeating is None else [self._repeats_ns]
        return min(due, default=None)

    def follow(self, state: State) -> None:
        """Close the menu if what it shows no longer holds."""
        self.menu = close_stale(self.menu, state)

    def _ok_up(self, at_ns: int, state: State) -> tuple[Act, ...]:
        """A hold that the loop was too late to see is one all the same."""
        down_ns, self._ok_down_ns = self._ok_down_ns, None
        held = down_ns is not None and at_ns - down_ns >= HOLD_NS
        return self.route(Button.OK_HELD, at_ns, state) if held else ()

    def route(self, event: MenuInput, at_ns: int, state: State) -> tuple[Act, ...]:
        """Have the menu take an event; return the acts that come of it."""
        self.menu, acts, _ = route(self.menu, state, event, at_ns, self.context)
        return acts
