"""How bright the displays are, that nothing burns in, and the test of the lamps."""

import re

import pytest
from PIL import ImageChops

from clock.display.draw import ORBIT_EVERY_NS
from clock.menu.settings import BRIGHTNESSES, Settings
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.station.presenter import DIM_AFTER_NS
from clock.station.settings_file import SettingsFile
from hal.ports import BRIGHTNESS_MAX, BRIGHTNESS_MIN, LampName, ScreenName
from tests.station.tables import LINES, FakeRig, Table, lit, setup


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
def test_only_with_no_clock_running_they_are_dimmed_and_bright_when_anything_is_touched(
    eye: Eye, touched: str
) -> None:
    assert BRIGHTNESSES[-1] == BRIGHTNESS_MAX
    for acts in ("", f"ok {2 * DIM_AFTER_NS // SECOND_NS} stop"):  # while a clock runs never
        eye.do(acts)
        assert eye.brightness == 8
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
    first, right, diagonal, up, again = pictures
    assert first.tobytes() == again.tobytes()
    assert len({picture.tobytes() for picture in pictures}) == 4
    for moved, by in ((right, (1, 0)), (diagonal, (1, -1)), (up, (0, -1))):
        here = ImageChops.offset(moved, -by[0], -by[1]).crop((0, 1, 127, 64))
        assert here.tobytes() == first.crop((0, 1, 127, 64)).tobytes()


@pytest.mark.parametrize(
    ("acts", "left", "right"),
    [
        ("", "Left, Black, not running. 3 hours left. 0 moves", "Right, White, not running"),
        ("ok 5 L 2", "White to move", "Right, White, running. 2 hours 59 minutes 58 seconds left"),
        ("ok 5 stop R +", "Right claims a win", "Right claims a win"),
    ],
)
def test_the_last_face_has_the_times_and_the_turn_and_is_dim_since_it_may_stay_for_days(
    eye: Eye, acts: str, left: str, right: str
) -> None:
    eye.do(acts)
    eye.station.leave()
    for name, text in ((ScreenName.LEFT, left), (ScreenName.RIGHT, right)):
        assert eye.sentence(name).startswith("Clock is off. ")
        assert text in eye.sentence(name)
        assert not re.search("READY|start|- info|OK", eye.sentence(name))
    assert eye.brightness == BRIGHTNESS_MIN


@pytest.mark.parametrize(
    ("acts", "then"),
    [("1.9", set(LampName)), ("2", set()), ("stop", set()), ("+", set())]
    + [(starts, {LampName.LEFT_RUNNING}) for starts in ("R", "ok")],
)
def test_all_lamps_are_lit_for_two_seconds_or_until_somebody_touches_the_clock(
    rig: FakeRig, acts: str, then: set[LampName]
) -> None:
    table = Table(rig, setup(), lamp_test=True)
    assert lit(table) == set(LampName)
    table.do(acts)
    assert lit(table) == then


def test_a_screen_that_turns_out_larger_has_its_face_drawn_again(eye: Eye) -> None:
    screen = eye.screens[ScreenName.LEFT]
    screen.size = (400, 480)
    eye.wait(SECOND_NS)
    shown = screen.shown
    assert shown is not None
    assert (shown.image.mode, shown.image.size) == ("RGB", (400, 480))
