"""RIF 5, 6 and 10 b: what a press is a press for."""

import typing

import pytest

from clock.rules.inputs import Input, Press
from clock.rules.outputs import TurnPassed
from clock.rules.units import SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds


@pytest.mark.rule("RIF 5")
@pytest.mark.rule("RIF 6")
def test_a_pass_is_pressed_and_counted_like_any_move() -> None:
    game = Game("2/1:00:00 then 0:30:00")
    game.press(LEFT)
    game.press(RIGHT)
    passed = game.press(LEFT, after=7 * SECOND_NS)
    assert isinstance(passed[0], TurnPassed)
    assert (passed[0].credited, passed[0].moves) == (1, 3)
    assert game.left.period == 2, "the pass completed the quota"


@pytest.mark.rule("RIF 5")
def test_the_clock_is_not_told_what_lay_on_the_board() -> None:
    assert set(Press.__struct_fields__) == {"at_ns", "seat", "hand"}


@pytest.mark.rule("RIF 6")
def test_a_move_is_ended_for_the_clock_by_nothing_but_its_press() -> None:
    game = Game()
    game.wait(59 * SECOND_NS)
    assert game.moves == 0
    assert game.running is LEFT
    game.press(LEFT, after=SECOND_NS)
    assert game.moves == 1
    assert game.left.spent_ns == 60 * SECOND_NS


@pytest.mark.rule("RIF 10 b")
def test_a_draw_is_offered_by_word_and_has_no_button() -> None:
    players_acts = {kind.__name__ for kind in typing.get_args(Input)}
    assert not any("draw" in name.lower() or "offer" in name.lower() for name in players_acts)


@pytest.mark.rule("RIF 10 b")
def test_a_press_after_an_offer_is_a_move_like_any_other() -> None:
    game = Game()
    assert kinds(game.press(LEFT, after=SECOND_NS)) == ["TurnPassed"]
    assert game.running is RIGHT
