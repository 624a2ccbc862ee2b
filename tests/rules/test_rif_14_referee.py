"""RIF 14.8 and 14.9: silence without time referees, and the call of one where they are used."""

from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[RIF 14.8]
without referees only the clapper falls, and the other seat plays on
  10:00 | wait 10:00 -> ClapperFell L @10:00, total RefereeCalled 0, call off off, runs L
    L 1 -> TurnPassed L, runs R; R 1 -> TurnPassed R, moves 2
[RIF 14.9]
the referee is called at exactly five minutes left, however late one looks
  10:00, rules=rif-referees | -> deadline 5:00; wait 5:00-1ns -> nothing
    wait 1ns -> RefereeCalled L @5:00, call called armed; wait 1ns -> nothing
  10:00, rules=rif-referees | L 5:00+17ns -> RefereeCalled L @5:00, TurnPassed L
  10:00, rules=rif-referees, remaining_ns=5:00+1ns/5:00 | -> call armed called
    wait 1ns -> RefereeCalled L @1ns
the call stays until it is acknowledged and comes once a period
  10:00+20, rules=rif-referees | wait 5:00; make 4 1 -> time 5:38 10:38, call called armed
    acknowledge L -> RefereeCame L, call came armed; wait 2:00 -> total RefereeCalled 1
    acknowledge L -> ActIgnored
each seat has a call of its own
  10:00, rules=rif-referees | L 5:00 -> total RefereeCalled 1, has RefereeCalled L
    R 5:00 -> has RefereeCalled R, total RefereeCalled 2
the referee is called in each period
  1/10:00 then 10:00, rules=rif-referees | L 6:00 -> call armed armed; R
    wait 9:00 -> RefereeCalled L @15:00
a seat that has made the period's moves needs no referee, but in a last period
  1/10:00 then 10:00, rules=rif-referees, rollover=at_zero | make 2; wait 10:00-1ns -> nothing
    wait 1ns -> PeriodBegan L; wait 5:00 -> RefereeCalled L
  1/10:00 then 10:00, rules=rif-referees, rollover=at_zero | make 2; set R 1:00 -> Corrected R
  1/10:00, rules=rif-referees | make 2; wait 5:00 -> RefereeCalled L; wait 5:00 -> ClapperFell L
increments and what a method gives back call nobody again
  10:00+20, rules=rif-referees | L 5:11; R 2:00 -> time 5:09 8:20, call called armed
    wait 1:00 -> total RefereeCalled L 1
  10:00b90, rules=rif-referees | L 5:11; R 2:00 -> time 6:19 9:30, call called armed
    wait 1:30 -> total RefereeCalled L 1
  hourglass 10:00, rules=rif-referees | L 5:11; R 2:00 -> call called armed
    wait 2:00 -> total RefereeCalled L 1
  5:10 and 3x6:00, rules=rif-referees | L 5:11; R 2:00 -> time 6:00*3 3:10, call called called
    wait 1:00 -> total RefereeCalled L 1
joint time calls for both seats at one instant
  10:00, rules=rif-referees, started=no | start L R
    wait 5:00 -> RefereeCalled L @5:00, RefereeCalled R @5:00
the limit of the call is a choice of the regulations
  10:00, rules=rif-referees, referee_call_ns=1:00 | wait 9:00 -> RefereeCalled L @9:00
a period that begins at five minutes or less calls once as it begins
  1/10:00 then 3:00, rules=rif-referees | L 8:00 -> time 5:00 10:00, has RefereeCalled L @5:00
    -> has RefereeCalled L @8:00
    R; wait 2:00 -> total RefereeCalled L 2
  1/10:00 then 3:00, rules=rif-referees, rollover=at_zero | make 2
    wait 10:00 -> PeriodBegan L, RefereeCalled L @10:00; wait 2:00 -> total RefereeCalled 1
  1/10:00 then 3:00, rules=rif-referees, rollover=at_zero_both | wait 12:00
    -> total RefereeCalled L 2, has RefereeCalled L @5:00, has RefereeCalled L @10:00
at zero for both a short period calls for both as it begins
  40/10:00 then 3:00, rules=rif-referees, rollover=at_zero_both, remaining_ns=10:00/1:00 |
    -> total RefereeCalled R 1, total RefereeCalled 1
    wait 10:00 -> time 3:00 4:00, total RefereeCalled L 2, total RefereeCalled R 2
a penalty that runs into a short period calls the referee there
  6:00 then 4:00, rules=rif-referees | stop 30; take L 6:00 -> periods 2 1, time 3:30 6:00
    -> call called armed, has RefereeCalled L
  6:00 then 4:00, rules=rif-referees, rollover=at_zero | stop 30; take L 6:00 -> periods 2 1
    -> call called armed, has RefereeCalled L
a correction below five minutes calls at once, unless the game has not begun
  10:00, rules=rif-referees | take R 6:00 -> Corrected R, RefereeCalled R
  10:00, rules=rif-referees, started=no | set L 4:00 -> Corrected L; start -> has RefereeCalled L
    -> total RefereeCalled 1
  4:00, rules=rif-referees, started=no | set L 20:00; start -> GameStarted, RefereeCalled R
a correction that leaves the time at five minutes or below calls nobody again
  10:00, rules=rif-referees | wait 7:00; acknowledge L; set L 5:00 -> Corrected L, call came armed
  10:00, rules=rif-referees | wait 7:00; acknowledge L; set L 4:00 -> Corrected L, call came armed
a quota that a correction unmakes calls at that instant
  1/10:00 then 10:00, rules=rif-referees, rollover=at_zero | make 2; wait 7:00 -> nothing
    moves 0 -> has RefereeCalled L @7:00
  3/10:00 then 10:00, rules=rif-referees, rollover=at_zero | make 5; set L 4:00 -> Corrected L
    wait 1; black R -> has RefereeCalled L @1, runs L; wait 1:00 -> nothing
a game that begins at five minutes or less calls once as it starts
  5:00, rules=rif-referees, started=no | R -> GameStarted L, RefereeCalled L, RefereeCalled R
    acknowledge R -> RefereeCame R, call called came; wait 5 -> total RefereeCalled 2
  0 and 3x30, rules=rif-referees, started=no | start -> GameStarted, RefereeCalled, RefereeCalled
  2/3:00 then 3:00, rules=rif-referees, rollover=at_zero | -> total RefereeCalled 2
  0:10d5, rules=rif-referees | -> total RefereeCalled 2
[RIF 14.9, corrections: time]
a correction that lifts the time above five minutes arms the call, acknowledged or not
  10:00, rules=rif-referees | wait 9:00; give L 10:00 -> call armed armed; wait 6:00
    -> total RefereeCalled L 2
  10:00, rules=rif-referees | wait 9:00; acknowledge L; stop; set L 12:00 -> call armed armed
  5:10 and 5x30, rules=rif-referees | wait 6:00; give L 6:00 -> call armed armed
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)
