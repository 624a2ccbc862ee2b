"""What others publish of their clocks, in tests and manuals, where the rules decide the same.

A row is: whose expectation it is, the control of both seats, the left seat's thoughts in seconds
(the right seat answers at once), and what the left seat shows after each press. Seconds are text,
so that they are exact.

Where a manual or a help page says in words how it counts, the numbers are ours. Where others
decide differently there is no row:

- Engine match programs let a margin pass below zero, and carry the unused time of a repeating
  block over (Fastchess, cutechess).
- Strategygames shows a delay as part of the time, 605 s for 600 s with 5 s; its rows say what is
  left without the delay.
- Scalachess gives lag back, has some grace at zero, and charges nothing for a first move.
- The shogi engine leaves a byo-yomi period as it is after a move that used one up before, with
  500 ms of 1 s left; its rows say how many periods are left.
- One Bronstein timer saves what is unused of the delay for the next move: that is no Bronstein.
- The DGT 3000 shows all byo-yomi periods together (five of a minute as 5:00), and the players
  reload a Canadian period by hand.
"""

from decimal import Decimal
from typing import Any, NamedTuple

import pytest

from clock.rules.outputs import PeriodBegan
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game


class Case(NamedTuple):
    """One published expectation."""

    of: str
    control: str
    thoughts: str
    shows: str
    """After each press, in seconds; "down" where the clapper must be."""
    choices: dict[str, Any] = {}  # noqa: RUF012


BEFORE = {"first_bonus": "before"}
SPENT = "1:00+1 then 0 and 1x5"

