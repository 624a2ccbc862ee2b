"""What is wrong with a file, a journal or the pins, in other languages: keys and values stay."""

import re

import pytest

from clock.config import ConfigError, config_from
from clock.text.language import speaking, tr
from clock.text.mistakes import REMEDIES, mistake
from tests.config.broken import BROKEN

ENGLISH = re.compile(r"\b(expected|unknown|got|exist|taken|belongs|used|missing|line)\b")


def test_a_mistake_is_told_with_its_place_its_key_and_its_value() -> None:
    line = "c.toml, line 2: lines.stop: expected a whole number, got text in quotes"
    assert mistake(line) == line
    with speaking("cs"):
        assert mistake(line) == (
            "c.toml, řádek 2: lines.stop: má být celé číslo, zadáno text v uvozovkách"
        )
    with speaking("ko"):
        assert mistake(line) == (
            "c.toml, 2번째 줄: lines.stop: 정수이어야 합니다. 받은 값: 따옴표로 묶은 글"
        )


@pytest.mark.parametrize("text", [text for text, _, told in BROKEN if ": " in told])
def test_every_mistake_of_a_configuration_is_told_in_czech(text: str) -> None:
    with pytest.raises(ConfigError) as caught:
        config_from(text, "c.toml")
    (line,) = caught.value.lines
    with speaking("cs"):
        told = mistake(line)
    if "not TOML: " in line:  # what tomllib says stays as it is
        told = told[: told.index(": ", told.index("TOML"))] + ": "
    place, key, what = told.split(": ", 2)
    assert place.startswith("c.toml, řádek ")
    assert key in (line.split(": ")[1], "není TOML")
    assert not ENGLISH.search(what), told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("game 3: lines at its end are missing", "partie 3: na konci chybí řádky"),
        (
            "game 3, line 2, Press: moves was 1, by the rules it is 2",
            "partie 3, řádek 2, Press: moves bylo 1, podle pravidel je 2",
        ),
        (
            "pin factory lgpio does not start (OSError: x: y): install gpiozero",
            "továrna pinů lgpio se nespustí (OSError: x: y): nainstalujte gpiozero",
        ),
        (
            "GPIO 5 (stop) cannot be had (busy): "
            "free this pin from another `clapper run`, or from a dtoverlay",
            "GPIO 5 (stop) nelze získat (busy): "
            "uvolněte tento pin, který drží jiný `clapper run` nebo dtoverlay",
        ),
        ("GPIO 5 (stop) cannot be had (x)", "GPIO 5 (stop) nelze získat (x)"),
        (
            "GPIO 5 (stop) cannot be had ([Errno 16] Device or resource busy)",
            "GPIO 5 (stop) nelze získat ([Errno 16] Device or resource busy)",
        ),
        (
            "/x: cannot be read: No such file or directory",
            "/x: nelze přečíst: No such file or directory",
        ),
        ("a.json: expected JSON: x", "a.json: má být JSON: x"),
        (
            'a.toml, line 2: expected quotes, as factory = "lgpio"',
            'a.toml, řádek 2: chybí uvozovky, má být factory = "lgpio"',
        ),
        (
            "a.toml, line 2: expected true or false, got yes",
            "a.toml, řádek 2: má být true nebo false, zadáno yes",
        ),
        (
            "a.toml, line 2: x: expected text in quotes, a table or a list, got a number",
            "a.toml, řádek 2: x: má být text v uvozovkách, tabulka nebo seznam, zadáno číslo",
        ),
        ("/x: another thing", "/x: another thing"),
    ],
)
def test_other_mistakes_are_told_too(line: str, told: str) -> None:
    assert mistake(line) == line
    with speaking("cs"):
        assert mistake(line) == told


@pytest.mark.parametrize("remedy", REMEDIES)
def test_each_remedy_for_the_pins_is_told_in_its_own_words(remedy: str) -> None:
    figures = {"library": "RPi.GPIO", "factory": "rpigpio", "device": "/dev/gpiochip0"}
    told = remedy.format(**figures)
    with speaking("cs"):
        expected = tr(remedy).format(**figures)
        assert expected != told
        assert mistake(f"pin factory native does not start (x: y): {told}").endswith(
            f": {expected}"
        )
