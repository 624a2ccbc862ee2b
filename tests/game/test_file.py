"""Game files: what is read, what is written, and the message of each mistake."""

import json
import re
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from clock.game.file import GameFileError, write_game
from clock.rules.control import Method, Period
from clock.rules.inputs import Input, Press, SetControl, Start
from clock.rules.regulations import PROFILES, OnFlag
from clock.rules.seats import LEFT, RIGHT, Colour, Hand
from clock.rules.state import Setup
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.game.recordings import read_game

GAME: dict[str, Any] = {
    "format": "clapper-game/1",
    "setup": {
        "control": {
            "left": [{"time": "2:00:00", "moves": 40}, {"time": "1:00:00"}],
            "right": [{"time": "90:00", "bonus": "30"}],
        },
        "regulations": {"base": "club", "on_flag": "stop", "referee_call": "4:00"},
        "opening": "rif",
        "starter": "right",
        "remaining": {"left": "1:58:30"},
    },
    "inputs": [
        {"type": "Start", "at_ns": 0},
        {"type": "Press", "at_ns": 5_000_000_000, "seat": "left", "hand": "right"},
    ],
}
MATCH_SETUP = {
    "control": {"left": "15s", "right": "5m"},
    "starter": "right",
    "match": {
        "games": [{"beginner": "5m", "expert": "30s"}, {"beginner": "5m", "expert": "15s"}],
        "expert": "left",
        "results": ["left"],
    },
}
MATCH = {**GAME, "setup": MATCH_SETUP}


def changed(path: str, value: Any, game: Any = GAME) -> bytes:
    """A game as JSON with one place of it changed."""
    game = json.loads(json.dumps(game))
    *way, last = (int(key) if key.isdigit() else key for key in path.split("."))
    place = game
    for key in way:
        place = place[key]
    place[last] = value
    return json.dumps(game).encode()


def read_and_written(text: bytes) -> tuple[Setup, tuple[Input, ...]]:
    """A game file read; what is written of it is read as the same, with a byte order mark too."""
    setup, inputs = read_game(BOM_UTF8 + text)
    assert read_game(write_game(setup, inputs)) == (setup, inputs)
    return setup, inputs


def test_a_game_file_is_read_as_it_is_written() -> None:
    setup, inputs = read_and_written(json.dumps(GAME).encode())
    assert setup.left == (Period(2 * HOUR_NS, 40), Period(HOUR_NS))
    assert setup.right == (
        Period(90 * MINUTE_NS, method=Method.INCREMENT, bonus_ns=30 * SECOND_NS),
    )
    assert setup.regulations == replace(
        PROFILES["club"], on_flag=OnFlag.STOP, referee_call_ns=4 * MINUTE_NS
    )
    assert (setup.opening.name, setup.starter, setup.first) == ("rif", RIGHT, Colour.BLACK)
    assert (setup.left_remaining_ns, setup.right_remaining_ns) == (7110 * SECOND_NS, None)
    assert inputs == (Start(0), Press(5 * SECOND_NS, LEFT, Hand.RIGHT))
    white = changed("setup", {**GAME["setup"], "opening": "none", "first": "white"})
    assert read_and_written(white)[0].first is Colour.WHITE


@pytest.mark.parametrize(("must_win", "result"), [({}, "left"), ({"expert_must_win": 1}, "right")])
def test_a_game_of_a_match_is_read_and_written_with_its_place(
    must_win: dict[str, int], result: str
) -> None:
    table = {**MATCH_SETUP["match"], **must_win, "results": [result]}  # type: ignore[dict-item]
    place = read_and_written(changed("setup.match", table, MATCH))[0].match
    assert place is not None
    assert (place.number, place.needed, place.expert) == (2, 1, LEFT)
    assert place.match.expert_must_win == must_win.get("expert_must_win", 2)


@pytest.mark.parametrize(
    ("control", "left", "right"),
    [
        ("40/2h:1h", (Period(2 * HOUR_NS, 40), Period(HOUR_NS)), None),
        ("rif", (Period(2 * HOUR_NS, 40), Period(HOUR_NS)), None),
        ([{"time": "5:00"}], (Period(5 * MINUTE_NS),), None),
        ({"left": "300", "right": "30"}, (Period(300 * SECOND_NS),), (Period(30 * SECOND_NS),)),
    ],
)
def test_a_control_is_a_list_text_a_preset_or_one_for_each_seat(
    control: Any, left: Any, right: Any
) -> None:
    setup, _ = read_and_written(changed("setup.control", control))
    assert (setup.left, setup.right) == (left, right or left)


CONTROL = (Period(90 * MINUTE_NS),)
RULES = {"base": "fide", "tenths": True, "record_limit_ns": None}
READ_RULES = replace(PROFILES["fide"], tenths=True, record_limit_ns=None)


@pytest.mark.parametrize(
    ("table", "left", "right", "regulations"),
    [
        ({"control": "90m", "reason": "wrong setting"}, CONTROL, CONTROL, None),
        ({"control": {"left": [{"time": "90:00"}]}}, CONTROL, None, None),
        ({"control": {"right": "90m"}, "regulations": "club"}, None, CONTROL, PROFILES["club"]),
        ({"regulations": RULES}, None, None, READ_RULES),
        ({"control": "90m", "times_by_colour": False}, CONTROL, CONTROL, None),
        ({"times_by_colour": True}, None, None, None),
    ],
)
def test_a_setting_that_is_corrected_is_written_as_in_a_setup(
    table: dict[str, Any], left: Any, right: Any, regulations: Any
) -> None:
    text = changed("inputs.1", {"type": "SetControl", "at_ns": 1, **table})
    _, inputs = read_and_written(text)
    reason, by_colour = table.get("reason", ""), table.get("times_by_colour")
    assert inputs[1] == SetControl(1, left, right, regulations, reason, by_colour)


