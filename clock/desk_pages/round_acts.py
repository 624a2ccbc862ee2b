"""The acts about a round: its pairs, the clocks set to them, its start."""

import asyncio
from hashlib import sha256

from clock.desk.import_questions import import_questions
from clock.desk.people import UserRole
from clock.desk.round_changes import (
    change_by_hand,
    changes_of,
    delete_round,
    take_rounds,
    undo_change,
    with_begun_games,
)
from clock.desk.round_tables import (
    expect_round,
    find_table,
    set_clocks,
    start,
    tables_of_round,
)
from clock.desk.site import Site
from clock.desk_pages.imports import read_rounds
from clock.desk_pages.registry import act
from clock.desk_pages.requests import Answer, PageRequest, choice, round_asked
from clock.desk_pages.round_page import absent_mark
from clock.link.messages import STARTS, Op
from clock.rounds.by_hand import moved, turned, with_pair, with_players, withdrawn
from clock.rounds.pairings import Pairing, is_table
from clock.rounds.results import Round
from clock.rounds.sections import round_name
from clock.rules.message import Message, Problem
from clock.rules.seats import Colour
from clock.text.language import N_, render, tr

_ABSENT = {
    (): N_("both here"),
    (Colour.BLACK,): N_("Black is absent"),
    (Colour.WHITE,): N_("White is absent"),
}


@act("/round/import", UserRole.ORGANIZER)
async def import_round(site: Site, asked: PageRequest) -> str | Answer:
    """Take rounds' pairings from a file, with their setup; set the clocks to them.

    What it changes in a round that stands has to be seen before.
    """
    # In a thread, so that nobody waits while a large file is read.
    read = await asyncio.to_thread(read_rounds, site, asked)
    rounds = with_begun_games(site, read)
    found = changes_of(site, rounds, read)
    asks = list(import_questions(site, rounds))
    changed = tuple(map(render, [*asks, *found]))
    seen = sha256("\n".join(changed).encode()).hexdigest()
    if changed and asked.query("seen") != seen:
        return Answer(tr("check what this import does"), ok=False, changes=changed, seen=seen)
    take_rounds(site, rounds, asked.session.name, found)
    number, count = rounds[0].number, sum(len(each.pairings) for each in rounds)
    done = render(Message("round {number}, tables: {count}", number=number, count=count))
    if not asked.query("set"):
        return done
    sections = {each.section for each in rounds}
    coming = [each for each in site.rounds.current_rounds if each.section in sections]
    return f"{done}\n{render(await set_clocks(site, coming, asked.session.name))}"


@act("/round/undo", UserRole.ORGANIZER)
async def undo_round(site: Site, asked: PageRequest) -> str:
    """Undo a section's last import or change by hand, if its page showed this one."""
    fields = asked.form()
    section = fields.get("section", "")
    last = site.rounds.last_change(section)
    if fields.get("seen", last.mark) != last.mark:
        raise Problem("the pairings have been changed again: check again")
    undo_change(site, section, asked.session.name)
    return tr("Undone. Set the clocks again if they were set to it.")


@act("/round/delete", UserRole.ORGANIZER)
async def delete_a_round(site: Site, asked: PageRequest) -> Message:
    """Delete a round of which no game has begun."""
    key = round_asked(asked.form())
    delete_round(site, key, asked.session.name)
    return Message("round {number} is deleted", number=key.number)


@act("/round/choose", UserRole.ORGANIZER)
async def choose_round(site: Site, asked: PageRequest) -> Message:
    """Let a section play another of its rounds."""
    fields = asked.form()
    key = round_asked({"section": asked.query("section"), **fields})
    before = site.rounds.current(key.section)
    site.rounds.choose(key)
    expect_round(site)
    text = Message("{round} is the current round", round=round_name(key))
    if before is not None:
        was = Message("before: {round}", round=round_name(before.key))
        site.log.add(asked.session.name, text, was)
    return text


# ---- Pairs by hand


@act("/round/pair", UserRole.ORGANIZER)
async def enter_pair(site: Site, asked: PageRequest) -> str:
    """Enter a pair of players at a table."""
    fields = asked.form()
    round_, table = _round(site, asked), fields.get("table", "")
    _require_own(site, round_, table)
    control = fields.get("control", "")
    if control and control not in round_.controls:
        raise Problem("expected one of the page's choices")
    after = with_pair(round_, table, _names(fields), site.event.game_at(table), control)
    return _changed(site, asked, round_, after)


