"""`clapper verify` compares the game file's replay, up to the end that the clock has seen."""

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
START = Start(0)


def test_a_game_file_is_compared_up_to_the_end_that_the_clock_has_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = setup("1:00", rules="fide")
    state, _ = step(begin(game, 0), START)
    header = Header("", "", "", "", 0, table_from_setup(game))
    row = Row(START, figures_after(START, state))
    recorded = RecordedGame(1, header, game, (row,), (), UNTIL_NS)
    assert list(figure_problems(recorded)) == []

    def without_a_fall(game: Setup, inputs: tuple[Input, ...]) -> bytes:
        assert inputs[-1] == Tick(UNTIL_NS)
        return write_game(game, tuple(each for each in inputs if not isinstance(each, Tick)))

    def with_less(_game: Setup, inputs: tuple[Input, ...]) -> bytes:
        return write_game(setup("0:50", rules="fide"), inputs)

    for write in (without_a_fall, with_less):
        monkeypatch.setattr(verify, "write_game", write)
        (problem,) = figure_problems(recorded)
        assert str(problem) == "game 1: its game file: the replay ends at other figures"
