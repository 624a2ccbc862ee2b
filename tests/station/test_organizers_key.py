"""The organizer's key at the table: a line of the body, by its level, whatever its contact does."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from clock.menu.access import Opens, Organizer
from clock.rules.inputs import Adjust, Resume
from clock.rules.refusal import SetupError
from clock.rules.seats import LEFT
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS
from clock.station.loop import WAIT_NS_MAX, Station
from hal.fake import FakeTime, fake_body
from hal.ports import Edge, Line, ScreenName
from hal.wiring import DEFAULT, KEY_PIN
from tests.station.tables import MS, FakeRig, MockRig, Table, setup

WITH_KEY = replace(DEFAULT, lines={**DEFAULT.lines, Line.KEY: KEY_PIN})
KEY = Organizer(Opens.KEY)
MENU = "Organizer. Go on, 1 of "

Lay = Callable[..., "Locked"]


class Locked(Table):
    """A table whose clock has a key, stopped in a game."""

    def __init__(self, rig: FakeRig | MockRig, *, turned: bool = False) -> None:
        if turned:
            rig.drive(Line.KEY, True)
        super().__init__(rig, setup("1h"), organizer=KEY)
        self.tap(Line.OK)
        self.tap(Line.STOP)
        assert self.state.phase is Phase.STOPPED

    @property
    def said(self) -> str:
        return self.says(ScreenName.LEFT)

    def look(self) -> None:
        """Let the loop look some times, as it does whether anything is due or not."""
        for _ in range(4):
            self._turn()
            self.wait(WAIT_NS_MAX)

    @property
    def done(self) -> list[str]:
        """What the organizer has done."""
        self.settle()
        inputs = self.station.timeline.inputs
        return [type(each).__name__ for each in inputs if isinstance(each, Adjust | Resume)]


@pytest.fixture(params=[FakeRig, MockRig])
def lay(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Lay:
    return lambda **given: Locked(request.param(monkeypatch, WITH_KEY), **given)


def test_the_key_opens_the_menu_and_closes_it(lay: Lay) -> None:
    table = lay()
    table.down(Line.KEY)
    table.wait(20 * MS)
    assert table.said.startswith(MENU)
    assert table.said == table.says(ScreenName.RIGHT)
    table.wait(HOUR_NS // 60)
    assert table.said.startswith(MENU)
    table.up(Line.KEY)
    table.wait(20 * MS)
    assert "Stopped" in table.said


def test_a_key_turned_back_in_the_middle_of_a_correction_leaves_all_as_it_was(lay: Lay) -> None:
    table = lay()
    before = table.state.left.remaining_ns
    table.down(Line.KEY)
    table.wait(20 * MS)
    for line in (Line.PLUS, Line.PLUS, Line.OK, Line.OK, Line.OK, Line.PLUS):
        table.tap(line)
    assert "Yes is selected" in table.said
    table.up(Line.KEY)
    table.wait(20 * MS)
    for _ in range(3):
        table.tap(Line.OK)
    assert table.done == []
    assert (table.state.phase, table.state.left.remaining_ns) == (Phase.STOPPED, before)


def test_with_the_key_the_same_presses_correct(lay: Lay) -> None:
    table = lay()
    table.down(Line.KEY)
    table.wait(20 * MS)
    for line in (Line.PLUS, Line.PLUS, Line.OK, Line.OK, Line.OK, Line.PLUS, Line.OK):
        table.tap(line)
    assert table.done == ["Adjust"]


@pytest.mark.rule("RIF 14.6")
def test_only_with_the_key_the_game_goes_on(lay: Lay) -> None:
    table = lay()
    for held_ns in (60 * MS, 60 * MS, 2_500 * MS, 60 * MS):
        table.tap(Line.OK, held_ns=held_ns)
    assert table.state.phase is Phase.STOPPED
    table.down(Line.KEY)
    table.wait(20 * MS)
    table.tap(Line.OK)
    table.tap(Line.OK)
    assert table.state.running is LEFT
    table.up(Line.KEY)
    table.wait(20 * MS)
    assert table.state.running is LEFT


def test_a_key_that_is_turned_at_power_on_counts_as_turned(lay: Lay) -> None:
    table = lay(turned=True)
    table.tap(Line.OK)
    table.tap(Line.OK)
    assert table.state.running is LEFT


def test_a_contact_that_bounces_is_one_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = FakeRig(monkeypatch, WITH_KEY)
    table = Locked(rig)
    pages = []
    for level in (True, False, True, False, True):
        table.down(Line.KEY) if level else table.up(Line.KEY)
        table.wait(MS)
        pages.append(table.said.startswith(MENU))
    assert not any(pages)
    table.wait(20 * MS)
    assert table.said.startswith(MENU)
    table.tap(Line.PLUS)
    second = table.said
    for level in (False, True, False, True):  # a shaken switch that is on all the time
        table.down(Line.KEY) if level else table.up(Line.KEY)
        table.wait(MS)
    table.wait(50 * MS)
    assert table.said == second


@pytest.mark.parametrize("noticed", [True, False])
def test_a_turn_whose_edge_is_lost_is_seen_by_its_level(
    monkeypatch: pytest.MonkeyPatch, noticed: bool
) -> None:
    rig = FakeRig(monkeypatch, WITH_KEY)
    table = Locked(rig)
    table.down(Line.KEY)
    table.wait(50 * MS)
    assert table.said.startswith(MENU)
    lose = rig.fakes.inputs.lose if noticed else rig.fakes.inputs.set_level
    lose(Line.KEY, False)
    table.look()
    assert "Stopped" in table.said


def test_a_late_edge_of_the_key_turns_it_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = FakeRig(monkeypatch, WITH_KEY)
    table = Locked(rig)
    stamp_ns = table.now_ns
    rig.fakes.inputs.set_level(Line.KEY, True)
    table.wait(200 * MS)
    rig.fakes.inputs.deliver(Edge(Line.KEY, True, stamp_ns))
    table.look()
    assert table.said.startswith(MENU)


def test_a_menu_that_no_key_can_open_is_refused() -> None:
    with pytest.raises(SetupError, match="no key is wired"):
        Station(fake_body(DEFAULT, FakeTime()), setup(), organizer=KEY)


def test_a_key_on_a_clock_that_opens_by_the_hold_does_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(FakeRig(monkeypatch, WITH_KEY), setup())
    table.tap(Line.OK)
    table.tap(Line.STOP)
    before = table.says(ScreenName.LEFT)
    table.down(Line.KEY)
    table.wait(50 * MS)
    assert table.says(ScreenName.LEFT) == before


def test_a_code_at_the_table_is_entered_with_the_three_buttons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = Organizer(Opens.CODE, (1, 0, 0, 2))
    table = Table(FakeRig(monkeypatch), setup(), organizer=code)
    table.tap(Line.OK)
    table.tap(Line.STOP)
    table.tap(Line.OK, held_ns=2_500 * MS)
    for line in (Line.PLUS, Line.OK, Line.OK, Line.OK, Line.PLUS, Line.PLUS, Line.OK):
        assert table.says(ScreenName.RIGHT).startswith("Organizer's code. ")
        table.tap(line)
    assert table.says(ScreenName.LEFT).startswith(MENU)
