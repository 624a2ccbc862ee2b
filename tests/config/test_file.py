"""The file: where it is, how it is encoded, how large it is."""

from pathlib import Path

import pytest

from clock.config import ConfigError, read_config


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
