"""`clapper replay`: replay a game by the rules, and print a line for each input.

In words a line has the time since the game's start, the input, both clocks after it, and the
sentences of its outputs. As JSON it has the values of the file.
"""

from contextlib import suppress
from typing import TextIO

import msgspec

from clock.game.file import GameFileError
from clock.game.replay import ReplayStep, began_ns, summary
from clock.records.game_log import AT_WIDTH, LoggedInput
from clock.records.sentences import PHASES
from clock.records.source import Source
from clock.records.style import exact
from clock.rules.seats import LEFT, RIGHT
from clock.rules.timing import charge, running_seats
from clock.text.act_names import act_name
from clock.text.flags import flag_text
from clock.text.language import printable, tr


def print_replay(game: Source, *, as_json: bool, out: TextIO | None = None) -> None:
    """Print the state after every input of a game. Raises GameFileError as `Source.steps`."""
    start_ns = 0 if as_json else _start_ns(game)
    for step in game.steps():
        if as_json:
            _, state, outputs = step
            print(msgspec.json.encode(summary(state, outputs)).decode(), file=out)
        else:
            print(printable(_line(step, start_ns)), file=out)


def _start_ns(game: Source) -> int:
    with suppress(GameFileError):  # the replay itself raises it, after the lines before
        return began_ns(game.inputs, (state for _, state, _ in game.steps()))
    return began_ns(game.inputs, ())


def _line(step: ReplayStep, start_ns: int) -> str:
    """Return an input, both clocks after it, and its outputs as a line."""
    event, state, outputs = step
    now, seats = charge(state, state.at_ns), []
    for each in (LEFT, RIGHT):
        clock = now.seat(each)
        text = tr("{seat} {time} move {number} period {period}").format(
            seat=tr("left") if each is LEFT else tr("right"),
            time=exact(clock.remaining_ns),
            number=state.play.made(each),
            period=clock.period,
        )
        mark = ">" if each in running_seats(state) else " "
        fallen = f" {tr('fallen')}" if clock.fallen else ""
        seats.append(f"{mark}{text}{fallen}")
    at = f"{exact(event.at_ns - start_ns):>{AT_WIDTH}}"
    what = act_name(type(event).__name__, getattr(event, "seat", None))
    followed = [
        sentence if output.at_ns == event.at_ns else f"{exact(output.at_ns - start_ns)} {sentence}"
        for output, sentence in LoggedInput(event, False, state, outputs).sentences(start_ns)
    ]
    texts = [f"{at}  {what}  {tr(flag_text(state.setup.game, PHASES[state.phase]))}", *seats]
    texts += ["; ".join(followed)] if followed else []
    return " | ".join(texts)
