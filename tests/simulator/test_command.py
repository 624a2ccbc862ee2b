"""`clapper sim` as a process: its output, its end, and its games, which are not lost."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from clock.game.names import Names
from clock.journal.folder import HEAD
from clock.journal.journal import Journal
from clock.menu.access import Opens, Organizer
from clock.presets import find_presets
from clock.rules.control import Period
from clock.rules.inputs import Finish, Result, Start, Stop
from clock.rules.machine import begin, step
from clock.rules.message import Problem
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.units import HOUR_NS
from clock.simulator import simulate
from clock.simulator.options import ask_for_game, organizer_from, setup_from
from clock.simulator.server import PageServer
from clock.simulator.simulated_body import SimulatedBody
from clock.station.settings_file import SettingsFile
from tests.cli.running import CLAPPER, QUIET_SIM, environment, refused
from tests.conftest import WAIT_S
from tests.journal.written import contents, write_games
from tests.simulator.sims import AWAY, HTTP, Sim, simulating

LAST_TIME = "No game was chosen: Chess, as last time; --game names another\n"
OTHER = "No game was chosen: Other game; for chess, add --game chess\n"


WITHOUT_JOURNAL = "\nThe clock is closed; its games were not kept: --journal FOLDER keeps them\n"


def body_of(sim: Sim) -> ClientConnection:
    """What a page receives of the body, and touches it by."""
    url = f"{sim.url.replace('http', 'ws')}body"
    return connect(url, origin=Origin(sim.url.rstrip("/")), compression=None)


def start_game(sim: Sim) -> None:
    """Press OK on the page, and wait until a clock runs."""
    with body_of(sim) as body:
        body.send('{"line": "ok", "down": true}')
        assert any('"left_running":true' in str(message) for message in body)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_end_of_any_kind_leaves_the_game_in_the_journal_with_its_names(
    ending: signal.Signals, tmp_path: Path
) -> None:
    options = ("--control", "40/2h:1h", "--journal", str(tmp_path / "games"), "--left", "Lee")
    with simulating(*options) as sim:
        assert sim.setting.startswith("Both: 40 moves in 2:00:00, then 1:00:00.")
        assert sim.line() == OTHER
        start_game(sim)
        errors = sim.process.stderr
        assert errors is not None
        sim.process.send_signal(ending)
        assert errors.readline() + errors.readline() == AWAY
        sim.interrupt()  # an impatient one cuts nothing short
        assert sim.ended() == (0, "", "")
    (game,) = contents(tmp_path / "games")
    assert game.setup.control(LEFT) == (Period(2 * HOUR_NS, 40), Period(HOUR_NS))
    assert game.header.names == Names(left="Lee")


BROKEN = """
import sys
import time
from clock.cli import main
from clock.rules.inputs import Start
from clock.station.loop import Station

def run(station, *_):
    station.timeline.add(Start(time.monotonic_ns()))
    raise RuntimeError("a fault in the station")

