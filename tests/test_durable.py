"""Files that are whole at any instant."""

import os
import stat
from pathlib import Path

import pytest

from clock.journal.durable import replace_file


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


def test_a_file_that_was_there_keeps_its_owner_and_then_its_rights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(b"old")
    file.chmod(0o640)
    before, acts = file.stat(), []
    monkeypatch.setattr(os, "fchown", lambda _handle, *owner: acts.append(owner))
    monkeypatch.setattr(os, "fchmod", lambda _handle, rights: acts.append(rights))
    replace_file(file, b"new")
    assert acts == [(before.st_uid, before.st_gid), 0o640]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a file away")
def test_what_root_writes_over_stays_its_owners(tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_bytes(b"old")
    file.chmod(0o600)
    os.chown(file, 1000, 1001)
    replace_file(file, b"new")
    found = file.stat()
    assert (found.st_uid, found.st_gid, mode(file)) == (1000, 1001, 0o600)
    assert file.read_bytes() == b"new"


def test_a_file_that_we_may_not_give_away_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(b"old")
    file.chmod(0o640)

    def refused(*_owner: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "fchown", refused)
    replace_file(file, b"new")
    assert (file.read_bytes(), mode(file)) == (b"new", 0o640)


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        replace_file(pipe, b"new")
        assert os.read(reader, 100) == b"new"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        replace_file(tmp_path, b"new")


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
