"""The page's own aids: signals of low time and of presses, spoken times, fewer keys, sound."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from clock.rules.seats import LEFT, RIGHT
from clock.simulator.moment import Moment
from clock.simulator.server import PageServer
from clock.simulator.simulated_body import SimulatedBody
from hal.ports import LampName, Line
from tests.simulator.clock_page import PHONE
from tests.simulator.test_page import button, lamp, visit

if TYPE_CHECKING:
    from tests.conftest import NewPage
    from tests.simulator.conftest import Edges, StartClock

pytestmark = pytest.mark.browser

STUBS = """
window.shakes = [];
window.tones = [];
navigator.vibrate = (pattern) => window.shakes.push(pattern);
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function () {
  window.tones.push(this.frequency.value);
  start.call(this);
};
"""
"""The page's vibrations and tones, noted."""


def choose_low(page: Page, time: str) -> None:
    button(page, "More").tap()
    button(page, "Signals").tap()
    page.get_by_label("When a player's time comes to").select_option(time)
    page.keyboard.press("Escape")


def test_a_running_time_that_gets_low_is_signalled_once_at_its_half_and_only_by_choice(
    new_page: "NewPage", simulated: SimulatedBody
) -> None:
    now = [Moment({LEFT: 31}, "", False)]
    with PageServer(simulated, moment=lambda: now[-1]) as server:
        page = new_page(**PHONE)
        page.add_init_script(STUBS)
        page.clock.install()
        page.goto(server.url)
        expect(page.locator("html")).to_have_attribute("data-link", "up")

        def pass_to(**running_s: int) -> None:
            seats = {"left": LEFT, "right": RIGHT}
            sentence = str(len(now))
            running = {seats[seat]: left for seat, left in running_s.items()}
            words = {seat: f"{seat.value}: {left}" for seat, left in running.items()}
            now.append(Moment(running, sentence, False, left_in_words=words))
            page.wait_for_function("text => signals.sentence === text", arg=sentence)

        low, alarm = page.locator(".seat.low"), page.locator("#alarm")
        pass_to(left=5)
        expect(low).to_have_count(0)  # nobody has asked for it
        expect(alarm).to_have_text("")
        choose_low(page, "0:30")
        button(page, "More").tap()
        button(page, "Sound is off").tap()
        pass_to(left=31)
        pass_to(left=46)  # so much that it can get low again
        for left in (31, 30):
            expect(low).to_have_count(0)
            pass_to(left=left)
        expect(low).to_have_class("seat left low")
        expect(alarm).to_have_text("left: 30")
        assert page.evaluate("[tones, shakes]") == [[660], [[90, 60, 90]]]
        for left in (29, 28):
            page.clock.run_for(2_000)
            pass_to(left=left)
        expect(low).to_have_count(0)
        expect(alarm).to_have_text("")
        pass_to(left=40)  # an increment
        pass_to(left=30)
        expect(low).to_have_count(0)
        pass_to(left=30, right=12)
        expect(low).to_have_class("seat right low")
        expect(alarm).to_have_text("right: 12")
        page.reload()
        expect(page.get_by_label("When a player's time comes to")).to_have_value("30")
        page.close()


def test_a_press_that_counts_is_felt_unless_that_is_switched_off(
    new_page: "NewPage", server: PageServer, simulated: SimulatedBody, edges: "Edges"
) -> None:
    page = new_page(**PHONE)
    page.add_init_script(STUBS)
    page.goto(server.url)
    plunger, running = button(page, "Right side"), simulated.body.lamps[LampName.LEFT_RUNNING]
    for presses, (lit, felt) in enumerate(((True, [20]), (False, [20, 20]), (True, [20, 20])), 1):
        plunger.tap(position={"x": 40, "y": 320})
        edges.presses(presses)
        running.set(lit)
        expect(lamp(page, "Left running", "on" if lit else "off")).to_be_visible()
        assert page.evaluate("shakes") == felt
        if presses == 2:
            button(page, "More").tap()
            button(page, "Signals").tap()
            page.get_by_label("Vibrate").uncheck()
            page.keyboard.press("Escape")


def test_the_times_are_announced_as_often_as_they_are_asked_for_by_a_key_or_a_button(
    new_page: "NewPage", simulated: SimulatedBody, edges: "Edges"
) -> None:
    spoken = "Left, Black, running. 4 minutes 31 seconds left."
    with PageServer(simulated, moment=lambda: Moment({}, spoken, False)) as server:
        page = visit(new_page, server)
        page.wait_for_function("() => signals.sentence !== ''")
        status = page.get_by_role("status")
        page.evaluate("""() => {
          window.heard = [];
          new MutationObserver(() => heard.push(announcer.textContent))
            .observe(announcer, {childList: true});
        }""")
        for count, key in ((1, "KeyT"), (2, "F2")):
            page.keyboard.press(key)
            page.wait_for_function("n => heard.filter(Boolean).length === n", arg=count)
            expect(status).to_have_text(spoken)
        button(page, "Say the times").click()
        page.wait_for_function("() => heard.filter(Boolean).length === 3")
        page.keyboard.press("Space")
        assert edges.presses(1) == [Line.STOP]
        page.close()


