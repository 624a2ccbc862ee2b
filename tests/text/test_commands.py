"""What the commands print, right and wrong, in three languages; what programs read stays."""

import os
import re
from pathlib import Path
from typing import get_args

import pytest

from clock.cli.parser import COMMANDS
from clock.config import ConfigError, config_from
from clock.game.chain import body_of
from clock.notation.opening_files import SHIPPED
from clock.presets import find_presets
from clock.rules.control import Method
from clock.rules.inputs import Input
from clock.rules.units import SECOND_NS
from clock.text.language import render, speaking
from clock.text.regulations import CHOICES
from tests.cli.running import GAME, called, printed
from tests.config.broken import BROKEN
from tests.journal.journal_tables import FLUSH_S, JournalTable, evening, start_and_press
from tests.journal.written import copied, game_file, relinked
from tests.station.tables import setup
from tests.text.test_messages import OTHERS, SHARED, foreign, words

__all__ = ["evening"]

# What the system and the libraries answer stays as it is.
SYSTEM = ["file is not a database", *(os.strerror(number) for number in range(1, 40))]
LIBRARY = re.compile(r"(JSON[^:]*: ).*")
# Keys and values that a mistake names as they are typed.
KEYS = """
    lines minus plus pin referee ssd rpigpio bonus carry count method moves points repeat time none
    swap white amounts opens first opening starter base run enforce witness brightness language
    sound volumes gong settings buzzer game journal lamps organizer power presets screens table
    format setup inputs debounce names event keyboards both beside facing
    choices games title expert must win
"""
TYPED = {
    *KEYS.split(),
    *CHOICES,
    *re.findall(r"[a-z]{3,}", " ".join(SHIPPED)),
    *(word for each in Method for word in each.value.split("_")),
    *COMMANDS,
    *(kind.__name__ for kind in get_args(Input)),
}
CLOCK_SOURCE = Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")


@pytest.fixture
def journal(evening: JournalTable) -> Path:
    """A journal with a game of three moves."""
    table = evening.switch_on(at_ns=5000 * SECOND_NS, game=setup("3/60:30", "rif-referees"))
    start_and_press(table, *(each * SECOND_NS for each in (20, 30, 7)))
    assert evening.journal.flush(FLUSH_S)
    return evening.path


def heads(text: str) -> int:
    """How many lines begin something: what goes on is set in, where it does not fit."""
    return sum(not line.startswith(" ") for line in text.splitlines())


def check(english: str, text: str, code: str, typed: str) -> None:
    """Fail if a text has words of the English one that nobody typed."""
    english, text = (LIBRARY.sub(r"\1", each) for each in (english, text))
    for answer in SYSTEM:
        english, text = english.replace(answer, ""), text.replace(answer, "")
    assert text != english or not words(english) - SHARED[code]
    assert heads(text) == heads(english), text
    allowed = TYPED | set(re.findall(r"[^\W\d_]{3,}", typed))
    assert not foreign(english, text, code) - allowed, text


def in_one_language(*command: str | Path, typed: str = "", status: int = 2) -> None:
    """Check what a command prints in each language; of one that fails, its mistakes."""
    printed_as = {code: called(*command, "--language", code) for code in ("en", *OTHERS)}
    assert {ended for ended, *_ in printed_as.values()} == {status}
    for code in OTHERS:
        if status != 2:
            check(printed_as["en"][1], printed_as[code][1], code, typed)
        check(printed_as["en"][2], printed_as[code][2], code, typed)


# Mistakes


@pytest.mark.parametrize("code", OTHERS)
def test_every_mistake_in_a_configuration_is_in_one_language(code: str) -> None:
    for text, _, _ in BROKEN:
        with pytest.raises(ConfigError) as caught:
            config_from(text)
        for message in caught.value.messages:
            with speaking(code):
                translated = render(message)
            check(str(message), translated, code, typed=text)


