"""Every state and every sign has a picture that somebody looked at, at both sizes.

`CLAPPER_GOLDEN=write pytest tests/display` writes them: look at them before they are committed.
"""

from pathlib import Path

import pytest

from clock.display.draw import NARROW, WIDE, draw
from clock.display.face import Face, Other, Page, Sign
from clock.rules.seats import LEFT, Colour
from tests.display.golden import same_picture

GOLDEN = Path(__file__).parent / "golden"
BLACK, WHITE = Colour.BLACK, Colour.WHITE


def face(
    time: str,
    running: bool,
    *signs: Sign,
    colour: Colour | None = BLACK,
    moves: tuple[int, int | None] = (12, 40),
    period: tuple[int, int] = (1, 2),
    words: tuple[str, ...] = (),
    other: Other | None = None,
) -> Face:
    """A face with the moves against their quota and the period among all as pairs."""
    return Face(LEFT, time, colour, running, *moves, *period, signs, words, "", other)


SETTING = ("40 in 2:00:00", "then 1:00:00", "rif, soosyrv-8", "- + change   OK start")
ROWS = ("RIF 2:00:00/40", "Gomoku 30:00, Swap2", "Chess 90+30", "Go, byo-yomi 5x0:30")
MORE = (*ROWS, "Blitz 3+2", "Žluťoučký kůň, úpěl", "Hourglass 5:00", "Countdown", "Free")
HINT = "- + choose   OK take"

