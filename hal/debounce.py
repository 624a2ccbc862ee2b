"""Makes presses of edges, on the edges' stamps alone: no time is read here.

A contact that closes bounces for some milliseconds, and a cable picks up spikes. Edges closer than
`confirm_ns` are one *burst*. When a burst is over and the level it left holds, the line has
changed, and the change is dated at the burst's first edge. After a change `lockout_ns` pass before
another is looked for, and then the level is read, so that a release within that time is not lost.

The kernel stamps an edge in the interrupt, samples its polarity a little later, and delivers it up
to EDGE_LATENCY_NS_MAX later still, each line's edges in order. Hence two rules decide what held:

- Silence. The last edge of a burst tells its polarity truly, for another would have followed. If
  the next edge is stamped `confirm_ns` later or more, the level held until then, whatever that next
  edge reports (its own sample may be late).
- Reading. If no edge followed, the level is read. If it agrees with the last edge, that is that;
  when the reading itself comes late, edges may still be on their way, and it must agree twice,
  `confirm_ns` apart. If it contradicts the last edge, an edge stamped before the reading is on its
  way or was swallowed. The next edge decides: stamped before the reading, it is the one that was
  missing, and silence decides; stamped after it, an edge was swallowed, and the reading is right,
  if `confirm_ns` of silence follow it. If none comes within EDGE_LATENCY_NS_MAX, the level is read
  again and believed.

So no press is lost however late its edges come, a spike is refused though half of it was swallowed,
and no state lasts that the level contradicts.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from hal.ports import Edge, Line
from hal.wiring import DebounceWiring

EDGE_LATENCY_NS_MAX = 250_000_000
"""The longest that an edge may take from its stamp to its delivery."""

BURST_NS_MAX = 100_000_000
"""A burst longer than this is noise, not a contact: its beginning is forgotten."""


class Change(NamedTuple):
    """A line's new level, dated at the first edge that led to it."""

    line: Line
    pressed: bool
    at_ns: int


class _Burst:
    """Edges closer than `confirm_ns`: the first and last stamp, the last polarity.

    Once it has made a change it is spent: edges that still come are bounces that were on their way,
    and mean nothing new.
    """

    def __init__(self, edge: Edge) -> None:
        self.first_ns = self.last_ns = edge.at_ns
        self.pressed, self.spent = edge.pressed, False

    def extend(self, edge: Edge) -> None:
        self.last_ns = max(self.last_ns, edge.at_ns)
        if not self.spent:
            self.pressed = edge.pressed
        if self.last_ns - self.first_ns > BURST_NS_MAX:
            self.first_ns = self.last_ns


class _Reading(NamedTuple):
    """A level that contradicts the edges, read at `at_ns` at the latest."""

    pressed: bool
    at_ns: int


