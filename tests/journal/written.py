"""Journals with games of many presses, written as fast as it goes."""

import shutil
from contextlib import closing
from pathlib import Path

from clock.journal.damage import repair
from clock.journal.journal import Journal
from clock.journal.lines import Line
from clock.journal.soundness import problem_of
from clock.journal.store import Store, StoredGame
from clock.rules.inputs import Press, Start
from clock.rules.machine import begin, step
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import State
from clock.rules.units import SECOND_NS
from tests.journal.evenings import BOOT, FLUSH_S, RETRY_S
from tests.station.tables import setup

GAMES, PRESSES = 6, 30
GAME = setup("40/2h:1h")
LATER_NS = 1_000 * SECOND_NS
STAMP = "20260101-120000"

Contents = list[tuple[StoredGame, list[Line]]]


def write_games(path: Path, count: int = GAMES, presses: int = PRESSES) -> Journal:
    """Games of many presses; the last of them is still going on."""
    path.parent.mkdir(exist_ok=True)
    journal = Journal(path, 0, boot_id=BOOT, retry_s=RETRY_S)
    at_ns = 0
    for _ in range(count):
        state: State = begin(GAME, at_ns)
        journal.begin(state.setup, at_ns)
        for number in range(presses):
            at_ns += SECOND_NS
            seat = RIGHT if number % 2 == 0 else LEFT
            event = Press(at_ns, seat) if number else Start(at_ns)
            state, _ = step(state, event)
            journal.add(event, state)
            journal.alive(at_ns)
        assert journal.flush(FLUSH_S)
    return journal


def as_killed(journal: Journal, copy: Path) -> Path:
    """A copy of a journal's folder as a kill leaves it."""
    shutil.copytree(journal.path.parent, copy)
    journal.close()
    return copy


def contents(path: Path) -> Contents:
    with closing(Store(path, read_only=True)) as store:
        return [(game, list(store.lines(game.id))) for game in store.games()]


def problem(path: Path) -> str | None:
    """What does not hold in a journal."""
    found = problem_of(path)
    return None if found is None else str(found)


def repaired(path: Path) -> str | None:
    """What was wrong with a journal, which is set aside with STAMP; it is whole now."""
    found = repair(path, STAMP)
    assert problem(path) is None
    return None if found is None else str(found)


def set_aside(problem: object) -> str:
    """What is reported once a journal was set aside."""
    return f"{problem}; set aside as journal-set-aside-{STAMP}.db"


def ask(path: Path, *requests: str) -> None:
    """Change a journal as a defect, or a forger, may."""
    with closing(Store(path)) as store, store.transaction():
        for sql in requests:
            store._ask(sql)


def go_on(journal: Journal) -> None:
    """A clock runs on."""
    journal.alive(LATER_NS)


def another_begins(journal: Journal) -> None:
    """Another game is set up and started."""
    journal.begin(GAME, LATER_NS)
    add_start(journal)


def add_start(journal: Journal) -> None:
    start = Start(LATER_NS)
    journal.add(start, step(begin(GAME, LATER_NS), start)[0])
