"""Whole games on the page: the real command, a real browser, and the record that it leaves."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from clock.menu.access import Opens, Organizer
from clock.rules import inputs as act
from clock.rules import outputs as out
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.cli.running import run
from tests.simulator.clock_page import DESKTOP, PHONE, ClockPage, Record
from tests.simulator.sims import AWAY, simulating

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

QUOTA = 6


# ---- A game by key, from a late start to the report, with the organizer's key


def start_late(clock: ClockPage) -> None:
    """Both are late: one clock for both runs, until Right comes; then Left's clock runs."""
    for seat, name in ((LEFT, "Left, Black"), (RIGHT, "Right, White")):
        clock.face(seat, f"{name}, at rest. 5 minutes 4 seconds left. 0 of 6 moves. period 1 of 2")
        clock.face(seat, "both here", "Rules: RIF, referees")
    clock.change("Plus", "both late")
    clock.press("OK")
    for seat in (LEFT, RIGHT):
        clock.face(seat, "running. 5 minutes 3 seconds left", "Joint time: press when you are here")
    clock.lamp("Left running", True)
    clock.lamp("Right running", True)
    clock.plunge(RIGHT, "0 of 6 moves", "period 1 of 2")
    clock.lamp("Right running", False)
    clock.lamp("Left running", True)


def play(clock: ClockPage, first: int, last: int, quota: str) -> None:
    for move in range(first, last + 1):
        for seat in (LEFT, RIGHT):
            clock.plunge(seat, f" {move}{quota} moves. ")


def let_the_referee_be_called(clock: ClockPage) -> None:
    """Left thinks until five minutes are left."""
    clock.face(LEFT, "running. 5 minutes left", "Referee called", "Record waived")
    clock.lamp("Referee", True)
    expect(clock.page.get_by_role("status")).to_have_text("Referee lamp: on")
    clock.change("OK", "Referee is here")
    clock.lamp("Referee", False)


def stop(clock: ClockPage) -> None:
    clock.press("Stop")
    for seat in (LEFT, RIGHT):
        clock.face(seat, "at rest", "STOPPED, Black to move")
    clock.lamp("Left running", False)
    clock.note("Stop")


def turn_key(clock: ClockPage, *words: str) -> None:
    """It stays as it is turned, also when it is turned slowly and the window is left."""
    key = clock.page.get_by_role("button", name="Organizer's key", exact=True)
    turned = key.get_attribute("aria-pressed") == "true"
    key.click(delay=1_100)
    clock.page.evaluate("dispatchEvent(new Event('blur'))")
    clock.face(RIGHT, *words)
    expect(key).to_have_attribute("aria-pressed", str(not turned).lower())


def leave_left_three_seconds(clock: ClockPage) -> None:
    """The organizer, who needs the key, takes time from Left; Left goes on."""
    clock.change("OK", "organizer's key")
    clock.change("OK", "STOPPED")
    turn_key(clock, "Organizer. ")
    clock.choose("Left (Black) time")
    clock.choose("Set to", button="Minus")
    for field, wanted in (("minutes", "Set to 0:00:"), ("seconds", "Set to 0:00:03")):
        clock.change("OK", field)
        while wanted not in clock.face(LEFT):
            clock.change("Minus")
    clock.change("OK", "Why?")
    clock.choose("Penalty")
    clock.face(LEFT, "Penalty?", "becomes 0:03")
    clock.change("Plus", "Minus: no. Plus: yes")  # there was more to read
    clock.change("Plus", "Organizer. ")
    clock.choose("Resume", button="Minus")
    clock.face(LEFT, "Resume?", "Left 0:03", "Left's clock runs")
    clock.change("Plus", "running")
    turn_key(clock)
    clock.change("OK", "Referee is here")


def claim(clock: ClockPage) -> None:
    """Left's time ends; one move later Right stops the clocks and claims with his own plunger."""
    clock.face(LEFT, "running. no time left", "Clapper fell")
    clock.lamp("Left clapper", True)
    clock.lamp("Right clapper", False)
    play(clock, QUOTA + 2, QUOTA + 2, "")
    stop(clock)
    clock.press("Right plunger")
    clock.face(RIGHT, "Right claims a win?", "Left 0:00, 8 moves")
    clock.press("Plus")
    for seat in (LEFT, RIGHT):
        clock.face(seat, "Right claims a win. ")
    clock.note("Claim")


def enter_the_result(clock: ClockPage) -> None:
    turn_key(clock, "Organizer. ")
    clock.choose("Result", "Right wins", "Time")
    clock.change("OK", "Result: none yet becomes Right wins", "Last move: none yet becomes 16")
    clock.press("Plus")
    clock.press("Plus")
    clock.face(RIGHT, "White won on time")
    turn_key(clock)
    clock.note("Finish")


