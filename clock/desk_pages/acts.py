"""The acts: what the pages' buttons do."""

import asyncio
from collections.abc import Callable
from hashlib import sha256
from urllib.parse import quote

import msgspec
from starlette.responses import Response

from clock.boot import wall_time
from clock.desk.attention import Attention
from clock.desk.event import clock_name, new_password
from clock.desk.event.broker import admission, revocation
from clock.desk.people import UserRole
from clock.desk.round_imports import changes_of, delete_round, undo_import, with_games_left
from clock.desk.round_tables import (
    expect_round,
    one_of,
    set_clocks,
    start,
    tables_of_round,
)
from clock.desk.site import Site, require_done
from clock.desk_pages.imports import read_rounds
from clock.desk_pages.registry import act
from clock.desk_pages.remote_menu import correct
from clock.desk_pages.requests import Answer, PageRequest, choice, round_asked
from clock.desk_pages.views import clock_files
from clock.link.enrolment import Login
from clock.link.messages import STARTS, Op
from clock.rounds.pairings import is_table
from clock.rules.message import Message, Problem
from clock.rules.seats import Colour
from clock.text.language import render, tr

# ---- Who needs a referee


def _act_about(do: Callable[[Attention, str, str, int], None]) -> None:
    """Make an act of what somebody does about an item."""

    @act(f"/act/{do.__name__}", UserRole.REFEREE)
    async def perform(site: Site, asked: PageRequest) -> str:
        key, who = asked.form().get("key", ""), asked.session.name
        do(site.desk.attention, key, who, site.desk.now_ns())
        return ""


for _do in (Attention.take, Attention.stay, Attention.drop):
    _act_about(_do)


@act("/act/pin", UserRole.REFEREE)
async def pin(site: Site, asked: PageRequest) -> str:
    """A table stays on top, or no longer."""
    fields = asked.form()
    site.desk.attention.pin(fields.get("key", ""), fields.get("on") == "yes")
    return ""


@act("/act/duty", UserRole.REFEREE)
async def duty(site: Site, asked: PageRequest) -> str:
    """Somebody comes on duty, or leaves it."""
    site.desk.attention.on_duty(asked.session.name, asked.form().get("on") == "yes")
    return ""


# ---- A table


@act("/tables/{table}/corrections", UserRole.ORGANIZER)
async def correct_table(site: Site, asked: PageRequest) -> Answer:
    """Correct a game as the clock's own menu would."""
    return Answer(await correct(site, asked), go=f"/tables/{asked.table}")


# ---- Round


@act("/round/import", UserRole.ORGANIZER)
async def import_round(site: Site, asked: PageRequest) -> str | Answer:
    """Take rounds' pairings from a file, with their setup; set the clocks to them.

    What it changes in a round that stands has to be seen before.
    """
    # In a thread, so that nobody waits while a large file is read.
    read = await asyncio.to_thread(read_rounds, site, asked)
    rounds = with_games_left(site, read)
    changes = tuple(map(render, changes_of(site, rounds, read)))
    seen = sha256("\n".join(changes).encode()).hexdigest()
    if changes and asked.query("seen") != seen:
        return Answer(tr("this import changes a round"), ok=False, changes=changes, seen=seen)
    site.rounds.take(rounds, asked.session.name, wall_time())
    expect_round(site)
    number, count = rounds[0].number, sum(len(each.pairings) for each in rounds)
    done = render(Message("round {number}, tables: {count}", number=number, count=count))
    if not asked.query("set"):
        return done
    sections = {each.section for each in rounds}
    coming = [each for each in site.rounds.currents if each.section in sections]
    return f"{done}\n{await set_clocks(site, coming)}"


@act("/round/undo", UserRole.ORGANIZER)
async def undo_round(site: Site, _asked: PageRequest) -> str:
    """Undo the last import as a whole."""
    undo_import(site)
    expect_round(site)
    return tr("The import is undone: set the clocks again if they were set to it")


@act("/round/delete", UserRole.ORGANIZER)
async def delete_a_round(site: Site, asked: PageRequest) -> Message:
    """Delete a round of which no game has begun."""
    key = round_asked(asked.form())
    delete_round(site, key)
    expect_round(site)
    return Message("round {number} is deleted", number=key.number)


@act("/round/set", UserRole.ORGANIZER)
async def set_round(site: Site, asked: PageRequest) -> str:
    """Set every clock of a section to its game."""
    round_ = site.rounds.current(asked.form().get("section", ""))
    return await set_clocks(site, [round_] if round_ else [])


@act("/round/start", UserRole.ORGANIZER)
async def start_round(site: Site, asked: PageRequest) -> str:
    """Start all tables of a section that are ready, if they are as many as the organizer saw."""
    fields = asked.form()
    round_ = site.rounds.current(fields.get("section", ""))
    tables = tables_of_round(site, round_) if round_ else []
    ready = [each for each in tables if each.is_ready]
    if fields.get("count") != str(len(ready)):
        raise Problem("clocks that are ready now: {count}; check again", count=len(ready))
    others = [each for each in tables if not each.is_ready]
    return await start(site, ready, _start(fields), asked.session.name, others)


@act("/round/absent/{table}", UserRole.ORGANIZER)
async def mark_absent(site: Site, asked: PageRequest) -> str:
    """Note who of a table is not there, for its start."""
    _mark_absent(site, asked)
    return ""


