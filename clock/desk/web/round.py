"""A round on its clocks: what each table is to be set to, what it is set to, and the start."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from secrets import token_hex
from typing import NamedTuple

from clock.desk.live import ClockLive
from clock.desk.rounds.pairings import Pairing
from clock.desk.rounds.results import Outcome, Round
from clock.desk.rounds.setups import games_of
from clock.desk.web.site import Site
from clock.link.messages import Ack, Assign, Op
from clock.rules.inputs import Result
from clock.rules.message import Message, Problem
from clock.rules.state import Phase, State
from clock.text.ending import WINNERS
from clock.text.language import N_, tr

NO_CLOCK, OFFLINE, NOT_READY, DEVIATES = (
    N_("no clock"),
    N_("offline"),
    N_("not ready"),
    N_("set otherwise"),
)
"""Why a table is not started with the others."""
READY, RUNNING, FINISHED = N_("ready"), N_("running"), N_("finished")
_OUTCOMES = {
    Result.DRAW: Outcome.DRAW,
    Result.VOID: Outcome.VOID,
    Result.BOTH_LOSE: Outcome.BOTH_LOSE,
}


class TableOfRound(NamedTuple):
    """A table of a round, and how it stands."""

    pairing: Pairing
    clock: ClockLive | None
    status: str
    """In English: a template of the catalogue."""
    deviations: tuple[Message, ...] = ()
    outcome: Outcome | None = None
    """As the clock has it."""

    @property
    def is_ready(self) -> bool:
        """Whether it starts with all the others."""
        return self.status == READY


def tables_of_round(site: Site, round_: Round | None = None) -> list[TableOfRound]:
    """Return the tables of a round, of the last one unless it is named."""
    round_ = round_ or site.rounds.current
    if round_ is None:
        return []
    now_ns = site.desk.now_ns()
    by_table = {clock.table: clock for clock in site.desk.clocks.values()}
    return [_table(each, by_table.get(each.table), now_ns) for each in round_.pairings]


def expect_round(site: Site) -> None:
    """Let the desk know what each table of the last round is to be set to."""
    coming = {assign.table: assign for assign in assignments(site, site.rounds.current)}
    known = {each.table for round_ in site.rounds.rounds.values() for each in round_.pairings}
    for table in known:
        site.desk.expect(table, coming.get(table))


def assignments(site: Site, round_: Round | None) -> list[Assign]:
    """Return how the clocks of a round are to be set. Raises PairingsError."""
    if round_ is None:
        return []
    games = games_of(site.event.name, round_.pairings, round_.played_by, site.presets)
    return [
        Assign(f"a-{token_hex(6)}", game.table(), game.names, game.pairing.table) for game in games
    ]


async def set_clocks(site: Site) -> str:
    """Set each clock of the round to its game, but for those that play; return how many are."""
    tables = {each.pairing.table: each for each in tables_of_round(site)}
    expect_round(site)
    idle = {
        table: each.clock
        for table, each in tables.items()
        if each.clock is not None and each.status not in (RUNNING, OFFLINE)
    }
    assigns = [each for each in assignments(site, site.rounds.current) if each.table in idle]
    acks = await asyncio.gather(
        *(site.desk.assign(idle[assign.table].id, assign) for assign in assigns)
    )
    why = _refusals(acks)
    why.update(tr(each.status) for table, each in tables.items() if table not in idle)
    return _summed(tr("{count} of {all} set"), len(tables), why)


async def start(
    site: Site,
    tables: Sequence[TableOfRound],
    op: Op,
    issuer: str,
    left_out: Sequence[TableOfRound] = (),
) -> str:
    """Start tables; return how many did, and why the others and those left out did not."""
    clocks = [each.clock for each in tables if each.clock is not None]
    acks = await asyncio.gather(*(site.desk.command(each.id, op, issuer) for each in clocks))
    why = _refusals(acks)
    why.update(tr(each.status) for each in left_out)
    return _summed(tr("{count} of {all} started"), len(clocks) + len(left_out), why)


def _refusals(acks: Iterable[Ack | None]) -> Counter[str]:
    """Why clocks did not do what they were asked for, and how many."""
    return Counter(
        tr("no answer") if ack is None else ack.reason
        for ack in acks
        if ack is None or not ack.done
    )


def _summed(text: str, count: int, why: Counter[str]) -> str:
    """A count and why it is not all: "97 of 100 started: 2 offline, 1 no clock"."""
    done = text.format(count=count - why.total(), all=count)
    reasons = ", ".join(f"{number} {reason}" for reason, number in why.most_common())
    return f"{done}: {reasons}" if reasons else done


def one_of(tables: Sequence[TableOfRound], name: str) -> TableOfRound:
    """Return a table of the round by its name. Raises Problem if none has it."""
    for each in tables:
        if each.pairing.table == name:
            return each
    raise Problem("table {table} does not play in this round", table=name)


def _table(pairing: Pairing, clock: ClockLive | None, now_ns: int) -> TableOfRound:
    if clock is None:
        return TableOfRound(pairing, None, NO_CLOCK)
    state = clock.state_at(now_ns)
    outcome = None if state is None else _outcome(pairing, clock, state)
    if not clock.online(now_ns):
        status = OFFLINE
    elif outcome is not None:
        status = FINISHED
    elif state is None or state.phase in (Phase.READY, Phase.FINISHED):
        is_set = state is not None and state.phase is Phase.READY and not clock.deviations
        status = READY if is_set else DEVIATES if clock.deviations else NOT_READY
    else:
        status = RUNNING
    return TableOfRound(pairing, clock, status, clock.deviations, outcome)


def _outcome(pairing: Pairing, clock: ClockLive, state: State) -> Outcome | None:
    """How a pairing's game ended by its clock; None while it lasts, and for another game."""
    names = clock.names
    players = {names.left, names.right} == {pairing.black, pairing.white}
    if state.result is None or not players or names.round != str(pairing.round):
        return None
    winner = WINNERS.get(state.result)
    if winner is None:
        return _OUTCOMES[state.result]
    is_black = getattr(names, winner.value) == pairing.black
    if state.ground == "absent":
        return Outcome.BLACK_FORFEIT if is_black else Outcome.WHITE_FORFEIT
    return Outcome.BLACK if is_black else Outcome.WHITE
