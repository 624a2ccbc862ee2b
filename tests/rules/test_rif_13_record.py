"""RIF 13.2, FIDE 8.4, gomoku 7.4: when the record is waived, and when it is to be completed."""

import pytest

from clock.rules.regulations import PROFILES
from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[RIF 13.2]
the record is waived at five minutes or less, silently
  10:00 | wait 5:00-1ns -> nothing, record kept kept; wait 1ns -> nothing, record waived kept
    wait 1ns -> nothing, record waived kept
a new period that lifts the time asks to complete the record until that seat's next press
  1/10:00 then 0:30:00 | L 6:00 -> time 34:00 10:00; R 1; wait 1 -> record complete kept
    L -> record kept kept
so does an increment
  5:10+10 | L 15 -> time 5:05 5:10, record complete kept; R; L 5 -> record complete kept; R
    L -> record kept kept
  1/10:00+10 then 0:30:00+10 | L 5:01 -> time 35:09 10:00, record complete kept
so does a correction
  6:00 | stop 1:10; give L 10:00 -> record complete kept; resume; L -> record kept kept
but before the start nobody has a record to complete
  4:00, started=no | give L 10:00 -> record kept waived; start -> record kept waived
a new period that does not lift the time above five minutes leaves it waived
  1/1:00 then 2:00 | L 30 -> record waived waived
a player who was not short of time has nothing to complete
  1/10:00 then 0:30:00 | L 5:00-1ns -> record kept kept
where the record is always kept it is never waived
  10:00, record=kept | wait 9:00 -> record kept kept
  10:00+30, record=kept | wait 9:00 -> record kept kept
by FIDE it stays waived for the period, and no increment lifts that
  3/5:10+10 then 0:30:00, rules=fide, first_bonus=after | L 15 -> time 5:05 5:10
    -> record waived kept; make 2 -> record waived kept
    make 2 -> periods 2 1, record complete kept; make 2 -> record kept kept
by FIDE it is never waived with thirty seconds a move; byo-yomi is no increment
  10:00+29, rules=fide | wait 9:30 -> record waived kept
  10:00+30, rules=fide | wait 9:30 -> record kept kept
  10:00d30, rules=fide | wait 9:30 -> record kept kept
  10:00 and 3x30, rules=fide | wait 9:30 -> record waived kept
  10:00+30 | wait 9:30 -> record waived kept
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


@pytest.mark.rule("gomoku 7.4")
@scenarios("""
in gomoku it is completed after the game, and there is no limit unless one is set
  1/6:00 then 30:00, rules=gomoku-cz | wait 5:00 -> record kept kept
  1/6:00 then 30:00, rules=gomoku-cz, record_limit_ns=5:00 | wait 1:10 -> record waived kept
    make 3 -> record kept kept; finish draw -> record complete kept
""")
def test_the_record_in_gomoku(games: list[Scenario]) -> None:
    assert PROFILES["gomoku-cz"].record_limit_ns is None
    play(games)
