"""What programs read: `--json` of the commands about a clock."""

import json
from pathlib import Path
from typing import Any

from clock.game.file import read_named
from clock.presets import find_presets
from tests.cli.running import called, printed, refused

ROOT = Path(__file__).parents[2]


def test_presets_are_setups_as_game_files_have_them() -> None:
    lines = printed("presets", "--json", "--language", "cs").splitlines()
    for line, offer in zip(lines, find_presets().offers, strict=True):
        found = json.loads(line)
        assert (found["name"], found["title"]) == (offer.name, offer.title)
        file = {"format": "clapper-game/1", "setup": found["setup"], "inputs": []}
        assert read_named(json.dumps(file).encode())[0] == offer.setup


def checked(file: Path) -> tuple[int, Any]:
    status, text, errors = called("check", file, "--json", "--language", "cs")
    assert errors == ""
    return status, json.loads(text)


def test_a_configuration_is_one_document_without_the_code(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text('[organizer]\nopens = "code"\ncode = "7395"\n')
    status, found = checked(file)
    assert (status, found["file"], found["valid"]) == (0, str(file), True)
    assert found["wiring"]["lines"]["stop"] == 4
    assert "7395" not in json.dumps(found)


def test_each_mistake_has_its_line_and_its_key(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text("[lines]\nstop = 99\nhalt = 1\n")
    status, found = checked(file)
    assert (status, found["valid"]) == (2, False)
    first, second = found["mistakes"]
    assert first == {"line": 2, "key": "lines.stop", "problem": "expected 0 to 27, got 99"}
    assert (second["line"], second["key"]) == (3, "lines.halt")
    file.write_text("stop = 4,")
    assert checked(file)[1]["mistakes"] == [{"line": 1, "problem": "got 4,: write 4"}]
    assert "problem" in checked(tmp_path / "none.toml")[1]["mistakes"][0]


def test_the_doctor_prints_its_findings_an_object_a_line(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text("[lines]\nstop = 99\n")
    status, text, _ = called("doctor", "--json", "--config", file, "--language", "cs")
    findings = [json.loads(line) for line in text.splitlines()]
    assert status == 1
    assert {each["severity"] for each in findings} <= {"ok", "warning", "wrong"}
    assert any(
        each["part"] == "configuration" and "expected 0 to 27" in each["found"] and each["remedy"]
        for each in findings
    )
    assert "not allowed with argument" in refused("doctor", "--hands", "--json")
