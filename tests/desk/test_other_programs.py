"""The desk tells each clock its protocol, and lists clocks of another one."""

import msgspec
import pytest
from msgspec.structs import replace

from clock.desk.people import UserRole
from clock.link.messages import PROTOCOL, Beat
from tests.desk.desk_server import ORGANIZER, DeskServer, wait_until
from tests.desk.direct_desk import DirectDesk
from tests.desk.pages import desk
from tests.desk.test_desk import wire

__all__ = ["desk", "wire"]


def test_an_idle_clock_hears_the_desk_s_protocol_once_in_each_session(wire: DirectDesk) -> None:
    for session in ("1", "1", "2"):
        for _ in range(5):
            wire.now_ns += 10**10
            beat = Beat(wire.now_ns, "boot", session=session)
            wire.desk.receive("one", "beat", msgspec.json.encode(beat), wire.now_ns)
            wire.desk.commit()
    assert [(clock, have.protocol) for clock, have in wire.haves] == 2 * [("one", PROTOCOL)]


@pytest.mark.parametrize(
    ("protocol", "text"),
    [(PROTOCOL - 1, "older than the desk"), (PROTOCOL, ""), (PROTOCOL + 1, "newer than the desk")],
)
def test_a_clock_of_another_protocol_is_marked_among_the_clocks(
    desk: DeskServer, protocol: int, text: str
) -> None:
    cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    clock = desk.site.desk.clocks["clock-02"]

    def is_shown() -> bool:
        clock.beat = replace(clock.beat, protocol=protocol)
        found = desk.ask("/clocks", cookie).text
        return found.count(" than the desk<") == bool(text) and text in found

    wait_until(is_shown)
