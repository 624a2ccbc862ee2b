"""A claim at the table: Stop, the claimant's own plunger, OK, in whatever order the edges come."""

import pytest
from msgspec.structs import replace

from clock.rules.inputs import Claim, LateEdge, Press, Stop
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from clock.station.buttons import HOLD_NS
from hal.ports import Edge, Line, ScreenName
from hal.wiring import DEFAULT
from tests.station.conftest import Lay
from tests.station.tables import MS, FakeRig, Table, setup

pytestmark = pytest.mark.rule("RIF 9.4", "RIF 9.6")


def stopped(table: Table, *lines: Line) -> Table:
    """A table that is stopped in a game, and where these lines were pressed then."""
    table.tap(Line.OK)
    table.wait(4 * SECOND_NS)
    for line in (Line.STOP, *lines):
        table.tap(line)
    return table


def told(table: Table) -> str:
    assert table.says(ScreenName.LEFT) == table.says(ScreenName.RIGHT)
    return table.says(ScreenName.LEFT)


def claimants(table: Table) -> list[str]:
    return [claim.seat.value for claim in table.state.claims]


def test_a_plunger_in_a_stop_asks_on_both_faces_and_ok_claims_as_it_is_let_go(lay: Lay) -> None:
    table = stopped(lay(), Line.RIGHT_PLUNGER)
    assert told(table).startswith("Right claims a win? ")
    table.down(Line.OK)
    table.wait(SECOND_NS)
    assert table.state.phase is Phase.STOPPED
    let_go_ns = table.now_ns
    table.up(Line.OK)
    table.settle()
    assert claimants(table) == ["right"]
    assert [each for each in table.station.timeline.inputs if isinstance(each, Claim)] == [
        Claim(let_go_ns, RIGHT)
    ]
    assert "Claim by Right" in table.says(ScreenName.LEFT)


def test_both_claim_one_after_the_other(lay: Lay) -> None:
    table = stopped(lay(), Line.RIGHT_PLUNGER, Line.OK, Line.LEFT_PLUNGER, Line.OK)
    assert claimants(table) == ["right", "left"]


def test_stop_leaves_the_question_and_calls_the_organizer_all_the_same(lay: Lay) -> None:
    table = stopped(lay(), Line.RIGHT_PLUNGER, Line.STOP)
    assert "Stopped" in table.says(ScreenName.LEFT)
    table.settle()
    assert claimants(table) == []
    stops = [each for each in table.station.timeline.inputs if isinstance(each, Stop)]
    assert len(stops) == 2


def test_ok_held_on_the_question_opens_the_organizers_menu_and_nobody_claims(lay: Lay) -> None:
    table = stopped(lay(), Line.RIGHT_PLUNGER)
    table.tap(Line.OK, held_ns=HOLD_NS + 100 * MS)
    assert told(table).startswith("Organizer.")
    assert claimants(table) == []


@pytest.mark.parametrize("before", [(Line.RIGHT_PLUNGER,), (Line.OK, Line.STOP)])
def test_an_ok_that_lies_down_is_no_answer_to_a_question_that_comes_then(
    lay: Lay, before: tuple[Line, ...]
) -> None:
    table = stopped(lay(), before[0])
    table.down(Line.OK)
    table.wait(100 * MS)
    for line in (*before[1:], Line.LEFT_PLUNGER):
        table.tap(line)
    assert told(table).startswith("Left claims a win?")
    table.up(Line.OK)
    table.wait(100 * MS)
    assert told(table).startswith("Left claims a win?")
    assert claimants(table) == []


def test_without_an_ok_button_stop_claims_and_minus_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = {line: pin for line, pin in DEFAULT.lines.items() if line is not Line.OK}
    table = Table(FakeRig(monkeypatch, replace(DEFAULT, lines=lines)), setup())
    for line in (Line.STOP, Line.STOP, Line.LEFT_PLUNGER, Line.MINUS):
        table.tap(line)
    assert "Stopped" in table.says(ScreenName.LEFT)
    for line in (Line.LEFT_PLUNGER, Line.STOP):
        table.tap(line)
    assert claimants(table) == ["left"]


FAST_NS = 40 * MS


@pytest.mark.parametrize("line", [Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER])
@pytest.mark.parametrize("first", [Line.STOP, None])
def test_stop_and_a_plunger_40_ms_later_ask_in_whatever_order_they_are_delivered(
    monkeypatch: pytest.MonkeyPatch, line: Line, first: Line | None
) -> None:
    rig = FakeRig(monkeypatch)
    table = Table(rig, setup())
    table.tap(Line.OK)
    table.wait(4 * SECOND_NS)
    stop_ns = table.now_ns
    order = [(Line.STOP, stop_ns), (line, stop_ns + FAST_NS)]
    table.wait(60 * MS)
    for each, stamp_ns in order if first is Line.STOP else reversed(order):
        rig.fakes.inputs.set_level(each, True)
        rig.fakes.inputs.deliver(Edge(each, True, stamp_ns))
        table._next_ns = table.now_ns
        table.wait(20 * MS)
    seat = LEFT if line is Line.LEFT_PLUNGER else RIGHT
    assert told(table).startswith(f"{seat.value.capitalize()} claims a win?")
    assert (table.state.phase, table.state.play.moves) == (Phase.STOPPED, 0)
    table.tap(Line.OK)
    assert claimants(table) == [seat.value]


def test_a_press_that_was_idle_before_the_stop_asks_nothing_though_it_comes_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = FakeRig(monkeypatch)
    table = Table(rig, setup())
    table.tap(Line.OK)
    table.wait(4 * SECOND_NS)
    idle_ns = table.now_ns
    table.wait(20 * MS)
    table.tap(Line.STOP)
    rig.fakes.inputs.set_level(Line.RIGHT_PLUNGER, True)
    rig.fakes.inputs.deliver(Edge(Line.RIGHT_PLUNGER, True, idle_ns))
    table._next_ns = table.now_ns
    table.wait(20 * MS)
    assert Press(idle_ns, RIGHT) in table.station.timeline.everything()
    assert not any(isinstance(each, LateEdge) for each in table.station.timeline.everything())
    assert "claims a win" not in table.says(ScreenName.LEFT)
