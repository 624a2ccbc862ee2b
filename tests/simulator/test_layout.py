"""How the page looks at any size: nothing lies on another, large digits, contrast, what glows."""

from io import BytesIO
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from clock.rules.seats import LEFT
from clock.simulator.moment import Moment
from clock.simulator.server import PageServer
from clock.simulator.simulated_body import SimulatedBody
from hal.ports import LampName, Line, ScreenName
from hal.wiring import DEFAULT, ScreenWiring, Wiring
from tests.simulator.clock_page import DESKTOP, ON_ITS_SIDE, PHONE, axe_findings, opened
from tests.simulator.contrast import NO_TEXT, contrasts
from tests.simulator.sims import simulating

if TYPE_CHECKING:
    from tests.conftest import NewPage
    from tests.simulator.conftest import StartClock

pytestmark = pytest.mark.browser

WIDTHS = (320, 390, 600, 601, 640, 641, 960, 961, 1400)
HEIGHTS = {"one": (400, 800), "two": (568, 800)}
"""By sides: a half of a lower window would be no plunger any more."""
BODIES = [(128, "en", False), (128, "cs", True), (256, "ko", True)]
"""The displays' width, the page's language, and whether the body has all that there can be."""
TABLET = {**PHONE, **DESKTOP, "device_scale_factor": 1}
STACKED = {"viewport": {"width": 820, "height": 1180}}
ZOOMED = {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2}
TWO_FRAMES = "() => new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))"
NOTHING_SCROLLS = """() => document.documentElement.scrollHeight <= innerHeight
  && document.documentElement.scrollWidth <= innerWidth"""
SHOW_GAMES = """() => document.querySelectorAll(".games button:not(#to-typed)").forEach(
  (button) => { button.hidden = false; })"""
FAULTS = """() => {
  const selector = ".small, .tool, .lamp, .label, .glass, .cap, .note:not(:empty)";
  const parts = [...document.querySelectorAll(selector)]
    .filter((part) => part.checkVisibility())
    .map((part) => [part.className || part.textContent, part.getBoundingClientRect(), part]);
  const found = [];
  parts.forEach(([name, one, part], index) => {
    const hidden = part.closest(".two") && (one.top < -0.5 || one.bottom > innerHeight + 0.5);
    if (one.left < -0.5 || one.right > innerWidth + 0.5 || hidden)
      found.push(`${name} beyond the window`);
    for (const [other, two, beside] of parts.slice(index + 1)) {
      // A plunger is a half of the page with two sides, and all of its seat lies on it.
      if ([part, beside].some((each) => each.className === "cap")
          && part.closest(".seat") === beside.closest(".seat")) continue;
      if (part.matches(".cap, .tool, .stone, .name, .hint")
          && beside.matches(".note")) continue; // no use then
      const width = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const height = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      if (width > 0.5 && height > 0.5) found.push(`${name} on ${other}`);
    }
  });
  const housing = document.querySelector(".housing");
  for (const [name, box, part] of parts) {
    if (part.matches(".lamp") && !part.nextElementSibling.checkVisibility())
      found.push(`${part.dataset.lamp} without its name`);
    if (part.matches(".tool") && box.top < housing.getBoundingClientRect().bottom)
      found.push(`${name} on the clock`);
  }
  return found;
}"""
ROWS_OF_TOOLS = """() => {
  const rows = new Map();
  for (const tool of document.querySelectorAll(".tools .tool:not([hidden])")) {
    const { top, left, right } = tool.getBoundingClientRect();
    const row = rows.get(Math.round(top)) ?? [left, right];
    rows.set(Math.round(top), [Math.min(row[0], left), Math.max(row[1], right)]);
  }
  return [...rows.values()];
}"""
"""Where each row of the tools begins and ends."""
SMALL_TARGETS = """() => [...document.querySelectorAll("button, a, select, input")]
  .filter((each) => each.checkVisibility({visibilityProperty: true}))
  .map((each) => each.closest("label:has([type=checkbox])") ?? each)
  .filter((each) => {
    const { width, height } = each.getBoundingClientRect();
    return Math.min(width, height) < 44;
  }).map((each) => each.outerHTML)"""
"""What a thumb could miss."""
NOTE_SHIFTS = """new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) window.shifts = (window.shifts ?? 0) + value;
}).observe({type: "layout-shift", buffered: true});"""


