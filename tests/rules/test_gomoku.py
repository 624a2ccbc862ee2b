"""Czech gomoku rules 3.2, 5, 6, 7.6 and 11, and the handicap match."""

from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[gomoku 3.2]
opening, choice and further stones each earn one increment
  10:00+30, rules=gomoku-cz, opening=swap2 | L 1; two_more R; R 1; swap L; L 1 -> moves 5
    -> time 10:58 10:29
[gomoku 5.1, gomoku 5.2, gomoku 5.3]
the press completes the move and starts the opponent's clock, and the two never run together
  10:00, rules=gomoku-cz | L 1 -> TurnPassed L, runs R, moves 1; wait 1 -> time 9:59 9:59
    L -> PressIgnored L; R 1 -> TurnPassed R, runs L, moves 2; wait 5 -> time 9:54 9:58
[gomoku 5.6, gomoku 5.7.1, gomoku 5.7.2, gomoku 5.8]
one time for all moves or an extra time for each
  10:00+10, rules=gomoku-cz | make 4 1 -> time 10:18 10:18
the opponent claims a spent time and both clocks stop
  10:00, rules=gomoku-cz | wait 10:00 -> ClapperFell L
    claim R 1 -> ClocksStopped R, Claimed R clapper_up=yes, phase claimed, time down 10:00
both times spent and unclaimed is a draw that ends at once
  10:00, rules=gomoku-cz | L 10:00
    wait 10:00 -> ClapperFell R, BothFallen @20:00 draw=yes, ClocksStopped, runs none
the starter's clock starts
  10:00, rules=gomoku-cz, started=no, starter=R, opening=swap2 | start -> GameStarted R
    wait 1 -> time 10:00 9:59
[gomoku 6.1, gomoku 6.4]
the arbiter sets the times after a wrong position or leaves them
  10:00, rules=gomoku-cz | stop 1:00; set L 10:00; resume -> time 10:00 10:00; stop 1; resume
    -> time 9:59 10:00
clocks that were set wrong are stopped, set right and resumed
  10:00 vs 1:00, rules=gomoku-cz | stop R 20; set R 10:00; give L 5; resume -> time 9:45 10:00
    -> runs L
[gomoku 6.2]
a position is laid again on the culprit's time and nothing is credited
  10:00+30, rules=gomoku-cz | stop; reconstruct L -> phase reconstruction, runs L
    wait 2:00 -> time 8:00 10:00, moves 0, turn L
the culprit's press ends the reconstruction and credits nothing
  1/10:00+30 then 5:00, rules=gomoku-cz | stop; reconstruct R; L 1 -> PressIgnored L
    R 1 -> ClocksStopped R @2, time 10:00 9:58, periods 1 1; resume -> phase running, runs L
a stop ends it too and its time can run out
  10:00, rules=gomoku-cz | stop; reconstruct R; stop 1 -> ClocksStopped, OrganizerCalled
    reconstruct R; wait 10:00 -> ClapperFell R, time 10:00 down
it needs a culprit
  10:00, rules=gomoku-cz | stop; reconstruct -> refused seat
[gomoku 7.6]
the end gives the last move's number and both remaining times
  10:00, rules=gomoku-cz | make 37 1; finish left -> last_move 37, time 9:41 9:42
    wait 1:00 -> time 9:41 9:42
[gomoku 11.6, gomoku 11.9.2, gomoku 11.9.3]
after a disturbance time is added to one or both
  10:00, rules=gomoku-cz | give L 1:00 -> time 11:00 10:00; wait 1; give R 2:00 -> time 10:59 12:00
the arbiter takes time from the offender while that clock runs, or gives it to the opponent
  10:00, rules=gomoku-cz | wait 1; take L 2:00 -> time 7:59 10:00, deadline 8:00
  10:00, hand_warnings=0, hand_penalty_ns=1:00, hand_penalty_to=offender |
    fault L -> time 9:00 10:00
  10:00, hand_warnings=0, hand_penalty_ns=1:00, hand_penalty_to=opponent |
    fault L -> time 10:00 11:00
a penalty that takes all that is left drops the clapper
  10:00, hand_warnings=0, hand_penalty_ns=1:00, remaining_ns=1:00+1ns/10:00 |
    fault L -> time 1ns 10:00; fault L -> time down 10:00
[handicap match]
beginner and expert have times of their own in each of the two games, on either side
  5:00 vs 0:30, rules=gomoku-cz | L 1:00 -> time 4:00 30, deadline 1:30; wait 30 -> time 4:00 down
  5:00 vs 0:15, rules=gomoku-cz, starter=R | make 6 1 -> time 4:57 12
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)
