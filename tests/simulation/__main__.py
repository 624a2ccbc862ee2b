"""`make simulate SEEDS=9000` plays that many tables; `make simulate SEED=n` plays one again.

What was played stands in `build/simulation/n.json`: `CASE=FILE` plays that, as a test does if the
file is put into `tests/simulation/cases`, with a name that says what must hold.
"""

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

import msgspec

from tests.simulation.play import Outcome, case_of, played
from tests.simulation.shrink import shrunk
from tests.simulation.situations import SITUATIONS, rare
from tests.simulation.table import Case

SHOWN_MAX = 5
"""Failing seeds that are made small."""
GAMES = Path("build") / "simulation"


def main() -> int:
    """Play what the arguments ask for; return 1 if the clock was wrong."""
    parser = argparse.ArgumentParser(prog="make simulate", description=__doc__)
    parser.add_argument("--seeds", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--case", type=Path)
    arguments = parser.parse_args()
    if arguments.case is not None:
        return _replay(msgspec.json.decode(arguments.case.read_bytes(), type=Case))
    if arguments.seed is not None:
        return _replay(case_of(arguments.seed))
    return _swarm(range(arguments.first, arguments.first + arguments.seeds))


def _replay(case: Case) -> int:
    folder = GAMES / str(case.seed)
    subprocess.run(["rm", "-rf", folder], check=True)
    outcome = played(case, folder)
    _write(outcome.done)
    _report("swarm:", ", ".join(sorted(outcome.case.swarm)))
    _report("\n".join(outcome.log))
    _report(outcome.problem or "the clock agrees with the truth")
    _report(f"its game: {folder}")
    return bool(outcome.problem)


def _swarm(seeds: range) -> int:
    began_s, met, failed = time.monotonic(), Counter[str](), list[Outcome]()
    with Pool(os.cpu_count()) as pool:
        for outcome in pool.imap_unordered(_outcome, seeds, chunksize=4):
            met += outcome.met
            if outcome.problem:
                failed.append(outcome)
                _report(f"seed {outcome.case.seed}: {outcome.problem}")
    _report(f"{len(seeds)} seeds, {len(failed)} failures, {time.monotonic() - began_s:.0f} s")
    for outcome in failed[:SHOWN_MAX]:
        _report(f"\nseed {outcome.case.seed} at {_commit()}, made small:")
        small = played(shrunk(outcome.case, _kind))
        _report(f"{small.problem}\n" + "\n".join(small.log) + f"\n{_write(small.done)}")
    for situation in SITUATIONS:
        _report(f"{met[situation]:7} {situation}")
    seldom = rare(met, len(seeds))
    if seldom:
        _report("met too seldom: " + ", ".join(seldom))
    return bool(failed or seldom)


def _outcome(seed: int) -> Outcome:
    return played(case_of(seed))


def _write(case: Case) -> Path:
    file = GAMES / f"{case.seed}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.encode(case, order="deterministic"))
    return file


def _kind(case: Case) -> str:
    return played(case).kind


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def _report(*texts: str) -> None:
    print(*texts, file=sys.stdout, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
