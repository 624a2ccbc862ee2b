"""The figures of the table, and their bounds."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value with its unit, and its bound if any."""

    name: str
    value: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None

    @property
    def bound(self) -> str:
        """The bound in words."""
        if self.at_most is not None:
            return f"at most {self.at_most:,g}"
        return "" if self.at_least is None else f"at least {self.at_least:,g}"

    @property
    def holds(self) -> bool:
        """Whether the bound holds; a figure without one always does."""
        return not (
            (self.at_most is not None and self.value > self.at_most)
            or (self.at_least is not None and self.value < self.at_least)
        )


def percentile(values: Sequence[float], percent: int) -> float:
    """Return a percentile of at least two values."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]
