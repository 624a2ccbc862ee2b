"""The menu of the clock: what the buttons do, and what is shown while they do it. Pure.

| phase | closed: − + | closed: OK | OK held |
|---|---|---|---|
| READY | who is there, or the set-up menu | starts, or opens that menu | organizer's menu |
| JOINT, RUNNING, RECONSTRUCTION | what an opening asks | the referee is here | nothing |
| STOPPED, FALLEN | the whole setting | "Go on?", see below | organizer's menu |
| CLAIMED | the whole setting | "Go on?", standing on No | organizer's menu |
| FINISHED | -: what each move took, +: this evening | "Go on?", standing on No | "Next game?" |

Where something would change at the very instant of going on (a gong that strikes), "Go on?" shows
all of it and stands on No as well.

"Next game?" turns the colours, stands on No, and leads to the organizer's menu as well. After a
game of a match that is not decided OK asks for the next game, and OK held opens the organizer's
menu.

In a stop a plunger asks whether its player claims a win. On that page and on "Go on?" OK counts as
it is let go: held, it opens the organizer's menu there too, nobody claims and no clock runs. Stop
leaves both, and every other page that anybody may open in a stop.

So it is where the hold opens the organizer's menu; `opening` tells of the key and the code, which
guard that menu and "Go on?".

A wrong setting is set right in the set-up menu's own lists, opened from the organizer's.

In the set-up menu OK held does nothing, and a plunger starts no game, it only tells who rejects an
opening; every other press is the game's as well.

The settings of the clock itself, in the set-up and the organizer's menu, hold at once: they are
heard or seen, and touch no game.

Nothing the organizer enters is applied before a page has shown it with its before and after, and
has been answered by Plus and OK. What a page has shown is compared with what would happen now: if
anything came between, the menu closes and nothing is done.
"""

from typing import assert_never

from msgspec.structs import replace

from clock.display.face import Page
from clock.menu import words
from clock.menu.changes import go_on_rows, inputs_of, preview, rows_of
from clock.menu.claims import claim_asked, claiming
from clock.menu.lists import HOURS_MAX, ask, items, reasons
from clock.menu.opening import (
    ORGANIZER,
    asks_to_go_on,
    code_pressed,
    key_turned,
    opened,
    opened_from,
    organizing,
    resuming,
)
from clock.menu.own.menu import own_pressed
from clock.menu.own.pages import own_page
from clock.menu.own.places import ChangeSettings, Dial, OwnLevel, OwnPick
from clock.menu.pages import page_of
from clock.menu.places import (
    CLOSED,
    Act,
    Ask,
    Button,
    Claiming,
    CodeEntry,
    GoOn,
    Level,
    Menu,
    MovesEntry,
    NewGame,
    Pick,
    TimeEntry,
)
from clock.menu.running import running_hint, while_running
from clock.menu.setup.menu import (
    plunged,
    read_evening,
    read_moves,
    read_setting,
    set_pressed,
    set_up,
)
from clock.menu.setup.pages import set_page
from clock.menu.setup.places import NO_CONTEXT, Entry, MenuContext, NewSetup, Reading, SetPick
from clock.rules.corrections import MOVES_MAX
from clock.rules.inputs import Adjust, Claim, Resume, SetMoves, Start
from clock.rules.state import COUNTING, Phase, State
from clock.rules.units import SECOND_NS
from clock.text.match import HINT_NEXT

__all__ = [
    "CLOSED",
    "Button",
    "ChangeSettings",
    "Menu",
    "MenuContext",
    "NewGame",
    "NewSetup",
    "claim_asked",
    "closed_by",
    "hint",
    "key_turned",
    "page",
    "plunged",
    "pressed",
    "stop_pressed",
    "waits",
]

Pressed = tuple[Menu, tuple[Act, ...]]
"""Where the menu is after a button, and what is to be done."""

_MENU_ITEM = len(words.STARTS)


