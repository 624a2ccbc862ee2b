"""Canadian byo-yomi and repeating blocks: m moves in t, again and again."""

from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[control: repeating blocks]
the first block begins when the main time is used to the nanosecond
  2:00:00 then &30/30:00 | wait 2:00:00-1ns -> nothing
    wait 1ns -> PeriodBegan L @2:00:00 period=2 added=30:00, due 30 none, time 30:00 2:00:00
moves made in the main time are no part of the block
  2:00:00 then &30/30:00 | make 20; L 2:00:00-1ns; R; wait 1ns -> periods 2 1, due 41 none
the move that overran the main time is the first of the block
  1:00 then *3/0:30 | L 1:00; R 1:00 -> due 3 3, time 30 30; make 4 1 -> periods 3 3
a completed block brings a whole one and its unused time is dropped
  1:00 then *3/0:30 | L 1:00; R 1:00; make 2 1; L 20 -> has PeriodBegan L added=21, time 30 29
    -> periods 3 2
blocks come again and again
  *2/1:00 | make 4 1 -> periods 2 2, time 1:00 1:00; make 4 29 -> periods 3 3, time 1:00 1:00
    make 40 29 -> periods 13 13, time 1:00 1:00
a block that is not completed drops the clapper to the nanosecond
  1:00 then *3/0:30 | L 1:00; R 1:00; make 2; wait 30-1ns -> nothing; wait 1ns -> ClapperFell L
  1:00 then *3/0:30 | L 1:00; R 1:00; make 2; L 30-1ns -> periods 3 2, time 30 30
  1:00 then *3/0:30 | L 1:00; R 1:00; make 2; L 30 -> periods 2 2, time down 30
unused main time carries over to the first block and only to that
  2/1:00 then *2/0:30 | make 4 10 -> time 1:10 1:10; make 4 1 -> time 30 30
one press may complete several blocks
  *1/1:00, opening=rif | L 1 -> periods 3 2, due 3 2, time 1:00 1:00
a stop inside a block keeps its moves and its time
  1:00 then *3/0:30 | L 1:00; R 1:00; make 2 1; stop 10; resume 1:00:00 -> due 3 3, time 19 29
    L 19-1ns -> periods 3 2, time 30 29
time from the organizer and increments are dropped with the block they were given in
  1:00 then *3/0:30 | L 1:00; R 1:00; give L 2:00; make 3 1 -> periods 3 2, time 30 29
  *2/1:00+5 | make 2 -> time 1:05 1:05; make 2 -> time 1:00 1:00
[control: repeating blocks, control: periods, RIF 14.1]
unused time of a block carries over unless the control drops it
  &2/1:00 | make 4 10 -> periods 2 2, time 1:40 1:40; make 4 10 -> periods 3 3, time 2:20 2:20
  *2/1:00 | make 4 10 -> periods 2 2, time 1:00 1:00; make 4 10 -> periods 3 3, time 1:00 1:00
  1/10:00 then &2/5:00 | make 2; make 4 1 -> periods 3 3, time 19:58 19:58
    make 4 1 -> periods 4 4, time 24:56 24:56
[control: repeating blocks, rollover: at_zero, rollover: at_zero_both]
at zero a completed block is used up and the next begins then
  *2/1:00, rollover=at_zero | make 4 1 -> periods 1 1, time 58 58; wait 58 -> PeriodBegan L
    -> due 4 2, time 1:00 58; L; R; wait 1:00 -> ClapperFell L
at zero for both the blocks begin together and are completed by moves
  1:00 then *2/0:30, rollover=at_zero_both | L 1:00 -> periods 2 2; R 1
    wait 30 -> ClapperFell L
  *2/0:30, rollover=at_zero_both | make 4; wait 30 -> PeriodBegan L, periods 2 1
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)
