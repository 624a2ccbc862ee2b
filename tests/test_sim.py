"""The life of `clapper sim`: how it ends, and that the game is never lost with it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from clock.gamefile import read_game
from clock.presets import find_presets
from clock.rules.control import Period
from clock.rules.inputs import Tick
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.units import HOUR_NS, MINUTE_NS
from clock.sim import setup_from
from clock.station.keep import users_file
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


def test_a_users_settings_stand_where_the_xdg_specification_says() -> None:
    home = Path("/home/ann")
    file = Path("clapper/settings.json")
    assert users_file({"HOME": "/home/ann"}) == home / ".local/state" / file
    assert users_file({"HOME": "/home/ann", "XDG_STATE_HOME": "/x"}) == Path("/x") / file
    relative = {"HOME": "/home/ann", "XDG_STATE_HOME": "x"}
    assert users_file(relative) == home / ".local/state" / file
