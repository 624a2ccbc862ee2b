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
from clock.rules.consequences import Correction, apply_correction
from clock.rules.control import Method
from clock.rules.inputs import Input, Press, Tick
from clock.rules.message import Message
from clock.rules.outputs import Output
from clock.rules.periods import first_clock
from clock.rules.refusal import Refused, SetupError
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.state import NEVER_NS, Phase, Setup, State
from clock.rules.timed_events import settle
from clock.rules.turns import pass_turn

# Looked up at every press: an enum's member is found three times faster by a name of the module.
_RUNNING = Phase.RUNNING


class ActKind(Enum):
    """What is done at the clock, where the phase decides its effect."""

    OWN_PRESS = "press of the seat to move"  # in a reconstruction: of the seat whose time runs
    OTHER_PRESS = "press of the other"
    ABSENT_PRESS = "press of an absent seat"
    STOP = "Stop"
    CLAIM = "Claim"
    CHOOSE = "Choose, Announce"
    START = "Start"
    RESUME = "Resume"
    CORRECT = "correction"


_Do = Callable[[State, Any, list[Output]], State]  # takes the input that its row is of

_CORRECTIONS: dict[type[Input], Correction] = {
    inputs.Adjust: Correction(corrections.adjust_time, "remaining_ns"),
    inputs.HandFault: Correction(corrections.enter_hand_fault, reason="penalty"),
    inputs.SetMoves: Correction(corrections.set_moves, "moves", from_first=True),
    inputs.SetColours: Correction(corrections.set_colours, "black", from_first=True),
    inputs.SetPeriod: Correction(corrections.set_period, "period", from_first=True),
    inputs.SetTurn: Correction(last_press.set_turn, "turn"),
    inputs.Retype: Correction(last_press.retype),
    inputs.SetByoyomi: Correction(corrections.set_byoyomi, "byoyomi"),
    inputs.SetControl: Correction(corrections.set_control),
    inputs.Warn: Correction(organizer.warn_player),
}
_ACTS: dict[type[Input], ActKind] = {
    inputs.Stop: ActKind.STOP,
    inputs.Claim: ActKind.CLAIM,
    inputs.Choose: ActKind.CHOOSE,
    inputs.Announce: ActKind.CHOOSE,
    inputs.Start: ActKind.START,
    inputs.Resume: ActKind.RESUME,
    **dict.fromkeys(_CORRECTIONS, ActKind.CORRECT),
}
_EXPECTED = {
    ActKind.START: Message("expected a game that has not begun"),
    ActKind.RESUME: Message("expected clocks that are stopped"),
    ActKind.CORRECT: Message("expected no result: reopen the game first"),
}


def _refuse(_state: State, event: Input, _outputs: list[Output]) -> State:
    raise Refused(type(event).__name__, _EXPECTED[_ACTS[type(event)]])


def _correct(state: State, event: Input, outputs: list[Output]) -> State:
    return apply_correction(state, event, _CORRECTIONS[type(event)], outputs)


class Effect(Enum):
    """What an act does: in words, the phase it leads to in capitals; and the function for it."""

    IGNORE = "ignored", players.ignore
    REFUSE = "refused", _refuse
    PASS_TURN = "passes the turn", players.make_move
    START = "RUNNING", players.start_by_press
    START_ALL = "RUNNING, JOINT", players.start_by_organizer
    ARRIVE = "arrives", players.arrive
    END_RECONSTRUCTION = "STOPPED", players.stop_clocks
    STOP = "STOPPED, calls the organizer", players.stop_and_call
    CALL_ORGANIZER = "calls the organizer", players.call_organizer
    CLAIM = "CLAIMED", players.claim_win
    ENTER = "entered", players.enter_choice
    GO_ON = "goes on", organizer.resume_game
    CORRECT = "done", _correct

    def __init__(self, text: str, do: _Do) -> None:
        self.text, self.do = text, do


