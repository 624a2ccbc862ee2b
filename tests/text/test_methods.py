"""Every method of counting time has its row in each table, and no two of them read the same."""

import re
from pathlib import Path

import pytest

from clock.rules.control import EACH_MOVE, WITH_BONUS, Method, Period, implied_method
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.control import plain
from clock.text.glyphs import ROW, fits
from clock.text.language import LANGUAGES, speaking, tr
from clock.text.methods import METHOD_TEXTS
from clock.text.words import control_rows
from tests.rules.rules_page import numbers

PROJECT = Path(__file__).parents[2]
TABLE = "clock/text/methods.py"


def periods() -> list[Period]:
    """One period of each method, with as little besides as it can have."""
    return [
        Period(
            5 * MINUTE_NS,
            method=method,
            bonus_ns=10 * SECOND_NS if method in WITH_BONUS else 0,
            count=METHOD_TEXTS[method].usual_count,
        )
        for method in METHOD_TEXTS
    ]


def test_every_method_has_a_row_of_texts() -> None:
    missing = [method.value for method in Method if method not in METHOD_TEXTS]
    assert not missing, f"{TABLE}: _TEXTS has no row for these"


@pytest.mark.parametrize("method", METHOD_TEXTS, ids=lambda method: method.value)
def test_a_row_of_texts_has_what_its_method_needs(method: Method) -> None:
    texts, has_bonus = METHOD_TEXTS[method], method in WITH_BONUS
    needs_count = Period(0, method=method).has_byoyomi
    assert (texts.usual_ns > 0) is has_bonus, f"{TABLE}: usual_ns, if the method has a bonus"
    assert (texts.usual_count > 0) is needs_count, f"{TABLE}: usual_count, if it has byo-yomi"
    if method is not implied_method(0):
        assert ("{length}" in texts.short) is has_bonus, f"{TABLE}: short, with {{length}}"
        assert texts.short, f"{TABLE}: short"
    assert ("{length}" in texts.each_move) is (method in EACH_MOVE), f"{TABLE}: each_move"
    assert "{time}" in texts.time, f"{TABLE}: time, with {{time}}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_two_methods_read_the_same_and_each_fits_its_rows(code: str) -> None:
    with speaking(code):
        for read in (
            [tr(each.name) for each in METHOD_TEXTS.values()],
            [control_rows((period,))[0] for period in periods()],
            [plain((period,)) for period in periods()],
        ):
            assert len(set(read)) == len(read), f"{TABLE}: {read}"
        for texts in METHOD_TEXTS.values():
            assert fits(tr(texts.name), ROW), f"{TABLE}: {tr(texts.name)} is too long"


def test_what_is_typed_for_a_method_stands_for_it_alone() -> None:
    typed = [texts.letter for texts in METHOD_TEXTS.values() if texts.letter is not None]
    assert len(set(typed)) == len(typed), TABLE


def test_every_method_is_explained_with_the_game_file() -> None:
    page = (PROJECT / "docs" / "game-file.md").read_text(encoding="utf-8")
    explained = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    missing = [method.value for method in Method if method.value not in explained]
    assert not missing, "docs/game-file.md: the table of methods has no row for these"


def test_every_method_is_among_the_rules_that_are_tested() -> None:
    missing = [method.value for method in Method if f"control: {method.value}" not in numbers()]
    assert not missing, "docs/rules.md: no row `control: NAME` for these"


def test_only_the_rules_ask_which_method_it_is() -> None:
    """A method is what its rows say: what else it does would not follow for the next one."""
    asked = [
        f"{path.relative_to(PROJECT)}: {found}"
        for path in sorted((PROJECT / "clock").rglob("*.py"))
        if path.parent.name != "rules"
        for found in re.findall(r"\bMethod\.[A-Z]+", path.read_text(encoding="utf-8"))
    ]
    assert asked == []
