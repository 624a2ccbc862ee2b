"""A game as a fold over its inputs in timestamp order, whatever order they arrive in.

An edge is stamped by the kernel and delivered up to EDGE_LATENCY_NS_MAX later; the edges of two
lines may arrive in the wrong order. An input is applied on arrival, so that lamps and screens
respond immediately. Until the watermark passes it, an earlier input may still arrive; the inputs
since the watermark are then folded again. Nothing before the watermark changes.

Some events, such as a flag fall, come from no input. To keep them in the game whatever follows, a
Tick at that instant is recorded with the inputs; another is recorded when a game is left while a
clock is running.
"""

from bisect import insort
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from clock.game.names import NAMELESS, Names
from clock.rules.inputs import Input, LateEdge, Press, Tick
from clock.rules.invariants import check
from clock.rules.machine import begin, step
from clock.rules.outputs import Output
from clock.rules.refusal import Refused
from clock.rules.state import Setup, State
from clock.rules.timing import running_seats

Recorder = Callable[[Input, State], None]
"""Called with each input in order of arrival, stamped as it was applied, and the state after it."""


class Timeline:
    """One game: `state` follows every input, `inputs` are those that can no longer change."""

    recorder: Recorder | None = None
    names: Names = NAMELESS

    def __init__(self, setup: Setup, at_ns: int) -> None:
        self.setup = setup
        """As first agreed; later corrections are inputs."""
        self.state = begin(setup, at_ns)
        self.inputs: list[Input] = []
        self._settled = self.state
        self._open: list[Input] = []
        self._outputs: list[Output] = []

    def add(self, event: Input) -> list[Output]:
        """Apply an input at its instant; return the outputs that are new.

        An input from before the watermark is too late for that: a press becomes a LateEdge for the
        organizer, anything else is moved to the watermark. Raises Refused, with nothing changed,
        if the rules refuse an organizer's act; one earlier than the state has no effect instead.
        """
        watermark_ns = self._settled.at_ns
        if event.at_ns < watermark_ns and isinstance(event, Press):
            event = LateEdge(watermark_ns, event.seat, event.at_ns)
        elif event.at_ns < watermark_ns:
            event = replace(event, at_ns=watermark_ns)
        outputs = self._folded_in(event)
        if self.recorder is not None:
            self.recorder(event, self.state)
        return outputs

    def _folded_in(self, event: Input) -> list[Output]:
        if event.at_ns >= self.state.at_ns:  # nearly always: nothing need be folded again
            state, outputs = step(self.state, event)
            check(state)
            self.state = state
            self._open.append(event)
            self._outputs += outputs
            return outputs
        insort(self._open, event, key=lambda each: each.at_ns)
        known = self._outputs
        self.state, self._outputs, self._open = _folded(self._settled, self._open)
        return [output for output in self._outputs if output not in known]

    def tick(self, watermark_ns: int) -> list[Output]:
        """Advance the watermark: no earlier input can still arrive."""
        outputs: list[Output] = []
        if watermark_ns > self.state.at_ns:
            self.state, outputs = step(self.state, Tick(watermark_ns))
            check(self.state)
            self._outputs += outputs
        if watermark_ns > self._settled.at_ns:
            self._settle(watermark_ns)
        return outputs

    def follow(self, watermark_ns: int) -> list[Output]:
        """Advance the watermark with time, recording a Tick at the instant of each timed event."""
        outputs: list[Output] = []
        while self.state.wake_ns <= watermark_ns:
            found = self.tick(self.state.wake_ns)
            if found:
                self._record_tick()
            outputs += found
        return outputs + self.tick(watermark_ns)

    def leave(self, at_ns: int) -> None:
        """Advance to `at_ns`, or a later last input; record a Tick there if a clock is running."""
        self.follow(max(at_ns, self.state.at_ns))
        if running_seats(self.state):
            self._record_tick()

    def record(self) -> tuple[Input, ...]:
        """Return all inputs and a Tick at the state's instant; replaying them gives this state."""
        return (*self.all_inputs(), Tick(self.state.at_ns))

    def all_inputs(self) -> tuple[Input, ...]:
        """Return all inputs so far, in timestamp order."""
        return (*self.inputs, *self._open)

    @property
    def first_open_ns(self) -> int | None:
        """The timestamp of the first input after the watermark; None if there is none."""
        return self._open[0].at_ns if self._open else None

    def _record_tick(self) -> None:
        """Record a Tick at the state's instant."""
        event = Tick(self.state.at_ns)
        self.inputs.append(event)
        if self.recorder is not None:
            self.recorder(event, self.state)

    def _settle(self, watermark_ns: int) -> None:
        count = sum(event.at_ns <= watermark_ns for event in self._open)
        passed, self._open = self._open[:count], self._open[count:]
        self.inputs += passed
        if not self._open:
            self._settled, self._outputs = self.state, []
            return
        self._settled, _, _ = _folded(self._settled, [*passed, Tick(watermark_ns)])
        self._outputs = [output for output in self._outputs if output.at_ns > watermark_ns]


def _folded(state: State, inputs: Iterable[Input]) -> tuple[State, list[Output], list[Input]]:
    """Return the state after the inputs, their outputs, and the inputs that had an effect.

    An organizer's act that the rules now refuse, because a player's input turned out to be earlier,
    is dropped.
    """
    found: list[Output] = []
    taken: list[Input] = []
    for event in inputs:
        try:
            state, outputs = step(state, event)
        except Refused:
            continue
        check(state)
        found += outputs
        taken.append(event)
    return state, found, taken
