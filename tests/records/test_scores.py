"""Scores with the clock's times: what was written stays, and each move has its own time."""

import io
import random
import re

import chess.pgn
import pytest

from clock.notation.setup_table import SetupTable, setup_from_table
from clock.records.scores.annotated import pgn_of, sgf_of
from clock.records.scores.timed_moves import timed_moves
from clock.rules.message import Problem
from tests.records.scored import NAMES, played, random_score
from tests.rules.games import setup
from tools.rooms import files
from tools.sources import source_of


def read(text: bytes) -> chess.pgn.Game:
    """A game as python-chess reads it, without a mistake."""
    game = chess.pgn.read_game(io.StringIO(text.decode()))
    assert game is not None
    assert game.errors == []
    return game


def shape(node: chess.pgn.GameNode) -> object:
    """The moves, signs and comments, without the times."""
    return [(each.move, sorted(each.nags), plain(each), shape(each)) for each in node.variations]


def plain(node: chess.pgn.ChildNode) -> str:
    comment = re.sub(r"\[%(clk|emt) [^]]*\] ?", "", node.comment)
    return (comment if node.is_mainline() else node.comment).strip()


@pytest.mark.parametrize("seed", range(16))
def test_python_chess_reads_each_time_and_all_that_was_written(seed: int) -> None:
    chance = random.Random(seed)
    score = random_score(chance, chance.randrange(1, 120))
    source = played(len(list(score.mainline_moves())), chance, taken_back=seed % 2 == 1)
    text, differs = pgn_of(source, str(score).encode())
    assert differs is None
    game, timed = read(text), timed_moves(source.steps())
    for number, node in enumerate(game.mainline(), 1):
        left, spent = node.clock(), node.emt()
        assert left is not None
        assert spent is not None
        assert 0 <= left - timed[number].remaining_ns / 1e9 < 1
        assert abs(spent - timed[number].spent_ns / 1e9) <= 0.5
    assert shape(game) == shape(score)
    assert game.headers["Annotator"] == score.headers["Annotator"]
    assert (game.headers["Event"], game.headers["Board"]) == (NAMES.event, NAMES.board)
    assert game.headers["Result"] == "1/2-1/2"
    assert game.headers["TimeControl"] == "40/5400:1800"
    assert max(map(len, text.decode().splitlines())) <= 79


@pytest.mark.parametrize(("moves", "presses"), [(10, 9), (10, 12), (1, 0), (0, 3)])
def test_what_does_not_match_is_one_line_and_nothing_is_lost(moves: int, presses: int) -> None:
    chance = random.Random(1)
    score = random_score(chance, moves)
    text, differs = pgn_of(played(presses, chance), str(score).encode())
    beside = min(moves, presses)
    assert str(differs) == (
        f"the score has {moves} moves, the clock {presses}: times stand beside {beside} of them"
    )
    assert shape(read(text)) == shape(score)
    assert sum(node.emt() is not None for node in read(text).mainline()) == beside


def test_a_game_is_found_by_its_players_whatever_their_commas_and_encoding() -> None:
    chance = random.Random(2)
    others = [random_score(chance, 10) for _ in range(2)]
    others[1].headers["White"], others[1].headers["Black"] = "NOVÁK JAN", "Kim, Min-jun"
    source = played(10, chance)
    texts = "\n\n".join(map(str, others)).replace("ž", "z")
    for encoding in ("utf-8", "utf-16", "iso-8859-1", "utf-8-sig"):
        assert shape(read(pgn_of(source, texts.encode(encoding))[0])) == shape(others[1])
    others[1].headers["White"] = "somebody"
    with pytest.raises(Problem, match="expected a score of one game, or one of Novák"):
        pgn_of(source, "\n\n".join(map(str, others)).encode())


@pytest.mark.parametrize("text", ["", "]", "1. e4 (e5", "[Event", "}"])
def test_what_is_no_score_is_refused(text: str) -> None:
    with pytest.raises(Problem):
        pgn_of(played(1, random.Random(1)), text.encode())


