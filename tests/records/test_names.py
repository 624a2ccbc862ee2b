"""What a game is called arrives wherever the game does, and harms neither a terminal nor a page."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from msgspec import to_builtins

from clock.game.file import read_named
from clock.game.names import NAMELESS, Names
from clock.rules.units import SECOND_NS
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


def test_a_report_has_the_names_that_it_is_given_over_those_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(GAME.replace('"inputs"', '"names": {"event": "Cup", "round": "2"}, "inputs"'))
    options = ("--round", "3", "--left", "Lee")
    about = json.loads(printed("report", file, "--json", *options))["game"]
    assert about["names"] == {"event": "Cup", "round": "3", "left": "Lee"}
    assert "Cup · Round 3 · Lee – ? · game.json</h1>" in printed("report", file, *options)
