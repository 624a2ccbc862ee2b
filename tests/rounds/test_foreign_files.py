"""Tables, pairing engines' output, XML and other kinds of files: read rightly, or refused."""

import io
import time
import zipfile
from itertools import product

import pytest

from clock.rounds.pairings import PairingsError, RoundFile, read_round
from clock.rounds.player_names import clean_name
from clock.rounds.results import Outcome, ResultEntry, ResultStep, Round, as_trf
from clock.rounds.trf import read_trf
from tests.rounds.test_pairings import GOTHA, player

HEADS = {
    "Bo.;No.;Rtg;;White;Result;;Black;Rtg;No.": "1;7;1500;IM;{white};1 - 0;;{black};1400;3",
    "Bd;White;;Black": "1;{white};-;{black}",
    "Tisch,Weiß,Schwarz": "1,{white},{black}",
    "Stůl\tBílý\tČerný": "1\t{white}\t{black}",
    "round;table;black;white;control": "1;1;{black};{white};5+3",
}
"""Heads of tables, and their rows."""
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1250", "iso8859-2")


@pytest.mark.parametrize(("head", "encoding"), [*product(HEADS, ENCODINGS)])
def test_a_table_is_read_in_the_columns_and_encoding_that_programs_use(
    head: str, encoding: str
) -> None:
    rows = HEADS[head].format(white="Žižka Jan", black="Čech Bo")
    chosen = encoding if encoding[:2] in ("cp", "is") else ""
    data = f"{head}\r\n{rows}\r\n".encode(encoding)
    (pairing,) = read_round(data, 1, chosen).pairings
    assert (pairing.table, pairing.black, pairing.white) == ("1", "Čech Bo", "Žižka Jan")


SAME = (
    "Jan Novák",
    "Jan\u00a0Novák",
    "Jan\u2009\u200bNova\u0301k ",
    "\u200eJan  Nov\u00adák\u200f",
    "\ufeffJan Novák\ufe0f",
)


@pytest.mark.parametrize("name", SAME)
def test_the_same_player_is_the_same_however_the_name_was_typed(name: str) -> None:
    assert clean_name(name) == SAME[0]
    text = f"table,black,white\n1,{SAME[0]},Kim\n2,{name},Bo\n"
    with pytest.raises(PairingsError, match="line 3: Jan Novák is already in line 2"):
        read_round(text.encode(), 1)
    with pytest.raises(PairingsError, match="line 2: expected a different opponent for Jan Novák"):
        read_round(f"table,black,white\n1,{SAME[0]},{name}\n".encode(), 1)


TEN = [player(rank, f"P{rank}", points) for rank, points in enumerate([1, 3, 0, 0, 0], start=1)]
PAIRS = "2\r\n1 5\r\n4 2\r\n"


def engine_file(pairs: str, *more: str) -> bytes:
    """A report of five players with an engine's output below it."""
    return "".join(f"{line}\r\n" for line in ["012 Open", *TEN, *more]).encode() + pairs.encode()


def paired(read: RoundFile) -> list[tuple[str, str, str]]:
    """Table, White and Black, in the order of a pairing engine."""
    return [(each.table, each.white, each.black) for each in read.pairings]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_pairs_of_an_engine_are_read_below_the_report_and_go_into_its_lines(mark: bytes) -> None:
    data = mark + engine_file("3\r\n1 5\r\n4 2\r\n3 0\r\n\r\n")
    read = read_round(data, 1)
    assert paired(read) == [("1", "P1", "P5"), ("2", "P4", "P2")]
    assert [(each.player, each.kind) for each in read.byes] == [("P3", "allocated")]
    entry = ResultEntry(1, "2", 1, Outcome.WHITE, ResultStep.CONFIRMED, "Eva", "")
    round_ = Round(1, read.pairings, report=read.report)
    written = as_trf(round_, {"2": entry})
    lines = [line[91:] for line in written.split("\r\n")[1:-1]]
    assert lines == ["   5 w  ", "   4 b 0", "0000 - U", "   2 w 1", "   1 b  "]
    points = [each.points for each in read_trf(written).players.values()]
    assert points == [1, 3, 1, 1, 0]
    again = read_round(written.encode(), 1)
    assert {each[1:] for each in paired(again)} == {each[1:] for each in paired(read)}


