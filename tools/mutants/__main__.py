"""`make mutants`: how many of the drawn mutants of each place its tests find."""

import argparse
import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from tools.mutants.mutations import Mutant, draw
from tools.mutants.places import BUILD, PLACES, Place
from tools.mutants.trials import Bench, Outcome, Verdict

EQUIVALENT = Path(__file__).parent / "equivalent.toml"
FOUND_MIN, UNDECIDED_MAX = 0.95, 0.05
HEAD = ("place", "drawn", "tests", "mypy", "survived", "undecided", "equivalent", "found")


class Tried(NamedTuple):
    """A mutant of a place, and what became of it."""

    mutant: Mutant
    outcome: Outcome
    is_equivalent: bool


def main() -> int:
    """Try the mutants of the places that were named, or of all; print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("places", nargs="*", metavar="PLACE", help=", ".join(PLACES))
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if options.count < 1:
        parser.error(f"expected a count from 1 on, got {options.count}")
    if unknown := set(options.places) - set(PLACES):
        parser.error(f"expected {', '.join(PLACES)}, got {', '.join(sorted(unknown))}")
    tried = {
        name: _tried(name, PLACES[name], options.count, options.seed)
        for name in options.places or PLACES
    }
    for name, each in tried.items():
        _print_left(name, each)
    print("| " + " | ".join(HEAD) + " |\n|" + "---|" * len(HEAD))
    poor = [name for name, each in tried.items() if not _print_row(name, each)]
    return int(bool(poor))


def _tried(name: str, place: Place, count: int, seed: int) -> list[Tried]:
    """Try what was not tried yet, a line of the results for each."""
    folder = BUILD / name
    folder.mkdir(parents=True, exist_ok=True)
    bench, results = Bench(folder, place), folder / "results.jsonl"
    known = _known(results)
    equivalent = _equivalent()
    tried = []
    mutants = draw(bench.tree, place, count, seed)
    for number, mutant in enumerate(mutants, 1):
        versions = (bench.file_version(mutant.file), bench.version)
        outcome = next(
            (known[mutant.key, each] for each in versions if (mutant.key, each) in known), None
        )
        if outcome is None:
            outcome = bench.outcome(mutant)
            is_found = outcome.verdict in (Verdict.TESTS, Verdict.MYPY)
            line = (mutant.key, versions[0 if is_found else 1], *outcome)
            with results.open("a") as file:
                file.write(json.dumps(line) + "\n")
            print(f"{name} {number}/{len(mutants)} {mutant.key} {outcome.verdict}", flush=True)
        same = (str(mutant.file), mutant.before, mutant.after) in equivalent
        tried.append(Tried(mutant, outcome, same))
    return tried


def _known(results: Path) -> dict[tuple[str, str], Outcome]:
    """Return what became of mutants earlier, by key and version."""
    lines = results.read_text().splitlines() if results.exists() else []
    rows = map(json.loads, lines)
    return {(key, version): Outcome(Verdict(verdict), by) for key, version, verdict, by in rows}


def _equivalent() -> set[tuple[str, str, str]]:
    rows = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    assert all(row["because"] for row in rows)
    return {(row["file"], row["before"], row["after"]) for row in rows}


def _print_left(name: str, tried: list[Tried]) -> None:
    for mutant, outcome, is_equivalent in tried:
        if outcome.verdict in (Verdict.SURVIVED, Verdict.UNDECIDED) and not is_equivalent:
            print(f"{name} {mutant.key}: {outcome.verdict}\n{mutant.diff}")
        elif is_equivalent and outcome.verdict is Verdict.TESTS:
            print(
                f"{name} {mutant.key}: listed as equivalent, found by {outcome.by}\n{mutant.diff}"
            )


def _print_row(name: str, tried: list[Tried]) -> bool:
    """Print the figures of a place; return whether they are good enough."""
    counts = Counter(each.outcome.verdict for each in tried if not each.is_equivalent)
    found = counts[Verdict.TESTS] + counts[Verdict.MYPY]
    decided = found + counts[Verdict.SURVIVED]
    rate = found / decided if decided else 1.0
    equivalent = sum(each.is_equivalent for each in tried)
    figures = (len(tried), *(counts[verdict] for verdict in Verdict), equivalent, f"{rate:.1%}")
    print("| " + " | ".join(map(str, (name, *figures))) + " |")
    return rate >= FOUND_MIN and counts[Verdict.UNDECIDED] <= UNDECIDED_MAX * len(tried)


if __name__ == "__main__":
    raise SystemExit(main())
