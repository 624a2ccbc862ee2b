"""A notice in place of the clock reaches every display that can be had, however it is wired."""

from collections.abc import Mapping

import pytest

from clock.config import ConfigError, config_from
from clock.display.face import Page
from clock.service import notices
from clock.service.notices import leave, show
from hal import oled
from hal.fake import FakeScreen
from hal.oled import LumaScreen
from hal.ports import ScreenName
from hal.wiring import DRIVERS, ScreenWiring, Wiring

NOTICE = Page("Configuration", ("a mistake",), None, "see clapper check", "")
INIT_BYTES_MAX = 100
"""A start-up sequence without its empty picture is shorter; a picture is longer."""


class Bus:
    """A luma serial interface that counts bytes."""

    def __init__(self) -> None:
        self.bytes_sent = 0

    def command(self, *cmd: int) -> None:
        self.bytes_sent += len(cmd)

    def data(self, data: list[int]) -> None:
        self.bytes_sent += len(data)

    def cleanup(self) -> None: ...


@pytest.fixture
def buses(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[int, int], Bus]:
    """What hangs on I²C: each display that was sent something, by its port and address."""
    asked: dict[tuple[int, int], Bus] = {}

    def connect(screen: ScreenWiring) -> Bus:
        return asked.setdefault((screen.port, screen.address), Bus())

    monkeypatch.setattr(oled, "_connect_i2c", connect)
    return asked


def faulty(text: str) -> Wiring:
    """The wiring of a configuration that cannot be."""
    with pytest.raises(ConfigError) as wrong:
        config_from(text)
    return wrong.value.wiring


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")  # luma's own way
@pytest.mark.parametrize(
    "mistake",
    [
        "height = 32",
        "width = 1",
        "height = -64",
        "rotate = 1",
        "rotate = 5",
        "contrast = 300",
        "driver = 'sh9999'",
        "driver = 'sh1107'",
        "driver = 'sh9999'\nheight = 1\nrotate = 7\ncontrast = -1",
    ],
)
def test_displays_that_cannot_be_as_they_are_wired_carry_the_notice(
    mistake: str, buses: dict[tuple[int, int], Bus]
) -> None:
    leave(faulty(f"[screens.left]\n{mistake}\n[screens.right]\n{mistake}\n"), NOTICE)
    assert buses.keys() == {(1, 0x3C), (1, 0x3D)}
    assert all(bus.bytes_sent > INIT_BYTES_MAX for bus in buses.values())


@pytest.mark.parametrize(
    ("table", "kept"),
    [
        ("driver = 'sh1106'\ncontrast = 300", {"driver": "sh1106", "contrast": 0xCF}),
        ("driver = 'sh1106'\nrotate = 5", {"driver": "sh1106", "rotate": 0}),
        (
            "driver = 'sh1107'\nwidth = 64\nheight = 128\nrotate = 1\ncontrast = 300",
            {"driver": "sh1107", "width": 64, "height": 128, "rotate": 1},
        ),
        ("driver = 'sh9999'\nrotate = 2", {"driver": "ssd1306", "rotate": 2}),
        ("height = 32\ncontrast = 9", {"height": 64, "contrast": 9}),
        ("port = -1\naddress = 0x3E", {"port": 1, "address": 0x3E}),
        ("port = 3\nbus_pins = [20, 21]\naddress = 0x99", {"port": 3, "address": 0x3C}),
        ("address = 0x3D", {"address": 0x3D}),
    ],
)
def test_what_can_be_of_a_faulty_display_is_taken_and_the_rest_is_as_delivered(
    table: str, kept: Mapping[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[ScreenWiring] = []

    def open_screen(screen: ScreenWiring) -> FakeScreen:
        opened.append(screen)
        return FakeScreen()

    monkeypatch.setattr(notices, "open_screen", open_screen)
    leave(faulty(f"[screens.left]\n{table}\n[lines]\nstop = 99\n"), NOTICE)
    left, _ = opened
    assert {key: getattr(left, key) for key in kept} == kept
    assert (left.width, left.height) in DRIVERS[left.driver].sizes


def test_a_display_too_small_for_a_notice_keeps_it_from_no_other() -> None:
    small, sound = FakeScreen((128, 32)), FakeScreen()
    show({ScreenName.LEFT: small, ScreenName.RIGHT: sound}, NOTICE)
    assert small.shown is None
    assert sound.shown is not None


class Unplugged:
    """A luma device that takes nothing."""

    width, height, mode = 128, 64, "1"

    def display(self, _: object) -> None:
        raise OSError("unplugged")

    def cleanup(self) -> None: ...


def test_a_display_with_a_fault_is_not_waited_for() -> None:
    waited: list[bool] = []

    class Watched(LumaScreen):
        def wait_for(self, *arguments: object) -> bool:
            waited.append(super().wait_for(*arguments))  # type: ignore[arg-type]
            return waited[-1]

    screen = Watched(Unplugged())
    show({ScreenName.LEFT: screen}, NOTICE)
    screen.close()
    assert waited[-1], "until the time for it was up"
