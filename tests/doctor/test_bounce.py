"""A switch's bounce is measured, and a debounce suggested that fits."""

import pytest

from clock.doctor.bounce import Bounce, bounce, suggested
from hal.ports import Edge
from hal.ports import Line as Input
from hal.wiring import DebounceWiring

MS = 1_000_000


def edges(*at_ms: float, line: Input = Input.LEFT_PLUNGER) -> list[Edge]:
    return [Edge(line, True, round(at * MS)) for at in at_ms]


def test_bounce_is_measured_movement_by_movement() -> None:
    # A press with two bounces, a clean release, a press that rests for 4 ms.
    seen = bounce(edges(0, 0.4, 1.5, 500, 1000, 1004))
    assert seen == Bounce(movements=3, edges_max=3, length_ns=4 * MS, gap_ns=4 * MS)
    assert bounce([]) == Bounce(0, 0, 0, 0)


def test_edges_half_the_longest_lockout_apart_are_two_movements() -> None:
    assert bounce(edges(0, 49.999)).movements == 1
    assert bounce(edges(0, 50)).movements == 2


@pytest.mark.parametrize(
    ("rest_ms", "length_ms", "fits"),
    [(2.499, 24.999, True), (2.5, 5, False), (2.4, 25, False)],
)
def test_a_switch_fits_that_rests_and_bounces_for_less_than_is_configured(
    rest_ms: float, length_ms: float, fits: bool
) -> None:
    seen = Bounce(1, 2, round(length_ms * MS), round(rest_ms * MS))
    assert (suggested(seen, DebounceWiring()) is None) is fits


@pytest.mark.parametrize(
    ("at_ms", "lockout_ms", "confirm_ms"),
    [
        ((0, 1, 2, 500), None, None),
        ((0, 4, 500), 25, 6),  # it rests longer
        (tuple(range(0, 30, 2)), 45, 3),  # it bounces longer
        ((0, *range(30, 1000, 30)), 100, 20),  # no more than can be configured
    ],
)
def test_a_switch_gets_the_debounce_that_it_needs(
    at_ms: tuple[float, ...], lockout_ms: int | None, confirm_ms: int | None
) -> None:
    times = suggested(bounce(edges(*at_ms)), DebounceWiring())
    if lockout_ms is None or confirm_ms is None:
        assert times is None
    else:
        assert times == DebounceWiring(lockout_ns=lockout_ms * MS, confirm_ns=confirm_ms * MS)
