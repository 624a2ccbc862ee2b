"""RIF 9.4, 9.6 and 10.4: claims, and what the clock shows of them and does not show."""

from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[RIF 9.6]
either player may claim at any time and both clocks stop at that instant
  1:00:00 | L 10; claim L 5+1ns -> ClocksStopped L @15+1ns, Claimed L @15+1ns clapper_up=yes
    wait 30:00 -> time 59:50 59:55-1ns, runs none, claims L, phase claimed
in a stop a press claims nothing and only a claim does, whose instant is that of the stop
  1:00:00 | L 1; stop 1; L 9 -> PressIgnored L reason=stopped; R -> PressIgnored R reason=stopped
    claim R 1 -> Claimed R, phase claimed, time 59:59 59:59
a claimant with the clapper down cannot win by 9.1 to 9.4
  1:00 | claim L 1:00 -> has ClapperFell L, has Claimed L clapper_up=no
  1:00 | claim L 1:00-1ns -> has Claimed L clapper_up=yes, time 1ns 1:00
the organizer dismisses either claim and the last one leaves a stop
  1:00:00 | L 1; claim L; claim R; dismiss L -> ClaimDismissed L @1, claims R, phase claimed
    dismiss L -> refused seat; claim L 1 -> claims R L; dismiss R -> claims L
    dismiss L -> claims none, phase stopped; resume -> runs R
a rejected claim lets the game go on as it was
  1:00:00 | L 1; claim L 1; claim R; resume 1:00 -> runs R, claims none; R 1 -> spent 1 2
a claim is possible during a reconstruction and ends it
  1:00:00 | stop; reconstruct R; claim L 1 -> ClocksStopped L, Claimed L; dismiss L; resume
    -> phase running, runs L
both may claim, each once, and neither shuts the other out
  1:00 | wait 1:00; claim L 1ns; claim R 1ns -> Claimed R clapper_up=yes, claims L R
    claim L -> ActIgnored; claim R -> ActIgnored; L -> PressIgnored; R -> PressIgnored
  1:00, announce=yes, on_flag=stop | wait 1:00; claim R; claim L -> Claimed L clapper_up=no
    -> claims R L; claim R -> ActIgnored
[RIF 9.4, gomoku 5.7.1]
a claim on a fallen clapper is reported with all that proves it
  40/10:00 then 5:00 | make 10 1; wait 20:00 -> ClapperFell L @10:05
    claim R -> has Claimed R clapper_up=yes, time down 9:55, made 5 5, due 40 40, result none
    finish right -> GameFinished result=right, result right
before the start and after a result there is nothing to claim
  1:00:00, started=no | claim L -> ActIgnored; start; finish draw
    claim L -> ActIgnored, claims none
[RIF 10.4, gomoku 5.7.2]
both clappers fallen and nobody claimed is a draw by rule and stops both
  1:00 | L 1:00-1ns; R 1:00 -> runs L
    wait 1ns -> ClapperFell L @2:00, BothFallen draw=yes @2:00, ClocksStopped none @2:00
    -> phase fallen, time down down, first_fallen R
after both fell there is nothing left to claim and nothing goes on
  1:00 | L 1:00; wait 1:00; claim L -> ActIgnored; L -> PressIgnored; resume -> refused
    stop -> ActIgnored, OrganizerCalled, phase fallen
a claim before the second fall is no draw
  1:00 | L 1:00; claim R 1:00-1ns; wait 1:00 -> total BothFallen 0, time down 1ns
where both fallen is no draw the clock does not report one
  1:00, both_fallen_draw=no | L 1:00; wait 1:00 -> has BothFallen draw=no
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)
