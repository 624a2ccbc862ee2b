"""Game files: what is read, what is written, and what each mistake is told."""

import json
from typing import Any

import msgspec
import pytest

from clock.game.file import GameFileError, read_game, write_game
from clock.rules.control import Method, Period
from clock.rules.inputs import Press, SetControl, Start
from clock.rules.regulations import PROFILES, OnFlag
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS

GAME: dict[str, Any] = {
    "format": "clapper-game/1",
    "setup": {
        "control": {
            "left": [{"time": "2:00:00", "moves": 40}, {"time": "1:00:00"}],
            "right": [{"time": "90:00", "method": "increment", "bonus": "30"}],
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


def changed(path: str, value: Any) -> bytes:
    """The game as JSON with one place of it changed."""
    game: Any = json.loads(json.dumps(GAME))
    *way, last = path.split(".")
    place = game
    for key in way:
        place = place[int(key) if key.isdigit() else key]
    place[int(last) if last.isdigit() else last] = value
    return json.dumps(game).encode()


def test_a_game_file_is_read_as_it_is_written() -> None:
    setup, inputs = read_game(json.dumps(GAME).encode())
    assert setup.left == (Period(2 * HOUR_NS, 40), Period(HOUR_NS))
    assert setup.right == (
        Period(90 * MINUTE_NS, method=Method.INCREMENT, bonus_ns=30 * SECOND_NS),
    )
    assert setup.regulations == msgspec.structs.replace(
        PROFILES["club"], on_flag=OnFlag.STOP, referee_call_ns=4 * MINUTE_NS
    )
    assert (setup.opening.name, setup.starter) == ("rif", RIGHT)
    assert (setup.left_remaining_ns, setup.right_remaining_ns) == (7110 * SECOND_NS, None)
    assert inputs[0] == Start(0)
    assert isinstance(inputs[1], Press)
    assert inputs[1].seat is LEFT


def test_what_is_written_is_read_as_the_same() -> None:
    setup, inputs = read_game(json.dumps(GAME).encode())
    assert read_game(write_game(setup, inputs)) == (setup, inputs)


def test_black_moves_first_unless_the_file_says_white() -> None:
    black, _ = read_game(json.dumps(GAME).encode())
    assert black.first is Colour.BLACK
    chess = json.loads(json.dumps(GAME))
    chess["setup"] |= {"opening": "none", "first": "white"}
    white, inputs = read_game(json.dumps(chess).encode())
    assert white.first is Colour.WHITE
    assert read_game(write_game(white, inputs)) == (white, inputs)


@pytest.mark.parametrize(("must_win", "result"), [({}, "left"), ({"expert_must_win": 1}, "right")])
def test_a_game_of_a_match_is_read_and_written_with_its_place(
    must_win: dict[str, int], result: str
) -> None:
    match = {
        **must_win,
        "games": [{"beginner": "5m", "expert": "30s"}, {"beginner": "5m", "expert": "15s"}],
        "expert": "left",
        "results": [result],
    }
    table = {"control": {"left": "15s", "right": "5m"}, "starter": "right", "match": match}
    text = json.dumps({**GAME, "setup": table})
    setup, inputs = read_game(text.encode())
    place = setup.match
    assert place is not None
    assert (place.number, place.needed, place.expert) == (2, 1, LEFT)
    assert place.match.expert_must_win == must_win.get("expert_must_win", 2)
    assert read_game(write_game(setup, inputs)) == (setup, inputs)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"results": ["right"]}, "setup.match.results: expected a match that is not decided"),
        ({"results": ["void"]}, "setup.match.results: expected no void game"),
        ({"results": ["won"]}, "setup.match.results[0]: expected one of left, right, draw, void"),
        ({"expert_must_win": 3}, "setup.match.expert_must_win: expected 1 to 2, got 3"),
        ({"games": []}, "setup.match.games: expected 1 to 20 games, got 0"),
        ({"expert": "right"}, "setup.control: expected the controls of the match's game"),
        ({"expert": "x"}, "setup.match.expert: expected one of left, right, got 'x'"),
    ],
)
def test_a_mistake_in_a_match_is_told_with_its_place(changes: dict[str, Any], said: str) -> None:
    match = {
        "games": [{"beginner": "5m", "expert": "30s"}, {"beginner": "5m", "expert": "15s"}],
        "expert": "left",
        **changes,
    }
    table = {"control": {"left": "30s", "right": "5m"}, "starter": "right", "match": match}
    with pytest.raises(GameFileError) as wrong:
        read_game(json.dumps({**GAME, "setup": table}).encode())
    assert said in str(wrong.value)


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
    setup, _ = read_game(changed("setup.control", control))
    assert (setup.left, setup.right) == (left, right or left)


CONTROL = (Period(90 * MINUTE_NS),)
RULES = msgspec.structs.replace(PROFILES["fide"], tenths=True, record_limit_ns=None)


