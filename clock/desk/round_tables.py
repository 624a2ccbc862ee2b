"""A round on its clocks: their expected and actual settings, and the start."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from typing import NamedTuple

from msgspec.structs import replace

from clock.desk.attention import HallPoint
from clock.desk.clock_games import black_seat, is_game_of, outcome_of
from clock.desk.live import ClockLive
from clock.desk.result_entries import enter_for_clock
from clock.desk.site import Site, refusal
from clock.desk.waiting import comes_to_hold
from clock.game.names import NAMELESS
from clock.link.messages import STARTS, Ack, Assign, Op, new_assignment_id
from clock.rounds.pairings import Pairing, by_number
from clock.rounds.results import (
    OUTCOMES,
    Outcome,
    Round,
    players_of,
)
from clock.rounds.sections import round_name
from clock.rounds.setups import games_of, kind_of_pairing
from clock.rules import inputs
from clock.rules.message import Message, Problem, placed
from clock.rules.seats import LEFT, Colour, Seat
from clock.rules.state import COUNTING, Phase, State
from clock.text.language import N_

ZONE_APART = 20.0
"""How far zones are from each other, in tables."""
NO_CLOCK, OFFLINE, NOT_READY, DEVIATES = (
    N_("no clock"),
    N_("offline"),
    N_("not ready"),
    N_("set differently"),
)
"""Why a table is not started with the others."""
DECIDED = N_("decided without a game")
READY, RUNNING, FINISHED = N_("ready"), N_("running"), N_("finished")
STOPPED = N_("stopped")
OTHER_GAME = N_("another game")
"""Its clock has a game of others, which is not over."""
_GROUNDS = ("decision", "absent")
"""Of results that come from the desk."""
OVER_S = 2.0
"""How long the desk waits for the end of a game that it ended."""
_IDLE = (READY, DEVIATES, NOT_READY, OTHER_GAME)
"""What a clock may be by itself after its game."""
_NOT_SET = (RUNNING, OTHER_GAME, FINISHED, OFFLINE, DECIDED)
_POINTS = {"=": "½", "-": "–", "": "–"}
"""How the hall reads what a tournament report has."""


class TableOfRound(NamedTuple):
    """A table of a round, and how it stands."""

    pairing: Pairing
    clock: ClockLive | None
    status: str
    """In English: a template of the catalogue."""
    deviations: tuple[Message, ...] = ()
    game: str = ""
    """The pairing's own game on the clock, as clock and number."""
    outcome: Outcome | None = None
    """As the clock has it."""
    agreed: bool = False
    """Both players agreed on the outcome at the clock."""
    begun: bool = False
    """Its game has begun, wherever its clock is by now, or is being started."""
    counting: bool = False
    """Its game is on, and a clock of it runs."""
    absent: tuple[Colour, ...] = ()
    """Who is not there, as ticked on the list."""
    black: Seat = LEFT
    """Where the pairing's Black sits."""

    @property
    def op(self) -> Op:
        """The start without those who are not there."""
        seats = {each.seat(self.black) for each in self.absent}
        return next(op for op, without in STARTS.items() if set(without) == seats)

    @property
    def absentees(self) -> str:
        """The players who are not there."""
        return ", ".join(str(getattr(self.pairing, colour.value)) for colour in self.absent)

    @property
    def standing(self) -> str:
        """The status, but of a game in progress whose clocks stand: stopped."""
        return STOPPED if self.status == RUNNING and not self.counting else self.status

    @property
    def is_ready(self) -> bool:
        """Whether it starts with all the others."""
        return self.status == READY

    @property
    def may_start(self) -> bool:
        """Whether its clock can be started, if only by itself."""
        return self.status in (READY, DEVIATES)


def tables_of_round(site: Site, round_: Round | None = None) -> list[TableOfRound]:
    """Return the tables of a round, by default of each section's current one."""
    rounds = site.rounds.current_rounds if round_ is None else [round_]
    now_ns = site.desk.now_ns()
    by_table = site.desk.by_tables()
    return [
        _known(site, _table(each, by_table.get(each.table), now_ns), of)
        for of in rounds
        for each in of.pairings
    ]


