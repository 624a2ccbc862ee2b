"""Every state and every sign has a picture that somebody looked at, at both sizes.

`CLAPPER_GOLDEN=write pytest tests/display` writes them: look at them before they are committed.
"""

from pathlib import Path
from typing import Any

import pytest

from clock.display.draw import NARROW, WIDE, draw
from clock.display.face import Allowance, Face, Other, Page, Sign
from clock.rules.seats import LEFT, Colour
from clock.text.rows import AnyRow, FigureChange, Key, Row
from tests.display.golden import same_picture

GOLDEN = Path(__file__).parent / "golden"
BLACK, WHITE = Colour.BLACK, Colour.WHITE


def face(
    time: str,
    marked: bool,
    *signs: Sign | str,
    title: AnyRow = "",
    colour: Colour | None = BLACK,
    moves: tuple[int, int | None] = (12, 40),
    period: tuple[int, int] = (1, 2),
    words: tuple[AnyRow, ...] = (),
    other: Other | None = None,
    allowances: tuple[Allowance, ...] = (),
) -> Face:
    """A face with the moves against their quota and the period among all as pairs."""
    return Face(
        *(LEFT, time, colour, marked, *moves, *period, signs, words, "", title, other),
        allowances=allowances,
    )


ROWS = ("RIF 2:00:00/40", "Gomoku 30:00, Swap2", "Chess 90+30", "Go, byo-yomi 5x0:30")
MORE = (*ROWS, "Blitz 3+2", "Žluťoučký kůň, úpěl", "Hourglass 5:00", "Countdown", "Free")
MINUS, PLUS, OK = Key.MINUS, Key.PLUS, Key.OK
HINT = Row((MINUS, PLUS, "browse"), (OK, "choose"))
STOP = Row(("STOPPED",), ("Black to move",))
HALTED = Row(("Press: claim",), (MINUS, "info")), Row((OK, "resume, hold: menu"))
OVER = Row(("38 moves",), (MINUS, "times")), Row((OK, "next game"), (PLUS, "games"))
WORDS = ("clock fault", "fell first", "call ref.", "ref. came", "wrong hand", "check count")
CLAIM = ("38 of 40 moves", "fell after 2:00:00", HALTED[1])

FIFTHS = Row((MINUS, "fifths"), (PLUS, "swap"))
TWO_MORE = Row((MINUS, "two more"), (PLUS, "swap"))
SET_UP = Row((MINUS, "set-up"), (PLUS, "both late"))
BACK = Row((MINUS, "left late"), (PLUS, "back"))
RIGHT_LATE = Row(("Right late",), (OK, "start"))
DOWN = Row(("STOPPED",), ("Clapper down",))
TAKE = Row((OK, "převzít"))
ASKED = Row((MINUS, "no"), (PLUS, "more"))

TO_COME = (Allowance(("+3x30s", "+3"), "", boxed=False),)
SECOND = (Allowance(("2 periods", "2 per.", "(2)"), "", boxed=True),)
LAST = (Allowance(("last period", "last", "(1)"), "", boxed=True),)
BLOCK = (Allowance(("13 left", "[13]"), "", boxed=True),)
DELAY = (Allowance(("delay 0:04", "d4s"), "", boxed=True),)
GO: dict[str, Any] = {"moves": (58, None), "period": (1, 1)}

