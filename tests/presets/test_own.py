"""A preset that is saved on the clock is there at the next start, as it was set."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.presets import OWN, find_presets
from clock.presets.own import save_preset
from clock.rules.match import MatchStanding
from clock.rules.message import Problem
from clock.rules.seats import LEFT
from clock.rules.state import Setup
from tests.rules.games import setup
from tests.rules.random_games import setups


def offered(game: Setup) -> Setup:
    """A setup as a preset has it, without the seats of the starter and the expert."""
    by_colour = game.times_by_colour and game.left != game.right
    game = replace(game.begun_by(LEFT), times_by_colour=by_colour)
    game = replace(game, left_remaining_ns=None, right_remaining_ns=None)
    if game.match is None:
        return game
    return game.in_match(MatchStanding(game.match.match, LEFT.other))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(setups(), st.text(min_size=1, max_size=20).filter(str.isprintable))
def test_whatever_was_set_is_saved_and_offered_again_in_place_of_the_one_before(
    tmp_path: Path, game: Setup, title: str
) -> None:
    try:
        save_preset(tmp_path, title, game)
    except Problem:
        assert not any(each.isalnum() or each == "_" for each in title)
        return
    found = find_presets(tmp_path)
    assert found.skipped == ()
    (again,) = (each for each in found.offers if each.game == OWN)
    assert (again.title, again.setup) == (title, offered(game))
    for file in tmp_path.iterdir():
        file.unlink()


def test_a_name_of_ours_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="expected a name that no other preset has"):
        save_preset(tmp_path, "FIDE blitz", setup())
