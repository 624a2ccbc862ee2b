"""What happens to a machine now and then: kills, power cuts, disks, displays, the battery."""

import errno
from collections.abc import Callable

from hal.ports import ScreenName
from tests.journal.disks import Kind, Operation, refuses, works
from tests.simulation.contacts import BOUNCE_NS_MAX
from tests.simulation.machine import Gone
from tests.simulation.observer import Act, Wrong
from tests.simulation.organizer import finish
from tests.simulation.scheduler import MS, SECOND_NS
from tests.simulation.table import PLUNGERS, SETTLED_NS, Table
from tests.simulation.truth import Fact, Side

PLACES = {
    "ready": "before the start",
    "running": "while a clock runs",
    "joint": "in joint time",
    "stopped": "in a stop",
    "claimed": "in a claim",
}
OPERATIONS_MAX = 8
"""Of the disk, before a program is killed in one."""
SHOWN_WITHIN_NS = 5 * SECOND_NS
"""A fault of the disk is on the faces so soon, while a clock runs."""
DISK_BACK_NS = 40 * SECOND_NS
"""A disk that is back is written within this time, however slow it was."""


def kill(table: Table) -> None:
    _die(table, cut=False)


def cut_power(table: Table) -> None:
    _die(table, cut=True)


def kill_in_operation(table: Table) -> None:
    """The program ends while it waits for the disk."""
    cut = table.random.random() < 0.5
    _in_an_operation(table, lambda: _end_life(table, cut=cut))
    game = table.game()
    if game.phase == "running":
        table.plunge(game.turn)
    elif game.phase in ("stopped", "claimed"):
        finish(table)
    table.wait(3 * SECOND_NS)
    table.machine.at_operation = lambda: None
    if table.machine.life is None:
        table.meet("a power cut in an operation" if cut else "a kill in an operation")
    else:
        _end_life(table, cut=cut)
    table.wait(SECOND_NS)
    _start_again(table)


def _in_an_operation(table: Table, act: Callable[[], None]) -> None:
    """Have an act done within one of the next operations on the disk."""
    left = table.random.randint(1, OPERATIONS_MAX)

    def count() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            act()

    table.machine.at_operation = count


def _die(table: Table, *, cut: bool) -> None:
    """The program is killed, or the power fails, while an act may be on its way."""
    game = table.game()
    if game.phase == "running" and table.random.random() < 0.5:
        table.plunge(game.turn)
    table.wait(table.random.randint(0, 500 * MS))
    _end_life(table, cut=cut)
    table.wait(table.random.randint(SECOND_NS, 5 * SECOND_NS))
    if table.random.random() < 0.3:
        _press_while_off(table)
    _start_again(table)


def _end_life(table: Table, *, cut: bool) -> None:
    """Kill the program, or cut the power, now. Raises Gone if it waited for the disk."""
    table.note("the power fails" if cut else "the program is killed")
    place = PLACES.get(table.game().phase)
    if place is not None:
        table.meet(f"a {'power cut' if cut else 'kill'} {place}")
    if table.machine.disk_fails is not works:
        table.meet("a power cut on a bad disk" if cut else "a kill on a bad disk")
    table.observer.died(table.life, table.scheduler.now_ns, cut=cut)
    table.machine.cut_power() if cut else table.machine.kill()


def _press_while_off(table: Table) -> None:
    """A press that nobody sees: of a plunger that is up again, or still down, as the clock is on.

    It never counts, for it closes before the start.
    """
    side = table.any_side()
    held_ns = table.random.choice((50 * MS, 3 * SECOND_NS))
    table.contacts[PLUNGERS[side]].press(held_ns)
    table.wait(2 * BOUNCE_NS_MAX + 60 * MS)
    table.meet("a press while off" if held_ns < SECOND_NS else "a plunger held as the clock starts")
    table.note(f"a press of {side} while off, {held_ns / MS} ms")


def _start_again(table: Table) -> None:
    """Start the program, and see what survived."""
    died = table.observer.game(table.observer.deaths[-1].at_ns)
    if "kill at start" in table.swarm:
        _start_in_vain(table)
    side = None
    if died.phase == "running" and not table.observer.deaths[-1].cut:
        side = _bounce_across(table, died.turn)
    table.machine.start()
    if table.observer.next_game_is_up(table.life):
        table.is_over = True
        return
    if table.desk is not None:
        table.desk.well_ns = max(table.desk.well_ns, table.scheduler.now_ns)
        table.desk.check(table.life.journal)
    if table.observer.recover(table.life, table.scheduler.now_ns):
        table.meet("an act is lost that nobody has seen")
    if side is not None:
        act = Act(
            Fact(table.now_ns, "press", side),
            table.scheduler.now_ns + SECOND_NS,
            table.life,
            late=True,
            may_vanish=True,
        )
        table.observer.acts.append(act)
    if table.game().falls > died.falls:
        table.meet("a fall while the clock is off")
    table.note("on again")
    table.busy_until_ns = max(each.free_ns for each in table.contacts.values())


