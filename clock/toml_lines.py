"""On which line of a TOML file each key stands: tomllib does not tell."""

import tomllib
from typing import Any

Path = tuple[str, ...]
"""Keys from the outermost table inwards."""


def line_numbers(text: str) -> dict[Path, int]:
    """Return the line, from 1, of every table and key of a text that tomllib can read.

    A statement is the shortest run of lines that tomllib reads by itself, and so tells its keys.
    """
    found: dict[Path, int] = {}
    table: Path = ()
    statement, first = "", 1
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        statement, first = (f"{statement}\n{line}", first) if statement else (line, number)
        try:
            read = tomllib.loads(statement)
        except tomllib.TOMLDecodeError:
            continue  # a list or a text that goes on
        paths = _paths(read)
        if statement.lstrip().startswith("["):
            table = ()
        for path in paths:
            found.setdefault((*table, *path), first)
        if statement.lstrip().startswith("["):
            table = paths[-1]
        statement = ""
    return found


def _paths(table: dict[str, Any]) -> list[Path]:
    """Every key of a table and of the tables in it, the outer before the inner."""
    paths: list[Path] = []
    for key, item in table.items():
        inner = item[0] if isinstance(item, list) and item and isinstance(item[0], dict) else item
        paths.append((key,))
        if isinstance(inner, dict):
            paths += [(key, *path) for path in _paths(inner)]
    return paths
