"""On the page no part of the clock lies on another, however wide or low the window is."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from clock.simulator.body import Twin
from clock.simulator.server import TwinServer
from clock.simulator.words import PageWords
from clock.text.language import speaking, tr
from hal.ports import Line, ScreenName
from hal.wiring import DEFAULT, ScreenWiring, Wiring

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

NARROW, WIDE = (128, 64), (256, 64)
WIDTHS = sorted({*range(320, 1401, 40), 600, 601, 640, 641, 960, 961})
HEIGHTS = {"one": (400, 800), "two": (568, 800)}
"""By sides: a half of a lower window would be no plunger any more."""
BODIES = [("en", False), ("cs", True), ("ko", True)]
"""The page's language, and whether the body has all that there can be."""
SETTLED = "() => new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))"
OVERLAPS = """() => {
  const parts = [...document.querySelectorAll(
    ".small, .tool, summary, .lamp, .label, .glass, .cap")]
    .filter((part) => part.checkVisibility())
    .map((part) => [part.className || part.textContent, part.getBoundingClientRect(), part]);
  const found = [];
  parts.forEach(([name, one, part], index) => {
    if (one.left < 0 || one.right > innerWidth) found.push(`${name} beyond the window`);
    for (const [other, two, beside] of parts.slice(index + 1)) {
      // A plunger is a half of the page with two sides, and all of its seat lies on it.
      if ([part, beside].some((each) => each.className === "cap")
          && part.closest(".seat") === beside.closest(".seat")) continue;
      const width = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const height = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      if (width > 0.5 && height > 0.5) found.push(`${name} on ${other}`);
    }
  });
  return found;
}"""


def body(size: tuple[int, int], *, whole: bool) -> Wiring:
    """A body with displays of a size; with the usual buttons, or with all that there can be."""
    width, height = size
    driver = "ssd1362" if size == WIDE else "ssd1306"
    screens = {
        name: ScreenWiring(driver=driver, width=width, height=height, address=address)
        for name, address in ((ScreenName.LEFT, 0x3C), (ScreenName.RIGHT, 0x3D))
    }
    lines = dict(DEFAULT.lines)
    if whole:
        free = iter(set(range(28)) - {2, 3, *(lamp.pin for lamp in DEFAULT.lamps.values())})
        one_each = (Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER)
        lines = {line: next(free) for line in Line if line not in one_each}
    return Wiring(lines=lines, lamps=DEFAULT.lamps, screens=screens)


def overlaps(page: Page, heights: tuple[int, ...]) -> Iterator[str]:
    """What lies on what, at every width and height."""
    for height in heights:
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SETTLED)
            for found in page.evaluate(OVERLAPS):
                yield f"{width} x {height}: {found}"


@pytest.mark.parametrize("sides", HEIGHTS)
@pytest.mark.parametrize(("language", "whole"), BODIES)
@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_no_part_lies_on_another(
    size: tuple[int, int], language: str, whole: bool, sides: str, new_page: "NewPage"
) -> None:
    def said(text: str) -> str:
        with speaking(language):
            return tr(text)

    twin = Twin(body(size, whole=whole))
    with TwinServer(twin, port=0, words=lambda: PageWords(language, said)) as server:
        page = new_page(viewport={"width": 800, "height": 800})
        page.add_init_script(f"localStorage.setItem('sides', '{sides}')")
        page.goto(server.url)
        expect(page.locator("html")).to_have_attribute("data-link", "up")
        assert list(overlaps(page, HEIGHTS[sides])) == []
    twin.close()
