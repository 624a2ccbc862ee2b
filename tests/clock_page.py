"""The clock on a page as a player has it: plungers and buttons by key or touch, faces, lamps."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from playwright.sync_api import Page, TimeoutError, expect

from clock.display.view import view
from clock.game.file import read_game
from clock.game.replay import played
from clock.menu import CLOSED, hint
from clock.rules.inputs import Input
from clock.rules.outputs import Output
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import State

PLUNGERS = {LEFT: "Left plunger", RIGHT: "Right plunger"}
KEYS = {
    "Left plunger": "KeyF",
    "Right plunger": "KeyJ",
    "Stop": "Space",
    "Minus": "Minus",
    "OK": "Enter",
    "Plus": "Equal",
}
SAYS = """([seat, wanted, unwanted]) => {
  const said = document.querySelector(`[data-screen=${seat}] canvas`).getAttribute("aria-label");
  const has = (words) => said.includes(words);
  return wanted.every(has) && !unwanted.some(has) && said;
}"""
ROWS_MAX = 30
"""No list of the menu is longer."""

Moment = tuple[str, int]
"""After which input of the game something was seen: its type, and its number among those."""
Told = tuple[Moment, Seat, str]


class ClockPage:
    """One page of a running clock, and what was seen on it when nothing ran."""

    def __init__(self, page: Page, url: str, *, by_touch: bool = False) -> None:
        self.page = page
        self.told: list[Told] = []
        self._acts: Counter[str] = Counter()
        self._by_touch = by_touch
        page.goto(url)
        expect(page.locator("html")).to_have_attribute("data-link", "up")

    # What hands do

    def press(self, name: str) -> None:
        """Press a plunger or a button, by its key or by a touch."""
        if self._by_touch:
            box = self.page.get_by_role("button", name=name, exact=True).bounding_box()
            assert box is not None
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            self.page.touchscreen.tap(x, y)
        else:
            self.page.keyboard.press(KEYS[name])

    def plunge(self, seat: Seat, *words: str) -> str:
        """Press a running seat's plunger; return its sentence when it rests and has the words."""
        self.press(PLUNGERS[seat])
        said = self.face(seat, "at rest", *words)
        self.keep("Press", (seat,))
        return said

    def choose(self, item: str, button: str = "Plus") -> None:
        """Go to an item of an open list with one button, and take it."""
        for _ in range(ROWS_MAX):
            said = self.face(LEFT)
            if f". {item}, " in said:
                self.press("OK")
                self.face(LEFT, without=(said,))
                return
            self.press(button)
            self.face(LEFT, without=(said,))
        raise AssertionError(f"expected {item} in the list, got {said}")

    def change(self, button: str, *words: str) -> str:
        """Press a button; return the sentence when it is another, and has the words."""
        before = self.face(LEFT)
        self.press(button)
        return self.face(LEFT, *words, without=(before,))

    def hold_ok(self) -> None:
        """Keep OK down until the organizer's menu is there."""
        self.page.keyboard.down("Enter")
        self.face(LEFT, "Organizer. ")
        self.page.keyboard.up("Enter")

    # What eyes see

    def face(self, seat: Seat, *words: str, without: tuple[str, ...] = ()) -> str:
        """A display's sentence, as soon as it has these words and has not those."""
        arg = [seat.value, list(words), list(without)]
        try:
            said: str = self.page.wait_for_function(SAYS, arg=arg).json_value()
        except TimeoutError:
            shown = self.page.evaluate(f"arg => ({SAYS})(arg)", [seat.value, [], []])
            raise AssertionError(f"expected {words}, not {without}, got {shown!r}") from None
        return said

    def lamp(self, name: str, lit: bool) -> None:
        """Wait for a lamp."""
        lamp = self.page.get_by_role("img", name=f"{name} lamp: {'on' if lit else 'off'}")
        expect(lamp).to_be_visible()

    def keep(self, act: str, seats: Iterable[Seat] = (LEFT, RIGHT)) -> None:
        """Remember what displays that rest say after an input of this type."""
        self._acts[act] += 1
        moment = (act, self._acts[act])
        self.told += [(moment, seat, self.face(seat, "at rest")) for seat in seats]


class Record:
    """A recorded game, replayed."""

    def __init__(self, text: bytes) -> None:
        self.setup, inputs = read_game(text)
        self.steps: list[tuple[Input, State, list[Output]]] = list(played(self.setup, inputs))

    @property
    def end(self) -> State:
        """The state after the last input."""
        return self.steps[-1][1]

    @property
    def kinds(self) -> list[str]:
        """The types of the inputs, but for the watermark that a record ends with."""
        kinds = [type(given).__name__ for given, _, _ in self.steps]
        assert kinds.pop() == "Tick"
        return kinds

    def all(self, kind: type[Any]) -> list[Any]:
        """All inputs or outputs of a type."""
        events: Iterator[object] = (
            event for given, _, outputs in self.steps for event in (given, *outputs)
        )
        return [event for event in events if isinstance(event, kind)]

    def says(self, moment: Moment, seat: Seat) -> str:
        """What a seat's face says after an input, closed menus and no faults given."""
        kind, number = moment
        states = [state for given, state, _ in self.steps if type(given).__name__ == kind]
        state = states[number - 1]
        return view(state, seat, state.at_ns, hint=hint(CLOSED, state)).sentence
