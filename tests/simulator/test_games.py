"""Whole games on the page: the real command, a real browser, and the record that it leaves."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from clock.rules.inputs import Adjust, Choose, Claim, Finish, Press, Result, Resume, Start
from clock.rules.openings import Option
from clock.rules.outputs import (
    Claimed,
    ClapperFell,
    ColoursTurned,
    Corrected,
    PeriodBegan,
    PlayerArrived,
    RefereeCalled,
    RefereeCame,
    TurnPassed,
)
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.simulator.clock_page import DESKTOP, PHONE, ClockPage, Record
from tests.simulator.sims import AWAY, simulating

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

QUOTA = 6


# ---- A game by key, from a late start to the result


def start_late(clock: ClockPage) -> None:
    """Both are late: one clock for both runs, until Right comes; then Left's clock runs."""
    for seat, name in ((LEFT, "Left, Black"), (RIGHT, "Right, White")):
        clock.face(seat, f"{name}, at rest. 5 minutes 4 seconds left. 0 of 6 moves. period 1 of 2")
        clock.face(seat, "6 in 5:04 then 0:10 to the end Rules: RIF, referees OK start, both here")
    clock.change("Plus", "OK start, both late")
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
    clock.face(LEFT, "running. 5 minutes left", "Time referee called", "Record waived")
    clock.lamp("Referee", True)
    expect(clock.page.get_by_role("status")).to_have_text("Referee lamp: on")
    clock.face(LEFT, "OK referee is here")
    clock.press("OK")
    clock.lamp("Referee", False)
    clock.face(LEFT, "Time referee is here", without=("Time referee called",))


def complete_the_period(clock: ClockPage) -> None:
    """With the last move of the period both are in period 2, with 10 seconds more."""
    clock.face(LEFT, "Record waived", "5 of 6 moves")
    text = clock.plunge(LEFT, " 6 moves. period 2 of 2", "Complete your record")
    assert re.search(r"at rest. 5 minutes \d+ seconds? left", text)
    clock.plunge(RIGHT, " 6 moves. period 2 of 2")


def leave_left_three_seconds(clock: ClockPage) -> None:
    """The organizer stops the clocks and takes time from Left; Left goes on."""
    clock.press("Stop")
    for seat in (LEFT, RIGHT):
        clock.face(seat, "at rest", "Stopped", "hold: menu")
    clock.lamp("Left running", False)
    clock.note("Stop")
    clock.hold_ok()
    clock.face(RIGHT, "Organizer. ")
    clock.choose("Left (Black) time")
    clock.choose("Set to", button="Minus")
    for field, wanted in (("minutes", "Set to 0:00:"), ("seconds", "Set to 0:00:03")):
        clock.change("OK", field)
        while wanted not in clock.face(LEFT):
            clock.change("Minus")
    clock.change("OK", "Why. Wrong setting")
    clock.choose("Penalty")
    clock.face(LEFT, "Penalty?", "becomes 0:03", "No is selected")
    clock.change("Plus", "Yes is selected")
    clock.change("OK", "Organizer. ")
    clock.choose("Back", button="Minus")
    clock.face(LEFT, "3 seconds left", "Stopped")
    clock.note("Adjust")
    clock.lamp("Referee", True)  # a second period, and less than five minutes of it
    clock.change("OK", "Go on? Left 0:03", "Left (Black) runs")
    clock.change("OK", "running")
    clock.change("OK", "Time referee is here")


def claim(clock: ClockPage) -> None:
    """Left's time ends; one move later Right stops the clocks and claims with his own plunger."""
    clock.face(LEFT, "running. no time left", "Clapper fallen")
    clock.lamp("Left clapper", True)
    clock.lamp("Right clapper", False)
    play(clock, QUOTA + 2, QUOTA + 2, "")
    clock.press("Stop")
    clock.face(RIGHT, "Stopped")
    clock.note("Stop")
    clock.press("Right plunger")
    clock.face(RIGHT, "Right claims a win?")
    clock.press("OK")
    for seat in (LEFT, RIGHT):
        text = clock.face(seat, "Claim by Right L 0:00 8 ↓")
        assert re.search(r"L 0:00 8 ↓0:\d\d R 5:\d\d 8 ↑", text)
    clock.face(RIGHT, "Win claimed")
    clock.note("Claim")