def test_a_game_from_a_position_begins_with_its_number_and_its_side() -> None:
    text = b'[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 31"]\n[SetUp "1"]\n\n31... Kd7 32. Kd2 Kd6 *'
    written, differs = pgn_of(played(3, random.Random(1)), text)
    assert differs is None
    assert written.decode().split("\n\n")[1].startswith("31... Kd7 {[%clk 1:")
    assert [node.emt() is not None for node in read(written).mainline()] == [True] * 3


# ---- SGF, read as its description (FF[4]) says


def sgf_nodes(text: str) -> list[dict[str, list[str]]]:
    """The nodes of the main line; a tree is a sequence of nodes, then trees."""
    at = 0

    def tree() -> list[dict[str, list[str]]]:
        nonlocal at
        nodes, first, name = list[dict[str, list[str]]](), None, ""
        at += 1
        while text[at] != ")":
            match text[at]:
                case "(":
                    other = tree()
                    first = other if first is None else first
                    continue
                case ";":
                    nodes.append({})
                case "[":
                    end = at + 1
                    while text[end] != "]":
                        end += 2 if text[end] == "\\" else 1
                    nodes[-1].setdefault(name, []).append(text[at + 1 : end])
                    at = end
                case letter if letter.isupper():
                    goes_on = text[at - 1].isupper()
                    name = name + letter if goes_on else letter
            at += 1
        at += 1
        return nodes + (first or [])

    return tree()


GO = (
    "(;GM[4]FF[4]CA[iso-8859-1]PB[Ježek]C[a \\] (b;\\\\]KM[7.5]\n;B[pd]BL[1];OW[9]W[dp]C[x]"
    "(;B[pq]\n;W[])(;B[aa];W[bb]BL[9]))"
)
TIMES = {"BL", "WL", "OB", "OW"}


@pytest.mark.parametrize(
    ("text", "periods", "blocks"),
    [("3600", None, None), ("1+500x30", 500, None), ("25/3600 dropped", None, 25)],
)
def test_times_of_go_stand_in_the_main_line_alone(
    text: str, periods: int | None, blocks: int | None
) -> None:
    source = played(4, random.Random(1), setup_from_table(SetupTable(text, "go-egf")))
    written, differs = sgf_of(source, GO.replace("ž", "z").encode("iso-8859-1"))
    assert differs is None
    nodes, timed = sgf_nodes(written.decode()), timed_moves(source.steps())
    for number, (node, before) in enumerate(zip(nodes[1:], sgf_nodes(GO)[1:], strict=True), 1):
        side = "B" if number % 2 else "W"
        assert node[side] == before[side]
        assert node[f"{side}L"] == [f"{timed[number].remaining_ns / 1e9:.3f}"]
        left = timed[number].byoyomi if blocks is None else blocks - (number + 1) // 2
        assert (left is None) is (periods is blocks is None)
        assert node.get(f"O{side}") == (None if left is None else [str(left)])
        assert len(TIMES & node.keys()) == (1 if left is None else 2)
    assert nodes[0]["CA"] == ["UTF-8"]
    assert nodes[0]["C"] == sgf_nodes(GO)[0]["C"]
    assert "(;B[aa];W[bb]BL[9])" in written.decode()


@pytest.mark.parametrize("encoding", ["UTF-8", "iso-8859-2", "no-such", "hex"])
def test_a_score_in_sgf_is_read_in_the_encoding_that_it_names(encoding: str) -> None:
    source = played(4, random.Random(1), setup("1:00:00", kind="go"))
    name = encoding if encoding.startswith("iso") else "utf-8"
    text = GO.replace("iso-8859-1", encoding).encode(name)
    assert sgf_nodes(sgf_of(source, text)[0].decode())[0]["PB"] == ["Ježek"]


NO_SGF = ("", "(", ")", "(;B[aa]", "(;B[aa]))", "(;B[aa])x]", "1. e4", "(;B[aa")


@pytest.mark.parametrize("text", NO_SGF)
def test_what_is_no_score_in_sgf_is_refused(text: str) -> None:
    with pytest.raises(Problem, match="expected a score in SGF"):
        sgf_of(played(1, random.Random(1)), text.encode())


def test_nothing_of_the_program_imports_what_is_gpl() -> None:
    for file in files():
        assert "chess" not in {name.partition(".")[0] for name in source_of(file).imports}, file
