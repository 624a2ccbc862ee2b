"""The commands as a user meets them: what they print, where to, and with which exit status."""

import errno
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from clock.cli.command_options import GAME as GAME_OPTION
from clock.cli.parser import COMMANDS
from clock.game.chain import START
from clock.journal.folder import HEAD
from clock.presets import find_presets
from clock.text.language import LANGUAGES
from clock.text.rows import columns
from tests.cli.running import GAME, QUIET_SIM, called, environment, printed, refused, run
from tests.conftest import WAIT_S

ROOT = Path(__file__).parents[2]
HELP = {
    "": ("usage: clapper [-h] [--version] [--language {en,cs,ko}] COMMAND", "90+30 is 90 minutes"),
    "sim": ("--control", "default: 8750", "--journal FOLDER", "--desk FOLDER"),
    "presets": ("--own FOLDER",),
    "control": ("TEXT", "--json"),
    "card": ("TEXT|PRESET", "--arbiter", "clapper-cards.html"),
    "replay": ("--json", "GAME|FILE", "(default: /var/lib/clapper/games,"),
    "run": ("--config FILE", "(default: /etc/clapper/clapper.toml)"),
    "check": ("FILE", "(default: /etc/clapper/clapper.toml)"),
    "doctor": ("--report", "--hands", "lamps and switches"),
    "games": ("--day DATE",),
    "bring": ("FILE", "--journal FOLDER"),
    "log": ("GAME|FILE",),
    "export": ("--csv", "--pgn FILE", "-o FILE"),
    "report": ("--left TEXT",),
    "verify": ("--all",),
    "desk": ("--tables COUNT", "such as chess"),
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    file.write_text(GAME)
    return file


@pytest.mark.parametrize("command", HELP)
def test_every_command_has_its_help_in_every_language(command: str) -> None:
    text = printed(*command.split(), "--help")
    for words in (f"usage: {f'clapper {command}'.strip()}", *HELP[command]):
        assert words in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 100
    czech = printed(*command.split(), "--language", "cs", "--help")
    assert czech.startswith(f"použití: {f'clapper {command}'.strip()}")
    if not command:
        assert text == printed()
        listed = re.findall(r"^    (\w+) ", text, re.M)
        assert listed == [each for each in HELP if each], "a row in HELP, in the order of COMMANDS"


def test_help_is_as_wide_as_the_terminal() -> None:
    for width in (60, 72, 100, 300):
        for command in ("", "desk", "report", "verify"):
            for code in LANGUAGES:
                text = printed(*command.split(), "--help", "--language", code, COLUMNS=str(width))
                assert max(map(columns, text.splitlines())) <= min(width, 100)
    assert "  clapper sim     " in printed(COLUMNS="100")
    assert "  clapper sim\n      the clock" in printed(COLUMNS="60")


def test_the_version_is_that_of_the_package_and_the_installed_command_is_the_module() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    ended = run("--version")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"clapper {version}\n", "")
    command = Path(sys.executable).with_name("clapper")
    if command.exists():
        line = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
        assert line.stdout == ended.stdout


def test_a_terminal_that_knows_no_hangul_gets_question_marks() -> None:
    ended = run("--language", "ko", "--help", PYTHONIOENCODING="ascii")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "?" in ended.stdout


def test_a_command_speaks_the_language_that_is_asked_for() -> None:
    czech = {"LANG": "cs_CZ.UTF-8"}
    for arguments, changes, text in (
        ("--help", czech, "použití: clapper"),
        ("--help", {"LANGUAGE": "de:ko", **czech}, "사용법: clapper"),
        ("--help", {"LC_ALL": "C.UTF-8", **czech}, "usage: clapper"),
        ("--language en --help", czech, "usage: clapper"),
        ("--language cs presets", {}, "RIF 40/2 h, pak 1 h"),
        ("presets --language cs", {}, "RIF 40/2 h, pak 1 h"),
    ):
        assert text in printed(*arguments.split(), **changes)


def test_a_sound_configuration_is_printed_in_plain_words() -> None:
    file = ROOT / "systemd" / "clapper.toml"
    lines = printed("check", file).splitlines()
    assert lines[:3] == [
        f"{file} is valid.",
        "Pins: lgpio.",
        "left plunger: GPIO 5, header pin 29.",
    ]
    assert lines[13:] == [
        "buzzer: GPIO 18, header pin 12.",
        "Display left: ssd1306 at 0x3C on I²C 1, 128x64.",
        "Display right: ssd1306 at 0x3D on I²C 1, 128x64.",
        "Both: 40 moves in 2:00:00, then 1:00:00.",
        "Game: Renju.",
        "Opening: RIF.",
        "Left begins.",
        "Rules: RIF.",
    ]


