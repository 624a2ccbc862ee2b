"""The organizer's menu of a clock on a page of the desk: the same lists, questions and rules.

Where somebody is in the menu stands in the address, with the last line of the game that they
have seen. So nothing is kept between two pages, and a game that went on meanwhile is not corrected.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from clock.desk.site import Site, require_done
from clock.desk_pages.requests import PageRequest
from clock.link.messages import DeskCorrection, Op, Position
from clock.menu.changes import inputs_of
from clock.menu.engine import press_button
from clock.menu.entries import entered_move, with_move
from clock.menu.fields import FORMS
from clock.menu.level_pages import page_of, rows_of
from clock.menu.levels import (
    CLOSED,
    NO_CONTEXT,
    ORGANIZER,
    Button,
    Entered,
    Entry,
    Level,
    List,
    Listing,
    Menu,
    NewGame,
    Question,
    Reopen,
)
from clock.menu.question_facts import fact_words
from clock.rules.inputs import Resume
from clock.rules.message import Message, Problem
from clock.rules.state import HALTED, Setup, State
from clock.text.counting import MoveNumber, by_both
from clock.text.language import ENGLISH, speaking, tr
from clock.text.rows import one_text
from clock.text.sides import side_name

_AT_TABLE = (Listing.SETTINGS,)
"""Lists that are the clock's own affair."""


class Choice(NamedTuple):
    """A row of a list, and the address that selects the row."""

    text: str
    go: str


class Field(NamedTuple):
    """A number entry, or a choice by number."""

    label: str
    value: int
    most: int
    choices: tuple[str, ...] = ()


class Shown(NamedTuple):
    """A level of the menu as a page."""

    title: str
    facts: tuple[str, ...]
    choices: tuple[Choice, ...]
    fields: tuple[Field, ...]
    asks: bool
    """Whether it is a question, which is answered by yes."""


class RemoteMenu(NamedTuple):
    """A game that stands, and where in its menu somebody is."""

    clock: str
    at: Position
    state: State
    go: str
    menu: Menu

    @property
    def last_line(self) -> str:
        """The game's last line, for the address."""
        return f"{self.at.game}-{self.at.lines}-{self.at.hash[:12]}"

    def as_page(self) -> Shown:
        """Return the page. Raises Problem where the menu has no such place."""
        level = self.menu.levels[-1]
        page = page_of(level, self.menu.scene(self.state, NO_CONTEXT))
        choices = tuple(self._choices(level)) if isinstance(level, List) else ()
        fields = tuple(_fields(level, self.state.setup)) if isinstance(level, Entry) else ()
        rows = () if choices else page.rows
        if isinstance(level, Question):  # a browser breaks the rows itself
            rows = tuple(row for fact in level.facts for row in fact_words(fact, self.state))
        if fields:
            rows = page.rows[1:]  # the first has the figures, in brackets
        facts, asks = tuple(map(one_text, rows)), isinstance(level, Question)
        return Shown(one_text(page.title), facts, choices, fields, asks)

    def acts(self) -> tuple[DeskCorrection, ...]:
        """Return what yes does. Raises Problem if nothing is asked."""
        level = self.menu.levels[-1]
        if not isinstance(level, Question) or not isinstance(level.act, DeskCorrection | Reopen):
            raise Problem("no question is open")
        return tuple(
            act for act in inputs_of(level.act, self.state, 0) if isinstance(act, DeskCorrection)
        )

    def _choices(self, level: List) -> Iterator[Choice]:
        """The rows but for the way back, and for what only a person at the table can do."""
        for number, row in enumerate(rows_of(level, self.menu.scene(self.state, NO_CONTEXT))[:-1]):
            opens = row.opens() if callable(row.opens) else row.opens
            at_table = isinstance(opens, List) and opens.name in _AT_TABLE
            at_table |= isinstance(opens, Question) and isinstance(opens.act, Resume | NewGame)
            if not at_table:
                yield Choice(one_text(row.row), f"{self.go}.{number}".lstrip("."))


def open_menu(site: Site, asked: PageRequest) -> RemoteMenu:
    """Return the game of a table and the place in its menu that an address has.

    Raises Problem where nothing can be corrected, or not as it was seen.
    """
    clock = site.desk.by_table(asked.table)
    now_ns = site.desk.now_ns()
    state = None if clock is None else clock.state_at(now_ns)
    if clock is None or clock.at is None or state is None or not clock.online(now_ns):
        raise Problem("no clock at table {table} answers", table=asked.table)
    if state.phase not in HALTED:
        raise Problem("a game can be corrected only while both clocks are stopped")
    go = asked.query("go")
    if entered := asked.request.query_params.getlist("field"):
        go = f"{go}.{':'.join(entered)}".lstrip(".")
    found = RemoteMenu(clock.id, clock.at, state, go, _walked(go, state))
    if asked.query("seen", found.last_line) != found.last_line:
        raise Problem("the game has changed in the meantime: check again")
    return found


async def correct(site: Site, asked: PageRequest) -> str:
    """Have a clock do what was asked. Raises Problem with its reason if it does not."""
    found = open_menu(site, asked)
    acts, issuer = found.acts(), asked.session.name
    ack = await site.desk.command(found.clock, Op.CORRECT, issuer, acts, found.at)
    require_done(found.clock, ack)
    with speaking(ENGLISH):  # the menu's words, of which the log has no templates
        asked_of = found.as_page()
        facts = [Message("{text}", text=text) for text in (asked_of.title, *asked_of.facts)]
    site.log.add(issuer, Message("table {table}: corrected", table=asked.table), *facts)
    return tr("Table {table} was corrected").format(table=asked.table)


def _walked(go: str, state: State) -> Menu:
    """The menu after the rows and figures of an address."""
    menu = Menu((ORGANIZER,), state.phase)
    try:
        for taken in filter(None, go.split(".")):
            level = _taken(menu.levels[-1], [int(part) for part in taken.split(":")], state.setup)
            menu = replace(menu, levels=(*menu.levels[:-1], level))
            menu, _ = press_button(menu, state, Button.OK, 0, NO_CONTEXT)
    except (ValueError, IndexError):
        menu = CLOSED
    if not menu.levels:
        raise Problem("the game has changed in the meantime: check again")
    return menu


def _taken(level: Level, numbers: list[int], setup: Setup) -> Level:
    """A level on the row, or with the figures, that was taken."""
    match level:
        case List() if len(numbers) == 1 and numbers[0] >= 0:
            return replace(level, cursor=numbers[0])
        case Entry(what=Entered.MOVES) if by_both(setup.game):
            number, second = numbers
            colour = setup.first.other if second else setup.first
            return with_move(level, setup, MoveNumber(number, colour))
        case Entry() if len(numbers) == len(level.fields):
            tops = FORMS[level.what].tops
            if all(0 <= number <= top for number, top in zip(numbers, tops, strict=True)):
                return replace(level, fields=tuple(numbers), field=len(numbers) - 1)
    raise ValueError


def _fields(level: Entry, setup: Setup) -> Iterator[Field]:
    form = FORMS[level.what]
    if level.what is Entered.MOVES and by_both(setup.game):
        move = entered_move(level, setup)
        yield Field(tr("No."), move.number, form.tops[0] // 2)
        colours = setup.first, setup.first.other
        choices = tuple(side_name(setup.game, each) for each in colours)
        yield Field(tr("Colour"), int(move.colour is colours[1]), 1, choices)
        return
    names = [tr(name) for name in form.names] or [tr("moves")]
    for name, value, most in zip(names, level.fields, form.tops, strict=True):
        yield Field(name, value, most)
