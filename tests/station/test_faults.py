"""Parts break while a game is played: the times stay exact, and the clock says what is wrong."""

import random
import sys
import threading
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from clock.game.replay import played
from clock.rules.outputs import TurnPassed
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.station.loop import LOOK_NS, Station
from hal.debounce import EDGE_LATENCY_NS_MAX
from hal.fake import FakeScreen
from hal.ports import Body, Edge, LampName, Line, ScreenName
from hal.wiring import DEFAULT
from tests.hal.boundary import OnLgpio
from tests.hal.rigs import WAIT_S, Panel
from tests.station.tables import MS, FakeRig, HeardScreen, Table, setup

OTHER = {Line.LEFT_PLUNGER: Line.RIGHT_PLUNGER, Line.RIGHT_PLUNGER: Line.LEFT_PLUNGER}
IDLE = Line.MINUS


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> FakeRig:
    return FakeRig(monkeypatch)


def begun(rig: FakeRig, control: str = "40/2h:1h") -> Table:
    """A table with the left clock running since OK."""
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


def charged_ns(table: Table) -> list[int]:
    """What each turn was charged, from the record of the game."""
    return spent_ns(table.station)


def spent_ns(station: Station) -> list[int]:
    """What each turn was charged, by a replay of the inputs."""
    replayed = played(station.state.setup, station.timeline.everything())
    outputs = (output for _, _, given in replayed for output in given)
    return [output.spent_ns for output in outputs if isinstance(output, TurnPassed)]


def between_ns(stamps_ns: list[int]) -> list[int]:
    return [after - before for before, after in pairwise(stamps_ns)]


