"""RIF 17: the organizer judges; results, warnings, and what is refused with nothing changed.

The corrections themselves are in test_corrections_moves, _turn and _time.
"""

from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[gomoku 7.6, gomoku 3.1]
a player who claims on his own turn has laid one move more than was pressed
  10:00 | make 9; claim R; finish right -> GameFinished last_move=10
  10:00 | make 9; claim L; finish right -> GameFinished last_move=9
the number is as entered, and stays when the result is entered again
  10:00 | make 9; finish left 11; finish right -> GameFinished result=right, last_move 11, moves 9
    finish left -1 -> refused last_move; finish left 1000000000 -> refused last_move
but not where a spent time is claimed
  10:00 | L 10:00; make 8; claim R; finish right -> GameFinished last_move=9
[gomoku 3.2]
opening, choice and further stones each earn one increment
  10:00+30, rules=gomoku-cz, opening=swap2 | L 1; two_more R; R 1; swap L; L 1 -> moves 5
    -> time 10:58 10:29
[gomoku 6.1, gomoku 6.4, gomoku 11.6]
the arbiter sets the times after a wrong position or leaves them, and adds to one or both
  10:00, rules=gomoku-cz | stop 1:00; set L 10:00; resume -> time 10:00 10:00; stop 1; resume
    give L 1:00 -> time 10:59 10:00; give R 2:00 -> time 10:59 12:00
[RIF 17, gomoku 10.11]
the organizer enters any result and both clocks stop
  1:00:00 | wait 1; finish both_lose -> ClocksStopped, GameFinished @1 result=both_lose last_move=0
    wait 1:00:00 -> time 59:59 1:00:00, result both_lose
  1:00:00 | finish void; finish draw -> GameFinished result=draw
[RIF 17]
reopened and stopped at one instant no time goes by and all can be corrected
  1:00:00 | finish left; resume 1:00; stop; moves 4 -> phase stopped, moves 4, time 1:00:00 1:00:00
what makes no sense is refused with the field at fault
  1:00:00 | turn R -> refused seat; controls 1:00 -> refused SetControl; dismiss L -> refused seat
    resume -> refused Resume; reconstruct -> refused Resume; start -> refused Start
    retype move -> refused Retype
  1:00:00, started=no | turn L -> refused SetTurn; turn R -> refused SetTurn
    resume R -> refused Resume; retype move -> refused Retype; dismiss L -> refused seat
after a result every correction is refused until the game is reopened
  1:00:00 then 0:30:00 and 2x30, rollover=at_zero | L; finish draw; give L 1 -> refused Adjust
    moves 3 -> refused SetMoves; black R -> refused SetColours; turn L -> refused SetTurn
    period L 2 -> refused SetPeriod; byoyomi L 1 -> refused SetByoyomi; warn L -> refused Warn
    controls 1:00 -> refused SetControl; retype move -> refused Retype
    fault L -> refused HandFault; resume; stop; period L 2; byoyomi L 1; warn L; fault L; give L 1
    retype move; turn L; black R; moves 3; controls 1:00
[RIF 17, RIF 10.4]
reopened with both clappers down no clock runs
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
  1:00:00 | claim R; finish left; resume -> GameReopened, ClocksResumed, claims none; wait 1
    -> time 59:59 1:00:00
  1:00:00, started=no | finish left; resume -> GameReopened, phase ready
  1:00:00, started=no | start L R; finish left; resume -> phase joint; wait 1 -> time 59:59 59:59
a figure that makes no sense is refused with the field at fault
  1:00:00 | moves -1 -> refused made; moves 1000000000 -> refused made
    give L 1000:00:00+1ns -> refused Adjust; set L 0-1ns -> refused remaining_ns
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)
