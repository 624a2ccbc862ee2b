"""A line that is no TOML is quoted, with what to write instead."""

import re
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.config import ConfigError, config_from
from clock.notation.mistyped import mistake_in
from clock.rules.message import Message
from tests.config.mistyped import MISTYPED, SECRET
from tests.config.texts import mistakes


@pytest.mark.parametrize(("table", "line", "answer"), MISTYPED)
def test_a_mistyped_line_is_quoted_with_what_to_write(table: str, line: str, answer: str) -> None:
    (mistake,) = mistakes(f"[{table}]\n{line}\n")
    assert answer in mistake


def test_few_of_the_lines_get_the_same_sentence() -> None:
    answer = [mistakes(f"[{table}]\n{line}\n")[0].partition(": ")[2] for table, line, _ in MISTYPED]
    assert len(set(answer)) > len(answer) - 12


@pytest.mark.parametrize(("table", "line"), SECRET)
def test_no_code_and_no_password_is_quoted(table: str, line: str) -> None:
    (mistake,) = mistakes(f"[{table}]\n{line}\n")
    assert "73x9" not in mistake


@given(st.text("a1, .\"'“=[]{}:;/#-", max_size=30))
def test_what_is_to_be_written_is_toml(value: str) -> None:
    for line in (f"x = {value}", value):
        message = mistake_in(["[names]", line], 2, Message("no TOML"))
        repair = str(message.values.get("repair", "x = 1"))
        whole = repair if re.match(r"\[[\w.-]+\]$|#|[\w.-]+ = ", repair) else f"x = {repair}"
        assert tomllib.loads(whole) is not None


def test_a_file_full_of_mistakes_is_read_soon() -> None:
    many = "\n".join(f"[names{number}]\nlefd = 1" for number in range(4_000))
    for text in (many, "x =" + " a" * 45_000, "x = " + '"' * 45_000, " " * 90_000 + "x"):
        with pytest.raises(ConfigError):
            config_from(text)
