"""From power-on to a setting on the page itself, with the three buttons alone, counted."""

from typing import TYPE_CHECKING

import pytest

from clock.presets import controls
from clock.rules.openings import OPENINGS
from clock.rules.regulations import PROFILES
from clock.rules.seats import LEFT, RIGHT
from tests.clock_page import ClockPage, Record
from tests.sims import AWAY, simulating

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

PRESSES = (
    ("Minus", "OK set up"),
    ("OK", "Renju. RIF, 40 moves in 2 h, 1 of "),
    ("Plus", ", 2 of "),
    ("Plus", "Renju 90 min + 30 s, 3 of "),
    ("OK", "Set up. Set the clock so, 2 of "),
    ("Plus", "Set up. Rules: RIF, 3 of "),
    ("OK", "Rules. RIF, 1 of "),
    ("Plus", "RIF, referees, 2 of "),
    ("OK", "Set up. Set the clock so, 2 of "),
    (
        "OK",
        "Set it so? Both: 1:30:00; +30 s a move from the first. Opening: Soosyrv-8. Left begins.",
    ),
    ("Plus", "Rules: RIF, referees. Yes is selected."),
    ("OK", "Left, Black, at rest. 1 hour 30 minutes left."),
)


def test_ninety_minutes_and_thirty_seconds_soosyrv_and_referees_in_twelve_presses(
    new_page: "NewPage", tmp_path: "Path"
) -> None:
    file = tmp_path / "game.json"
    with simulating("--record", str(file)) as sim:
        clock = ClockPage(new_page(viewport={"width": 1280, "height": 800}), sim.url)
        clock.face(LEFT, "2 hours left", "OK start, both here")
        for button, said in PRESSES:
            clock.change(button, said)
        assert len(PRESSES) <= 12
        clock.face(RIGHT, "Right, White, at rest. 1 hour 30 minutes left.")
        clock.press("OK")
        clock.face(LEFT, "running", "lay 3")
        sim.interrupt()
        assert sim.ended() == (0, "", AWAY)
    setup = Record(file.read_bytes()).setup
    assert (setup.left, setup.right) == controls("90m+30s")
    assert setup.opening is OPENINGS["soosyrv-8"]
    assert setup.regulations == PROFILES["rif-referees"]
