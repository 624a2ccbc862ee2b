"""A whole game on the installed clock, moved by the header's lines alone."""

from random import Random

from clock.rules.inputs import Tick
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.station.signals import SCREENS
from hal.ports import LampName, Line, ScreenName
from tests.kernel.clock_in_it import (
    BUSY,
    assert_same_picture,
    face_of,
    forget_games,
    lit,
    log,
    picture,
    registers,
)
from tests.kernel.conftest import DEAD_DESK, GAME_NS
from tests.kernel.games import check_times, game_of, recorded_game
from tests.kernel.header import MS_NS, SECOND_NS, Deed, Trace, board, presses, tap, traced
from tests.kernel.machine import Machine

PRESSES = 40
THINK_NS = (220 * MS_NS, 780 * MS_NS)
GAMES_MAX = 3
"""What else this machine does may hold the guest up for a while; a late stamp is late each time."""


def game(machine: Machine) -> Trace:
    """Play until both clappers have fallen, one after the other; return the kernel's record."""
    random = Random(60)
    deeds = tap(Line.OK, SECOND_NS, bounce=random)
    deeds += presses(PRESSES, 2 * SECOND_NS, THINK_NS, random)
    # By now one has fallen, and before as long again has passed the other.
    fallen_ns = SECOND_NS + 2 * GAME_NS
    deeds += tap(Line.LEFT_PLUNGER, fallen_ns, bounce=random)
    deeds.append(Deed(fallen_ns + GAME_NS + 2 * SECOND_NS, board(ScreenName.LEFT, "fault"), "none"))
    return traced(machine, deeds)


def check_game(machine: Machine, trace: Trace) -> None:
    """The clock's displays, lamps and record are what the kernel's stamps make of the game."""
    pictures = {seat: picture(machine, SCREENS[seat]) for seat in (LEFT, RIGHT)}
    assert lit(machine) == {LampName.LEFT_CLAPPER, LampName.RIGHT_CLAPPER}
    assert all(registers(machine, screen)["on"] for screen in ScreenName)

    game = recorded_game(machine, trace)
    assert len(game.pressed) == PRESSES + 1
    end_ns = max(game.inputs[-1].at_ns, game.pressed[-1][0] + GAME_NS)
    assert set(check_times(game, end_ns).fell_ns) == {LEFT, RIGHT}
    state = game_of(game.setup, game.start_ns, game.pressed, Tick(end_ns))
    assert state.phase is Phase.FALLEN
    for seat, shown in pictures.items():
        assert_same_picture(shown, face_of(state, seat, end_ns))


def test_every_time_of_a_game_with_bounces_is_the_kernels_to_the_nanosecond(
    virtual: Machine,
) -> None:
    for _ in range(GAMES_MAX):
        trace = game(virtual)
        if not trace.torn():
            break
        forget_games(virtual)
    assert trace.torn() == []
    check_game(virtual, trace)
    assert f"no link to the referees' desk: {DEAD_DESK}: No route to host" in log(virtual)
    assert trace.latencies_ns()[-1] < 50_000


def test_the_same_in_real_time_with_both_processors_busy(real: Machine) -> None:
    real.run(f"touch /run/busy; {BUSY}")
    late_ns = []
    for _ in range(GAMES_MAX):
        trace = game(real)
        check_game(real, trace)
        latencies_ns = trace.latencies_ns()
        late_ns.append(latencies_ns[int(0.99 * len(latencies_ns))])
        if late_ns[-1] < MS_NS:
            break
        forget_games(real)
    real.run("rm /run/busy")
    assert late_ns[-1] < MS_NS, late_ns
