"""The counter and the colours set right, and the last press taken back or retyped.

A "warn" keeps two corrections from counting as one. That a press taken back leaves what was before
it is a law: see test_laws_corrections.
"""

from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[corrections: moves]
setting a wrong counter right costs only the time of the period that it had brought
  2/10:00 then 5:00 | make 3 1:00 -> time 13:00 9:00
    moves 2 -> has Corrected moves 3>2, has Corrected turn right>left, has Corrected L period 2>1
    -> has Corrected L remaining_ns 13:00>8:00, total Corrected 4
a change to or from a count-up or a gong begins the period with its own time
  10/30:00 then gong 0:10 | stop; moves 20 -> time 10 10; warn L; moves 0 -> time 30:00 30:00
a counter may add and remove several periods and blocks, but no increment
  2/10:00+5 then 5:00 and 3x30 | moves 4 -> time 15:00 15:00; warn L; moves 3 -> time 15:00 10:00
  1/10:00 then 1/5:00 then &2/1:00 | moves 8 -> periods 4 4, due 6 6, time 17:00 17:00; warn L
    moves 2 -> periods 2 2, due 2 2, time 15:00 15:00
time that is missing when blocks are removed is taken from byo-yomi, once
  &1/1:00 and 3x50 | moves 8; take L 4:50 -> periods 5 5, time 10 5:00
    moves 6 -> periods 4 4, time 50*2 4:00; warn L; moves 0 -> periods 1 1, time 40*2 1:00
the counter completes a block that began by time, but does not remove it
  1:00 then &3/0:30 | L 1:00; R 1:00; moves 5 -> periods 3 2, due 6 3, time 1:00 30; warn L
    moves 0 -> periods 2 2, due 3 3, time 30 30
time that was dropped with a block comes back when the counter goes back over its end
  *2/1:00 | make 4 10; stop; give L 30; moves 3 -> periods 2 1, time 1:30 40
    moves 2 -> periods 1 1, time 1:10 40; moves 6 -> periods 2 2, time 1:30 1:00
a turn that the counter gives begins with the delay of its period, and the turn that runs with none
  2/1:00d5 then 1:00 | make 4 6; stop 1; moves 3; resume; R 5 -> time 1:57 1:58
  2/1:00d5 then 1:00 | make 4 6; stop 1; moves 2; resume; L 5 -> time 1:52 58
a seat that the counter leaves without time falls, and a typing error can be corrected
  2/10:00 then 5:00, announce=yes | make 2; L 9:00; R; wait 2:00 -> time 4:00 15:00; stop
    moves 0 -> has ClapperFell L, time down 10:00; wait 5
    moves 4 -> has ClapperRaised L, time 4:00 15:00, moves 4
a counter that would leave a seat no time is refused while a clock runs
  2/10:00 then 5:00 | make 4; wait 11:00; moves 2 -> refused SetMoves, moves 4, phase running
a fallen seat enters the period of its moves only when it is given time
  3/1:00 then 5:00 | wait 1:00; moves 6 -> periods 1 2, time down 6:00
    set L 1:00 -> periods 2 2, time 1:00 6:00
where periods begin at zero the counter adds none
  1/10:00 then 5:00, rollover=at_zero | moves 4 -> Corrected moves 0>4, periods 1 1
    wait 10:00 -> periods 2 1, time 5:00 10:00
a period that was set stays when the counter is entered again, and begins with its moves
  2/5:00 then 0:20 then 5:00 | make 7 1; R 5:30; stop; give R 30; period R 2; moves 4
    -> periods 2 2, made 2 2, time 5:16 17
in a reconstruction the counter does not change which clock runs
  1:00:00 | stop; reconstruct L; moves 1 -> phase reconstruction, runs L, turn R
a counter entered again raises no clapper of a seat without time
  2/1:00 then 2/0:30 then 1:00 | make 8 20; stop 10 -> periods 3 3, time 1:00 1:10
    moves 0 -> has ClapperFell L, has ClapperFell R
    moves 6 -> has ClapperRaised R, lacks ClapperRaised L, time down 10
    moves 8 -> time 1:00 1:10
[corrections: colours, first colour]
before a start the seat set as Black begins, unless White begins; times stay
  10:00 vs 5:00, opening=rif, started=no | black R -> starter R; start -> GameStarted R
    -> time 10:00 5:00
[corrections: colours]
the turn follows the colours, and the moves of each quota are counted again
  2/10:00 then 5:00 | make 3 1:00 -> made 2 1
    black R -> has Corrected black left>right, has Corrected turn right>left, total Corrected 6
    -> time 8:00 14:00, periods 1 2, runs L, moves 3, made 1 2; L -> moves 4, made 2 2
at an open choice either colour may be entered and White lays next
  1:00:00, opening=swap | L; black L -> colours black white, runs R; R -> moves 4, runs L, step no
[corrections: turn, RIF 14.6]
what the press earned and added is undone, and the time spent stays spent
  1/10:00b5 then countup 0 | L 3; wait 2; turn L -> periods 1 1, time 9:57 9:58; L 4 -> time 0 9:58
resuming the seat that pressed last takes its press back, after a stop or a claim
  10:00+5 | L 3; stop 2; resume L -> runs L, moves 0, time 9:57 9:58
  10:00+5 | L 3; stop 2; claim L; resume L -> runs L, moves 0, time 9:57 9:58
