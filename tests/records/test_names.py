"""What a game is called arrives wherever the game does, and harms neither a terminal nor a page."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from msgspec import to_builtins

from clock.game.file import read_named
from clock.game.names import NAMELESS, Names
from clock.kinds import KINDS
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.units import SECOND_NS
from hal.ports import Line
from tests.cli.running import GAME, printed
from tests.journal.journal_tables import FLUSH_S, JournalTable, start_and_press
from tests.rules.games import setup as game_setup

HOSTILE = '</title></style><b onload="x">&amp;\33[31m\n\u202e"; }'
SHOWN = HOSTILE.replace("\33", r"\x1b").replace("\n", r"\n").replace("\u202e", r"\u202e")


@pytest.mark.parametrize(
    ("names", "called", "players"),
    [
        (Names("Cup", "3", "12", "Lee", "Kim"), ["Cup", "Round 3", "Board 12"], "Lee – Kim"),
        (Names(right="Kim"), [], "? – Kim"),
        (Names(*[HOSTILE] * 5), [SHOWN, f"Round {SHOWN}", f"Board {SHOWN}"], f"{SHOWN} – {SHOWN}"),
        (NAMELESS, [], ""),
    ],
)
def test_the_names_of_a_clock_are_in_the_file_the_list_the_log_and_the_report_of_its_games(
    names: Names, called: list[str], players: str, evening: JournalTable, tmp_path: Path
) -> None:
    table = evening.switch_on(game=game_setup("5:00"), names=names)
    start_and_press(table, 5 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    journal = ("--journal", evening.path)
    (file,) = evening.path.glob("*.jsonl")
    assert (b'"names"' in file.read_bytes().splitlines()[0]) is bool(names)
    line = printed("games", *journal).splitlines()[1]
    assert line.endswith(f"  {players}, 5:00" if players else "  5:00")
    first = printed("log", "1", *journal).splitlines()[0]
    every = [*called, players] if players else called
    assert first.split(" · ")[1:] == every
    export = tmp_path / "game.json"
    printed("export", "1", *journal, "-o", export)
    assert read_named(export.read_bytes())[2] == names
    for game in (file, export):
        page = printed("report", game)
        assert not re.search(r"<b |[\33\u202e]", page)
        assert page.count("</style>") == page.count("</title>") - 2 == 1
        title, *_ = re.findall(r"<h1>(.*)</h1>", page)
        assert unescape(title).split(" · ")[1 : 1 + len(every)] == every
        for seat, player in zip(("Left", "Right"), players.split(" – "), strict=False):
            heading = seat if player in ("?", "") else f"{seat} · {player}"
            assert f'<th scope="col">{heading}</th>' in unescape(page)
            signed = "" if player == "?" else player
            assert f'<td class="line">{signed}</td>' in unescape(page)
        about = json.loads(printed("report", game, "--json"))["game"]
        assert about.get("names", {}) == to_builtins(names)


@pytest.mark.parametrize(
    ("kind", "who", "result", "in_words"),
    [
        ("chess", "Bert – Ana", "1–0", "Bert (White) won on time"),
        ("go", "Ana – Bert", "W+T", "Bert (White) won on time"),
        ("draughts", "Bert – Ana", "2–0", "Bert (White) won on time"),
        ("shogi", "Ana – Bert", "", "Bert (Gote) won on time"),
        ("other", "Ana – Bert", "", "Bert won on time"),
    ],
)
def test_names_stand_in_the_order_of_the_score_and_the_result_names_the_player(
    kind: str, who: str, result: str, in_words: str, evening: JournalTable
) -> None:
    first = KINDS[kind].first
    begins = RIGHT if first is Colour.WHITE else LEFT
    game = game_setup("1:00", rules="fide", kind=kind, first=first, starter=begins)
    table = evening.switch_on(game=game, names=Names(left="Ana", right="Bert"))
    table.tap(Line.OK)
    if begins is RIGHT:
        table.wait(5 * SECOND_NS)
        table.tap(Line.RIGHT_PLUNGER)
    table.wait(61 * SECOND_NS)
    table.do("hold take:Result ok take:Time ok +")
    assert evening.journal.flush(FLUSH_S)
    journal = ("--journal", evening.path)
    marked = f"{result} · {in_words}" if result else in_words
    _, line = printed("games", *journal).splitlines()
    assert f"  {marked}  {who}, " in line
    page = unescape(printed("report", "1", *journal))
    assert f'<p class="headline">{marked}</p>' in page
    title, *_ = re.findall(r"<h1>(.*)</h1>", page)
    assert who in title.split(" · ")
    assert f"Result: {in_words}, last move" in printed("log", "1", *journal)


def test_the_list_of_games_knows_the_colours_that_an_opening_has_turned(
    evening: JournalTable,
) -> None:
    game = game_setup("1:00", rules="fide", kind="gomoku", opening="swap")
    table = evening.switch_on(game=game, names=Names(left="Ana", right="Bert"))
    start_and_press(table, 5 * SECOND_NS)
    table.tap(Line.PLUS)
    table.tap(Line.RIGHT_PLUNGER)
    table.wait(61 * SECOND_NS)
    table.do("hold take:Result ok take:Time ok +")
    assert evening.journal.flush(FLUSH_S)
    _, line = printed("games", "--journal", evening.path).splitlines()
    assert "  Bert (Black) won on time  Ana – Bert, " in line


def test_a_report_has_the_names_that_it_is_given_over_those_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(GAME.replace('"inputs"', '"names": {"event": "Cup", "round": "2"}, "inputs"'))
    options = ("--round", "3", "--left", "Lee")
    about = json.loads(printed("report", file, "--json", *options))["game"]
    assert about["names"] == {"event": "Cup", "round": "3", "left": "Lee"}
    assert "Cup · Round 3 · Lee – ? · game.json</h1>" in printed("report", file, *options)
