"""Parts break while a game is played: the times stay exact, and the clock says what is wrong."""

import random
from itertools import pairwise

import pytest

from clock.game.replay import played
from clock.rules.outputs import TurnPassed
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.station.hardware import STEADY_PERCENT, BatteryWarning
from clock.station.loop import LEVELS_EVERY_NS
from hal.debounce import EDGE_LATENCY_NS_MAX
from hal.message import Message
from hal.ports import Edge, LampName, Line, ScreenName
from hal.power import LOW_PERCENT
from tests.fakes import FakePower
from tests.station.tables import MS, FakeRig, Table, setup

OTHER = {Line.LEFT_PLUNGER: Line.RIGHT_PLUNGER, Line.RIGHT_PLUNGER: Line.LEFT_PLUNGER}


@pytest.fixture
def table(rig: FakeRig) -> Table:
    """A table with the left clock running since OK."""
    return begun(rig)


def begun(rig: FakeRig, control: str = "40/2h:1h") -> Table:
    table = Table(rig, setup(control))
    table.tap(Line.OK)
    return table


def play(table: Table, presses: int, line: Line = Line.LEFT_PLUNGER) -> list[int]:
    """Press in turn, seven seconds apart and a little; the instants."""
    stamps_ns = []
    for number in range(presses):
        table.wait(7 * SECOND_NS + 1_234_567 * number)
        stamps_ns.append(table.tap(line))
        line = OTHER[line]
    table.settle()
    return stamps_ns


def assert_exact(table: Table, stamps_ns: list[int]) -> None:
    """Every turn between presses was charged to the nanosecond, by a replay of the inputs."""
    replayed = played(table.state.setup, table.station.timeline.all_inputs())
    outputs = (output for _, _, each in replayed for output in each)
    spent_ns = [output.spent_ns for output in outputs if isinstance(output, TurnPassed)]
    assert spent_ns[1:] == [after - before for before, after in pairwise(stamps_ns)]


# Inputs


def test_a_press_without_any_edge_is_found_within_a_second_and_the_others_stay_exact(
    table: Table, rig: FakeRig
) -> None:
    stamps_ns = play(table, 2)
    rig.fakes.inputs.set_level(Line.LEFT_PLUNGER, True)
    unheard_ns = table.now_ns
    table.wait(LEVELS_EVERY_NS + EDGE_LATENCY_NS_MAX + 10 * MS)  # found, and folded in
    assert (table.state.running, table.state.play.moves) == (RIGHT, 3)
    table.up(Line.LEFT_PLUNGER)
    later_ns = play(table, 4, Line.RIGHT_PLUNGER)
    found_ns = table.station.timeline.inputs[-5].at_ns
    assert unheard_ns <= found_ns <= unheard_ns + LEVELS_EVERY_NS
    assert_exact(table, [*stamps_ns, found_ns, *later_ns])


@pytest.mark.parametrize("turns_ms", [1, 500, 999])
def test_all_levels_are_read_again_within_a_second_whenever_the_loop_last_turned(
    turns_ms: int, rig: FakeRig
) -> None:
    table = Table(rig, setup())  # nothing on its faces changes
    table.wait(turns_ms * MS)
    table._turn()
    rig.fakes.inputs.set_level(Line.RIGHT_PLUNGER, True)  # starts the left clock
    table.wait(LEVELS_EVERY_NS + EDGE_LATENCY_NS_MAX)
    assert table.state.running is LEFT


@pytest.mark.rule("RIF 14.3")
def test_a_stuck_plunger_is_one_press_and_costs_the_other_player_nothing(table: Table) -> None:
    table.wait(5 * SECOND_NS)
    stamps_ns = [table.down(Line.LEFT_PLUNGER)]  # and it does not come up
    table.wait(MINUTE_NS)
    stamps_ns.append(table.tap(Line.RIGHT_PLUNGER))
    table.wait(20 * SECOND_NS)
    assert (table.state.running, table.state.play.moves) == (LEFT, 2)
    table.up(Line.LEFT_PLUNGER)
    table.wait(100 * MS)
    stamps_ns.append(table.tap(Line.LEFT_PLUNGER))
    table.settle()
    assert_exact(table, stamps_ns)


def test_ten_thousand_edges_a_second_on_an_idle_line_change_no_time(rig: FakeRig) -> None:
    table, noise, stamps_ns = begun(rig, "3"), random.Random(4), list[int]()
    line, batch = Line.LEFT_PLUNGER, 0
    while not table.state.left.fallen and not table.state.right.fallen:
        start_ns = table.now_ns
        rig.time.advance(10 * MS)
        for at_ns in sorted(noise.randrange(start_ns, table.now_ns) for _ in range(100)):
            rig.fakes.inputs.deliver(Edge(Line.MINUS, noise.random() < 0.5, at_ns))
        if batch in (10, 60, 110):
            stamps_ns.append(table.down(line))
        if batch in (20, 70, 120):
            rig.drive(line, False)
            line = OTHER[line]
        falls_ns = table.state.wake_ns
        table.station.turn()
        batch += 1
    assert table.station._edges.empty()
    assert_exact(table, stamps_ns)
    assert table.state.right.fell_at_ns == falls_ns
    assert table.rig.lit(LampName.RIGHT_CLAPPER)


