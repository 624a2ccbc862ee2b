"""The page as an app: what a browser asks of one, and what is left of it without a network."""

import json
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from clock.simulator.server import PageServer
from clock.simulator.simulated_body import SimulatedBody
from tests.conftest import WAIT_MS, WAIT_S
from tests.simulator.clock_page import DESKTOP, PHONE, opened

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

KEPT = """async ([before, patience]) => {
  for (const start = performance.now(); performance.now() - start < patience;) {
    const [edition, ...others] = await caches.keys();
    if (edition && edition !== before && !others.length) return edition;
    await new Promise((done) => setTimeout(done, 20));
  }
  return before;
}"""
RELOADED = "() => performance.getEntriesByType('navigation')[0].type === 'reload'"
OLD = "addEventListener('DOMContentLoaded', () => { document.body.dataset.edition = 'old'; })"
"""A page as a worker has it that waits in vain for a slow network."""
CONTROLLED = "() => navigator.serviceWorker.controller?.state === 'activated'"


def test_a_browser_finds_all_that_an_app_needs(new_page: "NewPage", server: PageServer) -> None:
    page = opened(new_page, server.url, locale="ko-KR")
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert (found["url"], found["errors"]) == (f"{server.url}manifest.webmanifest", [])
    manifest = json.loads(found["data"])
    assert (manifest["lang"], manifest["start_url"], manifest["scope"]) == ("ko", "/", "/")
    assert manifest["display"] == "fullscreen"
    assert {"name", "short_name", "background_color", "theme_color"} <= manifest.keys()
    purposes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert purposes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    touch_icon = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    for icon in (*manifest["icons"], {"src": f"/{touch_icon}", "sizes": "180x180"}):
        with urlopen(server.url.rstrip("/") + icon["src"], timeout=WAIT_S) as answer:
            image = Image.open(BytesIO(answer.read()))
        assert f"{image.width}x{image.height}" == icon["sizes"]
        corner = image.convert("RGBA").getpixel((0, 0))
        assert corner == ((0, 0, 0, 0) if icon.get("purpose") == "any" else (207, 199, 184, 255))
    page.wait_for_function(CONTROLLED)
    page.close()


def only_edition(page: Page, before: str = "") -> str:
    """Wait until workers keep a single edition of the page, another one than before; return it."""
    page.wait_for_function(CONTROLLED)
    edition: str = page.evaluate(KEPT, [before, WAIT_MS])
    return edition


def test_without_the_clock_the_page_is_there_and_against_another_server_it_is_another_page(
    new_page: "NewPage", server: PageServer, simulated: SimulatedBody
) -> None:
    page = opened(new_page, server.url, **DESKTOP)
    alert, html = page.get_by_role("alert"), page.locator("html")
    first = only_edition(page)
    server.stop()
    page.reload()
    expect(alert).to_have_text("The clock does not answer, trying again")
    expect(page.get_by_role("button", name="Left side")).to_be_visible()
    page.set_viewport_size(PHONE["viewport"])  # type: ignore[arg-type]
    expect(page.get_by_text("Press here after").filter(visible=True)).to_have_count(0)
    assert all(each.evaluate("c => c.clientWidth") > 300 for each in page.locator("canvas").all())
    with PageServer(simulated, port=server.port):
        expect(html).to_have_attribute("data-link", "up")
        expect(alert).to_have_text("")
    with PageServer(simulated, port=server.port, language=lambda: "cs"):
        expect(html).to_have_attribute("lang", "cs")
        assert only_edition(page, first) != first
        expect(html).to_have_attribute("data-link", "up")
    page.reload()
    expect(alert).to_have_text("Hodiny neodpovídají, zkouším to znovu")
    page.close()


def test_at_an_address_that_is_not_secure_the_page_works_without_a_worker(
    new_page: "NewPage", server: PageServer
) -> None:
    page = new_page(**DESKTOP)
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.goto(server.url)
    expect(page.locator("html")).to_have_attribute("data-link", "up")
    assert page.evaluate("navigator.serviceWorker") is None


@pytest.mark.parametrize("file", ["app.js", "style.css"])
def test_a_page_that_lacks_one_of_its_files_says_so_and_is_loaded_again(
    file: str, new_page: "NewPage", server: PageServer
) -> None:
    page = new_page(**PHONE)
    page.route(f"**/{file}", lambda route: route.abort(), times=1)
    page.goto(server.url)
    page.wait_for_function(RELOADED)
    expect(page.locator("html")).to_have_attribute("data-link", "up")
    expect(page.get_by_role("button", name="More")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_text("")


def test_a_page_that_comes_back_in_an_old_edition_is_loaded_again_once(
    new_page: "NewPage", server: PageServer
) -> None:
    page, loads = new_page(**DESKTOP), list[Page]()
    page.add_init_script(OLD)
    page.on("domcontentloaded", lambda loaded: loads.append(loaded))
    page.goto(server.url)
    page.wait_for_function(RELOADED)
    expect(page.locator("html")).to_have_attribute("data-link", "up")  # the edition comes before
    assert page.evaluate("document.body.dataset.edition") == "old"
    assert len(loads) == 2
