"""Points that a result brings in a tournament report: FIDE's, or those of its line 162."""

import re
from collections.abc import Iterable, Mapping

WORTH = {"1": 1.0, "+": 1.0, "W": 1.0, "F": 1.0, "U": 1.0, "=": 0.5, "D": 0.5, "H": 0.5}
"""Points of a result; others have none."""
_CODES = {"W": "1+WFU", "D": "=DH", "L": "0L", "A": "-Z", "P": "U"}
"""By the letters of line 162, of which P is for those whom nobody was left to play."""
_SCORE = re.compile(r"([WDLAP]) {0,3}([0-9]{1,2}(?:\.[0-9])?)(?![^ ])")


def worth_in(lines: Iterable[str]) -> Mapping[str, float]:
    """Return the points of each result by the lines of a report."""
    own = dict[str, float]()
    for line in (each for each in lines if each.startswith("162 ")):
        scores = [(key, float(points)) for key, points in _SCORE.findall(line[3:].rstrip())]
        for key, points in sorted(scores, key=lambda score: score[0] == "P"):
            own |= dict.fromkeys(_CODES[key], points)
    return {**WORTH, **own}
