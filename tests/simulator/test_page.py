"""The page in a real Chromium: keys, mouse, touch, pictures, and a server that comes back."""

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image
from playwright.sync_api import CDPSession, Locator, Page, expect

from clock.simulator.server import PageServer
from clock.simulator.simulated_body import SimulatedBody
from hal.ports import Frame, LampName, Line, ScreenName
from hal.wiring import DEFAULT, Wiring
from tests.simulator.clock_page import DESKTOP, PHONE, opened
from tests.simulator.test_layout import wiring

if TYPE_CHECKING:
    from tests.conftest import NewPage
    from tests.simulator.conftest import Edges

pytestmark = pytest.mark.browser

LEFT, RIGHT = Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER
LONG_NS = 600_000_000_000
HAS_GAIN = "share => Math.abs(sound.volume.gain.value / (LOUDEST * share) - 1) < 1e-3"
"""The browser sets a gain some time after the page."""
BITS = """canvas => {
  const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  const block = canvas.width / screens.get("left").picture.width;
  let bits = "";
  for (let y = block >> 1; y < canvas.height; y += block)
    for (let x = block >> 1; x < canvas.width; x += block)
      bits += data[4 * (y * canvas.width + x) + 1] > 127 ? "1" : "0";
  return bits;
}"""
"""A display's own pixels: the middle of each block."""


def visit(new_page: "NewPage", server: PageServer, **options: Any) -> Page:
    return opened(new_page, server.url, **options)


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def lamp(page: Page, name: str, state: str) -> Locator:
    return page.get_by_role("img", name=f"{name} lamp: {state}", exact=True)


def centre(locator: Locator) -> dict[str, float]:
    box = locator.bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


# ---- Keys, mouse and touch


