"""Does what hands do to the board, at its time: everything there is a file with a word in it.

Reads lines "at_ns path word" (from now, in order) and writes each word at its time.
"""

import os
import sys
import time
from pathlib import Path

LEAD_NS = 300_000_000
SPIN_NS = 100_000
LATE_NS = 20_000

Path("/proc/self/comm").write_text("hand")  # how the kernel's record knows us
deeds = [line.split() for line in sys.stdin]
# A hand does not wait for a processor; but the threads of interrupts (50) go before it.
os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(40))
start_ns = time.monotonic_ns() + LEAD_NS
for at_ns, path, word in deeds:
    file = os.open(path, os.O_WRONLY)
    due_ns = start_ns + int(at_ns)
    wait_ns = due_ns - time.monotonic_ns()
    if wait_ns > SPIN_NS:
        time.sleep((wait_ns - SPIN_NS) / 1e9)
    while time.monotonic_ns() < due_ns:
        pass
    # What came late delays the rest: a hand does not catch up, and no contact gets shorter.
    start_ns += max(0, time.monotonic_ns() - due_ns - LATE_NS)
    os.write(file, word.encode())
    os.close(file)
