"""What `clapper replay` prints: a line for each input, the same in words and as JSON."""

import json
import subprocess
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from clock.game.file import GameFileError
from clock.records.replay import replay
from clock.records.source import read_source
from tests.cli.running import CLAPPER, WAIT_S, environment

S = 1_000_000_000
SEAT_KEYS = {
    "remaining_ns", "clapper", "moves", "period", "delay_left_ns", "overtime", "colour", "record",
}  # fmt: skip
START = {"type": "Start", "at_ns": 0}

SMALL: list[dict[str, Any]] = [
    {"type": "Start", "at_ns": 1 * S, "absent": ["left", "right"]},
    {"type": "Press", "at_ns": 2 * S, "seat": "right"},
    {"type": "Press", "at_ns": 3_500_000_000, "seat": "left"},
    {"type": "Press", "at_ns": 3_500_000_000, "seat": "left"},
    {"type": "Press", "at_ns": 5 * S, "seat": "right"},
    {"type": "Press", "at_ns": 5 * S + 1, "seat": "left"},
    {"type": "Tick", "at_ns": 20 * S},
    {"type": "Stop", "at_ns": 20 * S},
    {"type": "Adjust", "at_ns": 21 * S, "seat": "right", "delta_ns": 60 * S, "reason": "penalty"},
    {"type": "Claim", "at_ns": 22 * S, "seat": "left"},
    {"type": "Finish", "at_ns": 23 * S, "result": "left", "ground": "time"},
]
IN_WORDS = """\
0:00:00.000  Start(absent left right)  joint | >left 0:10 move 0 period 1 \
| >right 0:10 move 0 period 1 \
| GameStarted
0:00:01.000  Press(seat right)  running | >left 0:09 move 0 period 1 \
|  right 0:09 move 0 period 1 \
| PlayerArrived(seat right)
0:00:02.500  Press(seat left)  running |  left 0:07.5 move 1 period 1 \
| >right 0:09 move 0 period 1 \
| PlayerArrived(seat left), \
TurnPassed(seat left, spent 0:01.5, remaining 0:07.5, earned 0:00, credited 1, moves 1)
0:00:02.500  Press(seat left)  running |  left 0:07.5 move 1 period 1 \
| >right 0:09 move 0 period 1 \
| PressIgnored(seat left, reason idle_seat)
0:00:04.000  Press(seat right)  running | >left 0:07.5 move 1 period 1 \
|  right 0:07.5 move 1 period 1 \
| TurnPassed(seat right, spent 0:01.5, remaining 0:07.5, earned 0:00, credited 1, moves 2)
0:00:04.000  Press(seat left)  running |  left 0:12.499999999 move 2 period 2 \
| >right 0:07.5 move 1 period 1 | TurnPassed(seat left, spent 0:00.000000001, \
remaining 0:07.499999999, earned 0:00, credited 1, moves 3), \
PeriodBegan(seat left, period 2, added 0:05)
0:00:19.000  Tick  running |  left 0:12.499999999 move 2 period 2 \
| >right 0:00 move 1 period 1 fallen \
| ClapperFell(seat right, at 0:00:11.500)
0:00:19.000  Stop  stopped |  left 0:12.499999999 move 2 period 2 \
|  right 0:00 move 1 period 1 fallen \
| ClocksStopped, OrganizerCalled
0:00:20.000  Adjust(seat right, delta 1:00, reason penalty)  stopped \
|  left 0:12.499999999 move 2 period 2 \
|  right 1:00 move 1 period 1 \
| Corrected(what remaining, seat right, before 0:00, after 1:00, reason penalty), \
ClapperRaised(seat right)
0:00:21.000  Claim(seat left)  claimed |  left 0:12.499999999 move 2 period 2 \
|  right 1:00 move 1 period 1 | Claimed(seat left, clapper_up yes)
0:00:22.000  Finish(result left, ground time)  finished |  left 0:12.499999999 move 2 period 2 \
|  right 1:00 move 1 period 1 | GameFinished(result left, ground time, last_move 3)
"""


def game(inputs: list[dict[str, Any]], **setup: Any) -> str:
    table = {"control": "2/10:5", "regulations": "rif", **setup}
    return json.dumps({"format": "clapper-game/1", "setup": table, "inputs": inputs})


def printed(file: Path, inputs: list[dict[str, Any]], as_json: bool, **setup: Any) -> list[str]:
    """The lines of a game's replay, up to an input that is refused."""
    file.write_text(game(inputs, **setup))
    out = StringIO()
    replay(read_source(str(file), file), as_json=as_json, out=out)
    return out.getvalue().splitlines()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


def test_each_input_is_a_line_in_words_up_to_one_that_is_refused(file: Path) -> None:
    assert "\n".join(printed(file, SMALL, as_json=False)) + "\n" == IN_WORDS
    file.write_text(game([*SMALL, {"type": "Resume", "at_ns": 22 * S}]))
    out = StringIO()
    refusal = f"{file}: inputs[11].at_ns: expected an instant of {23 * S} ns or later"
    with pytest.raises(GameFileError, match=refusal.replace("[", r"\[")):
        replay(read_source(str(file), file), as_json=False, out=out)
    assert out.getvalue() == IN_WORDS