def test_without_a_configuration_the_clock_is_as_it_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "none.toml"
    monkeypatch.setattr("clock.config.DEFAULT_FILE", file)
    first, second, *_ = printed("check").splitlines()
    assert first == f"{file} does not exist: the clock uses its defaults."
    assert second == "Pins: lgpio."
    assert refused("check", file).endswith("none.toml: cannot be read: No such file or directory")


def test_every_mistake_of_a_configuration_is_a_line_and_an_open_code_a_warning(
    tmp_path: Path,
) -> None:
    file = tmp_path / "c.toml"
    file.write_text("[lines]\nstop = 99\nhalt = 1\n")
    status, out, errors = called("check", file)
    first, second = errors.splitlines()
    assert (status, out) == (2, "")
    assert first == f"clapper: {file}, line 2: lines.stop: expected 0 to 27, got 99"
    assert second.startswith(f"clapper: {file}, line 3: lines.halt: unknown: expected ")
    file.write_text('[organizer]\nopens = "code"\ncode = "7395"\n')
    file.chmod(0o644)
    status, out, errors = called("check", file)
    assert status == 0
    assert errors.startswith(f"clapper: every user can read {file} and the code in it; ")
    file.chmod(0o640)
    assert "7395" not in out + printed("check", file)


def test_presets_are_listed_by_name_with_their_titles_and_why_some_are_left_out(
    tmp_path: Path,
) -> None:
    listed = [line.split(maxsplit=1) for line in printed("presets").splitlines()]
    for (name, text), offer in zip(listed, find_presets().offers, strict=True):
        opening = offer.setup.opening
        named = text in (offer.title, f"{offer.title}. Opening: {opening.title}")
        shown = opening.name == "none" or text.endswith(opening.title)
        assert (name, named, shown) == (offer.name, True, True), text
    assert [line.split()[0] for line in printed("presets", "Scrabble").splitlines()] == [
        offer.name for offer in find_presets().offers if offer.game == "scrabble"
    ]
    folder = tmp_path / "clapper" / "presets"
    folder.mkdir(parents=True)
    text = (
        '[ours]\ntitle = "Five"\ncontrol = "5m"\nfirst = "white"\n\n'
        '[x]\ntitle = "X"\ncontrol = "x"\n'
    )
    (folder / "own.toml").write_text(text)
    skipped = f"clapper: skipped {folder}/own.toml, line 8: x.control: expected a time control"
    for arguments, changes in (
        (("presets",), {"XDG_CONFIG_HOME": str(tmp_path)}),
        (("presets", "--own", folder), {}),
    ):
        status, out, errors = called(*arguments, **changes)
        assert status == 0
        understood = "Five. Both: 5:00. Opening: none. White begins. Rules: Club"
        assert out.splitlines()[-1].split(maxsplit=1) == ["ours", understood]
        assert errors.startswith(skipped)
        assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("chess",), "clapper: argument COMMAND: invalid choice: 'chess'"),
        (("verfy",), "clapper: argument COMMAND: 'verfy' is unknown: did you mean verify?"),
        (("desk", "int"), "clapper desk: argument act: 'int' is unknown: did you mean init?"),
        (("--language", "KO"), "clapper: argument --language: 'KO' is unknown: did you mean ko?"),
        (("sim", "--contrl", "5+3"), "clapper: unrecognized arguments: --contrl 5+3: did you mean"),
        (("--verison",), "clapper: unrecognized arguments: --verison: did you mean --version?"),
        (("--langage", "cs", "games"), "clapper: unrecognized arguments: --langage: did you mean"),
        (("help",), "clapper: argument COMMAND: 'help' is unknown: did you mean --help?"),
        (("log", "lats"), "clapper: lats: no such file: did you mean last?"),
        (("sim", "--control", "fide-rapit"), "clapper: --control: expected a time control such"),
        (("presets", "--own", "/nonexistent"), "clapper presets: argument --own: /nonexistent: No"),
        (("replay",), "clapper replay: the following arguments are required: GAME|FILE"),
        (
            ("games", "copied.jsonl"),
            "clapper games: argument file: `clapper games` lists a folder (--journal FOLDER); "
            "for one file: `clapper log copied.jsonl`",
        ),
        (("games", "--day", "x"), "clapper games: argument --day: expected a day such as 2026-11"),
        (("sim", "--control"), "clapper sim: argument --control: expected one argument"),
        (
            ("sim", "--control", "1:30"),
            "clapper: --control: 1:30 has two meanings: write 1m30s (1:30) or 1h30m (1:30:00)",
        ),
        (("sim", "--control", "a\nb"), "clapper: --control: expected a time control such as"),
        (("sim", "--left", "a\nb"), "clapper sim: argument --left: expected one line of text"),
        (("sim", "--opening", "\33[1m"), "clapper: --opening: expected one of rif,"),
        (("\33[1m",), "clapper: argument COMMAND: invalid choice"),
        (("check", "\33[1m"), "clapper: \\x1b[1m: cannot be read"),
        (("replay", "\33[1m"), "clapper: \\x1b[1m: No such file or directory"),
        (("sim", "--regulations", "ifr"), "clapper: --regulations: expected one of rif,"),
        (("sim", "--opening", "renju"), "clapper: --opening: expected one of rif,"),
        (("sim", "--organizer", "code:12"), "clapper: --organizer: expected "),
        (("sim", "--port", "65536"), "clapper sim: argument --port: expected a port from 0 to"),
        ((*QUIET_SIM, "--host", "no.such.invalid"), "clapper: port 0 on no.such.invalid: "),
        (("replay", "/nonexistent"), "clapper: /nonexistent: No such file or directory"),
        (("report", "/nonexistent"), "clapper: /nonexistent: No such file or directory"),
        (
            ("report", "7", "--journal", "/no"),
            "clapper: /no: no games here; for another folder",
        ),
        (("games", "--journal", "/"), "clapper: /: no games here; for another folder"),
        (("games", "--journal", "/dev/null"), "clapper: /dev/null: Not a directory"),
        (
            ("--language", "cs", "sim", "--control", "90"),
            "clapper: --control: 90 má dva významy: napište 1h30m",
        ),
    ],
)
def test_a_wrong_option_is_one_line_that_changes_no_terminal(
    arguments: tuple[str, ...], line: str
) -> None:
    assert refused(*arguments).startswith(line)
    assert refused(*arguments).isprintable()


