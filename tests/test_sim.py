"""The life of `clapper sim`: how it ends, and that the game is never lost with it."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from clock.game.file import read_game
from clock.game.timeline import Timeline
from clock.journal.databases import DATABASE
from clock.journal.journal import Journal
from clock.presets import find_presets
from clock.rules.control import Period
from clock.rules.inputs import Start, Tick
from clock.rules.machine import begin, step
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.units import HOUR_NS, MINUTE_NS
from clock.simulator import _record, setup_from
from clock.station.keep import users_file
from tests.journal.written import write_games
from tests.sims import AWAY, WAIT_S, simulating


def test_ctrl_c_ends_it_with_status_0_and_the_game_is_written(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with simulating("--control", "40/2h:1h", "--record", str(file)) as sim:
        sim.interrupt()
        assert sim.ended() == (0, "", AWAY)
    setup, inputs = read_game(file.read_bytes())
    assert setup.control(LEFT) == (Period(2 * HOUR_NS, 40), Period(HOUR_NS))
    assert [type(each) for each in inputs] == [Tick]


def test_the_terminal_tells_what_the_clock_understood() -> None:
    with simulating("--control", "5+3") as sim:
        assert sim.setting.startswith("Both: 0:05; +3 s a move from the first.")


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP])
def test_a_closed_terminal_ends_it_like_ctrl_c(ending: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with simulating("--record", str(file)) as sim:
        sim.process.send_signal(ending)
        assert sim.ended() == (0, "", AWAY)
    assert read_game(file.read_bytes())


def test_an_impatient_second_ctrl_c_cuts_nothing_short(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with simulating("--record", str(file)) as sim:
        told = sim.process.stderr
        assert told is not None
        sim.interrupt()
        assert told.readline() + told.readline() == AWAY
        sim.interrupt()
        assert sim.ended() == (0, "", "")
    assert read_game(file.read_bytes())


def test_the_game_is_written_though_nobody_reads_the_terminal_any_more(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    reader, writer = os.pipe()
    with simulating("--record", str(file), stderr=writer) as sim:
        os.close(writer)
        os.close(reader)
        sim.interrupt()
        sim.ended()
    assert read_game(file.read_bytes())


def test_a_record_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("x" * 100_000)
    with simulating("--record", str(file)) as sim:
        assert file.stat().st_size == 100_000
        sim.interrupt()
        assert sim.ended()[0] == 0
    assert read_game(file.read_bytes())


def test_the_next_games_are_written_under_names_that_no_journal_and_no_settings_have(
    tmp_path: Path,
) -> None:
    setup = setup_from("5m", None, None, find_presets())
    games = [Timeline(setup, 0) for _ in range(3)]
    for game in games:
        game.add(Start(1))
    (tmp_path / "game-2.json").write_bytes(DATABASE)
    (tmp_path / "game-3.json").write_text("an older one")
    _record(games, tmp_path / "game.json", tmp_path / "game-4.json")
    assert (tmp_path / "game-2.json").read_bytes() == DATABASE
    assert not (tmp_path / "game-4.json").exists()
    for name in ("game.json", "game-3.json", "game-5.json"):
        assert read_game((tmp_path / name).read_bytes())[0] == setup


BROKEN = """
import sys
from clock.cli import main
from clock.station.loop import Station

def run(station, stop):
    raise RuntimeError("a fault in the station")

