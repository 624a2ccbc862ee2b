"""The clock's own settings, set with its buttons: heard, seen and read at once, and kept."""

from pathlib import Path

import pytest

from clock.station.keep import Keep
from clock.station.sounds import Tone
from hal.ports import Line, ScreenName
from tests.station.tables import FakeRig, Table, setup


class Clock:
    """A clock in its box: its settings' file, and a hand on its buttons."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
        self.keep = Keep(file)
        self.rig = FakeRig(monkeypatch)
        self.table = Table(self.rig, setup(regulations="rif"), keep=self.keep)
        assert self.rig.fakes.buzzer is not None
        self.buzzer = self.rig.fakes.buzzer

    def press(self, buttons: str) -> None:
        for name in buttons.split():
            self.table.tap({"-": Line.MINUS, "ok": Line.OK, "+": Line.PLUS}[name])

    def take(self, item: str) -> None:
        """Go down an open list to an item, and take it."""
        for _ in range(30):
            if f". {item}, " in self.says():
                self.press("ok")
                return
            self.press("+")
        raise AssertionError(f"expected {item}, got {self.says()}")

    def open(self) -> None:
        """From the start to the clock's own settings."""
        self.press("- ok")
        self.take("This clock")

    def says(self) -> str:
        return self.table.says(ScreenName.LEFT)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Clock:
    return Clock(monkeypatch, tmp_path / "settings.json")


def test_a_volume_is_heard_while_it_is_set_whatever_the_regulations_allow(clock: Clock) -> None:
    clock.open()
    clock.take("Fall: 8")
    clock.press("- + + +")
    assert [(beep.tone_hz, beep.volume) for beep in clock.buzzer.beeps] == [
        (Tone.FALL.tone_hz, volume) for volume in (7, 8, 9, 10)
    ]


def test_with_all_sound_off_or_at_0_nothing_is_heard_of_it(clock: Clock) -> None:
    clock.open()
    clock.take("Click: 3")
    clock.press("- - - ok")
    assert [beep.volume for beep in clock.buzzer.beeps] == [2, 1]
    clock.take("All sound: on")
    clock.take("Call: 8")
    clock.press("- -")
    assert len(clock.buzzer.beeps) == 2


def test_the_brightness_is_seen_while_it_is_set(clock: Clock) -> None:
    clock.open()
    clock.take("Brightness: 10")
    clock.press("- - -")
    assert {screen.brightness for screen in clock.rig.fakes.screens.values()} == {7}


def test_the_faces_speak_another_language_at_once(clock: Clock) -> None:
    clock.open()
    clock.take("Language: English")
    clock.take("Čeština")
    assert clock.table.station.language == "cs"
    assert "Čeština" in clock.says()


def test_what_was_set_is_there_after_power_off(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    clock.open()
    clock.take("Click: 3")
    clock.press("+ ok")
    clock.take("Brightness: 10")
    clock.press("- ok")
    clock.take("All sound: on")
    clock.keep.close()
    again = Clock(monkeypatch, tmp_path / "settings.json")
    settings = again.keep.settings
    assert (settings.volumes.click, settings.brightness, settings.sound) == (4, 9, False)
    assert {screen.brightness for screen in again.rig.fakes.screens.values()} == {9}


def test_a_new_setup_or_game_leaves_the_clocks_own_settings_as_they_are(clock: Clock) -> None:
    clock.open()
    clock.take("All sound: on")
    clock.take("Back")
    clock.take("Set the clock so")
    clock.press("+ ok")
    assert not clock.keep.settings.sound
    clock.open()
    assert "All sound: off, 1 of 9" in clock.says()
