"""RIF 5, 6, 10 b, 14.1, 14.3 to 14.7: periods, the press, the instant that decides, and stops."""

import typing

import pytest

from clock.rules.inputs import Input, Press
from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[RIF 14.1]
forty moves in two hours and then an hour for the rest of the game, for each seat apart
  40/2:00:00 then 1:00:00 | make 78 1:00 -> periods 1 1
    L 1:00 -> has PeriodBegan L @1:19:00 period=2 added=1:00:00, time 2:20:00 1:21:00, periods 2 1
    R 1:00 -> periods 2 2, due none none
[RIF 14.3, gomoku 5.1, gomoku 5.2, gomoku 5.3]
Black's clock starts the game, at the other seat's press or the organizer's start
  1:00:00, started=no, starter=R | wait 1:00:00 -> runs none, time 1:00:00 1:00:00
    -> deadline none
    R -> PressIgnored R reason=not_started; L -> GameStarted R @1:00:00, runs R
the press that starts the game credits nothing and earns nothing
  3:00+2, started=no | R 9ns -> GameStarted L, phase running, moves 0, runs L, time 3:00 3:00
one press stops one clock and starts the other at one instant
  1:00:00 | L 12.345 -> TurnPassed L @12.345 spent=12.345 remaining=59:47.655 earned=0 moves=1
    wait 1ns -> time 59:47.655 1:00:00-1ns
only the press of the seat whose clock runs counts
  1:00:00 | R 1 -> PressIgnored R @1 reason=idle_seat, moves 0, runs L, time 59:59 1:00:00
a plunger that is pressed over and over never blocks the other seat
  1:00:00 | L; L 1ns -> PressIgnored L; L 1ns -> PressIgnored L; L 1ns; R -> TurnPassed R spent=3ns
[RIF 14.3, gomoku 11.7]
the clock never hints that somebody forgot to press
  1:00:00 | wait 30:00 -> nothing; wait 29:00 -> nothing, deadline 1:00:00
  10:00, rules=gomoku-cz | wait 10:00-1ns -> nothing
[RIF 14.4]
a press one nanosecond before zero makes the move
  1/1:00 then 1:00 | L 1:00-1ns -> TurnPassed L, PeriodBegan L, time 1:00+1ns 1:00
a press at exactly zero or later is too late, and the clapper falls at its own instant
  1/1:00 then 1:00 | L 1:00 -> ClapperFell L @1:00, TurnPassed L, periods 1 1, time down 1:00
a press that credits several moves credits them all and brings every period they complete
  2/1:00 then 1:00, opening=rif | L 1:00-1ns -> TurnPassed L, PeriodBegan L, periods 2 1
  1/1:00 then 1/2:00 then 4:00, opening=rif |
    L 1 -> has PeriodBegan L @1 period=2 added=2:00, has PeriodBegan L period=3 added=4:00
    -> total PeriodBegan 3, periods 3 2, time 6:59 3:00
after a fall no press earns time or a period
  2/1:00+10 then 1:00+10 | L 1:00; make 6 1 -> periods 1 2, time down 2:27
[RIF 14.5]
a late press is shown but does not count
  1:00+5 | L 3 -> TurnPassed L @3 spent=3 remaining=1:02 earned=5; late R 2 -> EdgeWasLate R edge=2
    -> moves 1, runs R
[RIF 5, RIF 6]
a pass is pressed and counted like any move, and completes a quota
  2/1:00:00 then 0:30:00 | L; R; L 7 -> TurnPassed L credited=1 moves=3, PeriodBegan L, periods 2 1
a move is ended for the clock by nothing but its press
  1:00:00 | wait 59 -> nothing, moves 0, runs L; L 1 -> moves 1, spent 1:00 0
[RIF 10 b]
a press after an offer is a move like any other
  1:00:00 | L 1 -> TurnPassed L, runs R
[RIF 14.6]
a stop halts both clocks and credits nothing
  1:00:00+30 | L; stop L 40 -> ClocksStopped L @40, OrganizerCalled @40
    wait 1:00:00 -> time 1:00:30 59:20, moves 1, runs none, phase stopped
  1:00:00+30 | L; stop 40 -> ClocksStopped none @40, OrganizerCalled @40
a stopped turn goes on where it was and its stop is not charged
  1:00:00 | stop 10; resume 1:00:00; L 5 -> TurnPassed L spent=15
clocks that run cannot be resumed
  1:00:00 | resume -> refused
a stop at the very instant of zero comes after the fall
  1:00 | stop 1:00 -> ClapperFell L, ClocksStopped, OrganizerCalled
  1:00 | stop 1:00-1ns; wait 1:00:00 -> time 1ns 1:00
[RIF 14.7]
only the organizer resumes, and every stop calls the organizer
  1:00:00 | stop; L 1 -> PressIgnored L; R -> PressIgnored R; stop 1 -> ActIgnored, OrganizerCalled
    -> runs none; resume 1 -> ClocksResumed L reconstruct=no, runs L
[gomoku 6.2]
a position is laid again on the culprit's time, whose press ends that, and nothing is credited
  1/10:00+30 then 5:00 | stop; reconstruct L -> phase reconstruction, runs L; wait 2:00
    -> time 8:00 10:00, moves 0, turn L
  1/10:00+30 then 5:00 | stop; reconstruct R; L 1 -> PressIgnored L
    R 1 -> ClocksStopped R @2, time 10:00 9:58, periods 1 1; resume -> phase running, runs L
a stop ends it too and its time can run out; it needs a culprit
  10:00 | stop; reconstruct R; stop 1 -> ClocksStopped, OrganizerCalled; reconstruct R; wait 10:00
    -> time 10:00 down
  10:00 | stop; reconstruct -> refused seat
[RIF 14.5]
power lost stops the clocks at the last instant that is known, until the organizer resumes
  1:00 | L 10; power 4 -> PowerWasLost uncertain=1, ClocksStopped none, phase stopped, uncertain 1
    -> time 50 56; resume -> runs R, time 50 56, uncertain 0
  1:00, started=no | start L R; power 14 -> PowerWasLost uncertain=1, ClocksStopped, time 46 46
    resume -> phase joint, uncertain 0
while no clock runs it changes nothing, nor does a restart, which is logged
  1:00, started=no | power 14 -> PowerWasLost uncertain=0, phase ready, uncertain 0
  1:00 | stop 3; power 14 -> PowerWasLost uncertain=0, phase stopped, time 57 1:00, uncertain 0
  1:00 | restart 14 -> ClockRestarted away=1; L 6 -> time 40 1:00
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


@pytest.mark.rule("RIF 5", "RIF 10 b")
def test_the_clock_knows_nothing_of_the_board_and_has_no_button_for_a_draw() -> None:
    assert set(Press.__struct_fields__) == {"at_ns", "seat", "hand"}
    acts = {kind.__name__.lower() for kind in typing.get_args(Input)}
    assert not any("draw" in name or "offer" in name for name in acts)
