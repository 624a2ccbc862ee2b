"""A display fails, or the process is held up, in mid-game: the game goes on exactly."""

from random import Random

import pytest

from clock.rules.seats import Seat
from hal.ports import Line, ScreenName
from tests.kernel.clock_in_it import configure, main_pid, registers
from tests.kernel.games import check_stopped_game
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
    traced,
)
from tests.kernel.machine import Machine

LEFT = ScreenName.LEFT
THINK_NS = (300 * MS_NS, 800 * MS_NS)
FAULTS = ("nak", "eio", "hang", "nak")
"""One after the other; with the last the display also loses its power, as if unplugged."""
FIRST_NS, EVERY_NS, LASTS_NS = 3 * SECOND_NS, 5 * SECOND_NS, 2 * SECOND_NS
PRESSES = 36
STOP_NS = FIRST_NS + len(FAULTS) * EVERY_NS + 4 * SECOND_NS
HEALED_NS = STOP_NS + 5 * SECOND_NS
"""The longest pause between two attempts, a hanging bus and a whole frame are over by then."""


def test_a_display_that_fails_in_every_way_in_mid_game_heals_and_costs_no_time(
    virtual: Machine,
) -> None:
    random, path = Random(5), board(LEFT, "fault")
    deeds = tap(Line.OK, SECOND_NS, bounce=random)
    deeds += presses(PRESSES, 2 * SECOND_NS, THINK_NS, random)
    for number, fault in enumerate(FAULTS):
        at_ns = FIRST_NS + number * EVERY_NS
        deeds += [Deed(at_ns, path, fault), Deed(at_ns + LASTS_NS, path, "none")]
    deeds.append(Deed(at_ns + SECOND_NS, board(LEFT, "power"), "off"))
    deeds += tap(Line.STOP, STOP_NS, bounce=random)
    deeds.append(Deed(HEALED_NS, path, "none"))
    trace = traced(virtual, deeds)
    assert registers(virtual, LEFT)["refused"] > len(FAULTS)
    assert registers(virtual, LEFT)["on"] == 1
    check_stopped_game(virtual, trace, PRESSES)


# ---- The service ends

CONFIG = """
[game]
control = "24s"
[game.regulations]
base = "rif"
[pins]
edges = "{edges}"
"""
PLANT = "/usr/local/lib/python3.11/dist-packages/plant.pth"
PLANTED = b"import os; exec(open('/run/guest/plant.py').read(), {'__name__': 'plant'})\n"
BEFORE, AFTER = 6, 4
AFTER_NS = 6 * SECOND_NS
SHOWN_NS = AFTER_NS + 65 * SECOND_NS
"""The displays show for a minute that the clock was away."""
ENDED = "what brings the edges has ended: plungers are not heard any more"


@pytest.mark.parametrize(
    ("what", "edges", "why"),
    [
        ("gpiod", "gpiod", ENDED),
        ("lgpio", "factory", ENDED),
    ],
)
def test_the_service_is_restarted_when_a_thread_dies_and_the_game_goes_on(
    virtual: Machine, what: str, edges: str, why: str
) -> None:
    """libgpiod's thread, or lgpio's."""
    random = Random(10)
    virtual.write(PLANT, PLANTED)
    configure(virtual, CONFIG.format(edges=edges))
    before = tap(Line.OK, SECOND_NS, bounce=random)
    before += presses(BEFORE, 2 * SECOND_NS, THINK_NS, random)
    ending = tap(Line.MINUS, SECOND_NS)  # by which a thread dies; in play it does nothing
    after = presses(AFTER, SECOND_NS, THINK_NS, random, (Seat.LEFT, Seat.RIGHT)[BEFORE % 2])
    after += tap(Line.STOP, AFTER_NS, bounce=random)
    after.append(Deed(SHOWN_NS, board(LEFT, "fault"), "none"))
    start_trace(virtual)
    play_across(virtual, what, before, ending, after)
    deeds = [*before]
    for part in (ending, after):
        late_ns = max(deed.at_ns for deed in deeds) + SECOND_NS
        deeds += [deed._replace(at_ns=deed.at_ns + late_ns) for deed in part]
    trace = stop_trace(virtual, *deeds)

    lines = virtual.run("clapper doctor || true")
    (line,) = (line for line in lines.splitlines() if "restarted by itself" in line)
    assert "1 ×" in line
    assert why in " ".join(lines[lines.index(line) :].split())
    check_stopped_game(virtual, trace, BEFORE + AFTER)


def play_across(
    machine: Machine, what: str, before: list[Deed], ending: list[Deed], after: list[Deed]
) -> None:
    """In one go, for the game's time runs: play, have the service end, play on with the next."""
    for name, deeds in (("before", before), ("ending", ending), ("after", after)):
        machine.write(f"/run/{name}", script(deeds))
    planted = f"echo {what} >/run/plant; sleep 0.3; python3 $hand </run/ending; rm /run/plant"
    machine.run(
        "set -e; hand=/run/guest/hand.py; python3 $hand </run/before; "
        # In virtual time a disk's answer may seem late: what was pressed is to be written by now.
        f"sleep 0.5; {planted}; "
        'until [ "$(systemctl show clapper --property=NRestarts --value)" = 1 ] '
        "&& systemctl is-active --quiet clapper; do sleep 0.1; done; "
        "python3 $hand </run/after"
    )


def test_a_service_held_up_for_ten_seconds_is_restarted_and_the_game_goes_on(
    virtual: Machine,
) -> None:
    random = Random(10)
    before = tap(Line.OK, SECOND_NS, bounce=random)
    before += presses(BEFORE, 2 * SECOND_NS, THINK_NS, random)
    after = presses(AFTER, SECOND_NS, THINK_NS, random)
    after += tap(Line.STOP, AFTER_NS, bounce=random)
    after.append(Deed(SHOWN_NS, board(LEFT, "fault"), "none"))
    start_trace(virtual)
    held_up(virtual, before, after)
    late_ns = before[-1].at_ns + SECOND_NS
    later = [each._replace(at_ns=each.at_ns + late_ns) for each in after]
    trace = stop_trace(virtual, *before, *later)

    log = virtual.run("journalctl --unit=clapper --output=cat --no-pager")
    assert "Watchdog timeout" in log
    assert virtual.run("systemctl show clapper --property=NRestarts --value").strip() == "1"
    check_stopped_game(virtual, trace, BEFORE + AFTER)


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
