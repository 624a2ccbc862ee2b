"""How the desk begins a round: it sets the game and its names, and starts it."""

from clock.game.names import Names
from clock.link.messages import STARTS, Op
from clock.rules.inputs import Start
from hal.ports import Line
from tests.simulation.controls import random_rules, setup_of
from tests.simulation.desk import Desk
from tests.simulation.observer import Act, Wrong
from tests.simulation.scheduler import MS, SECOND_NS
from tests.simulation.table import Table
from tests.simulation.truth import Fact


def set_up(desk: Desk, table: Table) -> None:
    """Leave an assignment, which the clock takes once."""
    life, names = table.life, Names(event=f"round {table.random.randint(1, 9)}")
    asked = desk.assign(setup_of(table.rules), names)
    table.await_answer(asked)
    if asked is not None and (ack := desk.acks.get(asked.id)) is not None:
        if ack.done and table.machine.life is life and life.station.snapshot.names != names:
            raise Wrong(f"{names} are not those of the game")
        if ack.done:
            table.note(f"the desk sets up {names}")
            table.meet("a game is set up from the desk")


def start(_: Desk, table: Table) -> None:
    """Start the game; one or both may be late."""
    ops = [Op.START, Op.START_WITHOUT_LEFT, Op.START_WITHOUT_RIGHT]
    if table.rules.knows_joint:
        ops.append(Op.START_JOINT)
    op = table.random.choice(ops)
    absent = STARTS[op]
    value = 1 if len(absent) == 2 else {"left": 2, "right": 3}[absent[0].value] if absent else 0
    if table.order(Start(0, absent), op=op, kind="start", value=value):
        table.meet("a game is started from the desk")


def next_game(table: Table) -> bool:
    """Put the next game on the table: at its buttons, or another one from the desk."""
    rules, desk, started = random_rules(table.random), table.desk, None
    if desk is not None and table.game().phase == "finished" and table.random.random() < 0.9:
        asked = desk.assign(setup_of(rules), Names(event="the next"))
        table.await_answer(asked)
        ack = None if asked is None else desk.acks.get(asked.id)
        if ack is None or not ack.done:
            return False
        table.meet("the desk sets the next game")
    else:
        if "Next game?" not in table.words():  # who has agreed on a result is asked at once
            table.tap(Line.OK)
            table.settle()
        if "Next game?" not in table.words():
            return False
        if table.random.random() < 0.3:
            table.tap(Line.OK)
            table.settle()
        table.read_on()
        words = table.words().replace("OK Left begins", "")  # the other way
        if desk is not None:
            desk.hall.forget_assignment()
        seats = table.game().seats  # a control that was set right stays
        rules = table.rules._replace(
            left=seats["left"].control,
            right=seats["right"].control,
            starter="left" if "Left begins" in words else "right",
        )
        at_ns, known_ns = table.tap(Line.PLUS)
        table.settle()
        if "Plus start" in words:
            started = Act(Fact(at_ns, "start"), known_ns, table.life)
        table.meet("the next game at the table")
    table.begin(rules)
    if started is not None:
        table.observer.acts.append(started)
        table.meet("the next game starts at once")
    until_ns = table.scheduler.now_ns + SECOND_NS + table.lag_ns
    while not table.life.journal.is_written:  # a slow disk takes a moment
        if table.scheduler.now_ns >= until_ns:
            raise Wrong("the next game is not on the disk at once")
        table.wait(100 * MS)
    return True


ROUND = {"set up": set_up, "start at the desk": start}
