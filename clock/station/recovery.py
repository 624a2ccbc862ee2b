"""A game comes back from the journal: its inputs, folded again in the order they came.

In the same boot it goes on: the kernel's clock went on, and so did the time of the side that was to
move. After another boot the clocks stand at the last instant that is on disk, for the organizer.

What was agreed before the game is in the journal too: whatever the configuration says now, a game
goes on by what it was begun with.

The inputs are the facts, and the state is their fold. The figures that were recorded beside them
are what the players saw: if this program comes to others, those of the fold are on the table, but
no clock runs on with figures that nobody has seen. The clocks stand, the faces ask for both times
and the moves to be checked, and the log tells what was recorded; the organizer decides (RIF 14.5,
17).
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

import msgspec

from clock.game.file import setup_from_table
from clock.game.timeline import Timeline
from clock.journal.damage import CUT_OFF
from clock.journal.journal import Journal
from clock.journal.lines import Figures, Header, Line, Row, figures_after
from clock.journal.pace import lost_ns
from clock.rules.inputs import Input, PowerLost, Restarted, Stop
from clock.rules.state import Phase, State
from clock.rules.timing import running_seats
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.language import N_, tr
from clock.text.words import shown_time

AWAY = N_("clock away: {time}")
UNREADABLE = N_("last game unreadable")
DIFFERS = N_("check times and moves")


class Notice(NamedTuple):
    """What is to be told of a start; `time` is how long the clock was away."""

    text: str
    time: str = ""
    log: str = ""
    """What the log says of it beside."""
    stays: bool = False
    """It is told as long as no clock runs, and not only for a while."""

    @property
    def told(self) -> str:
        """The row, in the language spoken now."""
        return tr(self.text).format(time=self.time)


def read_timeline(lines: Iterable[Line]) -> Timeline:
    """Return a game as its header and its lines tell it.

    Raises msgspec.DecodeError or Refused for what this program cannot play.
    """
    head, *rest = (line.text for line in lines)
    header = msgspec.json.decode(head, type=Header)
    timeline = Timeline(setup_from_table(header.setup), header.began_ns)
    for given in folded_again(timeline, [_ROW.decode(text).input for text in rest]):
        timeline.add(given)
    return timeline


def folded_again(timeline: Timeline, inputs: list[Input]) -> Iterable[Input]:
    """Yield inputs in the order they came, each once the timeline is settled as far as can be.

    Nothing that comes later is earlier than the watermark: so no input is folded twice in vain.
    """
    earliest_ns = list(accumulate(reversed([each.at_ns for each in inputs]), min))[::-1]
    for given, watermark_ns in zip(inputs, earliest_ns, strict=True):
        timeline.tick(watermark_ns)
        yield given


def differences(recorded: Figures, anew: Figures) -> Iterator[str]:
    """Yield which of the recorded figures are others by the rules of this program."""
    for key in Figures.__struct_fields__:
        was, is_now = (msgspec.to_builtins(getattr(each, key)) for each in (recorded, anew))
        if was != is_now:
            yield f"{key} was {was}, by the rules it is {is_now}"


def brought_back(journal: Journal, now_ns: int) -> tuple[Timeline | None, tuple[Notice, ...]]:
    """Return the game that was on the table, if there was one, and what is to be told of it.

    What happened to the clock in between is the last input of the game, and in the journal.
    """
    if not journal.found.lines:
        return None, ()
    try:
        timeline = read_timeline(journal.found.lines)
    except Exception as wrong:
        # Whatever it is: a clock that cannot read its last game must still be a clock, and a start
        # that fails would fail again and again.
        log = f"the last game cannot be read: {wrong}. `clapper log last` tells more"
        return None, (Notice(UNREADABLE, log=" ".join(log.split())),)
    if _over(timeline.state) and not journal.same_boot:
        return None, ()
    differs = _differing(timeline, journal.found.lines[-1])
    timeline.keep = journal.add
    notices: tuple[Notice, ...] = () if differs is None else (differs,)
    if timeline.everything() and timeline.state.phase is not Phase.FINISHED:
        notices += _told_of_between(timeline, journal, now_ns)
        if differs is not None and running_seats(timeline.state):
            timeline.add(Stop(timeline.state.at_ns))
    return timeline, notices


def _differing(timeline: Timeline, last: Line) -> Notice | None:
    """What is to be told if the figures on the table are not those that were recorded last."""
    if not timeline.everything():
        return None
    row = _ROW.decode(last.text)
    found = "; ".join(differences(row.figures, figures_after(row.input, timeline.state)))
    if not found:
        return None
    log = f"the last game comes back with other figures than were recorded: {found}"
    return Notice(DIFFERS, log=log, stays=True)


def _told_of_between(timeline: Timeline, journal: Journal, now_ns: int) -> tuple[Notice, ...]:
    """Put into a game what happened to the clock in between; return what is to be told of it."""
    last_ns = journal.found.last_ns
    ran = bool(running_seats(timeline.state))
    if journal.same_boot:
        away_ns = now_ns - last_ns if ran else 0  # at rest nothing tells when it went
        timeline.add(Restarted(now_ns, away_ns))
        return (away(away_ns),) if ran else ()
    if journal.found.boot_id == CUT_OFF:  # how much damage took of the game, nobody knows
        timeline.add(Stop(last_ns))
    else:
        timeline.add(PowerLost(last_ns, lost_ns(journal.found.slowest_ns)))
    return ()


def away(length_ns: int) -> Notice:
    """Return what tells how long the clock was away, short enough for a row."""
    if length_ns < MINUTE_NS:
        return Notice(AWAY, f"{length_ns / SECOND_NS:.1f} s")
    return Notice(AWAY, shown_time(length_ns, tenths=False))


def _over(state: State) -> bool:
    """Whether a game has ended, and no other of its match is to follow."""
    place = state.setup.match
    ended = state.phase is Phase.FINISHED
    return ended and (place is None or place.after(state.result).winner is not None)


_ROW = msgspec.json.Decoder(Row)
