"""A hand on the small buttons, on the plungers and at the organizer's key."""

from typing import Any

from msgspec.structs import replace

from clock.display.face import Hint, Page
from clock.menu import render_menu, route
from clock.menu.engine import YES_AFTER_NS, close_stale
from clock.menu.levels import (
    CLOSED,
    NO_CONTEXT,
    Act,
    Button,
    Menu,
    MenuContext,
    NewGame,
    NewSetup,
    Question,
    TakeUp,
)
from clock.menu.settings import ChangeSettings
from clock.presets import find_presets
from clock.rules.inputs import Press, Stop
from clock.rules.machine import begin
from clock.rules.outputs import PressIgnored
from clock.rules.seats import Seat
from clock.rules.state import Setup, State
from clock.text.rows import one_text
from tests.menu.words import hint_of, rows_of, spread
from tests.rules.games import Game

BUTTONS = {"-": Button.MINUS, "ok": Button.OK, "+": Button.PLUS, "held": Button.OK_HELD}
CONTEXT = MenuContext(find_presets().offers)


class MenuDriver:
    """Presses buttons, hands the acts to the game, and counts."""

    def __init__(self, game: Game, context: MenuContext = NO_CONTEXT) -> None:
        self.game, self.context = game, context
        self.menu: Menu = CLOSED
        self.acts: list[Act] = []
        self.presses = 0

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def _shown(self) -> Page | Hint:
        return render_menu(self.menu, self.state, self.context)

    @property
    def page(self) -> Page:
        """The page that is open; there must be one."""
        page = self._shown
        assert isinstance(page, Page), "expected an open page"
        return page

    @property
    def closed(self) -> bool:
        """Whether the faces are shown."""
        return isinstance(self._shown, Hint)

    @property
    def hint(self) -> str:
        """What the buttons do, for the faces; "" while a page is open."""
        return "" if isinstance(self._shown, Page) else hint_of(self._shown)

    @property
    def title(self) -> str:
        """The title of the page, "" while the faces are shown."""
        return "" if self.closed else one_text(self.page.title)

    @property
    def rows(self) -> Any:
        """The rows of the page; a press changes them, so no type is narrowed by a comparison."""
        return rows_of(self.page)

    @property
    def text(self) -> str:
        return " ".join(self.rows)

    @property
    def cursor(self) -> int:
        selected = self.page.selected
        assert selected is not None
        return selected

    @property
    def selected(self) -> str:
        return rows_of(self.page)[self.cursor]

    def press(self, buttons: str) -> tuple[Act, ...]:
        """Press and release buttons one after another; return what came of the last."""
        acts: tuple[Act, ...] = ()
        for name in buttons.split():
            self.presses += 1
            acts = self.push(BUTTONS[name]) if name in BUTTONS else self.stop()
        return acts

    def push(self, button: Button, at_ns: int | None = None) -> tuple[Act, ...]:
        """Press one button, a moment later unless something happens by itself before.

        The facts of a question are read first.
        """
        level = self.menu.levels[-1] if self.menu.levels else None
        if at_ns is None:
            at_ns = self.game.now_ns + (self.game.now_ns + 1 < self.state.wake_ns)
            if isinstance(level, Question) and level.seen_at_ns is not None:
                at_ns = max(at_ns, level.seen_at_ns + YES_AFTER_NS)
        routed = route(self.menu, self.state, button, at_ns, self.context)
        assert routed.taken
        self.menu = routed.menu
        self.acts += routed.acts
        for act in routed.acts:
            self._do(act)
        self.menu = close_stale(self.menu, self.state)
        return routed.acts

    def _do(self, act: Act) -> None:
        match act:
            case ChangeSettings():
                self.context = replace(self.context, settings=act.settings)
            case NewSetup():
                self.game.state = begin(act.setup, self.game.now_ns)
            case NewGame():
                following = act.setup_after(self.state)
                self.game.state = begin(following, self.game.now_ns)
            case TakeUp():
                pass  # the station has the game
            case _:
                self.game.do(act)

    def plunge(self, seat: Seat) -> bool:
        """Press a plunger; return whether the menu took it, so that the game does not get it."""
        now_ns = self.game.now_ns
        routed = route(self.menu, self.state, Press(now_ns, seat), now_ns, self.context)
        self.menu = routed.menu
        self.acts += routed.acts
        for act in routed.acts:
            self._do(act)
        if not routed.taken:
            for output in self.game.press(seat):
                if isinstance(output, PressIgnored):
                    self.menu = route(self.menu, self.state, output, now_ns, self.context).menu
        self.menu = close_stale(self.menu, self.state)
        return routed.taken

    def stop(self) -> tuple[Act, ...]:
        """Press Stop: the menu's as long as a page is open, else the game's."""
        now_ns = self.game.now_ns
        self.menu, _, taken = route(self.menu, self.state, Stop(now_ns), now_ns, self.context)
        if not taken:
            self.game.stop()
            self.menu = close_stale(self.menu, self.state)
        return ()

    def turn_key(self, *, turned: bool) -> None:
        """Turn the organizer's key, or turn it back."""
        self.context = replace(self.context, key=turned)
        now_ns = self.game.now_ns
        self.menu = route(self.menu, self.state, Button.KEY, now_ns, self.context).menu

    def take(self, *starts: str) -> None:
        """Go to the one row that is so, or begins so, by the shorter way; so on for each."""
        for start in starts:
            rows = self.rows
            found = [row for row in rows if row == start] or [
                row for row in rows if row.startswith(start)
            ]
            assert len(found) == 1, f"{start!r} is {len(found)} of {rows}"
            forward = (rows.index(found[0]) - self.cursor) % len(rows)
            back = len(rows) - forward
            self.press("+ " * forward if forward <= back else "- " * back)
            assert self.selected == found[0]
            self.press("ok")

    def organize(self, *starts: str) -> None:
        """Open the organizer's menu in a stop by holding OK, and take rows."""
        self.press("ok held")
        self.take(*starts)

    def confirm(self) -> tuple[Act, ...]:
        """Answer the question that is open with yes, once all of its facts have been in sight."""
        acts: tuple[Act, ...] = ()
        while not acts:
            assert spread(self.page.hint).endswith(("+ more", "+ yes", "+ claim", "+ win"))
            acts = self.press("+")
        return acts

    def log(self) -> list[Act]:
        """The acts so far, without their instants."""
        return [
            act if isinstance(act, NewGame | NewSetup | ChangeSettings) else replace(act, at_ns=0)
            for act in self.acts
        ]