@pytest.mark.parametrize(
    ("pairs", "round_number", "problem"),
    [
        ("3\n1 5\n4 2\n", 1, "line 7: expected 3 pairs below, got 2"),
        (
            "2\n1 5\n4 6\n",
            1,
            "line 9: expected a starting rank of the report above, used once, got 6",
        ),
        (
            "2\n1 5\n4 5\n",
            1,
            "line 9: expected a starting rank of the report above, used once, got 5",
        ),
        ("1\n0 0\n", 1, "line 8: expected a starting rank of the report above, used once, got 0"),
        ("2\n1 5\n4 2\n", 2, "no pairings for round 2"),
        ("112\n062 45\n", 1, "no pairings for round 1"),
    ],
)
def test_pairs_that_do_not_fit_the_report_are_refused(
    pairs: str, round_number: int, problem: str
) -> None:
    with pytest.raises(PairingsError, match=problem):
        read_round(engine_file(pairs), round_number)


def test_a_player_with_a_bye_cannot_be_paired_by_an_engine() -> None:
    data = engine_file("2\n1 6\n4 2\n", player(6, "P6", 0, "0000 - H"))
    with pytest.raises(PairingsError, match="line 9: P6 has a bye in round 1, but is paired"):
        read_round(data, 1)


def test_pairs_of_teams_are_not_taken_for_pairs_of_players() -> None:
    with pytest.raises(PairingsError, match="line 9: these are pairs of teams"):
        read_round(engine_file("1\n1 2\n", "310   1 A", "310   2 B"), 1)


@pytest.mark.parametrize("text", [PAIRS, "1\n1 0\n", "\n  2 \n 1   5 \n 4   2\n\n"])
def test_pairs_without_a_report_are_named_with_what_they_need(text: str) -> None:
    with pytest.raises(PairingsError, match="put the tournament's report"):
        read_round(text.encode(), 1)


BYES: tuple[tuple[str, int, list[str]], ...] = (
    ('<ByePlayer player="KIMMIN-JUN" roundNumber="1"/>', 1, ["Kim Min-jun"]),
    ('<ByePlayers><ByePlayer player="KIMMIN-JUN" roundNumber="2"/></ByePlayers>', 1, []),
    ("<ByePlayer>\n</ByePlayer>", 2, []),
)


@pytest.mark.parametrize(("bye", "round_number", "players"), BYES)
def test_byes_of_opengotha_are_read(bye: str, round_number: int, players: list[str]) -> None:
    third = '<Player firstName="Eva" name="Berg"/><Player firstName="Ilhan" name="Şİşi"/>'
    text = GOTHA.replace('blackPlayer="KIM', 'blackPlayer="ŞİŞIILHAN" other="', 2)
    text = text.replace('whitePlayer="KIM', 'whitePlayer="BERGEVA" other="', 2)
    text = text.replace("</Players>", f"{third}</Players>").replace("<Games>", f"{bye}<Games>")
    read = read_round(text.encode(), round_number)
    assert [each.player for each in read.byes] == players
    assert {"Berg Eva", "Şİşi Ilhan"} & {read.pairings[0].black, read.pairings[0].white}


