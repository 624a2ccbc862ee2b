"""A preset made on the clock: a setup saved in a file beside the user's own."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from clock.files import replace_file, sync_folder
from clock.notation.control_table import BySeat, table_from_control, table_from_match
from clock.notation.reader import NONE
from clock.notation.regulations_table import CHOICES
from clock.presets import OWN, Offer, Preset, find_presets
from clock.rules.message import Problem
from clock.rules.regulations import PROFILES
from clock.rules.seats import LEFT
from clock.rules.state import Setup
from clock.rules.units import duration_text


def offers_with(offers: Iterable[Offer], title: str, setup: Setup) -> tuple[Offer, ...]:
    """Return offers with a setup among them, in place of the user's preset of this title."""
    others = (each for each in offers if (each.game, each.title) != (OWN, title))
    return (*others, Offer(title, title, OWN, setup))


def save_preset(folder: Path, title: str, setup: Setup) -> None:
    """Save a setup under a title, in place of an earlier one.

    It is on disk then. Raises OSError, and Problem for a title that gives no name of its own.
    """
    name = "-".join(re.findall(r"\w+", title.lower()))
    if not name or name in find_presets().presets:
        raise Problem("expected a name that no other preset has")
    keys = (f"{key} = {_toml(value)}\n" for key, value in preset_table(title, setup).items())
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(folder / f"{name}.toml", "".join((f"[{_toml(name)}]\n", *keys)).encode())
    sync_folder(folder.parent)


def preset_table(title: str, setup: Setup) -> dict[str, Any]:
    """Return a setup as a preset's table, without the seat that begins."""
    setup = setup.begun_by(LEFT)
    base = PROFILES[setup.regulations.name]
    left, right = map(table_from_control, (setup.left, setup.right))
    controls = left if left == right else BySeat(left, right)
    match = None if setup.match is None else setup.match.match
    preset = Preset(
        title=title,
        control=None if match else controls,
        games=() if match is None else table_from_match(match),
        expert_must_win=None if match is None else match.expert_must_win,
        regulations=base.name,
        choices={
            key: _choice(field, getattr(setup.regulations, field))
            for key, field in CHOICES.items()
            if getattr(setup.regulations, field) != getattr(base, field)
        },
        opening=setup.opening.name,
        first=setup.first,
        game=setup.game,
        times_by_colour=setup.times_by_colour,
    )
    table: dict[str, Any] = msgspec.to_builtins(preset)
    return table


def _choice(key: str, value: Any) -> Any:
    """A choice as people write it."""
    if value is None:
        return NONE
    return duration_text(value) if key.endswith("_ns") else value


def _toml(value: Any) -> str:
    """A value as TOML: of texts, whole numbers, truths, lists and tables."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(item)}' for key, item in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)
