"""Tables of random faults in company: the clock agrees with the truth at every quiet point."""

from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from tests.simulation.play import Outcome, case_of, played
from tests.simulation.table import Case

FEW, SEEDS, PARTS = 6, 300, 6
"""The few are played by `make test` too."""
ACTS = 18
"""The first of each game: `make simulate` plays more."""
MET_MIN = 90
"""Of the situations, by each part."""

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))


def problems(outcomes: Iterable[Outcome]) -> list[str]:
    return [
        f"make simulate SEED={each.case.seed} ACTS={ACTS}: {each.problem}"
        for each in outcomes
        if each.problem
    ]


def test_the_clock_agrees_with_contacts_and_people_whatever_happens() -> None:
    assert problems(played(case_of(seed, ACTS)) for seed in range(FEW)) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_the_clock_agrees_with_them_at_many_more_tables(part: int) -> None:
    outcomes = [played(case_of(seed, ACTS)) for seed in range(FEW + part, SEEDS, PARTS)]
    assert problems(outcomes) == []
    met = {situation for each in outcomes for situation, count in each.met.items() if count}
    assert len(met) > MET_MIN  # a clock that refused every order would agree as well


def test_each_named_case_is_right() -> None:
    for file in CASES:
        case = msgspec.json.decode(file.read_bytes(), type=Case)
        outcome = played(case)
        assert (outcome.problem, outcome.done.acts) == ("", case.acts), file


def test_what_a_seed_played_is_played_again_from_its_file() -> None:
    drawn = played(case_of(7, ACTS))
    again = played(msgspec.json.decode(msgspec.json.encode(drawn.done), type=Case))
    assert (again.log, again.done) == (drawn.log, drawn.done)
