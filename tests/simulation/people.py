"""What people do at a table, and what happens to it, now and then."""

from collections.abc import Callable

from hal.ports import Line
from tests.simulation.contacts import BOUNCE_NS_MAX, MS
from tests.simulation.machine import SECOND_NS
from tests.simulation.table import LATENCY_NS_MAX, SETTLED_NS, Table
from tests.simulation.truth import OTHER, Side

PersonAct = Callable[[Table], None]


def move(table: Table) -> None:
    table.plunge(table.game().turn)


def idle_press(table: Table) -> None:
    table.plunge(OTHER[table.game().turn])
    table.meet("the other seat presses")


def both_at_once(table: Table) -> None:
    first: Side = table.random.choice(("left", "right"))
    table.plunge(first)
    gap_ns = table.random.choice((1, MS, table.random.randint(1, 300 * MS)))
    table.wait(gap_ns)
    table.plunge(OTHER[first])
    table.meet("both press within 1 ns" if gap_ns == 1 else "both press within 300 ms")


def fast_moves(table: Table) -> None:
    side = table.game().turn
    for _ in range(table.random.randint(2, 6)):
        table.plunge(side)
        side = OTHER[side]
        table.wait(table.random.randint(100 * MS, 400 * MS))


def at_the_limit(table: Table) -> None:
    """Press with edges that come as late as they may."""
    table.plunge(table.game().turn, LATENCY_NS_MAX - BOUNCE_NS_MAX)
    table.meet("an edge comes at the limit")


def too_late(table: Table) -> None:
    late_ns = LATENCY_NS_MAX + table.random.choice((1, MS, 90 * MS))
    table.plunge(table.game().turn, late_ns)
    table.meet("an edge comes too late")


def at_the_end(table: Table) -> None:
    """Press as the time of a seat, of its period or its byo-yomi period ends."""
    game = table.game()
    clock = game.seats[game.turn]
    ends_ns = clock.delay_ns + clock.left_ns
    off_ns = table.random.choice((-1, 0, 1, table.random.randint(-300 * MS, 300 * MS)))
    if clock.fallen or ends_ns > 70 * SECOND_NS or ends_ns + off_ns < 0:
        move(table)
        return
    table.wait(ends_ns + off_ns)
    late_ns = table.random.choice((None, LATENCY_NS_MAX - BOUNCE_NS_MAX))
    table.plunge(game.turn, late_ns)


def stop(table: Table) -> None:
    table.press(Line.STOP, "stop")


def press_and_stop(table: Table) -> None:
    """A move that is followed at once by a stop, as of a hand that slips."""
    side = table.random.choice((table.game().turn, OTHER[table.game().turn]))
    table.plunge(side)
    table.wait(table.random.choice((1, table.random.randint(1, 300 * MS))))
    stop(table)


def start(table: Table) -> None:
    """Start the game by OK, or by the plunger of the seat that does not begin."""
    side = OTHER[table.rules.starter]
    if table.random.random() < 0.5:
        table.press(Line.OK, "start")
    else:
        table.plunge(side)


def resume(table: Table) -> None:
    """OK asks, + is yes."""
    if table.game().phase == "ready":
        start(table)
        return
    life = table.life
    table.tap(Line.OK)
    table.wait(SETTLED_NS)
    if table.machine.life is life:
        table.press(Line.PLUS, "resume")


def kill(table: Table) -> None:
    _die(table, cut=False)


def cut_power(table: Table) -> None:
    _die(table, cut=True)


def _die(table: Table, *, cut: bool) -> None:
    """The program is killed, or the power fails, while an act may be on its way."""
    game = table.game()
    if game.phase == "running" and table.random.random() < 0.5:
        table.plunge(game.turn)
    table.wait(table.random.randint(0, 500 * MS))
    end_of_life(table, cut=cut)
    table.wait(table.random.randint(SECOND_NS, 5 * SECOND_NS))
    start_again(table)


def end_of_life(table: Table, *, cut: bool) -> None:
    """Kill the program, or cut the power, now."""
    table.note("the power fails" if cut else "the program is killed")
    phase = table.game().phase
    table.observer.died(table.life, table.scheduler.now_ns, cut=cut)
    table.meet(f"a {'power cut' if cut else 'kill'} {PLACES[phase]}")
    table.machine.cut_power() if cut else table.machine.kill()


PLACES = {
    "ready": "before the start",
    "running": "while a clock runs",
    "stopped": "in a stop",
    "over": "after the end",
}


def start_again(table: Table) -> None:
    """Start the program, and see what survived."""
    died = table.observer.game(table.observer.deaths[-1].at_ns)
    table.machine.start()
    if table.observer.came_back(table.life):
        table.meet("an act is lost that nobody has seen")
    if table.game().falls > died.falls:
        table.meet("a fall while the clock is off")
    table.note("on again")
    table.busy_until_ns = table.scheduler.now_ns


RUNNING: dict[str, PersonAct] = {
    "move": move,
    "idle press": idle_press,
    "both at once": both_at_once,
    "fast moves": fast_moves,
    "at the limit": at_the_limit,
    "too late": too_late,
    "at the end": at_the_end,
    "stop": stop,
    "press and stop": press_and_stop,
}
"""What is done while a clock runs."""
STOPPED: dict[str, PersonAct] = {"resume": resume}
"""What is done while no clock runs."""
ANYTIME: dict[str, PersonAct] = {"kill": kill, "cut": cut_power}
