"""TOML written by people: the line of every key, and mistakes as messages with their lines."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from clock.files import read_file
from clock.notation.encoding import decoded
from clock.notation.mistyped import mistake_in
from clock.notation.reader import joined
from clock.rules.message import Message, Problem, placed
from clock.rules.refusal import SetupError
from hal.message import KeyFault

KeyPath = tuple[str, ...]
"""Keys from the outermost table inwards, with the place in a list as "[1]"."""

FILE_BYTES_MAX = 100_000
"""A longer file is no TOML that a person wrote."""
FILES_MAX = 100
"""More TOML files in a folder are not read."""
PARTS_MAX = 16
"""Parts of a dotted key: tomllib's time grows with their square."""

_PART = r"""(?:[\w-]++|"(?:\\.|[^"\\\n]){0,99}+"|'[^'\n]{0,99}+')"""
_TOO_MANY_PARTS = re.compile(rf"(?<![\w-])(?:{_PART}[ \t]*+\.[ \t]*+){{{PARTS_MAX}}}")
_TOKEN = re.compile(
    r'''"""(?:\\.|[^\\])*?"""+|'{3}.*?'{3,}|"(?:\\.|[^"\\])*"|'[^']*'|\#[^\n]*|[\[\]{}\n]''',
    re.DOTALL,
)
"""Texts and comments, in which a bracket or an end of line ends nothing; and those that count."""
_QUOTE = Message("expected a closing quote")
_ONCE = Message("expected each key and each table once")
_VALUE = Message("expected a value: text in quotes, a number, true or false, a list or a table")
_SYNTAX = {
    "Expected '=": Message('expected "=" after a key'),
    "Expected newline": _VALUE,
    "Invalid value": _VALUE,
    "Unclosed": Message("expected the end of a list or a table; text and times must be in quotes"),
    "Unterminated": _QUOTE,
    'Expected "': _QUOTE,
    "Illegal character '\\n'": _QUOTE,
    "Unescaped": Message("expected \\\\ for each \\ in quotes"),
    "Cannot": _ONCE,
    "Duplicate": _ONCE,
}
"""Our message for each mistake, by the first words of tomllib's."""


class Toml(NamedTuple):
    """A text of TOML, its tables, and the text's name for messages."""

    name: str
    text: str
    tables: dict[str, Any]

    def line(self, key: KeyPath, about: KeyPath = ()) -> int:
        """Return the line of a key, or of the innermost table written around it.

        If the key is not written, but `about`, which a mistake is about too, that has the line.
        """
        lines = line_numbers(self.text)
        if key not in lines and about in lines:
            return lines.get((*about, key[-1]), lines[about])
        while key and key not in lines:
            key = key[:-1]
        return lines.get(key, 1)

    def mistake(self, line: int, place: str, problem: object) -> Message:
        """Return a problem with the file's name, the line and the place, whatever is in a key."""
        return placed(_at_line(self.name, line), placed(" ".join(place.split()), problem))

    def mistakes(self, faults: Iterable[KeyFault]) -> list[Message]:
        """Return faults with their lines, in the order of the text."""
        numbered = [(self.line(keys_of(each.path), keys_of(each.about)), each) for each in faults]
        numbered.sort(key=lambda each: each[0])
        return [self.mistake(line, fault.path, fault.message) for line, fault in numbered]

    @contextmanager
    def report_into(self, skipped: list[Message], *table: str) -> Iterator[None]:
        """Add a message to `skipped`, with the line, for a mistake in a table raised inside."""
        try:
            with within_bounds(self.name):
                yield
        except SetupError as error:
            line = self.line((*table, *keys_of(error.place)))
            place = joined(".".join(table), error.place)
            skipped.append(self.mistake(line, place, error.message))
        except Problem as error:
            skipped.append(error.message)


def keys_of(place: str) -> KeyPath:
    """Return the path of a place as "a.b[1].c"."""
    return tuple(place.replace("[0]", "").replace("[", ".[").split("."))


def read_folders(folders: Iterable[Path], skipped: list[Message]) -> Iterator[Toml]:
    """Yield the TOML files of folders by name; add a message to `skipped` for what is left out."""
    for folder in dict.fromkeys(folders):
        try:
            files = sorted(path for path in folder.iterdir() if path.suffix == ".toml")
        except FileNotFoundError:
            continue
        except OSError as error:
            skipped.append(unreadable(folder, error))
            continue
        for file in files[:FILES_MAX]:
            try:
                yield parsed(read_text(file), str(file))
            except OSError as error:
                skipped.append(unreadable(file, error))
            except Problem as error:
                skipped.append(error.message)
        if len(files) > FILES_MAX:
            problem = "expected at most {most} files, got {count}"
            many = Message(problem, most=FILES_MAX, count=len(files))
            skipped.append(placed(str(folder), many))


def read_text(file: Path) -> str:
    """Return the text of a file; raises Problem with the file in it, or OSError."""
    data = read_file(file, FILE_BYTES_MAX)
    try:
        return decoded(data)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        problem = Message("expected UTF-8: save the file again with the encoding UTF-8")
        raise Problem(placed(_at_line(str(file), line), problem)) from None


def unreadable(file: object, error: OSError) -> Message:
    """Return the message about a file that cannot be read, with the reason."""
    return placed(str(file), Message("cannot be read: {problem}", problem=error.strerror))


def parsed(text: str, name: str) -> Toml:
    """Return a text with its tables; raises Problem with the name and the line in it."""
    if (found := _TOO_MANY_PARTS.search(text)) is not None:
        line = _at_line(name, text.count("\n", 0, found.start()) + 1)
        why = Message("expected keys with at most {most} parts", most=PARTS_MAX)
        raise Problem(placed(line, why))
    with within_bounds(name):
        try:
            return Toml(name, text, tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            raise Problem(_syntax(text, name, str(error))) from None
        except ValueError:  # Python reads no number of thousands of digits
            raise OverflowError from None


@contextmanager
def within_bounds(name: str) -> Iterator[None]:
    """Raise Problem with the name for tables that are too deep and numbers that are too large."""
    try:
        yield
    except RecursionError:
        problem = Message("expected tables nested less deeply")
        raise Problem(placed(name, problem)) from None
    except OverflowError:
        raise Problem(placed(name, Message("a number is too large"))) from None


def _at_line(name: str, line: int) -> Message:
    return Message("{file}, line {number}", file=name, number=line)


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


def _syntax(text: str, name: str, error: str) -> Message:
    """tomllib's "What (at line 3, column 5)" as a message."""
    found = re.search(r"\(at line (\d+), column \d+\)$", error)
    last = text.rstrip("\n").count("\n") + 1  # "at end of document"
    usual = Message("expected a key and its value, or a table in brackets")
    problem = next((each for begins, each in _SYNTAX.items() if error.startswith(begins)), usual)
    number = int(found[1]) if found else last
    return placed(_at_line(name, number), mistake_in(text.split("\n"), number, problem))


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