def test_what_a_file_has_in_it_or_is_called_changes_no_terminal(game: Path) -> None:
    config, named = game.with_name("c.toml"), game.with_name("\x1b[2Jgame.json")
    for text in (
        '"a\\u001b" = 1',
        "a\33 = 1",
        '[presets]\nown = "\\u009b1m"',
        '[game]\nopening = "\\u202e"',
    ):
        config.write_text(text)
        assert refused("check", config).isprintable()
    config.write_text("""["a\\u001b"]\ntitle = "A"\ncontrol = "5m"\n""")
    _, out, errors = called("presets", "--own", game.parent)
    assert all(line.isprintable() for line in (out + errors).splitlines())
    evil = '"a\\u001b[2J\\u0007\\nb"'
    for text in (GAME.replace('"rif"', evil), GAME.replace('"Start"', evil)):
        named.write_text(text)
        line = refused("replay", named)
        assert line.isprintable()
        assert "\\x1b[2J" in line


def test_ctrl_c_ends_a_command_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_options: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("clock.cli.commands.presets", interrupted)
    assert called("presets") == (130, "", "")


def test_a_wrong_game_file_is_one_line_with_its_name_and_the_place_in_it(game: Path) -> None:
    as_it_was = printed("replay", game)
    for text, problem in {
        "1. h8": "expected JSON: JSON is malformed",
        '{"format": "\udcff"}': "expected UTF-8: save the file again",
        GAME.replace('"rif"', '{"a":' + "[" * 100_000): "expected less deeply nested JSON",
        GAME.replace("2/10:5", "2/x"): "setup.control: expected a time control",
    }.items():
        game.write_text(text, errors="surrogateescape")
        assert refused("replay", game).startswith(f"clapper: {game}: {problem}")
    game.write_text(GAME, encoding="utf-8-sig")
    assert printed("replay", game) == as_it_was


