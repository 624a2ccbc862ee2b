"""A display that fails in mid-game: it costs no time, and comes back by itself."""

from random import Random

import pytest

from clock.rules.inputs import Stop
from clock.rules.seats import LEFT, RIGHT
from clock.station.signals import SCREENS
from hal.ports import Line, ScreenName
from tests.kernel.clock_in_it import assert_same_picture, face_of, picture, registers
from tests.kernel.conftest import TIME_NS
from tests.kernel.games import assert_of_contact, check_times, game_of, kept
from tests.kernel.header import (
    MS_NS,
    SECOND_NS,
    Deed,
    board,
    do,
    presses,
    start_trace,
    stop_trace,
    tap,
)
from tests.kernel.machine import Machine

THINK_NS = (300 * MS_NS, 800 * MS_NS)
FAILS_NS, WELL_NS = 4 * SECOND_NS, 7 * SECOND_NS
STOP_NS = 16 * SECOND_NS
HEALED_NS = STOP_NS + 5 * SECOND_NS
"""The longest pause between two attempts, a hanging bus and a whole frame are over by then."""

LOST_POWER = Deed(FAILS_NS + SECOND_NS, board(ScreenName.LEFT, "power"), "off")


@pytest.mark.parametrize(
    ("fault", "besides"),
    [
        pytest.param("nak", [], id="answers NAK"),
        pytest.param("eio", [], id="answers EIO"),
        pytest.param("hang", [], id="hangs for a second at a time"),
        pytest.param("nak", [LOST_POWER], id="is unplugged"),
    ],
)
def test_a_display_that_fails_in_mid_game_heals_and_costs_no_time(
    virtual: Machine, fault: str, besides: list[Deed]
) -> None:
    random, path = Random(5), board(ScreenName.LEFT, "fault")
    deeds = tap(Line.OK, SECOND_NS, bounce=random)
    deeds += presses(20, 2 * SECOND_NS, THINK_NS, random)
    deeds += tap(Line.STOP, STOP_NS, bounce=random)
    deeds += [Deed(FAILS_NS, path, fault), Deed(WELL_NS, path, "none"), *besides]
    deeds.append(Deed(HEALED_NS, path, "none"))
    start_trace(virtual)
    do(virtual, deeds)
    trace = stop_trace(virtual, *deeds)

    assert registers(virtual, ScreenName.LEFT)["refused"] > 0
    assert registers(virtual, ScreenName.LEFT)["on"] == 1
    pictures = {seat: picture(virtual, SCREENS[seat]) for seat in (LEFT, RIGHT)}
    game = kept(virtual, trace)
    assert len(game.pressed) == 20
    stop = next(given for given in game.inputs if isinstance(given, Stop))
    assert_of_contact(stop.at_ns, trace.presses_of(Line.STOP)[0], trace)
    check_times(game, TIME_NS, stop.at_ns)
    state = game_of(game.setup, game.start_ns, game.pressed, stop)
    for seat, shown in pictures.items():
        assert_same_picture(shown, face_of(state, seat, stop.at_ns))
