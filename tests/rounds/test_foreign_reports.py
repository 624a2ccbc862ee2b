"""Tournament reports as programs write them: read rightly, and given back byte for byte."""

import random
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.presets import find_presets
from clock.rounds.pairings import Pairing, PairingsError, read_round
from clock.rounds.results import Outcome, ResultEntry, ResultStep, Round, as_trf
from clock.rounds.setups import RoundSetup, games_of
from clock.rounds.trf import read_trf, with_results
from tests.rounds.test_pairings import player

NAMES = {
    "ASCII": ("Novak,Jan", "Kim,Min-jun", "Berg,Eva", "Lind,Bo"),
    "Czech": ("Dvořák,Jiří", "Žižková,Šárka", "Berg,Eva", "Čapek,Áďa"),
    "Cyrillic": ("Иванов,Иван", "Козлова,Анна", "Berg,Eva", "Щукин,Ян"),
    "Korean": ("김,민준", "이,서연", "박,지훈", "최,하은"),
    "astral": ("𠮷田,太郎", "Kim,😀", "Berg,Eva", "Lind,Bo"),
    "invisible": (
        "Novak,\u00a0Jan",
        "Ki\u200dm,\u200fMin",
        "Be\u00adrg,E\u2060va",
        "\ufeffLind,Bo",
    ),
}
"""Of four players."""
SHOWN = {**NAMES, "invisible": ("Novak, Jan", "Kim,Min", "Berg,Eva", "Lind,Bo")}
Width = Callable[[str], int]
WIDTHS: dict[str, Width] = {
    "characters": len,
    "bytes": lambda name: len(name.encode()),
    "units of UTF-16": lambda name: len(name.encode("utf-16-le")) // 2,
}
ENDS = {"LF": ["\n"], "CRLF": ["\r\n"], "CR": ["\r"], "mixed": ["\r\n", "\n", "\r"]}
GAMES = (
    ("3 w 1", "2 b  ", ""),
    ("4 w 1", "1 w  ", ""),
    ("1 b 0", "4 w  ", ""),
    ("2 b 0", "3 b  ", ""),
)
"""Of each player, round by round."""


def padded(rank: int, name: str, points: float, width: Width, games: tuple[str, ...]) -> str:
    """A player's line whose name has 33 columns in some width."""
    own = player(rank, "", points, *filter(None, games))
    return own[:14] + name + " " * (33 - width(name)) + own[47:]


def report(names: tuple[str, ...], width: Width = len, *more: str) -> list[str]:
    """The lines of a report of four players and two rounds, with more behind them."""
    points = (1.0, 1.0, 0.0, 0.0)
    players = enumerate(zip(names, points, GAMES, strict=True), start=1)
    lines = [padded(rank, *own[:2], width, own[2]) for rank, own in players]
    return ["012 Open", "### by hand\v\x1c\u2028\x85", *lines, *more]


def joined(lines: list[str], ends: list[str]) -> str:
    """Lines with ends by turns."""
    return "".join(line + ends[at % len(ends)] for at, line in enumerate(lines))


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "marked"])
@pytest.mark.parametrize(("script", "width", "ends"), [*product(NAMES, WIDTHS, ENDS)])
def test_a_report_is_read_rightly_and_comes_back_byte_for_byte(
    script: str, width: str, ends: str, mark: bytes
) -> None:
    lines = report(NAMES[script], WIDTHS[width])
    data = mark + joined(lines, ENDS[ends]).encode()
    read = read_round(data, 2)
    shown = SHOWN[script]
    assert read.pairings == (Pairing(2, "1", *shown[:2]), Pairing(2, "2", shown[3], shown[2]))
    round_ = Round(2, read.pairings, report=read.report)
    assert as_trf(round_, {}).encode() == data
    entry = ResultEntry(2, "2", 1, Outcome.DRAW, ResultStep.CONFIRMED, "Eva", "")
    written = as_trf(round_, {"2": entry})
    changed = [
        at for at, pair in enumerate(zip(written, data.decode(), strict=True)) if len({*pair}) > 1
    ]
    assert len(changed) == 4  # a result and half a point for each of two players
    assert [each.points for each in read_trf(written).players.values()] == [1.0, 1.0, 0.5, 0.5]
    assert with_results(written, 2, {3: " ", 4: " "}).encode() == data


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\n"))), st.randoms())
def test_lines_that_are_not_read_come_back_as_they_are(
    texts: list[str], chance: random.Random
) -> None:
    lines = [*report(NAMES["Czech"]), *(f"### {text}" for text in texts)]
    text = joined(lines, chance.choices(["\r\n", "\n", "\r"], k=7))
    assert with_results(text, 2, {}) == text
    won = with_results(text, 2, {1: "1", 2: "0"})
    assert len(won) == len(text)
    assert with_results(won, 2, {1: " ", 2: " "}) == text


