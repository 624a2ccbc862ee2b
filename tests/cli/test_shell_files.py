"""The Tab key in a shell, and the manual page."""

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from clock.cli.parser import COMMANDS
from clock.text.language import LANGUAGES
from tests.conftest import WAIT_S, missing
from tools.shell_files import FOLDER, MADE, options_of


@pytest.mark.parametrize("name", MADE)
def test_the_files_are_made_from_the_commands_of_today(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == MADE[name](), "make shell"


def completed(folder: Path, *words: str) -> set[str]:
    """What bash offers for the last of the words behind `clapper`."""
    typed = " ".join(map(shlex.quote, ("clapper", *words)))
    script = f"""
        . {shlex.quote(str(FOLDER / "clapper.bash"))}
        COMP_WORDS=({typed}) COMP_CWORD={len(words)}
        _clapper
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    bash = ["bash", "--norc", "-uc", script]
    ended = subprocess.run(
        bash, cwd=folder, capture_output=True, text=True, timeout=WAIT_S, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    return set(ended.stdout.split("\n")) - {""}


def test_tab_in_bash_completes_commands_options_values_and_paths(tmp_path: Path) -> None:
    (tmp_path / "my game.json").touch()
    (tmp_path / "games").mkdir()
    assert completed(tmp_path, "") == {*COMMANDS, "--help", "--version", "--language"}
    assert completed(tmp_path, "re") == {"replay", "report"}
    assert completed(tmp_path, "--language", "") == set(LANGUAGES)
    assert completed(tmp_path, "--language", "cs", "ver") == {"verify"}
    assert completed(tmp_path, "check", "--language", "=", "k") == {"ko"}
    assert completed(tmp_path, "sim", "--regulations", "ri") == {"rif", "rif-referees"}
    assert "fide-rapid" in completed(tmp_path, "sim", "--control", "fide")
    assert completed(tmp_path, "sim", "--port", "") == set()
    assert completed(tmp_path, "games", "--journal", "") == {"games"}
    assert completed(tmp_path, "desk", "in") == {"init"}
    assert completed(tmp_path, "log", "l") == {"last"}
    assert completed(tmp_path, "log", "m") == {"my game.json"}
    for command in COMMANDS:
        names = {each.name for each in options_of(command) if each.name.startswith("--")}
        assert completed(tmp_path, command, "--") == names


def checked(*command: str | Path) -> None:
    """Run a program that checks a file; nothing is to be said about it."""
    if shutil.which(str(command[0])) is None:
        missing(f"{command[0]} is not installed")
    ended = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_zsh_can_read_its_file() -> None:
    checked("zsh", "-n", FOLDER / "_clapper")


def test_the_manual_page_is_sound_and_has_every_command_and_option() -> None:
    checked("groff", "-man", "-ww", "-z", FOLDER / "clapper.1")
    page = MADE["clapper.1"]().replace("\\", "")
    for command in COMMANDS:
        assert f".SS clapper {command}\n" in page
        for option in options_of(command)[:-2]:
            name = option.name if option.name.startswith("-") else option.arguments.get("metavar")
            assert str(name or option.name.upper()) in page