@pytest.mark.parametrize(
    ("table", "left", "right", "regulations"),
    [
        ({"control": "90m", "reason": "wrong setting"}, CONTROL, CONTROL, None),
        ({"control": {"left": [{"time": "90:00"}]}}, CONTROL, None, None),
        ({"control": {"right": "90m"}, "regulations": "club"}, None, CONTROL, PROFILES["club"]),
        (
            {"regulations": {"base": "fide", "tenths": True, "record_limit_ns": None}},
            None,
            None,
            RULES,
        ),
    ],
)
def test_a_setting_that_is_set_right_is_written_as_in_a_setup(
    table: dict[str, Any], left: Any, right: Any, regulations: Any
) -> None:
    text = changed("inputs.1", {"type": "SetControl", "at_ns": 1, **table})
    setup, inputs = read_game(text)
    assert inputs[1] == SetControl(1, left, right, regulations, table.get("reason", ""))
    assert read_game(write_game(setup, inputs)) == (setup, inputs)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({}, "inputs[1]: expected control or regulations"),
        ({"control": {}}, "inputs[1].control: expected left or right"),
        ({"control": {"right": "40/2x"}}, "inputs[1].control.right: expected a time control"),
        ({"control": [{"time": "5", "moves": 0}]}, "inputs[1].control[0].moves: expected 1 to"),
        ({"control": [{"time": "5", "carry": 1}]}, "inputs[1].control[0].carry: expected bool"),
        ({"regulations": "x"}, "inputs[1].regulations: expected one of rif"),
        ({"regulations": {"record": "x"}}, "inputs[1].regulations.record: expected one of below_5"),
        ({"regulations": {"on_flag": "stop"}}, "inputs[1].regulations.announce: expected true"),
        ({"left": "90m"}, "inputs[1]: object contains unknown field left"),
    ],
)
def test_a_mistake_in_it_is_told_with_its_place_too(table: dict[str, Any], said: str) -> None:
    with pytest.raises(GameFileError) as wrong:
        read_game(changed("inputs.1", {"type": "SetControl", "at_ns": 1, **table}))
    assert said in str(wrong.value)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("format", "clapper-game/2", "format: expected one of clapper-game/1"),
        ("setup.control", "40/2x", "setup.control: expected a time control"),
        ("setup.control", [], "setup.control: expected 1 to 20 periods, got 0"),
        ("setup.control.left.0.time", "2 h", "setup.control.left[0].time: expected a time as"),
        ("setup.control.left.0.time", "0", "setup.control.left[0].time: expected more than 0"),
        ("setup.control.left.0.moves", 0, "setup.control.left[0].moves: expected 1 to 9999"),
        ("setup.control.left.0.moves", "x", "setup.control.left[0].moves: expected int | null"),
        ("setup.control.left.0.repeat", True, "setup.control.left[0].repeat: expected only in"),
        ("setup.control.left.0.method", "fast", "setup.control.left[0].method: expected one of"),
        ("setup.control.left.0.method", "delay", "setup.control.left[0].bonus: expected a bonus"),
        ("setup.control.left.0.foo", 1, "setup.control.left[0]: object contains unknown field foo"),
        ("setup.regulations", "none", "setup.regulations: expected one of rif, rif-referees"),
        ("setup.regulations.base", "x", "setup.regulations.base: expected one of rif"),
        ("setup.regulations.on_flag", "x", "setup.regulations.on_flag: expected one of"),
        ("setup.regulations.announce", False, "setup.regulations.announce: expected true with"),
        ("setup.regulations.on_flg", "x", "setup.regulations.on_flg: expected one of"),
        ("setup.regulations.referee_call", "x", "setup.regulations.referee_call: expected a time"),
        ("setup.regulations.referee_call", "0", "setup.regulations.referee_call: expected more"),
        ("setup.opening", "renju", "setup.opening: expected one of rif, yamaguchi"),
        ("setup.starter", "white", "setup.starter: expected one of left, right, got 'white'"),
        ("setup.first", "red", "setup.first: expected one of black, white, got 'red'"),
        ("setup.first", "white", "setup.first: expected black: the opening rif begins so"),
        ("setup.remaining.left", "1:70:00", "setup.remaining.left: expected minutes"),
        ("setup.remaining.left", "0", "setup.remaining.left: expected more than 0"),
        ("inputs.1.seat", "black", "inputs[1].seat: expected one of left, right, got 'black'"),
        ("inputs.1.type", "Push", "inputs[1].type: expected one of Press, Tick, Start"),
        ("inputs.1.at_ns", 5.5, "inputs[1].at_ns: expected int, got float"),
        ("inputs.1.colour", "red", "inputs[1]: object contains unknown field colour"),
        ("inputs", {}, "inputs: expected array, got object"),
    ],
)
def test_a_mistake_is_told_in_one_line_with_its_place(path: str, value: Any, said: str) -> None:
    with pytest.raises(GameFileError) as wrong:
        read_game(changed(path, value))
    assert said in str(wrong.value)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"format": 1}'])
def test_what_is_no_game_file_at_all_is_told_so(text: bytes) -> None:
    with pytest.raises(GameFileError):
        read_game(text)
