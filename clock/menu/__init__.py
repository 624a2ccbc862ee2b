"""The menu of the clock: what the buttons do, and what is shown while they do it. Pure.

| phase | closed: − + | closed: OK | OK held |
|---|---|---|---|
| READY | who is there, or the set-up menu | starts, or opens that menu | organizer's menu |
| JOINT, RUNNING, RECONSTRUCTION | what an opening asks | the referee is here | nothing |
| STOPPED, FALLEN | the whole setting | "Go on?", see below | organizer's menu |
| CLAIMED | the whole setting | "Go on?", standing on No | organizer's menu |
| FINISHED | -: what each move took, +: this evening | "Go on?", standing on No | "Next game?" |

Where something would change at the very instant of going on (a gong that strikes), "Go on?" shows
all of it and stands on No as well. After a game of a match that is not decided OK asks for the next
game, and OK held opens the organizer's menu; else "Next game?" turns the colours, stands on No, and
leads to the organizer's menu as well.

In a stop a plunger asks whether its player claims a win (RIF 9.4, 9.6). There and at "Go on?" OK
counts as it is released: held, it opens the organizer's menu, nobody claims and no clock runs. Stop
leaves both, and every other page that anybody may open in a stop.

In the set-up menu OK held does nothing, and a plunger starts no game; every other press is the
game's as well. A wrong setting is corrected in the same lists, opened from the organizer's.

A level is a list, an entry, a question or a reading (`levels`). What each list offers is rows of
data (`organizer`, `setup`, `controls`, `choices`, `this_clock`); one `engine` moves among them, and
`pages` renders them.
"""

from typing import NamedTuple

from clock.display.face import Page
from clock.menu import words
from clock.menu.access import Opens
from clock.menu.changes import claiming
from clock.menu.engine import Pressed, closed_by, pressed_on
from clock.menu.faces import chosen_start, hint, while_running
from clock.menu.levels import (
    CLOSED,
    NO_CONTEXT,
    Act,
    Button,
    Level,
    Menu,
    MenuContext,
    NewGame,
    NewSetup,
    Question,
)
from clock.menu.organizer import after_game, at_work, first_level, first_to_go_on, next_game
from clock.menu.pages import page_of
from clock.menu.readings import evening_page, moves_page, setting_page
from clock.menu.settings import ChangeSettings
from clock.menu.setup import plunged, set_up
from clock.rules.inputs import Claim, Press, Resume, Start, Stop
from clock.rules.outputs import IgnoreReason, PressIgnored
from clock.rules.seats import Seat
from clock.rules.state import COUNTING, Phase, State

__all__ = [
    "CLOSED",
    "Act",
    "Button",
    "ChangeSettings",
    "Event",
    "Menu",
    "MenuContext",
    "NewGame",
    "NewSetup",
    "Routed",
    "closed_by",
    "hint",
    "route",
    "shown",
]

Event = Button | Press | Stop | PressIgnored
"""What may concern the menu; a press that the rules ignored in a stop asks for a claim."""


IN_A_STOP = (IgnoreReason.STOPPED, IgnoreReason.FALLEN, IgnoreReason.CLAIMED)
"""Why the rules ignore a press that asks whether its player claims a win."""


class Routed(NamedTuple):
    """Where the menu is after an event, what comes of it, and whether the game gets it as well."""

    menu: Menu
    acts: tuple[Act, ...] = ()
    taken: bool = True
    """False: a press or a stop is the game's; OK counts only once it is released."""


def route(
    menu: Menu, state: State, event: Event, at_ns: int, context: MenuContext = NO_CONTEXT
) -> Routed:
    """Route an event past the menu; its acts are stamped `at_ns`."""
    menu = closed_by(menu, state)
    match event:
        case Press():
            after = plunged(menu, state, event.seat)
            return Routed(menu, taken=False) if after is None else Routed(after)
        case Stop():
            return Routed(_stopped(menu), taken=False)
        case PressIgnored():
            if event.reason not in IN_A_STOP:
                return Routed(menu)
            return Routed(_claim_asked(menu, state, event.seat))
        case Button.KEY:
            return Routed(_key_turned(menu, state, context))
    after, acts = _pressed(menu, state, event, at_ns, context)
    waits = any(isinstance(act, (Resume, Claim)) for act in acts)
    if event is Button.OK and waits:
        return Routed(menu, taken=False)
    if event is Button.OK_UP and not waits:
        return Routed(menu)
    return Routed(after, acts)


