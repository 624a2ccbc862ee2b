"""The contract of the ports: the real adapters on mocks and the fakes pass the same suite."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from hal.levels import VOLUME_MAX
from hal.ports import LOSS_SHOWN_NS, Edge, Frame, Line
from tests.hal import rigs

MS = 1_000_000
PLUNGER = Line.LEFT_PLUNGER


@pytest.fixture(params=[rigs.RealInputs, rigs.FakedInputs], ids=["gpiozero", "fake"])
def panel(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[rigs.InputsRig]:
    rig: rigs.InputsRig = request.param(monkeypatch)
    yield rig
    rig.inputs.close()


class TestInputs:
    def test_an_edge_carries_line_level_and_stamp(self, panel: rigs.InputsRig) -> None:
        edges: list[Edge] = []
        panel.inputs.listen(edges.append)
        panel.time.advance(7)
        down_ns = panel.time.now_ns()
        panel.drive(PLUNGER, True)
        panel.time.advance(80 * MS)
        panel.drive(PLUNGER, False)
        assert edges == [
            Edge(PLUNGER, True, down_ns),
            Edge(PLUNGER, False, down_ns + 80 * MS),
        ]
        assert all(type(edge.at_ns) is int and type(edge.pressed) is bool for edge in edges)

    def test_a_level_that_does_not_change_is_no_edge(self, panel: rigs.InputsRig) -> None:
        edges: list[Edge] = []
        panel.inputs.listen(edges.append)
        panel.drive(PLUNGER, False)
        assert edges == []

    def test_the_level_can_be_read_at_any_time(self, panel: rigs.InputsRig) -> None:
        assert panel.inputs.pressed(PLUNGER) is False
        panel.drive(PLUNGER, True)
        assert panel.inputs.pressed(PLUNGER) is True

    def test_a_line_that_is_not_wired_is_a_key_error(self, panel: rigs.InputsRig) -> None:
        assert Line.LEFT_STONE_LH not in panel.inputs.lines
        with pytest.raises(KeyError):
            panel.inputs.pressed(Line.LEFT_STONE_LH)

    def test_it_knows_what_is_wired(self, panel: rigs.InputsRig) -> None:
        assert {Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER, Line.STOP} <= panel.inputs.lines

    def test_a_sink_that_raises_shows_as_a_fault_and_edges_go_on(
        self, panel: rigs.InputsRig
    ) -> None:
        edges: list[Edge] = []

        def sink(edge: Edge) -> None:
            edges.append(edge)
            if len(edges) == 1:
                raise ValueError("the inbox is full")

        panel.inputs.listen(sink)
        assert panel.inputs.fault is None
        panel.drive(PLUNGER, True)
        panel.drive(PLUNGER, False)
        assert len(edges) == 2
        assert panel.inputs.fault is not None
        assert "the inbox is full" in panel.inputs.fault

    def test_an_edge_that_was_not_taken_is_made_good_and_told_for_a_while(
        self, panel: rigs.InputsRig
    ) -> None:
        def full(_: Edge) -> None:
            raise ValueError("the inbox is full")

        panel.inputs.listen(full)
        panel.drive(PLUNGER, True)
        assert panel.inputs.mend() == {PLUNGER}  # so its level is read again
        panel.time.advance(LOSS_SHOWN_NS - 1)
        assert panel.inputs.fault == (
            "left_plunger: an edge was not taken: ValueError: the inbox is full"
        )
        panel.time.advance(1)
        assert panel.inputs.fault is None

    def test_a_line_in_doubt_is_told_once(self, panel: rigs.InputsRig) -> None:
        panel.inputs.listen(lambda _: None)
        panel.drive(PLUNGER, True)
        assert panel.inputs.mend() == frozenset()
        panel.lose(PLUNGER, False)
        assert panel.inputs.mend() == {PLUNGER}
        assert panel.inputs.mend() == frozenset()
        assert panel.inputs.pressed(PLUNGER) is False

    def test_it_is_alive_before_and_while_it_listens(self, panel: rigs.InputsRig) -> None:
        assert panel.inputs.alive
        panel.inputs.listen(lambda _: None)
        assert panel.inputs.alive

    def test_it_has_one_listener(self, panel: rigs.InputsRig) -> None:
        panel.inputs.listen(lambda _: None)
        with pytest.raises(RuntimeError):
            panel.inputs.listen(lambda _: None)

    def test_closing_twice_is_fine(self, panel: rigs.InputsRig) -> None:
        panel.inputs.close()
        panel.inputs.close()


@pytest.fixture(
    params=[rigs.RealLamp, rigs.RealLowLamp, rigs.FakedLamp],
    ids=["gpiozero", "gpiozero lit when low", "fake"],
)
def lamp(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> rigs.LampRig:
    rig: rigs.LampRig = request.param(monkeypatch)
    return rig


class TestLamp:
    def test_it_is_dark_at_first(self, lamp: rigs.LampRig) -> None:
        assert not lamp.lit()

    def test_it_is_lit_and_put_out(self, lamp: rigs.LampRig) -> None:
        lamp.lamp.set(True)
        assert lamp.lit()
        lamp.lamp.set(False)
        assert not lamp.lit()

    def test_setting_what_is_set_does_nothing(self, lamp: rigs.LampRig) -> None:
        for lit in (False, True, True, True, False, False):
            lamp.lamp.set(lit)
        assert lamp.changes() == 2

    def test_closed_twice_and_set_after_that_it_stays_quiet(self, lamp: rigs.LampRig) -> None:
        lamp.lamp.set(True)
        lamp.lamp.close()
        lamp.lamp.close()
        lamp.lamp.set(True)


@pytest.fixture(params=[rigs.RealBuzzer, rigs.FakedBuzzer], ids=["gpiozero", "fake"])
def buzzer(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[rigs.BuzzerRig]:
    rig: rigs.BuzzerRig = request.param(monkeypatch)
    yield rig
    rig.buzzer.close()


class TestBuzzer:
    def test_it_is_silent_at_first(self, buzzer: rigs.BuzzerRig) -> None:
        assert buzzer.tone_hz() is None

    def test_a_tone_sounds_at_once_and_ends(self, buzzer: rigs.BuzzerRig) -> None:
        buzzer.buzzer.beep(880, 20 * MS)
        assert buzzer.tone_hz() == 880
        assert buzzer.silent_after(20 * MS)

    def test_a_newer_tone_takes_the_place_of_an_older_one(self, buzzer: rigs.BuzzerRig) -> None:
        buzzer.buzzer.beep(880, 3_600_000 * MS)
        buzzer.buzzer.beep(440, 20 * MS)
        assert buzzer.tone_hz() == 440
        assert buzzer.silent_after(20 * MS)

    def test_each_volume_is_louder_than_the_one_below_and_0_is_silent(
        self, buzzer: rigs.BuzzerRig
    ) -> None:
        heard = []
        for volume in range(VOLUME_MAX + 1):
            buzzer.buzzer.beep(880, 3_600_000 * MS, volume)
            assert buzzer.tone_hz() == (880 if volume else None)
            heard.append(buzzer.loudness())
        assert heard == sorted(set(heard))
        assert (heard[0], heard[-1]) == (0, 1)

    def test_a_silent_tone_takes_the_place_of_an_older_one(self, buzzer: rigs.BuzzerRig) -> None:
        buzzer.buzzer.beep(880, 3_600_000 * MS)
        buzzer.buzzer.beep(440, MS, 0)
        assert buzzer.tone_hz() is None

    @pytest.mark.parametrize("volume", [-1, VOLUME_MAX + 1])
    def test_what_is_no_volume_is_a_value_error(self, volume: int, buzzer: rigs.BuzzerRig) -> None:
        with pytest.raises(ValueError, match="expected a volume from 0 to 10"):
            buzzer.buzzer.beep(880, MS, volume)

    def test_closing_silences_it_and_closing_twice_is_fine(self, buzzer: rigs.BuzzerRig) -> None:
        buzzer.buzzer.beep(880, 3_600_000 * MS)
        buzzer.buzzer.close()
        assert buzzer.tone_hz() is None
        buzzer.buzzer.close()
        buzzer.buzzer.beep(880, MS)
        assert buzzer.tone_hz() is None


def picture(number: int, size: tuple[int, int] = (128, 64)) -> Frame:
    image = Image.new("1", size)
    ImageDraw.Draw(image).rectangle((number, 0, number + 9, 20), fill=1)
    return Frame(image, f"picture {number}")


@pytest.fixture(params=[rigs.RealScreen, rigs.FakedScreen], ids=["luma", "fake"])
def screen(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[rigs.ScreenRig]:
    rig: rigs.ScreenRig = request.param(monkeypatch)
    yield rig
    rig.screen.close()


class TestScreen:
    def test_it_has_a_size(self, screen: rigs.ScreenRig) -> None:
        assert screen.screen.size == (128, 64)

    def test_a_frame_is_drawn(self, screen: rigs.ScreenRig) -> None:
        screen.screen.show(picture(1))
        assert screen.settled()
        assert screen.drawn() == [picture(1).image.tobytes()]
        assert screen.screen.fault is None

    def test_an_equal_frame_is_not_sent(self, screen: rigs.ScreenRig) -> None:
        for number in (1, 1, 2, 2, 1):
            screen.screen.show(picture(number))
            assert screen.settled()
        assert screen.drawn() == [picture(number).image.tobytes() for number in (1, 2, 1)]

    def test_a_picture_that_is_drawn_upon_later_is_shown_as_it_was(
        self, screen: rigs.ScreenRig
    ) -> None:
        frame = picture(1)
        screen.screen.show(frame)
        frame.image.paste(1, (0, 0, 128, 64))
        assert screen.settled()
        assert screen.drawn()[-1] == picture(1).image.tobytes()

    @pytest.mark.parametrize(
        "image", [Image.new("1", (64, 128)), Image.new("L", (128, 64))], ids=["size", "mode"]
    )
    def test_a_picture_that_does_not_fit_is_a_value_error(
        self, screen: rigs.ScreenRig, image: Image.Image
    ) -> None:
        with pytest.raises(ValueError, match="expected a picture of mode 1 and size"):
            screen.screen.show(Frame(image, ""))

    def test_unplugged_it_says_so_and_never_raises(self, screen: rigs.ScreenRig) -> None:
        screen.unplug()
        screen.screen.show(picture(1))
        assert screen.settled()
        assert screen.screen.fault
        assert "\n" not in screen.screen.fault
        assert screen.drawn() == []

    def test_plugged_in_again_it_shows_the_latest_frame(self, screen: rigs.ScreenRig) -> None:
        screen.screen.show(picture(1))
        assert screen.settled()
        screen.unplug()
        for number in (2, 3):
            screen.screen.show(picture(number))
            assert screen.settled()
        screen.plug_in()
        assert screen.settled()
        assert screen.screen.fault is None
        assert screen.drawn()[-1] == picture(3).image.tobytes()

    def test_closed_twice_and_shown_a_frame_after_that_it_stays_quiet(
        self, screen: rigs.ScreenRig
    ) -> None:
        screen.screen.close()
        screen.screen.close()
        screen.screen.show(picture(1))
        assert screen.drawn() == []

    def test_it_is_as_bright_as_it_was_set_and_shows_the_same(self, screen: rigs.ScreenRig) -> None:
        screen.screen.show(picture(1))
        for level, contrast in ((10, 255), (5, 64), (1, 3), (10, 255)):
            screen.screen.set_brightness(level)
            assert screen.settled()
            assert screen.contrast() == contrast
        assert screen.drawn() == [picture(1).image.tobytes()]

    def test_set_before_the_first_frame_it_is_as_bright_with_it(
        self, screen: rigs.ScreenRig
    ) -> None:
        screen.screen.set_brightness(5)
        screen.screen.show(picture(1))
        assert screen.settled()
        assert screen.contrast() == 64

    def test_unplugged_it_is_as_bright_as_was_wanted_when_it_is_back(
        self, screen: rigs.ScreenRig
    ) -> None:
        screen.screen.show(picture(1))
        assert screen.settled()
        screen.unplug()
        screen.screen.set_brightness(5)
        assert screen.settled()
        screen.plug_in()
        assert screen.settled()
        assert screen.contrast() == 64
        assert screen.drawn()[-1] == picture(1).image.tobytes()

    @pytest.mark.parametrize("level", [0, 11])
    def test_what_is_no_brightness_is_a_value_error(
        self, level: int, screen: rigs.ScreenRig
    ) -> None:
        with pytest.raises(ValueError, match="expected a brightness from 1 to 10"):
            screen.screen.set_brightness(level)

    def test_showing_takes_no_time(self, screen: rigs.ScreenRig) -> None:
        frames = [picture(number) for number in range(100)]
        best_ns = 1_000 * MS
        for frame in frames:
            before_ns = time.perf_counter_ns()
            screen.screen.show(frame)
            best_ns = min(best_ns, time.perf_counter_ns() - before_ns)
        assert best_ns < 50_000


@pytest.fixture(params=[rigs.RealPower, rigs.FakedPower], ids=["sysfs", "fake"])
def power(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[rigs.PowerRig]:
    rig: rigs.PowerRig = request.param(tmp_path)
    yield rig
    rig.power.close()


class TestPower:
    def test_without_a_battery_it_tells_no_charge_and_no_fault(self, power: rigs.PowerRig) -> None:
        assert (power.power.charge, power.power.charging, power.power.fault) == (None, False, None)

    def test_a_battery_tells_its_charge_and_whether_it_is_charged(
        self, power: rigs.PowerRig
    ) -> None:
        for charge, charging in ((100, True), (41, False), (0, False), (7, True)):
            power.hold(charge, charging=charging)
            assert (power.power.charge, power.power.charging) == (charge, charging)
            assert power.power.fault is None

    def test_what_is_wrong_is_one_line_and_the_charge_is_still_told(
        self, power: rigs.PowerRig
    ) -> None:
        power.hold(41)
        power.fail()
        assert power.power.fault is not None
        assert power.power.fault.startswith("too little voltage")
        assert "\n" not in power.power.fault
        assert power.power.charge == 41

    def test_closing_twice_is_fine(self, power: rigs.PowerRig) -> None:
        power.power.close()
        power.power.close()
