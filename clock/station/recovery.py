"""A game comes back from the journal: its inputs, folded again in the order they came.

In the same boot it goes on: the kernel's clock went on, and so did the time of the side that was to
move. After another boot the clocks stand at the last instant that is on disk, for the organizer.
"""

from collections.abc import Iterable
from itertools import accumulate

import msgspec

from clock.gamefile import setup_from_table
from clock.journal.journal import Found, Journal
from clock.journal.lines import Header, Line, Row
from clock.rules.inputs import Input, PowerLost, Restarted, Stop
from clock.rules.refusal import Refused
from clock.rules.state import Phase
from clock.rules.timing import running_seats
from clock.rules.units import SECOND_NS
from clock.station.timeline import Timeline

UNCERTAIN_NS = SECOND_NS
"""No more than this was played, with a disk that answers, after the last line of a journal."""


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


def brought_back(journal: Journal, now_ns: int) -> tuple[Timeline | None, str]:
    """Return the game that was on the table, if there was one, and what is to be told of it.

    What happened to the clock in between is the last input of the game, and in the journal.
    """
    found = journal.found
    if not found.lines:
        return None, ""
    try:
        timeline = read_timeline(found.lines)
    except (msgspec.DecodeError, Refused) as wrong:
        return None, f"last game unreadable: {wrong}"
    if timeline.state.phase is Phase.FINISHED and not journal.same_boot:
        return None, ""
    timeline.keep = journal.add
    if not timeline.everything() or timeline.state.phase is Phase.FINISHED:
        return timeline, ""
    last_ns = max(found.last_ns, timeline.state.at_ns)
    ran = bool(running_seats(timeline.state))
    if journal.same_boot:
        away_ns = now_ns - last_ns
        timeline.add(Restarted(now_ns, away_ns))
        return timeline, f"clock was away {away_ns / SECOND_NS:.1f} s" if ran else ""
    if journal.damage is not None and _cut_off(found):
        timeline.add(Stop(last_ns))
    else:
        timeline.add(PowerLost(last_ns, UNCERTAIN_NS))
    return timeline, ""


def _cut_off(found: Found) -> bool:
    """Whether damage took the end of the game: how much of it, nobody knows."""
    return found.boot_id == ""


_ROW = msgspec.json.Decoder(Row)
