"""Measure the journal: the time to durable, the bytes written, and the time of a recovery."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from benchmarks.bodies import Bench, setup
from benchmarks.figures import Figure, percentile
from clock.game.recorded import read_recorded
from clock.game.replay import played
from clock.journal.folder import game_name
from clock.journal.journal import Journal
from clock.journal.pace import EVERY_NS_MAX
from clock.rules.inputs import Press, Start
from clock.rules.machine import begin, step
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import State
from clock.station.loop import Station

PRESSES = 200
LONG_PRESSES = 300
HOUR_PRESSES = 120
"""The presses in an hour of play, one every half minute."""
FLUSH_S = 30.0
OTHER_GAMES = 100
GAMES = 50
REPLAYED_PRESSES = 120
ROUNDS = 5


def figures() -> list[Figure]:
    """Return the journal's figures on the disk of the temporary files."""
    return [*_durable(), *_an_hour(), *_recovery(), _replay()]


@contextmanager
def _journal() -> Iterator[Journal]:
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder), 0)
        try:
            yield journal
        finally:
            journal.close()


def _game(
    journal: Journal, presses: int, began_ns: int = 0, *, each_at_once: bool = False
) -> State:
    """Write a game at full speed, or with every press on disk before the next, as in play."""
    state = begin(setup(), began_ns)
    journal.begin(state.setup, began_ns, at_once=False)
    for number in range(presses + 1):
        at_ns = began_ns + number * 1_000_000_000
        event = Press(at_ns, LEFT if number % 2 else RIGHT) if number else Start(at_ns)
        state, _ = step(state, event)
        journal.add(event, state)
        if each_at_once:
            assert journal.flush(FLUSH_S)
    assert journal.flush(FLUSH_S)
    return state


def _durable() -> list[Figure]:
    """Return the times from folding a press to having it on disk."""
    with _journal() as journal:
        state = _game(journal, 0)
        waits_ms = []
        for number in range(1, PRESSES + 1):
            press = Press(number * 1_000_000, LEFT if number % 2 else RIGHT)
            state, _ = step(state, press)
            began_ns = time.perf_counter_ns()
            journal.add(press, state)
            assert journal.flush(FLUSH_S)
            waits_ms.append((time.perf_counter_ns() - began_ns) / 1e6)
    return [
        Figure("press to durable, p50", percentile(waits_ms, 50), "ms"),
        Figure("press to durable, p99", percentile(waits_ms, 99), "ms", at_most=200),
    ]


def _an_hour() -> Iterator[Figure]:
    """Yield the saves, writes and bytes of an hour's play, by the kernel's counters."""
    with _journal() as journal:
        state = _game(journal, 0)
        start, saves, at_ns = _written(), 0, 0
        every = 3600 * 1_000_000_000 // EVERY_NS_MAX // HOUR_PRESSES
        for number in range(1, HOUR_PRESSES + 1):
            for _ in range(every - 1):
                at_ns += EVERY_NS_MAX
                journal.record_running(at_ns)
                assert journal.flush(FLUSH_S)
            at_ns += EVERY_NS_MAX
            press = Press(at_ns, LEFT if number % 2 else RIGHT)
            state, _ = step(state, press)
            journal.add(press, state)
            assert journal.flush(FLUSH_S)
            saves += every
        calls, written = (after - before for after, before in zip(_written(), start, strict=True))
    yield Figure("journal in an hour of play: saves", saves, "")
    yield Figure("journal in an hour of play: writes", calls, "")
    yield Figure("journal in an hour of play: written", written / 1e6, "MB", at_most=8)


def _written() -> tuple[int, int]:
    """Return the number of writes and of bytes written by this process."""
    counters = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(counters["syscw"]), int(counters["wchar"])


def _recovery() -> Iterator[Figure]:
    """Yield the additional time that a station needs to start with a journal."""
    alone_ms = min(_start_ms(None) for _ in range(ROUNDS))
    for games, what in ((0, ""), (OTHER_GAMES, f" after {OTHER_GAMES} games")):
        with tempfile.TemporaryDirectory() as name:
            with closing(Journal(Path(name), 0)) as journal:
                for number in range(games):
                    _game(journal, LONG_PRESSES, number * 10**12)
                _game(journal, LONG_PRESSES, games * 10**12)
            more_ms = min(_start_ms(Path(name)) for _ in range(ROUNDS)) - alone_ms
        yield Figure(f"recovery of {LONG_PRESSES} presses, beyond start{what}", more_ms, "ms", 100)


def _start_ms(folder: Path | None) -> float:
    """Return the time a station needs to start, with a copy of a journal or without."""
    with tempfile.TemporaryDirectory() as name, closing(Bench()) as bench:
        copy = None if folder is None else shutil.copytree(folder, Path(name) / "copy")
        began_ns = time.perf_counter_ns()
        if copy is None:
            Station(bench.body, setup())
            return (time.perf_counter_ns() - began_ns) / 1e6
        with closing(Journal(copy, bench.body.time.now_ns())) as journal:
            station = Station(bench.body, setup(), journal=journal)
            taken_ms = (time.perf_counter_ns() - began_ns) / 1e6
            assert station.state.play.moves == LONG_PRESSES
            return taken_ms


def _replay() -> Figure:
    with _journal() as journal:
        _game(journal, REPLAYED_PRESSES)
        game = read_recorded((journal.path / game_name(1)).read_bytes())
        best, agreed, inputs = 0.0, game.setup, game.folded().all_inputs()
        for _ in range(ROUNDS):
            began = time.perf_counter()
            for _ in range(GAMES):
                *_, (_, state, _) = played(agreed, inputs)
                assert state.play.moves == REPLAYED_PRESSES
            best = max(best, GAMES / (time.perf_counter() - began))
    return Figure("games of 120 presses replayed", best, "/s", at_least=1000)
