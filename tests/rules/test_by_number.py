"""The rules by their numbers: claims, the record, the clock, referees, hands, the organizer."""

import typing

import pytest

from clock.rules.inputs import Input, Press
from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[RIF 9.6]
either player may claim at any time and both clocks stop at that instant
  1:00:00 | L 10; claim L 5+1ns -> ClocksStopped L @15+1ns, Claimed L @15+1ns clapper_up=yes
    wait 30:00 -> time 59:50 59:55-1ns, runs none, claims L, phase claimed
a claimant with the clapper down cannot win by 9.1 to 9.4
  1:00 | claim L 1:00 -> has ClapperFell L, has Claimed L clapper_up=no
the organizer dismisses either claim and the last one leaves a stop
  1:00:00 | L 1; claim L; claim R; dismiss L -> ClaimDismissed L @1, claims R, phase claimed
    dismiss L -> refused seat; claim L 1 -> claims R L; dismiss R -> claims L
    dismiss L -> claims none, phase stopped; resume -> runs R
a rejected claim lets the game go on as it was
  1:00:00 | L 1; claim L 1; claim R; resume 1:00 -> runs R, claims none; R 1 -> spent 1 2
while a claim stands the other player may claim too, even with both clappers down
  1:00 | claim L; set L 0; set R 0 -> lacks BothFallen; claim R -> Claimed R, claims L R
[RIF 9.4, gomoku 5.7.1]
a claim on a fallen clapper is reported with all that proves it
  40/10:00 then 5:00 | make 10 1; wait 20:00 -> ClapperFell L @10:05
    claim R -> has Claimed R clapper_up=yes, time down 9:55, made 5 5, due 40 40, result none
    finish right -> GameFinished result=right, result right
before the start and after a result there is nothing to claim
  1:00:00, started=no | claim L -> ActIgnored; start; finish draw
    claim L -> ActIgnored, claims none
[RIF 10.4, gomoku 5.7.2]
two fallen clappers and no claim are a draw by the rules and stop both clocks
  1:00 | L 1:00-1ns; R 1:00 -> runs L
    wait 1ns -> ClapperFell L @2:00, BothFallen draw=yes @2:00, ClocksStopped none @2:00
    -> phase fallen, time down down, first_fallen R
after both clappers have fallen nothing can be claimed or resumed
  1:00 | L 1:00; wait 1:00; claim L -> ActIgnored; L -> PressIgnored; resume -> refused
    stop -> OrganizerCalled, phase fallen
where two fallen clappers are no draw the clock does not report one
  1:00, both_fallen_draw=no | L 1:00; wait 1:00 -> has BothFallen draw=no
[RIF 13.2]
the record is waived at five minutes or less, silently
  10:00 | wait 5:00-1ns -> nothing, record kept kept; wait 1ns -> nothing, record waived kept
    wait 1ns -> nothing, record waived kept; finish draw -> record waived kept
a new period that lifts the time asks to complete the record until that seat's next press
  1/10:00 then 0:30:00 | L 6:00 -> time 34:00 10:00; R 1; wait 1 -> record complete kept
    L -> record kept kept
so does an increment
  5:10+10 | L 15 -> time 5:05 5:10, record complete kept; R; L 5 -> record complete kept; R
    L -> record kept kept
so does a correction
  6:00 | stop 1:10; give L 10:00 -> record complete kept; resume; L -> record kept kept
but before the start nobody has a record to complete
  4:00, started=no | give L 10:00 -> record kept waived; start -> record kept waived
where the record is always kept it is never waived
  10:00, record=kept | wait 9:00 -> record kept kept
by FIDE rules the record stays waived for the whole period, despite increments
  3/5:10+10 then 1:00:00, rules=fide, first_bonus=after | L 15 -> time 5:05 5:10
    -> record waived kept; make 2 -> record waived kept
    make 2 -> periods 2 1, record complete kept; make 2 -> record kept kept
