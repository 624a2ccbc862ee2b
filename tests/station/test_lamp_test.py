"""All lamps are lit at power-on, so that a dead one is seen; and none in a game because of it."""

import pytest

from clock.station.presenter import LAMP_TEST_NS
from hal.ports import LampName, Line
from tests.station.tables import FakeRig, MockRig, Table, setup


def lit(table: Table) -> set[LampName]:
    return {name for name in LampName if table.rig.lit(name)}


@pytest.mark.parametrize("rig", [FakeRig, MockRig])
def test_all_lamps_are_lit_at_first_and_then_those_of_the_game(
    monkeypatch: pytest.MonkeyPatch, rig: type[FakeRig | MockRig]
) -> None:
    table = Table(rig(monkeypatch), setup(), lamp_test=True)
    assert lit(table) == set(LampName)
    table.wait(LAMP_TEST_NS - 1)
    assert lit(table) == set(LampName)
    table.wait(1)
    assert lit(table) == set()


@pytest.mark.parametrize("line", [Line.STOP, Line.PLUS, Line.RIGHT_PLUNGER])
def test_whoever_touches_the_clock_ends_it(monkeypatch: pytest.MonkeyPatch, line: Line) -> None:
    tested, plain = (
        Table(FakeRig(monkeypatch), setup(), lamp_test=lamp_test) for lamp_test in (True, False)
    )
    for table in (tested, plain):
        table.tap(line)
    assert lit(tested) == lit(plain) != set(LampName)


def test_a_game_that_is_started_at_once_has_its_own_lamps_from_the_first_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(FakeRig(monkeypatch), setup(), lamp_test=True)
    table.tap(Line.OK)
    assert lit(table) == {LampName.LEFT_RUNNING}


def test_without_it_no_lamp_is_lit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lit(Table(FakeRig(monkeypatch), setup())) == set()
