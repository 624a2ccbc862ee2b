"""A game that goes wrong in every way an organizer sets right, on the page; and what proves it."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from clock.game.file import read_game
from clock.records.sentences import length
from clock.rules import inputs as act
from clock.rules.inputs import Input
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.clock_page import ClockPage
from tests.sims import AWAY, simulating
from tests.test_cli import run
from tests.test_sim_page import DESKTOP

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

TEN_NS, FIVE_NS = 10 * SECOND_NS, 5 * SECOND_NS
ASKED = "4 moves in 10:00, then 5:00; +{} s a move from the first"


def answered(clock: ClockPage, *asked: str, then: str = "Organizer. ") -> None:
    """A question shows all of this; yes."""
    clock.face(LEFT, "No is selected", *asked)
    clock.change("Plus", "Yes is selected")
    clock.change("OK", then)


def stopped(clock: ClockPage, mover: str) -> None:
    clock.press("Stop")
    clock.face(LEFT, f"Stopped. {mover} to move")
    clock.hold_ok()


def went_on(clock: ClockPage, seat: Seat, runs: str) -> None:
    clock.choose("Back", "Minus")
    clock.change("OK", "Go on? Left ", f"{runs} runs")
    clock.press("OK")
    clock.face(seat, "running")


def give_faulty_proposals_back(clock: ClockPage) -> None:
    """Black's two fifths are alike: his press is taken back, and he offers anew (RIF 12.7)."""
    for seat in (LEFT, RIGHT, LEFT):
        clock.plunge(seat)
    stopped(clock, "White")
    clock.choose("Take back last press")
    clock.choose("Faulty offers")
    answered(clock, "To move: Right becomes Left", "Moves: 5 becomes 4", "Black's: 3 becomes 2")
    went_on(clock, LEFT, "Left (Black)")
    for seat in (LEFT, RIGHT):
        clock.plunge(seat)


def set_the_counter_wrong_and_right(clock: ClockPage) -> None:
    """Black's seventh was not pressed. 17 is typed, then 7."""
    stopped(clock, "Black")
    clock.choose("Moves")
    for _ in range(11):
        clock.change("Plus", "Moves made. Set to ")
    clock.change("OK", "IgnoreReason. Missed press")
    clock.press("OK")
    answered(clock, "Moves: 6 becomes 17", "Left period: 1 becomes 2", "Right period: 1 becomes 2")
    clock.press("OK")
    clock.face(LEFT, "Set to 17, Black 9, White 8, Now 17")
    for _ in range(10):
        clock.change("Minus", "Moves made. Set to ")
    clock.change("OK", "IgnoreReason. Missed press")
    clock.press("OK")
    answered(clock, "Moves: 17 becomes 7", "Right period: 2 becomes 1", "White's: 8 becomes 3")


def set_the_increment_right(clock: ClockPage) -> None:
    """It is 5 s a move, not 10."""
    clock.choose("Correct the setting")
    clock.choose("Time: 4/10:00 +10s …")
    clock.choose("Both")
    for period in ("1: 4 in 10:00 +10s", "2: 5:00 +10s"):
        clock.choose(period)
        clock.choose("Bonus: 0:10")
        clock.change("OK", "0:10, seconds")
        for _ in range(5):
            clock.change("Minus", "seconds")
        clock.change("OK", "Bonus: 0:05")
        clock.choose("Back")
    clock.choose("Back")
    clock.choose("Back")
    clock.choose("Set the clock so")
    clock.choose("Wrong setting")
    answered(
        clock, f"Was Both: {ASKED.format(10)}", f"Now Both: {ASKED.format(5)}", "Both times stay"
    )
    went_on(clock, RIGHT, "Right (White)")
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
    clock.hold_ok()
    clock.choose("Result")
    clock.choose("Both lose")
    clock.choose("Decision")
    clock.face(LEFT, "Set to 10", "Clock counts 9")
    clock.press("OK")
    asked = ("Result: none yet becomes Both lose", "Left claims: yes becomes no")
    answered(clock, *asked, then="Both lose, move 10")


