"""Imports go one way: the station and the desk know the faces, the faces the rules, hal nobody."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# A room, and the rooms of this project that it may know.
ROOMS = {
    "hal": {"hal"},
    "clock/rules": {"clock.rules"},
    "clock": {"clock", "hal"},
}
# The rules depend on nothing but msgspec; no room below imports what only the page needs.
RULES_MAY = {"msgspec", "clock", "collections", "enum", "re", "typing"}
PAGE_ONLY = {"starlette", "uvicorn", "websockets", "asyncio"}


def imported(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are written whole"
            names.add(str(node.module))
    return names


def files() -> list[Path]:
    return sorted(
        path.relative_to(ROOT) for room in ("clock", "hal") for path in (ROOT / room).rglob("*.py")
    )


def within(name: str, rooms: set[str]) -> bool:
    return any(name == room or name.startswith(f"{room}.") for room in rooms)


@pytest.mark.parametrize("file", files(), ids=str)
def test_a_file_imports_only_from_rooms_that_its_room_may_know(file: Path) -> None:
    room = next(room for room in ROOMS if file.is_relative_to(room))
    ours = {name for name in imported(ROOT / file) if within(name, {"clock", "hal"})}
    assert {name for name in ours if not within(name, ROOMS[room])} == set()


@pytest.mark.parametrize("file", [f for f in files() if f.is_relative_to("clock/rules")], ids=str)
def test_the_rules_depend_on_msgspec_alone(file: Path) -> None:
    assert {name.partition(".")[0] for name in imported(ROOT / file)} <= RULES_MAY


@pytest.mark.parametrize(
    "file", [f for f in files() if not f.is_relative_to("clock/simulator")], ids=str
)
def test_only_the_page_needs_a_web_server(file: Path) -> None:
    assert not {name.partition(".")[0] for name in imported(ROOT / file)} & PAGE_ONLY
