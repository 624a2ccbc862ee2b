"""A game set right in every way that an organizer can, by the key on the page."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Locator, expect

from clock.game.file import read_game
from clock.records.sentences import exact
from clock.rules import inputs as act
from clock.rules.inputs import Input
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.cli.running import run
from tests.simulator.clock_page import DESKTOP, ClockPage
from tests.simulator.sims import AWAY, simulating

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

MENU = "Organizer. Go on, 1 of "


def key_of(clock: ClockPage) -> Locator:
    return clock.page.get_by_role("button", name="Organizer's key", exact=True)


# ---- A game that goes wrong in every way that an organizer sets right

TEN_NS, EIGHT_NS = 10 * SECOND_NS, 8 * SECOND_NS
SETTING = "4 moves in 10:00, then 5:00; +{} s a move from the first"


def answer_yes(clock: ClockPage, *asked: str, then: str = "Organizer. ") -> None:
    """A question shows all of this; yes."""
    clock.face(LEFT, "No is selected", *asked)
    clock.change("Plus", "Yes is selected")
    clock.change("OK", then)


def turn_key(clock: ClockPage, *words: str) -> None:
    """It stays as it is turned."""
    turned = key_of(clock).get_attribute("aria-pressed") == "true"
    key_of(clock).click()
    clock.face(RIGHT, *words)
    expect(key_of(clock)).to_have_attribute("aria-pressed", str(not turned).lower())


def stop(clock: ClockPage, mover: str) -> None:
    clock.press("Stop")
    clock.face(LEFT, f"Stopped. {mover} to move")
    turn_key(clock, MENU)


def go_on(clock: ClockPage, seat: Seat, runs: str) -> None:
    clock.choose("Go on", button="Minus")
    clock.face(LEFT, "Go on? Left ", f"{runs} runs")
    clock.press("OK")
    clock.face(seat, "running")
    turn_key(clock)


def try_the_key(clock: ClockPage) -> None:
    """Without it nothing goes on; in mid-menu it closes the menu, by mouse and by keyboard."""
    clock.press("Stop")
    clock.face(LEFT, "Stopped", "key: menu")
    clock.change("OK", "Go on? Left ", "The organizer's key opens the menu.")
    clock.change("OK", "Stopped")
    key_of(clock).click(delay=1_100)  # a slow click turns it once
    clock.face(LEFT, MENU)
    clock.page.evaluate("dispatchEvent(new Event('blur'))")  # no finger holds it
    clock.change("Plus", "Result, 2 of ")
    key_of(clock).focus()
    for words, turned in (("Stopped", "false"), (MENU, "true")):
        clock.page.keyboard.down("Space")
        clock.page.keyboard.down("Space")  # a repeat turns nothing back
        clock.page.keyboard.up("Space")
        clock.face(LEFT, words)
        expect(key_of(clock)).to_have_attribute("aria-pressed", turned)
    key_of(clock).blur()
    go_on(clock, LEFT, "Left (Black)")


def give_faulty_proposals_back(clock: ClockPage) -> None:
    """Black's two fifths are alike: his press is taken back, and he offers again (RIF 12.7)."""
    for seat in (LEFT, RIGHT, LEFT):
        clock.plunge(seat)
    stop(clock, "White")
    clock.choose("Take back last press", "Faulty offers")
    answer_yes(clock, "To move: Right becomes Left", "Moves: 5 becomes 4", "Black's: 3 becomes 2")
    go_on(clock, LEFT, "Left (Black)")
    for seat in (LEFT, RIGHT):
        clock.plunge(seat)


def set_the_counter_wrong_and_right(clock: ClockPage) -> None:
    """Black's seventh was not pressed. 9 is entered, then 7."""
    stop(clock, "Black")
    clock.choose("Moves")
    for presses, button, changes in (
        (3, "Plus", ("Moves: 6 becomes 9", "Left period: 1 becomes 2")),
        (2, "Minus", ("Moves: 9 becomes 7", "Right period: 2 becomes 1")),
    ):
        for _ in range(presses):
            clock.change(button, "Moves made. Set to ")
        clock.change("OK", "Why. Missed press")
        clock.press("OK")
        answer_yes(clock, *changes)
        if button == "Plus":
            clock.change("OK", "Set to 9, Black 5, White 4, Now 9")


def set_the_increment_right(clock: ClockPage) -> None:
    """It is 8 s a move, not 10."""
    clock.choose("Correct the setting", "Time: 4/10:00 +10s …", "Both")
    for period in ("1: 4 in 10:00 +10s", "2: 5:00 +10s"):
        clock.choose(period, "Bonus: 0:10")
        clock.change("OK", "0:10, seconds")
        for _ in range(2):
            clock.change("Minus", "seconds")
        clock.change("OK", "Bonus: 0:08")
        clock.choose("Back")
    clock.choose("Back", "Back", "Set the clock so", "Wrong setting")
    answer_yes(
        clock,
        f"Was Both: {SETTING.format(10)}",
        f"Now Both: {SETTING.format(8)}",
        "Both times stay",
    )
    go_on(clock, RIGHT, "Right (White)")
    for seat in (RIGHT, LEFT):
        clock.plunge(seat)


