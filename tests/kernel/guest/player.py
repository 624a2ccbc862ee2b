"""Plays until it is ended: both sides press in turn, after a while that is random.

`player.py SEED`: prints "shown N NS" when both displays have taken something new since press N,
from 0, and while it thinks "now - NS" all the time. NS is CLOCK_MONOTONIC.
"""

import random
import sys
import time
from pathlib import Path

OK, PLUNGERS = 27, (5, 6)
THINK_S, HELD_S, LOOK_S, REPORT_S = (0.15, 1.2), 0.06, 0.003, 0.02
SHOWN_S_MAX = 10.0
DISPLAYS = [Path(f"/sys/kernel/debug/oled/{address}/state") for address in ("3c", "3d")]


def move(pin: int, word: str) -> None:
    """Move a line; cleanly, for here it is not the contacts that are looked at."""
    Path(f"/run/header/{pin}/pull").write_text(word)


def report(what: str, number: int | str = "-") -> None:
    """Print a line at once."""
    print(what, number, time.monotonic_ns(), flush=True)


def think(seconds: float) -> None:
    """Wait, and report the time meanwhile."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        report("now")
        time.sleep(min(left, REPORT_S))


def drawn_ns() -> int:
    """Since when both displays have taken something new: a press changes both."""
    return min(int(path.read_text().rpartition("last_data_ns=")[2]) for path in DISPLAYS)


def wait_until_shown(number: int, since_ns: int) -> None:
    """Wait until a press is to be seen."""
    until_ns = since_ns + int(SHOWN_S_MAX * 1e9)
    while drawn_ns() <= since_ns:
        if time.monotonic_ns() > until_ns:
            sys.exit(f"press {number} was not shown in {SHOWN_S_MAX} s")
        time.sleep(LOOK_S)
    report("shown", number)


Path("/proc/self/comm").write_text("hand")  # how the kernel's record knows us
chance = random.Random(int(sys.argv[1]))
move(OK, "pull-down")
time.sleep(0.1)
move(OK, "pull-up")
number = 0
while True:
    think(chance.uniform(*THINK_S))
    pin = PLUNGERS[number % 2]
    pressed_ns = time.monotonic_ns()
    move(pin, "pull-down")
    wait_until_shown(number, pressed_ns)
    time.sleep(HELD_S)
    move(pin, "pull-up")
    number += 1
