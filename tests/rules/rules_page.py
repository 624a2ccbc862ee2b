"""Makes docs/rules.md, from a rule to its tests: `python -m tests.rules.rules_page`.

The rules stand in the page itself; links to their tests are filled in. The tests are read, not run:
a test names its rules with `@pytest.mark.rule("RIF 14.4")`, or in the headings of
`@scenarios(...)`. The tables of the machine stand at the end.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from clock.rules.machine import TRANSITIONS, ActKind
from tests.rules.scenarios import rules_of

PROJECT = Path(__file__).parents[2]
PAGE = PROJECT / "docs" / "rules.md"

_RULE = re.compile(r"^\| (?!rule )([^|]+) \| ([^|]+) \|.*$", re.MULTILINE)
_MACHINE = "| phase "
_HEADS = {
    ActKind.OWN_PRESS: "own press",
    ActKind.OTHER_PRESS: "other press",
    ActKind.ABSENT_PRESS: "press of an absent seat",
}
_PRESSES = (ActKind.OWN_PRESS, ActKind.OTHER_PRESS, ActKind.ABSENT_PRESS, ActKind.CHOOSE)
_OTHERS = (ActKind.STOP, ActKind.CLAIM, ActKind.START, ActKind.RESUME, ActKind.CORRECT)


def machine_table() -> str:
    """Return `TRANSITIONS` as two tables that fit a page: presses, and the other acts."""
    return "\n\n".join(_machine_rows(acts) for acts in (_PRESSES, _OTHERS))


def _machine_rows(acts: tuple[ActKind, ...]) -> str:
    rows = [["phase", *(_HEADS.get(act, act.value) for act in acts)]]
    rows += [[phase.name, *(does[act].text for act in acts)] for phase, does in TRANSITIONS.items()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rows.insert(1, ["-" * width for width in widths])
    return "\n".join(f"| {' | '.join(map(str.ljust, row, widths))} |" for row in rows)


def numbers() -> list[str]:
    """Return the numbers of all rules on the page, in its order."""
    return [found[1] for found in _RULE.finditer(_written_rules())]


@cache
def marks() -> dict[str, list[Path]]:
    """Return the test files of every marked rule by its number, with paths in order."""
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
    """Return docs/rules.md as it should be: rules, their tests, the tables of the machine."""
    return f"{_RULE.sub(_with_tests, _written_rules())}{machine_table()}\n"


def _written_rules() -> str:
    return PAGE.read_text("utf-8").partition(_MACHINE)[0]


def _with_tests(rule: re.Match[str]) -> str:
    paths = marks().get(rule[1], [])
    names = [(path.name, path.relative_to(PROJECT).as_posix()) for path in paths]
    links = ", ".join(f"[{name}](../{place})" for name, place in names)
    return f"| {rule[1]} | {rule[2]} | {links} |"


if __name__ == "__main__":
    sys.stdout.write(page())
