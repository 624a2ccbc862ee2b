"""Games as they are played, of any length: an opening, thought, a stop with a penalty, a claim."""

import random

from clock.game.file import write_game
from clock.rules.inputs import Adjust, Claim, Finish, Input, Press, Result, Resume, Start, Stop
from clock.rules.machine import begin, step
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Setup
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import setup

BEGAN_NS = 1_000 * SECOND_NS
STOPPED_BEFORE = (12, 40)
"""Turns before which somebody presses in vain, and is stopped and penalized."""
LONG = 100
"""Games of so many presses have more time, and less thought."""


def whole_game(presses: int, stops: int = 0) -> bytes:
    """Return a game file with so many presses, unless time runs out before."""
    game, *inputs = played_game(presses, stops)
    return write_game(game, tuple(inputs))


def played_game(presses: int, stops: int = 0) -> tuple[Setup, *tuple[Input, ...]]:
    """Return the setup and the inputs of a game with so many presses.

    Beside the usual ones it is stopped `stops` times more, each time with a small correction.
    """
    chance = random.Random(1)
    control = "30/40:00 then 30:00" if presses < LONG else "40/2:00:00 then *50/1:00:00"
    thought_s = 60 if presses < LONG else 25
    game = setup(control, opening="soosyrv-8", rules="rif-referees")
    state = begin(game, BEGAN_NS)
    inputs: list[Input] = []

    def do(*events: Input) -> None:
        nonlocal state
        for each in events:
            state, _ = step(state, each)
            inputs.append(each)

    do(Start(BEGAN_NS))
    at_ns = BEGAN_NS
    for number in range(presses):
        at_ns += int(chance.expovariate(1 / thought_s) * SECOND_NS) + chance.randrange(SECOND_NS)
        if number in STOPPED_BEFORE:
            do(Press(at_ns, state.turn.other), Stop(at_ns + 1, state.turn))
            do(Adjust(at_ns + 20 * SECOND_NS, LEFT, delta_ns=-MINUTE_NS, reason="penalty"))
            do(Resume(at_ns + 30 * SECOND_NS))
            at_ns += 45 * SECOND_NS
        if number < stops:
            do(Stop(at_ns), Adjust(at_ns + 1, RIGHT, delta_ns=SECOND_NS, reason="power"))
            do(Resume(at_ns + SECOND_NS))
            at_ns += 2 * SECOND_NS
        do(Press(at_ns, state.turn))
    at_ns += 5 * MINUTE_NS
    do(Claim(at_ns, RIGHT), Finish(at_ns + MINUTE_NS, Result.RIGHT, "time"))
    return game, *inputs
