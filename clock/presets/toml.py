"""TOML that people write: its mistakes as messages with their lines, and the line of each key."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from clock.presets.files import read_bounded, unreadable
from clock.rules.message import Message, Problem, placed
from clock.rules.refusal import SetupError

KeyPath = tuple[str, ...]
"""Keys from the outermost table inwards, with the place in a list as "[1]"."""

ENCODING = "utf-8-sig"
"""UTF-8, with the mark at its beginning that some editors put there."""
FILE_BYTES_MAX = 100_000
"""A longer file is something else."""
PARTS_MAX = 16
"""Parts of a dotted key: tomllib's time grows with their square."""

_PART = r"""(?:[\w-]++|"(?:\\.|[^"\\\n]){0,99}+"|'[^'\n]{0,99}+')"""
_TOO_MANY_PARTS = re.compile(rf"(?<![\w-])(?:{_PART}[ \t]*+\.[ \t]*+){{{PARTS_MAX}}}")
_TOKEN = re.compile(
    r'''"""(?:\\.|[^\\])*?"""+|'{3}.*?'{3,}|"(?:\\.|[^"\\])*"|'[^']*'|\#[^\n]*|[\[\]{}\n]''',
    re.DOTALL,
)
"""What can hold the end of a line, or a bracket, that ends nothing; and those that count."""
_QUOTE = Message("expected a quote at the end of a text")
_ONCE = Message("expected each key and each table once")
_VALUE = Message("expected a value: text in quotes, a number, true or false, a list or a table")
_SYNTAX = {
    "Expected '=": Message('expected "=" after a key'),
    "Expected newline": _VALUE,
    "Invalid value": _VALUE,
    "Unclosed": Message("expected the end of a list or a table; texts and times are in quotes"),
    "Unterminated": _QUOTE,
    'Expected "': _QUOTE,
    "Illegal character '\\n'": _QUOTE,
    "Unescaped": Message("expected \\\\ for each \\ in quotes"),
    "Cannot": _ONCE,
    "Duplicate": _ONCE,
}
"""What a mistake is called, by how tomllib's own words begin."""


def read_text(file: Path) -> str:
    """Return the text of a file; raises Problem with the file in it, or OSError."""
    try:
        content = read_bounded(file, FILE_BYTES_MAX)
    except Problem as error:
        raise Problem(placed(str(file), error.message)) from None
    try:
        return content.decode(ENCODING)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise Problem(placed(at_line(str(file), line), Message("expected UTF-8"))) from None


def read_toml(file: Path) -> tuple[str, dict[str, Any]]:
    """Return the text of a file and its tables; raises Problem with the file in it."""
    try:
        text = read_text(file)
    except OSError as error:
        raise Problem(unreadable(file, error)) from None
    return text, parse(text, str(file))


def at_line(file: str, line: int) -> Message:
    """Return a line of a file as a place."""
    return Message("{file}, line {number}", file=file, number=line)


def in_file(file: Path, text: str, key: KeyPath, error: SetupError) -> Problem:
    """Return what is wrong with a table with its file, its line and its place."""
    line = at_line(str(file), nearest(key, line_numbers(text)))
    return Problem(placed(line, placed(error.place, error.message)))


def parse(text: str, file: str) -> dict[str, Any]:
    """Return the tables of a text; raises Problem with the file and the line in it."""
    if (found := _TOO_MANY_PARTS.search(text)) is not None:
        line = at_line(file, text.count("\n", 0, found.start()) + 1)
        raise Problem(placed(line, Message("expected keys of up to {most} parts", most=PARTS_MAX)))
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


@lru_cache(maxsize=1)
def line_numbers(text: str) -> Mapping[KeyPath, int]:
    """Return the line, from 1, of every table and key of a text that tomllib can read.

    In a list of tables the path of the second goes on with "[1]", the third with "[2]"; that of the
    first with nothing.
    """
    found: dict[KeyPath, int] = {}
    listed: Counter[KeyPath] = Counter()
    table: KeyPath = ()
    for first, statement in _statements(text.replace("\r\n", "\n")):
        paths = _paths(tomllib.loads(statement))
        if statement.lstrip().startswith("["):
            table = paths[-1]
            if statement.lstrip().startswith("[["):
                if listed[table]:
                    paths = [(*table, f"[{listed[table]}]")]
                listed[table] += 1
                table = paths[-1]
        else:
            paths = [(*table, *path) for path in paths]
        for path in paths:
            found.setdefault(path, first)
    return found


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield each statement of a sound text with its line: a line, or more inside of brackets."""
    number, start, depth = 1, 0, 0
    for token in _TOKEN.finditer(f"{text}\n"):
        if token[0] in ("[", "{"):
            depth += 1
        elif token[0] in ("]", "}"):
            depth -= 1
        elif token[0] == "\n" and not depth:
            statement = text[start : token.start()]
            yield number, statement
            number, start = number + statement.count("\n") + 1, token.end()


def nearest(path: KeyPath, lines: Mapping[KeyPath, int]) -> int:
    """Return the line of a key, or of the innermost table around it that is written."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def _syntax(text: str, file: str, error: str) -> Message:
    """tomllib's "What (at line 3, column 5)" as a message."""
    found = re.search(r"\(at line (\d+), column \d+\)$", error)
    last = text.rstrip("\n").count("\n") + 1  # "at end of document"
    usual = Message("expected a key and its value, or a table in brackets")
    problem = next((each for begins, each in _SYNTAX.items() if error.startswith(begins)), usual)
    return placed(at_line(file, int(found[1]) if found else last), problem)


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
