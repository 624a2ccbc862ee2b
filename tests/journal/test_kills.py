"""Games on a real station, in real time, that is killed again and again, in a process of its own.

Then it starts again, in the same boot or, as after a power cut, in another whose CLOCK_MONOTONIC
restarts. What is expected is worked out from what was shown and pressed, not by the rules' code.
"""

import os
import random
import signal
import subprocess
import sys
import time
import traceback
from contextlib import closing, suppress
from pathlib import Path
from subprocess import PIPE
from threading import Thread
from typing import NamedTuple, NoReturn

import pytest

from clock.game.recorded import RecordedGame
from clock.journal.journal import Journal
from clock.rules.inputs import PowerLost, Press, Resume, Start
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.station.loop import Station
from hal.ports import Body, Line, ScreenName
from hal.wiring import DEFAULT
from tests.cli.running import printed
from tests.fakes import FakeInputs, FakeScreen
from tests.journal.written import contents
from tests.station.tables import setup

LANES = 4
"""Clocks that are killed at the same time, each with its journal."""
SHOWN_NS = 200_000_000
TAP_S = 0.03
NICE = -10
"""What systemd gives the service, where it may: a test machine has more to do than this."""
PLUNGERS = {LEFT: Line.LEFT_PLUNGER, RIGHT: Line.RIGHT_PLUNGER}


class Boot(NamedTuple):
    """A run of the machine, which is the `Time` of its processes: it began at `began_ns`."""

    number: int
    began_ns: int

    def now_ns(self) -> int:
        return time.monotonic_ns() - self.began_ns


# In the process that is killed


def play(path: Path, boot: Boot, report: int, seed: int) -> NoReturn:
    """Run a clock and press its plungers until killed."""
    inputs = FakeInputs(DEFAULT.lines, boot)
    screens = {name: FakeScreen() for name in ScreenName}
    body = Body(inputs=inputs, lamps={}, screens=screens, buzzer=None, time=boot)
    journal = Journal(path, boot.now_ns(), boot_id=f"boot {boot.number}")
    assert journal.damage is None
    station = Station(body, setup("40/2h:1h"), journal=journal)
    moves = -1

    def turned() -> None:
        nonlocal moves
        if station.state.play.moves != moves:
            moves = station.state.play.moves
            os.write(report, f"{moves} {boot.now_ns()}\n".encode())

    Thread(target=press, args=(inputs, station, random.Random(seed)), daemon=True).start()
    station.run(lambda: False, turned)
    raise AssertionError("nobody ends this but a kill")


def press(inputs: FakeInputs, station: Station, chance: random.Random) -> None:
    """Press what brings the game on, at random times."""
    while True:
        time.sleep(chance.uniform(0.0, 0.08 if chance.random() < 0.9 else 1.5))
        running, stopped = station.state.running, station.state.phase is Phase.STOPPED
        asks = (Line.OK, Line.PLUS) if stopped else (Line.OK,)
        for line in asks if running is None else (PLUNGERS[running],):
            for level in (True, False):
                inputs.drive(line, level)
                time.sleep(TAP_S)


# In the process that kills


def killed(path: Path, boot: Boot, chance: random.Random) -> int:
    """Start the clock in a process, and kill it; return the moves shown long before."""
    pipe, report = os.pipe()
    seed = chance.getrandbits(32)
    child = os.fork()
    if child == 0:
        try:
            with suppress(PermissionError):
                os.nice(NICE)
            play(path, boot, report, seed)
        except BaseException:
            traceback.print_exc()
        os._exit(1)
    os.close(report)
    time.sleep(chance.uniform(0.02, 0.6 if chance.random() < 0.9 else 3.0))
    killed_ns = boot.now_ns()
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the clock had ended by itself"
    with os.fdopen(pipe) as lines:
        shown = [tuple(map(int, line.split())) for line in lines]
    return max((moves for moves, at_ns in shown if killed_ns - at_ns >= SHOWN_NS), default=0)


def main(path: Path, kills: int, seed: int) -> None:
    """Kill a clock many times, check the journal, and print the number of power cuts."""
    chance, boot = random.Random(seed), Boot(1, time.monotonic_ns())
    for _ in range(kills):
        shown = killed(path, boot, chance)
        games = contents(path) if path.exists() else []
        recorded = games[-1].folded().state.play.moves if games else 0
        assert recorded >= shown
        if games:
            assert_charged(games[-1])
        if chance.random() < 0.5:  # the machine was switched off
            boot = Boot(boot.number + 1, time.monotonic_ns() - 5_000_000)
    with closing(Journal(path, 0)) as journal:
        assert journal.damage is None
    printed("verify", "--all", "--journal", path)  # every figure and the chain hold
    rows = [row for game in contents(path) for row in game.rows]
    sys.stdout.write(f"{sum(type(row.input) is PowerLost for row in rows)}\n")


def assert_charged(game: RecordedGame) -> None:
    """Every nanosecond of play is charged to the side that was to move, and nothing else.

    Between a start, or a resumption, and a power cut one clock runs; restarts change nothing.
    """
    spent_ns, turn, since_ns = {LEFT: 0, RIGHT: 0}, LEFT, None
    for row in game.rows:
        event = row.input
        match event:
            case Start() | Resume():
                since_ns = event.at_ns
            case Press() if since_ns is not None and event.seat is turn:
                spent_ns[turn] += event.at_ns - since_ns
                turn, since_ns = turn.other, event.at_ns
            case PowerLost() if since_ns is not None:
                spent_ns[turn] += event.at_ns - since_ns
                since_ns = None
            case _:
                pass
    state = game.folded().state
    for seat in (LEFT, RIGHT):
        assert state.seat(seat).spent_ns == spent_ns[seat], seat
    assert state.turn is turn
    assert (state.phase is Phase.RUNNING) is (since_ns is not None)


@pytest.mark.parametrize("kills", [8, pytest.param(100, marks=pytest.mark.slow)])
def test_a_clock_comes_back_from_every_kill_with_what_was_shown_and_every_figure(
    kills: int, memory: Path
) -> None:
    command = [sys.executable, "-m", "tests.journal.test_kills"]
    clocks = [
        subprocess.Popen([*command, memory / f"{kills}-{lane}", str(kills), str(lane)], stdout=PIPE)
        for lane in range(LANES)
    ]
    outputs = [clock.communicate(timeout=500)[0] for clock in clocks]
    assert [clock.returncode for clock in clocks] == [0] * LANES
    assert sum(map(int, outputs)) > kills * LANES // 10


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:4]))
