"""The way from a rule to its tests: `python -m tests.rules.table > docs/rules.md`.

The tests are read, not run: a test names its rules with `@pytest.mark.rule("RIF 14.4")`, or in the
headings of `@scenarios(...)`. The tables of the machine stand below them.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from clock.rules.machine import TRANSITIONS, Act
from tests.rules.rule_list import SECTIONS
from tests.rules.scenarios import rules_of

PROJECT = Path(__file__).parents[2]

_HEAD = """# From rule to test

What the clock does, rule by rule, and the tests that hold it. RIF is the International Rules of
Renju (1996, as corrected in 1998), gomoku the Czech rules of 2019.

This page is made from the tests by `make docs/rules.md`: a test names its rules with
`@pytest.mark.rule("RIF 14.4")`, or in a heading `[RIF 14.4]` of its scenarios.
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
def marks() -> dict[str, list[Path]]:
    """Return the test files of every rule that is marked, by its number; paths in order."""
    found: dict[str, set[Path]] = defaultdict(set)
    for path in (PROJECT / "tests").rglob("test_*.py"):
        text = path.read_text("utf-8")
        if "mark.rule(" in text or "@scenarios(" in text:
            for number in _marked(ast.parse(text)):
                found[number].add(path)
    return {number: sorted(paths) for number, paths in found.items()}


def _marked(tree: ast.AST) -> Iterator[str]:
    """Yield the rules of `@pytest.mark.rule(...)`, and of the headings in `@scenarios(...)`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        texts = [str(each.value) for each in node.args if isinstance(each, ast.Constant)]
        if isinstance(node.func, ast.Attribute) and ast.unparse(node.func).endswith("mark.rule"):
            yield from texts
        elif isinstance(node.func, ast.Name) and node.func.id == "scenarios":
            headings = (line for line in texts[0].splitlines() if line.startswith("["))
            for line in headings:
                yield from rules_of(line)


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