def enter_the_result(clock: ClockPage) -> None:
    clock.hold_ok()
    clock.choose("Result", button="Minus")
    clock.choose("Right wins", "Time")
    clock.change("OK", "Result: none yet becomes Right wins", "Last move: none yet becomes 16")
    clock.change("Plus", "Yes is selected")
    clock.change("OK", "Right wins, move 16")
    clock.face(RIGHT, "Right wins, move 16")
    clock.note("Finish")


def test_a_whole_game_by_key_is_recorded_as_it_was_shown(
    new_page: "NewPage", tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    options = ("--control", f"{QUOTA}/304:10", "--regulations", "rif-referees")
    with simulating(*options, "--record", str(file)) as sim:
        clock = ClockPage(new_page(**DESKTOP), sim.url)
        start_late(clock)
        play(clock, 1, 3, " of 6")
        let_the_referee_be_called(clock)
        play(clock, 4, QUOTA - 1, " of 6")
        complete_the_period(clock)
        play(clock, QUOTA + 1, QUOTA + 1, "")
        leave_left_three_seconds(clock)
        claim(clock)
        enter_the_result(clock)
        sim.interrupt()
        assert sim.ended() == (0, "", AWAY)
    game = Record(file.read_bytes())
    assert len(clock.seen) > 2 * QUOTA
    game.assert_shown(clock)
    check_inputs(game)
    check_times(game)


def check_inputs(game: Record) -> None:
    moves = ["Press"] * (1 + 2 * (QUOTA + 1))
    assert [kind for kind in game.kinds if kind not in ("Acknowledge", "Tick")] == [
        *("Start", *moves, "Stop", "Adjust", "Resume", "Press", "Press", "Stop", "Press"),
        *("Claim", "Finish"),
    ]
    assert game.all(Start)[0].absent == (LEFT, RIGHT)
    assert [each.seat for each in game.all(PlayerArrived)] == [RIGHT, LEFT]
    assert [(each.seat, each.period, each.added_ns) for each in game.all(PeriodBegan)] == [
        (seat, 2, 10 * SECOND_NS) for seat in (LEFT, RIGHT)
    ]
    calls, arrivals = (
        [each.seat for each in game.all(kind)] for kind in (RefereeCalled, RefereeCame)
    )
    assert calls.count(LEFT) == arrivals.count(LEFT) == 2
    (adjusted,), (corrected,) = game.all(Adjust), game.all(Corrected)
    assert (adjusted.seat, adjusted.reason, corrected.after) == (LEFT, "penalty", 3 * SECOND_NS)
    (resumed,), (fell,) = game.all(Resume), game.all(ClapperFell)
    assert (fell.seat, fell.at_ns) == (LEFT, resumed.at_ns + 3 * SECOND_NS)
    (claimed,) = game.all(Claimed)
    assert (claimed.seat, claimed.clapper_up) == (RIGHT, True)
    assert game.all(Press)[-1].at_ns < claimed.at_ns == game.all(Claim)[0].at_ns
    (finish,) = game.all(Finish)
    assert (finish.result, finish.ground) == (Result.RIGHT, "time")
    end = game.end
    assert (end.phase, end.play.moves) == (Phase.FINISHED, 16)
    assert (end.left.remaining_ns, end.left.period, end.right.period) == (0, 2, 2)


def check_times(game: Record) -> None:
    """Right has left what he had, less what he spent, joint time among it."""
    start, arrived = game.all(Start)[0], game.all(PlayerArrived)[0]
    joint_ns = arrived.at_ns - start.at_ns
    assert joint_ns >= SECOND_NS
    spent_ns = sum(turn.spent_ns for turn in game.all(TurnPassed) if turn.seat is RIGHT)
    assert game.end.right.remaining_ns == 314 * SECOND_NS - joint_ns - spent_ns


# ---- A game by touch, and a second page by key

SHOWN = "() => [...document.querySelectorAll('canvas')].map((c) => c.toDataURL()).join()"
"""Both displays' pixels."""


def enter_the_code(clock: ClockPage) -> None:
    """A wrong one first, which does nothing; the code is 1000."""
    for first, end in ((0, "Wrong code. Nothing was changed."), (1, "Organizer. Go on, 1 of ")):
        clock.change("OK", "Figure 1 of 4: 0.")
        if first:
            clock.change("Plus", "Figure 1 of 4: 1.")
        for number in (2, 3, 4):
            clock.change("OK", f"Figure {number} of 4: 0.")
        clock.change("OK", end)
        if not first:
            clock.change("OK", "Stopped")


def test_a_game_by_touch_on_two_pages_with_a_swap_a_stop_and_a_code(
    new_page: "NewPage", tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    options = ("--control", "10m+10s", "--regulations", "gomoku-cz", "--opening", "swap")
    more = ("--display", "256x64", "--organizer", "code:1000", "--record", str(file))
    with simulating(*options, *more) as sim:
        clock = ClockPage(new_page(**PHONE), sim.url, by_touch=True)
        clock.face(LEFT, "Left, colour open, at rest. 10 minutes left. 0 moves")
        clock.press("OK")
        clock.face(LEFT, "running", "lay 3")
        clock.plunge(LEFT, "10 minutes 10 seconds left")
        clock.face(RIGHT, "running", "lay 1 or swap")
        clock.press("Plus")
        clock.face(RIGHT, "Swap entered", "swap: press, no stone")
        clock.plunge(RIGHT, "Right, Black")
        for move in range(2, 5):
            clock.plunge(LEFT, "Left, White", f"{move} moves")
            clock.plunge(RIGHT, "Right, Black")
        other = ClockPage(new_page(**DESKTOP), sim.url)
        other.press("Left plunger")
        clock.face(LEFT, "at rest", "5 moves")
        clock.note("Press", (LEFT,))
        clock.plunge(RIGHT, "6 moves")
        other.press("Stop")
        for seat in (LEFT, RIGHT):
            assert clock.face(seat, "at rest", "Cover the position") == other.face(seat, "at rest")
        clock.note("Stop")
        shown = other.page.evaluate(SHOWN)
        clock.page.wait_for_function(f"shown => ({SHOWN})() === shown", arg=shown)
        enter_the_code(clock)
        clock.change("OK", "Go on? Left 1", "Left (White) runs")
        clock.change("OK", "running")
        clock.plunge(LEFT, "6 moves")
        clock.plunge(RIGHT, "7 moves")
        sim.interrupt()
        for page in (clock.page, other.page):
            expect(page.get_by_role("alert")).to_have_text("Connection lost, reconnecting")
            expect(page.locator("html")).to_have_attribute("data-link", "lost")
        assert sim.ended() == (0, "", AWAY)
        other.face(LEFT, "running")  # the last picture stays
    game = Record(file.read_bytes())
    game.assert_shown(clock)
    assert game.kinds == [
        *("Start", "Press", "Choose", *["Press"] * 9, "Stop", "Resume", "Press", "Press")
    ]
    assert [choice.option for choice in game.all(Choose)] == [Option.SWAP]
    assert [turned.black for turned in game.all(ColoursTurned)] == [RIGHT]
    assert [turn.credited for turn in game.all(TurnPassed)] == [3, 0, *[1] * 10]
    end = game.end
    assert (end.phase, end.running, end.play.moves) == (Phase.RUNNING, LEFT, 13)
    assert (end.colour(LEFT), end.play.made(LEFT)) == (Colour.WHITE, 6)
    for seat in (LEFT, RIGHT):
        presses = [press for press in game.all(Press) if press.seat is seat]
        full_ns = 10 * MINUTE_NS + 10 * SECOND_NS * len(presses)
        assert end.seat(seat).remaining_ns == full_ns - end.seat(seat).spent_ns
