"""The plug is pulled while a game is played: what the reboot brings back."""

import threading
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

from clock.game.replay import played
from clock.rules.inputs import Press
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.station.signals import SCREENS
from hal.ports import Line
from tests.kernel.clock_in_it import (
    assert_same_picture,
    configure,
    face_of,
    picture,
    prepare,
    record,
    wait_until_ready,
)
from tests.kernel.conftest import Report
from tests.kernel.games import Pressed, counted
from tests.kernel.header import MS_NS, SECOND_NS, start_trace, stop_trace
from tests.kernel.machine import END_S_MAX, REAL, Machine
from tests.kernel.power import LoggedDisk, raw_copy

CUTS = 10
PLAY_S = 40.0
LONG_S = 3600
"""Each side's time: no clapper falls."""
SHOWN_NS = 200 * MS_NS
"""A press that was shown for so long may not be lost."""
ERROR_NS_MAX = SECOND_NS
ASKED = 20


class Play(NamedTuple):
    """What was played until the machine was ended, on the guest's CLOCK_MONOTONIC."""

    start_ns: int
    pressed: Pressed
    shown_ns: dict[int, int]
    """When the press of this number was on a display."""
    offset_ns: int
    """From this machine's CLOCK_MONOTONIC to the guest's."""


class Player:
    """`guest/player.py`, listened to while it plays."""

    def __init__(self, machine: Machine) -> None:
        self._process = machine.begin(f"python3 /run/guest/player.py 7 {ASKED}")
        self.shown_ns: dict[int, int] = {}
        self.offset_ns = min((self._asked() for _ in range(ASKED)), key=lambda o: o[1])[0]
        self._thread = threading.Thread(target=self._listen, name="player", daemon=True)
        self._thread.start()

    def _asked(self) -> tuple[int, int]:
        """Return how far the guest's time is ahead, and how long the answer took."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        before_ns = time.monotonic_ns()
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()
        guest_ns = int(self._process.stdout.readline().split()[1])
        took_ns = time.monotonic_ns() - before_ns
        return guest_ns - before_ns - took_ns // 2, took_ns

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            _, number, at_ns = line.split()
            self.shown_ns[int(number)] = int(at_ns)

    def end(self) -> None:
        """Let go of it; the machine ends soon."""
        self._process.kill()
        self._thread.join(END_S_MAX)
        self._process.communicate(timeout=END_S_MAX)


def test_ten_power_cuts_during_play_lose_nothing_that_was_seen_and_a_second_at_most(
    installed: Path, tmp_path: Path, report: Report
) -> None:
    raw_copy(installed, tmp_path / "base")
    logged = LoggedDisk(tmp_path, tmp_path / "base")
    play = played_until_ended(logged)
    random = Random()
    shown_ns = sorted(play.shown_ns.values())
    moments = logged.moments(shown_ns[2] - play.offset_ns, shown_ns[-1] - play.offset_ns)
    errors_ns = []
    for number, moment in enumerate(random.sample(moments, CUTS)):
        # The first cut loses everything that was not flushed, the others a part of it.
        lost = 1.0 if number == 0 else 0.5
        with Machine(logged.after_cut(moment, lost, random), REAL) as machine:
            machine.boot()
            wait_until_ready(machine)
            errors_ns.append(check_after_cut(machine, play, moment.at_ns + play.offset_ns))
        flushed_ms = [ns // MS_NS for ns in logged.flushes_before(moment, 3 * SECOND_NS)]
        told = f"cut {number}: {errors_ns[-1] / MS_NS} ms; ms since each flush: {flushed_ms}"
        assert errors_ns[-1] <= ERROR_NS_MAX, told
    report("error of the times after a power cut", sorted(errors_ns))


def played_until_ended(logged: LoggedDisk) -> Play:
    with Machine(logged.disk, REAL) as machine:
        machine.boot()
        wait_until_ready(machine)
        configure(machine, f'[game]\ncontrol = "{LONG_S}"\n')
        machine.run("sync")
        prepare(machine)
        start_trace(machine)
        player = Player(machine)
        logged.watch()
        time.sleep(PLAY_S)
        player.end()
        trace = stop_trace(machine)
        logged.end_watch()
    pressed = [(contact.stamps[0], seat) for contact, seat in trace.presses()]
    start_ns = trace.presses_of(Line.OK)[0].stamps[0]
    return Play(start_ns, pressed, player.shown_ns, player.offset_ns)


def check_after_cut(machine: Machine, play: Play, cut_ns: int) -> int:
    """Hold what came back against what was played until the cut; return the greatest error."""
    setup, inputs = record(machine)
    kept = [(given.at_ns, given.seat) for given in inputs if isinstance(given, Press)]
    assert kept == play.pressed[: len(kept)]
    seen = [number for number, at_ns in play.shown_ns.items() if at_ns + SHOWN_NS <= cut_ns]
    assert len(kept) > max(seen)

    state = list(played(setup, inputs))[-1][1]
    assert state.phase is Phase.STOPPED
    for seat in (LEFT, RIGHT):
        assert_same_picture(picture(machine, SCREENS[seat]), face_of(state, seat, state.at_ns))
    made = [(at_ns, seat) for at_ns, seat in play.pressed if at_ns <= cut_ns]
    truth = counted(LONG_S * SECOND_NS, play.start_ns, made, cut_ns)
    errors_ns = [abs(state.seat(seat).remaining_ns - truth.left_ns[seat]) for seat in (LEFT, RIGHT)]
    return max(errors_ns)
