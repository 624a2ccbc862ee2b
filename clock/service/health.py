"""Report the clock's health to systemd and the log."""

from collections.abc import Callable

from clock.service.log import Say
from clock.service.notify import Notifier
from clock.station.loop import WAIT_NS_MAX
from clock.text.language import Text, render, tr
from hal.ports import Time

FEEDS = 4
"""How often the watchdog is fed within its limit: a late turn or two must not end the clock."""

Texts = Callable[[], tuple[Text, ...]]


class Health:
    """Reports health after every turn of the loop: `faults` while they last, `news` once."""

    def __init__(
        self, time: Time, notifier: Notifier, say: Say, faults: Texts, news: Texts
    ) -> None:
        self._time, self._notifier, self._say = time, notifier, say
        self._all_faults, self._all_news = faults, news
        self._faults: tuple[Text, ...] | None = None
        self._news: tuple[Text, ...] = ()
        period_ns = notifier.watchdog_ns
        self._period_ns = None if period_ns is None else min(period_ns // FEEDS, WAIT_NS_MAX)
        self._fed_ns: int | None = None

    def report(self) -> None:
        """Feed the watchdog if it is time; log new and resolved faults, and news."""
        self._feed(self._time.now_ns())
        news, self._news = self._news, self._all_news()
        for message in self._news:
            if message not in news:
                self._say(render(message))
        before, faults = self._faults or (), self._all_faults()
        if faults == self._faults:
            return
        self._faults = faults
        for fault in before:
            if fault not in faults:
                self._say(tr("resolved: {fault}").format(fault=render(fault)))
        for fault in faults:  # last, because the doctor finds the cause of an end in the last line
            if fault not in before:
                self._say(render(fault))
        status = "; ".join(map(render, faults)) if faults else tr("All is well")
        self._notifier.notify(f"STATUS={status}")

    def _feed(self, now_ns: int) -> None:
        if self._period_ns is None:
            return
        if self._fed_ns is None or now_ns - self._fed_ns >= self._period_ns:
            self._fed_ns = now_ns
            self._notifier.notify("WATCHDOG=1")
