"""Time controls in stops, openings, joint time and the organizer's hands; what cannot be played.

How they count in a game of presses alone is in test_naive_clock.
"""

import pytest
from msgspec.structs import replace

from clock.rules.control import Control, Method, Period
from clock.rules.machine import begin
from clock.rules.refusal import SetupError
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import setup
from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[control: first bonus]
an increment for the move to come is added before the first move
  3:00+2, first_bonus=before | -> time 3:02 3:02; L 3:02-1ns -> time 2+1ns 3:02
[control: one increment a press]
a press that credits three moves earns one increment, and so does a swap
  3:00b15, opening=rif | L 10; swap R; R 10 -> time 3:00 3:00
a swap earns none where the regulations exclude it
  3:00+2, opening=rif, swap_earns=no | L 10; swap R; R 10 -> moves 3, runs L, time 2:52 2:50
[control: delay]
the clapper falls only when both the delay and the main time are used up
  1:00d5, remaining_ns=2/1:00 | wait 7-1ns -> nothing; wait 1ns -> ClapperFell L @7
[control: bronstein, control: delay, gomoku 6.2]
the time of a reconstruction does not come back, and the turn goes on as before
  1:00b5 | stop 2; reconstruct L; L 20; resume 1:00; L 3 -> time 40 1:00; R 5; L 5 -> time 40 1:00
  1:00d5 | stop 2; reconstruct L; L 20; resume 1:00; L 3 -> time 40 1:00; R 5; L 5 -> time 40 1:00
[control: byoyomi]
joint time uses up the main time and the byo-yomi periods of both seats
  1:00 and 2x30, started=no | start L R; wait 1:30 -> time 30*1 30*1
    wait 30 -> ClapperFell L, ClapperFell R, BothFallen, ClocksStopped
the referee is called in main time, and not for every byo-yomi period
  10:00 and 3x30, rules=rif-referees |
    wait 11:30-1ns -> RefereeCalled L, ByoyomiBegan L, ByoyomiBegan L, ByoyomiBegan L
[control: hourglass]
nothing flows from an empty glass nor to a fallen clapper
  hourglass 1:00 | wait 2:00 -> time down 2:00; L 1:00 -> time down 2:00; wait 30 -> time down 1:30
[control: countup]
no clapper falls, nobody is called, and the organizer can set the count back to zero
  countup 0, rules=rif-referees | -> deadline none; wait 1:00; set L 0 -> Corrected L, time 0 0
[control: below_zero]
the clock counts on below zero: no clapper falls, nobody is called and the record is kept
  below_zero 6:00, rules=rif-referees | -> deadline none, record kept kept
    L 8:00 -> TurnPassed L spent=8:00, time -2:00 6:00, call off off, record kept kept
time is given and taken on both sides of zero, and the organizer can set it to zero
  below_zero 1:00 | wait 1:30; give L 1:00 -> Corrected L -0:30>0:30, time 0:30 1:00
    take L 2:00 -> time -1:30 1:00; set L 0 -> Corrected L -1:30>0, time 0 1:00
a press that is taken back and a reconstruction are charged below zero as well
  below_zero 1:00 | L 1:30; wait 5; turn L -> time -0:30 0:55
  below_zero 1:00 | stop; reconstruct L; wait 1:05 -> time -0:05 1:00
no time is carried over from such a period, neither left nor below zero
  below_zero 1/1:00 then 0:30 | L 1:20; R 10 -> time 30 30, periods 2 2
by a corrected setting without time below zero, that time is time that ran
  below_zero 0:30 | wait 1:15; stop; controls 1:00 -> has ClapperFell L, time down 0:30
  below_zero 0:30 | wait 1:15; stop; controls 1:00 and 3x30 -> time 15*2 0:30
  below_zero 0:30 | wait 1:15; stop; controls countup 0 -> lacks ClapperFell, time 0 0:30
  below_zero 0:30 | wait 1:15; stop; controls gong 10 -> time 0 0:30; resume -> has GongStruck L
a clapper that is down rises with time given, though its control was corrected since
  1:00 | wait 1:00 -> time down 1:00; stop; controls below_zero 1:00 -> time down 1:00; give L 5
    -> has ClapperRaised L, time 5 1:00
[control: gong]
in joint time the gong restores both seats' time and passes no turn
  gong 10, started=no | start L R; wait 10 -> GongStruck L, GongStruck R, phase joint, moves 0
    R 1 -> runs L, time 9 9; wait 9 -> runs R, moves 1, time 10 9