def test_each_input_is_a_line_of_json_with_every_key(file: Path) -> None:
    lines = [json.loads(line) for line in printed(file, SMALL, as_json=True)]
    for event, line in zip(SMALL, lines, strict=True):
        assert list(line) == ["at_ns", "phase", "running", "left", "right", "outputs"]
        assert line["at_ns"] == event["at_ns"]
        assert line["left"].keys() == line["right"].keys() == SEAT_KEYS
        assert [line[name]["colour"] for name in ("left", "right")] == ["black", "white"]
        assert all(list(output)[:2] == ["type", "at_ns"] for output in line["outputs"])
    assert [(line["phase"], line["running"]) for line in lines[::2]] == [
        ("joint", "joint"), ("running", "right"), ("running", "left"), ("running", "right"),
        ("stopped", None), ("finished", None),
    ]  # fmt: skip
    fell = {"type": "ClapperFell", "at_ns": 12_500_000_001, "seat": "right"}
    assert lines[6]["outputs"] == [fell]
    assert lines[6]["right"] == {
        "remaining_ns": 0, "clapper": "fallen", "moves": 1, "period": 1, "delay_left_ns": 0,
        "overtime": None, "colour": "white", "record": "waived",
    }  # fmt: skip
    end = {"type": "GameFinished", "at_ns": 23 * S, "result": "left", "ground": "time"}
    assert lines[10]["outputs"] == [{**end, "last_move": 3}]


DELAY = {"control": [{"time": "10", "method": "delay", "bonus": "5"}]}
BYOYOMI = {"control": [{"time": "10", "method": "byoyomi", "bonus": "5", "count": 3}]}
STOP = {"type": "Stop", "at_ns": 2 * S}
PRESSES = [
    {"type": "Press", "at_ns": (61 + index) * S, "seat": ("left", "right")[index % 2]}
    for index in range(3)
]
RECORDS = ["kept", "waived", "complete", "complete", "kept"]
OVERTIME = [None, {"periods": 2, "left_ns": 4 * S}]


@pytest.mark.parametrize(
    ("setup", "inputs", "key", "values"),
    [
        ({"control": "1/6m:1h"}, [{"type": "Tick", "at_ns": 60 * S}, *PRESSES], "record", RECORDS),
        (DELAY, [STOP], "delay_left_ns", [5 * S, 3 * S]),
        (DELAY, [STOP], "remaining_ns", [10 * S] * 2),
        (BYOYOMI, [{"type": "Tick", "at_ns": 16 * S}], "overtime", OVERTIME),
        ({"opening": "swap2"}, [], "colour", [None]),
    ],
)
def test_a_line_of_json_has_the_record_the_delay_the_byoyomi_and_the_colour(
    setup: dict[str, Any], inputs: list[dict[str, Any]], key: str, values: list[Any], file: Path
) -> None:
    lines = printed(file, [START, *inputs], as_json=True, **setup)
    assert [json.loads(line)["left"][key] for line in lines] == values


def test_a_setting_that_is_corrected_is_in_words(file: Path) -> None:
    right = {"type": "SetControl", "at_ns": 2 * S, "control": {"right": "1h"}, "reason": "x"}
    inputs = [START, {"type": "Stop", "at_ns": S}, {**right, "regulations": "club"}]
    *_, line = printed(file, inputs, as_json=False)
    assert "SetControl(right 1:00:00, regulations Club, reason x)" in line
    assert "before 2 moves in 0:10, then 0:05, after 1:00:00" in line
    assert "RegulationsCorrected(before RIF, after Club, reason x)" in line
    *_, line = printed(file, inputs, as_json=True)
    assert json.loads(line)["outputs"][0]["after"] == [{"time_ns": 3600 * S}]


def test_a_text_of_a_file_breaks_no_line_and_reaches_no_terminal(file: Path) -> None:
    finish = {"type": "Finish", "at_ns": 0, "result": "draw", "ground": "a\n\x1b[2Jb ž"}
    (line,) = printed(file, [finish], as_json=False)
    assert "Finish(result draw, ground a\\n\\x1b[2Jb ž)" in line
    assert printed(file, [], as_json=True) == []


ADJUST = {"type": "Adjust", "seat": "left", "delta_ns": S}
LATE = {"type": "LateEdge", "at_ns": 3 * S, "seat": "left", "edge_ns": 2_750_999_999}
STARTS: list[tuple[list[dict[str, Any]], list[str]]] = [
    ([{**ADJUST, "at_ns": -5 * S}, START, LATE],
     ["-0:00:05.000  Adjust(seat left, delta 0:01)  ready", "0:00:00.000  Start  running",
      "0:00:03.000  LateEdge(seat left, edge 0:00:02.750)  running"]),
    ([{**START, "at_ns": 9_000 * S}, {"type": "Stop", "at_ns": 12_725 * S + 40_999_999}],
     ["0:00:00.000  Start", "1:02:05.040  Stop"]),
    ([{**ADJUST, "at_ns": 70 * S}, {**ADJUST, "at_ns": 72 * S}],
     ["0:00:00.000  Adjust", "0:00:02.000  Adjust"]),
]  # fmt: skip


@pytest.mark.parametrize(("inputs", "starts"), STARTS)
def test_instants_count_from_the_start_or_if_none_from_the_first_input(
    inputs: list[dict[str, Any]], starts: list[str], file: Path
) -> None:
    for line, start in zip(printed(file, inputs, as_json=False, control="2h"), starts, strict=True):
        assert line.startswith(start)


def test_a_large_file_is_printed_from_its_first_line_on_and_may_be_left_there(file: Path) -> None:
    presses = [
        {"type": "Press", "at_ns": index + 1, "seat": "right" if index % 2 else "left"}
        for index in range(20_000)
    ]
    file.write_text(game([START, *presses], control="1h"))
    with subprocess.Popen(
        [*CLAPPER, "replay", str(file), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as command:
        assert command.stdout is not None
        assert command.stderr is not None
        first = json.loads(command.stdout.readline())
        assert first["outputs"][0]["type"] == "GameStarted"
        assert command.poll() is None  # the rest waits in the pipe for its reader
        command.stdout.close()
        assert command.wait(WAIT_S) == 0
        assert command.stderr.read() == b""
