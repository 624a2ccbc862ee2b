"""The clock as a state machine: `step(state, input) → (state, outputs)`.

Every transition that a player or the course of the game makes stands here; the organizer's
corrections are in `corrections`, time itself in `timing`. All of it is pure: the same inputs give
the same game, always.

| phase | a press of the seat that is to move | of the other | Stop | Claim | Resume |
|---|---|---|---|---|---|
| READY | ignored | starts the game | ignored | ignored | refused |
| JOINT | ends joint time | ends joint time | STOPPED | CLAIMED | refused |
| RUNNING | passes the turn | ignored | STOPPED | CLAIMED | refused |
| RECONSTRUCTION | the running seat's: STOPPED | ignored | STOPPED | CLAIMED | refused |
| STOPPED | claims | claims | ignored | CLAIMED | goes on |
| CLAIMED, FINISHED | ignored | ignored | ignored | ignored | goes on |
| FALLEN | ignored | ignored | STOPPED | CLAIMED | goes on |

With both clappers down nothing goes on until the organizer gives time again, and nobody claims.
"""

from typing import assert_never

from msgspec.structs import replace

from clock.rules import corrections, openings
from clock.rules.control import Method
from clock.rules.control import problems as control_problems
from clock.rules.happenings import settled
from clock.rules.inputs import (
    Acknowledge,
    Adjust,
    Announce,
    Arrive,
    Choose,
    Claim,
    Finish,
    HandFault,
    Input,
    LateEdge,
    PowerLost,
    Press,
    Restarted,
    Resume,
    Retype,
    SetColours,
    SetMoves,
    SetPeriod,
    SetTurn,
    Start,
    StoneLaid,
    Stop,
    Tick,
)
from clock.rules.match import match_problems
from clock.rules.openings import Option
from clock.rules.outputs import (
    ActIgnored,
    Announced,
    Chosen,
    Claimed,
    ClockRestarted,
    ClocksStopped,
    EdgeWasLate,
    GameStarted,
    HandsDiffered,
    HandsTogether,
    OrganizerCalled,
    Output,
    PlayerArrived,
    PowerWasLost,
    PressIgnored,
    RefereeCame,
    Why,
)
from clock.rules.periods import before_turn, first_terms
from clock.rules.refusal import SetupError, TimeWentBackwards
from clock.rules.regulations import HandRule
from clock.rules.regulations import problems as regulations_problems
from clock.rules.seats import LEFT, RIGHT, Colour, Hand, Seat
from clock.rules.state import NEVER_NS, Call, Phase, Setup, State, Touch
from clock.rules.timing import charged, running_seats, with_seat
from clock.rules.turns import turn_passed

# Looked up at every press: an enum's member is found three times faster by a name of the module.
_RUNNING = Phase.RUNNING

HANDS_TOGETHER_NS = 100_000_000
"""Two plungers of one seat pressed within this time were pressed at once."""

WHY_IDLE = {
    Phase.READY: Why.NOT_STARTED,
    Phase.JOINT: Why.HERE_ALREADY,
    Phase.RUNNING: Why.IDLE_SEAT,
    Phase.RECONSTRUCTION: Why.RECONSTRUCTION,
    Phase.STOPPED: Why.STOPPED,
    Phase.CLAIMED: Why.CLAIMED,
    Phase.FALLEN: Why.FALLEN,
    Phase.FINISHED: Why.FINISHED,
}


def begin(setup: Setup, at_ns: int = 0) -> State:
    """Return a game that is set up and has not begun.

    Raises SetupError, which names the place in the setup, if it cannot be played.
    """
    for seat in (LEFT, RIGHT):
        for place, message in control_problems(setup.control(seat)):
            raise SetupError(f"control.{seat.value}{place}", message)
    for place, message in regulations_problems(setup.regulations):
        raise SetupError(f"regulations.{place}", message)
    if setup.match is not None:
        for place, message in match_problems(setup.match):
            raise SetupError(f"match.{place}", message)
        if not setup.keeps_match:
            raise SetupError("control", "expected the controls of the match's game")
    if setup.first is not Colour.BLACK and setup.opening.name != "none":
        raise SetupError("first", f"expected black: the opening {setup.opening.name} begins so")
    left, right = first_terms(setup, LEFT), first_terms(setup, RIGHT)
    for name, given_ns in (("left", setup.left_remaining_ns), ("right", setup.right_remaining_ns)):
        if given_ns is not None and given_ns <= 0:
            raise SetupError(f"remaining.{name}", "expected more than 0")
    for name, clock in (("left", left), ("right", right)):
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


