"""The set-up menu: presets, the opening, who starts, and the "Use this setup" row.

Only the draft changes here. A separate question then asks whether to set the clock to it, showing
the whole setup or, in a stopped game, only the corrections. For a draft that the rules refuse, a
page says why instead.
"""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from clock.menu.changes import ask, facts
from clock.menu.control_lists import time_rows
from clock.menu.entries import PERIOD_TITLES
from clock.menu.levels import (
    WHOLE_SETUP,
    Discard,
    Entered,
    Entry,
    Level,
    List,
    Listing,
    ListRow,
    Lists,
    Menu,
    MenuContext,
    NewSetup,
    Question,
    Reading,
    Scene,
    Spec,
)
from clock.menu.organizer_lists import first_level
from clock.menu.readings import evening_page, manual, setup_page, signs_page
from clock.presets import OWN, Offer
from clock.rules.inputs import SetControl
from clock.rules.machine import begin, step
from clock.rules.openings import Opening
from clock.rules.refusal import Refused, SetupError
from clock.rules.regulations import FIRST, HandRule
from clock.rules.seats import LEFT, Colour, Seat
from clock.rules.state import Phase, Setup, State
from clock.text.control import plain, upper_first
from clock.text.language import N_, part_name, render, tr
from clock.text.match import expert_item
from clock.text.opening import opening_name
from clock.text.regulations import CHOICES, choice_name, profile_text
from clock.text.rows import cut_title, wrapped
from clock.text.words import colour_name, seat_name

OFFERED_COUNT = 3
"""How many openings are offered in the rejection system."""
_SET_UP = N_("Set up"), N_("Setup")
_PRESETS = {
    "renju": N_("Renju"),
    "gomoku": N_("Gomoku"),
    "chess": N_("Chess"),
    "go": N_("Go"),
    OWN: N_("Your own"),
}


def open_set_up(state: State, context: MenuContext) -> Menu:
    """Return the set-up menu as it opens before a game starts: on the presets."""
    presets = _presets_of(Scene(state, context, state.setup))
    return Menu((presets,), state.phase, draft=state.setup)


def take_plunger(menu: Menu, state: State, seat: Seat) -> Menu | None:
    """Return the menu after a plunger press, or None if the press belongs to the game.

    While a setup is being edited, a plunger does not start a game; in the rejection list, it
    selects which seat rejects (RIF, appendix D).
    """
    if menu.draft is None or state.phase is not Phase.READY:
        return None
    last = menu.levels[-1]
    if isinstance(last, List) and last.name is Listing.REJECT:
        return menu.on(replace(last, seat=seat), leaves=1)
    return menu


def select_use_row(menu: Menu) -> Menu:
    """In the whole-setup list, move the cursor to "Use this setup"."""
    last = menu.levels[-1] if menu.levels else None
    if isinstance(last, List) and last.name is Listing.SETUP:
        return menu.on(replace(last, cursor=0), leaves=1)
    return menu


def leave_setup(menu: Menu, after: Menu, state: State) -> Menu:
    """Return the next menu; a question comes first if unused changes to the setup would be lost."""
    if menu.draft is None or after.draft is not None:
        return after
    question = ask(Discard(menu.draft), state)
    return after if question is None else menu.on(question)


# Questions that apply the draft


def _question(scene: Scene, opens: Level | None = None) -> Level:
    """A question showing the whole setup, or the level `opens`; or why it cannot be played."""
    try:
        begin(scene.draft)
    except SetupError as error:
        return _not_yet(_refusal(error))
    return opens or Question(act := NewSetup(scene.draft), facts(act, scene.state))


def _correction_question(scene: Scene) -> Level:
    """The level that asks for the correction, first for its reason; or why there is none.

    A hand rule that needs sensors is refused on a clock that has none.
    """
    state, draft = scene.state, scene.draft
    changed = {
        key: value
        for key in ("left", "right", "regulations")
        if (value := getattr(draft, key)) != getattr(state.setup, key)
    }
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


# The lists


def _is_correction(scene: Scene) -> bool:
    return scene.state.phase is not Phase.READY


