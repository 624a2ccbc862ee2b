"""Who moves first plays Black in renju, gomoku and go, White in chess and in handicap go."""

import pytest

from clock.presets.openings import OPENINGS
from clock.rules.machine import begin
from clock.rules.refusal import SetupError
from clock.rules.seats import Colour
from tests.rules.games import setup
from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[first colour]
with White first the seat that begins is White and its clock runs
  1:00:00, first=white | -> runs L, colours white black
  1:00:00, first=white, starter=R | -> runs R, colours black white
the seat that moves first has made half of the moves rounded up
  1:00:00, first=white | L -> made 1 0; R -> made 1 1; L -> made 2 1, colours white black
  1:00:00 | L -> made 1 0; R -> made 1 1; L -> made 2 1, colours black white
a counter that is corrected counts White first
  2/10:00 then 5:00, first=white | moves 3 -> periods 2 1
colours that the organizer sets take their counts along
  1:00:00, first=white | make 3; black L -> colours black white, made 1 2
[first colour, rollover: on_move]
a quota is completed by the seat's own press whatever it plays
  2/10:00 then 5:00 | make 3 -> periods 2 1, time 15:00 10:00; R -> periods 2 2
  2/10:00 then 5:00, first=white | make 3 -> periods 2 1, time 15:00 10:00; R -> periods 2 2
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


@pytest.mark.rule("first colour")
@pytest.mark.parametrize("name", sorted(set(OPENINGS) - {"none"}))
def test_an_opening_of_renju_or_gomoku_is_refused_with_white_first(name: str) -> None:
    with pytest.raises(SetupError) as refused:
        begin(setup(opening=name, first=Colour.WHITE))
    assert refused.value.place == "first"
