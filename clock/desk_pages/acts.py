"""The acts: what the pages' buttons do."""

from collections.abc import Callable
from enum import Enum
from urllib.parse import quote

import msgspec
from starlette.responses import Response

from clock.desk.attention import Attention
from clock.desk.event import clock_name, free_name, new_password
from clock.desk.event.broker import admission, revocation, stored_password
from clock.desk.people import ROLES, UserRole
from clock.desk.round_tables import enter_clocks_results, expect_round
from clock.desk.site import Site, require_done
from clock.desk.spare import has_game_in_progress
from clock.desk_pages.clock_files import clock_files
from clock.desk_pages.feed.api import DELAYS_S, TABLES
from clock.desk_pages.registry import act
from clock.desk_pages.remote_menu import correct
from clock.desk_pages.requests import Answer, PageRequest, choice
from clock.link.enrolment import Login
from clock.link.messages import Op
from clock.rounds.pairings import require_table
from clock.rules.message import Message, Problem
from clock.text.language import tr


class _Switch(Enum):
    """What a button turns on or off."""

    ON = "yes"
    OFF = "no"


# ---- Who needs a referee


def _act_about(do: Callable[[Attention, str, str, int], None]) -> None:
    """Make an act of what somebody does about an item."""

    @act(f"/act/{do.__name__}", UserRole.REFEREE)
    async def perform(site: Site, asked: PageRequest) -> str:
        key, who = asked.form().get("key", ""), asked.session.name
        site.desk.attention.require(key)
        do(site.desk.attention, key, who, site.desk.now_ns())
        return ""


for _do in (Attention.take, Attention.stay, Attention.drop):
    _act_about(_do)


@act("/act/pin", UserRole.REFEREE)
async def pin(site: Site, asked: PageRequest) -> str:
    """A table stays on top, or no longer."""
    key = asked.form().get("key", "")
    site.desk.attention.require(key)
    site.desk.attention.pin(key, asked.session.name, _is_on(asked))
    return ""


@act("/act/duty", UserRole.REFEREE)
async def duty(site: Site, asked: PageRequest) -> str:
    """Somebody comes on duty, or leaves it."""
    on, who = _is_on(asked), asked.session.name
    if on is not (who in site.desk.attention.referees):
        site.desk.attention.on_duty(who, on)
        site.log.add(who, Message("on duty") if on else Message("off duty"))
    return ""


def _is_on(asked: PageRequest) -> bool:
    return choice(_Switch, asked.form().get("on")) is _Switch.ON


# ---- A table


@act("/tables/{table}/corrections", UserRole.ORGANIZER)
async def correct_table(site: Site, asked: PageRequest) -> Answer:
    """Correct a game as the clock's own menu would."""
    return Answer(await correct(site, asked), go=f"/tables/{asked.table}")


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
    enter_clocks_results(site)
    was, before = site.desk.clocks[clock].table, site.desk.by_table(table)
    site.desk.register(clock, table)
    moves = [_move(clock, was, table)]
    if before is not None and before.id != clock:
        site.desk.register(before.id, "" if was == clock else was)
        moves.append(_move(before.id, table, was))
    expect_round(site)
    site.log.add(asked.session.name, *moves)
    text = Message("{clock} is now at table {table}", clock=clock, table=table)
    return Message("{first}; {second}", first=text, second=moves[1]) if moves[1:] else text


@act("/clocks/revoke", UserRole.ORGANIZER)
async def revoke(site: Site, asked: PageRequest) -> Message:
    """Shut a clock out: its password is void from now on."""
    clock = _known(site, asked)
    enter_clocks_results(site)
    was = Message("table {table}", table=site.desk.clocks[clock].table)
    site.control(revocation(clock))
    if site.club is not None:
        site.club.keep(clock, {})
    site.desk.revoke(clock)
    text = Message("{clock} was shut out", clock=clock)
    site.log.add(asked.session.name, text, was)
    return text


@act("/clocks/admit", UserRole.ORGANIZER)
async def admit(site: Site, asked: PageRequest) -> Response:
    """Admit a new clock; return the files for its card."""
    clock, password = _admitted(site, asked)
    return clock_files(site, asked, clock, password)