def team(number: int, name: str, points: float, *members: int) -> str:
    """A line 310."""
    ranks = "".join(f"{each:4} " for each in members)
    return f"310 {number:3} {name:32} AAAAA 111111 {points:6.1f} {0:6.1f} {number:3}  {ranks}"


PLAYERS = [
    player(rank, f"P{rank}", points, f"{other} {colour}  ")
    for rank, points, other, colour in [
        *((1, 3, 5, "w"), (2, 0, 6, "b"), (3, 2, 7, "w"), (4, 0, 8, "b")),
        *((5, 0, 1, "b"), (6, 0, 2, "w"), (7, 0, 3, "b"), (8, 2.5, 4, "w")),
    ]
]
OLD_TEAMS = [
    f"013 {name:32}{first:4} {first + 1:4}"
    for name, first in zip("ABCD", (1, 3, 5, 7), strict=True)
]
NEW_TEAMS = [
    *(team(1, "Ä", 2, 1, 2), team(2, "B", 4, 3, 4)),
    *(team(3, "C", 0, 5, 6), team(4, "D", 0, 7, 8)),
]


@pytest.mark.parametrize(
    ("more", "blacks"),
    [
        ([], ["P5", "P4", "P7", "P2"]),
        (OLD_TEAMS, ["P5", "P2", "P7", "P4"]),
        (NEW_TEAMS, ["P7", "P4", "P5", "P2"]),
        ([*NEW_TEAMS, "300 001 002 004 0004 0003"], ["P4", "P7", "P5", "P2"]),
        ([*NEW_TEAMS, "300 002 002 004 0004 0003"], ["P7", "P4", "P5", "P2"]),
        ([NEW_TEAMS[0].replace("Ä ", "Ä"), *NEW_TEAMS[1:]], ["P7", "P4", "P5", "P2"]),
    ],
    ids=["no teams", "013", "310", "300", "300 of another round", "padded in bytes"],
)
def test_boards_of_a_match_stand_side_by_side_in_their_order(
    more: list[str], blacks: list[str]
) -> None:
    text = joined([*PLAYERS, *more], ["\r\n"])
    read = read_round(text.encode(), 1)
    assert [each.black for each in read.pairings] == blacks
    entry = ResultEntry(1, "2", 1, Outcome.BLACK, ResultStep.CONFIRMED, "Eva", "")
    players = read_trf(as_trf(Round(1, read.pairings, report=text), {"2": entry})).players.values()
    assert [each.name for each in players if each.rounds[0].result == "1"] == blacks[1:2]


OUT = [player(9, "P9", 0, "0000 - U"), player(10, "P10", 0, "0000 - -"), player(11, "P11", 0)]
OTHERS = [team(5, "E", 0, 9), team(6, "F", 0, 10, 11)]


@pytest.mark.parametrize(
    ("more", "byes"),
    [
        ([], [("P9", "allocated"), ("P10", "zero")]),
        (["240 H 001  010 0011", "240 Z 002 0009"],
         [("P10", "half"), ("P11", "half"), ("P9", "allocated")]),
        (["240 f 001 11"], [("P11", "full"), ("P9", "allocated"), ("P10", "zero")]),
        ([*NEW_TEAMS, *OTHERS, "240 H 001 006"], [("F", "half"), ("P9", "allocated")]),
        ([*NEW_TEAMS, *OTHERS, "320  1.0  2.0 005 006", "240 Z 001 006"],
         [("E", "allocated"), ("F", "zero")]),
        ([*NEW_TEAMS, *OTHERS, "330 +- 001 005 006"], [("E", "full"), ("F", "zero")]),
        ([*NEW_TEAMS, *OTHERS, "330 -- 001 006 005"], [("F", "zero"), ("E", "zero")]),
        ([*NEW_TEAMS, "330 +- 001 001 003"], [("P9", "allocated"), ("P10", "zero")]),
    ],
)  # fmt: skip
def test_byes_stand_in_lines_of_their_own(more: list[str], byes: list[tuple[str, str]]) -> None:
    text = joined([*PLAYERS, *OUT, *more], ["\n"])
    assert [(each.player, each.kind) for each in read_round(text.encode(), 1).byes] == byes