Station.run = run
sys.exit(main())
"""


def test_a_station_that_fails_is_no_clean_end_and_the_game_is_still_written(
    tmp_path: Path,
) -> None:
    file = tmp_path / "game.json"
    ended = subprocess.run(
        [sys.executable, "-c", BROKEN, "sim", "--port", "0", "--no-browser", "--record", str(file)],
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    assert ended.returncode == 1
    assert "RuntimeError: a fault in the station" in ended.stderr
    assert read_game(file.read_bytes())


def test_a_preset_brings_its_own_regulations_and_opening_unless_others_are_given() -> None:
    own = setup_from("gomoku-10", None, None, find_presets())
    assert (own.regulations.name, own.opening.name) == ("gomoku-cz", "swap2")
    other = setup_from("gomoku-10", "fide", "none", find_presets())
    assert (other.regulations.name, other.opening.name) == ("fide", "none")
    match = setup_from("handicap-match", None, None, find_presets())
    assert match.match is not None
    assert (match.starter, match.match.expert) == (LEFT, RIGHT)
    text = setup_from("5m", None, None, find_presets())
    assert (text.regulations.name, text.opening.name) == ("club", "none")
    assert text.left == text.right == (Period(5 * MINUTE_NS),)


@pytest.mark.parametrize(
    ("control", "regulations", "opening", "first"),
    [
        ("fide-rapid", None, None, Colour.WHITE),
        ("fide-rapid", "club", None, Colour.WHITE),
        ("90m+30s", "fide", None, Colour.WHITE),
        ("90m+30s", None, None, Colour.BLACK),
        ("fide-rapid", None, "swap2", Colour.BLACK),
        ("renju-90", "fide", None, Colour.BLACK),
        ("go-10", None, None, Colour.BLACK),
    ],
)
def test_white_begins_in_chess_and_black_in_an_opening_and_elsewhere(
    control: str, regulations: str | None, opening: str | None, first: Colour
) -> None:
    assert setup_from(control, regulations, opening, find_presets()).first is first


@pytest.mark.parametrize(
    ("control", "regulations", "opening", "option"),
    [
        ("5:00", None, None, "--control"),
        ("5.00", None, None, "--control"),
        ("rif", "x", None, "--regulations"),
        ("rif", None, "x", "--opening"),
    ],
)
def test_the_option_at_fault_is_named(
    control: str, regulations: str | None, opening: str | None, option: str
) -> None:
    with pytest.raises(ValueError, match=f"^{option}: expected "):
        setup_from(control, regulations, opening, find_presets())


def test_settings_that_cannot_be_read_are_told_and_the_clock_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"brightness": 11}')
    with simulating("--settings", str(file)) as sim:
        sim.interrupt()
        status, _, told = sim.ended()
    assert status == 0
    assert told == (
        f"clapper: {file}: Expected `int` <= 10 - at `$.brightness`; "
        f"the settings are as delivered\n{AWAY}"
    )


def test_a_journals_game_that_is_on_the_table_again_is_told_on_the_terminal(
    tmp_path: Path,
) -> None:
    file = tmp_path / "games.db"
    with closing(write_games(file, count=2, presses=3)):
        pass
    with simulating("--journal", str(file), "--control", "fide-rapid") as sim:
        assert sim.setting.startswith("Both: 40 moves in 2:00:00, then 1:00:00.")
        assert sim.process.stdout is not None
        told = sim.process.stdout.readline()
    assert told == (
        f"Game 2 of {file} is on the table again. --control, --regulations and --opening are for "
        "a new journal.\n"
    )


def test_a_game_that_ran_tells_how_long_the_clock_was_away(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    now_ns = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    with closing(Journal(file, now_ns)) as journal:
        state = begin(setup_from("5m", None, None, find_presets()), now_ns)
        journal.begin(state.setup, now_ns)
        state, _ = step(state, Start(now_ns))
        journal.add(Start(now_ns), state)
    with simulating("--journal", str(file)) as sim:
        assert sim.process.stdout is not None
        told = [sim.process.stdout.readline() for _ in range(2)]
    assert told[0].startswith("Game 1 of ")
    assert re.fullmatch(r"clock away: \d+\.\d s\n", told[1])


def test_a_new_journal_and_an_empty_file_begin_with_a_new_game(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    for name in ("new.db", "empty.db"):
        with simulating("--journal", str(tmp_path / name), "--control", "5m") as sim:
            assert sim.setting.startswith("Both: 5:00.")
            sim.interrupt()
            assert sim.ended()[:2] == (0, "")


def test_a_file_that_is_no_journal_stays_as_it_is_in_its_place(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear organizer,")
    ended = subprocess.run(
        [sys.executable, "-m", "clock", "sim", "--no-browser", "--port", "0", "--journal", file],
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == f"clapper: {file}: it is no journal, and stays as it is\n"
    assert [each.name for each in tmp_path.iterdir()] == ["letter.txt"]
    assert file.read_text() == "Dear organizer,"


def test_a_journal_that_cannot_be_written_is_told_with_what_becomes_of_the_games(
    tmp_path: Path,
) -> None:
    file = tmp_path / "games.db"
    (tmp_path / "games.db.lock").mkdir()
    with simulating("--journal", str(file)) as sim:
        sim.interrupt()
        status, _, told = sim.ended()
    assert status == 0
    first, second, *_ = told.splitlines()
    assert first.startswith(f"clapper: {file}: ")
    assert second == "clapper: until the journal can be written, games are only in memory"


def test_a_users_settings_stand_where_the_xdg_specification_says() -> None:
    home = Path("/home/ann")
    file = Path("clapper/settings.json")
    assert users_file({"HOME": "/home/ann"}) == home / ".local/state" / file
    assert users_file({"HOME": "/home/ann", "XDG_STATE_HOME": "/x"}) == Path("/x") / file
    relative = {"HOME": "/home/ann", "XDG_STATE_HOME": "x"}
    assert users_file(relative) == home / ".local/state" / file
