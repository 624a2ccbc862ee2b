"""`clapper control` says how a text is read, in words and as JSON."""

import io
import json
import sys
from types import SimpleNamespace

import pytest

from tests.cli.running import called

MINUTES_90 = {"time": "1:30:00"}
INCREMENT_30 = {"method": "increment", "bonus": "0:30"}


def test_a_control_is_read_in_a_sentence_or_both_readings_are_named_as_one_types_them() -> None:
    texts = ("90+30", "40/90' + 30'", "60", "90+30 parsecs")
    status, out, errors = called("control", *texts)
    assert (status, errors) == (1, "")
    assert out.splitlines() == [
        "90+30: 1:30:00; +30 s a move from move 1",
        "40/90' + 30': 40 moves in 1:30:00, then 30:00",
        "60 has two meanings: write 1h (1:00:00) or 1m (1:00)",
        'expected a time control such as "90+30", "40/2h, 1h" or "60+3x30s", '
        "got '90+30 parsecs': parsecs is not understood",
    ]
    status, out, _ = called("control", "90+30", "fide-classical")
    assert (status, out.splitlines()[1]) == (
        0,
        "fide-classical: 40 moves in 1:30:00, then 30:00; +30 s a move from move 1",
    )


def test_as_json_it_has_the_periods_of_the_game_file_and_both_readings() -> None:
    status, out, _ = called("control", "--json", "90+30", "40/90+30", "soon", "--language", "cs")
    read, asked, refused = map(json.loads, out.splitlines())
    assert status == 1
    assert read == {"text": "90+30", "control": [MINUTES_90 | INCREMENT_30]}
    repeating = MINUTES_90 | {"moves": 40, "repeat": True} | INCREMENT_30
    two_periods = [MINUTES_90 | {"moves": 40}, {"time": "30:00"}]
    assert asked["readings"] == [[repeating], two_periods]
    assert asked["error"].startswith("40/90+30 has two meanings")
    assert (refused["text"], refused["readings"]) == ("soon", [])


def test_what_was_not_used_of_a_sentence_is_on_the_standard_error_and_in_json() -> None:
    text = "In Prague we played 30 moves in 45 minutes and 15 minutes for the rest"
    status, out, errors = called("control", text)
    assert (status, out) == (0, f"{text}: 30 moves in 45:00, then 15:00\n")
    assert errors == "Not used: “In Prague”\n"
    _, out, errors = called("control", "--json", text)
    assert (json.loads(out)["unused"], errors) == (["In Prague"], "")


def test_a_dash_stands_for_the_lines_of_the_standard_input(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = "\ufeff3+2\r\n\n持ち時間10分\n".encode() + b"\xff\n"
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(lines)))
    status, out, _ = called("control", "-", "--json")
    assert status == 1
    assert [json.loads(line)["text"] for line in out.splitlines()] == [
        "3+2",
        "持ち時間10分",
        "\ufffd",
    ]
