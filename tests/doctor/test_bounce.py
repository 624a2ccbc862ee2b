"""A switch's bounce is measured, and a debounce suggested that fits."""

from clock.doctor.bounce import Bounce, measure_bounce, suggest_debounce
from hal.ports import Edge, Line
from hal.wiring import DebounceWiring

MS = 1_000_000


def edges(*at_ms: float) -> list[Edge]:
    return [Edge(Line.STOP, True, round(each * MS)) for each in at_ms]


def test_bounce_is_measured_movement_by_movement() -> None:
    for at_ms, seen in (
        # A press with two bounces, a clean release, a press that rests for 4 ms
        ((0, 0.4, 1.5, 500, 1000, 1004), Bounce(3, 3, 4 * MS, 4 * MS)),
        ((), Bounce(0, 0, 0, 0)),
        # Half the longest lockout apart are two movements
        ((0, 49.999), Bounce(1, 2, 49_999_000, 49_999_000)),
        ((50, 0), Bounce(2, 1, 0, 0)),
    ):
        assert measure_bounce(edges(*at_ms)) == seen


def test_a_switch_that_rests_or_bounces_longer_gets_a_debounce_with_half_as_much_again() -> None:
    assert suggest_debounce(Bounce(1, 2, 24_999_000, 2_499_000), DebounceWiring()) is None
    for rest_ms, length_ms, confirm_ms, lockout_ms in (
        (2.5, 5, 4, 25),
        (4, 4, 6, 25),
        (2.4, 25, 4, 40),
        (2, 28, 3, 45),
        (30, 970, 20, 100),  # no more than can be configured
    ):
        seen = Bounce(1, 2, round(length_ms * MS), round(rest_ms * MS))
        fitting = DebounceWiring(lockout_ns=lockout_ms * MS, confirm_ns=confirm_ms * MS)
        assert suggest_debounce(seen, DebounceWiring()) == fitting
