"""Openings by name: the shipped ones in `clock/openings`, and the user's own in other folders.

A broken file in a user's folder is left out, with a message that names its place.
"""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from clock.notation.opening_checks import problems, swap_problems
from clock.notation.reader import converted, require_none
from clock.notation.toml import read_folders
from clock.rules.message import Message
from clock.rules.openings import NONE, Opening
from clock.rules.refusal import SetupError
from clock.text.language import LANGUAGES

SHIPPED = (
    "rif",
    "yamaguchi",
    "soosyrv-8",
    "taraguchi-10",
    "taraguchi",
    "tarannikov",
    "sakata",
    "swap",
    "swap2",
    "pro",
    "long-pro",
)
"""The files of `clock/openings`, in the order in which the menu offers them."""

FOLDER = Path(__file__).parents[1] / "openings"
"""The shipped files; a user's own are in other folders."""
MACHINE_FOLDER = Path("/etc/clapper/openings")


def find_openings(presets: Iterable[Path] = ()) -> tuple[Mapping[str, Opening], list[Message]]:
    """Return the openings, shipped, the machine's and those beside `presets`, and the mistakes."""
    openings = dict(OPENINGS)
    skipped: list[Message] = []
    folders = [MACHINE_FOLDER, *(folder.parent / "openings" for folder in presets)]
    for file in read_folders(folders, skipped):
        with file.report_into(skipped):
            opening = _opening(Path(file.name).stem, file.tables, openings)
            openings[opening.name] = opening
    openings[NONE.name] = openings.pop(NONE.name)  # is offered last
    return openings, skipped


def _opening(name: str, table: dict[str, Any], taken: Mapping[str, Opening]) -> Opening:
    """Return the opening of a file; raises SetupError with the place in it."""
    if name in taken:
        raise SetupError("", "expected a name that no other opening has")
    if "name" in table:
        raise SetupError("name", "expected no name: the file's name is the opening's name")
    opening: Opening = converted({"name": name, **table}, Opening)
    for language in opening.texts:
        if language not in LANGUAGES:
            names = ", ".join(LANGUAGES)
            raise SetupError(f"texts.{language}", "expected one of {names}", names=names)
    require_none(problems(opening))
    require_none(swap_problems(opening))
    return opening


def opening_from_table(table: str | Opening) -> Opening:
    """Return a game file's opening, named or written out; raises SetupError."""
    if isinstance(table, Opening):
        require_none(problems(table))
        return table
    if table not in OPENINGS:
        raise SetupError("", "expected one of {names}", names=", ".join(OPENINGS))
    return OPENINGS[table]


def table_from_opening(opening: Opening) -> str | Opening:
    """Return the name of a shipped opening, or the whole of another, for a game file."""
    return opening.name if OPENINGS.get(opening.name) == opening else opening


def _shipped() -> dict[str, Opening]:
    """The shipped openings, whose tests check them: a clock that starts need not."""
    openings = {}
    for name in SHIPPED:
        table = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
        openings[name] = msgspec.convert({"name": name, **table}, Opening)
    return openings | {NONE.name: NONE}


OPENINGS: Mapping[str, Opening] = _shipped()
"""The shipped openings by name."""
