"""A station's process without the page: its memory, and how soon its first face is drawn."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure

ROUNDS = 5
START_S_MAX = 30.0

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
        Figure("clapper run: start to ready", _service_start_s(), "s", at_most=0.8),
    ]


def _service_start_s() -> float:
    """The median time from the start of the command until systemd hears that it is ready."""
    starts_s = []
    with TemporaryDirectory() as folder:
        config, address = Path(folder) / "clapper.toml", Path(folder) / "notify"
        config.write_text('[pins]\nfactory = "mock"\n')
        environment = {**os.environ, "NOTIFY_SOCKET": str(address), "STATE_DIRECTORY": folder}
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(str(address))
            manager.settimeout(START_S_MAX)
            for _ in range(ROUNDS):
                began_ns = time.monotonic_ns()
                process = subprocess.Popen(
                    [sys.executable, "-m", "clock", "run", "--config", str(config)],
                    env=environment,
                    stderr=subprocess.DEVNULL,
                )
                while manager.recv(1024) != b"READY=1":
                    pass
                starts_s.append((time.monotonic_ns() - began_ns) / 1e9)
                process.terminate()
                process.wait(START_S_MAX)
    return sorted(starts_s)[ROUNDS // 2]
