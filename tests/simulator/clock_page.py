"""The clock on a page as a player uses it: plungers and buttons by key, faces, lamps."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe
from msgspec.structs import replace
from playwright.sync_api import Page, TimeoutError, expect

from clock.display.view import view
from clock.game.replay import played
from clock.menu.access import ANYBODY, Organizer
from clock.menu.faces import hint
from clock.menu.levels import CLOSED, NO_CONTEXT
from clock.rules.inputs import Input
from clock.rules.outputs import Output
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import State
from tests.game.recordings import read_game

if TYPE_CHECKING:
    from tests.conftest import NewPage

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "has_touch": True,
    "is_mobile": True,
}
PLUNGERS = {LEFT: "Left plunger", RIGHT: "Right plunger"}
KEYS = {
    "Left plunger": "KeyF",
    "Right plunger": "KeyJ",
    "Stop": "Space",
    "Minus": "Minus",
    "OK": "Enter",
    "Plus": "Equal",
}
SENTENCE = """([seat, wanted, unwanted]) => {
  const text = document.querySelector(`[data-screen=${seat}] canvas`).getAttribute("aria-label");
  const has = (words) => text.includes(words);
  return wanted.every(has) && !unwanted.some(has) && text;
}"""
VIOLATIONS = {"resultTypes": ["violations"]}
ROWS_MAX = 30
"""No list of the menu is longer."""

Moment = tuple[str, int]
"""After which input of the game something was seen: its type, and its number among those."""


def axe_findings(page: Page) -> list[Any]:
    """What axe finds wrong with a page, without all that it finds right."""
    found: list[Any] = Axe().run(page, options=VIOLATIONS).response["violations"]
    return found


def opened(new_page: "NewPage", url: str, **options: Any) -> Page:
    """A page, once it shows the body."""
    page = new_page(**(options or DESKTOP))
    page.goto(url)
    expect(page.locator("html")).to_have_attribute("data-link", "up")
    return page


class ClockPage:
    """One page of a running clock, and what was seen on it at rest."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seen: list[tuple[Moment, Seat, str]] = []
        self._acts: Counter[str] = Counter()

    # What hands do

    def press(self, name: str) -> None:
        """Press a plunger or a button by its key."""
        self.page.keyboard.press(KEYS[name])

    def plunge(self, seat: Seat, *words: str) -> str:
        """Press a running seat's plunger; return its sentence when it rests and has the words."""
        self.press(PLUNGERS[seat])
        text = self.face(seat, "at rest", *words)
        self.note("Press", (seat,))
        return text

    def choose(self, *items: str, button: str = "Plus") -> None:
        """Go to each item of an open list with one button, and take it."""
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
        return self.face(LEFT, *words, without=(before,))

    def hold_ok(self, words: str = "Organizer. ") -> None:
        """Keep OK down until the organizer's menu is there."""
        self.page.keyboard.down("Enter")
        self.face(LEFT, words)
        self.page.keyboard.up("Enter")

    # What eyes see

    def face(self, seat: Seat, *words: str, without: tuple[str, ...] = ()) -> str:
        """Wait for a display's sentence that has these words and has not those; return it."""
        arg = [seat.value, list(words), list(without)]
        try:
            text: str = self.page.wait_for_function(SENTENCE, arg=arg).json_value()
        except TimeoutError:
            shown = self.page.evaluate(f"arg => ({SENTENCE})(arg)", [seat.value, [], []])
            raise AssertionError(f"expected {words}, not {without}, got {shown!r}") from None
        return text

    def lamp(self, name: str, lit: bool) -> None:
        state = "on" if lit else "off"
        expect(self.page.get_by_role("img", name=f"{name} lamp: {state}")).to_be_visible()

    def note(self, act: str, seats: Iterable[Seat] = (LEFT, RIGHT)) -> None:
        """Remember the sentences of displays at rest after an input of this type."""
        self._acts[act] += 1
        moment = (act, self._acts[act])
        self.seen += [(moment, seat, self.face(seat, "at rest")) for seat in seats]


class Record:
    """A recorded game, replayed."""

    def __init__(self, text: bytes) -> None:
        self.setup, self.inputs = read_game(text)
        self.steps: list[tuple[Input, State, list[Output]]] = list(played(self.setup, self.inputs))

    @property
    def kinds(self) -> list[str]:
        """The types of the inputs that somebody made."""
        kinds = [type(event).__name__ for event in self.inputs]
        return [kind for kind in kinds if kind not in ("Acknowledge", "Tick")]

    def all(self, kind: type[Any]) -> list[Any]:
        """All inputs or outputs of a type."""
        events = (each for event, _, outputs in self.steps for each in (event, *outputs))
        return [event for event in events if isinstance(event, kind)]

    def assert_shown(self, clock: ClockPage, organizer: Organizer = ANYBODY) -> None:
        """Replayed, the game shows what the page showed: times, moves, periods, signs, words."""
        context = replace(NO_CONTEXT, organizer=organizer)
        for (kind, number), seat, text in clock.seen:
            states = [state for event, state, _ in self.steps if type(event).__name__ == kind]
            state = states[number - 1]
            row = hint(CLOSED, state, context)
            assert text == view(state, seat, state.at_ns, hint=row).sentence