in a reconstruction the gong credits nothing
  gong 10 | stop; reconstruct L; wait 10 -> GongStruck L, phase reconstruction, moves 0, time 10 10
taking all the time of a turn strikes the gong
  gong 10, hand_warnings=0, hand_penalty_ns=1:00 | wait 1
    fault L -> HandFaulted L, Corrected L, GongStruck L, TurnPassed L
[control: repeating blocks]
one press may complete several blocks
  *1/1:00, opening=rif | L 1 -> periods 3 2, due 3 2, time 1:00 1:00
time given to a block is dropped with it, but not the increment for the move to come
  *1/1:00+1, first_bonus=before | L 20 -> time 1:01 1:01, periods 2 1
[rollover: at_zero_both]
joint time brings the next period to each seat once
  2/1:00 then 0:30, rollover=at_zero_both, started=no | start L R; wait 1:00 -> time 30 30
    -> periods 2 2
[on_flag: run]
a seat whose clapper has fallen plays on and is still charged
  1:00+10 | L 3:00 -> spent 3:00 0, time down 1:00
[on_flag: stop]
the first fall stops both clocks and keeps the other seat's time
  1:00+10, announce=yes, on_flag=stop | L 1
    wait 2:00 -> ClapperFell R @1:01, ClocksStopped none @1:01, phase fallen, runs none
    wait 1:00 -> time 1:09 down
after that fall presses are ignored, claims are accepted, and the organizer may resume
  1:00, announce=yes, on_flag=stop | L 1:00 -> ClapperFell L, ClocksStopped, PressIgnored L
    claim R -> Claimed R; set L 1; resume -> runs L
after a second fall it is known who fell first, and by FIDE rules the clock reports no draw
  1:00, rules=fide, on_flag=run | L 1; R 1:00; wait 59 -> has BothFallen draw=no, first_fallen R
    -> time down down
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


BAD: list[tuple[Control, str]] = [
    ((), ""),
    ((Period(0),), "[0].time"),
    ((Period(0, None, Method.INCREMENT, SECOND_NS),), "[0].time"),  # it would begin with nothing
    ((Period(MINUTE_NS, 0), Period(MINUTE_NS)), "[0].moves"),
    ((Period(MINUTE_NS, method=Method.INCREMENT),), "[0].bonus"),
    ((Period(MINUTE_NS, bonus_ns=1),), "[0].bonus"),
    ((Period(MINUTE_NS, 1, repeat=True), Period(MINUTE_NS)), "[0].repeat"),
    ((Period(MINUTE_NS, repeat=True),), "[0].repeat"),
    ((Period(MINUTE_NS, 1), Period(1, 1, repeat=True)), "[1].time"),
    ((Period(MINUTE_NS, count=2),), "[0].count"),
    ((Period(MINUTE_NS, points=2), Period(MINUTE_NS)), "[0].points"),
    ((Period(MINUTE_NS), Period(MINUTE_NS, points=100)), "[1].points"),
    ((Period(MINUTE_NS, method=Method.BYOYOMI, bonus_ns=SECOND_NS),), "[0].count"),
    ((Period(0, method=Method.COUNTUP), Period(MINUTE_NS)), "[0].moves"),
    ((Period(SECOND_NS, method=Method.GONG), Period(MINUTE_NS)), "[0].moves"),
]


@pytest.mark.rule("control: set-up")
@pytest.mark.parametrize(("control", "place"), BAD)
def test_a_control_that_cannot_be_played_is_refused_with_the_place_in_it(
    control: Control, place: str
) -> None:
    with pytest.raises(SetupError) as refused:
        begin(replace(setup(), left=control))
    assert refused.value.place == f"control.left{place}"


@pytest.mark.rule("control: set-up")
def test_an_increment_before_the_first_move_is_time_to_begin_with() -> None:
    nothing = (Period(0, None, Method.INCREMENT, 30 * SECOND_NS),)
    assert begin(replace(setup(first_bonus="before"), left=nothing)).left.remaining_ns
    with pytest.raises(SetupError):
        begin(replace(setup(), left=nothing))


@pytest.mark.rule("on_flag: stop", "RIF 14.8")
def test_stop_is_refused_where_nobody_may_announce_that_time_is_out() -> None:
    with pytest.raises(SetupError) as refused:
        begin(setup(on_flag="stop"))
    assert refused.value.place == "regulations.announce"
