"""What a page says to players who cannot see it, and where their focus is."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from clock.rules.seats import LEFT, RIGHT, Seat
from clock.simulator.moment import Moment
from clock.simulator.server import PageServer
from clock.simulator.simulated_body import SimulatedBody
from hal.ports import LampName
from tests.simulator.clock_page import DESKTOP
from tests.simulator.test_page import button, visit

if TYPE_CHECKING:
    from tests.conftest import NewPage
    from tests.simulator.conftest import StartClock

pytestmark = pytest.mark.browser

NOTE_ALARMS = """() => {
  window.alarms = [];
  new MutationObserver(() => alarms.push(alarm.textContent)).observe(alarm, {childList: true});
}"""

WHOLE = (
    r"^Chess\. READY, OK start\. Left, White, not running\. 15 minutes 10 seconds left\. .*Black"
)


def test_a_lost_line_takes_no_focus_and_only_lamps_that_are_new_are_news(
    new_page: "NewPage", server: PageServer, simulated: SimulatedBody
) -> None:
    page = visit(new_page, server)
    page.evaluate(NOTE_ALARMS)
    lamps = simulated.body.lamps
    lamps[LampName.RIGHT_CLAPPER].set(True)
    expect(page.locator("#alarm")).to_have_text("Right's flag has fallen")
    plunger = button(page, "Left side")
    plunger.focus()
    server.stop()
    expect(page.locator("html")).to_have_attribute("data-link", "lost")
    lamps[LampName.REFEREE].set(True)
    with PageServer(simulated, port=server.port):
        expect(page.locator("#alarm")).to_have_text("Referee called")
        expect(plunger).to_be_focused()
        assert page.evaluate("alarms") == ["Right's flag has fallen", "Referee called"]
        page.close()


@pytest.mark.parametrize(("game", "word"), [("chess", "flag"), ("gomoku", "clapper")])
def test_the_lamp_of_a_fall_is_called_as_the_game_calls_it(
    game: str, word: str, start_clock: "StartClock"
) -> None:
    clock = start_clock("--game", game, "--control", "1s")
    page = clock.page
    labels = page.locator(".lamp.clapper + .label")
    expect(labels).to_have_text([word, word])
    clock.lamp(f"Left {word}", False)
    clock.press("OK")
    clock.lamp(f"Left {word}", True)
    expect(page.locator("#alarm")).to_have_text(f"Left's {word} has fallen")


def test_dialogs_begin_at_their_heading_and_have_an_edge_in_any_colours(
    new_page: "NewPage", server: PageServer
) -> None:
    small = {"width": 320, "height": 256}  # as with a zoom of 400 %
    page = visit(new_page, server, **{**DESKTOP, "viewport": small}, forced_colors="active")
    for name in ("Keys", "Signals"):
        button(page, name).click()
        dialog = page.get_by_role("dialog", name=name)
        expect(dialog.get_by_role("heading", name=name)).to_be_focused()
        edge = "dialog => [dialog.scrollTop, getComputedStyle(dialog).borderTopWidth]"
        assert dialog.evaluate(edge) == [0, "2px"]
        page.keyboard.press("Escape")


def test_a_win_on_time_is_not_thrown_away_by_the_first_key_in_the_next_game(
    start_clock: "StartClock",
) -> None:
    clock = start_clock("--game", "chess", "--control", "1s")
    page = clock.page
    clock.press("OK")
    clock.face(LEFT, "Flag down")
    expect(page.locator("#alarm")).to_have_text("Left's flag has fallen")
    button(page, "Next game").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Next game")
    expect(dialog).to_have_accessible_description("")
    expect(dialog.locator(".row").first).to_have_text(re.compile("won on time.*Right begins"))
    expect(dialog.get_by_role("heading")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    clock.face(LEFT, "Flag down")


def test_once_the_clock_is_set_it_is_spoken_whole_enter_starts_it_and_turns_are_spoken(
    start_clock: "StartClock",
) -> None:
    clock = start_clock("--game", "go", "--control", "20m")
    page = clock.page
    status = page.locator("p[role=status]")
    for _ in range(2):  # the second time it stays as it is
        page.evaluate("announcer.textContent = ''")
        button(page, "Time").focus()
        page.keyboard.press("Enter")
        page.get_by_role("combobox", name="Which game?").select_option("Chess")
        page.get_by_role("textbox", name="Time").press_sequentially("15+10")
        page.keyboard.press("Enter")
        expect(status).to_have_text(re.compile(WHOLE))
        expect(page.get_by_role("main")).to_be_focused()
    page.keyboard.press("Enter")
    expect(status).to_have_text("Left's clock runs")
    clock.plunge(LEFT)
    expect(status).to_have_text("Black")
    clock.plunge(RIGHT)
    expect(status).to_have_text("White")


def test_whose_turn_it_is_is_spoken_unless_that_is_switched_off_and_nothing_old_stays(
    new_page: "NewPage", simulated: SimulatedBody
) -> None:
    now = [Moment({}, "ready", hold_opens=False, game="Chess", begins=LEFT)]
    with PageServer(simulated, moment=lambda: now[-1]) as server:
        page = visit(new_page, server)
        status = page.locator("p[role=status]")

        def pass_to(player: str, *running: Seat) -> None:
            times = dict.fromkeys(running or [LEFT], 9)
            now.append(Moment(times, str(len(now)), hold_opens=False, turn=player))
            page.wait_for_function("text => signals.sentence === text", arg=now[-1].sentence)

        page.wait_for_function("() => signals.begins === 'left'")
        page.keyboard.press("KeyF")
        expect(page.locator("#notice")).to_have_text("Right's press or OK starts Left's clock")
        pass_to("", LEFT, RIGHT)
        assert page.locator("#notice").text_content() == "", "it is old"
        for player in ("White", "Black"):
            pass_to(player)
            expect(status).to_have_text(player)
        button(page, "Signals").click()
        page.get_by_label("A screen reader says whose turn it is").uncheck()
        page.keyboard.press("Escape")
        pass_to("White")
        assert status.text_content() == "", "the other's turn is over"
        server.stop()
        expect(page.locator("html")).to_have_attribute("data-link", "lost")
        page.keyboard.press("F2")
        expect(status).to_have_text("Connection lost, reconnecting")
        page.close()


@pytest.mark.parametrize("silent", [False, True])
def test_sound_that_the_rules_do_not_have_is_not_waited_for(
    silent: bool, new_page: "NewPage", simulated: SimulatedBody
) -> None:
    moment = Moment({}, "Times", hold_opens=False, silent=silent)
    with PageServer(simulated, moment=lambda: moment) as server:
        page = visit(new_page, server)
        page.wait_for_function("() => signals.sentence !== ''")
        button(page, "Sound is off").click()
        expect(button(page, "Sound is on")).to_be_visible()
        expect(page.locator("#notice")).to_have_text("These rules have no sounds" if silent else "")
        page.close()


def test_a_refused_text_is_marked_and_its_meanings_are_words_in_view_while_it_is_typed(
    start_clock: "StartClock",
) -> None:
    small = {"width": 320, "height": 256}
    page = start_clock("--game", "go", "--control", "20m", viewport=small).page
    page.get_by_role("button", name="Time", exact=True).click()
    time, meaning = page.get_by_role("textbox", name="Time"), page.locator("#time output")
    for text, invalid, words in (
        ("soon", "true", re.compile(r"^Expected .*'soon'")),
        ("1:30", None, re.compile(r"1 min 30 s.*90 min")),
    ):
        time.fill("")
        time.press_sequentially(text)
        expect(meaning).to_have_text(words)
        expect(meaning).to_be_in_viewport(ratio=0.5)
        assert time.get_attribute("aria-invalid") == invalid


def test_steps_and_swaps_of_an_opening_are_spoken_with_the_seat_to_move(
    start_clock: "StartClock",
) -> None:
    clock = start_clock("--game", "renju", "--control", "20m")
    status = clock.page.locator("p[role=status]")
    clock.press("OK")
    expect(status).to_have_text("Left's clock runs. lay 3 stones.")
    clock.plunge(LEFT)
    expect(status).to_have_text("Right (White). lay 1 or swap.")
    clock.press("Plus")
    expect(status).to_have_text("swap: just press.")
    clock.plunge(RIGHT)
    expect(status).to_have_text(re.compile(r"^Left \(White\)\. lay 1"))


def test_byo_yomi_is_spoken_when_a_period_begins_and_not_at_each_move(
    new_page: "NewPage", simulated: SimulatedBody
) -> None:
    three, two = "3 byo-yomi periods left.", "2 byo-yomi periods left."
    moments = [
        ("Black", "", ""), ("White", "", "White"), ("White", three, three), ("Black", "", "Black"),
        ("White", three, "White"), ("White", two, two), ("Black", three, f"Black. {three}"),
    ]  # fmt: skip
    now = [Moment({LEFT: 60}, "0", False)]
    with PageServer(simulated, moment=lambda: now[-1]) as server:
        page = visit(new_page, server)
        for turn, task, heard in moments:
            page.evaluate("announcer.textContent = ''")
            sentence = str(len(now))
            now.append(Moment({LEFT: 60}, sentence, False, turn=turn, task=task))
            page.wait_for_function("text => signals.sentence === text", arg=sentence)
            expect(page.locator("p[role=status]")).to_have_text(heard)
        page.close()
