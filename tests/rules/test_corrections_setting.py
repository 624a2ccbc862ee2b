"""A wrong setting set right in a stop: times, moves, colours and clappers stay as they are."""

from typing import Any

import pytest
from msgspec.structs import replace

from clock.rules.inputs import SetControl
from clock.rules.machine import begin
from clock.rules.match import Match, Place, Times
from clock.rules.outputs import ControlCorrected, RegulationsCorrected
from clock.rules.refusal import Refused
from tests.rules.games import LEFT, RIGHT, Game, control, regulations, setup
from tests.rules.scenarios import Scenario, follow, play, scenarios, time_of


@pytest.mark.rule("corrections: setting")
def test_a_correction_is_logged_with_what_was_before_and_after_and_why() -> None:
    game = Game("10:00+5")
    game.stop()
    before, after = control("10:00+5"), control("10:00+30")
    rules = regulations("japan")
    assert game.act(SetControl, None, after, rules, "agreed") == [
        ControlCorrected(0, RIGHT, before, after, "agreed"),
        RegulationsCorrected(0, regulations(), rules, "agreed"),
    ]


@scenarios("""
[corrections: setting, gomoku 6.4]
one seat's control is set right and all figures stay
  10:00+5 | make 3 1:00; stop 1:00; controls 10:00+30 vs - -> ControlCorrected L, phase stopped
    -> time 8:10 8:05, moves 3, turn R; resume; R 1; L 1 -> time 8:39 8:09
[corrections: setting]
the period is found by the moves made and brings no time
  40/2:00:00 then 1:00:00 | make 6 1:00; stop; controls 2/1:00:00 then 30:00 -> periods 2 2
    -> due none none, time 1:57:00 1:57:00
  2/1:00:00 then 30:00 | make 6 1:00; stop; controls 40/2:00:00 then 1:00:00 -> periods 1 1
    -> due 40 40, time 1:27:00 1:27:00
  1/10:00 then 1/5:00 then 1:00 | make 4 1:00; stop; controls &1/10:00 -> periods 3 3, due 3 3
    -> time 14:00 14:00
  10:00 | make 10 1:00; stop; controls 2/10:00 then &2/5:00 -> periods 3 3, due 6 6, time 5:00 5:00
  1/10:00 then 5:00 | make 2 1:00; stop; controls 10:00 -> periods 1 1, due none none
    -> time 14:00 14:00
  1/10:00 then 5:00 | make 2 1:00; stop; controls 40/10:00 then 5:00 -> periods 1 1, due 40 40
what a new period gives is given when it is reached
  3/10:00 then 5:00 | make 2 1:00; stop; controls 3/10:00 then 7:00 vs 2/10:00 then 7:00; resume
    make 2 -> periods 1 2, time 9:00 16:00
where periods come by time its number stays
  10:00 then 5:00 | make 2; stop 12:00 -> time 3:00 10:00; controls 10:00 then 9:00 -> periods 2 1
    -> due none none, time 3:00 10:00
  1/10:00 then 5:00, rollover=at_zero | make 2; stop 12:00; controls 40/10:00 then 9:00
    -> periods 2 1, due none 40, time 3:00 10:00
  40/10:00 then 5:00, rollover=at_zero_both | make 2; stop 12:00; controls 30/10:00 then 9:00
    -> periods 2 2, due none none, time 3:00 15:00
a period that was given is not given again after a swap and another setting
  2/10:00 then 5:00, opening=rif | L; swap R; R; stop; rules rif hand_warnings=3 -> periods 2 2
    resume; make 3 -> time 15:00 15:00
clappers stay, a time that ran is not counted again, and a block in progress stays
  10:00 | L 10:00; stop; controls 20:00 -> time down 10:00
  1:00 then *3/0:30 | L 1:00; R; make 2 1; stop; controls - vs 1:00 then *3/0:40 -> due 3 none
    rules rif hand_warnings=3 -> due 3 none, periods 2 1
byo-yomi that has begun goes on with the periods that are left
  1:00 and 3x30 | stop 1:40; controls 1:00 and 5x60 vs - -> time 20*2 1:00; resume
    wait 20 -> time 1:00*1 1:00
regulations are set right and hold from then on
  10:00, hand_rule=honour | L 1:00; stop 1; rules japan hand_rule=enforce -> RegulationsCorrected
    resume; stone R left; R 1 right -> HandsDiffered R, PressIgnored R
    wait 10:00 -> RefereeCalled R, ClapperFell R, ClocksStopped
a rollover set right brings periods its own way from then on
  1/10:00 then 5:00, rollover=at_zero | make 2 1:00; stop -> periods 1 1, due 1 1
    rules rif rollover=on_move -> periods 2 2, time 9:00 9:00
it is set right in every stop and before a start
  10:00, announce=yes, on_flag=stop | stop; controls 10:00+5 vs - -> ControlCorrected, phase stopped
  10:00, announce=yes, on_flag=stop | claim R; controls 10:00+5 vs - -> has ControlCorrected
    -> phase claimed
  10:00, announce=yes, on_flag=stop | wait 10:00; controls 10:00+5 vs - -> ControlCorrected
    -> phase fallen
  10:00, started=no | controls 10:00+5 vs - -> has ControlCorrected, phase ready, time 10:00 10:00
while a clock runs it is refused
  10:00 | controls 1:00 -> refused
  10:00 | stop; reconstruct R; controls 1:00 -> refused
[corrections: setting, RIF 14.9]
referees that were forgotten are called at once where it is time
  10:00 | L 6:00; stop; rules rif-referees -> RegulationsCorrected, RefereeCalled L
    -> call called armed; rules rif -> call off off
[corrections: setting, RIF 15]
a default time set right counts what has run
  1:00:00, started=no, default_time_ns=30:00 | start R; stop 10:00; rules rif default_time_ns=15:00
    resume 1:00; wait 5:00-1ns -> nothing; wait 1ns -> DefaultTimeReached R
joint time ends where the regulations set right have none
  1:00:00, started=no | start L R; stop 1:00; rules gomoku-cz; resume; wait 1:00 -> phase running
    -> runs L, time 58:00 59:00
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


# What was set, what should have been; the left seat plays 20 s, is stopped, and presses 10 s after
# the setting was right, and then 10 s after its opponent's press. Its time then.
METHODS = [
    ("10:00", "10:00+5", "9:35", "9:30"),
    ("10:00", "10:00b5", "9:35", "9:30"),
    ("10:00", "10:00d5", "9:30", "9:25"),  # no delay in the turn that ran
    ("10:00d40", "10:00", "9:50", "9:40"),  # and the rest of it is gone
    ("10:00", "countup 0", "9:50", "10:00"),
    ("0 and 3x30", "0 and 3x60", "1:00*2", "1:00*2"),
    ("0 and 3x30", "10:00", "down", "down"),
    ("10:00", "&1/1:00", "10:30", "11:20"),
    ("10:00", "*1/1:00", "1:00", "1:00"),
    ("gong 1:00", "5:00", "0:30", "0:20"),
]


@pytest.mark.rule("corrections: setting")
@pytest.mark.parametrize(("wrong", "right", "first", "second"), METHODS)
def test_the_method_holds_from_then_on_and_a_delay_or_byoyomi_from_the_next_turn(
    wrong: str, right: str, first: str, second: str
) -> None:
    game = Scenario(wrong, "stop 20").play()
    left_ns = game.remaining_ns(LEFT)
    game.act(SetControl, control(right), control(right))
    assert game.remaining_ns(LEFT) == left_ns
    follow(game, "resume; L 10")
    shown = [time_of(game, LEFT)]
    follow(game, "R; L 10")
    assert [*shown, time_of(game, LEFT)] == [first, second]


@pytest.mark.rule("corrections: setting")
def test_a_setting_that_cannot_be_played_or_is_empty_is_refused_with_its_place() -> None:
    game = Game("10:00")
    game.stop()
    silent = replace(regulations(), on_flag=regulations("fide").on_flag)
    refusals: list[tuple[dict[str, Any], str]] = [
        ({}, "SetControl"),
        ({"left": ()}, "left"),
        ({"right": (replace(control("10:00")[0], moves=0),)}, "right[0].moves"),
        ({"regulations": silent}, "regulations.announce"),
    ]
    for fields, place in refusals:
        with pytest.raises(Refused) as refused:
            game.act(SetControl, **fields)
        assert refused.value.place == place


@pytest.mark.rule("corrections: setting", "handicap match")
def test_in_a_match_it_is_refused() -> None:
    games = (Times(beginner=control("5:00"), expert=control("0:30")),)
    game = Game()
    game.state = begin(setup().in_match(Place(Match(games, expert_must_win=1), expert=RIGHT)))
    with pytest.raises(Refused):
        game.act(SetControl, control("1:00"))