def test_a_whole_game_by_key_is_recorded_as_it_was_shown_and_its_report_is_a_click_away(
    new_page: "NewPage", tmp_path: Path
) -> None:
    journal, file = tmp_path / "games", tmp_path / "game.json"
    options = ("--control", f"pgn:{QUOTA}/304:10", "--regulations", "rif-referees")
    with simulating(*options, "--organizer", "key", "--journal", str(journal)) as sim:
        clock = ClockPage(new_page(**DESKTOP), sim.url)
        start_late(clock)
        play(clock, 1, 3, " of 6")
        let_the_referee_be_called(clock)
        play(clock, 4, QUOTA - 1, " of 6")
        clock.plunge(LEFT, " 6 moves. period 2 of 2", "Complete record")
        clock.plunge(RIGHT, " 6 moves. period 2 of 2")
        play(clock, QUOTA + 1, QUOTA + 1, "")
        stop(clock)
        leave_left_three_seconds(clock)
        claim(clock)
        enter_the_result(clock)
        with clock.page.expect_popup() as opened:
            clock.page.get_by_role("link", name="Game report").click()
        expect(opened.value.locator(".headline")).to_have_text("Right wins: time")
        sim.interrupt()
        assert sim.ended() == (0, "", AWAY)
    assert run("verify", "--all", "--journal", journal).returncode == 0
    assert run("export", "last", "--journal", journal, "-o", file).returncode == 0
    game = Record(file.read_bytes())
    assert len(clock.seen) > 2 * QUOTA
    game.assert_shown(clock, Organizer(Opens.KEY))
    check_inputs(game)
    check_times(game, json.loads(run("report", file, "--json").stdout)["facts"])


def check_inputs(game: Record) -> None:
    moves = ["Press"] * (1 + 2 * (QUOTA + 1))
    assert game.kinds == [
        *("Start", *moves, "Stop", "Adjust", "Resume", "Press", "Press", "Stop", "Press"),
        *("Claim", "Finish"),
    ]
    assert game.all(act.Start)[0].absent == (LEFT, RIGHT)
    assert [each.seat for each in game.all(out.PlayerArrived)] == [RIGHT, LEFT]
    assert [(each.seat, each.period, each.added_ns) for each in game.all(out.PeriodBegan)] == [
        (seat, 2, 10 * SECOND_NS) for seat in (LEFT, RIGHT)
    ]
    calls, arrivals = (
        [each.seat for each in game.all(kind)] for kind in (out.RefereeCalled, out.RefereeCame)
    )
    assert calls.count(LEFT) == arrivals.count(LEFT) == 2
    (adjusted,), (corrected,) = game.all(act.Adjust), game.all(out.Corrected)
    assert (adjusted.seat, adjusted.reason, corrected.after) == (LEFT, "penalty", 3 * SECOND_NS)
    (resumed,), (fell,) = game.all(act.Resume), game.all(out.ClapperFell)
    assert (fell.seat, fell.at_ns) == (LEFT, resumed.at_ns + 3 * SECOND_NS)
    (claimed,) = game.all(out.Claimed)
    assert (claimed.seat, claimed.clapper_up) == (RIGHT, True)
    assert game.all(act.Press)[-1].at_ns < claimed.at_ns == game.all(act.Claim)[0].at_ns
    (finish,) = game.all(act.Finish)
    assert (finish.result, finish.ground) == (act.Result.RIGHT, "time")


def check_times(game: Record, facts: dict[str, Any]) -> None:
    """Right has left what he had, less what he spent, joint time among it."""
    start, arrived = game.all(act.Start)[0], game.all(out.PlayerArrived)[0]
    joint_ns = arrived.at_ns - start.at_ns
    assert joint_ns >= SECOND_NS
    spent_ns = sum(turn.spent_ns for turn in game.all(out.TurnPassed) if turn.seat is RIGHT)
    left_ns = 314 * SECOND_NS - joint_ns - spent_ns
    assert [facts[seat.value]["remaining_ns"] for seat in (LEFT, RIGHT)] == [0, left_ns]
    assert (facts["result"], facts["moves"]) == ("right", 16)


# ---- A game by touch, and a second page by key

SHOWN = "() => [...screens.values()].map(({ picture }) => picture.bits).join()"
"""Both displays' pixels."""


def test_a_game_by_touch_and_by_key_on_two_pages_is_one_game_until_the_clock_is_gone(
    new_page: "NewPage", tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    options = ("--control", "10m+10s", "--regulations", "gomoku-cz", "--opening", "none")
    with simulating(*options, "--display", "256x64", "--record", str(file)) as sim:
        clock = ClockPage(new_page(**PHONE), sim.url, by_touch=True)
        clock.face(LEFT, "Left, Black, at rest. 10 minutes left. 0 moves")
        clock.press("OK")
        clock.face(LEFT, "running")
        for seat in (LEFT, RIGHT) * 4:
            clock.plunge(seat)
        other = ClockPage(new_page(**DESKTOP), sim.url)
        other.press("Left plunger")
        clock.face(LEFT, "at rest", "5 moves")
        clock.note("Press", (LEFT,))
        clock.plunge(RIGHT, "5 moves")
        other.press("Stop")
        for seat in (LEFT, RIGHT):
            assert clock.face(seat, "STOPPED", "Cover the position") == other.face(seat, "STOPPED")
        clock.note("Stop")
        shown = other.page.evaluate(SHOWN)
        clock.page.wait_for_function(f"shown => ({SHOWN})() === shown", arg=shown)
        clock.change("OK", "Resume? ", "Left's clock runs")
        clock.change("Plus", "running")
        clock.plunge(LEFT, "6 moves")
        sim.interrupt()
        for page in (clock.page, other.page):
            expect(page.get_by_role("alert")).to_have_text("Connection lost, reconnecting")
        assert sim.ended() == (0, "", AWAY)
        other.face(LEFT, "at rest", "6 moves")  # the last picture stays
    game = Record(file.read_bytes())
    game.assert_shown(clock)
    assert game.kinds == ["Start", *["Press"] * 10, "Stop", "Resume", "Press"]
    for seat, moves in ((LEFT, 6), (RIGHT, 5)):
        full_ns = 10 * MINUTE_NS + 10 * SECOND_NS * moves
        assert game.end.seat(seat).remaining_ns == full_ns - game.end.seat(seat).spent_ns
