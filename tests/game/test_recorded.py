"""A recorded game is read as far as it holds, and every change of it is found."""

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.files import UnreadableFile, read_file
from clock.game.chain import body_of, encoded, intact_chain
from clock.game.figures import Figures, differences, figures_after
from clock.game.file import GameFileError
from clock.game.recorded import Gap, read_recorded
from clock.rules.inputs import Result
from clock.rules.state import Phase
from tests.game.recordings import GAP, bodies, chained, read_game

EXAMPLE = Path(__file__).parents[2] / "examples" / "forty-moves.json"
SETUP, INPUTS = read_game(EXAMPLE.read_bytes())
LINES = chained(bodies(SETUP, INPUTS[:4]))
DATA = b"".join(LINES)


def test_a_game_is_read_as_it_was_recorded() -> None:
    structs = bodies(SETUP, INPUTS, game=7)
    lines = chained([*structs[:3], GAP, *structs[3:]])
    game = read_recorded(b"".join(lines))
    assert (game.number, game.setup, game.folded().all_inputs()) == (7, SETUP, INPUTS)
    assert [game.header, *game.rows] == structs
    assert game.gaps == (Gap(2, GAP.missing, GAP.when),)
    assert (game.end.game, game.end.count) == (7, len(INPUTS) + 1)
    assert (game.torn, game.problem) == (False, None)
    assert [body_of(line) for line in lines[:3]] == [encoded(each) for each in structs[:3]]
    for number, row in enumerate(game.rows, 1):
        assert body_of(lines[game.line_of(number) - 1]) == encoded(row)
    last = game.rows[-1]
    assert not list(differences(last.figures, figures_after(last.input, game.folded().state)))


def test_each_figure_that_differs_is_named_with_both_values() -> None:
    recorded = read_recorded(DATA).rows[-1].figures
    others: dict[str, Any] = {
        "phase": Phase.FINISHED,
        "running": None,
        "since_ns": 1,
        "moves": 99,
        "left": replace(recorded.left, period=9),
        "right": replace(recorded.right, fell_at_ns=1),
        "result": Result.DRAW,
    }
    assert [*others] == [*Figures.__struct_fields__]
    for key, value in others.items():
        (found,) = differences(recorded, replace(recorded, **{key: value}))
        both = map(msgspec.to_builtins, (getattr(recorded, key), value))
        assert tuple(found.values.values()) == (key, *both)


def test_of_a_game_that_is_cut_off_anywhere_all_whole_lines_are_read() -> None:
    rows = read_recorded(DATA).rows
    for size in range(len(LINES[0]), len(DATA)):
        game = read_recorded(DATA[:size])
        lines = DATA[:size].count(b"\n")
        assert game.rows == rows[: lines - 1]
        assert (game.torn, game.problem) == (DATA[size - 1 : size] != b"\n", None)


@given(
    order=st.lists(st.integers(0, len(LINES) - 1), max_size=2 * len(LINES)),
)
def test_no_line_can_vanish_move_or_come_twice(order: list[int]) -> None:
    chain = intact_chain(b"".join(LINES[index] for index in order))
    held = next((at for at, index in enumerate(order) if at != index), len(order))
    assert chain.lines == tuple(LINES[:held])
    assert chain.rest == b"".join(LINES[index] for index in order[held:])


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"format": "clapper-game/3"}, "cannot be read: Invalid enum value 'clapper-game/3'"),
        ({"setup": {"control": "nonsense"}}, "recorded by clapper 1, cannot be read: control"),
    ],
)
def test_a_game_of_another_program_is_refused_with_the_reason(
    change: dict[str, object], problem: str
) -> None:
    header = msgspec.to_builtins(bodies(SETUP, ())[0]) | change
    (line,) = chained([msgspec.defstruct("Changed", list(header))(**header)])
    with pytest.raises(GameFileError) as refused:
        read_recorded(line)
    assert str(refused.value).startswith(problem)


def test_what_is_no_file_or_too_large_is_not_read(tmp_path: Path) -> None:
    pipe, large = tmp_path / "pipe", tmp_path / "large"
    os.mkfifo(pipe)
    large.write_bytes(bytes(101))
    assert read_file(large, 101) == bytes(101)
    for path in (pipe, Path("/dev/zero"), large):
        with pytest.raises(UnreadableFile, match=f"^{path}: expected "):
            read_file(path, 100)
