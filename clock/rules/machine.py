"""The clock as a state machine: `step(state, input) → (state, outputs)`.

Nothing here reads a clock: time enters only as the instants of inputs. The state follows from all
inputs in order, so the inputs are the game: recovery, reports and the desk's view replay them.

A step first settles what was due by itself up to the input's instant (`timed_events`), then does
the act. This order decides the close cases: a press at exactly zero comes after the fall. At the
end it settles once more, because an act may make something due at once.

`TRANSITIONS` alone says what each kind of act does in each phase; docs/rules.md shows it as tables.
The functions that it names are in `players` (presses, stops, claims), `organizer` (resuming, the
result), and `corrections` and `last_press` (what the organizer sets right). `_ALWAYS` has the
inputs that do the same in every phase. The first arrival ends joint time, and an absent player
whose own clock runs arrives and moves with one press. With both clappers down, nothing goes on and
nobody claims until the organizer gives time again.
"""

from collections.abc import Callable
from enum import Enum
from typing import Any

from msgspec.structs import replace

from clock.rules import aside, corrections, inputs, last_press, openings, organizer, players
from clock.rules.consequences import Correction, apply_correction
from clock.rules.inputs import Input, Press, Tick
from clock.rules.message import Message
from clock.rules.outputs import Output
from clock.rules.periods import first_clock
from clock.rules.refusal import Refused, SetupError
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.state import NEVER_NS, Phase, Setup, State
from clock.rules.stoppage import remember, undo
from clock.rules.timed_events import settle
from clock.rules.turns import pass_turn

# Needed at every press: a module's name is found three times faster than a member of an Enum.
_RUNNING = Phase.RUNNING


class ActKind(Enum):
    """The kinds of act whose effect depends on the phase: the columns of `TRANSITIONS`."""

    OWN_PRESS = "press of the seat to move"  # in a reconstruction: of the seat whose time runs
    OTHER_PRESS = "press of the other"
    ABSENT_PRESS = "press of an absent seat"
    STOP = "Stop"
    CLAIM = "Claim"
    CHOOSE = "Choose, Announce"
    START = "Start"
    RESUME = "Resume"
    CORRECT = "correction"


_Do = Callable[[State, Any, list[Output]], State]  # Any: the type of input depends on the row

CORRECTIONS: dict[type[Input], Correction] = {
    inputs.Adjust: Correction(corrections.adjust_time, "remaining_ns"),
    inputs.HandFault: Correction(corrections.enter_hand_fault, reason="penalty"),
    inputs.SetMoves: Correction(corrections.set_moves, "moves"),
    inputs.SetColours: Correction(corrections.set_colours, "black"),
    inputs.SetStones: Correction(corrections.set_stones, "stones"),
    inputs.SetPeriod: Correction(corrections.set_period, "period"),
    inputs.SetTurn: Correction(last_press.set_turn, "turn"),
    inputs.Retype: Correction(last_press.retype),
    inputs.SetByoyomi: Correction(corrections.set_byoyomi, "byoyomi"),
    inputs.SetControl: Correction(corrections.set_control),
    inputs.IllegalMove: Correction(last_press.rule_illegal_move, own="illegal_moves"),
    inputs.SetIllegalMoves: Correction(corrections.set_illegal_moves, "illegal_moves"),
    inputs.Warn: Correction(corrections.warn_player),
}
_ACTS: dict[type[Input], ActKind] = {
    inputs.Stop: ActKind.STOP,
    inputs.Claim: ActKind.CLAIM,
    inputs.Choose: ActKind.CHOOSE,
    inputs.Announce: ActKind.CHOOSE,
    inputs.Start: ActKind.START,
    inputs.Resume: ActKind.RESUME,
    **dict.fromkeys(CORRECTIONS, ActKind.CORRECT),
}
_EXPECTED = {
    ActKind.START: Message("expected a game that has not begun"),
    ActKind.RESUME: Message("expected clocks that are stopped"),
    ActKind.CORRECT: Message("expected no result: reopen the game first"),
}


