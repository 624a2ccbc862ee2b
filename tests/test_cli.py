"""The commands as a user meets them: what they print, where to, and with which exit status."""

import errno
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from clock.cli import main
from clock.journal.databases import BESIDE, DATABASE, WAL
from clock.presets import presets

ROOT = Path(__file__).parent.parent
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
CLAPPER = (sys.executable, "-m", "clock")
WAIT_S = 30.0
"""How long a command is waited for before a test fails."""

NO_FOLDER = "/nonexistent"
QUIET_SIM = ("sim", "--port", "0", "--no-browser")
GAME = """{"format": "clapper-game/1",
 "setup": {"control": "2/10:5", "regulations": "rif"},
 "inputs": [{"type": "Start", "at_ns": 0}]}"""


def environment(**changes: str) -> dict[str, str]:
    """The environment without what changes how Python writes, and without presets of one's own."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "LC", "LANG"))
    }
    return {**kept, "XDG_CONFIG_HOME": NO_FOLDER, **changes}


def run(*arguments: str | Path, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [*CLAPPER, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        env=environment(**changes),
        check=False,
    )


def refused(*arguments: str | Path) -> str:
    """The one line that a command says when it can do nothing, without the line's end."""
    ended = run(*arguments)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1
    assert ended.stderr.endswith("\n")
    return ended.stderr.removesuffix("\n")


# ---- What is asked for is told


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (
            (),
            (
                "usage: clapper [-h] [--version] [--language {en,cs,ko}] COMMAND",
                "sim",
                "replay",
                "presets",
                "40/2h:1h is 40 moves",
            ),
        ),
        (("sim",), ("usage: clapper sim", "--control", "default: 8750")),
        (("sim",), ("[--record FILE | --journal FILE]", "(not with --journal)", "not with --rec")),
        (("replay",), ("usage: clapper replay", "--json", "FILE")),
        (("presets",), ("usage: clapper presets",)),
        (("run",), ("usage: clapper run", "--config FILE", "default: /etc/clapper/clapper.toml")),
        (("doctor",), ("usage: clapper doctor", "--json", "--hands", "measure every switch")),
        (("check",), ("usage: clapper check", "FILE", "default: /etc/clapper/clapper.toml")),
    ],
)
def test_every_command_has_its_help(command: tuple[str, ...], told: tuple[str, ...]) -> None:
    ended = run(*command, "--help")
    assert (ended.returncode, ended.stderr) == (0, "")
    for words in told:
        assert words in " ".join(ended.stdout.split())
    assert max(map(len, ended.stdout.splitlines())) <= 100


def test_the_version_is_told() -> None:
    ended = run("--version")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"clapper {VERSION}\n", "")


def test_a_sound_configuration_is_told_in_plain_words() -> None:
    file = ROOT / "systemd" / "clapper.toml"
    ended = run("check", file)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines() == [
        f"{file} is sound.",
        "Pins: lgpio.",
        "Display left: ssd1306 at 0x3C on I²C 1, 128x64.",
        "Display right: ssd1306 at 0x3D on I²C 1, 128x64.",
        "Both: 40 moves in 2:00:00, then 1:00:00.",
        "Opening: RIF.",
        "Left begins.",
        "Rules: RIF.",
    ]


def test_a_configuration_that_is_not_there_is_told_as_the_doctor_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("clock.config.DEFAULT_FILE", tmp_path / "none.toml")
    assert main(["check"]) == 0
    out, told = capsys.readouterr()
    first, second, *_ = out.splitlines()
    assert first == f"{tmp_path}/none.toml is not there: the clock is as it comes."
    assert (second, told) == ("Pins: lgpio.", "")
    named = run("check", tmp_path / "none.toml")
    assert (named.returncode, named.stdout) == (2, "")
    assert named.stderr.endswith("none.toml: cannot be read: No such file or directory\n")


