"""Corrections on the page's own body, with its buttons alone, counted; and what the log says."""

import subprocess
from typing import TYPE_CHECKING

import pytest

from clock.rules.inputs import Adjust, SetMoves
from clock.rules.outputs import Corrected
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import MINUTE_NS
from tests.clock_page import ClockPage, Record
from tests.sims import AWAY, simulating
from tests.test_cli import run
from tests.test_sim_page import DESKTOP

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

PRESSES_MAX = 20
AFTER_THE_HOLD = (
    ("Plus", "Organizer. Left (White) time, 2 of "),
    ("OK", "Left (White). -1:00  to "),
    ("Minus", "-2:00  to 1:2"),
    ("OK", "IgnoreReason. Penalty, "),
    ("OK", "Penalty? Left: 1:"),
    ("Plus", "Yes is selected"),
    ("OK", "Organizer. Left (White) time, 2 of "),
    ("Plus", "Right (Black) time, 3 of "),
    ("Plus", "Moves, 4 of "),
    ("OK", "Moves made. Set to 4, Black 2, White 2, Now 4."),
    ("Plus", "Moves made. Set to 5, Black 2, White 3, Now 4."),
    ("OK", "IgnoreReason. Missed press, "),
    ("OK", "White's: 2 becomes 3."),
    ("Plus", "Yes is selected"),
    ("OK", "Organizer. "),
)


class MousePage(ClockPage):
    """A hand that has only the buttons on the body, and a mouse."""

    presses = 0

    def press(self, name: str) -> None:
        """Click a button or a plunger of the body."""
        self.presses += 1
        self.page.get_by_role("button", name=name, exact=True).click()

    def hold_ok(self) -> None:
        """Keep OK down until the organizer's menu is there."""
        self.presses += 1
        self.page.get_by_role("button", name="OK", exact=True).hover()
        self.page.mouse.down()
        self.face(LEFT, "Organizer. Result, 1 of ")
        self.page.mouse.up()


def test_two_minutes_from_white_and_one_more_move_in_twenty_presses_of_the_bodys_buttons(
    new_page: "NewPage", tmp_path: "Path"
) -> None:
    file = tmp_path / "game.json"
    with simulating("--control", "fide-90", "--record", str(file)) as sim:
        clock = MousePage(new_page(**DESKTOP), sim.url)
        clock.press("OK")
        clock.face(LEFT, "Left, White, running")
        for moves in ("1 move.", "2 moves."):
            for seat in (LEFT, RIGHT):
                clock.plunge(seat, moves)
        played = clock.presses
        clock.press("Stop")
        clock.face(LEFT, "Stopped")
        clock.hold_ok()
        for button, said in AFTER_THE_HOLD:
            clock.change(button, said)
        assert clock.presses - played <= PRESSES_MAX
        sim.interrupt()
        assert sim.ended() == (0, "", AWAY)
    game = Record(file.read_bytes())
    (adjusted,), (counted,) = game.all(Adjust), game.all(SetMoves)
    assert (adjusted.seat, adjusted.delta_ns, adjusted.reason) == (LEFT, -2 * MINUTE_NS, "penalty")
    assert (counted.made, counted.reason) == (5, "missed press")
    assert [(each.what, each.reason) for each in game.all(Corrected)] == [
        ("remaining_ns", "penalty"),
        ("moves", "missed press"),
        ("turn", "missed press"),
    ]
    assert game.end.play.made(LEFT) == 3
    check_the_log(run("replay", file))


def check_the_log(ended: "subprocess.CompletedProcess[str]") -> None:
    """`clapper replay` tells both corrections, each with its reason."""
    time, moves = (line for line in ended.stdout.splitlines() if "Corrected(" in line)
    assert "Adjust(seat left, delta -2:00, reason penalty)" in time
    assert "Corrected(what remaining, seat left, before 1:3" in time
    assert "SetMoves(made 5, reason missed press)" in moves
    assert "Corrected(what moves, before 4, after 5, reason missed press)" in moves
