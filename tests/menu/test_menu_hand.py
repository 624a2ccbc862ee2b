"""A hand on the small buttons, and how many presses of them a correction needs."""

from typing import Any

import pytest
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
    pressed,
)
from clock.menu.own.places import ChangeSettings
from clock.menu.places import Act, NewGame
from clock.menu.setup.places import NO_CONTEXT, MenuContext, NewSetup
from clock.rules.inputs import Adjust, SetMoves, Stop
from clock.rules.outputs import PressIgnored
from clock.rules.seats import Seat
from clock.rules.state import State
from clock.rules.units import MINUTE_NS
from tests.rules.games import LEFT, RIGHT, Game

BUTTONS = {"-": Button.MINUS, "ok": Button.OK, "+": Button.PLUS, "held": Button.OK_HELD}
PRESSES_MAX = 20


class Hand:
    """Presses buttons, hands the acts to the game, and counts."""

    def __init__(self, game: Game, context: MenuContext = NO_CONTEXT) -> None:
        self.game = game
        self.context = context
        self.menu: Menu = CLOSED
        self.acts: list[Act] = []
        self.presses = 0

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.game.state

    def page(self) -> Page:
        """The page that is open; there must be one."""
        shown = page(self.menu, self.state)
        assert shown is not None, "expected an open page"
        return shown

    @property
    def closed(self) -> bool:
        """Whether the faces are shown."""
        return page(self.menu, self.state) is None

    @property
    def hint(self) -> str:
        """The row for the faces."""
        return hint(self.menu, self.state, self.context)

    @property
    def selected(self) -> str:
        """The selected row."""
        return self.page().rows[self.cursor]

    @property
    def cursor(self) -> int:
        """Where the selected row is."""
        selected = self.page().selected
        assert selected is not None
        return selected

    def press(self, buttons: str) -> tuple[Act, ...]:
        """Press buttons one after another; return what came of the last."""
        acts: tuple[Act, ...] = ()
        for name in buttons.split():
            self.presses += 1
            at_ns = self.game.now_ns + 1
            self.menu, acts = pressed(self.menu, self.state, BUTTONS[name], at_ns, self.context)
            self.acts += acts
            for act in acts:
                if isinstance(act, ChangeSettings):
                    self.context = replace(self.context, settings=act.settings)
                elif not isinstance(act, NewGame | NewSetup):
                    self.game.do(act)
            self.menu = closed_by(self.menu, self.state)
        return acts

    def plunge(self, seat: Seat) -> None:
        """Press a plunger: the game ignores it in a stop, and the menu may ask."""
        outputs = self.game.press(seat)
        if any(isinstance(output, PressIgnored) for output in outputs):
            self.menu = claim_asked(self.menu, self.state, seat)

    def turn_key(self, *, turned: bool) -> None:
        """Turn the organizer's key, or turn it back."""
        self.context = replace(self.context, key=turned)
        self.menu = key_turned(self.menu, self.state, self.context)

    def take(self, *texts: str) -> None:
        """Go to a row by the shorter way and take it; so on for each text."""
        for text in texts:
            rows = self.page().rows
            assert text in rows, f"{text!r} is not in {rows}"
            forward = (rows.index(text) - self.cursor) % len(rows)
            back = len(rows) - forward
            self.press(" ".join(["+"] * forward if forward <= back else ["-"] * back))
            assert self.selected == text
            self.press("ok")

    def organize(self, *texts: str) -> None:
        """Open the organizer's menu by holding OK, and take rows."""
        self.press("ok held")
        self.take(*texts)

    def confirm(self) -> tuple[Act, ...]:
        """Answer the question that stands on No with Yes."""
        assert self.selected == "No"
        return self.press("+ ok")

    def log(self) -> list[Act]:
        """The acts so far, without their instants."""
        return [
            act if isinstance(act, NewGame | NewSetup | ChangeSettings) else replace(act, at_ns=0)
            for act in self.acts
        ]


def stopped(
    text: str = "1:00:00", *, moves: int = 0, context: MenuContext = NO_CONTEXT, **given: Any
) -> Hand:
    """A hand at a game that is stopped after some moves."""
    game = Game(text, **given)
    game.make(moves)
    game.stop()
    return Hand(game, context)


@pytest.mark.parametrize("white", [LEFT, RIGHT])
@pytest.mark.parametrize("moves", [10, 11])
@pytest.mark.parametrize("reason", ["Missed press", "Penalty", "Other"])
def test_two_minutes_from_white_and_one_more_move_need_at_most_twenty_presses(
    white: Seat, moves: int, reason: str
) -> None:
    game = Game(starter=white.other)
    game.make(moves)
    hand = Hand(game)
    hand.presses += 1
    game.do(Stop(game.now_ns))
    name = "Left (White) time" if white is LEFT else "Right (White) time"
    hand.organize(name, "-2:00  to 58:00", "Penalty")
    hand.confirm()
    hand.take("Moves")
    while hand.page().rows[2] != f"White {moves // 2 + 1}":
        hand.press("+")
    made = moves + 2 - moves % 2
    hand.press("ok")
    hand.take(reason)
    assert f"White's {moves // 2}→{moves // 2 + 1}" in hand.page().rows
    hand.confirm()
    assert hand.presses <= PRESSES_MAX
    assert hand.log() == [
        Adjust(0, white, delta_ns=-2 * MINUTE_NS, reason="penalty"),
        SetMoves(0, made, reason.lower()),
    ]
    assert hand.state.seat(white).remaining_ns == 58 * MINUTE_NS
    assert hand.state.play.made(white) == moves // 2 + 1
