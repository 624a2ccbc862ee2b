"""As a service the clock waits for pins that come late after power-on."""

from contextlib import closing

import pytest

from clock.service import run as service
from clock.service.ending import Ending
from clock.service.notify import Notifier
from hal.factories import PinError
from hal.fake import FakeTime
from tests.service.manager import SECOND_NS, Manager

RETRY_NS, WAIT_NS = service.PINS_RETRY_NS, service.PINS_WAIT_NS


@pytest.mark.parametrize(
    ("come_ns", "listens", "ends", "tries"),
    [
        (RETRY_NS + 1, True, False, 3),
        (WAIT_NS, True, False, 1 + WAIT_NS // RETRY_NS),
        (WAIT_NS + 1, True, False, 1 + WAIT_NS // RETRY_NS),  # too late
        (WAIT_NS, True, True, 1),  # the clock is ended before they come
        (1, False, False, 1),  # who is no service does not wait
    ],
)
def test_a_service_waits_for_its_pins(
    manager: Manager,
    monkeypatch: pytest.MonkeyPatch,
    come_ns: int,
    listens: bool,
    ends: bool,
    tries: int,
) -> None:
    time, ending, tried_ns = FakeTime(0), Ending(), list[int]()

    def wait(seconds: float) -> bool:
        time.advance(round(seconds * SECOND_NS))
        return ends

    def open_factory(name: str) -> str:
        tried_ns.append(time.now_ns())
        if time.now_ns() < come_ns:
            raise PinError("no pins")
        return name

    monkeypatch.setattr(ending, "wait", wait)
    monkeypatch.setattr(service, "open_factory", open_factory)
    with closing(Notifier(manager.environment if listens else {})) as notifier:
        try:
            found = service._factory("lgpio", notifier, ending, time)
            assert found == (None if ends else "lgpio")
        except PinError:
            assert come_ns > (WAIT_NS if listens else 0)
    assert tried_ns == [RETRY_NS * number for number in range(tries)]
    heard = set(manager.heard_so_far())
    assert heard == ({"STATUS=Waits for the pins: no pins"} if listens else set())
