"""A whole game on the page, with the real command and a real browser, and its record."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from clock.game.replay import played
from clock.rules import inputs as act
from clock.rules import outputs as out
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import SECOND_NS
from tests.cli.running import run
from tests.game.recordings import read_game
from tests.simulator.clock_page import ClockPage, opened
from tests.simulator.sims import AWAY, simulating

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

QUOTA = 6


def start_late(clock: ClockPage) -> None:
    """Both are late: one clock for both runs, until Right comes; then Left's clock runs."""
    for seat, name in ((LEFT, "Left, Black"), (RIGHT, "Right, White")):
        clock.face(
            seat, f"{name}, not running. 5 minutes 4 seconds left. 0 of 6 moves. period 1 of 2"
        )
        clock.face(seat, "OK start", "Rules: RIF, referees")
    clock.change("Plus", "Both late")
    clock.press("OK")
    for seat in (LEFT, RIGHT):
        clock.face(seat, "running. 5 minutes", "Joint time: press when you arrive")
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
    clock.face(LEFT, "running. ", "Referee called", "Record waived")
    clock.lamp("Referee", True)
    expect(clock.page.locator("#alarm")).to_have_text("Referee called")
    clock.change("OK", "Referee is here")
    clock.lamp("Referee", False)


def stop(clock: ClockPage) -> None:
    clock.press("Stop")
    for seat in (LEFT, RIGHT):
        clock.face(seat, "not running", "STOPPED, Black to move")
    clock.lamp("Left running", False)


def turn_key(clock: ClockPage, *words: str) -> None:
    """The key stays as turned, even if it is turned slowly and the window loses the focus."""
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
    for wanted, after in (("Set to 0:", "seconds"), ("Set to 0:03", "Why?")):
        while wanted not in clock.face(LEFT):
            clock.change("Minus")
        clock.change("OK", after)
    clock.choose("Penalty")
    clock.face(LEFT, "Set Left's time?", "now 0:03")
    clock.change("Plus", "Plus yes")  # there was more to read
    clock.change("Plus", ", now 0:03. Left (Black) time")
    clock.choose("Resume", button="Minus")
    clock.face(LEFT, "Resume?", "Left 0:03", "Left's clock starts")
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
    clock.press("Right side")
    clock.face(RIGHT, "Right, claim a win?", "Left 0:00, 8 moves")
    clock.press("Plus")
    for seat in (LEFT, RIGHT):
        clock.face(seat, "Right claims a win. ")


def enter_the_result(clock: ClockPage) -> None:
    turn_key(clock, "Organizer. ")
    clock.choose("Result", "Right (White) won", "Time")
    clock.change("OK", "won? Black ran out of time", "Last move: 16")
    clock.press("Plus")
    clock.face(RIGHT, "White won on time")
    turn_key(clock)


def test_a_whole_game_by_key_is_recorded_as_it_was_played_and_its_report_is_a_click_away(
    new_page: "NewPage", tmp_path: Path
) -> None:
    journal, file = tmp_path / "games", tmp_path / "game.json"
    game = "--game", "renju", "--opening", "none", "--regulations", "rif-referees"
    options = (*game, "--control", f"pgn:{QUOTA}/304:10")
    with simulating(*options, "--organizer", "key", "--journal", str(journal)) as sim:
        clock = ClockPage(opened(new_page, sim.url))
        keys = clock.page.get_by_role("button", name="Keys")
        place = keys.bounding_box()
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
        with clock.page.expect_popup() as report:
            clock.page.get_by_role("link", name="Game report").click()
        assert keys.bounding_box() == place, "no button moves under a hand"
        expect(report.value.locator(".headline")).to_have_text("Right (White) won on time")
        sim.interrupt()
        assert sim.ended() == (0, "", AWAY)
    assert run("verify", "--all", "--journal", journal).returncode == 0
    assert run("export", "last", "--journal", journal, "-o", file).returncode == 0
    check_inputs(file.read_bytes())


def check_inputs(text: bytes) -> None:
    """The record has exactly these acts, at the instants that follow from them."""
    game, inputs = read_game(text)
    events = [each for event, _, new in played(game, inputs) for each in (event, *new)]

    def all_of(kind: type[Any]) -> list[Any]:
        return [each for each in events if isinstance(each, kind)]

    moves = ["Press"] * (1 + 2 * (QUOTA + 1))
    kinds = [type(event).__name__ for event in inputs]
    assert [kind for kind in kinds if kind not in ("Acknowledge", "Tick")] == [
        *("Start", *moves, "Stop", "Adjust", "Resume", "Press", "Press", "Stop", "Press"),
        *("Claim", "Finish"),
    ]
    assert [each.seat for each in all_of(out.PlayerArrived)] == [RIGHT, LEFT]
    calls, arrivals = (
        [each.seat for each in all_of(kind)] for kind in (out.RefereeCalled, out.RefereeCame)
    )
    assert calls.count(LEFT) == arrivals.count(LEFT) == 2
    (resumed,), (fell,) = all_of(act.Resume), all_of(out.ClapperFell)
    assert (fell.seat, fell.at_ns) == (LEFT, resumed.at_ns + 3 * SECOND_NS)
    (claimed,), (claim,) = all_of(out.Claimed), all_of(act.Claim)
    assert (claimed.seat, claimed.clapper_up, claimed.at_ns) == (RIGHT, True, claim.at_ns)
    (finish,) = all_of(act.Finish)
    assert (finish.result, finish.ground, finish.last_move) == (act.Result.RIGHT, "time", 16)
