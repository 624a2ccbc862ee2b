"""A game comes back from the journal: its inputs, folded again in the order they came.

In the same boot it goes on: the kernel's clock went on, and so did the time of the side that was to
move. After another boot the clocks stand at the last instant that is on disk, for the organizer.
"""

from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

import msgspec

from clock.faces.words import shown_time
from clock.faces.words.language import N_, tr
from clock.gamefile import setup_from_table
from clock.journal.damage import CUT_OFF
from clock.journal.journal import Journal
from clock.journal.lines import Header, Line, Row
from clock.rules.inputs import Input, PowerLost, Restarted, Stop
from clock.rules.refusal import Refused
from clock.rules.state import Phase, State
from clock.rules.timing import running_seats
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.station.timeline import Timeline

UNCERTAIN_NS = SECOND_NS
"""No more than this was played, with a disk that answers, after the last line of a journal."""

AWAY = N_("clock away: {time}")
UNREADABLE = N_("last game unreadable")


class Notice(NamedTuple):
    """What is to be told of a start; `time` is how long the clock was away."""

    text: str
    time: str = ""

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


def brought_back(journal: Journal, now_ns: int) -> tuple[Timeline | None, Notice | None]:
    """Return the game that was on the table, if there was one, and what is to be told of it.

    What happened to the clock in between is the last input of the game, and in the journal.
    """
    found = journal.found
    if not found.lines:
        return None, None
    try:
        timeline = read_timeline(found.lines)
    except (msgspec.DecodeError, Refused):
        return None, Notice(UNREADABLE)  # `clapper log last` tells why
    if _over(timeline.state) and not journal.same_boot:
        return None, None
    timeline.keep = journal.add
    if not timeline.everything() or timeline.state.phase is Phase.FINISHED:
        return timeline, None
    last_ns = max(found.last_ns, timeline.state.at_ns)
    ran = bool(running_seats(timeline.state))
    if journal.same_boot:
        away_ns = now_ns - last_ns if ran else 0  # at rest nothing tells when it went
        timeline.add(Restarted(now_ns, away_ns))
        return timeline, away(away_ns) if ran else None
    if found.boot_id == CUT_OFF:  # how much damage took of the game, nobody knows
        timeline.add(Stop(last_ns))
    else:
        timeline.add(PowerLost(last_ns, UNCERTAIN_NS))
    return timeline, None


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
