"""What came of an input, in plain words."""

from typing import assert_never

from clock.faces.words import RESULTS, seat_name
from clock.rules import outputs as came
from clock.rules.openings import Option
from clock.rules.outputs import Output, Why
from clock.rules.seats import Seat
from clock.rules.units import SECOND_NS, duration_text

WHY = {
    Why.IDLE_SEAT: "the other clock ran",
    Why.OTHER_HAND: "it was not the hand that laid the stone",
    Why.NOT_STARTED: "the game had not begun",
    Why.STOPPED: "the clocks were stopped",
    Why.CLAIMED: "a win was claimed",
    Why.FALLEN: "a clapper was down",
    Why.FINISHED: "the game was over",
    Why.RECONSTRUCTION: "a position was laid again",
    Why.NO_CHOICE: "there was nothing to choose",
    Why.HERE_ALREADY: "nobody was absent",
    Why.NOT_CALLED: "no referee was called",
    Why.GONG: "only the gong ends a turn",
}
OPTIONS = {Option.STAY: "a move", Option.SWAP: "a swap", Option.TWO_MORE: "two more"}
FIGURES = {"remaining_ns": "time", "turn": "seat to move", "black": "Black"}


def length(length_ns: int) -> str:
    """Return a length of time to the millisecond, what is below left out: "1:59:40.250"."""
    whole_ms = abs(length_ns) // 1_000_000
    text = duration_text(whole_ms // 1000 * SECOND_NS)
    return f"{'-' if length_ns < 0 else ''}{text}.{whole_ms % 1000:03}"


def told(output: Output) -> str:
    """Return an output in a sentence."""
    match output:
        case came.TurnPassed():
            return _passed(output)
        case came.PressIgnored(seat=seat, reason=why):
            return f"{seat_name(seat)} presses, ignored: {WHY[why]}"
        case came.ActIgnored(act=act, reason=why):
            return f"{act} ignored: {WHY[why]}"
        case came.GameStarted(running=None):
            return "The clocks are started: joint time"
        case came.GameStarted(running=seat):
            return f"The game begins, {_seat(seat)}'s clock runs"
        case came.PlayerArrived(seat=seat):
            return f"{seat_name(seat)} is here"
        case came.DefaultTimeReached(seat=seat):
            return f"The default time is over, {seat_name(seat)} is absent"
        case came.Chosen(seat=seat, option=option):
            return f"{seat_name(seat)} enters {OPTIONS[option]}"
        case came.Announced(seat=seat, count=count):
            return f"{seat_name(seat)} announces {count} fifths" if count else "No fifths announced"
        case came.ColoursTurned(black=seat):
            return f"{seat_name(seat)} is Black"
        case came.PeriodBegan(seat=seat, period=period, added_ns=added_ns):
            return f"{seat_name(seat)} is in period {period}, time changed by {length(added_ns)}"
        case came.ByoyomiBegan(seat=seat, periods=periods):
            return f"{seat_name(seat)} is in byo-yomi, {periods} left with this one"
        case came.GongStruck(seat=seat):
            return f"The gong, {seat_name(seat)}'s turn is over"
        case came.RefereeCalled(seat=seat):
            return f"The time referee is called for {seat_name(seat)}"
        case came.RefereeCame(seat=seat):
            return f"The time referee is there for {seat_name(seat)}"
        case came.ClapperFell(seat=seat):
            return f"{seat_name(seat)}'s clapper falls"
        case came.ClapperRaised(seat=seat):
            return f"{seat_name(seat)}'s clapper is up again"
        case came.BothFallen(draw=draw):
            return f"Both clappers are down{', a draw by rule' if draw else ''}"
        case _:
            return _judged(output)


def _judged(
    output: came.ClocksStopped
    | came.OrganizerCalled
    | came.ClocksResumed
    | came.Claimed
    | came.Corrected
    | came.HandsDiffered
    | came.HandsTogether
    | came.HandFaulted
    | came.PressRetyped
    | came.EdgeWasLate
    | came.PowerWasLost
    | came.ClockRestarted
    | came.GameFinished,
) -> str:
    """What stops a game, what the organizer decides, and what the clock itself lived through."""
    match output:
        case came.ClocksStopped(by=seat):
            return f"Both clocks stop{'' if seat is None else f', by {seat_name(seat)}'}"
        case came.OrganizerCalled():
            return "The organizer is called"
        case came.ClocksResumed(seat=seat, reconstruct=reconstruct):
            how = " without credit" if reconstruct else ""
            return f"The organizer lets {_seat(seat)} go on{how}"
        case came.Claimed(seat=seat, clapper_up=up):
            return f"{seat_name(seat)} claims the win, own clapper {'up' if up else 'down'}"
        case came.Corrected():
            return _corrected(output)
        case came.HandsDiffered(seat=seat, stone=stone, press=press):
            return f"{seat_name(seat)}: stone by the {stone.value} hand, press by the {press.value}"
        case came.HandsTogether(seat=seat):
            return f"{seat_name(seat)} presses both plungers at once"
        case came.HandFaulted(seat=seat, count=count, penalty_ns=penalty_ns):
            penalty = f"penalty {length(penalty_ns)}" if penalty_ns else "a warning"
            return f"Hand fault {count} by {seat_name(seat)}: {penalty}"
        case came.PressRetyped(seat=seat, option=option, moves=moves):
            return f"The press of {seat_name(seat)} becomes {OPTIONS[option]}: move {moves}"
        case came.EdgeWasLate(seat=seat):
            return f"A press of {seat_name(seat)} came to light too late to count"
        case came.PowerWasLost(uncertain_ns=uncertain_ns):
            uncertain = f", up to {length(uncertain_ns)} uncertain" if uncertain_ns else ""
            return f"Power was lost{uncertain}"
        case came.ClockRestarted(away_ns=away_ns):
            after = f" after {length(away_ns)}; the time went on" if away_ns else ""
            return f"The clock is back{after}"
        case came.GameFinished(result=result, ground=ground):
            return f"Result: {RESULTS[result]}{f', {ground}' if ground else ''}"
        case _:
            assert_never(output)


def _passed(turn: came.TurnPassed) -> str:
    earned = f", earned {length(turn.earned_ns)}" if turn.earned_ns else ""
    move = f"move {turn.moves}" if turn.credited else f"no move, {turn.moves} made"
    return (
        f"{seat_name(turn.seat)} presses: {move}, spent {length(turn.spent_ns)}{earned}, "
        f"left {length(turn.remaining_ns)}"
    )


def _corrected(change: came.Corrected) -> str:
    before, after = (
        length(each) if isinstance(each, int) and change.what.endswith("_ns") else str(each)
        for each in (change.before, change.after)
    )
    whose = "" if change.seat is None else f" of {seat_name(change.seat)}"
    why = f" ({change.reason})" if change.reason else ""
    what = FIGURES.get(change.what, change.what)
    return f"The organizer corrects the {what}{whose}: {before} becomes {after}{why}"


def _seat(seat: Seat | None) -> str:
    return "joint time" if seat is None else seat_name(seat)
