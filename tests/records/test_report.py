"""`clapper report`: a page in three languages that needs nothing else, and the data as JSON."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from clock.display.view import view
from clock.game.file import write_game
from clock.records.style import as_shown
from clock.rules import inputs as act
from clock.rules.control import Period
from clock.rules.inputs import Finish, Input, Press, Start, Stop
from clock.rules.machine import begin, step
from clock.rules.openings import Option
from clock.rules.regulations import RecordRule
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.state import Setup
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.words import whole_seconds
from hal.ports import Line
from tests.cli.running import printed
from tests.journal.journal_tables import FLUSH_S, JournalTable
from tests.records.whole_games import whole_game
from tests.rules.games import setup as game_setup
from tests.station.tables import PLAYERS_GO_ON, setup

S = SECOND_NS


def body_of(page: str) -> ElementTree.Element:
    """A page's body; it is well-formed."""
    return ElementTree.fromstring(page[page.index("<body>") : page.index("</html>")])


def texts_of(page: str) -> list[str]:
    return [text.strip() for text in body_of(page).itertext() if text.strip()]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with a stop, a correction, ignored presses, a claim and a result."""
    file = tmp_path_factory.mktemp("report") / "game.json"
    file.write_bytes(whole_game(60))
    return file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


def page_of(file: Path, game: Setup, *inputs: Input) -> str:
    file.write_bytes(write_game(game, inputs))
    return printed("report", file)


def data_of(*arguments: str | Path) -> Any:
    return json.loads(printed("report", *arguments, "--json"))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "Right (White) won on time"),
        ("cs", "Pravý (Bílý) vyhrál na čas"),
        ("ko", "오른쪽 (백) 시간승"),
    ],
)
def test_the_page_is_one_file_without_scripts_in_the_language_that_is_asked_for(
    code: str, words: str, whole: Path
) -> None:
    text = printed("report", whole, "--language", code)
    assert not re.search(r"<(script|link|img|iframe|object)|\s(src|href|onclick)=", text)
    assert f'<html lang="{code}">' in text
    assert all(each.get("scope") in ("col", "row") for each in body_of(text).iter("th"))
    assert [len(list(body_of(text).iter(tag))) for tag in ("svg", "title", "desc")] == [2, 2, 2]
    texts = "\n".join(texts_of(text))
    assert words in texts.splitlines()
    stones = re.findall(r'"stone (\w+)" role="img" aria-label="([^"]+)"', text)
    assert len(stones) == 60 + 1, "and the turn that the claim ended"
    english = {"Signature", "Duration", "What happened", "Colour", "Reason", "Left", "Used"}
    if code == "en":
        assert "Left: from 40 minutes at the start to" in texts
        assert "Right's longest: 4 minutes 6 seconds, move 50" in texts
        assert stones[:3] == [("black", "Black"), ("white", "White"), ("black", "Black")]
    else:
        assert not english & set(re.findall(r"\w[\w ]*", texts))


def test_every_figure_of_the_page_is_in_the_json(whole: Path) -> None:
    data = data_of(whole)
    text, facts = "\n".join(texts_of(printed("report", whole))), data["facts"]
    assert data["format"] == "clapper-report/1"
    assert data["game"] == {"name": "game.json", "in_journal": False}
    assert data["setup"]["opening"] == "soosyrv-8"
    assert (facts["result"], facts["ground"], facts["moves"]) == ("right", "time", 62)
    assert len(re.findall(r"^(?:1–3|\d+)\n[LR]\n\d", text, re.M)) == len(facts["turns"]) == 60
    both = facts["left"], facts["right"]
    rows: list[tuple[str, ...]] = [
        ("Right (White) won on time", "Last move 62 · Duration 1:08:19"),
        ("The setup", "Both: 30 moves in 40:00, then 30:00", "Opening: Soosyrv-8"),
        ("Slip for the organizer: Last move 62 · Right (White) won on time",),
        ("Signature",),
        ("Time left", *(as_shown(seat["remaining_ns"]) for seat in both)),
        ("Time spent", *(whole_seconds(seat["spent_ns"]) for seat in both)),
        ("Ignored presses", *(str(seat["ignored"]) for seat in both)),
    ]
    sums_ns, used = {"left": 0, "right": 0}, {}
    for turn in facts["turns"]:
        before_ns = sums_ns[turn["seat"]]
        sums_ns[turn["seat"]] += turn["spent_ns"]
        first = turn["moves"] - turn["credited"] + 1
        number = f"{first}–{turn['moves']}" if turn["credited"] > 1 else str(turn["moves"])
        used[turn["at_ns"]] = whole_seconds((sums_ns[turn["seat"]] // S - before_ns // S) * S)
        letter, left = turn["seat"][0].upper(), as_shown(turn["remaining_ns"])
        rows.append((number, letter, used[turn["at_ns"]], left))
    assert facts["right"]["unended_ns"] == 0
    unended = whole_seconds(facts["left"]["spent_ns"] // S * S - sums_ns["left"] // S * S)
    rows.append(("–", "L", unended, as_shown(facts["left"]["remaining_ns"])))
    longest = facts["right"]["longest"]
    moved = f"{used[longest['at_ns']]} (move {longest['moves']})"
    rows.append(("Longest", f"{unended} (move –)", moved))
    for change in facts["corrections"]:
        assert (change["what"], change["reason"]) == ("remaining_ns", "penalty")
        rows.append(("Time", "Left", *(as_shown(change[key]) for key in ("before", "after"))))
    for halt in facts["halts"]:
        stops = f"{halt['by'].title()} stops both clocks" if halt["by"] else "Both clocks stop"
        rows.append((whole_seconds(halt["at_ns"]), stops))
    rows += [
        (whole_seconds(entered["at_ns"]), f"{entered['seat'].title()}: period")
        for entered in facts["periods"]
    ]
    for row in rows:
        assert "\n" + "\n".join(row) in text
    shown = [level["after_ns"] for level in data["levels"]]
    assert (shown[0], shown[-1]) == (facts["shown_ns"], [seat["remaining_ns"] for seat in both])


def test_a_text_that_somebody_typed_is_no_markup_and_no_name_ends_the_style_sheet(
    tmp_path: Path,
) -> None:
    reason, ground = "<script>alert(1)</script>", "<b>& more"
    file = tmp_path / 'a"; } b\\<style>.json'
    inputs = (act.Adjust(0, LEFT, delta_ns=1, reason=reason), Finish(1, act.Result.DRAW, ground))
    text = page_of(file, setup("5m"), *inputs)
    assert {reason, f"Draw, {ground}"} <= set(texts_of(text))
    assert 'content: "Game report · a  bstyle.json"' in text
    assert text.count("</style>") == 1


RULES = replace(PLAYERS_GO_ON, record=RecordRule.KEPT, tenths=True)
EVENTS = [
    (
        (
            act.Warn(S, RIGHT, "talking"), act.Claim(2 * S, LEFT), act.Claim(3 * S, RIGHT),
            act.Dismiss(4 * S, LEFT), Finish(5 * S, act.Result.RIGHT, "time"), act.Resume(6 * S),
            Finish(7 * S, act.Result.BOTH_LOSE, "decision", 3),
        ),
        [
            "Warning 1 to Right (talking)", "Left claims a win",
            "Left stops both clocks until 0:06",
            "Right claims a win",
            "The organizer dismisses Left's claim",
            "Result: Right (White) won on time, last move 0", "The organizer takes the result back",
            "Result: Both lost, decision, last move 3", "Both clocks stop",
        ],
        [],
    ),
    (
        (act.PowerLost(S, uncertain_ns=S),),
        ["Power was lost; the time left may be up to 0:01 too long", "Both clocks stop"],
        [],
    ),
    ((act.Restarted(7 * S, 3 * S),), ["The clock was off for 0:03; time ran on"], []),
    (
        (Stop(S), act.Restarted(7 * S, 0)),
        ["Both clocks stop", "Clapper has restarted; both clocks were already stopped"],
        [],
    ),
    (
        (Stop(S, LEFT), act.Adjust(S, RIGHT, delta_ns=-S), act.SetMoves(S, 4)),
        ["Left stops both clocks"],
        [["0:01", "Time", "Right", "5:00", "4:59", ""], ["0:01", "Moves", "", "0", "4", ""]],
    ),
    (
        (
            Press(S, LEFT), Stop(2 * S), act.SetTurn(2 * S, LEFT, "x"),
            act.SetControl(3 * S, (Period(MINUTE_NS),), None, RULES, "wrong setting"),
        ),
        ["Both clocks stop"],
        [
            ["0:02", "Last press", "Left", "a move", "taken back", ""],
            ["0:02", "Moves", "", "1", "0", "x"],
            ["0:02", "Seat to move", "", "Right", "Left", ""],
            ["0:03", "Time control", "Left", "5:00", "1:00", "wrong setting"],
            ["0:03", "Record", "", "by time", "always", ""],
            ["0:03", "Tenths", "", "no", "yes", ""],
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("inputs", "events", "corrections"), EVENTS)
def test_events_are_in_the_order_of_cause_and_effect_and_a_correction_has_its_reason_once(
    inputs: tuple[Input, ...], events: list[str], corrections: list[list[str]], file: Path
) -> None:
    page = page_of(file, setup("5m"), Start(0), *inputs)
    assert re.findall(r"</time>([^<]*)</li>", unescape(page)) == events
    rows = re.findall(r"<tr>((?:<td>[^<]*</td>){6})</tr>", page)
    assert [re.findall(r">([^<]*)</td>", row) for row in rows] == corrections


def test_an_instant_reads_the_same_on_the_display_in_the_report_and_in_the_log(file: Path) -> None:
    game, tenth = game_setup("1:00"), S // 10
    claims = act.Claim(1259 * tenth, RIGHT), act.Claim(1304 * tenth, LEFT)
    inputs = (Start(tenth), Press(5 * tenth, LEFT), Press(12 * tenth, RIGHT), *claims)
    state = begin(game)
    for each in inputs:
        state, _ = step(state, each)
    rows = [row for seat in (LEFT, RIGHT) for row in view(state, seat, state.at_ns).words]
    texts, log = texts_of(page_of(file, game, *inputs)), printed("log", file)
    for what, at, exactly in (
        ("fell", "1:00", "1:00.700  Left's clapper"),
        ("claim", "2:05", "2:05.800  Right claims"),
    ):
        assert f"{what} after {at}" in rows
        assert at in texts
        assert exactly in log


LATE = act.Tick(11 * MINUTE_NS)
CLAIM = "Right claims a win"


@pytest.mark.parametrize(
    ("rules", "inputs", "headline"),
    [
        ("rif", (Start(0), act.Claim(S, RIGHT)), CLAIM),
        (
            "rif",
            (Start(0), LATE, act.Claim(LATE.at_ns, LEFT)),
            "Left claims a win, though Left's own clapper is down",
        ),
        (
            "rif",
            (Start(0), act.Claim(S, RIGHT), act.Claim(S, LEFT)),
            f"{CLAIM}; Left claims a win",
        ),
        ("rif", (), "The game has not begun"),
        ("rif", (Start(0), LATE), "The game is not over"),
        ("fide", (Start(0), LATE), "Left: the clapper falls after move 0"),
        ("rif", (Start(0, (LEFT, RIGHT)), LATE), "Both clappers are down: a draw by the rules"),
        ("rif", (Start(0), Finish(S, act.Result.VOID)), "Game void"),
    ],
)
def test_the_headline_is_the_result_or_what_the_game_has_come_to_without_one(
    rules: str, inputs: tuple[Input, ...], headline: str, file: Path
) -> None:
    texts = texts_of(page_of(file, setup("5m", rules), *inputs))
    assert texts[1] == headline
    slip = f"Slip for the organizer: Last move 0 · {headline}"
    assert {slip, "No move was made.", "No corrections."} <= set(texts)
    assert ("Time left by move" in texts) is bool(inputs), "no empty pictures"
    has_result = bool(inputs) and isinstance(inputs[-1], Finish)
    assert ("Result" in texts) is not has_result, "a line to write it on"
    assert texts[2].startswith("No result entered · Last move 0 · Duration ") is not has_result


@pytest.mark.parametrize(
    ("game", "inputs", "texts"),
    [
        (game_setup("5:00", opening="sakata"), (Press(1, LEFT), Press(2, RIGHT)), {"1–3", "4–5"}),
        (
            game_setup("1:00 and 3x30"),
            (Stop(100 * S),),
            {"0:20 · 2 byo-yomi periods left", "1:00 · 3 byo-yomi periods to come"},
        ),
        (
            game_setup("1:00 and 1x30"),
            (Stop(70 * S), Finish(71 * S, act.Result.LEFT)),
            {"0:20 · The last byo-yomi period", "1:00 · 1 byo-yomi period to come"},
        ),
        (
            game_setup("*5/1:00"),
            (Press(S, LEFT), Stop(2 * S)),
            {"0:59 · 4 moves left in this block", "0:59 · 5 moves left in this block"},
        ),
        (game_setup("1:00d10"), (Stop(4 * S),), {"1:00 · Delay: 6 seconds left"}),
        (game_setup("1/1:00 then 1:00"), (), {"1/2"}),
        (game_setup("1/1:00 then *1/1:00"), (), {"1"}),
        (game_setup("5:00", opening="swap2"), (), {"?"}),
    ],
)
def test_moves_of_one_press_periods_and_open_colours_have_their_signs(
    game: Setup, inputs: tuple[Input, ...], texts: set[str], file: Path
) -> None:
    assert texts <= set(texts_of(page_of(file, game, Start(0), *inputs)))


def test_a_claim_is_followed_by_what_both_had_beside_their_time_when_it_was_made(
    file: Path,
) -> None:
    inputs = (Start(0), Stop(100 * S), act.Claim(101 * S, RIGHT), act.Dismiss(102 * S, RIGHT))
    later = (act.Resume(103 * S), Stop(140 * S))
    texts = texts_of(page_of(file, game_setup("1:00 and 3x30"), *inputs, *later))
    at = texts.index("Right claims a win")
    assert texts[at + 1 : at + 5] == [
        "1:41",
        "Left: 2 byo-yomi periods left",
        "1:41",
        "Right: 3 byo-yomi periods to come",
    ]
    assert "0:13 · The last byo-yomi period" in texts


def test_what_took_less_than_a_second_has_tenths(file: Path) -> None:
    texts = texts_of(page_of(file, game_setup("5:00"), Start(0), Press(S // 2, LEFT)))
    found = texts[texts.index("On average") :][:6]
    assert found == ["On average", "0:00.5", "–", "Longest", "0:00.5 (move 1)", "–"]
    assert "Left's longest: 0:00.5, move 1." in texts


def test_after_an_illegal_move_what_the_other_had_thought_has_a_row_and_the_chart_agrees(
    file: Path,
) -> None:
    presses = (Press(1 * S, LEFT), Press(2 * S, RIGHT), Press(3 * S, LEFT))
    ruled = (Stop(8 * S), act.IllegalMove(9 * S, LEFT), act.Resume(10 * S), Press(14 * S, LEFT))
    game = game_setup("10:00", rules="fide", kind="chess", first=Colour.WHITE)
    texts = texts_of(page_of(file, game, Start(0), *presses, *ruled, Stop(15 * S)))
    rows = texts[texts.index("Clock") + 1 :]
    assert rows[:20] == [
        *("1", "L", "0:01", "9:59"), *("1", "R", "0:01", "9:59"), *("–", "R", "0:05", "10:54"),
        *("2", "L", "0:05", "9:54"), *("–", "R", "0:01", "10:53"),
    ]  # fmt: skip
    assert texts[texts.index("Longest") :][:3] == ["Longest", "0:05.0 (move 2)", "0:05.0 (move –)"]
    assert texts.count("0:05.0") == 2, "at both seats' longest bars"


def test_the_average_agrees_with_the_column_of_the_moves_and_the_longest_with_the_chart(
    file: Path,
) -> None:
    takes_ns = (S * 9 // 10, S * 6 // 5, S * 9 // 5)  # shown as 0:00, 0:02, 0:01
    presses = [
        Press(sum(takes_ns[: count // 2 + 1]), (LEFT, RIGHT)[count % 2])
        for count in range(2 * len(takes_ns))
    ]
    texts = texts_of(page_of(file, game_setup("5:00"), Start(0), *presses))
    found = texts[texts.index("On average") :][:6]
    assert "0:01.8" in texts
    average = ["On average", "0:01.3", "0:00.0"]
    assert found == [*average, "Longest", "0:01.8 (move 5)", "0:00.0 (move 2)"]


def test_a_swap_is_no_move_and_neither_the_longest_nor_in_the_average(file: Path) -> None:
    swap = act.Choose(2 * S, RIGHT, Option.SWAP)
    inputs = (Start(0), Press(S, LEFT), swap, Press(9 * S, RIGHT), Press(12 * S, LEFT))
    texts = texts_of(page_of(file, game_setup("5:00", opening="swap"), *inputs))
    row = texts[texts.index("On average") :][:6]
    assert row == ["On average", "0:02.0", "–", "Longest", "0:03.0 (move 4)", "–"]


def test_a_game_of_a_journal_has_its_number_and_day_and_is_the_same_in_its_game_file(
    evening: JournalTable, file: Path
) -> None:
    table = evening.switch_on(game=setup("5m"))
    table.wait(60 * S)
    table.tap(Line.LEFT_PLUNGER)
    timeline = table.station.timeline
    timeline.add(act.Adjust(timeline.all_inputs()[0].at_ns + 80 * S, LEFT, delta_ns=-S))
    assert evening.journal.flush(FLUSH_S)
    journal = ("--journal", evening.path)
    assert printed("export", "1", *journal, "-o", file) == f"written: {file}\n"
    out = file.with_name("game.html")
    assert printed("report", "last", *journal, "-o", out) == f"written: {out}\n"
    title = r"<h1>Game report · Game 1 · \d{4}-\d\d-\d\d \d\d:\d\d</h1>"
    assert re.search(title, out.read_text(encoding="utf-8"))
    recorded, exported = data_of("1", *journal), data_of(file)
    assert [change["at_ns"] for change in recorded["facts"]["corrections"]] == [80 * S]
    assert (recorded["facts"], recorded["levels"]) == (exported["facts"], exported["levels"])
    rows = printed("export", "1", "--csv", *journal).splitlines()[1:]
    assert [row.split(",")[0] for row in rows] == ["0", str(80 * S)]