FACES: dict[str, Face | Page] = {
    "hours-runs": face("2:00:00", True),
    "hours-rests": face("1:38:46", False, colour=WHITE),
    "ten-hours-runs": face("10:00:00", True, moves=(112, None), period=(2, 2)),
    "ten-hours-rests": face("10:23:45", False, moves=(112, 120)),
    "minutes-runs": face("59:07", True, colour=WHITE),
    "minutes-rests": face("26:48", False),
    "short-runs": face("4:59", True, period=(1, 1)),
    "short-rests": face("0:13", False, moves=(7, None), period=(1, 1), colour=WHITE),
    "tenths-run": face("0:07.4", True),
    "tenths-rest": face("0:05.9", False),
    "unknown-time": face("--:--", False, Sign.FAULT, colour=None),
    "colours-open-runs": face("30:00", True, colour=None, moves=(0, None), period=(1, 1)),
    "colours-open-rests": face("30:00", False, colour=None, moves=(0, None), period=(1, 1)),
    "no-moves-yet": face("2:00:00", False, moves=(0, 40)),
    "clapper-runs": face("0:00", True, Sign.CLAPPER, moves=(38, 40)),
    "clapper-rests": face("0:00", False, Sign.CLAPPER, moves=(38, 40), colour=WHITE),
    "clapper-long-time": face("1:00:00", True, Sign.CLAPPER, Sign.COUNT_MOVES, period=(2, 2)),
    "two-signs-run": face("4:59", True, Sign.REFEREE, Sign.RECORD_WAIVED),
    "four-signs-rest": face(
        "4:59", False, Sign.REFEREE_THERE, Sign.HAND, Sign.RECORD_WAIVED, Sign.STOPPED
    ),
    "all-signs-run": face("1:23:45", True, *Sign),
    "all-signs-rest": face("23:45", False, *Sign, moves=(112, 120)),
    "battery-before-a-start": face(
        "2:00:00", False, Sign.BATTERY, moves=(0, 40),
        words=("Battery 20 %: charge", "40 in 2:00:00", "rif, soosyrv-8", "- + change   OK start"),
    ),
    "battery-in-a-game": face("1:38:46", True, Sign.BATTERY),
    "battery-with-others": face(
        "4:12", True, Sign.REFEREE, Sign.RECORD_WAIVED, Sign.BATTERY, colour=WHITE, moves=(38, 40)
    ),
    "one-row-runs": face("1:00:00", True, Sign.JOINT, words=("Joint time: press",)),
    "one-row-rests": face("12:34", False, Sign.SWAP, words=("SWAP at your press",)),
    "two-rows-run": face("1:00:00", True, Sign.JOINT, words=("Joint time: both are", "absent")),
    "two-rows-rest": face(
        "45:06", False, Sign.STOPPED, words=("Stopped. Cover the", "position, please")
    ),
    "three-rows-run": face("1:23:45", True, words=SETTING[:3]),
    "three-rows-rest": face("23:45", False, Sign.STOPPED, words=SETTING[:3]),
    "four-rows-run": face("1:23:45", True, Sign.JOINT, colour=None, words=SETTING),
    "four-rows-rest": face("2:00:00", False, words=SETTING, colour=WHITE),
    "claim": face(
        "0:00", False, Sign.CLAPPER, Sign.CLAIM, moves=(38, 40),
        words=("Claim by Right", "L 0:00 38/40 v2:00:00", "R 12:34 38/40 up", "not by RIF 9.1-9.4"),
    ),
    "claim-crowded": face(
        "10:00:00", False, *Sign, moves=(112, 120), words=("Černý žádá výhru", "", "x", "y")
    ),
    "other-lost-runs": face(
        "1:38:46", True, Sign.FAULT, other=Other("2:00:00", WHITE, running=False, fallen=False)
    ),
    "other-lost-rests": face(
        "26:48", False, Sign.FAULT, Sign.RECORD_WAIVED,
        other=Other("1:23:45", WHITE, running=True, fallen=False),
    ),
    "other-lost-tenths": face(
        "0:05.9", True, Sign.FAULT, other=Other("10:00:00", WHITE, running=False, fallen=False)
    ),
    "other-lost-stopped": face(
        "59:07", False, Sign.FAULT, Sign.CLAPPER, Sign.STOPPED, colour=WHITE,
        words=("ssd1306 at 0x3D on I²C 1: hangs",),
        other=Other("0:00", BLACK, running=False, fallen=True),
    ),
    "other-lost-joint": face(
        "1:00:00", True, Sign.FAULT, Sign.JOINT, words=("Joint time: press",),
        other=Other("1:00:00", WHITE, running=True, fallen=False),
    ),
    "too-long-words": face("1:00:00", False, words=("The organizer counts the moves of both",)),
    "page-first": Page("Time control", MORE, 0, HINT, ""),
    "page-middle": Page("Time control", MORE, 4, HINT, ""),
    "page-last": Page("Time control", MORE, 8, HINT, ""),
    "page-short": Page("Organizer", ROWS[:3], 1, HINT, ""),
    "page-four-rows": Page("Regulations of the day", ROWS, 3, HINT, ""),
    "page-nothing-to-select": Page("About", ("Clapper 0.1.0", "2 displays"), None, "OK back", ""),
    "page-czech": Page("Časové tempo", ("Příčný řádek ďábla ťuká", *MORE), 0, "OK převzít", ""),
    "page-empty": Page("", (), None, "", ""),
    "page-code": Page("Organizer's code", ("* [7] - -",), 0, HINT, "", entry=True),
    "page-code-long": Page("Kód pořadatele", ("* [7] - - - - - -",), 0, HINT, "", entry=True),
    "page-entry": Page("Left", ("Set to 1:[05]:00", "Now 59:07"), 0, HINT, "", entry=True),
    "page-entry-korean": Page("둔 수", ("설정 3", "흑 2", "백 1"), 0, HINT, "", entry=True),
    **{f"sign-{sign.value}": face("59:07", False, sign) for sign in Sign},
    **{f"sign-{sign.value}-runs": face("1:59:07", True, sign, colour=WHITE) for sign in Sign},
}  # fmt: skip

SIZES = (NARROW, WIDE)


@pytest.mark.parametrize("size", SIZES, ids=["128", "256"])
@pytest.mark.parametrize("name", FACES)
def test_a_face_looks_as_when_somebody_last_looked(
    name: str, size: tuple[int, int], tmp_path: Path
) -> None:
    same_picture(GOLDEN / f"{name}-{size[0]}.png", draw(FACES[name], size), tmp_path)


def test_every_golden_picture_has_its_face_and_every_sign_a_picture_alone() -> None:
    pictures = {path.name for path in GOLDEN.glob("*.png")}
    assert pictures == {f"{name}-{size[0]}.png" for name in FACES for size in SIZES}
    alone = {f.signs[0] for f in FACES.values() if isinstance(f, Face) and len(f.signs) == 1}
    assert alone == set(Sign)