@act("/clocks/enrol", UserRole.ORGANIZER)
async def enrol(site: Site, asked: PageRequest) -> Message:
    """Let the clock in that shows a code."""
    typed = filter(str.isalnum, asked.form().get("code", "").upper())
    code = "".join(typed).replace("0", "O").replace("1", "I")
    if code not in site.enrolments.codes:
        raise Problem("no clock shows the code {code}", code=code)
    clock, password = _admitted(site, asked)
    site.enrolments.grant(code, msgspec.json.encode(Login(clock, password)))
    return Message("{clock} was admitted", clock=clock)


def _admitted(site: Site, asked: PageRequest) -> tuple[str, str]:
    """Have the broker let a clock in, and put it on its table; return its name and password."""
    table, password = _table(asked), new_password()
    clock = clock_name(asked.form().get("name", ""), table)
    passwords = {} if site.club is None else site.club.passwords()
    taken = {*site.desk.clocks, *(each for each, stored in passwords.items() if stored)}
    if clock in taken:
        raise Problem(
            "a clock named {clock} exists already: give this one another name, such as {free}",
            clock=clock,
            free=free_name(clock, taken),
        )
    if (there := site.desk.by_table(table)) is not None and has_game_in_progress(there):
        raise Problem(
            "{clock} has a game at table {table}: admit the new clock for another table, then "
            "replace {clock} on the page of table {table}",
            clock=there.id,
            table=table,
        )
    site.control(admission(site.event.of_clocks, clock, password))
    if site.club is not None:
        site.club.keep(clock, stored_password(password))
    before = site.desk.by_table(table)
    left = [] if before is None else [_move(before.id, table, "-")]
    site.desk.register(clock, table)
    expect_round(site)
    text = Message("{clock} was admitted", clock=clock)
    site.log.add(asked.session.name, text, Message("table {table}", table=table), *left)
    return clock, password


def _move(clock: str, was: str, table: str) -> Message:
    return Message("{clock}: table {before} → {after}", clock=clock, before=was, after=table)


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
    delay_s = _delay_s(fields.get("delay", ""), role)
    before = dict(site.people.everybody()).get(name)
    site.people.put(name, role, password, delay_s)
    was = Message("nobody") if before is None else Message(ROLES[before])
    text = Message("{name}: a new password", name=name)
    change = Message("{before} → {after}", before=was, after=Message(ROLES[role]))
    site.log.add(asked.session.name, text, change)
    if role is UserRole.SCREEN:
        page = "screen" if delay_s is None else TABLES.removeprefix("/")
        address = f"{asked.request.base_url}{page}?name={quote(name)}&key={password}"
        return Answer(address, stays=True)
    shown = tr("The password of {name}, shown only once: {password}")
    return Answer(shown.format(name=name, password=password), stays=True)


def _delay_s(text: str, role: UserRole) -> int | None:
    """The delay of a key to the feed alone; None: it opens the pages too."""
    if not text:
        return None
    if text not in map(str, DELAYS_S):
        raise Problem("expected one of the page's choices")
    if role is not UserRole.SCREEN:
        raise Problem("only a screen can have a delay")
    return int(text)


@act("/people/remove", UserRole.ORGANIZER)
async def remove_person(site: Site, asked: PageRequest) -> Message:
    """Let somebody in no longer."""
    name = asked.form().get("name", "")
    role = dict(site.people.everybody()).get(name)
    if role is None:
        raise Problem("nobody here has this name")
    site.people.remove(name)
    text = Message("{name} was removed", name=name)
    was, now = Message(ROLES[role]), Message("nobody")
    site.log.add(asked.session.name, text, Message("{before} → {after}", before=was, after=now))
    return text


def _known(site: Site, asked: PageRequest) -> str:
    """The clock that an act is about."""
    clock = asked.form().get("clock", "")
    if clock not in site.desk.clocks:
        raise Problem("no such clock")
    return clock


def _table(asked: PageRequest) -> str:
    """The table that an act puts a clock on."""
    table = asked.form().get("table", "")
    require_table(table)
    return table
