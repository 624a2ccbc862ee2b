"""What people do at a table: they start a game, play it, stop it and go on."""

from collections.abc import Callable

from hal.ports import Line
from tests.simulation.opening_steps import STEPS
from tests.simulation.scheduler import MS, SECOND_NS
from tests.simulation.table import LATENCY_NS_MAX, SETTLED_NS, Table
from tests.simulation.truth import OTHER

PersonAct = Callable[[Table], None]


def move(table: Table) -> None:
    table.plunge(table.game().turn)


def idle_press(table: Table) -> None:
    table.plunge(OTHER[table.game().turn])
    table.meet("the other seat presses")


def both_at_once(table: Table) -> None:
    first = table.any_side()
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
    side = table.game().turn
    table.plunge(side, table.latest_ns(side))
    table.meet("an edge comes at the limit")


def too_late(table: Table) -> None:
    late_ns = LATENCY_NS_MAX + table.random.choice((1, MS, 90 * MS))
    table.plunge(table.game().turn, late_ns)
    table.meet("an edge comes too late")


def lose_edges(table: Table) -> None:
    table.press_half_seen(table.game().turn)
    table.meet("edges are lost")


def at_the_end(table: Table) -> None:
    """Press as the time of a seat, of its period or its byo-yomi period ends."""
    game = table.game()
    clock = game.seats[game.turn]
    ends_ns = clock.delay_ns + clock.left_ns
    off_ns = table.random.choice((-1, 0, 1, 1, table.random.randint(-300 * MS, 300 * MS)))
    if clock.fallen or ends_ns > 70 * SECOND_NS or ends_ns + off_ns < 0:
        move(table)
        return
    table.wait(ends_ns + off_ns)
    late_ns = table.random.choice(
        (None, table.latest_ns(game.turn), *(LATENCY_NS_MAX + 80 * MS,) * 2)
    )
    table.plunge(game.turn, late_ns)


def stop(table: Table) -> None:
    table.press(Line.STOP, "stop")


def choose(table: Table) -> None:
    """Enter a swap, or two more, in an opening; then press."""
    game = table.game()
    if game.may_choose and not game.choice:
        two_more = STEPS[table.rules.opening][game.step].two_more is not None
        value = table.random.choice((1, 2, 2)) if two_more else 1
        table.press((Line.PLUS, Line.MINUS)[value - 1], "choose", game.turn, value=value)
        table.settle()
        table.meet("two more are chosen" if value == 2 else "a swap is chosen")
    move(table)


def press_and_stop(table: Table) -> None:
    """A move that is followed at once by a stop, as of a hand that slips."""
    side = table.random.choice((table.game().turn, OTHER[table.game().turn]))
    table.plunge(side)
    table.wait(table.random.choice((1, table.random.randint(1, 300 * MS))))
    stop(table)


def start(table: Table) -> None:
    """Start the game by OK, or by the plunger of the seat that does not begin."""
    side = OTHER[table.rules.starter]
    if "joint time" in table.swarm and table.rules.knows_joint:
        table.tap(Line.PLUS)
        table.wait(SETTLED_NS)
        if "Both late" in table.words():
            table.press(Line.OK, "start", value=1)
            if table.random.random() < 0.3:
                table.wait(SECOND_NS)
                stop(table)
    elif table.random.random() < 0.5:
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
    table.settle()
    table.read_on()
    if table.machine.life is life and "Resume?" in table.words():
        table.press(Line.PLUS, "resume")
    else:
        table.tap(Line.STOP)  # a menu is open: this closes it


RUNNING: dict[str, PersonAct] = {
    "move": move,
    "idle press": idle_press,
    "both at once": both_at_once,
    "fast moves": fast_moves,
    "at the limit": at_the_limit,
    "too late": too_late,
    "lose edges": lose_edges,
    "at the end": at_the_end,
    "stop": stop,
    "choose": choose,
    "press and stop": press_and_stop,
}
"""What is done while a clock runs."""
