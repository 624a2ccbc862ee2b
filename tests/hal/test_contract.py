"""The contract of lamps, buzzer and displays: the real adapters on mocks, and the fakes.

That of the inputs is in `test_pin_inputs`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from math import log10
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from hal.framebuffer import GAMMA, Half
from hal.gpio import GpioBuzzer, GpioLamp
from hal.oled import LumaScreen
from hal.ports import (
    BRIGHTNESS_MAX,
    VOLUME_MAX,
    VOLUME_STEP_DB,
    Frame,
    ScreenName,
    contrast,
    duty,
    loudness,
)
from hal.wiring import FramebufferWiring
from tests.conftest import WAIT_S
from tests.fakes import FakeBuzzer, FakeLamp, FakeScreen, FakeTime
from tests.hal.display_pictures import A, B, C, bits
from tests.hal.framebuffers import Framebuffer
from tests.hal.rigs import Panel, mock_factory, until

MS = 1_000_000
HOUR_NS = 3_600_000 * MS
PIN = 25
SIZE = (128, 64)


class TestLamp:
    @pytest.fixture(params=["gpiozero", "gpiozero, lit when low", "fake"])
    def rig(self, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
        if request.param == "fake":
            fake = FakeLamp()
            return SimpleNamespace(lamp=fake, lit=lambda: fake.lit, changes=lambda: fake.changes)
        high = request.param == "gpiozero"
        factory = mock_factory(monkeypatch, FakeTime())
        pin, lamp = factory.pin(PIN), GpioLamp(PIN, factory, lit_when_high=high)
        pin.clear_states()
        return SimpleNamespace(
            lamp=lamp, lit=lambda: bool(pin.state) == high, changes=lambda: len(pin.states) - 1
        )

    def test_it_is_dark_at_first_as_it_was_set_after_that_and_closed_it_stays_dark(
        self, rig: Any
    ) -> None:
        assert not rig.lit()
        for lit in (False, True, True, True, False, False):
            rig.lamp.set(lit)
            assert rig.lit() is lit
        assert (rig.changes(), rig.lamp.fault) == (2, None)
        rig.lamp.set(True)
        rig.lamp.close()
        changes = rig.changes()
        rig.lamp.close()
        rig.lamp.set(True)
        assert rig.changes() == changes


class TestBuzzer:
    @pytest.fixture(params=["gpiozero", "fake"])
    def rig(self, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
        time = FakeTime()
        if request.param == "fake":
            fake = FakeBuzzer(time)
            yield SimpleNamespace(
                buzzer=fake,
                tone_hz=lambda: fake.tone_hz,
                loudness=lambda: loudness(duty(fake.beeps[-1].volume)),
                wait=time.advance,
            )
            return
        factory = mock_factory(monkeypatch, time)
        pin, buzzer = factory.pin(PIN), GpioBuzzer(PIN, factory)
        yield SimpleNamespace(
            buzzer=buzzer,
            tone_hz=lambda: pin.frequency,
            loudness=lambda: loudness(pin.state),
            wait=lambda _: None,  # its timer goes by the machine's time
        )
        buzzer.close()

    def test_a_tone_sounds_at_once_replaces_another_and_ends_and_closed_it_is_silent(
        self, rig: Any
    ) -> None:
        assert rig.tone_hz() is None
        rig.buzzer.beep(880, HOUR_NS)
        assert rig.tone_hz() == 880
        rig.buzzer.beep(440, 20 * MS)
        assert rig.tone_hz() == 440
        rig.wait(20 * MS)
        until(lambda: rig.tone_hz() is None)
        rig.buzzer.beep(880, HOUR_NS)
        for _ in range(2):
            rig.buzzer.close()
            assert rig.tone_hz() is None
            rig.buzzer.beep(880, MS)
        assert rig.tone_hz() is None

    def test_each_volume_is_louder_than_the_one_below_and_0_is_silent(self, rig: Any) -> None:
        heard = []
        for volume in (1, *range(VOLUME_MAX + 1)):
            rig.buzzer.beep(880, HOUR_NS, volume)
            assert rig.tone_hz() == (880 if volume else None)
            heard.append(rig.loudness())
        assert heard[1:] == sorted(set(heard))
        assert (heard[1], heard[-1]) == (0, 1)


class TestScreen:
    @pytest.fixture(params=["luma", "framebuffer", "fake"])
    def rig(
        self, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> Iterator[Any]:
        if request.param == "fake":
            fake = FakeScreen()
            yield SimpleNamespace(
                screen=fake,
                settled=lambda: True,
                drawn=lambda: [frame.image.tobytes() for frame in fake.frames],
                contrast=lambda: contrast(fake.brightness, 255),
                unplug=fake.unplug,
                plug_in=fake.plug_in,
            )
            return
        monkeypatch.setattr("hal.oled.RETRY_NS_MIN", MS)
        if request.param == "framebuffer":
            with framebuffer_rig(tmp_path) as rig:
                yield rig
            return
        panel = Panel()
        screen = LumaScreen(panel)

        def settled() -> bool:
            if panel.unplugged:
                return screen.wait_for(lambda: screen.fault is not None, WAIT_S)
            return screen.flush(WAIT_S)

        yield SimpleNamespace(
            screen=screen,
            settled=settled,
            drawn=lambda: panel.drawn,
            contrast=lambda: [contrast(BRIGHTNESS_MAX, 255), *panel.contrasts][-1],
            unplug=lambda: setattr(panel, "unplugged", True),
            plug_in=lambda: setattr(panel, "unplugged", False),
        )
        screen.close()

    def test_each_frame_is_drawn_once_as_it_was_and_closed_it_draws_nothing(self, rig: Any) -> None:
        assert rig.screen.size == SIZE
        for frame in (A, A, B, B, A):
            image = frame.image.copy()
            rig.screen.show(Frame(image, ""))
            image.paste(1, (0, 0, *SIZE))  # its picture is drawn upon later
            assert rig.settled()
        assert rig.screen.fault is None
        rig.screen.close()
        rig.screen.close()
        rig.screen.show(C)
        assert rig.drawn() == bits(A, B, A)

    def test_unplugged_is_a_fault_and_plugged_in_again_the_latest_frame_is_drawn_as_bright(
        self, rig: Any
    ) -> None:
        rig.unplug()
        rig.screen.show(A)
        assert rig.settled()
        assert "plugged" in str(rig.screen.fault) or "Errno" in str(rig.screen.fault)
        assert rig.drawn() == []
        for level, frame in ((4, B), (5, C)):
            rig.screen.show(frame)
            rig.screen.set_brightness(level)
            assert rig.settled()
        rig.plug_in()
        assert rig.settled()
        assert (rig.screen.fault, rig.contrast()) == (None, 64)
        assert rig.drawn()[-1:] == bits(C)

    def test_it_is_as_bright_as_it_was_set_and_its_frame_stays(self, rig: Any) -> None:
        rig.screen.set_brightness(5)
        rig.screen.show(A)
        assert rig.settled()
        assert rig.contrast() == 64
        for level, value in ((10, 255), (5, 64), (1, 3), (10, 255)):
            rig.screen.set_brightness(level)
            assert rig.settled()
            assert rig.contrast() == value
        assert rig.drawn() == bits(A)


@contextmanager
def framebuffer_rig(root: Path) -> Iterator[Any]:
    """The left half of a screen; what is drawn is read from its memory."""
    memory, drawn = Framebuffer(root), list[bytes]()
    half, away = Half(FramebufferWiring(), ScreenName.LEFT, root), root / "away"

    def paint(image: Image.Image, whole: bool) -> None:
        half.paint(image, whole)
        lit = (
            memory.picture().crop((0, 0, *SIZE)).convert("L").point(lambda value: 255 * (value > 0))
        )
        drawn.append(lit.convert("1").tobytes())

    def contrast_seen() -> int:
        brightest = max(memory.left().convert("L").tobytes())
        return round(255 * float((brightest / 255) ** GAMMA))

    screen = LumaScreen(
        half, paint=paint, restart=half.restart, refresh=half.refresh, lost=half.lost
    )

    def settled() -> bool:
        if away.exists():
            return screen.wait_for(lambda: screen.fault is not None, WAIT_S)
        return screen.flush(WAIT_S)

    yield SimpleNamespace(
        screen=screen,
        settled=settled,
        drawn=lambda: drawn,
        contrast=contrast_seen,
        unplug=lambda: memory.device.rename(away),
        plug_in=lambda: away.rename(memory.device),
    )
    screen.close()


def test_a_square_wave_is_loudest_and_every_level_is_a_step_the_ear_takes_for_equal() -> None:
    assert duty(VOLUME_MAX) == 0.5
    assert duty(0) == loudness(0) == 0
    strengths = [loudness(duty(volume)) for volume in range(1, VOLUME_MAX + 1)]
    steps_db = [20 * log10(b / a) for a, b in pairwise(strengths)]
    assert steps_db == pytest.approx([VOLUME_STEP_DB] * 9)
    highest_tone_hz = 2_000
    assert duty(1) / highest_tone_hz > 15e-6, "software can time the shortest pulse"


def test_a_display_goes_from_what_can_be_read_in_the_dark_to_the_wirings_contrast() -> None:
    levels = [contrast(level, 0xCF) for level in range(1, BRIGHTNESS_MAX + 1)]
    assert levels == sorted(set(levels))
    assert (levels[0], levels[-1]) == (2, 0xCF)
    assert contrast(1, 3) == 1
    assert contrast(10, 0) == 0
