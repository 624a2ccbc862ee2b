"""Halves under real hands: each turned to its player, all of it a plunger, palms that rest."""

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from clock.simulator.server import PageServer
from clock.simulator.simulated_body import SimulatedBody
from hal.ports import LampName, Line
from tests.simulator.clock_page import DESKTOP, ON_ITS_SIDE, PHONE, opened
from tests.simulator.test_layout import FAULTS, NOTHING_SCROLLS, TWO_FRAMES, wiring
from tests.simulator.test_page import button, lamp

if TYPE_CHECKING:
    from tests.conftest import NewPage
    from tests.simulator.conftest import Edges

pytestmark = pytest.mark.browser

FACING = {"same": ["none", "none"], "ends": ["90deg", "-90deg"], "apart": ["180deg", "none"]}
"""How the left and the right half are turned."""
ON_SIDES = ((568, 320), (667, 375), (844, 390), (1180, 820))
ONE_HAND_MS = 120
"""A little more than what comes down together."""


PARTS = """([left, right]) => {
  const found = [new Set(), new Set(), new Set()];
  for (let x = 3; x < innerWidth; x += 9) for (let y = 3; y < innerHeight; y += 9) {
    if (Math.min(Math.abs(x - left), Math.abs(x - right)) < 1) continue;
    const part = document.elementFromPoint(x, y).closest("[data-line], canvas, #more");
    found[x < left ? 0 : x < right ? 1 : 2].add(!part ? "none" : part.matches("canvas")
      ? `${part.closest("[data-screen]").dataset.screen} canvas` : part.dataset.line ?? part.id);
  }
  return found.map((each) => [...each]);
}"""
"""What lies under fingers on the left of the strip with the buttons, on it, and on its right."""


def turned(page: Page) -> list[str]:
    seats = page.locator(".seat").all()
    return [seat.evaluate("seat => getComputedStyle(seat).rotate") for seat in seats]


def test_a_window_on_its_side_has_halves_that_turn_and_stay_turned_and_nothing_lies_on_another(
    new_page: "NewPage", server: PageServer
) -> None:
    page = opened(new_page, server.url, **ON_ITS_SIDE)
    for facing, angles in [*FACING.items(), next(iter(FACING.items()))]:
        assert turned(page) == angles, facing
        button(page, "More").tap()
        button(page, "Turn the halves").tap()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-facing", "ends")
    page.set_viewport_size(PHONE["viewport"])  # type: ignore[arg-type]
    page.wait_for_function(NOTHING_SCROLLS)
    upright = "() => getComputedStyle(document.querySelector('.seat')).rotate === '180deg'"
    page.wait_for_function(upright)
    assert turned(page) == ["180deg", "none"]
    button(page, "More").tap()
    expect(button(page, "Turn the halves")).to_be_hidden()


@pytest.mark.parametrize(("width", "language", "whole"), [(128, "cs", False), (256, "ko", True)])
def test_no_part_of_a_turned_half_lies_on_another_or_beyond_the_window(
    width: int, language: str, whole: bool, new_page: "NewPage"
) -> None:
    simulated = SimulatedBody(wiring(width, whole=whole))
    found: list[Any] = []
    with PageServer(simulated, language=lambda: language) as server:
        page = opened(new_page, server.url, **ON_ITS_SIDE)
        page.evaluate("showNames({left: 'Wohlgemuth-'.repeat(7), right: 'Kim'})")
        for size, facing, text in product(ON_SIDES, FACING, ("", "Connection lost")):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.evaluate("facing => { choices.set('facing', facing); arrange(); }", facing)
            page.evaluate("text => link.say(text)", text)
            page.evaluate(TWO_FRAMES)
            assert page.evaluate(NOTHING_SCROLLS)
            found += [(size, facing, text, fault) for fault in page.evaluate(FAULTS)]
    simulated.close()
    assert found == []


