"""Converts between a clock's time and the desk's.

A beat says what a clock's time was when it was sent, and it arrives later: a few milliseconds, or
as long as a network takes. So the beat that took least says most: the offset is the least of those
of late. How the least ones change over minutes is how much faster the clock's time goes.
"""

from collections import deque
from statistics import median
from typing import NamedTuple

from clock.rules.units import SECOND_NS

SPAN_NS = 10 * SECOND_NS
"""For each span of time only the beat that took least is remembered."""
RECENT = 3
"""So many spans make the offset."""
SPANS_MAX = 90
"""A quarter of an hour: a longer drift would follow the temperature of the hall."""
SPANS_FOR_DRIFT = 18
"""Below three minutes a drift would be a guess."""
JUMP_NS = 2 * SECOND_NS
DRIFT_PPM_MAX = 200
"""No crystal of a clock that works is further off than this."""


class _Least(NamedTuple):
    at_ns: int
    offset_ns: int


class ClockTime:
    """One clock's time, from its beats; it begins again when the clock's time does."""

    def __init__(self) -> None:
        self._of = ""
        self._spans: deque[_Least] = deque(maxlen=SPANS_MAX)
        self._first: _Least | None = None
        self.offset_ns: int | None = None
        """How far the desk's time is ahead of the clock's; None before the first beat."""
        self.drift_ppm: float | None = None
        """How much faster the clock's time goes than the desk's; None until that can be known."""

    def add(self, of: str, clock_ns: int, desk_ns: int) -> None:
        """Take a beat: the clock's time when it was sent, the desk's when it arrived.

        `of` is what the clock's time belongs to: another boot or program may count otherwise.
        """
        if of != self._of:
            self._of, self._first = of, None
            self._spans.clear()
        beat = _Least(desk_ns, desk_ns - clock_ns)
        if not self._spans or desk_ns // SPAN_NS != self._spans[-1].at_ns // SPAN_NS:
            self._spans.append(beat)
        elif beat.offset_ns < self._spans[-1].offset_ns:
            self._spans[-1] = beat
        else:
            return
        if self._first is None and len(self._spans) > RECENT:
            self._first = min(list(self._spans)[:RECENT], key=lambda each: each.offset_ns)
        spans = list(self._spans)
        self.offset_ns = min(each.offset_ns for each in spans[-RECENT:])
        self.drift_ppm = _drift_ppm(spans)

    @property
    def jumped_ns(self) -> int:
        """How much time the clock has lost against the desk's, if no drift explains that; or 0."""
        if self._first is None or self.offset_ns is None:
            return 0
        lost_ns = self.offset_ns - self._first.offset_ns
        elapsed_ns = self._spans[-1].at_ns - self._first.at_ns
        drifted_ns = elapsed_ns * DRIFT_PPM_MAX // 1_000_000
        return lost_ns if abs(lost_ns) > JUMP_NS + drifted_ns else 0


def _drift_ppm(spans: list[_Least]) -> float | None:
    if len(spans) < SPANS_FOR_DRIFT:
        return None
    slopes = (
        (late.offset_ns - early.offset_ns) / (late.at_ns - early.at_ns)
        for early, late in zip(spans, spans[len(spans) // 2 :], strict=False)
    )
    return -1e6 * median(slopes)
