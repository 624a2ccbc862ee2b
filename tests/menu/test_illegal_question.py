"""The question about an illegal move: the opponent's time comes first, all on one page."""

import pytest

from clock.menu.levels import IN_SIGHT
from clock.rules.seats import Colour
from tests.menu.menu_driver import MenuDriver, stopped


def asked(rules: str, kind: str, control: str) -> MenuDriver:
    hand = stopped(control, moves=7, rules=rules, kind=kind, first=Colour.WHITE)
    hand.organize("Left (White) illegal")
    return hand


@pytest.mark.parametrize("control", ["5:00", "5:00+3"])
@pytest.mark.parametrize(("rules", "more"), [("fide", "1:00"), ("us-chess", "2:00")])
@pytest.mark.parametrize("kind", ["chess", "draughts"])
def test_the_penalty_comes_first_and_nothing_stands_twice(
    rules: str, more: str, kind: str, control: str
) -> None:
    hand = asked(rules, kind, control)
    assert len(hand.rows) <= IN_SIGHT
    minutes = 5 + int(more[0])
    assert hand.rows[0].startswith("Right 5:")
    assert f"→{minutes}:" in hand.rows[0]
    assert [row for row in hand.rows if "o move" in row] == ["To move Right→Left"]
    assert "Illegal by Left 0→1" in hand.rows


def test_a_move_that_loses_says_so_first() -> None:
    hand = asked("fide", "chess", "5:00+3")
    hand.confirm()
    hand.take("Left (White) illegal")
    assert " ".join(hand.rows[:2]) == "Left loses by the rules"
