"""The station on its table: from the plunger to the lamps and the faces."""

from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from clock.rules.inputs import Press, Result, StoneLaid
from clock.rules.refusal import SetupError
from clock.rules.regulations import PROFILES, HandRule
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from clock.station.loop import Station
from clock.station.signals import player_input
from hal.ports import LampName, Line, ScreenName
from hal.wiring import DEFAULT
from tests.fakes import fake_body
from tests.station.tables import LINES, MS, WITH_KEY, FakeRig, MockRig, Table, lit, setup

LEFT_RUNS, RIGHT_RUNS = LampName.LEFT_RUNNING, LampName.RIGHT_RUNNING


@pytest.mark.rule("RIF 14.9", "RIF 15")
def test_a_game_lights_its_lamps_on_mocked_pins_as_on_fakes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = setup("301", "rif-referees")
    tables = [Table(rig(monkeypatch, WITH_KEY), game) for rig in (FakeRig, MockRig)]
    for acts, lamps in (
        ("+ ok 0.5", {LEFT_RUNS, RIGHT_RUNS}),
        ("2", {LEFT_RUNS, RIGHT_RUNS, LampName.REFEREE}),
        ("R 1 L", {RIGHT_RUNS, LampName.REFEREE}),
        ("ok key", {RIGHT_RUNS}),
        ("stop 5 L", set()),
        ("+", set()),
        ("hold", set()),
        ("stop hold + ok", set()),
        ("+ 302", {RIGHT_RUNS, LampName.RIGHT_CLAPPER}),
    ):
        seen = []
        for table in tables:
            table.do(acts)
            seen.append([table.sentence(name) for name in ScreenName])
            assert lit(table) == lamps, acts
        assert seen[0] == seen[1]
    tables[1].rig.body.close()


def test_an_edge_that_arrives_as_the_clock_is_to_end_is_a_press(rig: FakeRig) -> None:
    table = Table(rig, setup())
    table.do("ok 1")
    ends = Mock(side_effect=[False, True])
    table.station.run(ends, lambda: rig.drive(Line.LEFT_PLUNGER, True))
    rig.time.advance(5 * MS)
    table.station.turn()
    assert lit(table) == {RIGHT_RUNS}


@pytest.mark.rule("RIF 14.4")
def test_the_clapper_waits_for_presses_that_are_still_on_their_way(rig: FakeRig) -> None:
    table = Table(rig, setup("10"))
    table.tap(Line.OK)
    falls_ns = table.state.wake_ns
    table.wait(falls_ns - table.now_ns + 240 * MS)
    assert LampName.LEFT_CLAPPER not in lit(table)
    assert "no time left" in table.sentence()
    table.wait(20 * MS)
    assert LampName.LEFT_CLAPPER in lit(table)
    assert table.state.left.fell_at_ns == falls_ns


@pytest.mark.parametrize("runs", [LEFT, RIGHT])
def test_of_two_keys_of_one_report_the_one_of_the_running_clock_is_a_move(
    rig: FakeRig, runs: Seat
) -> None:
    table = Table(rig, replace(setup(), starter=runs))
    table.do("ok 5")
    for line in (Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER):
        rig.drive(line, True)
    table.look()
    table.wait(SECOND_NS)
    assert (table.state.play.moves, table.state.turn) == (1, runs.other)


@pytest.mark.rule("RIF 14.9")
def test_after_the_game_no_referee_is_called(rig: FakeRig) -> None:
    table = Table(rig, setup("301", "rif-referees"))
    table.do("ok 3")
    assert LampName.REFEREE in lit(table)
    table.finish(Result.DRAW)
    assert LampName.REFEREE not in lit(table)