def zipped(name: str, content: str = "") -> bytes:
    """A packed file with one part."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, content)
    return out.getvalue()


MACMAHON = (
    '<?xml version="1.0"?>\n<Tournament typeversion="9"><TournamentName>Brno</TournamentName>'
)
DOCTYPE = '<?xml version="1.0"?><!DOCTYPE t [<!ENTITY a "aa">{}]>'
ENTITIES = (f'<!ENTITY {chr(98 + at)} "{f"&{chr(97 + at)};" * 10}">' for at in range(12))
BOMB = DOCTYPE.format("".join(ENTITIES)) + '<Tournament><Game x="&m;"/></Tournament>'
MEGABYTES = 4_000_000
REFUSED: dict[str, tuple[bytes | str, str]] = {
    "xlsx": (zipped("xl/workbook.xml"), "Excel .xlsx. files cannot be read: save the table"),
    "ods": (
        zipped("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        "LibreOffice .ods. files cannot be read: save the table",
    ),
    "odt": (
        zipped("mimetype", "application/vnd.oasis.opendocument.text"),
        "OpenDocument files cannot",
    ),
    "docx": (zipped("word/document.xml"), "Word .docx. files"),
    "zip": (zipped("a.trf"), "ZIP files"),
    "pdf": (b"%PDF-1.7\n%\xe2\xe3", "PDF files cannot be read: export the tournament"),
    "xls": (b"\xd0\xcf\x11\xe0\xa1\xb1", "Excel .xls. files"),
    "rtf": ("{\\rtf1 Brno}", "RTF files"),
    "sqlite": (b"SQLite format 3\0", "SQLite files"),
    "Access": (b"\x00\x01\x00\x00Standard Jet DB\0", "Access files"),
    "gz": (b"\x1f\x8b\x08", "gzip files"),
    "png": (b"\x89PNG\r\n\x1a\n", "PNG files"),
    "jpeg": (b"\xff\xd8\xff\xe0", "JPEG files"),
    "html": ("<!DOCTYPE html>\n<html><table>", "HTML files cannot be read: save the table"),
    "html in capitals": ("\n<HTML>", "HTML files"),
    "pgn": ('[Event "Brno"]\n', "PGN files"),
    "json": ('{"rounds": []}', "JSON files"),
    "MacMahon": (MACMAHON, "MacMahon files cannot be read: put the pairings into a CSV with"),
    "other XML": ('<?xml version="1.0"?><svg/>', "XML is read only from OpenGotha"),
    "bomb": (BOMB, "line 1: expected a tournament as OpenGotha saves it"),
    "deep": ("<Tournament><Games>" + "<a>" * (MEGABYTES // 3), "line 1: expected a tournament as"),
    "many": ("<Tournament>" + "<Game/>" * (MEGABYTES // 7), "line 1: expected a tournament as"),
    "half": ("<Tournament>" + "<Player " * (MEGABYTES // 8) + "<Game", "line 1: expected XML"),
    "unknown key": (
        '<Tournament>\n<Game blackPlayer="X" whitePlayer="Y"/></Tournament>',
        "line 2: X is not among the players of this tournament",
    ),
    "codec": (
        b'<?xml version="1.0" encoding="punycode"?>\n\xe9',
        "line 2: expected UTF-8 text: save",
    ),
    "no colours": ("Bo.;No.;;Name;Pts.;Result;Pts.;;Name;No.\n", "not found: black, white"),
    "empty": ("", "the file is empty"),
    "mark alone": (b"\xff\xfe", "the file is empty"),
    "blank": (" \r\n\t\0"[:4], "the file is empty"),
    "one player": (f"{TEN[0]}\n", "no pairings for round 1"),
    "commas": ("," * MEGABYTES, "line 1: expected at most 20000 characters"),
    "ends": ("x" + "\r" * MEGABYTES, "expected at most 100000 lines"),
    "rows": ("table,black,white\n" + "1,a,b\n" * 100_000, "expected at most 100000 lines"),
    "ends of a report": ("012 x" + "\r" * MEGABYTES, "expected at most 100000 lines"),
    "letters of one byte": (
        b"table,black,white\n" + b"1,\xe9\xc8,b\n" * 99_000,
        "line 2: expected UTF-8 text: save the file in UTF-8",
    ),
    "numbers": ("12\n" * 3 + "1 2\n", "line 1: expected the columns"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_not_read_is_refused_at_once_with_what_to_do(kind: str) -> None:
    content, problem = REFUSED[kind]
    data = content if isinstance(content, bytes) else content.encode()
    start = time.process_time()
    with pytest.raises(PairingsError, match=problem) as error:
        read_round(data, 1)
    assert time.process_time() - start < 3  # a tenth of it on a quiet machine
    assert len(error.value.messages) == 1
    assert "\n" not in str(error.value)
