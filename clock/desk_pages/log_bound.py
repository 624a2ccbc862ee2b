"""The desk's log, which is of bounded size whatever clocks and browsers send."""

import logging
import time
from collections.abc import Callable

BYTES_MAX = 200_000
"""In a minute; what is more is left out, and the log says so."""
MINUTE_S = 60


class LogBound(logging.Filter):
    """Lets so much into a log in each minute."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now_s, self._minute, self._written = now_s, 0.0, 0
        self._format = logging.Formatter().format

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether there is room for a record; in place of the first without stands why."""
        if (minute := self._now_s() // MINUTE_S) != self._minute:
            self._minute, self._written = minute, 0
        if self._written > BYTES_MAX:
            return False
        self._written += len(self._format(record).encode(errors="replace"))
        if self._written > BYTES_MAX:
            record.msg, record.args = "too much to log: the rest of this minute is left out", ()
            record.exc_info = record.exc_text = None
        return True
