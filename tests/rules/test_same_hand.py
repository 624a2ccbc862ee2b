"""The same hand (RIF 14.3, gomoku 5.4): honour, witness and enforce."""

from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[same hand: honour, RIF 14.3 same hand, gomoku 11.9.2, gomoku 11.9.3]
on honour the plunger asks for no hand
  1:00:00+10, hand_rule=honour | stone L left; L 1 right -> TurnPassed L, mismatch none
    R -> TurnPassed R
the organizer enters a fault, first a warning, then a penalty
  1:00:00, hand_warnings=1, hand_penalty_ns=2:00 | fault L -> HandFaulted L count=1 penalty=0
    fault L -> HandFaulted L count=2 penalty=2:00, Corrected L remaining_ns 1:00:00>58:00
    fault R -> HandFaulted R count=1 penalty=0, time 58:00 1:00:00
it may be time added to the opponent, and one that takes all that is left drops the clapper
  10:00, hand_warnings=0, hand_penalty_ns=1:00, hand_penalty_to=opponent |
    fault L -> time 10:00 11:00
  10:00, hand_warnings=0, hand_penalty_ns=1:00, remaining_ns=1:00+1ns/10:00 |
    fault L -> time 1ns 10:00; fault L -> time down 10:00
no penalty raises a fallen clapper
  1:00, hand_warnings=0, hand_penalty_ns=1:00, hand_penalty_to=opponent | wait 1:00
    fault R -> HandFaulted R, time down 1:00
where the regulations name no penalty the organizer decides each time
  1:00:00 | fault L; fault L; fault L; fault L -> faults 4 0, time 1:00:00 1:00:00
[same hand: witness, RIF 14.3 same hand]
a witness shows a mismatch to the time referee and the press counts
  1:00:00, hand_rule=witness | stone L right
    L 1 left -> HandsDiffered L stone=right press=left, TurnPassed L
    -> moves 1, mismatch L
it is shown until the referee came or a fault is entered
  1:00:00, hand_rule=witness | stone L right; L 1 left; make 3 1 -> mismatch L
    acknowledge L -> RefereeCame L, mismatch none
  1:00:00, hand_rule=witness | stone L right; L 1 left; make 3 1 -> mismatch L
    fault L -> HandFaulted L, mismatch none
the hand that laid the stone presses, or no stone was seen
  1:00:00, hand_rule=witness | stone L right; L 1 right -> TurnPassed L; R 1 left -> TurnPassed R
both plungers within a tenth of a second are shown and the first press counts
  1:00:00, hand_rule=witness | L 1 left; L 0.1 right -> HandsTogether L, PressIgnored L, moves 1
    -> mismatch L
  1:00:00, hand_rule=witness | L 1 left; L 0.1+1ns right -> PressIgnored L, mismatch none
one plunger twice is not both plungers at once, nor is one of each seat
  1:00:00, hand_rule=witness | L 1 left; L 0.05 left -> PressIgnored L; R 0 right -> TurnPassed R
    -> mismatch none
[same hand: enforce, RIF 14.3 same hand]
the other hand does not complete the move and the clock runs on
  1:00:00, hand_rule=enforce | stone L right
    L 1 left -> HandsDiffered L stone=right press=left, PressIgnored L reason=other_hand
    -> runs L, moves 0, time 59:59 1:00:00; L 1 right -> TurnPassed L, spent 2 0
the last stone of the turn decides
  1:00:00, hand_rule=enforce | stone L right; stone L left; L 1 left -> TurnPassed L
a press without a stone or by an unknown hand counts
  1:00:00, hand_rule=enforce | L 1 left -> TurnPassed L; stone R right; R -> TurnPassed R
a stone taken ahead is remembered until the press
  1:00:00, hand_rule=enforce | stone R right; L; R 1 left -> HandsDiffered R, PressIgnored R
    R 1 right -> TurnPassed R; L; R 1 left -> TurnPassed R
so is a stone taken before the start or in a stop
  1:00:00, hand_rule=enforce, started=no | stone L right; start
    L 1 left -> HandsDiffered L, PressIgnored L; stop; stone L left; resume
    L 1 left -> TurnPassed L
a swap lays no stone and is pressed with any hand
  1:00:00, hand_rule=enforce, opening=rif | L; stone R left; swap R
    R 1 right -> TurnPassed R, ColoursTurned
[FIDE A.3]
by FIDE a fault costs the opponent's gain of a minute in rapid and blitz, and two else
  30:00+29, rules=fide | fault L -> HandFaulted L penalty=0; fault L -> has HandFaulted penalty=1:00
    -> has Corrected R remaining_ns 30:29>31:29, total Corrected 1
  30:00+30, rules=fide | fault L; fault L -> has HandFaulted count=2 penalty=2:00
  1:00:00, rules=fide | fault L; fault L -> has HandFaulted penalty=2:00
  40/30:00 then 20:00, rules=fide | fault L; fault L -> has HandFaulted penalty=1:00
  40/20:00+15 then 10:00+60, rules=fide | fault L; fault L -> has HandFaulted penalty=2:00
  40/20:00+15 then 10:00+59, rules=fide | fault L; fault L -> has HandFaulted penalty=1:00
  30/20:00 then *10/10:00 vs 2:00:00, rules=fide | fault L; fault L -> has HandFaulted penalty=1:00
  30/20:00 then *10/14:00, rules=fide | fault L; fault L -> has HandFaulted penalty=2:00
  10:00 and 3x30:00, rules=fide | fault L; fault L -> has HandFaulted penalty=1:00
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)