def pressed(
    menu: Menu, state: State, button: Button, at_ns: int, context: MenuContext = NO_CONTEXT
) -> Pressed:
    """Return the menu after a button, and the acts that come of it, stamped `at_ns`.

    `context` is what the set-up menu has to offer.
    """
    menu = closed_by(menu, state)
    if state.phase in COUNTING:
        return CLOSED, while_running(state, button, at_ns)
    if button is Button.OK_HELD:
        stays = organizing(menu) or menu.draft is not None
        return (menu if stays else _held(menu, state, context)), ()
    if menu.levels:
        return _in_level(menu, menu.levels[-1], state, button, at_ns)
    if state.phase is Phase.READY:
        return _before_start(menu, state, button, at_ns, context)
    return (_going_on(state, context) if button is Button.OK else _read(state, button, context)), ()


def waits(menu: Menu, state: State) -> bool:
    """Whether OK would let a clock go on now, or claim; then it counts as it is let go."""
    _, acts = pressed(menu, state, Button.OK, state.at_ns)
    return any(isinstance(act, (Resume, Claim)) for act in acts)


def stop_pressed(menu: Menu, state: State) -> Menu:
    """Return the menu after Stop: it leaves "Go on?", and whatever anybody may open in a stop."""
    menu = closed_by(menu, state)
    if not menu.levels:
        return menu
    stays = organizing(menu) or menu.draft is not None
    return _turned(menu) if asks_to_go_on(menu.levels[-1]) or not stays else menu


def page(menu: Menu, state: State) -> Page | None:
    """Return the page that is open; None while the faces are shown."""
    levels = closed_by(menu, state).levels
    if not levels:
        return None
    level = levels[-1]
    if isinstance(level, (SetPick, Entry, Reading)):
        return set_page(level, menu.draft or state.setup, menu.context)
    if isinstance(level, (OwnPick, Dial)):
        return own_page(level, menu.context.settings)
    return page_of(level, state, menu.context)


def hint(menu: Menu, state: State, context: MenuContext = NO_CONTEXT) -> str:
    """Return the row for the faces that tells what the buttons do; "" with a page open."""
    menu = closed_by(menu, state)
    if menu.levels:
        return ""
    if state.phase is Phase.READY:
        return words.start_hint(_start(menu, state))
    if state.phase not in COUNTING:
        return _hint_in_stop(state, context)
    return running_hint(state)


def _hint_in_stop(state: State, context: MenuContext) -> str:
    finished, (times, by_key) = state.phase is Phase.FINISHED, words.HINT_KEY
    if _goes_on_in_match(state):
        next_game, by_hold = HINT_NEXT
        return words.hint((next_game, by_key if context.lacks_key else by_hold))
    if context.lacks_key:
        return words.hint((times, words.HINT_FINISHED[1] if finished else by_key))
    if finished:
        return words.hint(words.HINT_FINISHED)
    return words.hint(words.HINT_HALTED_DOWN if state.both_fallen else words.HINT_HALTED)


def closed_by(menu: Menu, state: State) -> Menu:
    """Return the menu after an input from elsewhere: closed, if what it shows no longer holds."""
    if menu is CLOSED or menu == CLOSED:
        return CLOSED
    if menu.phase is not state.phase or state.phase in COUNTING:
        return CLOSED
    return menu if all(_holds(level, state) for level in menu.levels) else CLOSED


def _holds(level: Level, state: State) -> bool:
    match level:
        case Ask():
            return rows_of(state, level.act) == level.shown
        case GoOn():
            return go_on_rows(state) == level.shown
        case Claiming():
            return claiming(state, level.seat) == level
        case Pick():
            return level.act is None or preview(state, level.act) is not None
        case TimeEntry() | MovesEntry() | CodeEntry():
            return True
        case SetPick() | Entry() | Reading() | OwnPick() | Dial():
            return True
        case _:
            assert_never(level)


