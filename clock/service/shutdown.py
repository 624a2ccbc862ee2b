"""The signals that end the clock, which may come in the midst of anything."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Shutdown:
    """Whether the clock is to end: a flag without a lock.

    A signal's handler runs in the main thread, and would wait for good for a lock that this
    thread, or a handler that it interrupts, holds already.
    """

    def __init__(self) -> None:
        self._is_set = False

    def set(self) -> None:
        """End the clock."""
        self._is_set = True

    def is_set(self) -> bool:
        """Return whether it is to end."""
        return self._is_set

    def wait(self, seconds: float) -> bool:
        """Wait for so long; return whether the clock is to end."""
        time.sleep(seconds)
        return self._is_set


@contextmanager
def shutdown_on_signals() -> Iterator[Shutdown]:
    """Yield an ending that the SIGNALS set. In the main thread."""
    shutdown = Shutdown()
    before = {number: signal.signal(number, lambda *_: shutdown.set()) for number in SIGNALS}
    try:
        yield shutdown
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
