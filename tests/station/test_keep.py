"""The clock's own settings and their file: kept whole, and whatever is wrong with it is said."""

import errno
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from clock.menu.settings import Settings, Volumes
from clock.station import keep as keep_module
from clock.station.keep import SIZE_MAX, Keep, read_settings, write_settings
from hal.ports import Line, ScreenName
from tests.station.tables import FakeRig, Table, setup

QUIET = Settings(sound=False, volumes=Volumes(click=0, fall=10), brightness=3, language="cs")


def test_what_is_set_is_there_when_the_clock_is_switched_on_again(tmp_path: Path) -> None:
    file = tmp_path / "clapper" / "settings.json"
    keep = Keep(file)
    assert (keep.settings, keep.fault) == (Settings(), None)
    keep.change(Settings(brightness=2))
    keep.change(QUIET)
    assert keep.settings == QUIET
    keep.close()
    again = Keep(file)
    assert (again.settings, again.fault, again.note) == (QUIET, None, None)


def test_without_a_file_settings_hold_until_power_off() -> None:
    keep = Keep()
    keep.change(QUIET)
    assert keep.settings == QUIET
    keep.close()


def test_only_the_file_itself_is_left_in_its_folder(tmp_path: Path) -> None:
    write_settings(tmp_path / "settings.json", QUIET)
    write_settings(tmp_path / "settings.json", Settings())
    assert [each.name for each in tmp_path.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"", "Input data was truncated"),
        (b"{", "truncated"),
        (b"\xff\xfe", "malformed"),
        (b"[" * 50_000, ""),
        (b"[]", "Expected `object`, got `array`"),
        (b'{"brightness": 0}', "Expected `int` >= 1 - at `$.brightness`"),
        (b'{"brightness": "5"}', "Expected `int`, got `str` - at `$.brightness`"),
        (b'{"volumes": {"click": 11}}', "Expected `int` <= 10 - at `$.volumes.click`"),
        (b'{"volume": 3}', "unknown field `volume`"),
        (b'{"language": "xx"}', "language: expected one of en, cs, ko"),
        (b" " * (SIZE_MAX + 1), f"expected at most {SIZE_MAX} bytes"),
    ],
)
def test_a_file_that_cannot_be_is_told_in_a_line_and_the_clock_is_as_delivered(
    text: bytes, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(text)
    keep = Keep(file)
    assert keep.settings == Settings()
    assert keep.fault is not None
    assert keep.fault.startswith(f"{file}: ")
    assert told in keep.fault
    assert keep.fault.endswith("; the settings are as delivered")
    assert "\n" not in keep.fault
    assert keep.note == "Settings unreadable"


def test_a_folder_in_the_files_place_is_told_as_well(tmp_path: Path) -> None:
    keep = Keep(tmp_path)
    assert keep.fault == f"{tmp_path}: Is a directory; the settings are as delivered"


def test_a_setting_made_after_a_broken_file_mends_it(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(b"{")
    keep = Keep(file)
    keep.change(QUIET)
    keep.close()
    assert (keep.fault, keep.note) == (None, None)
    assert read_settings(file) == QUIET


def test_on_a_full_disk_a_setting_holds_until_power_off_and_the_old_file_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.json"
    write_settings(file, QUIET)
    keep = Keep(file)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as broken:
        broken.setattr("os.fsync", full)
        keep.change(Settings(brightness=2))
        keep.close()
    assert keep.settings.brightness == 2
    assert keep.fault == f"{file}: No space left on device; the settings hold until power-off"
    assert keep.note == "Settings not saved"
    assert [each.name for each in tmp_path.iterdir()] == ["settings.json"]
    assert read_settings(file) == QUIET
    keep.change(Settings(brightness=4))
    keep.close()
    keep = Keep(file)
    assert (keep.fault, keep.settings.brightness) == (None, 4)


def test_settings_on_another_card_are_on_it_by_name_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "card").mkdir()
    link = tmp_path / "settings.json"
    link.symlink_to("card/settings.json")
    synced: list[Path] = []
    monkeypatch.setattr(keep_module, "sync_folder", synced.append)
    write_settings(link, QUIET)
    assert synced == [tmp_path / "card"]
    assert read_settings(tmp_path / "card" / "settings.json") == QUIET


def test_a_language_for_now_is_not_kept_with_another_setting_but_once_one_is_chosen(
    tmp_path: Path,
) -> None:
    file = tmp_path / "settings.json"
    write_settings(file, QUIET)
    keep = Keep(file)
    keep.speak("ko")
    assert keep.settings == replace(QUIET, language="ko")
    keep.change(replace(keep.settings, brightness=4))
    keep.close()
    assert keep.settings == replace(QUIET, language="ko", brightness=4)
    assert read_settings(file) == replace(QUIET, brightness=4)
    keep.change(replace(keep.settings, language="en"))
    keep.change(replace(keep.settings, language="ko"))
    keep.close()
    assert read_settings(file) == replace(QUIET, language="ko", brightness=4)


def test_a_disk_that_hangs_keeps_nobody_waiting_and_only_the_latest_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go, saved = threading.Event(), threading.Event(), list[Settings]()

    def slow(_: Any, settings: Settings) -> None:
        begun.set()
        assert go.wait(10)
        saved.append(settings)

    monkeypatch.setattr(keep_module, "write_settings", slow)
    keep = Keep(tmp_path / "settings.json")
    keep.change(Settings(brightness=1))
    assert begun.wait(10)
    for brightness in range(2, 8):
        keep.change(Settings(brightness=brightness))
    go.set()
    keep.close()
    assert [each.brightness for each in saved] == [1, 7]


def test_the_face_says_before_a_start_and_in_a_stop_what_is_wrong_with_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(b"{")
    table = Table(FakeRig(monkeypatch), setup(), keep=Keep(file))
    assert "Settings unreadable" in table.says(ScreenName.LEFT)
    table.tap(Line.OK)
    assert "Settings unreadable" not in table.says(ScreenName.LEFT)
    table.tap(Line.STOP)
    assert "Settings unreadable" in table.says(ScreenName.RIGHT)