def test_what_was_spoken_is_not_read_again_when_it_is_old(
    new_page: "NewPage", simulated: SimulatedBody
) -> None:
    spoken = "Left, Black, running. 4 minutes 31 seconds left."
    with PageServer(simulated, moment=lambda: Moment({}, spoken, False)) as server:
        page = new_page(**PHONE)
        page.clock.install()
        page.goto(server.url)
        page.wait_for_function("() => signals.sentence !== ''")
        page.keyboard.press("KeyT")
        page.clock.run_for(1_000)
        expect(page.get_by_role("status")).to_have_text(spoken)
        page.clock.run_for(8_000)
        expect(page.get_by_role("status")).to_have_text("")
        page.close()


def test_the_organizers_menu_opens_without_a_held_key_and_the_times_are_the_clocks(
    start_clock: "StartClock",
) -> None:
    clock = start_clock("--control", "5+3", "--game", "chess")
    page = clock.page
    button(page, "Say the times").click()
    ready = (
        "Left, White, not running. 5 minutes 3 seconds left. "
        "Right, Black, not running. 5 minutes 3 seconds left."
    )
    expect(page.get_by_role("status")).to_have_text(ready)
    menu, status = button(page, "Organizer's menu"), page.locator("p[role=status]")

    def ask(answer: str) -> None:
        menu.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_have_text(answer)
        expect(status).to_have_text(answer)

    ask("Before the start − opens the set-up; the organizer's menu opens in a stop")
    clock.press("OK")
    clock.face(LEFT, ", running")
    expect(status).to_have_text("Left's clock runs")
    ask("The organizer's menu opens in a stop")
    clock.press("Stop")
    expect(menu).to_be_enabled()
    expect(status).to_contain_text("STOPPED")
    page.evaluate("""() => {
      window.heard = [];
      new MutationObserver(() => heard.push(announcer.textContent))
        .observe(announcer, {childList: true});
    }""")
    menu.focus()
    page.keyboard.press("Enter")
    expect(status).to_contain_text("Organizer. Resume")
    opening, *heard = filter(None, page.evaluate("heard"))
    assert opening == "The organizer's menu is opening"
    assert all("Organizer. Resume" in text for text in heard)
    ask("Stop leaves the page that is open")
    clock.press("OK")  # the focus is on the clock
    clock.face(LEFT, without=("Organizer. Resume",))


def test_letters_and_signs_are_no_keys_once_they_are_switched_off(
    new_page: "NewPage", server: PageServer, edges: "Edges"
) -> None:
    page = visit(new_page, server)
    legends = page.locator(".plunger:visible kbd:visible")
    expect(legends).to_have_text(["A", "S", "D", "F", "J", "K", "L"])
    button(page, "Keys").click()
    page.get_by_label("Letters and signs are keys").uncheck()
    page.reload()
    expect(legends).to_have_text(["←", "→"])
    expect(page.locator("html")).to_have_attribute("data-link", "up")
    expected = []
    for key, line in (
        ("ArrowLeft", Line.LEFT_PLUNGER), ("ArrowRight", Line.RIGHT_PLUNGER), ("Space", Line.STOP),
        ("Enter", Line.OK), ("Escape", Line.STOP), ("ArrowUp", Line.MINUS),
        ("ArrowDown", Line.PLUS),
    ):  # fmt: skip
        for character in ("KeyF", "KeyJ", "KeyT", "Semicolon", "Minus", "Equal"):
            page.keyboard.press(character)
        page.keyboard.press(key)
        expected.append(line)
        assert edges.presses(len(expected)) == expected


def test_sound_that_the_system_suspends_is_off_and_comes_back_with_the_next_touch_or_key(
    new_page: "NewPage", server: PageServer
) -> None:
    page = visit(new_page, server)
    button(page, "Sound is off").click()
    session = page.context.new_cdp_session(page)

    def touch() -> None:
        finger = {"type": "touchStart", "touchPoints": [{"x": 5, "y": 5}]}
        session.send("Input.dispatchTouchEvent", finger)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    wakes: tuple[Callable[[], None], ...] = (
        touch,
        lambda: page.keyboard.press("KeyF"),
        lambda: page.mouse.click(5, 5),
        lambda: button(page, "Sound is off").click(),
    )
    for wake in wakes:
        expect(button(page, "Sound is on")).to_be_visible()
        page.evaluate("sound.context.suspend()")
        expect(button(page, "Sound is off")).to_be_visible()
        wake()
    button(page, "Sound is on").click()
    expect(button(page, "Sound is off")).to_be_visible()
    page.keyboard.press("KeyF")
    expect(button(page, "Sound is off")).to_be_visible()


@pytest.mark.parametrize(("tool", "options"), [("Keys", {}), ("Signals", {}), ("Signals", PHONE)])
def test_a_dialog_that_was_closed_leaves_space_and_enter_to_the_clock(
    new_page: "NewPage", server: PageServer, edges: "Edges", tool: str, options: dict[str, Any]
) -> None:
    page = visit(new_page, server, **options)
    if options:
        button(page, "More").tap()
    button(page, tool).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("main")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    assert edges.presses(2) == [Line.STOP, Line.OK]
