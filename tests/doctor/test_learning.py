"""Keys that a person teaches the clock, and the configuration that they are written to."""

import errno
from pathlib import Path

import pytest

from clock.config import config_from
from clock.doctor import learning
from clock.doctor.learning import learn_keys, with_keys
from clock.rules.message import Problem
from clock.text.language import part_name
from hal.keys import CODES, DeviceKey
from hal.ports import Line
from hal.wiring import KEYS
from tests.config.texts import SHIPPED
from tests.hal.input_devices import InputDevices, PluggedIn

LEARNED = {line: DeviceKey("usb-pad-event-kbd", number) for number, line in enumerate(KEYS, 2)}


class Person:
    """A person who presses a key for each line that is asked for, the first one twice."""

    def __init__(self, device: PluggedIn) -> None:
        self.device, self.heard = device, list[str]()
        self._next = 2

    def __call__(self, text: str) -> None:
        self.heard.append(text)
        if not text.startswith(("Press", "usb-pad-event-kbd:KEY_1 is taken")):
            return
        code = self._next if len(self.heard) != 2 else 2
        self._next += code == self._next
        for down in (True, False):
            self.device.report(5_000_000, {code: down})


def test_each_line_gets_the_key_that_is_pressed_for_it_and_no_key_two_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    devices, file = InputDevices(tmp_path, monkeypatch), tmp_path / "clapper.toml"
    person = Person(devices.plug_in("usb-pad-event-kbd"))
    devices.plug_in("usb-mouse-event-mouse").refuses = errno.EIO
    devices.plug_in("usb-taken-event-kbd").refuses = errno.EBUSY
    file.write_bytes(SHIPPED.read_bytes())
    assert learn_keys(file, person) == 0
    assert person.heard[0].startswith("usb-taken-event-kbd: ")
    asked = [text for text in person.heard if text.startswith("Press the key")]
    assert [part_name(line) in text for line, text in zip(KEYS, asked, strict=True)] == [True] * 6
    found = config_from(file.read_text()).wiring
    assert found.keys == LEARNED
    assert set(found.lines) == set()


def test_without_a_press_or_a_device_the_file_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    devices, file = InputDevices(tmp_path, monkeypatch), tmp_path / "clapper.toml"
    with pytest.raises(Problem, match="no keyboard"):
        learn_keys(file, lambda _: None)
    devices.plug_in("usb-pad-event-kbd")
    monkeypatch.setattr(learning, "WAIT_S", 0.0)
    assert learn_keys(file, lambda _: None) == 1
    assert not file.exists()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("", '[lines]\nok = "any:KEY_A"\n'),
        ("[game]\ncontrol = '5m'", "[game]\ncontrol = '5m'\n\n[lines]\nok = \"any:KEY_A\"\n"),
        ("[lines]\n#ok = 27\nok = 3\n[pins]\n", '[lines]\n#ok = 27\nok = "any:KEY_A"\n[pins]\n'),
        ("[lines]\nstop=3\n[x]\nok = 1\n", '[lines]\nok = "any:KEY_A"\nstop=3\n[x]\nok = 1\n'),
    ],
)
def test_a_key_takes_the_place_of_its_line_and_nothing_else_changes(
    text: str, written: str
) -> None:
    assert with_keys(text, {Line.OK: DeviceKey("any", CODES["KEY_A"])}) == written
