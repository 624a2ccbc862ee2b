"""Situations that the seeds must meet: each of them 100 times in 9,000 seeds."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy

from tests.simulation.observer import Observer
from tests.simulation.scheduler import MS
from tests.simulation.seat_clock import SeatClock
from tests.simulation.truth import Fact, Game

SEEDS, TIMES = 9_000, 100
SITUATIONS = {
    each: each
    for each in (
        "the other seat presses",
        "both press within 1 ns",
        "both press within 300 ms",
        "a plunger is held for long",
        "an edge comes at the limit",
        "an edge comes too late",
        "a late edge is recorded",
        "a press 1 ns before a fall",
        "a press as the time ends",
        "a press 1 ns after a fall",
        "a fall at a late edge",
        "both clappers fall",
        "a fall ends the game",
        "a stop within 300 ms after a press",
        "a stop after a fall",
        "a stop in a delay",
        "a new period by moves",
        "a new period by time",
        "a byo-yomi period begins",
        "the last byo-yomi period",
        "a press in the last second",
        "a kill before the start",
        "a kill while a clock runs",
        "a kill in a stop",
        "a power cut before the start",
        "a power cut while a clock runs",
        "a power cut in a stop",
        "an act is lost that nobody has seen",
        "a fall while the clock is off",
        "two kills in one game",
        "a kill in an operation",
        "a power cut in an operation",
        "a kill at the start of the program",
        "a kill on a bad disk",
        "a power cut on a bad disk",
        "a disk that refuses",
        "a disk that is full",
        "a disk whose syncs fail",
        "a disk that is silent",
        "a bad disk is shown",
        "a display is lost",
        "the battery is low",
        "a press while off",
        "a plunger held as the clock starts",
        "a tap shorter than 30 ms",
        "a kill in joint time",
        "a power cut in joint time",
        "a kill in a claim",
        "a power cut in a claim",
        "a claim",
        "a second claim",
        "a claim is dismissed",
        "time is given",
        "time is taken",
        "a debt",
        "a time is set",
        "the counter is set",
        "a press is taken back",
        "a press is taken back with charge",
        "an entry is undone",
        "a result is entered",
        "a game is reopened",
        "a game with a debt is reopened",
        "both agree on a result",
        "an arrival ends joint time",
        "a stop in joint time",
        "joint time ends in a stop",
        "a fall in joint time",
        "a debt at a resume",
        "a swap is chosen",
        "two more are chosen",
        "a power cut in an opening",
        "the colours are set",
        "a period is set",
        "the moves of a block are set",
        "byo-yomi is set",
        "a clapper is lifted by byo-yomi",
        "an illegal move is taken back",
        "an illegal move is counted",
        "a second illegal move loses",
        "illegal moves are counted anew",
        "a control is set right",
        "a gong ends a turn",
        "joint time at half speed",
        "a late player is charged more",
        "a late player's charge in a stop",
        "a late player's charge lowers his clapper",
        "a one-by-one opening ends",
        "edges are lost",
        "a bounce across the start of the program",
        "the wall clock jumps",
        "the next game at the table",
        "the next game starts at once",
        "the desk sets the next game",
        "the network is out",
        "the broker refuses logins",
        "a login is refused",
        "the broker begins without memory",
        "the desk is off",
        "the desk is put back",
        "a message to the desk is lost",
        "a message to the desk comes twice",
        "a message to the clock is lost",
        "a message to the clock comes twice",
        "a late copy",
        "a copy of an earlier connection",
        "a beat is known as a late copy",
        "a game is set up from the desk",
        "a game is started from the desk",
        "one player is late",
        "a late player's first move",
        "a correction over the network",
        "an answer of the clock is lost",
    )
}
"""By their own names, so that one which is not listed is a KeyError where it is counted."""


def rare(met: Counter[str], seeds: int) -> list[str]:
    """Return the situations met too seldom; fewer seeds than `SEEDS` say nothing of it."""
    return [each for each in SITUATIONS if seeds >= SEEDS and met[each] < TIMES * seeds // SEEDS]


def met_in(observer: Observer, now_ns: int) -> Counter[str]:
    """Return the situations of a game, as its truth has them."""
    observer.game(now_ns)
    game, last = Game(observer.truth.rules), Fact(0, "start")
    met = Counter[str]()
    for fact in [*observer.truth.in_order(), Fact(now_ns, "look")]:
        before = deepcopy(game)
        game.advance(fact.at_ns)
        met.update(_passed(before, game, fact))
        met.update(_of_fact(game, fact, last))
        entered, step = sum(each.entered for each in game.seats.values()), game.step
        fallen = game.falls
        game.take(fact)
        if fact.kind == "press" and game.falls > fallen:
            met["a late player's charge lowers his clapper"] += 1
        met["a one-by-one opening ends"] += step == "6?" != game.step
        was_press = fact.kind == "press"
        if was_press and entered != sum(each.entered for each in game.seats.values()):
            met["a new period by moves"] += 1
        last = fact
    met["a late edge is recorded"] += len(observer.late_edges)
    falls = {each.fell_at_ns for each in game.seats.values()} - {None}
    met["a fall at a late edge"] += sum(
        0 <= at_ns - edge.at_ns <= 300 * MS
        for edge in observer.late_edges
        for at_ns in falls
        if at_ns
    )
    kills = [death for death in observer.deaths if not death.cut]
    met["two kills in one game"] += len(kills) >= 2
    return Counter({SITUATIONS[name]: count for name, count in met.items()})


def _passed(before: Game, after: Game, fact: Fact) -> Iterator[str]:
    """What time alone has led to before a fact."""
    if after.moves > before.moves:
        yield "a gong ends a turn"
    for side, clock in after.seats.items():
        was = before.seats[side]
        if clock.fallen and not was.fallen:
            if before.phase == "joint":
                yield "a fall in joint time"
            if after.phase == "over":
                yield "a fall ends the game"
            if all(each.fallen for each in after.seats.values()):
                yield "both clappers fall"
            if fact.kind == "press" and clock.fell_at_ns is not None:
                late_ns = fact.at_ns - clock.fell_at_ns
                if late_ns <= 1:
                    yield "a press 1 ns after a fall" if late_ns else "a press as the time ends"
        if clock.entered != was.entered:
            yield "a new period by time"
        if clock.byoyomi != was.byoyomi and clock.byoyomi:
            yield "a byo-yomi period begins"
            if clock.byoyomi == 1:
                yield "the last byo-yomi period"


def _falls_within(clock: SeatClock, length_ns: int) -> bool:
    later = deepcopy(clock)
    later.run(clock.at_ns + length_ns)
    return later.fallen


def _of_arrival(game: Game, clock: SeatClock) -> Iterator[str]:
    if game.joint_ns and game.rules.halves:
        yield "joint time at half speed"
    if game.rules.late_factor > 1 and clock.late_ns:
        running = game.phase in ("running", "joint")
        yield "a late player is charged more" if running else "a late player's charge in a stop"


def _of_fact(game: Game, fact: Fact, last: Fact) -> Iterator[str]:
    """What a fact meets; the game is as before it."""
    if fact.kind == "press" and game.joint and fact.side in game.absent:
        yield "an arrival ends joint time" if game.phase == "joint" else "joint time ends in a stop"
    if fact.kind == "press" and fact.side in game.absent and game.phase != "ready":
        clock = game.seats["left" if fact.side == "left" else "right"]
        yield from _of_arrival(game, clock)
    if fact.kind == "start" and fact.value > 1:
        yield "one player is late"
    if fact.kind == "press" and fact.side in game.absent and game.running == (fact.side,):
        yield "a late player's first move"
    if fact.kind == "stop" and game.phase == "joint":
        yield "a stop in joint time"
    if fact.kind == "cut" and game.step:
        yield "a power cut in an opening"
    if fact.kind == "resume" and any(each.debt for each in game.seats.values()):
        yield "a debt at a resume"
    if game.phase != "running":
        return
    clock = game.seats[game.turn]
    if fact.kind == "press" and fact.side == game.turn and not clock.fallen:
        if _falls_within(clock, 1):
            yield "a press 1 ns before a fall"
        if clock.left_ns <= 1000 * MS and clock.period.method != "below_zero":
            yield "a press in the last second"
    if fact.kind == "stop":
        if last.kind == "press" and fact.at_ns - last.at_ns <= 300 * MS:
            yield "a stop within 300 ms after a press"
        if clock.fallen:
            yield "a stop after a fall"
        if 0 < clock.delay_ns < clock.period.bonus_ns:
            yield "a stop in a delay"