SEATS = "expected one of left, right, got"
FIRST = "setup.control.left.0"
AT = "setup.control.left[0]"
MISTAKES = [
    ("format", "clapper-game/2", "format: expected one of clapper-game/1"),
    ("setup.control", "40/2x", "setup.control: expected a time control"),
    (f"{FIRST}.time", "2 h", f"{AT}.time: expected a time, got"),
    ("setup.control.right.0.bonus", "x", "setup.control.right[0].bonus: expected a time in"),
    (f"{FIRST}.repeat", True, f"{AT}.repeat: allowed only in"),
    (f"{FIRST}.method", "delay", f"{AT}.bonus: expected a bonus"),
    (f"{FIRST}.foo", 1, f"{AT}.foo: unknown: expected "),
    ("setup.regulations.base", "x", "setup.regulations.base: expected one of rif"),
    ("setup.regulations.on_flag", "x", "setup.regulations.on_flag: expected one of"),
    ("setup.regulations.announce", False, "setup.regulations.announce: expected true (yes)"),
    ("setup.regulations.on_flg", "x", "setup.regulations.on_flg: expected one of"),
    ("setup.regulations.referee_call", "x", "setup.regulations.referee_call: expected a time"),
    ("setup.opening", "renju", "setup.opening: expected one of rif, yamaguchi"),
    ("setup.starter", "white", f"setup.starter: {SEATS} 'white'"),
    ("setup.first", "red", "setup.first: expected one of black, white, got 'red'"),
    ("setup.first", "white", "setup.first: expected black: the opening rif begins with Black"),
    ("setup.remaining.left", "1:70:00", "setup.remaining.left: expected minutes"),
    ("inputs.1.seat", "black", f"inputs[1].seat: {SEATS} 'black'"),
    ("inputs.1.type", "Push", "inputs[1].type: expected one of Press, Tick, Start"),
    ("inputs.1.at_ns", 5.5, "inputs[1].at_ns: expected a whole number, got 5.5"),
    ("inputs.1.colour", "red", "inputs[1].colour: unknown: expected "),
    ("names", {"event": "Cup", "place": "Hall"}, "names.place: unknown"),
    ("inputs", {}, "inputs: expected a list, got a table"),
]
MATCH_MISTAKES = [
    ("results", ["right"], ".results: expected a match that is not decided"),
    ("results", ["void"], ".results: expected no void game"),
    ("results", ["won"], ".results[0]: expected one of left, right, draw, void"),
    ("expert_must_win", 3, ".expert_must_win: expected 1 to 2, got 3"),
    ("games", [], ".games: expected 1 to 20 games, got 0"),
    ("expert", "x", f".expert: {SEATS} 'x'"),
]
CORRECTION_MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({}, ": expected control or regulations"),
    ({"control": {}}, ".control: expected left or right"),
    ({"control": {"right": "40/2x"}}, ".control.right: expected a time control"),
    ({"control": [{"time": "5", "moves": 0}]}, ".control[0].moves: expected 1 to"),
    ({"control": [{"time": "5", "carry": 1}]}, ".control[0].carry: expected true or false, got 1"),
    ({"regulations": "x"}, ".regulations: expected one of rif"),
    ({"regulations": {"record": "x"}}, ".regulations.record: expected one of below_5"),
    ({"regulations": {"on_flag": "stop"}}, ".regulations.announce: expected true"),
    ({"left": "90m"}, ".left: unknown: expected "),
]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        *((changed(path, value), line) for path, value, line in MISTAKES),
        *(
            (changed(f"setup.match.{key}", value, MATCH), f"setup.match{problem}")
            for key, value, problem in MATCH_MISTAKES
        ),
        (
            changed("setup.control.left", "30s", MATCH),
            "setup.control: expected the controls of this game of the match",
        ),
        *(
            (changed("inputs.1", {"type": "SetControl", "at_ns": 1, **table}), f"inputs[1]{line}")
            for table, line in CORRECTION_MISTAKES
        ),
        *((text, "") for text in (b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"format": 1}')),
    ],
    ids=lambda each: each[:60] if isinstance(each, str) else "",
)
def test_a_mistake_is_one_line_with_its_place(text: bytes, problem: str) -> None:
    with pytest.raises(GameFileError) as error:
        read_game(text)
    assert problem in str(error.value)
    assert "\n" not in str(error.value)


def test_every_input_and_each_of_its_fields_is_explained() -> None:
    page = (Path(__file__).parents[2] / "docs" / "game-file.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", page, re.MULTILINE))
    for kind in get_args(Input):
        own = {
            "control",
            "regulations",
            "reason",
            "times_by_colour",
        }  # a file has both seats' controls in one field
        fields = own if kind is SetControl else {*kind.__struct_encode_fields__} - {"at_ns"}
        assert kind.__name__ in rows, f"docs/game-file.md: {kind.__name__} has no row"
        missing = [field for field in fields if f"`{field}`" not in rows[kind.__name__]]
        assert not missing, f"docs/game-file.md: {kind.__name__} {missing}"
