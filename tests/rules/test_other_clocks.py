"""What others publish of their clocks, in tests and manuals, where the rules decide the same.

A row is: who expects it, the control of both seats, the left seat's thoughts in seconds (the right
seat answers at once), and what the left seat shows after each press, "*" with its byo-yomi periods.

Where a manual or a help page explains in words how it counts, the numbers are ours. Where others
decide differently there is no row:

- Engine match programs let a margin pass below zero, and carry the unused time of a repeating
  block over (Fastchess, cutechess).
- Strategygames shows a delay as part of the time, 605 s for 600 s with 5 s; its rows have what is
  left without the delay.
- Scalachess gives lag back, has some grace at zero, and charges nothing for a first move.
- The shogi engine leaves a byo-yomi period as it is after a move that used one up before, with
  500 ms of 1 s left; its rows have how many periods are left.
- One Bronstein timer saves what is unused of the delay for the next move: that is no Bronstein.
- The DGT 3000 shows all byo-yomi periods together (five of a minute as 5:00), and the players
  reload a Canadian period by hand.
"""

import pytest

from tests.rules.games import LEFT
from tests.rules.scenarios import Scenario, canonical, follow, time_of

CASES = """
Strategygames, increment | 1:00+1 | 30 | 31
Strategygames, none at zero | 1:00+1 | 30 31 | 31 down
Strategygames, 60+1 goes up | 1:00+1 | 0 0 0 | 61 62 63
Scalachess, out of time at all of it | 1:00 | 60 | down
a web chess clock, less than the increment | 5:00+5 | 2 | 303
Fastchess, the increment before the move | 0:10+0.1, first_bonus=before | 5.555 | 4.645
Strategygames, Bronstein | 1:00b5 | 30 | 35
Strategygames, Bronstein does not save at zero | 1:00b5 | 30 35 | 35 down
Strategygames, 180+2 below the delay | 3:00b2 | 1 0 1 | 180 180 180
the chess-clock package, more than the bonus | 1:00b2 | 2.1 | 59.9
the DGT 3000 manual, never more than before | 25:00b10 | 4 10 | 1500 1500
a Chronos at Twixt, 30 s | 25:00b30 | 29 31 | 1500 1499
Strategygames, delay | 10:00d5 | 26 | 579
Strategygames, the delay would save it | 1:00d5 | 30 36 | 35 4
Strategygames, the delay does not save it | 1:00d5 | 30 40 | 35 down
the chess-clock package, within the delay | 2:00:00d5 | 2.6 4.9 | 7200 7200
the DGT 3000 manual, the same result as Bronstein | 25:00d10 | 4 25 | 1500 1485
KGS, inside a period none is used up | 0 and 5x30 | 29 29.999 | 30*5 30*5
KGS, five periods used up | 0 and 5x30 | 30 30 30 30 30 | 30*4 30*3 30*2 30*1 down
pygoban, 60 s and three periods | 1:00 and 3x30 | 25 55 50 | 35 30*3 30*2
Strategygames, used up | 1:00+1 then 0 and 1x5 | 30 31 4 4 5 | 31 5*1 5*1 5*1 down
Strategygames, two periods | 1:00+1 then 0 and 2x5 | 30 31 4 5 4 5 | 31 5*2 5*2 5*1 5*1 down
a shogi engine, exactly one period | 0 and 3x1 | 1 | 1*2
a shogi engine, overspent by two and a half | 0:01 and 5x1 | 3.5 | 1*3
a shogi engine, both periods | 0 and 2x1 | 1.2 1.5 | 1*1 down
AGA, 20 stones in 5 min, not completed | 0:10 then *20/5:00 | 10 299 1 | 300 1 down
"""


@pytest.mark.rule("control: other clocks")
@pytest.mark.parametrize("case", CASES.strip().splitlines())
def test_the_left_seat_shows_what_others_expect(case: str) -> None:
    _, setup, thoughts, shown = case.split(" | ")
    game = Scenario(setup, "").play()
    for thought, expected in zip(thoughts.split(), shown.split(), strict=True):
        follow(game, f"L {thought}")
        assert time_of(game, LEFT) == canonical(expected)
        follow(game, "R")
