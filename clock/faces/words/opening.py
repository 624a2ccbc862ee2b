"""What the faces and the menu call openings, and what each step of one asks for, in a row."""

from clock.rules.openings import Option
from clock.rules.state import State

OPENING_NAMES = {
    "rif": "RIF",
    "yamaguchi": "Yamaguchi",
    "soosyrv-8": "Soosyrv-8",
    "taraguchi-10": "Taraguchi-10",
    "taraguchi": "Taraguchi",
    "tarannikov": "Tarannikov",
    "sakata": "Sakata",
    "swap": "Swap",
    "swap2": "Swap2",
    "pro": "Pro",
    "long-pro": "Long Pro",
    "none": "none",
}

_TARANNIKOV = {
    "first": "lay 1",
    "second or swap": "lay 1 or swap",
    "second": "lay 1",
    "third or swap": "lay 1 or swap",
    "third": "lay 1",
    "fourth or swap": "lay 1 or swap",
    "fourth": "lay 1",
    "fifth or swap": "lay 1 or swap",
    "fifth": "lay 1",
    "sixth or swap": "lay 1 or swap",
    "sixth": "lay 1",
}
_RIF = {
    "pattern": "lay 3",
    "choice": "lay 1 or swap",
    "fourth": "lay 1",
    "fifth": "offer 2 fifths",
    "sixth": "pick, lay 6th",
}


def _taraguchi(offers: int) -> dict[str, str]:
    """After move 4 a fifth is laid, or so many are offered: then one is picked."""
    return {
        **_TARANNIKOV,
        "fifth or swap": f"lay, offer {offers} or swap",
        "fifth": f"lay 1 or offer {offers}",
        "sixth or swap": "pick, lay 6th or swap",
        "sixth": "lay 6th",
    }


STEPS: dict[str, dict[str, str]] = {
    "rif": _RIF,
    "yamaguchi": {**_RIF, "pattern": "lay 3, announce N", "fifth": "offer N fifths"},
    "soosyrv-8": {
        "pattern": "lay 3",
        "choice": "lay 1, say N, or swap",
        "fourth": "lay 1, say N (to 8)",
        "second choice": "offer N or swap",
        "fifth": "offer N fifths",
        "sixth": "pick, lay 6th",
    },
    "taraguchi-10": _taraguchi(10),
    "taraguchi": _taraguchi(5),
    "tarannikov": _TARANNIKOV,
    "sakata": {"pattern": "lay 3", "two": "lay 2", "choice": "lay 1 or swap", "sixth": "lay 1"},
    "swap": {"three": "lay 3", "choice": "lay 1 or swap", "fourth": "lay 1"},
    "swap2": {
        "three": "lay 3",
        "choice": "lay 1, swap or 2 more",
        "fourth": "lay 1",
        "last choice": "lay 1 or swap",
        "sixth": "lay 1",
    },
    "pro": {},
    "long-pro": {},
    "none": {},
}
"""By opening and the name of its step: what whoever is to move does now (RIF 12)."""

SWAP_ENTERED = "swap: press, no stone"
TWO_MORE_ENTERED = "lay 2 more, press"


def to_lay(state: State) -> str:
    """Return what the seat to move does next in an opening; "" afterwards."""
    step, opening = state.play.step, state.setup.opening
    if step is None:
        return ""
    if state.choice is Option.SWAP:
        return SWAP_ENTERED
    if state.choice is Option.TWO_MORE:
        return TWO_MORE_ENTERED
    name = next(name for name, known in opening.steps.items() if known == step)
    return STEPS[opening.name][name]
