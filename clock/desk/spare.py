"""A clock is replaced: a spare goes on with its game, stopped, and has its table from then on."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from clock.desk.desk import Desk
from clock.desk.live import ClockLive
from clock.desk.replacements import Replacement
from clock.desk.round_tables import expect_round
from clock.desk.site import Site, refusal, require_done
from clock.desk.waiting import LOOK_S, comes_to_hold
from clock.game.chain import hash_of
from clock.game.taken_over import IN_PROGRESS, Handover
from clock.link.messages import (
    BEAT_S,
    LINES_BYTES_MAX,
    Ack,
    Assign,
    GamePart,
    Leaves,
    Op,
    Position,
    new_assignment_id,
)
from clock.rules.message import Message, Problem
from clock.rules.state import COUNTING
from clock.rules.units import SECOND_NS

COMES_S = 5.0
"""How long the last lines of a clock that lives, or the first of a spare, may take."""
PART_S = 0.03
"""Between two parts of a game: a clock gives a connection up that floods it."""
TRIES = 2
"""A part may be lost on its way."""
_RUNS = tuple(phase.value for phase in COUNTING)
UNCERTAIN_NS = round(BEAT_S * SECOND_NS)
"""A clock that is dead may have run for so long after its last sign of life."""


class SpareClock(NamedTuple):
    """A clock that can go on with a game."""

    clock: ClockLive
    table: str
    """Where it stands by now; empty: nowhere."""


def spares(site: Site, old: ClockLive) -> Iterator[SpareClock]:
    """Yield the clocks that can take a clock's place: online, and idle; those on no table first."""
    now_ns = site.desk.now_ns()
    playing = {each.table for round_ in site.rounds.current_rounds for each in round_.pairings}
    idle = [
        each
        for each in site.desk.clocks.values()
        if each is not old
        and each.online(now_ns)
        and not (has_game_in_progress(each) or each.is_taking)
    ]
    for each in sorted(idle, key=lambda each: (each.table in playing, not each.aside, each.table)):
        yield SpareClock(each, "" if each.aside else each.table)


def has_game_in_progress(clock: ClockLive) -> bool:
    """Return whether a game is in progress on a clock."""
    return clock.state is not None and clock.state.phase in IN_PROGRESS


async def replace_clock(site: Site, table: str, spare: str, who: str) -> Message:
    """Have a spare take the place of a table's clock, and go on with its game.

    Raises Problem with the reason if it does not; then nothing has changed, or all of it will as
    soon as the spare is heard again.
    """
    old, new = site.desk.by_table(table), site.desk.clocks.get(spare)
    if old is None:
        raise Problem("no clock at table {table}", table=table)
    if new is None or new not in [each.clock for each in spares(site, old)]:
        raise Problem("{clock} is not ready: it is offline, or has a game", clock=spare)
    text = Message(
        "Table {table}: {spare} replaces {clock}", table=table, spare=spare, clock=old.id
    )
    if not has_game_in_progress(old):
        site.desk.stand_in(old, new, table)
        expect_round(site)
        site.log.add(who, text)
        if old.setting is not None and old.online(
            site.desk.now_ns()
        ):  # it no longer says it is there
            await site.desk.assign(old.id, Assign(new_assignment_id(), old.setting.setup))
        if (expected := new.expected) is not None:
            again = replace(expected, id=new_assignment_id())
            require_done(new.id, await site.desk.assign(new.id, again))
        return text
    facts = await move_game(site.desk, old, new, table, who)
    expect_round(site)
    site.log.add(who, text, *facts)
    return text


async def move_game(
    desk: Desk, old: ClockLive, new: ClockLive, table: str, who: str
) -> list[Message]:
    """Bring a clock's game to another; return what is not whole about it. Raises Problem."""
    with taking(new):
        await _stop(desk, old, who)
        return await _hand_over(desk, old, new, table, who)


async def _stop(desk: Desk, old: ClockLive, who: str) -> None:
    """Stop a clock that lives, and wait for its last lines: then no time is uncertain."""
    loop, ack, runs = asyncio.get_running_loop(), None, False
    until_s = loop.time() + COMES_S
    while old.online(desk.now_ns()) and loop.time() < until_s:
        runs = old.beat.phase in _RUNS
        if runs:  # by its own word: the desk may lack a line
            ack = await desk.command(old.id, Op.STOP, who)
        elif not desk.is_behind(old.id) and old.beat.at == old.at:
            return
        await asyncio.sleep(LOOK_S)
    if old.online(desk.now_ns()) and runs and ack is not None:
        require_done(old.id, ack)


async def _hand_over(
    desk: Desk, old: ClockLive, new: ClockLive, table: str, who: str
) -> list[Message]:
    lines = desk.current_lines(old)
    if old.at is None or not lines:
        raise Problem("the desk has no game of {clock}", clock=old.id)
    if (taken := desk.replacements.taken_by(old.id, old.at.game)) is not None:
        raise Problem("{clock} has taken the game over already", clock=taken.spare)
    at, lacks = Position(old.at.game, len(lines), hash_of(lines[-1])), desk.is_behind(old.id)
    asked = Replacement(old.id, at.game, at, new.id, table, who, desk.wall_ms())
    desk.ask(asked)
    handover = _handover(desk, old, lacks=lacks)
    ack = await send_game(desk, new, who, lines, Leaves(at, handover))
    if ack is not None:
        require_done(new.id, ack)
    taken_by = partial(desk.replacements.taken_by, old.id, at.game)
    await comes_to_hold(lambda: taken_by() is not None, COMES_S)
    if (taken := taken_by()) is not None:
        if taken.spare != new.id:
            raise Problem("{clock} has taken the game over already", clock=taken.spare)
        return [Message("presses are missing")] if lacks else []
    raise Problem("{clock}: {reason}", clock=new.id, reason=refusal(ack) or Message("no answer"))


@contextmanager
def taking(new: ClockLive) -> Iterator[None]:
    """Hold a clock for one game: meanwhile it is no table's spare, and is not started."""
    if new.is_taking:
        raise Problem("{clock} is not ready: it is offline, or has a game", clock=new.id)
    new.is_taking = True
    try:
        yield
    finally:
        new.is_taking = False


async def send_game(
    desk: Desk, new: ClockLive, who: str, lines: Sequence[bytes], leaves: Leaves
) -> Ack | None:
    """Send a game to a clock, to be gone on with; return the answer. Raises Problem."""
    for part in _parts(leaves.at, lines):
        ack = None
        for _ in range(TRIES):
            ack = ack or await desk.send_part(new.id, who, part)
        require_done(new.id, ack)
        await asyncio.sleep(PART_S)
    return await desk.hand_over(new.id, who, leaves)


def _handover(desk: Desk, old: ClockLive, *, lacks: bool) -> Handover:
    desk_ns = desk.now_ns()
    state_ns = 0 if old.state is None else old.state.at_ns
    ends_ns, offset_ns = max(state_ns, old.beat.now_ns), old.time.offset_ns
    ago_ns = 0 if offset_ns is None else max(0, desk_ns - offset_ns - ends_ns)
    return Handover(old.id, ends_ns, ago_ns, UNCERTAIN_NS, lacks)


def _parts(at: Position, lines: Sequence[bytes]) -> Iterator[GamePart]:
    """Yield the lines of a game in messages of bounded size."""
    first = 0
    while first < len(lines):
        count, size = 1, len(lines[first])
        while first + count < len(lines) and size + len(lines[first + count]) <= LINES_BYTES_MAX:
            size += len(lines[first + count])
            count += 1
        yield GamePart(at, first, tuple(line.decode() for line in lines[first : first + count]))
        first += count