[corrections: turn, control: gong]
a turn that the gong ended begins again when it is taken back
  gong 10 | wait 12; turn L -> runs L, moves 0, time 10 10; wait 10 -> GongStruck L, TurnPassed L
time that was given in a count-up stays given
  1/10:00b5 then countup 0 | L 3; wait 2; give L 30; turn L -> periods 1 1, time 10:27 9:58
[RIF 12.7, corrections: turn]
faulty fifths are offered again on Black's time
  1:00:00+30, opening=rif | make 3 10 -> moves 5, runs R; stop 20
    resume L -> has PressTakenBack L moves=4, has Corrected moves 5>4, has ClocksResumed L
    -> has Corrected turn right>left, has Corrected L remaining_ns 1:00:40>1:00:10
    -> time 1:00:10 1:00:00, colours black white
    L 1 -> moves 5, runs R; R -> made 3 3
[corrections: turn]
a block that the press completed goes on, with the time that was added before
  *1/1:00 and 2x30 | wait 1:40; give L 1:00; L -> periods 2 1; turn L -> periods 1 1, time 1:00 1:00
    wait 1:00 -> ByoyomiBegan L periods=1, time 20*1 1:00
byo-yomi that ended with the press goes on, less the time that was taken since
  1/0 and 2x30 then 0 and 3x10 | L 20 -> time 10*3 30*2; take L 15
    turn L -> periods 1 1, time 25*1 30*2
byo-yomi periods that were set since the press stay as set
  0 and 3x30 | L 20; give L 15; byoyomi L 5; turn L -> time 15 30*3
    wait 15 -> ByoyomiBegan L periods=5, time 10*5 30*3
a seat whose clapper rose since is in the period of the moves that remain
  3/1:00 then 5:00 | wait 1:00; make 5; give L 1:00 -> periods 2 1
    turn L -> moves 4, periods 1 1, time 1:00 1:00
a clapper that had fallen before the press stays down
  10:00 | L 10:00; turn L -> time down 10:00, moves 0
the period that goes on has its referee called again if its time is above the limit (RIF 14.9)
  1/10:00 then 10:00, rules=rif-referees | L 6:00 -> RefereeCalled L, TurnPassed L, PeriodBegan L
    give L 20:00; turn L -> call armed armed, time 24:00 10:00; wait 19:00 -> RefereeCalled L
what the other player had entered meanwhile is dropped
  1:00:00b5, opening=soosyrv-8 | make 2; swap L 9; turn R; R; L 1 -> TurnPassed L
    -> time 59:51 1:00:00
only one press can be taken back, and none after the turn was corrected
  1:00:00 | make 3; moves 5; turn L -> refused seat; stop; resume L -> refused seat
after a correction of anything but the turn the press can still be taken back
  10:00 and 3x30 | L; give L 1ns; warn L; stop; byoyomi L 2; turn L -> moves 0
[corrections: turn, gomoku 6.2]
a reconstruction takes no press back and changes no turn
  10:00+5 | L 1; stop; reconstruct L -> moves 1, runs L, turn R; turn L -> refused; L 1
    resume -> runs R, time 10:03 10:00
[corrections: press, RIF 12.5]
a forgotten swap is entered afterwards, and the increment stays
  1:00:00+30, opening=rif, swap_earns=no | L 20; R 9 -> time 1:00:10 1:00:21
    retype swap -> has Corrected moves 4>3, has Corrected black left>right, total Corrected 2
    -> time 1:00:10 1:00:21, moves 3, runs L; L 1 -> moves 4
[corrections: press]
a period that the press added is removed with its time
  2/10:00 then 5:00, opening=taraguchi-10 | make 3 -> periods 2 1, time 15:00 10:00
    retype swap -> moves 2, periods 1 1, time 10:00 10:00
    retype move -> moves 3, periods 2 1, time 15:00 10:00
byo-yomi that ended with the press goes on if the press is retyped
  2/0 and 2x30 then 5:00, opening=taraguchi-10 | make 2; L 40 -> periods 2 1, time 5:00 30*2
    retype swap -> periods 1 1, time 30*1 30*2; retype move -> periods 2 1, time 5:00 30*2
a retyped press gains and loses its period, and its bonus with it
  2/10:00+5 then 5:00, opening=taraguchi-10, swap_earns=no | make 2; swap L; L 3
    -> time 10:02 10:05; retype move -> periods 2 1, time 15:07 10:05
    retype swap -> periods 1 1, time 10:02 10:05; turn L -> time 10:02 10:05
what the next player entered meanwhile is dropped
  1:00:00, opening=soosyrv-8 | make 2; swap L; retype swap; L -> TurnPassed L, moves 4
    -> colours white black
a press is retyped only if it was a choice and nothing was corrected since
  1:00:00, opening=rif | retype swap -> refused; L; retype swap -> refused
    retype two_more -> refused; R; moves 3; retype swap -> refused, moves 3, phase running
a period that began by time stays, whatever the press is retyped as
  1/1:00 then 10:00, rollover=at_zero | make 2 30; stop 1:00; retype move -> PressRetyped
    -> periods 2 1, time 9:30 30
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)
