"""RIF 17: the organizer judges; results, warnings, and what is refused with nothing changed.

The corrections themselves are in test_corrections_moves, _turn, _time and _setting.
"""

import pytest

from clock.rules import inputs
from clock.rules.inputs import Input
from clock.rules.machine import step
from clock.rules.outputs import GameReopened
from clock.rules.refusal import Refused
from tests.rules.games import LEFT, Game
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
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


@pytest.mark.rule("RIF 17")
@pytest.mark.parametrize(
    ("setup", "before", "phase", "after"),
    [
        ("started=yes", "", "running", "time 59:59 1:00:00"),
        ("started=yes", "stop", "running", "time 59:59 1:00:00"),
        ("started=yes", "claim R", "running", "time 59:59 1:00:00"),
        ("started=no", "", "ready", "time 1:00:00 1:00:00"),
        ("started=no", "start L R", "joint", "time 59:59 59:59"),
    ],
)
def test_a_result_entered_by_mistake_is_entered_again_or_taken_back(
    setup: str, before: str, phase: str, after: str
) -> None:
    game = Scenario(
        f"1:00:00, {setup}",
        f"{before}; finish left; finish right -> has GameFinished result=right, last_move 0;"
        f"resume -> has GameReopened, phase {phase}, result none, last_move none, claims none;"
        f"wait 1 -> {after}",
    ).play()
    assert game.outputs_of(GameReopened) == [GameReopened(0)]
    assert game.state.ground == ""


@pytest.mark.rule("RIF 17")
@pytest.mark.parametrize(
    ("event", "place"),
    [
        (inputs.Adjust(0, LEFT), "Adjust"),
        (inputs.Adjust(0, LEFT, 1, 1), "Adjust"),
        (inputs.Adjust(0, LEFT, remaining_ns=-1), "remaining_ns"),
        (inputs.Adjust(0, LEFT, delta_ns=10**18), "Adjust"),
        (inputs.SetMoves(0, -1), "made"),
        (inputs.SetMoves(0, 10**9), "made"),
    ],
)
def test_a_figure_that_makes_no_sense_is_refused_with_the_field_at_fault(
    event: Input, place: str
) -> None:
    game = Game()
    before = game.state
    with pytest.raises(Refused) as refused:
        step(game.state, event)
    assert refused.value.place == place
    assert game.state is before