class TestInputs:
    def test_a_dead_thread_loses_no_press_and_the_others_stay_exact(self, rig: FakeRig) -> None:
        table = begun(rig)
        stamps_ns = play(table, 4)
        table.wait(SECOND_NS)
        rig.fakes.inputs.alive = False
        rig.fakes.inputs.set_level(Line.LEFT_PLUNGER, True)  # pressed, and nobody hears it
        unheard_ns = table.now_ns
        table.wait(LOOK_NS + EDGE_LATENCY_NS_MAX + 10 * MS)
        assert rig.fakes.inputs.alive
        assert table.state.running is RIGHT
        table.up(Line.LEFT_PLUNGER)
        later_ns = play(table, 4, Line.RIGHT_PLUNGER)
        found_ns = table.station.timeline.inputs[-5].at_ns
        assert unheard_ns <= found_ns <= unheard_ns + LOOK_NS
        assert charged_ns(table)[1:] == between_ns([*stamps_ns, found_ns, *later_ns])

    def test_a_press_that_nothing_tells_of_is_found_within_a_second(self, rig: FakeRig) -> None:
        table = begun(rig)
        play(table, 2)
        rig.fakes.inputs.set_level(Line.LEFT_PLUNGER, True)
        table.wait(LOOK_NS + EDGE_LATENCY_NS_MAX + 10 * MS)
        assert table.state.running is RIGHT
        assert table.state.play.moves == 3

    def test_lost_edges_that_left_the_level_as_it_was_invent_nothing(self, rig: FakeRig) -> None:
        table = begun(rig)
        stamps_ns = play(table, 2)
        for line in rig.fakes.inputs.lines:
            rig.fakes.inputs.lose(line, False)
        table.wait(10 * SECOND_NS)
        stamps_ns += play(table, 4)
        assert charged_ns(table)[1:] == between_ns(stamps_ns)

    def test_a_stuck_plunger_is_one_press_and_costs_the_other_player_nothing(
        self, rig: FakeRig
    ) -> None:
        table = begun(rig)
        table.wait(5 * SECOND_NS)
        stamps_ns = [table.down(Line.LEFT_PLUNGER)]  # and it does not come up
        table.wait(MINUTE_NS)
        stamps_ns.append(table.tap(Line.RIGHT_PLUNGER))
        table.wait(20 * SECOND_NS)
        assert table.state.running is LEFT
        assert table.state.play.moves == 2
        table.up(Line.LEFT_PLUNGER)
        table.wait(100 * MS)
        stamps_ns.append(table.tap(Line.LEFT_PLUNGER))
        table.settle()
        assert charged_ns(table)[1:] == between_ns(stamps_ns)

    def test_ten_thousand_edges_a_second_on_an_idle_line_change_no_time(self, rig: FakeRig) -> None:
        table = begun(rig, control="30")
        noise, levels = random.Random(4), [True, False]
        line, stamps_ns = Line.LEFT_PLUNGER, []
        for batch in range(300):  # 3 s, 10 ms and 100 edges at a time
            start_ns = table.now_ns
            table.rig.time.advance(10 * MS)
            for at_ns in sorted(noise.randrange(start_ns, table.now_ns) for _ in range(100)):
                rig.fakes.inputs.deliver(Edge(IDLE, noise.choice(levels), at_ns))
            if batch % 50 == 10:
                rig.drive(line, True)
                stamps_ns.append(table.now_ns)
            if batch % 50 == 20:
                rig.drive(line, False)
                line = OTHER[line]
            table._next_ns = table.station.turn()
        assert table.station._edges.empty()
        table.settle()
        assert table.state.play.moves == len(stamps_ns) == 6
        assert charged_ns(table)[1:] == between_ns(stamps_ns)

    def test_a_clapper_falls_at_its_instant_under_noise(self, rig: FakeRig) -> None:
        table = begun(rig, control="2")
        falls_ns = table.state.wake_ns
        noise = random.Random(5)
        while table.now_ns < falls_ns + 500 * MS:
            start_ns = table.now_ns
            table.rig.time.advance(10 * MS)
            for at_ns in sorted(noise.randrange(start_ns, table.now_ns) for _ in range(100)):
                rig.fakes.inputs.deliver(Edge(IDLE, noise.random() < 0.5, at_ns))
            table.station.turn()
        assert table.state.left.fell_at_ns == falls_ns
        assert table.rig.lit(LampName.LEFT_CLAPPER)

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
    def test_a_callback_that_raises_in_lgpios_own_thread(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        """The real lgpio and its real thread, which any callback's exception ends."""
        lgpio_rig = OnLgpio(monkeypatch, tmp_path)
        screens = {side: FakeScreen() for side in ScreenName}
        body = Body(lgpio_rig.inputs, {}, screens, None, lgpio_rig.time)
        station = Station(body, setup())
        table = _OnPins(station, lgpio_rig)
        table.press(Line.OK)
        stamps_ns = [table.press(Line.LEFT_PLUNGER), table.press(Line.RIGHT_PLUNGER)]
        lgpio = sys.modules["lgpio"]
        thread = lgpio._notify_thread
        lgpio.gpio_claim_alert(0, 12, 3)
        lgpio.callback(0, 12, 3, None).callb.func = None
        lgpio_rig.edge(12, 0, lgpio_rig.time.now_ns())
        thread.join(WAIT_S)
        assert not body.inputs.alive
        table.wait(LOOK_NS)
        assert body.inputs.alive
        shown = screens[ScreenName.LEFT].shown
        assert shown is not None
        assert "not heard" in shown.sentence
        stamps_ns += [table.press(Line.LEFT_PLUNGER), table.press(Line.RIGHT_PLUNGER)]
        table.wait(SECOND_NS)
        assert spent_ns(station)[1:] == between_ns(stamps_ns)
        lgpio_rig.end()


class _OnPins:
    """A station on the boundary's rig: an edge has arrived once the station's queue has it."""

    def __init__(self, station: Station, rig: OnLgpio) -> None:
        self._station = station
        self._rig = rig

    def press(self, line: Line) -> int:
        self.wait(3 * SECOND_NS)
        at_ns = self._rig.time.now_ns()
        self._edge(line, 0)
        self.wait(60 * MS)
        self._edge(line, 1)
        self.wait(60 * MS)
        return at_ns

    def _edge(self, line: Line, level: int) -> None:
        self._rig.edge(DEFAULT.lines[line], level, self._rig.time.now_ns())
        came = self._station._edges.get(timeout=WAIT_S)
        self._station.turn(came)

    def wait(self, length_ns: int) -> None:
        for _ in range(length_ns // (10 * MS)):
            self._rig.time.advance(10 * MS)
            self._station.turn()


class TestScreens:
    def test_absent_at_the_start_unplugged_in_the_game_and_back_after_a_minute(
        self, rig: FakeRig
    ) -> None:
        right = rig.fakes.screens[ScreenName.RIGHT]
        right.unplug("right display: no answer at 0x3D")
        table = begun(rig)
        stamps_ns = play(table, 3)
        assert right.frames == []
        assert self.both_times(table, "Right")
        right.plug_in()
        table.wait(SECOND_NS)
        assert not self.both_times(table, "Right")
        left = rig.fakes.screens[ScreenName.LEFT]
        left.unplug("left display: no answer at 0x3C")
        stamps_ns += play(table, 3, Line.RIGHT_PLUNGER)
        table.wait(MINUTE_NS)
        left.plug_in()
        stamps_ns += play(table, 3)
        assert left.shown is not None
        assert "no answer" not in left.shown.sentence
        assert charged_ns(table)[1:] == between_ns(stamps_ns)

    def both_times(self, table: Table, other: str) -> bool:
        """Whether the left display tells of the other seat too."""
        shown = table.says(ScreenName.LEFT)
        return f"{other}, " in shown

    def test_a_bus_that_hangs_for_five_seconds_holds_up_neither_the_count_nor_the_other_display(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rig, bus = FakeRig(monkeypatch), HangingPanel()
        left = HeardScreen(Panel(), now_ns=rig.time.now_ns)
        right = HeardScreen(bus, name="right", now_ns=rig.time.now_ns)
        screens = {ScreenName.LEFT: left, ScreenName.RIGHT: right}
        rig.body = Body(rig.fakes.inputs, rig.fakes.lamps, screens, None, rig.time)
        table = begun(rig)
        stamps_ns = play(table, 2)
        assert right.flush(WAIT_S)
        bus.hang()
        stamps_ns.append(table.tap(Line.LEFT_PLUNGER))
        assert bus.hangs.wait(WAIT_S)
        hangs_ns = table.now_ns
        table.wait(1300 * MS)
        assert right.fault is None  # slow, and not yet called hanging
        table.wait(1200 * MS)
        assert right.fault == "right: hangs"
        assert "Right, " in left.sentence
        stamps_ns.append(table.tap(Line.RIGHT_PLUNGER))
        table.wait(SECOND_NS)
        stamps_ns.append(table.tap(Line.LEFT_PLUNGER))
        table.wait(hangs_ns + 5 * SECOND_NS - table.now_ns)
        assert left.flush(WAIT_S)
        bus.go.set()
        assert right.flush(WAIT_S)
        assert right.fault is None
        table.wait(SECOND_NS)
        assert "Right, " not in left.sentence
        stamps_ns += play(table, 3, Line.RIGHT_PLUNGER)
        assert charged_ns(table)[1:] == between_ns(stamps_ns)
        for screen in screens.values():
            screen.close()


class HangingPanel(Panel):
    """A display whose bus can be made to hang until it is let go on."""

    def __init__(self) -> None:
        super().__init__()
        self.hangs, self.go = threading.Event(), threading.Event()
        self.go.set()

    def hang(self) -> None:
        self.go.clear()

    def display(self, image: Image.Image) -> None:
        if not self.go.is_set():
            self.hangs.set()
            assert self.go.wait(WAIT_S)
        super().display(image)
