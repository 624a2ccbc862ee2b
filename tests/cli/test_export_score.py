"""`clapper export` with a score that somebody wrote down."""

from pathlib import Path

import pytest

from tests.cli.running import called, printed, refused

GAME = """{"format": "clapper-game/1",
 "setup": {"control": "60+5", "regulations": "fide", "first": "white", "game": "chess"},
 "inputs": [{"type": "Start", "at_ns": 0},
  {"type": "Press", "at_ns": 7000000000, "seat": "left"},
  {"type": "Press", "at_ns": 9000000000, "seat": "right"}]}"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    file.write_text(GAME)
    return file


def test_the_times_stand_after_the_moves(game: Path) -> None:
    score = game.with_name("score.pgn")
    score.write_text('[White "Bo"]\n\n1. e4 e5 1/2-1/2\n')
    out = printed("export", game, "--pgn", score)
    assert "1. e4 {[%clk 0:01:03] [%emt 0:00:07]} 1... e5 {[%clk 0:01:08] [%emt 0:00:02]}" in (
        out.replace("\n", " ")
    )
    assert '[White "Bo"]' in out
    score.write_text("(;GM[1];B[aa];W[bb])")
    assert printed("export", game, "--sgf", score) == ("(;GM[1];B[aa]BL[63.000];W[bb]WL[68.000])")


def test_what_does_not_match_is_one_line(game: Path) -> None:
    score, out = game.with_name("score.pgn"), game.with_name("out.pgn")
    score.write_text("1. e4 e5 2. Nf3 *")
    status, _, errors = called("export", game, "--pgn", score, "-o", out)
    assert (status, errors.count("\n")) == (1, 1)
    assert "the score has 3 moves, the clock 2: times stand beside 2 of them" in errors
    assert "Nf3" in out.read_text()


def test_a_score_is_neither_overwritten_nor_taken_for_what_it_is_not(game: Path) -> None:
    score = game.with_name("score.pgn")
    score.write_text("1. e4 e5 *")
    assert "this one is the input" in called("export", game, "--pgn", score, "-o", score)[2]
    assert score.read_text() == "1. e4 e5 *"
    assert f"{score}: expected a score in SGF" in refused("export", game, "--sgf", score)
    assert "not allowed with" in called("export", game, "--sgf", score, "--csv")[2]
    assert "no-such" in refused("export", game, "--pgn", game.with_name("no-such"))
