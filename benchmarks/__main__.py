"""`make bench`: one table, with the machine named; exit status 1 if a bound is not kept."""

import os
import platform
import sys
from pathlib import Path

from benchmarks import bench_displays, bench_journal, bench_process, bench_rules, bench_station


def main() -> int:
    """Measure, print, and tell whether every bound is kept."""
    print(f"{_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}\n")
    kept = True
    for bench in (bench_rules, bench_process, bench_displays, bench_station, bench_journal):
        for figure in bench.figures():
            mark = "" if figure.kept else "  MISSED"
            value = f"{figure.value:,.0f}" if figure.value >= 1000 else f"{figure.value:.3g}"
            print(f"{figure.name:<46} {value:>10} {figure.unit:<3} {figure.bound}{mark}".rstrip())
            kept = kept and figure.kept
    return 0 if kept else 1


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


if __name__ == "__main__":
    sys.exit(main())
