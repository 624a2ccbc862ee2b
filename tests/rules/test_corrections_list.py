"""What is entered in one stop is a list over the state in which the clocks stopped (RIF 17)."""

import pytest

from clock.rules.consequences import ENTRIES_MAX
from clock.rules.inputs import Undo
from clock.rules.refusal import Refused
from tests.rules.games import LEFT, Game
from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[corrections: list]
a slip of the counter that is set right leaves nothing, whatever was entered between
  2/2:00 then 1:00:00 | make 4 10; stop 16:00; moves 2 -> time down 1:40
    give L 10:00 -> time down 1:40; moves 4 -> time 55:40 1:01:40, has ClapperRaised L
  2/2:00 then 1:00:00 | make 4 10; stop 16:00; moves 2; claim R -> phase claimed; moves 4
    -> time 45:40 1:01:40, claims R, phase claimed
  2/2:00 then 1:00:00 | make 4 10; stop 16:00; moves 2; give R 1:00; warn L; moves 4
    -> time 45:40 1:02:40
  2/2:00 then 1:00:00, hand_warnings=0, hand_penalty_ns=1:00 | make 4 10; stop 16:00; moves 2
    fault L; moves 4 -> time 44:40 1:01:40
a claim that a slip has put on a fallen clapper stays, and both clappers down are no draw
  2/2:00 then 1:00:00 | make 4 10; L 3:00; stop 3:00; moves 0 -> time down down, phase stopped
    claim L -> Claimed L clapper_up=no, phase claimed; moves 5 -> claims L, phase claimed
    -> time 58:40 58:40
a time set stands whatever the counter, and what is given after it counts from it
  2/2:00 then 1:00:00 | make 4 10; stop 10; give L 5:00; set L 7:00; take L 1:00; moves 0
    -> time 6:00 1:40; moves 4 -> time 6:00 1:01:40
times commute, also below zero
  1:00 | stop; take L 2:00 -> Corrected L, ClapperFell L, time down 1:00
    give L 2:10 -> Corrected L, ClapperRaised L, time 1:10 1:00
  0 and 3x30 | stop 35; take L 1:00 -> time down 30*3; give L 1:00 -> time 25*2 30*3
a debt is a fall when play goes on, and only time given lifts that
  1:00 | stop; take L 1:30; resume -> ClocksResumed L, time down 1:00, runs L; stop 1
    give L 20 -> time 20 1:00
  1:00 | stop; take L 1:30; resume; R; stop; moves 2 -> time down 1:00
a fall is lifted by what was given in all, and never by the counter
  1:00 | wait 1:10; stop; moves 6 -> time down 1:00; give L 10 -> time 10 1:00
    take L 15 -> time down 1:00, has ClapperFell L; give L 20 -> time 15 1:00
  1:00, rules=fide | wait 1:10 -> phase fallen; set L 20; take L 30 -> time down 1:00, phase fallen
    give L 15 -> time 5 1:00, phase stopped; set L 0 -> phase fallen; give L 30 -> time 30 1:00
with both clappers down nothing goes on, and what is given to one lets it
  1:00 | L 1:00; wait 1:00 -> phase fallen; give L 30; resume -> runs R
[corrections: byo-yomi, corrections: list]
a period given after a fall is whole, and after it the time that was given
  10 and 3x30 | wait 1:41; stop; give L 31; byoyomi L 1 -> time 31 10; resume; wait 30
    wait 2 -> ByoyomiBegan L periods=1, time 29*1 10
  10 and 3x30 | wait 1:41; stop; byoyomi L 2 -> time 30*2 10, has ClapperRaised L
the periods that are set leave what was left of the present one after the time given
  10 and 3x30 | stop 45; give L 10; byoyomi L 1 -> time 10 10; resume; wait 10 -> time 25*1 10
the periods that are set stay with another control
  10 and 3x30 | stop; byoyomi L 1; controls 20 and 3x30; resume; wait 10 -> time 30*1 10
  10 and 3x30 | stop; byoyomi L 1; controls 20 and 3x60; resume; wait 10 -> time 60*1 10
  10 and 3x30 | stop 45; give L 10; controls 20 and 3x60; resume; wait 10 -> time 25*2 10
time given in byo-yomi shortens no period of the next turn
  10 and 3x30 | stop 45; give L 20; resume; L 10 -> time 10 10; R 5; wait 11
    -> time 29*2 5
