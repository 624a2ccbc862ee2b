"""RIF 5, 6 and 10 b: what a press is a press for."""

import typing

import pytest

from clock.rules.inputs import Input, Press
from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[RIF 5, RIF 6]
a pass is pressed and counted like any move, and completes a quota
  2/1:00:00 then 0:30:00 | L; R; L 7 -> TurnPassed L credited=1 moves=3, PeriodBegan L, periods 2 1
a move is ended for the clock by nothing but its press
  1:00:00 | wait 59 -> nothing, moves 0, runs L; L 1 -> moves 1, spent 1:00 0
[RIF 10 b]
a press after an offer is a move like any other
  1:00:00 | L 1 -> TurnPassed L, runs R
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


@pytest.mark.rule("RIF 5", "RIF 10 b")
def test_the_clock_knows_nothing_of_the_board_and_has_no_button_for_a_draw() -> None:
    assert set(Press.__struct_fields__) == {"at_ns", "seat", "hand"}
    acts = {kind.__name__.lower() for kind in typing.get_args(Input)}
    assert not any("draw" in name or "offer" in name for name in acts)
