"""The players' acts: presses, hands, late arrivals, choices, stops and claims.

None of them is refused: an act without effect is ignored, with a reason in the outputs.
`machine.TRANSITIONS` says which function here serves an act in a phase.
"""

from msgspec.structs import replace

from clock.rules import inputs
from clock.rules import outputs as out
from clock.rules.openings import Option
from clock.rules.organizer import mark_present
from clock.rules.outputs import IgnoreReason, Output
from clock.rules.periods import call_referee
from clock.rules.refusal import require
from clock.rules.regulations import HandRule, LateStart
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import COUNTING, IDLE_PRESSES_MAX, Call, Phase, State
from clock.rules.time_changes import fall_in_debt
from clock.rules.timing import charge, halt, remaining_ns, running_seats, with_seat
from clock.rules.turns import pass_turn

HANDS_TOGETHER_NS = 100_000_000
"""Two plungers of one seat are pressed together if at most this time lies between them."""

REASONS = {
    Phase.READY: IgnoreReason.NOT_STARTED,
    Phase.JOINT: IgnoreReason.HERE_ALREADY,
    Phase.RUNNING: IgnoreReason.IDLE_SEAT,
    Phase.RECONSTRUCTION: IgnoreReason.RECONSTRUCTION,
    Phase.STOPPED: IgnoreReason.STOPPED,
    Phase.CLAIMED: IgnoreReason.CLAIMED,
    Phase.FALLEN: IgnoreReason.FALLEN,
    Phase.FINISHED: IgnoreReason.FINISHED,
}
"""The reasons for which acts are ignored in a phase; `_OWN_REASONS` of an act come first."""
_OWN_REASONS = {
    inputs.Choose: IgnoreReason.NO_CHOICE,
    inputs.Announce: IgnoreReason.NO_ANNOUNCEMENT,
}
_Ignorable = inputs.Press | inputs.Claim | inputs.Choose | inputs.Announce | inputs.Stop


# Presses


def make_move(state: State, press: inputs.Press, outputs: list[Output]) -> State:
    """Make the move, unless the wrong hand pressed and the rule is enforced (RIF 14.3)."""
    seat, hand, at_ns = press.seat, press.hand, press.at_ns
    state = charge(state, at_ns)
    stone, rule = state.seat(seat).stone, state.setup.regulations.hand_rule
    unbound = rule is HandRule.HONOUR or state.choice is Option.SWAP  # a swap lays no stone
    if unbound or hand is None or stone is None or stone is hand:
        return pass_turn(state, seat, at_ns, outputs)
    outputs.append(out.HandsDiffered(at_ns, seat, stone, hand))
    if rule is HandRule.ENFORCE:
        outputs.append(out.PressIgnored(at_ns, seat, IgnoreReason.OTHER_HAND))
        return state
    return pass_turn(replace(state, mismatch=seat), seat, at_ns, outputs)


def start_by_press(state: State, press: inputs.Press, outputs: list[Output]) -> State:
    """Start the game by a press of the seat that does not begin; the press is no move."""
    if state.both_down:
        return ignore(state, press, outputs)
    return _start(state, state.turn, press.at_ns, outputs)


def ignore(state: State, event: _Ignorable, outputs: list[Output]) -> State:
    """Ignore an act, with the reason."""
    reason = _OWN_REASONS.get(type(event), REASONS[state.phase])
    if isinstance(event, inputs.Press):
        at_ns, seat = event.at_ns, event.seat
        outputs.append(out.PressIgnored(at_ns, seat, reason))
        if reason is IgnoreReason.IDLE_SEAT:
            idle = out.IdlePress(at_ns, seat, remaining_ns(state, seat.other, at_ns))
            presses = (*state.idle_presses, idle)[-IDLE_PRESSES_MAX:]
            return replace(state, idle_presses=presses)
    else:
        outputs.append(out.ActIgnored(event.at_ns, type(event).__name__, reason))
    return state


# Hands (RIF 14.3, gomoku 5.4)


def note_hand(state: State, press: inputs.Press, outputs: list[Output]) -> State:
    """Note the hand of a press, and whether both plungers were pressed together."""
    seat, hand, at_ns = press.seat, press.hand, press.at_ns
    if hand is None:
        return state
    touch, rule = state.touch, state.setup.regulations.hand_rule
    state = replace(state, touch=press)
    together = (
        rule is not HandRule.HONOUR
        and state.phase in COUNTING  # in a stop no press counts
        and touch is not None
        and touch.seat is seat
        and touch.hand is not hand
        and at_ns - touch.at_ns <= HANDS_TOGETHER_NS
    )
    if together:
        outputs.append(out.HandsTogether(at_ns, seat))
        state = replace(state, mismatch=seat)
    return state


def note_stone(state: State, laid: inputs.StoneLaid, _outputs: list[Output]) -> State:
    """Note the hand that took a stone until that seat presses, even if it is not its turn yet."""
    return with_seat(state, laid.seat, replace(state.seat(laid.seat), stone=laid.hand))


# The start (RIF 14.3, 15)


def start_by_organizer(state: State, start: inputs.Start, outputs: list[Output]) -> State:
    """Start the game by the organizer: the first clock, or joint time if both are late (RIF 15)."""
    require(not state.both_down, "Start", "expected a seat with time left")
    absent = tuple(seat for seat in (LEFT, RIGHT) if seat in start.absent)
    joint = len(absent) == 2 and state.setup.regulations.late_start is not LateStart.STARTER
    running = None if joint else state.turn
    return _start(replace(state, absent=absent), running, start.at_ns, outputs)


