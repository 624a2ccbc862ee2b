"""Debounce lines by the timestamps of their edges alone: no time is read here.

A closing contact bounces for some milliseconds, and a cable picks up spikes. Edges closer than
`confirm_ns` form a *burst*. Once a burst is over and its final level holds, the line has changed,
and the change is dated at the burst's first edge. For `lockout_ns` after a change, edges are
ignored; then the level is read, so a release within that time is not lost.

The kernel stamps an edge in the interrupt, samples its polarity a little later, and delivers it up
to EDGE_LATENCY_NS_MAX later still; the edges of a line stay in order. Hence two rules decide which
level held:

- Silence. The last edge of a burst has the true polarity: otherwise another edge would have
  followed. If the next edge is stamped at least `confirm_ns` later, the level held until then,
  whatever that edge reports (its own sample may be late).
- Reading. If no edge follows, the level is read. If the reading agrees with the last edge, the
  level is settled; but a late reading must agree twice, `confirm_ns` apart, since edges may still
  be on their way. If the reading contradicts the last edge, an earlier edge is still on its way or
  was lost, and the next edge decides. Stamped before the reading, it was the missing edge, and
  silence decides. Stamped after the reading, an edge was lost, and the reading is right if
  `confirm_ns` of silence follow it. If no edge comes within EDGE_LATENCY_NS_MAX, the level is read
  again and believed. If a late reading shows the known level, that edge began a press or a spike
  whose end was lost: the change is returned unproved, for a person to judge.

A burst is open until no edge of it can be on its way, even if its level is the known one: until
then the watermark does not pass its first edge.

So a press is never lost, however late its edges come; a spike is rejected even if half of it was
lost; and no state survives that contradicts the level.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from hal.ports import Edge, Line
from hal.wiring import DebounceWiring

EDGE_LATENCY_NS_MAX = 250_000_000
"""The longest time from an edge's stamp to its delivery; a busy virtual machine took 127 ms."""

BURST_NS_MAX = 100_000_000
"""A longer burst is noise, not a contact: its beginning is forgotten."""


class Change(NamedTuple):
    """A line's new level, dated at the first edge of its burst."""

    line: Line
    pressed: bool
    at_ns: int
    proved: bool = True
    """False: its end was lost, so it may have been a spike; the line has its known level again."""


