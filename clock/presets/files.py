"""Files that people give: each has a limit, and none of them is waited for."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from clock.rules.message import Message, Problem, placed

FILES_MAX = 100
"""TOML files of a folder that are read."""


def read_bounded(file: Path, bytes_max: int) -> bytes:
    """Return the content of a file.

    Raises Problem for a longer one, and for a pipe or a device, which might not end; OSError for
    what cannot be read.
    """
    if file.exists() and not file.is_file() and not file.is_dir():
        raise Problem("expected a file: it is a pipe or a device")
    with file.open("rb") as stream:
        content = stream.read(bytes_max + 1)
    if len(content) > bytes_max:
        raise Problem("expected at most {count} bytes", count=bytes_max)
    return content


def toml_files(folders: Iterable[Path]) -> Iterator[Path | Message]:
    """Yield the TOML files of folders by name, and a message for what is left out."""
    for folder in dict.fromkeys(folders):
        try:
            files = sorted(path for path in folder.iterdir() if path.suffix == ".toml")
        except FileNotFoundError:
            continue
        except OSError as error:
            yield unreadable(folder, error)
            continue
        yield from files[:FILES_MAX]
        if len(files) > FILES_MAX:
            problem = "expected at most {most} files, got {count}"
            yield placed(str(folder), Message(problem, most=FILES_MAX, count=len(files)))


def unreadable(file: object, error: OSError) -> Message:
    """Return that a file cannot be read, and why."""
    return placed(str(file), Message("cannot be read: {problem}", problem=error.strerror))
