"""A notice in place of the clock reaches every display that can be had, however it is wired."""

from collections.abc import Mapping
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from clock.config import ConfigError, config_from
from clock.display.face import Page
from clock.service import notices
from clock.service import run as service
from clock.service.ending import Ending
from clock.service.notices import leave, show
from clock.service.notify import Notifier
from clock.service.run import NO_PINS, UNUSABLE, run
from clock.station.loop import Station
from hal import oled
from hal.factories import PinError
from hal.fake import FakeScreen, fake_body
from hal.oled import LumaScreen
from hal.ports import ScreenName
from hal.wiring import DRIVERS, ScreenWiring, Wiring
from tests.service.manager import MOCK, Manager
from tests.service.test_run import fails

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
    with pytest.raises(ConfigError) as error:
        config_from(text)
    return error.value.wiring


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
    ("table", "taken"),
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
    table: str, taken: Mapping[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[ScreenWiring] = []

    def open_screen(screen: ScreenWiring) -> FakeScreen:
        opened.append(screen)
        return FakeScreen()

    monkeypatch.setattr(notices, "open_screen", open_screen)
    leave(faulty(f"[screens.left]\n{table}\n[lines]\nstop = 99\n"), NOTICE)
    left, _ = opened
    assert {key: getattr(left, key) for key in taken} == taken
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


@pytest.fixture
def displays(monkeypatch: pytest.MonkeyPatch) -> list[FakeScreen]:
    """Every display that is opened for a notice."""
    opened: list[FakeScreen] = []

    def open_screen(screen: ScreenWiring) -> FakeScreen:
        if screen.address == 0x3E:
            raise ImportError("No module named 'luma'")
        size = (screen.width, screen.height)
        opened.append(FakeScreen(size if screen.rotate % 2 == 0 else size[::-1]))
        return opened[-1]

    monkeypatch.setattr(notices, "open_screen", open_screen)
    return opened


def sentences(displays: list[FakeScreen]) -> list[str]:
    return [display.shown.sentence for display in displays if display.shown]


SPI = '[screens.left]\nbus = "spi"\nport = 0\ndc = 12\n'
NO_LUMA = "[screens.left]\naddress = 0x3E\n"
WRONG = "[lines]\nstop = 99\n"


@pytest.mark.parametrize(
    ("text", "line", "seen_by"),
    [
        (WRONG, 2, 2),
        (f"{SPI}{WRONG}", 6, 1),  # a display whose wires want the pins cannot show it
        (f"{NO_LUMA}{WRONG}", 4, 1),  # one that cannot be opened keeps it from no other
        ("[screens.left]\nheight = 32\n", 2, 2),
        ("[screens.left]\nrotate = 1\n", 2, 2),
        (f"{MOCK}{WRONG}", 4, 0),  # without pins to touch no display is touched
    ],
)
def test_the_displays_show_what_is_wrong_with_the_configuration(
    tmp_path: Path, displays: list[FakeScreen], text: str, line: int, seen_by: int
) -> None:
    file = tmp_path / "c.toml"
    file.write_text(text)
    assert run(file) == UNUSABLE
    notices_seen = sentences(displays)
    assert len(notices_seen) == seen_by
    assert all(each.startswith(f"Configuration. c.toml, line {line}: ") for each in notices_seen)
    assert all(display.closed for display in displays)


def test_the_displays_show_that_there_are_no_pins(
    tmp_path: Path, displays: list[FakeScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "open_factory", fails(PinError("no pins here")))
    file = tmp_path / "c.toml"
    file.write_text("")
    assert run(file) == NO_PINS
    assert sentences(displays) == ["No pins. no pins here"] * 2


@pytest.mark.parametrize("text", [WRONG, ""])
def test_a_notice_that_fails_changes_no_exit_status(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(service, "open_factory", fails(PinError("no pins here")))
    monkeypatch.setattr(service, "leave", fails(OSError("a defect of the program")))
    file = tmp_path / "c.toml"
    file.write_text(text)
    assert run(file) == (UNUSABLE if text else NO_PINS)
    assert "OSError: a defect of the program" in capfd.readouterr().err


def test_the_displays_show_that_edges_cannot_be_watched_or_that_the_clock_has_failed(
    manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    for where, error, sentence in (
        ("listen", PinError("no edges here"), "No pins. no edges here"),
        (
            "run",
            ValueError("a defect of the program"),
            "The clock has failed. a defect of the program",
        ),
    ):
        body, log = fake_body(), list[str]()
        with (
            monkeypatch.context() as patch,
            closing(Notifier(manager.environment)) as notifier,
            nullcontext() if where == "listen" else pytest.raises(ValueError, match="a defect of"),
        ):
            patch.setattr(type(body.inputs) if where == "listen" else Station, where, fails(error))
            ended = service._serve(body, config_from(""), notifier, Ending(), log.append)
            assert ended == NO_PINS
            assert log == ["no edges here. `clapper doctor` shows what to do"]
        assert sentences(list(body.screens.values())) == [sentence] * 2


@pytest.mark.parametrize(
    ("rotate", "size"), [(0, (128, 64)), (1, (64, 128)), (2, (128, 64)), (3, (64, 128))]
)
def test_displays_without_pins_are_turned_like_those_of_the_wiring(
    rotate: int, size: tuple[int, int]
) -> None:
    driver = "ssd1306" if rotate % 2 == 0 else "sh1107"
    table = f"driver = '{driver}'\nwidth = {size[0]}\nheight = {size[1]}\nrotate = {rotate}"
    screens = service._screens(config_from(f"{MOCK}[screens.left]\n{table}").wiring)
    assert screens is not None
    for screen in screens.values():
        assert screen.size == (128, 64)
        screen.close()
