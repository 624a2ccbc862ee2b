"""Pairings from CSV, OpenGotha and tournament reports, and the games that follow from them."""

import csv
from collections.abc import Iterator
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.game.names import Names
from clock.notation.typed import control_as_typed
from clock.presets import find_presets
from clock.rounds import pairings as pairings_module
from clock.rounds.pairings import Pairing, PairingsError, read_round
from clock.rounds.setups import RoundSetup, games_of
from clock.rounds.trf import read_trf, with_results
from clock.rules.message import Message, Problem
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.text.control import plain

PRESETS = find_presets()
LINE = (
    "001 {rank:4} {sex} {title:3}{name:33} {rating:4} CZE {fide:11} 1990/01/01 {points:4.1f} "
    "{rank:4}"
)


def player(rank: int, name: str, points: float, *games: str) -> str:
    """A player's line, with `opponent colour result` of each round."""
    line = LINE.format(
        rank=rank, sex="m", title="", name=name, rating=2000, fide=300 + rank, points=points
    )
    for game in games:
        opponent, colour, result = game.split(" ", 2)
        line += f"  {opponent:>4} {colour} {result}"
    return line


REPORT = "\r\n".join(
    [
        "012 Brno Open",
        "222 40/6000+30:900+30",
        player(1, "Novák,Jan", 1.0, "3 w 1", "2 b  "),
        player(2, "Kim,Min-jun", 1.0, "4 w 1", "1 w  "),
        player(3, "Berg,Eva", 0.0, "1 b 0", "4 w  "),
        player(4, "Lind,Bo", 0.5, "2 b 0", "3 b  "),
        player(5, "Park,Yuki", 0.0, "0000 - Z", "0000 - U"),
        "",
    ]
)

GOTHA = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Tournament dataVersion="201">
<Players>
<Player club="Brno" firstName="Jan Karel" name="Novák" rank="1D"/>
<Player firstName="Min-jun" name="Kim" rank="2K"/>
</Players>
<Games>
<Game blackPlayer="NOVÁKJANKAREL" result="RESULT_BLACKWINS" roundNumber="1" tableNumber="1"
 whitePlayer="KIMMIN-JUN"/>
<Game blackPlayer="KIMMIN-JUN" handicap="0" knownColor="true" result="RESULT_UNKNOWN"
 roundNumber="2" tableNumber="4" whitePlayer="NOVÁKJANKAREL"/>
