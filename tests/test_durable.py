"""Files that are whole at any instant."""

import os
import stat
from pathlib import Path

import pytest

from clock.durable import replace_file


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_new_file_has_the_rights_that_the_users_files_have(tmp_path: Path) -> None:
    file, like = tmp_path / "report.html", tmp_path / "like"
    like.write_bytes(b"")
    replace_file(file, b"new")
    assert (file.read_bytes(), mode(file)) == (b"new", mode(like))
    assert sorted(each.name for each in tmp_path.iterdir()) == ["like", "report.html"]


def test_a_file_that_was_there_keeps_its_rights(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(b"old")
    file.chmod(0o640)
    replace_file(file, b"new")
    assert (file.read_bytes(), mode(file)) == (b"new", 0o640)


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "card").mkdir()
    link = tmp_path / "settings.json"
    link.symlink_to("card/settings.json")
    replace_file(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "card" / "settings.json").read_bytes() == b"new"


def test_a_disk_that_fails_leaves_the_old_text_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(b"old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        replace_file(file, b"new")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [(file.name, b"old")]
