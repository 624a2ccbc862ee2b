"""RIF 15: the start, joint time, and players who come late."""

from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[RIF 15]
the organizer starts the clocks, once, and Black's runs
  1:00:00, started=no, starter=R | start 7ns -> GameStarted R @7ns, runs R; start -> refused
with both absent one time runs and is taken from both alike
  1:00:00, started=no | start L R -> GameStarted none, phase joint, runs none
    wait 20:00+1ns -> time 40:00-1ns 40:00-1ns
the first arrival is a press of that plunger and then Black's clock runs
  1:00:00, started=no | start L R; L 20:00 -> PlayerArrived L @20:00, runs L, moves 0, phase running
    wait 1 -> time 39:59 40:00
  1:00:00, started=no | start L R; R 20:00 -> PlayerArrived R @20:00, runs L, moves 0; wait 1
    L 2 -> PlayerArrived L, TurnPassed L spent=3, spent 20:03 20:00
the organizer may enter an arrival too
  1:00:00, started=no | start L R; arrive R -> PlayerArrived R, runs L; arrive R -> ActIgnored
with only one absent Black's clock runs as usual
  1:00:00, started=no | start L; wait 1:00 -> phase running, time 59:00 1:00:00
a late White arrives with a press that is no move, a late Black with the first move
  1:00:00, started=no | start R; R 1:00 -> PlayerArrived R, runs L, moves 0, absent none
  1:00:00, started=no | start L; L 1:00 -> PlayerArrived L, TurnPassed L, moves 1, absent none
joint time that reaches zero drops both clappers at one instant
  1:00:00, started=no | start L R; wait 1:00:00-1ns -> nothing
    wait 1ns -> ClapperFell L, ClapperFell R @1:00:00, BothFallen draw=yes, ClocksStopped none
    -> phase fallen, first_fallen none
joint time that was stopped goes on as joint time
  1:00:00, started=no | start L R; stop 1:00; resume 1:00; wait 1:00 -> phase joint
    -> time 58:00 58:00
both may arrive in one stop
  1:00:00, started=no | start L R; stop; R -> PlayerArrived R; L -> PlayerArrived L; resume
    -> phase running, runs L, absent none
after joint time a player sent on is there, and the other may still be late
  1:00:00, started=no | start L; stop 1; resume L -> PlayerArrived L, ClocksResumed L
    L -> TurnPassed L
a claim by an absent player ends joint time and stops both
  1:00:00, started=no | start L R; claim R 1:00 -> PlayerArrived R, ClocksStopped R, Claimed R
    dismiss R; resume 1:00 -> phase running, runs L, absent L, time 59:00 59:00
[RIF 15, gomoku 5.8]
where there is no joint time the starter's clock runs, whoever is late
  1:00:00, rules=gomoku-cz, started=no, starter=R | start L R -> GameStarted R, runs R
    L 1:00 -> PlayerArrived L, time 1:00:00 59:00; R -> PlayerArrived R, TurnPassed R
[RIF 15, gomoku 6.2]
a player sent on to lay a position is there, and so is one who comes meanwhile
  1:00:00, started=no | start L R; stop 1:00; reconstruct R -> PlayerArrived R, ClocksResumed R
    -> phase reconstruction, runs R
    L 1 -> has PlayerArrived L, phase reconstruction, absent none
    R 1; resume -> phase running, runs L, moves 0, time 59:00 58:58
[RIF 15]
a player absent after the default time is reported once and nothing is awarded
  1:00:00, started=no, default_time_ns=30:00 | start L R; L 10:00; wait 20:00-1ns -> nothing
    wait 1ns -> DefaultTimeReached R @30:00, result none, runs L; wait 1:00 -> nothing
  1:00:00, started=no, default_time_ns=30:00 | start L R
    wait 30:00 -> DefaultTimeReached L, DefaultTimeReached R
a player who came in time is not reported
  1:00:00, started=no, default_time_ns=30:00 | start R; R 30:00-1ns; wait 15:00 -> nothing
  1:00:00, started=no, default_time_ns=30:00 | start L; L 1:00; wait 59:00 -> nothing
it stands still while no clock runs
  1:00:00, started=no, default_time_ns=30:00 | start R; stop 10:00; wait 1:00:00 -> nothing
    give L 1:00:00; resume; wait 20:00-1ns -> nothing; wait 1ns -> DefaultTimeReached R
  1:00:00, started=no, default_time_ns=30:00 | start R; claim L 10:00; wait 1:00:00; finish left
    wait 1:00:00 -> nothing; resume; wait 20:00-1ns -> nothing; wait 1ns -> DefaultTimeReached R
[RIF 15, RIF 9.6]
a first arrival while the clocks stand ends joint time
  1:00:00, started=no | start L R; stop 1:00; L 1ns -> PlayerArrived L; L -> PressIgnored L; resume
    -> phase running, runs L, moves 0, absent R, claims none; wait 1:00 -> time 58:00 59:00
  1:00:00, started=no | start L R; stop 1:00; R -> PlayerArrived R; resume -> runs L, absent L
  1:00:00, started=no | start L R; stop; arrive R -> PlayerArrived R; resume -> runs L, absent L
  1:00:00, started=no | start L R; stop; claim R -> PlayerArrived R, Claimed R; resume -> runs L
  1:00:00, started=no | start L R; stop; resume R -> PlayerArrived R, ClocksResumed L, absent L
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)