SETUP = '{"format": "clapper-game/1", "setup": %s, "inputs": []}'
SECOND = GAME.replace('"at_ns": 0}', '"at_ns": 9}, {%s}')


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"format": "clapper-game/2"}',
        '{"format": "clapper-game/1", "inputs": []}',
        SETUP % '{"control": [{"time": "1:99"}]}',
        SETUP % '{"control": [{"time": "9", "moves": "x"}]}',
        SETUP % '{"control": [{"time": "9", "method": "delay"}]}',
        SETUP % '{"control": "5m", "regulations": "ing"}',
        SETUP % '{"control": "5m", "remaining": {"left": "2000:00:00"}}',
        GAME.replace('"Start"', '"Begin"'),
        SECOND % '"type": "Tick", "at_ns": 1',
        SECOND % '"type": "Resume", "at_ns": 9, "seat": "left"',
    ],
)
def test_a_mistake_in_a_game_file_is_in_one_language(text: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    in_one_language("replay", file, typed=text)


NAMES = " ".join(find_presets().presets)
MINE = "[mine]\ntitle = 'x'\n"


@pytest.mark.parametrize(
    "text",
    ["[mine", MINE, f"{MINE}control = [{{ time = '1:99' }}]\n", f"{MINE}control = '5m'\nlegs = 4"],
)
def test_a_mistake_in_a_preset_is_in_one_language(text: str, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(text)
    assert "own.toml" in called("presets", "--own", tmp_path)[2]
    in_one_language("presets", "--own", tmp_path, typed=f"{text} {NAMES}", status=0)


def test_what_is_wrong_with_a_journal_is_in_one_language(journal: Path, tmp_path: Path) -> None:
    journal = copied(journal, tmp_path / "copy")
    game, text = game_file(journal, 1), tmp_path / "text"
    text.write_text("no journal at all")
    in_one_language("export", "9", "--journal", journal)
    in_one_language("export", "1", "-o", game, "--journal", journal)
    for folder in (tmp_path / "none", tmp_path, text):
        in_one_language("games", "--journal", folder)
    in_one_language("verify", game, status=0)
    in_one_language("verify", text)
    lines = game.read_bytes().splitlines(keepends=True)
    other = relinked([body_of(lines[0]).replace(b"rif", b"fir")])
    for data in (other, b"".join(lines[:-1]), b"".join((*lines[:2], *lines[3:])), b""):
        game.write_bytes(data)
        for name in ("--all", "1"):
            in_one_language("verify", name, "--journal", journal, status=1)
    in_one_language("log", "1", "--journal", journal)
    game.unlink()
    in_one_language("verify", "--all", "--journal", journal, status=1)


@pytest.mark.parametrize(
    "command",
    [
        "doctor --config /no/such/file --hands",
        "replay /no/such/file",
        "check /",
        "sim --control 1:99",
        "sim --organizer code:1",
        "sim --port x",
        "dance",
        "games --day yesterday",
        "replay",
        "verify 1 --all",
    ],
)
def test_a_mistake_in_a_command_is_in_one_language(command: str) -> None:
    in_one_language(*command.split(), typed=command)


# What is right


@pytest.mark.parametrize(
    ("code", "replayed", "listed", "log", "verified"),
    [
        (
            "cs", "Press (Levý)  běží |  levý 0:05.000 tah 1 úsek 1", "3 tahy",
            "Levý stiskl: tah 1, spotřeba 0:20.000, zbývá 0:40.000", "řetěz otisků i každý údaj",
        ),
        (
            "ko", "Press (왼쪽)  진행 |  왼쪽 0:05.000 1수 1구간", "3수",
            "왼쪽 누름: 1수, 사용 0:20.000, 남은 시간 0:40.000", "해시 체인과 모든 값이 맞습니다",
        ),
    ],
)  # fmt: skip
def test_games_are_described_in_the_language_and_programs_read_the_same(
    journal: Path, tmp_path: Path, code: str, replayed: str, listed: str, log: str, verified: str
) -> None:
    here = ("--journal", journal, "--language", code)
    assert listed in printed("games", *here)
    assert log in printed("log", "last", *here)
    assert verified in printed("verify", "--all", *here)
    for form in ((), ("--csv",)):
        english = printed("export", "1", *form, "--journal", journal)
        assert printed("export", "1", *form, *here) == english
    file = tmp_path / "game.json"
    press = '}, {"type": "Press", "at_ns": 5000000000, "seat": "left"}'
    file.write_text(GAME.replace('"at_ns": 0}', f'"at_ns": 0{press}'))
    assert replayed in printed("replay", file, "--language", code)
    assert printed("replay", file, "--json", "--language", code) == printed(
        "replay", file, "--json"
    )


def test_the_doctor_and_the_presets_are_in_one_language(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text("[lines]\nstop = 99\n")
    in_one_language("doctor", "--config", file, typed=CLOCK_SOURCE.read_text(), status=1)
    file.write_text("")
    in_one_language("check", file, status=0)
    in_one_language("presets", typed=NAMES, status=0)