def _start(state: State, running: Seat | None, at_ns: int, outputs: list[Output]) -> State:
    """Start the game; for a seat with little time the referee is called at once (RIF 14.9)."""
    outputs.append(out.GameStarted(at_ns, running))
    phase = Phase.JOINT if running is None else Phase.RUNNING
    state = replace(state, phase=phase, running=running, since_ns=at_ns, started_at_ns=at_ns)
    state = call_referee(call_referee(state, LEFT, at_ns, outputs), RIGHT, at_ns, outputs)
    return fall_in_debt(state, at_ns, outputs)


def arrive(state: State, event: inputs.Arrive | inputs.Press, outputs: list[Output]) -> State:
    """Let an absent player arrive; the first arrival ends joint time (RIF 15)."""
    if event.seat not in state.absent:
        outputs.append(out.ActIgnored(event.at_ns, "Arrive", IgnoreReason.HERE_ALREADY))
        return state
    return mark_present(charge(state, event.at_ns), event.seat, event.at_ns, outputs)


# Choice, stop, claim, referee


def enter_choice(
    state: State, event: inputs.Choose | inputs.Announce, outputs: list[Output]
) -> State:
    """Enter the kind of the next press in an opening, or the number of fifths announced with it."""
    step_now = state.play.step
    if event.seat is not state.running or step_now is None:
        return ignore(state, event, outputs)
    if isinstance(event, inputs.Announce):
        if not 0 <= event.count <= step_now.announces or step_now.announces == 0:
            return ignore(state, event, outputs)
        outputs.append(out.Announced(event.at_ns, event.seat, event.count))
        return replace(state, play=replace(state.play, offers=event.count))
    if event.option not in step_now.options:
        return ignore(state, event, outputs)
    outputs.append(out.Chosen(event.at_ns, event.seat, event.option))
    return replace(state, choice=None if event.option is Option.STAY else event.option)


def stop_and_call(state: State, stop: inputs.Stop, outputs: list[Output]) -> State:
    """Stop both clocks and call the organizer (RIF 14.6, 14.7)."""
    return call_organizer(stop_clocks(state, stop, outputs), stop, outputs)


def call_organizer(state: State, stop: inputs.Stop, outputs: list[Output]) -> State:
    """Call the organizer (RIF 14.7)."""
    outputs.append(out.OrganizerCalled(stop.at_ns))
    return state


def stop_clocks(state: State, event: inputs.Input, outputs: list[Output]) -> State:
    """Stop both clocks at one instant, without credit (RIF 14.6, gomoku 6.2)."""
    outputs.append(out.ClocksStopped(event.at_ns, getattr(event, "seat", None)))
    return halt(charge(state, event.at_ns))


def note_incident(
    state: State, event: inputs.LateEdge | inputs.Restarted, outputs: list[Output]
) -> State:
    """Note a late edge or a restart; no figure changes, the organizer judges."""
    if isinstance(event, inputs.LateEdge):
        outputs.append(out.EdgeWasLate(event.at_ns, event.seat, event.edge_ns))
    else:
        outputs.append(out.ClockRestarted(event.at_ns, event.away_ns))
    return state


def stop_by_power_loss(state: State, lost: inputs.PowerLost, outputs: list[Output]) -> State:
    """Stop the clocks at the last figures on disk; the organizer resumes."""
    uncertain_ns = lost.uncertain_ns if running_seats(state) else 0
    outputs.append(out.PowerWasLost(lost.at_ns, uncertain_ns))
    if not running_seats(state):
        return state
    return replace(stop_clocks(state, lost, outputs), uncertain_ns=uncertain_ns)


def make_claim(state: State, claim: inputs.Claim, outputs: list[Output]) -> State:
    """Stop both clocks for a claim of a win or a draw; both players may claim (RIF 9.6)."""
    seat, at_ns = claim.seat, claim.at_ns
    again = any(each.seat is seat for each in state.claims)
    # Two fallen clappers without a claim are a draw (RIF 10.4); an earlier claim may be answered.
    if again or (state.both_fallen and not state.claims):
        return ignore(state, claim, outputs)
    if claim.kind is inputs.ClaimKind.DRAW and not state.setup.regulations.draw_claims:
        outputs.append(out.ActIgnored(claim.at_ns, "Claim", IgnoreReason.NO_DRAW_CLAIMS))
        return state
    state = mark_present(charge(state, at_ns), seat, at_ns, outputs)  # a claimant has arrived
    if running_seats(state):
        state = stop_clocks(state, claim, outputs)
    claimed = out.Claimed(at_ns, seat, not state.seat(seat).fallen, claim.kind)
    outputs.append(claimed)
    return replace(state, phase=Phase.CLAIMED, claims=(*state.claims, claimed))


def acknowledge(state: State, seen: inputs.Acknowledge, outputs: list[Output]) -> State:
    """Acknowledge the call of the time referee for a seat, and a mismatch of hands (RIF 14.9)."""
    clock = state.seat(seen.seat)
    if clock.call is not Call.CALLED and state.mismatch is not seen.seat:
        outputs.append(out.ActIgnored(seen.at_ns, "Acknowledge", IgnoreReason.NOT_CALLED))
        return state
    outputs.append(out.RefereeCame(seen.at_ns, seen.seat))
    if clock.call is Call.CALLED:
        state = with_seat(state, seen.seat, replace(clock, call=Call.CAME))
    return state if state.mismatch is not seen.seat else replace(state, mismatch=None)
