"""The organizer's acts apart from corrections: resuming, arrivals, claims, the result (RIF 17)."""

from msgspec.structs import replace

from clock.rules import outputs as out
from clock.rules.consequences import Correction, apply_correction, refold
from clock.rules.control import AtZero
from clock.rules.corrections import MOVES_MAX, award_draw_claim
from clock.rules.inputs import ClaimKind, Dismiss, Finish, Resume
from clock.rules.last_press import take_back
from clock.rules.outputs import Output
from clock.rules.periods import delay_ns, reset_turn
from clock.rules.refusal import require
from clock.rules.regulations import OnFlag
from clock.rules.seats import Seat
from clock.rules.state import HALTED, Phase, State
from clock.rules.time_changes import charge_in_stop, cover, fall_in_debt, owing
from clock.rules.timed_events import run_at_once, stop_by_fall
from clock.rules.timing import charge, running_seats, with_seat


def resume_game(state: State, resume: Resume, outputs: list[Output]) -> State:
    """Resume the game; to give the other seat the turn, take the last press back (RIF 14.6)."""
    at_ns, seat = resume.at_ns, resume.seat
    finished = state.phase is Phase.FINISHED
    require(
        not state.both_fallen or finished,
        "Resume",
        "expected a seat with time left: both players are out of time",
    )
    require(seat is not None or not resume.reconstruct, "seat", "expected the seat whose time runs")
    if finished:
        outputs.append(out.GameReopened(at_ns))
    outputs += [out.ClaimDismissed(at_ns, claim.seat) for claim in state.claims]
    state = replace(
        state, claims=(), result=None, ground="", ended_by="", last_move=None, uncertain_ns=0
    )
    if state.started_at_ns is None:
        return replace(state, phase=Phase.READY)
    state = replace(state, phase=state.at_rest)
    if state.both_fallen or (finished and seat is None and _ends_at_once(state)):
        return state
    joint = state.resumes is Phase.JOINT  # before an arrival, which ends joint time
    if seat is not None:  # the organizer sees the player that he sends on
        state = mark_present(charge(state, at_ns), seat, at_ns, outputs)
    if not (joint or resume.reconstruct or seat in (None, state.turn)):
        state = apply_correction(state, resume, Correction(take_back), outputs)
    if state.both_fallen:
        return state
    if joint and seat is None:
        phase, running = Phase.JOINT, None
    elif resume.reconstruct:
        phase, running = Phase.RECONSTRUCTION, seat
    else:
        phase, running = Phase.RUNNING, state.turn
    outputs.append(out.ClocksResumed(at_ns, running, resume.reconstruct))
    state = replace(state, phase=phase, running=running, since_ns=at_ns)
    return fall_in_debt(state, at_ns, outputs)


def _ends_at_once(state: State) -> bool:
    """Whether the game or the turn ends as soon as play goes on, by a debt or by the gong."""
    clock = state.seat(state.turn)
    strikes = clock.terms.method.counting.at_zero is AtZero.GONG and clock.remaining_ns <= 0
    owes = any(state.seat(seat).short_ns is not None for seat in Seat)
    return strikes or (owes and (state.both_down or state.setup.regulations.on_flag is OnFlag.STOP))


def mark_present(state: State, seat: Seat, at_ns: int, outputs: list[Output]) -> State:
    """Note that a player has arrived, in a state charged to `at_ns`; the first ends joint time."""
    if seat not in state.absent:
        return state
    stoppage = state.stoppage
    if stoppage is not None and state.phase in HALTED:  # late time is charged below the entries
        base = mark_present(stoppage.base, seat, at_ns, [])
        state = replace(state, absent=base.absent, resumes=base.resumes)
        outputs.append(out.PlayerArrived(at_ns, seat, _late_ns(stoppage.base, seat)))
        return refold(state, base, stoppage.entries, at_ns, outputs)
    absent = tuple(each for each in state.absent if each is not seat)
    before, late_ns = state.seat(seat), _late_ns(state, seat)
    outputs.append(out.PlayerArrived(at_ns, seat, late_ns))
    state = _charge_late(replace(state, absent=absent), seat, late_ns, at_ns, outputs)
    if state.interrupted is Phase.JOINT:
        for each in (seat, seat.other):  # joint time is no part of the first turn
            state = with_seat(state, each, reset_turn(state.seat(each)))
        if state.phase is Phase.JOINT:
            state = replace(state, phase=Phase.RUNNING, running=state.turn)
        else:
            state = replace(state, resumes=Phase.RUNNING)
    falls = state.seat(seat).fallen and not before.fallen
    return stop_by_fall(state, at_ns, outputs) if falls else state


