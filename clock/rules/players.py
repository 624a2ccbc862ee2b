"""The players' acts: presses, hands, late arrivals, choices, stops and claims.

They are always taken, even if they change nothing. What an act does in each phase stands in
`machine.TRANSITIONS`; here is how.
"""

from msgspec.structs import replace

from clock.rules import inputs
from clock.rules import outputs as out
from clock.rules.openings import Option
from clock.rules.organizer import arrived
from clock.rules.outputs import IgnoreReason, Output
from clock.rules.periods import called
from clock.rules.refusal import require
from clock.rules.regulations import HandRule, LateStart
from clock.rules.seats import LEFT, RIGHT, Hand, Seat
from clock.rules.state import Call, Phase, State
from clock.rules.timing import charged, halted, running_seats, with_seat
from clock.rules.turns import turn_passed

HANDS_TOGETHER_NS = 100_000_000
"""Two plungers of one seat pressed within this time were pressed at once."""

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
"""Why a player's act changes nothing in a phase, where the act itself has no reason."""
_OWN_REASONS = {
    inputs.Choose: IgnoreReason.NO_CHOICE,
    inputs.Announce: IgnoreReason.NO_ANNOUNCEMENT,
}
_Ignorable = inputs.Press | inputs.Claim | inputs.Choose | inputs.Announce | inputs.Stop


# Presses


def passes(state: State, press: inputs.Press, outputs: list[Output]) -> State:
    """The move is made, unless its hand was the other one and the rule is enforced (RIF 14.3)."""
    seat, at_ns = press.seat, press.at_ns
    state = charged(state, at_ns)
    if press.hand is None or not _hands_differ(state, seat, press.hand, at_ns, outputs):
        return turn_passed(state, seat, at_ns, outputs)
    if state.setup.regulations.hand_rule is HandRule.ENFORCE:
        outputs.append(out.PressIgnored(at_ns, seat, IgnoreReason.OTHER_HAND))
        return state
    return turn_passed(replace(state, mismatch=seat), seat, at_ns, outputs)


def starts(state: State, press: inputs.Press, outputs: list[Output]) -> State:
    """The press of the seat that does not begin starts the game; it is no move."""
    if state.both_fallen:
        return ignored(state, press, outputs)
    return _clock_started(state, press.at_ns, outputs)


def ends_rebuilding(state: State, press: inputs.Press, outputs: list[Output]) -> State:
    """The position stands again: the seat whose time runs has pressed (gomoku 6.2)."""
    return _stopped(state, press.seat, press.at_ns, outputs)


def ignored(state: State, event: _Ignorable, outputs: list[Output]) -> State:
    """The act changes nothing."""
    reason = _OWN_REASONS.get(type(event), REASONS[state.phase])
    if isinstance(event, inputs.Press):
        outputs.append(out.PressIgnored(event.at_ns, event.seat, reason))
    else:
        outputs.append(out.ActIgnored(event.at_ns, type(event).__name__, reason))
    return state


# Hands (RIF 14.3, gomoku 5.4)


def touched(state: State, press: inputs.Press, outputs: list[Output]) -> State:
    """Return the state after a plunger of a known hand was touched."""
    seat, hand, at_ns = press.seat, press.hand, press.at_ns
    if hand is None:
        return state
    touch, rule = state.touch, state.setup.regulations.hand_rule
    state = replace(state, touch=press)
    together = (
        rule is not HandRule.HONOUR
        and touch is not None
        and touch.seat is seat
        and touch.hand is not hand
        and at_ns - touch.at_ns <= HANDS_TOGETHER_NS
    )
    if together:
        outputs.append(out.HandsTogether(at_ns, seat))
        state = replace(state, mismatch=seat)
    return state


def _hands_differ(state: State, seat: Seat, hand: Hand, at_ns: int, outputs: list[Output]) -> bool:
    stone, rule = state.seat(seat).stone, state.setup.regulations.hand_rule
    lays_none = state.choice is Option.SWAP
    if rule is HandRule.HONOUR or lays_none or stone is None or stone is hand:
        return False
    outputs.append(out.HandsDiffered(at_ns, seat, stone, hand))
    return True


def stone_laid(state: State, laid: inputs.StoneLaid, _outputs: list[Output]) -> State:
    """A stone is remembered until its seat's press, also one that is taken before the turn."""
    return with_seat(state, laid.seat, replace(state.seat(laid.seat), stone=laid.hand))


# The start (RIF 14.3, 15)


def started(state: State, start: inputs.Start, outputs: list[Output]) -> State:
    """The organizer starts the clocks: Black's, or if both are late that of the regulations."""
    require(not state.both_fallen, "Start", "expected a seat with time left")
    regulations = state.setup.regulations
    absent = tuple(seat for seat in (LEFT, RIGHT) if seat in start.absent)
    state = replace(state, absent=absent)
    if len(absent) < 2 or regulations.late_start is LateStart.STARTER:
        return _clock_started(state, start.at_ns, outputs)
    outputs.append(out.GameStarted(start.at_ns, None))
    return _began(replace(state, phase=Phase.JOINT), start.at_ns, outputs)


