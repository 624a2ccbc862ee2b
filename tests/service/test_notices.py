"""A notice in place of the clock reaches every display that can be had, however it is wired."""

from collections.abc import Mapping
from contextlib import closing, nullcontext
from pathlib import Path
from unittest.mock import Mock

import pytest
from gpiozero.pins.mock import MockFactory

from clock.config import ConfigError, config_from
from clock.display.face import Page
from clock.service import notices
from clock.service import run as service
from clock.service.notices import leave_notice, show_notice
from clock.service.notify import Notifier
from clock.service.run import NO_PINS, UNUSABLE, run
from clock.service.shutdown import Shutdown
from clock.station.loop import Station
from clock.text.rows import one_text
from hal.factories import PinError
from hal.oled import LumaScreen
from hal.ports import Line, ScreenName
from hal.wiring import DEFAULT, DRIVERS, ScreenWiring
from tests.fakes import FakeScreen, fake_body
from tests.hal.rigs import Panel
from tests.service.manager import MOCK, Manager

NOTICE = Page("Configuration", ("a mistake",), None, "see clapper check", "")


class Displays(list[FakeScreen]):
    """Every display that was opened for a notice, and its wiring."""

    def __init__(self) -> None:
        self.wirings: list[ScreenWiring] = []

    def open(self, screen: ScreenWiring) -> FakeScreen:
        if screen.address == 0x3F:
            raise ImportError("No module named 'luma'")
        self.wirings.append(screen)
        size = (screen.width, screen.height)
        self.append(FakeScreen(size if screen.rotate % 2 == 0 else size[::-1]))
        return self[-1]

    @property
    def sentences(self) -> list[str]:
        assert all(display.closed for display in self)
        return [display.shown.sentence for display in self if display.shown]


@pytest.fixture
def displays(monkeypatch: pytest.MonkeyPatch) -> Displays:
    displays = Displays()
    monkeypatch.setattr(notices, "open_screen", displays.open)
    return displays


@pytest.mark.parametrize(
    ("table", "taken"),
    [
        ("driver = 'sh1106'\ncontrast = 300", {"driver": "sh1106", "contrast": 0xCF}),
        ("driver = 'sh1106'\nrotate = 5", {"driver": "sh1106", "rotate": 0}),
        (
            "driver = 'sh1107'\nwidth = 64\nheight = 128\nrotate = 1\ncontrast = 300",
            {"driver": "sh1107", "width": 64, "height": 128, "rotate": 1},
        ),
        ("driver = 'sh1107'", {"driver": "ssd1306"}),  # which has no such size
        ("driver = 'sh9999'\nrotate = 2", {"driver": "ssd1306", "rotate": 2}),
        ("driver = 'sh9999'\nheight = -1\nrotate = 7\ncontrast = -1", {"driver": "ssd1306"}),
        ("height = 32\ncontrast = 9", {"height": 64, "contrast": 9}),
        ("rotate = 1", {"width": 128, "rotate": 0}),
        ("port = -1\naddress = 0x3E", {"port": 1, "address": 0x3E}),
        ("port = 3\nbus_pins = [20, 21]\naddress = 0x99", {"port": 3, "address": 0x3C}),
        ("address = 0x3D", {"address": 0x3D}),
    ],
)
def test_what_can_be_of_a_faulty_display_is_taken_and_the_rest_is_as_delivered(
    table: str, taken: Mapping[str, object], displays: Displays
) -> None:
    with pytest.raises(ConfigError) as error:
        config_from(f"[screens.left]\n{table}\n[lines]\nstop = 99\n")
    leave_notice(error.value.wiring, NOTICE)
    left, _ = displays.wirings
    assert {key: getattr(left, key) for key in taken} == taken
    assert (left.width, left.height) in DRIVERS[left.driver].sizes
    assert displays.sentences == ["Configuration. a mistake"] * 2


def test_a_display_too_small_for_a_notice_keeps_it_from_no_other() -> None:
    small, sound = FakeScreen((128, 32)), FakeScreen()
    show_notice({ScreenName.LEFT: small, ScreenName.RIGHT: sound}, NOTICE)
    assert small.shown is None
    assert sound.shown is not None


class Watched(LumaScreen):
    """A screen that records whether it was drawn in time."""

    taken = False

    def wait_for(self, *arguments: object) -> bool:
        self.taken = super().wait_for(*arguments)  # type: ignore[arg-type]
        return self.taken


def test_a_display_is_waited_for_until_it_has_drawn_or_has_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(notices, "NOTICE_S_MAX", 60.0)
    panel, unplugged = Panel(), Panel()
    unplugged.unplugged = True
    screens = {ScreenName.LEFT: Watched(unplugged), ScreenName.RIGHT: Watched(panel)}
    show_notice(screens, NOTICE)
    assert panel.drawn
    for screen in screens.values():
        assert screen.taken
        screen.close()


SPI = '[screens.left]\nbus = "spi"\nport = 0\ndc = 12\n'
NO_LUMA = "[screens.left]\naddress = 0x3F\n"
WRONG = "[lines]\nstop = 99\n"
NO_PINS_HERE = "clapper: no pins here. `clapper doctor` shows what to do"


