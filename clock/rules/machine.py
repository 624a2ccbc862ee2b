"""The clock as a state machine: `step(state, input) → (state, outputs)`.

What each act does in each phase stands in `TRANSITIONS`, and nowhere else: `step` goes by it, and
docs/rules.md has it as tables. How it is done stands in `players` (presses, stops, claims),
`organizer` (going on, claims, the result), and `corrections` and `last_press` (what the organizer
sets right); what happens by itself as time runs, in `timed_events`. All of it is pure: the same
inputs give the same game, always.

Always taken: an arrival, a stone, the referee who has come, a result, a claim dismissed (refused
where there is none), and what the clock notes of itself. The first arrival ends joint time: a clock
runs. An absent player whose own clock runs arrives and moves with one press. With both clappers
down nothing goes on until the organizer gives time again, and nobody claims.
"""

from collections.abc import Callable
from enum import Enum
from typing import Any

from msgspec.structs import replace

from clock.rules import corrections, inputs, last_press, openings, organizer, players
from clock.rules.consequences import Correction, corrected
from clock.rules.inputs import Input, Press, Tick
from clock.rules.message import Message
from clock.rules.outputs import Output
from clock.rules.periods import first_terms
from clock.rules.refusal import Refused, SetupError
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.state import NEVER_NS, Phase, Setup, State
from clock.rules.timed_events import settled
from clock.rules.turns import turn_passed

# Looked up at every press: an enum's member is found three times faster by a name of the module.
_RUNNING = Phase.RUNNING


class Act(Enum):
    """What is done at the clock, where the phase decides its effect."""

    OWN = "press of the seat to move"  # in a reconstruction: of the seat whose time runs
    OTHER = "press of the other"
    ABSENT = "press of an absent seat"
    STOP = "Stop"
    CLAIM = "Claim"
    CHOOSE = "Choose, Announce"
    START = "Start"
    RESUME = "Resume"
    CORRECT = "correction"


_Do = Callable[[State, Any, list[Output]], State]  # takes the input that its row is of

_CORRECTIONS: dict[type[Input], Correction] = {
    inputs.Adjust: Correction(corrections.adjusted, "remaining_ns"),
    inputs.HandFault: Correction(corrections.hand_faulted, reason="penalty"),
    inputs.SetMoves: Correction(corrections.moves_set, "moves", from_first=True),
    inputs.SetColours: Correction(corrections.colours_set, "black", from_first=True),
    inputs.SetPeriod: Correction(corrections.period_set, "period", from_first=True),
    inputs.SetTurn: Correction(last_press.turn_set, "turn"),
    inputs.Retype: Correction(last_press.retyped),
    inputs.SetByoyomi: Correction(corrections.byoyomi_set, "byoyomi"),
    inputs.SetControl: Correction(corrections.control_set),
    inputs.Warn: Correction(organizer.warned),
}
_ACTS: dict[type[Input], Act] = {
    inputs.Stop: Act.STOP,
    inputs.Claim: Act.CLAIM,
    inputs.Choose: Act.CHOOSE,
    inputs.Announce: Act.CHOOSE,
    inputs.Start: Act.START,
    inputs.Resume: Act.RESUME,
    **dict.fromkeys(_CORRECTIONS, Act.CORRECT),
}
_EXPECTED = {
    Act.START: Message("expected a game that has not begun"),
    Act.RESUME: Message("expected clocks that are stopped"),
    Act.CORRECT: Message("expected no result: reopen the game first"),
}


def _refused(_state: State, event: Input, _outputs: list[Output]) -> State:
    raise Refused(type(event).__name__, _EXPECTED[_ACTS[type(event)]])


def _corrected(state: State, event: Input, outputs: list[Output]) -> State:
    return corrected(state, event, _CORRECTIONS[type(event)], outputs)


class Does(Enum):
    """What an act does: in words, the phase it leads to in capitals; and the function for it."""

    IGNORED = "ignored", players.ignored
    REFUSED = "refused", _refused
    PASSES = "passes the turn", players.passes
    STARTS = "RUNNING", players.starts
    STARTS_ALL = "RUNNING, JOINT", players.started
    ARRIVES = "arrives", players.arrives
    ENDS_REBUILDING = "STOPPED", players.stopped
    STOPS = "STOPPED, calls the organizer", players.stops
    CALLS = "calls the organizer", players.calls
    CLAIMS = "CLAIMED", players.claims
    ENTERS = "entered", players.enters
    GOES_ON = "goes on", organizer.resumed
    CORRECTS = "done", _corrected

    def __init__(self, text: str, do: _Do) -> None:
        self.text, self.do = text, do


_MOSTLY = {
    Act.OWN: Does.IGNORED,
    Act.OTHER: Does.IGNORED,
    Act.ABSENT: Does.ARRIVES,
    Act.STOP: Does.CALLS,
    Act.CLAIM: Does.CLAIMS,
    Act.CHOOSE: Does.IGNORED,
    Act.START: Does.REFUSED,
    Act.RESUME: Does.REFUSED,
    Act.CORRECT: Does.CORRECTS,
}
"""What an act does where a phase has no entry of its own."""
_NO_GAME = {**_MOSTLY, Act.ABSENT: Does.IGNORED, Act.CLAIM: Does.IGNORED}

