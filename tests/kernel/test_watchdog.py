"""The service's process is held up: systemd starts it anew, and the game goes on exactly."""

from random import Random

from clock.rules.inputs import Stop
from clock.rules.seats import LEFT, RIGHT
from clock.station.signals import SCREENS
from hal.ports import Line, ScreenName
from tests.kernel.clock_in_it import (
    assert_same_picture,
    face_of,
    main_pid,
    picture,
)
from tests.kernel.conftest import TIME_NS
from tests.kernel.games import assert_of_contact, check_times, game_of, kept
from tests.kernel.header import (
    MS_NS,
    SECOND_NS,
    Deed,
    board,
    presses,
    script,
    start_trace,
    stop_trace,
    tap,
)
from tests.kernel.machine import Machine

THINK_NS = (300 * MS_NS, 800 * MS_NS)
BEFORE, AFTER = 6, 4
STOP_NS = 6 * SECOND_NS
TOLD_NS = STOP_NS + 65 * SECOND_NS
"""That the clock was away is told on the displays for a minute."""


def test_a_service_held_up_for_ten_seconds_is_started_anew_and_the_game_goes_on(
    virtual: Machine,
) -> None:
    random = Random(10)
    before = tap(Line.OK, SECOND_NS, bounce=random)
    before += presses(BEFORE, 2 * SECOND_NS, THINK_NS, random)
    after = presses(AFTER, SECOND_NS, THINK_NS, random)
    after += tap(Line.STOP, STOP_NS, bounce=random)
    after.append(Deed(TOLD_NS, board(ScreenName.LEFT, "fault"), "none"))
    start_trace(virtual)
    held_up(virtual, before, after)
    late_ns = before[-1].at_ns + SECOND_NS
    later = [each._replace(at_ns=each.at_ns + late_ns) for each in after]
    trace = stop_trace(virtual, *before, *later)

    told = virtual.run("journalctl --unit=clapper --output=cat --no-pager")
    assert "Watchdog timeout" in told
    assert virtual.run("systemctl show clapper --property=NRestarts --value").strip() == "1"
    pictures = {seat: picture(virtual, SCREENS[seat]) for seat in (LEFT, RIGHT)}
    game = kept(virtual, trace)
    assert len(game.pressed) == BEFORE + AFTER
    stop = next(given for given in game.inputs if isinstance(given, Stop))
    assert_of_contact(stop.at_ns, trace.presses_of(Line.STOP)[0], trace)
    check_times(game, TIME_NS, stop.at_ns)
    state = game_of(game.setup, game.start_ns, game.pressed, stop)
    for seat, shown in pictures.items():
        assert_same_picture(shown, face_of(state, seat, stop.at_ns))


def held_up(machine: Machine, before: list[Deed], after: list[Deed]) -> None:
    """In one go, for the game's time runs: play, hold the process up for ten seconds, play on."""
    machine.write("/run/before", script(before))
    machine.write("/run/after", script(after))
    machine.run(
        "set -e; hand=/run/guest/hand.py; python3 $hand </run/before; "
        # In virtual time a disk's answer may seem late: what was pressed is to be written by now.
        f"sleep 0.5; kill -STOP {main_pid(machine)}; sleep 10; "
        "until systemctl is-active --quiet clapper; do sleep 0.1; done; "
        "python3 $hand </run/after"
    )
