"""The plug is pulled while a game is played: what the reboot brings back."""

import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

from clock.game.replay import played
from clock.journal.journal import Journal
from clock.rules.inputs import Press
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase, State
from clock.station.recovery import recover
from clock.station.signals import SCREENS
from hal.ports import Line
from tests.kernel.clock_in_it import (
    assert_same_picture,
    configure,
    face_of,
    forget_games,
    picture,
    record,
    wait_until_ready,
)
from tests.kernel.games import Pressed, counted
from tests.kernel.header import MS_NS, SECOND_NS, start_trace, stop_trace
from tests.kernel.machine import REAL, Machine
from tests.kernel.power import LoggedDisk, folder_of, raw

CUTS = 20
PLAY_S = 30.0
LONG_S = 3600
"""Each side's time: no clapper falls."""
SHOWN_NS = 200 * MS_NS
"""A press that was shown for so long may not be lost."""
LATE_NS_MAX = 5 * SECOND_NS
"""This machine may look late how far the log had come: then more is there than at the cut."""


class Play(NamedTuple):
    """What was played until the machine was ended, on the guest's CLOCK_MONOTONIC."""

    start_ns: int
    pressed: Pressed
    shown_ns: dict[int, int]
    """When the press of this number was on a display."""
    sizes: list[tuple[int, int]]
    """When the log of the disk had come how far."""


def test_power_cuts_during_play_lose_nothing_that_was_seen_and_the_time_that_is_shown_at_most(
    real: Machine, logged: LoggedDisk, tmp_path: Path
) -> None:
    play = played_until_ended(real, logged)
    random, states = Random(), []
    cuts = random.sample(play.sizes, CUTS)
    for number, (cut_ns, size) in enumerate(cuts):
        # The first cut loses everything that was not flushed, the others a part of it.
        disk = logged.after_cut(size, 1.0 if number == 0 else 0.5, random)
        games = folder_of(disk, "/var/lib/clapper/games", tmp_path / str(number))
        states.append(check_after_cut(games, play, cut_ns))
    state = states[0]
    with Machine(raw(logged.after_cut(cuts[0][1], 1.0, random)), REAL) as machine:
        machine.boot()
        wait_until_ready(machine)
        _, inputs = record(machine)
        assert list(played(state.setup, inputs))[-1][1] == state
        for seat in (LEFT, RIGHT):
            shown = picture(machine, SCREENS[seat])
            assert_same_picture(shown, face_of(state, seat, state.at_ns))


def played_until_ended(machine: Machine, logged: LoggedDisk) -> Play:
    configure(machine, f'[game]\ncontrol = "{LONG_S}s"\n')
    forget_games(machine)
    machine.run("sync")
    start_trace(machine)
    shown_ns, sizes, until = dict[int, int](), [], time.monotonic() + PLAY_S
    with machine.begin("python3 /run/guest/player.py 7") as player:
        assert player.stdout is not None
        while time.monotonic() < until:
            what, number, at_ns = player.stdout.readline().split()
            if what == b"shown":
                shown_ns[int(number)] = int(at_ns)
            if shown_ns:
                sizes.append((int(at_ns), logged.size()))
        player.kill()
    trace = stop_trace(machine)
    machine.cut_power()
    pressed = [(contact.stamps[0], seat) for contact, seat in trace.presses()]
    start_ns = trace.presses_of(Line.OK)[0].stamps[0]
    return Play(start_ns, pressed, shown_ns, sizes)


def check_after_cut(games: Path, play: Play, cut_ns: int) -> State:
    """Hold what a start finds against what was played until the cut; return the state."""
    with closing(Journal(games, cut_ns)) as journal:
        timeline, _ = recover(journal, cut_ns)
    assert timeline is not None
    state, inputs = timeline.state, timeline.all_inputs()
    pressed = [(event.at_ns, event.seat) for event in inputs if isinstance(event, Press)]
    assert pressed == play.pressed[: len(pressed)]
    seen = [number for number, at_ns in play.shown_ns.items() if at_ns + SHOWN_NS <= cut_ns]
    assert len(pressed) > max(seen, default=-1)

    assert state.phase is Phase.STOPPED
    made = [(at_ns, seat) for at_ns, seat in play.pressed if at_ns <= cut_ns]
    truth = counted(LONG_S * SECOND_NS, play.start_ns, made, cut_ns)
    lost_ns = [state.seat(seat).remaining_ns - truth.left_ns[seat] for seat in (LEFT, RIGHT)]
    assert max(lost_ns) <= state.uncertain_ns
    assert min(lost_ns) >= -LATE_NS_MAX
    return state