TRANSITIONS: dict[Phase, dict[Act, Does]] = {
    Phase.READY: {**_NO_GAME, Act.OTHER: Does.STARTS, Act.START: Does.STARTS_ALL},
    Phase.JOINT: {**_MOSTLY, Act.STOP: Does.STOPS},
    Phase.RUNNING: {**_MOSTLY, Act.OWN: Does.PASSES, Act.CHOOSE: Does.ENTERS, Act.STOP: Does.STOPS},
    Phase.RECONSTRUCTION: {**_MOSTLY, Act.OWN: Does.ENDS_REBUILDING, Act.STOP: Does.STOPS},
    Phase.STOPPED: {**_MOSTLY, Act.RESUME: Does.GOES_ON},
    Phase.CLAIMED: {**_MOSTLY, Act.RESUME: Does.GOES_ON},
    Phase.FALLEN: {**_MOSTLY, Act.STOP: Does.STOPS, Act.RESUME: Does.GOES_ON},
    Phase.FINISHED: {
        **_NO_GAME,
        Act.STOP: Does.IGNORED,
        Act.RESUME: Does.GOES_ON,
        Act.CORRECT: Does.REFUSED,
    },
}
_ALWAYS: dict[type[Input], _Do] = {
    inputs.StoneLaid: players.stone_laid,
    inputs.Arrive: players.arrives,
    inputs.Acknowledge: players.acknowledged,
    inputs.Dismiss: organizer.dismissed,
    inputs.Finish: organizer.finished,
    inputs.LateEdge: players.noted,
    inputs.PowerLost: players.power_lost,
    inputs.Restarted: players.noted,
}


def begin(setup: Setup, at_ns: int = 0) -> State:
    """Return a game that is set up and has not begun; raises SetupError if it cannot be played."""
    for place, message in setup.problems():
        raise SetupError(place, message)
    if setup.first is not Colour.BLACK and setup.opening.name != "none":
        raise SetupError(
            "first",
            "expected black: the opening {opening} begins with Black",
            opening=setup.opening.name,
        )
    left, right = first_terms(setup, LEFT), first_terms(setup, RIGHT)
    for name, clock, shown_ns in (
        ("left", left, setup.left_remaining_ns),
        ("right", right, setup.right_remaining_ns),
    ):
        if shown_ns is not None and shown_ns <= 0:
            raise SetupError(f"remaining.{name}", "expected more than 0")
        if clock.remaining_ns <= 0 and not clock.terms.method.counting.counts_up:
            raise SetupError(f"control.{name}[0].time", "expected more than 0")
    return State(
        setup=setup,
        at_ns=at_ns,
        phase=Phase.READY,
        turn=setup.starter,
        running=None,
        since_ns=at_ns,
        wake_ns=NEVER_NS,
        left=left,
        right=right,
        play=openings.begin(setup.opening, setup.starter, setup.first),
    )


def step(state: State, event: Input) -> tuple[State, list[Output]]:
    """Return the state after an input, and its outputs in the order they happened.

    Raises Refused if the input is earlier than the last one, or if an organizer asks for what
    cannot be; then nothing has changed. Players' acts never raise.
    """
    at_ns = event.at_ns
    if at_ns < state.at_ns:
        expected = "expected an instant of {least} ns or later, got {at} ns"
        raise Refused("at_ns", expected, least=state.at_ns, at=at_ns)
    outputs: list[Output] = []
    if at_ns >= state.wake_ns:
        state = settled(state, at_ns, outputs)
    if type(event) is Press:
        if (  # nearly every press; the same as by TRANSITIONS
            event.seat is state.running
            and event.hand is None
            and state.phase is _RUNNING
            and not state.absent
        ):
            state = turn_passed(state, event.seat, at_ns, outputs)
            return state if at_ns < state.wake_ns else settled(state, at_ns, outputs), outputs
        state = _pressed(players.touched(state, event, outputs), event, outputs)
    elif type(event) is Tick:
        return replace(state, at_ns=at_ns), outputs
    elif (act := _ACTS.get(type(event))) is not None:
        state = TRANSITIONS[state.phase][act].do(state, event, outputs)
    else:
        state = _ALWAYS[type(event)](state, event, outputs)
    return settled(state, at_ns, outputs), outputs


def _pressed(state: State, press: Press, outputs: list[Output]) -> State:
    act = Act.OWN if press.seat is (state.running or state.turn) else Act.OTHER
    if press.seat in state.absent:
        runs = state.running is press.seat
        state = TRANSITIONS[state.phase][Act.ABSENT].do(state, press, outputs)
        if not runs:
            return state
    return TRANSITIONS[state.phase][act].do(state, press, outputs)
