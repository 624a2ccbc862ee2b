"""`clapper verify`: check a game's chain, its place in the journal, and its figures."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TextIO

import msgspec

from clock.game.file import GameFileError
from clock.game.recorded import End, RecordedGame, changed_line
from clock.journal.folder import game_problem
from clock.records.figure_problems import edition_notes, figure_problems
from clock.records.games import LAST, JournalGames
from clock.records.sentences import gap_sentence
from clock.records.source import is_number, read_source
from clock.rules.message import Message, Problem, placed
from clock.text.language import render, tr, trn

DOES_NOT_HOLD = 1
NOT_YET = Message("its last lines are not in the head yet")
LOOKS_MAX = 30
"""The most readings of a game that a clock is writing."""


class Verdict(NamedTuple):
    """What was found about a game, or about the journal as a whole."""

    number: int | None
    problem: Message | None = None
    """The first, if there is one."""
    inputs: int = 0
    is_older: bool = False
    """An older edition of the rules has counted otherwise, as `notes` say."""
    notes: tuple[str, ...] = ()
    caveat: str = ""
    """What is not known of the game's end."""

    def text(self) -> str:
        """Return the problem, or that the game is correct."""
        if self.problem is not None:
            return render(self.problem)
        inputs = trn("{count} input", "{count} inputs", self.inputs).format(count=self.inputs)
        holds = tr("game {number}: {inputs}; the hash chain and every figure are correct")
        if self.is_older:
            holds = tr("game {number}: {inputs}; the hash chain is correct")
        text = holds.format(number=self.number, inputs=inputs)
        text = f"{text}. {' '.join(self.notes)}" if self.notes else text
        return f"{text}\n{self.caveat}" if self.caveat else text

    def json(self) -> str:
        """Return a line of JSON."""
        found: dict[str, object] = {} if self.number is None else {"game": self.number}
        found["holds"] = self.problem is None
        if self.problem is not None:
            found["problem"] = str(self.problem)
        else:
            found |= {"inputs": self.inputs, "notes": self.notes}
        return msgspec.json.encode(
            found | ({"caveat": self.caveat} if self.caveat else {})
        ).decode()


def verify(
    folder: Path, name: str | None, out: TextIO | None = None, *, as_json: bool = False
) -> int:
    """Check a game by its number or file, or without a name the whole journal.

    Print every correct game, then the first problem; return the exit status.
    """
    for verdict in _verdicts(folder, name):
        print(verdict.json() if as_json else verdict.text(), file=out)
        if verdict.problem is not None:
            return DOES_NOT_HOLD
    return 0


def _verdicts(folder: Path, name: str | None) -> Iterator[Verdict]:
    if name is not None and not is_number(name):
        yield _of_file(name, folder)
        return
    games = JournalGames(folder)
    found = games.number_of(name or LAST)
    for number in (None, *games.files) if name is None else (found,):
        problem = _settled(folder, games, number)
        if problem is not None:
            yield Verdict(number, problem)
        elif number is not None:
            yield _holds(games.read(number), games)


def _of_file(name: str, folder: Path) -> Verdict:
    source = read_source(name, folder)
    game = source.recorded
    if game is None:
        raise GameFileError(
            placed(source.path, Message("expected a game that a clock has recorded"))
        )
    problem = game.problem or next(figure_problems(game), None)
    if problem is not None:
        return Verdict(game.number, placed(source.path, problem))
    return _holds(game)


def _settled(folder: Path, games: JournalGames, number: int | None) -> Message | None:
    """Return the first problem of a game, or of the folder, that remains on a second look."""
    # A clock may write between the readings of two files.
    problem = _first_problem(games, number)
    for _ in range(LOOKS_MAX):
        if problem is None:
            break
        before, problem = problem, _first_problem(JournalGames(folder), number)
        if problem == before:
            break
    return problem


def _first_problem(games: JournalGames, number: int | None) -> Message | None:
    if number is None:
        return next(_folder_problems(games), None)
    try:
        problem = next(_game_problems(games, games.read(number), number), None)
    except Problem as error:
        problem = error.message
    return None if problem is None else game_problem(number, problem)


def _folder_problems(games: JournalGames) -> Iterator[Message]:
    """Yield the problems of a folder, apart from those of its games."""
    if games.head_problem is not None:
        yield games.head_problem
    elif not games.head_is_sound:
        yield Message("its head was changed")
    for first, _ in games.missing_numbers():
        yield game_problem(first, Message("its file is gone"))


def _game_problems(games: JournalGames, game: RecordedGame, number: int) -> Iterator[Message]:
    """Yield the problems of a game: its file, its place, its end, its figures."""
    yield from game.problems
    if game.torn and number + 1 in games.files:
        yield changed_line(game.end.count + 2)
    if not games.follows(number):
        yield Message("the previous game was changed, removed or moved")
    yield from figure_problems(game)


def _holds(game: RecordedGame, games: JournalGames | None = None) -> Verdict:
    """Return that a game is correct, with a caveat if its end is not known."""
    editions = tuple(edition_notes(game))
    return Verdict(
        game.number,
        inputs=len(game.rows),
        is_older=bool(editions),
        notes=(*editions, *map(gap_sentence, game.gaps)),
        caveat=_caveat(game, games),
    )


def _caveat(game: RecordedGame, games: JournalGames | None) -> str:
    # A game's lines are written before the head; a kill may have come between the two.
    if games is not None and games.head is not None:
        known = games.known or End(0, 0, "")
        if (game.number, game.end.count) > (known.game, known.count):
            return render(game_problem(game.number, NOT_YET))
    if games is not None and games.known_end(game.number) is not None:
        return ""
    return tr("Only the clock that recorded the game knows whether it is whole and unaltered.")
