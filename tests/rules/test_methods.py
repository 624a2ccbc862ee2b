"""Methods that give time back or in parts: Bronstein, delay, byo-yomi, hourglass, count-up, gong.

Blocks that repeat (Canadian) are in test_methods_blocks.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.rules.control import Method, Period
from clock.rules.machine import begin
from clock.rules.units import MINUTE_NS
from tests.rules.games import LEFT, RIGHT, Game, setup
from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[control: bronstein]
up to the bonus a move costs nothing
  1:00b5 | L 0 -> time 1:00 1:00; R; L 5 -> time 1:00 1:00
  1:00b5 | L 5+1ns -> time 1:00-1ns 1:00, spent 5+1ns 0; R; L 20 -> time 0:45-1ns 1:00
the time is shown going down, and what comes back comes at the press
  1:00b5 | wait 4 -> time 56 1:00; L -> time 1:00 1:00
the clapper falls at zero even inside the delay
  1:00b5, remaining_ns=2/1:00 | wait 2-1ns -> nothing; wait 1ns -> ClapperFell L @2
it gives back for the whole turn through a stop
  1:00b5 | stop 3; resume 1:00; L 1 -> time 1:00 1:00
[control: delay]
the time waits for the delay before it goes down
  1:00d5 | wait 5 -> time 1:00 1:00, deadline 1:05; wait 1ns -> time 1:00-1ns 1:00
  1:00d5 | L 20 -> time 45 1:00, spent 20 0
the clapper stays up until the main time is used
  1:00d5, remaining_ns=2/1:00 | wait 7-1ns -> nothing; wait 1ns -> ClapperFell L @7
every turn has the whole delay, and the seat that waits keeps its own
  1:00d5 | make 10 5 -> time 1:00 1:00
  1:00d5 | L 1; wait 30 -> time 1:00 35; R; L 5 -> time 1:00 35
a delay that a stop interrupted goes on with what was left
  1:00d5 | stop 3 -> delay 2 5; resume 1:00; wait 2 -> time 1:00 1:00; wait 1 -> time 59 1:00
the referee is called at five minutes of main time left
  10:00d5, rules=rif-referees | -> deadline 5:05
a turn has one delay even if a period begins in it
  10d5 then 1:00d5 | wait 15 -> periods 2 1, delay 0 5; L 1 -> time 59 10, delay 5 5
[control: delay, rollover: at_zero]
a period that comes within a turn brings no second delay
  1/0:10d5 then 0:30d5, rollover=at_zero | make 2; wait 16 -> periods 2 1, time 29 10; make 2
    wait 5 -> time 29 10
[control: bronstein, control: delay, gomoku 6.2]
of a reconstruction nothing comes back and the turn goes on as it stood
  1:00b5 | stop 2; reconstruct L; L 20; resume 1:00; L 3 -> time 40 1:00; R 5; L 5 -> time 40 1:00
  1:00d5 | stop 2; reconstruct L; L 20; resume 1:00; L 3 -> time 40 1:00; R 5; L 5 -> time 40 1:00
  1:00b5 | stop 2; reconstruct R; R 20; resume 1:00; L 3 -> time 1:00 40; R 5; L 5 -> time 1:00 40
  1:00d5 | stop 2; reconstruct R; R 20; resume 1:00; L 3 -> time 1:00 40; R 5; L 5 -> time 1:00 40
[control: byoyomi]
main time only goes down
  10:00 and 3x30 | make 4 1:00 -> time 8:00 8:00
the first period begins when the main time is used and not before
  10:00 and 3x30 | wait 10:00-1ns -> nothing, time 1ns 10:00
    wait 1ns -> ByoyomiBegan L @10:00 periods=3, time 30*3 10:00
  10:00 and 3x30 | L 10:00-1ns -> TurnPassed L, time 1ns 10:00
  10:00 and 3x30 | L 10:00 -> ByoyomiBegan L, TurnPassed L earned=0, time 30*3 10:00
a move inside a period restores it
  10:00 and 3x30 | wait 10:00; L 7 -> TurnPassed L earned=7, time 30*3 10:00; R
    L 30-1ns -> TurnPassed L earned=30-1ns, time 30*3 10:00; R; L 1ns -> time 30*3 10:00
a period that is used up is gone and the next begins at that instant
  10:00 and 3x30 | wait 10:30-1ns -> time 1ns*3 10:00; wait 1ns -> ByoyomiBegan L @10:30 periods=2
    L 1 -> time 30*2 10:00
  10:00 and 3x30 | wait 10:00; L 30 -> ByoyomiBegan L, TurnPassed L earned=0, time 30*2 10:00
a long thought uses up several periods at their instants
  10:00 and 3x30 |
    L 11:01 -> has ByoyomiBegan L @10:00 periods=3, has TurnPassed L earned=1
    -> total ByoyomiBegan 3, time 30*1 10:00
the last period used up drops the clapper, which restores nothing
  10:00 and 3x30 | wait 11:30-1ns; wait 1ns -> ClapperFell L @11:30, time down 10:00
    L; R 1; L 1 -> time down 9:59
a move in the last period restores it for ever
  0 and 1x30 | make 60 30-1ns -> time 30*1 30*1, total ClapperFell 0
without main time the first period is there from the start
  0 and 2x30, started=no | -> time 30*2 30*2; start; L 30-1ns -> time 30*2 30*2
    R 30 -> time 30*2 30*1; L; wait 30 -> ClapperFell R
a stop keeps what is left of a period, and a move after it restores the whole
  10:00 and 3x30 | wait 10:00; stop 20 -> time 10*3 10:00; wait 1:00; resume; wait 10-1ns -> nothing
    wait 1ns -> ByoyomiBegan L, time 30*2 10:00
  10:00 and 3x30 | wait 10:00; stop 20; resume 1:00; L 10-1ns -> time 30*3 10:00
the seat that waits keeps its periods
  10:00 and 3x30 | wait 10:00; L 1; wait 10:30 -> time 30*3 30*2
joint time uses main time and periods of both
  1:00 and 2x30, started=no | start L R; wait 1:30 -> time 30*1 30*1
    wait 30 -> ClapperFell L, ClapperFell R, BothFallen, ClocksStopped
the referee is called in main time and not for every period
  10:00 and 3x30, rules=rif-referees |
    wait 11:30-1ns -> RefereeCalled L, ByoyomiBegan L, ByoyomiBegan L, ByoyomiBegan L
the first fall stops both where the regulations ask for it
  0 and 1x30, announce=yes, on_flag=stop | wait 30 -> phase fallen, time down 30*1
[control: hourglass]
what one spends flows to the other while it is spent, to the last nanosecond
  hourglass 1:00 | wait 10 -> time 50 1:10; L 5 -> time 45 1:15; R 1:15-1ns -> time 2:00-1ns 1ns
  hourglass 3:00 vs hourglass 2:00 | L 3:00-1ns -> time 1ns 5:00-1ns
    R 5:00-2ns -> time 5:00-1ns 1ns
it ends with a fall at the exact instant and the other has all
  hourglass 1:00 | L 20; wait 1:20-1ns -> nothing; wait 10 -> ClapperFell R @1:40, time 2:00 down
nothing flows from an empty glass nor to a fallen clapper
  hourglass 1:00 | wait 2:00 -> time down 2:00; L 1:00 -> time down 2:00; wait 30 -> time down 1:30
a stop lays the glass down and resuming sets it up as it was
  hourglass 1:00 | stop 10; wait 1:00 -> time 50 1:10; resume; wait 20 -> time 30 1:30
a press of the idle seat turns nothing, and only the organizer changes the sum
  hourglass 1:00 | R 10; wait 10 -> time 40 1:20; give R 1:00 -> time 40 2:20
joint time is taken from both and flows to nobody
  hourglass 1:00, started=no | start L R; wait 10 -> time 50 50
[control: countup]
time goes up while it runs and stays while it does not
  countup 0 | -> time 0 0; L 1:00+1ns; R 5ns; wait 1 -> time 1:01+1ns 5ns
  countup 5:00 | L 1 -> time 5:01 5:00
  countup 0 | stop 1; resume 1:00:00; wait 1 -> time 2 0
nothing ever falls and nobody is called
  countup 0, rules=rif-referees | -> deadline none; wait 900:00:00 -> nothing, time 900:00:00 0
the organizer sets the count back to nothing
  countup 0 | wait 1:00; set L 0 -> Corrected L, time 0 0
[control: gong]
the gong passes the turn by itself at its instant
  gong 10 | wait 10-1ns -> nothing
    wait 1ns -> GongStruck L @10, TurnPassed L @10 spent=10 remaining=10 earned=10 credited=1
    -> runs R, moves 1, time 10 10
however late one looks every gong was at its instant
  gong 10 | wait 25 -> GongStruck L @10, TurnPassed L @10, GongStruck R @20, TurnPassed R @20
    -> runs L, moves 2, time 5 10
no press ends a turn
  gong 10 | L 1 -> PressIgnored L reason=gong; R 1 -> PressIgnored R reason=idle_seat
    -> runs L, moves 0, time 8 10
  gong 10 | L 10 -> GongStruck L, TurnPassed L, PressIgnored L reason=idle_seat, runs R, moves 1
a stop keeps what is left until the gong
  gong 10 | stop 7; wait 1:00:00 -> nothing; resume; wait 3-1ns -> nothing
    wait 1ns -> GongStruck L, TurnPassed L, time 10 10
in joint time the gong restores both and passes nothing
  gong 10, started=no | start L R; wait 10 -> GongStruck L, GongStruck R, phase joint, moves 0
    R 1 -> runs L, time 9 9; wait 9 -> runs R, moves 1, time 10 9
in a reconstruction the gong credits nothing
  gong 10 | stop; reconstruct L; wait 10 -> GongStruck L, phase reconstruction, moves 0, time 10 10
time from the organizer is for this turn alone
  gong 10 | give L 5; wait 15 -> runs R, time 10 10
taking all the time of a turn strikes the gong and drops no clapper
  gong 10 | set L 0 -> Corrected L, GongStruck L, TurnPassed L, runs R, moves 1
    set L 0 -> Corrected L; wait 10 -> runs R, moves 3, time 10 10
  gong 10, hand_warnings=0, hand_penalty_ns=1:00 | wait 1
    fault L -> HandFaulted L, Corrected L, GongStruck L, TurnPassed L
one seat may have a gong and the other time of its own
  gong 10 vs 5:00 | wait 10; R 1:00 -> runs L, time 10 4:00
the gong credits what the opening asks for and makes quotas
  gong 10, opening=rif | wait 10 -> moves 3
  gong 2/10 then gong 30 | wait 30 -> periods 2 1, time 30 10
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


TIMES_NS = st.integers(1, 10 * MINUTE_NS)
BONUSES_NS = st.integers(1, MINUTE_NS)
THOUGHTS_NS = st.lists(st.integers(0, 2 * MINUTE_NS), min_size=1, max_size=20)
BONUS_METHODS = (Method.INCREMENT, Method.BRONSTEIN, Method.DELAY)


def game_of(method: Method, time_ns: int, bonus_ns: int) -> Game:
    """A game that has begun, with this one period for both."""
    game = Game(started=False)
    control = (Period(time_ns, None, method, bonus_ns),)
    game.state = begin(replace(setup(), left=control, right=control))
    game.start()
    return game


def after_a_turn(method: Method, left_ns: int, bonus_ns: int, thought_ns: int) -> int:
    """What the left seat has after one turn; 0: the clapper fell."""
    if method is Method.DELAY:
        return max(0, left_ns - max(0, thought_ns - bonus_ns))
    earned_ns = bonus_ns if method is Method.INCREMENT else min(bonus_ns, thought_ns)
    return left_ns - thought_ns + earned_ns if thought_ns < left_ns else 0


@pytest.mark.rule("control: increment", "control: bronstein", "control: delay")
@pytest.mark.parametrize("method", BONUS_METHODS)
@given(TIMES_NS, BONUSES_NS, THOUGHTS_NS, st.integers(0, 3))
def test_every_turn_is_exact_whatever_stops_interrupt_it(
    method: Method, time_ns: int, bonus_ns: int, thoughts_ns: list[int], stops: int
) -> None:
    game, left_ns = game_of(method, time_ns, bonus_ns), time_ns
    for thought_ns in thoughts_ns:
        part_ns = thought_ns // (stops + 1)
        for _ in range(stops):
            game.stop(after=part_ns)
            game.resume(after=MINUTE_NS)
        game.press(LEFT, after=thought_ns - stops * part_ns)
        left_ns = after_a_turn(method, left_ns, bonus_ns, thought_ns)
        assert (game.remaining_ns(LEFT), game.left.fallen) == (left_ns, left_ns == 0)
        if game.left.fallen:
            break
        game.press(RIGHT)


@pytest.mark.rule("control: hourglass")
@given(st.lists(st.integers(0, MINUTE_NS), max_size=30))
def test_the_sum_of_an_hourglass_is_constant_to_the_nanosecond(thoughts_ns: list[int]) -> None:
    game = Game("hourglass 1:00")
    for thought_ns in thoughts_ns:
        game.wait(thought_ns // 3)
        assert sum(game.times_ns) == 2 * MINUTE_NS
        game.move(thought_ns - thought_ns // 3)
        assert sum(game.times_ns) == 2 * MINUTE_NS
        if game.left.fallen or game.right.fallen:
            break
