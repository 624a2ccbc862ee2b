"""What tomllib does not tell of a TOML file: the line of each key, and that quotes are missing."""

import re
import tomllib
from typing import Any

Path = tuple[str, ...]
"""Keys from the outermost table inwards, with the place in a list as "[1]"."""

_BARE = re.compile(r"""([\w-]+)\s*=\s*([^\s"'\[\]{},#][^"',\]}#]*)""")
_TEXT = re.compile(r"[A-Za-z/].*|\d+[hms:/+][\w:/.+-]*")
"""What looks like a word, a folder or a time."""
_TRUTHS = ("true", "false", "yes", "no", "on", "off")
_SECRET = "code"
_LINES_MAX = 200
"""A statement of more lines is not looked for: each of them is tried as its end."""


def line_numbers(text: str) -> dict[Path, int]:
    """Return the line, from 1, of every table and key of a text that tomllib can read.

    Of a list of tables the second one's path goes on with "[1]", the third one's with "[2]"; the
    first one's with nothing. A statement is the shortest run of lines that tomllib reads by itself,
    and so tells its keys. After one that is too long nothing more is found.
    """
    found: dict[Path, int] = {}
    latest: dict[Path, int] = {}
    table: Path = ()
    statement, first = "", 1
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        statement, first = (f"{statement}\n{line}", first) if statement else (line, number)
        try:
            read = tomllib.loads(statement)
        except ValueError:
            if number - first >= _LINES_MAX:
                break
            continue  # a list or a text that goes on
        paths = _paths(read)
        if statement.lstrip().startswith("["):
            table = _opened(paths[-1], latest, listed=statement.lstrip().startswith("[["))
            paths = [_numbered(path, latest) for path in paths]
        else:
            paths = [(*table, *path) for path in paths]
        for path in paths:
            found.setdefault(path, first)
        statement = ""
    return found


def _opened(path: Path, latest: dict[Path, int], *, listed: bool) -> Path:
    """Return the path of the table that a head opens, and count it in `latest` if it is listed."""
    if listed:
        tables = (*_numbered(path[:-1], latest), path[-1])
        latest[tables] = latest.get(tables, -1) + 1
    return _numbered(path, latest)


def _numbered(path: Path, latest: dict[Path, int]) -> Path:
    """A path through the latest table of each list on its way: `latest` is that one's index."""
    numbered: Path = ()
    for key in path:
        numbered = (*numbered, key)
        if latest.get(numbered):
            numbered = (*numbered, f"[{latest[numbered]}]")
    return numbered


def slip(line: str, column: int) -> str | None:
    """Return what was expected where tomllib stops in a line, if it is a word or a time; or None.

    `column` is from 1. What a code is set to is not told.
    """
    for found in _BARE.finditer(line):
        key, value = found[1], found[2].strip()
        if found.start(2) < column <= found.end(2) and _TEXT.fullmatch(value):
            if value.lower() in _TRUTHS:
                return f"expected true or false, got {value}"
            return None if key == _SECRET else f'expected quotes, as {key} = "{value}"'
    return None


def _paths(table: dict[str, Any]) -> list[Path]:
    """Every key of a table and of the tables in it, the outer before the inner."""
    paths: list[Path] = []
    for key, item in table.items():
        inner = item[0] if isinstance(item, list) and item and isinstance(item[0], dict) else item
        paths.append((key,))
        if isinstance(inner, dict):
            paths += [(key, *path) for path in _paths(inner)]
    return paths
