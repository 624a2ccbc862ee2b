"""TOML that people write: its mistakes as messages with their lines, and the line of each key."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from clock.rules.message import Message, Problem, placed
from clock.rules.refusal import SetupError

KeyPath = tuple[str, ...]
"""Keys from the outermost table inwards, with the place in a list as "[1]"."""

ENCODING = "utf-8-sig"
"""UTF-8, with the mark at its beginning that some editors put there."""
FILE_BYTES_MAX = 1_000_000
"""A longer file is something else."""

_BARE = re.compile(r"""([\w-]+)\s*=\s*([^\s"'\[\]{},#][^"',\]}#]*)""")
_TEXT = re.compile(r"[A-Za-z/].*|\d+[hms:/+][\w:/.+-]*")
"""What looks like a word, a folder or a time."""
_TRUTHS = ("true", "false", "yes", "no", "on", "off")
_SECRET = "code"
_LINES_MAX = 200
"""A statement of more lines is not looked for: each of them is tried as its end."""


def read_text(file: Traversable) -> str:
    """Return the text of a file; raises Problem with the file in it, or OSError."""
    with file.open("rb") as stream:
        content = stream.read(FILE_BYTES_MAX + 1)
    if len(content) > FILE_BYTES_MAX:
        problem = Message("expected at most {count} bytes", count=FILE_BYTES_MAX)
        raise Problem(placed(str(file), problem))
    try:
        return content.decode(ENCODING)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise Problem(placed(at_line(str(file), line), Message("expected UTF-8"))) from None


def read_toml(file: Traversable) -> tuple[str, dict[str, Any]]:
    """Return the text of a file and its tables; raises Problem with the file in it."""
    try:
        text = read_text(file)
    except OSError as error:
        raise Problem(unreadable(file, error)) from None
    return text, parse(text, str(file))


def toml_files(folders: Iterable[Path]) -> Iterator[Path | Message]:
    """Yield the TOML files of folders by name, and a message for each folder that has no files."""
    for folder in dict.fromkeys(folders):
        try:
            for path in sorted(path for path in folder.iterdir() if path.suffix == ".toml"):
                pipe = Message("expected a file: it is a pipe or a device")
                yield placed(str(path), pipe) if path.is_fifo() else path
        except FileNotFoundError:
            continue
        except OSError as error:
            yield unreadable(folder, error)


def unreadable(file: object, error: OSError) -> Message:
    """Return that a file cannot be read, and why."""
    return placed(str(file), Message("cannot be read: {problem}", problem=error.strerror))


def at_line(file: str, line: int) -> Message:
    """Return a line of a file as a place."""
    return Message("{file}, line {number}", file=file, number=line)


def in_file(file: Traversable, text: str, key: KeyPath, error: SetupError) -> Problem:
    """Return what is wrong with a table with its file, its line and its place."""
    line = at_line(str(file), nearest(key, line_numbers(text)))
    return Problem(placed(line, placed(error.place, error.message)))


def parse(text: str, file: str) -> dict[str, Any]:
    """Return the tables of a text; raises Problem with the file and the line in it."""
    with within_bounds(file):
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise Problem(_syntax(text, file, str(error))) from None
        except ValueError:  # Python reads no number of thousands of digits
            raise OverflowError from None


@contextmanager
def within_bounds(file: str) -> Iterator[None]:
    """Raise Problem with the file for tables that are too deep and numbers that are too large."""
    try:
        yield
    except RecursionError:
        problem = Message("expected tables nested less deeply")
        raise Problem(placed(file, problem)) from None
    except OverflowError:
        raise Problem(placed(file, Message("expected numbers of a usual size"))) from None


def line_numbers(text: str) -> dict[KeyPath, int]:
    """Return the line, from 1, of every table and key of a text that tomllib can read.

    In a list of tables the path of the second goes on with "[1]", the third with "[2]"; that of the
    first with nothing. A statement is the shortest run of lines that tomllib reads by itself. After
    one that is too long nothing more is found.
    """
    found: dict[KeyPath, int] = {}
    latest: dict[KeyPath, int] = {}
    table: KeyPath = ()
    statement, first = "", 1
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        statement, first = (f"{statement}\n{line}", first) if statement else (line, number)
        try:
            tables = tomllib.loads(statement)
        except ValueError:
            if number - first >= _LINES_MAX:
                break
            continue  # a list or a text that goes on
        paths = _paths(tables)
        if statement.lstrip().startswith("["):
            table = _opened(paths[-1], latest, listed=statement.lstrip().startswith("[["))
            paths = [_numbered(path, latest) for path in paths]
        else:
            paths = [(*table, *path) for path in paths]
        for path in paths:
            found.setdefault(path, first)
        statement = ""
    return found


def nearest(path: KeyPath, lines: Mapping[KeyPath, int]) -> int:
    """Return the line of a key, or of the innermost table around it that is written."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def _syntax(text: str, file: str, error: str) -> Message:
    """tomllib's "What (at line 3, column 5)" as a message."""
    what, _, place = error.rpartition(" (at ")
    found = re.fullmatch(r"line (\d+), column (\d+)\)", place)
    problem = None
    if found is None:  # "at end of document"
        line = text.rstrip("\n").count("\n") + 1
    else:
        line = int(found[1])
        problem = _slip(text.split("\n")[line - 1], int(found[2]))
    if problem is None:
        problem = Message("not TOML: {problem}", problem=f"{what[:1].lower()}{what[1:]}")
    return placed(at_line(file, line), problem)


def _slip(line: str, column: int) -> Message | None:
    """What was expected at a column, from 1, if a word or a time lacks its quotes; no code is."""
    for found in _BARE.finditer(line):
        key, value = found[1], found[2].strip()
        if found.start(2) < column <= found.end(2) and _TEXT.fullmatch(value):
            if value.lower() in _TRUTHS:
                truths = Message("true or false")
                return Message("expected {names}, got {value}", names=truths, value=value)
            if key != _SECRET:
                return Message("expected quotes, as {example}", example=f'{key} = "{value}"')
    return None


def _opened(path: KeyPath, latest: dict[KeyPath, int], *, listed: bool) -> KeyPath:
    """The path of the table that a head opens; `latest` counts it if it is listed."""
    if listed:
        tables = (*_numbered(path[:-1], latest), path[-1])
        latest[tables] = latest.get(tables, -1) + 1
    return _numbered(path, latest)


def _numbered(path: KeyPath, latest: dict[KeyPath, int]) -> KeyPath:
    """A path through the latest table of each list on its way."""
    numbered: KeyPath = ()
    for key in path:
        numbered = (*numbered, key)
        if latest.get(numbered):
            numbered = (*numbered, f"[{latest[numbered]}]")
    return numbered


def _paths(table: dict[str, Any]) -> list[KeyPath]:
    """Every key of a table and of the tables in it, the outer before the inner."""
    paths: list[KeyPath] = []
    tables: list[tuple[KeyPath, dict[str, Any]]] = [((), table)]
    for path, inner in tables:  # not by recursion: a file may be nested deeper than Python calls
        for key, item in inner.items():
            first = item[0] if isinstance(item, list) and item else item
            paths.append((*path, key))
            if isinstance(first, dict):
                tables.append((paths[-1], first))
    return paths
