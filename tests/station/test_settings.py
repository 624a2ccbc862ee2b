"""The clock's own settings and presets: in effect at once, and saved, or there is a note."""

import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from clock.menu.levels import NewSetup
from clock.menu.settings import Settings, Volumes
from clock.presets import Offer, find_presets
from clock.rules.state import Setup
from clock.station import saver, settings_file
from clock.station.settings_file import (
    SIZE_MAX,
    UNSAVED,
    SettingsFile,
    read_settings,
    write_settings,
)
from clock.station.sounds import Tone
from clock.text.language import render
from hal.ports import ScreenName
from tests.station.tables import FakeRig, Table, setup

QUIET = Settings(sound=False, volumes=Volumes(click=0, fall=10), brightness=3, language="cs")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "clapper" / "settings.json"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk of a busy machine may take longer than a clock that ends may wait."""
    monkeypatch.setattr(saver, "CLOSE_S_MAX", 60.0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "Input data was truncated"),
        (b"\xff\xfe", "malformed"),
        (b"[" * 50_000, ""),
        (b'{"brightness": 0}', "Expected `int` >= 1 - at `$.brightness`"),
        (b'{"volumes": {"click": 11}}', "Expected `int` <= 10 - at `$.volumes.click`"),
        (b'{"volume": 3}', "unknown field `volume`"),
        (b'{"language": "xx"}', "language: expected one of en, cs, ko"),
        (b" " * (SIZE_MAX + 1), f"expected at most {SIZE_MAX} bytes"),
        (Path.mkdir, "Is a directory"),
        (os.mkfifo, "expected a regular file, got a pipe or a device"),
    ],
)
def test_a_file_that_cannot_be_is_reported_and_the_clock_is_as_delivered(
    text: bytes | Callable[[Path], object], reason: str, tmp_path: Path, rig: FakeRig
) -> None:
    file = tmp_path / "settings.json"
    if isinstance(text, bytes):
        file.write_bytes(text)
    else:
        text(file)
    settings = SettingsFile(file)
    assert settings.settings == Settings()
    assert settings.fault is not None
    fault = render(settings.fault)
    assert fault.startswith(f"{file}: ")
    assert fault.endswith("; the default settings are used")
    assert reason in fault
    assert "\n" not in fault
    table = Table(rig, setup(), settings_file=settings)
    for acts, seen in (("", True), ("ok", False), ("stop", True)):
        table.do(acts)
        assert ("Settings unreadable" in table.sentence(ScreenName.RIGHT)) is seen
    if isinstance(text, bytes):
        settings.change(QUIET)
        settings.close()
        assert settings.saver.notes == {}
        assert read_settings(file) == QUIET


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), ValueError("unforeseen")])
def test_a_setting_that_cannot_be_saved_holds_until_power_off_and_the_next_one_is_saved(
    file: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    write_settings(file, QUIET)
    settings = SettingsFile(file)
    with monkeypatch.context() as broken:
        broken.setattr("os.fsync", Mock(side_effect=error))
        settings.change(Settings(brightness=2))
        settings.close()
    assert settings.settings.brightness == 2
    assert settings.saver.notes == {file: UNSAVED}
    assert [each.name for each in file.parent.iterdir()] == ["settings.json"]
    assert read_settings(file) == QUIET
    settings.change(Settings(brightness=4))
    settings.close()
    again = SettingsFile(file)
    assert (again.fault, again.settings.brightness) == (None, 4)


def test_a_language_for_now_is_not_saved_with_another_setting_but_once_one_is_chosen(
    file: Path,
) -> None:
    write_settings(file, QUIET)
    settings = SettingsFile(file)
    settings.use_language("ko")
    settings.change(replace(settings.settings, brightness=4))
    settings.close()
    assert settings.settings == replace(QUIET, language="ko", brightness=4)
    assert read_settings(file) == replace(QUIET, brightness=4)
    for code in ("en", "ko"):
        settings.change(replace(settings.settings, language=code))
    settings.close()
    assert read_settings(file) == replace(QUIET, language="ko", brightness=4)


def test_a_disk_that_hangs_makes_nobody_wait_and_only_the_latest_is_saved(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go, saved = threading.Event(), threading.Event(), list[int]()

    def slow(_: Any, settings: Settings) -> None:
        begun.set()
        assert go.wait(60)
        saved.append(settings.brightness)

    monkeypatch.setattr(settings_file, "write_settings", slow)
    settings = SettingsFile(file)
    settings.change(Settings(brightness=1))
    assert begun.wait(60)
    for brightness in range(2, 8):
        settings.change(Settings(brightness=brightness))
    go.set()
    settings.close()
    assert saved == [1, 7]


def presets(offers: tuple[Offer, ...]) -> list[Setup]:
    return [each.setup for each in offers if each.title == "My preset"]


@pytest.mark.parametrize("problem", ["", "no folder", "the title of another"])
def test_a_preset_is_offered_at_once_and_read_at_the_next_start_or_there_is_a_note(
    rig: FakeRig, tmp_path: Path, problem: str
) -> None:
    own, settings = tmp_path / "presets", SettingsFile()
    if problem == "no folder":
        own.touch()
    table = Table(rig, setup(), settings_file=settings, presets_folder=own)
    assert table.station._buttons.context.saves
    title = "RIF" if problem == "the title of another" else "My preset"
    for game in (setup("5"), setup("7:00+3", "club")):
        table.station._do((NewSetup(game, title),), table.now_ns)
    settings.close()
    table.look()
    assert ("Preset not saved" in table.sentence()) is (problem != "")
    if not problem:
        offered = presets(table.station._buttons.context.offers)
        assert presets(find_presets(own).offers) == offered == [setup("7:00+3", "club")]


# With the buttons


class Clock(Table):
    """A clock with its settings' file, and its own settings open."""

    def __init__(self, rig: FakeRig, file: Path) -> None:
        self.settings = SettingsFile(file)
        super().__init__(rig, setup(), settings_file=self.settings)
        self.screens = rig.fakes.screens.values()
        self.do("- take:Whole_setup_... take:This_clock")


def test_a_volume_is_heard_while_it_is_set_unless_all_sound_is_off(
    rig: FakeRig, file: Path
) -> None:
    clock = Clock(rig, file)
    clock.do("take:Fall:_8 - + + + ok 2 take:Click:_3 - - - ok take:All_sound:_on take:Call:_8 -")
    fall, click = Tone.FALL.tone_hz, Tone.CLICK.tone_hz
    assert [(beep.tone_hz, beep.volume) for beep in rig.beeps] == [
        *((fall, 7), (fall, 8), (fall, 9), (fall, 10), (click, 2), (click, 1)),
    ]


def test_what_is_set_is_seen_at_once_and_there_after_power_off(
    rig: FakeRig, monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    clock = Clock(rig, file)
    clock.do("take:Brightness:_10 - - -")
    assert {screen.brightness for screen in clock.screens} == {7}
    clock.do("ok take:Click:_3 + ok take:All_sound:_on")
    clock.do("take:Back take:Use_this_setup +")  # a new game leaves them as they are
    clock.settings.close()
    again = Clock(FakeRig(monkeypatch), file)
    settings = again.settings.settings
    assert (settings.volumes.click, settings.brightness, settings.sound) == (4, 7, False)
    assert {screen.brightness for screen in again.screens} == {7}
    assert "All sound: off, 1 of 9" in again.sentence()
    again.do("take:Language:_English take:Čeština")
    assert again.station.language == "cs"
    assert "Čeština" in again.sentence()
