"""A preset made on the clock: what is set, as a file of its own beside the user's others."""

import json
import os
import re
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec

from clock.presets import Preset, find_presets
from clock.presets.notation import table_from_control
from clock.presets.overlay import NONE
from clock.presets.tables import ByRole, BySeat
from clock.rules.message import Problem
from clock.rules.regulations import PROFILES, Regulations
from clock.rules.state import Setup
from clock.rules.units import duration_text


def save_preset(folder: Path, title: str, setup: Setup) -> None:
    """Save a setting under a title, in place of the one before it.

    It is on disk then. Raises OSError, and Problem for a title that gives no name of its own.
    """
    name = "-".join(re.findall(r"\w+", title.lower()))
    if not name or any(entry.name == name for entry in find_presets().entries):
        raise Problem("expected a name that no other preset has")
    lines = (f"{key} = {_toml(value)}\n" for key, value in preset_table(title, setup).items())
    file = folder / f"{name}.toml"
    part = file.with_suffix(".part")
    folder.mkdir(parents=True, exist_ok=True)
    with part.open("w", encoding="utf-8") as stream:
        stream.writelines((f"[{_toml(name)}]\n", *lines))
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(file)


def preset_table(title: str, setup: Setup) -> dict[str, Any]:
    """Return a setting as a preset's table; who begins is not in it."""
    base = PROFILES[setup.regulations.name]
    left, right = map(table_from_control, (setup.left, setup.right))
    preset = Preset(
        title=title,
        control=left if left == right else BySeat(left, right),
        regulations=base.name,
        choices={
            key.removesuffix("_ns"): _choice(key, getattr(setup.regulations, key))
            for key in Regulations.__struct_fields__
            if getattr(setup.regulations, key) != getattr(base, key)
        },
        opening=setup.opening.name,
        first=setup.first,
    )
    if setup.match is not None:
        match = setup.match.match
        games = tuple(
            ByRole(table_from_control(times.beginner), table_from_control(times.expert))
            for times in match.games
        )
        must_win = match.expert_must_win
        preset = msgspec.structs.replace(
            preset, control=None, games=games, expert_must_win=must_win
        )
    table: dict[str, Any] = msgspec.to_builtins(preset)
    return table


def _choice(key: str, value: Any) -> Any:
    """A choice as people write it."""
    if value is None:
        return NONE
    if key.endswith("_ns"):
        return duration_text(value)
    return value.value if isinstance(value, Enum) else value


def _toml(value: Any) -> str:
    """A value as TOML: of texts, whole numbers, truths, lists and tables."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(item)}' for key, item in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)