def _known(site: Site, table: TableOfRound, round_: Round) -> TableOfRound:
    """A table with who is not there, and where Black sits by its clock, else by the round."""
    pairing, clock = table.pairing, table.clock
    black = round_.played_by.black_sits
    if clock is not None and is_game_of(clock.names, pairing):
        black = black_seat(clock.names, pairing)
    begun = table.begun or site.desk.begun.has(site.event.name, pairing)
    absent = round_.absent.get(pairing.table, ())
    known = table._replace(begun=begun, absent=absent, black=black)
    if table.status in _IDLE and site.rounds.is_over(round_.key, pairing.table):
        return known._replace(status=FINISHED, deviations=())
    return known


def abandoned_games(site: Site) -> dict[str, Message]:
    """Return what is to be said of tables whose game has begun, and is gone without a result."""
    begun = site.desk.begun
    found = {}
    for of in site.rounds.current_rounds:
        for table, pairing in ((each, each.pairing) for each in tables_of_round(site, of)):
            is_gone = table.status in (*_IDLE, NO_CLOCK)
            has_begun = is_gone and begun.has_recorded(site.event.name, pairing)
            if has_begun and site.rounds.result(of.key, pairing.table) is None:
                game = kind_of_pairing(pairing, of.played_by, site.presets)
                first, second = players_of(pairing, game)
                text = "{first} – {second}: the game was begun, and left without a result"
                found[pairing.table] = Message(text, first=first, second=second)
    return found


def expect_round(site: Site) -> None:
    """Give the desk the expected setups of the tables of each section's current round.

    Where a result is confirmed nothing is expected: the clock is free.
    """
    coming = {
        assign.table: assign
        for each in site.rounds.current_rounds
        for assign in assignments(site, [each])
        if not site.rounds.is_over(each.key, assign.table)
    }
    known = {each.table for round_ in site.rounds.rounds.values() for each in round_.pairings}
    site.desk.expect(coming)
    site.desk.abandoned_games = partial(abandoned_games, site)
    site.desk.attention.places = dict(_places(site.event.zones, known))


def _places(
    zones: Mapping[str, Sequence[int]], tables: Iterable[str]
) -> Iterator[tuple[str, HallPoint]]:
    """Where tables stand, as far as numbers tell: those of a zone are beside each other."""
    for table in tables:
        number = by_number(table)[1]
        inside = (at for at, (first, last) in enumerate(zones.values()) if first <= number <= last)
        yield table, (float(number), ZONE_APART * next(inside, len(zones)))


def assignments(site: Site, rounds: Sequence[Round]) -> list[Assign]:
    """Return how the clocks of rounds are to be set. Raises PairingsError."""
    return [
        Assign(new_assignment_id(), game.table(), game.names, game.pairing.table)
        for round_ in rounds
        for game in games_of(site.event.name, round_.pairings, round_.played_by, site.presets)
    ]


async def set_clocks(site: Site, rounds: Sequence[Round], who: str) -> Message:
    """Set each clock of the rounds to its game, unless that is on or over; return how many are.

    What the clocks have of games that are over is entered before, if nobody has.
    """
    enter_clocks_results(site)
    tables = {each.pairing.table: each for of in rounds for each in tables_of_round(site, of)}
    expect_round(site)
    idle = {
        table: each.clock
        for table, each in tables.items()
        if each.clock is not None and each.status not in _NOT_SET
    }
    assigns = [each for each in assignments(site, rounds) if each.table in idle]
    asked = [site.desk.assign(idle[assign.table].id, assign) for assign in assigns]
    rest = [site.desk.assign(clock, assign) for clock, assign in _left_behind(site)]
    acks = (await asyncio.gather(*asked, *rest))[: len(asked)]
    why = _refusals(acks)
    why.update(Message(each.status) for table, each in tables.items() if table not in idle)
    done = _summed(N_("{count} of {all} set"), len(tables), why)
    if rounds:
        text = Message("{round}: clocks set", round=round_name(rounds[0].key))
        site.log.add(who, text, done)
    return done


