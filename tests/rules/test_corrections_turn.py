"""The last press taken back or retyped: what it credited goes or comes, times spent stay.

That a press taken back leaves what was before it is a law: see test_laws_corrections.
"""

from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[corrections: turn, RIF 14.6]
what the press earned and brought is undone and the time spent stays
  10:00+5 | L 3; wait 2; turn L -> runs L, moves 0, time 9:57 9:58; L 4 -> time 9:58 9:58
  10:00d5 | L 3; wait 2; turn L -> time 10:00 10:00; L 4 -> runs R, moves 1, time 9:58 10:00
  hourglass 1:00 | L 3; wait 2; turn L -> time 59 1:01; L 4 -> time 55 1:05
  countup 0 | L 3; wait 2; turn L -> time 3 2; L 4 -> time 7 2
  1/10:00b5 then countup 0 | L 3; wait 2; turn L -> periods 1 1, time 9:57 9:58; L 4 -> time 0 9:58
  &1/1:00 | L 3; wait 2; turn L -> periods 1 1, time 57 58; L 4 -> time 1:53 58
in a stop, as the clocks go on, and after a claim
  10:00+5 | L 3; stop 2; turn L -> runs none, time 9:57 9:58; resume -> runs L, moves 0
  10:00+5 | L 3; stop 2; resume L -> runs L, moves 0, time 9:57 9:58
  10:00+5 | L 3; stop 2; claim L; resume L -> runs L, moves 0, time 9:57 9:58
[corrections: turn, control: gong]
a turn that the gong ended begins again when it is given back
  gong 10 | wait 12; turn L -> runs L, moves 0, time 10 10; wait 10 -> GongStruck L, TurnPassed L
what was given to a gong or a count, or taken, since or before, stays so
  gong 10 | wait 12; give L 5; turn L -> time 15 10
  gong 10 | give R 49; wait 12; turn L -> time 10 59; wait 10; wait 2 -> time 10 57
  gong 10 | take R 4; wait 12; turn L -> time 10 6
  1/10:00b5 then countup 0 | L 3; wait 2; give L 30; turn L -> periods 1 1, time 10:27 9:58
  1/10:00b5 then gong 20 | L 3; wait 2; give L 30; turn L -> periods 1 1, time 10:27 9:58
[RIF 12.7, corrections: turn]
faulty fifths are offered again on Black's time
  1:00:00+30, opening=rif | make 3 10 -> moves 5, runs R; stop 20
    resume L -> has PressTakenBack L moves=4, has Corrected moves 5>4, has ClocksResumed L
    -> has Corrected turn right>left, has Corrected L remaining_ns 1:00:40>1:00:10
    -> time 1:00:10 1:00:00, colours black white
    L 1 -> moves 5, runs R; R -> made 3 3
[corrections: turn]
a byo-yomi period goes on as it stood before the press
  0:10 and 3x30 | L 1:00 -> time 30*2 10; R; L 25
    turn L -> has Corrected moves 3>2, has Corrected L remaining_ns 30>5; wait 5 -> ByoyomiBegan L
    -> time 30*1 10
a byo-yomi block that the press completed goes on, also with time that was added before
  *2/1:00 and 2x30 | L; R; L 1:40 -> periods 2 1, time 1:00 1:00; turn L -> periods 1 1
    -> time 20*1 1:00
  *1/1:00 and 2x30 | wait 1:40; give L 1:00; L -> periods 2 1; turn L -> periods 1 1, time 1:00 1:00
    wait 1:00 -> ByoyomiBegan L periods=1, time 20*1 1:00
byo-yomi that ended with the press goes on, with what was given or taken since
  1/0 and 2x30 then 5:00 | L 20 -> periods 2 1, time 5:00 30*2; give L 25
    turn L -> periods 1 1, time 25 30*2; wait 25 -> ByoyomiBegan L periods=2, time 10*2 30*2
  1/0 and 2x30 then 0 and 3x10 | L 20 -> time 10*3 30*2; take L 15
    turn L -> periods 1 1, time 25*1 30*2
byo-yomi periods that were set since stay so
  0 and 3x30 | L 20; give L 15; byoyomi L 5; turn L -> time 15 30*3
    wait 15 -> ByoyomiBegan L periods=5, time 10*5 30*3