CASES = [
    # Increment
    Case("Strategygames, increment", "1:00+1", "30", "31"),
    Case("Strategygames, a centisecond left", "1:00+1", "30 30.99", "31 1.01"),
    Case("Strategygames, none at zero", "1:00+1", "30 31", "31 down"),
    Case("Strategygames, 60+1 goes down", "1:00+1", "3 3 3", "58 56 54"),
    Case("Strategygames, 60+1 stays", "1:00+1", "1 1 1", "60 60 60"),
    Case("Strategygames, 60+1 goes up", "1:00+1", "0 0 0", "61 62 63"),
    Case("Strategygames, several acts of one turn", "1:00+1", "8", "53"),
    Case("Scalachess, no lag", "10:00", "0 1", "600 599"),
    Case("Scalachess, out of time at all of it", "1:00", "60", "down"),
    Case("a web chess clock, 5+3", "5:00+3", "5", "298"),
    Case("a web chess clock, less than the increment", "5:00+5", "2", "303"),
    Case("Fastchess, the increment before the move", "0:10+0.1", "5.555", "4.645", BEFORE),
    Case("the chess-clock package, 5+5", "5:00+5", "0", "305"),
    # Bronstein
    Case("Strategygames, Bronstein", "1:00b5", "30", "35"),
    Case("Strategygames, Bronstein, a centisecond left", "1:00b5", "30 34.99", "35 5.01"),
    Case("Strategygames, Bronstein does not save at zero", "1:00b5", "30 35", "35 down"),
    Case("Strategygames, 180+2 above the delay", "3:00b2", "3 3 3", "179 178 177"),
    Case("Strategygames, 180+2 at the delay", "3:00b2", "2 2 2", "180 180 180"),
    Case("Strategygames, 180+2 below the delay", "3:00b2", "1 0 1", "180 180 180"),
    Case("Strategygames, 180+2, a turn of several acts", "3:00b2", "26", "156"),
    Case("Strategygames, 180+2, 100 s", "3:00b2", "100", "82"),
    Case("the chess-clock package, half the bonus spent", "1:00b2", "1.1", "60"),
    Case("the chess-clock package, more than the bonus", "1:00b2", "2.1", "59.9"),
    Case("the DGT 3000 manual, never more than before", "25:00b10", "4 10", "1500 1500"),
    Case("the DGT 3000 manual, more than the delay", "25:00b10", "25", "1485"),
    Case("a Chronos at Twixt, 30 s", "25:00b30", "29 31", "1500 1499"),
    # Delay
    Case("Strategygames, delay", "10:00d5", "26", "579"),
    Case("Strategygames, a turn within the delay", "10:00d5", "4", "600"),
    Case("Strategygames, the delay would save it", "1:00d5", "30 36", "35 4"),
    Case("Strategygames, the delay does not save it", "1:00d5", "30 40", "35 down"),
    Case("the chess-clock package, within the delay", "2:00:00d5", "2.6 4.9", "7200 7200"),
    Case("the chess-clock package, after the delay", "2:00:00d5", "5.2", "7199.8"),
    Case("the DGT 3000 manual, the same result as Bronstein", "25:00d10", "4 25", "1500 1485"),
    # Byo-yomi
    Case("KGS, inside a period none is used up", "0 and 5x30", "29 29.999", "30*5 30*5"),
    Case("KGS, five periods used up", "0 and 5x30", "30 " * 5, "30*4 30*3 30*2 30*1 down"),
    Case("pygoban, 60 s and three periods", "1:00 and 3x30", "25 55 50", "35 30*3 30*2"),
    Case("Strategygames, main time goes on", SPENT, "30 30.99", "31 1.01"),
    Case("Strategygames, main time ends", SPENT, "30 31", "31 5*1"),
    Case("Strategygames, less than the period", SPENT, "30 31 4 4 4 4 4", "31" + " 5*1" * 6),
    Case("Strategygames, the one period used up", SPENT, "30 31 4 4 5", "31 5*1 5*1 5*1 down"),
    Case("Strategygames, two periods", "1:00+1 then 0 and 2x5", "30 31 4 5 4 5",
         "31 5*2 5*2 5*1 5*1 down"),
    Case("a shogi engine, exactly one period", "0 and 3x1", "1", "1*2"),
    Case("a shogi engine, two periods and a half", "0 and 5x1", "2.5", "1*3"),
    Case("a shogi engine, main time overspent by one period", "0:02 and 3x1", "3", "1*2"),
    Case("a shogi engine, overspent by half a period", "0:03 and 3x1", "3.5", "1*3"),
    Case("a shogi engine, overspent by two and a half", "0:01 and 5x1", "3.5", "1*3"),
    Case("a shogi engine, both periods", "0 and 2x1", "1.2 1.5", "1*1 down"),
    # Periods, and blocks that repeat
    Case("the chess-clock package, a stage's time is added", "1/0:42 then 0:42", "0", "84"),
    Case("the chess-clock package, 40 in 2 h, 1 h, 5 s of delay", "40/2:00:00d5 then 1:00:00d5",
         "5 " * 39 + "65", "7200 " * 39 + "10740"),
    Case("the Candidates of 2022, in small", "2/2:00:00 then 1/1:00:00 then 15:00+30",
         "60 60 60 60", "7140 10680 11550 11520", BEFORE),
    Case("IGS, Canadian, 25 moves in 10 min", "1:00 then *25/10:00", "60 " + "20 " * 24,
         "600 " + " ".join(str(600 - 20 * each) for each in range(1, 24)) + " 600"),
    Case("AGA, 20 stones in 5 min, not completed", "0:10 then *20/5:00", "10 299 1", "300 1 down"),
    Case("the SamTimer manual, blocks without main time", "*25/15:00", "30 " * 25,
         " ".join(str(900 - 30 * each) for each in range(1, 25)) + " 900"),
]  # fmt: skip


@pytest.mark.rule("control: other clocks")
@pytest.mark.parametrize("case", CASES, ids=[case.of for case in CASES])
def test_the_left_seat_shows_what_others_expect(case: Case) -> None:
    game = Game(case.control, **case.choices)
    shown = []
    for thought in case.thoughts.split():
        game.press(LEFT, after=int(Decimal(thought) * SECOND_NS))
        shown.append(_shown(game))
        game.press(RIGHT)
    assert shown == case.shows.split()