class Debouncer:
    """Debounce one line: `add_edge` and `settle` return the change that is proved, if any.

    Call `settle` when `due_ns` has come. Holds one burst and one reading at most.
    """

    def __init__(
        self, line: Line, pressed: bool = False, times: DebounceWiring | None = None
    ) -> None:
        times = times or DebounceWiring()
        self.line = line
        self.pressed = pressed
        """The level that is proved."""
        self.due_ns: int | None = None
        """When the level is to be read next; None: not before another edge."""
        self._confirm_ns, self._lockout_ns = times.confirm_ns, times.lockout_ns
        self._locked_until_ns: int | None = None
        self._changed_ns: int | None = None
        self._burst: _Burst | None = None
        self._contradiction: _Reading | None = None
        self._agreed_late = False
        self._doubted = False
        """No edge has come since the level was doubted: what the burst meant is decided."""

    @property
    def since_ns(self) -> int | None:
        """The earliest stamp that a change not yet decided may carry; None: nothing is open."""
        if self.due_ns is None:
            return None
        if (burst := self._dating_burst()) is not None:
            return burst.first_ns
        return self._contradiction.at_ns if self._contradiction is not None else None

    def add_edge(self, edge: Edge) -> Change | None:
        """Take an edge of this line, in the order of delivery; returns what it proves."""
        burst, proved = self._burst, None
        if burst is not None and edge.at_ns - burst.last_ns < self._confirm_ns:
            burst.extend(edge)
        else:
            proved = self._proved_by_silence(edge.at_ns)
            burst = self._burst = _Burst(edge)
        self._contradiction = None
        self._agreed_late = self._doubted = False
        self.due_ns = self._unlocked_ns(burst.last_ns + self._confirm_ns)
        return proved

    def doubt(self, now_ns: int) -> None:
        """Read the level soon: edges may have been lost. What is being decided goes on."""
        if self.due_ns is None:
            self._contradiction = None
            latest_ns = now_ns - EDGE_LATENCY_NS_MAX - self._confirm_ns
            if self._burst is not None and self._burst.last_ns < latest_ns:
                self._burst = None  # of a later one edges may still come
            self._doubted = True
            self.due_ns = self._unlocked_ns(now_ns)

    def settle(self, pressed: bool, read_ns: int) -> Change | None:
        """Take the level, read after `due_ns` had come and not after `read_ns`."""
        due_ns = self.due_ns
        if due_ns is None or read_ns < due_ns:
            return None
        if self._contradiction is not None:
            return self._believe(pressed, read_ns, self._contradiction)
        edges_level = self.pressed if self._burst is None else self._burst.pressed
        if pressed != edges_level:
            self._contradict(pressed, read_ns)
            return None
        if pressed == self.pressed:
            self.due_ns = None
            return None
        if read_ns - due_ns > self._confirm_ns and not self._agreed_late:
            self._agreed_late = True
            self.due_ns = read_ns + self._confirm_ns
            return None
        return self._change(pressed, read_ns)

    def _proved_by_silence(self, until_ns: int) -> Change | None:
        """What held since the last burst, or a reading after it, until an edge at `until_ns`."""
        burst, reading = self._burst, self._contradiction
        if reading is not None and until_ns > reading.at_ns:
            level = reading.pressed
            silent = until_ns - reading.at_ns >= self._confirm_ns
        elif burst is not None:
            level, silent = burst.pressed, True
        else:
            return None
        if not silent or level == self.pressed or until_ns < self._unlocked_ns(until_ns):
            return None
        return self._change(level, until_ns)

    def _contradict(self, pressed: bool, read_ns: int) -> None:
        self._contradiction = _Reading(pressed, read_ns)
        self.due_ns = read_ns + EDGE_LATENCY_NS_MAX

    def _believe(self, pressed: bool, read_ns: int, before: _Reading) -> Change | None:
        """No edge explained the contradiction: the level is what it reads."""
        if pressed == self.pressed:
            # The burst and the reading stay: should the edge come still, it decides.
            self.due_ns = None
            return None
        if pressed == before.pressed:
            return self._change(pressed, read_ns)
        # It changed back, again without an edge: the burst is too old for a date.
        self._burst = None
        self._contradict(pressed, read_ns)
        return None

    def _change(self, pressed: bool, read_ns: int) -> Change:
        """Accept a level, and look again when the lock-out is over."""
        if (burst := self._dating_burst()) is not None:
            at_ns = burst.first_ns
        elif self._contradiction is not None:
            at_ns = self._contradiction.at_ns
        else:
            at_ns = read_ns
        if self._changed_ns is not None:  # a date taken from a reading may be later than an edge's
            at_ns = max(at_ns, self._changed_ns)
        self.pressed = pressed
        self._changed_ns = at_ns
        self._locked_until_ns = self.due_ns = at_ns + self._lockout_ns
        if self._burst is not None:
            self._burst.spent, self._burst.pressed = True, pressed
        self._contradiction = None
        self._agreed_late = False
        return Change(self.line, pressed, at_ns)

    def _dating_burst(self) -> _Burst | None:
        """Return the burst whose first edge dates a change, if there is one."""
        burst = self._burst
        return None if burst is None or burst.spent or self._doubted else burst

    def _unlocked_ns(self, at_ns: int) -> int:
        """`at_ns`, or the end of the lock-out if that is later."""
        return at_ns if self._locked_until_ns is None else max(at_ns, self._locked_until_ns)


class Debounce:
    """All lines of a body: the lines' levels at the start in `pressed`."""

    def __init__(
        self,
        lines: Iterable[Line],
        pressed: Callable[[Line], bool],
        times: DebounceWiring | None = None,
    ) -> None:
        self._pressed = pressed
        self._lines = {line: Debouncer(line, pressed(line), times) for line in lines}

    def add_edge(self, edge: Edge) -> Change | None:
        """Take an edge; returns what it proves. KeyError if the line is not one of these."""
        return self._lines[edge.line].add_edge(edge)

    def doubt(self, lines: Iterable[Line], now_ns: int) -> None:
        """Read lines soon whose edges may have been lost; KeyError if one is not one of these."""
        for line in lines:
            self._lines[line].doubt(now_ns)

    def settle(self, now_ns: Callable[[], int]) -> list[Change]:
        """Read every line that is due; returns what that proves, the earliest first.

        Time is asked twice, before and after a line is read: both bounds are needed.
        """
        changes = []
        for debouncer in self._lines.values():
            due_ns = debouncer.due_ns
            if due_ns is not None and now_ns() >= due_ns:
                pressed = self._pressed(debouncer.line)
                change = debouncer.settle(pressed, now_ns())
                if change is not None:
                    changes.append(change)
        return sorted(changes, key=lambda change: change.at_ns)

    @property
    def due_ns(self) -> int | None:
        """When to settle next; None: not before another edge."""
        return _earliest(line.due_ns for line in self._lines.values())

    @property
    def since_ns(self) -> int | None:
        """The earliest stamp that a change not yet decided may carry: no watermark may pass it."""
        return _earliest(line.since_ns for line in self._lines.values())

    def pressed(self, line: Line) -> bool:
        """The level that is proved; KeyError if the line is not one of these."""
        return self._lines[line].pressed


def _earliest(instants_ns: Iterable[int | None]) -> int | None:
    return min((at_ns for at_ns in instants_ns if at_ns is not None), default=None)
