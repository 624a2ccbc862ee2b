"""What a button does on each of the four kinds of level, and when the menu closes by itself.

Nothing the organizer enters is applied before a question has shown its before and after, and has
been answered by Plus. The facts of a question are compared with what they would be now: if
anything came between, the menu closes and nothing is done.
"""

from typing import assert_never

from msgspec.structs import replace

from clock.menu.changes import (
    act_before_resume,
    draw_claim,
    facts,
    inputs_of,
    next_way,
    preview,
)
from clock.menu.done import done_fact
from clock.menu.entries import take_field, turn_dial
from clock.menu.fields import change_field
from clock.menu.level_pages import place_cursor, rows_of
from clock.menu.levels import (
    CLOSED,
    IN_SIGHT,
    ORGANIZER,
    WAYS,
    Act,
    AddBonus,
    Button,
    Discard,
    Entry,
    Level,
    List,
    Listing,
    ListRow,
    Menu,
    MenuContext,
    NewGame,
    NewSetup,
    Question,
    Reading,
    Scene,
    TakeUp,
)
from clock.menu.organizer_lists import at_work
from clock.menu.setup_lists import leave_setup, select_use_row
from clock.rules.inputs import Dismiss, IllegalMove, PutAside, Resume, Undo
from clock.rules.state import COUNTING, Phase, State

YES_AFTER_NS = 600_000_000
"""No key is a yes so soon after a question came in sight: its facts would be unread."""
Pressed = tuple[Menu, tuple[Act, ...]]
"""Where the menu is after a button, and what comes of it."""


def close_stale(menu: Menu, state: State) -> Menu:
    """Return the menu, closed if something else has made its contents untrue."""
    if menu == CLOSED or menu.phase is not state.phase or state.phase in COUNTING:
        return CLOSED
    return menu if all(_holds(level, state) for level in menu.levels) else CLOSED


def _holds(level: Level, state: State) -> bool:
    if isinstance(level, List) and level.act is not None:
        return preview(state, level.act) is not None
    return not isinstance(level, Question) or facts(level.act, state) == level.facts


def press_button(
    menu: Menu, state: State, button: Button, at_ns: int, context: MenuContext
) -> Pressed:
    """Return the open menu after Minus, Plus or OK, and the resulting acts."""
    level, scene, way = menu.levels[-1], menu.scene(state, context), WAYS.get(button, 0)
    match level:
        case List():
            return _list(menu, level, scene, way)
        case Entry():
            return _entry(menu, level, scene, way)
        case Question():
            return _question(menu, level, scene, way, at_ns)
        case Reading():
            cursor = max(0, min(level.cursor + way, level.last))
            return menu.on(*([replace(level, cursor=cursor)] if way else []), leaves=1), ()
        case _:
            assert_never(level)


def _list(menu: Menu, level: List, scene: Scene, way: int) -> Pressed:
    rows = rows_of(level, scene)
    cursor = min(level.cursor, len(rows) - 1)
    if way:
        cursor = (cursor + way) % len(rows)
        return menu.on(replace(level, cursor=cursor, done=None), leaves=1), ()
    return _take(menu, rows[cursor], scene)


def _take(menu: Menu, row: ListRow, scene: Scene) -> Pressed:
    """Carry out a row: leave levels, change the draft, open the next level."""
    level, acts = row.opens() if callable(row.opens) else row.opens, (row.act,) if row.act else ()
    if isinstance(row.act, NewSetup):
        return CLOSED, acts
    draft = row.draft or scene.draft
    draft = draft.out_of_changed_match()
    opened = [
        place_cursor(each, scene._replace(draft=draft)) for each in (row.under, level) if each
    ]
    if row.draft is None:
        return leave_setup(menu, menu.on(*opened, leaves=row.leaves), scene.state), acts
    after = replace(menu, draft=draft).on(*opened, leaves=row.leaves)
    return after if menu.draft is None else select_use_row(after), acts


def _entry(menu: Menu, level: Entry, scene: Scene, way: int) -> Pressed:
    if not way:
        return _take(menu, take_field(level, scene), scene)
    level = change_field(level, way)
    act = turn_dial(level, scene.context.settings)
    return menu.on(level, leaves=1), () if act is None else (act,)


def _question(menu: Menu, level: Question, scene: Scene, way: int, at_ns: int) -> Pressed:
    """Minus is no, and Plus is yes once all facts have been in sight for a moment.

    Then OK claims a draw where one can be claimed, and after a correction goes on as well. Of the
    next game it shows the next way to begin it.
    """
    if way < 0:
        return menu.on(leaves=1), ()
    if level.wants_plungers:
        return menu.on(replace(level, noted=True), leaves=1), ()
    unread = level.seen_at_ns is not None and at_ns < level.seen_at_ns + YES_AFTER_NS
    if way == 0:
        act = act_before_resume(level, scene.state)
        if act is not None and not unread:
            return CLOSED, (*inputs_of(act, scene.state, at_ns), Resume(at_ns))
        other = next_way(level.act, scene.state)
        if other is not None:
            return menu.on(Question(other, facts(other, scene.state)), leaves=1), ()
        draw = draw_claim(level, scene.state)
        if draw is None or unread:
            return menu.on(leaves=0), ()
        level = replace(level, act=draw)
    elif level.has_more(scene.state):
        first = level.first + IN_SIGHT
        return menu.on(replace(level, first=first, seen_at_ns=None), leaves=1), ()
    elif unread:
        return menu.on(leaves=0), ()
    if isinstance(level.act, (NewGame, NewSetup)):
        return CLOSED, level.act.steps(at_ns)
    if isinstance(level.act, TakeUp):
        return CLOSED, (level.act,)
    if isinstance(level.act, PutAside):
        return CLOSED, (replace(level.act, at_ns=at_ns),)
    if isinstance(level.act, Discard):
        return Menu((ORGANIZER,), menu.phase) if at_work(menu) else CLOSED, ()
    after = preview(scene.state, level.act)
    return _after(menu, scene, level, after), inputs_of(level.act, scene.state, at_ns)


_RULINGS = (AddBonus, Dismiss, IllegalMove, Undo)


def _after(menu: Menu, scene: Scene, asked: Question, after: State | None) -> Menu:
    """After a correction the organizer's list names the change, unless the stop is over."""
    if after is None or after.phase in COUNTING or not at_work(menu):
        return CLOSED
    done = done_fact(asked, scene.state, after)
    if after.phase is Phase.FINISHED is not menu.phase:
        return CLOSED
    level = menu.levels[0]
    if not isinstance(level, List) or isinstance(asked.act, _RULINGS):  # the game mostly goes on
        organizer = replace(ORGANIZER, done=done)
        if not asked.loses:
            return Menu((organizer,), after.phase)
        result = place_cursor(List(Listing.RESULT), scene._replace(state=after))
        return Menu((organizer, result), after.phase)
    level = _standing_on(level, scene, scene._replace(state=after))
    return Menu((replace(level, done=done),), after.phase)


def _standing_on(level: List, before: Scene, after: Scene) -> List:
    """A list on the chosen row, or on the next if that row is gone."""
    old, new = ([row.name for row in rows_of(level, scene)] for scene in (before, after))
    following = (new.index(name) for name in old[level.cursor :] if name in new)
    return replace(level, cursor=next(following, 0))