def test_every_mistake_of_a_configuration_is_a_line(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text("[lines]\nstop = 99\nhalt = 1\n")
    ended = run("check", file)
    assert (ended.returncode, ended.stdout) == (2, "")
    first, second = ended.stderr.splitlines()
    assert first == f"clapper: {file}, line 2: lines.stop: GPIO 99 does not exist: expected 0 to 27"
    assert second.startswith(f"clapper: {file}, line 3: lines.halt: unknown: expected ")


def test_a_code_that_everybody_can_read_is_told(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text('[organizer]\nopens = "code"\ncode = "7395"\n')
    file.chmod(0o644)
    ended = run("check", file)
    told = f"clapper: everybody here can read {file}, and the code in it: chmod o-r {file}\n"
    assert (ended.returncode, ended.stderr) == (0, told)
    file.chmod(0o640)
    ended = run("check", file)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "7395" not in ended.stdout


@pytest.mark.parametrize("text", ["lock", "code:12"])
def test_a_guard_that_cannot_be_is_told_in_a_line(text: str) -> None:
    ended = run("sim", "--no-browser", "--port", "0", "--organizer", text)
    assert (ended.returncode, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith("clapper: --organizer: expected ")


def test_presets_are_listed_by_name_with_their_titles() -> None:
    ended = run("presets")
    assert (ended.returncode, ended.stderr) == (0, "")
    told = [line.split(maxsplit=1) for line in ended.stdout.splitlines()]
    assert told == [[name, preset.title] for name, preset in presets().items()]
    assert ["rif", "RIF, 40 moves in 2 h, then 1 h"] in told


def test_the_installed_command_and_the_module_are_the_same() -> None:
    command = Path(sys.executable).with_name("clapper")
    if not command.exists():
        pytest.skip("the package is not installed")
    ended = subprocess.run(
        [command, "presets"], capture_output=True, text=True, timeout=WAIT_S, check=True
    )
    assert ended.stdout == run("presets").stdout


# ---- What is wrong is told in one line, with exit status 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "clapper: the following arguments are required: COMMAND"),
        (("play",), "clapper: argument COMMAND: invalid choice: 'play'"),
        (("presets", "rif"), "clapper: unrecognized arguments: rif"),
        (("replay",), "clapper replay: the following arguments are required: FILE"),
        (("replay", "a.json", "--xml"), "clapper: unrecognized arguments: --xml"),
        (("sim", "--fast"), "clapper: unrecognized arguments: --fast"),
        (("sim", "--control"), "clapper sim: argument --control: expected one argument"),
        (("sim", "--control", "5:00"), "clapper: --control: expected units, as 5m"),
        (("sim", "--control", "blitz"), "clapper: --control: expected a time control as"),
        (("sim", "--control", ""), "clapper: --control: expected a time control as"),
        (("sim", "--control", "a\nb"), "clapper: --control: expected a time control as"),
        (("sim", "--control", "40/0"), "clapper: --control: "),
        (("sim", "--regulations", "ifr"), "clapper: --regulations: expected one of rif,"),
        (("sim", "--opening", "renju"), "clapper: --opening: expected one of rif,"),
        (("sim", "--port", "http"), "clapper sim: argument --port: expected a port from 0 to"),
        (("sim", "--port", "65536"), "clapper sim: argument --port: expected a port from 0 to"),
        (("sim", "--port", "-1"), "clapper sim: argument --port: expected"),
        (("sim", "--display", "64x48"), "clapper sim: argument --display: invalid choice"),
        ((*QUIET_SIM, "--host", "no.such.invalid"), "clapper: port 0 on no.such.invalid: "),
    ],
)
def test_a_wrong_option_is_told_in_one_line(arguments: tuple[str, ...], said: str) -> None:
    assert refused(*arguments).startswith(said)


def test_a_host_that_cannot_be_is_not_blamed_on_the_port() -> None:
    assert "--port" not in refused(*QUIET_SIM, "--host", "no.such.invalid")


def test_a_taken_port_is_told_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused("sim", "--no-browser", "--port", str(port))
    assert said.startswith(f"clapper: port {port} on 127.0.0.1 is taken; choose another")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("", "expected JSON: Input data was truncated", id="empty"),
        pytest.param("1. h8", "expected JSON: JSON is malformed", id="no JSON"),
        pytest.param("[" * 100_000, "expected object, got array", id="no object"),
        pytest.param(
            GAME.replace('"rif"', '{"a":' + "[" * 100_000),
            "expected JSON: nested less deeply",
            id="too deep",
        ),
        pytest.param(
            GAME.replace("2/10:5", "2/x"), "setup.control: expected a time control", id="control"
        ),
        pytest.param(
            GAME.replace("Start", "Begin"), "inputs[0].type: expected one of Press", id="type"
        ),
        pytest.param(
            GAME.replace("0}]", "9223372036854775807}]"),
            "inputs[0].at_ns: expected int <= 9223372036854775806",
            id="never",
        ),
        pytest.param(GAME.replace("0}]", "1e30}]"), "inputs[0].at_ns: expected int", id="float"),
    ],
)
def test_a_wrong_file_is_told_with_its_name_and_the_place_in_it(
    tmp_path: Path, text: str, said: str
) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    assert refused("replay", file).startswith(f"clapper: {file}: {said}")


def test_a_file_that_is_not_text_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(b'{"format": "\xff"}')
    assert refused("replay", file).startswith(f"clapper: {file}: expected JSON: ")


def test_a_file_that_is_not_there_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert refused("replay", file) == f"clapper: {file}: {os.strerror(errno.ENOENT)}"