def _shown(game: Game) -> str:
    if game.left.fallen:
        return "down"
    seconds = (Decimal(game.shows(LEFT)) / SECOND_NS).normalize()
    periods = "" if game.left.overtime is None else f"*{game.left.overtime}"
    return f"{seconds:f}{periods}"


@pytest.mark.rule("control: other clocks")
@pytest.mark.parametrize(
    ("of", "text", "spent_s", "shown_s"),
    [
        ("the chess-clock package", "hourglass 1:00", "1.1", ("58.9", "61.1")),
        ("DGT, what one loses the other gains", "hourglass 1:00", "59", ("1", "119")),
        ("Sensei's Library, a second for a second", "hourglass 5:00", "1", ("299", "301")),
    ],
)
def test_an_hourglass_gives_the_other_what_is_spent(
    of: str, text: str, spent_s: str, shown_s: tuple[str, str]
) -> None:
    game = Game(text)
    game.press(LEFT, after=int(Decimal(spent_s) * SECOND_NS))
    assert game.shown == tuple(int(Decimal(each) * SECOND_NS) for each in shown_s), of


@pytest.mark.rule("control: other clocks")
def test_dgt_adds_a_period_to_both_when_either_is_at_zero() -> None:
    game = Game("40/2:00:00 then 30:00", rollover="at_zero_both")
    game.press(LEFT, after=HOUR_NS)
    game.wait(2 * HOUR_NS)
    assert [each.seat for each in game.said(PeriodBegan)] == [RIGHT, LEFT]
    assert game.shown == (90 * MINUTE_NS, 30 * MINUTE_NS)


@pytest.mark.rule("control: other clocks")
def test_dgt_with_a_number_of_moves_adds_it_for_each_player_apart() -> None:
    game = Game("40/1:30:00+30 then 30:00+30", first_bonus="before")
    game.make(79)
    assert (game.left.period, game.right.period) == (2, 1)
    game.move()
    assert game.right.period == 2


@pytest.mark.rule("control: other clocks")
def test_dgts_gong_gives_ten_seconds_to_the_left_and_ten_to_the_right() -> None:
    game = Game("gong 0:10")
    seats = []
    for _ in range(4):
        seats.append(game.running)
        game.wait(10 * SECOND_NS)
    assert seats == [LEFT, RIGHT, LEFT, RIGHT]


@pytest.mark.rule("control: other clocks")
@pytest.mark.parametrize("text", ["5:00", "5:00+5", "5:00b5", "hourglass 5:00"])
def test_a_pause_takes_no_time_however_long_it_is(text: str) -> None:
    """The chess-clock package: 100 ms, a pause of seconds, and a second more are 1.1 s."""
    game = Game(text)
    game.stop(after=SECOND_NS // 10)
    game.wait(42 * SECOND_NS // 10)
    assert game.shows(LEFT) == 5 * MINUTE_NS - SECOND_NS // 10
    game.resume(after=SECOND_NS)
    game.wait(SECOND_NS)
    assert game.shows(LEFT) == 5 * MINUTE_NS - 11 * SECOND_NS // 10


@pytest.mark.rule("control: other clocks")
@pytest.mark.parametrize("text", ["1:00", "1:00+1", "1:00b5"])
def test_given_time_is_added_exactly_and_without_a_bonus(text: str) -> None:
    """Strategygames: a second given is a second, in every way of counting."""
    game = Game(text)
    game.adjust(LEFT, by=SECOND_NS)
    assert game.shown == (61 * SECOND_NS, MINUTE_NS)
    assert game.running is LEFT


@pytest.mark.rule("control: other clocks")
def test_two_presses_of_one_player_are_one_and_time_never_goes_below_zero() -> None:
    """The chess-clock package: the second press does nothing; a spent clock stays at zero."""
    game = Game("5:00")
    game.press(LEFT)
    before = game.state
    game.press(LEFT)
    assert game.state.play == before.play
    game.wait(10 * MINUTE_NS)
    assert game.shown == (5 * MINUTE_NS, 0)
