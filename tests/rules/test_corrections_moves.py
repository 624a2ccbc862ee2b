"""The counter and the colours set right: the turn and both seats' periods follow.

A "warn" keeps two corrections from counting as one.
"""

from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[corrections: moves]
a counter that was wrong in play costs no more than the time it brought
  2/10:00 then 5:00 | make 3 1:00 -> time 13:00 9:00
    moves 2 -> has Corrected moves 3>2, has Corrected turn right>left, has Corrected L period 2>1
    -> has Corrected L remaining_ns 13:00>8:00, total Corrected 4
between time left and a count or a gong a period begins with its own time
  countup 10/0 then 30:00 | stop; moves 20 -> periods 2 2, time 30:00 30:00; warn L
    moves 0 -> periods 1 1, time 0 0
  countup 10/0 then 30:00+5, first_bonus=before | stop; moves 20 -> time 30:05 30:05; warn L
    moves 0 -> periods 1 1, time 0 0
  10/30:00 then gong 0:10 | stop; moves 20 -> time 10 10; warn L; moves 0 -> time 30:00 30:00
a counter may bring and take several periods and blocks that repeat, but no increment
  2/10:00+5 then 5:00 and 3x30 | moves 4 -> time 15:00 15:00; warn L; moves 3 -> time 15:00 10:00
  1/10:00 then 1/5:00 then &2/1:00 | moves 8 -> periods 4 4, due 6 6, time 17:00 17:00; warn L
    moves 2 -> periods 2 2, due 2 2, time 15:00 15:00
what is missing when blocks are left is taken from byo-yomi, once
  &1/1:00 and 3x50 | moves 8; take L 4:50 -> periods 5 5, time 10 5:00
    moves 6 -> periods 4 4, time 50*2 4:00; warn L; moves 0 -> periods 1 1, time 40*2 1:00
a block that came by time is completed by the counter and not left by it
  1:00 then &3/0:30 | L 1:00; R 1:00; moves 5 -> periods 3 2, due 6 3, time 1:00 30; warn L
    moves 0 -> periods 2 2, due 3 3, time 30 30
what a block dropped is not given back
  *2/1:00 | make 4 10; give L 30; moves 3 -> periods 2 1, time 1:30 down
    moves 2 -> periods 1 1, time 30 down
nothing left then is a fallen clapper, and a typing error can be corrected
  2/10:00 then 5:00, announce=yes | make 2; L 9:00; R; wait 2:00 -> time 4:00 15:00; stop
    moves 0 -> has ClapperFell L, time down 10:00; wait 5
    moves 4 -> has ClapperRaised L, time 4:00 15:00, moves 4
  2/10:00 then 5:00, announce=yes, on_flag=stop | make 2; L 9:00; R; wait 2:00; stop
    moves 0 -> has ClapperFell L, time down 10:00; moves 4 -> has ClapperRaised L, time 4:00 15:00
a seat that runs out by the counter falls while its clock runs
  2/10:00 then 5:00 | make 4; wait 11:00; moves 2 -> has ClapperFell L @11:00, phase running
a fallen seat gets no period, and is in that of its moves once it is given time
  3/1:00 then 5:00 | wait 1:00; moves 6 -> periods 1 2, time down 6:00
    set L 1:00 -> periods 2 2, time 1:00 6:00
where periods come at zero the counter brings none
  1/10:00 then 5:00, rollover=at_zero | moves 4 -> Corrected moves 0>4, periods 1 1
    wait 10:00 -> periods 2 1, time 5:00 10:00
  1/10:00 then 5:00, rollover=at_zero_both | moves 4 -> Corrected moves 0>4, periods 1 1
    wait 10:00 -> periods 2 2, time 5:00 15:00
in a reconstruction the counter leaves the clock that runs
  1:00:00 | stop; reconstruct L; moves 1 -> phase reconstruction, runs L, turn R
a counter typed again raises no clapper without time
  2/1:00 then 2/0:30 then 1:00 | make 8 20; stop 10 -> periods 3 3, time 1:00 1:10
    moves 0 -> has ClapperFell L, has ClapperFell R
    moves 6 -> has ClapperRaised R, lacks ClapperRaised L, time down 10
    moves 8 -> time 1:00 1:10
[corrections: colours, first colour]
before a start the seat that plays Black begins, where White does not, and times stay
  10:00 vs 5:00, opening=rif, started=no | black R -> starter R; start -> GameStarted R
    -> time 10:00 5:00
  1:00:00, first=white, started=no | black L -> turn R, colours black white; L -> GameStarted R
[corrections: colours]
the turn follows the colours and each quota is looked at again
  2/10:00 then 5:00 | make 3 1:00 -> made 2 1
    black R -> has Corrected black left>right, has Corrected turn right>left, total Corrected 6
    -> time 8:00 14:00, periods 1 2, runs L, moves 3, made 1 2; L -> moves 4, made 2 2
a start that follows is that of the new starter in joint time too
  1:00:00, started=no | black R; start L R; L 30:00 -> runs R
at an open choice either colour may be entered and White lays next
  1:00:00, opening=swap | L; black L -> colours black white, runs R; R -> moves 4, runs L, step no
  1:00:00, opening=swap2 | L; black R -> colours white black, runs L; L -> moves 4, runs R, step no
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)
