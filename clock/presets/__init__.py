"""Time controls by name, as TOML: ours in this folder and the user's own in others.

They are read when they are asked for. What is broken in a user's folder is named with its place
and left out; what is broken in ours is a defect of the program.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import msgspec

from clock.rules.control import Control
from clock.rules.inputs import Result
from clock.rules.match import Match, Place, Times, match_problems
from clock.rules.notation import PeriodTable, control_from_pgn, control_from_table
from clock.rules.openings import OPENINGS
from clock.rules.refusal import SetupError
from clock.rules.regulations import PROFILES
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.slips import require_clear

ControlTable = str | tuple[PeriodTable, ...]
"""A control as it is written: PGN text or a list of periods."""

GAMES = ("renju", "gomoku", "chess", "go")
"""Our files, in the order in which they are offered."""

OWN = "own"
"""The game of what comes from the user's folder."""

MACHINE_FOLDER = Path("/etc/clapper/presets")

ENCODING = "utf-8-sig"
"""Of what people write: UTF-8, with the mark at its beginning that some editors put there."""

FILE_BYTES_MAX = 1_000_000
"""No file of presets is longer; what is, is something else."""


class BySeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A control for each seat."""

    left: ControlTable
    right: ControlTable


class ByRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A control for each player of a handicap match."""

    beginner: ControlTable
    expert: ControlTable


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A time control by name, with the regulations and the opening it is played with.

    A handicap match has its games in the place of a control.
    """

    title: str
    control: ControlTable | BySeat | None = None
    games: tuple[ByRole, ...] = ()
    expert_must_win: int | None = None
    """Games of the match; None: every one."""
    regulations: str = "club"
    opening: str = "none"
    first: Colour = Colour.BLACK
    """The colour that moves first."""


class Entry(NamedTuple):
    """A preset where it stands: its name, and which game it is for."""

    name: str
    game: str
    preset: Preset


class Found(NamedTuple):
    """All presets in the order in which they are offered, and what was left out, a line each."""

    entries: tuple[Entry, ...]
    skipped: tuple[str, ...]

    def named(self, name: object) -> Preset | None:
        """The preset of a name; None if that is none."""
        return next((entry.preset for entry in self.entries if entry.name == name), None)


def own_folders(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Return where a user's own presets are looked for: the machine's folder, then the user's."""
    base = Path(environ.get("XDG_CONFIG_HOME", ""))
    if not base.is_absolute():  # as the XDG specification says
        base = Path(environ.get("HOME", "/root")) / ".config"
    return MACHINE_FOLDER, base / "clapper" / "presets"


def presets(*folders: Path) -> dict[str, Preset]:
    """Return all presets by name, the user's own from `folders` after ours.

    Raises SetupError with file, name and key if one of ours is broken.
    """
    return {entry.name: entry.preset for entry in find_presets(*folders).entries}


def find_presets(*folders: Path) -> Found:
    """Return all presets and what of the user's folders was left out, with file, line and key.

    Raises SetupError if one of ours is broken.
    """
    ours = resources.files(__name__)
    entries: dict[str, Entry] = {}
    for game in GAMES:
        for read in _read(ours / f"{game}.toml", game, entries):
            if isinstance(read, SetupError):
                raise read
            entries[read.name] = read
    skipped = []
    for file in chain.from_iterable(_files(folder) for folder in dict.fromkeys(folders)):
        if isinstance(file, SetupError):
            skipped.append(str(file))
            continue
        for read in _read(file, OWN, entries):
            if isinstance(read, SetupError):
                skipped.append(str(read))
            else:
                entries[read.name] = read
    return Found(tuple(entries.values()), tuple(skipped))


def controls(table: ControlTable | BySeat, *folders: Path) -> tuple[Control, Control]:
    """Return both seats' controls from a preset's name, PGN text, a list, or one for each seat.

    Raises SetupError with the place in it.
    """
    preset = presets(*folders).get(table) if isinstance(table, str) else None
    return _pair(table) if preset is None else controls_of(preset)


def read_control(table: ControlTable, place: str) -> Control:
    """Return a control from PGN text or a list; raises SetupError with the place after `place`."""
    try:
        return control_from_pgn(table) if isinstance(table, str) else control_from_table(table)
    except SetupError as wrong:
        raise SetupError(f"{place}{wrong.place}", wrong.message) from None


def controls_of(preset: Preset) -> tuple[Control, Control]:
    """Return both seats' controls of a preset; of a match those of its first game."""
    place = match_of(preset)
    if place is not None:
        return place.control(LEFT), place.control(RIGHT)
    assert preset.control is not None
    return _pair(preset.control)


def require_clear_times(preset: Preset) -> None:
    """Raise SetupError, with the place in it, for a time that reads as another than it is."""
    for place, table in _written(preset):
        try:
            require_clear(table)
        except SetupError as wrong:
            raise SetupError(f"{place}{wrong.place}", wrong.message) from None


def match_of(preset: Preset, expert: Seat = RIGHT) -> Place | None:
    """Return the first game of a preset's match, with the expert's seat; None if it is none.

    Raises SetupError with the place in it.
    """
    return match_from(preset.games, preset.expert_must_win, expert) if preset.games else None