def step(state: State, given: Input) -> tuple[State, list[Output]]:
    """Return the state after an input, and all that came of it in the order it happened.

    Raises TimeWentBackwards if the input is earlier than the last one, and Refused if an organizer
    asks for what cannot be; then nothing has changed. Players' acts never raise.
    """
    at_ns = given.at_ns
    if at_ns < state.at_ns:
        raise TimeWentBackwards(f"expected an instant of {state.at_ns} ns or later, got {at_ns} ns")
    outputs: list[Output] = []
    if at_ns >= state.wake_ns:
        state = settled(state, at_ns, outputs)
    if type(given) is Press:
        simple = given.hand is None and not state.absent
        if simple and given.seat is state.running and state.phase is _RUNNING:
            state = turn_passed(state, given.seat, at_ns, outputs)
            return state if at_ns < state.wake_ns else settled(state, at_ns, outputs), outputs
        state = _pressed(state, given, outputs)
    elif type(given) is Tick:
        return replace(state, at_ns=at_ns), outputs
    else:
        state = _acted(state, given, outputs)
    return settled(state, at_ns, outputs), outputs


def _acted(state: State, given: Input, outputs: list[Output]) -> State:
    match given:
        case Press() | Tick():
            raise AssertionError("a press and a tick have their own way through step")
        case Start():
            return _started(state, given, outputs)
        case StoneLaid():
            return _stone_laid(state, given)
        case Arrive():
            return _arrived(state, given.seat, given.at_ns, outputs)
        case Choose():
            return _chosen(state, given, outputs)
        case Announce():
            return _announced(state, given, outputs)
        case Stop():
            return _stopped(state, given, outputs)
        case Claim():
            return _claimed(state, given.seat, given.at_ns, outputs)
        case Acknowledge():
            return _acknowledged(state, given, outputs)
        case LateEdge():
            outputs.append(EdgeWasLate(given.at_ns, given.seat, given.edge_ns))
            return state
        case PowerLost():
            return _power_lost(state, given, outputs)
        case Restarted():
            outputs.append(ClockRestarted(given.at_ns, given.away_ns))
            return state
        case Resume():
            return corrections.resumed(state, given, outputs)
        case Adjust():
            return corrections.adjusted(state, given, outputs)
        case SetMoves():
            return corrections.moves_set(state, given, outputs)
        case SetPeriod():
            return corrections.period_set(state, given, outputs)
        case SetTurn():
            return corrections.turn_set(state, given, outputs)
        case SetColours():
            return corrections.colours_set(state, given, outputs)
        case HandFault():
            return corrections.hand_faulted(state, given, outputs)
        case Retype():
            return corrections.retyped(state, given, outputs)
        case Finish():
            return corrections.finished(state, given, outputs)
        case _:
            assert_never(given)


# Presses


