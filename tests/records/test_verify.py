"""A recorded game, played by the order of its stamps, is the game as it was folded on the table."""

from pathlib import Path

import pytest
from hypothesis import given, settings

from clock.game import replay, timeline
from clock.records.report.reported import reported_game
from clock.records.source import read_source
from clock.rules.inputs import Input, Tick
from clock.rules.machine import step
from clock.rules.outputs import Output
from clock.rules.seats import LEFT
from clock.rules.state import Setup, State
from clock.rules.units import SECOND_NS
from tests.game.test_same_game import games, play_live
from tests.journal.written import game_file, write_games
from tests.rules.random_games import DrawnAct, acts_of

UNTIL_NS = 70 * SECOND_NS


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("law") / "game.jsonl"


@settings(max_examples=100, deadline=None)
@given(drawn=games)
def test_the_inputs_of_a_file_are_those_of_its_game_and_lead_to_its_state(
    drawn: tuple[Setup, bytes, list[int], bool], file: Path
) -> None:
    game, acts, lags_ns, _ = drawn
    played = [DrawnAct("start", 0, LEFT, 0), *acts_of(acts)]
    live, recorder = play_live(game, played, lags_ns[: len(played)])
    file.write_bytes(b"".join(recorder.lines))
    source = read_source(str(file), file)
    assert source.recorded is not None
    for until_ns in (0, live.state.at_ns + UNTIL_NS):
        game_then = source.recorded._replace(until_ns=until_ns)
        steps = list(source._replace(recorded=game_then).steps())
        left = list(replay.played(game, game_then.timeline().all_inputs()))
        # Where a Tick stands among others of its instant makes no difference.
        found, expected = (
            [event for event, _, _ in each if not isinstance(event, Tick)] for each in (steps, left)
        )
        assert found == expected
        assert [state for _, state, _ in steps[-1:]] == [state for _, state, _ in left[-1:]]
    # What happens by itself is in a report whether the clock recorded it or not.
    source = source._replace(recorded=game_then)
    bare = tuple(event for event in source.inputs if not isinstance(event, Tick))
    first, second = reported_game(source), reported_game(source._replace(inputs=bare))
    assert (first.facts, first.points) == (second.facts, second.points)


def test_a_report_folds_its_game_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_games(tmp_path, 100).close()
    count = 0

    def counted(state: State, event: Input) -> tuple[State, list[Output]]:
        nonlocal count
        count += 1
        return step(state, event)

    for module in (replay, timeline):
        monkeypatch.setattr(module, "step", counted)
    for name in ("1", str(game_file(tmp_path, 1))):
        count = 0
        assert len(reported_game(read_source(name, tmp_path)).facts.turns) == 99
        assert count <= 101