def bad_lines() -> Iterator[tuple[list[str], str]]:
    """What stands behind 11 players, and how it is refused."""
    own, number = (
        "players of the report who are in no other",
        "line 12: this report has no player 77",
    )
    yield [team(1, "A", 0, 77)], own
    yield [*NEW_TEAMS, team(7, "X", 0, 8)], f"line 16: .* {own}"
    yield [*NEW_TEAMS, team(1, "X", 0, 9)], "line 16: expected a number of no other team"
    yield [team(1, "A", 0, 1).replace("   1 ", "   x ")], "line 12: expected a team's line"
    yield [team(1, "A", 0, 1).replace("  AAA", " AAA")], "line 12: expected a team's line"
    yield [f"013 {'A':32}   1    x"], "line 12: expected a team's line"
    yield ["240 Q 001 0001"], "line 12: expected byes as in TRF26"
    yield ["240 H 001"], "line 12: expected byes as in TRF26"
    yield ["240 H 001 0077"], number
    yield ["240 H 001 0001"], "line 12: P1 has a bye in round 1, but is paired"
    yield [*NEW_TEAMS, "240 H 001 003"], "line 16: C has a bye in round 1, but is paired"
    yield [*OLD_TEAMS, "240 H 001 0009"], "line 16: this report has no team 9 in lines 310"
    yield [*NEW_TEAMS, "320  1.0  2.0 77"], "line 16: this report has no team 77"
    yield [*NEW_TEAMS, "320  1.0  2.0 0033"], "line 16: expected figures"
    yield [*NEW_TEAMS, "330 ++ 001 001 002"], "line 16: expected a forfeited match"
    yield [*NEW_TEAMS, "330 +- 001 001"], "line 16: expected a forfeited match"
    yield [*NEW_TEAMS, "300 001 001 007 0001"], "line 16: expected an order of boards"
    yield [*NEW_TEAMS, "300 001 001"], "line 16: expected an order of boards"
    yield [*NEW_TEAMS, "300 001 001 003 0001 0077"], "line 16: expected an order of boards"
    yield (
        ["222 90 min"],
        "line 12: expected a time control as in TRF26, such as 5400.30, got 90 min",
    )
    yield [player(5, "Again", 0)], "line 12: 5 is already in line 5"
    yield [player(0, "Nobody", 0)], "line 12: expected a player's line"
    yield (
        [player(12, "Novák", 0, "0000 - U").replace("  0000", "   0000")],
        "line 12: expected a player's",
    )
    yield [player(12, "Nan", 0).replace(" 0.0", " nan")], "line 12: expected a player's line"
    yield [player(12, "X", 0, "1 w  ")], "line 12: player 12 plays 1 in round 1, but the line of"
    yield [player(12, "X", 0, "77 -  ")], "line 12: player 12 plays 77 in round 1, but the line of"
    yield ["### " + "x" * 20_000], "line 12: expected at most 20000 characters"
    yield ["###"] * 100_001, "expected at most 100000 lines"


@pytest.mark.parametrize(("more", "problem"), [*bad_lines()])
def test_a_mistake_in_a_report_is_refused_with_its_line(more: list[str], problem: str) -> None:
    text = joined([*PLAYERS, *OUT, *more], ["\r\n"])
    with pytest.raises(PairingsError, match=problem):
        read_round(text.encode(), 1)


@pytest.mark.parametrize(
    ("control", "seconds"), [("5400+30", [5400, 5400]), ("W300-B240", [240, 300])]
)
def test_each_colour_has_its_own_time_control_in_a_report(control: str, seconds: list[int]) -> None:
    text = joined([f"222 {control}", "122 anything", *PLAYERS], ["\n"])
    presets = find_presets()
    (game, *_) = games_of("E", read_round(text.encode(), 1).pairings, RoundSetup("chess"), presets)
    sides = (game.setup.left, game.setup.right)
    assert [side[0].time_ns // 1_000_000_000 for side in sides] == seconds


def test_points_follow_the_scores_that_a_report_names() -> None:
    lines = [*report(NAMES["ASCII"]), "162  W 3.0    D 1.0"]
    written = with_results(joined(lines, ["\n"]), 2, {1: "1", 2: "0", 3: "=", 4: "="})
    assert [each.points for each in read_trf(written).players.values()] == [4.0, 1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("results", "forfeit"),
    [("-+", "black_forfeit"), ("+-", "white_forfeit"), ("--", "both_lose")],
)
def test_a_forfeited_game_without_colours_is_read_and_any_other_is_refused(
    results: str, forfeit: str
) -> None:
    pair = [player(rank, f"P{rank}", 0, f"{23 - rank} - {{}}") for rank in (11, 12)]
    lines = [line.format(result) for line, result in zip(pair, results, strict=True)]
    *_, last = read_round(joined([*PLAYERS, *lines], ["\n"]).encode(), 1).pairings
    assert (last.black, last.white, last.forfeit) == ("P12", "P11", forfeit)
    with pytest.raises(PairingsError, match="line 9: player 11 plays 12 in round 1, but the line"):
        read_round(joined([*PLAYERS, pair[0].format("1"), pair[1].format("0")], ["\n"]).encode(), 1)