def shown(menu: Menu, state: State, context: MenuContext = NO_CONTEXT) -> Page | str:
    """Return the page that is open, or the row for the faces that says what the buttons do."""
    menu = closed_by(menu, state)
    if not menu.levels:
        return hint(menu, state, context)
    return page_of(menu.levels[-1], menu.scene(state, context))


def _pressed(menu: Menu, state: State, button: Button, at_ns: int, context: MenuContext) -> Pressed:
    if state.phase in COUNTING:
        return CLOSED, while_running(state, button, at_ns)
    if button is Button.OK_HELD:
        return _held(menu, state, context), ()
    if menu.levels:
        return pressed_on(menu, state, button, at_ns, context)
    if state.phase is Phase.READY:
        return _before_start(menu, state, button, at_ns, context)
    if button in (Button.OK, Button.OK_UP):
        opens = next_game(state) or first_to_go_on(state, context)
    else:
        opens = _read(state, button, context)
    return Menu((opens,), state.phase), ()


def _before_start(
    menu: Menu, state: State, button: Button, at_ns: int, context: MenuContext
) -> Pressed:
    start, count = chosen_start(menu, state), len(words.STARTS) + 1
    if button in (Button.MINUS, Button.PLUS):
        way = 1 if button is Button.PLUS else -1
        return Menu(phase=state.phase, start=(start + way) % count), ()
    if start == count - 1:
        return set_up(state, context), ()
    return CLOSED, (Start(at_ns, words.STARTS[start][0]),)


def _held(menu: Menu, state: State, context: MenuContext) -> Menu:
    """The organizer's menu; after a game that nothing follows the question for the next one."""
    if _in_use(menu):
        return menu
    following = after_game(state)
    if following is not None:
        return Menu((following,), state.phase)
    return menu if context.lacks_key else Menu((first_level(context),), state.phase)


def _read(state: State, button: Button, context: MenuContext) -> Level:
    """The whole setting; after a game what its moves took, or the games of the evening."""
    if state.phase is not Phase.FINISHED:
        return setting_page(state.setup)
    return moves_page(context) if button is Button.MINUS else evening_page(context)


def _in_use(menu: Menu) -> bool:
    """Whether somebody is at work in the menu, which a hold, Stop and a plunger leave as it is."""
    return at_work(menu) or menu.draft is not None


def _stopped(menu: Menu) -> Menu:
    """After Stop, which leaves "Go on?" and whatever anybody may open in a stop."""
    if not menu.levels or (_in_use(menu) and not _asks_to_go_on(menu.levels[-1])):
        return menu
    return menu.on(leaves=1)


def _asks_to_go_on(level: Level) -> bool:
    return isinstance(level, Question) and isinstance(level.act, Resume)


def _claim_asked(menu: Menu, state: State, seat: Seat) -> Menu:
    """After a plunger in a stop: a page that anybody may open gives way to the question."""
    question = None if _in_use(menu) else claiming(state, seat)
    return menu if question is None else Menu((question,), state.phase)


def _key_turned(menu: Menu, state: State, context: MenuContext) -> Menu:
    """After the key was turned: in a stop and before a start it opens the organizer's menu.

    It leaves a setting in the making. Turned back it closes whatever it opened, and nothing of that
    is done.
    """
    setting_up = menu.draft is not None and not at_work(menu)
    if context.organizer.opens is not Opens.KEY or setting_up:
        return menu
    if context.key:
        return menu if state.phase in COUNTING else Menu((first_level(context),), state.phase)
    going_on = menu.levels != () and _asks_to_go_on(menu.levels[0])
    return CLOSED if going_on or at_work(menu) else menu