def _setup(_: List, scene: Scene) -> Iterator[ListRow]:
    """The setup, or in a stopped game its correctable part; the row that uses it is first."""
    draft, context, corrects = scene.draft, scene.context, _is_correction(scene)
    question = _correction_question if corrects else _question
    yield ListRow(tr("Use this setup"), lambda: question(scene))
    if corrects:
        yield ListRow(tr("Preset"), _presets_of(scene))
    rules = tr("Rules: {name}").format(name=profile_text(draft.regulations))
    yield ListRow(rules, List(Listing.REGULATIONS))
    if not corrects:
        opening = tr("Opening: {opening}").format(opening=opening_name(draft.opening))
        yield ListRow(opening, List(Listing.OPENING))
        yield ListRow(tr("Begins: {seat}").format(seat=_starter_text(draft)), List(Listing.STARTER))
    yield from time_rows(draft)
    yield ListRow(tr("Show setup"), setup_page(draft))
    if corrects:
        return
    if context.saves:
        yield ListRow(tr("Save as a preset"), lambda: _question(scene, List(Listing.SAVE)))
    yield ListRow(tr("Manual"), List(Listing.MANUAL))
    if context.evening:
        yield ListRow(tr("Past games"), evening_page(context))
    yield ListRow(tr("This clock"), List(Listing.SETTINGS))
    yield ListRow(tr("Organizer"), first_level(context))


def _save(_: List, scene: Scene) -> Iterator[ListRow]:
    """A name not yet in use, and a name to be entered."""
    # Once made, the name is a plain title, as if typed, and is no longer translated.
    names = [f"{tr('My preset')}{number}" for number in ("", *(f" {n}" for n in range(2, 100)))]
    known = {offer.title for offer in scene.context.offers}
    name = next(name for name in names if name not in known)
    yield ListRow(name, ask(NewSetup(scene.draft, name), scene.state))
    yield ListRow(tr("Another name"), Entry(Entered.NAME, (1,)))


# Presets


def _presets_of(scene: Scene) -> List:
    """The list of presets that contains the setup, or else the preset most like it."""
    draft = scene.draft

    def similarity(offer: Offer) -> tuple[bool, ...]:
        own = offer.setup
        return (
            (own.match is None) is (draft.match is None),
            own.opening.name == draft.opening.name != "none",
            own.regulations.name == draft.regulations.name,
            _times_of(own) == _times_of(draft),
        )

    offer = max(scene.context.offers, key=similarity, default=None)
    return _presets_for(offer.game if offer else "")


def _presets_for(game: str) -> List:
    """The list of a game's presets, with the cursor on the first."""
    return List(Listing.PRESETS, cursor=1, key=game)


def _matching_offer(draft: Setup, context: MenuContext) -> Offer | None:
    """The preset with this setup's times, preferably its opening and regulations too, or None."""
    alike = [offer for offer in context.offers if _times_of(offer.setup) == _times_of(draft)]
    ruled = (draft.opening.name, draft.regulations)
    same = [o for o in alike if (o.setup.opening.name, o.setup.regulations) == ruled]
    return next(iter(same or alike), None)


def _times_of(setup: Setup) -> object:
    """The times that identify a setup: both controls, or a whole match whoever is the expert."""
    return (setup.left, setup.right) if setup.match is None else setup.match.match


def _presets(level: List, scene: Scene) -> Iterator[ListRow]:
    """Common times, the presets of one game, the other games, and the whole setup.

    A match preset asks who the expert is. While a game is stopped, presets change only the time
    controls, and matches are left out.
    """
    yield ListRow(f"{tr('Common times')} ...", List(Listing.TIMES))
    offers, times_only = scene.context.offers, _is_correction(scene)
    present = _matching_offer(scene.draft, scene.context)
    for offer in (each for each in offers if each.game == level.key):
        title = offer.title if offer.game == OWN else tr(offer.title)
        setup, times = offer.setup, plain(offer.setup.left)
        row = ListRow(cut_title(title), here=offer == present)
        if setup.match is None:
            draft, spoken = replace(setup, starter=scene.draft.starter), f"{title}: {times}"
            if times_only:
                draft = replace(scene.draft, left=setup.left, right=setup.right)
            yield row._replace(opens=WHOLE_SETUP, draft=draft, spoken=spoken)
        elif not times_only:
            yield row._replace(opens=List(Listing.EXPERT, key=offer.name), spoken=title)
    for game in dict.fromkeys(offer.game for offer in offers):
        if game != level.key:
            yield ListRow(f"{tr(_PRESETS[game])} ...", _presets_for(game))
    if not times_only:
        yield ListRow(f"{tr('Whole setup')} ...", WHOLE_SETUP)


