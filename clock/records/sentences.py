"""What came of an input, in plain words."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from clock.journal.lines import Cause, Gap
from clock.records.words import back, finished, value
from clock.rules import outputs as came
from clock.rules.openings import Option
from clock.rules.outputs import IgnoreReason, Output
from clock.rules.seats import Hand, Seat
from clock.rules.units import SECOND_NS, duration_text
from clock.text.control import plain
from clock.text.language import N_, tr, trn
from clock.text.regulations import corrected
from clock.text.words import seat_name

WHY = {
    IgnoreReason.IDLE_SEAT: N_("the other clock ran"),
    IgnoreReason.OTHER_HAND: N_("it was not the hand that laid the stone"),
    IgnoreReason.NOT_STARTED: N_("the game had not begun"),
    IgnoreReason.STOPPED: N_("the clocks were stopped"),
    IgnoreReason.CLAIMED: N_("a win was claimed"),
    IgnoreReason.FALLEN: N_("a clapper was down"),
    IgnoreReason.FINISHED: N_("the game was over"),
    IgnoreReason.RECONSTRUCTION: N_("a position was laid again"),
    IgnoreReason.NO_CHOICE: N_("there was nothing to choose"),
    IgnoreReason.NO_ANNOUNCEMENT: N_("there was nothing to announce"),
    IgnoreReason.HERE_ALREADY: N_("nobody was absent"),
    IgnoreReason.NOT_CALLED: N_("no referee was called"),
    IgnoreReason.GONG: N_("only the gong ends a turn"),
}
ACTS = {
    "Start": N_("Start"),
    "Arrive": N_("Arrival"),
    "Choose": N_("Choice"),
    "Announce": N_("Announcement"),
    "Stop": N_("Stop"),
    "Resume": N_("Going on"),
    "Claim": N_("Claim"),
    "Dismiss": N_("Dismissal of the claim"),
    "Acknowledge": N_("Acknowledgement"),
    "Adjust": N_("Correction of the time"),
    "SetMoves": N_("Correction of the moves"),
    "SetPeriod": N_("Correction of the period"),
    "SetByoyomi": N_("Correction of the byo-yomi"),
    "SetTurn": N_("Taking back of the press"),
    "SetColours": N_("Correction of the colours"),
    "SetControl": N_("Correction of the setting"),
    "HandFault": N_("Hand fault"),
    "Warn": N_("Warning"),
    "Retype": N_("Correction of a press"),
    "Finish": N_("Result"),
}
"""What inputs are called where nothing came of them."""
OPTIONS = {Option.STAY: N_("a move"), Option.SWAP: N_("a swap"), Option.TWO_MORE: N_("two more")}
HANDS = {Hand.LEFT: N_("left hand"), Hand.RIGHT: N_("right hand")}
GAPS = {
    Cause.BEFORE: N_("The game before it was changed or lost: the journal was damaged, {when}."),
    Cause.DAMAGED: N_("What followed input {line} is lost: the journal was damaged, {when}."),
    Cause.UNWRITTEN: N_("What followed input {line} is lost: the disk did not answer, {when}."),
}
FIGURES = {
    "remaining_ns": N_("time"),
    "turn": N_("seat to move"),
    "black": N_("seat of Black"),
    "moves": N_("moves"),
    "period": N_("period"),
    "byoyomi": N_("byo-yomi periods"),
}

Correction = came.Corrected | came.ControlCorrected | came.RegulationsCorrected
"""What one act corrected is told in one sentence."""


def length(length_ns: int) -> str:
    """Return a length of time to the millisecond, what is below left out: "1:59:40.250"."""
    whole_ms = abs(length_ns) // 1_000_000
    text = duration_text(whole_ms // 1000 * SECOND_NS)
    return f"{'-' if length_ns < 0 else ''}{text}.{whole_ms % 1000:03}"


def missing(gap: Gap) -> str:
    """Return in a sentence what is missing of a game."""
    return tr(GAPS[gap.cause]).format(line=gap.line, when=gap.when)


def act_name(act: str, seat: Seat | None) -> str:
    """Return what an act is called, with whose it was if that is known."""
    name = tr(ACTS[act]) if act in ACTS else act
    return name if seat is None else f"{name} ({seat_name(seat)})"


def sentences(outputs: Sequence[Output], whose: Seat | None = None) -> Iterator[tuple[Output, str]]:
    """Yield what came of an input, each with its sentence; `whose` the input was.

    All that it corrected is told in one, with the first of it.
    """
    changes = [output for output in outputs if isinstance(output, Correction)]
    for output in outputs:
        if not isinstance(output, Correction):
            yield output, told(output, whose)
        elif output is changes[0]:
            yield output, _corrected(changes)


def told(output: Output, whose: Seat | None = None) -> str:
    """Return an output in a sentence; `whose` the input was that led to it."""
    match output:
        case came.TurnPassed():
            return _passed(output)
        case came.PressIgnored(seat=seat, reason=why):
            return _of(tr("{seat} presses, ignored: {why}"), seat, why=tr(WHY[why]))
        case came.ActIgnored(act=act, reason=why):
            ignored = tr("{act} ignored: {why}")
            return ignored.format(act=act_name(act, whose), why=tr(WHY[why]))
        case came.GameStarted(running=None):
            return tr("The clocks are started: joint time")
        case came.GameStarted(running=seat):
            return _of(tr("The game begins, {seat}'s clock runs"), seat)
        case came.PlayerArrived(seat=seat):
            return _of(tr("{seat} is here"), seat)
        case came.DefaultTimeReached(seat=seat):
            return _of(tr("The default time is over, {seat} is absent"), seat)
        case came.Chosen(seat=seat, option=option):
            return _of(tr("{seat} enters {what}"), seat, what=tr(OPTIONS[option]))
        case came.Announced(count=0):
            return tr("No fifths announced")
        case came.Announced(seat=seat, count=count):
            announces = trn(
                "{seat} announces {count} fifth", "{seat} announces {count} fifths", count
            )
            return _of(announces, seat, count=count)
        case came.ColoursTurned(black=seat):
            return _of(tr("{seat} is Black"), seat)
        case came.PeriodBegan(seat=seat, period=period, added_ns=added_ns):
            began = tr("{seat} is in period {period}, time changed by {length}")
            return _of(began, seat, period=period, length=length(added_ns))
        case came.ByoyomiBegan(seat=seat, periods=periods):
            return _of(tr("{seat} is in byo-yomi, {count} left with this one"), seat, count=periods)
        case came.GongStruck(seat=seat):
            return _of(tr("The gong, {seat}'s turn is over"), seat)
        case came.RefereeCalled(seat=seat):
            return _of(tr("The time referee is called for {seat}"), seat)
        case came.RefereeCame(seat=seat):
            return _of(tr("The time referee is there for {seat}"), seat)
        case came.ClapperFell(seat=seat):
            return _of(tr("{seat}'s clapper falls"), seat)
        case came.ClapperRaised(seat=seat):
            return _of(tr("{seat}'s clapper is up again"), seat)
        case came.BothFallen(draw=draw):
            by_rule = tr("Both clappers are down, a draw by rule")
            return by_rule if draw else tr("Both clappers are down")
        case _:
            return _judged(output)


def _judged(
    output: came.ClocksStopped
    | came.OrganizerCalled
    | came.ClocksResumed
    | came.Claimed
    | came.ClaimDismissed
    | Correction
    | came.PressTakenBack
    | came.PressRetyped
    | came.Warned
    | came.HandsDiffered
    | came.HandsTogether
    | came.HandFaulted
    | came.EdgeWasLate
    | came.PowerWasLost
    | came.ClockRestarted
    | came.GameFinished
    | came.GameReopened,
) -> str:
    """What stops a game, and what the organizer decides."""
    match output:
        case came.ClocksStopped(by=None):
            return tr("Both clocks stop")
        case came.ClocksStopped(by=seat):
            return _of(tr("Both clocks stop, by {seat}"), seat)
        case came.OrganizerCalled():
            return tr("The organizer is called")
        case came.ClocksResumed(seat=seat, reconstruct=reconstruct):
            without = tr("The organizer lets {seat} go on without credit")
            return _of(without if reconstruct else tr("The organizer lets {seat} go on"), seat)
        case came.Claimed(seat=seat, clapper_up=up):
            down = tr("{seat} claims the win, own clapper down")
            return _of(tr("{seat} claims the win, own clapper up") if up else down, seat)
        case came.ClaimDismissed(seat=seat):
            return _of(tr("The organizer dismisses the claim of {seat}"), seat)
        case came.Corrected() | came.ControlCorrected() | came.RegulationsCorrected():
            return _corrected((output,))
        case came.PressTakenBack(seat=seat, moves=moves):
            return _of(tr("The press of {seat} is taken back: move {number}"), seat, number=moves)
        case came.PressRetyped(seat=seat, option=option, moves=moves):
            becomes = tr("The press of {seat} becomes {what}: move {number}")
            return _of(becomes, seat, what=tr(OPTIONS[option]), number=moves)
        case came.Warned(seat=seat, count=count, reason=reason):
            return _of(tr("Warning {count} to {seat}"), seat, count=count) + _why(reason)
        case came.GameFinished():
            return finished(output)
        case came.GameReopened():
            return tr("The organizer takes the result back")
        case _:
            return _noticed(output)


def _noticed(
    output: came.HandsDiffered
    | came.HandsTogether
    | came.HandFaulted
    | came.EdgeWasLate
    | came.PowerWasLost
    | came.ClockRestarted,
) -> str:
    """What was seen of hands, and what the clock itself lived through."""
    match output:
        case came.HandsDiffered(seat=seat, stone=stone, press=press):
            hands = {"stone": tr(HANDS[stone]), "press": tr(HANDS[press])}
            return _of(tr("{seat}: stone by the {stone}, press by the {press}"), seat, **hands)
        case came.HandsTogether(seat=seat):
            return _of(tr("{seat} presses both plungers at once"), seat)
        case came.HandFaulted(seat=seat, count=count, penalty_ns=0):
            return _of(tr("Hand fault {count} by {seat}: a warning"), seat, count=count)
        case came.HandFaulted(seat=seat, count=count, penalty_ns=penalty_ns):
            fault = tr("Hand fault {count} by {seat}: penalty {length}")
            return _of(fault, seat, count=count, length=length(penalty_ns))
        case came.EdgeWasLate(seat=seat):
            return _of(tr("A press of {seat} came to light too late to count"), seat)
        case came.PowerWasLost(uncertain_ns=0):
            return tr("Power was lost")
        case came.PowerWasLost(uncertain_ns=uncertain_ns):
            return tr("Power was lost, up to {length} uncertain").format(
                length=length(uncertain_ns)
            )
        case came.ClockRestarted(away_ns=away_ns):
            return back(away_ns, length(away_ns))
        case _:
            assert_never(output)


def _passed(turn: came.TurnPassed) -> str:
    told = tr("{seat} presses: no move, {number} made, {figures}")
    if turn.credited:
        told = tr("{seat} presses: move {number}, {figures}")
    figures = [tr("spent {length}").format(length=length(turn.spent_ns))]
    if turn.earned_ns:
        figures.append(tr("earned {length}").format(length=length(turn.earned_ns)))
    figures.append(tr("left {length}").format(length=length(turn.remaining_ns)))
    return _of(told, turn.seat, number=turn.moves, figures=", ".join(figures))


def _corrected(changes: Sequence[Correction]) -> str:
    """What an act of the organizer's corrected, and why."""
    figures = (figure for change in changes for figure in _figures(change))
    listed = "; ".join(f"{what} {before} → {after}" for what, before, after in figures)
    return tr("The organizer corrects: {figures}").format(figures=listed) + _why(changes[0].reason)


def _figures(change: Correction) -> Iterator[tuple[str, str, str]]:
    """What was corrected, from what to what."""
    match change:
        case came.Corrected(what=what, seat=seat):
            before, after = (_figure(what, each) for each in (change.before, change.after))
            yield _whose(tr(FIGURES.get(what, what)), seat), before, after
        case came.ControlCorrected(seat=seat):
            yield _whose(tr("time control"), seat), plain(change.before), plain(change.after)
        case came.RegulationsCorrected():
            yield from corrected(change.before, change.after)


def _whose(what: str, seat: Seat | None) -> str:
    return what if seat is None else _of(tr("{what} of {seat}"), seat, what=what)


def _why(reason: str) -> str:
    return f" ({tr(reason)})" if reason else ""


def _figure(what: str, figure: int | str) -> str:
    """A figure before or after its correction."""
    if isinstance(figure, int) and what.endswith("_ns"):
        return length(figure)
    return value(what, figure)


def _of(told: str, seat: Seat | None, **figures: object) -> str:
    """A sentence about a seat, filled in."""
    name = tr("joint time") if seat is None else seat_name(seat)
    return told.format(seat=name, **figures)
