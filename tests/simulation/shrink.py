"""Makes a failing case small: without acts and faults, as long as it fails in the same way."""

from collections.abc import Callable

from msgspec.structs import replace

from tests.simulation.table import Case


def shrunk(case: Case, kind: Callable[[Case], str]) -> Case:
    """Return a smaller case of the same kind of failure; nothing more of it can be left out."""
    failure, before = kind(case), None
    while case != before:
        before = case
        case = _fewer_acts(case, lambda each: kind(each) == failure)
        for each in sorted(case.swarm):
            fewer = replace(case, swarm=case.swarm - {each})
            if kind(fewer) == failure:
                case = fewer
    return case


def _fewer_acts(case: Case, fails: Callable[[Case], bool]) -> Case:
    size = len(case.acts)
    while size:
        for first in range(0, len(case.acts), size)[::-1]:
            fewer = replace(case, acts=case.acts[:first] + case.acts[first + size :])
            if fails(fewer):
                case = fewer
        size //= 2
    return case
