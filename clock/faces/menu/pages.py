"""Each level of the menu as a page. Pure."""

from typing import assert_never

from msgspec.structs import replace

from clock.faces.face import Page
from clock.faces.menu import words
from clock.faces.menu.changes import sentence_of
from clock.faces.menu.lists import items, title
from clock.faces.menu.places import Ask, GoOn, MovesEntry, OrganizerLevel, Pick, TimeEntry
from clock.faces.setup.places import NewSetup
from clock.faces.words.setup import SET_IT
from clock.rules.inputs import Resume
from clock.rules.seats import LEFT, RIGHT
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
    rows = tuple(words.cut(words.time_row(state, seat)) for seat in (LEFT, RIGHT))
    if state.both_fallen:
        return (*rows, *words.BOTH_DOWN)
    if state.started_at_ns is None:
        return (*rows, words.TO_THE_START)
    if state.resumes is Phase.JOINT:
        return (*rows, words.JOINT_RUNS)
    return (*rows, words.runs(state, state.turn))


def _go_on(level: GoOn, state: State) -> Page:
    down = state.both_fallen
    hint = words.HINT_BOTH_DOWN if down else words.HINT_GO_ON
    say = words.SAY_BOTH_DOWN if down else words.SAY_GO_ON
    sentence = f"{words.GO_ON} {'. '.join(level.shown)}. {say}"
    return Page(words.GO_ON, level.shown, None, hint, sentence)


def _pick(level: Pick, state: State) -> Page:
    rows = tuple(words.cut(item.text) for item in items(level, state))
    cursor, name = min(level.cursor, len(rows) - 1), title(level, state)
    sentence = f"{name}. {rows[cursor]}, {cursor + 1} of {len(rows)}. {words.SAY_LIST}"
    return Page(name, rows, cursor, words.HINT_LIST, sentence)


def _time_entry(level: TimeEntry, state: State) -> Page:
    fields = [f"{level.fields[0]}", *(f"{value:02}" for value in level.fields[1:])]
    plain = ":".join(fields)
    fields[level.field] = f"[{fields[level.field]}]"
    name = words.seat_label(state, level.seat)
    now = f"Now {words.time(state.seat(level.seat).remaining_ns)}"
    sentence = (
        f"{name}. {words.SET_TO} {plain}, {words.SAY_FIELDS[level.field]}. {now}. {words.SAY_ENTRY}"
    )
    rows = (f"{words.SET_TO} {':'.join(fields)}", words.cut(now))
    return Page(name, rows, 0, words.HINT_FIELDS[level.field], sentence)


def _moves_entry(level: MovesEntry, state: State) -> Page:
    made, after = level.made, replace(state.play, moves=level.made)
    rows = (
        f"{words.SET_TO} {made}",
        f"Black {after.made(after.black)}",
        f"White {after.made(after.black.other)}",
        f"Now {state.play.moves}",
    )
    sentence = f"{words.MOVES_MADE}. {', '.join(rows)}. {words.SAY_ENTRY}"
    return Page(words.MOVES_MADE, rows, 0, words.HINT_ENTRY, sentence)


def _ask(level: Ask, state: State) -> Page:
    reason = getattr(level.act, "reason", "")
    name = words.reason_title(reason) if reason else words.DO_IT
    if isinstance(level.act, Resume):
        name = words.GO_ON
    if isinstance(level.act, NewSetup):
        name = SET_IT
    on = level.cursor - len(level.shown)
    hint = words.HINT_READ if on < 0 else (words.HINT_NO, words.HINT_YES)[on]
    say = words.SAY_READ if on < 0 else (words.SAY_NO, words.SAY_YES)[on]
    read = f"{level.shown[level.cursor]}. " if on < 0 else ""
    sentence = f"{name} {sentence_of(state, level.act)} {read}{say}"
    return Page(name, (*level.shown, words.NO, words.YES), level.cursor, hint, sentence)
