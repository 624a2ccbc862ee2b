"""Measure the presses per second through the rules."""

import time

from benchmarks.figures import Figure
from clock.notation.opening_files import OPENINGS
from clock.notation.typed import control_from_pgn
from clock.rules.inputs import Input, Press, Start
from clock.rules.machine import begin, step
from clock.rules.regulations import PROFILES
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Setup

PRESSES = 200_000
ROUNDS = 5


def figures() -> list[Figure]:
    """Return the best of several rounds, because other work can only slow a round down."""
    control = control_from_pgn("40/2h+30s:1h+30s")
    setup = Setup(
        left=control,
        right=control,
        regulations=PROFILES["rif-referees"],
        opening=OPENINGS["none"],
    )
    presses: list[Input] = [
        Press(1_000_000 * index, RIGHT if index % 2 == 0 else LEFT)
        for index in range(1, PRESSES + 1)
    ]
    best = 0.0
    for _ in range(ROUNDS):
        state, _ = step(begin(setup), Start(0))
        began = time.perf_counter()
        for press in presses:
            state, _ = step(state, press)
        best = max(best, PRESSES / (time.perf_counter() - began))
        assert state.play.moves == PRESSES
    return [Figure("presses per second through the rules", best, "/s", at_least=400_000)]
