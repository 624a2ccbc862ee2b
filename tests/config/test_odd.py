"""Whatever a file holds, it is a configuration or its mistakes, told soon."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clock.config import ConfigError, config_from
from tests.config.texts import mistakes, uncommented

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
    told: tuple[str, ...] = ()
    try:
        config_from("\n".join(lines), "c.toml")
    except ConfigError as wrong:
        told = wrong.lines
    assert all(re.fullmatch(r"c\.toml, line \d+: .+", line) for line in told)
    assert not any("null" in line for line in told)


@pytest.mark.parametrize(
    "text",
    [
        "[debounce]\nlockout_ms = 1e308",
        "[debounce]\nlockout_ms = nan",
        f"[{'.'.join(['a'] * 3_000)}]",
        f"a = {'[' * 3_000}{']' * 3_000}",
        f"[lines]\nstop = {'9' * 5_000}",
        f"[lines]\nstop = 0x{'f' * 5_000}",
        f"[screens.left]\nport = {'9' * 4_000}",
        '[presets]\nown = "/a\\u0000b"',
        "x = [\n" + "1, # ]\n" * 20_000 + "]",
    ],
    ids=lambda text: text[:30],
)
def test_what_no_clock_can_have_is_told_in_a_line_and_soon(text: str) -> None:
    (told,) = mistakes(text)
    assert told.startswith("c.toml")
    assert "\n" not in told
    assert len(told) < 300