Times = dict[Seat, int]


def ledger(inputs: tuple[Input, ...]) -> list[tuple[Input, Times]]:
    """Both times after each input, added and subtracted: 10:00 + 10 s a move, 5:00 after four."""
    told: list[tuple[Input, Times]] = []
    left_ns, bonus_ns = dict.fromkeys((LEFT, RIGHT), 10 * MINUTE_NS), TEN_NS
    turn, runs, since_ns, presses = LEFT, False, 0, 0
    for given in inputs:
        if runs:
            left_ns[turn] -= given.at_ns - since_ns
        since_ns = given.at_ns
        match given:
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
            case act.SetMoves(made=17):
                turn = RIGHT
                left_ns = {seat: ns + 5 * MINUTE_NS for seat, ns in left_ns.items()}
            case act.SetMoves(made=7):
                left_ns[RIGHT] -= 5 * MINUTE_NS  # White has made three, Black his four
            case act.SetControl():
                bonus_ns = FIVE_NS
        told.append((given, dict(left_ns)))
    return told


def test_what_went_wrong_is_set_right_and_the_file_the_log_and_the_report_agree(
    new_page: "NewPage", tmp_path: Path
) -> None:
    journal = tmp_path / "games.db"
    control = ("--control", "4/10m+10s:5m+10s", "--regulations", "rif", "--opening", "rif")
    with simulating(*control, "--journal", str(journal)) as sim:
        clock = ClockPage(new_page(**DESKTOP), sim.url)
        clock.press("OK")
        clock.face(LEFT, "running")
        give_faulty_proposals_back(clock)
        set_the_counter_wrong_and_right(clock)
        set_the_increment_right(clock)
        let_both_claim_and_both_lose(clock)
        sim.interrupt()
        assert sim.ended() == (0, "", AWAY)
    game = tmp_path / "game.json"
    exported = run("export", "last", "--journal", journal, "-o", game)
    assert exported.returncode == 0
    _, inputs = read_game(game.read_bytes())
    times = ledger(inputs)
    check_the_replay(game, times)
    check_the_report(journal, times)
    check_the_log(journal, times)


def check_the_replay(game: Path, times: list[tuple[Input, Times]]) -> None:
    lines = [json.loads(line) for line in run("replay", game, "--json").stdout.splitlines()]
    for line, (_, left_ns) in zip(lines, times, strict=True):
        assert {seat: line[seat.value]["remaining_ns"] for seat in (LEFT, RIGHT)} == left_ns
    last = lines[-1]
    assert (last["phase"], last["left"]["moves"], last["right"]["moves"]) == ("finished", 5, 4)


def check_the_report(journal: Path, times: list[tuple[Input, Times]]) -> None:
    report = json.loads(run("report", "last", "--journal", journal, "--json").stdout)
    facts: dict[str, Any] = report["facts"]
    assert (facts["result"], facts["ground"], facts["moves"]) == ("both_lose", "decision", 10)
    left_ns = times[-1][1]
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


def check_the_log(journal: Path, times: list[tuple[Input, Times]]) -> None:
    log = run("log", "last", "--journal", journal).stdout
    for given, left_ns in times:
        left, right = (length(left_ns[seat]) for seat in (LEFT, RIGHT))
        match given:
            case act.SetTurn():
                assert f"→ {left} (faulty offers)" in log
            case act.SetMoves(made=17):
                assert "moves 6 → 17; seat to move Left → Right; period of Left 1 → 2" in log
                assert f"→ {left}; period of Right 1 → 2; time of Right" in log
                assert f"→ {right} (missed press)" in log
            case act.SetMoves():
                assert "moves 17 → 7; period of Right 2 → 1; time of Right" in log
                assert f"→ {right} (missed press)" in log
    for seat in ("Left", "Right"):
        assert f"{seat} claims the win, own clapper up" in log
    assert log.rstrip().endswith("Result: Both lose, decision, last move 10")
    assert run("verify", "--all", "--journal", journal).returncode == 0
