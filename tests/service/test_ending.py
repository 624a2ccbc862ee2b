"""A signal ends the clock, whatever it comes in the midst of."""

import signal
import subprocess
import sys
import time

import pytest

from clock.service.shutdown import SIGNALS, shutdown_on_signals
from tests.conftest import WAIT_S

IN_THE_MIDST = """
import signal, sys
from clock.service.shutdown import shutdown_on_signals

def interrupt(*_):
    signal.raise_signal(signal.SIGTERM)
    return interrupt

with shutdown_on_signals() as ending:
    sys.settrace(interrupt)  # a signal at every line
    ending.wait(0)
    signal.raise_signal(signal.SIGHUP)
    sys.settrace(None)
    print(ending.is_set())
"""


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_ends_the_clock_and_afterwards_is_anybodys(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    before = signal.getsignal(number)
    with shutdown_on_signals() as ending:
        assert not ending.wait(0.5)
        signal.raise_signal(number)
        assert ending.is_set()
        assert ending.wait(0.5)
    assert signal.getsignal(number) is before
    assert slept == [0.5, 0.5]  # and not spun


def test_a_signal_in_the_midst_of_another_or_of_a_wait_holds_nothing_up() -> None:
    command = [sys.executable, "-c", IN_THE_MIDST]
    assert subprocess.check_output(command, text=True, timeout=WAIT_S) == "True\n"
