"""Levels as pages, with a renderer for each of the four kinds."""

from collections.abc import Iterable
from operator import is_
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from clock.display.face import Page
from clock.kinds import kind_of
from clock.menu import (
    aside_lists,
    control_lists,
    correction_lists,
    game_over,
    organizer_lists,
    preset_lists,
    regulation_lists,
    setup_lists,
    time_lists,
)
from clock.menu.changes import act_before_resume, draw_claim
from clock.menu.entries import entry_hint, entry_parts
from clock.menu.levels import (
    DIALS,
    AddBonus,
    Asked,
    Discard,
    Entry,
    Level,
    List,
    ListRow,
    Lists,
    NewGame,
    NewSetup,
    Question,
    Reading,
    Reopen,
    Scene,
    TakeUp,
)
from clock.menu.question_facts import fact_rows, fact_words
from clock.rules import inputs
from clock.rules.state import State
from clock.text.ending import WINNERS, seat_label
from clock.text.language import N_, language, tr
from clock.text.match import next_item
from clock.text.rows import AnyRow, Key, Row, Words, cut, sentences, spoken, with_key
from clock.text.sides import has_colours
from clock.text.words import RESULTS, seat_name

LISTS: Lists = {
    **correction_lists.LISTS,
    **organizer_lists.LISTS,
    **aside_lists.LISTS,
    **game_over.LISTS,
    **setup_lists.LISTS,
    **preset_lists.LISTS,
    **time_lists.LISTS,
    **control_lists.LISTS,
    **regulation_lists.LISTS,
}


def rows_of(level: List, scene: Scene) -> tuple[ListRow, ...]:
    """Return the rows that a list has now; the last one leads back.

    They are remembered while nothing changes: the rules are asked about every act among them.
    """
    known = _known[0]
    if not all(map(is_, known.scene, scene)):
        known = _known[0] = _Rows(scene, {})
    key = replace(level, cursor=0, done=None), language()
    if key not in known.rows:
        back = ListRow(tr("Back"), leaves=1)
        known.rows[key] = (*LISTS[level.name].rows(level, scene), back)
    return known.rows[key]


def place_cursor(level: Level, scene: Scene) -> Level:
    """Return a list on its present value or likely row; other levels as they are."""
    if not isinstance(level, List):
        return level
    here = (at for at, row in enumerate(rows_of(level, scene)) if row.here)
    return replace(level, cursor=next(here, level.cursor))


class _Rows(NamedTuple):
    """The rows of all lists made from a scene."""

    scene: tuple[object, ...]
    rows: dict[tuple[List, str], tuple[ListRow, ...]]


_known = [_Rows((None, None, None), {})]


def page_of(level: Level, scene: Scene) -> Page:
    """Return what a level shows."""
    match level:
        case List():
            return _list(level, scene)
        case Entry():
            return _entry(level, scene)
        case Question():
            return _question(level, scene)
        case Reading():
            return _reading(level)
        case _:
            assert_never(level)


def _list(level: List, scene: Scene) -> Page:
    rows, spec = rows_of(level, scene), LISTS[level.name]
    shown = tuple(cut(each.row) if isinstance(each.row, str) else each.row for each in rows)
    cursor = min(level.cursor, len(rows) - 1)
    title: AnyRow
    if level.done is not None:
        (title,) = fact_words(level.done, scene.state)
    else:
        title = tr(spec.title) if isinstance(spec.title, str) else spec.title(level, scene)
    at = _place(shown[cursor], cursor + 1, len(shown))
    hint = Row((*_BROWSE, tr("browse")), (Key.OK, tr("choose")))
    page = _page(title, shown, cursor, hint, (at, rows[cursor].spoken))
    return replace(page, counted=level.done is None)


def _entry(level: Entry, scene: Scene) -> Page:
    """Figures that are entered are large; a dial is not."""
    title, rows, read = entry_parts(level, scene)
    page = _page(title, rows, 0, entry_hint(level), (read,))
    return replace(page, entry=level.what not in DIALS)


def _reading(level: Reading) -> Page:
    close: Words = (Key.OK, tr("close"))
    if not level.by_row:
        hint = Row((*_BROWSE, tr("scroll")), close) if level.last else Row(close)
        page = _page(level.title, level.rows, None, hint, (" ".join(map(spoken, level.rows)),))
        return replace(page, first=level.cursor)
    text = _place(level.rows[level.cursor], level.cursor + 1, len(level.rows))
    hint = Row((*_BROWSE, tr("browse")), close)
    page = _page(level.title, level.rows, level.cursor, hint, (text,))
    return replace(page, sign=level.signs[level.cursor]) if level.signs else page


