"""How bright the displays are, and that nothing burns in."""

import pytest
from PIL import ImageChops

from clock.display.drawing.orbit import ORBIT_EVERY_NS
from clock.menu.settings import BRIGHTNESSES, Settings
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.station.keep import Keep
from clock.station.presenter import DIM_AFTER_NS
from hal.levels import BRIGHTNESS_MAX, BRIGHTNESS_MIN
from hal.ports import Line, ScreenName
from tests.station.tables import FakeRig, Table, setup


class Eye:
    """A table on fakes, and how bright its displays are."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, brightness: int = 8) -> None:
        keep = Keep()
        keep.change(Settings(brightness=brightness))
        self.keep = keep
        self.rig = FakeRig(monkeypatch)
        self.table = Table(self.rig, setup("3h"), keep=keep)

    @property
    def brightness(self) -> int:
        left, right = (self.rig.fakes.screens[name].brightness for name in ScreenName)
        assert left == right
        return left


@pytest.fixture
def eye(monkeypatch: pytest.MonkeyPatch) -> Eye:
    return Eye(monkeypatch)


def test_displays_are_as_bright_as_is_set(eye: Eye) -> None:
    assert eye.brightness == 8
    eye.keep.change(Settings(brightness=3))
    eye.table.tap(Line.PLUS)
    assert eye.brightness == 3


def test_brightnesses_are_the_bodys() -> None:
    assert (BRIGHTNESSES[0], BRIGHTNESSES[-1]) == (BRIGHTNESS_MIN, BRIGHTNESS_MAX)


@pytest.mark.parametrize("line", [Line.PLUS, Line.RIGHT_PLUNGER, Line.STOP])
def test_before_a_start_they_are_dimmed_after_some_minutes_until_anything_is_touched(
    eye: Eye, line: Line
) -> None:
    eye.table.wait(DIM_AFTER_NS - 1)
    assert eye.brightness == 8
    eye.table.wait(1)
    assert eye.brightness == 1
    eye.table.wait(60 * MINUTE_NS)
    assert eye.brightness == 1
    eye.table.down(line)
    eye.table.wait(30_000_000)
    assert eye.brightness == 8


def test_while_a_clock_runs_they_are_never_dimmed_and_in_a_stop_only_later(eye: Eye) -> None:
    eye.table.tap(Line.OK)
    eye.table.wait(4 * DIM_AFTER_NS)
    assert eye.brightness == 8
    eye.table.tap(Line.STOP)
    eye.table.wait(DIM_AFTER_NS // 2)
    assert eye.brightness == 8
    eye.table.wait(DIM_AFTER_NS)
    assert eye.brightness == 1


def test_in_a_long_game_the_picture_moves_by_a_pixel_every_few_minutes(eye: Eye) -> None:
    eye.table.tap(Line.OK)
    eye.table.wait(SECOND_NS)
    resting = eye.rig.fakes.screens[ScreenName.RIGHT]  # its time stands still
    seen = []
    for _ in range(5):
        assert resting.shown is not None
        seen.append(resting.shown.image)
        eye.table.wait(ORBIT_EVERY_NS)
    first, right, diagonal, down, again = seen
    assert first.tobytes() == again.tobytes()
    assert len({image.tobytes() for image in seen}) == 4
    for moved, by in ((right, (1, 0)), (diagonal, (1, 1)), (down, (0, 1))):
        here = ImageChops.offset(moved, -by[0], -by[1]).crop((0, 0, 127, 63))
        assert here.tobytes() == first.crop((0, 0, 127, 63)).tobytes()


def test_what_stands_still_is_not_moved(eye: Eye) -> None:
    shown = eye.rig.fakes.screens[ScreenName.LEFT].shown
    eye.table.wait(3 * ORBIT_EVERY_NS)
    assert eye.rig.fakes.screens[ScreenName.LEFT].shown == shown
