"""`make bench`: print all figures and the machine; exit with 1 if a bound is missed."""

import os
import platform
import sys
from pathlib import Path

from benchmarks import (
    bench_desk,
    bench_desk_page,
    bench_displays,
    bench_journal,
    bench_process,
    bench_rules,
    bench_screen,
    bench_station,
)

BENCHES = (
    bench_rules,
    bench_process,
    bench_displays,
    bench_station,
    bench_screen,
    bench_journal,
    bench_desk,
    bench_desk_page,
)


def main() -> int:
    """Measure and print; return 0 if every bound holds."""
    print(f"{_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}\n")
    all_hold = True
    for bench in BENCHES:
        for figure in bench.figures():
            mark = "" if figure.holds else "  MISSED"
            value = f"{figure.value:,.0f}" if figure.value >= 1000 else f"{figure.value:.3g}"
            print(f"{figure.name:<46} {value:>10} {figure.unit:<3} {figure.bound}{mark}".rstrip())
            all_hold = all_hold and figure.holds
    return 0 if all_hold else 1


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


if __name__ == "__main__":
    sys.exit(main())
