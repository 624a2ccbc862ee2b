"""Attempts at the same thing that fail: for a moment is a fault, for long is the end of it."""

from hal.ports import Time

DEAF_NS = 2_000_000_000
"""What of a plunger cannot be read for longer will not be, until all is opened anew."""


class Attempts:
    """Attempts at the same thing: what is wrong with it, and whether it has failed for long.

    Any thread may tell of one.
    """

    def __init__(self, time: Time) -> None:
        self._time = time
        self._failing_ns: int | None = None
        self.fault: str | None = None
        """None, or how the last attempt failed."""
        self.have_failed_long = False
        """Whether all attempts have failed for longer than DEAF_NS."""

    def succeeded(self) -> None:
        """The last attempt did not fail."""
        self._failing_ns, self.fault, self.have_failed_long = None, None, False

    def failed(self, fault: str) -> None:
        """The last attempt failed."""
        now_ns = self._time.now_ns()
        since_ns = self._failing_ns
        if since_ns is None:
            since_ns = self._failing_ns = now_ns
        self.fault = fault
        self.have_failed_long = now_ns - since_ns > DEAF_NS