HELD = "Left plunger is down"


@pytest.mark.rule("RIF 14.5")
def test_a_plunger_that_is_held_is_logged_after_20_s_and_on_the_faces_in_a_stop_alone(
    table: Table, rig: FakeRig
) -> None:
    heard = len(rig.beeps)
    table.down(Line.LEFT_PLUNGER)
    table.wait(19 * SECOND_NS)
    assert table.station.faults() == ()
    table.wait(SECOND_NS + EDGE_LATENCY_NS_MAX)
    assert list(map(str, table.station.faults())) == [HELD]
    assert list(map(str, table.station.snapshot.remarks)) == [HELD]
    assert HELD not in table.sentence()
    table.do("stop")
    for name in ScreenName:
        assert HELD in table.sentence(name)
        assert "faulty" not in table.sentence(name)  # it may be a palm
    table.up(Line.LEFT_PLUNGER)
    table.settle()
    assert table.station.faults() == ()
    assert HELD not in table.sentence()
    assert len(rig.beeps) == heard


def test_a_plunger_that_is_down_at_the_start_is_held_as_well(rig: FakeRig) -> None:
    rig.fakes.inputs.set_level(Line.RIGHT_PLUNGER, True)
    table = Table(rig, setup())
    table.wait(21 * SECOND_NS)
    assert "Right plunger is down" in table.sentence()


# Screens


@pytest.mark.rule("RIF 14.5")
def test_a_missing_display_is_reported_on_the_other_one_and_comes_back(
    rig: FakeRig,
) -> None:
    left, right = (rig.fakes.screens[name] for name in ScreenName)
    right.unplug("right display: no answer at 0x3D")
    table = begun(rig)
    stamps_ns = play(table, 3)
    assert right.frames == []
    for text in ("Right display lost: check its cable", "Right, "):
        assert text in table.sentence()
    assert "0x3D" not in table.sentence()
    assert "0x3D" in str(table.station.faults()[0])  # the log has it
    right.plug_in()
    table.wait(2 * SECOND_NS)
    for text in ("lost", "Right, "):
        assert text not in table.sentence()
    left.unplug("left display: no answer at 0x3C")
    stamps_ns += play(table, 3, Line.RIGHT_PLUNGER)
    assert "Left display lost" in table.sentence(ScreenName.RIGHT)
    left.plug_in()
    stamps_ns += play(table, 3)
    assert "lost" not in table.sentence()
    assert_exact(table, stamps_ns)


# The supply: shown at once and steadily, heard by nobody, and it stops nothing


SIGN, WORDS = "Battery low", "Battery low: 20 %"
WEAK = Message("voltage too low")


def charge(rig: FakeRig, table: Table, percent: int, *, charging: bool = False) -> set[str]:
    """The battery has so much from now on, and the loop has looked; what both displays say."""
    rig.fakes.power.charge, rig.fakes.power.is_charging = percent, charging
    table.look()
    return {table.sentence(screen) for screen in ScreenName}


@pytest.mark.rule("RIF 14.5")
def test_a_low_battery_is_shown_in_words_before_the_start_then_as_a_sign_and_never_heard(
    rig: FakeRig,
) -> None:
    table = Table(rig, setup(regulations="club"))
    assert SIGN not in table.sentence()
    for sentence in charge(rig, table, 20):
        assert all(text in sentence for text in (SIGN, WORDS, "40/2:00:00", "OK start"))
    rig.fakes.power.fault = WEAK
    table.look()
    assert all(text in table.sentence() for text in ("voltage too low", WORDS, "OK start"))
    started_ns = table.tap(Line.OK)
    heard = len(rig.beeps)
    for percent in (LOW_PERCENT, 0):
        for sentence in charge(rig, table, percent):
            assert all(text in sentence for text in (SIGN, "faulty", "voltage too low"))
            assert "charge" not in sentence
    assert table.station.faults() == (WEAK,)
    rig.fakes.power.fault = None
    for sentence in charge(rig, table, 0, charging=True):
        assert SIGN not in sentence
        assert "faulty" not in sentence
    assert len(rig.beeps) == heard
    assert table.tap(Line.LEFT_PLUNGER) - started_ns == table.state.left.spent_ns


def test_a_gauge_that_wavers_does_not_make_the_sign_flicker() -> None:
    assert BatteryWarning(None, 60).low_charge() is None
    power, found = FakePower(), []
    battery = BatteryWarning(power, 60)
    assert battery.low_charge() is None
    for power.charge in (61, 60, 61, 60 + STEADY_PERCENT, 61 + STEADY_PERCENT, 61, 60):
        found.append(battery.low_charge())
    assert found == [None, 60, 61, 60 + STEADY_PERCENT, None, None, 60]