def _left_behind(site: Site) -> Iterator[tuple[str, Assign]]:
    """Clocks that stand ready for a pair at a table where nobody plays: its names are taken off."""
    tables = {each.table for of in site.rounds.current_rounds for each in of.pairings}
    for clock in site.desk.clocks.values():
        setting, state = clock.setting, clock.state
        if setting is None or state is None or state.phase is not Phase.READY:
            continue
        if setting.names.event == site.event.name and clock.table not in tables:
            yield clock.id, Assign(new_assignment_id(), setting.setup, NAMELESS, clock.table)


def enter_clocks_results(site: Site) -> None:
    """Enter what the clocks have of games that are over, where nobody has entered anything."""
    with site.rounds.together():
        for round_ in site.rounds.rounds.values():
            for each in tables_of_round(site, round_):
                if each.clock is not None:
                    of = each.pairing, each.outcome, each.clock.id, each.game
                    enter_for_clock(site, round_.key, *of)


async def end_game(
    site: Site, table: TableOfRound, outcome: Outcome, issuer: str
) -> Message | None:
    """End the table's game at its clock, stopped first if it runs; return why the clock did not.

    A game that ended otherwise has its result corrected. A clock that is away is not waited for.
    """
    clock = table.clock
    state = None if clock is None else clock.state_at(site.desk.now_ns())
    away = table.status == OFFLINE or not table.game
    if clock is None or state is None or table.outcome is outcome or away:
        return None
    stop = (inputs.Stop(0),) if table.counting else ()
    finish = _finish(outcome, state, black_seat(clock.names, table.pairing))
    ack = await site.desk.command(clock.id, Op.CORRECT, issuer, (*stop, finish), clock.at)
    clock.not_ended = refusal(ack)
    if clock.not_ended is None:
        await _until_over(clock, finish)
    return clock.not_ended


async def _until_over(clock: ClockLive, finish: inputs.Finish) -> None:
    """Wait, but not for long, until the desk has the end: then the clock can be set."""
    await comes_to_hold(
        lambda: clock.state is not None and clock.state.result is finish.result, OVER_S
    )


def _finish(outcome: Outcome, state: State, black: Seat) -> inputs.Finish:
    """The result at the clock that means this outcome, if the pairing's Black sits there."""
    acts = (inputs.Finish(0, result, ground) for result in inputs.Result for ground in _GROUNDS)
    ended = ((act, replace(state, result=act.result, ground=act.ground)) for act in acts)
    return next(act for act, after in ended if outcome_of(after, black) is outcome)


async def start(
    site: Site,
    tables: Sequence[TableOfRound],
    op: Op | None,
    issuer: str,
    left_out: Sequence[TableOfRound] = (),
) -> Message:
    """Start tables; return how many did, without whom, and why the others did not.

    With no `op` each table starts without those who are ticked as absent.
    """
    clocks = [(each.clock, op or each.op) for each in tables if each.clock is not None]
    # All of them before anybody is waited for: from here on their pairs stay.
    own = [site.desk.begun.start(clock) for clock, _ in clocks]
    acks = await asyncio.gather(
        *(site.desk.command(clock.id, how, issuer) for clock, how in clocks)
    )
    for (clock, _), ack, is_own in zip(clocks, acks, own, strict=True):
        if is_own and refusal(ack) is not None:
            site.desk.begun.refuse(clock.id)
    why = _refusals(acks)
    why.update(Message(each.status) for each in left_out)
    done = _summed(N_("{count} of {all} started"), len(clocks) + len(left_out), why)
    names = ", ".join(each.pairing.table for each in tables)
    absent = ", ".join(
        f"{each.absentees} ({each.pairing.table})" for each in tables if each.absent and op is None
    )
    if absent:
        done = Message("{started}; without {players}", started=done, players=absent)
    site.log.add(issuer, Message("start of tables: {tables}", tables=names), done)
    return done


