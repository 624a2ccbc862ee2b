"""Journals with games of many presses, written at full speed, and their content."""

import shutil
from contextlib import suppress
from pathlib import Path

from clock.files import read_file
from clock.game.chain import body_of, chained, intact_chain
from clock.game.recorded import End, RecordedGame, game_of, read_recorded
from clock.journal.folder import game_files, game_name, read_head
from clock.journal.journal import Journal
from clock.rules.inputs import Press, Start
from clock.rules.machine import begin, step
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import State
from clock.rules.units import SECOND_NS
from tests.station.tables import setup

GAME = setup("40/2h:1h")
LATER_NS = 1_000 * SECOND_NS


def write_games(path: Path, *presses: int, boot: str = "a boot") -> Journal:
    """Games of so many inputs; the last of them is still going on."""
    journal = Journal(path, 0, boot_id=boot)
    at_ns = journal.found.last_ns
    for count in presses:
        state: State = begin(GAME, at_ns)
        journal.begin(state.setup, at_ns, at_once=False)
        for number in range(count):
            at_ns += SECOND_NS
            seat = RIGHT if number % 2 == 0 else LEFT
            event = Press(at_ns, seat) if number else Start(at_ns)
            state, _ = step(state, event)
            journal.add(event, state)
        assert journal.flush(10)
    return journal


def contents(path: Path) -> list[RecordedGame]:
    """The games in a folder, as far as they are sound."""
    return [read_recorded(read_file(file)) for file in game_files(path).values()]


def problem(path: Path) -> str | None:
    """What does not hold in a journal, worked out from its files alone."""
    heads = read_head(path)
    if heads.newest is None:
        return "no head"
    before: End | None = None
    for number, file in game_files(path).items():
        chain = intact_chain(read_file(file))
        if not chain.lines or chain.rest:
            return f"{number}: the chain"
        game = game_of(chain.lines)
        if game.number != number:
            return f"{number}: its number"
        if before is not None and game.header.before != before:
            return f"{number}: the game before it"
        before = game.end
    if heads.newest.last != before:
        return "the head"
    return None if heads.newest.first in (*game_files(path), 1) else "the first"


def game_file(path: Path, number: int) -> Path:
    """The file of a game."""
    return path / game_name(number)


def change_line(path: Path, number: int, line: int) -> bytes:
    """Change a byte of a game's line, 0 for its header; return what is in the file then."""
    file = game_file(path, number)
    lines = file.read_bytes().splitlines(keepends=True)
    lines[line] = lines[line].replace(b"_ns", b"_nz", 1)
    file.write_bytes(b"".join(lines))
    return b"".join(lines)


def bodies_of(file: Path) -> list[bytes]:
    """The bodies of a file's lines."""
    return [body_of(line) for line in intact_chain(file.read_bytes()).lines]


def relinked(bodies: list[bytes]) -> bytes:
    """A game's file with these bodies: its chain holds."""
    return b"".join(chained("", bodies))


def copied(path: Path, to: Path) -> Path:
    """A copy of a journal's folder, as a kill leaves it; made anew if a file goes meanwhile."""
    while True:
        with suppress(shutil.Error):
            return Path(shutil.copytree(path, to))
        shutil.rmtree(to)
