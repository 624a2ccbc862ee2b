"""The house: which room may know which, and how large a room, a file and a function may be."""

from collections import Counter

import pytest

from tools.drawings.rooms import rooms_drawing
from tools.rooms import ROOT, files, known_rooms, layers, room_of
from tools.sources import source_of

# Where a room is not named here, it may know any room that does not know it.
MAY_KNOW = {
    "hal": set(),
    "rules": set(),
    "files": {"rules"},
    "kinds": {"rules"},
    "text": {"rules", "kinds"},
    "notation": {"rules", "files", "text", "hal", "kinds"},
    "presets": {"rules", "files", "notation", "kinds"},
    "game": {"rules", "notation"},
    "display": {"rules", "text"},
    "journal": {"rules", "files", "game", "boot"},
    "web": {"rules", "text"},
    "rounds": {"rules", "text", "kinds", "game", "presets", "notation"},
}
RULES_NEED = {"clock", "collections", "enum", "msgspec", "re", "typing"}
WEB_ONLY = {"starlette", "uvicorn", "websockets"}
"""The frameworks of pages; what the desk knows and decides needs none."""
PAGES = {"web", "simulator", "desk_pages"}
ROOM_MAX = 1 / 6
FILE_MAX = 400
FUNCTION_MAX = 70


def test_no_room_knows_more_than_it_may_and_none_is_in_a_circle() -> None:
    known = known_rooms()
    for room, may in MAY_KNOW.items():
        assert known[room] <= may, room
    assert layers(known)


def test_the_rules_need_nothing_but_msgspec_and_only_pages_a_web_framework() -> None:
    for file in files():
        packages = {name.partition(".")[0] for name in source_of(file).imports}
        if room_of(file) == "rules":
            assert packages <= RULES_NEED, file
        if room_of(file) not in PAGES:
            assert not packages & WEB_ONLY, file
            assert room_of(file) == "desk" or "asyncio" not in packages, file


def test_the_event_s_database_is_defined_in_one_place() -> None:
    defining = {"sqlalchemy.Column", "sqlalchemy.MetaData", "sqlalchemy.create_engine"}
    places = (file for file in files() if defining & source_of(file).imports)
    found = {file.relative_to(ROOT).as_posix() for file in places}
    assert found == {"clock/desk/database.py"}


def test_no_room_is_above_a_sixth_of_the_lines() -> None:
    lines: Counter[str] = Counter()
    for file in files():
        lines[room_of(file)] += file.read_text(encoding="utf-8").count("\n")
    largest, count = lines.most_common(1)[0]
    assert count <= ROOM_MAX * lines.total(), largest


@pytest.mark.parametrize("top", ["clock", "hal", "tests", "tools", "benchmarks"])
def test_no_file_and_no_function_is_too_long(top: str) -> None:
    for file in sorted((ROOT / top).rglob("*.py")):
        source = source_of(file)
        assert source.lines <= FILE_MAX, file
        for name, length in source.lengths:
            assert length <= FUNCTION_MAX, f"{file}: {name} has {length} lines"


def test_the_picture_of_the_rooms_is_current() -> None:
    picture = (ROOT / "docs" / "rooms.svg").read_text(encoding="utf-8")
    assert picture == rooms_drawing(), "make docs/rooms.svg"
