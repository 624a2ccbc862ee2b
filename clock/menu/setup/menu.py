"""What the buttons and the plungers do in the set-up menu. Pure.

Only the draft changes here. What the clock is then set to is asked by a page of its own, which
shows the whole of it, or in a game that is stopped what of it is set right; a draft that the rules
refuse is not asked for, and the page tells why.
"""

from typing import assert_never

from msgspec.structs import replace

from clock.menu.lists import reasons
from clock.menu.opening import opened_from
from clock.menu.places import CLOSED, Ask, Button, Level, Menu, Pick
from clock.menu.setup.choices import entered as choice_entered
from clock.menu.setup.entry import changed
from clock.menu.setup.lists import evening_page, presets, rows
from clock.menu.setup.periods import entered as period_entered
from clock.menu.setup.places import (
    MAIN_SET,
    Entered,
    Entry,
    Leads,
    MenuContext,
    NewSetup,
    Reading,
    Row,
    SetLevel,
    SetListing,
    SetPick,
)
from clock.menu.words import NOTHING_DONE, SAY_NO_SENSORS
from clock.rules.inputs import SetControl
from clock.rules.machine import begin, step
from clock.rules.refusal import Refused, SetupError
from clock.rules.regulations import HandRule
from clock.rules.seats import Seat
from clock.rules.state import Phase, Setup, State
from clock.text import setup as words
from clock.text.control import asked_rows, setting_rows
from clock.text.language import tr
from clock.text.review import LAST_MOVES, turn_rows
from clock.text.rows import wrapped

MAIN = SetPick(SetListing.MAIN)


def set_up(state: State, context: MenuContext) -> Menu:
    """Return the set-up menu as it opens before a start: with the presets, if there are any."""
    first = presets(state.setup, context)
    levels = (MAIN, first) if context.offers else (MAIN,)
    return Menu(levels, state.phase, draft=state.setup, context=context)


def read_setting(state: State) -> Menu:
    """Return the page of the whole setting, as it is read in a stop (RULES 7)."""
    return Menu((Reading(tr(words.SETTING), setting_rows(state.setup)),), state.phase)


def read_moves(state: State, context: MenuContext) -> Menu:
    """Return the page of what each move took, after a game, standing on the last."""
    rows = turn_rows(context.turns)
    return Menu((Reading(tr(LAST_MOVES), rows, len(rows) - 1, by_row=True),), state.phase)


def read_evening(state: State, context: MenuContext) -> Menu:
    """Return the page of the games that were played, standing on the last."""
    return Menu((evening_page(context),), state.phase)


def set_pressed(menu: Menu, level: SetLevel, state: State, button: Button) -> Menu:
    """Return the menu after a button on one of its levels."""
    if button is Button.OK_HELD:
        return menu
    way = {Button.MINUS: -1, Button.OK: 0, Button.PLUS: 1}[button]
    match level:
        case SetPick():
            return _picking(menu, level, state, way)
        case Entry():
            return _entering(menu, level, way)
        case Reading():
            return _reading(menu, level, way)
        case _:
            assert_never(level)


def plunged(menu: Menu, state: State, seat: Seat) -> Menu | None:
    """Return the menu after a plunger that it has taken; None if the press is the game's.

    While a setting is being made no plunger starts a game; in a rejection it tells whose turn it is
    to reject (RIF, appendix D).
    """
    if menu.draft is None or state.phase is not Phase.READY:
        return None
    last = menu.levels[-1]
    if isinstance(last, SetPick) and last.listing is SetListing.REJECT:
        return _shown(menu, replace(last, seat=seat))
    return menu


def _picking(menu: Menu, pick: SetPick, state: State, way: int) -> Menu:
    draft = _draft(menu)
    offered = rows(pick, draft, menu.context)
    cursor = min(pick.cursor, len(offered) - 1)
    if way:
        return _shown(menu, replace(pick, cursor=(cursor + way) % len(offered)))
    return _taken(menu, offered[cursor], state)


