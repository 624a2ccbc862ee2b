"""A whole game by key: the real command, a real browser, and the record that it leaves."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from clock.rules.inputs import Adjust, Claim, Finish, Press, Result, Resume, Start
from clock.rules.outputs import (
    Claimed,
    ClapperFell,
    Corrected,
    PeriodBegan,
    PlayerArrived,
    RefereeCalled,
    RefereeCame,
    TurnPassed,
)
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from tests.clock_page import ClockPage, Record
from tests.sims import AWAY, simulating

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
QUOTA = 40
TWO_FRAMES = "() => new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))"


def picture(clock: ClockPage, folder: Path, name: str) -> None:
    """A picture for people: those of the last runs stay in pytest's folder."""
    clock.page.evaluate(TWO_FRAMES)  # a display is drawn a moment after it is described
    clock.page.screenshot(path=folder / f"{name}.png")


def start_late(clock: ClockPage, folder: Path) -> None:
    """Both are late: one clock for both runs, until Right comes; then Left's clock runs."""
    for seat, name in ((LEFT, "Left, Black"), (RIGHT, "Right, White")):
        clock.face(seat, f"{name}, at rest. 5 minutes 4 seconds left. 0 of 40 moves. period 1 of 2")
        clock.face(seat, "40 in 5:04 then 0:20 to the end Rules: RIF, referees OK start, both here")
    picture(clock, folder, "1-ready")
    clock.change("Plus", "OK start, both late")
    clock.press("OK")
    for seat in (LEFT, RIGHT):
        clock.face(seat, "running. 5 minutes 3 seconds left", "Joint time: press when you are here")
    clock.lamp("Left running", True)
    clock.lamp("Right running", True)
    picture(clock, folder, "2-joint-time")
    clock.plunge(RIGHT, "0 of 40 moves", "period 1 of 2")
    clock.lamp("Right running", False)
    clock.lamp("Left running", True)


def play(clock: ClockPage, first: int, last: int, quota: str) -> None:
    for move in range(first, last + 1):
        for seat in (LEFT, RIGHT):
            clock.plunge(seat, f" {move}{quota} moves. ")


def let_the_referee_be_called(clock: ClockPage, folder: Path) -> None:
    """Left thinks until five minutes are left."""
    clock.face(LEFT, "running. 5 minutes left", "Time referee called", "Record waived")
    clock.lamp("Referee", True)
    expect(clock.page.get_by_role("status")).to_have_text("Referee lamp: on")
    clock.face(LEFT, "OK referee is here")
    picture(clock, folder, "3-referee-called")
    clock.press("OK")
    clock.lamp("Referee", False)
    clock.face(LEFT, "Time referee is here", without=("Time referee called",))


def complete_the_period(clock: ClockPage, folder: Path) -> None:
    """Move 40 is made on both sides: both are in period 2, with 20 seconds more."""
    clock.face(LEFT, "Record waived", "39 of 40 moves")
    said = clock.plunge(LEFT, " 40 moves. period 2 of 2")
    assert re.search(r"at rest. 5 minutes \d+ seconds? left", said)
    assert "Complete your record" in said
    clock.plunge(RIGHT, " 40 moves. period 2 of 2")
    picture(clock, folder, "4-period-2")


def leave_left_three_seconds(clock: ClockPage, folder: Path) -> None:
    """The organizer stops the clocks and takes time from Left; Left goes on."""
    clock.press("Stop")
    for seat in (LEFT, RIGHT):
        clock.face(seat, "at rest", "Stopped", "hold: menu")
    clock.lamp("Left running", False)
    clock.keep("Stop")
    picture(clock, folder, "5-stopped")
    clock.hold_ok()
    clock.face(RIGHT, "Organizer. ")
    picture(clock, folder, "6-organizer")
    clock.choose("Left (Black) time")
    clock.choose("Set to", "Minus")
    clock.change("OK", "minutes")
    while "Set to 0:00:" not in clock.face(LEFT):
        clock.change("Minus")
    clock.change("OK", "seconds")
    while "Set to 0:00:03" not in clock.face(LEFT):
        clock.change("Minus")
    picture(clock, folder, "7-time-entry")
    clock.change("OK", "IgnoreReason. Wrong setting")
    clock.choose("Penalty")
    clock.face(LEFT, "Penalty?", "becomes 0:03", "No is selected")
    picture(clock, folder, "8-do-it")
    clock.change("Plus", "Yes is selected")
    clock.change("OK", "Organizer. ")
    clock.choose("Back", "Minus")
    clock.face(LEFT, "3 seconds left", "Stopped")
    clock.keep("Adjust")
    clock.lamp("Referee", True)  # a second period, and less than five minutes of it
    clock.change("OK", "Go on? Left 0:03", "Left (Black) runs")
    clock.change("OK", "running")
    clock.change("OK", "Time referee is here")


