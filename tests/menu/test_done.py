"""What the menu's title says once an act is done."""

import pytest

from clock.menu.question_facts import Fact, FactKind, fact_words
from clock.rules.units import MINUTE_NS
from clock.text.glyphs import fits
from clock.text.language import LANGUAGES, speaking
from clock.text.rows import one_text
from tests.menu.menu_driver import MenuDriver
from tests.menu.test_rulings import in_chess
from tests.menu.words import spread
from tests.rules.games import LEFT, RIGHT


def in_order(hand: MenuDriver) -> str:
    """Answer yes to a question, and return the title of the menu then."""
    while spread(hand.page.hint).endswith("+ more"):
        hand.press("+")
    hand.confirm()
    return hand.title


@pytest.mark.rule("FIDE 7.5.5")
@pytest.mark.parametrize(
    ("row", "title"),
    [
        ("Right (White) illegal", "R illegal 1, L +2:00"),
        ("Left (Black) illegal", "L illegal 1, R +2:00"),
    ],
)
def test_after_an_illegal_move_the_title_has_its_count_and_the_opponent_s_time(
    row: str, title: str
) -> None:
    hand = in_chess()
    hand.press("stop held")
    hand.take(row)
    assert in_order(hand) == title
    hand.take("Undo")
    assert in_order(hand) == f"Illegal by {'Right' if row[0] == 'R' else 'Left'} 1→0"


def test_after_a_hand_fault_and_a_claim_of_a_draw_it_has_the_time_that_was_given() -> None:
    hand = in_chess()
    hand.press("stop held")
    hand.take("Hand fault by Right")
    assert in_order(hand) == "Faults by Right 0→1"
    hand.take("Hand fault by Right")
    assert in_order(hand) == "R fault 2, L +2:00"
    hand = in_chess()
    hand.press("stop")
    hand.plunge(LEFT)
    hand.press("ok held")
    hand.take("Dismiss Left's claim")
    assert in_order(hand) == "Dismissed, R +2:00"


def test_after_a_press_was_taken_back_it_says_who_is_to_move() -> None:
    hand = in_chess()
    hand.press("stop held")
    hand.take("Take back last press", "0:00 stays with Left", "Pressed by mistake")
    assert in_order(hand) == "To move Left→Right"


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    "kind",
    [
        FactKind.ILLEGAL_RULED,
        FactKind.FAULT_RULED,
        FactKind.DISMISSED_FOR_TIME,
        FactKind.BONUS_ADDED,
    ],
)
def test_a_ruling_fits_the_title_in_every_language(code: str, kind: FactKind) -> None:
    with speaking(code):
        (row,) = fact_words(Fact(kind, RIGHT, 2, (RIGHT, -2 * MINUTE_NS)), in_chess().state)
        assert fits(one_text(row)), row
