"""A clock that lost its power, or its program, and came back."""

import pytest

from clock.rules.inputs import PowerLost, Restarted
from clock.rules.outputs import ClockRestarted, PowerWasLost
from clock.rules.units import SECOND_NS
from tests.rules.games import Game
from tests.rules.scenarios import Scenario, follow


@pytest.mark.parametrize("uncertain_ns", [SECOND_NS, 0])
@pytest.mark.parametrize(
    ("setup", "before", "after"),
    [
        ("1:00", "L 10", "phase stopped, time 50 56; resume -> runs R, time 50 56"),
        ("1:00, started=no", "start L R 0", "phase stopped, time 46 46; resume -> phase joint"),
    ],
)
def test_power_lost_stops_the_clocks_at_the_last_instant_that_is_known(
    setup: str, before: str, after: str, uncertain_ns: int
) -> None:
    game = Scenario(setup, before).play()
    outputs = game.do(PowerLost(14 * SECOND_NS, uncertain_ns))
    assert outputs[0] == PowerWasLost(14 * SECOND_NS, uncertain_ns)
    assert game.state.uncertain_ns == uncertain_ns
    follow(game, f"-> has ClocksStopped none, {after}")
    assert game.state.uncertain_ns == 0, "once the organizer lets the clocks go on"


@pytest.mark.parametrize(("setup", "before"), [("1:00, started=no", ""), ("1:00", "stop 3")])
def test_power_lost_while_no_clock_runs_changes_nothing(setup: str, before: str) -> None:
    game = Scenario(setup, before).play()
    was = game.state
    assert game.do(PowerLost(14 * SECOND_NS, SECOND_NS)) == [PowerWasLost(14 * SECOND_NS, 0)]
    assert (game.phase, game.left, game.right) == (was.phase, was.left, was.right)
    assert game.state.uncertain_ns == 0


def test_a_restart_is_logged_and_changes_nothing() -> None:
    game = Game("1:00")
    restarted = game.do(Restarted(14 * SECOND_NS, 3 * SECOND_NS))
    assert restarted == [ClockRestarted(14 * SECOND_NS, 3 * SECOND_NS)]
    follow(game, "L 6 -> time 40 1:00")