@pytest.mark.parametrize(
    ("text", "status", "log", "sentence", "seen_by"),
    [
        (WRONG, UNUSABLE, [", line 2: "], "Configuration. c.toml, line 2: ", 2),
        # A display whose wires want the pins cannot show it
        (f"{SPI}{WRONG}", UNUSABLE, [", line 6: "], "Configuration. c.toml, line 6: ", 1),
        # One that cannot be opened keeps it from no other
        (f"{NO_LUMA}{WRONG}", UNUSABLE, [", line 4: "], "Configuration. c.toml, line 4: ", 1),
        # Without pins to touch no display is touched
        (f"{MOCK}{WRONG}minus = 'x'", UNUSABLE, [", line 4: ", ", line 5: lines.minus"], "", 0),
        ("", NO_PINS, [NO_PINS_HERE], "No pins. no pins here", 2),
        (None, NO_PINS, ["/c.toml does not exist: ", NO_PINS_HERE], "No pins. no pins here", 2),
    ],
)
def test_every_obstacle_is_in_the_log_and_on_the_displays_and_a_notice_that_fails_changes_nothing(
    tmp_path: Path,
    displays: Displays,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    text: str | None,
    status: int,
    log: list[str],
    sentence: str,
    seen_by: int,
) -> None:
    file = tmp_path / "c.toml"
    monkeypatch.setattr("clock.config.DEFAULT_FILE", file)
    monkeypatch.setattr(service, "open_factory", Mock(side_effect=PinError("no pins here")))
    if text is not None:
        file.write_text(text)
    asked_for = None if text is None else file
    assert run(asked_for) == status
    lines = capfd.readouterr().err.splitlines()
    assert [part in line for part, line in zip(log, lines, strict=True)] == [True] * len(log)
    assert len(displays.sentences) == seen_by
    assert all(each.startswith(sentence) for each in displays.sentences)
    monkeypatch.setattr(
        service, "leave_notice", Mock(side_effect=OSError("a defect of the program"))
    )
    assert run(asked_for) == status
    assert "OSError: a defect of the program" in capfd.readouterr().err


FACTORY = '[pins]\nfactory = "pins"\n'


@pytest.mark.parametrize(
    ("files", "shown"),
    [
        # One row more than a display shows
        ({"c.toml": FACTORY}, [(0, "check"), *((first, "scroll") for first in (0, 1, 1, 1, 1, 0))]),
        ({"c.toml": "", "c.toml.txt": FACTORY}, [(0, "check")]),
    ],
)
def test_the_service_lives_while_minus_and_plus_scroll_a_notice_that_is_longer_than_a_display(
    files: Mapping[str, str],
    shown: list[tuple[int, str]],
    tmp_path: Path,
    manager: Manager,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pins, pages = MockFactory(), list[Page]()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setenv("NOTIFY_SOCKET", manager.environment["NOTIFY_SOCKET"])
    monkeypatch.setattr(service, "open_factory", lambda _: pins)
    monkeypatch.setattr(notices, "open_screen", lambda _: FakeScreen())
    monkeypatch.setattr(notices, "show_notice", lambda _, page: pages.append(page))
    looks = iter([*[Line.PLUS, None] * 4, Line.MINUS, Line.MINUS])

    def look(ending: Shutdown, _: float) -> bool:
        if (pressed := next(looks, 0)) == 0:
            ending.set()
        for line in (Line.MINUS, Line.PLUS):
            pin = pins.pin(DEFAULT.lines[line])
            (pin.drive_low if line is pressed else pin.drive_high)()
        return ending.is_set()

    monkeypatch.setattr(Shutdown, "wait", look)
    assert run(tmp_path / "c.toml") == 0
    assert [(page.first, one_text(page.hint).split()[-1]) for page in pages] == shown
    heard = manager.heard_so_far()
    assert heard[0].startswith("READY=1\nSTATUS=Configuration: ")
    assert heard[1:] == ["WATCHDOG=1"] * 10


@pytest.mark.parametrize("error", [None, PinError("no pins here")])
def test_a_notice_stays_where_there_are_no_pins_to_scroll_it_and_is_shown_however_long_it_is(
    error: PinError | None,
    tmp_path: Path,
    manager: Manager,
    displays: Displays,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "c.toml").write_text(
        f"[game]\ncontrol = '{50_000 * 'z'}'\n[lines]\nminus = 5\nplus = 5\n"
    )
    monkeypatch.setenv("NOTIFY_SOCKET", manager.environment["NOTIFY_SOCKET"])
    pins = Mock(return_value=MockFactory(), side_effect=error)
    monkeypatch.setattr(service, "open_factory", pins)
    monkeypatch.setattr(service, "PINS_WAIT_NS", 0)
    looks = iter(range(3))
    monkeypatch.setattr(
        Shutdown, "wait", lambda ending, _: next(looks, None) is None and (ending.set() or True)
    )
    assert run(tmp_path / "c.toml") == 0
    assert len(displays.sentences) == 2
    assert manager.heard_so_far()[1:] == ["WATCHDOG=1"] * 3


@pytest.mark.parametrize(
    ("where", "error", "sentence"),
    [
        ("listen", PinError("no edges here"), "No pins. no edges here"),
        ("run", ValueError("a defect"), "The clock has failed. ValueError: a defect"),
    ],
)
def test_the_displays_show_that_edges_cannot_be_watched_or_that_the_clock_has_failed(
    where: str, error: Exception, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    body, log = fake_body(), list[str]()
    part = type(body.inputs) if where == "listen" else Station
    monkeypatch.setattr(part, where, Mock(side_effect=error))
    raised = nullcontext() if where == "listen" else pytest.raises(ValueError, match="a defect")
    with closing(Notifier({})) as notifier, raised:
        ended = service._serve(body, config_from(""), notifier, Shutdown(), log.append)
        assert (ended, log) == (NO_PINS, ["no edges here. `clapper doctor` shows what to do"])
    shown = [screen.shown for screen in body.screens.values()]
    assert [each and each.sentence for each in shown] == [sentence] * 2
