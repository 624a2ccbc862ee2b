"""The way from rule to test: no rule without a test, no mark without a rule, no stale page."""

from clock.rules.machine import TRANSITIONS, ActKind
from tests.rules.rules_page import PAGE, machine_table, marks, numbers, page


def test_every_rule_of_the_list_has_a_test_and_every_mark_names_one() -> None:
    assert sorted(marks()) == sorted(numbers())


def test_the_page_is_what_the_tests_make_it() -> None:
    assert PAGE.read_text("utf-8") == page(), "make docs/rules.md"


def test_the_machines_table_has_each_act_once() -> None:
    cells = sum(row.count("|") - 2 for row in machine_table().splitlines() if row.startswith("| "))
    assert cells == len(ActKind) * (len(TRANSITIONS) + 2), "with a head and a rule"