def _bounce_across(table: Table, side: Side) -> Side | None:
    """A plunger that is pressed as the program starts: its bounce may pass for a press of then."""
    if table.random.random() > 0.3:
        return None
    contact = table.contacts[PLUNGERS[side]]
    table.wait(max(0, contact.free_ns - table.scheduler.now_ns))
    contact.press(table.random.choice((50 * MS, 2 * SECOND_NS)))
    table.wait(table.random.randint(0, BOUNCE_NS_MAX))
    table.meet("a bounce across the start of the program")
    return side


def jump(table: Table) -> None:
    """The wall clock is set, by hours or years."""
    hours = table.random.choice((-30_000, -1, 1, 30_000))
    table.machine.wall_off_ns += hours * 3600 * SECOND_NS
    table.note(f"the wall clock jumps by {hours} h")
    table.meet("the wall clock jumps")


def _start_in_vain(table: Table) -> None:
    """Start the program, which is killed in one of its first operations on the disk."""

    def vanish() -> None:
        raise Gone

    _in_an_operation(table, vanish)
    try:
        table.machine.start()
        table.machine.kill()
    except Gone:
        table.meet("a kill at the start of the program")
    table.machine.at_operation = lambda: None
    if table.random.random() < 0.3:
        table.observer.deaths[-1] = table.observer.deaths[-1]._replace(cut=True)
        table.machine.cut_power()


def disk_error(table: Table) -> None:
    _spoil(table, "a disk that refuses", refuses(errno.EIO))


def disk_full(table: Table) -> None:
    """A full disk: it may take part of a write, and takes what does not grow a file."""
    _spoil(table, "a disk that is full", lambda _: None, table.random.randint(0, 300))


def sync_fails(table: Table) -> None:
    _spoil(table, "a disk whose syncs fail", refuses(errno.EIO, Kind.SYNC))


def disk_silent(table: Table) -> None:
    """The next operations take five seconds each."""
    until_ns, usual = table.scheduler.now_ns + 10 * SECOND_NS, table.usual_disk_ns
    table.machine.disk_takes_ns = lambda: (
        5 * SECOND_NS if table.scheduler.now_ns < until_ns else usual()
    )
    _spoil(table, "a disk that is silent", lambda _: None)


def _spoil(
    table: Table, name: str, fails: Callable[[Operation], None], room: int | None = None
) -> None:
    """Have the disk fail for a while, in which the game goes on; one trouble at a time."""
    if table.machine.disk_fails is not works:
        return
    machine, length_ns = table.machine, table.random.randint(1, 20) * SECOND_NS
    machine.disk_fails, machine.room = fails, room
    table.note(f"{name} for {length_ns / 1e9} s")
    table.meet(name)

    def mend() -> None:
        machine.disk_fails, machine.room = works, None

    table.scheduler.after(length_ns, mend)
    table.observer.disk_bad_until_ns = table.scheduler.now_ns + length_ns + DISK_BACK_NS
    # A disk that was silent is written more seldom, so the clock learns later that it is bad.
    is_sure = room is None and "disk silent" not in table.swarm
    if is_sure and length_ns > SHOWN_WITHIN_NS:
        life = table.life
        table.wait(SHOWN_WITHIN_NS)
        if table.machine.life is life and table.game().phase == "running":
            if not _is_shown(table, "journal: "):
                raise Wrong(f"a bad disk is not shown: {table.words()}")
            table.meet("a bad disk is shown")


def display_lost(table: Table) -> None:
    """A display is unplugged for a while; the other one says so."""
    life, name = table.life, table.random.choice(tuple(ScreenName))
    screen = life.screens[name]
    if screen.fault is None:
        screen.unplug()
        table.scheduler.after(table.random.randint(3, 9) * SECOND_NS, screen.plug_in)
        table.wait(SECOND_NS + table.lag_ns + SETTLED_NS)
        if not _is_shown(table, f"{name.value.capitalize()} display lost"):
            raise Wrong(f"a lost display is not shown: {table.words()}")
        table.meet("a display is lost")


def battery_low(table: Table) -> None:
    table.machine.power.charge = table.random.choice((3, 100))
    table.wait(SECOND_NS + table.lag_ns + SETTLED_NS)
    # Later its sign gives way to words, of which there may be some on both faces.
    is_due = table.game().phase == "ready" and table.machine.power.charge == 3
    if is_due and not _is_shown(table, "attery"):
        raise Wrong(f"a low battery is not shown: {table.words()}")
    if table.machine.power.charge == 3:
        table.meet("the battery is low")


def _is_shown(table: Table, problem: str) -> bool:
    """Whether a display that works shows a problem, or the sign of one; it may have a row alone."""
    works = [screen for screen in table.life.screens.values() if screen.fault is None]
    words = " ".join(each.shown.sentence for each in works if each.shown is not None)
    asks = "?" in words  # a question has both faces
    return not works or asks or problem in words or "Clock is faulty" in words


TROUBLE: dict[str, Callable[[Table], None]] = {
    "kill": kill,
    "cut": cut_power,
    "kill in an operation": kill_in_operation,
    "disk error": disk_error,
    "disk full": disk_full,
    "sync fails": sync_fails,
    "disk silent": disk_silent,
    "display lost": display_lost,
    "battery low": battery_low,
    "jump": jump,
}
