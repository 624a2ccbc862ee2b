"""A display fails, or the process is held up, in mid-game: the game goes on exactly."""

from random import Random

from clock.rules.seats import Seat
from hal.ports import Line, ScreenName
from tests.kernel.clock_in_it import CONFIG as CONFIG_FILE
from tests.kernel.clock_in_it import configure, registers
from tests.kernel.games import check_stopped_game
from tests.kernel.header import (
    DO_S_MAX,
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
    # Without power for a moment while nothing changes: it answers, and is dark.
    deeds.append(Deed(STOP_NS + 2 * SECOND_NS, board(LEFT, "power"), "off"))
    deeds.append(Deed(HEALED_NS, path, "none"))
    trace = traced(virtual, deeds)
    assert registers(virtual, LEFT)["refused"] > len(FAULTS)
    assert registers(virtual, LEFT)["on"] == 1
    check_stopped_game(virtual, trace, PRESSES)


# ---- The service ends

CONFIG = """
[game]
control = "600s"
[game.regulations]
base = "rif"
[pins]
edges = "{edges}"
"""
PLANT = "/usr/local/lib/python3.11/dist-packages/plant.pth"
PLANTED = b"import os; exec(open('/run/guest/plant.py').read(), {'__name__': 'plant'})\n"
EDGES_END = "the thread that delivers edges has ended: presses are no longer received"
ENDS = (
    ("gpiod", "gpiod", EDGES_END),
    ("lgpio", "factory", EDGES_END),
    ("poll", "poll", EDGES_END),
    ("screen", "gpiod", "the thread that draws on it has ended"),
    ("held up", "gpiod", "it hung"),
)
"""Whose thread dies, or that the process is held up; what brings the edges; the doctor's words."""
PRESSES_EACH = 4
"""Before each end, and after the last."""
RESTARTED = (
    'until [ "$(systemctl show clapper --property=NRestarts --value)" = {count} ] '
    "&& systemctl is-active --quiet clapper; do sleep 0.1; done; "
    "clapper doctor >/run/doctor-{count} || true"
)
SHOWN_NS = 65 * SECOND_NS
"""The displays show for a minute that the clock was away."""


def test_the_service_that_ends_in_every_way_in_one_game_is_restarted_and_costs_no_time(
    virtual: Machine,
) -> None:
    virtual.write(PLANT, PLANTED)
    configure(virtual, CONFIG.format(edges=ENDS[0][1]))
    random, deeds, commands = Random(10), list[Deed](), ["set -e"]

    def do(part: list[Deed]) -> None:
        late_ns = max((deed.at_ns for deed in deeds), default=0) + SECOND_NS
        virtual.write(f"/run/{len(commands)}", script(part))
        commands.append(f"python3 /run/guest/hand.py </run/{len(commands)}")
        deeds.extend(deed._replace(at_ns=deed.at_ns + late_ns) for deed in part)

    def play() -> None:
        do(presses(PRESSES_EACH, SECOND_NS, THINK_NS, random, first=Seat.LEFT))

    do(tap(Line.OK, SECOND_NS, bounce=random))
    for number, (what, edges, _) in enumerate(ENDS, start=1):
        if edges != "poll":  # by which a press has no stamp of the kernel's
            play()
        _, edges, _ = ENDS[number % len(ENDS)]
        virtual.write(f"{CONFIG_FILE}.{number}", CONFIG.format(edges=edges).encode())
        # In virtual time a disk's answer may seem late: what was pressed is to be written by now.
        commands.append(f"sleep 0.5; mv {CONFIG_FILE}.{number} {CONFIG_FILE}")
        if what == "held up":
            commands.append("kill -STOP $(systemctl show clapper --property=MainPID --value)")
        else:
            commands.append(f"echo {what} >/run/plant; sleep 0.15; rm /run/plant")
            do(tap(Line.MINUS, 0))  # by which a thread of edges dies; in play it does nothing
        commands.append(RESTARTED.format(count=number))
    play()
    do([*tap(Line.STOP, SECOND_NS), Deed(SHOWN_NS, board(LEFT, "fault"), "none")])
    start_trace(virtual)
    virtual.run("\n".join(commands), seconds=DO_S_MAX)  # in one go, for the game's time runs
    trace = stop_trace(virtual, *deeds)

    for number, (_, _, why) in enumerate(ENDS, start=1):
        found = virtual.run(f"cat /run/doctor-{number}")
        line = " ".join(found[found.index("restarted by itself") :].split())
        assert f"{number} ×" in line
        assert why in line
    check_stopped_game(virtual, trace, len(ENDS) * PRESSES_EACH)
