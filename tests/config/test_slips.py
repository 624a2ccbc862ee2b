"""What people get wrong in a configuration is answered in a line; what is doubtful is a warning."""

import json
from pathlib import Path

import pytest

from clock.cli import main
from clock.config import config_from
from clock.config.as_json import checked
from clock.doctor import configuration
from hal.wiring_doubts import doubts
from tests.config.slips import SLIPS
from tests.config.texts import SHIPPED
from tests.doctor.lab import found

EXAMPLES = sorted((SHIPPED.parents[1] / "examples").glob("*.toml"))
Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(("text", "answer"), SLIPS)
def test_a_slip_is_answered_in_a_line_that_quotes_it_and_says_what_to_write(
    text: str | bytes, answer: str, tmp_path: Path, capfd: Capture
) -> None:
    file = tmp_path / "c.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    status = main(["check", str(file)])
    out, err = capfd.readouterr()
    if answer == "is valid.":
        assert (status, err) == (0, "")
        assert out.splitlines()[0] == f"{file} is valid."
        return
    (line,) = err.splitlines()
    assert line.startswith(f"clapper: {file}, line ")
    assert answer in line


def test_a_doubt_is_a_warning_to_all_and_keeps_no_clock_from_running(
    tmp_path: Path, capfd: Capture
) -> None:
    file = tmp_path / "c.toml"
    file.write_text("[lines]\nstop = 7\n")
    assert main(["check", str(file)]) == 0
    capfd.readouterr()
    document, is_valid = checked(file)
    (doubt,) = json.loads(document)["doubts"]
    assert (is_valid, doubt["line"], doubt["key"]) == (True, 2, "lines.stop")
    findings = configuration(file)[2]
    assert [line.partition(":")[0] for line in found(findings)] == ["ok", "warning"]
    assert str(findings[1].sent) == "a mistake in line 2"


@pytest.mark.parametrize("file", [SHIPPED, *EXAMPLES], ids=lambda file: file.name)
def test_nothing_that_is_shipped_is_doubtful(file: Path) -> None:
    config = config_from(file.read_text(encoding="utf-8"))
    assert (doubts(config.wiring), config.doubts) == ((), ())


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("[lamps]\nreferee = { pin = 7, lit_when_high = false }", 0),
        ("[lamps]\nreferee = { pin = 9 }", 0),
        ("[lines]\nleft_plunger_lh = 7\nleft_plunger_rh = 13\nleft_plunger = 'none'", 0),
        ("[lines]\nok = 'usb-event3-pad-event-kbd:KEY_A'", 0),
        ("[lines]\nok = 'event12:KEY_A'\nstop = 15\n[lamps]\nreferee = { pin = 1 }", 3),
        ("pins.factory = 'none'", 1),
        ("pins.factory = 'none'\n[screens.both]", 0),
        ("pins.factory = 'none'\nscreens.left.driver = 'sh1106'", 0),
    ],
)
def test_only_what_is_doubtful_is_a_doubt_and_once_a_key(text: str, count: int) -> None:
    assert len(config_from(text).doubts) == count
