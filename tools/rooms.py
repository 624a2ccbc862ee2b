"""The rooms of the program, and the imports between them."""

from collections.abc import Iterator
from pathlib import Path

from tools.sources import source_of

ROOT = Path(__file__).parent.parent
TOP = ("clock", "hal")


def room_of(file: Path) -> str:
    """Return the room of a file: "hal", or a folder or file of `clock`."""
    first, *rest = file.relative_to(ROOT).parts
    return first if first != "clock" else rest[0].removesuffix(".py")


def files() -> list[Path]:
    """Return all Python files of the program."""
    return sorted(file for top in TOP for file in (ROOT / top).rglob("*.py"))


def known_rooms() -> dict[str, set[str]]:
    """Return the rooms, with the rooms that they import."""
    known: dict[str, set[str]] = {}
    for file in files():
        room = room_of(file)
        known.setdefault(room, set()).update(set(_rooms(source_of(file).imports)) - {room})
    return known


def _rooms(names: set[str]) -> Iterator[str]:
    for name in names:
        first, *rest = name.split(".")
        if first == "hal":
            yield first
        elif first == "clock":
            yield rest[0]


def layers(known: dict[str, set[str]]) -> list[list[str]]:
    """Return the rooms in layers, above the rooms they import. Raises ValueError for a circle."""
    left, rows = dict(known), []
    while left:
        row = sorted(room for room, below in left.items() if not below & left.keys())
        if not row:
            raise ValueError(f"a circle among {', '.join(sorted(left))}")
        rows.append(row)
        for room in row:
            del left[room]
    return rows
