"""Processes in which a fault can do no harm."""

import contextlib
import os
import select
import signal
from collections.abc import Callable
from typing import NoReturn

TRIAL_S = 900.0
"""A trial that takes longer decides nothing."""


def forked(run: Callable[[], NoReturn], limit_s: float | None) -> int | None:
    """Run a copy of this process, in a group of its own; return its status, or None if too slow."""
    child = os.fork()
    if child == 0:
        try:
            os.setpgid(0, 0)
            run()
        finally:
            os._exit(3)
    status = None
    try:
        with open(os.pidfd_open(child), "rb", buffering=0) as handle:
            if select.select([handle], [], [], limit_s)[0]:
                status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        if status is None:
            os.waitpid(child, 0)
    return status
