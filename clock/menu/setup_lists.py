"""The set-up menu: presets, the opening, who starts, and the "Use this setup" row.

Only the draft changes here. A separate question then asks whether to set the clock to it, showing
the whole setup or, in a stopped game, only the corrections. For a draft that the rules refuse, a
page says why instead.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from clock.kinds import firsts, has_handicap, has_openings, kind_of
from clock.menu.changes import ask
from clock.menu.control_lists import time_rows
from clock.menu.levels import (
    Discard,
    Entered,
    Entry,
    List,
    Listing,
    ListRow,
    Lists,
    Menu,
    NewSetup,
    Reading,
    Scene,
    Spec,
)
from clock.menu.organizer_lists import first_level
from clock.menu.readings import evening_page, manual, setup_page, signs_page
from clock.menu.setup_questions import correction_question, is_correction, setup_question
from clock.rules.openings import Opening
from clock.rules.seats import LEFT, Colour, Seat
from clock.rules.state import Phase, Setup, State
from clock.text.control import first_side, upper_first
from clock.text.language import N_, tr
from clock.text.opening import opening_name
from clock.text.regulations import profile_text
from clock.text.rows import wrapped
from clock.text.sides import has_colours
from clock.text.words import seat_name

OFFERED_COUNT = 3
"""How many openings are offered in the rejection system."""
_SET_UP = N_("Set up"), N_("Setup")


def open_set_up(state: State) -> Menu:
    """Return the set-up menu as it opens before a game starts: on the games."""
    return Menu((List(Listing.GAMES),), state.phase, draft=state.setup)


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


# The lists


def _setup(_: List, scene: Scene) -> Iterator[ListRow]:
    """The setup, or in a stopped game its correctable part; the row that uses it is first."""
    draft, context, corrects = scene.draft, scene.context, is_correction(scene)
    question = correction_question if corrects else setup_question
    yield ListRow(tr("Use this setup"), lambda: question(scene))
    rules = tr("Rules: {name}").format(name=profile_text(draft.regulations))
    yield ListRow(rules, List(Listing.REGULATIONS))
    if not corrects and has_openings(draft.game):
        opening = tr("Opening: {opening}").format(opening=opening_name(draft.opening))
        yield ListRow(opening, List(Listing.OPENING))
    if not corrects:
        yield ListRow(tr("Begins: {seat}").format(seat=_starter_text(draft)), List(Listing.STARTER))
        yield from _handicap(draft)
    yield from time_rows(draft)
    if not corrects:
        yield from _times_turn(draft)
    yield ListRow(tr("Show setup"), setup_page(draft))
    if corrects:
        return
    if context.saves:
        yield ListRow(tr("Save as a preset"), lambda: setup_question(scene, List(Listing.SAVE)))
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


# Who starts, and the opening


def _handicap(draft: Setup) -> Iterator[ListRow]:
    """The handicap row: the other side begins."""
    if not kind_of(draft.game).handicap:
        return
    turned = replace(draft, starter=draft.starter.other, first=draft.first.other)
    text = tr("Handicap: none")
    if has_handicap(draft):
        text = tr("Handicap: {colour} first").format(colour=first_side(draft))
    yield ListRow(text, draft=turned)


def _times_turn(draft: Setup) -> Iterator[ListRow]:
    """The row of different times: they are the seats', or go with the colours."""
    if draft.left != draft.right and draft.match is None and has_colours(draft):
        by = tr("Times: by colour") if draft.times_by_colour else tr("Times: by seat")
        yield ListRow(by, draft=replace(draft, times_by_colour=not draft.times_by_colour))


def _starter(_: List, scene: Scene) -> Iterator[ListRow]:
    """The seats that can start, and with which colour; in an opening, only Black."""
    draft, colours = scene.draft, firsts(scene.draft.game)
    if draft.opening.name != "none":
        colours = (Colour.BLACK,)
    elif kind_of(draft.game).handicap or not has_colours(draft):  # a handicap has a row of its own
        colours = (draft.first,)
    for colour in colours:
        for seat in Seat:
            draft = scene.draft.begun_by(seat, colour)
            yield ListRow(_starter_text(draft), leaves=1, draft=draft, here=draft == scene.draft)


def _starter_text(setup: Setup) -> str:
    """Who starts, with the colour if there is a choice: "Left, White"."""
    seat, side = seat_name(setup.starter), first_side(setup)
    return f"{seat}, {side}" if side and setup.opening.name == "none" else seat


def _opening(_: List, scene: Scene) -> Iterator[ListRow]:
    for each in scene.context.openings:
        name, here = opening_name(each), each.name == scene.draft.opening.name
        name = upper_first(name) if each.name == "none" else name  # others as they are titled
        yield ListRow(name, leaves=1, draft=_opened(each, scene), here=here)
    yield ListRow(tr("Rejection system"), List(Listing.OFFERED))


def _opened(opening: Opening, scene: Scene) -> Setup:
    """The setup with an opening, which Black begins."""
    first = scene.draft.first if opening.name == "none" else Colour.BLACK
    return replace(scene.draft, opening=opening, first=first)


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
    yield ListRow(tr("Signs"), signs_page(scene.state.setup.game))


LISTS: Lists = {
    Listing.SETUP: Spec(lambda _, scene: tr(_SET_UP[is_correction(scene)]), _setup),
    Listing.STARTER: Spec(N_("Who begins?"), _starter),
    Listing.OPENING: Spec(N_("Opening"), _opening),
    Listing.OFFERED: Spec(N_("Choose three"), _offered),
    Listing.REJECT: Spec(_reject_title, _reject),
    Listing.SAVE: Spec(N_("Save as"), _save),
    Listing.MANUAL: Spec(N_("Manual"), _manual),
}
