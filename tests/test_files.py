"""Files of ours are whole at any instant, and on disk with their names."""

import os
import resource
import stat
from pathlib import Path
from unittest.mock import Mock

import pytest

from clock.cli.commands import write
from clock.files import replace_file
from clock.presets.own import save_preset
from tests.rules.games import setup


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that was there before, with rights of its own."""
    file = tmp_path / "settings.json"
    file.write_bytes(b"old")
    file.chmod(0o640)
    return file


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_new_file_has_the_rights_that_the_users_files_have(tmp_path: Path) -> None:
    file, like = tmp_path / "report.html", tmp_path / "like"
    like.write_bytes(b"")
    replace_file(file, b"new")
    assert (file.read_bytes(), mode(file)) == (b"new", mode(like))
    assert sorted(each.name for each in tmp_path.iterdir()) == ["like", "report.html"]


def test_a_file_that_was_there_stays_its_owners_and_has_its_rights(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.geteuid() == 0:
        os.chown(file, 1000, 1001)
    before, acts = file.stat(), []
    replace_file(file, b"new")
    after = file.stat()
    assert (after.st_uid, after.st_gid, mode(file)) == (before.st_uid, before.st_gid, 0o640)
    assert file.read_bytes() == b"new"
    with monkeypatch.context() as patch:
        patch.setattr(os, "fchown", lambda _handle, *owner: acts.append(owner))
        patch.setattr(os, "fchmod", lambda _handle, rights: acts.append(rights))
        replace_file(file, b"newer")
    assert acts == [(before.st_uid, before.st_gid), 0o640], "changing the owner may drop rights"

    file.chmod(0o640)
    monkeypatch.setattr(os, "fchown", Mock(side_effect=PermissionError(1, "not permitted")))
    replace_file(file, b"newest")
    assert (file.read_bytes(), mode(file)) == (b"newest", 0o640)


def test_a_pipe_stays_what_it_is_and_a_folder_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write(b"new", pipe, source=tmp_path / "games.db")
    assert os.read(reader, 100) == b"new"
    os.close(reader)
    assert pipe.is_fifo()
    with pytest.raises(IsADirectoryError):
        replace_file(tmp_path, b"new")


def test_a_file_is_on_disk_with_its_name_where_a_link_leads_to_and_so_is_a_presets_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "card").mkdir()
    link = tmp_path / "link"
    link.symlink_to("card/settings.json")
    synced: list[Path] = []
    for module in ("clock.files", "clock.presets.own"):
        monkeypatch.setattr(f"{module}.sync_folder", synced.append)
    replace_file(link, b"new")
    assert (link.readlink(), link.read_bytes()) == (Path("card/settings.json"), b"new")
    save_preset(tmp_path / "presets", "Mine", setup())
    assert synced == [tmp_path / "card", tmp_path / "presets", tmp_path]


def test_a_disk_that_fails_or_is_full_leaves_the_old_text_and_nothing_else(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", Mock(side_effect=OSError(28, "No space left on device")))
        with pytest.raises(OSError, match="No space left"):
            replace_file(file, b"new")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large") as error:
            write(b"x" * 2000, file, source=file.with_name("games.db"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert error.value.filename == str(file)
    assert [(each.name, each.read_bytes()) for each in file.parent.iterdir()] == [
        (file.name, b"old")
    ]
