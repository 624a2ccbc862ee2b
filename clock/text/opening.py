"""What the faces and the menu call openings, and what each step of one asks for, in a row."""

from collections.abc import Iterator

from clock.rules.openings import Option
from clock.rules.state import State
from clock.text.language import N_, tr
from clock.text.offers import offers_text
from clock.text.regulations import PROFILE_NAMES, SHORT_NAMES, profile_name
from clock.text.words import fitting

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
    "none": N_("none"),
}

_TARANNIKOV = {
    "first": N_("lay 1"),
    "second or swap": N_("lay 1 or swap"),
    "second": N_("lay 1"),
    "third or swap": N_("lay 1 or swap"),
    "third": N_("lay 1"),
    "fourth or swap": N_("lay 1 or swap"),
    "fourth": N_("lay 1"),
    "fifth or swap": N_("lay 1 or swap"),
    "fifth": N_("lay 1"),
    "sixth or swap": N_("lay 1 or swap"),
    "sixth": N_("lay 1"),
}
_RIF = {
    "pattern": N_("lay 3"),
    "choice": N_("lay 1 or swap"),
    "fourth": N_("lay 1"),
    "fifth": N_("offer 2 fifths"),
    "sixth": N_("pick, lay 6th"),
}


def _taraguchi(fifth_or_swap: str, fifth: str) -> dict[str, str]:
    """After move 4 a fifth is laid, or so many are offered: then one is picked."""
    return {
        **_TARANNIKOV,
        "fifth or swap": fifth_or_swap,
        "fifth": fifth,
        "sixth or swap": N_("pick, lay 6th or swap"),
        "sixth": N_("lay 6th"),
    }


STEPS: dict[str, dict[str, str]] = {
    "rif": _RIF,
    "yamaguchi": {**_RIF, "pattern": N_("lay 3, announce N"), "fifth": N_("offer N fifths")},
    "soosyrv-8": {
        "pattern": N_("lay 3"),
        "choice": N_("lay 1, say N, or swap"),
        "fourth": N_("lay 1, say N (to 8)"),
        "second choice": N_("offer N or swap"),
        "fifth": N_("offer N fifths"),
        "sixth": N_("pick, lay 6th"),
    },
    "taraguchi-10": _taraguchi(N_("lay, offer 10 or swap"), N_("lay 1 or offer 10")),
    "taraguchi": _taraguchi(N_("lay, offer 5 or swap"), N_("lay 1 or offer 5")),
    "tarannikov": _TARANNIKOV,
    "sakata": {
        "pattern": N_("lay 3"),
        "two": N_("lay 2"),
        "choice": N_("lay 1 or swap"),
        "sixth": N_("lay 1"),
    },
    "swap": {"three": N_("lay 3"), "choice": N_("lay 1 or swap"), "fourth": N_("lay 1")},
    "swap2": {
        "three": N_("lay 3"),
        "choice": N_("lay 1, swap or 2 more"),
        "fourth": N_("lay 1"),
        "last choice": N_("lay 1 or swap"),
        "sixth": N_("lay 1"),
    },
    "pro": {},
    "long-pro": {},
    "none": {},
}
"""By opening and the name of its step: what whoever is to move does now (RIF 12)."""


def opening_name(name: str) -> str:
    """Return what an opening is called."""
    return tr(OPENING_NAMES[name])


def rules_and_opening(profile: str, opening: str) -> str:
    """Return regulations and an opening by name in a row, in words that tell one from the other."""
    if opening == "none":
        return fitting(tr("Rules: {name}").format(name=name) for name in _names(profile))
    if opening == profile:
        return tr("Rules, opening: {name}").format(name=profile_name(profile))
    return fitting(_both(profile, opening))


def with_rules(text: str, profile: str) -> tuple[str, str]:
    """Return a text with the regulations that are played by, and the same shorter."""
    name, short = _names(profile)
    return f"{text}, {name}", f"{text}, {short}"


def _names(profile: str) -> tuple[str, str]:
    """What regulations are called, in full and in short."""
    return profile_name(profile), tr(SHORT_NAMES[profile])


def _both(profile: str, opening: str) -> Iterator[str]:
    """Yield both, shorter and shorter; an opening that rules have the name of is called one."""
    (rules, short), name = _names(profile), opening_name(opening)
    if opening in PROFILE_NAMES:
        for told in (rules, short):
            yield tr("{rules}, opening {opening}").format(rules=told, opening=name)
        return
    yield tr("Rules {rules}, {opening}").format(rules=rules, opening=name)
    yield f"{rules}, {name}"
    yield f"{short}, {name}"


SWAP_ENTERED = N_("swap: press, no stone")
TWO_MORE_ENTERED = N_("lay 2 more, press")


def to_lay(state: State) -> str:
    """Return what the seat to move does next in an opening; "" afterwards."""
    step, opening = state.play.step, state.setup.opening
    if step is None:
        return ""
    if state.choice is Option.SWAP:
        return tr(SWAP_ENTERED)
    if state.choice is Option.TWO_MORE:
        return tr(TWO_MORE_ENTERED)
    name = next((name for name, known in opening.steps.items() if known == step), None)
    if name is None:  # the organizer set the counter to the middle of a press
        return tr("lay {count}").format(count=step.lay)
    count = state.play.offers
    told = offers_text(opening.name, name, count) if count else None
    return told or tr(STEPS[opening.name][name])
