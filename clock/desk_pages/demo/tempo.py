"""How long players think: games of made-up turns whose times are spread as in real rounds.

From the move times of 156 games of the FIDE World Cup 2025 (90 minutes for 40 moves, then 30
minutes, 30 seconds a move) only this is left: how much of what a turn may take on average (the time
that is left, shared out over the moves to come, and the increment) turns took, by stage of the
game. Whoever is slow once tends to be so again.
"""

import random
from bisect import bisect_left

from clock.rules.units import MINUTE_NS, SECOND_NS

_SHARES = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.0)
_SPREADS = (
    (6, (0.01, 0.02, 0.04, 0.07, 0.15, 0.5, 2.5, 5.0)),
    (14, (0.01, 0.04, 0.15, 0.47, 1.25, 3.2, 7.4, 10.0)),
    (28, (0.01, 0.06, 0.38, 1.0, 1.9, 3.8, 7.8, 11.0)),
    (40, (0.01, 0.04, 0.2, 0.57, 1.0, 2.0, 4.3, 7.0)),
    (9999, (0.01, 0.06, 0.2, 0.58, 1.24, 3.0, 7.4, 11.0)),
)
"""Up to which move of a player: how much of the average those shares of the turns stay below."""
_MOVES_AHEAD = 20
"""Moves that players reckon with once no number of them is stipulated."""
_PLIES = (69, 84, 91, 105, 120, 156, 214)
_LAST_NS = SECOND_NS // 2
_SLIPS = 0.004
"""How often somebody short of time does not press in time."""


def move_times_ns(
    chance: random.Random,
    time_ns: int = 90 * MINUTE_NS,
    moves: int = 40,
    then_ns: int = 30 * MINUTE_NS,
    bonus_ns: int = 30 * SECOND_NS,
) -> list[int]:
    """Return how long each turn of a game takes, the players in turn."""
    left_ns = [time_ns, time_ns]
    slowness = [chance.lognormvariate(-0.1, 0.4) for _ in left_ns]
    times = []
    for ply in range(_between(_PLIES, chance.random())):
        seat, move = ply % 2, ply // 2 + 1
        ahead = moves - move + 1 if move <= moves else _MOVES_AHEAD
        usual_ns = left_ns[seat] / ahead + bonus_ns
        think_ns = round(usual_ns * _share(chance, move) * slowness[seat])
        if chance.random() >= _SLIPS:
            think_ns = min(think_ns, round(left_ns[seat] * chance.uniform(0.8, 0.99)))
        think_ns = max(think_ns, _LAST_NS)
        times.append(think_ns)
        left_ns[seat] = max(_LAST_NS, left_ns[seat] - think_ns) + bonus_ns
        left_ns[seat] += then_ns if move == moves else 0
    return times


def _share(chance: random.Random, move: int) -> float:
    spread = next(spread for last, spread in _SPREADS if move <= last)
    drawn = chance.random()
    above = max(1, bisect_left(_SHARES, drawn))
    low, high = _SHARES[above - 1], _SHARES[above]
    part = (drawn - low) / (high - low)
    return spread[above - 1] + (spread[above] - spread[above - 1]) * part


def _between(values: tuple[int, ...], part: float) -> int:
    """A value between those of a list, which are equally far apart in frequency."""
    index, rest = divmod(part * (len(values) - 1), 1)
    low, high = values[int(index)], values[int(index) + 1]
    return round(low + (high - low) * rest)
