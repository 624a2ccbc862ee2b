"""Drawn keys and rows on the page's displays: fingers press what is drawn under them."""

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from clock.rules.seats import LEFT, RIGHT, Seat
from tests.simulator.clock_page import ON_ITS_SIDE, PHONE, PLUNGERS, ClockPage
from tests.simulator.test_layout import FAULTS

if TYPE_CHECKING:
    from tests.simulator.conftest import StartClock

pytestmark = pytest.mark.browser

PLACE = """([seat, line, steps]) => {
  const { canvas, picture } = screens.get(seat);
  const found = picture.targets.find((each) => each[0] === line && each[2] === steps);
  const { x, y, width: across, height: up } = canvas.getBoundingClientRect();
  const unit = canvas.clientWidth / picture.width, [left, top, width, height] = found[1];
  const dx = (left + width / 2 - picture.width / 2) * unit;
  let y0 = 0;
  while (lineAt(y0, picture) < top + height / 2) y0++;
  const dy = y0 - canvas.clientHeight / 2;
  const turned = parseFloat(getComputedStyle(canvas.closest(".seat")).rotate) || 0;
  const cos = Math.cos(turned * Math.PI / 180), sin = Math.sin(turned * Math.PI / 180);
  return [x + across / 2 + dx * cos - dy * sin, y + up / 2 + dx * sin + dy * cos];
}"""
"""Where the middle of what is drawn is in the window."""


def touch(page: Page, seat: Seat, line: str, steps: int | None = None) -> None:
    """Touch the middle of a drawn key or row."""
    place: Any = page.evaluate(PLACE, [seat.value, line, steps])
    page.touchscreen.tap(*place)


@pytest.mark.parametrize("facing", ["upright", "same", "ends", "apart"])
@pytest.mark.parametrize("seat", [LEFT, RIGHT])
def test_a_tap_on_a_drawn_key_or_row_of_a_phone_is_that_key_or_row_and_never_a_plunger(
    seat: Seat, facing: str, start_clock: "StartClock"
) -> None:
    clock = start_clock(**(PHONE if facing == "upright" else ON_ITS_SIDE))
    page = clock.page
    for _ in range(("upright", "same", "ends", "apart").index(facing) - 1):
        page.get_by_role("button", name="More", exact=True).tap()
        page.get_by_role("button", name="Turn the halves").tap()
    ready = clock.face(seat, "READY")
    page.locator(f"[data-screen={seat.value}] canvas").tap()
    touch(page, seat, "minus")
    clock.face(seat, "Renju, 1 of 13", before=ready)
    touch(page, seat, "plus")
    clock.face(seat, ", 2 of 13")
    touch(page, seat, "minus")
    clock.face(seat, ", 1 of 13")
    touch(page, seat, "ok", 1)  # the row below the selected one
    clock.face(seat, "Chess. Blitz 5 + 3, 2 of ")
    touch(page, seat, "ok", 0)
    clock.face(seat, "Use this setup?")
    assert page.locator(".running.lit").count() == 0


BAR = """canvas => {
  const { data } = canvas.getContext("2d").getImageData(1, 0, 1, canvas.height);
  let found = [0, 0], run = 0;
  for (let y = 0; y <= canvas.height; y++) {
    if (data[4 * y + 1] > 127) run++;
    else { if (run > found[1]) found = [y - run, run]; run = 0; }
  }
  return found.map((each) => each * canvas.clientHeight / canvas.height);
}"""
"""Where the selected row's bar begins on a canvas, and how high it is, in CSS pixels."""
ZOOM = [{**PHONE, "viewport": {"width": w, "height": h}} for w, h in ((195, 422), (422, 195))]


@pytest.mark.parametrize("options", [PHONE, ON_ITS_SIDE, *ZOOM])
def test_a_row_of_a_list_is_44_pixels_high_for_a_finger_also_in_a_page_zoomed_to_200_percent(
    options: dict[str, Any], start_clock: "StartClock"
) -> None:
    clock = start_clock("--game", "renju", **options)
    page = clock.page
    for key in page.locator(".keys button:visible").all():
        expect(key).to_be_in_viewport(ratio=1)
    touch(page, RIGHT, "minus")
    clock.face(RIGHT, "Renju, 1 of 13")
    assert options in ZOOM or page.evaluate(FAULTS) == []  # there the list scrolls
    canvas = page.locator("[data-screen=right] canvas")
    for below, chosen in ((2, "Chess. Blitz 5 + 3, 2 of "), (42, "Go. 30 min, 5x30 s, 2 of ")):
        top, height = canvas.evaluate(BAR)
        assert height >= 43.9
        canvas.tap(position={"x": 40, "y": top + height + below})  # the next row
        clock.face(RIGHT, chosen)
        clock.change("Stop", "Which game?")


def test_a_swipe_turns_a_list_over_row_by_row_and_takes_none(start_clock: "StartClock") -> None:
    clock = start_clock("--game", "renju", **PHONE)
    page = clock.page
    touch(page, RIGHT, "minus")
    clock.face(RIGHT, "Renju, 1 of 13")
    x, y = page.evaluate(PLACE, ["right", "ok", 1])
    for start, end, chosen in ((y, y - 140, "4 of 13"), (y, y + 50, "3 of 13")):
        page.mouse.move(x, start)
        page.mouse.down()
        page.mouse.move(x, end, steps=5)
        page.mouse.up()
        clock.face(RIGHT, f", {chosen}")


