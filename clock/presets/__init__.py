"""Time controls by name, as TOML: ours in this folder, read when they are asked for."""

import tomllib
from collections.abc import Iterator
from importlib import resources

import msgspec

from clock.rules.control import Control
from clock.rules.notation import PeriodTable, control_from_pgn, control_from_table
from clock.rules.openings import OPENINGS
from clock.rules.refusal import SetupError
from clock.rules.regulations import PROFILES

ControlTable = str | tuple[PeriodTable, ...]
"""A control as it is written: PGN text or a list of periods."""


class BySeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A control for each seat."""

    left: ControlTable
    right: ControlTable


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A time control by name, with the regulations and the opening it is played with."""

    title: str
    control: ControlTable | BySeat
    regulations: str = "club"
    opening: str = "none"


def presets() -> dict[str, Preset]:
    """Return all presets by name. Raises SetupError with file, name and key if one is broken."""
    found: dict[str, Preset] = {}
    for name, preset in _read():
        if name in found:
            raise SetupError(name, "expected a name that no other preset has")
        found[name] = preset
    return found


def controls(table: ControlTable | BySeat) -> tuple[Control, Control]:
    """Return both seats' controls from a preset's name, PGN text, a list, or one for each seat.

    Raises SetupError with the place in it.
    """
    preset = presets().get(table) if isinstance(table, str) else None
    return _pair(table if preset is None else preset.control)


def _pair(table: ControlTable | BySeat) -> tuple[Control, Control]:
    if isinstance(table, BySeat):
        return _control(table.left, ".left"), _control(table.right, ".right")
    control = _control(table, "")
    return control, control


def _control(table: ControlTable, place: str) -> Control:
    try:
        return control_from_pgn(table) if isinstance(table, str) else control_from_table(table)
    except SetupError as wrong:
        raise SetupError(f"{place}{wrong.place}", wrong.message) from None


def _read() -> Iterator[tuple[str, Preset]]:
    folder = resources.files(__name__)
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not file.name.endswith(".toml"):
            continue
        for name, table in tomllib.loads(file.read_text(encoding="utf-8")).items():
            yield name, _preset(f"{file.name}: {name}", table)


def _preset(place: str, table: object) -> Preset:
    try:
        preset = msgspec.convert(table, Preset)
        _pair(preset.control)
    except (msgspec.ValidationError, SetupError) as wrong:
        raise SetupError(place, str(wrong)) from None
    if preset.regulations not in PROFILES:
        raise SetupError(f"{place}.regulations", f"expected one of {', '.join(PROFILES)}")
    if preset.opening not in OPENINGS:
        raise SetupError(f"{place}.opening", f"expected one of {', '.join(OPENINGS)}")
    return preset
