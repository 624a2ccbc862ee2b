"""What `clapper replay` prints: a line for each input, the same in words and as JSON."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from clock.game.file import GameFileError
from clock.game.replay import replay
from tests.test_cli import CLAPPER, WAIT_S, environment

S = 1_000_000_000
SEAT_KEYS = {
    "remaining_ns", "clapper", "moves", "period", "delay_left_ns", "overtime", "colour", "record",
}  # fmt: skip
MANY = 200_000

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


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


def lines(file: Path) -> list[dict[str, Any]]:
    """What `--json` prints, read again."""
    out = StringIO()
    replay(file, as_json=True, out=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def seat(line: dict[str, Any], name: str) -> tuple[int, str, int, int]:
    clock = line[name]
    return clock["remaining_ns"], clock["clapper"], clock["moves"], clock["period"]


def test_each_input_is_a_line_in_words(file: Path) -> None:
    file.write_text(game(SMALL))
    out = StringIO()
    replay(file, as_json=False, out=out)
    assert out.getvalue() == IN_WORDS


def test_what_a_file_says_breaks_no_line_and_reaches_no_terminal(file: Path) -> None:
    file.write_text(
        game([{"type": "Finish", "at_ns": 0, "result": "draw", "ground": "a\n\x1b[2Jb ž"}])
    )
    out = StringIO()
    replay(file, as_json=False, out=out)
    assert out.getvalue().count("\n") == 1
    assert "Finish(result draw, ground a\\n\\x1b[2Jb ž)" in out.getvalue()


def test_each_input_is_a_line_of_json_with_every_key(file: Path) -> None:
    file.write_text(game(SMALL))
    told = lines(file)
    assert len(told) == len(SMALL)
    for given, line in zip(SMALL, told, strict=True):
        assert list(line) == ["at_ns", "phase", "running", "left", "right", "outputs"]
        assert line["at_ns"] == given["at_ns"]
        for name in ("left", "right"):
            assert line[name].keys() == SEAT_KEYS
            assert (line[name]["delay_left_ns"], line[name]["overtime"]) == (0, None)
        assert [line[name]["colour"] for name in ("left", "right")] == ["black", "white"]
        for output in line["outputs"]:
            assert list(output)[:2] == ["type", "at_ns"]
            assert output["at_ns"] <= given["at_ns"]


def test_the_lines_of_json_say_what_the_rules_made_of_the_game(file: Path) -> None:
    file.write_text(game(SMALL))
    told = lines(file)
    assert [(line["phase"], line["running"]) for line in told] == [
        ("joint", "joint"),
        ("running", "left"),
        ("running", "right"),
        ("running", "right"),
        ("running", "left"),
        ("running", "right"),
        ("running", "right"),
        ("stopped", None),
        ("stopped", None),
        ("claimed", None),
        ("finished", None),
    ]
    assert seat(told[4], "left") == (7_500_000_000, "up", 1, 1)
    assert seat(told[5], "left") == (12_499_999_999, "up", 2, 2)
    assert seat(told[6], "right") == (0, "fallen", 1, 1)
    assert seat(told[8], "right") == (60 * S, "up", 1, 1)
    assert told[6]["outputs"] == [{"type": "ClapperFell", "at_ns": 12_500_000_001, "seat": "right"}]
    assert told[10]["outputs"] == [
        {
            "type": "GameFinished", "at_ns": 23 * S, "result": "left", "ground": "time",
            "last_move": 3,
        }
    ]  # fmt: skip
    assert [line["right"]["record"] for line in told[7:]] == ["waived"] * 4


def test_a_setting_that_is_set_right_is_told_in_words(file: Path) -> None:
    right = {"type": "SetControl", "at_ns": 2 * S, "control": {"right": "1h"}, "reason": "x"}
    inputs = [{"type": "Start", "at_ns": 0}, {"type": "Stop", "at_ns": S}]
    file.write_text(game([*inputs, {**right, "regulations": "club"}]))
    out = StringIO()
    replay(file, as_json=False, out=out)
    assert "SetControl(right 1:00:00, regulations Club, reason x)" in out.getvalue()
    assert "before 2 moves in 0:10, then 0:05, after 1:00:00" in out.getvalue()
    assert "RegulationsCorrected(before RIF, after Club, reason x)" in out.getvalue()
    assert lines(file)[-1]["outputs"][0]["after"] == [{"time_ns": 3600 * S}]


def test_the_record_is_kept_waived_and_completed(file: Path) -> None:
    inputs = [
        {"type": "Start", "at_ns": 0},
        {"type": "Tick", "at_ns": 60 * S},
        {"type": "Press", "at_ns": 61 * S, "seat": "left"},
        {"type": "Press", "at_ns": 62 * S, "seat": "right"},
        {"type": "Press", "at_ns": 63 * S, "seat": "left"},
    ]
    file.write_text(game(inputs, control="1/6m:1h"))
    told = [line["left"]["record"] for line in lines(file)]
    assert told == ["kept", "waived", "complete", "complete", "kept"]


def test_what_is_left_of_a_delay_is_told(file: Path) -> None:
    control = [{"time": "10", "method": "delay", "bonus": "5"}]
    inputs = [{"type": "Start", "at_ns": 0}, {"type": "Stop", "at_ns": 2 * S}]
    file.write_text(game(inputs, control=control))
    stopped = lines(file)[1]["left"]
    assert (stopped["remaining_ns"], stopped["delay_left_ns"]) == (10 * S, 3 * S)


def test_overtime_is_told_in_periods_and_what_is_left_of_the_present_one(file: Path) -> None:
    control = [{"time": "10", "method": "byoyomi", "bonus": "5", "count": 3}]
    inputs = [{"type": "Start", "at_ns": 0}, {"type": "Tick", "at_ns": 16 * S}]
    file.write_text(game(inputs, control=control))
    start, later = lines(file)
    assert start["left"]["overtime"] is None
    assert later["left"]["overtime"] == {"periods": 2, "left_ns": 4 * S}
    assert later["right"]["overtime"] is None


def test_open_colours_are_null(file: Path) -> None:
    file.write_text(game([{"type": "Start", "at_ns": 0}], opening="swap2"))
    (line,) = lines(file)
    assert [line[name]["colour"] for name in ("left", "right")] == [None, None]


def test_an_instant_before_zero_is_told_as_one(file: Path) -> None:
    before = {"type": "Adjust", "at_ns": -5 * S, "seat": "left", "delta_ns": S}
    late = {"type": "LateEdge", "at_ns": 3 * S, "seat": "left", "edge_ns": 2_750_999_999}
    file.write_text(game([before, {"type": "Start", "at_ns": 0}, late]))
    out = StringIO()
    replay(file, as_json=False, out=out)
    first, second, third = out.getvalue().splitlines()
    assert first.startswith("-0:00:05.000  Adjust(seat left, delta 0:01)  ready")
    assert second.startswith("0:00:00.000  Start  running")
    assert third.startswith("0:00:03.000  LateEdge(seat left, edge 0:00:02.750)  running")


def test_the_instants_of_a_clock_that_was_long_on_count_from_the_start_of_the_game(
    file: Path,
) -> None:
    on_ns = 9_000 * S
    inputs = [
        {"type": "Start", "at_ns": on_ns},
        {"type": "Stop", "at_ns": on_ns + 3_725 * S + 40_999_999},
    ]
    file.write_text(game(inputs, control="2h"))
    out = StringIO()
    replay(file, as_json=False, out=out)
    first, second = out.getvalue().splitlines()
    assert first.startswith("0:00:00.000  Start")
    assert second.startswith("1:02:05.040  Stop")


def test_a_game_that_never_began_counts_from_its_first_input(file: Path) -> None:
    adjust = {"type": "Adjust", "at_ns": 70 * S, "seat": "left", "delta_ns": -S}
    file.write_text(
        game([adjust, {**adjust, "at_ns": 72 * S}, {"type": "Resume", "at_ns": 73 * S}])
    )
    out = StringIO()
    with pytest.raises(GameFileError):
        replay(file, as_json=False, out=out)
    first, second = out.getvalue().splitlines()
    assert first.startswith("0:00:00.000  Adjust")
    assert second.startswith("0:00:02.000  Adjust")


def test_a_game_without_inputs_has_no_lines(file: Path) -> None:
    file.write_text(game([]))
    assert lines(file) == []


class Lines:
    """An output that keeps nothing and tells how far the replay has come."""

    def __init__(self) -> None:
        self.count = 0

    def write(self, text: str) -> int:
        self.count += text.count("\n")
        if self.count == 2:
            raise BrokenPipeError
        return len(text)


def test_lines_come_as_the_game_is_replayed_and_a_reader_who_leaves_ends_it(file: Path) -> None:
    file.write_text(game(SMALL))
    out: Any = Lines()
    with pytest.raises(BrokenPipeError):
        replay(file, as_json=True, out=out)
    assert out.count == 2


def test_a_file_that_goes_wrong_late_is_told_up_to_there(file: Path) -> None:
    file.write_text(game([*SMALL, {"type": "Resume", "at_ns": 22 * S}]))
    out = StringIO()
    with pytest.raises(GameFileError) as wrong:
        replay(file, as_json=False, out=out)
    assert out.getvalue() == IN_WORDS
    assert f"{file}: inputs[11].at_ns: expected an instant of {23 * S} ns or later" in str(
        wrong.value
    )


def pressed(count: int) -> Iterator[dict[str, Any]]:
    yield {"type": "Start", "at_ns": 0}
    for index in range(count):
        seat = "right" if index % 2 else "left"
        yield {"type": "Press", "at_ns": index + 1, "seat": seat}


def test_a_large_file_is_told_from_its_first_line_on_and_may_be_left_there(file: Path) -> None:
    file.write_text(game(list(pressed(MANY)), control="1h"))
    command = subprocess.Popen(
        [*CLAPPER, "replay", str(file), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert command.stdout is not None
    assert command.stderr is not None
    first = json.loads(command.stdout.readline())
    assert first["outputs"][0]["type"] == "GameStarted"
    assert command.poll() is None  # the rest waits in the pipe for its reader
    command.stdout.close()
    assert command.wait(WAIT_S) == 0
    assert command.stderr.read() == b""
    command.stderr.close()


def test_the_pipe_into_head_is_quiet(file: Path) -> None:
    file.write_text(game(list(pressed(2_000))))
    line = f"'{sys.executable}' -m clock replay '{file}' | head -1"
    told = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        capture_output=True,
        timeout=WAIT_S,
        env=environment(PATH=os.environ["PATH"]),
        check=False,
    )
    assert (told.returncode, told.stdout.count(b"\n"), told.stderr) == (0, 1, b"")