by FIDE rules the record is never waived with thirty seconds a move; byo-yomi is no increment
  30:00+30, rules=fide | wait 29:30 -> record kept kept
  30:00d30, rules=fide | wait 29:30 -> record kept kept
  1:00:00 and 3x30, rules=fide | wait 59:30 -> record waived kept
  10:00+30 | wait 9:30 -> record waived kept
[FIDE A.2]
by FIDE rules no record is asked for with less than an hour for sixty moves at the start
  3:00+2, rules=fide | wait 1 -> record none none; stop; give L 2:00:00 -> record none none
  40/59:59 then 5:00, rules=fide | wait 59:00 -> record waived kept
  59:59, rules=fide | wait 59:00 -> record none none
  *31/20:00, rules=fide | wait 19:00 -> record none none
  *20/20:00, rules=fide | wait 19:00 -> record waived kept
  3:00+2 | wait 1 -> record waived waived
  3:00+2, rules=fide, record=kept | wait 1 -> record kept kept
[RIF 14.1]
each seat has forty moves in two hours and then an hour for the rest of the game
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
[RIF 14.3, gomoku 11.7]
the clock never hints that somebody forgot to press
  1:00:00 | wait 30:00 -> nothing; wait 29:00 -> nothing, deadline 1:00:00
[RIF 14.4]
a press one nanosecond before zero makes the move
  1/1:00 then 1:00 | L 1:00-1ns -> TurnPassed L, PeriodBegan L, time 1:00+1ns 1:00
a press at exactly zero or later is too late, and the clapper falls at its own instant
  1/1:00 then 1:00 | L 1:00 -> ClapperFell L @1:00, TurnPassed L, periods 1 1, time down 1:00
[RIF 14.5]
a late press is shown but does not count
  1:00+5 | L 3 -> TurnPassed L @3 spent=3 remaining=1:02 earned=5; late R 2 -> EdgeWasLate R edge=2
    -> moves 1, runs R
[RIF 5, RIF 6]
a pass is pressed and counted like any move, and completes a quota
  2/1:00:00 then 0:30:00 | L; R; L 7 -> TurnPassed L credited=1 moves=3, PeriodBegan L, periods 2 1
[RIF 10 b]
a press after an offer is a move like any other
  1:00:00 | L 1 -> TurnPassed L, runs R
[RIF 14.6]
a stop at the very instant of zero comes after the fall
  1:00 | stop 1:00 -> ClapperFell L, ClocksStopped, OrganizerCalled
[RIF 14.7]
only the organizer resumes, and every stop until the result calls the organizer
  1:00:00 | stop; L 1 -> PressIgnored L; R -> PressIgnored R; stop 1 -> OrganizerCalled
    -> runs none; resume 1 -> ClocksResumed L reconstruct=no, runs L
    finish draw; stop 1 -> ActIgnored reason=finished, phase finished
a stop after a fall that ended the game calls the organizer and changes nothing
  1:00, rules=fide | wait 1:00 -> phase fallen; stop 1 -> OrganizerCalled, phase fallen
    resume -> runs L; stop -> phase stopped
[gomoku 6.2]
a position is rebuilt on the culprit's time until the culprit presses; nothing is credited
  1/10:00+30 then 5:00 | stop; reconstruct R; L 1 -> PressIgnored L
    R 1 -> ClocksStopped R @2, time 10:00 9:58, periods 1 1; resume -> phase running, runs L
a stop ends a reconstruction too, and time can run out in it; it needs a culprit
  10:00 | stop; reconstruct R; stop 1 -> ClocksStopped, OrganizerCalled; reconstruct R; wait 10:00
    -> time 10:00 down
[RIF 14.5]
lost power stops the clocks at the last instant that is known, until the organizer resumes
  1:00 | L 10; power 4 -> PowerWasLost uncertain=1, ClocksStopped none, phase stopped, uncertain 1
    -> time 50 56; resume -> runs R, time 50 56, uncertain 0
  1:00, started=no | start L R; power 14 -> PowerWasLost uncertain=1, ClocksStopped, time 46 46
    resume -> phase joint, uncertain 0