def _mark_absent(site: Site, asked: PageRequest) -> None:
    text = asked.form().get("absent", "")
    colours = tuple(choice(Colour, each) for each in text.split())
    site.rounds.mark_absent(asked.table, colours)


@act("/round/start/{table}", UserRole.ORGANIZER)
async def start_table(site: Site, asked: PageRequest) -> str:
    """Start a single table, even with a setting that differs."""
    if "absent" in asked.form():
        _mark_absent(site, asked)
    round_ = site.rounds.current_at(asked.table)
    table = one_of(tables_of_round(site, round_), asked.table)
    return await start(site, [table], _start(asked.form()), asked.session.name)


# ---- Clocks


@act("/clocks/seen", UserRole.ORGANIZER)
async def see(site: Site, asked: PageRequest) -> Message:
    """Somebody has looked at a finding about a journal: it asks for nobody any more."""
    number = asked.form().get("finding", "")
    if number not in {str(each.id) for each in site.desk.findings}:
        raise Problem("no such finding")
    site.desk.see(int(number), asked.session.name)
    return Message("It is no longer listed on the Now page")


@act("/clocks/identify", UserRole.REFEREE)
async def identify(site: Site, asked: PageRequest) -> Message:
    """Have a clock show its name on its displays."""
    clock = _known(site, asked)
    ack = await site.desk.command(clock, Op.IDENTIFY, asked.session.name)
    require_done(clock, ack)
    return Message("{clock} is showing its name", clock=clock)


@act("/clocks/move", UserRole.ORGANIZER)
async def move(site: Site, asked: PageRequest) -> Message:
    """Put a clock on a table; the clock that stood there takes its place."""
    clock, table = _known(site, asked), _table(asked)
    was, before = site.desk.clocks[clock].table, site.desk.by_table(table)
    site.desk.register(clock, table)
    if before is not None and before.id != clock:
        site.desk.register(before.id, was)
    expect_round(site)
    return Message("{clock} is now at table {table}", clock=clock, table=table)


@act("/clocks/revoke", UserRole.ORGANIZER)
async def revoke(site: Site, asked: PageRequest) -> Message:
    """Shut a clock out: its password is void from now on."""
    clock = _known(site, asked)
    site.control(revocation(clock))
    site.desk.revoke(clock)
    return Message("{clock} was shut out", clock=clock)


@act("/clocks/admit", UserRole.ORGANIZER)
async def admit(site: Site, asked: PageRequest) -> Response:
    """Admit a new clock; return the files for its card."""
    clock, password = _admitted(site, asked)
    return clock_files(site, asked, clock, password)


@act("/clocks/enrol", UserRole.ORGANIZER)
async def enrol(site: Site, asked: PageRequest) -> Message:
    """Let the clock in that shows a code."""
    code = "".join(asked.form().get("code", "").upper().split()).replace("0", "O").replace("1", "I")
    if code not in site.enrolments.codes:
        raise Problem("no clock shows the code {code}", code=code)
    clock, password = _admitted(site, asked)
    site.enrolments.grant(code, msgspec.json.encode(Login(clock, password)))
    return Message("{clock} was admitted", clock=clock)


def _admitted(site: Site, asked: PageRequest) -> tuple[str, str]:
    """Have the broker let a clock in, and put it on its table; return its name and password."""
    table, password = _table(asked), new_password()
    clock = clock_name(asked.form().get("name", ""), table)
    if clock in site.desk.clocks:
        raise Problem("a clock named {clock} exists already: shut it out first", clock=clock)
    site.control(admission(site.event.event, clock, password))
    site.desk.register(clock, table)
    expect_round(site)
    return clock, password


# ---- People


@act("/people/put", UserRole.ORGANIZER)
async def put_person(site: Site, asked: PageRequest) -> Answer:
    """Let somebody in, with a new password."""
    fields = asked.form()
    name, role, password = (
        fields.get("name", ""),
        choice(UserRole, fields.get("role")),
        new_password(),
    )
    site.people.put(name, role, password)
    if role is UserRole.SCREEN:
        address = f"{asked.request.base_url}screen?name={quote(name)}&key={password}"
        return Answer(address, stays=True)
    text = tr("The password of {name}, shown only once: {password}")
    return Answer(text.format(name=name, password=password), stays=True)


@act("/people/remove", UserRole.ORGANIZER)
async def remove_person(site: Site, asked: PageRequest) -> Message:
    """Let somebody in no longer."""
    name = asked.form().get("name", "")
    site.people.remove(name)
    return Message("{name} was removed", name=name)


def _known(site: Site, asked: PageRequest) -> str:
    """The clock that an act is about."""
    clock = asked.form().get("clock", "")
    if clock not in site.desk.clocks:
        raise Problem("no such clock")
    return clock


def _table(asked: PageRequest) -> str:
    """The table that an act puts a clock on."""
    table = asked.form().get("table", "")
    if not is_table(table):
        raise Problem("expected a table such as 12 or A12, got {text}", text=table)
    return table


def _start(fields: dict[str, str]) -> Op | None:
    """The start that was chosen; None: each table without those who are ticked as absent."""
    if "op" not in fields:
        return None
    op = choice(Op, fields["op"])
    if op not in STARTS:
        raise Problem("expected a start")
    return op
