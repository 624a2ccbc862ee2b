"""Every mistake of a configuration is a message of its own, which names its place."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clock.config import ConfigError, config_from, read_config
from clock.notation.regulations_table import CHOICES
from hal.ports import ScreenName
from hal.wiring import DRIVERS
from tests.config.broken import BROKEN, SECRET
from tests.config.texts import mistakes, uncommented


@pytest.mark.parametrize(("text", "number", "line"), BROKEN, ids=[case[2][:60] for case in BROKEN])
def test_a_mistake_is_one_line_that_names_its_place(text: str, number: int, line: str) -> None:
    (mistake,) = mistakes(text)
    assert mistake.startswith(f"c.toml, line {number}: {line}")
    assert "\n" not in mistake
    assert SECRET not in mistake
    assert "`" not in mistake.replace("`clapper presets`", "")


def test_a_choice_that_cannot_be_none_is_refused_as_it_is_written() -> None:
    for key, field in CHOICES.items():
        text = f"[game.regulations]\n{key} = 'none'"
        if key in ("record_limit", "default_time", "hand_penalty_rapid", "illegal_move_rapid"):
            assert getattr(config_from(text).setup.regulations, field) is None
        else:
            (mistake,) = mistakes(text)
            assert "null" not in mistake


@pytest.mark.parametrize("driver", DRIVERS)
def test_every_size_that_is_offered_is_one_that_can_be_had(driver: str) -> None:
    screen = f"driver = '{driver}'\nbus = 'spi'\nport = 0\ndc = 12"
    (mistake,) = mistakes(f"[screens.left]\nwidth = 1\n{screen}")
    offered = re.findall(r"(\d+)x(\d+)", mistake.partition("expected ")[2])
    assert offered
    for width, height in offered:
        size = f"width = {width}\nheight = {height}\nrotate = {int(int(width) < 128)}"
        assert config_from(f"[screens.left]\n{size}\n{screen}")


def test_all_mistakes_come_at_once_in_the_order_of_the_file_with_the_displays_that_are() -> None:
    with pytest.raises(ConfigError) as error:
        config_from(
            "[game.regulations]\non_flag = 'halt'\nhand_warnings = nan\n[screens.left]\n"
            "driver = 'x'\n[lines]\nstop = 99\nminus = '17'\n[foo]\n[game]\nopening = 'y'\n"
            "starter = 3\n[screens.right]\naddress = 0x3E",
            "c.toml",
        )
    lines = str(error.value).splitlines()
    assert [re.findall(r"^c\.toml, line (\d+): ", line)[0] for line in lines] == [
        "2", "3", "5", "7", "8", "9", "11", "12",
    ]  # fmt: skip
    assert error.value.wiring.screens[ScreenName.RIGHT].address == 0x3E


ODD = """-1 99999999999999999999 nan 1e400 5e-324 true "" "\\u0000" [] "/etc/\\u0000" [[]] {}
1979-05-27 07:32:00 "²" "1:00" [{}] "spi" """
VALUES = st.sampled_from([*ODD.split(), *re.findall(r"^\w+ = (.*)", uncommented(), re.MULTILINE)])
KEYS = st.sampled_from(
    [*re.findall(r"^(\w+) = ", uncommented(), re.MULTILINE), '"a.b"', '"a\\nb"', "a.b", '""']
)
HEADS = st.sampled_from([*re.findall(r"^\[.*\]$", uncommented(), re.MULTILINE), "[x]", "[[lines]]"])


@example(['"a\\nb" = 1'])
@given(st.lists(st.one_of(HEADS, st.tuples(KEYS, VALUES).map(" = ".join)), max_size=8))
def test_whatever_is_written_is_a_configuration_or_its_mistakes_a_line_each(
    lines: list[str],
) -> None:
    try:
        config_from("\n".join(lines), "c.toml")
    except ConfigError as error:
        for message in error.messages:
            assert re.fullmatch(r"c\.toml, line \d+: .+", str(message))
            assert "null" not in str(message)


def test_a_file_that_windows_gave_a_second_ending_is_a_mistake(tmp_path: Path) -> None:
    file, drive = tmp_path / "clapper.toml", tmp_path / "drive"
    drive.mkdir()
    file.symlink_to(drive / "clapper.toml")  # as on the card
    for name in ("clapper.toml", "clapper.toml.txt"):
        (drive / name).write_text("")
    with pytest.raises(ConfigError, match=r"^clapper\.toml\.txt: expected the name clapper\.toml,"):
        read_config(file)


def test_what_no_clock_can_have_is_one_line_and_soon() -> None:
    for text in (
        "[debounce]\nlockout_ms = 1e308",
        f"[{'.'.join(['a'] * 3_000)}]",
        f"[lines]\nstop = 0x{'f' * 5_000}",
        '[presets]\nown = "/a\\u0000b"',
        "x = [\n" + "1, # ]\n" * 20_000 + "]",
    ):
        (mistake,) = mistakes(text)
        assert mistake.startswith("c.toml")
        assert "\n" not in mistake
        assert len(mistake) < 300