def ready(
    text: str = "1:00:00", *, context: MenuContext = NO_CONTEXT, **options: Any
) -> MenuDriver:
    """A hand at a game that has not begun."""
    return MenuDriver(Game(text, started=False, **options), context)


def stopped(
    text: str = "1:00:00", *, moves: int = 0, context: MenuContext = NO_CONTEXT, **options: Any
) -> MenuDriver:
    """A hand at a game that is stopped after some moves."""
    game = Game(text, **options)
    game.make(moves)
    game.stop()
    return MenuDriver(game, context)


def power_on(context: MenuContext = CONTEXT) -> MenuDriver:
    """A hand at a clock that was switched on: the first preset, nothing begun."""
    terms: dict[str, Any] = {"rules": "rif", "opening": "rif", "kind": "renju"}
    return ready("40/2:00:00 then 1:00:00", context=context, **terms)


def setting_up(context: MenuContext = CONTEXT) -> MenuDriver:
    """A hand at the whole setup in the set-up menu."""
    hand = power_on(context)
    hand.press("-")
    hand.take("Whole setup ...")
    assert hand.title == "Set up"
    return hand


def preset_setup(name: str) -> Setup:
    """The setup of a preset of ours."""
    return next(each.setup for each in CONTEXT.offers if each.name == name)


def set_so(hand: MenuDriver) -> Setup:
    """Answer the question about the whole setting with yes; return what the clock is set to."""
    if hand.title != "Use this setup?":
        hand.take("Use this setup")
    assert hand.title == "Use this setup?"
    (act,) = hand.confirm()
    assert isinstance(act, NewSetup)
    assert hand.menu == CLOSED
    return act.setup