def visit(new_page: "NewPage", server: PageServer, **options: Any) -> Page:
    page = opened(new_page, server.url, **options)
    page.evaluate(TWO_FRAMES)
    return page


def wiring(width: int, *, whole: bool) -> Wiring:
    """Displays of a width, with the usual buttons, or with all that there can be."""
    driver = "ssd1362" if width == 256 else "ssd1306"
    screens = {
        name: ScreenWiring(driver=driver, width=width, height=64, address=address)
        for name, address in ((ScreenName.LEFT, 0x3C), (ScreenName.RIGHT, 0x3D))
    }
    lines = dict(DEFAULT.lines)
    if whole:
        free = iter(set(range(28)) - {2, 3, *(lamp.pin for lamp in DEFAULT.lamps.values())})
        one_each = (Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER)
        lines = {line: next(free) for line in Line if line not in one_each}
    return Wiring(lines=lines, lamps=DEFAULT.lamps, screens=screens)


@pytest.mark.parametrize(("width", "language", "whole"), BODIES)
def test_no_part_lies_on_another_or_beyond_the_window(
    width: int, language: str, whole: bool, new_page: "NewPage"
) -> None:
    found = []
    simulated = SimulatedBody(wiring(width, whole=whole))
    with PageServer(simulated, language=lambda: language) as server:
        page = new_page(viewport={"width": 800, "height": 800})
        for sides, heights in HEIGHTS.items():
            page.add_init_script(f"localStorage.setItem('sides', '{sides}')")
            page.goto(server.url)
            expect(page.locator("html")).to_have_attribute("data-link", "up")
            assert page.evaluate("document.documentElement.lang") == language
            page.evaluate(SHOW_GAMES)
            for size in product(WIDTHS, heights):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                page.evaluate(TWO_FRAMES)
                found += [(sides, size, fault) for fault in page.evaluate(FAULTS)]
            for size in ((390, 844), (820, 1180), (1280, 800)):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                page.evaluate("link.say('Connection lost, reconnecting')")
                page.evaluate(TWO_FRAMES)
                found += [(sides, size, fault) for fault in page.evaluate(FAULTS)]
    simulated.close()
    assert found == []


