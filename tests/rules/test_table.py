"""The way from rule to test: no rule without a test, no mark without a rule, no stale page.

And the machine's table: it is what the data says, wherever it stands.
"""

from pathlib import Path

import pytest

from clock.rules import machine
from clock.rules.machine import TRANSITIONS, Act
from tests.rules.table import PROJECT, machine_table, marks, numbers, page


@pytest.mark.parametrize("number", numbers())
def test_every_rule_of_the_list_has_a_test(number: str) -> None:
    assert marks().get(number), f'no test is marked @pytest.mark.rule("{number}")'


def test_every_mark_names_a_rule_of_the_list() -> None:
    assert set(marks()) <= set(numbers())


def test_no_rule_is_listed_twice() -> None:
    assert len(numbers()) == len(set(numbers()))


def test_the_page_is_what_the_tests_say() -> None:
    written = (PROJECT / "docs" / "rules.md").read_text("utf-8")
    assert written == page(), "make docs/rules.md writes it anew"


def test_the_machines_table_is_what_the_data_says_in_the_docstring_and_on_the_page() -> None:
    table = machine_table()
    assert table in (machine.__doc__ or "")
    assert table in page()
    cells = sum(row.count("|") - 2 for row in table.splitlines() if row.startswith("| "))
    assert cells == len(Act) * (len(TRANSITIONS) + 2), "each act once, with a head and a rule"


def test_marks_are_found_wherever_they_stand(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(
        '@pytest.mark.rule("RIF 5")\ndef test_a(): ...\npytestmark = [pytest.mark.rule("RIF 6")]\n'
    )
    assert list(marks(tmp_path)) == ["RIF 5", "RIF 6"]
