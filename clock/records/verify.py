"""`clapper verify`: a game's chain, its place among the others, and every figure by the rules."""

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from clock.game.figures import differences, figures_after, figures_of
from clock.game.file import GameFileError, read_game, write_game
from clock.game.recorded import End, RecordedGame, folded_again
from clock.game.replay import played
from clock.game.timeline import Timeline
from clock.journal.folder import of_game
from clock.records.games import Games, NoGame
from clock.records.sentences import missing
from clock.records.source import is_number, read_source
from clock.rules.inputs import Tick
from clock.rules.message import Message, Problem, placed
from clock.rules.refusal import Refused
from clock.rules.state import State
from clock.text.language import render, tr, trn

DOES_NOT_HOLD = 1
OLDER = Message("the head of the journal is older than this")
LOOK_S, LOOKS_MAX = 0.1, 30
"""A disk that takes longer than this to write does not answer."""


def verify(folder: Path, name: str | None, out: TextIO | None = None) -> int:
    """Check the game of a number or a file, or with no name a whole journal.

    Prints each game that holds, and the first problem; returns the exit status. Raises as
    `read_source`, and JournalError if there is no such journal or game, or no game at all.
    """
    if name is not None and not is_number(name):
        return _verify_file(name, folder, out)
    games = Games(folder)
    if name is None and not games.files and not games.last_known:
        raise NoGame
    for number in (None, *games.files) if name is None else (games.found(name),):
        problem = _settled(folder, games, number)
        if problem is not None:
            return _status(problem, out)
        if number is not None:
            print(_holds(games.read(number)), file=out)
    return 0


def _verify_file(name: str, folder: Path, out: TextIO | None) -> int:
    source = read_source(name, folder)
    game = source.recorded
    if game is None:
        raise GameFileError(
            placed(source.path, Message("expected a game that a clock has recorded"))
        )
    problem = game.problem or next(figure_problems(game), None)
    if problem is None:
        print(_holds(game), file=out)
        limit = tr("Only the clock that recorded it knows whether moves are missing at its end.")
        print(limit, file=out)
    return _status(problem and placed(source.path, problem), out)


def _status(problem: Message | None, out: TextIO | None) -> int:
    if problem is None:
        return 0
    print(render(problem), file=out)
    return DOES_NOT_HOLD


def _settled(folder: Path, games: Games, number: int | None) -> Message | None:
    """The first problem of a game, or of the folder, that is still one on a second look.

    A clock may have written between the reading of one file and of another; and its head follows
    its games, as soon as its disk answers.
    """
    problem = _first_problem(games, number)
    for _ in range(LOOKS_MAX):
        if problem is None:
            break
        may_follow = OLDER in problem.values.values()
        if may_follow:
            time.sleep(LOOK_S)
        before, problem = problem, _first_problem(Games(folder), number)
        if problem == before and not may_follow:
            break
    return problem


def _first_problem(games: Games, number: int | None) -> Message | None:
    if number is None:
        return next(_folder_problems(games), None)
    try:
        problem = next(_game_problems(games, games.read(number), number), None)
    except Problem as error:
        problem = error.message
    return None if problem is None else of_game(number, problem)


def _folder_problems(games: Games) -> Iterator[Message]:
    """Yield what does not hold in a folder, beside its games."""
    if not games.head_is_sound:
        yield Message("its head was changed")
    first = min(games.files, default=1) if games.head is None else games.head.first
    for number in range(first, max(*games.files, games.last_known, 0) + 1):
        if number not in games.files:
            yield of_game(number, Message("its file is gone"))


def _game_problems(games: Games, game: RecordedGame, number: int) -> Iterator[Message]:
    """Yield what does not hold in a game: in its file, in its place, at its end, in its figures."""
    if game.problem is not None:
        yield game.problem
    if game.number != number:
        yield Message("its place was changed")
    if number + 1 in games.files:
        yield from _end_problems(games, game, _end_before(games, number + 1))
        if game.torn:
            yield Message("line {number} was changed", number=game.end.count + 1)
    elif games.head is not None:
        yield from _end_problems(games, game, games.head.last)
        if game.end != games.head.last:
            yield OLDER
    if number - 1 in games.files and not _follows(games, game):
        yield Message("the game before it was changed, removed or moved")
    yield from figure_problems(game)


def _end_before(games: Games, number: int) -> End | None:
    """How the game before one ended, by its header; None if that cannot be read."""
    with suppress(Problem):
        return games.read(number).header.before
    return None


def _end_problems(games: Games, game: RecordedGame, known: End | None) -> Iterator[Message]:
    """Yield whether a game has less than the head, or the game after it, knows of."""
    if known is None or known.game != game.number:
        return
    if game.end.count < known.count:
        yield Message("lines at its end are missing")
    elif games.end(game.number, known.count) != known:
        yield Message("it is not the one that was written")


def _follows(games: Games, game: RecordedGame) -> bool:
    with suppress(Problem):
        return games.end(game.number - 1) == game.header.before
    return False


def figure_problems(game: RecordedGame) -> Iterator[Message]:
    """Yield where a game, played again, has other figures than were recorded."""
    states: list[State] = []
    timeline = Timeline(game.setup, game.header.began_ns)
    timeline.recorder = lambda _event, state: states.append(state)
    inputs = folded_again(timeline, [row.input for row in game.rows])
    for number, (event, row) in enumerate(zip(inputs, game.rows, strict=True), start=1):
        act = type(event).__name__
        line = Message(
            "game {number}, line {line}, {input}", number=game.number, line=number, input=act
        )
        try:
            timeline.add(event)
        except Refused as error:
            yield placed(line, placed(error.place, error.message))
            return
        for difference in differences(row.figures, figures_after(event, states[-1])):
            yield placed(line, difference)
    timeline.leave(game.until_ns)
    yield from _file_problems(game, timeline)


def _file_problems(game: RecordedGame, timeline: Timeline) -> Iterator[Message]:
    """Whether the game file, replayed in the order of the stamps, ends at the same figures."""
    setup, inputs = read_game(write_game(game.setup, timeline.record()))
    *_, (_, state, _) = played(setup, inputs or (Tick(timeline.state.at_ns),))
    if timeline.state.started_at_ns is not None and figures_of(state) != figures_of(timeline.state):
        problem = Message("its game file: the replay ends at other figures")
        yield placed(Message("game {number}", number=game.number), problem)


def _holds(game: RecordedGame) -> str:
    inputs = trn("{count} input", "{count} inputs", len(game.rows)).format(count=len(game.rows))
    holds = tr("game {number}: {inputs}, the chain and every figure hold")
    text = holds.format(number=game.number, inputs=inputs)
    return f"{text}. {' '.join(map(missing, game.gaps))}" if game.gaps else text
