"""The clock on a page as a player uses it: plungers and buttons by key, faces, lamps."""

from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, TimeoutError, expect

from clock.menu.engine import YES_AFTER_NS
from clock.rules.seats import LEFT, RIGHT, Seat

if TYPE_CHECKING:
    from tests.conftest import NewPage

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "has_touch": True,
    "is_mobile": True,
}
ON_ITS_SIDE = {**PHONE, "viewport": {"width": 844, "height": 390}}
PLUNGERS = {LEFT: "Left side", RIGHT: "Right side"}
KEYS = {
    "Left side": "KeyF",
    "Right side": "KeyJ",
    "Stop": "Space",
    "Minus": "Minus",
    "OK": "Enter",
    "Plus": "Equal",
}
SENTENCE = """([seat, wanted, unwanted, before]) => {
  const text = document.querySelector(`[data-screen=${seat}] canvas`).getAttribute("aria-label");
  const has = (words) => text.includes(words);
  return text !== before && wanted.every(has) && !unwanted.some(has) && text;
}"""
VIOLATIONS = {"resultTypes": ["violations"]}
ROWS_MAX = 30
"""No list of the menu is longer."""


def axe_findings(page: Page) -> list[Any]:
    """Return axe's violations on a page."""
    found: list[Any] = Axe().run(page, options=VIOLATIONS).response["violations"]
    return found


def opened(new_page: "NewPage", url: str, **options: Any) -> Page:
    """A page, once it shows the body."""
    page = new_page(**(options or DESKTOP))
    page.goto(url)
    expect(page.locator("html")).to_have_attribute("data-link", "up")
    return page


class ClockPage:
    """One page of a running clock."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # What hands do

    def press(self, name: str) -> None:
        if name in ("OK", "Plus"):
            self.read_question()
        self.page.keyboard.press(KEYS[name])

    def plunge(self, seat: Seat, *words: str) -> None:
        """Press a running seat's plunger; wait until it rests and its sentence has the words."""
        self.press(PLUNGERS[seat])
        self.face(seat, "not running", *words)

    def choose(self, *items: str, button: str = "Plus") -> None:
        """Go to these items of open lists in turn with a button, and choose them."""
        for item in items:
            for _ in range(ROWS_MAX):
                text = self.face(LEFT)
                if f" {item}, " in text:
                    self.change("OK")
                    break
                self.change(button)
            else:
                raise AssertionError(f"expected {item} in the list, got {text}")

    def change(self, button: str, *words: str) -> str:
        """Press a button; return the sentence when it is another, and has the words."""
        before = self.face(LEFT)
        self.press(button)
        return self.face(LEFT, *words, before=before)

    def read_question(self) -> None:
        """Wait until a key is yes, if a question is open."""
        if "Minus no" not in self.face(LEFT):
            return
        read_ms = self.page.evaluate("performance.now()") + YES_AFTER_NS / 1e6
        self.page.wait_for_function("at => performance.now() > at", arg=read_ms)

    # What eyes see

    def face(self, seat: Seat, *words: str, without: tuple[str, ...] = (), before: str = "") -> str:
        """Wait for a display's sentence other than before, with these words; return it."""
        arg = [seat.value, list(words), list(without), before]
        try:
            text: str = self.page.wait_for_function(SENTENCE, arg=arg).json_value()
        except TimeoutError:
            shown = self.page.evaluate(f"arg => ({SENTENCE})(arg)", [seat.value, [], [], ""])
            unwanted = (*without, before)
            raise AssertionError(f"expected {words}, not {unwanted}, got {shown!r}") from None
        return text

    def lamp(self, name: str, lit: bool) -> None:
        state = "on" if lit else "off"
        expect(self.page.get_by_role("img", name=f"{name} lamp: {state}")).to_be_visible()
