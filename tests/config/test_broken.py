"""Every mistake of a configuration is a line of its own, which names its place."""

import re

import pytest

from clock.config import CHOICES, ConfigError, config_from
from hal.ports import ScreenName
from hal.wiring import DRIVERS
from tests.config.broken import BROKEN
from tests.config.texts import mistakes


def test_there_are_at_least_fifty_broken_configurations() -> None:
    assert len({text for text, _, _ in BROKEN}) >= 50


@pytest.mark.parametrize(("text", "number", "line"), BROKEN, ids=[case[2][:60] for case in BROKEN])
def test_a_mistake_is_one_line_that_names_its_place(text: str, number: int, line: str) -> None:
    (told,) = mistakes(text)
    assert told.startswith(f"c.toml, line {number}: {line}")
    assert "\n" not in told
    assert "`" not in told.replace("`clapper presets`", "")


@pytest.mark.parametrize("key", CHOICES)
def test_what_is_none_is_told_as_it_is_written(key: str) -> None:
    text = f"[game.regulations]\n{key} = 'none'"
    if key in ("record_limit", "default_time", "hand_penalty_rapid"):
        assert getattr(config_from(text).setup.regulations, CHOICES[key]) is None
    else:
        (told,) = mistakes(text)
        assert "null" not in told


@pytest.mark.parametrize("driver", DRIVERS)
def test_every_size_that_is_offered_is_one_that_can_be_had(driver: str) -> None:
    written = f"driver = '{driver}'\nbus = 'spi'\nport = 0\ndc = 12"
    (told,) = mistakes(f"[screens.left]\nwidth = 1\n{written}")
    offered = re.findall(r"(\d+)x(\d+)", told.partition("expected ")[2])
    assert offered
    for width, height in offered:
        turned = int(int(width) < 128)
        size = f"width = {width}\nheight = {height}\nrotate = {turned}"
        assert config_from(f"[screens.left]\n{size}\n{written}")


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file() -> None:
    told = mistakes(
        "[game.regulations]\non_flag = 'halt'\nhand_warnings = -2\n[screens.left]\ndriver = 'x'\n"
        "[lines]\nstop = 99\nminus = '17'\n[foo]\n[game]\nopening = 'y'\n"
    )
    assert [line.split(": ")[0].removeprefix("c.toml, line ") for line in told] == [
        "2", "3", "5", "7", "8", "9", "11",
    ]  # fmt: skip


def test_what_could_be_read_of_the_displays_is_kept_so_that_they_can_tell() -> None:
    with pytest.raises(ConfigError) as caught:
        config_from("[screens.left]\naddress = 0x3E\n[lines]\nstop = 99")
    assert caught.value.wiring.screens[ScreenName.LEFT].address == 0x3E


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('opens = "lock"', "line 2: organizer.opens: expected code, hold or key, got 'lock'"),
        ('opens = "key"', "line 2: organizer.opens: expected a pin for lines.key: the key is not"),
        ('opens = "code"', "line 2: organizer.code: expected a code: without one nothing opens"),
        ('code = "12"', "line 2: organizer.code: expected 4 to 8 figures from 0 to 9"),
        ("code = 1234", "line 2: organizer.code: expected text in quotes"),
        ('amounts = ["1 min"]', "line 2: organizer.amounts: expected a time as"),
        ("amounts = []", "line 2: organizer.amounts: expected 1 to 16 amounts"),
        ('amounts = "1:00"', "line 2: organizer.amounts: expected a list"),
        ("amount = 1", "line 2: organizer.amount: unknown"),
    ],
)
def test_a_mistake_about_the_organizers_menu_is_told(text: str, told: str) -> None:
    (line,) = mistakes(f"[organizer]\n{text}")
    assert line.startswith(f"c.toml, {told}")


def test_a_code_is_not_told_not_even_a_wrong_one() -> None:
    (line,) = mistakes('[organizer]\ncode = "73x9"')
    assert "73" not in line
