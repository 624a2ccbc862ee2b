"""What pytest does differently where it looks for mutants."""

import os
import signal
import sys
from collections.abc import Generator
from itertools import accumulate
from pathlib import Path

import coverage
import hypothesis
import pytest

EXAMPLES = 60
"""Of a law that does not say how many it needs."""
QUICK_S = 1.5
OTHERS = 10
"""A test that does not run the mutated lines finds a fault so much more rarely."""
WAIT_S = 20.0
"""How long a test waits for what should come, before it fails."""
CPU_S, CPU_TIMES = 5.0, 15
"""A test that takes so much longer, and so many times as long, as without a fault, hangs: the
kernel ends the process by SIGPROF."""
WALL_S, WALL_TIMES = 120.0, 40
"""A test that waits so long is given up: SIGALRM."""


class Careful:
    """Runs the tests that cost the least for their chance, or the others; each within its time."""

    def __init__(
        self, tree: Path, durations: dict[str, float], first: set[str], quick: bool | None = None
    ) -> None:
        """`quick`: only the tests that take QUICK_S together; False: only the others; None: all."""
        self._tree, self._durations, self._first = tree, durations, first
        self._quick = quick
        self.failed = ""

    def pytest_sessionstart(self) -> None:
        """Have laws tried without chance, a failed one not made small, and waits end sooner."""
        sys.modules["tests.conftest"].WAIT_S = WAIT_S  # type: ignore[attr-defined]
        hypothesis.settings.register_profile(
            "mutants",
            hypothesis.settings.get_profile("clapper"),
            derandomize=True,
            database=None,
            max_examples=EXAMPLES,
            phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
            report_multiple_bugs=False,
        )
        hypothesis.settings.load_profile("mutants")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Put first the tests that are fast, and those that run the mutated lines."""
        rooms = [sys.modules[name].__file__ for name in ("clock", "hal") if name in sys.modules]
        assert all(str(room).startswith(str(self._tree)) for room in rooms), rooms
        items[:] = [item for item in items if "browser" not in getattr(item, "fixturenames", ())]
        self.choose(items, self._first, quick=self._quick)

    def choose(self, items: list[pytest.Item], first: set[str], *, quick: bool | None) -> None:
        """Have these of them run, in this order."""

        def cost(item: pytest.Item) -> float:
            duration = self._durations.get(item.nodeid, 0.0)
            return duration if item.nodeid in first else OTHERS * duration

        items.sort(key=cost)
        costs = accumulate(self._durations.get(item.nodeid, 0.0) for item in items)
        count = sum(each <= QUICK_S for each in costs)
        if quick is not None:
            items[:] = items[:count] if quick else items[count:]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Give a test its time."""
        duration = self._durations.get(item.nodeid)
        if duration is not None:
            signal.setitimer(signal.ITIMER_PROF, CPU_S + CPU_TIMES * duration)
            signal.setitimer(signal.ITIMER_REAL, WALL_S + WALL_TIMES * duration)
        try:
            return (yield)
        finally:
            for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL):
                signal.setitimer(timer, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the test that failed."""
        if report.failed:
            self.failed = report.nodeid


class Survey:
    """Notes what each test takes, and which lines it runs."""

    def __init__(self, tree: Path, files: list[Path]) -> None:
        self._tree, self._files = tree, files
        self._coverage = coverage.Coverage(
            data_file=None, include=[str(tree / file) for file in files], config_file=False
        )
        self.durations: dict[str, float] = {}

    def pytest_sessionstart(self) -> None:
        """Begin before any of the code is imported."""
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Take the lines that run from here on as those of this test, and the time they take.

        Processor time: another program beside it does not make a test slow.
        """
        self._coverage.switch_context(item.nodeid)
        began_s = sum(os.times()[:4])
        result = yield
        self.durations[item.nodeid] = sum(os.times()[:4]) - began_s
        self._coverage.switch_context("")
        return result

    def tests_by_line(self) -> dict[str, dict[int, list[str]]]:
        """Return the tests that run each line of each file; "" is what runs before all tests."""
        self._coverage.stop()
        data = self._coverage.get_data()
        return {str(file): data.contexts_by_lineno(str(self._tree / file)) for file in self._files}