def test_what_is_no_file_or_has_no_end_is_one_line_at_once(game: Path) -> None:
    pipe, large = game.with_name("pipe"), game.with_name("large")
    os.mkfifo(pipe)
    large.touch()
    os.truncate(large, 10**12)
    no_file = "expected a regular file, got a pipe or a device"
    for command in (name for name, (_, options) in COMMANDS.items() if GAME_OPTION in options):
        for file, problem in (
            (pipe, no_file),
            ("/dev/zero", no_file),
            (large, "expected at most 64000000 bytes"),
            (game.parent, "Is a directory"),
        ):
            assert refused(command, file) == f"clapper: {file}: {problem}"


def test_an_input_that_the_rules_refuse_is_reported_after_the_lines_before_it(game: Path) -> None:
    game.write_text(GAME.replace("0}]", '7}, {"type": "Stop", "at_ns": 6}]'))
    status, out, errors = called("replay", game)
    assert (status, out.count("\n")) == (2, 1)
    assert errors == (
        f"clapper: {game}: inputs[1].at_ns: expected an instant of 7 ns or later, got 6 ns\n"
    )


def test_without_what_the_page_needs_the_library_is_named() -> None:
    script = "import sys; sys.modules['uvicorn'] = None; from clock.cli import main; main(['sim'])"
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=WAIT_S, check=True
    )
    assert (ended.stdout, ended.stderr) == (
        "",
        "clapper: `clapper sim` needs uvicorn, which is not installed: use `make run` in the "
        "project's folder\n",
    )


@pytest.mark.parametrize("link", [None, Path.symlink_to, Path.hardlink_to])
def test_a_report_does_not_take_the_place_of_its_game_file(game: Path, link: object) -> None:
    out = game
    if callable(link):
        out = game.with_name("other.json")
        link(out, game)
    line = f"clapper: {out}: expected a different output file: this one is the input"
    assert refused("report", game, "-o", out) == line
    assert game.read_text() == GAME


@pytest.mark.parametrize("option", ["-o", "--settings"])
def test_nothing_takes_the_place_of_a_journals_file(game: Path, option: str) -> None:
    command = ("report", game) if option == "-o" else QUIET_SIM
    begun = START + b"what a game, or a head, begins with"
    copy = game.with_name("copy.jsonl")
    for file in (copy, game.with_name(HEAD)):
        file.write_bytes(begun)
        line = f"clapper: {file}: expected a different output file: this one belongs to a journal"
        assert refused(*command, option, file) == line
        assert file.read_bytes() == begun


def test_an_older_report_is_written_over_and_a_device_is_written_to(game: Path) -> None:
    out = game.with_name("game.html")
    out.write_text("before")
    assert printed("report", game, "-o", out) == f"written: {out}\n"
    assert out.read_text().startswith("<!DOCTYPE html>")
    assert printed("report", game, "-o", "/dev/null") == ""
    assert printed("report", game, "-o", "-") == out.read_text()
    for file, reason in ((game.parent, "Is a directory"), (game / "x", "Not a directory")):
        assert refused("report", game, "-o", file) == f"clapper: {file}: {reason}"


def test_a_report_for_a_terminal_is_a_file_that_is_named(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = printed("report", game)
    monkeypatch.setattr("clock.cli.commands._is_terminal", lambda: True)
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "clapper-report-game.html"
    assert printed("report", game) == f"written: {file}\n"
    assert file.read_text() == page
    assert printed("report", game, "-o", "-") == page
    assert printed("report", game, "--json").startswith("{")


@pytest.mark.parametrize(
    ("command", "unbuffered"), [("presets", "1"), ("presets", ""), ("replay", ""), ("report", "")]
)
def test_an_output_that_nobody_reads_or_is_closed_is_silence_and_a_full_disk_one_line(
    game: Path, command: str, unbuffered: str
) -> None:
    line = f"clapper: {os.strerror(errno.ENOSPC)}\n"
    reader, writer = os.pipe()
    os.close(reader)
    for target, status, errors in (("", 0, ""), (">/dev/full", 2, line), (">&-", 0, "")):
        arguments = command if command == "presets" else f"{command} '{game}'"
        ended = subprocess.run(
            ["sh", "-c", f"exec '{sys.executable}' -m clock {arguments} {target}"],
            stderr=subprocess.PIPE, text=True, timeout=WAIT_S, check=False, stdout=writer,
            env=environment(PYTHONUNBUFFERED=unbuffered),
        )  # fmt: skip
        assert (ended.returncode, ended.stderr) == (status, errors), target
    os.close(writer)
