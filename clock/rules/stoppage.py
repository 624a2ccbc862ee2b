"""Entries made while no clock runs, which the organizer can undo.

Players' acts, answers to claims and the result stand beside the entries of corrections. Of them an
arrival and an answered call also change the state from which the entries are folded, since its
figures depend on them. To undo an entry, all other acts are done once more from the state in which
the clocks stopped, so whatever it had changed is as if it had never been made. The list ends when a
clock has run.
"""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from clock.rules import inputs
from clock.rules import outputs as out
from clock.rules.consequences import (
    ENTRIES_MAX,
    TOO_MANY,
    begin_list,
    changes,
    clapper_moves,
    without_instants,
)
from clock.rules.inputs import Input
from clock.rules.outputs import Output
from clock.rules.refusal import Refused, require
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import COUNTING, Call, Phase, State

_PLAYERS_ACTS = (
    *(inputs.Press, inputs.StoneLaid, inputs.Claim, inputs.Arrive, inputs.Acknowledge),
    inputs.Stop,
)
_BESIDE = (*_PLAYERS_ACTS, inputs.Dismiss, inputs.Finish)
"""The acts that are remembered if they change anything: every entry is."""
_Step = Callable[[State, Input], tuple[State, list[Output]]]
_Act = Callable[[State, Input, list[Output]], State]


def remember(before: State, act: Input, after: State, step: _Step, do: _Act) -> State:
    """Return the state after an act, with the act among those since the clocks stopped.

    `do` is a step that remembers nothing.
    """
    if before.phase in COUNTING:
        return _stopped(before, act, after, step)
    if isinstance(act, inputs.Resume):
        return _resumed(before, act, after, step)
    if after.phase in COUNTING or after.started_at_ns != before.started_at_ns:
        return replace(after, stoppage=None)
    was = before.stoppage or begin_list(before)
    if after.stoppage is not before.stoppage and after.stoppage is not None:  # an entry
        # As the clocks stopped: with a claim that the act has dismissed.
        stoppage = replace(after.stoppage, stopped=was.stopped, acts=(*was.acts, act))
        return replace(after, stoppage=stoppage)
    if not isinstance(act, _BESIDE) or _lasting(before) == _lasting(after):
        return after
    if len(was.acts) >= ENTRIES_MAX:
        require(not isinstance(act, inputs.Dismiss), "Dismiss", TOO_MANY, most=ENTRIES_MAX)
        return replace(after, stoppage=None)
    acts = [each for each in was.acts if not _is_older_stone(each, act)]
    base = was.base
    for seat in before.absent:
        if seat not in after.absent:
            base = do(base, inputs.Arrive(act.at_ns, seat), [])
    if isinstance(act, inputs.Acknowledge):
        base = do(base, act, [])
    base = without_instants(base)
    return replace(after, stoppage=replace(was, acts=(*acts, act), base=base))


def _is_older_stone(each: Input, act: Input) -> bool:
    """Whether both set one seat's stones: only the last counts."""
    if not (isinstance(each, inputs.StoneLaid) and isinstance(act, inputs.StoneLaid)):
        return False
    return each.seat is act.seat


def last_entry(state: State) -> Input | None:
    """Return the entry that `Undo` strikes; None without one, or while a clock runs."""
    if state.stoppage is None or state.phase in COUNTING:
        return None
    acts = reversed(state.stoppage.acts)
    return next((each for each in acts if not isinstance(each, _PLAYERS_ACTS)), None)


def undo(state: State, act: inputs.Undo, outputs: list[Output], step: _Step) -> State:
    """Strike the last entry, with all that it changed; the players' acts stay."""
    stoppage, at_ns, struck = state.stoppage, act.at_ns, last_entry(state)
    if stoppage is None or struck is None:
        raise Refused("Undo", "expected an entry since the clocks stopped")
    again = _run(stoppage.stopped, (each for each in stoppage.acts if each is not struck), step)
    after = replace(again, at_ns=at_ns, since_ns=at_ns, touch=state.touch)
    outputs.append(out.Undone(at_ns, type(struck).__name__, getattr(struck, "seat", None)))
    if state.phase is Phase.FINISHED is not after.phase:
        outputs.append(out.GameReopened(at_ns))
    outputs += changes(state, after, at_ns, getattr(struck, "reason", ""))
    for seat in (LEFT, RIGHT):
        if after.seat(seat).call is Call.CALLED is not state.seat(seat).call:
            outputs.append(out.RefereeCalled(at_ns, seat))
        outputs += clapper_moves(state, after, seat, at_ns)
    return after


def _stopped(before: State, act: Input, after: State, step: _Step) -> State:
    """Return the state after an act that may have stopped a clock."""
    if isinstance(act, inputs.Finish):
        return step(step(before, inputs.Stop(act.at_ns))[0], act)[0]
    stoppage = before.stoppage
    if stoppage is None:
        return after
    if not isinstance(act, inputs.Stop):
        return replace(after, stoppage=None)
    if stoppage.resumed_at_ns != act.at_ns:
        return after
    # No time has run since the game was resumed: the list goes on, unless somebody pressed.
    again = _run(stoppage.stopped, stoppage.acts, step)
    if again.play != before.play:
        return after
    return step(replace(again, touch=before.touch), act)[0]


def _resumed(before: State, resume: inputs.Resume, after: State, step: _Step) -> State:
    """Keep the acts for a stop at the same instant; what the resuming does is among them."""
    at_ns, stoppage = resume.at_ns, before.stoppage or begin_list(before)
    acts = [act for act in stoppage.acts if not isinstance(act, inputs.Finish)]
    acts += [inputs.Dismiss(at_ns, claim.seat, award=False) for claim in before.claims]
    if resume.seat in before.absent:
        acts.append(inputs.Arrive(at_ns, resume.seat))
    joint = before.resumes is Phase.JOINT  # the other is sent on, and nothing taken back
    if not joint and resume.seat is after.turn is not before.turn:
        acts.append(inputs.SetTurn(at_ns, after.turn))
    if after.phase in COUNTING:
        resumed = replace(stoppage, acts=tuple(acts), resumed_at_ns=at_ns)
        return replace(after, stoppage=resumed if acts else None)
    if (after.left.ran_out, after.right.ran_out) != (before.left.ran_out, before.right.ran_out):
        return replace(after, stoppage=None)
    again = _run(stoppage.stopped, acts, step)  # a reopened game has its claims again
    phase = Phase.CLAIMED if again.claims else after.phase
    return replace(after, phase=phase, claims=again.claims, stoppage=again.stoppage)


def _run(state: State, acts: Iterable[Input], step: _Step) -> State:
    for act in acts:
        state, _ = step(state, act)
    return state


def _lasting(state: State) -> State:
    """Return a state without what every act and every press changes."""
    return replace(without_instants(state), touch=None)