def test_a_folder_is_no_game_file(tmp_path: Path) -> None:
    assert refused("replay", tmp_path) == f"clapper: {tmp_path}: {os.strerror(errno.EISDIR)}"


@pytest.mark.parametrize("command", ["replay", "report"])
def test_a_journal_is_no_game_file_and_what_makes_one_is_told(tmp_path: Path, command: str) -> None:
    file = tmp_path / "games.db"
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE games (x)")
    assert refused(command, file) == (
        f"clapper: {file}: expected a game file: it is a journal, `clapper export` makes game "
        "files of its games"
    )


def test_an_input_that_the_rules_refuse_is_told_after_the_lines_before_it(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(GAME.replace("0}]", '7}, {"type": "Stop", "at_ns": 6}]'))
    ended = run("replay", file)
    assert ended.returncode == 2
    assert ended.stdout.count("\n") == 1
    assert ended.stderr == (
        f"clapper: {file}: inputs[1].at_ns: expected an instant of 7 ns or later, got 6 ns\n"
    )


@pytest.mark.parametrize("place", [".", "no/such/folder/game.json"])
def test_a_record_that_cannot_be_written_is_told_before_the_game(
    tmp_path: Path, place: str
) -> None:
    file = tmp_path / place
    both = refused("sim", "--record", file, "--journal", file)
    assert "--journal: not allowed with argument --record" in both
    assert refused(*QUIET_SIM, "--record", file).startswith(f"clapper: --record {file}: ")


def test_a_clock_that_cannot_start_leaves_no_record(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused("sim", "--port", str(taken.getsockname()[1]), "--record", file)
    assert not file.exists()


def test_without_what_the_page_needs_the_extra_is_named() -> None:
    code = "import sys; sys.modules['uvicorn'] = None; from clock.cli import main; sys.exit(main())"
    ended = subprocess.run(
        [sys.executable, "-c", code, *QUIET_SIM],
        capture_output=True, text=True, timeout=WAIT_S, check=False,
    )  # fmt: skip
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr == (
        "clapper: sim needs uvicorn, which is not installed here: play by `make run` in the "
        "project's folder\n"
    )


# ---- What is read, and what is a journal, is not written over


def another_name(file: Path, kind: str) -> Path:
    """The same file under its own name, or by a link to it."""
    other = file.with_name(f"other-{file.name}")
    match kind:
        case "symbolic link":
            other.symlink_to(file)
        case "hard link":
            other.hardlink_to(file)
        case _:
            return file
    return other


@pytest.mark.parametrize("kind", ["itself", "symbolic link", "hard link"])
def test_a_report_does_not_take_the_place_of_its_game_file(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(GAME)
    out = another_name(file, kind)
    told = f"clapper: {out}: expected another file to write: this one is what is read"
    assert refused("report", file, "-o", out) == told
    assert file.read_text() == GAME


@pytest.mark.parametrize("start", [*WAL, DATABASE])
@pytest.mark.parametrize("option", ["-o", "--record", "--settings"])
def test_nothing_takes_the_place_of_a_journal(tmp_path: Path, option: str, start: bytes) -> None:
    game, out = tmp_path / "game.json", tmp_path / "other.db"
    game.write_text(GAME)
    kept = start + b"the games of an evening"
    out.write_bytes(kept)
    command = ("report", game) if option == "-o" else QUIET_SIM
    told = f"clapper: {out}: expected another file to write: this one is a journal"
    assert refused(*command, option, out) == told
    assert out.read_bytes() == kept


@pytest.mark.parametrize("ending", BESIDE)
@pytest.mark.parametrize("option", ["-o", "--record", "--settings"])
def test_nothing_takes_the_place_of_what_lies_beside_a_journal(
    tmp_path: Path, option: str, ending: str
) -> None:
    game, out = tmp_path / "game.json", tmp_path / f"other.db{ending}"
    game.write_text(GAME)
    (tmp_path / "other.db").write_bytes(DATABASE)
    command = ("report", game) if option == "-o" else QUIET_SIM
    told = f"clapper: {out}: expected another file to write: this name is a journal's"
    assert refused(*command, option, out) == told
    assert not out.exists()


@pytest.mark.parametrize(
    ("option", "settings"),
    [
        ("--journal", "new"),
        ("--journal", "link"),
        ("--journal", "new-wal"),
        ("--journal", "new.lock"),
        ("--record", "new"),
        ("--record", "link"),
    ],
)
def test_games_and_settings_are_not_kept_in_one_file(
    tmp_path: Path, option: str, settings: str
) -> None:
    file, other = tmp_path / "new", tmp_path / settings
    (tmp_path / "link").symlink_to("new")
    told = f"clapper: {option} {file}: expected another file: the settings are kept in {other}"
    assert refused(*QUIET_SIM, option, file, "--settings", other) == told
    assert [each.name for each in tmp_path.iterdir()] == ["link"]


def test_an_older_report_is_written_over_and_a_device_is_written_to(tmp_path: Path) -> None:
    game, out = tmp_path / "game.json", tmp_path / "game.html"
    game.write_text(GAME)
    out.write_text("before")
    assert run("report", game, "-o", out).returncode == 0
    assert out.read_text().startswith("<!DOCTYPE html>")
    assert run("report", game, "-o", "/dev/null").returncode == 0


# ---- An output that nobody reads, and Ctrl-C


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "arguments", [("presets",), ("--help",), ("replay", "{game}"), ("replay", "{game}", "--json")]
)
def test_an_output_that_nobody_reads_ends_the_command_quietly(
    tmp_path: Path, arguments: tuple[str, ...], unbuffered: str
) -> None:
    file = tmp_path / "game.json"
    file.write_text(GAME)
    reader, writer = os.pipe()
    os.close(reader)
    ended = subprocess.run(
        [*CLAPPER, *(each.format(game=file) for each in arguments)],
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=WAIT_S,
        env=environment(PYTHONUNBUFFERED=unbuffered),
        check=False,
    )
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_full_disk_is_told_in_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            [*CLAPPER, "presets"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=WAIT_S,
            env=environment(),
            check=False,
        )
    assert ended.returncode == 2
    assert ended.stderr == f"clapper: {os.strerror(errno.ENOSPC)}\n"


def test_a_closed_output_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(GAME)
    line = f"exec '{sys.executable}' -m clock replay '{file}' >&-"
    ended = subprocess.run(["sh", "-c", line], stderr=subprocess.PIPE, timeout=WAIT_S, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_ctrl_c_ends_a_command_without_a_traceback(tmp_path: Path) -> None:
    pipe = tmp_path / "game.json"
    os.mkfifo(pipe)
    # A shell's background job ignores Ctrl-C, and hands that down.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    command = subprocess.Popen(
        [*CLAPPER, "replay", pipe], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    signal.signal(signal.SIGINT, before)
    with pipe.open("wb"):  # opens when the command does
        command.send_signal(signal.SIGINT)
        told = command.communicate(timeout=WAIT_S)
    assert (command.returncode, *told) == (130, b"", b"")


# ---- Commands speak the language that is asked for


@pytest.mark.parametrize(
    ("arguments", "changes", "told"),
    [
        (("--language", "cs", "--help"), {}, "použití: clapper"),
        (("--help",), {"LANG": "cs_CZ.UTF-8"}, "použití: clapper"),
        (("--help",), {"LANGUAGE": "de:ko", "LANG": "cs_CZ.UTF-8"}, "사용법: clapper"),
        (("--help",), {"LC_ALL": "C.UTF-8", "LANG": "cs_CZ.UTF-8"}, "usage: clapper"),
        (("--language", "en", "--help"), {"LANG": "cs_CZ.UTF-8"}, "usage: clapper"),
        (("sim", "--language", "ko", "--help"), {}, "사용법: clapper sim"),
        (("--language", "cs", "presets"), {}, "RIF, 40 tahů za 2 h, pak 1 h"),
        (("presets", "--language", "cs"), {}, "RIF, 40 tahů za 2 h, pak 1 h"),
    ],
)
def test_a_command_speaks_the_language_that_is_asked_for(
    arguments: tuple[str, ...], changes: dict[str, str], told: str
) -> None:
    ended = run(*arguments, PYTHONUTF8="1", **changes)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert told in ended.stdout


COMMANDS = (
    "sim", "presets", "replay", "run", "check", "doctor", "games", "log", "export", "report",
    "verify",
)  # fmt: skip


def test_the_language_may_stand_after_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        with pytest.raises(SystemExit, match="0"):
            main([command, "--language", "cs", "--help"])
        told = capsys.readouterr().out
        assert told.startswith(f"použití: clapper {command}")
        assert "[--language {en,cs,ko}]" in told
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    listed = re.findall(r"^    (\w+) ", capsys.readouterr().out, re.M)
    assert sorted(listed) == sorted(COMMANDS)


def test_a_mistake_is_told_in_the_language_that_is_asked_for() -> None:
    told = refused("--language", "cs", "sim", "--control", "5:00")
    assert told == (
        "clapper: --control: chybí jednotky, jako 5m nebo 5400 nebo 5s:30s, zadáno '5:00', "
        "nebo jméno z `clapper presets`"
    )
    assert "očekáváno" not in refused("--language", "xx", "presets")


def test_a_terminal_that_knows_no_hangul_gets_question_marks() -> None:
    ended = run("--language", "ko", "--help", PYTHONIOENCODING="ascii")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "?" in ended.stdout
