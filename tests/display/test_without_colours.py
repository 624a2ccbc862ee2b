"""Faces of a game without colours: no stones, but the cost of a time below zero."""

import pytest
from msgspec.structs import replace

from clock.display.draw import draw
from clock.display.view import view
from clock.kinds import KINDS
from clock.presets import find_presets, setup_of
from clock.rules.inputs import Finish, Input, Result, Start, Stop
from clock.rules.machine import begin, step
from clock.rules.seats import LEFT, Colour
from clock.rules.state import State
from clock.rules.units import MINUTE_NS, SECOND_NS

PRESETS = find_presets()


def played(kind: str, *inputs: Input) -> State:
    state = begin(setup_of(PRESETS.meant("25", kind)))
    for each in inputs:
        state, _ = step(state, each)
    return state


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [(128, 64), (256, 64), (320, 240)])
@pytest.mark.parametrize("inputs", [(), (Start(0),), (Start(0), Stop(SECOND_NS))])
def test_only_a_game_with_colours_has_stones_on_its_faces(
    kind: str, size: tuple[int, int], inputs: tuple[Input, ...]
) -> None:
    state = played(kind, *inputs)
    faces = [view(state, LEFT, state.at_ns, other_lost=lost) for lost in (False, True)]
    for face in faces:
        drawn = {
            draw(replace(face, colour=colour), size).tobytes()
            for colour in (Colour.BLACK, Colour.WHITE)
        }
        assert len(drawn) == 1 + KINDS[kind].colours
        assert KINDS[kind].colours or face.colour is None


def test_what_a_time_below_zero_costs_stands_beside_it_and_in_the_result_in_a_row() -> None:
    over_ns = 25 * MINUTE_NS + 62 * SECOND_NS
    running = played("scrabble", Start(0))
    for at_ns, texts in ((MINUTE_NS, []), (over_ns, [("-20 points", "-20p")])):
        assert [each.texts for each in view(running, LEFT, at_ns).allowances] == texts
    stopped = played("scrabble", Start(0), Stop(over_ns))
    face = view(stopped, LEFT, over_ns + SECOND_NS)
    assert [each.spoken for each in face.allowances] == ["-20 points"]
    assert "-20 points" in face.sentence
    ended, _ = step(stopped, Finish(over_ns + SECOND_NS, Result.RIGHT))
    face = view(ended, LEFT, over_ns + SECOND_NS)
    assert (face.allowances, face.words[0]) == ((), "-20 points")
