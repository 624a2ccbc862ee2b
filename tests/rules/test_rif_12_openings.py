"""RIF 12: the opening of 1996, rule by rule; every opening press by press is in test_openings."""

from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[RIF 12.1]
the seat that begins is tentative Black and its clock runs
  1:00:00, opening=rif, starter=R | -> runs R, colours white black
[RIF 12.2, RIF 12.3, RIF 12.4, RIF 12.5, RIF 12.7]
each player does his part on his own time with one press
  1:00:00, opening=rif | L 1:10 -> TurnPassed L spent=1:10 credited=3 moves=3
    R 1:11 -> TurnPassed R spent=1:11 credited=1 moves=4, colours black white
    L 1:12 -> TurnPassed L spent=1:12 credited=1 moves=5
    R 1:13 -> TurnPassed R spent=1:13 credited=1 moves=6, runs L, colours black white
[RIF 12.5, RIF 12.6, RIF 14.6]
tentative White may take Black, through a stop, and the other lays the fourth
  1:00:00, opening=rif | L; swap R 2 -> colours black white; stop; resume 1
    R 1 -> TurnPassed R spent=3 credited=0 moves=3, ColoursTurned R, runs L, colours white black
    L 4 -> TurnPassed L spent=4 credited=1 moves=4
[RIF 12.8]
after the opening every press is one move and nobody chooses
  1:00:00, opening=rif | make 4; swap L -> ActIgnored; L -> moves 7; swap R -> ActIgnored
    R -> moves 8
[RIF 12.9]
within the first three moves no press but the one that credits all three
  1:00:00, opening=rif | swap L -> ActIgnored; R 1 -> PressIgnored; L 1 -> moves 3
[RIF 12.7, RIF 14.4]
the offer that completes a quota earns the next period at its press
  3/0:10:00 then 0:05:00, opening=rif | make 2 1 -> periods 1 1; L 1 -> periods 2 1
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)
