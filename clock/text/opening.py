"""Openings in words: their names, and what the display asks for at a step."""

from collections.abc import Iterator

from clock.rules.openings import Opening, Option
from clock.rules.regulations import PROFILES
from clock.rules.state import State
from clock.text.glyphs import drawable
from clock.text.language import N_, language, tr, trn
from clock.text.regulations import profile_name, profile_short_name, profile_title
from clock.text.words import first_fit

NONE_NAME = N_("none")
"""The title of `openings.NONE`, for the catalogues."""
SWAP_ENTERED = N_("swap: just press")
TWO_MORE_ENTERED = N_("lay 2 more, press")


def opening_name(opening: Opening) -> str:
    """Return the name of an opening, translated by itself or by the catalogue."""
    return _own(opening, opening.title) or tr(opening.title)


def rules_and_opening(profile: str, opening: Opening) -> str:
    """Return the names of regulations and opening in a row, with labels if needed."""
    if opening.name == "none":
        return first_fit(tr("Rules: {name}").format(name=name) for name in _names(profile))
    if opening.title == profile_title(profile):
        return tr("Rules, opening: {name}").format(name=profile_name(profile))
    return first_fit(_both(profile, opening))


def _names(profile: str) -> tuple[str, str]:
    """Return the name of regulations, in full and in short."""
    return profile_name(profile), profile_short_name(profile)


def _both(profile: str, opening: Opening) -> Iterator[str]:
    """Yield both names, shorter and shorter; an opening named like regulations is labelled."""
    (rules, short), name = _names(profile), opening_name(opening)
    if opening.title in map(profile_title, PROFILES):
        for each in (rules, short):
            yield tr("{rules}, opening {opening}").format(rules=each, opening=name)
        return
    yield tr("Rules {rules}, {opening}").format(rules=rules, opening=name)
    yield f"{rules}, {name}"
    yield f"{short}, {name}"


def step_row(state: State) -> str:
    """Return the next act of the seat to move in an opening; "" after the opening (RIF 12)."""
    step, opening = state.play.step, state.setup.opening
    if step is None:
        return ""
    if state.choice is Option.SWAP:
        return tr(SWAP_ENTERED)
    if state.choice is Option.TWO_MORE:
        return tr(TWO_MORE_ENTERED)
    offers = step.offers or state.play.offers
    # The rest of a press, after a correction of the counter in its middle, has no text of its own.
    text = step.text or trn("lay {lay} stone", "lay {lay} stones", step.lay)
    if state.play.offers and step.announced:
        row = _own(opening, step.announced) or tr(step.announced)
    elif offers and step.one:
        row = _own(opening, step.one if offers == 1 else text) or trn(step.one, text, offers)
    else:
        row = _own(opening, text) or tr(text)
    return row.format(lay=step.lay, offers=offers or "?", most=step.announces)


def _own(opening: Opening, text: str) -> str:
    """Return the opening's own translation of a text; "" if missing or not drawable."""
    translation = opening.texts.get(language(), {}).get(text, "")
    return translation if drawable(translation) else ""
