"""The page in a real Chromium: keys, mouse, touch, pictures, and a server that comes back."""

from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image
from playwright.sync_api import CDPSession, Locator, Page, expect

from clock.simulator.body import Twin
from clock.simulator.server import TwinServer
from clock.simulator.words import PageWords
from hal.ports import Frame, LampName, Line, ScreenName
from hal.wiring import DEFAULT, ScreenWiring, Wiring

if TYPE_CHECKING:
    from tests.conftest import NewPage
    from tests.simulator.conftest import Edges

pytestmark = pytest.mark.browser

LEFT, RIGHT = Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "has_touch": True,
    "is_mobile": True,
}
PHONE_ON_ITS_SIDE = {**PHONE, "viewport": {"width": 844, "height": 390}}
NAMES = ("Left plunger", "Right plunger", "Stop", "Minus", "OK", "Plus")

BITS = """canvas => {
  const { width, height } = canvas;
  const data = canvas.getContext("2d").getImageData(0, 0, width, height).data;
  let bits = "";
  for (let at = 0; at < data.length; at += 4) bits += data[at + 1] > 127 ? "1" : "0";
  return bits;
}"""


def visit(new_page: "NewPage", server: TwinServer, **options: Any) -> Page:
    """The page, once it shows the body."""
    page = new_page(**(options or DESKTOP))
    page.goto(server.url)
    expect(page.locator("html")).to_have_attribute("data-link", "up")
    return page


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def checkered(size: tuple[int, int]) -> Image.Image:
    image = Image.new("1", size)
    image.putdata([(x * x + 3 * y) % 5 < 2 for y in range(size[1]) for x in range(size[0])])
    return image


def bits_of(image: Image.Image) -> str:
    return "".join("1" if lit else "0" for lit in image.convert("L").tobytes())


def scale_of(page: Page) -> float:
    """CSS pixels for one pixel of the left display."""
    scale: float = page.locator("canvas").first.evaluate("c => c.clientWidth / c.width")
    return scale


# ---- Buttons, keys, mouse


def test_every_button_has_its_name(new_page: "NewPage", server: TwinServer) -> None:
    page = visit(new_page, server)
    for name in NAMES:
        expect(button(page, name)).to_be_visible()
    expect(page.get_by_role("button", name="Left plunger")).to_have_count(1)


def test_keys_press_in_their_order(new_page: "NewPage", server: TwinServer, edges: "Edges") -> None:
    page = visit(new_page, server)
    keys = {
        "KeyA": LEFT, "KeyL": RIGHT, "ShiftLeft": LEFT, "ShiftRight": RIGHT, "ArrowLeft": LEFT,
        "ArrowRight": RIGHT, "Space": Line.STOP, "Enter": Line.OK, "Minus": Line.MINUS,
        "Equal": Line.PLUS, "Escape": Line.STOP,
    }  # fmt: skip
    for number, (code, line) in enumerate(keys.items(), start=1):
        page.keyboard.press(code)
        assert edges.presses(number)[-1] == line


