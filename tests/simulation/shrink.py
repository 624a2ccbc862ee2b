"""Makes a failing case small: without acts, and without faults, as long as it fails."""

from collections.abc import Callable

from tests.simulation.table import Case


def shrunk(case: Case, fails: Callable[[Case], bool]) -> Case:
    """Return a smaller case that still fails; no act and no part of its swarm can be left out."""
    size = len(case.acts)
    while size:
        for first in range(0, len(case.acts), size)[::-1]:
            fewer = case._replace(acts=case.acts[:first] + case.acts[first + size :])
            if fails(fewer):
                case = fewer
        size //= 2
    for each in sorted(case.swarm):
        fewer = case._replace(swarm=case.swarm - {each})
        if fails(fewer):
            case = fewer
    return case
