"""The page in a real Chromium: keys, mouse, touch, pictures, and a server that comes back."""

from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image
from playwright.sync_api import CDPSession, Locator, Page, expect

from clock.menu.access import Opens
from clock.simulator.body import SimulatedBody
from clock.simulator.options import wiring_of
from clock.simulator.server import PageServer
from hal.ports import Frame, LampName, Line, ScreenName
from hal.wiring import DEFAULT, Wiring
from tests.simulator.clock_page import DESKTOP, PHONE

if TYPE_CHECKING:
    from tests.conftest import NewPage
    from tests.simulator.conftest import Edges

pytestmark = pytest.mark.browser

LEFT, RIGHT = Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER
LONG_NS = 60_000_000_000
BITS = """canvas => {
  const { width, height } = canvas;
  const data = canvas.getContext("2d").getImageData(0, 0, width, height).data;
  let bits = "";
  for (let at = 0; at < data.length; at += 4) bits += data[at + 1] > 127 ? "1" : "0";
  return bits;
}"""
SCALE = "c => c.clientWidth / c.width"
"""CSS pixels for one pixel of a display."""
NOTHING_SCROLLS = """document.documentElement.scrollHeight <= innerHeight
  && document.documentElement.scrollWidth <= innerWidth"""


def visit(new_page: "NewPage", server: PageServer, **options: Any) -> Page:
    """The page, once it shows the body."""
    page = new_page(**(options or DESKTOP))
    page.goto(server.url)
    expect(page.locator("html")).to_have_attribute("data-link", "up")
    return page


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def lamp(page: Page, name: str, state: str) -> Locator:
    return page.get_by_role("img", name=f"{name} lamp: {state}", exact=True)


def centre(locator: Locator) -> dict[str, float]:
    box = locator.bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


# ---- Keys, mouse and touch


