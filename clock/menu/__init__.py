"""The menu of the clock: what the buttons do, and what is shown while they do it. Pure.

| phase | closed: − + | closed: OK |
|---|---|---|
| READY | +: who is late, -: the set-up menu, or back | starts |
| JOINT, RUNNING, RECONSTRUCTION | what an opening asks | the referee is here |
| STOPPED, FALLEN, CLAIMED | -: the whole setup, +: who won? | "Resume?", times, "Next game?" |
| FINISHED | -: what each move took, +: this evening | "Next game?" |

OK held opens the organizer's menu wherever no clock runs. Every question shows its facts and is
answered by Minus, no, or Plus, yes; OK after a correction is yes and *resume*. Stop is *back*
wherever a page is open, one level at a time, and is no stop of the game then. In a stop a plunger
asks whether its player claims a win (RIF 9.4, 9.6), or by OK a draw, where the rules have that; the
claim stands once that is answered. In "Resume?" and "Next game?" it only says how to claim.

In the set-up menu OK held does nothing, and a plunger starts no game; every other press is the
game's as well. A wrong setup is corrected in the same lists, opened from the organizer's.

A level is a list, an entry, a question or a reading (`levels`). What each list offers is rows of
data (`organizer`, `setup`, `controls`, `choices`); one `engine` moves among them, and
`pages` renders them.
"""

from typing import NamedTuple

from msgspec.structs import replace

from clock.display.face import Hint, Page
from clock.menu.access import Opens
from clock.menu.changes import ask
from clock.menu.engine import Pressed, close_stale, press_button
from clock.menu.faces import STARTS, hint, while_running
from clock.menu.game_over import agree, game_over
from clock.menu.level_pages import page_of, place_cursor
from clock.menu.levels import (
    CLOSED,
    NO_CONTEXT,
    WAYS,
    Act,
    Button,
    Level,
    Menu,
    MenuContext,
    NewGame,
    Question,
)
from clock.menu.organizer_lists import (
    ask_next_game,
    ask_to_resume,
    at_work,
    first_level,
    may_go_on,
    may_resume,
)
from clock.menu.readings import evening_page, moves_page, stop_page
from clock.menu.setup_lists import leave_setup, open_set_up, take_plunger
from clock.rules.inputs import Claim, Press, Resume, Start, Stop
from clock.rules.organizer import players_may_end
from clock.rules.outputs import IN_A_STOP, PressIgnored
from clock.rules.seats import Seat
from clock.rules.state import COUNTING, Phase, State

MenuInput = Button | Press | Stop | PressIgnored
"""What may concern the menu; a press that the rules ignored in a stop asks for a claim."""


class Routed(NamedTuple):
    """The menu after an input, the resulting acts, and whether the game gets the input too."""

    menu: Menu
    acts: tuple[Act, ...] = ()
    taken: bool = True
    """False: a press or a stop is the game's."""


def route(
    menu: Menu, state: State, event: MenuInput, at_ns: int, context: MenuContext = NO_CONTEXT
) -> Routed:
    """Route an event past the menu; its acts are stamped `at_ns`."""
    routed = _routed(close_stale(menu, state), state, event, at_ns, context)
    return routed._replace(menu=routed.menu.seen(at_ns))


def _routed(menu: Menu, state: State, event: MenuInput, at_ns: int, context: MenuContext) -> Routed:
    match event:
        case Press():
            agreed = agree(menu, state, event, context)
            if agreed is not None:
                return Routed(*agreed)
            after = take_plunger(menu, state, event.seat)
            return Routed(menu, taken=False) if after is None else Routed(after)
        case Stop():
            if not menu.levels:
                return Routed(menu, taken=False)
            return Routed(leave_setup(menu, menu.on(leaves=1), state))
        case PressIgnored():
            if event.reason not in IN_A_STOP:
                return Routed(menu)
            return Routed(_claim_asked(menu, state, event.seat))
        case Button.KEY:
            return Routed(_key_turned(menu, state, context))
    return Routed(*_pressed(menu, state, event, at_ns, context))


