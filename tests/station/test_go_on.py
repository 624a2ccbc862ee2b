"""The question whether to go on, at the table: what leaves it, and what OK held means there."""

import pytest

from clock.rules.inputs import Resume
from clock.rules.seats import LEFT
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from clock.station.buttons import HOLD_NS
from hal.ports import Line, ScreenName
from tests.station.conftest import Lay
from tests.station.tables import MS, Table

CLAIM = (Line.RIGHT_PLUNGER, Line.OK)
TO_YES = (Line.OK, Line.PLUS)


def asked(lay: Lay, *lines: Line) -> Table:
    """A table that is stopped in a game, and where these lines led to the question."""
    table = lay()
    for line in (Line.OK, Line.STOP, *lines):
        table.tap(line)
    assert told(table).startswith("Go on?")
    return table


def told(table: Table) -> str:
    return table.says(ScreenName.LEFT)


@pytest.mark.parametrize("lines", [(Line.OK,), (*CLAIM, Line.OK), (*CLAIM, *TO_YES)])
def test_stop_leaves_the_question_and_both_clocks_stand(lay: Lay, lines: tuple[Line, ...]) -> None:
    table = asked(lay, *lines)
    phase = table.state.phase
    table.tap(Line.STOP)
    assert "Stopped" in told(table)
    assert table.state.phase is phase
    table.tap(Line.OK)
    assert told(table).startswith("Go on?")


@pytest.mark.parametrize("lines", [(Line.OK,), (*CLAIM, Line.OK), (*CLAIM, *TO_YES)])
def test_ok_held_on_the_question_opens_the_organizers_menu_and_no_clock_runs(
    lay: Lay, lines: tuple[Line, ...]
) -> None:
    table = asked(lay, *lines)
    phase = table.state.phase
    table.tap(Line.OK, held_ns=HOLD_NS + 100 * MS)
    assert told(table).startswith("Organizer.")
    assert table.state.phase is phase


def test_a_hold_that_the_loop_was_too_late_to_see_lets_no_clock_run(lay: Lay) -> None:
    table = asked(lay, Line.OK)
    table.down(Line.OK)
    table.wait(100 * MS)
    table.rig.time.advance(HOLD_NS)
    table.up(Line.OK)
    table.wait(100 * MS)
    assert told(table).startswith("Organizer.")
    assert table.state.phase is Phase.STOPPED


def test_the_clock_goes_on_as_ok_is_let_go(lay: Lay) -> None:
    table = asked(lay, Line.OK)
    table.down(Line.OK)
    table.wait(SECOND_NS)
    assert table.state.phase is Phase.STOPPED
    let_go_ns = table.now_ns
    table.up(Line.OK)
    table.wait(100 * MS)
    assert table.state.running is LEFT
    table.settle()
    resumed = [each.at_ns for each in table.station.timeline.inputs if isinstance(each, Resume)]
    assert resumed == [let_go_ns]


def test_stop_leaves_the_organizers_menu_as_it_is(lay: Lay) -> None:
    table = lay()
    table.tap(Line.OK)
    table.tap(Line.STOP)
    table.tap(Line.OK, held_ns=HOLD_NS + 100 * MS)
    before = told(table)
    assert before.startswith("Organizer.")
    table.tap(Line.STOP)
    assert told(table) == before
