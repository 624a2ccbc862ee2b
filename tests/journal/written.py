"""Journals with games of many presses, written as fast as it goes."""

from contextlib import closing
from pathlib import Path

from clock.journal.journal import Journal
from clock.journal.lines import Line
from clock.journal.store import Store, StoredGame
from clock.rules.inputs import Press, Start
from clock.rules.machine import begin, step
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import State
from clock.rules.units import SECOND_NS
from tests.journal.evenings import BOOT, FLUSH_S
from tests.station.tables import setup

GAMES, PRESSES = 6, 30

Contents = list[tuple[StoredGame, list[Line]]]


def write_games(path: Path, count: int = GAMES, presses: int = PRESSES) -> Journal:
    """Games of many presses; the last of them is still going on."""
    journal = Journal(path, 0, boot_id=BOOT)
    at_ns = 0
    for _ in range(count):
        state: State = begin(setup("40/2h:1h"), at_ns)
        journal.begin(state.setup, at_ns)
        for number in range(presses):
            at_ns += SECOND_NS
            seat = RIGHT if number % 2 == 0 else LEFT
            given_input = Press(at_ns, seat) if number else Start(at_ns)
            state, _ = step(state, given_input)
            journal.add(given_input, state)
            journal.alive(at_ns)
        assert journal.flush(FLUSH_S)
    return journal


def contents(path: Path) -> Contents:
    with closing(Store(path, read_only=True)) as store:
        return [(game, list(store.lines(game.id))) for game in store.games()]