def _expert(level: List, scene: Scene) -> Iterator[ListRow]:
    """Which seat is the expert's; that decides the times and who starts."""
    for setup in (offer.setup for offer in scene.context.offers if offer.name == level.key):
        if setup.match is not None:
            for seat in Seat:
                draft = setup.in_match(replace(setup.match, expert=seat))
                yield ListRow(expert_item(seat), WHOLE_SETUP, draft=draft)


def _presets_title(level: List, _: Scene) -> str:
    return tr(_PRESETS.get(level.key, N_("Preset")))


# Who starts, and the opening


def _starter(_: List, scene: Scene) -> Iterator[ListRow]:
    """The seats that can start, and with which colour; in an opening, only Black."""
    for colour in (Colour.BLACK, Colour.WHITE)[: 2 if scene.draft.opening.name == "none" else 1]:
        for seat in Seat:
            draft = replace(scene.draft, starter=seat, first=colour)
            yield ListRow(_starter_text(draft), leaves=1, draft=draft, here=draft == scene.draft)


def _starter_text(setup: Setup) -> str:
    """Who starts, with the colour if there is a choice: "Left, White"."""
    seat = seat_name(setup.starter)
    return seat if setup.opening.name != "none" else f"{seat}, {colour_name(setup.first)}"


def _opening(_: List, scene: Scene) -> Iterator[ListRow]:
    for each in scene.context.openings:
        name, here = opening_name(each), each.name == scene.draft.opening.name
        name = upper_first(name) if each.name == "none" else name  # others as they are titled
        yield ListRow(name, leaves=1, draft=_opened(each, scene), here=here)
    yield ListRow(tr("Rejection system"), List(Listing.OFFERED))


def _opened(opening: Opening, scene: Scene) -> Setup:
    """The setup with an opening; if "none" replaces one, the game's usual colour starts."""
    draft = replace(scene.draft, opening=opening, first=Colour.BLACK)
    if opening.name != "none":
        return draft
    if scene.draft.opening.name == "none":
        return replace(draft, first=scene.draft.first)
    own = _matching_offer(draft, scene.context)
    if own is None or own.setup.opening.name != "none":
        return replace(draft, first=FIRST.get(draft.regulations.name, Colour.BLACK))
    return replace(draft, first=own.setup.first)


def _offered(level: List, scene: Scene) -> Iterator[ListRow]:
    """All openings, to mark three; marking the third opens the rejection list."""
    openings = {each.name: each for each in scene.context.openings if each.name != "none"}
    for index, (name, opening) in enumerate(openings.items()):
        marked = set(level.offered) ^ {name}
        offered = tuple(each for each in openings if each in marked)
        opens = replace(level, cursor=index, offered=offered)
        if len(offered) == OFFERED_COUNT:
            opens = List(Listing.REJECT, seat=LEFT, offered=offered)
        mark = "x" if name in level.offered else " "
        yield ListRow(f"[{mark}] {opening_name(opening)}", opens, leaves=1)


def _reject(level: List, scene: Scene) -> Iterator[ListRow]:
    """The openings still on offer; rejecting one of the last two chooses the other."""
    openings, seat = {each.name: each for each in scene.context.openings}, level.seat or LEFT
    for name in level.offered:
        rest = tuple(each for each in level.offered if each != name)
        text = opening_name(openings[name])
        if len(rest) == 1:
            yield ListRow(text, leaves=2, draft=_opened(openings[rest[0]], scene))
        else:
            yield ListRow(text, List(Listing.REJECT, seat=seat.other, offered=rest), leaves=1)


def _reject_title(level: List, _: Scene) -> str:
    return tr("{seat} rejects").format(seat=seat_name(level.seat or LEFT))


def _manual(_: List, scene: Scene) -> Iterator[ListRow]:
    for title, text in manual(scene.context.organizer.opens):
        yield ListRow(title, Reading(title, wrapped(text)))
    yield ListRow(tr("Signs"), signs_page())


LISTS: Lists = {
    Listing.SETUP: Spec(lambda _, scene: tr(_SET_UP[_is_correction(scene)]), _setup),
    Listing.PRESETS: Spec(_presets_title, _presets),
    Listing.EXPERT: Spec(N_("Who is the expert?"), _expert),
    Listing.STARTER: Spec(N_("Who begins?"), _starter),
    Listing.OPENING: Spec(N_("Opening"), _opening),
    Listing.OFFERED: Spec(N_("Choose three"), _offered),
    Listing.REJECT: Spec(_reject_title, _reject),
    Listing.SAVE: Spec(N_("Save as"), _save),
    Listing.MANUAL: Spec(N_("Manual"), _manual),
}