def claim(clock: ClockPage, folder: Path) -> None:
    """Left's time ends; one move later Right stops the clocks and claims with his own plunger."""
    clock.face(LEFT, "running. no time left", "Clapper fallen")
    clock.lamp("Left clapper", True)
    clock.lamp("Right clapper", False)
    picture(clock, folder, "9-clapper-fallen")
    play(clock, 42, 42, "")
    clock.press("Stop")
    clock.face(RIGHT, "Stopped")
    clock.keep("Stop")
    clock.press("Right plunger")
    clock.face(RIGHT, "Right claims a win?")
    picture(clock, folder, "10-claim-asked")
    clock.press("OK")
    for seat in (LEFT, RIGHT):
        said = clock.face(seat, "Claim by Right L 0:00 42 ↓")
        assert re.search(r"L 0:00 42 ↓0:\d\d R 5:\d\d 42 ↑", said)
    clock.face(RIGHT, "Win claimed")
    clock.keep("Claim")
    picture(clock, folder, "11-claim")


def enter_the_result(clock: ClockPage, folder: Path) -> None:
    clock.hold_ok()
    clock.choose("Result", "Minus")
    clock.choose("Right wins")
    clock.choose("Time")
    clock.change("OK", "Result: none yet becomes Right wins", "Last move: none yet becomes 84")
    picture(clock, folder, "12-result")
    clock.change("Plus", "Yes is selected")
    clock.change("OK", "Right wins, move 84")
    clock.face(RIGHT, "Right wins, move 84")
    clock.keep("Finish")
    picture(clock, folder, "13-finished")


def test_a_whole_game_by_key_is_recorded_as_it_was_shown(
    new_page: "NewPage", tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    options = ("--control", "40/304:20", "--regulations", "rif-referees", "--record", str(file))
    with simulating(*options) as sim:
        clock = ClockPage(new_page(**DESKTOP), sim.url)
        start_late(clock, tmp_path)
        play(clock, 1, 3, " of 40")
        let_the_referee_be_called(clock, tmp_path)
        play(clock, 4, QUOTA - 1, " of 40")
        complete_the_period(clock, tmp_path)
        play(clock, 41, 41, "")
        leave_left_three_seconds(clock, tmp_path)
        claim(clock, tmp_path)
        enter_the_result(clock, tmp_path)
        sim.interrupt()
        assert sim.ended() == (0, "", AWAY)
    game = Record(file.read_bytes())
    check_what_was_shown(game, clock)
    check_what_was_done(game)
    check_the_times(game)


def check_what_was_shown(game: Record, clock: ClockPage) -> None:
    """Replayed, the game shows what the page showed: times, moves, periods, signs, words."""
    assert len(clock.told) > 2 * QUOTA
    for moment, seat, said in clock.told:
        assert said == game.says(moment, seat)


def check_what_was_done(game: Record) -> None:
    done = [kind for kind in game.kinds if kind not in ("Acknowledge", "Tick")]
    moves = ["Press"] * (1 + 2 * 41)
    assert done == [
        *(
            "Start",
            *moves,
            "Stop",
            "Adjust",
            "Resume",
            "Press",
            "Press",
            "Stop",
            "Press",
            "Claim",
            "Finish",
        )
    ]
    assert game.all(Start)[0].absent == (LEFT, RIGHT)
    assert [came.seat for came in game.all(PlayerArrived)] == [RIGHT, LEFT]
    assert [(new.seat, new.period, new.added_ns) for new in game.all(PeriodBegan)] == [
        (LEFT, 2, 20 * SECOND_NS),
        (RIGHT, 2, 20 * SECOND_NS),
    ]
    called = [call for call in game.all(RefereeCalled) if call.seat is LEFT]
    assert len(called) == len([came for came in game.all(RefereeCame) if came.seat is LEFT]) == 2
    (adjusted,) = game.all(Adjust)
    (corrected,) = game.all(Corrected)
    assert (adjusted.seat, adjusted.reason, corrected.after) == (LEFT, "penalty", 3 * SECOND_NS)
    (resumed,), (fell,) = game.all(Resume), game.all(ClapperFell)
    assert (fell.seat, fell.at_ns) == (LEFT, resumed.at_ns + 3 * SECOND_NS)
    (claimed,) = game.all(Claimed)
    assert (claimed.seat, claimed.clapper_up) == (RIGHT, True)
    assert game.all(Press)[-1].at_ns < claimed.at_ns == game.all(Claim)[0].at_ns
    assert [(finish.result, finish.ground) for finish in game.all(Finish)] == [
        (Result.RIGHT, "time")
    ]
    end = game.end
    assert (end.phase, end.play.moves) == (Phase.FINISHED, 84)
    assert (end.left.remaining_ns, end.left.period, end.right.period) == (0, 2, 2)


def check_the_times(game: Record) -> None:
    """What each has left is what he had, less what he spent, joint time among it."""
    start, arrived = game.all(Start)[0], game.all(PlayerArrived)[0]
    joint_ns = arrived.at_ns - start.at_ns
    assert SECOND_NS <= joint_ns < 3 * SECOND_NS
    spent_ns = sum(turn.spent_ns for turn in game.all(TurnPassed) if turn.seat is RIGHT)
    assert game.end.right.remaining_ns == 324 * SECOND_NS - joint_ns - spent_ns
