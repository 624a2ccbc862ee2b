"""What the report of a game says: its headings, and what happened in sentences."""

from clock.rules import outputs as came
from clock.rules.inputs import Result
from clock.rules.openings import Option
from clock.rules.outputs import Output
from clock.rules.seats import Colour, Seat
from clock.rules.units import SECOND_NS, duration_text
from clock.text.language import N_, tr
from clock.text.words import RESULTS, colour_name, seat_name, shown_time, spoken_time

# Headings

REPORT = N_("Game report")
GAME_NUMBER = N_("Game {number}")
RESULT = N_("Result")
NO_RESULT = N_("No result entered")
NOT_BEGUN = N_("The game has not begun")
NOT_OVER = N_("The game is not over")
LAST_MOVE = N_("Last move")
LASTED = N_("Duration")
PLAYER = N_("Player")
COLOUR = N_("Colour")
TIME_LEFT = N_("Time left")
CLAPPER = N_("Clapper")
MOVES = N_("Moves")
PERIOD = N_("Period")
TIME_SPENT = N_("Time spent")
A_TURN = N_("On average")
LONGEST = N_("Longest")
IGNORED = N_("Ignored presses")
SETTING = N_("The setting")
CLOCKS = N_("Time left by move")
SPENT = N_("Time spent a move")
COURSE = N_("What happened")
CORRECTIONS = N_("Corrections")
NO_CORRECTIONS = N_("No corrections.")
TURNS = N_("The moves")
NO_TURNS = N_("No move was made.")
AT = N_("At")
NUMBER = N_("No.")
BY = N_("By")
USED = N_("Used")
CLOCK = N_("Clock")
FIGURE = N_("Figure")
BEFORE = N_("Before")
AFTER = N_("After")
REASON = N_("Reason")
SLIP = N_("Slip for the organizer")
SIGNATURE = N_("Signature")
NAME = N_("Name")
ORGANIZER = N_("Organizer")
DATE = N_("Date")
FOOT = N_(
    "Times count from the start, in whole seconds. Time left is rounded up, as on the clock, time "
    "used is rounded down in its sum: so both agree."
)
SWAP_MARK = N_("swap")
NOTHING = "–"

_FIGURES = {
    "remaining_ns": N_("Time"),
    "moves": N_("Moves"),
    "period": N_("Period"),
    "byoyomi": N_("Byo-yomi periods"),
    "turn": N_("Seat to move"),
    "black": N_("Black"),
    "hand_faults": N_("Hand faults"),
    "press": N_("Last press"),
    "control": N_("Time control"),
}
_VALUES = {
    "left": N_("Left"),
    "right": N_("Right"),
    "open": N_("open"),
    Option.STAY.value: N_("a move"),
    Option.SWAP.value: N_("a swap"),
    Option.TWO_MORE.value: N_("two more"),
    "taken_back": N_("taken back"),
    "none": N_("none"),
}


