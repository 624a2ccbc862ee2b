"""How the organizer's menu opens: by the hold alone, by a key that is turned, or by a code. Pure.

With a key or a code the organizer's menu and going on after a stop are the organizer's alone; the
start of a game, the set-up menu and the next game are not.
"""

from typing import assert_never

from msgspec.structs import replace

from clock.faces.guard import Opens
from clock.faces.menu import words
from clock.faces.menu.changes import go_on_rows
from clock.faces.menu.lists import going_on
from clock.faces.menu.places import (
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
from clock.faces.setup.places import Reading, Shelf
from clock.faces.words.language import tr
from clock.faces.words.rows import wrapped
from clock.rules.inputs import Resume
from clock.rules.state import COUNTING, State

ORGANIZER = Pick(Listing.ORGANIZER)


def organizing(menu: Menu) -> bool:
    """Whether the organizer's menu is open, or some of its code is entered."""
    if not menu.levels:
        return False
    first, last = menu.levels[0], menu.levels[-1]
    if isinstance(first, Pick) and first.listing is Listing.ORGANIZER:
        return True
    return isinstance(last, CodeEntry) and last.entered != ()


def opened(menu: Menu, state: State, shelf: Shelf) -> Menu:
    """Return the menu once somebody asks for the organizer's; without its key it stays."""
    match shelf.organizer.opens:
        case Opens.HOLD:
            return Menu((ORGANIZER,), state.phase, shelf=shelf)
        case Opens.KEY:
            return Menu((ORGANIZER,), state.phase, shelf=shelf) if shelf.key else menu
        case Opens.CODE:
            return Menu((CodeEntry(),), state.phase, shelf=shelf)
        case _:
            assert_never(shelf.organizer.opens)


def opened_from(menu: Menu) -> Menu:
    """Return the menu once one of its pages leads to the organizer's."""
    match menu.shelf.organizer.opens:
        case Opens.CODE:
            return replace(menu, levels=(*menu.levels, CodeEntry()))
        case Opens.KEY if not menu.shelf.key:
            told = Reading(tr(words.ORGANIZER), wrapped(tr(words.SAY_TURN_THE_KEY)))
            return replace(menu, levels=(*menu.levels, told))
        case _:
            return Menu((ORGANIZER,), menu.phase, shelf=menu.shelf)


def resuming(state: State, shelf: Shelf) -> Menu:
    """Return the page that goes on after a stop, or what has to come before it."""
    level: GoOn | Ask | CodeEntry = going_on(state)
    if shelf.organizer.opens is Opens.CODE:
        level = CodeEntry()
    elif shelf.lacks_key:
        level = GoOn(go_on_rows(state))
    return Menu((level,), state.phase, shelf=shelf)


def asks_to_go_on(level: Level) -> bool:
    """Whether a level is a question that lets a clock run."""
    return isinstance(level, GoOn) or (isinstance(level, Ask) and isinstance(level.act, Resume))


def key_turned(menu: Menu, state: State, shelf: Shelf) -> Menu:
    """Return the menu after the key was turned, or (as `shelf` has it) turned back.

    In a stop and before a start it opens the organizer's menu, unless a game is being set up.
    Turned back it closes whatever it has opened, and nothing of it is done.
    """
    if shelf.organizer.opens is not Opens.KEY:
        return menu
    if menu.draft is not None and not organizing(menu):
        return replace(menu, shelf=shelf)
    if shelf.key:
        return opened(menu, state, shelf) if state.phase not in COUNTING else menu
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
    entered, code = (*entry.entered, entry.figure), menu.shelf.organizer.code
    if len(entered) < len(code):
        return _instead(menu, CodeEntry(entered))
    if entered == code:
        return Menu((ORGANIZER,), menu.phase, shelf=menu.shelf)
    return _instead(menu, Reading(tr(words.WRONG_CODE), wrapped(tr(words.NOTHING_DONE))))


def _instead(menu: Menu, *levels: CodeEntry | Reading) -> Menu:
    """The menu with its last level replaced by these; closed with none left."""
    left = (*menu.levels[:-1], *levels)
    return replace(menu, levels=left) if left else CLOSED