@pytest.mark.parametrize("options", [PHONE, ON_ITS_SIDE, DESKTOP], ids=["up", "side", "mouse"])
def test_a_display_is_its_seats_plunger_while_a_clock_runs_and_so_is_all_of_a_players_half(
    options: dict[str, Any],
    new_page: "NewPage",
    server: PageServer,
    simulated: SimulatedBody,
    edges: "Edges",
) -> None:
    page = opened(new_page, server.url, **options)
    press = page.mouse.click if options is DESKTOP else page.touchscreen.tap
    simulated.body.lamps[LampName.LEFT_RUNNING].set(True)
    expect(lamp(page, "Left running", "on")).to_be_visible()
    expected = []
    for side, line in (("left", Line.LEFT_PLUNGER), ("right", Line.RIGHT_PLUNGER)):
        places = [page.locator(f"[data-screen={side}] canvas").bounding_box()]
        if options is not DESKTOP:
            places.append(page.locator(f"[data-line={line}]").bounding_box())
        for box in places:
            assert box is not None
            for x, y in product((0.03, 0.5, 0.97), (0.03, 0.5, 0.97)):
                press(box["x"] + x * box["width"], box["y"] + y * box["height"])
                expected.append(line)
                assert edges.presses(len(expected)) == expected
    if options is DESKTOP:
        page.set_viewport_size({"width": 640, "height": 300})  # so low that the page scrolls
        expect(page.locator("html")).to_have_class("stacked tall")
        page.locator("[data-screen=left] canvas").click()
    simulated.body.lamps[LampName.LEFT_RUNNING].set(False)
    expect(lamp(page, "Left running", "off")).to_be_visible()
    for canvas in page.locator("canvas").all():
        canvas.click()
    page.keyboard.press("Space")
    assert edges.presses(len(expected) + 1) == [*expected, Line.STOP]


def test_a_finger_presses_beside_a_palm_that_rests_and_a_flat_hand_presses_once(
    new_page: "NewPage", server: PageServer, edges: "Edges"
) -> None:
    page = opened(new_page, server.url, **PHONE)
    session = page.context.new_cdp_session(page)

    def put(kind: str, *points: tuple[int, int, int, int]) -> None:
        """Put fingers on the window: number, place and radius."""
        fingers = [{"id": n, "x": x, "y": y, "radiusX": r, "radiusY": r} for n, x, y, r in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    left, right = Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER
    palm, other, thumb = (1, 90, 760, 70), (2, 90, 60, 70), (3, 300, 700, 45)
    put("touchStart", palm)
    put("touchStart", palm, other)
    assert edges.moves(2) == [(right, True), (left, True)]
    for count in (2, 4):
        page.wait_for_timeout(ONE_HAND_MS)
        put("touchStart", palm, other, thumb)
        assert edges.moves(2 + count)[count:] == [(right, False), (right, True)]
        put("touchEnd", thumb)
    put("touchEnd")
    assert set(edges.moves(8)[6:]) == {(left, False), (right, False)}

    page.wait_for_timeout(ONE_HAND_MS)
    put("touchStart", *((n, 100 + 40 * n, 700 - 10 * n, 12) for n in range(5)))
    put("touchEnd")
    page.keyboard.press("Space")
    assert edges.presses(6)[4:] == [right, Line.STOP]


@pytest.mark.parametrize("facing", FACING)
def test_on_its_side_a_tap_on_the_strip_does_what_it_shows_and_all_the_rest_is_a_plunger(
    facing: str, new_page: "NewPage", server: PageServer, simulated: SimulatedBody, edges: "Edges"
) -> None:
    page = opened(new_page, server.url, **ON_ITS_SIDE)
    page.evaluate("facing => { choices.set('facing', facing); arrange(); }", facing)
    simulated.body.lamps[LampName.LEFT_RUNNING].set(True)
    expect(lamp(page, "Left running", "on")).to_be_visible()
    strip = page.locator(".middle").bounding_box()
    assert strip is not None
    assert strip["width"] < 0.1 * 844
    for parts in page.evaluate(PARTS, [strip["x"], strip["x"] + strip["width"]]):
        assert set(parts) in (
            {"left_plunger", "left canvas"},
            {"stop", "minus", "ok", "plus", "more", "none"},
            {"right_plunger", "right canvas"},
        )
    pressed = []
    for x, y, line in (
        (6, 6, Line.LEFT_PLUNGER),
        (strip["x"] - 6, 384, Line.LEFT_PLUNGER),
        (200, 195, Line.LEFT_PLUNGER),  # on the display
        (strip["x"] + strip["width"] + 6, 6, Line.RIGHT_PLUNGER),
        (838, 384, Line.RIGHT_PLUNGER),
    ):
        page.touchscreen.tap(x, y)
        pressed.append(line)
        assert edges.presses(len(pressed)) == pressed
    page.touchscreen.tap(strip["x"] + strip["width"] / 2, 20)  # the referee's lamp
    button(page, "Stop").tap()
    assert edges.presses(len(pressed) + 1) == [*pressed, Line.STOP]
