"""`clapper report`: a page in three languages that needs nothing else, and the same as JSON."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace

from clock.cli import main
from clock.game.file import write_game
from clock.records.words import instant, length
from clock.rules.control import Period
from clock.rules.inputs import (
    Adjust,
    Claim,
    Dismiss,
    Finish,
    Input,
    PowerLost,
    Press,
    Restarted,
    Result,
    Resume,
    SetControl,
    SetMoves,
    SetTurn,
    Start,
    Stop,
    Tick,
    Warn,
)
from clock.rules.regulations import PROFILES, RecordRule
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.language import LANGUAGES
from hal.ports import Line
from tests.journal.evenings import FLUSH_S, Evening, start_and_press
from tests.records.whole_games import whole_game
from tests.rules.games import setup as game_setup
from tests.station.tables import setup

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
        "Slip for the organizer: Last move 62 · Right wins: time",
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


def test_every_move_has_its_stone(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stones = re.findall(r'"stone (\w+)" role="img" aria-label="([^"]+)"', reported(capsys, file))
    assert len(stones) == 60
    assert stones[:3] == [("black", "Black"), ("white", "White"), ("black", "Black")]
    text = write_game(game_setup("5:00", opening="swap"), (Start(0), Press(1, LEFT)))
    file.write_bytes(text)
    assert 'stone open" role="img" aria-label="colour open"' in reported(capsys, file)


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


def test_further_sheets_are_headed_by_the_game_and_no_name_ends_the_style_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / 'a"; } b\\</style>.json'.replace("/", "")
    file.write_bytes(whole_game(2))
    page = reported(capsys, file)
    assert 'content: "Game report · a  bstyle.json"' in page
    assert page.count("</style>") == 1


def test_corrections_tell_whose_figure_it_was_and_what_it_became(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    inputs = (BEGAN, STOPPED, Adjust(SECOND_NS, RIGHT, delta_ns=-SECOND_NS), SetMoves(SECOND_NS, 4))
    file.write_bytes(write_game(setup("5m"), inputs))
    rows = re.findall(r"<tr>((?:<td>[^<]*</td>){6})</tr>", reported(capsys, file))
    assert [re.findall(r">([^<]*)</td>", row) for row in rows] == [
        ["0:01", "Time", "Right", "5:00", "4:59", ""],
        ["0:01", "Moves", "", "0", "4", ""],
    ]


def test_what_one_act_corrected_has_its_reason_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    wrong = SetControl(3 * SECOND_NS, (Period(MINUTE_NS),), None, RULES, "wrong setting")
    inputs = (BEGAN, Press(SECOND_NS, LEFT), Stop(2 * SECOND_NS), SetTurn(2 * SECOND_NS, LEFT, "x"))
    file.write_bytes(write_game(setup("5m"), (*inputs, wrong)))
    rows = re.findall(r"<tr>((?:<td>[^<]*</td>){6})</tr>", reported(capsys, file))
    assert [re.findall(r">([^<]*)</td>", row) for row in rows] == [
        ["0:02", "Last press", "Left", "a move", "taken back", ""],
        ["0:02", "Moves", "", "1", "0", "x"],
        ["0:02", "Seat to move", "", "Right", "Left", ""],
        ["0:03", "Time control", "Left", "5:00", "1:00", "wrong setting"],
        ["0:03", "Record", "", "by time", "always", ""],
        ["0:03", "Tenths", "", "no", "yes", ""],
    ]


def test_claims_warnings_and_results_that_were_taken_back_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    inputs = (
        BEGAN,
        Warn(SECOND_NS, RIGHT, "talking"),
        Claim(2 * SECOND_NS, LEFT),
        Claim(3 * SECOND_NS, RIGHT),
        Dismiss(4 * SECOND_NS, LEFT),
        Finish(5 * SECOND_NS, Result.RIGHT, "time"),
        Resume(6 * SECOND_NS),
        Finish(7 * SECOND_NS, Result.BOTH_LOSE, "decision", 3),
    )
    file.write_bytes(write_game(setup("5m"), inputs))
    page = reported(capsys, file)
    texts = Parsed(page).texts
    assert texts[2] == "Both lose: decision"
    assert "Last move 3 · Duration 0:07" in texts
    assert re.findall(r"</time>([^<]*)</li>", page) == [
        "Right: warning 1 (talking)",
        "Left claims the win",
        "Both clocks are stopped by Left, they go on at 0:06",
        "Right claims the win",
        "The claim of Left is dismissed",
        "Result: Right wins, time, last move 0",
        "The result is taken back",
        "Both clocks are stopped",
    ]


def test_a_press_that_makes_two_moves_has_both_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    inputs = (BEGAN, Press(1, LEFT), Press(2, RIGHT))
    file.write_bytes(write_game(game_setup("5:00", opening="sakata"), inputs))
    texts = Parsed(reported(capsys, file)).texts
    assert {"1–3", "4–5"} <= set(texts)


def test_a_game_that_has_not_begun_has_a_page_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(write_game(setup("5m"), ()))
    page = Parsed(reported(capsys, file))
    expected = {"The game has not begun", "No move was made.", "No corrections."}
    assert expected <= set(page.texts)
    assert "No result entered · Last move 0 · Duration 0:00" in page.texts


BEGAN = Start(0)
STOPPED = Stop(SECOND_NS, LEFT)
RULES = replace(PROFILES["rif"], record=RecordRule.KEPT, tenths=True)
LATE = Tick(11 * MINUTE_NS)


@pytest.mark.parametrize(
    ("rules", "inputs", "headline"),
    [
        ("rif", (BEGAN, Claim(SECOND_NS, RIGHT)), "Right claims the win"),
        (
            "rif",
            (BEGAN, LATE, Claim(LATE.at_ns, LEFT)),
            "Left claims the win, the own clapper is down",
        ),
        (
            "rif",
            (BEGAN, Claim(SECOND_NS, RIGHT), Claim(SECOND_NS, LEFT)),
            "Right claims the win; Left claims the win",
        ),
        ("rif", (BEGAN, LATE), "The game is not over"),
        ("fide", (BEGAN, LATE), "Left: the clapper falls after move 0"),
        ("rif", (Start(0, (LEFT, RIGHT)), LATE), "Both clappers are down: a draw by rule"),
        ("rif", (BEGAN, STOPPED), "The game is not over"),
        ("rif", (BEGAN, Finish(SECOND_NS, Result.VOID)), "Game void"),
    ],
)
def test_the_headline_is_the_result_or_what_the_game_has_come_to_without_one(
    rules: str,
    inputs: tuple[Input, ...],
    headline: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(write_game(setup("5m", rules), inputs))
    page = Parsed(reported(capsys, file))
    assert page.texts[2] == headline
    assert f"Slip for the organizer: Last move 0 · {headline}" in page.texts
    has_result = isinstance(inputs[-1], Finish)
    assert ("Result" in page.texts) is not has_result, "a line to write it on"
    assert page.texts[3].startswith("No result entered") is not has_result


def test_a_cause_is_told_before_what_came_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    inputs = (BEGAN, PowerLost(SECOND_NS, uncertain_ns=SECOND_NS))
    file.write_bytes(write_game(setup("5m"), inputs))
    texts = Parsed(reported(capsys, file)).texts
    cause = texts.index("Power was lost, up to 1.0 s uncertain")
    assert texts[cause + 1 : cause + 3] == ["0:01", "Both clocks are stopped"]


@pytest.mark.parametrize(
    ("inputs", "told"),
    [
        (
            (Restarted(7 * SECOND_NS, 3 * SECOND_NS),),
            "The clock is back after 3.0 s; the time went on",
        ),
        (
            (Stop(SECOND_NS), Restarted(7 * SECOND_NS, 0)),
            "The clock is back; both clocks stood",
        ),
    ],
)
def test_a_restart_tells_whether_the_time_went_on(
    inputs: tuple[Input, ...], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(write_game(setup("5m"), (BEGAN, *inputs)))
    texts = Parsed(reported(capsys, file)).texts
    assert texts[texts.index(told) - 1] == "0:07"


def test_in_byo_yomi_the_slip_tells_the_periods_that_are_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(write_game(game_setup("1:00 and 3x30"), (BEGAN, Stop(100 * SECOND_NS))))
    assert "0:20, byo-yomi, 2 left" in Parsed(reported(capsys, file)).texts


def test_periods_that_come_again_and_again_are_not_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    for control, told in (("1/1:00 then *1/1:00", "1"), ("1/1:00 then 1:00", "1/2")):
        file.write_bytes(write_game(game_setup(control), (BEGAN,)))
        texts = Parsed(reported(capsys, file)).texts
        assert texts[texts.index("Period") + 1] == told


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


def test_every_figure_of_the_page_is_in_the_json(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(reported(capsys, file, "--json"))
    told = "\n".join(Parsed(reported(capsys, file)).texts)
    facts = data["facts"]
    both = facts["left"], facts["right"]
    sums_ns, used = {"left": 0, "right": 0}, {}
    for turn in facts["turns"]:
        before_ns = sums_ns[turn["seat"]]
        sums_ns[turn["seat"]] += turn["spent_ns"]
        first = turn["moves"] - turn["credited"] + 1
        number = f"{first}–{turn['moves']}" if turn["credited"] > 1 else turn["moves"]
        letter = "L" if turn["seat"] == "left" else "R"
        used_ns = (sums_ns[turn["seat"]] // SECOND_NS - before_ns // SECOND_NS) * SECOND_NS
        used[turn["at_ns"]] = spent = instant(used_ns)
        left = length(turn["remaining_ns"])
        assert f"\n{number}\n{letter}\n{spent}\n{left}\n" in told
    assert "\n".join(("Time left", *(length(seat["remaining_ns"]) for seat in both))) in told
    assert "\n".join(("Time spent", *(instant(seat["spent_ns"]) for seat in both))) in told
    longest = [seat["longest"] for seat in both]
    told_longest = [f"{used[each['at_ns']]} (move {each['moves']})" for each in longest]
    assert "\n".join(("Longest", *told_longest)) in told
    assert "\n".join(("Ignored presses", *(str(seat["ignored"]) for seat in both))) in told
    for change in facts["corrections"]:
        figures = [length(change[key]) for key in ("before", "after")]
        assert "\n".join(("Time", "Left", *figures, change["reason"])) in told
    for halt in facts["halts"]:
        assert f"\n{instant(halt['at_ns'])}\nBoth clocks are stopped" in told
    for entered in facts["periods"]:
        assert f"\n{instant(entered['at_ns'])}\n{entered['seat'].title()}: period" in told
    shown = [level["after_ns"] for level in data["levels"]]
    assert shown[0] == facts["shown_ns"]
    assert shown[-1] == [seat["remaining_ns"] for seat in both]
    assert data["setup"]["opening"] == "soosyrv-8"


def test_a_game_of_the_journal_is_told_by_its_number_with_its_day(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = evening.switch_on(game=setup("5m"))
    start_and_press(table, 5 * SECOND_NS, 7 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    out = tmp_path / "game.html"
    assert reported(capsys, "last", "--journal", evening.path, "-o", out) == ""
    page = Parsed(out.read_text(encoding="utf-8"))
    assert re.fullmatch(r"Game report · Game 1 · \d{4}-\d\d-\d\d \d\d:\d\d", page.texts[1])
    data = json.loads(reported(capsys, "1", "--json", "--journal", evening.path))
    assert [turn["spent_ns"] for turn in data["facts"]["turns"]] == [5 * SECOND_NS, 7 * SECOND_NS]
    assert data["facts"]["turns"][0]["at_ns"] == 5 * SECOND_NS


def test_a_game_that_never_began_is_told_alike_by_its_journal_and_by_its_game_file(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = evening.switch_on(game=setup("5m"))
    table.wait(60 * SECOND_NS)
    table.tap(Line.LEFT_PLUNGER)
    pressed_ns = table.station.timeline.everything()[0].at_ns
    table.station.timeline.add(Adjust(pressed_ns + 80 * SECOND_NS, LEFT, delta_ns=-SECOND_NS))
    assert evening.journal.flush(FLUSH_S)
    file = tmp_path / "game.json"
    assert main(["export", "1", "--journal", str(evening.path), "-o", str(file)]) == 0
    kept = json.loads(reported(capsys, "1", "--json", "--journal", evening.path))
    exported = json.loads(reported(capsys, file, "--json"))
    assert [change["at_ns"] for change in kept["facts"]["corrections"]] == [80 * SECOND_NS]
    assert (kept["facts"], kept["levels"]) == (exported["facts"], exported["levels"])
    assert main(["export", "1", "--csv", "--journal", str(evening.path)]) == 0
    assert [row.split(",")[0] for row in capsys.readouterr().out.splitlines()[1:]] == [
        "0", str(80 * SECOND_NS),
    ]  # fmt: skip


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
