"""A recorded game played again: its inputs are folded in the order of arrival."""

from collections.abc import Iterable, Iterator
from itertools import accumulate

import msgspec

from clock.game.file import setup_from_table
from clock.game.timeline import Timeline
from clock.journal.lines import Figures, Header, Line, Row
from clock.rules.inputs import Input
from clock.rules.message import Message

ROWS = msgspec.json.Decoder(Row)


def read_timeline(lines: Iterable[Line]) -> Timeline:
    """Return the game of a header and its lines.

    Raises msgspec.DecodeError or Refused for what this program cannot play.
    """
    head, *rest = (line.text for line in lines)
    header = msgspec.json.decode(head, type=Header)
    timeline = Timeline(setup_from_table(header.setup), header.began_ns)
    for event in folded_again(timeline, [ROWS.decode(text).input for text in rest]):
        timeline.add(event)
    return timeline


def folded_again(timeline: Timeline, inputs: list[Input]) -> Iterator[Input]:
    """Yield inputs in the order of arrival, each once the timeline is settled as far as can be.

    No later input is earlier than the watermark: so no input is folded twice in vain.
    """
    earliest_ns = list(accumulate(reversed([each.at_ns for each in inputs]), min))[::-1]
    for event, watermark_ns in zip(inputs, earliest_ns, strict=True):
        timeline.tick(watermark_ns)
        yield event


def differences(recorded: Figures, found: Figures) -> Iterator[Message]:
    """Yield which of the recorded figures differ from those by the rules of this program."""
    for key in Figures.__struct_fields__:
        before, now = (msgspec.to_builtins(getattr(each, key)) for each in (recorded, found))
        if before != now:
            yield Message(
                "{key} was {recorded}, by the rules it is {replayed}",
                key=key,
                recorded=before,
                replayed=now,
            )
