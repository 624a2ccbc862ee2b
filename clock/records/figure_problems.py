"""Whether a replay gives the figures that a clock recorded, and what an older edition explains."""

from collections.abc import Iterator

from clock.game.figures import differences, figures_after
from clock.game.recorded import RecordedGame, folded_again
from clock.game.timeline import Timeline
from clock.rules.message import Message, placed
from clock.rules.refusal import Refused
from clock.rules.state import State
from clock.text.control import upper_first
from clock.text.language import render


def figure_problems(game: RecordedGame) -> Iterator[Message]:
    """Yield the differences between a game's recorded figures and those of a replay.

    In a game of an older edition they are no problem: `edition_notes` has them.
    """
    for number, difference in () if game.header.is_older else _differences(game):
        line = Message(
            "game {number}, line {line}, {input}",
            number=game.number,
            line=game.line_of(number),
            input=type(game.rows[number - 1].input).__name__,
        )
        yield placed(line, difference)


def edition_notes(game: RecordedGame) -> Iterator[str]:
    """Yield a sentence if an older edition of the rules has counted a game otherwise."""
    if game.header.is_older:
        for number, _ in _differences(game):
            yield f"{upper_first(render(game.header.differs_from(game.line_of(number))))}."
            return


def _differences(game: RecordedGame) -> Iterator[tuple[int, Message]]:
    """Yield the differences, each with the number of its input, from 1."""
    states: list[State] = []
    timeline = Timeline(game.setup, game.header.began_ns)
    timeline.recorder = lambda _event, state: states.append(state)
    inputs = folded_again(timeline, [row.input for row in game.rows])
    for number, (event, row) in enumerate(zip(inputs, game.rows, strict=True), start=1):
        try:
            timeline.add(event)
        except Refused as error:
            yield number, placed(error.place, error.message)
            return
        for difference in differences(row.figures, figures_after(event, states[-1])):
            yield number, difference