def _late_ns(state: State, seat: Seat) -> int:
    """Return the time that an absent player is charged at his arrival beside what has run."""
    clock = state.seat(seat)
    if clock.terms.method.counting.at_zero is AtZero.GONG:
        return 0  # a gong's turn takes no time from another
    # An absent player is so from the start: all that he has spent ran while he was late.
    return (state.setup.regulations.late_factor.value - 1) * clock.spent_ns


def _charge_late(
    state: State, seat: Seat, late_ns: int, at_ns: int, outputs: list[Output]
) -> State:
    """Charge late time at once; in a stop it may leave a debt, but no clapper falls."""
    delay_left_ns, idle = state.seat(seat).delay_left_ns, state.seat(seat.other)
    if state.phase in HALTED:  # what ran has had its delays
        state = with_seat(state, seat, replace(state.seat(seat), delay_left_ns=0))
    before = state.seat(seat)
    if idle.short_ns is not None:  # what flows from an hourglass pays its debt
        state = with_seat(state, seat.other, owing(idle))
    if before.short_ns is not None:  # in a stop: what he owes grows
        ran = charge_in_stop(state, seat, late_ns)
    else:
        ran = run_at_once(state, seat, late_ns, at_ns, outputs)
    clock = ran.seat(seat)
    if state.phase in HALTED and clock.ran_out and not before.ran_out:
        ran = charge_in_stop(with_seat(ran, seat, before), seat, late_ns)
        ran = with_seat(ran, seat, replace(ran.seat(seat), call=clock.call))
    if state.phase in HALTED:
        left_ns = min(delay_left_ns, delay_ns(ran.seat(seat).terms))  # of a period begun meanwhile
        ran = with_seat(ran, seat, replace(ran.seat(seat), delay_left_ns=left_ns))
    return ran if idle.short_ns is None else cover(ran, seat.other)


def dismiss_claim(state: State, dismiss: Dismiss, outputs: list[Output]) -> State:
    """Dismiss a seat's claim; after the last, the clocks are stopped or fallen."""
    claims = tuple(each for each in state.claims if each.seat is not dismiss.seat)
    require(claims != state.claims, "seat", "expected a seat that has claimed")
    outputs.append(out.ClaimDismissed(dismiss.at_ns, dismiss.seat))
    draws = any(each.kind is ClaimKind.DRAW for each in state.claims if each not in claims)
    state = replace(state, claims=claims, phase=Phase.CLAIMED if claims else state.at_rest)
    if not (draws and dismiss.award):
        return state
    return apply_correction(state, dismiss, Correction(award_draw_claim), outputs)


def finish_game(state: State, finish: Finish, outputs: list[Output]) -> State:
    """Enter the result; a second one replaces the first."""
    made = finish.last_move
    require(
        not finish.by or players_may_end(state),
        "by",
        "expected a stop, and regulations by which the players may end the game",
    )
    require(
        made is None or 0 <= made <= MOVES_MAX, "last_move", "expected 0 to {most}", most=MOVES_MAX
    )
    last_move = last_move_of(state) if made is None else made
    state = charge(state, finish.at_ns)
    if running_seats(state):
        outputs.append(out.ClocksStopped(finish.at_ns, None))
        state = replace(state, resumes=state.interrupted)
    ended = out.GameFinished(finish.at_ns, finish.result, finish.ground, last_move, finish.by)
    outputs.append(ended)
    return replace(
        state,
        phase=Phase.FINISHED,
        running=None,
        claims=(),
        result=finish.result,
        ground=finish.ground,
        last_move=last_move,
        ended_by=finish.by,
    )


def players_may_end(state: State) -> bool:
    """Return whether both players may now agree how the game ended."""
    stopped = state.phase in HALTED and state.result is None
    return stopped and state.setup.regulations.players_end


def last_move_of(state: State) -> int:
    """Return the number of the last move as laid (gomoku 3.1, 7.6).

    A player who claims on his own turn, with the other clapper up, is taken to have laid a stone
    without pressing: it counts.
    """
    if state.last_move is not None:
        return state.last_move
    seat = state.turn
    laid = any(claim.seat is seat for claim in state.claims) and not state.seat(seat.other).fallen
    return state.play.moves + laid