# Before a start, and in a stop


def _start(menu: Menu, state: State) -> int:
    """What is chosen before a start; with both clappers down there is only the set-up menu."""
    return _MENU_ITEM if state.both_fallen else menu.start


def _before_start(
    menu: Menu, state: State, button: Button, at_ns: int, context: MenuContext
) -> Pressed:
    chosen = _start(menu, state)
    if button is not Button.OK:
        way = 1 if button is Button.PLUS else -1
        return Menu(phase=state.phase, start=(chosen + way) % (_MENU_ITEM + 1)), ()
    if chosen == _MENU_ITEM:
        return set_up(state, context), ()
    return CLOSED, (Start(at_ns, words.STARTS[chosen][0]),)


def _held(menu: Menu, state: State, context: MenuContext) -> Menu:
    """The organizer's menu; after a game that nothing follows the question for the next one."""
    if state.phase is Phase.FINISHED and not _goes_on_in_match(state):
        asked = ask(NewGame(state.setup.match is None), state)
        if asked is not None:
            return Menu((replace(asked, organizer=True),), state.phase, context=context)
    return opened(menu, state, context)


def _read(state: State, button: Button, context: MenuContext) -> Menu:
    """The whole setting; after a game what its moves took, or the games of the evening."""
    if state.phase is not Phase.FINISHED:
        return read_setting(state)
    return (read_moves if button is Button.MINUS else read_evening)(state, context)


def _going_on(state: State, context: MenuContext) -> Menu:
    """ "Go on?": a page that OK answers, or one that asks.

    It asks after a claim and a result, and where more would change than that a clock runs. After a
    game of a match that is not decided the next game is asked for.
    """
    following = ask(NewGame(False), state) if _goes_on_in_match(state) else None
    if following is not None:
        return Menu((following,), state.phase, context=context)
    return resuming(state, context)


def _goes_on_in_match(state: State) -> bool:
    """Whether a game has ended that is not the last of its match."""
    place = state.setup.match
    if state.phase is not Phase.FINISHED or place is None:
        return False
    return place.after(state.result).winner is None


# In an open menu


def _in_level(menu: Menu, level: Level, state: State, button: Button, at_ns: int) -> Pressed:
    match level:
        case GoOn():
            if button is Button.OK and not (state.both_fallen or menu.context.lacks_key):
                return CLOSED, (Resume(at_ns),)
            return _turned(menu), ()
        case Claiming():
            claimed = (Claim(at_ns, level.seat),) if button is Button.OK else ()
            return _turned(menu), claimed
        case Pick():
            return _picking(menu, level, state, button), ()
        case TimeEntry():
            return _entering_time(menu, level, state, button), ()
        case MovesEntry():
            return _entering_moves(menu, level, state, button), ()
        case CodeEntry():
            return code_pressed(menu, level, button), ()
        case Ask():
            return _asking(menu, level, state, button, at_ns)
        case SetPick() | Entry() | Reading():
            return set_pressed(menu, level, state, button), ()
        case OwnPick() | Dial():
            return _setting_itself(menu, level, button)
        case _:
            assert_never(level)


def _setting_itself(menu: Menu, level: OwnLevel, button: Button) -> Pressed:
    """In the menu of the clock's own settings, which hold at once."""
    way = {Button.MINUS: -1, Button.OK: 0, Button.PLUS: 1}[button]
    levels, act = own_pressed(level, menu.context.settings, way)
    menu = _turned(menu, *levels)
    if act is None:
        return menu, ()
    return replace(menu, context=replace(menu.context, settings=act.settings)), (act,)


def _turned(menu: Menu, *levels: Level) -> Menu:
    """The menu with its last level replaced by these; closed with none left."""
    left = (*menu.levels[:-1], *levels)
    return replace(menu, levels=left) if left else CLOSED