def _refuse(_state: State, event: Input, _outputs: list[Output]) -> State:
    raise Refused(type(event).__name__, _EXPECTED[_ACTS[type(event)]])


def _correct(state: State, event: Input, outputs: list[Output]) -> State:
    return apply_correction(state, event, CORRECTIONS[type(event)], outputs)


class Effect(Enum):
    """The effects of acts: a text for docs/rules.md (next phase in capitals) and a function."""

    IGNORE = "ignored", players.ignore
    REFUSE = "refused", _refuse
    PASS_TURN = "passes the turn", players.make_move
    START = "RUNNING", players.start_by_press
    START_ALL = "RUNNING, JOINT", players.start_by_organizer
    ARRIVE = "arrives", players.arrive
    END_RECONSTRUCTION = "STOPPED", players.stop_clocks
    STOP = "STOPPED, calls the organizer", players.stop_and_call
    CALL_ORGANIZER = "calls the organizer", players.call_organizer
    CLAIM = "CLAIMED", players.make_claim
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
"""The effects in a phase without an entry of its own."""
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
    Phase.FALLEN: {**_DEFAULT, ActKind.RESUME: Effect.GO_ON},
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
    inputs.PutAside: aside.put_aside,
    inputs.LateEdge: players.note_incident,
    inputs.PowerLost: players.stop_by_power_loss,
    inputs.Restarted: players.note_incident,
}


def begin(setup: Setup, at_ns: int = 0) -> State:
    """Return the state of a game before its start; raises SetupError if it cannot be played."""
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
    """Return the state after an input, and the outputs in their order.

    Raises Refused if the input is earlier than the last one, or if the organizer asks for something
    impossible; then nothing has changed. Players' acts never raise.
    """
    at_ns = event.at_ns
    if at_ns < state.at_ns:
        expected = "expected an instant of {least} ns or later, got {at} ns"
        raise Refused("at_ns", expected, least=state.at_ns, at=at_ns)
    outputs: list[Output] = []
    if at_ns >= state.wake_ns:
        state = settle(state, at_ns, outputs)
    if type(event) is Press:
        # The fast path. Nearly every input is such a press, so it does what TRANSITIONS would, but
        # without the lookups, and settles again only if the other's clock is due at once:
        # `pass_turn` knows that clock's `wake_ns`.
        if (
            event.seat is state.running
            and event.hand is None
            and state.phase is _RUNNING
            and not state.absent
        ):
            state = pass_turn(state, event.seat, at_ns, outputs)
            return state if at_ns < state.wake_ns else settle(state, at_ns, outputs), outputs
    elif type(event) is Tick:
        return replace(state, at_ns=at_ns), outputs
    elif type(event) is inputs.Undo:
        return undo(state, event, outputs, step), outputs
    after = settle(_act(state, event, outputs), at_ns, outputs)
    return remember(state, event, after, step, _act), outputs


def _act(state: State, event: Input, outputs: list[Output]) -> State:
    if type(event) is Press:
        return _press(players.note_hand(state, event, outputs), event, outputs)
    act = _ACTS.get(type(event))
    if act is None:
        return _ALWAYS[type(event)](state, event, outputs)
    return TRANSITIONS[state.phase][act].do(state, event, outputs)


def _press(state: State, press: Press, outputs: list[Output]) -> State:
    act = ActKind.OWN_PRESS if press.seat is (state.running or state.turn) else ActKind.OTHER_PRESS
    if press.seat in state.absent:
        runs = state.running is press.seat  # else the press is only an arrival
        state = TRANSITIONS[state.phase][ActKind.ABSENT_PRESS].do(state, press, outputs)
        if not runs:
            return state
    return TRANSITIONS[state.phase][act].do(state, press, outputs)
