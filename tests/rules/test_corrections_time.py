"""Time given, taken and set; periods that come by time, and byo-yomi; a setup set right."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.rules.control import NEVER_USED_UP, Control
from clock.rules.inputs import SetControl, SetMoves
from clock.rules.machine import begin
from clock.rules.match import Match, MatchStanding, Times
from clock.rules.outputs import ControlCorrected, RegulationsCorrected
from clock.rules.refusal import Refused
from clock.rules.regulations import Rollover
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, control, regulations, setup
from tests.rules.random_games import EVERY, QUARTER_OF_GAMES, controls
from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[corrections: time, RIF 17]
a time is set or changed, both figures are reported, and the game goes on
  1:00:00 | wait 10; set R 7:00+1ns -> Corrected R remaining_ns 1:00:00>7:00+1ns, runs L
    take L 1:00 -> Corrected L remaining_ns 59:50>58:50 reason=organizer, time 58:50 7:00+1ns
a fallen clapper rises when the organizer gives time, and play goes on
  1:00 | wait 1:00+5ns; set L 1:00 -> Corrected L, ClapperRaised L; wait 1:00-1ns -> nothing
    wait 1ns -> ClapperFell L
after both clappers have fallen the organizer may give time and resume
  1:00 | L 1:00; wait 1:00; set R 1:00; resume -> phase running, runs R, time down 1:00
a penalty that drops a clapper also calls the referee (RIF 14.9)
  10:00, rules=rif-referees | take L 10:00 -> Corrected L, RefereeCalled L, ClapperFell L
after a penalty of several blocks the referee is called in the last one too (RIF 14.9)
  *2/10:00, rules=rif-referees, rollover=at_zero | L 7:00; acknowledge L; make 7 0
    take L 25:00 -> has RefereeCalled L, has ClapperFell L
[corrections: time, RIF 10.4]
taking both times away lowers both clappers, but both fall, as a draw, only when play goes on
  1:00:00 | stop; set L 0; set R 0 -> Corrected R, ClapperFell R, phase stopped, time down down
    resume -> has BothFallen draw=yes, phase fallen; resume -> refused
no game starts without time
  1:00:00, started=no | set L 0; set R 0; R -> PressIgnored R; start -> refused
[corrections: time]
a time set in byo-yomi is that of the current period; any more is main time
  0 and 3x30 | wait 48; set L 31 -> time 1 30*3; wait 1 -> time 30*2 30*3
a clapper raised in byo-yomi has the time it is given and no used-up period
  0 and 3x30 | wait 1:30; set L 10 -> time 10*1 30*3; wait 10 -> ClapperFell L
  0 and 3x30 | wait 1:30; give L 10 -> time 10 30*3; wait 10 -> ClapperFell L
[corrections: time, gomoku 11.9.3]
a penalty may reach into the next period
  1:00 and 1x30 then 5:00, hand_warnings=0, hand_penalty_ns=1:40 | fault R
    -> periods 1 2, time 1:00 4:50
[corrections: time]
time taken that reaches into the next period runs there by its method
  10 then countup 0, rollover=at_zero | stop; take L 30 -> time 20 10, periods 2 1
time given in byo-yomi is main time, after which byo-yomi goes on as before
  10:00 and 3x30, hand_warnings=0, hand_penalty_ns=2:00, hand_penalty_to=opponent | wait 11:18
    fault R -> time 2:00 10:00; wait 2:00 -> ByoyomiBegan L periods=1, time 12*1 10:00
[corrections: byo-yomi]
byo-yomi periods are set including the current one, also before main time is used up
  10:00 and 3x30 | byoyomi L 5 -> Corrected L byoyomi 3>5, time 10:00 10:00
    wait 10:00 -> ByoyomiBegan L periods=5; wait 31; byoyomi L 1 -> Corrected L byoyomi 4>1
    -> time 29*1 10:00; L -> time 30*1 10:00; wait 10:00 -> ByoyomiBegan R periods=3
a seat that fell in byo-yomi is lifted with whole periods, where there are some
  0 and 1x30 | wait 30; byoyomi L 2 -> has ClapperRaised L, time 30*2 30*1
  1:00 | stop; byoyomi L 2 -> refused
[corrections: period]
a period that is set adds the times of those in between, or takes them back
  1:00:00 then 30:00 then 15:00 | stop 1:00; period L 3 -> has Corrected L period 1>3
    -> has Corrected L remaining_ns 59:00>1:44:00, total Corrected 2; warn L
    period L 1 -> time 59:00 1:00:00
  40/1:00:00 then 20/30:00 then 15:00, rollover=at_zero | period L 3 -> time 1:45:00 1:00:00
    -> due none 40; warn L; period L 2 -> due 60 40; warn L
    period L 1 -> time 1:00:00 1:00:00, due 40 40
  40/1:00:00 then 30:00 and 3x30, rollover=at_zero_both |
    period L 2 -> has Corrected L byoyomi none>3, time 1:30:00 1:00:00
a later block that is set begins after the moves of those before it
  1:00 then &2/0:30 | wait 10; stop; period L 4 -> periods 4 1, due 6 none, time 2:20 1:00
a count-up that is set begins with its own time
  30:00 then countup 0 | period R 2 -> time 30:00 0, periods 1 2
a period that is set back is over at once if more has run than it had
  10:00 then 5:00 | stop 12:00; period L 1 -> periods 2 1, time 3:00 10:00
    give L 2:30 -> periods 1 1, time 30 10:00
where the moves made decide the period it cannot be set
  1/1:00 then *9/1:00 | period L 1 -> refused period; period L 2 -> refused period
[corrections: setup, gomoku 6.4]
one seat's control is corrected and all figures stay
  10:00+5 | make 3 1:00; stop 1:00; controls 10:00+30 vs - -> ControlCorrected L, phase stopped
    -> time 8:10 8:05, moves 3, turn R; resume; R 1; L 1 -> time 8:39 8:09
[corrections: setup]
the period follows from the moves made and adds no time
  1/10:00 then 1/5:00 then 1:00 | make 4 1:00; stop; controls &1/10:00 -> periods 3 3, due 3 3
    -> time 14:00 14:00
  10:00 | make 10 1:00; stop; controls 2/10:00 then &2/5:00 -> periods 3 3, due 6 6, time 5:00 5:00
  1/10:00 then 5:00 | make 2 1:00; stop; controls 40/10:00 then 5:00 -> periods 1 1, due 40 40
the time of a new period is added when it is reached
  3/10:00 then 5:00 | make 2 1:00; stop; controls 3/10:00 then 7:00 vs 2/10:00 then 7:00; resume
    make 2 -> periods 1 2, time 9:00 16:00
where periods begin by time the period's number stays
  10:00 then 5:00 | make 2; stop 12:00 -> time 3:00 10:00; controls 10:00 then 9:00 -> periods 2 1
    -> due none none, time 3:00 10:00
  40/10:00 then 5:00, rollover=at_zero_both | make 2; stop 12:00; controls 30/10:00 then 9:00
    -> periods 2 2, due none none, time 3:00 15:00
a period that was added is not added again after a swap and another setup
  2/10:00 then 5:00, opening=rif | L; swap R; R; stop; rules rif hand_warnings=3 -> periods 2 2
    resume; make 3 -> time 15:00 15:00
clappers and a block in progress stay, and time that ran is not counted again
  1:00 then *3/0:30 | L 1:00; R; make 2 1; stop; controls - vs 1:00 then *3/0:40 -> due 3 none
    rules rif hand_warnings=3 -> due 3 none, periods 2 1
byo-yomi that has begun goes on with the periods that are left
  1:00 and 3x30 | stop 1:40; controls 1:00 and 5x60 vs - -> time 20*2 1:00; resume
    wait 20 -> time 1:00*1 1:00
corrected regulations hold from then on
  10:00, hand_rule=honour | L 1:00; stop 1; rules japan hand_rule=enforce -> RegulationsCorrected
    resume; stone R left; R 1 right -> HandsDiffered R, PressIgnored R
    wait 10:00 -> RefereeCalled R, ClapperFell R, ClocksStopped
a corrected rollover applies from then on
  1/10:00 then 5:00, rollover=at_zero | make 2 1:00; stop -> periods 1 1, due 1 1
    rules rif rollover=on_move -> periods 2 2, time 9:00 9:00
a setup can also be corrected when a fall has stopped the clocks
  10:00, announce=yes, on_flag=stop | wait 10:00; controls 10:00+5 vs - -> ControlCorrected
    -> phase fallen
while a clock runs the correction of a setup is refused
  10:00 | controls 1:00 -> refused
  10:00 | stop; reconstruct R; controls 1:00 -> refused
[corrections: setup, RIF 14.9]
referees that were left out of the setup are called at once if it is time
  10:00 | L 6:00; stop; rules rif-referees -> RegulationsCorrected, RefereeCalled L
    -> call called armed; rules rif -> call off off
[corrections: setup, RIF 15]
a corrected default time counts what has already run
  1:00:00, started=no, default_time_ns=30:00 | start R; stop 10:00; rules rif default_time_ns=15:00
    resume 1:00; wait 5:00-1ns -> nothing; wait 1ns -> DefaultTimeReached R
joint time ends if the corrected regulations have none
  1:00:00, started=no | start L R; stop 1:00; rules gomoku-cz; resume; wait 1:00 -> phase running
    -> runs L, time 58:00 59:00
[corrections: setup]
a method holds from then on, a delay or byo-yomi from the next turn on
  10:00 | stop 20; controls 10:00d5; resume; L 10 -> time 9:30 10:00; R; L 10 -> time 9:25 10:00
  0 and 3x30 | stop 20; controls 0 and 3x60; resume; L 10 -> time 1:00*2 30*3
a setup that is empty or cannot be played is refused, and the place is named
  10:00 | stop; controls - -> refused SetControl; controls - vs 0/10:00 -> refused right[0].moves
    rules rif on_flag=stop -> refused regulations.announce
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


@pytest.mark.rule("RIF 17")
def test_a_time_is_changed_either_by_an_amount_or_to_an_amount() -> None:
    for by_ns, to_ns in ((None, None), (1, 1)):
        with pytest.raises(Refused):
            Game().adjust(LEFT, by_ns, to_ns)


ENDING = tuple(method for method in EVERY if method not in NEVER_USED_UP)


@pytest.mark.rule("corrections: time", "gomoku 11.9.3")
@settings(max_examples=QUARTER_OF_GAMES)
@given(
    controls(ENDING, (SECOND_NS, 3 * SECOND_NS, MINUTE_NS)),
    st.sampled_from(Rollover),
    st.integers(0, 40),
    st.lists(st.integers(0, 4 * MINUTE_NS), max_size=6),
)
def test_time_taken_at_once_or_in_parts_has_the_effect_of_time_that_ran(
    control: Control, rollover: Rollover, made: int, parts_ns: list[int]
) -> None:
    def shown(*taken_ns: int, ran_ns: int = 0) -> object:
        game = Game(started=False)
        game.state = begin(replace(setup(rollover=rollover), left=control, right=control))
        game.act(SetMoves, made)
        game.start()
        game.stop()
        for amount_ns in taken_ns:
            game.adjust(LEFT, by=-amount_ns)
        game.resume(LEFT, reconstruct=True)  # a debt becomes a fall, in the period that it reaches
        if ran_ns:
            game.wait(ran_ns)
        return game.left.period, game.left.overtime, game.left.due, game.remaining_ns(LEFT)

    assert shown(sum(parts_ns)) == shown(*parts_ns) == shown(ran_ns=sum(parts_ns))


@pytest.mark.rule("corrections: setup", "handicap match")
def test_a_corrected_setup_is_logged_before_and_after_and_is_refused_in_a_match() -> None:
    game = Game("10:00+5")
    game.stop()
    before, after, rules = control("10:00+5"), control("10:00+30"), regulations("japan")
    assert game.act(SetControl, None, after, rules, "agreed") == [
        ControlCorrected(0, RIGHT, before, after, "agreed"),
        RegulationsCorrected(0, regulations(), rules, "agreed"),
    ]
    games = (Times(beginner=before, expert=after),)
    game.state = begin(
        setup().in_match(MatchStanding(Match(games, expert_must_win=1), expert=RIGHT))
    )
    with pytest.raises(Refused):
        game.act(SetControl, control("1:00"))


@pytest.mark.rule("corrections: setup")
@settings(max_examples=QUARTER_OF_GAMES)
@given(
    controls(EVERY, (SECOND_NS, 3 * SECOND_NS, MINUTE_NS)),
    controls(EVERY, (SECOND_NS, 3 * SECOND_NS, MINUTE_NS)),
    st.integers(0, 3 * MINUTE_NS),
)
def test_any_control_is_set_right_at_any_time_and_the_game_goes_on(
    wrong: Control, right: Control, after_ns: int
) -> None:
    game = Game(started=False)
    game.state = begin(replace(setup(), left=wrong, right=wrong))
    game.start()
    game.wait(after_ns)
    game.stop()
    before = game.left
    game.act(SetControl, right, right)
    if before.remaining_ns >= 0:
        assert game.remaining_ns(LEFT) == before.remaining_ns
    if not game.state.both_fallen:
        game.resume(LEFT)
        game.move(after_ns)
