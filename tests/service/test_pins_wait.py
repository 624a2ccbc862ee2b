"""As a service the clock waits for pins that come late after power-on."""

from contextlib import closing
from pathlib import Path

import pytest

from clock.service import run as service
from clock.service.ending import Ending
from clock.service.notify import Notifier
from hal.factories import PinError
from hal.fake import FakeTime
from tests.service.manager import SECOND_NS, Manager


class LatePins:
    """Pins that come after a time or never, for a service whose waits only advance its time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, after_ns: int | None) -> None:
        self.time, self.tries, self.ending = FakeTime(), 0, Ending()
        self._from_ns = None if after_ns is None else self.time.now_ns() + after_ns
        monkeypatch.setattr(self.ending, "wait", self._wait)
        monkeypatch.setattr(service, "open_factory", self._open)

    def _wait(self, seconds: float) -> bool:
        self.time.advance(round(seconds * SECOND_NS))
        return self.ending.is_set()

    def _open(self, name: str) -> str:
        self.tries += 1
        if self._from_ns is None or self.time.now_ns() < self._from_ns:
            raise PinError("no pins")
        return name


@pytest.mark.parametrize(
    ("after_ns", "listens", "ends", "tries", "waited_ns"),
    [
        (service.PINS_RETRY_NS + 1, True, False, 3, 2 * service.PINS_RETRY_NS),
        (None, True, False, None, service.PINS_WAIT_NS),  # no longer than this
        (None, True, True, 1, service.PINS_RETRY_NS),  # or until it is ended
        (None, False, False, 1, 0),  # who is no service does not wait
    ],
)
def test_a_service_waits_for_its_pins(
    manager: Manager,
    monkeypatch: pytest.MonkeyPatch,
    after_ns: int | None,
    listens: bool,
    ends: bool,
    tries: int | None,
    waited_ns: int,
) -> None:
    pins = LatePins(monkeypatch, after_ns)
    began_ns = pins.time.now_ns()
    if ends:
        pins.ending.set()
    with closing(Notifier(manager.environment if listens else {})) as notifier:
        try:
            found = service._factory("lgpio", notifier, pins.ending, pins.time)
            assert found == (None if ends else "lgpio")
        except PinError:
            assert after_ns is None
    assert pins.time.now_ns() - began_ns == waited_ns
    assert tries is None or pins.tries == tries
    heard = set(manager.heard_so_far())
    assert heard == ({"STATUS=Waits for the pins: no pins"} if listens else set())


def test_a_clock_that_is_ended_before_its_pins_come_has_ended_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "c.toml"
    file.write_text("")
    monkeypatch.setattr(service, "_factory", lambda *_: None)
    assert service.run(file) == 0