def match_from(
    games: tuple[ByRole, ...],
    expert_must_win: int | None,
    expert: Seat,
    results: tuple[Result, ...] = (),
) -> Place:
    """Return a game's place in a match as it is written. Raises SetupError with the place in it."""
    times = tuple(
        Times(
            read_control(game.beginner, f"games[{index}].beginner"),
            read_control(game.expert, f"games[{index}].expert"),
        )
        for index, game in enumerate(games)
    )
    must_win = len(times) if expert_must_win is None else expert_must_win
    found = Place(Match(times, must_win), expert, results)
    for place, message in match_problems(found):
        raise SetupError(place, message)
    return found


def _pair(table: ControlTable | BySeat) -> tuple[Control, Control]:
    if isinstance(table, BySeat):
        return read_control(table.left, ".left"), read_control(table.right, ".right")
    control = read_control(table, "")
    return control, control


def _files(folder: Path) -> Iterator[Path | SetupError]:
    """The user's files by name; a folder that is not there holds none."""
    try:
        yield from sorted(path for path in folder.iterdir() if path.suffix == ".toml")
    except FileNotFoundError:
        return
    except OSError as wrong:
        yield SetupError(str(folder), wrong.strerror or "cannot be read")


def _read(file: Traversable, game: str, taken: dict[str, Entry]) -> Iterator[Entry | SetupError]:
    """The presets of a file, and what is wrong with those that are broken."""
    try:
        text = _text(file)
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as wrong:  # of the encoding or of TOML: both tell the line
        yield SetupError(str(file), _one_line(str(wrong)))
        return
    except OSError as wrong:
        yield SetupError(str(file), wrong.strerror or "cannot be read")
        return
    for name, table in tables.items():
        place = f"{file}, line {_line(text, name)}: {name}"
        try:
            if name in taken:
                raise SetupError(place, "expected a name that no other preset has")
            yield Entry(name, game, _preset(place, table))
        except SetupError as wrong:
            yield SetupError(wrong.place, _one_line(str(wrong.message)))


def _text(file: Traversable) -> str:
    with file.open("rb") as opened:
        content = opened.read(FILE_BYTES_MAX + 1)
    if len(content) > FILE_BYTES_MAX:
        raise ValueError(f"expected at most {FILE_BYTES_MAX} bytes")
    return content.decode(ENCODING)


def _line(text: str, name: str) -> int:
    """The line on which a preset begins; 1 if it is written in some other way."""
    key = rf"['\"]?{re.escape(name)}['\"]?"
    found = re.search(rf"^\s*(\[\s*{key}\s*[\].]|{key}\s*[.=])", text, re.MULTILINE)
    return 1 if found is None else text.count("\n", 0, found.start(1)) + 1


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _require_control(place: str, preset: Preset) -> None:
    """Raise SetupError unless a preset has a control or the games of a match, and that is sound."""
    if preset.games:
        if preset.control is not None:
            raise SetupError(f"{place}.control", "expected none beside the games of a match")
        try:
            match_of(preset)
        except SetupError as wrong:
            raise SetupError(f"{place}.{wrong.place}", wrong.message) from None
        return
    if preset.expert_must_win is not None:
        raise SetupError(f"{place}.expert_must_win", "expected only beside the games of a match")
    if preset.control is None:
        raise SetupError(place, "object missing required field control, or games of a match")
    try:
        _pair(preset.control)
    except SetupError as wrong:
        raise SetupError(f"{place}.control{wrong.place}", wrong.message) from None


def _written(preset: Preset) -> Iterator[tuple[str, ControlTable]]:
    """Every control of a preset as it is written, with its place."""
    if isinstance(preset.control, BySeat):
        yield from (("control.left", preset.control.left), ("control.right", preset.control.right))
    elif preset.control is not None:
        yield "control", preset.control
    for index, game in enumerate(preset.games):
        yield f"games[{index}].beginner", game.beginner
        yield f"games[{index}].expert", game.expert


def _preset(place: str, table: object) -> Preset:
    try:
        preset = msgspec.convert(table, Preset)
    except msgspec.ValidationError as wrong:
        what, _, key = str(wrong).replace("`", "").partition(" - at $")
        raise SetupError(f"{place}{key}", what[:1].lower() + what[1:]) from None
    _require_control(place, preset)
    try:
        require_clear_times(preset)
    except SetupError as wrong:
        raise SetupError(f"{place}.{wrong.place}", wrong.message) from None
    if not preset.title.strip() or not preset.title.isprintable():
        raise SetupError(f"{place}.title", "expected words in one line")
    if preset.regulations not in PROFILES:
        raise SetupError(f"{place}.regulations", f"expected one of {', '.join(PROFILES)}")
    if preset.opening not in OPENINGS:
        raise SetupError(f"{place}.opening", f"expected one of {', '.join(OPENINGS)}")
    if preset.first is not Colour.BLACK and preset.opening != "none":
        raise SetupError(
            f"{place}.first", f"expected black: the opening {preset.opening} begins so"
        )
    return preset
