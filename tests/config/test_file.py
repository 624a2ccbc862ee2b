"""The file: where it is, how it is encoded, how large it is."""

from pathlib import Path

import pytest

from clock.config import ConfigError, read_config
from hal.ports import Line


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read: No such file"):
        read_config(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        read_config(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b"[lines]\n# \xe9")
    with pytest.raises(ConfigError, match=r"latin\.toml, line 2: expected UTF-8"):
        read_config(tmp_path / "latin.toml")
    (tmp_path / "big.toml").write_bytes(b"#" * 2_000_000)
    with pytest.raises(ConfigError, match=r"big\.toml: expected at most 1000000 bytes"):
        read_config(tmp_path / "big.toml")
    (tmp_path / "deep.toml").write_text("x = " + "[" * 50_000)
    with pytest.raises(ConfigError, match=r"deep\.toml.*: "):
        read_config(tmp_path / "deep.toml")


def test_a_file_that_begins_with_a_mark_of_its_encoding_is_read_as_any_other(
    tmp_path: Path,
) -> None:
    """As editors on Windows write it."""
    file = tmp_path / "marked.toml"
    file.write_bytes(b"\xef\xbb\xbf[lines]\nstop = 9\n")
    assert read_config(file).wiring.lines[Line.STOP] == 9
    file.write_bytes(b"\xef\xbb\xbf[lines]\n\xe9")
    with pytest.raises(ConfigError, match=r"marked\.toml, line 2: expected UTF-8"):
        read_config(file)