def _question(level: Question, scene: Scene) -> Page:
    yes: Words = (Key.PLUS, tr("more") if level.has_more(scene.state) else _yes(level.act))
    if level.wants_plungers:
        yes = (tr("both press: yes"),)
    elif draw_claim(level, scene.state) is not None:
        yes = (Key.OK, tr("draw"), Key.PLUS, tr("win"))
    elif act_before_resume(level, scene.state) is not None:
        yes = (Key.OK, tr("resume"), *yes)
    hint = Row((Key.MINUS, tr("no")), yes)
    agreed = [tr("{seat} agrees").format(seat=seat_name(seat)) for seat in level.agreed]
    words = [row for fact in level.facts for row in fact_words(fact, scene.state)]
    note = (_note(level),) if level.noted else ()
    read = map(spoken, (*note, *words, *agreed))
    rows = (*note, *fact_rows(level.facts, scene.state), *agreed)
    page = _page(_title(level.act, scene.state), rows, None, hint, read)
    return replace(page, first=level.first)


def _note(level: Question) -> AnyRow:
    """The right answer, after a press that is none."""
    if level.wants_plungers:
        return tr("Each on your own side")
    return Row(with_key(tr("To claim: {key} first"), Key.MINUS))


def _yes(act: Asked) -> str:
    if isinstance(act, inputs.Claim):
        return tr("claim")
    return tr("start") if isinstance(act, NewGame) and act.starts else tr("yes")


_BROWSE: Words = (Key.MINUS, Key.PLUS)


def _place(row: AnyRow, number: int, count: int) -> str:
    """A selected row and where it is among all, for those who listen."""
    at = tr("{row}, {number} of {count}")
    return at.format(row=spoken(row), number=number, count=count)


def _page(
    title: AnyRow, rows: tuple[AnyRow, ...], selected: int | None, hint: Row, read: Iterable[str]
) -> Page:
    """A page with its sentence: the title, what is read aloud, and what the buttons do."""
    sentence = sentences((spoken(title), *read, spoken(hint)))
    return Page(title, rows, selected, hint, sentence)


def _title(act: Asked, state: State) -> str:
    """What yes does."""
    match act:
        case inputs.Claim(kind=inputs.ClaimKind.DRAW):
            return tr("{seat}, claim a draw?").format(seat=seat_name(act.seat))
        case inputs.Dismiss():
            drawn = any(each.kind is inputs.ClaimKind.DRAW for each in state.claims)
            text = tr("Dismiss {seat}'s draw?") if drawn else tr("Dismiss {seat}'s win?")
            return text.format(seat=seat_name(act.seat))
        case inputs.SetColours() if not has_colours(state.setup):
            return tr("Change who begins?")
        case inputs.SetStones() if not kind_of(state.setup.game).stones:
            return tr("Set {seat}'s block?").format(seat=seat_name(act.seat))
        case inputs.Finish() if act.result in WINNERS:
            return tr("{player} won?").format(player=seat_label(state, WINNERS[act.result]))
        case inputs.Finish():
            return f"{tr(RESULTS[act.result])}?"
        case NewSetup() if act.title:
            return tr("Save and use it?")
        case NewGame() if state.setup.match is not None:
            return f"{next_item(state.setup.match, state.result)}?"
    seat = getattr(act, "seat", None)
    return tr(_TITLES[type(act)]).format(seat="" if seat is None else seat_name(seat))


_TITLES: dict[type, str] = {
    AddBonus: N_("Give both 5 s a move?"),
    inputs.Adjust: N_("Set {seat}'s time?"),
    inputs.Arrive: N_("{seat} is here?"),
    inputs.Claim: N_("{seat}, claim a win?"),
    Discard: N_("Discard changes?"),
    inputs.IllegalMove: N_("Illegal move, {seat}?"),
    inputs.HandFault: N_("Hand fault by {seat}?"),
    NewGame: N_("Next game?"),
    NewSetup: N_("Use this setup?"),
    inputs.PutAside: N_("Put aside?"),
    Reopen: N_("Reopen the game?"),
    inputs.Resume: N_("Resume?"),
    inputs.Retype: N_("Change last press?"),
    inputs.SetByoyomi: N_("Set {seat}'s byo-yomi?"),
    inputs.SetColours: N_("Change colours?"),
    inputs.SetControl: N_("Correct setup?"),
    inputs.SetIllegalMoves: N_("{seat}: illegal moves?"),
    inputs.SetMoves: N_("Set move count?"),
    inputs.SetStones: N_("Set {seat}'s stones?"),
    inputs.SetPeriod: N_("Set {seat}'s period?"),
    inputs.SetTurn: N_("Take back last press?"),
    TakeUp: N_("Take up?"),
    inputs.Undo: N_("Undo?"),
    inputs.Warn: N_("Warn {seat}?"),
}
