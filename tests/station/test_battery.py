"""A low battery is shown at once and steadily, heard by nobody, and stops nothing."""

import pytest

from clock.rules.seats import RIGHT
from clock.rules.units import MINUTE_NS
from clock.station.battery import LOW_PERCENT, STEADY_PERCENT, Battery
from hal.fake import FakePower
from hal.ports import Line, ScreenName
from tests.station.tables import FakeRig, Table, setup

SIGN, WORDS = "Battery low", "Battery 20 %: charge"
WEAK = "too little voltage: a stronger supply, and a shorter, thicker cable"
SCREENS = tuple(ScreenName)


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> FakeRig:
    return FakeRig(monkeypatch)


def hold(rig: FakeRig, table: Table, charge: int | None, *, charging: bool = False) -> None:
    """The battery holds so much from now on, and the loop has looked."""
    rig.fakes.power.charge, rig.fakes.power.charging = charge, charging
    table.look()


def test_before_a_start_both_displays_tell_how_little_is_left(rig: FakeRig) -> None:
    table = Table(rig, setup())
    for screen in SCREENS:
        assert SIGN not in table.says(screen)
    hold(rig, table, 20)
    for screen in SCREENS:
        assert SIGN in table.says(screen)
        assert WORDS in table.says(screen)
        assert "40 in 2:00:00" in table.says(screen)
        assert "OK start" in table.says(screen)


@pytest.mark.rule("RIF 14.5")
def test_in_a_game_it_is_a_sign_without_words_and_goes_when_it_is_charged(rig: FakeRig) -> None:
    table = Table(rig, setup())
    table.tap(Line.OK)
    hold(rig, table, LOW_PERCENT)
    for screen in SCREENS:
        assert SIGN in table.says(screen)
        assert "charge" not in table.says(screen)
    hold(rig, table, LOW_PERCENT, charging=True)
    for screen in SCREENS:
        assert SIGN not in table.says(screen)


def test_it_is_shown_in_a_stop(rig: FakeRig) -> None:
    table = Table(rig, setup("1m"))
    table.tap(Line.OK)
    hold(rig, table, 5)
    table.tap(Line.STOP)
    assert SIGN in table.says(ScreenName.LEFT)
    assert SIGN in table.says(ScreenName.RIGHT)


def test_no_count_is_stopped_and_no_sound_is_made(rig: FakeRig) -> None:
    table = Table(rig, setup(regulations="club"))
    table.tap(Line.OK)
    heard = len(rig.fakes.buzzer.beeps) if rig.fakes.buzzer is not None else 0
    before_ns = table.state.left.remaining_ns
    for charge in (30, 20, 10, 1, 0):
        hold(rig, table, charge)
    rig.fakes.power.fault = WEAK
    table.wait(MINUTE_NS)
    assert rig.fakes.buzzer is not None
    assert len(rig.fakes.buzzer.beeps) == heard
    pressed_ns = table.tap(Line.LEFT_PLUNGER)
    table.settle()
    assert table.state.running is RIGHT
    started_ns = table.state.started_at_ns
    assert started_ns is not None
    assert table.state.left.remaining_ns == before_ns - (pressed_ns - started_ns)


@pytest.mark.rule("RIF 14.5")
def test_too_little_voltage_is_a_fault_that_comes_and_goes(rig: FakeRig) -> None:
    table = Table(rig, setup())
    table.tap(Line.OK)
    rig.fakes.power.fault = WEAK
    table.look()
    for screen in SCREENS:
        assert "faulty" in table.says(screen)
        assert WEAK in table.says(screen)
    assert table.station.faults() == (WEAK,)
    rig.fakes.power.fault = None
    table.look()
    for screen in SCREENS:
        assert "faulty" not in table.says(screen)


def test_a_fault_and_a_low_battery_are_both_told_before_a_start(rig: FakeRig) -> None:
    table = Table(rig, setup())
    rig.fakes.power.fault = WEAK
    hold(rig, table, 20)
    said = table.says(ScreenName.LEFT)
    assert WEAK in said
    assert WORDS in said
    assert "OK start" in said


def test_a_body_whose_supply_nothing_tells_of_shows_nothing() -> None:
    assert Battery(None).low() is None
    assert Battery(FakePower()).low() is None


def test_the_limit_is_low_and_a_gauge_that_wavers_does_not_make_the_sign_flicker() -> None:
    power = FakePower()
    battery = Battery(power, 60)
    shown = []
    for charge in (61, 60, 61, 60 + STEADY_PERCENT, 61 + STEADY_PERCENT, 61, 60):
        power.charge = charge
        shown.append(battery.low())
    assert shown == [None, 60, 61, 60 + STEADY_PERCENT, None, None, 60]
