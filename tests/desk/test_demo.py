"""The demo's virtual clocks."""

from random import Random

from clock.desk.demo.stations import Station
from clock.rules.units import SECOND_NS
from tests.desk.test_desk import ASSIGN


def test_a_virtual_clock_beats_as_often_as_a_real_one_that_nobody_touches() -> None:
    sent: list[str] = []
    station = Station("c", lambda _c, leaf, _m: sent.append(leaf), Random(1), lambda: [2**50])
    station.set_to(ASSIGN)
    station.start(0)
    for tenth in range(100):
        station.run(tenth * SECOND_NS // 10)
    assert sent.count("beat") == 4
