"""Each level of the menu as a page. Pure."""

from typing import assert_never

from msgspec.structs import replace

from clock.faces.face import Page
from clock.faces.menu import words
from clock.faces.menu.changes import sentence_of
from clock.faces.menu.lists import items, title
from clock.faces.menu.places import (
    Ask,
    GoOn,
    MovesEntry,
    NewGame,
    OrganizerLevel,
    Pick,
    TimeEntry,
)
from clock.faces.setup.places import NewSetup
from clock.faces.words import colour_name
from clock.faces.words.language import tr
from clock.faces.words.match import next_item
from clock.faces.words.rows import cut
from clock.faces.words.setup import SET_IT
from clock.rules.inputs import Resume
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.state import Phase, State


def page_of(level: OrganizerLevel, state: State) -> Page:
    """Return what a level shows."""
    match level:
        case GoOn():
            return _go_on(level, state)
        case Pick():
            return _pick(level, state)
        case TimeEntry():
            return _time_entry(level, state)
        case MovesEntry():
            return _moves_entry(level, state)
        case Ask():
            return _ask(level, state)
        case _:
            assert_never(level)


def go_on_rows(state: State) -> tuple[str, ...]:
    """Return both times and whose clock will run, or why none can."""
    rows = tuple(cut(words.time_row(state, seat)) for seat in (LEFT, RIGHT))
    if state.both_fallen:
        return (*rows, *map(tr, words.BOTH_DOWN))
    if state.started_at_ns is None:
        return (*rows, tr(words.TO_THE_START))
    if state.resumes is Phase.JOINT:
        return (*rows, tr(words.JOINT_RUNS))
    return (*rows, words.runs(state, state.turn))


def _go_on(level: GoOn, state: State) -> Page:
    down = state.both_fallen
    hint = words.hint(words.HINT_BOTH_DOWN if down else words.HINT_GO_ON)
    say = tr(words.SAY_BOTH_DOWN if down else words.SAY_GO_ON)
    title = tr(words.GO_ON)
    return Page(title, level.shown, None, hint, f"{title} {'. '.join(level.shown)}. {say}")


def _pick(level: Pick, state: State) -> Page:
    rows = tuple(cut(item.text) for item in items(level, state))
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
    return Page(name, rows, 0, words.hint(words.HINT_FIELDS[level.field]), sentence)


def _moves_entry(level: MovesEntry, state: State) -> Page:
    made, name = level.made, tr(words.MOVES_MADE)
    after = replace(state.play, moves=made)
    rows = (
        f"{tr(words.SET_TO)} {made}",
        f"{colour_name(Colour.BLACK)} {after.made(after.black)}",
        f"{colour_name(Colour.WHITE)} {after.made(after.black.other)}",
        words.now(str(state.play.moves)),
    )
    sentence = f"{name}. {', '.join(rows)}. {tr(words.SAY_ENTRY)}"
    return Page(name, rows, 0, words.hint(words.HINT_ENTRY), sentence)


def _ask(level: Ask, state: State) -> Page:
    reason = getattr(level.act, "reason", "")
    name = words.reason_title(reason) if reason else tr(words.DO_IT)
    if isinstance(level.act, Resume):
        name = tr(words.GO_ON)
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