lost power changes nothing while no clock runs, and a restart never does, but is logged
  1:00, started=no | power 14 -> PowerWasLost uncertain=0, phase ready, uncertain 0
  1:00 | stop 3; power 14 -> PowerWasLost uncertain=0, phase stopped, time 57 1:00, uncertain 0
  1:00 | restart 14 -> ClockRestarted away=1; L 6 -> time 40 1:00
[RIF 14.8]
without referees only the clapper falls, and the other seat plays on
  10:00 | wait 10:00 -> ClapperFell L @10:00, total RefereeCalled 0, call off off, runs L
    L 1 -> TurnPassed L, runs R; R 1 -> TurnPassed R, moves 2
[RIF 14.9]
the referee is called at exactly five minutes left, however late the clock is read
  10:00, rules=rif-referees | -> deadline 5:00; wait 5:00-1ns -> nothing
    wait 1ns -> RefereeCalled L @5:00, call called armed; wait 1ns -> nothing
the call stays until it is acknowledged and comes once a period
  10:00+20, rules=rif-referees | wait 5:00; make 4 1 -> time 5:38 10:38, call called armed
    acknowledge L -> RefereeCame L, call came armed; wait 2:00 -> total RefereeCalled 1
    acknowledge L -> ActIgnored
the referee is called in each period
  1/10:00 then 10:00, rules=rif-referees | L 6:00 -> call armed armed; R
    wait 9:00 -> RefereeCalled L @15:00
a seat that has made the period's moves needs no referee, except in the last period
  1/10:00 then 10:00, rules=rif-referees, rollover=at_zero | make 2; wait 10:00-1ns -> nothing
    wait 1ns -> PeriodBegan L; wait 5:00 -> RefereeCalled L
an increment or time given back calls nobody again
  10:00+20, rules=rif-referees | L 5:11; R 2:00 -> time 5:09 8:20, call called armed
    wait 1:00 -> total RefereeCalled L 1
joint time calls the referee for both seats at the same instant
  10:00, rules=rif-referees, started=no | start L R
    wait 5:00 -> RefereeCalled L @5:00, RefereeCalled R @5:00
the limit of the call is a choice of the regulations
  10:00, rules=rif-referees, referee_call_ns=1:00 | wait 9:00 -> RefereeCalled L @9:00
a period that begins at five minutes or less calls the referee once, as it begins
  1/10:00 then 3:00, rules=rif-referees, rollover=at_zero | make 2
    wait 10:00 -> PeriodBegan L, RefereeCalled L @10:00; wait 2:00 -> total RefereeCalled 1
a short period that begins for both seats at zero calls the referee for both
  40/10:00 then 3:00, rules=rif-referees, rollover=at_zero_both, remaining_ns=10:00/1:00 |
    -> total RefereeCalled R 1, total RefereeCalled 1
    wait 10:00 -> time 3:00 4:00, total RefereeCalled L 2, total RefereeCalled R 2
a correction below five minutes calls the referee at once, but not before the start
  10:00, rules=rif-referees, started=no | set L 4:00 -> Corrected L; start -> has RefereeCalled L
    -> total RefereeCalled 1
  4:00, rules=rif-referees, started=no | set L 20:00; start -> GameStarted, RefereeCalled R
a correction that leaves the time at five minutes or below calls nobody again
  10:00, rules=rif-referees | wait 7:00; acknowledge L; set L 5:00 -> Corrected L, call came armed
  10:00, rules=rif-referees | wait 7:00; acknowledge L; set L 4:00 -> Corrected L, call came armed
a game that begins at five minutes or less calls the referee once, as it starts
  5:00, rules=rif-referees, started=no | R -> GameStarted L, RefereeCalled L, RefereeCalled R
    acknowledge R -> RefereeCame R, call called came; wait 5 -> total RefereeCalled 2
[same hand: honour, RIF 14.3 same hand, gomoku 11.9.2, gomoku 11.9.3]
on honour the clock does not compare hands
  1:00:00+10, hand_rule=honour | stone L left; L 1 right -> TurnPassed L, mismatch none
    R -> TurnPassed R