def _pressed(state: State, press: Press, outputs: list[Output]) -> State:
    """A press that is not simply a move: by a known hand, a late player, or where none is due."""
    seat, at_ns = press.seat, press.at_ns
    if press.hand is not None:
        state = _touched(state, seat, press.hand, at_ns, outputs)
    if state.phase is Phase.RUNNING and seat is state.running:
        if seat in state.absent:
            state = _arrived(state, seat, at_ns, outputs)
        if press.hand is None or not _hands_differ(state, seat, press.hand, at_ns, outputs):
            return turn_passed(state, seat, at_ns, outputs)
        if state.setup.regulations.hand_rule is HandRule.ENFORCE:
            outputs.append(PressIgnored(at_ns, seat, Why.OTHER_HAND))
            return state
        return turn_passed(replace(state, mismatch=seat), seat, at_ns, outputs)
    if state.phase is Phase.READY and seat is not state.turn and not state.both_fallen:
        return _clock_started(state, at_ns, outputs)
    if seat in state.absent and state.phase in (Phase.JOINT, Phase.RUNNING):
        return _arrived(state, seat, at_ns, outputs)
    if state.phase is Phase.STOPPED and state.started_at_ns is not None and not state.both_fallen:
        return _claimed(state, seat, at_ns, outputs)
    if state.phase is Phase.RECONSTRUCTION and seat is state.running:
        return _halted(state, seat, at_ns, outputs)
    outputs.append(PressIgnored(at_ns, seat, WHY_IDLE[state.phase]))
    return state


# Hands (RIF 14.3, gomoku 5.4)


def _touched(state: State, seat: Seat, hand: Hand, at_ns: int, outputs: list[Output]) -> State:
    touch, rule = state.touch, state.setup.regulations.hand_rule
    state = replace(state, touch=Touch(seat, hand, at_ns))
    together = (
        rule is not HandRule.HONOUR
        and touch is not None
        and touch.seat is seat
        and touch.hand is not hand
        and at_ns - touch.at_ns <= HANDS_TOGETHER_NS
    )
    if together:
        outputs.append(HandsTogether(at_ns, seat))
        state = replace(state, mismatch=seat)
    return state


def _hands_differ(state: State, seat: Seat, hand: Hand, at_ns: int, outputs: list[Output]) -> bool:
    stone = state.stone
    if state.setup.regulations.hand_rule is HandRule.HONOUR or stone is None or stone is hand:
        return False
    outputs.append(HandsDiffered(at_ns, seat, stone, hand))
    return True


def _stone_laid(state: State, laid: StoneLaid) -> State:
    if state.phase is Phase.RUNNING and laid.seat is state.running:
        return replace(state, stone=laid.hand)
    return state


# The start (RIF 14.3, 15)


def _started(state: State, start: Start, outputs: list[Output]) -> State:
    corrections.require(state.phase is Phase.READY, "Start", "expected a game that has not begun")
    corrections.require(not state.both_fallen, "Start", "expected a seat with time left")
    absent = tuple(seat for seat in (LEFT, RIGHT) if seat in start.absent)
    default_ns = state.setup.regulations.default_time_ns
    state = replace(
        state,
        absent=absent,
        default_at_ns=start.at_ns + default_ns if absent and default_ns is not None else None,
    )
    if len(absent) < 2:
        return _clock_started(state, start.at_ns, outputs)
    outputs.append(GameStarted(start.at_ns, None))
    return replace(state, phase=Phase.JOINT, since_ns=start.at_ns, started_at_ns=start.at_ns)


def _clock_started(state: State, at_ns: int, outputs: list[Output]) -> State:
    """The clock of the seat that begins starts the game: Black's, but in chess (RIF 14.3)."""
    outputs.append(GameStarted(at_ns, state.turn))
    return replace(
        state,
        phase=Phase.RUNNING,
        running=state.turn,
        since_ns=at_ns,
        started_at_ns=at_ns,
    )


def _arrived(state: State, seat: Seat, at_ns: int, outputs: list[Output]) -> State:
    """An absent player is there; the first to come ends joint time, and Black's clock runs."""
    if seat not in state.absent:
        outputs.append(ActIgnored(at_ns, "Arrive", Why.HERE_ALREADY))
        return state
    absent = tuple(each for each in state.absent if each is not seat)
    outputs.append(PlayerArrived(at_ns, seat))
    state = replace(state, absent=absent, default_at_ns=state.default_at_ns if absent else None)
    joint = state.phase is Phase.JOINT
    if not joint and (running_seats(state) or state.resumes is not Phase.JOINT):
        return state
    state = charged(state, at_ns)
    for each in (LEFT, RIGHT):
        state = with_seat(state, each, before_turn(state.seat(each)))
    if not joint:
        return replace(state, resumes=Phase.RUNNING)
    return replace(state, phase=Phase.RUNNING, running=state.turn)


