"""`clapper verify` compares what the game file tells, up to the end that the clock has seen."""

import pytest

from clock.game.file import table_from_setup, write_game
from clock.journal.lines import Header, Row, figures_after
from clock.records import verify
from clock.records.recorded import RecordedGame
from clock.records.verify import figure_problems
from clock.rules.inputs import Input, Start, Tick
from clock.rules.machine import begin, step
from clock.rules.state import Setup
from clock.rules.units import SECOND_NS
from tests.rules.games import setup

UNTIL_NS = 70 * SECOND_NS
OTHER = "its game file: the replay ends at other figures"


def left_running() -> RecordedGame:
    """A game of one minute a side, of which nothing was seen after its start but its end."""
    game, given = setup("1:00", rules="fide"), Start(0)
    state, _ = step(begin(game, 0), given)
    header = Header("", "", "", "", 0, table_from_setup(game))
    row = Row(given, figures_after(given, state))
    return RecordedGame(1, header, game, (row,), (), UNTIL_NS)


def test_a_game_file_that_tells_the_same_is_no_problem() -> None:
    assert list(figure_problems(left_running())) == []


def test_a_game_file_that_comes_to_other_figures_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def with_less(_game: Setup, inputs: tuple[Input, ...]) -> bytes:
        return write_game(setup("0:50", rules="fide"), inputs)

    monkeypatch.setattr(verify, "write_game", with_less)
    assert list(figure_problems(left_running())) == [OTHER]


def test_the_game_file_is_compared_up_to_the_end_that_the_clock_has_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def without_a_fall(game: Setup, inputs: tuple[Input, ...]) -> bytes:
        assert inputs[-1] == Tick(UNTIL_NS)
        return write_game(game, tuple(each for each in inputs if not isinstance(each, Tick)))

    monkeypatch.setattr(verify, "write_game", without_a_fall)
    assert list(figure_problems(left_running())) == [OTHER]