the first fault that the organizer enters is a warning, the next carries a penalty
  1:00:00, hand_warnings=1, hand_penalty_ns=2:00 | fault L -> HandFaulted L count=1 penalty=0
    fault L -> HandFaulted L count=2 penalty=2:00, Corrected L remaining_ns 1:00:00>58:00
    fault R -> HandFaulted R count=1 penalty=0, time 58:00 1:00:00
a penalty may add time for the opponent; one that takes all the time left drops the clapper
  10:00, hand_warnings=0, hand_penalty_ns=1:00, hand_penalty_to=opponent |
    fault L -> time 10:00 11:00
  10:00, hand_warnings=0, hand_penalty_ns=1:00, remaining_ns=1:00+1ns/10:00 |
    fault L -> time 1ns 10:00; fault L -> time down 10:00
no penalty raises a fallen clapper
  1:00, hand_warnings=0, hand_penalty_ns=1:00, hand_penalty_to=opponent | wait 1:00
    fault R -> HandFaulted R, time down 1:00
[same hand: witness, RIF 14.3 same hand]
a witness shows a mismatch to the time referee and the press counts
  1:00:00, hand_rule=witness | stone L right
    L 1 left -> HandsDiffered L stone=right press=left, TurnPassed L
    -> moves 1, mismatch L
a mismatch is shown until the referee has come or a fault is entered
  1:00:00, hand_rule=witness | stone L right; L 1 left; make 3 1 -> mismatch L
    acknowledge L -> RefereeCame L, mismatch none
both plungers within a tenth of a second are shown and the first press counts
  1:00:00, hand_rule=witness | L 1 left; L 0.1 right -> HandsTogether L, PressIgnored L, moves 1
    -> mismatch L
one plunger twice is not both plungers at once, nor is one of each seat
  1:00:00, hand_rule=witness | L 1 left; L 0.05 left -> PressIgnored L; R 0 right -> TurnPassed R
    -> mismatch none
[same hand: enforce, RIF 14.3 same hand]
the other hand does not complete the move and the clock runs on
  1:00:00, hand_rule=enforce | stone L right
    L 1 left -> HandsDiffered L stone=right press=left, PressIgnored L reason=other_hand
    -> runs L, moves 0, time 59:59 1:00:00; L 1 right -> TurnPassed L, spent 2 0
a stone taken ahead is remembered until the press
  1:00:00, hand_rule=enforce | stone R right; L; R 1 left -> HandsDiffered R, PressIgnored R
    R 1 right -> TurnPassed R; L; R 1 left -> TurnPassed R
so is a stone taken before the start or in a stop
  1:00:00, hand_rule=enforce, started=no | stone L right; start
    L 1 left -> HandsDiffered L, PressIgnored L; stop; stone L left; resume
    L 1 left -> TurnPassed L
a swap lays no stone and is pressed with any hand
  1:00:00, hand_rule=enforce, opening=rif | L; stone R left; swap R
    R 1 right -> TurnPassed R, ColoursTurned
[FIDE A.3]
by FIDE rules a fault gives the opponent one minute in rapid and blitz, otherwise two
  30:00+29, rules=fide | fault L -> HandFaulted L penalty=0; fault L -> has HandFaulted penalty=1:00
    -> has Corrected R remaining_ns 30:29>31:29, total Corrected 1
  10:00 and 3x30:00, rules=fide | fault L; fault L -> has HandFaulted penalty=1:00
[RIF 15]
with both players absent one clock runs, and its time is taken from both
  1:00:00, started=no | start L R -> GameStarted none, phase joint, runs none
    wait 20:00+1ns -> time 40:00-1ns 40:00-1ns
the first player to arrive presses, and then Black's clock runs
  1:00:00, started=no | start L R; R 20:00 -> PlayerArrived R @20:00, runs L, moves 0; wait 1
    L 2 -> PlayerArrived L, TurnPassed L spent=3, spent 20:03 20:00
the organizer may enter an arrival too
  1:00:00, started=no | start L R; arrive R -> PlayerArrived R, runs L; arrive R -> ActIgnored