def render_menu(menu: Menu, state: State, context: MenuContext = NO_CONTEXT) -> Page | Hint:
    """Return the page that is open, or the hint for the faces."""
    menu = close_stale(menu, state)
    if not menu.levels:
        return hint(menu, state, context)
    return page_of(menu.levels[-1], menu.scene(state, context))


def opens_by_hold(menu: Menu, state: State, context: MenuContext) -> bool:
    """Return whether OK, once it has been held long enough, opens another page."""
    return state.phase not in COUNTING and _held(menu, state, context) != menu


def _pressed(menu: Menu, state: State, button: Button, at_ns: int, context: MenuContext) -> Pressed:
    if state.phase in COUNTING:
        return CLOSED, while_running(state, button, at_ns)
    if button is Button.OK_HELD:
        return _held(menu, state, context), ()
    if menu.levels:
        return press_button(menu, state, button, at_ns, context)
    if state.phase is Phase.READY:
        return _before_start(menu, state, button, at_ns, context)
    if button is Button.PLUS and players_may_end(state):
        menu = Menu(game_over(state), state.phase)
        who_won = place_cursor(menu.levels[0], menu.scene(state, context))
        return replace(menu, levels=(who_won, *menu.levels[1:])), ()
    if button is not Button.OK:
        opens = _read(state, button, context)
    elif may_go_on(state, context):
        opens = ask_next_game(state)
    else:
        opens = ask_to_resume(state, context)
    return Menu((opens,), state.phase), ()


def _before_start(
    menu: Menu, state: State, button: Button, at_ns: int, context: MenuContext
) -> Pressed:
    if (button is Button.MINUS and not menu.start) or state.both_down:
        menu = open_set_up(state)
        return menu.on(place_cursor(menu.levels[-1], menu.scene(state, context)), leaves=1), ()
    if button in WAYS:
        return Menu(phase=state.phase, start=(menu.start + WAYS[button]) % len(STARTS)), ()
    return CLOSED, (Start(at_ns, STARTS[menu.start][0]),)


def _held(menu: Menu, state: State, context: MenuContext) -> Menu:
    """The organizer's menu, unless somebody is at work in the menu."""
    busy = _in_use(menu) or context.lacks_key
    return menu if busy else Menu((first_level(context),), state.phase)


def _read(state: State, button: Button, context: MenuContext) -> Level:
    """The whole setup; after a game what its moves took, or the games of the evening."""
    if state.phase is not Phase.FINISHED:
        return stop_page(state)
    return moves_page(state, context) if button is Button.MINUS else evening_page(context)


def _in_use(menu: Menu) -> bool:
    """Whether somebody is at work in the menu, which a hold and a plunger leave as it is."""
    return at_work(menu) or menu.draft is not None


def _claim_asked(menu: Menu, state: State, seat: Seat) -> Menu:
    """After a plunger in a stop: a page to read gives way to the question.

    A question does not: its answer might be given to a claim that nobody has read.
    """
    question = ask(Claim(0, seat), state)
    top = menu.levels[-1] if menu.levels else None
    if question is None:
        return menu
    if isinstance(top, Question) and isinstance(top.act, Resume | NewGame):
        return menu.on(replace(top, noted=True), leaves=1)
    return menu if _in_use(menu) else Menu((question,), state.phase)


def _key_turned(menu: Menu, state: State, context: MenuContext) -> Menu:
    """After the key was turned: in a stop and before a start it opens the organizer's menu.

    It leaves a setup in the making. Turned back it closes whatever it opened, and nothing of that
    is done.
    """
    setting_up = menu.draft is not None and not at_work(menu)
    if context.organizer.opens is not Opens.KEY or setting_up:
        return menu
    if context.key:
        return menu if state.phase in COUNTING else Menu((first_level(context),), state.phase)
    first = menu.levels[0] if menu.levels else None
    resumes = isinstance(first, Question) and isinstance(first.act, Resume)
    resumes = resumes and not may_resume(state, context)
    return CLOSED if resumes or at_work(menu) else menu