def _refusals(acks: Iterable[Ack | None]) -> Counter[Message]:
    """Why clocks did not do what they were asked for, and how many."""
    return Counter(reason for ack in acks if (reason := refusal(ack)) is not None)


def _summed(template: str, count: int, why: Counter[Message]) -> Message:
    """A count and why it is not all: "97 of 100 started: 2 offline, 1 no clock"."""
    done = Message(template, count=count - why.total(), all=count)
    if not why:
        return done
    reasons = [
        Message("{number} {reason}", number=number, reason=reason)
        for reason, number in why.most_common()
    ]
    return placed(done, reduce(_with_comma, reasons))


def _with_comma(before: Message, reason: Message) -> Message:
    return Message("{before}, {reason}", before=before, reason=reason)


def find_table(tables: Sequence[TableOfRound], name: str) -> TableOfRound:
    """Return a table of the round by its name. Raises Problem if none has it."""
    for each in tables:
        if each.pairing.table == name:
            return each
    raise Problem("table {table} does not play in this round", table=name)


def _table(pairing: Pairing, clock: ClockLive | None, now_ns: int) -> TableOfRound:
    if pairing.forfeit is not None:
        return TableOfRound(pairing, clock, DECIDED, outcome=Outcome(pairing.forfeit))
    if clock is None:
        return TableOfRound(pairing, None, NO_CLOCK)
    state, game = clock.state_at(now_ns), _game(pairing, clock)
    black = black_seat(clock.names, pairing)
    outcome = outcome_of(state, black) if state is not None and game else None
    if not clock.online(now_ns):
        status = OFFLINE
    elif outcome is not None:
        status = FINISHED
    elif state is None or state.phase in (Phase.READY, Phase.FINISHED):
        is_set = state is not None and state.phase is Phase.READY and not clock.deviations
        is_set = is_set and not clock.is_taking
        status = READY if is_set else DEVIATES if clock.deviations else NOT_READY
    else:
        status = RUNNING if game else OTHER_GAME
    agreed = outcome is not None and state is not None and state.ended_by == "players"
    counting = status == RUNNING and game != "" and state is not None and state.phase in COUNTING
    begun = game != "" and state is not None and state.phase is not Phase.READY
    known = (pairing, clock, status, clock.deviations, game, outcome, agreed)
    return TableOfRound(*known, begun, counting)


def _game(pairing: Pairing, clock: ClockLive) -> str:
    """Which game on a clock is a pairing's; "" if another one is."""
    if clock.at is None or not is_game_of(clock.names, pairing):
        return ""
    return f"{clock.id}/{clock.at.game}"


def points_of(site: Site, clock: ClockLive, state: State) -> tuple[str, str]:
    """Return what the game on a clock brought Left and Right: as entered, else by the clock.

    Both are empty while it lasts.
    """
    outcome, black = outcome_of(state, LEFT), LEFT
    round_ = site.rounds.current_at(clock.table)
    entry = None if round_ is None else site.rounds.result(round_.key, clock.table)
    if round_ is not None and entry is not None:
        pairing = next(each for each in round_.pairings if each.table == entry.table)
        if is_game_of(clock.names, pairing):
            outcome, black = entry.outcome, black_seat(clock.names, pairing)
    of_black, of_white = points_of_outcome(outcome)
    return (of_black, of_white) if black is LEFT else (of_white, of_black)


def points_of_outcome(outcome: Outcome | None) -> tuple[str, str]:
    """Return what an outcome brings Black and White, as the hall reads it; empty for none."""
    if outcome is None:
        return "", ""
    _, of_black, of_white = OUTCOMES[outcome]
    return _POINTS.get(of_black, of_black), _POINTS.get(of_white, of_white)
