"""Each level of the menu as a page. Pure."""

from typing import assert_never

from msgspec.structs import replace

from clock.display.face import Page
from clock.menu import words
from clock.menu.changes import sentence_of
from clock.menu.lists import items, title
from clock.menu.places import (
    CODE_BACK,
    Ask,
    Claiming,
    CodeEntry,
    GoOn,
    MovesEntry,
    NewGame,
    OrganizerLevel,
    Pick,
    Reopen,
    TimeEntry,
)
from clock.menu.setup.places import MenuContext, NewSetup
from clock.rules.inputs import Dismiss, Finish, Resume
from clock.rules.seats import Colour
from clock.rules.state import State
from clock.text.language import tr
from clock.text.match import next_item
from clock.text.rows import cut
from clock.text.setup import SET_IT
from clock.text.words import RESULTS, colour_name


def page_of(level: OrganizerLevel, state: State, context: MenuContext) -> Page:
    """Return what a level shows."""
    match level:
        case GoOn():
            return _go_on(level, state, context)
        case Claiming():
            return _claiming(level)
        case Pick():
            return _pick(level, state, context)
        case TimeEntry():
            return _time_entry(level, state)
        case MovesEntry():
            return _moves_entry(level, state)
        case CodeEntry():
            return _code_entry(level, len(context.organizer.code))
        case Ask():
            return _ask(level, state)
        case _:
            assert_never(level)


def _go_on(level: GoOn, state: State, context: MenuContext) -> Page:
    hint, say = words.HINT_GO_ON, words.SAY_GO_ON
    if context.lacks_key:
        hint, say = words.HINT_LOCKED, words.SAY_LOCKED
    elif state.both_fallen:
        hint, say = words.HINT_BOTH_DOWN, words.SAY_BOTH_DOWN
    title = tr(words.GO_ON)
    sentence = f"{title} {'. '.join(level.shown)}. {tr(say)}"
    return Page(title, level.shown, None, words.hint(hint), sentence)


def _claiming(level: Claiming) -> Page:
    title = words.claims(level.seat)
    sentence = f"{title} {'. '.join(level.shown)}. {tr(words.SAY_CLAIM)}"
    return Page(title, level.shown, None, words.hint(words.HINT_CLAIM), sentence)


def _pick(level: Pick, state: State, context: MenuContext) -> Page:
    rows = tuple(cut(item.text) for item in items(level, state, context.organizer))
    cursor, name = min(level.cursor, len(rows) - 1), title(level, state)
    at = words.place(rows[cursor], cursor + 1, len(rows))
    sentence = f"{name}. {at}. {tr(words.SAY_LIST)}"
    return Page(name, rows, cursor, words.hint(words.HINT_LIST), sentence)


def _time_entry(level: TimeEntry, state: State) -> Page:
    fields = [f"{level.fields[0]}", *(f"{value:02}" for value in level.fields[1:])]
    plain = ":".join(fields)
    fields[level.field] = f"[{fields[level.field]}]"
    name = words.seat_label(state, level.seat)
    now = words.now(words.time(state.seat(level.seat).remaining_ns))
    field, say = tr(words.SAY_FIELDS[level.field]), tr(words.SAY_ENTRY)
    sentence = f"{name}. {tr(words.SET_TO)} {plain}, {field}. {now}. {say}"
    rows = (f"{tr(words.SET_TO)} {':'.join(fields)}", cut(now))
    return Page(name, rows, 0, words.hint(words.HINT_FIELDS[level.field]), sentence, entry=True)


def _moves_entry(level: MovesEntry, state: State) -> Page:
    name, beside = tr(words.LAST_MOVE), [words.counted(state.play.moves)]
    if level.result is None:
        play = replace(state.play, moves=level.made)
        colours = ((Colour.BLACK, play.black), (Colour.WHITE, play.black.other))
        name = tr(words.MOVES_MADE)
        beside = [f"{colour_name(colour)} {play.made(seat)}" for colour, seat in colours]
        beside.append(words.now(str(state.play.moves)))
    rows = (f"{tr(words.SET_TO)} {level.made}", *beside)
    sentence = f"{name}. {', '.join(rows)}. {tr(words.SAY_ENTRY)}"
    return Page(name, rows, 0, words.hint(words.HINT_ENTRY), sentence, entry=True)


def _code_entry(level: CodeEntry, count: int) -> Page:
    """What was entered stays hidden: the players see the same display."""
    name, number = tr(words.CODE), len(level.entered) + 1
    back = level.figure == CODE_BACK
    figures = ["*"] * len(level.entered) + [f"[{'<' if back else level.figure}]"]
    row = " ".join([*figures, *"-" * (count - number)])
    at = words.figure(tr(words.BACK) if back else str(level.figure), number, count)
    hint = words.hint(words.HINT_CODE_BACK if back else words.HINT_ENTRY)
    return Page(name, (row,), 0, hint, f"{name}. {at}. {tr(words.SAY_ENTRY)}", entry=True)


def _ask(level: Ask, state: State) -> Page:
    reason = getattr(level.act, "reason", "")
    name = words.reason_title(reason) if reason else tr(words.DO_IT)
    if isinstance(level.act, Resume):
        name = tr(words.GO_ON)
    if isinstance(level.act, Dismiss):
        name = tr(words.DISMISS_IT)
    if isinstance(level.act, Finish):
        name = f"{tr(RESULTS[level.act.result])}?"
    if isinstance(level.act, Reopen):
        name = tr(words.REOPEN_IT)
    if isinstance(level.act, NewSetup):
        name = tr(SET_IT)
    if isinstance(level.act, NewGame) and state.setup.match is not None:
        name = f"{next_item(state.setup.match, state.result)}?"
    elif isinstance(level.act, NewGame) and state.result is not None:
        name = tr(words.NEXT_GAME)
    on = level.cursor - len(level.shown)
    hint = words.hint(words.HINTS_ASKED[on]) if on >= 0 else tr(words.HINT_READ)
    say = tr(words.SAY_ASKED[on] if on >= 0 else words.SAY_READ)
    read = f"{level.shown[level.cursor]}. " if on < 0 else ""
    sentence = f"{name} {sentence_of(state, level.act)} {read}{say}"
    answers = (tr(words.NO), tr(words.YES), *((tr(words.ORGANIZER),) if level.organizer else ()))
    return Page(name, (*level.shown, *answers), level.cursor, hint, sentence)