@pytest.mark.parametrize(
    ("held_ms", "held_up_ms", "opens"),
    [(1_900, 0, "Resume?"), (2_100, 0, "Organizer."), (100, 3_000, "Organizer.")],
)
def test_only_a_hold_of_two_seconds_opens_the_organizers_menu_seen_in_time_or_not(
    rig: FakeRig, held_ms: int, held_up_ms: int, opens: str
) -> None:
    table = Table(rig, setup())
    table.do("ok stop")
    table.down(Line.OK)
    table.wait(held_ms * MS)
    table.rig.time.advance(held_up_ms * MS)  # the loop is too late to see the hold
    table.up(Line.OK)
    table.wait(100 * MS)
    assert table.sentence().startswith(opens)
    assert table.sentence() == table.sentence(ScreenName.RIGHT)


def test_without_an_ok_button_stop_is_it_but_while_a_clock_runs_it_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = {line: pin for line, pin in DEFAULT.lines.items() if line is not Line.OK}
    table = Table(FakeRig(monkeypatch, replace(DEFAULT, lines=lines)), setup())
    for act, running in (("stop", LEFT), ("stop", None), ("stop", None), ("+", LEFT)):
        table.do(act)
        assert table.state.running is running
    table.do("stop L +")
    assert [claim.seat for claim in table.state.claims] == [LEFT]


# The same hand


@pytest.mark.rule("RIF 14.3 same hand")
@pytest.mark.parametrize("rule", [HandRule.WITNESS, HandRule.ENFORCE])
def test_without_sensors_witness_and_enforce_are_refused_when_the_clock_is_set_up(
    rule: HandRule,
) -> None:
    regulations = replace(PROFILES["rif"], hand_rule=rule)
    with pytest.raises(SetupError, match="stone sensors, which are not wired"):
        Station(fake_body(DEFAULT), setup(regulations=regulations))


@pytest.mark.rule("RIF 14.3 same hand")
@pytest.mark.parametrize("line", [line for line in Line if line.value[-3:] in ("_lh", "_rh")])
def test_each_line_of_a_hand_is_an_act_of_its_seat_and_hand(line: Line) -> None:
    act = player_input(line, 0)
    assert isinstance(act, StoneLaid if "stone" in line.value else Press)
    assert act.hand is not None
    seat, _, hand = line.value.split("_")
    assert (act.seat.value, act.hand.value[0]) == (seat, hand[0])


# In a stop: a claim


@pytest.mark.rule("RIF 9.4", "RIF 9.6")
@pytest.mark.parametrize("plunger", ["L", "R"])
@pytest.mark.parametrize("stop_first", [True, False])
def test_stop_and_a_plunger_40_ms_later_ask_in_whatever_order_they_are_delivered(
    rig: FakeRig, plunger: str, stop_first: bool
) -> None:
    table = Table(rig, setup())
    table.do("ok 4")
    stop_ns = table.now_ns
    edges = [(Line.STOP, stop_ns), (LINES[plunger], stop_ns + 40 * MS)]
    table.wait(60 * MS)
    for line, stamp_ns in edges if stop_first else reversed(edges):
        table.deliver(line, stamp_ns)
        table.wait(20 * MS)
    seat = LEFT if plunger == "L" else RIGHT
    for name in ScreenName:
        assert table.sentence(name).startswith(f"{seat.value.capitalize()}, claim a win?")
    assert (table.state.phase, table.state.play.moves) == (Phase.STOPPED, 0)
    claimed_ns = table.tap(Line.PLUS)
    assert [(claim.seat, claim.at_ns) for claim in table.state.claims] == [(seat, claimed_ns)]
    assert table.sentence().startswith(f"{seat.value.capitalize()} claims a win. ")


@pytest.mark.rule("RIF 9.4", "RIF 9.6")
def test_an_idle_press_before_the_stop_asks_nothing_even_if_it_is_delivered_late(
    rig: FakeRig,
) -> None:
    table = Table(rig, setup())
    table.do("ok 4")
    idle_ns = table.now_ns
    table.wait(20 * MS)
    table.tap(Line.STOP)
    table.deliver(Line.RIGHT_PLUNGER, idle_ns)
    table.wait(20 * MS)
    assert table.inputs(Press) == [Press(idle_ns, RIGHT)]
    assert "claims a win" not in table.sentence()