a late White arrives with a press that is no move, a late Black with the first move
  1:00:00, started=no | start L; L 1:00 -> PlayerArrived L, TurnPassed L, moves 1, absent none
joint time that reaches zero drops both clappers at the same instant
  1:00:00, started=no | start L R; wait 1:00:00-1ns -> nothing
    wait 1ns -> ClapperFell L, ClapperFell R @1:00:00, BothFallen draw=yes, ClocksStopped none
    -> phase fallen, first_fallen none
joint time that was stopped goes on as joint time
  1:00:00, started=no | start L R; stop 1:00; resume 1:00; wait 1:00 -> phase joint
    -> time 58:00 58:00
[RIF 15, gomoku 5.8]
where there is no joint time the starter's clock runs, whoever is late
  1:00:00, rules=gomoku-cz, started=no, starter=R | start L R -> GameStarted R, runs R
    L 1:00 -> PlayerArrived L, time 1:00:00 59:00; R -> PlayerArrived R, TurnPassed R
[RIF 15, gomoku 6.2]
a player who rebuilds a position has arrived, and so has one who presses meanwhile
  1:00:00, started=no | start L R; stop 1:00; reconstruct R -> PlayerArrived R, ClocksResumed R
    -> phase reconstruction, runs R
    L 1 -> has PlayerArrived L, phase reconstruction, absent none
    R 1; resume -> phase running, runs L, moves 0, time 59:00 58:58
[RIF 15]
a player absent after the default time is reported once and nothing is awarded
  1:00:00, started=no, default_time_ns=30:00 | start L R; L 10:00; wait 20:00-1ns -> nothing
    wait 1ns -> DefaultTimeReached R @30:00, result none, runs L; wait 1:00 -> nothing
the default time does not run while no clock runs
  1:00:00, started=no, default_time_ns=30:00 | start R; claim L 10:00; wait 1:00:00; finish left
    wait 1:00:00 -> nothing; resume; wait 20:00-1ns -> nothing; wait 1ns -> DefaultTimeReached R
[RIF 15, RIF 9.6]
a first arrival while the clocks are stopped ends joint time
  1:00:00, started=no | start L R; stop 1:00; R -> PlayerArrived R; resume -> runs L, absent L
  1:00:00, started=no | start L R; stop; arrive R -> PlayerArrived R; resume -> runs L, absent L
  1:00:00, started=no | start L R; stop; resume R -> PlayerArrived R, ClocksResumed L, absent L
[US Chess 16K]
with both players absent one clock runs for both, at half speed for each
  1:00:00, started=no, late_start=split | start L R -> GameStarted none, phase joint, runs none
    wait 20:00 -> time 50:00 50:00; R -> PlayerArrived R, runs L, spent 10:00 10:00
    L 1 -> PlayerArrived L, TurnPassed spent=1, time 49:59 50:00
the nanosecond that halves to nothing is carried to the next
  1:00, started=no, late_start=split | start L R; stop 1ns; resume; wait 1ns
    -> time 1:00-1ns 1:00-1ns; stop 1ns; acknowledge L; resume; wait 2:00-4ns -> nothing
    wait 1ns -> ClapperFell L, ClapperFell R @2:00, BothFallen, ClocksStopped none
the referee is called and the default time is over by the clock that runs
  6:00, started=no, late_start=split, referees=yes, default_time_ns=5:00 | start L R
    wait 2:00-1ns -> nothing; wait 1ns -> RefereeCalled L, RefereeCalled R
    wait 3:00 -> DefaultTimeReached L, DefaultTimeReached R @5:00, time 3:30 3:30
