"""Time controls by name, as TOML: ours in this folder and the user's own in others.

They are read when they are asked for. What is broken in a user's folder is left out, with a message
about its place.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from clock.presets.openings import find_openings
from clock.presets.overlay import converted
from clock.presets.tables import (
    ByRole,
    BySeat,
    ControlTable,
    read_controls,
    read_match,
    with_choices,
    within,
)
from clock.presets.toml import Toml, read_folders
from clock.presets.typed import Unclear
from clock.rules.control import Control
from clock.rules.machine import begin
from clock.rules.match import Place
from clock.rules.message import Message, Problem
from clock.rules.openings import Opening
from clock.rules.refusal import SetupError
from clock.rules.regulations import PROFILES, Regulations, problems
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import Setup

GAMES = ("renju", "gomoku", "chess", "go")
"""Our files, in the order in which they are offered."""

OWN = "own"
"""The game of what comes from the user's folder."""
OWN_MAX = 200
"""Presets of the user's own that are read, sound or not."""

MACHINE_FOLDER = Path("/etc/clapper/presets")
SAVED_FOLDER = Path("/var/lib/clapper/presets")
"""Where the service has what was saved on the clock."""


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A time control by name, with the regulations and the opening it is played with.

    A handicap match has its games in the place of a control.
    """

    title: str
    control: ControlTable | BySeat | None = None
    games: tuple[ByRole, ...] = ()
    expert_must_win: int | None = None
    """Games of the match; None: every one."""
    regulations: str = "club"
    choices: dict[str, Any] = {}
    """Those of the regulations that are other than the base's, as a configuration has them."""
    opening: str = "none"
    first: Colour | None = Colour.BLACK
    """The colour that moves first; None: as the regulations have it."""


class Entry(NamedTuple):
    """A preset where it stands: its name, and which game it is for."""

    name: str
    game: str
    preset: Preset


class Found(NamedTuple):
    """All presets in the order in which they are offered, and why others were left out."""

    entries: tuple[Entry, ...]
    skipped: tuple[Message, ...]
    openings: Mapping[str, Opening]
    """By name, the user's own beside the shipped ones."""

    def meant(self, control: ControlTable | BySeat) -> Preset:
        """Return the preset of a name, or one with the time control that is written.

        Raises SetupError with the place in it.
        """
        for entry in self.entries:
            if entry.name == control:
                return entry.preset
        preset = Preset(title="", control=control, first=None)
        try:
            controls_of(preset)
        except SetupError as error:
            if isinstance(error, Unclear) or not isinstance(control, str):
                raise
            template = "{problem}, or a name of `clapper presets`"
            raise SetupError(error.place, template, problem=error.message) from None
        return preset


def own_folders(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Return where a user's own presets are: on this machine, saved on its clock, the user's."""
    base = Path(environ.get("XDG_CONFIG_HOME", ""))
    if not base.is_absolute():  # as the XDG specification says
        base = Path(environ.get("HOME", "/root")) / ".config"
    return MACHINE_FOLDER, SAVED_FOLDER, base / "clapper" / "presets"


def find_presets(*folders: Path) -> Found:
    """Return all presets, the user's own from `folders` after ours, and what was left out."""
    entries = dict(_shipped())
    openings, skipped_openings = find_openings(folders)
    skipped = list(skipped_openings)
    read = (each for file in read_folders(folders) for each in _read(file, entries, openings))
    for count, each in enumerate(read):
        if count == OWN_MAX:
            skipped.append(Message("expected at most {most} presets of your own", most=OWN_MAX))
            break
        if isinstance(each, Message):
            skipped.append(each)
        else:
            entries[each.name] = each
    return Found(tuple(entries.values()), tuple(skipped), openings)


def controls(table: ControlTable | BySeat) -> tuple[Control, Control]:
    """Return both seats' controls from one of our presets' names, PGN text, a list, or one a seat.

    Raises SetupError with the place in it.
    """
    entry = _shipped().get(table) if isinstance(table, str) else None
    return read_controls(table) if entry is None else controls_of(entry.preset)


def controls_of(preset: Preset) -> tuple[Control, Control]:
    """Return both seats' controls of a preset, of a match those of its first game.

    Raises SetupError with the place in the preset.
    """
    place = match_of(preset)
    if place is not None:
        return place.control(LEFT), place.control(RIGHT)
    if preset.control is None:
        raise SetupError("control", "expected a value: it is missing")
    with within("control"):
        return read_controls(preset.control, typed=True)


def match_of(preset: Preset, expert: Seat = RIGHT) -> Place | None:
    """Return the first game of a preset's match, with the expert's seat; None if it is none.

    Raises SetupError with the place in the preset.
    """
    if not preset.games:
        return None
    return read_match(preset.games, preset.expert_must_win, expert, typed=True)


def regulations_of(preset: Preset) -> Regulations:
    """Return the regulations of a preset; raises SetupError with the choice at fault."""
    return with_choices(PROFILES[preset.regulations], preset.choices, typed=True)


@cache
def _shipped() -> dict[str, Entry]:
    """Our presets by name, whose tests check them: a clock that starts need not."""
    entries: dict[str, Entry] = {}
    for game in GAMES:
        text = Path(__file__).with_name(f"{game}.toml").read_text(encoding="utf-8")
        for name, preset in msgspec.convert(tomllib.loads(text), dict[str, Preset]).items():
            entries[name] = Entry(name, game, preset)
    return entries


def _read(
    file: Toml | Message, taken: Mapping[str, Entry], openings: Mapping[str, Opening]
) -> Iterator[Entry | Message]:
    """Yield the presets of a file of the user's, and a message for each that is broken."""
    if isinstance(file, Message):
        yield file
        return
    for name, table in file.tables.items():
        try:
            with file.within(name):
                if name in taken:
                    raise SetupError("", "expected a name that no other preset has")
                if not name.strip() or not name.isprintable():
                    raise SetupError("", "expected words in one line")
                preset: Preset = converted(table, Preset)
                _check(preset, openings)
            yield Entry(name, OWN, preset)
        except Problem as error:
            yield error.message


def _check(preset: Preset, openings: Mapping[str, Opening]) -> None:
    """Raise SetupError, with the place in the preset, for one that cannot be played."""
    if preset.games and preset.control is not None:
        raise SetupError("control", "expected none beside the games of a match")
    if preset.expert_must_win is not None and not preset.games:
        raise SetupError("expert_must_win", "expected only beside the games of a match")
    left, right = controls_of(preset)
    if not preset.title.strip() or not preset.title.isprintable():
        raise SetupError("title", "expected words in one line")
    for key, value, known in (
        ("regulations", preset.regulations, PROFILES),
        ("opening", preset.opening, openings),
    ):
        if value not in known:
            raise SetupError(key, "expected one of {names}", names=", ".join(known))
    with within("choices"):
        regulations = regulations_of(preset)
        for place, message in problems(regulations):
            raise SetupError(place, message)
    opening, first = openings[preset.opening], preset.first or Colour.BLACK
    begin(Setup(left=left, right=right, regulations=regulations, opening=opening, first=first))
