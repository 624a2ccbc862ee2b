"""Plays a case: what is possible at each act, until the game is over."""

import random
import re
import shutil
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

from clock import boot
from tests.simulation.desk import CAUGHT_UP_NS
from tests.simulation.network import NETWORK
from tests.simulation.observer import Wrong
from tests.simulation.organizer import DISPUTES, IN_A_STOP
from tests.simulation.people import RUNNING, PersonAct, choose, move, resume, start
from tests.simulation.records import check_records
from tests.simulation.round import ROUND, next_game
from tests.simulation.situations import met_in
from tests.simulation.table import FAULTS, SETTLED_NS, Case, Table
from tests.simulation.trouble import TROUBLE

ACTS = 30
PLAY = {**RUNNING, **DISPUTES}
SWARM = (*FAULTS, "next game", *PLAY, *IN_A_STOP, *TROUBLE, *NETWORK, *ROUND)
NAMES = frozenset(("", "start", "move", "choose", *SWARM))
"""What acts and faults of a case may be called."""
DRAWS_MAX = 6
"""As long as nothing is done."""
SHARE, OFTEN = 0.4, 0.8
"""Of the swarm: what one table has."""
FEW_TABLES = (
    *("set byoyomi", "set stones", "set period", "set moves", "set turn", "set colours"),
    *("illegal move", "stop", "set up", "dispute", "lift clapper", "desk", "at the end"),
)
"""What few tables have a use for, or what leads there."""
FIGURELESS = re.compile(r"^[^\d'\"(\[{;]*")
Named = tuple[str, PersonAct]
MEMORY = Path("/dev/shm")
"""A disk in memory."""


class Outcome(NamedTuple):
    """What a case led to."""

    case: Case
    problem: str
    """How the clock differs from the truth; empty if it does not."""
    log: list[str]
    met: Counter[str]
    done: Case
    """The case by the names of its acts, which it keeps when others are added."""

    @property
    def kind(self) -> str:
        """What kind of difference it is: the first one, up to its figures; of an error the line."""
        place = re.findall(r'File ".*/(.*?)", line \d+, in (\w+)', self.problem)[-1:]
        last = self.problem.strip().rpartition("\n")[2]
        return f"{place} {FIGURELESS.findall(last)[:1]}"


def case_of(seed: int, acts: int = ACTS) -> Case:
    """Return a seed's case."""
    chance = Random(f"swarm {seed}")
    swarm = frozenset(
        each for each in SWARM if chance.random() < (OFTEN if each in FEW_TABLES else SHARE)
    )
    return Case(seed=seed, swarm=swarm, acts=tuple((number, "") for number in range(acts)))


def played(case: Case, copied_to: Path | None = None) -> Outcome:
    """Play a case, always on a disk in memory; its game files are copied to `copied_to`."""
    place = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=place) as made:
        folder = Path(made) / "games"
        outcome = _played(case, folder)
        if copied_to is not None:
            shutil.copytree(folder, copied_to)
    return outcome


def _played(case: Case, folder: Path) -> Outcome:
    random.seed(case.seed)  # for the pauses of the link
    table, done, problem = Table(case, folder), dict[int, str](), ""
    try:
        with patch.object(boot, "wall_time", table.machine.wall_time):
            _play(table, case, done)
    except Wrong as wrong:
        problem = str(wrong)
    except Exception:
        problem = traceback.format_exc()
    by_name = replace(case, acts=tuple(done.items()), rules=table.rules)
    return Outcome(case, problem, table.log, table.met, by_name)


def _play(table: Table, case: Case, done: dict[int, str]) -> None:
    table.note_rules()
    table.machine.start()
    table.wait(SETTLED_NS)
    for number, name in case.acts:
        done[number] = name  # until it is chosen: what comes before may fail
        table.random.seed(f"{case.seed} {number}")
        table.settle()
        table.think()
        if table.is_over:
            return
        table.check()
        if table.game().phase in ("over", "finished"):
            _end(table)
            if "next game" not in case.swarm or not next_game(table):
                return
        for chosen, act in _acts(table, f"{case.seed} {number}", name):
            done[number] = chosen
            act(table)
    if not table.is_over:
        _end(table)


def _acts(table: Table, seed: str, name: str) -> Iterator[Named]:
    """Yield what a name says, or what is drawn, until something has had an effect."""
    possible, before = _possible(table), table.effect
    for number in range(DRAWS_MAX):
        table.random.seed(f"{seed} {number}")
        drawn = table.random.choice(possible)
        chosen = next((each for each in possible if each[0] == name), drawn)
        table.random.seed(f"{seed} {chosen[0]}")
        yield chosen
        if table.effect != before:
            return


def _end(table: Table) -> None:
    """See what is left of a game, at the table, on the disk and at the desk."""
    table.settle()
    table.wait(max(0, table.well_ns - table.scheduler.now_ns))
    table.check()
    if table.desk is not None:
        table.wait(CAUGHT_UP_NS)
        table.check()
    table.met += met_in(table.observer, table.now_ns)
    check_records(table)


def _possible(table: Table) -> list[Named]:
    """Return what can be done now; a move is likelier than anything else."""
    phase, swarm, desk = table.game().phase, table.swarm, table.desk
    trouble: list[Named] = [each for each in TROUBLE.items() if each[0] in swarm]
    round_ = list[Named]()
    if desk is not None:
        trouble += [(name, partial(act, desk)) for name, act in NETWORK.items() if name in swarm]
        round_ = [(name, partial(act, desk)) for name, act in ROUND.items() if name in swarm]
    if phase == "ready":
        return [("start", start)] * (2 if round_ else 4) + round_ + trouble
    runs = phase in ("running", "joint")
    usual: list[Named] = [("move", move)] * 6 if runs else [("resume", resume)]
    if runs and table.game().may_choose:
        usual = [("move", move), ("choose", choose)]
    if phase == "joint":  # it does not last long
        trouble *= 3
    here = PLAY if runs else IN_A_STOP
    return usual + [each for each in here.items() if each[0] in swarm] + trouble
