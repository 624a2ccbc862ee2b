"""The station on its table: from the plunger to the lamps and the faces."""

import pytest
from msgspec.structs import replace

from clock.rules.inputs import Finish, Press, Result
from clock.rules.refusal import SetupError
from clock.rules.regulations import PROFILES, HandRule
from clock.rules.seats import LEFT, RIGHT, Hand
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.station.loop import Station
from hal.fake import FakeTime, fake_body
from hal.ports import Edge, LampName, Line, ScreenName
from hal.wiring import DEFAULT
from tests.station.conftest import Lay
from tests.station.tables import MS, FakeRig, Table, setup


def test_on_a_body_without_an_ok_button_stop_is_it_but_while_a_clock_runs_it_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = {line: pin for line, pin in DEFAULT.lines.items() if line is not Line.OK}
    table = Table(FakeRig(monkeypatch, replace(DEFAULT, lines=lines)), setup())
    table.tap(Line.STOP)
    assert table.state.running is LEFT
    table.tap(Line.STOP)
    assert table.state.phase is Phase.STOPPED
    table.tap(Line.STOP)
    assert table.says(ScreenName.LEFT).startswith("Go on?")
    table.tap(Line.STOP)
    assert table.state.running is LEFT


@pytest.mark.rule("RIF 14.9")
def test_the_referees_lamp_goes_out_with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(FakeRig(monkeypatch), setup("301", "rif-referees"))
    table.tap(Line.OK)
    table.wait(2 * SECOND_NS)
    assert table.rig.lit(LampName.REFEREE)
    table.station.timeline.add(Finish(table.now_ns, Result.DRAW))
    table.wait(2 * SECOND_NS)
    assert not table.rig.lit(LampName.REFEREE)


@pytest.mark.rule("RIF 14.3")
def test_one_press_moves_the_running_lamp_and_both_faces(lay: Lay) -> None:
    table = lay()
    table.tap(Line.OK)
    assert table.rig.lit(LampName.LEFT_RUNNING)
    assert not table.rig.lit(LampName.RIGHT_RUNNING)
    table.wait(5 * SECOND_NS)
    table.tap(Line.LEFT_PLUNGER)
    assert not table.rig.lit(LampName.LEFT_RUNNING)
    assert table.rig.lit(LampName.RIGHT_RUNNING)
    assert "at rest" in table.says(ScreenName.LEFT)
    assert "running" in table.says(ScreenName.RIGHT)


def test_the_time_charged_is_the_difference_of_the_edges_stamps(lay: Lay) -> None:
    table = lay()
    started_ns = table.tap(Line.RIGHT_PLUNGER)
    table.wait(5 * SECOND_NS + 123_456_789)
    pressed_ns = table.tap(Line.LEFT_PLUNGER)
    assert table.state.left.spent_ns == pressed_ns - started_ns
    table.wait(7 * SECOND_NS + 1)
    assert table.tap(Line.RIGHT_PLUNGER) - pressed_ns == table.state.right.spent_ns


def test_five_bounces_of_2_ms_are_one_press_at_the_first_edge_and_a_spike_is_none(
    lay: Lay,
) -> None:
    table = lay()
    started_ns = table.tap(Line.OK)
    table.wait(SECOND_NS)
    first_ns = table.now_ns
    for _ in range(5):
        table.down(Line.LEFT_PLUNGER)
        table.wait(2 * MS)
        table.up(Line.LEFT_PLUNGER)
        table.wait(2 * MS)
    table.tap(Line.LEFT_PLUNGER)
    assert table.state.play.moves == 1
    assert table.state.left.spent_ns == first_ns - started_ns
    table.wait(SECOND_NS)
    table.down(Line.RIGHT_PLUNGER)
    table.wait(1 * MS)
    table.up(Line.RIGHT_PLUNGER)
    table.settle()
    assert table.state.play.moves == 1
    presses = [each for each in table.station.timeline.everything() if isinstance(each, Press)]
    assert presses == [Press(first_ns, LEFT)]


