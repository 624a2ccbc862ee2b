"""A game is recovered from the journal: its inputs are folded again in the order of arrival.

docs/architecture.md says when it goes on. The figures that were recorded beside the inputs are
those that the players saw: if this program finds others, those of the fold are on the table, but no
clock runs on with figures that nobody has seen. The faces ask for both times and the moves to be
checked, and the log has what was recorded; the organizer decides (RIF 14.5, 17).
"""

from typing import NamedTuple

from clock.game.figures import differences, figures_after
from clock.game.recorded import RecordedInput, game_of
from clock.game.timeline import Timeline
from clock.journal.journal import Journal
from clock.rules.inputs import PowerLost, Restarted, Result, Stop
from clock.rules.message import Message
from clock.rules.state import Phase, State
from clock.rules.timing import running_seats
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.language import N_
from clock.text.words import RESULTS, shown_time


class Notice(NamedTuple):
    """A row on the faces after an event, and the log's line if that is another.

    One that `stays` is there as long as no clock runs, else it goes after a while.
    """

    message: Message
    log: Message | None = None
    stays: bool = False


POWER_LOST = Notice(Message("Power was lost"))
"""In a stop no time is uncertain."""
SAVED = N_("Saved: {result}")
UNREADABLE = Message("last game unreadable")
DIFFERS = Message("check times and moves")


def recover(journal: Journal, now_ns: int) -> tuple[Timeline | None, tuple[Notice, ...]]:
    """Return the game that was on the table, if there was one, and the notices of its recovery.

    What happened to the clock in between is the last input of the game, and in the journal.
    """
    if not journal.found.lines:
        return None, ()
    try:
        game = game_of(journal.found.lines)
        timeline = game.folded()
    except Exception as error:
        # Whatever it is: a clock that cannot read its last game must still be a clock, and a start
        # that fails would fail again and again.
        log = Message(
            "the last game cannot be read: {why}. `clapper log last` shows more",
            why=" ".join(str(error).split()),
        )
        return None, (Notice(UNREADABLE, log),)
    result = _final_result(timeline.state)
    if result is not None and not journal.same_boot:
        return None, (Notice(Message(SAVED, result=Message(RESULTS[result]))),)
    difference = _difference(timeline, game.rows[-1]) if game.rows else None
    timeline.recorder = journal.add
    notices: tuple[Notice, ...] = () if difference is None else (difference,)
    if timeline.everything() and timeline.state.phase is not Phase.FINISHED:
        notices += _add_absence(timeline, journal, now_ns)
        if difference is not None and running_seats(timeline.state):
            timeline.add(Stop(timeline.state.at_ns))
    return timeline, notices


def _difference(timeline: Timeline, last: RecordedInput) -> Notice | None:
    """Return a notice if the figures on the table are not those that were recorded last."""
    found = list(differences(last.figures, figures_after(last.input, timeline.state)))
    if not found:
        return None
    message = found[0]
    for each in found[1:]:
        message = Message("{first}; {second}", first=message, second=each)
    log = Message(
        "the last game was restored with figures that differ from those recorded: {differences}",
        differences=message,
    )
    return Notice(DIFFERS, log, stays=True)


def _add_absence(timeline: Timeline, journal: Journal, now_ns: int) -> tuple[Notice, ...]:
    """Add to a game what happened to the clock in between; return the notice of that."""
    last_ns = journal.found.last_ns
    if journal.same_boot:
        # At rest nothing was recorded of when it ended.
        away_ns = now_ns - last_ns if running_seats(timeline.state) else None
        timeline.add(Restarted(now_ns, away_ns or 0))
        return () if away_ns is None else (away(away_ns),)
    if journal.found.cut_off:  # how much damage took of the game, nobody knows
        timeline.add(Stop(last_ns))
        return ()
    ran = running_seats(timeline.state)
    timeline.add(PowerLost(last_ns, journal.found.uncertain_ns))
    return () if ran or timeline.state.phase is Phase.READY else (POWER_LOST,)


def away(length_ns: int) -> Notice:
    """Return the notice of how long the clock was off, short enough for a row of a running face."""
    short = length_ns < MINUTE_NS
    time = f"{length_ns / SECOND_NS:.1f} s" if short else shown_time(length_ns, tenths=False)
    return Notice(Message("was off for {time}", time=time))


def _final_result(state: State) -> Result | None:
    """Return the result of a game that has ended, if no other of its match is to follow."""
    place = state.setup.match
    goes_on = place is not None and place.after(state.result).winner is None
    return None if goes_on else state.result
