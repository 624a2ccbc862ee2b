"""A game as the fold of its inputs by their stamps, in whatever order they arrive.

An edge is stamped by the kernel and delivered later, up to EDGE_LATENCY_NS_MAX; the edges of two
lines may come in the wrong order. An input is folded in at once, so that lamps and screens follow
at once; until the watermark passes it, an earlier one may still come, and then the inputs since the
watermark are folded again. What is behind the watermark stays.

What happens by itself, as a fall, is in no input. So that it stays in the game whatever follows, a
Tick at its instant is recorded with the inputs, and one more when a game is left while a clock
runs.
"""

from bisect import insort
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from clock.rules.inputs import Input, LateEdge, Press, Tick
from clock.rules.machine import begin, step
from clock.rules.outputs import Output
from clock.rules.refusal import Refused
from clock.rules.state import Setup, State, check
from clock.rules.timing import running_seats

Recorder = Callable[[Input, State], None]
"""Takes each input as it was folded in, in the order of arrival, with the state after it."""


class Timeline:
    """One game: `state` follows every input, `inputs` are those that can no longer change."""

    recorder: Recorder | None = None

    def __init__(self, setup: Setup, at_ns: int) -> None:
        self.setup = setup
        """As it was agreed: a correction of it is an input."""
        self.state = begin(setup, at_ns)
        self.inputs: list[Input] = []
        self._settled = self.state
        self._open: list[Input] = []
        self._outputs: list[Output] = []

    def add(self, event: Input) -> list[Output]:
        """Fold an input in at its instant; return the outputs that are new.

        One from behind the watermark is too late to be folded in at its instant: a press becomes a
        late edge for the organizer, anything else happens at the watermark. Raises Refused, with
        nothing changed, if the rules refuse an organizer's act.
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
        """Move the watermark on: no earlier input is on its way."""
        outputs: list[Output] = []
        if watermark_ns > self.state.at_ns:
            self.state, outputs = step(self.state, Tick(watermark_ns))
            check(self.state)
            self._outputs += outputs
        if watermark_ns > self._settled.at_ns:
            self._settle(watermark_ns)
        return outputs

    def follow(self, watermark_ns: int) -> list[Output]:
        """Move the watermark on as time goes; record what happens by itself, at its instant."""
        outputs: list[Output] = []
        while self.state.wake_ns <= watermark_ns:
            found = self.tick(self.state.wake_ns)
            if found:
                self._note()
            outputs += found
        return outputs + self.tick(watermark_ns)

    def leave(self, at_ns: int) -> None:
        """End the game at `at_ns`, or at a later last input, with its clocks as they are then."""
        self.follow(max(at_ns, self.state.at_ns))
        if running_seats(self.state):
            self._note()

    def record(self) -> tuple[Input, ...]:
        """Return all inputs so far and the watermark, which together give this very state."""
        return (*self.everything(), Tick(self.state.at_ns))

    def everything(self) -> tuple[Input, ...]:
        """Return all inputs so far, in the order of their stamps."""
        return (*self.inputs, *self._open)

    @property
    def settles_ns(self) -> int | None:
        """The stamp of the first input that the watermark has not passed; None if there is none."""
        return self._open[0].at_ns if self._open else None

    def _note(self) -> None:
        """Record the watermark as an input: everything before it is settled."""
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
    """The state after inputs, their outputs, and the inputs that were taken.

    An organizer's act that no longer fits, because a player's turned out to be earlier, falls away.
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
