"""`clapper verify`: a game's chain of hashes, and its every figure, found out anew by the rules."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from clock.game.file import read_game, write_game
from clock.game.replay import played
from clock.game.timeline import Timeline
from clock.journal.lines import figures_after, figures_of
from clock.journal.soundness import NO_TEXT, chain_problems, order_problems, problems
from clock.journal.store import JournalError, Store, StoredGame
from clock.records.recorded import NO_GAME, Changed, RecordedGame, found, journal, read
from clock.records.sentences import missing
from clock.rules.inputs import Input, Tick
from clock.rules.refusal import Refused
from clock.rules.state import State
from clock.station.recovery import differences, folded_again
from clock.text.language import tr, trn
from clock.text.mistakes import mistake

DOES_NOT_HOLD = 1


def verify(file: Path, name: str | None, out: TextIO) -> int:
    """Check one game, or with no name the whole journal; return the exit status.

    The first thing that does not hold is told in one line. Raises JournalError if there is no such
    journal or game, or no game at all.
    """
    try:
        with journal(file) as store:
            wrong = _told_of_each(store, name, out)
    except Changed as changed:
        wrong = str(changed)
    if wrong is None:
        return 0
    out.write(f"{mistake(wrong)}\n")
    return DOES_NOT_HOLD


def _told_of_each(store: Store, name: str | None, out: TextIO) -> str | None:
    """Tell which games hold, up to the first thing that does not; return that."""
    games = store.games() if name is None else [found(store, name)]
    try:
        wrong = None if name is not None else next(problems(store), None)
        for game in games:
            wrong = wrong or next(_wrong(store, game), None)
            if wrong is None:
                out.write(_holds(read(store, game)) + "\n")
    except (sqlite3.DatabaseError, JournalError, *NO_TEXT) as error:
        return str(error)
    if wrong is None and not games:
        raise JournalError(tr(NO_GAME))
    return wrong


def _wrong(store: Store, game: StoredGame) -> Iterator[str]:
    """What does not hold of a game, the first thing first."""
    for problem in chain_problems(store, game):
        yield f"game {game.id}: {problem}"
    for problem in figure_problems(read(store, game)):
        yield f"game {game.id}, {problem}"
    yield from order_problems(store, beside=game.id)


def figure_problems(game: RecordedGame) -> Iterator[str]:
    """Yield where a game, played anew, has other figures than were written down."""
    told: list[State] = []
    timeline = Timeline(game.setup, game.header.began_ns)
    timeline.keep = lambda _given, state: told.append(state)
    inputs = folded_again(timeline, [row.input for row in game.rows])
    for number, (given, row) in enumerate(zip(inputs, game.rows, strict=True), start=1):
        place = f"line {number}, {type(given).__name__}"
        try:
            timeline.add(given)
        except Refused as wrong:
            yield f"{place}: {wrong}"
            return
        for difference in differences(row.figures, figures_after(given, told[-1])):
            yield f"{place}: {difference}"
    timeline.leave(game.until_ns)
    yield from _file_problems(game, timeline)


def _file_problems(game: RecordedGame, timeline: Timeline) -> Iterator[str]:
    """Whether the game file, replayed in the order of the stamps, ends at the same figures."""
    inputs: tuple[Input, ...] = timeline.record()
    setup, again = read_game(write_game(game.setup, inputs))
    *_, (_, state, _) = played(setup, again or (Tick(timeline.state.at_ns),))
    if timeline.state.started_at_ns is not None and figures_of(state) != figures_of(timeline.state):
        yield "its game file: the replay ends at other figures"


def _holds(game: RecordedGame) -> str:
    inputs = trn("{count} input", "{count} inputs", len(game.rows)).format(count=len(game.rows))
    holds = tr("game {number}: {inputs}, the chain and every figure hold")
    told = holds.format(number=game.number, inputs=inputs)
    return f"{told}. {' '.join(map(missing, game.gaps))}" if game.gaps else told
