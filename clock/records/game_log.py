"""`clapper log`: a game in words, in the order of events."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from clock.game.names import NAMELESS, Names
from clock.game.replay import began_ns
from clock.records.naming import called, name_parts
from clock.records.sentences import HANDS, sentences
from clock.records.source import Source
from clock.records.style import EXACT, Style, as_shown, exact
from clock.rules.inputs import Input, StoneLaid
from clock.rules.outputs import ClapperFell, ClocksStopped, GameFinished, Output
from clock.rules.seats import Seat
from clock.rules.state import Phase, State
from clock.text.act_names import act_name
from clock.text.control import setup_sentences
from clock.text.ending import time_cost
from clock.text.language import tr
from clock.text.words import seat_name

AT_WIDTH = 12


class LoggedInput(NamedTuple):
    """An input of a game, in the order of the stamps, with its outputs."""

    input: Input
    late: bool
    """Whether it was delivered after an input with a later stamp."""
    state: State
    outputs: list[Output]

    def sentences(self, start_ns: int, names: Names = NAMELESS) -> Iterator[tuple[Output, str]]:
        """Yield the outputs with their sentences; times count from `start_ns`."""
        style = Style(EXACT.length, lambda at_ns: exact(at_ns - start_ns)).of(self.state.setup)
        if names:
            style = style._replace(called=called(names, self.state.setup, self.state.black))
        return sentences(self.outputs, getattr(self.input, "seat", None), style)


def lines_of(game: Source) -> Iterator[str]:
    """Yield the lines of a game's log. Raises GameFileError if the game cannot be played."""
    yield " · ".join((_title(game), *name_parts(game.names)))
    yield f"{'. '.join(setup_sentences(game.setup))}."
    yield tr("Times are counted from the start, in whole milliseconds.")
    yield from game.notes()
    events = logged_inputs(game)
    start_ns = start_of(events)
    for at_ns, text in sorted(_timed(game, events, start_ns), key=lambda line: line[0]):
        yield f"{exact(at_ns - start_ns):>{AT_WIDTH}}  {text}"


def _title(game: Source) -> str:
    if game.recorded is None:
        return tr("Game file {name}").format(name=game.name)
    header = game.recorded.header
    return tr("Game {number}, {when}, clapper {version}, {source}").format(
        number=header.game,
        when=game.recorded.wall.replace("T", " "),
        version=header.version,
        source=header.time_source,
    )


def logged_inputs(game: Source) -> list[LoggedInput]:
    """Return a game's inputs with their outputs. Raises GameFileError if it cannot be played."""
    # Two inputs may be equal, so late ones are counted and not looked up by identity.
    late, latest_ns = Counter[Input](), 0
    for event in _arrived(game):
        late[event] += event.at_ns < latest_ns
        latest_ns = max(latest_ns, event.at_ns)
    return [
        LoggedInput(event, late[event] > 0, state, outputs)
        for event, state, outputs in game.steps()
    ]


def _arrived(game: Source) -> list[Input]:
    """Return a game's inputs in the order of arrival, if it was recorded."""
    return [] if game.recorded is None else [row.input for row in game.recorded.rows]


def start_of(events: list[LoggedInput]) -> int:
    """Return the start of a game, from which its times count."""
    return began_ns([each.input for each in events], (each.state for each in events))


def _timed(game: Source, events: list[LoggedInput], start_ns: int) -> Iterator[tuple[int, str]]:
    for each in events:
        event = each.input
        mark = tr(" (delivered late, counted at its own time)") if each.late else ""
        if isinstance(event, StoneLaid):
            yield event.at_ns, f"{_stone(event)}{mark}"
        for output, sentence in each.sentences(start_ns, game.names):
            yield output.at_ns, f"{sentence}{_times(each.state, output)}{mark}"
            mark = mark if output.at_ns < event.at_ns else ""
    for event in dropped_inputs(game, events):
        act = act_name(type(event).__name__, getattr(event, "seat", None))
        text = tr(
            "{act} dropped: a player had acted before it, but the clock learned of this too late"
        )
        yield event.at_ns, text.format(act=act)


def _times(state: State, output: Output) -> str:
    """Return both times, and their costs, where the clocks stop or the game ends; else ""."""
    ends = isinstance(output, ClocksStopped | GameFinished)
    if not ends and not (isinstance(output, ClapperFell) and state.phase is Phase.FALLEN):
        return ""
    shown = (
        (seat_name(seat), as_shown(state.seat(seat).remaining_ns), *time_cost(state, seat))
        for seat in Seat
    )
    return f" ({', '.join(map(' '.join, shown))})"


def dropped_inputs(game: Source, events: list[LoggedInput]) -> Iterator[Input]:
    """Yield the inputs that came too late to count."""
    return (Counter(_arrived(game)) - Counter(each.input for each in events)).elements()


def _stone(stone: StoneLaid) -> str:
    seat = seat_name(stone.seat)
    if stone.hand is None:
        return tr("{seat} takes a stone").format(seat=seat)
    return tr("{seat} takes a stone with the {hand}").format(seat=seat, hand=tr(HANDS[stone.hand]))
