"""Each level as a page: one renderer for each of the four kinds."""

from operator import is_
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from clock.display.face import Page
from clock.menu import choices, controls, organizer, setup, this_clock, words
from clock.menu.changes import spoken_facts
from clock.menu.entries import entry_page
from clock.menu.levels import (
    Asked,
    Entry,
    Level,
    List,
    Lists,
    NewGame,
    NewSetup,
    Question,
    Reading,
    Reopen,
    Row,
    Scene,
)
from clock.rules.inputs import Claim, Dismiss, Finish, Resume
from clock.rules.state import State
from clock.text.control import upper_first
from clock.text.language import language, tr
from clock.text.match import next_item
from clock.text.rows import cut
from clock.text.words import RESULTS, seat_name

LISTS: Lists = {
    **organizer.LISTS,
    **setup.LISTS,
    **controls.LISTS,
    **choices.LISTS,
    **this_clock.LISTS,
}


def rows_of(level: List, scene: Scene) -> tuple[Row, ...]:
    """Return the rows that a list has now; the last one leads back.

    They are remembered while nothing changes: the rules are asked about every act among them.
    """
    known = _known[0]
    if not all(map(is_, known.scene, scene)):
        known = _known[0] = _Rows(scene, {})
    key = replace(level, cursor=0), language()
    if key not in known.rows:
        back = Row(tr(words.BACK), leaves=1)
        known.rows[key] = (*LISTS[level.name].rows(level, scene), back)
    return known.rows[key]


class _Rows(NamedTuple):
    """The rows of the lists that were made from one scene."""

    scene: tuple[object, ...]
    rows: dict[tuple[List, str], tuple[Row, ...]]


_known = [_Rows((None, None, None), {})]


def page_of(level: Level, scene: Scene) -> Page:
    """Return what a level shows."""
    match level:
        case List():
            return _list(level, scene)
        case Entry():
            return entry_page(level, scene)
        case Question():
            return _question(level, scene)
        case Reading():
            return _reading(level)
        case _:
            assert_never(level)


def _list(level: List, scene: Scene) -> Page:
    rows, spec = rows_of(level, scene), LISTS[level.name]
    texts = tuple(cut(row.text) for row in rows)
    cursor = min(level.cursor, len(rows) - 1)
    title = tr(spec.title) if isinstance(spec.title, str) else spec.title(level, scene)
    at = words.place(texts[cursor], cursor + 1, len(texts))
    more = spec.spoken(level, scene) if spec.spoken else rows[cursor].spoken
    sentence = f"{title}{'' if title.endswith('?') else '.'} {at}. {more}{tr(words.LIST.spoken)}"
    return Page(title, texts, cursor, words.LIST.hint, sentence)


def _reading(level: Reading) -> Page:
    text = " ".join(level.rows)
    if level.by_row:
        text = words.place(level.rows[level.cursor], level.cursor + 1, len(level.rows))
    sentence = f"{level.title}. {text.rstrip('.')}. {tr(words.READ.spoken)}"
    sign = level.signs[level.cursor] if level.signs else None
    return Page(level.title, level.rows, level.cursor, words.READ.hint, sentence, sign=sign)


def _question(level: Question, scene: Scene) -> Page:
    help = words.MORE if level.has_more else words.ANSWER
    title = _title(level.act, scene.state)
    sentence = f"{title} {spoken_facts(level.act, scene.state)} {tr(help.spoken)}"
    return Page(title, level.facts, None, help.hint, sentence, first=level.first)


def _title(act: Asked, state: State) -> str:
    match act:
        case Resume():
            return tr("Resume?")
        case Claim():
            return tr("{seat} claims a win?").format(seat=seat_name(act.seat))
        case Dismiss():
            return tr("Dismiss claim?")
        case Finish():
            return f"{tr(RESULTS[act.result])}?"
        case Reopen():
            return tr("Reopen the game?")
        case NewSetup():
            return tr("Use these settings?")
        case NewGame() if state.setup.match is not None:
            return f"{next_item(state.setup.match, state.result)}?"
        case NewGame() if state.result is not None:
            return tr("Next game?")
    reason = getattr(act, "reason", "")
    if not reason:
        return tr("Apply this?")
    return tr("Other reason?") if reason == "other" else f"{upper_first(tr(reason))}?"