@pytest.mark.rule("RIF 14.3")
def test_a_stuck_plunger_never_blocks_the_other_seat(lay: Lay) -> None:
    table = lay()
    table.tap(Line.OK)
    table.down(Line.LEFT_PLUNGER)
    table.wait(3 * SECOND_NS)
    assert table.state.running is RIGHT
    table.tap(Line.RIGHT_PLUNGER)
    assert table.state.running is LEFT
    table.wait(SECOND_NS)
    table.up(Line.LEFT_PLUNGER)
    table.wait(100 * MS)
    table.tap(Line.LEFT_PLUNGER)
    assert table.state.running is RIGHT


@pytest.mark.rule("RIF 14.4")
def test_the_clapper_waits_for_presses_that_are_still_on_their_way(lay: Lay) -> None:
    table = lay(control="10")
    table.tap(Line.OK)
    falls_ns = table.state.wake_ns
    table.wait(falls_ns - table.now_ns + 240 * MS)
    assert not table.rig.lit(LampName.LEFT_CLAPPER)
    assert "no time left" in table.says(ScreenName.LEFT)
    table.wait(20 * MS)
    assert table.rig.lit(LampName.LEFT_CLAPPER)
    assert table.state.left.fell_at_ns == falls_ns


def test_a_press_before_the_fall_that_is_delivered_after_it_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = FakeRig(monkeypatch)
    table = Table(rig, setup(control="10"))
    table.tap(Line.OK)
    falls_ns = table.state.wake_ns
    table.wait(falls_ns - table.now_ns + 100 * MS)
    rig.fakes.inputs.set_level(Line.LEFT_PLUNGER, True)
    rig.fakes.inputs.deliver(Edge(Line.LEFT_PLUNGER, True, falls_ns - 1))
    table._next_ns = table.now_ns
    table.settle()
    assert not table.state.left.fallen
    assert table.state.left.remaining_ns == 1
    assert table.state.running is RIGHT


@pytest.mark.rule("RIF 14.9")
def test_the_referee_is_called_by_lamp_and_tone_until_somebody_acknowledges(lay: Lay) -> None:
    table = lay(control="301", regulations="rif-referees")
    table.tap(Line.OK)
    assert not table.rig.lit(LampName.REFEREE)
    table.wait(SECOND_NS + 300 * MS)
    assert table.rig.lit(LampName.REFEREE)
    assert "Time referee called" in table.says(ScreenName.LEFT)
    table.tap(Line.OK)
    assert not table.rig.lit(LampName.REFEREE)
    assert "Time referee is here" in table.says(ScreenName.LEFT)
    assert table.state.running is LEFT


