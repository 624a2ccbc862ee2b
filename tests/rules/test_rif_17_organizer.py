"""RIF 17: the organizer judges; results, warnings, and what is refused with nothing changed.

The corrections themselves are in test_corrections_moves, _turn, _time and _setting.
"""

import pytest

from clock.rules import inputs
from clock.rules.inputs import Input
from clock.rules.machine import step
from clock.rules.outputs import GameFinished, GameReopened
from clock.rules.refusal import Refused
from clock.rules.units import HOUR_NS, SECOND_NS
from tests.rules.games import LEFT, Game, kinds
from tests.rules.scenarios import Scenario, play, scenarios


@pytest.mark.rule("RIF 17", "gomoku 10.11")
@pytest.mark.parametrize("result", inputs.Result)
def test_the_organizer_enters_any_result_and_both_clocks_stop(result: inputs.Result) -> None:
    game = Game()
    ended = game.do(inputs.Finish(SECOND_NS, result, "9.1"))
    assert kinds(ended) == ["ClocksStopped", "GameFinished"]
    assert ended[1] == GameFinished(SECOND_NS, result, "9.1", last_move=0)
    game.wait(HOUR_NS)
    assert game.times_ns == (HOUR_NS - SECOND_NS, HOUR_NS)
    assert game.state.result is result


@scenarios("""
[gomoku 7.6, gomoku 3.1]
a player who claims on his own turn has laid one move more than was pressed
  10:00 | make 9; claim R; finish right -> GameFinished last_move=10
  10:00 | make 9; claim L; finish right -> GameFinished last_move=9
but not where a spent time is claimed
  10:00 | L 10:00; make 8; claim R; finish right -> GameFinished last_move=9
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


@pytest.mark.rule("gomoku 7.6")
def test_the_last_moves_number_is_as_entered_and_stays_when_the_result_is_entered_again() -> None:
    game = Game()
    game.make(9)
    game.act(inputs.Finish, inputs.Result.LEFT, last_move=11)
    game.act(inputs.Finish, inputs.Result.RIGHT)
    assert (game.state.last_move, game.moves) == (11, 9)
    for wrong in (-1, 10**9):
        with pytest.raises(Refused) as refused:
            game.act(inputs.Finish, inputs.Result.LEFT, last_move=wrong)
        assert refused.value.place == "last_move"


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


@pytest.mark.rule("gomoku 11.9.1")
def test_a_warning_is_on_record_with_its_reason() -> None:
    (warned,) = Game().act(inputs.Warn, LEFT, "talk")
    assert getattr(warned, "reason", None) == "talk"


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