def let_both_claim_and_both_lose(clock: ClockPage) -> None:
    clock.press("Stop")
    clock.face(LEFT, "Stopped. White to move")
    for seat, name in ((LEFT, "Left"), (RIGHT, "Right")):
        clock.press(f"{name} plunger")
        clock.face(seat, f"{name} claims a win?")
        clock.press("OK")
        clock.face(seat, "Win claimed")
    turn_key(clock, MENU)
    clock.choose("Result", "Both lose", "Decision")
    clock.face(LEFT, "Set to 10", "Clock counts 9")
    clock.press("OK")
    changes = ("Result: none yet becomes Both lose", "Left claims: yes becomes no")
    answer_yes(clock, *changes, then="Both lose, move 10")


Times = dict[Seat, int]


def ledger(inputs: tuple[Input, ...]) -> list[tuple[Input, Times]]:
    """Both times after each input, added and subtracted: 10:00 + 10 s a move, 5:00 after four."""
    rows: list[tuple[Input, Times]] = []
    left_ns, bonus_ns = dict.fromkeys((LEFT, RIGHT), 10 * MINUTE_NS), TEN_NS
    turn, runs, since_ns, presses = LEFT, False, 0, 0
    for event in inputs:
        if runs:
            left_ns[turn] -= event.at_ns - since_ns
        since_ns = event.at_ns
        match event:
            case act.Start() | act.Resume():
                runs = True
            case act.Stop() | act.Claim() | act.Finish():
                runs = False
            case act.Press(seat=seat) if runs:
                assert seat is turn
                left_ns[turn] += bonus_ns
                turn = turn.other
                presses += 1
                if presses == 6:  # move 8, one press was taken back and one move never pressed
                    left_ns[RIGHT] += 5 * MINUTE_NS
            case act.SetTurn(seat=seat):
                turn = seat
                left_ns[seat] -= bonus_ns  # it was for a move that is not made
            case act.SetMoves(made=9):
                turn = RIGHT
                left_ns = {seat: ns + 5 * MINUTE_NS for seat, ns in left_ns.items()}
            case act.SetMoves(made=7):
                left_ns[RIGHT] -= 5 * MINUTE_NS  # White has made three, Black his four
            case act.SetControl():
                bonus_ns = EIGHT_NS
        rows.append((event, dict(left_ns)))
    return rows


def test_what_went_wrong_is_set_right_and_the_file_the_log_and_the_report_agree(
    new_page: "NewPage", tmp_path: Path
) -> None:
    journal, game = tmp_path / "games.db", tmp_path / "game.json"
    control = (
        "--control",
        "4/10m+10s:5m+10s",
        "--regulations",
        "rif",
        "--opening",
        "rif",
        "--organizer",
        "key",
    )
    with simulating(*control, "--journal", str(journal)) as sim:
        clock = ClockPage(new_page(**DESKTOP), sim.url)
        clock.press("OK")
        clock.face(LEFT, "running")
        try_the_key(clock)
        give_faulty_proposals_back(clock)
        set_the_counter_wrong_and_right(clock)
        set_the_increment_right(clock)
        let_both_claim_and_both_lose(clock)
        sim.interrupt()
        assert sim.ended() == (0, "", AWAY)
    assert run("export", "last", "--journal", journal, "-o", game).returncode == 0
    _, inputs = read_game(game.read_bytes())
    times = ledger(inputs)
    check_replay(game, times)
    check_report(journal, times[-1][1])
    check_log(run("log", "last", "--journal", journal).stdout, times)
    assert run("verify", "--all", "--journal", journal).returncode == 0


def check_replay(game: Path, times: list[tuple[Input, Times]]) -> None:
    lines = [json.loads(line) for line in run("replay", game, "--json").stdout.splitlines()]
    for line, (_, left_ns) in zip(lines, times, strict=True):
        assert {seat: line[seat.value]["remaining_ns"] for seat in (LEFT, RIGHT)} == left_ns
    last = lines[-1]
    assert (last["phase"], last["left"]["moves"], last["right"]["moves"]) == ("finished", 5, 4)


def check_report(journal: Path, left_ns: Times) -> None:
    report = json.loads(run("report", "last", "--journal", journal, "--json").stdout)
    facts: dict[str, Any] = report["facts"]
    assert (facts["result"], facts["ground"], facts["moves"]) == ("both_lose", "decision", 10)
    assert {seat: facts[seat.value]["remaining_ns"] for seat in (LEFT, RIGHT)} == left_ns
    assert [(turn["seat"], turn["moves"]) for turn in facts["turns"]] == [
        *(("left", 3), ("right", 4), ("left", 5), ("right", 6)),
        *(("right", 8), ("left", 9)),
    ]
    corrected = [each for each in facts["corrections"] if each["what"] == "remaining_ns"]
    assert [(each["seat"], each["after"] - each["before"]) for each in corrected] == [
        ("left", -TEN_NS),
        *(("left", 5 * MINUTE_NS), ("right", 5 * MINUTE_NS)),
        ("right", -5 * MINUTE_NS),
    ]


def check_log(log: str, times: list[tuple[Input, Times]]) -> None:
    for event, left_ns in times:
        left, right = (exact(left_ns[seat]) for seat in (LEFT, RIGHT))
        if isinstance(event, act.SetTurn):
            assert f"→ {left} (faulty offers)" in log
        if isinstance(event, act.SetMoves):
            assert f"→ {right} (missed press)" in log
    assert "moves 6 → 9; seat to move Left → Right; period of Left 1 → 2" in log
    assert "moves 9 → 7; period of Right 2 → 1; time of Right" in log
    for seat in ("Left", "Right"):
        assert f"{seat} claims the win, own clapper up" in log
    assert log.rstrip().endswith("Result: Both lose, decision, last move 10")
