"""Rulings from running to running: every press counts, since both players wait."""

import pytest

from clock.rules.inputs import ClaimKind
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.menu.menu_driver import MenuDriver
from tests.rules.games import LEFT, RIGHT, Game


def in_chess() -> MenuDriver:
    """A hand at a game by FIDE rules that is running; Right has pressed last."""
    game = Game("1:30:00+30", rules="fide")
    game.make(4, SECOND_NS)
    return MenuDriver(game)


@pytest.mark.rule("FIDE 7.5.5")
def test_an_illegal_move_is_ruled_on_in_eight_presses_and_counted() -> None:
    hand = in_chess()
    before_ns = hand.state.left.remaining_ns
    hand.press("stop held")
    hand.take("Illegal move: Right")
    hand.confirm()
    assert hand.selected == "Resume"
    hand.press("ok +")
    assert (hand.presses, hand.state.running) == (8, RIGHT)
    assert hand.state.left.remaining_ns == before_ns + 2 * MINUTE_NS
    hand.game.make(1)
    hand.press("stop held")
    hand.take("Illegal move: Right")
    assert "Right loses by the rules" in hand.text
    hand.confirm()
    assert hand.state.right.illegal_moves == 2
    assert hand.state.phase is Phase.STOPPED, "the organizer enters the result"


@pytest.mark.rule("FIDE 9.5.3")
def test_a_claim_of_a_draw_is_rejected_in_eight_presses() -> None:
    hand = in_chess()
    before_ns = hand.state.right.remaining_ns
    hand.press("stop")
    hand.plunge(LEFT)
    hand.press("ok")
    assert [claim.kind for claim in hand.state.claims] == [ClaimKind.DRAW]
    hand.press("held ok")
    hand.confirm()
    hand.press("ok +")
    assert (hand.presses + 1, hand.state.running) == (8, LEFT)
    assert hand.state.right.remaining_ns == before_ns + 2 * MINUTE_NS


@pytest.mark.rule("corrections: list")
@pytest.mark.parametrize("seat", ["Left", "Right"])
def test_a_time_just_given_is_undone_and_the_game_runs_after_few_presses(seat: str) -> None:
    hand = MenuDriver(Game("1:30:00+30", rules="us-chess"))
    before = hand.state.left.remaining_ns, hand.state.right.remaining_ns
    hand.press("stop held")
    hand.take(next(row for row in hand.rows if row.startswith(f"{seat} (")), "+2:00")
    hand.press("ok")
    hand.confirm()
    hand.presses = 0
    hand.take("Undo")
    assert "Correction of the" in hand.text
    hand.confirm()
    hand.press("ok +")
    assert hand.presses <= 8
    assert (hand.state.left.remaining_ns, hand.state.right.remaining_ns) == before
