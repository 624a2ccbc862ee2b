"""The demo's virtual clocks."""

import time
from datetime import datetime, timedelta
from random import Random

from clock.desk_pages.demo.virtual_clocks import VirtualClock
from clock.game.recorded import HEADERS
from clock.rules.units import HOUR_NS, SECOND_NS
from tests.desk.test_desk import ASSIGN


def test_a_virtual_clock_beats_as_often_as_a_real_one_that_nobody_touches() -> None:
    sent: list[str] = []
    station = VirtualClock("c", lambda _c, leaf, _m: sent.append(leaf), Random(1), lambda: [2**50])
    station.set_to(ASSIGN)
    station.start(0)
    for tenth in range(100):
        station.run(tenth * SECOND_NS // 10)
    assert sent.count("beat") == 4


def test_a_virtual_game_has_the_date_at_which_it_began() -> None:
    station = VirtualClock("c", lambda *_: None, Random(1), lambda: [2**50])
    station.set_to(ASSIGN)
    station.start(time.monotonic_ns() - 2 * HOUR_NS)
    began = datetime.fromisoformat(HEADERS.decode(station._games[0][0]).wall)
    ago = datetime.now().astimezone() - began
    assert abs(ago - timedelta(hours=2)) < timedelta(minutes=1)
