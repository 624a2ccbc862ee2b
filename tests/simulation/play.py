"""Plays a case: what is possible at each act, until the game is over."""

import random
import re
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from clock import boot
from tests.simulation.desk import CAUGHT_UP_NS, Desk
from tests.simulation.network import NETWORK
from tests.simulation.observer import Wrong
from tests.simulation.organizer import IN_A_STOP
from tests.simulation.people import RUNNING, PersonAct, choose, move, resume, start
from tests.simulation.records import check_records
from tests.simulation.round import ROUND
from tests.simulation.situations import met_in
from tests.simulation.table import FAULTS, SETTLED_NS, Case, Table
from tests.simulation.trouble import TROUBLE

ACTS = 30
SWARM = (*FAULTS, *RUNNING, *IN_A_STOP, *TROUBLE, *NETWORK, *ROUND)
SHARE = 0.4
"""Of the swarm: what one table has."""
FIGURELESS = re.compile(r"^[^\d'\"(\[{;]*")
MEMORY = Path("/dev/shm")
"""A disk in memory."""


class Outcome(NamedTuple):
    """What a case led to."""

    case: Case
    problem: str
    """How the clock differs from the truth; empty if it does not."""
    log: list[str]
    met: Counter[str]

    @property
    def kind(self) -> str:
        """What kind of difference it is: the first one, up to its figures; of an error the line."""
        place = re.findall(r'File ".*/(.*?)", line \d+, in (\w+)', self.problem)[-1:]
        last = self.problem.strip().rpartition("\n")[2]
        return f"{place} {FIGURELESS.findall(last)[:1]}"


def case_of(seed: int, acts: int = ACTS) -> Case:
    """Return a seed's case."""
    chance = Random(f"swarm {seed}")
    swarm = frozenset(each for each in SWARM if chance.random() < SHARE)
    return Case(seed, swarm, tuple(range(acts)))


def played(case: Case, folder: Path | None = None) -> Outcome:
    """Play a case, in a folder of its own if none is named."""
    if folder is None:
        place = MEMORY if MEMORY.is_dir() else None
        with tempfile.TemporaryDirectory(dir=place) as made:
            return played(case, Path(made) / "games")
    random.seed(case.seed)  # for the pauses of the link
    table = Table(case, folder)
    try:
        with patch.object(boot, "wall_time", table.machine.wall_time):
            _play(table, case)
    except Wrong as wrong:
        return Outcome(case, str(wrong), table.log, table.met)
    except Exception:
        return Outcome(case, traceback.format_exc(), table.log, table.met)
    return Outcome(case, "", table.log, table.met)


def _play(table: Table, case: Case) -> None:
    table.note(f"{table.rules}")
    table.machine.start()
    table.wait(SETTLED_NS)
    for number in case.acts:
        table.random.seed(f"{case.seed} {number}")
        table.settle()
        table.think()
        if not table.is_over:
            table.check()
        if table.is_over or table.game().phase in ("over", "finished"):
            break
        table.random.choice(_possible(table))(table)
    if table.is_over:
        return
    table.settle()
    table.wait(max(0, table.well_ns - table.scheduler.now_ns))
    table.check()
    if table.desk is not None:
        table.wait(CAUGHT_UP_NS)
        table.check()
    table.met += met_in(table.observer, table.now_ns)
    check_records(table)


def _possible(table: Table) -> list[PersonAct]:
    """Return what can be done now; a move is likelier than anything else."""
    phase = table.game().phase
    trouble: list[PersonAct] = [act for name, act in TROUBLE.items() if name in table.swarm]
    trouble += _at_the_desk(table, NETWORK)
    if phase == "ready":
        desk = _at_the_desk(table, ROUND)
        return [start] * (2 if desk else 4) + desk + trouble
    runs = phase in ("running", "joint")
    here = RUNNING if runs else IN_A_STOP
    usual = [move] * 6 if runs else [resume]
    if runs and table.game().may_choose:
        usual = [move, choose]
    return usual + [act for name, act in here.items() if name in table.swarm] + trouble


def _at_the_desk(
    table: Table, acts: Mapping[str, Callable[[Desk, Table], None]]
) -> list[PersonAct]:
    """Return what can be done there, if there is a desk."""
    if table.desk is None:
        return []
    return [partial(act, table.desk) for name, act in acts.items() if name in table.swarm]