[corrections: list, RIF 13.2]
a record that a slip would waive and lift again stays kept
  2/6:00 then 1:00:00 | L 40; R 1; L 10; R 1; stop 11; moves 0 -> record waived kept; moves 4
    -> record kept kept, time 1:04:59 1:05:58
[corrections: list]
a turn that a slip turned away and back is the same turn, with its free time and its choice
  5:00b7 | stop 3; moves 1; give L 1:00; moves 0; resume; L 2 -> time 6:00 5:00
  5:00d7 | stop 3; moves 1; moves 0; resume; L 6 -> time 4:58 5:00
  1:00:00, opening=rif | L; swap R 5; stop; moves 1; black R; moves 3; black L; resume; R 5
    -> moves 3, colours white black
a turn that goes to the other begins anew when it comes back
  5:00b7 | stop 3; moves 1; resume; R 1; L 1 -> time 4:57 5:00
[corrections: moves, corrections: list]
a block whose end is taken back has what it had left
  *2/1:00 | L 5; R 1; L 4; stop 1; moves 2 -> time 51 58, moves 2, periods 1 1; resume
    wait 51 -> ClapperFell L
  *2/1:00 | L 5; R 1; L 4; R 1; L 9; stop; moves 2 -> time 42 58; moves 9 -> periods 3 3
    -> time 1:00 1:00; resume; stop 1; moves 2 -> time 42 57
a block that ended in byo-yomi is in the same byo-yomi period when its end is taken back
  *2/10 and 3x30 | L 5; R 1; L 40 -> periods 2 1, time 10 9; R 1; stop 4; moves 2
    -> periods 1 1, time 26*2 8
[corrections: stones, corrections: list]
the moves left in a block are set for one seat alone
  1:00 then 1:00 vs 1/1:00 then *1/0:20, rollover=at_zero_both | wait 1:01; make 6; stop
    stones R 1; period R 1 -> due none 1
  *15/5:00 | make 4 10; stop; stones L 20 -> refused left; stones L 5
    -> Corrected L stones 13>5 reason=, due 7 15, moves 4; resume; make 10 1 -> periods 2 1
  40/1:00:00 | stop; stones L 5 -> refused seat
[corrections: list]
undo strikes entry after entry, with its counts, and no player's act
  1:00:00, hand_warnings=1, hand_penalty_ns=2:00 | L 10; stop 5; give L 1:00; moves 7; fault R
    warn L; claim R -> phase claimed; turn L -> refused; dismiss R; finish left -> phase finished
    undo -> Undone act=Finish, GameReopened, phase stopped, claims none
    undo -> Undone act=Dismiss, claims R, phase claimed; undo -> Undone act=Warn
    undo -> Undone act=HandFault, time 1:00:50 59:55
    undo -> moves 1, has Corrected moves 7>1, turn R
    undo -> time 59:50 59:55, has Corrected L, claims R; undo -> refused Undo
  1:00:00 | L 10; stop 5; turn L -> moves 0, turn L; undo -> moves 1, turn R, time 59:50 59:55
  1:00:00 | give L 1:00; undo -> refused
a game that is reopened goes on with its entries
  1:00:00 | L 10; stop 5; give L 1:00; finish left; resume; stop -> phase stopped
    undo -> has Undone act=Adjust, time 59:50 59:55
  1:00 | L 1:00; wait 1:00; warn L; finish draw; resume -> phase fallen; undo -> has Undone act=Warn
  1:00:00 | L 10; stop 5; give L 1:00; resume; stop 1 -> time 1:00:50 59:54; undo -> refused
[RIF 17, corrections: list]
a game that is reopened with a debt which would end it is as it was before the result
  1:00, rules=fide | stop; take L 2:00; finish draw; resume -> GameReopened, phase stopped
    stop -> phase stopped, time down 1:00; undo -> has ClapperRaised L, time 1:00 1:00
  1:00, rules=fide | stop; take L 2:00; finish draw; resume; resume -> phase fallen, runs none
  1:00 | stop; take L 2:00; take R 2:00; claim R; finish draw; resume; stop -> phase claimed
    -> claims R, time down down; undo; undo -> time 1:00 1:00
  1:00 | L 1:00; wait 1:00; finish draw; resume -> phase fallen
[corrections: list]
a hand fault answers the hands that did not match, until it is undone
  1:00:00, hand_rule=witness | stone L left; L 5 right -> mismatch L; stop; fault L
    -> mismatch none; undo -> mismatch L