@act("/round/pair/{table}", UserRole.ORGANIZER)
async def change_pair(site: Site, asked: PageRequest) -> str:
    """Change a pair: its table, its players, its colours; or withdraw it."""
    fields, round_ = asked.form(), _round(site, asked)
    pair = round_.pairing_at(asked.table)
    _require_seen(fields, pair)
    to, names = fields.get("table", pair.table), _names(fields)
    match fields.get("do"):
        case "withdraw":
            after = withdrawn(round_, pair.table)
        case "turn":
            after = turned(round_, pair.table)
        case _:
            _require_own(site, round_, to)
            after = round_ if to == pair.table else moved(round_, pair.table, to)
            if names != (pair.black, pair.white):
                after = with_players(after, to, names)
    return _changed(site, asked, round_, after)


def _require_seen(fields: dict[str, str], pair: Pairing) -> None:
    """Raise Problem for a pair other than the one on the page."""
    seen = fields.get("seen_black", pair.black), fields.get("seen_white", pair.white)
    if seen != (pair.black, pair.white):
        raise Problem("table {table} has other players now: check again", table=pair.table)


def _require_own(site: Site, round_: Round, table: str) -> None:
    """Raise Problem for a table of another section."""
    its, own = site.event.section_at(table), site.event.sections.get(round_.section)
    if not is_table(table) or its == round_.section:
        return
    if own is None:
        of = its or Message("Other tables")
        raise Problem("table {table} is in the section {section}", table=table, section=of)
    first, last = own.tables
    text = "{section} has the tables {first} to {last}, also such as {last}A; got {table}"
    raise Problem(text, section=round_.section, first=first, last=last, table=table)


def _round(site: Site, asked: PageRequest) -> Round:
    return site.rounds.require(round_asked(asked.form()))


def _names(fields: dict[str, str]) -> tuple[str, str]:
    return fields.get("black", ""), fields.get("white", "")


def _changed(site: Site, asked: PageRequest, before: Round, after: Round) -> str:
    """Take a round as it was changed by hand; say what has changed, a line for each."""
    found = change_by_hand(site, before, after, asked.session.name)
    return "\n".join([*map(render, found), tr("Set the clocks of these tables again.")])


# ---- Clocks


@act("/round/set", UserRole.ORGANIZER)
async def set_round(site: Site, asked: PageRequest) -> Message:
    """Set every clock of a section to its game."""
    return await set_clocks(site, [_current(site, asked)], asked.session.name)


@act("/round/start", UserRole.ORGANIZER)
async def start_round(site: Site, asked: PageRequest) -> Message:
    """Start all tables of a section that are ready, if they are as many as the organizer saw."""
    fields = asked.form()
    tables = tables_of_round(site, _current(site, asked))
    ready = [each for each in tables if each.is_ready]
    if fields.get("count") != str(len(ready)):
        raise Problem("clocks that are ready now: {count}; check again", count=len(ready))
    if fields.get("seen", absent := absent_mark(tables)) != absent:
        raise Problem("other players are absent now: check again")
    others = [each for each in tables if not each.is_ready]
    return await start(site, ready, _start(fields), asked.session.name, others)


def _current(site: Site, asked: PageRequest) -> Round:
    """The round that a section plays. Raises Problem if it plays none."""
    round_ = site.rounds.current(asked.form().get("section", ""))
    if round_ is None:
        raise Problem("no such round")
    return round_


@act("/round/absent/{table}", UserRole.ORGANIZER)
async def mark_absent(site: Site, asked: PageRequest) -> str:
    """Note who of a table is not there, for its start."""
    _mark_absent(site, asked)
    return ""


@act("/round/start/{table}", UserRole.ORGANIZER)
async def start_table(site: Site, asked: PageRequest) -> Message:
    """Start a single table, even with a setting that differs."""
    if (round_ := site.rounds.current_at(asked.table)) is not None:
        _require_seen(asked.form(), round_.pairing_at(asked.table))
    if "absent" in asked.form():
        _mark_absent(site, asked)
    round_ = site.rounds.current_at(asked.table)
    table = find_table(tables_of_round(site, round_), asked.table)
    return await start(site, [table], _start(asked.form()), asked.session.name)


def _mark_absent(site: Site, asked: PageRequest) -> None:
    text = asked.form().get("absent", "")
    colours = tuple(choice(Colour, each) for each in text.split())
    round_ = site.rounds.current_at(asked.table)
    before = () if round_ is None else round_.absent.get(asked.table, ())
    site.rounds.mark_absent(asked.table, colours)
    if colours != before:
        was, now = (Message(_ABSENT.get(each, N_("both absent"))) for each in (before, colours))
        changed = Message(
            "table {table}: {before} → {after}", table=asked.table, before=was, after=now
        )
        site.log.add(asked.session.name, changed)


def _start(fields: dict[str, str]) -> Op | None:
    """The start that was chosen; None: each table without those who are ticked as absent."""
    if "op" not in fields:
        return None
    op = choice(Op, fields["op"])
    if op not in STARTS:
        raise Problem("expected a start")
    return op