def test_keys_press_once_at_key_down_however_fast_and_let_go(
    new_page: "NewPage", server: PageServer, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    for _ in range(5):
        page.keyboard.down("KeyF")  # Playwright marks all but the first as repeats
        assert edges.moves(1) == [(LEFT, True)]
    page.keyboard.up("KeyF")
    assert edges.moves(2) == [(LEFT, True), (LEFT, False)]
    keys = {
        "KeyL": RIGHT, "ArrowLeft": LEFT, "Space": Line.STOP, "Enter": Line.OK, "Minus": Line.MINUS,
        "Equal": Line.PLUS,
    }  # fmt: skip
    for code in ("Control+KeyB", *keys, *("KeyS", "KeyK") * 4):  # the first is the browser's own
        page.keyboard.press(code)
    pressed = edges.presses(1 + len(keys) + 8)[1:]
    assert Counter(pressed[: len(keys)]) == Counter(keys.values())  # a queue for each line
    assert sorted(pressed[len(keys) :]) == [*[LEFT] * 4, *[RIGHT] * 4]
    count = 2 * (len(pressed) + 1)
    edges.first(count)
    for lose in (lambda: page.evaluate("dispatchEvent(new Event('blur'))"), page.close):
        page.keyboard.down("KeyD")
        edges.first(count + 1)
        lose()
        assert edges.moves(count + 2)[count:] == [(LEFT, True), (LEFT, False)]
        if not page.is_closed():
            page.keyboard.up("KeyD")
        count += 2


SHIFTS = ("ShiftLeft", "ShiftRight")
LAYOUTS = {
    "US": (["ShiftLeft Equal +", "ShiftRight Equal +", "Equal =", "Minus -"], "KeyA a", "A"),
    "German": (["BracketRight +", "Slash -"], "KeyF f", "F"),
    "French": (["ShiftRight Equal +", "ShiftLeft Equal +", "Digit6 -"], "KeyA q", "Q"),
    "Czech": (["Digit1 +", "Slash -"], "KeyJ j", "J"),
}
"""On each the ways to plus and minus, a plunger's letter as it is printed, and as it is shown."""


@pytest.mark.parametrize("layout", LAYOUTS)
def test_plus_and_minus_press_no_plunger_and_letters_are_shown_as_they_are_printed(
    layout: str, new_page: "NewPage", server: PageServer, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    session = page.context.new_cdp_session(page)
    signs, letter, shown = LAYOUTS[layout]
    plunger = RIGHT if layout == "Czech" else LEFT
    expected: list[Line] = []
    for keys in (*signs, letter):
        *shifts, code, printed = keys.split()
        strokes = [*((shift, "Shift") for shift in shifts), (code, printed)]
        for kind, order in (("keyDown", strokes), ("keyUp", strokes[::-1])):
            for each, key in order:
                session.send("Input.dispatchKeyEvent", {"type": kind, "code": each, "key": key})
        expected.append({"+": Line.PLUS, "=": Line.PLUS, "-": Line.MINUS}.get(printed, plunger))
        assert edges.presses(len(expected)) == expected
    expect(page.locator(f"[data-line={plunger}] .legend")).to_contain_text(shown)


def test_every_button_is_pressed_by_the_mouse_and_by_space_or_enter_where_the_focus_is(
    new_page: "NewPage", server: PageServer, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    button(page, "Left side").hover()
    page.mouse.down()
    assert edges.moves(1) == [(LEFT, True)]
    page.mouse.move(5, 5)  # a finger may slide off: it is the lifting that lets go
    page.keyboard.press("Enter")
    assert edges.moves(3)[1:] == [(Line.OK, True), (Line.OK, False)]
    button(page, "Left side").hover()
    page.wait_for_timeout(1_200)  # longer than a click follows a touch: it is no second press
    page.mouse.up()
    for name in ("Right side", "Stop", "Minus", "OK", "Plus"):
        button(page, name).click()
    page.keyboard.press("Space")  # the focus is on no button that was clicked
    expected = [LEFT, Line.OK, RIGHT, Line.STOP, Line.MINUS, Line.OK, Line.PLUS, Line.STOP]
    assert edges.presses(8) == expected
    button(page, "Left side").focus()
    how = "Space or Enter here is a press; F2 says both times"
    expect(button(page, "Left side")).to_have_accessible_description(how)
    page.keyboard.press("Space")
    button(page, "Plus").focus()
    page.keyboard.press("Enter")
    button(page, "Sound is off").focus()
    page.keyboard.press("Space")
    expect(button(page, "Sound is on")).to_be_visible()
    page.wait_for_timeout(1_200)  # longer than a click follows the mouse, which pressed it above
    button(page, "Right side").dispatch_event("click")  # a screen reader's
    assert edges.presses(11)[8:] == [LEFT, Line.PLUS, RIGHT]


def test_a_plunger_for_each_hand_is_shown_and_has_its_keys(new_page: "NewPage") -> None:
    hands = {
        Line.LEFT_PLUNGER_LH: ("Left side, left hand", "KeyA"),
        Line.LEFT_PLUNGER_RH: ("Left side, right hand", "KeyF"),
        Line.RIGHT_PLUNGER_LH: ("Right side, left hand", "KeyJ"),
        Line.RIGHT_PLUNGER_RH: ("Right side, right hand", "KeyL"),
    }
    lines = {line: pin for line, pin in DEFAULT.lines.items() if line not in (LEFT, RIGHT)}
    lines |= dict(zip(hands, (5, 6, 12, 13), strict=True))
    simulated = SimulatedBody(Wiring(lines=lines, screens=DEFAULT.screens))
    with PageServer(simulated) as server:
        page = visit(new_page, server)
        expect(button(page, "Left side")).to_have_count(0)
        for line, (name, code) in hands.items():
            page.keyboard.down(code)
            expect(button(page, name)).to_have_class("plunger down")
            page.wait_for_function("line => [...isDown].join() === line", arg=line)
            page.keyboard.up(code)
            page.wait_for_function("() => isDown.size === 0")
        page.close()
    simulated.close()


def touches(session: CDPSession, kind: str, *points: dict[str, float]) -> None:
    numbered = [{**point, "id": number} for number, point in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": numbered})


def test_two_fingers_are_two_presses_and_the_displays_are_plungers_while_a_clock_runs(
    new_page: "NewPage", server: PageServer, simulated: SimulatedBody, edges: "Edges"
) -> None:
    simulated.body.lamps[LampName.LEFT_RUNNING].set(True)
    page = visit(new_page, server, **PHONE)
    expect(lamp(page, "Left running", "on")).to_be_visible()
    session = page.context.new_cdp_session(page)
    one, other = (centre(button(page, name)) for name in ("Right side", "Left side"))
    touches(session, "touchStart", one)
    assert edges.moves(1) == [(RIGHT, True)]
    touches(session, "touchStart", one, other)
    assert edges.moves(2) == [(RIGHT, True), (LEFT, True)]
    touches(session, "touchEnd")
    assert sorted(edges.moves(4)[2:]) == [(LEFT, False), (RIGHT, False)]
    for runs in (False, True):
        simulated.body.lamps[LampName.LEFT_RUNNING].set(runs)
        expect(lamp(page, "Left running", "on" if runs else "off")).to_be_visible()
        for name in ("left", "right"):
            point = centre(page.locator(f"[data-screen={name}] canvas"))
            page.touchscreen.tap(point["x"], point["y"])
    for _ in range(4):
        button(page, "Left side").tap(position={"x": 40, "y": 40})  # not the glass
    pressed = edges.presses(8)[2:]
    assert (pressed.count(LEFT), pressed.count(RIGHT)) == (5, 1)
    assert page.evaluate("visualViewport.scale") == 1, "quick taps do not zoom"


# ---- What the body shows, and a line that comes and goes


@pytest.mark.parametrize("size", [(128, 64), (256, 64)])
def test_the_displays_show_the_frames_own_pixels(
    new_page: "NewPage", size: tuple[int, int]
) -> None:
    width, height = size
    simulated = SimulatedBody(wiring(width, whole=False))
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
        page.close()
    simulated.close()


def test_lamps_brightness_and_sound_are_as_they_are_set_also_on_a_page_that_comes_late(
    new_page: "NewPage", server: PageServer, simulated: SimulatedBody
) -> None:
    page = visit(new_page, server)
    for name in LampName:
        text = str(name).replace("_clapper", " flag").replace("_", " ").capitalize()
        expect(lamp(page, text, "off")).to_be_visible()
        simulated.body.lamps[name].set(True)
        expect(lamp(page, text, "on")).to_be_visible()
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

    for each in (page, visit(new_page, server)):
        expect(lamp(each, "Referee", "off")).to_be_visible()
        expect(lamp(each, "Right flag", "on")).to_be_visible()
        expect(each.get_by_role("img", name="Black", exact=True)).to_be_visible()

    button(page, "Sound is off").click()
    buzzer = simulated.body.buzzer
    assert buzzer is not None
    for tone_hz, volume, quieter_db in ((900, 10, 0), (901, 5, 10), (902, 1, 18)):
        buzzer.beep(tone_hz, LONG_NS, volume)
        page.wait_for_function(f"() => sound.tone?.frequency.value === {tone_hz}")
        page.wait_for_function(HAS_GAIN, arg=10 ** (-quieter_db / 20))
    for hz, volume, state in ((903, 0, "==="), (904, 5, "!=="), (904, 0, "===")):
        buzzer.beep(hz, LONG_NS, volume)
        page.wait_for_function(f"() => sound.tone {state} null")


def test_stops_claims_and_menus_are_announced_by_what_is_new_and_running_times_are_not(
    new_page: "NewPage", server: PageServer, simulated: SimulatedBody
) -> None:
    page = new_page(**DESKTOP)
    page.clock.install()
    page.goto(server.url)
    page.wait_for_function("() => listener.heard !== null")
    status, running = page.get_by_role("status"), simulated.body.lamps[LampName.LEFT_RUNNING]
    stopped = "Stopped. Left, not running. 4 minutes left"
    also = "Right, not running. 4 minutes left"
    for lit, left, right, heard in (
        (False, "Left, not running. 5 minutes left.", "Right, not running.",
         "Left, not running. 5 minutes left. Right, not running"),
        (True, "Left, running. 5 minutes left.", "Right, not running.", "Left's clock runs"),
        (True, "Left, running. 4 minutes left.", "Right, not running.", "Left's clock runs"),
        (False, f"{stopped}.", f"Stopped. {also}.", f"{stopped}. {also}"),
        (False, f"{stopped}. Claim?", f"Stopped. {also}.", "Claim?"),
        (False, f"{stopped}.", f"Stopped. {also}.", ""),
        (False, "Organizer. Result, 2 of 9.", "Organizer. Result, 2 of 9.",
         "Organizer. Result, 2 of 9"),
        (False, "Organizer. Moves, 3 of 9.", "Organizer. Moves, 3 of 9.", "Moves, 3 of 9"),
    ):  # fmt: skip
        running.set(lit)
        sentences = {ScreenName.LEFT: left, ScreenName.RIGHT: right}
        for name, sentence in sentences.items():
            simulated.body.screens[name].show(Frame(Image.new("1", (128, 64)), sentence))
        for name, sentence in sentences.items():
            expect(page.locator(f"[data-screen={name}] canvas")).to_have_accessible_name(sentence)
        page.clock.run_for(300)
        expect(status).to_have_text(heard)


def test_a_page_reports_a_lost_line_comes_back_by_itself_and_in_another_language(
    new_page: "NewPage", server: PageServer, simulated: SimulatedBody, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    alert, html = page.get_by_role("alert"), page.locator("html")
    expect(alert).to_have_text("")
    simulated.body.lamps[LampName.REFEREE].set(True)
    expect(lamp(page, "Referee", "on")).to_be_visible()
    page.keyboard.down("KeyA")
    edges.first(1)
    server.stop()
    expect(alert).to_have_text("Connection lost, reconnecting")
    expect(page.locator("canvas").first).to_be_visible()
    expect(page.locator(".lit")).to_have_count(0)
    assert edges.moves(2) == [(LEFT, True), (LEFT, False)]
    languages = [""]
    with PageServer(simulated, port=server.port, language=lambda: languages[-1]):
        expect(alert).to_have_text("")
        expect(lamp(page, "Referee", "on")).to_be_visible()
        page.keyboard.up("KeyA")
        page.keyboard.press("KeyJ")
        assert edges.presses(2) == [LEFT, RIGHT]
        expect(html).to_have_attribute("lang", "en")
        languages.append("cs")
        expect(html).to_have_attribute("lang", "cs")
        expect(button(page, "Levá strana")).to_be_visible()
        page.close()


def test_a_line_that_falls_silent_is_lost_after_four_seconds_though_nothing_closed_it(
    new_page: "NewPage", server: PageServer
) -> None:
    page = new_page(**DESKTOP)
    page.clock.install()
    page.goto(server.url)
    expect(page.locator("html")).to_have_attribute("data-link", "up")
    page.evaluate("link.socket.onmessage = null")
    page.clock.fast_forward(2_000)
    expect(page.get_by_role("alert")).to_have_text("")
    page.clock.fast_forward(2_000)
    expect(page.get_by_role("alert")).to_have_text("Connection lost, reconnecting")


# ---- Tools


def test_tools_open_full_screen_keys_and_a_code_for_a_phone_only_where_one_can_come(
    new_page: "NewPage",
    server: PageServer,
    simulated: SimulatedBody,
    edges: "Edges",
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = visit(new_page, server)
    expect(button(page, "On a phone")).to_be_hidden()  # the server is for this machine alone
    button(page, "Full screen").click()
    page.wait_for_function("() => document.fullscreenElement !== null")
    button(page, "Leave full screen").click()
    page.wait_for_function("() => document.fullscreenElement === null")
    button(page, "Keys").click()
    keys = page.get_by_role("dialog", name="Keys")
    for text in ("Left side", "Right side", "Minus, Plus", "Space", "Enter"):
        expect(keys).to_contain_text(text)
    page.keyboard.press("KeyF")  # which is nobody's while they are explained
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("KeyJ")
    assert edges.presses(1) == [RIGHT]
    monkeypatch.setattr(sys.modules[PageServer.__module__], "_own_address", lambda: "192.0.2.7")
    with PageServer(simulated, "0.0.0.0") as open_to_all:
        page = visit(new_page, open_to_all)
        button(page, "On a phone").click()
        code = page.get_by_role("dialog", name="This clock on a phone")
        expect(code).to_contain_text(f"http://192.0.2.7:{open_to_all.port}/")
        page.wait_for_function("() => document.querySelector('#phone img').naturalWidth > 0")
        page.close()


def test_the_screen_stays_awake_by_a_lock_or_else_by_a_video_that_plays(
    new_page: "NewPage", server: PageServer
) -> None:
    for script in (
        "navigator.wakeLock.request = async () => ({addEventListener() {}})",
        "delete Navigator.prototype.wakeLock",  # as at an address that is not secure
    ):
        page = visit(new_page, server)
        page.add_init_script(script)
        page.reload()
        button(page, "OK").click()
        by_lock = "false" if script.startswith("delete") else "true"
        page.wait_for_function(
            f"() => awake.locked === {by_lock} && awake.video.paused === {by_lock}"
        )
