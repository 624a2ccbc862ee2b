"""A station's process without the page: its memory, and how soon its first face is drawn."""

import subprocess
import sys
import time

from benchmarks.figures import Figure

ROUNDS = 5

CHILD = """
import resource, sys, time
from threading import Event
first = Event()
from benchmarks.bodies import Bench, setup
from clock.station.loop import Station
bench = Bench(first.set)
station = Station(bench.body, setup())
station.turn()
first.wait()
print(time.monotonic_ns(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
sys.stdout.flush()
bench.close()
"""


def figures() -> list[Figure]:
    """Return the median time to the first face and the greatest memory of some starts."""
    starts_s, memories_mb = [], []
    for _ in range(ROUNDS):
        began_ns = time.monotonic_ns()
        child = subprocess.run(
            [sys.executable, "-c", CHILD], capture_output=True, text=True, check=True
        )
        drawn_ns, memory_kb = (int(word) for word in child.stdout.split())
        starts_s.append((drawn_ns - began_ns) / 1e9)
        memories_mb.append(memory_kb / 1024)
    return [
        Figure("memory of the station", max(memories_mb), "MB", at_most=60),
        Figure("start to the first face", sorted(starts_s)[ROUNDS // 2], "s", at_most=0.8),
    ]