FACES: dict[str, Face | Page] = {
    "hours-runs": face("2:00:00", True),
    "hours-rests": face("1:38:46", False, colour=WHITE),
    "ten-hours-runs": face("10:00:00", True, moves=(112, None), period=(2, 2)),
    "minutes-runs": face("59:07", True, colour=WHITE),
    "minutes-rests": face("26:48", False),
    "short-rests": face("0:13", False, moves=(7, None), period=(1, 1), colour=WHITE),
    "tenths-run": face("0:07.4", True),
    "below-zero-runs": face("-1:06", True),
    "below-zero-rests": face("-0:07.5", False),
    "byoyomi-to-come-runs": face("9:58", True, **GO, allowances=TO_COME),
    "byoyomi-second-runs": face("0:25", True, **GO, allowances=SECOND),
    "byoyomi-second-rests": face("0:30", False, **GO, allowances=SECOND),
    "byoyomi-last-runs": face("0:25", True, **GO, allowances=LAST),
    "byoyomi-last-stop": face("0:25", True, **GO, allowances=LAST, title=STOP, words=HALTED),
    "byoyomi-stop-covered": face(
        "0:25", True, **GO, allowances=SECOND, title=STOP, words=("Cover the position", *HALTED)
    ),
    "byoyomi-other-lost": face(
        "9:58", True, "clock fault", **GO, allowances=TO_COME,
        other=Other("0:30", WHITE, marked=False, fallen=False, allowances=SECOND),
    ),
    "canadian-runs": face("7:12", True, moves=(37, 50), period=(2, 2), allowances=BLOCK),
    "delay-runs": face("5:00", True, **GO, allowances=DELAY),
    "delay-stop": face("5:00", True, **GO, allowances=DELAY, title=STOP, words=HALTED),
    "colours-open-runs": face("30:00", True, colour=None, moves=(0, None), period=(1, 1)),
    "clapper-runs": face("0:00", True, Sign.CLAPPER, moves=(38, 40)),
    "clapper-rests": face("0:00", False, Sign.CLAPPER, moves=(38, 40), colour=WHITE),
    "all-signs-run": face("1:23:45", True, *Sign, *WORDS),
    "all-signs-rest": face("23:45", False, *Sign, moves=(112, 120)),
    "opening-runs": face(
        "1:29:50", True, moves=(2, None), words=("lay 1, fifths: ?", FIFTHS)
    ),
    "opening-user": face(
        "1:29:50", True, moves=(2, None), words=("lay 1, say N, or swap", TWO_MORE)
    ),
    "joint": face("1:00:00", True, words=("Joint time: press when you arrive",)),
    "rebuilding": face("45:06", True, words=("Rebuilding: no moves are counted",), colour=WHITE),
    "referee-called": face("4:12", True, "call ref.", words=(Row(("call ref.",), (OK, "here")),)),
    "fault": face("1:38:46", False, "clock fault", words=("Right display lost: check its cable",)),
    "ready": face(
        "2:00:00", True, moves=(0, 40), title=Row(("READY",), (OK, "start")),
        words=("40/2:00:00, 1:00:00", "Rules RIF, Soosyrv-8", SET_UP),
    ),
    "ready-other-side": face(
        "2:00:00", False, Sign.BATTERY, moves=(0, 40), title=RIGHT_LATE, colour=WHITE,
        words=("Battery low: 20 %", "Left's clock starts", BACK),
    ),
    "stop": face("1:38:46", True, title=STOP, words=HALTED),
    "stop-other-side": face("59:46", False, title=STOP, words=HALTED, colour=WHITE),
    "stop-covered": face(
        "23:45", True, Sign.RECORD_WAIVED, title=STOP, words=("Cover the position", *HALTED)
    ),
    "stop-all-signs": face("23:45", True, *Sign, moves=(112, 120), title=STOP, words=HALTED),
    "claim": face(
        "0:00", True, Sign.CLAPPER, Sign.CLAIM, moves=(38, 40),
        title="Left claims a win", words=CLAIM,
    ),
    "clapper-down": face(
        "0:00", True, Sign.CLAPPER, WORDS[0], title=DOWN, words=HALTED
    ),
    "won": face("1:49:30", True, Sign.WON, title="Black won on time", words=OVER),
    "lost": face("0:00", False, Sign.CLAPPER, title="Black won on time", words=OVER, colour=WHITE),
    "other-lost-runs": face(
        "1:38:46", True, "clock fault", other=Other("2:00:00", WHITE, marked=False, fallen=False)
    ),
    "other-lost-rests": face(
        "26:48", False, "clock fault", Sign.RECORD_WAIVED,
        other=Other("1:23:45", WHITE, marked=True, fallen=False),
    ),
    "other-lost-stopped": face(
        "59:07", True, "clock fault", title=STOP, colour=WHITE, words=HALTED,
        other=Other("0:00", BLACK, marked=False, fallen=True),
    ),
    "other-lost-joint": face(
        "1:00:00", True, "clock fault", words=("Joint time: press when you arrive",),
        other=Other("10:00:00", WHITE, marked=True, fallen=False),
    ),
    "too-long-words": face("1:00:00", False, words=("The organizer counts the moves of both",)),
    "page-first": Page("Time control", MORE, 0, HINT, "", counted=True),
    "page-last": Page("Time control", MORE, 8, HINT, "", counted=True),
    "page-short": Page("Organizer", ROWS[:3], 1, HINT, ""),
    "page-czech": Page(
        "Časové tempo", ("Příčný řádek ďábla ťuká", *MORE), 0, TAKE, "", counted=True
    ),
    "page-empty": Page("", (), None, "", ""),
    "page-code": Page("Organizer's code", ("* [7] - -",), 0, HINT, "", entry=True),
    "page-code-long": Page("Kód pořadatele", ("* [7] - - - - - -",), 0, HINT, "", entry=True),
    "page-entry": Page("Left", ("Set to 1:[05]:00", "Now 59:07"), 0, HINT, "", entry=True),
    "page-question": Page(
        "Penalty?",
        (FigureChange("Left clapper", "up", "down"), FigureChange("Left", "1:00", "0:00")), None,
        Row((MINUS, "no"), (PLUS, "yes")), "",
    ),
    "page-question-more": Page("Resume?", MORE, None, ASKED, "", first=4),
    "page-signs": Page("Signs", ("Won", "Referee called"), 0, HINT, "", sign=Sign.WON),
    "page-entry-korean": Page("둔 수", ("설정 3", "흑 2", "백 1"), 0, HINT, "", entry=True),
    **{f"sign-{sign.value}": face("59:07", False, sign) for sign in Sign},
    **{f"words-{text.split()[0]}": face("4:12", False, text) for text in WORDS},
    "words-korean": face("4:12", True, Sign.RECORD_WAIVED, "심판 ✓"),
    "words-stop": face(
        "4:12", True, Sign.RECORD_WAIVED, WORDS[1],
        title=STOP, words=("Cover the position", *HALTED),
    ),
}  # fmt: skip

SIZES = (NARROW, WIDE)


@pytest.mark.parametrize("size", SIZES, ids=["128", "256"])
@pytest.mark.parametrize("name", FACES)
def test_a_face_looks_as_when_somebody_last_looked(
    name: str, size: tuple[int, int], tmp_path: Path
) -> None:
    same_picture(GOLDEN / f"{name}-{size[0]}.png", draw(FACES[name], size), tmp_path)


def test_every_golden_picture_has_its_face() -> None:
    pictures = {path.name for path in GOLDEN.glob("*.png")}
    assert pictures == {f"{name}-{size[0]}.png" for name in FACES for size in SIZES}
