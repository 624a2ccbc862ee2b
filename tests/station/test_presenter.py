"""How bright the displays are, that nothing burns in, and the test of the lamps."""

from collections.abc import Callable

import pytest
from PIL import ImageChops

from clock.display.draw import ORBIT_EVERY_NS
from clock.menu.settings import BRIGHTNESSES, Settings
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.station.presenter import DIM_AFTER_NS, LAMP_TEST_NS
from clock.station.settings_file import SettingsFile
from hal.ports import BRIGHTNESS_MAX, BRIGHTNESS_MIN, LampName, Line, ScreenName
from tests.station.tables import LINES, FakeRig, MockRig, Table, setup


class Eye(Table):
    """A table on fakes, and how bright its displays are."""

    def __init__(self, rig: FakeRig) -> None:
        delivered = SettingsFile(delivered=Settings(brightness=8))
        super().__init__(rig, setup("3h"), settings_file=delivered)
        self.screens = rig.fakes.screens

    @property
    def brightness(self) -> int:
        left, right = (screen.brightness for screen in self.screens.values())
        assert left == right
        return left


@pytest.fixture
def eye(rig: FakeRig) -> Eye:
    return Eye(rig)


@pytest.mark.parametrize("touched", ["+", "R", "stop"])
def test_with_no_clock_running_they_are_dimmed_after_some_minutes_until_anything_is_touched(
    eye: Eye, touched: str
) -> None:
    for acts in ("", "ok stop"):
        eye.do(acts)
        eye.wait(DIM_AFTER_NS - SECOND_NS)
        assert eye.brightness == 8
        eye.wait(SECOND_NS)
        assert eye.brightness == BRIGHTNESSES[0] == BRIGHTNESS_MIN
        eye.wait(2 * MINUTE_NS)
        assert eye.brightness == 1
        if not acts:
            eye.down(LINES[touched])
            eye.wait(30_000_000)
            assert eye.brightness == 8
            eye.up(LINES[touched])


def test_while_a_clock_runs_they_are_never_dimmed(eye: Eye) -> None:
    eye.do("ok")
    eye.wait(2 * DIM_AFTER_NS)
    assert eye.brightness == 8
    assert BRIGHTNESSES[-1] == BRIGHTNESS_MAX


def test_in_a_long_game_the_picture_moves_by_a_pixel_every_few_minutes(eye: Eye) -> None:
    still = eye.screens[ScreenName.LEFT].shown
    eye.wait(4 * ORBIT_EVERY_NS)
    assert eye.screens[ScreenName.LEFT].shown == still  # dimmed in time, and not moved
    eye.do("ok 1")
    resting = eye.screens[ScreenName.RIGHT]  # its time stands still
    pictures = []
    for _ in range(5):
        assert resting.shown is not None
        pictures.append(resting.shown.image)
        eye.wait(ORBIT_EVERY_NS)
    first, right, diagonal, down, again = pictures
    assert first.tobytes() == again.tobytes()
    assert len({picture.tobytes() for picture in pictures}) == 4
    for moved, by in ((right, (1, 0)), (diagonal, (1, 1)), (down, (0, 1))):
        here = ImageChops.offset(moved, -by[0], -by[1]).crop((0, 0, 127, 63))
        assert here.tobytes() == first.crop((0, 0, 127, 63)).tobytes()


def lit(table: Table) -> set[LampName]:
    return {name for name in LampName if table.rig.lit(name)}


@pytest.mark.parametrize("new_rig", [FakeRig, MockRig])
def test_all_lamps_are_lit_at_first_and_then_those_of_the_game(
    monkeypatch: pytest.MonkeyPatch, new_rig: Callable[..., FakeRig | MockRig]
) -> None:
    table = Table(new_rig(monkeypatch), setup(), lamp_test=True)
    for wait_ns, expected in ((0, set(LampName)), (LAMP_TEST_NS - 1, set(LampName)), (1, set())):
        table.wait(wait_ns)
        assert lit(table) == expected


@pytest.mark.parametrize("line", [Line.STOP, Line.PLUS, Line.RIGHT_PLUNGER, Line.OK])
def test_whoever_touches_the_clock_ends_the_test_of_the_lamps(rig: FakeRig, line: Line) -> None:
    table = Table(rig, setup(), lamp_test=True)
    table.tap(line)
    starts = line in (Line.RIGHT_PLUNGER, Line.OK)
    assert lit(table) == ({LampName.LEFT_RUNNING} if starts else set())