def _picking(menu: Menu, pick: Pick, state: State, button: Button) -> Menu:
    offered = items(pick, state, menu.context.organizer)
    cursor = min(pick.cursor, len(offered) - 1)
    if button is not Button.OK:
        way = 1 if button is Button.PLUS else -1
        return _turned(menu, replace(pick, cursor=(cursor + way) % len(offered)))
    leads = offered[cursor].leads
    if isinstance(leads, SetPick):
        menu = replace(menu, draft=state.setup)
    return _turned(menu) if leads is None else _turned(menu, pick, leads)


def _entering_time(menu: Menu, entry: TimeEntry, state: State, button: Button) -> Menu:
    if button is not Button.OK:
        way = 1 if button is Button.PLUS else -1
        return _turned(menu, replace(entry, fields=_changed(entry, way)))
    if entry.field < len(entry.fields) - 1:
        return _turned(menu, replace(entry, field=entry.field + 1))
    hours, minutes, seconds = entry.fields
    remaining_ns = (hours * 3600 + minutes * 60 + seconds) * SECOND_NS
    following = reasons(Adjust(0, entry.seat, remaining_ns=remaining_ns), state)
    return _turned(menu) if following is None else _turned(menu, following)


def _changed(entry: TimeEntry, way: int) -> tuple[int, int, int]:
    """The fields with one of them one step on; minutes and seconds go round."""
    hours, minutes, seconds = entry.fields
    match entry.field:
        case 0:
            return max(0, min(hours + way, HOURS_MAX)), minutes, seconds
        case 1:
            return hours, (minutes + way) % 60, seconds
        case _:
            return hours, minutes, (seconds + way) % 60


def _entering_moves(menu: Menu, entry: MovesEntry, state: State, button: Button) -> Menu:
    if button is not Button.OK:
        way = 1 if button is Button.PLUS else -1
        made = max(0, min(entry.made + way, MOVES_MAX))
        return _turned(menu, replace(entry, made=made))
    if entry.result is None:
        following: Level | None = reasons(SetMoves(0, entry.made), state)
    else:
        following = ask(replace(entry.result, last_move=entry.made), state)
    return _turned(menu) if following is None else _turned(menu, following)


def _asking(menu: Menu, asked: Ask, state: State, button: Button, at_ns: int) -> Pressed:
    """No is one Plus away from Yes, whichever way one came; the rows above can be read."""
    no, yes = len(asked.shown), len(asked.shown) + 1
    if button is not Button.OK:
        way = 1 if button is Button.PLUS else -1
        last = yes + asked.organizer
        return _turned(menu, replace(asked, cursor=max(0, min(asked.cursor + way, last)))), ()
    if asked.cursor < no:
        return menu, ()
    if asked.cursor == no:
        return _turned(menu), ()
    if asked.cursor > yes:
        return opened_from(menu), ()
    if isinstance(asked.act, (NewGame, NewSetup)):
        return CLOSED, (asked.act,)
    after = preview(state, asked.act)
    return _after(menu, state, after), inputs_of(asked.act, state, at_ns)


def _standing_on(pick: Pick, states: tuple[State, State], context: MenuContext) -> Pick:
    """A list on the item that was taken; on the one behind it, if that is gone."""
    offered, now = ([item.text for item in items(pick, each, context.organizer)] for each in states)
    following = (now.index(text) for text in offered[pick.cursor :] if text in now)
    return replace(pick, cursor=next(following, 0))


def _after(menu: Menu, before: State, after: State | None) -> Menu:
    """After a correction the organizer's list is open again, unless the stop is over."""
    if after is None or after.phase in COUNTING or not organizing(menu):
        return CLOSED
    if after.phase is menu.phase:
        first = menu.levels[0]
        if isinstance(first, Pick):
            first = _standing_on(first, (before, after), menu.context)
        return replace(menu, levels=(first,), draft=None)
    ended = after.phase is Phase.FINISHED
    return CLOSED if ended else Menu((ORGANIZER,), after.phase, context=menu.context)