def _taken(menu: Menu, row: Row, state: State) -> Menu:
    """The menu after an item: its change, the levels that it leaves, and the one it opens."""
    if row.leads is Leads.ORGANIZER:
        return opened_from(menu)
    if row.leads is Leads.ASK:
        return replace(menu, levels=(*menu.levels, _question(_draft(menu))))
    if row.leads is Leads.CORRECT:
        return replace(menu, levels=(*menu.levels, _set_right(menu, state)))
    levels = menu.levels[: len(menu.levels) - row.leaves]
    if not levels and row.leads is None:
        return CLOSED
    if levels and isinstance(levels[-1], Pick):  # back in the organizer's list
        return replace(menu, levels=levels, draft=None)
    if row.draft is not None:
        menu = replace(menu, draft=_by_itself(row.draft))
        levels = _landed(levels)
    return replace(menu, levels=levels if row.leads is None else (*levels, row.leads))


def _by_itself(draft: Setup) -> Setup:
    """A setting whose times were changed is no game of its match any more."""
    return draft if draft.keeps_match else replace(draft, match=None)


def _landed(levels: tuple[Level, ...]) -> tuple[Level, ...]:
    """Where one stands once something is taken: in the first list on what sets the clock so."""
    last = levels[-1]
    if isinstance(last, SetPick) and last.listing in (SetListing.MAIN, SetListing.CORRECTION):
        return (*levels[:-1], replace(last, cursor=MAIN_SET))
    return levels


def _question(draft: Setup) -> Ask | Reading:
    """The whole setting, and whether to take it; or why it cannot be played."""
    try:
        begin(draft)
    except SetupError as wrong:
        return Reading(tr(words.NOT_YET), wrapped(words.refusal(wrong.place, str(wrong.message))))
    shown = asked_rows(draft)
    return Ask(NewSetup(draft), shown, len(shown))


def _set_right(menu: Menu, state: State) -> Pick | Reading:
    """IgnoreReason a game's setting is set right, to be asked; or why it cannot be.

    No rule of the hands gets into a game that the clock's body could not keep.
    """
    draft, setup = _draft(menu), state.setup
    changed = {
        key: value
        for key in ("left", "right", "regulations")
        if (value := getattr(draft, key)) != getattr(setup, key)
    }
    act, told = SetControl(state.at_ns, **changed), tr(NOTHING_DONE)
    hands = act.regulations is not None and act.regulations.hand_rule is not HandRule.HONOUR
    if hands and not menu.context.hands:
        told = tr(SAY_NO_SENSORS)
    elif changed:
        try:
            step(state, act)
        except Refused as wrong:
            told = words.refusal(wrong.place, str(wrong.message))
        else:
            why = reasons(act, state)
            if why is not None:
                return why
    return Reading(tr(words.NOT_YET), wrapped(told))


def _entering(menu: Menu, entry: Entry, way: int) -> Menu:
    if way:
        return _shown(menu, changed(entry, way))
    if entry.field < len(entry.fields) - 1:
        return _shown(menu, replace(entry, field=entry.field + 1))
    draft = _draft(menu)
    if entry.what is Entered.CHOICE:
        # Back to the list of all choices, past the page of this one.
        return replace(menu, levels=menu.levels[:-2], draft=choice_entered(entry, draft))
    draft = _by_itself(period_entered(entry, draft))
    return replace(menu, levels=menu.levels[:-1], draft=draft)


def _reading(menu: Menu, level: Reading, way: int) -> Menu:
    if way:
        cursor = max(0, min(level.cursor + way, len(level.rows) - 1))
        return _shown(menu, replace(level, cursor=cursor))
    left = menu.levels[:-1]
    return replace(menu, levels=left) if left else CLOSED


def _shown(menu: Menu, level: SetLevel) -> Menu:
    return replace(menu, levels=(*menu.levels[:-1], level))


def _draft(menu: Menu) -> Setup:
    if menu.draft is None:
        raise ValueError("expected a setting that is being made")
    return menu.draft