def test_a_press_is_made_at_key_down_and_repeats_are_ignored(
    new_page: "NewPage", server: TwinServer, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    page.keyboard.down("KeyF")
    assert edges.moves(1) == [(LEFT, True)]
    for _ in range(5):
        page.keyboard.down("KeyF")  # Playwright marks these as repeats
    page.keyboard.up("KeyF")
    assert edges.moves(2) == [(LEFT, True), (LEFT, False)]
    page.keyboard.press("KeyJ")
    assert edges.moves(3)[2] == (RIGHT, True)


def test_a_browsers_own_shortcuts_press_nothing(
    new_page: "NewPage", server: TwinServer, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    page.keyboard.press("Control+KeyB")
    page.keyboard.press("Enter")
    assert edges.presses(1) == [Line.OK]


def test_forty_moves_at_a_typists_speed_all_arrive(
    new_page: "NewPage", server: TwinServer, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    for _ in range(20):
        page.keyboard.press("KeyS")
        page.keyboard.press("KeyK")
    assert edges.presses(40) == [LEFT, RIGHT] * 20


def test_clicks_press_and_leave_space_to_stop(
    new_page: "NewPage", server: TwinServer, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    for name in NAMES:
        button(page, name).click()
    page.keyboard.press("Space")
    assert edges.presses(7) == [LEFT, RIGHT, Line.STOP, Line.MINUS, Line.OK, Line.PLUS, Line.STOP]


def test_the_mouse_button_holds_the_plunger(
    new_page: "NewPage", server: TwinServer, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    button(page, "Left plunger").hover()
    page.mouse.down()
    assert edges.moves(1) == [(LEFT, True)]
    page.mouse.move(5, 5)  # a finger may slide off: it is the lifting that lets go
    page.keyboard.press("Enter")
    page.mouse.up()
    moves = edges.moves(4)
    assert moves[1] == (Line.OK, True)
    assert sorted(moves[2:]) == [(LEFT, False), (Line.OK, False)]


def test_a_long_hold_with_the_mouse_is_one_press_and_its_click_is_none(
    new_page: "NewPage", server: TwinServer, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    button(page, "OK").hover()
    page.mouse.down()
    assert edges.moves(1) == [(Line.OK, True)]
    page.wait_for_timeout(1_200)  # longer than a click follows a touch
    page.mouse.up()
    button(page, "Plus").click()
    assert edges.moves(4)[1:] == [(Line.OK, False), (Line.PLUS, True), (Line.PLUS, False)]


def test_with_the_focus_on_a_button_space_and_enter_press_that_button(
    new_page: "NewPage", server: TwinServer, edges: "Edges"
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
    page.keyboard.press("KeyJ")
    assert edges.presses(3) == [LEFT, Line.PLUS, RIGHT]


def test_a_clock_with_a_plunger_for_each_hand_shows_them_and_has_keys_for_them(
    new_page: "NewPage",
) -> None:
    hands = {
        Line.LEFT_PLUNGER_LH: ("Left plunger, left hand", "KeyA"),
        Line.LEFT_PLUNGER_RH: ("Left plunger, right hand", "KeyF"),
        Line.RIGHT_PLUNGER_LH: ("Right plunger, left hand", "KeyJ"),
        Line.RIGHT_PLUNGER_RH: ("Right plunger, right hand", "KeyL"),
    }
    lines = {line: pin for line, pin in DEFAULT.lines.items() if line not in (LEFT, RIGHT)}
    twin = Twin(
        Wiring(
            lines={**lines, **dict(zip(hands, (5, 6, 12, 13), strict=True))},
            screens=DEFAULT.screens,
        )
    )
    pressed: list[Line] = []
    twin.watch(lambda change: pressed.append(change) if isinstance(change, Line) else None)
    with TwinServer(twin, port=0) as server:
        page = visit(new_page, server)
        expect(button(page, "Left plunger")).to_have_count(0)
        for line, (name, code) in hands.items():
            expect(button(page, name)).to_be_visible()
            page.keyboard.down(code)
            expect(button(page, name)).to_have_class("plunger down")
            page.wait_for_function("line => isDown.has(line)", arg=line)
            page.keyboard.up(code)
        page.close()
    twin.close()
    assert list(dict.fromkeys(pressed)) == list(hands)


def test_a_screen_readers_click_is_a_tap(
    new_page: "NewPage", server: TwinServer, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    button(page, "Right plunger").dispatch_event("click")
    assert edges.moves(2) == [(RIGHT, True), (RIGHT, False)]


def test_a_page_that_loses_the_focus_lets_go(
    new_page: "NewPage", server: TwinServer, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    page.keyboard.down("KeyD")
    edges.first(1)
    page.evaluate("dispatchEvent(new Event('blur'))")
    assert edges.moves(2) == [(LEFT, True), (LEFT, False)]


def test_a_page_that_is_closed_lets_go(
    new_page: "NewPage", server: TwinServer, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    page.keyboard.down("KeyD")
    edges.first(1)
    page.close()
    assert edges.moves(2) == [(LEFT, True), (LEFT, False)]


# ---- Displays and lamps


@pytest.mark.parametrize("size", [(128, 64), (256, 64)])
def test_the_displays_show_the_frames_own_pixels(
    new_page: "NewPage", size: tuple[int, int]
) -> None:
    width, height = size
    screens = {
        name: ScreenWiring(driver="ssd1362", width=width, height=height, address=address)
        if width == 256
        else ScreenWiring(address=address)
        for name, address in ((ScreenName.LEFT, 0x3C), (ScreenName.RIGHT, 0x3D))
    }
    twin = Twin(Wiring(lines=DEFAULT.lines, lamps=DEFAULT.lamps, screens=screens))
    image = checkered(size)
    with TwinServer(twin, port=0) as server:
        page = visit(new_page, server)
        for name in ScreenName:
            twin.body.screens[name].show(Frame(image, f"{name}: 1 hour 58 minutes"))
            shown = page.get_by_role("img", name=f"{name}: 1 hour 58 minutes", exact=True)
            expect(shown).to_be_visible()
            page.wait_for_function(
                f"bits => ({BITS})(document.querySelector('[data-screen={name}] canvas')) === bits",
                arg=bits_of(image),
            )
            assert shown.evaluate("c => getComputedStyle(c).imageRendering") == "pixelated"
        assert scale_of(page) >= (4 if width == 128 else 2)
        left, right = (centre(page.locator(f"[data-screen={name}] canvas")) for name in ScreenName)
        assert left["y"] == right["y"]
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        page.close()
    twin.close()


def test_lamps_are_seen_and_said(new_page: "NewPage", server: TwinServer, twin: Twin) -> None:
    page = visit(new_page, server)
    lamps = {
        LampName.LEFT_CLAPPER: "Left clapper lamp",
        LampName.RIGHT_CLAPPER: "Right clapper lamp",
        LampName.LEFT_RUNNING: "Left running lamp",
        LampName.RIGHT_RUNNING: "Right running lamp",
        LampName.REFEREE: "Referee lamp",
    }
    for lamp, name in lamps.items():
        expect(page.get_by_role("img", name=f"{name}: off", exact=True)).to_be_visible()
        twin.body.lamps[lamp].set(True)
        expect(page.get_by_role("img", name=f"{name}: on", exact=True)).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("Referee lamp: on")
    twin.body.lamps[LampName.REFEREE].set(False)
    expect(page.get_by_role("img", name="Referee lamp: off", exact=True)).to_be_visible()


def test_a_page_that_comes_late_sees_the_present_picture(
    new_page: "NewPage", server: TwinServer, twin: Twin
) -> None:
    twin.body.lamps[LampName.RIGHT_CLAPPER].set(True)
    twin.body.screens[ScreenName.LEFT].show(Frame(checkered((128, 64)), "Black, 5 minutes"))
    first, second = visit(new_page, server), visit(new_page, server)
    for page in (first, second):
        expect(page.get_by_role("img", name="Black, 5 minutes", exact=True)).to_be_visible()
        expect(page.get_by_role("img", name="Right clapper lamp: on", exact=True)).to_be_visible()


def test_an_armed_page_sounds_and_falls_silent(
    new_page: "NewPage", server: TwinServer, twin: Twin
) -> None:
    page = visit(new_page, server)
    button(page, "Sound off").click()
    assert twin.body.buzzer is not None
    twin.body.buzzer.beep(1_000, 60_000_000_000)
    page.wait_for_function("() => sound.tone?.frequency.value === 1000")
    twin.body.buzzer.close()
    page.wait_for_function("() => sound.tone === null")


def test_a_page_plays_a_tone_as_loud_as_its_volume(
    new_page: "NewPage", server: TwinServer, twin: Twin
) -> None:
    page = visit(new_page, server)
    button(page, "Sound off").click()
    assert twin.body.buzzer is not None
    gains = []
    for tone_hz, volume in ((900, 10), (901, 5), (902, 1)):
        twin.body.buzzer.beep(tone_hz, 60_000_000_000, volume)
        page.wait_for_function(f"() => sound.tone?.frequency.value === {tone_hz}")
        gains.append(page.evaluate("sound.volume.gain.value"))
    assert gains[1] == pytest.approx(gains[0] * 10**-0.5)  # ten decibels less
    assert gains[2] == pytest.approx(gains[0] * 10**-0.9)
    twin.body.buzzer.beep(903, 60_000_000_000, 0)
    page.wait_for_function("() => sound.tone === null")


def test_a_display_that_is_darker_is_seen_darker_and_can_still_be_read(
    new_page: "NewPage", server: TwinServer, twin: Twin
) -> None:
    page = visit(new_page, server)
    twin.body.screens[ScreenName.LEFT].show(Frame(Image.new("1", (128, 64), 1), "all lit"))
    green = "document.querySelector('canvas').getContext('2d').getImageData(9, 9, 1, 1).data[1]"
    seen: list[int] = []
    for level in (10, 5, 1):
        twin.body.screens[ScreenName.LEFT].set_brightness(level)
        below = seen[-1] if seen else 256
        page.wait_for_function(f"() => 60 < {green} && {green} < {below}")
        seen.append(page.evaluate(green))
    assert seen[0] == 240
    assert page.evaluate(green.replace("'canvas'", "'[data-screen=right] canvas'")) == 4


@pytest.mark.parametrize("has_touch", [False, True])
def test_the_smallest_phone_scrolls_nowhere(
    has_touch: bool, new_page: "NewPage", server: TwinServer
) -> None:
    page = visit(new_page, server, viewport={"width": 320, "height": 640}, has_touch=has_touch)
    assert page.evaluate(
        "document.documentElement.scrollHeight <= innerHeight"
        " && document.documentElement.scrollWidth <= innerWidth"
    )


def test_the_words_about_keys_are_in_sight_with_all_of_the_clock(
    new_page: "NewPage", server: TwinServer
) -> None:
    page = visit(new_page, server)
    page.locator("summary").click()
    expect(page.locator(".words")).to_be_in_viewport(ratio=1)
    page.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("scrollY") == 0
    expect(page.locator(".plunger:visible .cap").first).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("has_touch", [False, True])
def test_no_letters_of_keys_stand_on_a_page_as_narrow_as_a_phone(
    has_touch: bool, new_page: "NewPage", server: TwinServer
) -> None:
    page = visit(new_page, server, viewport={"width": 360, "height": 740}, has_touch=has_touch)
    expect(page.locator(".legend:visible")).to_have_count(0)
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".legend:visible")).to_have_count(0 if has_touch else 6)


# ---- The line to the server


def test_a_page_says_that_the_line_is_lost_and_comes_back_by_itself(
    new_page: "NewPage", server: TwinServer, twin: Twin, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    alert = page.get_by_role("alert")
    expect(alert).to_have_text("")
    page.keyboard.down("KeyA")
    edges.first(1)
    server.stop()
    expect(alert).to_have_text("Connection lost, reconnecting")
    expect(page.locator("canvas").first).to_be_visible()
    assert edges.moves(2) == [(LEFT, True), (LEFT, False)]
    twin.body.lamps[LampName.REFEREE].set(True)
    with TwinServer(twin, port=server.port):
        expect(alert).to_have_text("", timeout=10_000)
        expect(page.get_by_role("img", name="Referee lamp: on", exact=True)).to_be_visible()
        page.keyboard.up("KeyA")
        page.keyboard.press("KeyJ")
        assert edges.presses(2) == [LEFT, RIGHT]


# ---- Phones


def centre(locator: Locator) -> dict[str, float]:
    box = locator.bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def touches(session: CDPSession, kind: str, *points: dict[str, float]) -> None:
    numbered = [{**point, "id": number} for number, point in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": numbered})


def test_on_a_phone_between_two_players_each_half_is_turned_to_its_player(
    new_page: "NewPage", server: TwinServer
) -> None:
    page = visit(new_page, server, **PHONE)
    left, right = button(page, "Left plunger"), button(page, "Right plunger")
    upper, lower = left.bounding_box(), right.bounding_box()
    assert upper is not None
    assert lower is not None
    for half in (upper, lower):
        assert half["width"] > 0.9 * 390
        assert half["height"] > 0.4 * 844
    assert upper["y"] < 20
    assert lower["y"] + lower["height"] > 844 - 20
    turned = "seat => getComputedStyle(seat.closest('.seat')).rotate"
    assert left.evaluate(turned) == "180deg"
    assert right.evaluate(turned) == "none"
    for name in NAMES[2:]:
        assert upper["y"] + upper["height"] <= centre(button(page, name))["y"] <= lower["y"]


def test_two_fingers_on_two_plungers_are_two_presses(
    new_page: "NewPage", server: TwinServer, edges: "Edges"
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


def test_a_touch_on_the_display_presses_the_plunger_of_that_half(
    new_page: "NewPage", server: TwinServer, edges: "Edges"
) -> None:
    page = visit(new_page, server, **PHONE)
    for name in ("left", "right"):
        point = centre(page.locator(f"[data-screen={name}] canvas"))
        page.touchscreen.tap(point["x"], point["y"])
    assert edges.presses(2) == [LEFT, RIGHT]


def test_quick_taps_all_arrive_and_do_not_zoom(
    new_page: "NewPage", server: TwinServer, edges: "Edges"
) -> None:
    page = visit(new_page, server, **PHONE)
    for _ in range(4):
        button(page, "Left plunger").tap()
    button(page, "Stop").tap()
    assert sorted(edges.presses(5)) == sorted([LEFT] * 4 + [Line.STOP])
    assert page.evaluate("visualViewport.scale") == 1


def test_the_players_may_choose_one_side_and_the_choice_is_kept(
    new_page: "NewPage", server: TwinServer
) -> None:
    page = visit(new_page, server, **PHONE)
    button(page, "One side").tap()
    expect(button(page, "Two players")).to_be_visible()
    page.reload()
    button(page, "Two players").tap()
    expect(button(page, "One side")).to_be_visible()


def test_a_phone_on_its_side_shows_the_whole_clock(new_page: "NewPage", server: TwinServer) -> None:
    page = visit(new_page, server, **PHONE_ON_ITS_SIDE)
    assert page.evaluate(
        "document.documentElement.scrollHeight <= innerHeight"
        " && document.documentElement.scrollWidth <= innerWidth"
    )
    assert centre(button(page, "Left plunger"))["x"] < 422
    assert centre(button(page, "Right plunger"))["x"] > 422
    assert scale_of(page) > 2.5


def test_the_page_is_fetched_anew_when_its_language_becomes_another(
    twin: Twin, new_page: "NewPage"
) -> None:
    spoken = [PageWords()]
    with TwinServer(twin, port=0, words=lambda: spoken[0]) as server:
        page = new_page()
        page.goto(server.url)
        expect(page.locator("html")).to_have_attribute("data-link", "up")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        spoken[0] = PageWords("cs", lambda text: text.upper())
        twin.press(Line.OK)
        expect(page.locator("html")).to_have_attribute("lang", "cs")
        expect(page.get_by_role("button", name="LEFT PLUNGER", exact=True)).to_be_visible()
