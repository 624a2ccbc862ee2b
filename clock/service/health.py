"""How the clock fares, as systemd and the log hear of it."""

from collections.abc import Callable

from clock.service.log import Say
from clock.service.notify import Notifier
from clock.station.loop import WAIT_NS_MAX
from hal.ports import Body

FEEDS = 4
"""The watchdog is fed this often in its time."""


class Health:
    """Tells systemd and the log, after each turn of the loop, how the clock fares."""

    def __init__(
        self,
        body: Body,
        notifier: Notifier,
        say: Say,
        faults: Callable[[], tuple[str, ...]] | None = None,
        news: Callable[[], tuple[str, ...]] = lambda: (),
    ) -> None:
        """`faults` are all that are told, without it those of the body; `news` are told once."""
        self._body = body
        self._all_faults = faults or (lambda: body.faults)
        self._news = news
        self._told_news: tuple[str, ...] = ()
        self._notifier = notifier
        self._say = say
        self._faults: tuple[str, ...] | None = None
        period_ns = notifier.watchdog_ns
        self._period_ns = None if period_ns is None else min(period_ns // FEEDS, WAIT_NS_MAX)
        self._fed_ns: int | None = None

    def look(self) -> None:
        """Feed the watchdog if it is time and edges arrive; tell of faults that are new or gone."""
        if self._body.inputs.alive:
            self._feed(self._body.time.now_ns())
        self._tell_news(self._news())
        faults = self._all_faults()
        if faults != self._faults:
            before = self._faults or ()
            for fault in faults:
                if fault not in before:
                    self._say(fault)
            for fault in before:
                if fault not in faults:
                    self._say(f"well again: {fault}")
            self._faults = faults
            self._notifier.tell(f"STATUS={'; '.join(faults) or 'All is well'}")

    def _tell_news(self, news: tuple[str, ...]) -> None:
        for line in news:
            if line not in self._told_news:
                self._say(line)
        self._told_news = news

    def _feed(self, now_ns: int) -> None:
        if self._period_ns is None:
            return
        if self._fed_ns is None or now_ns - self._fed_ns >= self._period_ns:
            self._fed_ns = now_ns
            self._notifier.tell("WATCHDOG=1")