a clapper that was up only by the press falls, and down it stays
  10:00+5 | L 10:00-1ns; take L 2ns; turn L -> has ClapperFell L
  10:00 | L 10:00; turn L -> time down 10:00, moves 0
nothing is left of what the other player began
  1:00:00b5, opening=soosyrv-8 | make 2; swap L 9; turn R; R; L 1 -> TurnPassed L
    -> time 59:51 1:00:00
one press is taken back, and none after the turn was corrected
  1:00:00 | turn R -> refused seat; stop; turn R -> refused seat; resume R -> refused seat
  1:00:00 | make 3; turn L; turn R -> refused seat; stop; resume R -> refused seat
  1:00:00 | make 3; moves 5; turn L -> refused seat; stop; resume L -> refused seat
  1:00:00 | make 3; black R; turn R -> refused seat; stop; resume R -> refused seat
what is no correction of the turn leaves the press to be taken back
  10:00 and 3x30 | L; give L 1ns; warn L; stop; byoyomi L 2; turn L -> moves 0
before a start the turn is not set
  1:00:00, started=no | turn L -> refused SetTurn; turn R -> refused SetTurn; start -> runs L
[corrections: turn, gomoku 6.2]
a reconstruction takes nothing back and sets no turn
  10:00+5 | L 1; stop; reconstruct L -> moves 1, runs L, turn R; turn L -> refused; L 1
    resume -> runs R, time 10:03 10:00
[corrections: press, RIF 12.5]
a forgotten swap is entered afterwards, and the increment stays
  1:00:00+30, opening=rif, swap_earns=no | L 20; R 9 -> time 1:00:10 1:00:21
    retype swap -> has Corrected moves 4>3, has Corrected black left>right, total Corrected 2
    -> time 1:00:10 1:00:21, moves 3, runs L; L 1 -> moves 4
[corrections: press]
a period that the press brought goes back with its time
  2/10:00 then 5:00, opening=taraguchi-10 | make 3 -> periods 2 1, time 15:00 10:00
    retype swap -> moves 2, periods 1 1, time 10:00 10:00
    retype move -> moves 3, periods 2 1, time 15:00 10:00
byo-yomi that ended with the press goes on as by the press that it was
  2/0 and 2x30 then 5:00, opening=taraguchi-10 | make 2; L 40 -> periods 2 1, time 5:00 30*2
    retype swap -> periods 1 1, time 30*1 30*2; retype move -> periods 2 1, time 5:00 30*2
a period that another press brought stays as it does with a swap
  2/10:00 then 5:00, opening=rif | L; R; retype swap -> periods 2 2, time 15:00 15:00
  2/10:00 then 5:00, opening=rif | L; swap R; R -> periods 2 2, time 15:00 15:00
a press that was retyped can be taken back as what it is
  2/10:00+5 then 5:00, opening=taraguchi-10 | make 3 1; retype swap
    turn L -> moves 2, colours black white, periods 1 1, time 10:03 10:04
the bonus that it kept goes with it, and comes back with another kind that had none
  5:00+5, opening=rif, swap_earns=no | L 20; R 9; retype swap; turn R -> time 4:45 4:51
  2/10:00+5 then 5:00, opening=taraguchi-10, swap_earns=no | make 2; swap L; L 3
    -> time 10:02 10:05; retype move -> periods 2 1, time 15:07 10:05
    retype swap -> periods 1 1, time 10:02 10:05; turn L -> time 10:02 10:05
what the next player entered meanwhile is dropped
  1:00:00, opening=soosyrv-8 | make 2; swap L; retype swap; L -> TurnPassed L, moves 4
    -> colours white black
what was no choice or no press or was corrected since is not retyped
  1:00:00, opening=rif | retype swap -> refused; L; retype swap -> refused
    retype two_more -> refused; R; moves 3; retype swap -> refused, moves 3, phase running
a period that came by time stays whatever the press was
  1/1:00 then 10:00, rollover=at_zero | make 2 30; stop 1:00; retype move -> PressRetyped
    -> periods 2 1, time 9:30 30
  1/1:00 then 10:00, rollover=at_zero_both | make 2 30; stop 1:00; retype move -> PressRetyped
    -> periods 2 2, time 9:30 10:30
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)
