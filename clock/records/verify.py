"""`clapper verify`: a game's chain of hashes, and its every figure worked out by the rules."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from clock.game.file import read_game, write_game
from clock.game.replay import played
from clock.game.timeline import Timeline
from clock.journal.files import JournalError
from clock.journal.lines import figures_after, figures_of
from clock.journal.replay import differences, folded_again
from clock.journal.soundness import NO_TEXT, chain_problems, of_game, order_problems, problems
from clock.journal.store import Store, StoredGame
from clock.records.recorded import Changed, NoGame, RecordedGame, found, journal, read
from clock.records.sentences import missing
from clock.rules.inputs import Tick
from clock.rules.message import Message, placed
from clock.rules.refusal import Refused
from clock.rules.state import State
from clock.text.language import render, tr, trn

DOES_NOT_HOLD = 1


def verify(file: Path, name: str | None, out: TextIO | None = None) -> int:
    """Check one game, or with no name the whole journal; return the exit status.

    Prints each game that holds, and the first problem. Raises JournalError if there is no such
    journal or game, or no game at all.
    """
    try:
        with journal(file) as store:
            problem = _first_problem(store, name, out)
    except Changed as error:
        problem = error.message
    if problem is None:
        return 0
    print(render(problem), file=out)
    return DOES_NOT_HOLD


def _first_problem(store: Store, name: str | None, out: TextIO | None) -> Message | None:
    games = store.games() if name is None else [found(store, name)]
    try:
        problem = None if name is not None else next(problems(store), None)
        for game in games:
            problem = problem or next(_problems(store, game), None)
            if problem is None:
                print(_holds(read(store, game)), file=out)
    except JournalError as error:
        return error.message
    except (sqlite3.DatabaseError, *NO_TEXT) as error:
        return Message("cannot be read: {problem}", problem=error)
    if problem is None and not games:
        raise NoGame
    return problem


def _problems(store: Store, game: StoredGame) -> Iterator[Message]:
    for problem in chain_problems(store, game):
        yield of_game(game, problem)
    yield from figure_problems(read(store, game))
    yield from order_problems(store, beside=game.id)


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
