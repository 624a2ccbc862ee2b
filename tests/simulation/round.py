"""How the desk begins a round: it sets the game and its names, and starts it."""

from clock.game.names import Names
from clock.link.messages import STARTS, Op
from clock.rules.inputs import Start
from tests.simulation.controls import setup_of
from tests.simulation.desk import Desk
from tests.simulation.observer import Wrong
from tests.simulation.table import Table


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


ROUND = {"set up": set_up, "start at the desk": start}
