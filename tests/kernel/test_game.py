"""A whole game on the installed clock, moved by the header's lines alone."""

from random import Random

import pytest

from clock.config import config_from
from clock.rules.inputs import Finish, Result, Tick
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.station.signals import SCREENS
from hal.ports import LampName, Line, ScreenName
from tests.kernel.clock_in_it import (
    assert_same_picture,
    configure,
    face_of,
    forget_games,
    lit,
    picture,
    registers,
)
from tests.kernel.conftest import GAME, TIME_NS, Report
from tests.kernel.games import assert_of_contact, check_times, game_of, kept
from tests.kernel.header import (
    MS_NS,
    SECOND_NS,
    Deed,
    Trace,
    board,
    do,
    presses,
    quantile,
    start_trace,
    stop_trace,
    tap,
)
from tests.kernel.machine import Machine
from tests.kernel.organizer import enters

PRESSES = 60
THINK_NS = (220 * MS_NS, 780 * MS_NS)
GAMES_MAX = 3
"""What else this machine does may hold the guest up for a while; a late stamp is late each time."""
BUSY = "for _ in 1 2; do (while :; do :; done) </dev/null >/dev/null 2>&1 & done"


def whole_game(random: Random) -> list[Deed]:
    """Start, 60 presses, both clappers fall one after the other, the organizer enters the draw."""
    deeds = tap(Line.OK, SECOND_NS, bounce=random)
    deeds += presses(PRESSES, 2 * SECOND_NS, THINK_NS, random)
    # By now one has fallen, and before as long again has passed the other.
    fallen_ns = SECOND_NS + 2 * TIME_NS
    deeds += tap(Line.LEFT_PLUNGER, fallen_ns, bounce=random)
    like_it = game_of(
        config_from(GAME).setup, 0, [(1, LEFT), (2, RIGHT), (fallen_ns, LEFT)], Tick(2 * fallen_ns)
    )
    deeds += enters(Result.DRAW, like_it, fallen_ns + TIME_NS)
    end_ns = deeds[-1].at_ns + 2 * SECOND_NS
    return [*deeds, Deed(end_ns, board(ScreenName.LEFT, "fault"), "none")]


def game(machine: Machine) -> Trace:
    """Play it; return the kernel's record."""
    deeds = whole_game(Random(60))
    start_trace(machine)
    do(machine, deeds)
    return stop_trace(machine, *deeds)


def check_game(machine: Machine, trace: Trace) -> None:
    """The clock's displays, lamps and record are what the kernel's stamps make of the game."""
    pictures = {seat: picture(machine, SCREENS[seat]) for seat in (LEFT, RIGHT)}
    assert lit(machine) == {LampName.LEFT_CLAPPER, LampName.RIGHT_CLAPPER}
    assert all(registers(machine, screen)["on"] for screen in ScreenName)

    game = kept(machine, trace)
    assert len(game.pressed) == PRESSES + 1
    finish = next(given for given in game.inputs if isinstance(given, Finish))
    assert_of_contact(finish.at_ns, trace.presses_of(Line.OK)[-1], trace)
    assert set(check_times(game, TIME_NS, finish.at_ns).fell_ns) == {LEFT, RIGHT}
    state = game_of(game.setup, game.start_ns, game.pressed, finish)
    assert (state.phase, state.result) == (Phase.FINISHED, Result.DRAW)
    for seat, shown in pictures.items():
        assert_same_picture(shown, face_of(state, seat, finish.at_ns))


@pytest.mark.parametrize("edges", ["gpiod", "factory"])
def test_every_time_of_a_game_with_bounces_is_the_kernels_to_the_nanosecond(
    virtual: Machine, report: Report, edges: str
) -> None:
    configure(virtual, f'{GAME}[pins]\nedges = "{edges}"\n')
    for _ in range(GAMES_MAX):
        trace = game(virtual)
        if not trace.torn():
            break
        forget_games(virtual)
    assert trace.torn() == []
    check_game(virtual, trace)
    latencies_ns = trace.latencies_ns()
    report(f"stamp after the toggle, virtual time, {edges}", latencies_ns)
    assert latencies_ns[-1] < 50_000


def test_the_same_in_real_time_with_both_processors_busy(real: Machine, report: Report) -> None:
    real.run(BUSY)
    for _ in range(GAMES_MAX):
        trace = game(real)
        check_game(real, trace)
        latencies_ns = trace.latencies_ns()
        report("stamp after the toggle, real time, processors busy", latencies_ns)
        if quantile(latencies_ns, 0.99) < MS_NS:
            return
        forget_games(real)
    pytest.fail(f"the stamps of {GAMES_MAX} games in a row came late")