[go CN 22, shogi JP]
what ran on a late player's own clock is charged twice or three times, the rest as he arrives
  1:00:00, started=no, late_factor=2 | start L R; wait 10:00 -> time 50:00 50:00
    R 1:00 -> PlayerArrived R late=11:00, runs L, time 49:00 38:00, spent 11:00 22:00
    wait 1:00 -> time 48:00 38:00; arrive L -> PlayerArrived L late=12:00, time 36:00 38:00
    L 1 -> TurnPassed L spent=13:01; R 1; wait 5 -> time 35:54 37:59
  1:00:00, started=no, late_factor=3, late_start=starter | start L R; L 5:00 -> has TurnPassed L
    -> time 45:00 1:00:00; wait 2:00; arrive R -> PlayerArrived R late=4:00, time 45:00 54:00
  1:00:00, started=no, late_factor=3, late_start=split | start L R; R 10:00 -> time 55:00 45:00
a player who is here in time, and one whose clock did not run, are charged once
  1:00:00, started=no, late_factor=2 | start R; L 5:00; stop; arrive R -> PlayerArrived R late=0
    resume; R 1:00; L 1:00 -> time 54:00 59:00
the time of lateness runs through periods and byo-yomi, calls the referee and drops the clapper
  5:00 and 3x1:00, started=no, late_factor=2, referees=yes | start L; wait 3:30 -> time 1:30 5:00
    L -> PlayerArrived L late=3:30, ByoyomiBegan L, ByoyomiBegan L, ByoyomiBegan L, TurnPassed L
    -> time 1:00*1 5:00
  6:00, started=no, late_factor=3, referees=yes | start L; L 59
    -> PlayerArrived L, RefereeCalled L, TurnPassed L, time 3:03 6:00
  10:00 then 5:00, rollover=at_zero_both, started=no, late_factor=2 | start L
    wait 6:00; arrive L -> PlayerArrived L, PeriodBegan L, PeriodBegan R
    -> time 3:00 15:00
  10:00, started=no, late_factor=2 | start L; L 5:00-1ns -> time 2ns 10:00
  5:00 then gong 20, started=no, late_factor=2 | start L; wait 3:00; arrive L
    -> PlayerArrived L late=3:00, PeriodBegan L, time 20 5:00, spent 6:00 0, turn L
  10:00, started=no, late_factor=2 | start L; L 5:00
    -> PlayerArrived L late=5:00, ClapperFell L, TurnPassed L
  10:00, rules=fide, started=no, late_factor=2 | start L; L 5:00
    -> PlayerArrived L, ClapperFell L, ClocksStopped none, PressIgnored L, phase fallen, moves 0
  10:00, started=no, late_factor=2 | start R; L 9:00; wait 6:00; L; set L 0; claim R
    -> PlayerArrived R late=6:00, ClapperFell R, BothFallen, ClocksStopped none, Claimed R
  10:00, started=no, late_factor=2 | start L R; stop 6:00; set R 0; resume L
    -> has ClapperFell L, has BothFallen, phase fallen, runs none
a gong's turn takes no time from another, and an hourglass flows
  gong 10, started=no, late_factor=2 | start L; wait 25; arrive L -> PlayerArrived L late=0
  hourglass 5:00, started=no, late_factor=2 | start L; L 1:00 -> time 3:00 7:00
[gomoku 7.6, gomoku 3.1]
a player who claims on his own turn has laid one stone more than he has pressed for
  10:00 | make 9; claim R; finish right -> GameFinished last_move=10
  10:00 | make 9; claim L; finish right -> GameFinished last_move=9
the last move's number is as entered, and stays when the result is entered again
  10:00 | make 9; finish left 11; finish right -> GameFinished result=right, last_move 11, moves 9
    finish left -1 -> refused last_move; finish left 1000000000 -> refused last_move
a claim on time adds no stone
  10:00 | L 10:00; make 8; claim R; finish right -> GameFinished last_move=9
[gomoku 3.2]
opening stones, a choice and further stones each earn one increment
  10:00+30, rules=gomoku-cz, opening=swap2 | L 1; two_more R; R 1; swap L; L 1 -> moves 5
    -> time 10:58 10:29
[gomoku 6.1, gomoku 6.4, gomoku 11.6]
after a wrong position the organizer may set the times, leave them, or add to one or both
  10:00, rules=gomoku-cz | stop 1:00; set L 10:00; resume -> time 10:00 10:00; stop 1; resume
    give L 1:00 -> time 10:59 10:00; give R 2:00 -> time 10:59 12:00
