"""A fallen flag is called as the players of the game call it: a clapper in renju and gomoku."""

import pytest

from clock.display.view import view
from clock.kinds import KINDS
from clock.rules.inputs import Start, Tick
from clock.rules.machine import begin, step
from clock.rules.seats import LEFT
from clock.rules.units import SECOND_NS
from clock.text.rows import spoken
from tests.rules.games import setup


@pytest.mark.parametrize("kind", KINDS)
def test_a_fallen_flag_has_its_name_in_the_game(kind: str) -> None:
    state = begin(setup("0:01", rules="fide", kind=kind, first=KINDS[kind].first))
    for event in (Start(0), Tick(2 * SECOND_NS)):
        state, _ = step(state, event)
    face, clapper = view(state, LEFT, state.at_ns), KINDS[kind].clapper
    assert spoken(face.title) == f"STOPPED, {'Clapper' if clapper else 'Flag'} down"
    assert ("Clapper fell" if clapper else "Flag fell") in face.sentence
