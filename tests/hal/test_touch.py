"""A touch screen: which place a contact belongs to, and what is a press of its own."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from hal.body import open_body
from hal.factories import NoneFactory
from hal.framebuffer import Glass, HalfScreen, ShownHalf, place
from hal.input_devices import SYN, SYN_DROPPED, SYN_REPORT
from hal.keyboards import KeyInputs
from hal.keys import PLACES, TOUCH, DeviceKey, key_of
from hal.ports import Edge, Frame, Inputs, Line, ScreenName, Target
from hal.touch import AGAIN_NS, PALM, RELEASED_NS
from hal.wiring import DEFAULT, WITHOUT_PINS, FramebufferWiring, Wiring
from hal.wiring_problems import problems
from tests.fakes import FakeTime
from tests.hal.boundary import DRAWN, PLACE_NAMES, TOUCH_END, Collector
from tests.hal.display_pictures import A
from tests.hal.input_devices import InputDevices
from tests.hal.rigs import until

MS = 1_000_000
LEFT, RIGHT = Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER
KEYS = {line: DeviceKey(TOUCH, PLACES[name]) for line, name in PLACE_NAMES.items()}
ON_LEFT, ON_RIGHT, ON_OK = (1000, 1000), (3000, 1000), (1280, 3072)
TOUCHED = Wiring(
    lines={}, keys=KEYS, screens={}, framebuffer=FramebufferWiring(), pins=WITHOUT_PINS.pins
)


class Table:
    """A touch screen between two players, and what is made of it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        devices = folder / "dev/input"
        devices.mkdir(parents=True)
        self.monkeypatch = monkeypatch
        monkeypatch.setattr("hal.keyboards.LOOK_S", 0.01)
        self.devices, self.time = InputDevices(devices, monkeypatch), FakeTime()
        self.screen = self.devices.plug_in_touch((TOUCH_END, TOUCH_END))
        self.sink = Collector()
        self.inputs = self.lay()

    def lay(self, size: tuple[int, int] = (800, 480), **wiring: object) -> Inputs:
        """Lay the screen so, with keys drawn on the left face."""
        glass, laid = Glass(), FramebufferWiring(**wiring)  # type: ignore[arg-type]
        glass.size = lambda: size
        left, right = (place(laid, side, size) for side in ScreenName)
        glass.sides[ScreenName.LEFT] = lambda: ShownHalf(left, DRAWN)
        glass.sides[ScreenName.RIGHT] = lambda: ShownHalf(right, ())
        keys = {line: (key,) for line, key in KEYS.items()}
        self.inputs = KeyInputs(keys, self.time, glass)
        self.inputs.listen(self.sink)
        return self.inputs

    def sync(self, after_ms: int = 10) -> int:
        """Report what fingers did, so long after the last report; return the instant."""
        self.time.advance(after_ms * MS)
        self.screen.sync(self.time.now_ns())
        until(self.screen.is_read)
        return self.time.now_ns()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    found = Table(tmp_path, monkeypatch)
    yield found
    found.inputs.close()


def test_each_half_is_its_plunger_and_a_press_is_stamped_at_the_first_contact(
    table: Table,
) -> None:
    table.screen.put(0, *ON_LEFT)
    table.screen.put(1, *ON_RIGHT)
    both_ns = table.sync()
    table.screen.move(0, 1010, 990)
    table.sync()
    table.screen.lift(0)
    up_ns = table.sync()
    assert table.sink.wait_for(3) == [
        Edge(LEFT, True, both_ns),
        Edge(RIGHT, True, both_ns),
        Edge(LEFT, False, up_ns),
    ]


def test_a_palm_that_rests_slides_or_spreads_is_no_press_of_the_others(table: Table) -> None:
    table.screen.put(0, *ON_LEFT)
    down_ns = table.sync()
    for x in range(1000, 3500, 100):
        table.screen.move(0, x, 1000)
        table.sync()
    assert (table.inputs.pressed(LEFT), table.inputs.pressed(RIGHT)) == (True, False)
    table.screen.lift(0)
    up_ns = table.sync()
    assert table.sink.wait_for(2) == [Edge(LEFT, True, down_ns), Edge(LEFT, False, up_ns)]


