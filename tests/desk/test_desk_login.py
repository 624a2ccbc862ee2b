"""The desk's own login at its broker, where the file of logins is spoilt."""

from pathlib import Path

import pytest

from clock.desk.event.broker import DESK_USER, SECURITY, restore_desk_login


@pytest.mark.parametrize("text", ["", "{}", '{"clients":null}', '{"clients":["x"]}', "[]", "\xff"])
def test_a_file_of_logins_that_is_damaged_is_left_to_the_broker_to_report(
    tmp_path: Path, text: str
) -> None:
    file = tmp_path / SECURITY
    file.write_text(text, encoding="latin-1")
    restore_desk_login(tmp_path, "secret")
    left = file.read_text(encoding="latin-1")
    assert DESK_USER in left if text == "{}" else left == text
