"""Who needs a referee next: what asks for somebody, in which order, and for whom it is an alarm."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from clock.desk.attention import MARGIN_NS, Attention, Item
from clock.desk.causes import ENDING_NS, STOP_NS, Group, Table
from clock.game.names import Names
from clock.rules.inputs import Acknowledge, Claim, Input, Press, Start, Stop, Tick
from clock.rules.machine import begin, step
from clock.rules.message import Message
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Call, Phase, Setup, State
from clock.rules.timing import charge
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import setup

CONTROL = "40/10:00+30 then 5:00"
REFEREES = setup(CONTROL, rules="rif-referees")
PLAIN_RIF = setup(CONTROL, rules="rif")
PACE_NS = (20 * SECOND_NS, 20 * SECOND_NS)


class Hall:
    """Tables that are what a test says, and the list of what asks for somebody."""

    def __init__(self, *referees: str) -> None:
        self.now_ns = 0
        self.tables: dict[str, Table] = {}
        self.acts: list[tuple[str, str, str]] = []
        self.attention = Attention(self._seen, lambda *act: self.acts.append(act))
        for referee in referees:
            self.attention.on_duty(referee, on=True)

    def put(self, name: str, game: Setup | State | None = None, **known: Any) -> None:
        state = begin(game) if isinstance(game, Setup) else game
        known = {"stopped_ns": STOP_NS, **known}
        self.tables[name] = Table(name, 0, state, PACE_NS, **known)

    def items(self, after_ns: int = 0) -> tuple[Item, ...]:
        self.now_ns += after_ns
        return self.attention.items(self.now_ns)

    def texts(self) -> list[str]:
        return [str(item.text) for item in self.items()]

    def names(self) -> list[str]:
        return [table for item in self.items() for table in item.tables]

    def _seen(self, now_ns: int) -> Sequence[Table]:
        return [
            replace(table, at_ns=now_ns, state=table.state and charge(table.state, now_ns))
            for table in self.tables.values()
        ]


def after(game: Setup, *inputs: Input) -> State:
    state = begin(game)
    for event in inputs:
        state, _ = step(state, event)
    return state


def running(game: Setup, left_ns: int, turn_ns: int = 0) -> State:
    """A game in which Left, who is to move and thinks since some time, has so much left."""
    state = after(game, Start(0))
    return replace(state, left=replace(state.left, remaining_ns=left_ns, turn_ns=turn_ns))


def called(left_ns: int) -> State:
    """A game to which the referee has been called."""
    state = running(REFEREES, left_ns)
    return replace(state, left=replace(state.left, call=Call.CALLED))


def arrived(left_ns: int) -> State:
    state, _ = step(called(left_ns), Acknowledge(0, LEFT))
    return state


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (after(REFEREES, Start(0), Stop(1, LEFT)), "The organizer is called"),
        (after(REFEREES, Start(0), Stop(1), Claim(2, RIGHT)), "Right claims a win"),
        (after(REFEREES, Start(0), Stop(1), Claim(2, RIGHT), Claim(3, LEFT)), "Both claim a win"),
        (after(PLAIN_RIF, Start(0), Stop(1), Claim(2, LEFT)), "Left claims a win"),
        (after(REFEREES, Start(0), Press(700 * SECOND_NS, LEFT)), "Left's clapper fell"),
    ],
)
def test_somebody_is_needed_at_once(state: State, text: str) -> None:
    hall = Hall("Ann")
    hall.now_ns = state.at_ns
    hall.put("1", state)
    (item,) = hall.items()
    assert (str(item.text), item.urgent, item.suggested_to) == (text, True, "Ann")


@pytest.mark.parametrize(
    ("inputs", "ending", "alarm_ns"),
    [
        ((Start(0), Stop(1)), False, STOP_NS),
        ((Start(0), Stop(1)), True, ENDING_NS),
        ((Start(0), Press(1, LEFT), Stop(2), Claim(3, LEFT)), True, 0),
        ((Start(0), Tick(700 * SECOND_NS)), False, 0),
        ((Start(0), Tick(700 * SECOND_NS)), True, ENDING_NS),
    ],
)
def test_a_stop_is_an_alarm_after_ten_seconds_or_a_minute_while_the_players_end_the_game(
    inputs: tuple[Input, ...], ending: bool, alarm_ns: int
) -> None:
    hall, state = Hall("Ann"), after(setup(CONTROL, rules="fide"), *inputs)
    for stopped_ns in (0, STOP_NS - 1, STOP_NS, ENDING_NS - 1, ENDING_NS):
        hall.put("1", state, stopped_ns=stopped_ns, ending=ending)
        (item,) = hall.items()
        assert item.urgent is item.calls is (stopped_ns >= alarm_ns), stopped_ns


@pytest.mark.rule("RIF 14.8")
def test_where_nobody_may_point_out_that_time_is_out_no_time_calls_for_a_referee() -> None:
    hall = Hall("Ann")
    hall.put("low", running(PLAIN_RIF, 20 * SECOND_NS))
    hall.put("fallen", after(PLAIN_RIF, Start(0), Press(700 * SECOND_NS, LEFT)))
    hall.put("slow", running(setup("5:00:00", rules="rif"), 4 * 3600 * SECOND_NS))
    for _ in range(3):
        assert hall.items(after_ns=90 * MINUTE_NS) == ()
    assert hall.attention.forecast(0).calls == 0
    hall.put("low", replace(running(PLAIN_RIF, 0), phase=Phase.FALLEN, running=None))
    assert hall.texts() == ["Both clocks are stopped"]


@pytest.mark.rule("RIF 14.9")
def test_the_list_is_in_the_order_in_which_clappers_may_fall() -> None:
    hall = Hall()
    hall.put("soon", called(100 * SECOND_NS))
    hall.put("sooner", arrived(70 * SECOND_NS))
    hall.put("waits", replace(called(90 * SECOND_NS), running=RIGHT, turn=RIGHT))
    hall.put("enough", running(REFEREES, 400 * SECOND_NS))
    hall.put("stopped", after(REFEREES, Start(0), Stop(1)))
    assert hall.names() == ["stopped", "sooner", "soon", "waits"]
    hall.attention.on_duty("Ann", on=True)
    hall.items()
    hall.attention.take("game:stopped", "Ann", 0)
    assert hall.names() == ["sooner", "soon", "waits", "stopped"]
    hall.attention.pin("game:waits", "Ann", on=True)
    assert hall.names()[0] == "waits"


def test_an_item_keeps_its_place_while_its_instant_hardly_moves() -> None:
    hall = Hall()
    hall.put("a", called(100 * SECOND_NS))
    hall.put("b", called(104 * SECOND_NS))
    assert hall.names() == ["a", "b"]
    hall.put("b", called(96 * SECOND_NS))
    assert hall.names() == ["a", "b"]
    hall.put("b", called(104 * SECOND_NS - MARGIN_NS - 1))
    assert hall.names() == ["b", "a"]


def test_clocks_that_go_offline_together_are_one_item_and_another_later_is_another() -> None:
    hall = Hall()
    for number in range(30):
        hall.put(str(number), running(REFEREES, 500 * SECOND_NS))
    assert hall.items() == ()
    for number in range(29):
        hall.put(str(number), running(REFEREES, 500 * SECOND_NS), offline=True)
        hall.items(after_ns=100_000_000)
    (item,) = hall.items()
    assert (item.kind, len(item.tables), item.calls) == (Group.TECHNICAL, 29, False)
    hall.put("29", running(REFEREES, 500 * SECOND_NS), offline=True)
    assert len(hall.items(after_ns=MINUTE_NS)) == 2
    hall.put("3", running(REFEREES, 500 * SECOND_NS))
    assert {len(each.tables) for each in hall.items()} == {28, 1}


def test_a_clock_that_is_off_after_its_game_is_no_matter() -> None:
    hall = Hall()
    hall.put("1", REFEREES, offline=True)
    hall.put("2", None, offline=True)
    assert hall.items() == ()


def pressed(count: int) -> State:
    """A game of so many presses, one a second."""
    state = after(REFEREES, Start(0))
    for number in range(count):
        state, _ = step(state, Press((number + 1) * SECOND_NS, state.turn))
    return state


@pytest.mark.parametrize(
    ("known", "text"),
    [
        ({"deviations": (Message("opening: none, expected rif"),)}, "Setup differs"),
        ({"jumped_ns": 7 * SECOND_NS}, "own time jumped by -7.0 s"),
        ({"drift_ppm": 120.0}, "Drift: +117 ppm"),
        ({"doubts": (Message("part of the game is missing"),)}, "missing"),
        ({"state": pressed(5)}, "5 moves; usual at the other tables: 24"),
        ({"state": running(REFEREES, 500 * MINUTE_NS, 31 * MINUTE_NS)}, "No press for 30"),
    ],
)
def test_what_cannot_be_right_is_named(known: dict[str, Any], text: str) -> None:
    hall = Hall()
    for number in range(5):
        hall.put(str(number), pressed(24), drift_ppm=float(number), longest_ns=MINUTE_NS)
    hall.now_ns = 25 * SECOND_NS
    assert hall.items() == ()
    hall.tables["2"] = replace(hall.tables["2"], **known)
    items = [item for item in hall.items() if item.kind is Group.IMPLAUSIBLE]
    assert {item.tables for item in items} == {("2",)}
    assert any(text in str(item.text) for item in items), hall.texts()


def test_the_forecast_counts_the_calls_to_come_by_the_players_pace() -> None:
    hall = Hall("Ann", "Bob")
    fast, slow = (20 * SECOND_NS, 20 * SECOND_NS), (90 * SECOND_NS, 30 * SECOND_NS)
    hall.put("1", running(REFEREES, 6 * MINUTE_NS))
    for pace_ns, calls in ((fast, 0), (slow, 1)):
        hall.tables["1"] = replace(hall.tables["1"], pace_ns=pace_ns)
        hall.items()
        forecast = hall.attention.forecast(0)
        assert (forecast.calls, forecast.minutes, forecast.referees) == (calls, 10, 2)


@pytest.mark.parametrize("rules", ["rif", "rif-referees"])
def test_who_is_absent_at_the_end_of_the_default_time_is_an_alarm_until_he_comes(
    rules: str,
) -> None:
    game = setup(CONTROL, rules=rules, default_time_ns=MINUTE_NS)
    for absent, before, text in (
        ((LEFT,), [], "Jan Novák is absent; the default time of 1:00 has passed"),
        (
            (RIGHT,),
            [Press(SECOND_NS, LEFT)],
            "Right is absent; the default time of 1:00 has passed",
        ),
        ((LEFT, RIGHT), [], "Both players are absent; the default time of 1:00 has passed"),
    ):
        hall = Hall("Eva")
        start = Start(0, absent=absent)
        early = after(game, start, *before, Tick(MINUTE_NS - 1))
        hall.put("7", early, names=Names(left="Jan Novák"))
        assert hall.items() == ()
        late = after(game, start, *before, Tick(3 * MINUTE_NS))
        hall.put("7", late, names=Names(left="Jan Novák"))
        (item,) = hall.items()
        assert (str(item.text), item.tables, item.calls) == (text, ("7",), True)
        assert item.suggested_to == "Eva"
        presses = [Press(3 * MINUTE_NS + 1, seat) for seat in absent]
        hall.put("7", after(game, start, *before, Tick(3 * MINUTE_NS), *presses))
        assert hall.items() == ()
