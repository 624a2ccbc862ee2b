"""The command's page in other hands: on a phone, with large displays, twice at once, cut off."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from clock.rules.inputs import Choose, Press
from clock.rules.openings import Option
from clock.rules.outputs import ColoursTurned, TurnPassed
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.clock_page import ClockPage, Record
from tests.sims import AWAY, simulating
from tests.test_sim_page import DESKTOP, picture

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "has_touch": True,
    "is_mobile": True,
}
SAME = """pictures => {
  const canvases = [...document.querySelectorAll("canvas")];
  return JSON.stringify(canvases.map((canvas) => canvas.toDataURL())) === pictures;
}"""


def pictures(page: Page) -> str:
    """Both displays' pixels."""
    shown: str = page.evaluate(
        "() => JSON.stringify([...document.querySelectorAll('canvas')].map((c) => c.toDataURL()))"
    )
    return shown


def test_a_game_by_touch_on_a_phone_with_a_swap_a_stop_and_going_on(
    new_page: "NewPage", tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    options = ("--control", "10m+10s", "--regulations", "gomoku-cz", "--opening", "swap")
    with simulating(*options, "--record", str(file)) as sim:
        clock = ClockPage(new_page(**PHONE), sim.url, by_touch=True)
        clock.face(LEFT, "Left, colour open, at rest. 10 minutes left. 0 moves")
        picture(clock, tmp_path, "phone-1-ready")
        clock.press("OK")
        clock.face(LEFT, "running", "lay 3")
        clock.plunge(LEFT, "10 minutes 10 seconds left")
        clock.face(RIGHT, "running", "lay 1 or swap")
        clock.press("Plus")
        clock.face(RIGHT, "Swap entered", "swap: press, no stone")
        picture(clock, tmp_path, "phone-2-swap")
        clock.plunge(RIGHT, "Right, Black")
        for move in range(2, 7):
            clock.plunge(LEFT, "Left, White", f"{move} moves")
            clock.plunge(RIGHT, "Right, Black")
        picture(clock, tmp_path, "phone-3-running")
        clock.press("Stop")
        for seat in (LEFT, RIGHT):
            clock.face(seat, "at rest", "Cover the position")
        clock.keep("Stop")
        picture(clock, tmp_path, "phone-4-stopped")
        clock.change("OK", "Go on? Left 1", "Left (White) runs")
        clock.change("OK", "running")
        clock.plunge(LEFT, "7 moves")
        clock.plunge(RIGHT, "8 moves")
        sim.interrupt()
        assert sim.ended() == (0, "", AWAY)
    game = Record(file.read_bytes())
    for moment, seat, said in clock.told:
        assert said == game.says(moment, seat)
    check_the_swap(game)


def check_the_swap(game: Record) -> None:
    presses = ["Press"] * 10
    assert game.kinds == [
        *("Start", "Press", "Choose", "Press", *presses, "Stop", "Resume", "Press", "Press")
    ]
    assert [choice.option for choice in game.all(Choose)] == [Option.SWAP]
    assert [turned.black for turned in game.all(ColoursTurned)] == [RIGHT]
    assert [turn.credited for turn in game.all(TurnPassed)] == [3, 0, *[1] * 12]
    end = game.end
    assert (end.phase, end.running, end.play.moves) == (Phase.RUNNING, LEFT, 15)
    assert (end.colour(LEFT), end.play.made(LEFT)) == (Colour.WHITE, 7)
    for seat in (LEFT, RIGHT):
        pressed = [press for press in game.all(Press) if press.seat is seat]
        spent_ns = end.seat(seat).spent_ns
        full_ns = 10 * MINUTE_NS + 10 * SECOND_NS * len(pressed)
        assert end.seat(seat).remaining_ns == full_ns - spent_ns


def test_a_page_whose_clock_is_put_away_says_so(new_page: "NewPage") -> None:
    with simulating() as sim:
        page = new_page(**DESKTOP)
        clock = ClockPage(page, sim.url)
        clock.press("OK")
        clock.face(LEFT, "running")
        sim.interrupt()
        expect(page.get_by_role("alert")).to_have_text("Connection lost, reconnecting")
        assert sim.ended() == (0, "", AWAY)
        expect(page.locator("html")).to_have_attribute("data-link", "lost")
        clock.face(LEFT, "running")  # the last picture stays


def test_a_clock_with_large_displays_is_played_on_as_well(
    new_page: "NewPage", tmp_path: Path
) -> None:
    with simulating("--display", "256x64") as sim:
        clock = ClockPage(new_page(**DESKTOP), sim.url)
        for canvas in clock.page.locator("canvas").all():
            assert canvas.evaluate("c => [c.width, c.height]") == [256, 64]
        picture(clock, tmp_path, "large-1-ready")
        clock.press("OK")
        clock.face(LEFT, "running. 2 hours left. 0 of 40 moves")
        clock.plunge(LEFT, "2 of 40 moves")  # Black's of the three stones that he laid
        clock.face(RIGHT, "running", "lay 1 or swap")
        picture(clock, tmp_path, "large-2-running")


def test_the_help_tells_the_keys_and_they_do_what_it_tells(
    new_page: "NewPage", tmp_path: Path
) -> None:
    with simulating("--control", "5m") as sim:
        clock = ClockPage(new_page(**DESKTOP), sim.url)
        words = clock.page.locator(".words")
        expect(words).to_be_hidden()
        clock.page.get_by_text("Keys", exact=True).click()
        expect(words).to_be_visible()
        told = words.inner_text()
        for name in (
            "Left plunger",
            "Right plunger",
            "Stop",
            "OK",
            "Minus, Plus",
            "Space",
            "Enter",
        ):
            assert name in told
        picture(clock, tmp_path, "help")
        for key in ("Enter", "ShiftLeft", "l", "ArrowLeft", "ArrowRight", "q"):
            clock.page.keyboard.press(key)
            clock.face(RIGHT if key in ("ShiftLeft", "ArrowLeft", "q") else LEFT, "running")
        clock.page.keyboard.press("Escape")
        clock.face(LEFT, "Stopped", "3 moves")


def test_a_second_page_shows_the_same_and_plays_along(new_page: "NewPage") -> None:
    with simulating("--control", "1h") as sim:
        first = ClockPage(new_page(**DESKTOP), sim.url)
        first.press("OK")
        first.plunge(LEFT, "1 move.")
        second = ClockPage(new_page(**PHONE), sim.url, by_touch=True)
        second.face(RIGHT, "Right, White, running")
        second.plunge(RIGHT, "1 move.")
        first.face(LEFT, "running")
        first.press("Stop")
        for seat in (LEFT, RIGHT):
            said = second.face(seat, "Stopped")
            assert first.face(seat, "Stopped") == said
        second.page.wait_for_function(SAME, arg=pictures(first.page))
