"""The small buttons and the organizer's key: they drive the menu, which returns acts."""

from collections.abc import Set

from msgspec.structs import replace

from clock.display.face import Hint, Page
from clock.menu import MenuInput, opens_by_hold, render_menu, route
from clock.menu.engine import close_stale
from clock.menu.levels import CLOSED, Act, Button, Level, Menu, MenuContext
from clock.rules.inputs import Input, Press, Stop
from clock.rules.state import Phase, State
from clock.rules.timing import running_seats
from clock.rules.units import SECOND_NS
from clock.station.signals import BUTTONS
from clock.text.control import upper_first
from clock.text.language import tr
from clock.text.rows import Key, Row, spoken, with_key
from hal.ports import Line

HOLD_NS = 2 * SECOND_NS
"""OK pressed this long is a hold."""
HOLD_SHOWN_NS = SECOND_NS // 2
"""OK pressed this long is no tap: the page then says how long to hold, and what that opens."""

REPEATING = frozenset({Line.MINUS, Line.PLUS})
"""Lines that repeat while they are pressed, to move quickly in long lists and figures."""
REPEAT_AFTER_NS = 600_000_000
REPEAT_EVERY_NS = 150_000_000


def hold_hint() -> Row:
    """Return the hint to hold OK for the menu."""
    seconds = HOLD_NS // SECOND_NS
    return Row(with_key(tr("hold {key} {seconds} s: menu"), Key.OK, seconds=seconds))


class Buttons:
    """The menu, and the pressed buttons; `context` has the menu's choices."""

    def __init__(self, lines: Set[Line], context: MenuContext) -> None:
        self.menu: Menu = CLOSED
        self.context = context
        self._has_ok = Line.OK in lines
        self._ok_down_ns: int | None = None
        self._is_no_tap = False
        self._repeating: Line | None = None
        self._repeats_ns = 0

    def role(self, line: Line, state: State) -> Line:
        """Map a line to its role. Without an OK button, Stop acts as OK while no clock runs."""
        is_ok = line is Line.STOP and not self._has_ok and not running_seats(state)
        return Line.OK if is_ok else line

    def take_change(
        self, line: Line, at_ns: int, state: State, *, pressed: bool
    ) -> tuple[Act, ...]:
        """Press or release a button; return the resulting acts."""
        if line is Line.OK and not pressed:
            return self._ok_up(at_ns, state)
        if pressed and self._is_in_hold(at_ns):
            return ()
        if line is Line.OK:
            self._ok_down_ns = at_ns
        if pressed and line in REPEATING and self.menu.repeats:  # the latest press wins
            self._repeating, self._repeats_ns = line, at_ns + REPEAT_AFTER_NS
        elif line is self._repeating:
            self._repeating = None
        return self.route(BUTTONS[line], at_ns, state) if pressed else ()

    def check_held(self, now_ns: int, state: State) -> tuple[Act, ...]:
        """Check the pressed buttons for a hold or a repeat; return the resulting acts."""
        acts: tuple[Act, ...] = ()
        if self._ok_down_ns is not None and now_ns - self._ok_down_ns >= HOLD_NS:
            self._ok_down_ns = None
            acts = self.route(Button.OK_HELD, now_ns, state)
        self._is_no_tap = self._is_in_hold(now_ns)
        if not close_stale(self.menu, state).repeats:
            # Only pages scroll fast: a game or a question must get no more presses than were made.
            self._repeating = None
        if self._repeating is not None and now_ns >= self._repeats_ns:  # once, even if late
            self._repeats_ns = now_ns + REPEAT_EVERY_NS
            acts += self.route(BUTTONS[self._repeating], now_ns, state)
        return acts

    def offer(self, event: Input, state: State) -> tuple[Act, ...] | None:
        """Offer a player's act to the menu; return what comes of it, or None: it is the game's."""
        if not isinstance(event, (Press, Stop)):
            return None
        routed = route(self.menu, state, event, event.at_ns, self.context)
        self.menu = routed.menu
        return routed.acts if routed.taken else None

    def turn_key(self, state: State, *, turned: bool) -> None:
        """Turn the organizer's key, which opens or closes the menu."""
        self.context = replace(self.context, key=turned)
        self.route(Button.KEY, state.at_ns, state)

    def page_or_hint(self, state: State) -> Page | Hint:
        """Return the open page, or the faces' row of what the buttons do."""
        page = render_menu(self.menu, state, self.context)
        holds = self._is_no_tap and opens_by_hold(self.menu, state, self.context)
        if not holds or isinstance(page, Hint):
            return page
        held = hold_hint()
        return replace(page, hint=held, sentence=f"{page.sentence} {upper_first(spoken(held))}.")

    def hold_opens(self, state: State) -> bool:
        """Return whether OK, if it is held, opens the organizer's menu and does nothing else."""
        at_rest = not self.menu.levels and state.phase is not Phase.READY
        return at_rest and opens_by_hold(self.menu, state, self.context)

    @property
    def level(self) -> Level | None:
        """The page of the menu that is open."""
        return self.menu.levels[-1] if self.menu.levels else None

    @property
    def due_ns(self) -> int | None:
        """When to call `check_held` next; None if no button needs it."""
        wait_ns = HOLD_NS if self._is_no_tap else HOLD_SHOWN_NS
        due = [] if self._ok_down_ns is None else [self._ok_down_ns + wait_ns]
        due += [] if self._repeating is None else [self._repeats_ns]
        return min(due, default=None)

    def follow(self, state: State) -> None:
        """Close the menu if what it shows no longer holds."""
        self.menu = close_stale(self.menu, state)

    def _is_in_hold(self, at_ns: int) -> bool:
        """Whether OK is no tap any more: a button would answer the question under the hold."""
        return self._ok_down_ns is not None and at_ns - self._ok_down_ns >= HOLD_SHOWN_NS

    def _ok_up(self, at_ns: int, state: State) -> tuple[Act, ...]:
        """Release OK; return the acts of a hold."""
        # The loop may have been too late to notice the hold while OK was down.
        down_ns, self._ok_down_ns = self._ok_down_ns, None
        held = down_ns is not None and at_ns - down_ns >= HOLD_NS
        return self.route(Button.OK_HELD, at_ns, state) if held else ()

    def route(self, event: MenuInput, at_ns: int, state: State) -> tuple[Act, ...]:
        """Pass an event to the menu; return the resulting acts."""
        self.menu, acts, _ = route(self.menu, state, event, at_ns, self.context)
        return acts
