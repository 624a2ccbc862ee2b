"""`clapper report`: a page in three languages that needs nothing else, and the same as JSON."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from clock.cli import main
from clock.faces.words.language import LANGUAGES
from clock.gamefile import write_game
from clock.report import charts
from clock.report.source import read_source
from clock.rules.inputs import Adjust, Finish, Result
from clock.rules.seats import LEFT
from clock.rules.units import SECOND_NS
from tests.journal.evenings import FLUSH_S, Evening, start_and_press
from tests.report.whole_games import whole_game
from tests.station.tables import setup

JOURNAL = Path("/nonexistent")
VOID = ("meta", "path", "br", "hr", "img", "link", "input")


class Parsed(HTMLParser):
    """A page's elements, its texts, and whether every tag that opens is closed again."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip() and self._open[-1] != "style":
            self.texts.append(data.strip())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game with a stop, a correction, ignored presses, a claim and a result."""
    file = tmp_path / "game.json"
    file.write_bytes(whole_game(60))
    return file


def reported(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert main(["report", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_the_page_tells_result_times_periods_corrections_and_every_move(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = Parsed(reported(capsys, file))
    told = "\n".join(page.texts)
    for words in (
        "Right wins: time",
        "Last move 62",
        "Both: 30 moves in 40:00, then 30:00",
        "Slip for the organizer: Last move 62, Right wins: time",
        "Left: period 2 begins, +30:00 (move 59)",
        "Both clocks are stopped by Left, they go on at 13:00",
        "penalty",
        "33:24",
        "32:24",
        "Signature",
    ):
        assert words in told
    rows = re.findall(r"^(?:1–3|\d+)\n[LR]\n\d", told, re.M)
    assert len(rows) == 60


def test_the_page_asks_for_no_other_file_and_runs_no_script(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = Parsed(reported(capsys, file))
    kinds = {tag for tag, _ in page.tags}
    assert not kinds & {"script", "link", "img", "iframe", "object"}
    assert not any({"src", "href", "onclick"} & set(attributes) for _, attributes in page.tags)


def test_pictures_have_titles_and_tables_headings_for_those_who_listen(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = Parsed(reported(capsys, file))
    count = [tag for tag, _ in page.tags].count
    assert count("svg") == count("title") - 1 == count("desc") == 2
    assert all(a.get("scope") in ("col", "row") for tag, a in page.tags if tag == "th")
    told = "\n".join(page.texts)
    assert "Left goes from 40 minutes to" in told
    assert "The longest of Right: 4 minutes 6 seconds, move 50" in told


@pytest.mark.parametrize(
    ("code", "words"),
    [("en", "Right wins: time"), ("cs", "Vyhrál Pravý: čas"), ("ko", "오른쪽 승: 시간")],
)
def test_the_page_is_in_the_language_that_is_asked_for(
    code: str, words: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = Parsed(reported(capsys, file, "--language", code))
    assert words in page.texts
    assert ("html", {"lang": code}) in page.tags
    assert code in LANGUAGES


def test_what_somebody_typed_is_no_markup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    reason, ground = "<script>alert(1)</script>", "<b>& more"
    inputs = (Adjust(0, LEFT, delta_ns=1, reason=reason), Finish(1, Result.DRAW, ground))
    file.write_bytes(write_game(setup("5m"), inputs))
    page = Parsed(reported(capsys, file))
    assert reason in page.texts
    assert f"Draw: {ground}" in page.texts


def test_a_game_that_has_not_begun_has_a_page_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(write_game(setup("5m"), ()))
    page = Parsed(reported(capsys, file))
    assert {"No result entered", "No move was made.", "No corrections."} <= set(page.texts)


def test_as_json_it_has_the_same_facts(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(reported(capsys, file, "--json"))
    assert data["format"] == "clapper-report/1"
    assert data["game"] == {"name": "game.json", "in_journal": False}
    facts = data["facts"]
    assert (facts["result"], facts["ground"], facts["moves"]) == ("right", "time", 62)
    assert len(facts["turns"]) == 60
    assert facts["corrections"][0]["what"] == "remaining_ns"
    assert facts["corrections"][0]["reason"] == "penalty"
    assert facts["right"]["ignored"] == 2


def test_a_game_of_the_journal_is_told_by_its_number_with_its_day(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = evening.switch_on(game=setup("5m"))
    start_and_press(table, 5 * SECOND_NS, 7 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    out = tmp_path / "game.html"
    assert reported(capsys, "last", "--journal", evening.path, "-o", out) == ""
    page = Parsed(out.read_text(encoding="utf-8"))
    assert re.fullmatch(r"Game report, Game 1, \d{4}-\d\d-\d\d \d\d:\d\d", page.texts[1])
    data = json.loads(reported(capsys, "1", "--json", "--journal", evening.path))
    assert [turn["spent_ns"] for turn in data["facts"]["turns"]] == [5 * SECOND_NS, 7 * SECOND_NS]
    assert data["facts"]["turns"][0]["at_ns"] == 5 * SECOND_NS


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("none.json", "none.json: No such file or directory"),
        ("7", "there is no journal; --journal FILE names another"),
    ],
)
def test_what_is_not_there_is_told_in_one_line(name: str, told: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "clock", "report", name, "--journal", str(tmp_path / "no.db")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert line.endswith(told)


def test_the_games_of_one_day_are_listed(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    table = evening.switch_on(game=setup("5m"))
    start_and_press(table, 5 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    assert main(["games", "--journal", str(evening.path)]) == 0
    whole = capsys.readouterr().out
    day = whole.split()[1]
    assert main(["games", "--journal", str(evening.path), "--day", day]) == 0
    assert capsys.readouterr().out == whole
    assert main(["games", "--journal", str(evening.path), "--day", "1999-12-31"]) == 0
    assert capsys.readouterr().out == ""


# The pictures


def test_lines_and_bars_stay_within_their_picture_whatever_the_game_is_like(
    tmp_path: Path,
) -> None:
    file = tmp_path / "game.json"
    for count in (0, 1, 2, 60, 300):
        file.write_bytes(whole_game(count))
        _, _, facts = read_source(str(file), JOURNAL)
        for chart in (charts.clocks(facts), charts.spent(facts)):
            assert len(chart.grid) <= 2 * charts.GRID_MAX + 1
            assert len(chart.ticks) <= charts.TICKS_MAX + 1
            for shape in chart.shapes:
                for x, y in re.findall(r"[ML]([\d.]+) ([\d.]+)", shape.path):
                    assert 0 <= float(x) <= charts.WIDTH
                    assert 0 <= float(y) <= charts.BOTTOM + 0.1
                assert all(0 < label.x < charts.WIDTH for label in shape.labels)


def test_the_line_of_a_clock_goes_from_its_first_time_to_its_last(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(whole_game(60))
    _, _, facts = read_source(str(file), JOURNAL)
    line = charts._line(facts, LEFT)
    assert line[0] == (0, facts.shown_ns[0])
    assert line[-1] == (61, facts.left.remaining_ns)
    assert len(line) == 2 + facts.left.turns