Station.run = run
sys.exit(main())
"""


def test_the_game_is_written_though_nobody_reads_the_terminal_or_the_station_fails(
    tmp_path: Path,
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    reader, writer = os.pipe()
    with simulating("--journal", str(first), stderr=writer) as sim:
        start_game(sim)
        os.close(writer)
        os.close(reader)
        sim.interrupt()
        sim.ended()
    command = [sys.executable, "-c", BROKEN, *QUIET_SIM, "--journal", str(second)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S, check=False)
    assert ended.returncode == 1
    assert "RuntimeError: a fault in the station" in ended.stderr
    assert [len(contents(folder)) for folder in (first, second)] == [1, 1]


def test_for_a_control_without_a_game_a_line_names_who_begins_and_how_to_change_it() -> None:
    for options, line in (
        ("--control 90+30", OTHER),
        ("--control 90+30 --regulations fide", OTHER),
        ("--control 6s+2x4s --regulations go-egf", ""),
        ("--game chess --control 90+30", ""),
        ("--game other --control 90+30", ""),
        ("--control 5m --opening swap2", ""),
        ("--control blitz-5-3", ""),
        ("", ""),
        ("--game chess --event Cup --left Lee", "Cup · Lee – ?\n"),
    ):
        with simulating(*options.split()) as sim:
            sim.interrupt()
            assert sim.line() == line
            assert sim.ended() == (0, "", WITHOUT_JOURNAL)


def test_the_page_speaks_what_the_faces_speak_whatever_was_set_before(tmp_path: Path) -> None:
    settings = tmp_path / "settings.json"
    settings.write_text('{"language": "cs"}')
    with simulating("--language", "ko", "--settings", str(settings), address=HTTP) as sim:
        for name, words in (("", '<html lang="ko">'), ("", "왼쪽 버튼"), ("page.js", "소리 꺼짐")):
            text = urllib.request.urlopen(sim.url + name, timeout=WAIT_S).read().decode()
            assert words in text
            assert "{{" not in text
        with body_of(sim) as body:
            assert any("OK 시작" in str(message) for message in body)


@pytest.mark.parametrize(("of_the_menu", "words"), [("en", "Levá strana"), ("ko", "왼쪽 버튼")])
def test_the_page_speaks_as_its_browser_asks_unless_a_language_is_chosen_on_the_clock(
    of_the_menu: str, words: str, tmp_path: Path
) -> None:
    settings = tmp_path / "settings.json"
    settings.write_text(f'{{"language": "{of_the_menu}"}}')
    with simulating("--settings", str(settings), address=HTTP) as sim:
        page = urllib.request.Request(sim.url, headers={"Accept-Language": "de, cs-CZ;q=0.8, en"})
        assert words in urllib.request.urlopen(page, timeout=WAIT_S).read().decode()


def test_where_a_phone_can_come_its_address_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], simulated: SimulatedBody
) -> None:
    monkeypatch.setattr("clock.simulator.server._own_address", lambda: "192.0.2.7")
    for host, phone in (("0.0.0.0", "On a phone: http://192.0.2.7:{port}/\n"), ("127.0.0.1", "")):
        server = PageServer(simulated, host)
        simulate._invite(server, (), with_browser=False)
        server.stop()
        here = f"Clapper is at http://127.0.0.1:{server.port}/ (Ctrl-C ends it)\n"
        assert capsys.readouterr().out == here + phone.format(port=server.port)


def test_a_control_alone_is_played_as_the_game_that_was_played_last(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    state = begin(setup_from("5+3", None, None, find_presets(), "chess"))
    with closing(Journal(folder, 0, boot_id="before")) as journal:
        journal.begin(state.setup, 0, at_once=False)
        for event in (Start(1), Stop(2), Finish(3, Result.DRAW, "agreed")):
            state, _ = step(state, event)
            journal.add(event, state)
        assert journal.flush(WAIT_S)
    # No game begins, so that the chess game stays the last.
    for options, game, line in (
        ("--control 10m", "Chess", LAST_TIME),
        ("--control 10m --game other", "Other game", ""),
        ("--control rif", "Renju", ""),
    ):
        with simulating("--journal", str(folder), *options.split()) as sim:
            sim.interrupt()
            assert f"Game: {game}. " in sim.setting
            assert sim.line() == line


def test_without_a_journal_the_last_game_is_the_last_that_was_set(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    with closing(SettingsFile(file)) as settings:
        settings.use(setup_from("5+3", None, None, find_presets(), "go"))
    with simulating("--settings", str(file), "--control", "10m") as sim:
        sim.interrupt()
        assert "Game: Go. " in sim.setting


def test_without_options_the_last_setup_is_on_the_clock(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    with closing(SettingsFile(file)) as settings:
        settings.use(setup_from("5+3", None, None, find_presets(), "chess"))
    with simulating("--settings", str(file)) as sim:
        sim.interrupt()
        assert "Game: Chess. " in sim.setting
        assert "Both: 5:00; +3 s a move" in sim.setting
        assert sim.line() == "This is the last setup; --game or --control names another\n"
    with simulating("--settings", str(file), "--game", "go") as sim:
        sim.interrupt()
        assert "Game: Go. " in sim.setting


def test_at_a_terminal_a_control_without_a_game_asks_which(tmp_path: Path) -> None:
    screen, terminal = pty.openpty()
    with subprocess.Popen(
        [*CLAPPER, *QUIET_SIM, "--control", "5+3"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=environment(XDG_STATE_HOME=str(tmp_path)),
    ) as process:
        os.close(terminal)
        shown = b""
        try:
            for words, typed in ((b"(Enter alone: Other game) ", b"CHE\n"), (b"as White", b"")):
                while words not in shown:
                    ready, _, _ = select.select([screen], [], [], WAIT_S)
                    assert ready, shown
                    shown += os.read(screen, 1000)
                os.write(screen, typed)
            process.terminate()  # SIGINT may be ignored where the tests run in the background
            assert process.wait(WAIT_S) == 0
        finally:
            process.kill()
            os.close(screen)
    assert b"No game" not in shown


# ---- Options


@pytest.mark.parametrize(
    ("answers", "game"),
    [
        (["go"], "go"),
        (["Othello "], "othello"),
        (["shog"], "shogi"),
        (["g", "ludo", "gom"], "gomoku"),
        (["g", "ludo", "s", "chess"], "other"),
        ([""], "other"),
        ([], "other"),
    ],
)
def test_the_terminal_takes_a_game_by_its_name_or_its_beginning(
    answers: list[str], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = iter(answers)

    def answer(question: str) -> str:
        assert question.startswith("Which game? Renju, Chess, Go, ")
        try:
            return next(asked)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    assert ask_for_game() == game


def test_a_preset_brings_its_own_choices_unless_others_are_asked_for() -> None:
    rows: list[tuple[str, str | None, str | None, str]] = [
        ("gomoku-10", None, None, "gomoku-cz swap2 black"),
        ("handicap-match", None, None, "club none black, a match"),
        ("90m+30s", "fide", None, "fide none black"),
        ("fide-rapid", None, "swap2", "fide swap2 black"),
    ]
    for control, regulations, opening, expected in rows:
        setup = setup_from(control, regulations, opening, find_presets())
        first, match = setup.first.name.lower(), ", a match" if setup.match else ""
        chosen = f"{setup.regulations.name} {setup.opening.name} {first}{match}"
        assert chosen == expected


def test_a_handicap_turns_who_begins_where_the_game_has_one() -> None:
    found = find_presets()
    setup = setup_from("30+5x30", None, None, found, "go", handicap=True)
    even = setup_from("30+5x30", None, None, found, "go")
    assert setup == replace(even.begun_by(RIGHT), first=Colour.WHITE)
    black = [begin(each).play.black for each in (even, setup)]
    assert black == [LEFT, LEFT], "the players keep their colours, as on the page"
    with pytest.raises(Problem, match=r"^--handicap: expected none: the game is chess$"):
        setup_from("5+3", None, None, found, "chess", handicap=True)


def test_the_organizers_menu_is_opened_by_hold_key_or_a_code() -> None:
    assert organizer_from("hold") == Organizer()
    assert organizer_from("players") == Organizer(Opens.PLAYERS)
    assert organizer_from("key") == Organizer(Opens.KEY)
    assert organizer_from("code:0042") == Organizer(Opens.CODE, (0, 0, 4, 2))
    for text in ("", "lock", "code", "code:", "code:12a4", "key:1234"):
        with pytest.raises(Problem, match=r"^--organizer: expected .*$"):
            organizer_from(text)


# ---- Settings and journals


def test_unreadable_settings_and_a_locked_journal_are_reported_and_the_clock_goes_on(
    tmp_path: Path,
) -> None:
    settings, journal = tmp_path / "settings.json", tmp_path / "games"
    settings.write_text('{"brightness": 11}')
    (journal / HEAD).mkdir(parents=True)
    with simulating("--settings", str(settings), "--journal", str(journal)) as sim:
        sim.interrupt()
        status, _, errors = sim.ended()
    assert status == 0
    first, *others = errors.splitlines()
    assert first.startswith(f"clapper: {journal / HEAD}: ")
    assert others[:2] == [
        "clapper: until the journal can be written, games are kept in memory only",
        f"clapper: {settings}: Expected `int` <= 10 - at `$.brightness`; "
        "the default settings are used",
    ]


def test_a_journals_game_is_on_the_table_again_and_how_long_the_clock_was_away(
    tmp_path: Path,
) -> None:
    file = tmp_path / "games"
    with closing(write_games(file, 3, 3)):
        pass
    with simulating("--journal", str(file), "--control", "fide-rapid") as sim:
        assert sim.setting.startswith("Both: 40 moves in 2:00:00, then 1:00:00.")
        assert sim.line() == f"Game 2 of the journal {file} is back on the clock\n"
        assert sim.line() == (
            "It keeps the setup that it began with; these options are ignored: --control\n"
        )
    now_ns = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    acts = (Start(now_ns), Finish(now_ns, Result.DRAW))
    for folder, played in ((tmp_path / "running", acts[:1]), (tmp_path / "over", acts)):
        with closing(Journal(folder, now_ns, names=Names("Cup"))) as journal:
            state = begin(setup_from("5m", None, None, find_presets()), now_ns)
            journal.begin(state.setup, now_ns, at_once=False)
            for event in played:
                state, _ = step(state, event)
                journal.add(event, state)
        with simulating("--journal", str(folder), "--event", "Open") as sim:
            assert sim.line().endswith(f"{folder} is back on the clock · Cup\n")
            if played == acts:
                report = urllib.request.urlopen(f"{sim.url}report", timeout=WAIT_S).read()
                assert b"Game report \xc2\xb7 Cup<" in report, "it keeps its own names"
            else:
                assert re.fullmatch(r"was off for \d+\.\d s\n", sim.line())


def test_the_options_win_over_a_game_only_set_up_and_the_same_player_begins(
    tmp_path: Path,
) -> None:
    set_up = setup_from("5m", None, None, find_presets(), "chess").begun_by(RIGHT)
    with closing(Journal(tmp_path, 0, names=Names("Cup"))) as journal:
        journal.begin(set_up, 0, at_once=True)
    for options, setting, line in (
        ("", "Both: 5:00. Game: Chess. Right begins", f"Game 1 of the journal {tmp_path} is back"),
        (
            "--game chess --control 90+30",
            "Both: 1:30:00; +30 s a move from move 1. Game: Chess. Right",
            "Cup",
        ),
        ("--control rif", "Both: 40 moves in 2:00:00, then 1:00:00. Game: Renju.", "Cup"),
    ):
        with simulating("--journal", str(tmp_path), *options.split()) as sim:
            sim.interrupt()
            assert sim.setting.startswith(setting)
            assert sim.line().startswith(line)


def test_a_folder_becomes_a_journal_and_what_is_none_stays_as_it_is(tmp_path: Path) -> None:
    folder, letter = tmp_path / "games", tmp_path / "letter.txt"
    folder.mkdir()
    (folder / "letter.txt").touch()
    with simulating("--journal", str(folder), "--control", "5m") as sim:
        assert sim.setting.startswith("Both: 5:00.")
        assert sim.line() == OTHER
        sim.interrupt()
        assert sim.ended()[:2] == (0, "")
    assert {each.name for each in folder.iterdir()} == {"head", "letter.txt"}
    letter.write_text("Dear organizer,")
    assert refused(*QUIET_SIM, "--journal", letter) == (f"clapper: {letter}: Not a directory")
    assert letter.read_text() == "Dear organizer,"
    assert [each.name for each in tmp_path.glob("letter*")] == ["letter.txt"]


def test_make_passes_a_port_on() -> None:
    command, root = ["make", "-n", "run", "PORT=0"], Path(__file__).parents[2]
    shown = subprocess.run(command, cwd=root, capture_output=True, check=True)
    assert b"clapper sim --port 0\n" in shown.stdout
