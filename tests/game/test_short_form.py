"""A game's short form gives all of its lines again, or says why there is none."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.game.file import GameFileError
from clock.game.short_form import LETTERS_MAX, MARK, read_short_form, short_form
from clock.rules.inputs import Press, Start
from clock.rules.message import Problem
from clock.rules.seats import LEFT
from clock.rules.units import SECOND_NS
from tests.game.recordings import bodies, chained
from tests.rules.games import setup
from tests.rules.random_games import Played, late_games, mixed_games


@given(st.one_of(mixed_games(), late_games()), st.integers(0, 10**6), st.sampled_from("A2?"))
def test_it_gives_every_line_again_and_a_changed_one_no_other(
    played: Played, at: int, letter: str
) -> None:
    lines = tuple(chained(bodies(played.states[0].setup, played.inputs)))
    text = short_form(lines)
    assert len(text) <= LETTERS_MAX
    assert read_short_form(text) == lines
    at = len(MARK) + at % (len(text) - len(MARK))
    with suppress(GameFileError):  # a letter may have bits that are not used
        assert read_short_form(text[:at] + letter + text[at + 1 :]) == lines


def test_a_game_that_is_too_long_for_a_code_says_how_long_it_is() -> None:
    presses = [Press(SECOND_NS * each * each, (LEFT, LEFT.other)[each % 2]) for each in range(999)]
    lines = chained(bodies(setup("40/200:00:00"), [Start(0), *presses]))
    with pytest.raises(Problem, match=r"no QR code: \d+ letters, at most 4296"):
        short_form(lines)
