"""Openings by the rules' table: which stones a press lays, and where it leads."""

from typing import NamedTuple


class Step(NamedTuple):
    """A press of an opening: its stones, and the step after it; "" is free play."""

    lay: int
    then: str = ""
    swap: str | None = None
    """The step after a swap; None: there is no choice."""
    two_more: str | None = None


def _one_by_one() -> dict[str, Step]:
    """One stone a press; who did not lay may swap after each of the first five."""
    steps = {"1": Step(1, "2?")}
    for n in range(2, 6):
        after = f"{n + 1}?"
        steps |= {f"{n}?": Step(1, after, swap=str(n)), str(n): Step(1, after)}
    return steps | {"6?": Step(1, swap="")}


STEPS: dict[str, dict[str, Step]] = {
    "none": {},
    "pro": {},
    "rif": {"3": Step(3, "4?"), "4?": Step(1, swap="")},
    "yamaguchi": {"3": Step(3, "4?"), "4?": Step(1, swap="")},
    "soosyrv-8": {
        "3": Step(3, "4?"),
        "4?": Step(1, "5?", swap="4"),
        "4": Step(1, "5?"),
        "5?": Step(1, swap=""),
    },
    "taraguchi-10": _one_by_one(),
    "tarannikov": _one_by_one(),
    "sakata": {"3": Step(3, "5"), "5": Step(2, "6?"), "6?": Step(1, swap="")},
    "swap": {"3": Step(3, "4?"), "4?": Step(1, swap="")},
    "swap2": {
        "3": Step(3, "4?"),
        "4?": Step(1, swap="", two_more="6?"),
        "6?": Step(1, swap=""),
    },
}