</Games>
</Tournament>
"""

word = st.text("abcdefčříКим ", min_size=1, max_size=12)
word = word.map(lambda text: " ".join(text.split())).filter(bool)


@given(
    names=st.lists(word, min_size=2, max_size=20, unique=True),
    separator=st.sampled_from(",;\t"),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    ends=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_every_table_that_a_spreadsheet_writes_is_read_as_it_was(
    names: list[str], separator: str, encoding: str, ends: str
) -> None:
    couples = list(zip(names[::2], names[1::2], strict=False))
    pairings = tuple(Pairing(3, str(at), *both, "90+30") for at, both in enumerate(couples, 1))
    out = StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator=ends)
    writer.writerow(["Round", "Board", "Black", "White", "Control"])
    for each in reversed(pairings):
        writer.writerow([each.round, each.table, each.black, each.white, each.control])
    writer.writerow([4, 1, "somebody", "else", ""])  # another round
    assert read_round(out.getvalue().encode(encoding), 3).pairings == pairings


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        ("", ["expected pairings, but the file is empty"]),
        ("\ufeff \n", ["expected pairings, but the file is empty"]),
        ("x\n", ["line 1: expected the columns round, table, black, white, control; "
                 "not found: table, black, white"]),
        ("table,black\n", ["line 1: expected the columns round, table, black, white, control; "
                           "not found: white"]),
        ("table,black,white\n", ["no pairings for round 1"]),
        ("table,black,white\n1,Ann,\n,Bo,Cy\n",
         ["line 2: expected a value in column white, found none",
          "line 3: expected a value in column table, found none"]),
        ("table,black,white\n1,Novák, Jan,Kim, Bo\n",
         ["line 2: expected 3 cells as in the head, got 5; "
          "put text that has a , in quotation marks"]),
        ("table;black;white;control\n1;Cy;Di;G/60;d5\n",
         ["line 2: expected 4 cells as in the head, got 5; "
          "put text that has a ; in quotation marks"]),
        ("table,black,white\n1,Ann,Ann\n",
         ["line 2: expected a different opponent for Ann"]),
        ("table,black,white\n1,Ann,Bo\n\n1,Cy,Ann\n",
         ["line 4: table 1 is already in line 2", "line 4: Ann is already in line 2"]),
        ("round,table,black,white\nx,1,Ann,Bo\n1,one,Cy,Di\n",
         ["line 2: expected a round from 1 to 999, got x",
          "line 3: expected a table such as 12 or A12, got one"]),
        (f"round,table,black,white\n{'9' * 5_000},1,Ann,Bo\n",
         [f"line 2: expected a round from 1 to 999, got {'9' * 60}"]),
        (f"table,black,white\n1,Ann,{'x' * 20_001}\n",
         ["line 2: expected at most 20000 characters"]),
        ('table,black,white\n1,Ann,"' + f"{'x' * 100}\n" * 1_400,
         ["line 1299: expected a row of a table"]),
    ],
)  # fmt: skip
def test_every_mistake_is_named_with_its_line(text: str, mistakes: list[str]) -> None:
    with pytest.raises(PairingsError) as error:
        read_round(text.encode(), 1)
    assert list(map(str, error.value.messages)) == mistakes


MANY = "only the first 100 mistakes are listed"


@pytest.mark.parametrize(
    ("text", "row", "count", "last"),
    [
        ("<Tournament>{}</Tournament>", "<Game/>", 101, MANY),
        ("table,black,white\n{}", "1,,\n", 101, MANY),
        ("table,black,white\n{}", "{0},A{0},B{0}\n", 1, "expected at most 2000 tables in a round"),
    ],
)
def test_a_file_of_ten_thousand_rows_is_read_no_further_than_its_mistakes_are_listed(
    text: str, row: str, count: int, last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[dict[str, str]] = []
    mistakes = pairings_module._mistakes

    def look(row: dict[str, str]) -> Iterator[Message]:
        looked.append(row)
        return mistakes(row)

    monkeypatch.setattr(pairings_module, "_mistakes", look)
    rows = "".join(row.format(number) for number in range(10_000))
    with pytest.raises(PairingsError) as error:
        read_round(text.format(rows).encode(), 1)
    assert len(looked) <= 2_001
    assert (len(error.value.messages), str(error.value.messages[-1])) == (count, last)


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("cp1250", "Žižka"), ("cp1252", "Müller"), ("iso8859-2", "Šilhan"), ("iso8859-1", "José")],
)
def test_a_table_in_one_byte_is_read_where_no_other_encoding_gives_names(
    encoding: str, name: str
) -> None:
    data = f"table,black,white\n1,{name},Kim\n".encode(encoding)
    assert read_round(data, 1, encoding).pairings[0].black == name
    assert read_round(data, 1).pairings[0].black == name


def test_an_encoding_that_is_not_certain_is_asked_with_the_first_word_that_differs() -> None:
    data = "table,black,white\n1,Jan,Kim\n2,Dvořák,Müller\n".encode("cp1250")
    question = "line 3: choose the encoding .* Windows-1250 .Dvořák., Windows-1252 .Dvoøák."
    with pytest.raises(PairingsError, match=question):
        read_round(data, 1)
    assert read_round(data, 1, "cp1250").pairings[1].black == "Dvořák"
    with pytest.raises(PairingsError, match="expected cp1250, cp1252, iso8859-2, iso8859-1, got x"):
        read_round(data, 1, "x")
    with pytest.raises(PairingsError, match="expected a text"):
        read_round(b"\x03\x04\x81\x8d\x9d", 1)
    with pytest.raises(PairingsError, match="line 3: expected UTF-8 text"):
        read_round(REPORT.encode("cp1250"), 1)


@pytest.mark.parametrize(
    ("head", "rows"),
    [
        ("Bo.;No.;Rtg;;White;Result;;Black;Rtg;No.", "1;7;1500;;Kim;1 - 0;;Bo;1400;3"),
        ("Brett;Nr.;Weiß;Ergebnis;Schwarz", "1;7;Kim;-;Bo"),
        ("Stůl;Bílý;Černý", "1;Kim;Bo"),
        ("Mesa\tBlancas\tNegras", "1\tKim\tBo"),
    ],
)
def test_a_table_of_another_program_is_read_below_its_title_with_its_byes(
    head: str, rows: str
) -> None:
    bye = rows.replace("1;", "2;", 1).replace("Kim", "Ola").replace("Bo", "spielfrei")
    text = f"Open A, Brno\nRound 3 on 2026/11/27\n\n{head}\n{rows}\n{bye}\n"
    read = read_round(text.encode(), 3)
    assert read.pairings == (Pairing(3, "1", "Bo", "Kim"),)
    assert [(each.player, each.kind) for each in read.byes] == [("Ola", "allocated")]
    broken = text.replace("Kim", "")
    with pytest.raises(PairingsError, match="line 5: expected a value in column white"):
        read_round(broken.encode(), 3)


def test_a_report_has_its_tables_by_points_and_its_control_by_tag_222() -> None:
    first, second = read_round(REPORT.encode(), 2).pairings
    assert (first.table, first.black, first.white) == ("1", "Novák,Jan", "Kim,Min-jun")
    assert (second.table, second.black, second.white) == ("2", "Lind,Bo", "Berg,Eva")
    (game, _) = games_of("Brno", (first, second), RoundSetup(), PRESETS)
    assert plain(game.setup.left) == plain(control_as_typed("40/100m, 15m; +30s"))


def test_a_tournament_of_opengotha_has_its_own_tables() -> None:
    assert read_round(GOTHA.encode(), 2).pairings == (
        Pairing(2, "4", "Kim Min-jun", "Novák Jan Karel"),
    )


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        (GOTHA.replace("</Games>", ""), "line 13: expected XML"),
        (GOTHA.replace('"4"', '"four"'), "line 10: expected a table such as 12 or A12, got four"),
        (GOTHA.replace('"1" tab', '"2" tab'), "line 10: Kim Min-jun is already in line 8"),
        (
            GOTHA.replace('"1" tab', '"2" tab').replace("\n", " "),
            "line 1: Kim Min-jun is already in line 1",
        ),
        (GOTHA.replace('er="2"', 'er="3"'), "no pairings for round 2"),
    ],
)
def test_what_is_wrong_in_a_tournament_of_opengotha_is_named(changed: str, problem: str) -> None:
    assert changed != GOTHA
    with pytest.raises(Problem, match=problem):
        read_round(changed.encode(), 2)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        (
            REPORT.replace("  4 w  ", "  5 w  "),
            "line 5: player 3 plays 5 in round 2, but the line of player 5",
        ),
        (REPORT.replace("   3 m", "   x m"), "line 5: expected a player's line as in TRF"),
        (REPORT.replace("Berg,", "\x1b[1m,"), "line 5: expected a player's line as in TRF"),
    ],
)
def test_a_report_whose_lines_disagree_is_refused(changed: str, problem: str) -> None:
    assert changed != REPORT
    with pytest.raises(Problem, match=problem):
        read_round(changed.encode(), 2)
    with pytest.raises(Problem, match="no pairings for round 9"):
        read_round(REPORT.encode(), 9)


def test_results_go_back_into_the_report_and_nothing_else_changes() -> None:
    results = {1: "1", 2: "0", 3: "=", 4: "="}
    written = with_results(REPORT, 2, results)
    report = read_trf(written)
    assert [player.points for player in report.players.values()] == [2.0, 1.0, 0.5, 1.0, 1.0]
    assert [player.rounds[1].result for player in report.players.values()] == list("10==U")
    assert with_results(written, 2, results) == written
    cleared = with_results(written, 2, dict.fromkeys(results, " "))
    assert cleared.replace(" 1.0    5", " 0.0    5") == REPORT  # the bye stays counted


def test_each_game_is_set_by_its_own_control_with_black_where_the_round_has_it() -> None:
    rows = (Pairing(2, "1", "Ann", "Bo"), Pairing(2, "2", "Cy", "Di", "fide-blitz"))
    played_by = RoundSetup(control="90+30", regulations="rif-referees", black_sits=RIGHT)
    renju, chess = games_of("Brno", rows, played_by, PRESETS)
    assert renju.names == Names("Brno", "2", "1", "Bo", "Ann")
    assert (renju.setup.starter, renju.setup.first) == (RIGHT, Colour.BLACK)
    assert (chess.setup.starter, chess.setup.first) == (LEFT, Colour.WHITE)
    assert renju.setup.regulations.name == chess.setup.regulations.name == "rif-referees"


def test_a_round_of_chess_begins_with_white_whatever_the_control() -> None:
    rows = (Pairing(1, "1", "Ann", "Bo"), Pairing(1, "2", "Cy", "Di", "rif"))
    for game in games_of("Brno", rows, RoundSetup(game="chess", control="90+30"), PRESETS):
        setup = game.setup
        assert (setup.game, setup.first, setup.starter) == ("chess", Colour.WHITE, RIGHT)
        assert (setup.regulations.name, setup.opening.name) == ("fide", "none")


def test_every_control_that_is_not_clear_is_named_with_its_table() -> None:
    rows = (Pairing(1, "1", "Ann", "Bo", "60"), Pairing(1, "2", "Cy", "Di", "soon"))
    with pytest.raises(PairingsError) as error:
        games_of("Brno", rows, RoundSetup(), PRESETS)
    first, second = map(str, error.value.messages)
    assert first.startswith("table 1: 60 has two meanings")
    assert second.startswith("table 2: ")


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        *(("U", "allocated"), ("F", "full"), ("+", "full"), ("h", "half"), ("=", "half")),
        *(("Z", "zero"), ("-", "zero"), (" ", "zero")),
    ],
)
def test_a_bye_of_a_report_is_read_in_each_of_its_forms(code: str, kind: str) -> None:
    report = REPORT.replace("0000 - U", f"0000 - {code}")
    (bye,) = read_round(report.encode(), 2).byes
    assert (bye.round, bye.player, bye.kind) == (2, "Park,Yuki", kind)


@pytest.mark.parametrize(
    ("black", "white", "forfeit"),
    [("+", "-", "black_forfeit"), ("-", "+", "white_forfeit"), ("-", "-", "both_lose")],
)
def test_a_forfeited_pairing_keeps_its_table_and_has_no_game(
    black: str, white: str, forfeit: str
) -> None:
    report = REPORT.replace("3 b  ", f"3 b {black}").replace("4 w  ", f"4 w {white}")
    first, second = read_round(report.encode(), 2).pairings
    assert (first.forfeit, second.table, second.forfeit) == (None, "2", forfeit)
    assert [each.pairing for each in games_of("B", (first, second), RoundSetup(), PRESETS)] == [
        first
    ]


@pytest.mark.parametrize(
    ("stones", "first"), [("0", Colour.BLACK), ("1", Colour.BLACK), ("2", Colour.WHITE)]
)
def test_with_a_handicap_of_two_stones_white_begins(stones: str, first: Colour) -> None:
    tournament = GOTHA.replace('handicap="0"', f'handicap="{stones}"')
    pairings = read_round(tournament.encode(), 2).pairings
    (game,) = games_of("Brno", pairings, RoundSetup(game="go", control="30+5x30"), PRESETS)
    assert (game.setup.first, game.names.left) == (first, "Kim Min-jun")
    assert game.setup.black is LEFT


@pytest.mark.parametrize("encoding", ["ISO-8859-1", "windows-1250", "iso-8859-2", "UTF-16"])
def test_a_tournament_of_opengotha_is_read_in_the_encoding_that_it_names(encoding: str) -> None:
    data = GOTHA.replace("UTF-8", encoding).encode(encoding)
    assert [each.white for each in read_round(data, 2).pairings] == ["Novák Jan Karel"]


def test_a_tournament_in_an_encoding_that_is_unknown_is_named_with_its_line() -> None:
    data = GOTHA.replace("UTF-8", "none-such").encode("cp1250")
    with pytest.raises(PairingsError, match="line 4: expected UTF-8 text"):
        read_round(data, 2)
