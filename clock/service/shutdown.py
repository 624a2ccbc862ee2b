"""The request to end the clock, made by signals, which may interrupt any code."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Shutdown:
    """The request to end the clock: a flag without a lock.

    A signal handler runs in the main thread. If that thread, or an interrupted handler, held a
    lock, the handler would wait for it forever; so this is not a `threading.Event`.
    """

    def __init__(self) -> None:
        self._is_set = False

    def set(self) -> None:
        """Request the end of the clock."""
        self._is_set = True

    def is_set(self) -> bool:
        """Return whether the clock is to end."""
        return self._is_set

    def wait(self, seconds: float) -> bool:
        """Wait some seconds; return whether the clock is to end."""
        time.sleep(seconds)
        return self._is_set


@contextmanager
def shutdown_on_signals() -> Iterator[Shutdown]:
    """Yield a request that the SIGNALS set. To be used in the main thread."""
    shutdown = Shutdown()
    before = {number: signal.signal(number, lambda *_: shutdown.set()) for number in SIGNALS}
    try:
        yield shutdown
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
