"""Keys of USB devices: what is asked of the kernel, what comes and goes, what firmware reports."""

import errno
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import CLOCK_MONOTONIC

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.body import open_inputs
from hal.debounce import Debounce
from hal.input_devices import KEY, SYN, SYN_DROPPED, SYN_REPORT
from hal.joined_inputs import JoinedInputs
from hal.keyboards import KeyInputs
from hal.keys import ANY, CODES, DeviceKey, key_of
from hal.ports import LOSS_SHOWN_NS, Edge, Inputs, Line
from hal.wiring import DEFAULT, Wiring
from tests.fakes import FakeInputs, FakeTime
from tests.hal.boundary import Collector
from tests.hal.input_devices import InputDevices, PluggedIn
from tests.hal.rigs import mock_factory, until

MS = 1_000_000
A, L, ENTER = (CODES[f"KEY_{name}"] for name in ("A", "L", "ENTER"))
LEFT, RIGHT = Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER
KEYS = {LEFT: (DeviceKey("usb-pad", A),), RIGHT: (DeviceKey("usb-pad", L),)}


class Desk:
    """Devices, a time, and the inputs that read them."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("hal.keyboards.LOOK_S", 0.01)
        self.devices, self.time = InputDevices(folder, monkeypatch), FakeTime()
        self.sink = Collector()
        self.inputs: Inputs

    def open(self, keys: Mapping[Line, tuple[DeviceKey, ...]] = KEYS) -> KeyInputs:
        self.inputs = opened = KeyInputs(keys, self.time)
        return opened

    def listen(self) -> None:
        self.inputs.listen(self.sink)

    def look(self) -> None:
        """Have time pass until devices are looked for again."""
        self.time.advance(20 * MS)

    def fault(self) -> str:
        return str(self.inputs.fault or "")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    found = Desk(tmp_path, monkeypatch)
    yield found
    found.inputs.close()


def test_a_device_stamps_by_the_clock_of_gpio_edges_and_nobody_else_gets_its_keys(
    desk: Desk,
) -> None:
    pad = desk.devices.plug_in("usb-pad")
    files = set(os.listdir("/proc/self/fd"))
    desk.open()
    assert (pad.clocks, pad.grabs) == ([CLOCK_MONOTONIC], [1])
    desk.inputs.close()
    assert set(os.listdir("/proc/self/fd")) == files


def test_a_device_may_come_late_go_and_come_back_under_another_number(desk: Desk) -> None:
    desk.open()
    assert desk.fault() == "keys of usb-pad: not plugged in"
    assert (desk.inputs.alive, desk.inputs.pressed(LEFT)) == (True, False)
    desk.listen()
    for count in (1, 3):
        pad = desk.devices.plug_in("usb-pad")
        pad.down = {A}  # held as it is plugged in
        desk.look()
        assert desk.sink.wait_for(count)[-1] == Edge(LEFT, True, desk.time.now_ns())
        assert (desk.inputs.pressed(LEFT), desk.fault()) == (True, "")
        desk.devices.unplug("usb-pad")  # and it goes up
        assert desk.sink.wait_for(count + 1)[-1] == Edge(LEFT, False, desk.time.now_ns())
        until(lambda: desk.fault() == "keys of usb-pad: not plugged in")
        assert (desk.inputs.alive, desk.inputs.pressed(LEFT)) == (True, False)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (errno.EBUSY, "another program uses it"),
        (errno.EACCES, "add the user who starts the clock to the group input"),
        (errno.ENOTTY, "[Errno 25] Inappropriate ioctl for device"),
    ],
)
def test_a_device_that_cannot_be_had_is_a_fault_until_it_can(
    desk: Desk, error: int, why: str
) -> None:
    pad = desk.devices.plug_in("usb-pad")
    pad.refuses = error
    desk.open()
    assert desk.fault() == f"keys of usb-pad: {why}"
    desk.listen()
    pad.refuses = 0
    desk.look()
    until(lambda: desk.fault() == "")


def test_repeats_are_no_edges_and_keys_of_one_report_have_one_stamp(desk: Desk) -> None:
    pad = desk.devices.plug_in("usb-pad")
    desk.open()
    desk.listen()
    pad.report(5_000_000, {A: True, L: True})
    pad.event(6_000_000, KEY, A, 2)
    pad.event(6_000_000, KEY, ENTER, 1)  # no line's
    pad.report(7_000_000, {A: False})
    assert desk.sink.wait_for(3) == [
        Edge(LEFT, True, 5_000_000),
        Edge(RIGHT, True, 5_000_000),
        Edge(LEFT, False, 7_000_000),
    ]


def test_after_lost_events_the_levels_are_read_and_it_is_a_fault_for_a_while(desk: Desk) -> None:
    pad = desk.devices.plug_in("usb-pad")
    desk.open()
    desk.listen()
    pad.down = {L}
    pad.hold()
    pad.event(5_000_000, SYN, SYN_DROPPED, 0)
    pad.event(5_000_000, KEY, A, 1)  # what follows in this report is incomplete
    pad.event(5_000_000, SYN, SYN_REPORT, 0)
    pad.fetch()
    assert desk.sink.wait_for(1) == [Edge(RIGHT, True, desk.time.now_ns())]
    assert desk.fault().startswith("left_plunger: so many edges at once that some were lost")
    desk.time.advance(LOSS_SHOWN_NS)
    assert desk.fault() == ""


def test_any_keyboard_is_every_keyboard_and_a_line_is_down_until_the_last_lets_go(
    desk: Desk,
) -> None:
    first, second = (desk.devices.plug_in(f"usb-0:{n}-event-kbd", folder="by-path") for n in (1, 2))
    desk.devices.plug_in("usb-0:3-event-mouse", folder="by-path").refuses = errno.EIO
    desk.open({LEFT: (DeviceKey(ANY, A), DeviceKey(ANY, L))})
    desk.listen()
    for number, (pad, key, down, is_pressed) in enumerate(
        (
            (first, A, True, True),
            (second, L, True, True),
            (first, A, False, True),
            (second, L, False, False),
        ),
        start=1,
    ):
        pad.report(number * MS, {key: down})
        until(pad.is_read)
        assert desk.inputs.pressed(LEFT) is is_pressed
    assert desk.sink.wait_for(2) == [Edge(LEFT, True, 1 * MS), Edge(LEFT, False, 4 * MS)]
    assert desk.fault() == ""


def test_pins_and_keys_may_be_mixed_also_for_one_line(desk: Desk) -> None:
    pad, pins = desk.devices.plug_in("usb-pad"), FakeInputs([LEFT, Line.STOP], desk.time)
    joined = JoinedInputs(pins, desk.open())
    assert joined.lines == {LEFT, RIGHT, Line.STOP}
    joined.listen(desk.sink)
    pins.drive(LEFT, True)
    pad.report(desk.time.now_ns(), {A: True})
    pad.report(desk.time.now_ns(), {L: True})
    desk.sink.wait_for(2)
    pins.drive(LEFT, False)
    assert joined.pressed(LEFT)
    pad.report(desk.time.now_ns(), {A: False})
    desk.sink.wait_for(3)
    assert [(edge.line, edge.pressed) for edge in desk.sink.edges] == [
        (LEFT, True),
        (RIGHT, True),
        (LEFT, False),
    ]
    assert (joined.pressed(LEFT), joined.pressed(RIGHT), joined.alive) == (False, True, True)
    with pytest.raises(KeyError):
        joined.pressed(Line.OK)


@pytest.mark.parametrize("pins", [{}, {Line.STOP: 4}])
def test_a_body_has_the_keys_that_its_wiring_names_and_those_of_any_other_keyboard(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, pins: dict[Line, int]
) -> None:
    pad = desk.devices.plug_in("usb-pad")
    other = desk.devices.plug_in("usb-0:1-event-kbd", folder="by-path")
    wiring = Wiring(
        lines=pins,
        keys={LEFT: DeviceKey("usb-pad", ENTER), RIGHT: DeviceKey("usb-pad", L)},
        screens=DEFAULT.screens,
    )
    desk.inputs = open_inputs(wiring, mock_factory(monkeypatch, desk.time), desk.time)
    assert desk.inputs.lines == {LEFT, RIGHT, *pins}
    desk.listen()
    for device, key in ((pad, A), (pad, ENTER), (other, L), (other, ENTER)):
        device.report(5 * MS, {key: True})
        until(device.is_read)
    assert desk.sink.wait_for(2) == [Edge(LEFT, True, 5 * MS), Edge(RIGHT, True, 5 * MS)]


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("a", "l", "both", "repeat", "chatter", "lost", "unplug", "plug in")),
        st.integers(1, 60),
    ),
    max_size=30,
)


def _do(step: str, desk: Desk, pad: PluggedIn | None) -> PluggedIn | None:
    """Have firmware, or a person, do something; return the device that is plugged in then."""
    at_ns = desk.time.now_ns()
    if pad is None:
        return desk.devices.plug_in("usb-pad") if step == "plug in" else None
    if step == "unplug":
        desk.devices.unplug("usb-pad")
        return None
    if step == "lost":
        pad.down ^= {A}
        pad.event(at_ns, SYN, SYN_DROPPED, 0)
        pad.event(at_ns, SYN, SYN_REPORT, 0)
    elif step == "repeat":
        pad.event(at_ns, KEY, A, 2)
    elif step == "chatter":
        for number in range(6):
            pad.report(at_ns + number * MS, {A: (A in pad.down) ^ (number % 2 == 0)})
    else:
        keys = {"a": (A,), "l": (L,), "both": (A, L)}.get(step, ())
        pad.report(at_ns, {key: key not in pad.down for key in keys})
    return pad


@given(STEPS)
def test_whatever_is_reported_the_known_level_is_soon_that_of_the_keys(
    steps: list[tuple[str, int]],
) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        desk = Desk(Path(folder), patch)
        patch.setattr(KeyInputs, "_run", lambda _: None)  # its turns are calls here
        pad: PluggedIn | None = desk.devices.plug_in("usb-pad")
        inputs = desk.open()
        debounce, taken = Debounce(KEYS, inputs.pressed), 0
        desk.listen()
        for step, wait_ms in [*steps, ("", 300), ("", 300), ("", 300)]:
            pad = _do(step, desk, pad)
            inputs.drain()
            inputs._look()
            for edge in desk.sink.edges[taken:]:
                debounce.add_edge(edge)
            taken = len(desk.sink.edges)
            for _ in range(wait_ms):
                desk.time.advance(MS)
                debounce.settle(desk.time.now_ns)
        down = set[int]() if pad is None else pad.down
        assert {line: debounce.pressed(line) for line in KEYS} == {
            LEFT: A in down,
            RIGHT: L in down,
        }
        inputs.close()
        if pad is not None:
            desk.devices.unplug("usb-pad")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("any:key_a", DeviceKey(ANY, A)),
        ("usb-0:1.2:1.0-event-kbd:KEY_KPENTER", DeviceKey("usb-0:1.2:1.0-event-kbd", 96)),
        ("/dev/input/event3:767", DeviceKey("/dev/input/event3", 767)),
        ("KEY_A", "expected a device and a key, got 'KEY_A': write \"any:KEY_A\""),
        ("any:A", "'A' is no key: did you mean KEY_A?"),
        ("any:?", "'?' is no key: expected a name as evtest shows it, such as KEY_A, or a "),
        ("any:768", "'768' is no key"),
        ("any:", "'' is no key"),
    ],
)
def test_a_key_is_a_device_and_a_name_or_a_number(text: str, read: DeviceKey | str) -> None:
    found = key_of(text)
    if isinstance(read, str):
        assert str(found).startswith(read)
    else:
        assert found == read
        assert key_of(str(found)) == found
