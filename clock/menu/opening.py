"""How the organizer's menu opens: by the hold alone, by a key that is turned, or by a code. Pure.

With a key or a code the organizer's menu and going on after a stop are the organizer's alone; the
start of a game, the set-up menu and the next game are not.
"""

from typing import assert_never

from msgspec.structs import replace

from clock.menu import words
from clock.menu.access import Opens
from clock.menu.changes import go_on_rows
from clock.menu.lists import going_on
from clock.menu.places import (
    CLOSED,
    CODE_BACK,
    Ask,
    Button,
    CodeEntry,
    GoOn,
    Level,
    Listing,
    Menu,
    Pick,
)
from clock.menu.setup.places import MenuContext, Reading
from clock.rules.inputs import Resume
from clock.rules.state import COUNTING, State
from clock.text.language import tr
from clock.text.rows import wrapped

ORGANIZER = Pick(Listing.ORGANIZER)


def organizing(menu: Menu) -> bool:
    """Whether the organizer's menu is open, or some of its code is entered."""
    if not menu.levels:
        return False
    first, last = menu.levels[0], menu.levels[-1]
    if isinstance(first, Pick) and first.listing is Listing.ORGANIZER:
        return True
    return isinstance(last, CodeEntry) and last.entered != ()


def opened(menu: Menu, state: State, context: MenuContext) -> Menu:
    """Return the menu once somebody asks for the organizer's; without its key it stays."""
    match context.organizer.opens:
        case Opens.HOLD:
            return Menu((ORGANIZER,), state.phase, context=context)
        case Opens.KEY:
            return Menu((ORGANIZER,), state.phase, context=context) if context.key else menu
        case Opens.CODE:
            return Menu((CodeEntry(),), state.phase, context=context)
        case _:
            assert_never(context.organizer.opens)


def opened_from(menu: Menu) -> Menu:
    """Return the menu once one of its pages leads to the organizer's."""
    match menu.context.organizer.opens:
        case Opens.CODE:
            return replace(menu, levels=(*menu.levels, CodeEntry()))
        case Opens.KEY if not menu.context.key:
            told = Reading(tr(words.ORGANIZER), wrapped(tr(words.SAY_TURN_THE_KEY)))
            return replace(menu, levels=(*menu.levels, told))
        case _:
            return Menu((ORGANIZER,), menu.phase, context=menu.context)


def resuming(state: State, context: MenuContext) -> Menu:
    """Return the page that goes on after a stop, or what has to come before it."""
    level: GoOn | Ask | CodeEntry = going_on(state)
    if context.organizer.opens is Opens.CODE:
        level = CodeEntry()
    elif context.lacks_key:
        level = GoOn(go_on_rows(state))
    return Menu((level,), state.phase, context=context)


def asks_to_go_on(level: Level) -> bool:
    """Whether a level is a question that lets a clock run."""
    return isinstance(level, GoOn) or (isinstance(level, Ask) and isinstance(level.act, Resume))


def key_turned(menu: Menu, state: State, context: MenuContext) -> Menu:
    """Return the menu after the key was turned, or (as `context` has it) turned back.

    In a stop and before a start it opens the organizer's menu, unless a game is being set up.
    Turned back it closes whatever it has opened, and nothing of it is done.
    """
    if context.organizer.opens is not Opens.KEY:
        return menu
    if menu.draft is not None and not organizing(menu):
        return replace(menu, context=context)
    if context.key:
        return opened(menu, state, context) if state.phase not in COUNTING else menu
    goes_on = menu.levels != () and asks_to_go_on(menu.levels[0])
    return CLOSED if goes_on or organizing(menu) else menu


def code_pressed(menu: Menu, entry: CodeEntry, button: Button) -> Menu:
    """Return the menu after a button on a page on which the code is entered.

    A wrong code is told once all of it is there, so that no figure is told by itself.
    """
    if button is not Button.OK:
        way = 1 if button is Button.PLUS else -1
        figure = (entry.figure + way) % (CODE_BACK + 1)
        return _instead(menu, replace(entry, figure=figure))
    if entry.figure == CODE_BACK:
        return _instead(menu, *([CodeEntry(entry.entered[:-1])] if entry.entered else []))
    entered, code = (*entry.entered, entry.figure), menu.context.organizer.code
    if len(entered) < len(code):
        return _instead(menu, CodeEntry(entered))
    if entered == code:
        return Menu((ORGANIZER,), menu.phase, context=menu.context)
    return _instead(menu, Reading(tr(words.WRONG_CODE), wrapped(tr(words.NOTHING_DONE))))


def _instead(menu: Menu, *levels: CodeEntry | Reading) -> Menu:
    """The menu with its last level replaced by these; closed with none left."""
    left = (*menu.levels[:-1], *levels)
    return replace(menu, levels=left) if left else CLOSED