def test_a_phone_between_two_players_has_a_half_for_each_and_it_is_turned_to_its_player(
    new_page: "NewPage", server: PageServer
) -> None:
    page = visit(new_page, server, **PHONE)
    boxes = [page.locator(f"[data-line={side}_plunger]").bounding_box() for side in ScreenName]
    assert all(box and box["width"] > 380 and box["height"] > 0.42 * 844 for box in boxes)
    turned = "seat => getComputedStyle(seat).rotate"
    seats = page.locator(".seat").all()
    assert [seat.evaluate(turned) for seat in seats] == ["180deg", "none"]
    for canvas in page.locator("canvas").all():
        assert canvas.evaluate("c => c.clientWidth") > 0.9 * 390, "it fills the width"
        assert canvas.evaluate("c => c.width % 128") == 0, "in whole blocks"
        assert canvas.evaluate("c => c.width >= c.clientWidth * devicePixelRatio")
    more = page.get_by_role("button", name="More", exact=True)
    more.tap()
    page.get_by_role("button", name="One side", exact=True).tap()
    expect(more).to_be_hidden()
    page.reload()  # the choice is remembered
    page.get_by_role("button", name="Two players", exact=True).tap()
    expect(more).to_be_visible()
    for size in ((320, 640), (844, 390)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_function(NOTHING_SCROLLS)
    left, right = (page.locator(f"[data-screen={side}]").bounding_box() for side in ScreenName)
    assert left is not None
    assert right is not None
    assert left["x"] < 422 < right["x"]
    assert page.evaluate("scale") > 2.5


def test_displays_one_above_the_other_have_their_seats_names_and_others_need_none(
    new_page: "NewPage", server: PageServer
) -> None:
    for options in (PHONE, STACKED, DESKTOP, ZOOMED):
        page = visit(new_page, server, **options, bypass_csp=True)
        names = page.locator(".seat .name:visible")
        named = options in (PHONE, STACKED)
        expect(names).to_have_text(["Left", "Right"] if named else [])
        assert all(is_seen(each) for each in names.all())
        for seat in page.locator(".seat").all() if named else ():
            name, glass = (seat.locator(part).bounding_box() for part in (".name", ".glass"))
            assert name is not None
            assert glass is not None
            above, below = glass["y"] - name["y"] - name["height"], name["y"] - glass["y"]
            assert -0.5 < max(above, below - glass["height"]) < 24, "at its display"


def test_a_players_half_says_when_to_press_it_until_it_was_pressed(
    new_page: "NewPage", server: PageServer
) -> None:
    page = visit(new_page, server, **PHONE, bypass_csp=True)
    hints = page.get_by_text("Press here after your move").filter(visible=True)
    expect(hints).to_have_count(2)
    assert all(is_seen(each) for each in hints.all())
    before = page.locator(".lamps").last.bounding_box()
    page.locator("[data-line=right_plunger]").tap(position={"x": 40, "y": 320})  # not the glass
    expect(hints).to_have_count(1)
    assert page.locator(".seat.left").get_by_text("Press here").is_visible()
    assert page.locator(".lamps").last.bounding_box() == before, "nothing moves"


@pytest.mark.parametrize(
    ("moment", "seen"),
    [
        (Moment({}, "", False, game="Chess"), 2),
        (Moment({LEFT: 5}, "", False, turn="Black"), 2),
        (Moment({}, "", False, turn="Black"), 2),  # it counts up
        (Moment({}, "", True), 0),  # a stop, or after the game
    ],
)
def test_nothing_says_that_a_press_ends_a_move_while_no_move_can_be_made(
    new_page: "NewPage", simulated: SimulatedBody, moment: Moment, seen: int
) -> None:
    with PageServer(simulated, moment=lambda: moment) as server:
        page = visit(new_page, server, **PHONE)
        expect(page.get_by_text("Press here after").filter(visible=True)).to_have_count(seen)
        page.close()


def test_digits_grow_with_zoom_and_both_displays_stay_in_view(
    new_page: "NewPage", server: PageServer
) -> None:
    sizes = []
    for zoom in (1, 1.5, 2, 4):
        viewport = {"width": round(1280 / zoom), "height": round(800 / zoom)}
        page = visit(new_page, server, viewport=viewport, device_scale_factor=zoom)
        sizes.append(page.evaluate("scale * devicePixelRatio"))
        if zoom <= 2:
            for canvas in page.locator("canvas").all():
                expect(canvas).to_be_in_viewport(ratio=0.99)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert sizes[0] > 4
    assert sizes == sorted(sizes)
    assert sizes[2] > 1.25 * sizes[0]
    assert sizes[3] > 2 * sizes[0]


@pytest.mark.parametrize(("width", "height"), [(800, 480), (800, 600), (1280, 720)])
def test_a_window_that_is_not_zoomed_holds_the_whole_clock_with_its_tools_in_the_middle(
    width: int, height: int, new_page: "NewPage", server: PageServer
) -> None:
    page = visit(new_page, server, viewport={"width": width, "height": height})
    assert page.evaluate(NOTHING_SCROLLS)
    for part in page.locator(".plunger:visible, .keys, .tools").all():
        expect(part).to_be_in_viewport(ratio=1)
    report = page.get_by_role("link", name="Game report")
    expect(report).to_have_attribute("title", "There is one in a stop and after the game")
    page.evaluate("showAbout({language: 'en', phone: '', report: true})")
    expect(report).to_be_visible()
    for left, right in page.evaluate(ROWS_OF_TOOLS):
        assert (left + right) / 2 == pytest.approx(width / 2, abs=1)


def test_a_phone_on_its_side_has_the_sheets_button_and_usual_times_in_view(
    new_page: "NewPage",
) -> None:
    with simulating("--game", "chess") as sim:
        page = opened(new_page, sim.url, **ON_ITS_SIDE)
        page.get_by_role("button", name="Time", exact=True).tap()
        for part in (
            page.get_by_role("button", name="Set the clock"),
            page.get_by_text("Blitz 5 + 3"),
        ):
            expect(part).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("options", [PHONE, ON_ITS_SIDE, DESKTOP, TABLET])
def test_the_next_games_button_is_on_no_plunger_and_covers_nothing_in_a_stop_and_a_list(
    options: dict[str, Any], start_clock: "StartClock"
) -> None:
    clock = start_clock("--game", "chess", "--left", "Tom", "--right", "Mum", **options)
    keys = clock.page.locator(".keys").bounding_box()
    clock.press("OK")
    clock.face(LEFT, "running")
    clock.press("Stop")
    expect(clock.page.get_by_role("button", name="Next game", exact=True)).to_be_visible()
    assert clock.page.evaluate(FAULTS) == []
    assert clock.page.locator(".keys").bounding_box() == keys, "no key moves"
    clock.change("OK", "Resume?")
    clock.press("Minus")
    clock.page.keyboard.down("Enter")
    clock.face(LEFT, "Organizer")
    clock.page.keyboard.up("Enter")
    assert clock.page.evaluate(FAULTS) == []


@pytest.mark.parametrize("options", [PHONE, ON_ITS_SIDE])
def test_all_that_a_finger_presses_is_44_pixels_wide_and_high(
    options: dict[str, Any], new_page: "NewPage"
) -> None:
    with simulating("--game", "go") as sim:
        page = opened(new_page, sim.url, **options)
        assert page.evaluate(SMALL_TARGETS) == []
        page.evaluate("openTools(true)")
        assert page.evaluate(SMALL_TARGETS) == []
        page.evaluate("openTools(false)")
        page.evaluate("document.querySelector('#signals').showModal()")
        assert page.evaluate(SMALL_TARGETS) == []
        page.evaluate("document.querySelector('#signals').close()")
        page.get_by_role("button", name="Time", exact=True).tap()
        expect(page.locator("#time-presets .row").first).to_be_visible()
        assert page.evaluate(SMALL_TARGETS) == []


@pytest.mark.parametrize("options", [PHONE, DESKTOP])
def test_nothing_moves_while_the_page_opens(options: dict[str, Any], new_page: "NewPage") -> None:
    with simulating("--game", "go", "--left", "Lee") as sim:
        page = new_page(**options)
        page.add_init_script(NOTE_SHIFTS)
        page.goto(sim.url)
        expect(page.locator(".seat .name").first).to_have_text("Left · Lee")
        page.evaluate(TWO_FRAMES)
        assert page.evaluate("window.shifts ?? 0") < 0.01


def is_seen(text: Locator) -> bool:
    """Whether nothing lies over a text, on a page with `bypass_csp`: a style takes it away."""
    return text.screenshot() != text.screenshot(style=NO_TEXT)


def mean(page: Page, x: float, y: float) -> float:
    """How light the window is around a point, as shares of its width and height."""
    size = page.viewport_size
    assert size is not None
    clip = {"x": x * size["width"], "y": y * size["height"], "width": 6, "height": 6}
    picture = page.screenshot(clip=clip, animations="disabled")  # type: ignore[arg-type]
    return sum(Image.open(BytesIO(picture)).convert("L").tobytes()) / 36


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("options", [DESKTOP, PHONE, ON_ITS_SIDE, STACKED, ZOOMED])
def test_what_runs_glows_texts_are_easy_to_read_and_axe_finds_nothing(
    options: dict[str, Any],
    scheme: str,
    new_page: "NewPage",
    simulated: SimulatedBody,
    server: PageServer,
) -> None:
    simulated.body.lamps[LampName.RIGHT_RUNNING].set(True)
    plain = {**options, "device_scale_factor": 1, "color_scheme": scheme, "bypass_csp": True}
    page = visit(new_page, server, **plain)
    if options is PHONE:
        assert mean(page, 0.5, 0.97) > 2 * mean(page, 0.5, 0.03)
    else:
        glow = "side => getComputedStyle(document.body, side).opacity"
        page.wait_for_function(f"() => ({glow})('::after') === '1' && ({glow})('::before') === '0'")
    dialogs = ("keys", "phone", "signals") if options is DESKTOP else ()
    tools = ("tools",) if options is PHONE else ()
    for name in ("", *dialogs, *tools, "lost"):
        page.evaluate("document.querySelectorAll('dialog').forEach((each) => each.close())")
        page.evaluate("open => openTools(open)", name == "tools")
        if name in dialogs:
            page.evaluate("name => document.getElementById(name).showModal()", name)
        elif name == "lost":
            server.stop()
            expect(page.locator("html")).to_have_attribute("data-link", "lost")
            expect(page.locator(".running.lit")).to_have_count(0)
        found = [violation["id"] for violation in axe_findings(page)]
        assert found == [], name
        if name not in dialogs:  # behind those all is in the shade
            poor = {text: contrast for text, contrast in contrasts(page) if contrast < 4.5}
            assert poor == {}, name