_DEFAULT = {
    ActKind.OWN_PRESS: Effect.IGNORE,
    ActKind.OTHER_PRESS: Effect.IGNORE,
    ActKind.ABSENT_PRESS: Effect.ARRIVE,
    ActKind.STOP: Effect.CALL_ORGANIZER,
    ActKind.CLAIM: Effect.CLAIM,
    ActKind.CHOOSE: Effect.IGNORE,
    ActKind.START: Effect.REFUSE,
    ActKind.RESUME: Effect.REFUSE,
    ActKind.CORRECT: Effect.CORRECT,
}
"""What an act does where a phase has no entry of its own."""
_NO_GAME = {**_DEFAULT, ActKind.ABSENT_PRESS: Effect.IGNORE, ActKind.CLAIM: Effect.IGNORE}

TRANSITIONS: dict[Phase, dict[ActKind, Effect]] = {
    Phase.READY: {**_NO_GAME, ActKind.OTHER_PRESS: Effect.START, ActKind.START: Effect.START_ALL},
    Phase.JOINT: {**_DEFAULT, ActKind.STOP: Effect.STOP},
    Phase.RUNNING: {
        **_DEFAULT,
        ActKind.OWN_PRESS: Effect.PASS_TURN,
        ActKind.CHOOSE: Effect.ENTER,
        ActKind.STOP: Effect.STOP,
    },
    Phase.RECONSTRUCTION: {
        **_DEFAULT,
        ActKind.OWN_PRESS: Effect.END_RECONSTRUCTION,
        ActKind.STOP: Effect.STOP,
    },
    Phase.STOPPED: {**_DEFAULT, ActKind.RESUME: Effect.GO_ON},
    Phase.CLAIMED: {**_DEFAULT, ActKind.RESUME: Effect.GO_ON},
    Phase.FALLEN: {**_DEFAULT, ActKind.STOP: Effect.STOP, ActKind.RESUME: Effect.GO_ON},
    Phase.FINISHED: {
        **_NO_GAME,
        ActKind.STOP: Effect.IGNORE,
        ActKind.RESUME: Effect.GO_ON,
        ActKind.CORRECT: Effect.REFUSE,
    },
}
_ALWAYS: dict[type[Input], _Do] = {
    inputs.StoneLaid: players.note_stone,
    inputs.Arrive: players.arrive,
    inputs.Acknowledge: players.acknowledge,
    inputs.Dismiss: organizer.dismiss_claim,
    inputs.Finish: organizer.finish_game,
    inputs.LateEdge: players.note_incident,
    inputs.PowerLost: players.stop_by_power_loss,
    inputs.Restarted: players.note_incident,
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
    left, right = first_clock(setup, LEFT), first_clock(setup, RIGHT)
    for name, clock, shown_ns in (
        ("left", left, setup.left_remaining_ns),
        ("right", right, setup.right_remaining_ns),
    ):
        if shown_ns is not None and shown_ns <= 0:
            raise SetupError(f"remaining.{name}", "expected more than 0")
        if clock.remaining_ns <= 0 and clock.terms.method is not Method.COUNTUP:
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
        state = settle(state, at_ns, outputs)
    if type(event) is Press:
        if (  # nearly every press; the same as by TRANSITIONS
            event.seat is state.running
            and event.hand is None
            and state.phase is _RUNNING
            and not state.absent
        ):
            state = pass_turn(state, event.seat, at_ns, outputs)
            return state if at_ns < state.wake_ns else settle(state, at_ns, outputs), outputs
        state = _press(players.note_hand(state, event, outputs), event, outputs)
    elif type(event) is Tick:
        return replace(state, at_ns=at_ns), outputs
    elif (act := _ACTS.get(type(event))) is not None:
        state = TRANSITIONS[state.phase][act].do(state, event, outputs)
    else:
        state = _ALWAYS[type(event)](state, event, outputs)
    return settle(state, at_ns, outputs), outputs


def _press(state: State, press: Press, outputs: list[Output]) -> State:
    act = ActKind.OWN_PRESS if press.seat is (state.running or state.turn) else ActKind.OTHER_PRESS
    if press.seat in state.absent:
        runs = state.running is press.seat
        state = TRANSITIONS[state.phase][ActKind.ABSENT_PRESS].do(state, press, outputs)
        if not runs:
            return state
    return TRANSITIONS[state.phase][act].do(state, press, outputs)
