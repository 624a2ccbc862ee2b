"""Every path of every opening, press by press."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from clock.presets.openings import OPENINGS
from clock.rules.openings import Option
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import State
from clock.rules.units import SECOND_NS
from tests.rules.games import Game

THOUGHT_NS = 3 * SECOND_NS


class Pressed(NamedTuple):
    """One press of a path: the state before it, what its player chose, the state after it."""

    before: State
    option: Option | None
    after: State


EVERY_OPENING = [
    pytest.param(name, starter, id=f"{name}-{starter.value}")
    for name in OPENINGS
    for starter in (LEFT, RIGHT)
]


def presses_of(name: str, starter: Seat, text: str = "1:00:00") -> Iterator[Pressed]:
    """Play every path of an opening, and three moves after it; each step is checked."""
    game = Game(text, opening=name, starter=starter)
    paths = [(game.state, 3)]
    while paths:
        before, more = paths.pop()
        step = before.play.step
        for option in (step.options if step else ()) or (None,):
            game.state = before
            if option is not None:
                game.choose(before.turn, option)
            game.press(before.turn, after=THOUGHT_NS)
            yield Pressed(before, option, game.state)
            left = more if step else more - 1
            if left:
                paths.append((game.state, left))
