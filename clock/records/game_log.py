"""`clapper log`: a game in words, everything in the order it happened."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TextIO

from clock.game.replay import began_ns, played
from clock.records.recorded import RecordedGame, found, journal, read
from clock.records.sentences import HANDS, act_name, length, missing, sentences
from clock.rules.inputs import Input, StoneLaid
from clock.rules.outputs import EdgeWasLate, Output
from clock.rules.state import State
from clock.text.control import setting
from clock.text.language import tr
from clock.text.words import seat_name

AT_WIDTH = 12


class Happening(NamedTuple):
    """An input of a game in the order of the stamps, with what came of it."""

    given: Input
    late: bool
    """Whether it was delivered after one that happened later."""
    state: State
    outputs: list[Output]


def tell(file: Path, name: str, out: TextIO) -> None:
    """Print a game in words; raises JournalError, or GameFileError for what cannot be played."""
    with journal(file) as store:
        game = read(store, found(store, name))
    for line in lines_of(game):
        out.write(line + "\n")


def lines_of(game: RecordedGame) -> Iterator[str]:
    """Yield the lines that tell a game."""
    header = game.header
    heading = tr("Game {number}, {when}, clapper {version}, {source}")
    yield heading.format(
        number=game.number,
        when=header.wall.replace("T", " "),
        version=header.version,
        source=header.time_source,
    )
    yield f"{'. '.join(setting(game.setup))}."
    yield tr("Times count from the start; what is below a millisecond is left out.")
    yield from map(missing, game.gaps)
    happenings = list(happenings_of(game))
    start_ns = began(happenings)
    for at_ns, text in sorted(_events(game, happenings, start_ns), key=lambda event: event[0]):
        yield f"{length(at_ns - start_ns):>{AT_WIDTH}}  {text}"


def happenings_of(game: RecordedGame) -> Iterator[Happening]:
    """Yield what happened; raises GameFileError for what this program cannot play."""
    late, latest_ns = Counter[Input](), 0
    for row in game.rows:
        late[row.input] += row.input.at_ns < latest_ns
        latest_ns = max(latest_ns, row.input.at_ns)
    for given, state, outputs in played(game.setup, game.inputs()):
        yield Happening(given, late[given] > 0, state, outputs)


def began(happenings: list[Happening]) -> int:
    """Return the instant from which a game's times count."""
    return began_ns([each.given for each in happenings], (each.state for each in happenings))


def _events(
    game: RecordedGame, happenings: list[Happening], start_ns: int
) -> Iterator[tuple[int, str]]:
    for given, late, _, outputs in happenings:
        mark = tr(" (delivered late, counted at its instant)") if late else ""
        if isinstance(given, StoneLaid):
            yield given.at_ns, f"{_taken(given)}{mark}"
        for output, sentence in sentences(outputs, getattr(given, "seat", None)):
            edge = ""
            if isinstance(output, EdgeWasLate):
                was = tr("it was at {time}").format(time=length(output.edge_ns - start_ns))
                edge = f": {was}"
            yield output.at_ns, f"{sentence}{edge}{mark}"
            mark = mark if output.at_ns < given.at_ns else ""
    gone = Counter(row.input for row in game.rows) - Counter(each.given for each in happenings)
    for given in gone.elements():
        gone_by = tr("{act} no longer fitted: what a player had done came to light later")
        act = act_name(type(given).__name__, getattr(given, "seat", None))
        yield given.at_ns, gone_by.format(act=act)


def _taken(stone: StoneLaid) -> str:
    """That a player takes a stone, and with which hand if it is known."""
    seat = seat_name(stone.seat)
    if stone.hand is None:
        return tr("{seat} takes a stone").format(seat=seat)
    return tr("{seat} takes a stone with the {hand}").format(seat=seat, hand=tr(HANDS[stone.hand]))