def instant(at_ns: int) -> str:
    """Return an instant from the start on, in whole seconds that have gone by."""
    return duration_text(max(0, at_ns) // SECOND_NS * SECOND_NS)


def length(length_ns: int) -> str:
    """Return a length of time as the clock would show it."""
    return shown_time(length_ns, tenths=False)


def used(spent_ns: int) -> str:
    """Return time that was used, in whole seconds that have gone by."""
    return instant(spent_ns)


def figure(what: str) -> str:
    """Return what a figure that was corrected is called."""
    return tr(_FIGURES.get(what, what))


def value(what: str, given: int | str) -> str:
    """Return what a figure was corrected from, or to."""
    if isinstance(given, int):
        return length(given) if what.endswith("_ns") else str(given)
    return tr(_VALUES.get(given, given))


def penalty(penalty_ns: int) -> str:
    """Return what a hand fault cost."""
    return tr("penalty {time}").format(time=length(penalty_ns)) if penalty_ns else tr("a warning")


def clapper(*, fallen: bool) -> str:
    """Return how a clapper stood at the end."""
    return tr("down") if fallen else tr("up")


def colour(given: Colour | None) -> str:
    """Return a seat's colour; open ones as a question."""
    return "?" if given is None else colour_name(given)


def of(made: int, due: int | None) -> str:
    """Return moves, and how many the period wants: "38/40"."""
    return str(made) if due is None else f"{made}/{due}"


def period_of(period: int, periods: int | None, byoyomi: int | None) -> str:
    """Return which period a seat is in, of how many if they end, with its byo-yomi periods left."""
    told = str(period) if periods in (None, 1) else f"{period}/{periods}"
    if byoyomi is None:
        return told
    return tr("{period}, byo-yomi, {count} left").format(period=told, count=byoyomi)


def in_byoyomi(left: str, count: int) -> str:
    """Return what is left of a byo-yomi period, with how many there are with it."""
    return tr("{time}, byo-yomi, {count} left").format(time=left, count=count)


def longest(spent_ns: int, number: int) -> str:
    """Return the turn on which most time was spent."""
    return tr("{time} (move {number})").format(time=length(spent_ns), number=number)


# What happened


def period_entered(seat: Seat, period: int, added_ns: int, moves: int) -> str:
    """Return that a seat came into a period."""
    sign = "−" if added_ns < 0 else "+"
    told = tr("{seat}: period {period} begins, {added} (move {number})")
    added = f"{sign}{length(abs(added_ns))}"
    return told.format(seat=seat_name(seat), period=period, added=added, number=moves)


def fell(seat: Seat, moves: int) -> str:
    """Return that a clapper fell."""
    told = tr("{seat}: the clapper falls after move {number}")
    return told.format(seat=seat_name(seat), number=moves)


def halted(by: Seat | None, until_ns: int | None) -> str:
    """Return who stopped the clocks, and until when."""
    told = tr("Both clocks are stopped")
    if by is not None:
        told = tr("Both clocks are stopped by {seat}").format(seat=seat_name(by))
    if until_ns is None:
        return told
    return tr("{stopped}, they go on at {time}").format(stopped=told, time=instant(until_ns))


def happened(output: Output) -> str:
    """Return what else happened, in a sentence; "" for what is told elsewhere."""
    match output:
        case came.PlayerArrived(seat=seat):
            return tr("{seat} is here").format(seat=seat_name(seat))
        case came.DefaultTimeReached(seat=seat):
            return tr("The default time is over, {seat} is absent").format(seat=seat_name(seat))
        case came.ByoyomiBegan(seat=seat, periods=periods):
            told = tr("{seat}: byo-yomi, periods left: {count}")
            return told.format(seat=seat_name(seat), count=periods)
        case came.RefereeCalled(seat=seat):
            return tr("The time referee is called: {seat}").format(seat=seat_name(seat))
        case came.RefereeCame(seat=seat):
            return tr("The time referee is here: {seat}").format(seat=seat_name(seat))
        case came.ClapperRaised(seat=seat):
            return tr("{seat}: the clapper is up again").format(seat=seat_name(seat))
        case came.BothFallen(draw=draw):
            by_rule = tr("Both clappers are down: a draw by rule")
            return by_rule if draw else tr("Both clappers are down")
        case came.Claimed(seat=seat, clapper_up=up):
            return claimed(seat, clapper_up=up)
        case came.ClaimDismissed(seat=seat):
            return tr("The claim of {seat} is dismissed").format(seat=seat_name(seat))
        case came.Warned(seat=seat, count=count, reason=reason):
            told = tr("{seat}: warning {count}").format(seat=seat_name(seat), count=count)
            return f"{told} ({tr(reason)})" if reason else told
        case came.GameFinished():
            return finished(output)
        case came.GameReopened():
            return tr("The result is taken back")
        case _:
            return _by_the_clock(output)


def claimed(seat: Seat, *, clapper_up: bool) -> str:
    """Return that a seat claims the win, and if so that its own clapper is down."""
    told = tr("{seat} claims the win")
    if not clapper_up:
        told = tr("{seat} claims the win, the own clapper is down")
    return told.format(seat=seat_name(seat))


def ended(result: Result, ground: str) -> str:
    """Return a result and its ground."""
    told = tr(RESULTS[result])
    return f"{told}: {tr(ground)}" if ground else told


def finished(output: came.GameFinished) -> str:
    """Return a result with its ground and the number of the last move."""
    ground = (tr(output.ground),) if output.ground else ()
    last = tr("last move {number}").format(number=output.last_move)
    result = ", ".join((tr(RESULTS[output.result]), *ground, last))
    return tr("Result: {result}").format(result=result)


def _by_the_clock(output: Output) -> str:
    """What the clock noticed of hands, edges and itself."""
    match output:
        case came.HandsDiffered(seat=seat):
            return tr("{seat}: stone and press by different hands").format(seat=seat_name(seat))
        case came.HandsTogether(seat=seat):
            return tr("{seat}: both plungers pressed at once").format(seat=seat_name(seat))
        case came.EdgeWasLate(seat=seat, edge_ns=edge_ns):
            told = tr("A press of {seat} at {time} came to light too late to count")
            return told.format(seat=seat_name(seat), time=instant(edge_ns))
        case came.PowerWasLost(uncertain_ns=uncertain_ns):
            told = tr("Power was lost, up to {seconds} s uncertain")
            return told.format(seconds=f"{uncertain_ns / SECOND_NS:.1f}")
        case came.ClockRestarted(away_ns=away_ns):
            return back(away_ns, tr("{seconds} s").format(seconds=f"{away_ns / SECOND_NS:.1f}"))
        case _:
            return ""


def back(away_ns: int, length: str) -> str:
    """Return that the clock is back after `length`; with 0 no clock ran."""
    if not away_ns:
        return tr("The clock is back; both clocks stood")
    return tr("The clock is back after {length}; the time went on").format(length=length)


# The pictures, for those who listen


def clocks_told(ends: tuple[tuple[Seat, int, int], ...]) -> str:
    """Return the picture of the clocks in words: each seat's time at the start and at the end."""
    told = tr("{seat} goes from {start} to {end}")
    return ". ".join(
        told.format(seat=seat_name(seat), start=spoken_time(first), end=spoken_time(last))
        for seat, first, last in ends
    )


def spent_told(longest: tuple[tuple[Seat, int, int], ...]) -> str:
    """Return the picture of what turns took in words: each seat's longest and its move."""
    told = tr("The longest of {seat}: {time}, move {number}")
    return ". ".join(
        told.format(seat=seat_name(seat), time=spoken_time(spent_ns), number=number)
        for seat, spent_ns, number in longest
    )
