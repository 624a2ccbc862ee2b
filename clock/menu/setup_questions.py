"""The questions whether to use a setup, and the pages that say why it cannot be used."""

import re
from functools import partial

from clock.menu.changes import ask, facts
from clock.menu.entries import PERIOD_TITLES
from clock.menu.levels import WHOLE_SETUP, Level, ListRow, NewSetup, Question, Reading, Scene
from clock.rules.inputs import SetControl
from clock.rules.machine import begin, step
from clock.rules.refusal import Refused, SetupError
from clock.rules.regulations import HandRule
from clock.rules.state import Phase, Setup
from clock.text.language import part_name, render, tr
from clock.text.regulations import CHOICES, choice_name
from clock.text.rows import wrapped


def is_correction(scene: Scene) -> bool:
    """Return whether a game has begun: then only part of the setup can change."""
    return scene.state.phase is not Phase.READY


def taking(row: ListRow, draft: Setup, scene: Scene) -> ListRow:
    """The row that takes a setup: at once it is asked whether to use it; no leads to the whole."""
    draft = draft.out_of_changed_match()
    question = correction_question if is_correction(scene) else setup_question
    asks = partial(question, scene._replace(draft=draft))
    return row._replace(opens=asks, under=WHOLE_SETUP, draft=draft)


def setup_question(scene: Scene, opens: Level | None = None) -> Level:
    """A question showing the whole setup, or the level `opens`; or why it cannot be played."""
    try:
        begin(scene.draft)
    except SetupError as error:
        return _not_yet(_refusal(error))
    return opens or Question(act := NewSetup(scene.draft), facts(act, scene.state))


def correction_question(scene: Scene) -> Level:
    """The level that asks for the correction, first for its reason; or why there is none.

    A hand rule that needs sensors is refused on a clock that has none.
    """
    state, draft = scene.state, scene.draft
    changed = {
        key: value
        for key in ("left", "right", "regulations")
        if (value := getattr(draft, key)) != getattr(state.setup, key)
    }
    if draft.times_by_colour is not state.setup.times_by_colour or (
        draft.times_by_colour and not changed.keys().isdisjoint(("left", "right"))
    ):
        changed["times_by_colour"] = draft.times_by_colour
    act = SetControl(state.at_ns, **changed)
    hands = act.regulations is not None and act.regulations.hand_rule is not HandRule.HONOUR
    if hands and not scene.context.hands:
        return _not_yet(tr("Same-hand rule: honour only. This clock has no hand sensors."))
    try:
        if changed:
            step(state, act)
    except Refused as error:
        return _not_yet(_refusal(error))
    return (changed and ask(act, state)) or _not_yet(tr("Nothing changed."))


def _not_yet(text: str) -> Reading:
    return Reading(tr("Not possible"), wrapped(text))


def _refusal(error: Refused) -> str:
    """Why a setup cannot be played: "left period 1 time: expected more than 0"."""
    parts = re.findall(r"\w+", error.place.removesuffix("_ns"))
    place = " ".join(_place(part) for part in parts if part not in ("control", "regulations"))
    return f"{place}: {render(error.message)}" if place else render(error.message)


def _place(part: str) -> str:
    if part.isdecimal():
        return tr("period {number}").format(number=int(part) + 1)
    for key in (part, f"{part}_ns"):
        if key in CHOICES:
            return choice_name(key)
        if key in PERIOD_TITLES:
            return tr(PERIOD_TITLES[key]).lower()
    return part_name(part)
