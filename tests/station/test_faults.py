"""Parts break while a game is played: the times stay exact, and the clock says what is wrong."""

import random
import threading
import time
from itertools import pairwise

import pytest
from PIL import Image

from clock.display.draw import draw
from clock.display.view import view
from clock.game.replay import played
from clock.rules.outputs import TurnPassed
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.station.body import STEADY_PERCENT, Battery
from clock.station.loop import LEVELS_EVERY_NS, Station
from clock.text.language import render
from hal.debounce import EDGE_LATENCY_NS_MAX
from hal.fake import FakePower
from hal.message import Message
from hal.oled import HANGS_NS
from hal.ports import Body, Edge, LampName, Line, ScreenName
from hal.power import LOW_PERCENT
from tests.hal.rigs import WAIT_S, Panel
from tests.station.tables import MS, FakeRig, HeardScreen, Table, setup

OTHER = {Line.LEFT_PLUNGER: Line.RIGHT_PLUNGER, Line.RIGHT_PLUNGER: Line.LEFT_PLUNGER}
FOUND_NS = LEVELS_EVERY_NS + EDGE_LATENCY_NS_MAX + 10 * MS
"""A level whose edge was lost has been found, and folded in."""


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


def spent_ns(station: Station) -> list[int]:
    """What each turn was charged, by a replay of the inputs."""
    replayed = played(station.state.setup, station.timeline.everything())
    outputs = (output for _, _, each in replayed for output in each)
    return [output.spent_ns for output in outputs if isinstance(output, TurnPassed)]


def between_ns(stamps_ns: list[int]) -> list[int]:
    return [after - before for before, after in pairwise(stamps_ns)]


def assert_exact(table: Table, stamps_ns: list[int]) -> None:
    """Every turn between presses was charged to the nanosecond."""
    assert spent_ns(table.station)[1:] == between_ns(stamps_ns)


# Inputs


def test_a_press_without_any_edge_is_found_within_a_second_and_the_others_stay_exact(
    table: Table, rig: FakeRig
) -> None:
    stamps_ns = play(table, 2)
    rig.fakes.inputs.set_level(Line.LEFT_PLUNGER, True)
    unheard_ns = table.now_ns
    table.wait(FOUND_NS)
    assert (table.state.running, table.state.play.moves) == (RIGHT, 3)
    table.up(Line.LEFT_PLUNGER)
    later_ns = play(table, 4, Line.RIGHT_PLUNGER)
    found_ns = table.station.timeline.inputs[-5].at_ns
    assert unheard_ns <= found_ns <= unheard_ns + LEVELS_EVERY_NS
    assert_exact(table, [*stamps_ns, found_ns, *later_ns])


def test_lost_edges_that_left_the_level_as_it_was_invent_nothing(
    table: Table, rig: FakeRig
) -> None:
    stamps_ns = play(table, 2)
    for line in rig.fakes.inputs.lines:
        rig.fakes.inputs.lose(line, False)
    table.wait(10 * SECOND_NS)
    assert_exact(table, stamps_ns + play(table, 4))


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
    table = begun(rig, "3")
    noise, line, stamps_ns = random.Random(4), Line.LEFT_PLUNGER, list[int]()
    batch = 0
    while not table.state.left.fallen and not table.state.right.fallen:
        start_ns = table.now_ns
        rig.time.advance(10 * MS)
        for at_ns in sorted(noise.randrange(start_ns, table.now_ns) for _ in range(100)):
            rig.fakes.inputs.deliver(Edge(Line.MINUS, noise.random() < 0.5, at_ns))
        if batch % 50 == 10 and batch < 150:
            stamps_ns.append(table.down(line))
        if batch % 50 == 20:
            rig.drive(line, False)
            line = OTHER[line]
        falls_ns = table.state.wake_ns
        table._next_ns = table.station.turn()
        batch += 1
    assert table.station._edges.empty()
    assert table.state.play.moves == len(stamps_ns) == 3
    assert_exact(table, stamps_ns)
    assert table.state.right.fell_at_ns == falls_ns
    assert table.rig.lit(LampName.RIGHT_CLAPPER)


# Screens


@pytest.mark.rule("RIF 14.5")
def test_a_display_absent_at_the_start_or_unplugged_in_the_game_is_on_the_other_and_comes_back(
    rig: FakeRig,
) -> None:
    left, right = (rig.fakes.screens[name] for name in ScreenName)
    right.unplug("right display: no answer at 0x3D")
    table = begun(rig)
    stamps_ns = play(table, 3)
    assert right.frames == []
    assert "right display: no answer" in table.sentence()
    assert "Right, " in table.sentence()
    right.plug_in()
    table.wait(2 * SECOND_NS)
    assert "Right, " not in table.sentence()
    assert "no answer" not in table.sentence()
    left.unplug("left display: no answer at 0x3C")
    stamps_ns += play(table, 3, Line.RIGHT_PLUNGER)
    table.wait(MINUTE_NS)
    left.plug_in()
    stamps_ns += play(table, 3)
    assert "no answer" not in table.sentence()
    assert_exact(table, stamps_ns)


class HangingPanel(Panel):
    """A display whose bus can be made to hang until it is let go on."""

    def __init__(self) -> None:
        super().__init__()
        self.hangs, self.go = threading.Event(), threading.Event()
        self.go.set()

    def display(self, image: Image.Image) -> None:
        if not self.go.is_set():
            self.hangs.set()
            assert self.go.wait(WAIT_S)
        super().display(image)


