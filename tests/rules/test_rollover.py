"""When the next period's time is added, and what a fall does to the clocks: run or stop."""

import pytest

from clock.rules.refusal import SetupError
from clock.rules.regulations import PROFILES, OnFlag
from tests.rules.games import Game
from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[rollover: on_move]
the time is added at the press that completes the quota
  2/1:00 then 0:30 | make 2 1; L 1 -> TurnPassed L, PeriodBegan L @3 period=2 added=30, time 1:28 59
a quota not made in time is a fallen clapper
  2/1:00 then 0:30 | make 2; wait 1:00 -> ClapperFell L @1:00
[rollover: at_zero]
the time is added when it runs out with the quota made, not at the press
  2/1:00 then 0:30, rollover=at_zero | make 4 -> time 1:00 1:00; wait 1:00-1ns -> nothing
    wait 1ns -> PeriodBegan L @1:00 period=2 added=30, time 30 1:00; wait 30 -> ClapperFell L
a late look charges the overrun to the new period
  2/1:00 then 0:30, rollover=at_zero | make 4; L 1:07 -> time 23 1:00, spent 1:07 0
the quota not made is a fallen clapper
  2/1:00 then 0:30, rollover=at_zero | make 2; wait 1:00 -> ClapperFell L @1:00, periods 1 1
the press at zero that would make the quota is too late
  2/1:00 then 0:30, rollover=at_zero | make 2; L 1:00 -> ClapperFell L, TurnPassed L
  2/1:00 then 0:30, rollover=at_zero | make 2; L 1:00-1ns; R; wait 1ns -> PeriodBegan L
[rollover: at_zero_both]
either seat's first zero brings the period to both, and a sign asks to count the moves
  2/1:00 then 0:30, rollover=at_zero_both | L 10
    wait 1:00 -> PeriodBegan R @1:10 added=30, PeriodBegan L @1:10 added=30
    -> time 1:20 30, count_moves yes; moves 5 -> count_moves no
no press brings a period and what was played does not matter
  1/1:00 then 0:30, rollover=at_zero_both | make 6 -> periods 1 1
  40/1:00 then 0:30, rollover=at_zero_both | wait 1:00 -> periods 2 2
the overrun is charged to the new period
  2/1:00 then 0:30, rollover=at_zero_both | L 1:00+1ns -> time 30-1ns 1:30
the second seat's zero brings no period again
  2/1:00 then 0:30, rollover=at_zero_both | L 1:00; wait 1:30 -> has ClapperFell R @2:30
    -> total ClapperFell 1, periods 2 2
joint time brings one period to each
  2/1:00 then 0:30, rollover=at_zero_both, started=no | start L R; wait 1:00 -> time 30 30
    -> periods 2 2
a seat that is in the next period already gets no more
  2/1:00 then 0:30 then 0:10, rollover=at_zero_both | period R 2; wait 1:00 -> periods 2 2
    -> time 30 1:30
[on_flag: run]
the other side plays on until the second fall
  1:00 | L 1; wait 1:00 -> ClapperFell R @1:01, phase running, runs R; R
    wait 59 -> ClapperFell L, BothFallen @2:00 draw=yes, ClocksStopped none
a fallen seat is charged on and stays at zero
  1:00+10 | L 3:00 -> spent 3:00 0, time down 1:00
[on_flag: stop]
the first fall freezes both and keeps the other side's time
  1:00+10, announce=yes, on_flag=stop | L 1
    wait 2:00 -> ClapperFell R @1:01, ClocksStopped none @1:01, phase fallen, runs none
    wait 1:00 -> time 1:09 down
  hourglass 1:00, announce=yes, on_flag=stop | wait 1:00 -> ClapperFell L, ClocksStopped
    -> phase fallen, time down 2:00
presses are ignored, claims taken, and the organizer resumes
  1:00, announce=yes, on_flag=stop | L 1:00 -> ClapperFell L, ClocksStopped, PressIgnored L
    claim R -> Claimed R; set L 1; resume -> runs L
who fell first is known even after the second, and by FIDE both down is no draw of the clocks
  1:00, rules=fide, on_flag=run | L 1; R 1:00; wait 59 -> has BothFallen draw=no, first_fallen R
    -> time down down
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


@pytest.mark.rule("on_flag: stop", "RIF 14.8")
def test_stop_is_refused_where_nobody_may_announce_that_time_is_out() -> None:
    with pytest.raises(SetupError) as refused:
        Game(rules="rif", on_flag="stop")
    assert refused.value.place == "regulations.announce"
    assert PROFILES["fide"].first_flag_sign
    assert PROFILES["fide"].on_flag is OnFlag.STOP
    for name, profile in PROFILES.items():
        Game(rules=name)
        assert profile.announce or profile.on_flag is OnFlag.RUN
