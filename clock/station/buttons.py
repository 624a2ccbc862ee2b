"""The small buttons and the organizer's key: they drive the menu, and acts come of it."""

from collections.abc import Set

from msgspec.structs import replace

from clock.display.face import Page
from clock.menu import (
    CLOSED,
    Button,
    Menu,
    claim_asked,
    closed_by,
    hint,
    key_turned,
    page,
    plunged,
    pressed,
    stop_pressed,
    waits,
)
from clock.menu.places import Act
from clock.menu.setup.places import MenuContext
from clock.rules.inputs import Press
from clock.rules.seats import Seat
from clock.rules.state import State
from clock.rules.timing import running_seats
from clock.station.repeat import REPEATING, Repeat
from clock.station.signals import BUTTONS
from hal.ports import Line

HOLD_NS = 2_000_000_000
"""OK kept down this long is a hold."""


class Buttons:
    """Where the menu is, and which button is down; `context` is what there is to choose from."""

    def __init__(self, lines: Set[Line], context: MenuContext) -> None:
        self.menu: Menu = CLOSED
        self.context = context
        self._has_ok = Line.OK in lines
        self._ok_down_ns: int | None = None
        self._ok_waits = False
        self._repeat = Repeat()

    def meaning(self, line: Line, state: State) -> Line:
        """Return what a line is now: without an OK button Stop is it, once the clocks are stopped.

        Any other line is itself.
        """
        is_ok = line is Line.STOP and not self._has_ok and not running_seats(state)
        return Line.OK if is_ok else line

    def changed(self, line: Line, at_ns: int, state: State, *, pressed: bool) -> tuple[Act, ...]:
        """Return what comes of a button that went down or up."""
        if line is Line.OK:
            return self._ok_down(at_ns, state) if pressed else self._ok_up(at_ns, state)
        if line in REPEATING:
            self._repeat = self._repeat.changed(line, at_ns, pressed=pressed)
        return self._button(BUTTONS[line], at_ns, state) if pressed else ()

    def held(self, now_ns: int, state: State) -> tuple[Act, ...]:
        """Return what comes of the buttons that are kept down."""
        acts: tuple[Act, ...] = ()
        if self._ok_down_ns is not None and now_ns - self._ok_down_ns >= HOLD_NS:
            self._ok_down_ns = None
            acts = self._button(Button.OK_HELD, now_ns, state)
        if self._repeat.line is not None and page(self.menu, state) is None:
            # Only a page goes fast: a game never gets more than was pressed.
            self._repeat = Repeat()
        line, self._repeat = self._repeat.due(now_ns)
        return acts if line is None else (*acts, *self._button(BUTTONS[line], now_ns, state))

    def stop(self, state: State) -> None:
        """Take note of Stop, which leaves the pages that anybody may open."""
        self.menu = stop_pressed(self.menu, state)

    def turn_key(self, state: State, *, turned: bool) -> None:
        """Take note of the organizer's key, which opens and closes the menu."""
        self.context = replace(self.context, key=turned)
        self.menu = key_turned(self.menu, state, self.context)

    def shown(self, state: State) -> Page | str:
        """Return the page that is open, or the row for the faces that tells what buttons do."""
        return page(self.menu, state) or hint(self.menu, state, self.context)

    @property
    def due_ns(self) -> int | None:
        """When a button that is kept down counts again."""
        hold_ns = None if self._ok_down_ns is None else self._ok_down_ns + HOLD_NS
        both = (hold_ns, self._repeat.due_ns)
        return min((each_ns for each_ns in both if each_ns is not None), default=None)

    def takes(self, press: Press, state: State) -> bool:
        """Whether the set-up menu waits for a plunger, and has taken this press of it."""
        menu = plunged(self.menu, state, press.seat)
        if menu is None:
            return False
        self.menu = menu
        return True

    def ask_claim(self, seat: Seat, state: State) -> None:
        """Have a plunger ask in a stop; an OK that is down already is no answer to that."""
        asked = claim_asked(closed_by(self.menu, state), state, seat)
        if asked != self.menu:
            self.menu, self._ok_waits = asked, False

    def follow(self, state: State) -> None:
        """Close the menu if what it shows no longer holds."""
        self.menu = closed_by(self.menu, state)

    def close(self) -> None:
        """Close the menu."""
        self.menu = CLOSED

    def _ok_down(self, at_ns: int, state: State) -> tuple[Act, ...]:
        """OK counts as it goes down, save where it would let a clock run, or claim."""
        self._ok_down_ns = at_ns
        self._ok_waits = waits(self.menu, state)
        return () if self._ok_waits else self._button(Button.OK, at_ns, state)

    def _ok_up(self, at_ns: int, state: State) -> tuple[Act, ...]:
        """There it counts as it is let go; a hold that the loop was too late to see is one."""
        down_ns, self._ok_down_ns = self._ok_down_ns, None
        if down_ns is None:
            return ()
        if at_ns - down_ns >= HOLD_NS:
            return self._button(Button.OK_HELD, at_ns, state)
        counts = self._ok_waits and waits(self.menu, state)
        return self._button(Button.OK, at_ns, state) if counts else ()

    def _button(self, button: Button, at_ns: int, state: State) -> tuple[Act, ...]:
        self.menu, acts = pressed(self.menu, state, button, at_ns, self.context)
        return acts