[FIDE 7.5.5, corrections: list]
an illegal move is taken back and counted, and the opponent gets time
  1:30:00+30, illegal_moves=second_loses | L 10; R 20; L 40; stop 5; illegal L
    -> has IllegalMoveRuled L count=1 award=2:00 loses=no, has PressTakenBack L moves=2
    -> moves 2, turn L, time 1:29:40 1:32:05; resume; L 1; stop; illegal L
    -> has IllegalMoveRuled L count=2 award=0 loses=yes, moves 2, time 1:29:39 1:32:05, result none
    undo -> has Undone act=IllegalMove, moves 3, time 1:30:09 1:32:05
in a rapid game the opponent gets less, and of the seat that is to move no press is taken back
  15:00+10, illegal_moves=counted, illegal_move_rapid_ns=1:00 | L 10; stop; illegal R
    -> IllegalMoveRuled R count=1 award=1:00, Corrected L, moves 1, time 16:00 15:00
an illegal move after which the counter was set gives time alone
  1:30:00, illegal_moves=counted | L 10; stop; moves 3; illegal L -> moves 3, time 1:29:50 1:32:00
rules that do not count illegal moves have no ruling on one
  5:00 | L; illegal L -> refused IllegalMove; offences L 1 -> refused SetIllegalMoves
a wrong count of illegal moves is set right in a later stop: the times stay, and it can be undone
  1:30:00+30, illegal_moves=second_loses | L 10; R 20; L 40; stop 5; illegal L; resume; L 1; stop
    offences L 0 -> has Corrected L what=illegal_moves before=1 after=0, illegals 0 0
    -> moves 3, time 1:30:09 1:32:05; undo -> has Undone L act=SetIllegalMoves, illegals 1 0
    offences L 3; offences L 0; illegal L -> has IllegalMoveRuled L count=1 award=2:00 loses=no
    undo; offences L 100 -> refused count; offences R 1 -> illegals 0 1
[FIDE 9.5.3, corrections: list]
a rejected claim of a draw gives the opponent time, and as an entry it is undone
  1:30:00, draw_claims=yes | L 10; draw R -> ClocksStopped R, Claimed R kind=draw, phase claimed
    give R 1:00; dismiss R -> ClaimDismissed R, Corrected L, phase stopped, time 1:31:50 1:31:00
    undo -> has Undone act=Dismiss, claims R, time 1:29:50 1:31:00
  1:30:00, draw_claims=yes | draw L; dismiss L plain -> ClaimDismissed L, time 1:30:00 1:30:00
  1:30:00, draw_claims=yes | draw L; resume -> time 1:30:00 1:30:00, claims none
  1:30:00 | draw L -> ActIgnored reason=no_draw_claims, phase running
[corrections: list, RIF 15]
what a late player owes comes off the sum of all entries, before them and after them
  5:00, late_start=starter, late_factor=2, started=no | start L R; wait 3:00; stop; give L 10:00
    arrive L -> PlayerArrived L late=3:00, time 9:00 5:00; warn R -> time 9:00 5:00
  5:00, late_start=starter, late_factor=2, started=no | start L R; wait 3:00; stop
    arrive L -> has ClapperFell L, time down 5:00; give L 10:00 -> time 9:00 5:00
  5:00, late_start=starter, late_factor=2, started=no | start L R; wait 3:00; stop
    take L 3:00 -> time down 5:00; arrive L -> PlayerArrived L late=3:00, time down 5:00
    give L 5:00 -> time 1:00 5:00; undo; give L 3:00 -> time down 5:00; resume -> time down 5:00
  10 and 3x30, late_start=starter, late_factor=2, started=no | start L R; wait 20; stop
    give L 1:00; arrive L -> time 1:00 10; warn R -> time 1:00 10; undo; undo -> time 30*2 10
  10 and 1x30, late_start=starter, late_factor=3, started=no | start L R; wait 30; stop
    give L 5:00; arrive L -> time 3:40 10; resume; wait 3:40 -> time 30*1 10
  5 then *4/5, late_factor=2, started=no | start L R; wait 1; stop
    take R 5:00 -> time 4 down; rules rif late_factor=2; arrive R -> time 4 down
    give R 5:00 -> time 4 3
  hourglass 1:00, late_start=starter, late_factor=2, started=no | start L; wait 40; stop
    take R 2:00; rules rif late_factor=2; arrive L -> time down down; give R 2:00 -> time down 2:00
  hourglass 1:00, late_start=starter, late_factor=2, started=no | start L; wait 40; stop
    take R 2:00 -> time 20 down; arrive L -> time down down; give R 10 -> time down 10