class Loop(Table):
    """A table whose loop may not wait for anything while it turns."""

    def _turn(self) -> None:
        loop, wait = threading.get_ident(), threading.Condition.wait

        def waited(condition: threading.Condition, timeout: float | None = None) -> bool:
            assert threading.get_ident() != loop, "the loop waits"
            return wait(condition, timeout)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(threading.Condition, "wait", waited)
            patch.setattr(time, "sleep", lambda _: waited(threading.Condition()))
            super()._turn()


def test_a_bus_that_hangs_holds_up_neither_the_count_nor_the_other_display(rig: FakeRig) -> None:
    """The other one is right within a tenth of a second, and then has both times."""
    well, bus = Panel(), HangingPanel()
    left = HeardScreen(well, now_ns=rig.time.now_ns)
    right = HeardScreen(bus, name=Message("right"), now_ns=rig.time.now_ns)
    screens = {ScreenName.LEFT: left, ScreenName.RIGHT: right}
    rig.body = Body(rig.fakes.inputs, rig.fakes.lamps, screens, None, rig.time)
    table = Loop(rig, setup())
    table.tap(Line.OK)
    stamps_ns = play(table, 2)
    assert right.flush(WAIT_S)
    bus.go.clear()
    for line in (Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER, Line.LEFT_PLUNGER):
        stamps_ns.append(table.down(line))
        table.wait(100 * MS)
        assert table.now_ns == stamps_ns[-1] + 100 * MS
        assert table.state.play.moves == len(stamps_ns)
        assert bus.hangs.wait(WAIT_S)
        assert left.flush(WAIT_S)
        assert well.drawn[-1] == left_picture(table)
        if len(stamps_ns) == 3:
            assert right.fault is None  # slow, and not yet called hanging
        table.up(line)
        table.wait(HANGS_NS)
    assert right.fault is not None
    assert render(right.fault) == "right: hangs"
    assert "Right, " in left.sentence
    bus.go.set()
    assert right.flush(WAIT_S)
    assert right.fault is None
    table.wait(SECOND_NS)
    assert "Right, " not in left.sentence
    stamps_ns += play(table, 3, Line.RIGHT_PLUNGER)
    assert_exact(table, stamps_ns)
    for screen in screens.values():
        screen.close()


def left_picture(table: Table) -> bytes:
    """The picture that the player at the left is to see."""
    lost = table.rig.body.screens[ScreenName.RIGHT].fault is not None
    faults = tuple(map(render, table.station.faults()))
    face = view(table.state, LEFT, table.now_ns, faults=faults, other_lost=lost)
    return draw(face, (128, 64)).tobytes()


# The supply: shown at once and steadily, heard by nobody, and it stops nothing


SIGN, WORDS = "Battery low", "Battery 20 %: charge"
WEAK = Message("too little voltage")


def charge(rig: FakeRig, table: Table, percent: int, *, charging: bool = False) -> None:
    """The battery has so much from now on, and the loop has looked."""
    rig.fakes.power.charge, rig.fakes.power.charging = percent, charging
    table.look()


@pytest.mark.rule("RIF 14.5")
def test_a_low_battery_is_words_before_a_start_and_then_a_sign_until_it_is_charged(
    rig: FakeRig,
) -> None:
    table = Table(rig, setup())
    for screen in ScreenName:
        assert SIGN not in table.sentence(screen)
    charge(rig, table, 20)
    for screen in ScreenName:
        for text in (SIGN, WORDS, "40 in 2:00:00", "OK start"):
            assert text in table.sentence(screen)
    rig.fakes.power.fault = WEAK
    table.look()
    for text in ("too little voltage", WORDS, "OK start"):
        assert text in table.sentence()
    rig.fakes.power.fault = None
    table.do("ok")
    for acts in ("", "stop"):
        table.do(acts)
        charge(rig, table, LOW_PERCENT)
        for screen in ScreenName:
            assert SIGN in table.sentence(screen)
            assert "charge" not in table.sentence(screen)
    charge(rig, table, LOW_PERCENT, charging=True)
    assert SIGN not in table.sentence()


@pytest.mark.rule("RIF 14.5")
def test_no_supply_stops_a_count_or_makes_a_sound_and_its_fault_comes_and_goes(
    rig: FakeRig,
) -> None:
    table = Table(rig, setup(regulations="club"))
    started_ns = table.tap(Line.OK)
    assert rig.fakes.buzzer is not None
    heard = len(rig.fakes.buzzer.beeps)
    for percent in (30, 20, 10, 1, 0):
        charge(rig, table, percent)
    rig.fakes.power.fault = WEAK
    table.wait(MINUTE_NS)
    assert table.station.faults() == (WEAK,)
    for screen in ScreenName:
        assert "faulty" in table.sentence(screen)
        assert "too little voltage" in table.sentence(screen)
    rig.fakes.power.fault = None
    table.look()
    assert "faulty" not in table.sentence()
    assert len(rig.fakes.buzzer.beeps) == heard
    pressed_ns = table.tap(Line.LEFT_PLUNGER)
    table.settle()
    assert table.state.running is RIGHT
    assert table.state.left.spent_ns == pressed_ns - started_ns


def test_a_gauge_that_wavers_does_not_make_the_sign_flicker() -> None:
    assert Battery(None).low() is None
    power = FakePower()
    battery = Battery(power, 60)
    assert battery.low() is None
    found = []
    for power.charge in (61, 60, 61, 60 + STEADY_PERCENT, 61 + STEADY_PERCENT, 61, 60):
        found.append(battery.low())
    assert found == [None, 60, 61, 60 + STEADY_PERCENT, None, None, 60]
