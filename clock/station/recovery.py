"""Recover a game from the journal: fold its inputs again in the order of arrival.

docs/architecture.md says when the game goes on. The figures recorded beside the inputs are those
that the players saw. If the fold gives other figures, they are used, but both clocks are stopped,
since nobody has seen them. The faces ask to check both times and the moves, the log has the
recorded figures, and the organizer decides (RIF 14.5, 17). A game that an older edition of the
rules has counted goes on, unless another clock runs by today's: the faces say what has changed.
"""

from typing import NamedTuple

from msgspec.structs import replace

from clock.game.figures import Figures, differences, figures_after
from clock.game.put_aside import when_of
from clock.game.recorded import RecordedGame, game_of
from clock.game.taken_over import TakenOver
from clock.game.timeline import Recorder, Timeline
from clock.journal.journal import Journal
from clock.rules.edition import EDITION
from clock.rules.inputs import PowerLost, PutAside, Restarted, Result, Stop
from clock.rules.message import Message
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase, State
from clock.rules.timing import running_seats
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.dates import put_aside_on
from clock.text.language import N_
from clock.text.words import RESULTS, shown_time


class Notice(NamedTuple):
    """A row on the faces after an event, and the log's line if it differs.

    A notice that `stays` is shown until a clock runs, others for a while.
    """

    message: Message
    log: Message | None = None
    stays: bool = False
    is_fault: bool = True
    """Whether one that stays is a fault of the clock."""


POWER_LOST = Notice(Message("Power was lost"))
"""Shown after a power cut in a stop, when no time is uncertain."""
SAVED = N_("Saved: {result}")
PUT_ASIDE = Notice(Message("The game is put aside"))
UNREADABLE = Message("last game unreadable")
DIFFERS = Message("check times and moves")
UNWRITTEN = Notice(Message("presses are missing"), stays=True)
"""Shown after a power cut if the disk had taken no more lines, and where lines of another clock
are missing."""
CHANGED = {LEFT: N_("Left {before}→{after}"), RIGHT: N_("Right {before}→{after}")}


def replaced_notice(by: str) -> Notice:
    """Return the notice on a clock whose game goes on on another."""
    return Notice(Message("Replaced by {clock}", clock=by))


def take_up(taken: TakenOver, recorder: Recorder) -> tuple[Notice, ...]:
    """Stop another clock's game at its end; return the notices."""
    notices = [_origin(taken)]
    if (difference := _difference(taken.timeline, taken.game)) is not None:
        notices.append(difference._replace(stays=True))
    if taken.lacks:
        notices.append(UNWRITTEN)
    taken.timeline.recorder = recorder
    if taken.stop is not None:
        taken.timeline.add(taken.stop)
    return tuple(notices)


def _origin(taken: TakenOver) -> Notice:
    """Return when a game was put aside, or the name of its first clock."""
    game, clock = taken.game, taken.continues.clock
    if not (game.rows and isinstance(game.rows[-1].input, PutAside)):
        return Notice(Message("Taken from {clock}", clock=clock), stays=True)
    when = when_of(game)
    since = PUT_ASIDE.message if when is None else put_aside_on(when)
    return Notice(since, stays=True, is_fault=False)


def recover(journal: Journal, now_ns: int) -> tuple[Timeline | None, tuple[Notice, ...]]:
    """Return the game that was on the table, if any, and the notices of its recovery.

    The clock's absence becomes the game's last input, and is recorded in the journal.
    """
    if not journal.found.lines:
        return None, ()
    try:
        game = game_of(journal.found.lines)
        timeline = game.folded()
    except Exception as error:
        # Any error: a clock must start even if its last game cannot be read, or every restart
        # would fail in the same way.
        log = Message(
            "the last game cannot be read: {why}. `clapper log last` shows more",
            why=" ".join(str(error).split()),
        )
        return None, (Notice(UNREADABLE, log),)
    if game.is_put_aside:  # the clock is free, but nothing has been played since
        return None, (PUT_ASIDE,)
    result = _final_result(timeline.state)
    if result is not None and not journal.same_boot:
        return None, (Notice(Message(SAVED, result=Message(RESULTS[result]))),)
    difference = _difference(timeline, game)
    timeline.recorder = journal.add
    notices: tuple[Notice, ...] = ()
    if timeline.all_inputs() and timeline.state.phase is not Phase.FINISHED:
        notices = _add_absence(timeline, journal, now_ns)
        if difference is not None:
            if difference.stays and running_seats(timeline.state):
                timeline.add(Stop(timeline.state.at_ns))
            difference = difference._replace(stays=not running_seats(timeline.state))
    return timeline, notices if difference is None else (difference, *notices)


def _difference(timeline: Timeline, game: RecordedGame) -> Notice | None:
    """Return a notice if the game's figures differ from those recorded last.

    It stays if both clocks are to stand for it.
    """
    if not game.rows:
        return None
    last = game.rows[-1]
    figures = figures_after(last.input, timeline.state)
    found = list(differences(last.figures, figures))
    if not found:
        return None
    message = found[0]
    for each in found[1:]:
        message = Message("{first}; {second}", first=message, second=each)
    if game.header.is_older:
        log = Message(
            "the last game was counted by edition {edition} of the rules, and goes on by edition "
            "{now}: {differences}",
            edition=game.header.rules,
            now=EDITION,
            differences=message,
        )
        was, now = ((each.phase, each.running) for each in (last.figures, figures))
        return Notice(_changed(last.figures, figures), log, stays=was != now)
    log = Message(
        "the last game was restored with figures that differ from those recorded: {differences}",
        differences=message,
    )
    return Notice(DIFFERS, log, stays=True)


def _changed(before: Figures, after: Figures) -> Message:
    """Return what the faces say of changed figures: the change, if it is one seat's time alone."""
    for seat, template in CHANGED.items():
        was, now = (getattr(figures, seat.value) for figures in (before, after))
        if replace(before, **{seat.value: replace(was, remaining_ns=now.remaining_ns)}) == after:
            was, now = (shown_time(each.remaining_ns, tenths=False) for each in (was, now))
            return Message(template, before=was, after=now)
    return DIFFERS


def _add_absence(timeline: Timeline, journal: Journal, now_ns: int) -> tuple[Notice, ...]:
    """Add the clock's absence to a game; return its notice, if any."""
    last_ns = journal.found.last_ns
    if journal.same_boot:
        # While no clock runs, the journal does not record the time, so the absence is unknown.
        away_ns = now_ns - last_ns if running_seats(timeline.state) else None
        timeline.add(Restarted(now_ns, away_ns or 0))
        return () if away_ns is None else (away_notice(away_ns),)
    if journal.found.cut_off:  # an unknown part of the game is missing, so no time is charged
        timeline.add(Stop(last_ns))
        return ()
    ran = running_seats(timeline.state)
    timeline.add(PowerLost(last_ns, journal.found.uncertain_ns))
    return () if ran or timeline.state.phase is Phase.READY else (POWER_LOST,)


def away_notice(length_ns: int) -> Notice:
    """Return the notice of how long the clock was off; it fits a row of a running face."""
    short = length_ns < MINUTE_NS
    time = f"{length_ns / SECOND_NS:.1f} s" if short else shown_time(length_ns, tenths=False)
    return Notice(Message("was off for {time}", time=time))


def _final_result(state: State) -> Result | None:
    """Return the result of a game that is over, unless a game of its match is to follow."""
    place = state.setup.match
    goes_on = place is not None and place.after(state.result).winner is None
    return None if goes_on else state.result
