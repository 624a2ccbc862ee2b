"""Measure a station's process without a page: its memory, and the CPU time of a start.

A start is measured in starts of Python itself in the same run, so the figure can be compared
between machines, even busy ones.
"""

import os
import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure

ROUNDS = 5
START_S_MAX = 30.0
UNIT = Path(__file__).parents[1] / "systemd" / "clapper.service"

CHILD = """
import sys, time
from pathlib import Path
from threading import Event
first = Event()
from benchmarks.bodies import Bench, setup
from clock.station.loop import Station
bench = Bench(first.set)
station = Station(bench.body, setup())
station.turn()
first.wait()
cpu_ns = time.process_time_ns()
peak = Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]
print(cpu_ns, peak)  # not ru_maxrss, in which a process has its parent's
sys.stdout.flush()
bench.close()
"""


def figures() -> list[Figure]:
    """Return the least CPU time of several starts, and their greatest memory."""
    bare_ns = min(_ended_ns() for _ in range(ROUNDS))
    faces_ns, memories_mb = [], []
    for _ in range(ROUNDS):
        child = subprocess.run(
            [sys.executable, "-c", CHILD], capture_output=True, text=True, check=True
        )
        drawn_ns, memory_kb = (int(word) for word in child.stdout.split())
        faces_ns.append(drawn_ns)
        memories_mb.append(memory_kb / 1024)
    ready_ns = min(_ready_ns())
    (pause_ms,) = map(int, re.findall(r"^RestartSec=(\d+)ms$", UNIT.read_text(), re.MULTILINE))
    return [
        Figure("memory of the station", max(memories_mb), "MB", at_most=60),
        Figure("Python's own start, cpu", bare_ns / 1e6, "ms"),
        Figure("start to the first face, cpu", min(faces_ns) / bare_ns, "x Python's", at_most=30),
        Figure("clapper run: start to ready, cpu", ready_ns / 1e6, "ms"),
        Figure("clapper run: start to ready, cpu", ready_ns / bare_ns, "x Python's", at_most=30),
        Figure(
            "restart: systemd's pause, and to ready", pause_ms + ready_ns / 1e6, "ms", at_most=1000
        ),
    ]


def _ended_ns() -> int:
    """Return the CPU time of an empty Python program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    taken_s = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return round(taken_s * 1e9)


def _ready_ns() -> Iterator[int]:
    """Yield the CPU time of several starts of the command up to systemd's READY."""
    with TemporaryDirectory() as folder:
        config, address = Path(folder) / "clapper.toml", Path(folder) / "notify"
        config.write_text('[pins]\nfactory = "mock"\n')
        environment = {**os.environ, "NOTIFY_SOCKET": str(address), "STATE_DIRECTORY": folder}
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(str(address))
            manager.settimeout(START_S_MAX)
            for _ in range(ROUNDS):
                process = subprocess.Popen(
                    [sys.executable, "-m", "clock", "run", "--config", str(config)],
                    env=environment,
                    stderr=subprocess.DEVNULL,
                )
                while manager.recv(1024) != b"READY=1":
                    pass
                yield time.clock_gettime_ns(_cpu_clock(process.pid))
                process.terminate()
                process.wait(START_S_MAX)


def _cpu_clock(pid: int) -> int:
    """Return the CPU clock of another process, computed as by clock_getcpuclockid(3)."""
    return ~pid << 3 | 2
