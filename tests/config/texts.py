"""What the configuration's tests read: the shipped file, and mistakes."""

import re
from pathlib import Path

import pytest

from clock.config import ConfigError, config_from

SHIPPED = Path(__file__).parents[2] / "systemd" / "clapper.toml"


def uncommented() -> str:
    """The shipped file with every key taken out of its comment."""
    return re.sub(r"^#(?=\w)", "", SHIPPED.read_text(encoding="utf-8"), flags=re.MULTILINE)


def mistakes(text: str) -> tuple[str, ...]:
    """The lines that a configuration is refused with; fails if it is not."""
    with pytest.raises(ConfigError) as caught:
        config_from(text, "c.toml")
    return tuple(map(str, caught.value.messages))
