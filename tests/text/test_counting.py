"""Moves as players count them, and the rules' count of both sides' moves: one can be had back."""

import re

import pytest

from clock.kinds import KINDS, firsts
from clock.rules.inputs import Finish, Result
from clock.rules.seats import Colour
from clock.text import counting
from clock.text.rows import one_text
from tests.menu.menu_driver import MenuDriver
from tests.rules.games import Game, setup


@pytest.mark.parametrize("game", ["", *KINDS])
def test_a_move_as_its_players_count_it_is_one_of_the_rules_and_no_two_are_the_same(
    game: str,
) -> None:
    for first in firsts(game):
        made, both = setup(kind=game, first=first), counting.by_both(game)
        for count, ahead in ((counting.last_of, 0), (counting.place_after, both)):
            shown = [count(made, moves) for moves in range(300)]
            assert len(set(shown)) == len(shown)
            assert [counting.moves_until(made, each) - ahead for each in shown] == list(range(300))
        names = [colour.value.capitalize() for colour in (first, first.other)]
        assert counting.last_text(made, 13) == (f"7 ({names[0]})" if both else "13")
        assert counting.place_text(made, 13) == (f"7, {names[1]} to move" if both else "13")


@pytest.mark.parametrize("game", ["chess", "draughts"])
def test_nothing_that_an_arbiter_reads_or_enters_counts_the_moves_of_both(game: str) -> None:
    played = Game(kind=game, first=Colour.WHITE, rules="fide")
    played.make(66)
    played.stop()
    hand = MenuDriver(played)
    seen = []

    def look() -> None:
        seen.append(f"{hand.page.sentence} {' '.join(map(one_text, hand.page.rows))}")

    hand.press("held")
    hand.take("Moves")
    look()
    hand.press("+")
    assert hand.rows[:2] == ("34", "Black to move")
    hand.press("ok")
    look()
    assert "34, White to move" in seen[-1]
    hand.confirm()
    assert hand.state.play.moves == 67
    hand.take("Result", "White won  1–0" if game == "chess" else "White won  2–0", "Resigned")
    look()
    hand.press("ok")
    look()
    assert "Last move: 34 (White)" in hand.rows
    played.do(Finish(played.now_ns, Result.LEFT, "resigned", 67))
    assert not re.search(r"\b6[5678]\b", " ".join(seen))
