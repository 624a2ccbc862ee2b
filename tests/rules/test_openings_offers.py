"""The number of fifths that will be offered is a memo: it credits nothing and blocks nothing."""

import pytest
from msgspec.structs import replace

from clock.presets.openings import OPENINGS
from clock.rules.inputs import Announce
from clock.rules.state import InvariantBroken, check
from clock.rules.units import SECOND_NS
from tests.rules.games import Game, kinds
from tests.rules.scenarios import Scenario, play, scenarios

pytestmark = pytest.mark.rule("openings: announcements")

ANNOUNCED_AT = {"yamaguchi": {"pattern": 12}, "soosyrv-8": {"choice": 8, "fourth": 8}}


@pytest.mark.parametrize("name", OPENINGS)
def test_a_number_is_announced_with_yamaguchis_pattern_and_with_soosyrvs_fourth_alone(
    name: str,
) -> None:
    """And it changes no time, no count and no press."""
    steps = OPENINGS[name].steps.items()
    announced = {key: step.announces for key, step in steps if step.announces}
    assert announced == ANNOUNCED_AT.get(name, {})
    game, plain = Game("1:00:00+30", opening=name), Game("1:00:00+30", opening=name)
    for _ in range(7):
        step, play = game.state.play.step, game.state.play
        most = step.announces if step else 0
        for count in (-1, 0, 1, most, most + 1, 10**9):
            outputs = game.act(Announce, game.state.turn, count)
            possible = most and 0 <= count <= most
            assert kinds(outputs) == ["Announced" if possible else "ActIgnored"]
        assert kinds(game.act(Announce, game.state.turn.other, 1)) == ["ActIgnored"]
        for offers in (-1, 1, 8, 9):
            state = replace(game.state, play=replace(play, offers=offers))
            if 0 < offers <= OPENINGS[name].offers_max and (most or play.offers):
                check(state)
                continue
            with pytest.raises(InvariantBroken, match="offers"):
                check(state)
        assert plain.move(SECOND_NS) == game.move(SECOND_NS)
        assert replace(game.state.play, offers=0) == plain.state.play
        assert (plain.left, plain.right) == (game.left, game.right)


@scenarios("""
the number stays until the fifths are offered and picked
  1:00:00, opening=yamaguchi | announce L 5; make 3 -> offers 5; R -> offers 0
  1:00:00, opening=yamaguchi | announce L 5; L; swap R; make 3 -> offers 5; L -> offers 0
  1:00:00, opening=soosyrv-8 | L; announce R 5; R -> offers 5; make 3 -> offers 0
who swaps instead of laying the fourth announces nothing, for the other will
  1:00:00, opening=soosyrv-8 | L; announce R 5; swap R; R -> offers 0; announce L 5; L -> offers 5
    swap R; R -> offers 5
it can be changed and taken back until the press by who is to move while the clock runs
  1:00:00, opening=soosyrv-8 | L; announce R 8 -> Announced R count=8; announce R 0 -> offers 0
    announce R 7; stop; announce R 2 -> ActIgnored reason=no_announcement; resume; R -> offers 7
[RIF 12.5]
a press retyped as a swap drops the number and as a move has it again
  1:00:00, opening=soosyrv-8 | L; announce R 6; R; retype swap -> offers 0; retype move -> offers 6
a counter set by the organizer leaves the number within its part of the opening
  1:00:00, opening=yamaguchi | announce L 5; L; moves 0 -> offers 5; moves 5 -> offers 5
    moves 6 -> offers 0
  1:00:00, opening=yamaguchi | announce L 5; L; R; moves 3 -> offers 5
  1:00:00, opening=soosyrv-8 | L; announce R 5; R; moves 5 -> offers 5; moves 3 -> offers 5
    moves 0 -> offers 0
  1:00:00, opening=soosyrv-8 | L; announce R 5; R; moves 40 -> offers 0
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)
