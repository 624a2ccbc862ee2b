"""`make simulate SEEDS=9000` plays that many tables; `make simulate SEED=n` plays one again.

A failing seed is made small and written to `build/simulation/n-small.json`; `SEED=n` writes
`n/case.json` beside the game. `CASE=FILE` plays such a file, as a test does if it is put into
`tests/simulation/cases`, with a name that says what must hold.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import msgspec

from tests.simulation.play import ACTS, NAMES, Outcome, case_of, played
from tests.simulation.shrink import shrunk
from tests.simulation.situations import SEEDS, SITUATIONS, TIMES, rare
from tests.simulation.table import Case

SHOWN_MAX = 5
"""Failing seeds that are made small."""
GAMES = Path("build") / "simulation"


def main() -> int:
    """Play what the arguments ask for; return 1 if the clock was wrong."""
    parser = argparse.ArgumentParser(prog="make simulate", description=__doc__)
    parser.add_argument("--seeds", type=_number, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--acts", type=_number, default=ACTS)
    parser.add_argument("--case", type=_case)
    arguments = parser.parse_args()
    if arguments.case is not None:
        return _replay(arguments.case)
    if arguments.seed is not None:
        return _replay(case_of(arguments.seed, arguments.acts))
    return _swarm(range(arguments.first, arguments.first + arguments.seeds), arguments.acts)


def _number(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, got {text}")
    return int(text)


def _case(text: str) -> Case:
    try:
        case = msgspec.json.decode(Path(text).read_bytes(), type=Case)
    except (OSError, msgspec.MsgspecError) as error:
        raise argparse.ArgumentTypeError(f"{text}: {error}") from None
    for name in (*case.swarm, *(name for _, name in case.acts)):
        if name not in NAMES:
            raise argparse.ArgumentTypeError(f"{text}: there is no act or fault {name!r}")
    return case


def _replay(case: Case) -> int:
    folder = GAMES / str(case.seed)
    shutil.rmtree(folder, ignore_errors=True)
    outcome = played(case, folder)
    _write(outcome.done, folder / "case.json")
    _report_play(outcome)
    _report(outcome.problem or "the clock agrees with the truth")
    _report(f"its game: {folder}")
    return bool(outcome.problem)


def _report_play(outcome: Outcome) -> None:
    _report("swarm:", ", ".join(sorted(outcome.case.swarm)))
    _report("\n".join(outcome.log))


def _swarm(seeds: range, acts: int) -> int:
    began_s, met, failed = time.monotonic(), Counter[str](), list[Outcome]()
    with Pool(os.cpu_count()) as pool:
        for outcome in pool.imap_unordered(partial(_outcome, acts), seeds, chunksize=4):
            met += outcome.met
            if outcome.problem:
                failed.append(outcome)
                _report(f"seed {outcome.case.seed}: {outcome.problem}")
    _report(f"{len(seeds)} seeds, {len(failed)} failures, {time.monotonic() - began_s:.0f} s")
    for outcome in failed[:SHOWN_MAX]:
        _report(f"\nseed {outcome.case.seed} at {_commit()}, made small:")
        by_name = played(outcome.done).kind == outcome.kind
        small = played(shrunk(outcome.done if by_name else outcome.case, _kind))
        _report_play(small)
        _report(small.problem)
        _report(_write(small.done, GAMES / f"{outcome.case.seed}-small.json"))
    for situation in SITUATIONS:
        _report(f"{met[situation]:7} {situation}")
    seldom = rare(met, len(seeds))
    if seldom:
        _report(f"met less than {TIMES} times in {SEEDS} seeds: " + ", ".join(seldom))
    return bool(failed or seldom)


def _outcome(acts: int, seed: int) -> Outcome:
    return played(case_of(seed, acts))


def _write(case: Case, file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.encode(case, order="deterministic"))
    return file


def _kind(case: Case) -> str:
    return played(case).kind


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def _report(*texts: object) -> None:
    print(*texts, file=sys.stdout, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
