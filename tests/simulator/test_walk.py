"""A walk through a game in windows of every kind: all can be read, reached and used in each."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from clock.rules.seats import LEFT
from tests.simulator.clock_page import DESKTOP, ClockPage, axe_findings
from tests.simulator.contrast import contrasts
from tests.simulator.sims import simulating
from tests.simulator.test_layout import FAULTS, STACKED, TWO_FRAMES

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

SIZES: dict[str, tuple[Any, bool, int]] = {
    "desktop": (DESKTOP["viewport"], False, 1),
    "tablet": (STACKED["viewport"], True, 1),
    "phone": ({"width": 390, "height": 844}, True, 1),
    "side": ({"width": 844, "height": 390}, True, 1),
    "200 %": ({"width": 640, "height": 400}, False, 2),
    "400 %": ({"width": 320, "height": 200}, False, 4),
}
"""The windows: size, whether fingers touch it, pixels for one of CSS."""
MEDIA: dict[str, Any] = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "light", "forced_colors": "active"},
}
LETTERS_MIN_PX = 12
CHART_LETTERS_MIN_PX = 9
"""In a chart, which shrinks as a picture does, and has its figures in tables beside it."""
TARGET_MIN_PX = 24
"""By WCAG 2.5.8; what fingers touch has more, by a test of its own."""
POOR = f"""() => {{
  const found = [], root = document.documentElement;
  const top = document.querySelector("dialog[open], .two.more .tools") ?? document.body;
  const seen = [...top.querySelectorAll("*")].filter((each) => !each.closest(".unseen, noscript")
    && each.checkVisibility({{visibilityProperty: true}}));
  const boxes = [];
  const fault = (what, each) => found.push(`${{what}}: ${{each.outerHTML.slice(0, 90)}}`);
  for (const each of seen) {{
    const style = getComputedStyle(each), chart = each.getScreenCTM?.().a;
    const letters = parseFloat(style.fontSize) * (chart ?? 1);
    const least = chart ? {CHART_LETTERS_MIN_PX} : {LETTERS_MIN_PX};
    if ([...each.childNodes].some(({{nodeType, data}}) => nodeType === 3 && data.trim())
        && letters < least - 0.01) fault(`letters of ${{letters}}`, each);
    if (each.matches("button, a, select, input")) {{
      const box = (each.closest("label:has([type=checkbox])") ?? each).getBoundingClientRect();
      if (Math.min(box.width, box.height) < {TARGET_MIN_PX}) fault("small", each);
      if (!each.closest(".ends")) boxes.push([each, box]); // that lies on what scrolls below it
    }}
    if (each.matches(":is(button, a, label, h1, h2, h3, p, th, td, output):not(.name)")
        && each.scrollWidth > each.clientWidth + 1 && each.clientWidth) fault("cut", each);
    if (style.transitionDuration !== "0s" || style.animationName !== "none") fault("moves", each);
  }}
  if (top !== document.body) boxes.forEach(([each, one], index) => {{
    for (const [, two] of boxes.slice(index + 1)) {{
      const width = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const height = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      if (width > 0.5 && height > 0.5) fault("under another", each);
    }}
  }});
  for (const each of [root, top])
    if (each.scrollWidth > each.clientWidth) found.push(`${{each.tagName}} is too wide`);
  const focused = document.activeElement;
  if (focused.matches("dialog *")) {{
    const {{ left, top, width, height }} = focused.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    if (at !== focused) fault("the focus is hidden", focused);
  }}
  return found;
}}"""
"""What is too small, cut, covered or too wide, or moves where nothing should."""


CONTROL = "1 s + 3x5 min"
"""So short that byo-yomi begins at once, and so long that no time ends while windows are seen."""
TYPED = f"""async () => {{
  game.value = "go";
  showGame();
  field.value = "{CONTROL}";
  [players[0].value, players[1].value] = ["Magdaléna Wohlgemuthová", "Kim Min-jun"];
  await understand();
}}"""


def windows(new_page: "NewPage", url: str, language: str) -> dict[str, Page]:
    """Open a page in each window; those of one kind share their connections to the clock."""
    found: dict[str, Page] = {}
    for kind in dict.fromkeys(size[1:] for size in SIZES.values()):
        touched, pixels = kind
        options = {"has_touch": touched, "is_mobile": touched, "device_scale_factor": pixels}
        page = new_page(**options, locale=language, reduced_motion="reduce", bypass_csp=True)
        pages = iter([page])
        for name, size in SIZES.items():
            if size[1:] == kind:
                found[name] = next(pages, None) or page.context.new_page()
                found[name].set_viewport_size(size[0])
                found[name].goto(url)
                expect(found[name].locator("html")).to_have_attribute("data-link", "up")
    return found


def game(clock: ClockPage, pages: list[Page]) -> Iterator[str]:
    """Go through a game on a clock that was never set; yield what there is to see, step by step."""

    def everywhere(script: str) -> None:
        for page in pages:
            page.evaluate(script)

    everywhere("openSheet()")
    yield "start sheet"
    everywhere(TYPED)
    yield "Time sheet"
    clock.page.evaluate("$('#time form').requestSubmit()")
    clock.face(LEFT, "1 second left", "OK start")
    everywhere("sheet.close(); say('')")  # a notice lies on what it is about
    yield "READY"
    everywhere("openSheet()")
    yield "Time sheet of a game"
    everywhere("sheet.close()")
    everywhere("openTools(true)")
    yield "tools"
    everywhere("openTools(false)")
    for name in ("signals", "keys"):
        everywhere(f"document.getElementById('{name}').showModal()")
        yield name
        everywhere(f"document.getElementById('{name}').close()")
    clock.change("Minus", "Which game?")
    yield "set-up"
    clock.change("Stop", "OK start")
    clock.press("OK")
    clock.face(LEFT, "running", without=("not running",))
    yield "running"
    clock.face(LEFT, "3 byo-yomi periods left")
    yield "byo-yomi"
    clock.change("Stop", "STOPPED")
    yield "stop"
    everywhere("$('#to-next').click()")
    everywhere("() => new Promise((go) => setInterval(() => { if (next.open) go(); }, 20))")
    yield "next game"
    everywhere("next.close()")
    clock.press("Left side")
    clock.face(LEFT, "claim a win?")
    yield "claim"
    clock.change("Plus", "Left claims a win")
    yield "claimed"
    clock.page.keyboard.down("Enter")
    clock.face(LEFT, "Organizer. ")
    clock.page.keyboard.up("Enter")
    yield "organizer's menu"
    clock.change("Stop", "Left claims a win")
    clock.change("Plus", "Who won?")
    yield "who won"
    clock.choose("Draw")
    for name in ("Left side", "Right side"):
        clock.press(name)
    clock.face(LEFT, "Next game?")
    yield "result"
    for page in pages:
        page.goto(f"{page.url}report")
    yield "report"


def faults(page: Page) -> Iterator[str]:
    """Yield what a window shows badly."""
    page.evaluate(TWO_FRAMES)
    yield from page.evaluate(POOR)
    if page.locator(".clock").count() and not page.locator("dialog[open], .two.more").count():
        yield from page.evaluate(FAULTS)


def pale(page: Page) -> set[str]:
    """Return the texts on the clock that are hard to read; those of a sheet are left to axe.

    A zoomed page, which scrolls under a picture of it, has its own test in test_layout.py.
    """
    if page.locator("dialog[open], .two.more, .tall").count():
        return set()
    return {f"{text}: pale" for text, contrast in contrasts(page) if contrast < 4.5}


def findings(page: Page, media: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield all that a window shows badly in these media, with the medium."""
    for name in media:
        page.emulate_media(**MEDIA[name])
        for fault in (*faults(page), *(each["id"] for each in axe_findings(page))):
            yield name, fault
        for fault in pale(page) if name != "forced" else ():
            yield name, fault


def test_all_can_be_read_reached_and_used_in_every_window_from_the_start_to_the_report(
    new_page: "NewPage",
) -> None:
    found = []
    with simulating() as sim:
        pages = windows(new_page, sim.url, "cs")
        for state in game(ClockPage(pages["desktop"]), [*pages.values()]):
            for name, page in pages.items():
                found += [(state, name, fault) for fault in faults(page)]
            found += [(state, "axe", each["id"]) for each in axe_findings(pages["phone"])]
    assert found == []


@pytest.mark.slow
def test_so_they_can_in_the_dark_and_in_colours_of_the_readers_own(new_page: "NewPage") -> None:
    found = []
    with simulating() as sim:
        pages = windows(new_page, sim.url, "ko")
        for state in game(ClockPage(pages["desktop"]), [*pages.values()]):
            for name, page in pages.items():
                page.bring_to_front()
                found += [(state, name, *each) for each in findings(page, [*MEDIA])]
            pages["desktop"].bring_to_front()
    assert found == []