@pytest.mark.rule("RIF 14.8", "RIF 14.9")
@pytest.mark.parametrize(("regulations", "tones"), [("rif", []), ("rif-referees", [880, 440])])
def test_a_call_and_a_fall_are_heard_only_where_time_may_be_announced(
    regulations: str, tones: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = FakeRig(monkeypatch)
    table = Table(rig, setup(control="301", regulations=regulations))
    table.tap(Line.OK)
    table.wait(MINUTE_NS * 6)
    assert rig.fakes.buzzer is not None
    assert [beep.tone_hz for beep in rig.fakes.buzzer.beeps] == tones


@pytest.mark.rule("RIF 15")
def test_joint_time_is_started_by_the_buttons_and_ended_by_the_first_to_come(lay: Lay) -> None:
    table = lay()
    table.tap(Line.PLUS)
    started_ns = table.tap(Line.OK)
    assert table.state.phase is Phase.JOINT
    assert table.rig.lit(LampName.LEFT_RUNNING)
    assert table.rig.lit(LampName.RIGHT_RUNNING)
    table.wait(10 * SECOND_NS)
    came_ns = table.tap(Line.RIGHT_PLUNGER)
    for seat in (LEFT, RIGHT):
        assert table.state.seat(seat).spent_ns == came_ns - started_ns
    assert table.state.running is LEFT


@pytest.mark.rule("RIF 14.6")
def test_stop_halts_both_at_its_instant(lay: Lay) -> None:
    table = lay()
    started_ns = table.tap(Line.OK)
    table.wait(4 * SECOND_NS)
    stopped_ns = table.tap(Line.STOP)
    assert table.state.phase is Phase.STOPPED
    table.wait(SECOND_NS)
    assert table.state.left.spent_ns == stopped_ns - started_ns


def test_a_stop_goes_on_after_both_times_were_shown(lay: Lay) -> None:
    table = lay()
    table.tap(Line.OK)
    table.tap(Line.STOP)
    table.tap(Line.OK)
    assert table.state.phase is Phase.STOPPED
    table.tap(Line.OK)
    assert (table.state.phase, table.state.running) == (Phase.RUNNING, LEFT)


def test_a_hold_of_two_seconds_opens_the_organizers_menu_and_a_shorter_one_does_not(
    lay: Lay,
) -> None:
    table = lay()
    table.tap(Line.OK)
    table.tap(Line.STOP)
    table.tap(Line.OK, held_ns=1_900 * MS)
    short = table.says(ScreenName.LEFT)
    table.tap(Line.MINUS)
    table.tap(Line.OK, held_ns=2_100 * MS)
    assert table.says(ScreenName.LEFT) != short
    assert table.says(ScreenName.LEFT) == table.says(ScreenName.RIGHT)


@pytest.mark.rule("RIF 14.5")
def test_a_display_that_fails_is_told_on_the_other_and_costs_no_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = FakeRig(monkeypatch)
    table = Table(rig, setup())
    started_ns = table.tap(Line.OK)
    rig.fakes.screens[ScreenName.RIGHT].unplug("right display: no answer at 0x3D")
    table.wait(2 * SECOND_NS)
    assert "right display: no answer" in table.says(ScreenName.LEFT)
    pressed_ns = table.tap(Line.LEFT_PLUNGER)
    assert table.state.left.spent_ns == pressed_ns - started_ns
    rig.fakes.screens[ScreenName.RIGHT].plug_in()
    table.wait(2 * SECOND_NS)
    assert "no answer" not in table.says(ScreenName.LEFT)


@pytest.mark.rule("RIF 14.3 same hand")
@pytest.mark.parametrize("rule", [HandRule.WITNESS, HandRule.ENFORCE])
def test_without_sensors_witness_and_enforce_are_refused_when_the_clock_is_set_up(
    rule: HandRule,
) -> None:
    regulations = replace(PROFILES["rif"], hand_rule=rule)
    with pytest.raises(SetupError, match="stone sensors, which are not wired"):
        Station(fake_body(DEFAULT, FakeTime()), setup(regulations=regulations))


@pytest.mark.rule("RIF 14.3 same hand")
def test_with_two_plungers_a_seat_and_sensors_hands_are_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    single = (Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER)
    lines = {line: pin for pin, line in enumerate(line for line in Line if line not in single)}
    regulations = replace(PROFILES["rif"], hand_rule=HandRule.ENFORCE)
    rig = FakeRig(monkeypatch, replace(DEFAULT, lines=lines))
    table = Table(rig, setup(regulations=regulations))
    for line in (Line.OK, Line.LEFT_STONE_RH, Line.LEFT_PLUNGER_LH):
        table.tap(line)
        table.wait(SECOND_NS)
    assert table.state.play.moves == 0
    table.tap(Line.LEFT_PLUNGER_RH)
    assert table.state.play.moves == 1
    table.settle()
    presses = [each for each in table.station.timeline.inputs if isinstance(each, Press)]
    assert [press.hand for press in presses] == [Hand.LEFT, Hand.RIGHT]
