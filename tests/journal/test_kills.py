"""Games on a real station, in real time, that is killed again and again, in a process of its own.

Each lane is one clock with one journal. Its process is killed at a random moment; then it starts
again, in the same boot or, as after a power cut, in another whose CLOCK_MONOTONIC restarts. What is
expected is worked out here from what was shown and pressed, not by the rules' code.
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
from threading import Event, Thread
from typing import NamedTuple, NoReturn

import pytest

from clock.game.recorded import RecordedGame
from clock.journal.journal import Journal
from clock.rules.inputs import PowerLost, Press, Resume, Start
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.station.loop import Station
from hal.fake import FakeInputs, FakeScreen
from hal.ports import Body, Line, ScreenName
from hal.wiring import DEFAULT
from tests.cli.running import printed
from tests.journal.written import contents
from tests.station.tables import setup

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
    station.run(Event(), turned)
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


class Lane:
    """One clock, one journal, killed over and over."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.path, self._chance = folder, random.Random(seed)
        self._boot = Boot(1, time.monotonic_ns())
        self.kills = self._child = self._pipe = 0
        self._kill_at_s = 0.0

    def start(self) -> None:
        """Start the clock's process."""
        self._pipe, report = os.pipe()
        seed = self._chance.getrandbits(32)
        self._child = os.fork()
        if self._child == 0:
            try:
                with suppress(PermissionError):
                    os.nice(NICE)
                play(self.path, self._boot, report, seed)
            except BaseException:
                traceback.print_exc()
            os._exit(1)
        os.close(report)
        longest_s = 0.6 if self._chance.random() < 0.9 else 3.0
        self._kill_at_s = time.monotonic() + self._chance.uniform(0.02, longest_s)

    @property
    def due(self) -> bool:
        """Whether the process is to be killed now."""
        return time.monotonic() >= self._kill_at_s

    def kill(self) -> None:
        """Kill it, and check what is left; then the machine goes on, or was switched off."""
        killed_ns = self._boot.now_ns()
        os.kill(self._child, signal.SIGKILL)
        _, status = os.waitpid(self._child, 0)
        assert os.WIFSIGNALED(status), "the clock had ended by itself"
        self.kills += 1
        games = contents(self.path) if self.path.exists() else []
        with os.fdopen(self._pipe, "rb") as pipe:
            shown = [tuple(map(int, line.split())) for line in pipe.read().decode().splitlines()]
        lasting = [moves for moves, at_ns in shown if killed_ns - at_ns >= SHOWN_NS]
        recorded = games[-1].folded().state.play.moves if games else 0
        assert recorded >= max(lasting, default=0), f"{max(lasting)} were shown"
        if games:
            assert_charged(games[-1])
        if self._chance.random() < 0.5:
            self._boot = Boot(self._boot.number + 1, time.monotonic_ns() - 5_000_000)

    def end(self) -> None:
        """Let no process stay, whatever has happened."""
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)


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


def main(folder: Path, kills: int, lanes: int, seed: int) -> None:
    """Kill the clocks of some lanes until there were `kills`; print what came of it."""
    clocks = [Lane(folder / f"lane-{number}", seed + number) for number in range(lanes)]
    try:
        for clock in clocks:
            clock.start()
        while sum(clock.kills for clock in clocks) < kills:
            for clock in clocks:
                if clock.due:
                    clock.kill()
                    clock.start()
            time.sleep(0.002)
    finally:
        for clock in clocks:
            clock.end()
    for clock in clocks:  # whatever happened, every figure and the chain hold
        with closing(Journal(clock.path, 0)) as journal:
            assert journal.damage is None
        printed("verify", "--all", "--journal", clock.path)
    power_cuts = sum(
        type(row.input) is PowerLost
        for clock in clocks
        for game in contents(clock.path)
        for row in game.rows
    )
    sys.stdout.write(f"{power_cuts}\n")


@pytest.mark.parametrize(
    ("kills", "lanes"), [(30, 4), pytest.param(1000, 4, marks=pytest.mark.slow)]
)
def test_a_clock_comes_back_from_every_kill_with_what_was_shown_and_every_figure(
    kills: int, lanes: int, memory: Path
) -> None:
    folder = memory / f"{kills}"
    folder.mkdir()
    command = [sys.executable, "-m", "tests.journal.test_kills", folder, kills, lanes, 1]
    ended = subprocess.run(
        [str(each) for each in command], capture_output=True, text=True, timeout=500, check=False
    )
    assert ended.returncode == 0, ended.stderr[-4000:]
    assert int(ended.stdout) > kills // 10


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:5]))