def test_a_swipe_presses_nothing_more_once_ok_has_opened_what_was_chosen(
    start_clock: "StartClock",
) -> None:
    clock = start_clock("--game", "chess", **PHONE)
    page = clock.page
    touch(page, RIGHT, "minus")
    clock.face(RIGHT, ", 1 of ")
    x, y = page.evaluate(PLACE, ["right", "ok", 2])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 400)
    page.mouse.up()
    page.keyboard.press("Enter")
    page.wait_for_function("() => !walks")
    presses = page.evaluate("[...touchedAt].sort((a, b) => a[1] - b[1]).map(([line]) => line)")
    assert presses[-1] == "ok"


def test_the_mouse_presses_drawn_keys_too(start_clock: "StartClock") -> None:
    clock = start_clock()
    page = clock.page
    page.mouse.click(*page.evaluate(PLACE, ["left", "minus", None]))
    clock.face(LEFT, "Which game?")


def test_a_tap_on_a_key_that_a_running_display_draws_is_that_key_and_beside_it_the_plunger(
    start_clock: "StartClock",
) -> None:
    clock = start_clock(**PHONE)
    page = clock.page
    touch(page, LEFT, "ok")
    clock.face(LEFT, "running", without=("not running",))
    page.locator("[data-screen=left] canvas").tap()  # its middle has no key
    clock.face(RIGHT, "swap", without=("not running",))
    touch(page, RIGHT, "plus")
    clock.face(RIGHT, "swap: just press", without=("not running",))
    page.locator("[data-screen=right] canvas").tap()
    clock.face(LEFT, "1 of 40 moves", without=("not running",))


def test_where_both_are_asked_to_press_a_tap_on_ones_display_is_ones_press(
    start_clock: "StartClock",
) -> None:
    clock = start_clock("--game", "chess", "--control", "5+3", **PHONE)
    page = clock.page
    clock.press("OK")
    clock.face(LEFT, "running", without=("not running",))
    clock.press(PLUNGERS[LEFT])
    for button, words in (("Stop", "game over"), ("Plus", "Who won?"), ("OK", "both press")):
        clock.change(button, words)
    page.wait_for_function("() => signals.agreeing")
    for seat, words in ((RIGHT, "Right agrees"), (LEFT, "Next game?")):
        page.locator(f"[data-screen={seat.value}] canvas").tap()  # its middle has no key
        clock.face(LEFT, words)


ROWS = """seat => {
  const { picture } = screens.get(seat);
  return picture.targets.filter((each) => each[2] !== null).map((each) => each[2]);
}"""
"""The drawn rows, counted from the selected one."""


class Fingers:
    """Taps on what is drawn on Left's display, counted."""

    def __init__(self, clock: ClockPage) -> None:
        self.page, self.clock, self.taps = clock.page, clock, 0

    def tap(self, line: str, *words: str, steps: int | None = None) -> None:
        """Tap a drawn key, or a row so many below the selected one, until these words are there."""
        self.clock.read_question()
        before = self.clock.face(LEFT)
        self.taps += 1
        touch(self.page, LEFT, line, steps)
        self.clock.face(LEFT, *words, before=before)

    def row(self, steps: int, *words: str) -> None:
        assert steps in self.page.evaluate(ROWS, LEFT.value), "the row is not drawn"
        self.tap("ok", *words, steps=steps)

    def use_and_start(self) -> None:
        """Answer the question with yes once all is read, and start."""
        while "Plus more" in self.clock.face(LEFT):
            self.tap("plus")
        self.tap("plus", "READY")
        self.tap("ok", "running")


@pytest.fixture
def fingers(start_clock: "StartClock") -> Fingers:
    return Fingers(start_clock(**PHONE))


def test_five_and_three_in_chess_takes_six_taps_and_the_next_and_the_last_game_two(
    fingers: Fingers,
) -> None:
    clock = fingers.clock
    fingers.tap("minus", "Renju, 1 of 13")
    fingers.row(1, "Chess. Blitz 5 + 3, 2 of ")
    fingers.row(0, "Use this setup?")
    fingers.use_and_start()
    assert fingers.taps <= 6
    clock.press(PLUNGERS[LEFT])
    for button, words in (("Stop", "game over"), ("Plus", "Who won?"), ("OK", "won?")):
        clock.change(button, words)
    for seat in (LEFT, RIGHT):
        clock.press(PLUNGERS[seat])
    clock.face(LEFT, "Next game?")
    clock.change("Minus", "OK next game")
    fingers.taps = 0
    fingers.tap("ok", "Next game?", "Right begins as White")
    fingers.tap("plus", "READY")
    assert fingers.taps == 2
    fingers.tap("minus", "Chess 5 min + 3 s, 1 of 14")
    fingers.row(0, "READY")
    assert fingers.taps == 4


def test_byoyomi_takes_eight_taps_in_go(fingers: Fingers) -> None:
    fingers.tap("minus", "Renju, 1 of 13")
    fingers.row(2, "Go. 30 min, 5x30 s, 2 of ")
    fingers.row(0, "Use this setup?")
    fingers.use_and_start()
    assert fingers.taps <= 8


def test_ten_minutes_against_two_take_ten_taps(fingers: Fingers) -> None:
    fingers.tap("minus", "Renju, 1 of 13")
    fingers.row(1, "Chess. Blitz 5 + 3, 2 of ")
    fingers.row(-1, "Times. Byo-yomi ..., 2 of ")
    fingers.row(-1, "Left time. 10 min, 5 of ")
    fingers.row(0, "Right time. 2 min, 2 of ")
    fingers.row(0, "Use this setup?")
    fingers.use_and_start()
    assert fingers.taps <= 10
    fingers.clock.face(LEFT, "10 minutes")
