"""What happens now and then on the way to the desk, and there."""

from collections.abc import Callable

from tests.simulation.desk import Desk
from tests.simulation.scheduler import SECOND_NS
from tests.simulation.table import Table

NetworkAct = Callable[[Desk, Table], None]


def network_out(desk: Desk, table: Table) -> None:
    """Nothing gets through for a while; who is connected may notice that late."""
    desk.hall.is_out = True
    desk.hall.cut(is_noticed=table.random.random() < 0.5)
    _mend_later(desk, table, "the network is out")


def refuse(desk: Desk, table: Table) -> None:
    desk.hall.refuses = True
    desk.hall.cut()
    _mend_later(desk, table, "the broker refuses logins")


def broker_forgets(desk: Desk, table: Table) -> None:
    desk.hall.forget()
    _mend_later(desk, table, "the broker begins without memory")


def desk_off(desk: Desk, table: Table) -> None:
    desk.is_on = False
    _mend_later(desk, table, "the desk is off")


def desk_put_back(desk: Desk, table: Table) -> None:
    """The desk's database is an earlier copy."""
    desk.put_back()
    _mend_later(desk, table, "the desk is put back")


def back_up(desk: Desk, table: Table) -> None:
    desk.back_up()
    table.note("the desk is backed up")


def _mend_later(desk: Desk, table: Table, name: str) -> None:
    length_ns = table.random.randint(1, 20) * SECOND_NS
    table.note(f"{name} for {length_ns / 1e9} s")
    table.meet(name)
    desk.well_ns = max(desk.well_ns, table.scheduler.now_ns + length_ns)

    def mend() -> None:
        if table.scheduler.now_ns >= desk.well_ns:  # no later trouble goes on
            desk.hall.is_out = desk.hall.refuses = False
            if not desk.is_on:  # of what it has not heard there are no copies on their way
                desk.hall.strays_since_ns = table.scheduler.now_ns
            desk.is_on = True

    table.scheduler.after(length_ns, mend)


NETWORK: dict[str, NetworkAct] = {
    "network out": network_out,
    "refuse": refuse,
    "broker forgets": broker_forgets,
    "desk off": desk_off,
    "desk put back": desk_put_back,
    "back up": back_up,
}
