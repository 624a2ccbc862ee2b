"""The plug is pulled while a game is played: what the reboot brings back."""

import subprocess
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
from tests.kernel.games import Pressed, counted
from tests.kernel.header import MS_NS, SECOND_NS, start_trace, stop_trace
from tests.kernel.machine import REAL, Machine
from tests.kernel.power import LoggedDisk, raw_copy

CUTS = 5
PLAY_S = 30.0
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


def ahead_ns(player: subprocess.Popen[bytes]) -> tuple[int, int]:
    """Return how long the answer took, and how far the guest's time is ahead."""
    assert player.stdin is not None
    assert player.stdout is not None
    before_ns = time.monotonic_ns()
    player.stdin.write(b"\n")
    player.stdin.flush()
    guest_ns = int(player.stdout.readline().split()[1])
    took_ns = time.monotonic_ns() - before_ns
    return took_ns, guest_ns - before_ns - took_ns // 2


def test_power_cuts_during_play_lose_nothing_that_was_seen_and_a_second_at_most(
    installed: Path, tmp_path: Path
) -> None:
    raw_copy(installed, tmp_path / "base")
    logged = LoggedDisk(tmp_path, tmp_path / "base")
    play = played_until_ended(logged)
    random = Random()
    shown_ns = sorted(play.shown_ns.values())
    moments = logged.moments(shown_ns[2] - play.offset_ns, shown_ns[-1] - play.offset_ns)
    for number, moment in enumerate(random.sample(moments, CUTS)):
        # The first cut loses everything that was not flushed, the others a part of it.
        lost = 1.0 if number == 0 else 0.5
        with Machine(logged.after_cut(moment, lost, random), REAL) as machine:
            machine.boot()
            wait_until_ready(machine)
            error_ns = check_after_cut(machine, play, moment.at_ns + play.offset_ns)
        assert error_ns <= ERROR_NS_MAX, f"cut {number} at {moment}"


def played_until_ended(logged: LoggedDisk) -> Play:
    with Machine(logged.disk, REAL) as machine:
        machine.boot()
        wait_until_ready(machine)
        configure(machine, f'[game]\ncontrol = "{LONG_S}s"\n')
        machine.run("sync")
        prepare(machine)
        start_trace(machine)
        with machine.begin(f"python3 /run/guest/player.py 7 {ASKED}") as player:
            assert player.stdout is not None
            _, offset_ns = min(ahead_ns(player) for _ in range(ASKED))
            logged.watch()
            time.sleep(PLAY_S)
            player.kill()
            shown = [line.split() for line in player.stdout if line.endswith(b"\n")]
        trace = stop_trace(machine)
        logged.end_watch()
    pressed = [(contact.stamps[0], seat) for contact, seat in trace.presses()]
    start_ns = trace.presses_of(Line.OK)[0].stamps[0]
    shown_ns = {int(number): int(at_ns) for _, number, at_ns in shown}
    return Play(start_ns, pressed, shown_ns, offset_ns)


def check_after_cut(machine: Machine, play: Play, cut_ns: int) -> int:
    """Hold what came back against what was played until the cut; return the greatest error."""
    setup, inputs = record(machine)
    pressed = [(event.at_ns, event.seat) for event in inputs if isinstance(event, Press)]
    assert pressed == play.pressed[: len(pressed)]
    seen = [number for number, at_ns in play.shown_ns.items() if at_ns + SHOWN_NS <= cut_ns]
    assert len(pressed) > max(seen)

    state = list(played(setup, inputs))[-1][1]
    assert state.phase is Phase.STOPPED
    for seat in (LEFT, RIGHT):
        assert_same_picture(picture(machine, SCREENS[seat]), face_of(state, seat, state.at_ns))
    made = [(at_ns, seat) for at_ns, seat in play.pressed if at_ns <= cut_ns]
    truth = counted(LONG_S * SECOND_NS, play.start_ns, made, cut_ns)
    errors_ns = [abs(state.seat(seat).remaining_ns - truth.left_ns[seat]) for seat in (LEFT, RIGHT)]
    return max(errors_ns)