def test_another_finger_beside_a_palm_that_rests_is_a_press_as_often_as_it_comes(
    table: Table,
) -> None:
    table.screen.put(0, *ON_LEFT)
    expected = [Edge(LEFT, True, table.sync())]
    for _ in range(3):
        table.screen.put(1, 1500, 1500)
        at_ns = table.sync(AGAIN_NS // MS)
        expected += [Edge(LEFT, False, at_ns - RELEASED_NS), Edge(LEFT, True, at_ns)]
        table.screen.lift(1)
        table.sync(after_ms=60)
        assert table.inputs.pressed(LEFT)
    assert table.sink.wait_for(7) == expected
    table.screen.lift(0)
    assert table.sink.wait_for(7) == expected
    assert table.sync() == table.sink.wait_for(8)[-1].at_ns


def test_fingers_that_come_together_are_one_press(table: Table) -> None:
    table.screen.put(0, *ON_LEFT)
    down_ns = table.sync()
    table.screen.put(1, 1500, 1500)
    table.sync()
    table.screen.lift(0)
    table.sync()
    table.screen.lift(1)
    up_ns = table.sync()
    assert table.sink.wait_for(2) == [Edge(LEFT, True, down_ns), Edge(LEFT, False, up_ns)]


def test_what_the_device_itself_calls_a_palm_is_no_contact(table: Table) -> None:
    table.screen.put(0, *ON_LEFT, tool=PALM)
    table.screen.put(1, *ON_RIGHT)
    down_ns = table.sync()
    assert not table.inputs.pressed(LEFT)
    table.screen.move(1, *ON_RIGHT, tool=PALM)
    palm_ns = table.sync()
    table.screen.move(0, *ON_LEFT)
    table.sync()
    assert not table.inputs.pressed(LEFT)
    assert table.sink.wait_for(2) == [Edge(RIGHT, True, down_ns), Edge(RIGHT, False, palm_ns)]


def test_a_drawn_key_is_that_key_and_a_finger_that_slides_onto_it_is_none(table: Table) -> None:
    table.screen.put(0, *ON_OK)
    ok_ns = table.sync()
    table.screen.put(1, *ON_LEFT)
    left_ns = table.sync()
    table.screen.move(1, *ON_OK)
    table.sync()
    assert table.sink.wait_for(2) == [Edge(Line.OK, True, ok_ns), Edge(LEFT, True, left_ns)]


@pytest.mark.parametrize(
    ("laid", "lefts", "rights", "ok"),
    [
        ({}, (1000, 2000), (3000, 2000), (1280, 3072)),
        ({"rotate": 2}, (3000, 2000), (1000, 2000), (2816, 1024)),
        # Each face is turned to its end: the left one's foot is at the left edge.
        ({"layout": "facing"}, (1000, 2000), (3000, 2000), (205, 2133)),
        ({"rotate": 1, "size": (480, 800)}, (2000, 1000), (2000, 3000), (1024, 1280)),
    ],
)
def test_the_halves_are_where_the_faces_are_however_the_screen_is_laid(
    table: Table,
    laid: dict[str, object],
    lefts: tuple[int, int],
    rights: tuple[int, int],
    ok: tuple[int, int],
) -> None:
    table.inputs.close()
    table.lay(**laid)  # type: ignore[arg-type]
    for count, line, point in ((2, LEFT, lefts), (4, RIGHT, rights), (6, Line.OK, ok)):
        table.screen.put(0, *point)
        at_ns = table.sync()
        table.screen.lift(0)
        table.sync()
        assert table.sink.wait_for(count)[-2] == Edge(line, True, at_ns)


def test_after_lost_events_the_contacts_are_read_and_keep_their_places(table: Table) -> None:
    table.screen.put(0, *ON_LEFT)
    table.sync()
    table.screen.move(0, *ON_RIGHT)
    table.sync()
    table.sink.wait_for(1)
    table.screen.hold()
    table.screen.put(1, *ON_OK)
    table.screen.event(table.time.now_ns(), SYN, SYN_DROPPED, 0)
    table.screen.event(table.time.now_ns(), SYN, SYN_REPORT, 0)
    table.screen.fetch()
    assert table.sink.wait_for(2)[1:] == [Edge(Line.OK, True, table.time.now_ns())]
    assert "some were lost" in str(table.inputs.fault)
    assert [line for line in KEYS if table.inputs.pressed(line)] == [LEFT, Line.OK]


def test_unplugged_it_is_a_fault_and_plugged_in_it_is_touched_again(table: Table) -> None:
    table.screen.put(0, *ON_LEFT)
    table.sync()
    table.sink.wait_for(1)
    table.devices.unplug_touch()
    assert table.sink.wait_for(2)[-1] == Edge(LEFT, False, table.time.now_ns())
    until(lambda: str(table.inputs.fault) == "touch screen: not plugged in")
    table.screen = table.devices.plug_in_touch((TOUCH_END, TOUCH_END))
    table.time.advance(20 * MS)
    until(lambda: table.inputs.fault is None)
    table.screen.put(0, *ON_RIGHT)
    assert table.sync() == table.sink.wait_for(3)[-1].at_ns
    assert table.sink.edges[-1].line is RIGHT


ROWS = ((0, Line.OK), (2, Line.PLUS), (-1, Line.MINUS))


@pytest.mark.parametrize(("steps", "line"), ROWS)
def test_in_a_body_it_touches_what_the_screens_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int, line: Line
) -> None:
    table = Table(tmp_path, monkeypatch)
    table.inputs.close()
    body = open_body(TOUCHED, NoneFactory(), time=table.time)
    body.inputs.listen(table.sink)
    left = body.screens[ScreenName.LEFT]
    assert isinstance(left, HalfScreen)
    left.show(Frame(A.image, "a list", (Target(Line.OK, (0, 0, 400, 240), steps),)))
    table.screen.put(0, *ON_LEFT)
    table.sync()
    assert table.sink.wait_for(1)[0].line is line
    body.close()


def test_it_needs_the_one_screen_and_a_place_there() -> None:
    assert problems(TOUCHED) == ()
    two = msgspec.structs.replace(TOUCHED, framebuffer=None, screens=DEFAULT.screens)
    assert len(problems(two)) == len(KEYS)
    assert str(problems(two)[0]) == (
        "lines.left_plunger: touch:left needs one screen for both faces, which is touched: "
        "[screens.both]"
    )
    for line, name in PLACE_NAMES.items():
        assert key_of(f"touch:{name}") == KEYS[line]
        assert str(KEYS[line]) == f"touch:{name}"
    assert str(key_of("touch:up")).startswith("'up' is nowhere on a touch screen: expected one of ")