# Choice, stop, claim, referee


def _chosen(state: State, choose: Choose, outputs: list[Output]) -> State:
    step_now = state.play.step
    deciding = state.phase is Phase.RUNNING and choose.seat is state.running
    if not deciding or step_now is None or choose.option not in step_now.options:
        outputs.append(ActIgnored(choose.at_ns, "Choose", Why.NO_CHOICE))
        return state
    outputs.append(Chosen(choose.at_ns, choose.seat, choose.option))
    stay = choose.option is Option.STAY
    return replace(state, choice=None if stay else choose.option)


def _announced(state: State, announce: Announce, outputs: list[Output]) -> State:
    """A memo of the fifths to be offered, while the press that announces them is to come."""
    step_now = state.play.step
    deciding = state.phase is Phase.RUNNING and announce.seat is state.running
    most = step_now.announces if deciding and step_now is not None else 0
    if not 0 <= announce.count <= most or most == 0:
        outputs.append(ActIgnored(announce.at_ns, "Announce", Why.NO_ANNOUNCEMENT))
        return state
    outputs.append(Announced(announce.at_ns, announce.seat, announce.count))
    return replace(state, play=replace(state.play, offers=announce.count))


def _stopped(state: State, stop: Stop, outputs: list[Output]) -> State:
    if running_seats(state):
        state = _halted(state, stop.seat, stop.at_ns, outputs)
    elif state.phase is Phase.FALLEN and not state.both_fallen:
        state = replace(state, phase=Phase.STOPPED)
    else:
        outputs.append(ActIgnored(stop.at_ns, "Stop", WHY_IDLE[state.phase]))
    outputs.append(OrganizerCalled(stop.at_ns))
    return state


def _halted(state: State, by: Seat | None, at_ns: int, outputs: list[Output]) -> State:
    """Both clocks stop at one instant; nothing is credited (RIF 14.6)."""
    state = charged(state, at_ns)
    outputs.append(ClocksStopped(at_ns, by))
    return replace(state, phase=Phase.STOPPED, running=None, resumes=state.interrupted)


def _power_lost(state: State, lost: PowerLost, outputs: list[Output]) -> State:
    """The clocks stand at the last figures that are on disk; the organizer lets them go on."""
    if not running_seats(state):
        outputs.append(PowerWasLost(lost.at_ns, 0))
        return state
    outputs.append(PowerWasLost(lost.at_ns, lost.uncertain_ns))
    halted = _halted(state, None, lost.at_ns, outputs)
    return replace(halted, uncertain_ns=lost.uncertain_ns)


def _claimed(state: State, seat: Seat, at_ns: int, outputs: list[Output]) -> State:
    claimable = running_seats(state) or state.phase in (Phase.STOPPED, Phase.FALLEN)
    if not claimable or state.both_fallen:
        outputs.append(ActIgnored(at_ns, "Claim", WHY_IDLE[state.phase]))
        return state
    if running_seats(state):
        state = _halted(state, seat, at_ns, outputs)
    outputs.append(Claimed(at_ns, seat, not state.seat(seat).fallen))
    return replace(state, phase=Phase.CLAIMED, claimant=seat)


def _acknowledged(state: State, seen: Acknowledge, outputs: list[Output]) -> State:
    clock = state.seat(seen.seat)
    if clock.call is not Call.CALLED and state.mismatch is not seen.seat:
        outputs.append(ActIgnored(seen.at_ns, "Acknowledge", Why.NOT_CALLED))
        return state
    outputs.append(RefereeCame(seen.at_ns, seen.seat))
    if clock.call is Call.CALLED:
        state = with_seat(state, seen.seat, replace(clock, call=Call.CAME))
    return state if state.mismatch is not seen.seat else replace(state, mismatch=None)