def test_keys_press_once_at_key_down_in_their_order_however_fast_and_let_go(
    new_page: "NewPage", server: PageServer, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    for _ in range(5):
        page.keyboard.down("KeyF")  # Playwright marks all but the first as repeats
        assert edges.moves(1) == [(LEFT, True)]
    page.keyboard.up("KeyF")
    assert edges.moves(2) == [(LEFT, True), (LEFT, False)]
    keys = {
        "KeyA": LEFT, "KeyL": RIGHT, "ShiftLeft": LEFT, "ShiftRight": RIGHT, "ArrowLeft": LEFT,
        "ArrowRight": RIGHT, "Space": Line.STOP, "Enter": Line.OK, "Minus": Line.MINUS,
        "Equal": Line.PLUS, "Escape": Line.STOP,
    }  # fmt: skip
    for code in keys:
        page.keyboard.press(code)
    page.keyboard.press("Control+KeyB")  # the browser's own
    for _ in range(10):
        page.keyboard.press("KeyS")
        page.keyboard.press("KeyK")
    expected = [LEFT, *keys.values(), *[LEFT, RIGHT] * 10]
    assert edges.presses(len(expected)) == expected
    count = 2 * len(expected)
    edges.first(count)
    for lose in (lambda: page.evaluate("dispatchEvent(new Event('blur'))"), page.close):
        page.keyboard.down("KeyD")
        edges.first(count + 1)
        lose()
        assert edges.moves(count + 2)[count:] == [(LEFT, True), (LEFT, False)]
        if not page.is_closed():
            page.keyboard.up("KeyD")
        count += 2


def test_the_mouse_presses_every_button_by_its_name_and_a_click_is_no_second_press(
    new_page: "NewPage", server: PageServer, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    button(page, "Left plunger").hover()
    page.mouse.down()
    assert edges.moves(1) == [(LEFT, True)]
    page.mouse.move(5, 5)  # a finger may slide off: it is the lifting that lets go
    page.keyboard.press("Enter")
    assert edges.moves(3)[1:] == [(Line.OK, True), (Line.OK, False)]
    button(page, "Left plunger").hover()
    page.wait_for_timeout(1_200)  # longer than a click follows a touch
    page.mouse.up()
    for name in ("Right plunger", "Stop", "Minus", "OK", "Plus"):
        button(page, name).click()
    page.keyboard.press("Space")  # the focus is on no button that was clicked
    expected = [LEFT, Line.OK, RIGHT, Line.STOP, Line.MINUS, Line.OK, Line.PLUS, Line.STOP]
    assert edges.presses(8) == expected


def test_with_the_focus_on_a_button_space_and_enter_press_that_button(
    new_page: "NewPage", server: PageServer, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    page.keyboard.press("Tab")
    expect(button(page, "Left plunger")).to_be_focused()
    page.keyboard.press("Space")
    button(page, "Plus").focus()
    page.keyboard.press("Enter")
    button(page, "Sound off").focus()
    page.keyboard.press("Space")
    expect(button(page, "Sound on")).to_be_visible()
    button(page, "Right plunger").dispatch_event("click")  # a screen reader's
    assert edges.presses(3) == [LEFT, Line.PLUS, RIGHT]


def test_a_plunger_for_each_hand_is_shown_and_has_its_keys(new_page: "NewPage") -> None:
    hands = {
        Line.LEFT_PLUNGER_LH: ("Left plunger, left hand", "KeyA"),
        Line.LEFT_PLUNGER_RH: ("Left plunger, right hand", "KeyF"),
        Line.RIGHT_PLUNGER_LH: ("Right plunger, left hand", "KeyJ"),
        Line.RIGHT_PLUNGER_RH: ("Right plunger, right hand", "KeyL"),
    }
    lines = {line: pin for line, pin in DEFAULT.lines.items() if line not in (LEFT, RIGHT)}
    lines |= dict(zip(hands, (5, 6, 12, 13), strict=True))
    simulated = SimulatedBody(Wiring(lines=lines, screens=DEFAULT.screens))
    with PageServer(simulated) as server:
        page = visit(new_page, server)
        expect(button(page, "Left plunger")).to_have_count(0)
        for line, (name, code) in hands.items():
            page.keyboard.down(code)
            expect(button(page, name)).to_have_class("plunger down")
            page.wait_for_function("line => isDown.has(line)", arg=line)
            lines_down = simulated.panel.snapshot().lines
            assert [each for each, down in lines_down.items() if down] == [line]
            page.keyboard.up(code)
            page.wait_for_function("line => !isDown.has(line)", arg=line)
        page.close()
    simulated.close()


def touches(session: CDPSession, kind: str, *points: dict[str, float]) -> None:
    numbered = [{**point, "id": number} for number, point in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": numbered})


def test_two_fingers_are_two_presses_and_taps_on_the_displays_press_their_plungers(
    new_page: "NewPage", server: PageServer, edges: "Edges"
) -> None:
    page = visit(new_page, server, **PHONE)
    session = page.context.new_cdp_session(page)
    one, other = (centre(button(page, name)) for name in ("Right plunger", "Left plunger"))
    touches(session, "touchStart", one)
    assert edges.moves(1) == [(RIGHT, True)]
    touches(session, "touchStart", one, other)
    assert edges.moves(2) == [(RIGHT, True), (LEFT, True)]
    touches(session, "touchEnd")
    assert sorted(edges.moves(4)[2:]) == [(LEFT, False), (RIGHT, False)]
    for name in ("left", "right"):
        point = centre(page.locator(f"[data-screen={name}] canvas"))
        page.touchscreen.tap(point["x"], point["y"])
    for _ in range(4):
        button(page, "Left plunger").tap()
    assert edges.presses(8)[2:] == [LEFT, RIGHT, *[LEFT] * 4]
    assert page.evaluate("visualViewport.scale") == 1, "quick taps do not zoom"


# ---- What the body shows, and a line that comes and goes


@pytest.mark.parametrize("size", [(128, 64), (256, 64)])
def test_the_displays_show_the_frames_own_pixels(
    new_page: "NewPage", size: tuple[int, int]
) -> None:
    width, height = size
    simulated = SimulatedBody(wiring_of(f"{width}x{height}", Opens.HOLD))
    image = Image.new("1", size)
    image.putdata([(x * x + 3 * y) % 5 < 2 for y in range(height) for x in range(width)])
    bits = "".join("1" if lit else "0" for lit in image.convert("L").tobytes())
    with PageServer(simulated) as server:
        page = visit(new_page, server)
        for name in ScreenName:
            simulated.body.screens[name].show(Frame(image, f"{name}: 1 hour 58 minutes"))
            shown = page.get_by_role("img", name=f"{name}: 1 hour 58 minutes", exact=True)
            expect(shown).to_be_visible()
            canvas = f"document.querySelector('[data-screen={name}] canvas')"
            page.wait_for_function(f"bits => ({BITS})({canvas}) === bits", arg=bits)
            assert shown.evaluate("c => getComputedStyle(c).imageRendering") == "pixelated"
        assert page.locator("canvas").first.evaluate(SCALE) >= (4 if width == 128 else 2)
        left, right = (centre(page.locator(f"[data-screen={name}] canvas")) for name in ScreenName)
        assert left["y"] == right["y"]
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        page.close()
    simulated.close()


def test_lamps_brightness_and_sound_are_as_they_are_set_also_on_a_page_that_comes_late(
    new_page: "NewPage", server: PageServer, simulated: SimulatedBody
) -> None:
    page = visit(new_page, server)
    for name in LampName:
        text = str(name).replace("_", " ").capitalize()
        expect(lamp(page, text, "off")).to_be_visible()
        simulated.body.lamps[name].set(True)
        expect(lamp(page, text, "on")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("Referee lamp: on")
    simulated.body.lamps[LampName.REFEREE].set(False)

    screen = simulated.body.screens[ScreenName.LEFT]
    screen.show(Frame(Image.new("1", (128, 64), 1), "Black"))
    green = "document.querySelector('canvas').getContext('2d').getImageData(9, 9, 1, 1).data[1]"
    seen = [256]
    for level in (10, 5, 1):
        screen.set_brightness(level)
        page.wait_for_function(f"() => 60 < {green} && {green} < {seen[-1]}")
        seen.append(page.evaluate(green))
    assert seen[1] == 240
    assert page.evaluate(green.replace("'canvas'", "'[data-screen=right] canvas'")) == 4

    for each in (page, visit(new_page, server)):
        expect(lamp(each, "Referee", "off")).to_be_visible()
        expect(lamp(each, "Right clapper", "on")).to_be_visible()
        expect(each.get_by_role("img", name="Black", exact=True)).to_be_visible()

    button(page, "Sound off").click()
    buzzer = simulated.body.buzzer
    assert buzzer is not None
    gains = []
    for tone_hz, volume in ((900, 10), (901, 5), (902, 1)):
        buzzer.beep(tone_hz, LONG_NS, volume)
        page.wait_for_function(f"() => sound.tone?.frequency.value === {tone_hz}")
        gains.append(page.evaluate("sound.volume.gain.value"))
    assert gains[1] == pytest.approx(gains[0] * 10**-0.5)  # ten decibels less
    assert gains[2] == pytest.approx(gains[0] * 10**-0.9)
    for hz, volume, state in ((903, 0, "==="), (904, 5, "!=="), (904, 0, "===")):
        buzzer.beep(hz, LONG_NS, volume)
        page.wait_for_function(f"() => sound.tone {state} null")


def test_a_page_reports_a_lost_line_comes_back_by_itself_and_in_another_language(
    new_page: "NewPage", server: PageServer, simulated: SimulatedBody, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    alert, html = page.get_by_role("alert"), page.locator("html")
    expect(alert).to_have_text("")
    page.keyboard.down("KeyA")
    edges.first(1)
    server.stop()
    expect(alert).to_have_text("Connection lost, reconnecting")
    expect(page.locator("canvas").first).to_be_visible()
    assert edges.moves(2) == [(LEFT, True), (LEFT, False)]
    simulated.body.lamps[LampName.REFEREE].set(True)
    languages = ["en"]
    with PageServer(simulated, port=server.port, language=lambda: languages[-1]):
        expect(alert).to_have_text("", timeout=10_000)
        expect(lamp(page, "Referee", "on")).to_be_visible()
        page.keyboard.up("KeyA")
        page.keyboard.press("KeyJ")
        assert edges.presses(2) == [LEFT, RIGHT]
        expect(html).to_have_attribute("lang", "en")
        languages.append("cs")
        simulated.plungers.press(Line.OK)
        expect(html).to_have_attribute("lang", "cs")
        expect(button(page, "Levé tlačítko")).to_be_visible()
        page.close()


# ---- Small windows and phones


@pytest.mark.parametrize("has_touch", [False, True])
def test_the_smallest_phone_scrolls_nowhere_and_a_keyboard_has_its_keys_explained(
    has_touch: bool, new_page: "NewPage", server: PageServer
) -> None:
    page = visit(new_page, server, viewport={"width": 320, "height": 640}, has_touch=has_touch)
    assert page.evaluate(NOTHING_SCROLLS)
    expect(page.locator(".legend:visible")).to_have_count(0)
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".legend:visible")).to_have_count(0 if has_touch else 6)
    if not has_touch:
        expect(page.locator(".words")).to_be_hidden()
        page.get_by_text("Keys", exact=True).click()
        expect(page.locator(".words")).to_be_in_viewport(ratio=1)
        for text in ("Left plunger", "Right plunger", "Minus, Plus", "Space", "Enter"):
            expect(page.locator(".words")).to_contain_text(text)
        page.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
        assert page.evaluate("scrollY") == 0
        expect(page.locator(".plunger:visible .cap").first).to_be_in_viewport(ratio=0.9)


def test_on_a_phone_between_two_players_each_half_is_turned_to_its_player(
    new_page: "NewPage", server: PageServer
) -> None:
    page = visit(new_page, server, **PHONE)
    left, right = button(page, "Left plunger"), button(page, "Right plunger")
    upper, lower = left.bounding_box(), right.bounding_box()
    assert upper is not None
    assert lower is not None
    assert min(upper["width"], lower["width"]) > 0.9 * 390
    assert min(upper["height"], lower["height"]) > 0.4 * 844
    assert upper["y"] < 20
    assert lower["y"] + lower["height"] > 844 - 20
    turned = "seat => getComputedStyle(seat.closest('.seat')).rotate"
    assert [each.evaluate(turned) for each in (left, right)] == ["180deg", "none"]
    for name in ("Stop", "Minus", "OK", "Plus"):
        assert upper["y"] + upper["height"] <= centre(button(page, name))["y"] <= lower["y"]
    button(page, "One side").tap()
    expect(button(page, "Two players")).to_be_visible()
    page.reload()  # the choice is remembered
    button(page, "Two players").tap()
    expect(button(page, "One side")).to_be_visible()
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function(NOTHING_SCROLLS)
    assert centre(left)["x"] < 422 < centre(right)["x"]
    assert page.locator("canvas").first.evaluate(SCALE) > 2.5
