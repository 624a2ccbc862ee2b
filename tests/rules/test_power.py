"""A clock that lost its power, or its program, and came back."""

from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
power lost stops the clocks at the last instant that is known, until the organizer resumes
  1:00 | L 10; power 4 -> PowerWasLost uncertain=1, ClocksStopped none, phase stopped, uncertain 1
    -> time 50 56; resume -> runs R, time 50 56, uncertain 0
  1:00, started=no | start L R; power 14 -> PowerWasLost uncertain=1, ClocksStopped, time 46 46
    resume -> phase joint, uncertain 0
while no clock runs it changes nothing
  1:00, started=no | power 14 -> PowerWasLost uncertain=0, phase ready, uncertain 0
  1:00 | stop 3; power 14 -> PowerWasLost uncertain=0, phase stopped, time 57 1:00, uncertain 0
a restart is logged and changes nothing
  1:00 | restart 14 -> ClockRestarted away=1; L 6 -> time 40 1:00
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)
