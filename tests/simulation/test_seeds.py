"""Tables of random faults in company: the clock agrees with the truth at every quiet point."""

import pytest

from tests.simulation.play import case_of, played

SEEDS, PARTS = 300, 6
ACTS = 18
"""The first of each game: `make simulate` plays more."""


@pytest.mark.parametrize("part", range(PARTS))
def test_the_clock_agrees_with_contacts_and_people_whatever_happens(part: int) -> None:
    problems = [
        f"make simulate SEED={seed}: {problem}"
        for seed in range(part, SEEDS, PARTS)
        if (problem := played(case_of(seed, ACTS)).problem)
    ]
    assert not problems