def _clock_started(state: State, at_ns: int, outputs: list[Output]) -> State:
    """The clock of the seat that begins starts the game: Black's, but in chess (RIF 14.3)."""
    outputs.append(out.GameStarted(at_ns, state.turn))
    return _began(replace(state, phase=Phase.RUNNING, running=state.turn), at_ns, outputs)


def _began(state: State, at_ns: int, outputs: list[Output]) -> State:
    """Who has little time from the start on has the referee called at once (RIF 14.9)."""
    state = replace(state, since_ns=at_ns, started_at_ns=at_ns, edit=None)
    return called(called(state, LEFT, at_ns, outputs), RIGHT, at_ns, outputs)


def arrives(state: State, event: inputs.Arrive | inputs.Press, outputs: list[Output]) -> State:
    """An absent player is there; the first to come ends joint time, and Black's clock runs."""
    if event.seat not in state.absent:
        outputs.append(out.ActIgnored(event.at_ns, "Arrive", IgnoreReason.HERE_ALREADY))
        return state
    return arrived(charged(state, event.at_ns), event.seat, event.at_ns, outputs)


# Choice, stop, claim, referee


def enters(state: State, event: inputs.Choose | inputs.Announce, outputs: list[Output]) -> State:
    """What the next press will be in an opening, or how many fifths it announces."""
    step_now = state.play.step
    if event.seat is not state.running or step_now is None:
        return ignored(state, event, outputs)
    if isinstance(event, inputs.Announce):
        if not 0 <= event.count <= step_now.announces or step_now.announces == 0:
            return ignored(state, event, outputs)
        outputs.append(out.Announced(event.at_ns, event.seat, event.count))
        return replace(state, play=replace(state.play, offers=event.count))
    if event.option not in step_now.options:
        return ignored(state, event, outputs)
    outputs.append(out.Chosen(event.at_ns, event.seat, event.option))
    return replace(state, choice=None if event.option is Option.STAY else event.option)


def stops(state: State, stop: inputs.Stop, outputs: list[Output]) -> State:
    """Both clocks stop, and the organizer is called (RIF 14.6, 14.7)."""
    if running_seats(state):
        state = _stopped(state, stop.seat, stop.at_ns, outputs)
    elif not state.both_fallen:
        state = replace(state, phase=Phase.STOPPED)
    return calls(state, stop, outputs)


def calls(state: State, stop: inputs.Stop, outputs: list[Output]) -> State:
    """The organizer is called, also where the clocks stand already (RIF 14.7)."""
    outputs.append(out.OrganizerCalled(stop.at_ns))
    return state


def _stopped(state: State, by: Seat | None, at_ns: int, outputs: list[Output]) -> State:
    """Both clocks stop at one instant; nothing is credited (RIF 14.6)."""
    outputs.append(out.ClocksStopped(at_ns, by))
    return halted(charged(state, at_ns))


def edge_late(state: State, late: inputs.LateEdge, outputs: list[Output]) -> State:
    """A press came too late to count; the organizer judges."""
    outputs.append(out.EdgeWasLate(late.at_ns, late.seat, late.edge_ns))
    return state


def restarted(state: State, event: inputs.Restarted, outputs: list[Output]) -> State:
    """The clock was away; a clock that ran went on."""
    outputs.append(out.ClockRestarted(event.at_ns, event.away_ns))
    return state


def power_lost(state: State, lost: inputs.PowerLost, outputs: list[Output]) -> State:
    """The clocks stand at the last figures that are on disk; the organizer lets them go on."""
    if not running_seats(state):
        outputs.append(out.PowerWasLost(lost.at_ns, 0))
        return state
    outputs.append(out.PowerWasLost(lost.at_ns, lost.uncertain_ns))
    state = _stopped(state, None, lost.at_ns, outputs)
    return replace(state, uncertain_ns=lost.uncertain_ns)


def claims(state: State, claim: inputs.Claim, outputs: list[Output]) -> State:
    """A win is claimed: both clocks stop. Both may claim, neither shuts the other out (RIF 9.6)."""
    seat, at_ns = claim.seat, claim.at_ns
    again = any(each.seat is seat for each in state.claims)
    if again or (state.both_fallen and not state.claims):
        return ignored(state, claim, outputs)
    state = arrived(charged(state, at_ns), seat, at_ns, outputs)  # who claims is there
    if running_seats(state):
        state = _stopped(state, seat, at_ns, outputs)
    claimed = out.Claimed(at_ns, seat, not state.seat(seat).fallen)
    outputs.append(claimed)
    return replace(state, phase=Phase.CLAIMED, claims=(*state.claims, claimed))


def acknowledged(state: State, seen: inputs.Acknowledge, outputs: list[Output]) -> State:
    """The time referee has come to a seat (RIF 14.9)."""
    clock = state.seat(seen.seat)
    if clock.call is not Call.CALLED and state.mismatch is not seen.seat:
        outputs.append(out.ActIgnored(seen.at_ns, "Acknowledge", IgnoreReason.NOT_CALLED))
        return state
    outputs.append(out.RefereeCame(seen.at_ns, seen.seat))
    if clock.call is Call.CALLED:
        state = with_seat(state, seen.seat, replace(clock, call=Call.CAME))
    return state if state.mismatch is not seen.seat else replace(state, mismatch=None)
