"""A game that was put aside is taken up from the desk, on any clock of the event."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from clock.desk.aside_games import take_up
from clock.game.figures import figures_of
from clock.rules.inputs import Press, PutAside, Start, Stop
from clock.rules.message import Problem
from clock.rules.seats import LEFT
from clock.rules.state import Phase
from tests.desk.spare_hall import OFFLINE_NS, SpareHall
from tests.rules.games import setup
from tests.simulation.scheduler import SECOND_NS


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[SpareHall]:
    """A hall whose first clock has put a game aside."""
    with closing(SpareHall(tmp_path, 1, setup("40/2:00:00"))) as hall:
        hall.badness = 0.0
        station = hall.clocks["c-0"].station
        for event in (Start(0), Press(0, LEFT), Stop(0)):
            at_ns = station.now_ns()
            station._do((replace(event, at_ns=at_ns),), at_ns)
            hall.wait(5 * SECOND_NS)
        station._do((PutAside(station.now_ns(), True),), station.now_ns())
        hall.wait(OFFLINE_NS)
        yield hall


@pytest.mark.parametrize("taker", ["c-0", "c-1"])
def test_the_clock_has_it_as_it_was_put_aside_and_no_clock_is_retired(
    taker: str, hall: SpareHall
) -> None:
    desk, other = hall.desk, hall.clocks[taker]
    figures = figures_of(desk.store.read_game("c-0", 1).folded().state)
    assert desk.store.asides() == [("c-0", 1)]
    hall.run(take_up(desk, desk.clocks[taker], "c-0", 1, "Ann"))
    hall.wait(OFFLINE_NS)
    state = other.station.state
    assert (state.phase, state.play.moves) == (Phase.STOPPED, 2)
    now = figures_of(state)
    assert (now.left, now.right, now.moves) == (figures.left, figures.right, figures.moves)
    assert [clock for clock, _ in desk.store.continued()] == [taker]
    assert not any(each.aside for each in desk.clocks.values() if each.registered)
    assert desk.by_table("7") is desk.clocks["c-0"]
    with pytest.raises(Problem):  # it has a game now
        hall.run(take_up(desk, desk.clocks[taker], "c-0", 1, "Ann"))


def test_a_clock_that_dies_while_it_is_taken_up_has_all_of_it_or_nothing(hall: SpareHall) -> None:
    desk, other = hall.desk, hall.clocks["c-1"]
    for operation in range(1, 9):
        other.dies_in_operation(operation, cut=True)
        with pytest.raises(Problem):
            hall.run(take_up(desk, desk.clocks["c-1"], "c-0", 1, "Ann"))
        other.on()
        hall.wait(OFFLINE_NS)
        if other.station.state.phase is Phase.STOPPED:
            break
        assert other.station.state.phase is Phase.READY
    assert other.station.state.play.moves == 2
