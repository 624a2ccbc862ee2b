"""On the page no part of the clock lies on another, and its tools are in one row, at any size."""

from itertools import product
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from clock.simulator.body import SimulatedBody
from clock.simulator.server import PageServer
from hal.ports import Line, ScreenName
from hal.wiring import DEFAULT, ScreenWiring, Wiring

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

WIDTHS = sorted({*range(320, 1401, 80), 600, 601, 640, 641, 960, 961})
HEIGHTS = {"one": (400, 800), "two": (568, 800)}
"""By sides: a half of a lower window would be no plunger any more."""
BODIES = [(128, "en", False), (128, "cs", True), (256, "ko", True)]
"""The displays' width, the page's language, and whether the body has all that there can be."""
TWO_FRAMES = "() => new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))"
FAULTS = """() => {
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
  const tools = parts.filter(([, , part]) => part.matches(".tool, summary"));
  if (tools.length && !document.documentElement.classList.contains("two")) {
    const boxes = tools.map(([, box]) => box), last = boxes.at(-1);
    const housing = document.querySelector(".housing").getBoundingClientRect();
    const off = (boxes[0].left + last.right) / 2 - (housing.left + housing.right) / 2;
    if (Math.abs(off) > 1.5) found.push(`the tools are ${off} beside the middle`);
    for (const box of boxes) {
      if (Math.abs(box.top - boxes[0].top) > 1) found.push("the tools are in no row");
      if (box.top < housing.bottom) found.push("the tools are on the clock");
    }
  }
  return found;
}"""


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
def test_no_part_lies_on_another_and_the_tools_are_a_row_below_the_clock(
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
            for size in product(WIDTHS, heights):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                page.evaluate(TWO_FRAMES)
                found += [(sides, size, fault) for fault in page.evaluate(FAULTS)]
    simulated.close()
    assert found == []