[corrections: list]
an offence stands when the time since a press is charged to the other seat
  1:30:00, illegal_moves=counted | L 10; stop 20; illegal R; turn L charge; resume; L 1; R 1; stop
    illegal R -> has IllegalMoveRuled R count=2
a debt is one of the control that holds now
  1:00 | stop; take L 2:00 -> time down 1:00; controls below_zero 1:00 -> time -1:00 1:00
    resume -> ClocksResumed L, time -1:00 1:00
  1:00 | stop; take L 2:00; controls 1:00 and 3x30 -> time 30*1 1:00; give L 0 -> time 30*1 1:00
  countup 0 | L 5; stop 2; controls 1:00; undo -> time 5 2; set R 0; controls 1:00
    -> has ClapperFell R, time 5 down; give R 1:00 -> time 5 1:00
joint time that other rules end is no part of the first turn
  5:00b7, started=no | start L R; wait 10; stop; rules rif late_start=starter; resume; L 2
    -> time 4:50 4:50
  5:00d7, started=no | start L R; wait 10; stop; rules rif late_start=starter; resume; L 2
    -> time 4:57 4:57
the start ends the list, also a start that a debt stops at once
  1:00, rules=fide, started=no | take L 2:00; R -> phase fallen; undo -> refused
    take L 1:00 -> time down 1:00; give L 1:30 -> time 30 1:00
what follows at the instant of a resume is not lost in a stop at that instant
  gong 10 | wait 1; stop; set L 0; resume -> turn R; stop -> phase stopped, turn R, moves 1
  1:00:00, opening=rif | L; stop; give L 1:00; resume; swap R; stop -> choice swap
a dismissed claim that is the first entry of a stop is undone
  1:30:00, draw_claims=yes | draw R; dismiss R -> phase stopped; undo -> claims R, phase claimed
  1:30:00, draw_claims=yes | draw R; dismiss R; resume; stop -> phase stopped, time 1:32:00 1:30:00
[RIF 12.7, corrections: turn]
the time since a press is charged to the seat that had pressed, if so asked
  10:00, started=no, late_factor=2 | start L R; L 1:00; claim R; resume; L 10; stop 20
    turn L charge -> time 7:30 8:00
  1:00:00, opening=rif | L 10; R 10; L 10; stop 1:00; turn L charge -> time 58:40 59:50, moves 4
    -> turn L; resume; L 1 -> moves 5, spent 1:21 10
  1:00:00, opening=rif | L 10; R 10; L 10; stop 1:00; turn L -> time 59:40 58:50
  1:00+10 | L 5; wait 1:10 -> time 1:05 down; stop; turn L charge -> time down 1:00
  10 and 2x30 | L 5; stop 20; turn L charge -> time 15*2 10; undo -> time 5 20*2
  5:00d5 | L 2; stop 20; turn L charge -> time 4:43 5:00
  gong 0:10 | L 10; stop 2; turn L charge -> refused charge
  hourglass 1:00 vs 1:00 | L 10; stop 5; turn L charge -> time 45 1:15
  1:00 vs hourglass 1:00 | L 10; stop 5 -> time 55 55; turn L charge -> time 45 1:00
  hourglass 1:00 | L 10; stop 5 -> time 55 1:05; turn L charge -> time 45 1:15
  hourglass 1:00 | L; stop 1:30 -> time 2:00 down; turn L charge -> time down 2:00
    give L 40 -> time 10 2:00
  hourglass &1/20, rollover=at_zero, opening=soosyrv-8 | L; stop 40; turn L charge -> time down 40
  10 then countup 0, rollover=at_zero | L; stop 30 -> time 10 20; turn L charge -> time 20 10
  10 then countup 0, rollover=at_zero | L; stop 30; give R 5; turn L charge -> time 20 15
  10 then 10, rollover=at_zero | L; stop 30; give R 1:00; turn L charge -> time down 1:10
  10 then gong 20, rollover=at_zero | L 5; stop 8; turn L charge -> refused charge
  5:00d10, started=no, late_factor=2 | start L R; L 4; arrive R; L 1; stop 20; turn L charge; resume
    L; R 15 -> time 4:49 4:51
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


@pytest.mark.rule("corrections: list")
def test_the_list_of_a_stop_has_a_bound() -> None:
    game = Game("1:00:00")
    game.stop()
    for _ in range(ENTRIES_MAX):
        game.adjust(LEFT, by=1)
    with pytest.raises(Refused):
        game.adjust(LEFT, by=1)
    assert game.act(Undo)