[RIF 17.6]
a game that is put aside stays as it stopped; it needs a stop, and no result
  1:00:00 | aside -> refused PutAside; L 1; stop; aside -> GamePutAside sealed=none, phase stopped
    -> turn R, moves 1, time 59:59 1:00:00; resume -> runs R; finish draw
    aside -> refused PutAside
a sealed move counts as a press when the game is put aside
  10:00+30 | L 10; wait 20; stop; wait 5:00; aside sealed
    -> GamePutAside sealed=R, TurnPassed R spent=20 earned=30, moves 2, phase stopped
    -> turn L, time 10:20 10:10, uncertain 0; resume -> runs L
  5:00, rules=club | wait 5:00; stop; aside sealed -> refused sealed
    aside -> GamePutAside sealed=none
[RIF 17, gomoku 10.11]
the organizer enters any result and both clocks stop
  1:00:00 | finish void; finish draw -> GameFinished result=draw
in a stop both players end the game, where their rules let them
  1:00:00 | L 10; stop; agree left -> GameFinished result=left by=players, result left
    finish right -> GameFinished result=right by=; agree draw -> refused by
  1:00 | claim L; agree right -> GameFinished by=players; resume; agree draw -> refused by
  1:00, rules=fide | wait 1:00; agree draw -> GameFinished by=players, result draw
  1:00:00, rules=rif-referees | stop; agree left -> refused by
[RIF 17]
in a game reopened and stopped at once no time passes and everything can be corrected
  1:00:00 | finish left; resume 1:00; stop; moves 4 -> phase stopped, moves 4, time 1:00:00 1:00:00
an act that makes no sense is refused, and the field at fault is named
  1:00:00, started=no | turn L -> refused SetTurn; turn R -> refused SetTurn
    resume R -> refused Resume; retype move -> refused Retype; dismiss L -> refused seat
[RIF 17, RIF 10.4]
in a game reopened with both clappers down no clock runs
  1:00 | L 1:00; wait 1:00; finish draw; resume -> GameReopened, phase fallen, runs none
    set R 1; resume -> runs R
[gomoku 11.9.1]
a warning is counted for each seat and changes nothing else
  1:00:00, started=no | warn L; start; warn L -> Warned L count=2; warn R -> Warned R count=1
    -> warnings 2 1, runs L, time 1:00:00 1:00:00
[RIF 17]
a result entered by mistake is entered again or taken back
  1:00:00 | finish left; finish right -> GameFinished result=right, last_move 0
    resume -> GameReopened, ClocksResumed L, phase running, result none, last_move none
    wait 1 -> time 59:59 1:00:00
  1:00:00, started=no | finish left; resume -> GameReopened, phase ready
  1:00:00, started=no | start L R; finish left; resume -> phase joint; wait 1 -> time 59:59 59:59
a figure that makes no sense is refused, and the field at fault is named
  1:00:00 | moves -1 -> refused made; moves 1000000000 -> refused made
    give L 1000:00:00+1ns -> refused Adjust; set L 0-1ns -> refused remaining_ns
[gomoku 7.4]
in gomoku the record is completed after the game, and is waived only if a limit is set
  1/6:00 then 30:00, rules=gomoku-cz | wait 5:00 -> record kept kept
  6:00, rules=gomoku-cz, record_limit_ns=5:00 | wait 1:00 -> record waived kept
    stop; give L 1:00 -> record kept kept; finish draw -> record complete kept
  6:00, rules=gomoku-cz, record_limit_ns=5:00 | wait 1:00; finish draw -> record complete kept
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


@pytest.mark.rule("RIF 5", "RIF 10 b")
def test_the_clock_knows_nothing_of_the_board_and_has_no_button_for_a_draw() -> None:
    assert set(Press.__struct_fields__) == {"at_ns", "seat", "hand"}
    acts = {kind.__name__.lower() for kind in typing.get_args(Input)}
    assert not any("draw" in name or "offer" in name for name in acts)