class _Burst:
    """Edges closer than `confirm_ns`: their first and last stamp, and the last polarity.

    A burst is spent once it has led to a change: edges that arrive afterwards are late bounces.
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
    """A level, read no later than `at_ns`, that contradicts the edges."""

    pressed: bool
    at_ns: int
    late: bool = False
    """Whether a press may have begun and ended between the last edge and the reading."""


class Debouncer:
    """Debounce one line: `add_edge` and `settle` return the change that is proved, if any.

    Call `settle` at `due_ns`. At most one burst and one reading are kept.
    """

    def __init__(
        self, line: Line, pressed: bool = False, times: DebounceWiring | None = None
    ) -> None:
        times = times or DebounceWiring()
        self.line = line
        self.pressed = pressed
        """The proved level."""
        self.due_ns: int | None = None
        """When to read the level next; None: not before another edge."""
        self._confirm_ns, self._lockout_ns = times.confirm_ns, times.lockout_ns
        self._locked_until_ns: int | None = None
        self._changed_ns: int | None = None
        self._burst: _Burst | None = None
        self._contradiction: _Reading | None = None
        self._agreed_late = False
        self._doubted = False
        """No edge has come since the level was doubted, so the burst dates no further change."""

    @property
    def over_ns(self) -> int | None:
        """The end of a burst that has led to no change: an edge before it would extend it."""
        burst = self._burst
        return None if burst is None or burst.spent else burst.last_ns + self._confirm_ns

    def watermark_ns(self, now_ns: int) -> int:
        """Return the instant before which no change can be dated, as of `now_ns`."""
        watermark_ns, burst = now_ns - EDGE_LATENCY_NS_MAX, self._burst
        # A bounce whose last level is the known one may go on: its next edge may be on its way.
        if burst is not None and self.over_ns is not None and watermark_ns < self.over_ns:
            return min(watermark_ns, burst.first_ns)
        if self.due_ns is not None and (dating := self._dating_burst()) is not None:
            return min(watermark_ns, dating.first_ns)
        if self.due_ns is not None and self._contradiction is not None:
            return min(watermark_ns, self._contradiction.at_ns)
        return watermark_ns

    def add_edge(self, edge: Edge) -> Change | None:
        """Take this line's next edge, in order of delivery; return the change it proves, if any."""
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
        """Have the level read soon, because edges may be lost; leave an open decision alone."""
        if self.due_ns is None:
            self._contradiction = None
            latest_ns = now_ns - EDGE_LATENCY_NS_MAX - self._confirm_ns
            if self._burst is not None and self._burst.last_ns < latest_ns:
                self._burst = None  # edges of a later burst may still be on their way
            self._doubted = True
            self.due_ns = now_ns

    def settle(self, pressed: bool, read_ns: int) -> Change | None:
        """Take the level, read between `due_ns` and `read_ns`; return the change it proves."""
        due_ns = self.due_ns
        if due_ns is None or read_ns < due_ns:
            return None
        if self._contradiction is not None:
            return self._believe(pressed, read_ns, self._contradiction)
        is_late = self._agreed_late or read_ns - due_ns > self._confirm_ns
        edges_level = self.pressed if self._burst is None else self._burst.pressed
        if pressed != edges_level:
            self._contradict(_Reading(pressed, read_ns, is_late))
            return None
        if pressed == self.pressed:
            self.due_ns = None
            return None
        # Edges may still be on their way when the reading itself comes late: it must agree twice.
        if is_late and not self._agreed_late:
            self._agreed_late = True
            self.due_ns = read_ns + self._confirm_ns
            return None
        return self._change(pressed, read_ns)

    def _proved_by_silence(self, until_ns: int) -> Change | None:
        """Return the change proved by silence up to an edge at `until_ns`, if any.

        The silence began with the last burst, or with a contradicting reading after it.
        """
        burst, reading = self._burst, self._contradiction
        if reading is not None and until_ns > reading.at_ns:
            if reading.pressed == self.pressed:
                return self._unproved(reading)
            level = reading.pressed
            silent = until_ns - reading.at_ns >= self._confirm_ns
        elif burst is not None:
            level, silent = burst.pressed, True
        else:
            return None
        if not silent or level == self.pressed or until_ns < self._unlocked_ns(until_ns):
            return None  # a change within the lockout is looked for at its end
        return self._change(level, until_ns)

    def _contradict(self, reading: _Reading) -> None:
        self._contradiction = reading
        self.due_ns = reading.at_ns + EDGE_LATENCY_NS_MAX

    def _believe(self, pressed: bool, read_ns: int, before: _Reading) -> Change | None:
        """Trust the level, because no edge has explained the contradiction."""
        if pressed == self.pressed:
            # Keep the burst and the reading: a late edge may still decide.
            self.due_ns = None
            self._contradiction = before._replace(late=False)
            return self._unproved(before)
        if pressed == before.pressed:
            return self._change(pressed, read_ns)
        # The level changed back, again without an edge: the burst is too old to date a change.
        self._burst = None
        self._contradict(_Reading(pressed, read_ns))
        return None

    def _unproved(self, reading: _Reading) -> Change | None:
        """Return the change that the burst may have been before a late reading, if any."""
        burst = self._dating_burst()
        if burst is None or not reading.late:
            return None
        return Change(self.line, not self.pressed, burst.first_ns, proved=False)

    def _change(self, pressed: bool, read_ns: int) -> Change:
        """Accept a level, and read it again at the end of the lockout."""
        if (burst := self._dating_burst()) is not None:
            at_ns = burst.first_ns
        elif self._contradiction is not None:
            at_ns = self._contradiction.at_ns
        else:
            at_ns = read_ns
        if self._changed_ns is not None:  # a reading may have dated the change before this later
            at_ns = max(at_ns, self._changed_ns)
        self.pressed = pressed
        self._changed_ns = at_ns
        self._locked_until_ns = self.due_ns = at_ns + self._lockout_ns
        if self._burst is not None:
            self._burst.spent, self._burst.pressed = True, pressed
        self._contradiction = None
        return Change(self.line, pressed, at_ns)

    def _dating_burst(self) -> _Burst | None:
        """Return the burst whose first edge dates the next change; None if there is none."""
        burst = self._burst
        return None if burst is None or burst.spent or self._doubted else burst

    def _unlocked_ns(self, at_ns: int) -> int:
        """Return `at_ns`, or the end of the lockout if later."""
        return at_ns if self._locked_until_ns is None else max(at_ns, self._locked_until_ns)


class Debounce:
    """Debounce all lines of a body; `pressed` reads a line's level."""

    def __init__(
        self,
        lines: Iterable[Line],
        pressed: Callable[[Line], bool],
        times: DebounceWiring | None = None,
    ) -> None:
        self._pressed = pressed
        # In an order of their own: changes at one instant come alike in every run.
        self._lines = {line: Debouncer(line, pressed(line), times) for line in sorted(lines)}

    def add_edge(self, edge: Edge) -> Change | None:
        """Take an edge; return the change it proves, if any. Raises KeyError for another line."""
        return self._lines[edge.line].add_edge(edge)

    def doubt(self, lines: Iterable[Line], now_ns: int) -> None:
        """Have lines read soon, because edges may be lost. Raises KeyError for another line."""
        for line in lines:
            self._lines[line].doubt(now_ns)

    def settle(self, now_ns: Callable[[], int]) -> list[Change]:
        """Read every line that is due; return the proved changes, the earliest first."""
        changes = []
        for debouncer in self._lines.values():
            due_ns = debouncer.due_ns
            if due_ns is not None and now_ns() >= due_ns:
                pressed = self._pressed(debouncer.line)
                # The time again: this thread may have been held up while the level was read.
                change = debouncer.settle(pressed, now_ns())
                if change is not None:
                    changes.append(change)
        return sorted(changes, key=lambda change: change.at_ns)

    @property
    def due_ns(self) -> int | None:
        """When to call `settle` next; None: not before another edge."""
        return _earliest(line.due_ns for line in self._lines.values())

    def watermark_ns(self, now_ns: int) -> int:
        """Return the instant before which no edge is on its way or being debounced."""
        return min(line.watermark_ns(now_ns) for line in self._lines.values())

    @property
    def overs_ns(self) -> list[int]:
        """The ends of bursts: the watermark may wait for one that has led to no change."""
        return [line.over_ns for line in self._lines.values() if line.over_ns is not None]

    def pressed(self, line: Line) -> bool:
        """Return a line's proved level. Raises KeyError for another line."""
        return self._lines[line].pressed


def _earliest(instants_ns: Iterable[int | None]) -> int | None:
    return min((at_ns for at_ns in instants_ns if at_ns is not None), default=None)
