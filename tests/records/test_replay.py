"""What `clapper replay` prints: a line for each input, the same in words and as JSON."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from clock.records.replay_log import print_replay
from clock.records.source import read_source

S = 1_000_000_000
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
UP, DOWN = "left 0:12.499 move 2 period 2", "right 0:00.000 move 1 period 1 fallen"
IN_WORDS = f"""\
    0:00.000  Start  joint time | >left 0:10.000 move 0 period 1 | >right 0:10.000 move 0 period 1 \
| The game begins; joint time runs
    0:01.000  Press (Right)  running | >left 0:09.000 move 0 period 1 \
|  right 0:09.000 move 0 period 1 | Right is here
    0:02.500  Press (Left)  running |  left 0:07.500 move 1 period 1 \
| >right 0:09.000 move 0 period 1 \
| Left is here; Left presses: move 1, spent 0:01.500, remaining 0:07.500
    0:02.500  Press (Left)  running |  left 0:07.500 move 1 period 1 \
| >right 0:09.000 move 0 period 1 | Left's press is ignored: the other clock was running
    0:04.000  Press (Right)  running | >left 0:07.500 move 1 period 1 \
|  right 0:07.500 move 1 period 1 | Right presses: move 2, spent 0:01.500, remaining 0:07.500
    0:04.000  Press (Left)  running |  {UP} | >right 0:07.500 move 1 period 1 \
| Left presses: move 3, spent 0:00.000, remaining 0:07.499; \
Left enters period 2; time changes by 0:05.000
    0:19.000  Tick  running |  {UP} | >{DOWN} | 0:11.500 Right's clapper falls
    0:19.000  Stop  stopped |  {UP} |  {DOWN} | Both clocks stop; The organizer is called
    0:20.000  Correction of the time (Right)  stopped |  {UP} |  right 1:00.000 move 1 period 1 \
| The organizer corrects: Right's time 0:00.000 → 1:00.000 (penalty); Right's clapper is up again
    0:21.000  Claim (Left)  claimed |  {UP} |  right 1:00.000 move 1 period 1 \
| Left claims a win
    0:22.000  Result  finished |  {UP} |  right 1:00.000 move 1 period 1 \
| Result: Left won on time, last move 3
"""


def printed(file: Path, inputs: list[dict[str, Any]], as_json: bool, **setup: Any) -> list[str]:
    table = {"control": "2/10:5", "regulations": "rif", **setup}
    game = {"format": "clapper-game/1", "setup": table, "inputs": inputs}
    file.write_text(json.dumps(game))
    out = StringIO()
    print_replay(read_source(str(file), file), as_json=as_json, out=out)
    return out.getvalue().splitlines()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


def test_each_input_is_a_line_in_words(file: Path) -> None:
    assert "\n".join(printed(file, SMALL, as_json=False)) + "\n" == IN_WORDS


def test_each_input_is_a_line_of_json_with_every_key(file: Path) -> None:
    lines = [json.loads(line) for line in printed(file, SMALL, as_json=True)]
    for event, line in zip(SMALL, lines, strict=True):
        assert list(line) == ["at_ns", "phase", "running", "left", "right", "outputs"]
        assert line["at_ns"] == event["at_ns"]
        assert [line[name]["colour"] for name in ("left", "right")] == ["black", "white"]
        assert all(list(output)[:2] == ["type", "at_ns"] for output in line["outputs"])
    phases = [(line["phase"], line["running"]) for line in lines[::2]]
    assert phases[:2] == [("joint", "joint"), ("running", "right")]
    assert phases[4:] == [("stopped", None), ("finished", None)]
    fell = {"type": "ClapperFell", "at_ns": 12_500_000_001, "seat": "right"}
    assert lines[6]["outputs"] == [fell]
    assert lines[6]["right"] == {
        "remaining_ns": 0, "clapper": "fallen", "moves": 1, "period": 1, "delay_left_ns": 0,
        "overtime": None, "colour": "white", "record": "waived",
    }  # fmt: skip


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


def test_a_setting_that_is_corrected_is_written_as_in_a_setup(file: Path) -> None:
    right = {"type": "SetControl", "at_ns": 2 * S, "control": {"right": "1h"}, "reason": "x"}
    inputs = [START, {"type": "Stop", "at_ns": S}, {**right, "regulations": "club"}]
    *_, line = printed(file, inputs, as_json=True)
    assert json.loads(line)["outputs"][0]["after"] == [{"time_ns": 3600 * S}]


def test_a_text_of_a_file_breaks_no_line_and_reaches_no_terminal(file: Path) -> None:
    finish = {"type": "Finish", "at_ns": 0, "result": "draw", "ground": "a\n\x1b[2Jb ž"}
    (line,) = printed(file, [finish], as_json=False)
    assert "Result: Draw, a\\n\\x1b[2Jb ž, last move 0" in line
    assert printed(file, [], as_json=True) == []


ADJUST = {"type": "Adjust", "seat": "left", "delta_ns": S}
LATE = {"type": "LateEdge", "at_ns": 3 * S, "seat": "left", "edge_ns": 2_750_999_999}
STARTS: list[tuple[list[dict[str, Any]], list[str]]] = [
    ([{**ADJUST, "at_ns": -5 * S}, START, LATE],
     ["   -0:05.000  Correction of the time (Left)  ready", "    0:00.000  Start  running",
      "    0:03.000  LateEdge (Left)  running"]),
    ([{**START, "at_ns": 9_000 * S}, {"type": "Stop", "at_ns": 12_725 * S + 40_999_999}],
     ["    0:00.000  Start", " 1:02:05.040  Stop"]),
    ([{**ADJUST, "at_ns": 70 * S}, {**ADJUST, "at_ns": 72 * S}],
     ["    0:00.000  Correction", "    0:02.000  Correction"]),
]  # fmt: skip


@pytest.mark.parametrize(("inputs", "starts"), STARTS)
def test_instants_count_from_the_start_or_if_none_from_the_first_input(
    inputs: list[dict[str, Any]], starts: list[str], file: Path
) -> None:
    for line, start in zip(printed(file, inputs, as_json=False, control="2h"), starts, strict=True):
        assert line.startswith(start)
