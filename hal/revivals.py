"""How often what brings the edges was started again: what ends at once each time is not there."""

from collections import deque

from hal.ports import LOSS_SHOWN_NS

REVIVALS_MAX = 3
REVIVALS_NS = 60_000_000_000
"""What was started again REVIVALS_MAX times within this time is taken for gone."""


class Revivals:
    """The instants of the latest revivals."""

    def __init__(self) -> None:
        self._at_ns: deque[int] = deque(maxlen=REVIVALS_MAX)

    def add(self, now_ns: int) -> None:
        """It was started again at `now_ns`."""
        self._at_ns.append(now_ns)

    def are_too_many(self, now_ns: int) -> bool:
        """Whether it would have to be started again and again."""
        return len(self._at_ns) == REVIVALS_MAX and now_ns - self._at_ns[0] < REVIVALS_NS

    def fault(self, now_ns: int) -> str | None:
        """None, or one line: it was not there for a moment, or is not."""
        if self.are_too_many(now_ns):
            return "what brings the edges ends again and again: plungers are not heard"
        if self._at_ns and now_ns - self._at_ns[-1] < LOSS_SHOWN_NS:
            return "plungers were not heard for a moment: check the last press"
        return None
