"""The way from a rule to its tests: `python -m tests.rules.table > docs/rules.md`.

The tests are read, not run: a test says what it holds with `@pytest.mark.rule("RIF 14.4")`. With
them goes the table of the machine, which stands in the docstring of `clock/rules/machine.py` too.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from clock.rules.machine import TRANSITIONS, Act
from tests.rules.rule_list import SECTIONS

PROJECT = Path(__file__).parents[2]

_HEAD = """# From rule to test

What the clock does, rule by rule, and the tests that hold it. RIF is the International Rules of
Renju (1996, as corrected in 1998), gomoku the Czech rules of 2019.

This page is made from the tests: a test names its rule with `@pytest.mark.rule("RIF 14.4")`, and
`make docs/rules.md` writes the page anew.
"""

_MACHINE = """## Phases and acts

What comes of each act in each phase; a phase in capitals is the one it leads to. The table is made
from `TRANSITIONS` in `clock/rules/machine.py`, by which the clock goes.
"""
_HEADS = {Act.OWN: "own press", Act.OTHER: "other press", Act.ABSENT: "press of an absent seat"}
_PRESSES = (Act.OWN, Act.OTHER, Act.ABSENT, Act.CHOOSE)
_OTHERS = (Act.STOP, Act.CLAIM, Act.START, Act.RESUME, Act.CORRECT)


def machine_table() -> str:
    """Return `TRANSITIONS` as two tables that fit a page: presses, and the other acts."""
    return "\n\n".join(_machine_rows(acts) for acts in (_PRESSES, _OTHERS))


def _machine_rows(acts: tuple[Act, ...]) -> str:
    rows = [["phase", *(_HEADS.get(act, act.value) for act in acts)]]
    rows += [
        [phase.name, *(does[act].value for act in acts)] for phase, does in TRANSITIONS.items()
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rows.insert(1, ["-" * width for width in widths])
    return "\n".join(f"| {' | '.join(map(str.ljust, row, widths))} |" for row in rows)


def numbers() -> list[str]:
    """All rules of the list, in its order."""
    return [number for section in SECTIONS for number, _ in section.rules]


@cache
def marks(tests: Path = PROJECT / "tests") -> dict[str, list[Path]]:
    """Return the test files of every rule that is marked, by its number; paths in order."""
    found: dict[str, set[Path]] = defaultdict(set)
    for path in sorted(tests.rglob("test_*.py")):
        for number in _marked(ast.parse(path.read_text("utf-8"))):
            found[number].add(path)
    return {number: sorted(paths) for number, paths in found.items()}


def _marked(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        of = node.func.value
        if node.func.attr == "rule" and isinstance(of, ast.Attribute) and of.attr == "mark":
            yield from (str(each.value) for each in node.args if isinstance(each, ast.Constant))


def page() -> str:
    """Return docs/rules.md as it should be."""
    found = marks()
    parts = [_HEAD]
    for section in SECTIONS:
        rows = [
            f"| {number} | {sentence} | {_links(found.get(number, []))} |"
            for number, sentence in section.rules
        ]
        table = "\n".join(["| rule | what the clock does | tests |", "|---|---|---|", *rows])
        parts.append(f"## {section.title}\n\n{table}\n")
    parts.append(f"{_MACHINE}\n{machine_table()}\n")
    return "\n".join(parts)


def _links(paths: list[Path]) -> str:
    names = [(path.name, path.relative_to(PROJECT).as_posix()) for path in paths]
    return ", ".join(f"[{name}](../{place})" for name, place in names)


if __name__ == "__main__":
    sys.stdout.write(page())
