"""Time controls: plain, increment, several periods of any method, and what cannot be played."""

import pytest
from msgspec.structs import replace

from clock.rules.control import Control, Method, Period
from clock.rules.machine import begin
from clock.rules.refusal import SetupError
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, Game, control, setup
from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[control: plain]
plain time only goes down
  5:00 | make 10 1 -> time 4:55 4:55
[control: increment]
an increment is added at the press
  3:00+2 | -> time 3:00 3:00; L 1 -> TurnPassed L earned=2, time 3:01 3:00
an increment comes too late at zero
  3:00+2 | L 3:00-1ns -> time 2+1ns 3:00
  3:00+2 | L 3:00 -> ClapperFell L, TurnPassed L earned=0, time down 3:00
[control: first bonus]
an increment for the move to come is there before the first
  3:00+2, first_bonus=before | -> time 3:02 3:02; L 3:02-1ns -> time 2+1ns 3:02
a time given at set-up is what the clock shows
  3:00+2, first_bonus=before, remaining_ns=1:30/1:31 | -> time 1:30 1:31
the press that ends a period earns the increment of its move
  60/2:00:00 then 15:00+30 | make 118 1; L -> has TurnPassed earned=0, time 2:14:01 1:59:01
    R; L 1 -> time 2:14:30 2:14:01
  60/2:00:00 then 15:00+30, first_bonus=before | make 118 1
    L -> has TurnPassed earned=30, time 2:14:31 1:59:01; R; L 1 -> time 2:15:00 2:14:31
an increment for the move to come changes with the period
  1/1:00+5 then 1/1:00+7 then 1:00+9, first_bonus=before | -> time 1:05 1:05
    make 2 -> time 2:12 2:12; make 2 -> time 3:21 3:21; make 2 -> time 3:30 3:30
a block that carries nothing keeps only an increment for the move to come
  *1/1:00+1 | L 20 -> time 1:00 1:00, periods 2 1
  *1/1:00+1, first_bonus=before | L 20 -> time 1:01 1:01, periods 2 1
[control: one increment a press]
a press that credits three moves earns one increment
  3:00+2, opening=rif | L -> TurnPassed L credited=3 earned=2, time 3:02 3:00
a swap press earns what a move does
  3:00+2, opening=rif | L 10; swap R; R 10 -> moves 3, runs L, time 2:52 2:52
  3:00b15, opening=rif | L 10; swap R; R 10 -> time 3:00 3:00
  3:00d15, opening=rif | L 10; swap R; R 10 -> time 3:00 3:00
  0 and 3x30, opening=rif | L 10; swap R; R 10 -> time 30*3 30*3
unless the regulations exclude it, but byo-yomi and a gong's turn begin again all the same
  3:00+2, opening=rif, swap_earns=no | L 10; swap R; R 10 -> moves 3, runs L, time 2:52 2:50
  3:00b15, opening=rif, swap_earns=no | L 10; swap R; R 10 -> time 3:00 2:50
  3:00d15, opening=rif, swap_earns=no | L 10; swap R; R 10 -> time 3:00 3:00
  0 and 3x30, opening=rif, swap_earns=no | L 10; swap R; R 10 -> time 30*3 30*3
  gong 10, opening=rif, swap_earns=no | L 10; swap R; R 10 -> time 10 10
[control: periods]
unused time carries over to the next period
  2/10:00+5 then 5:00+1 | make 2 1:00; L 1:00 -> TurnPassed L, PeriodBegan L @3:00 added=5:00
    R 1:00 -> time 13:10 13:10
periods follow each other
  1/1:00 then 2/2:00 then 4:00 | make 2 1 -> periods 2 2, due 3 3; make 2 1 -> periods 2 2
    make 2 1 -> periods 3 3, due none none; make 4 1 -> periods 3 3, time 6:55 6:55
no time is added after the last control was passed
  1/1:00 then 2/2:00 | make 20 1 -> time 2:50 2:50, periods 2 2
a period without moves lasts until its time is used
  1:00 then 0:30 | wait 1:00 -> PeriodBegan L @1:00 period=2 added=30; wait 30 -> ClapperFell L
[control: mixed periods]
every period has its own increment
  2/1:00+5 then 2/1:00+10 then 1:00+20 | make 2 -> time 1:05 1:05; make 2 -> time 2:10 2:10
    make 4 -> time 3:30 3:30; make 4 -> time 4:10 4:10
an increment may begin with a later period
  2/1:00 then 1:00+30 | make 4 -> time 2:00 2:00; make 2 -> time 2:30 2:30
a delay may follow an increment
  1/1:00+5 then 1:00d10 | make 2 1 -> time 2:04 2:04, delay 10 10; make 2 11 -> time 2:03 2:03
Bronstein may follow plain time, and gives back whatever period follows it
  1/1:00 then 1:00b5 | make 2 1 -> time 1:59 1:59; make 2 7 -> time 1:57 1:57
  1/1:00b5 then 1:00+7, first_bonus=before | L 3 -> time 2:07 1:00
main time may lead into byo-yomi, by moves and by time
  1/1:00 then 0 and 2x30 | L 20 -> time 40 1:00; R; wait 40 -> time 30*2 1:00
  1:00 then 0 and 2x30 | wait 1:00 -> PeriodBegan L, time 30*2 1:00; L 1 -> time 30*2 1:00
what is left of a byo-yomi period is not carried over
  2/1:00 and 2x30 then 5:00 | L; R; L 1:10 -> ByoyomiBegan L, TurnPassed L, PeriodBegan L
    -> periods 2 1, time 5:00 1:00
after the last byo-yomi period a next period of the control may come
  1:00 and 1x30 then 5:00 | wait 1:30 -> ByoyomiBegan L, PeriodBegan L, time 5:00 1:00
byo-yomi blocks by moves have all their periods again
  *2/1:00 and 2x30 | L 1:40; R -> time 30*1 1:00; L -> periods 2 1, time 1:00 1:00
    R; L 1:00 -> time 30*2 1:00
  *2/1:00 and 2x30 | L 1:40; R; give L 1:00; L -> periods 2 1; R
    wait 1:00 -> ByoyomiBegan L periods=2
what byo-yomi or Bronstein restores is dropped with the block
  *1/0:10 and 2x30 | L 20 -> periods 2 1, time 10 10
  *1/0:10 and 2x30, first_bonus=before | L 20 -> periods 2 1, time 10 10
  *1/1:00b5 | L 10 -> periods 2 1, time 1:00 1:00
  *1/1:00b5, first_bonus=before | L 10 -> periods 2 1, time 1:00 1:00
time that was counted up is no time left, and a count begins with its own time
  countup 1/0 then 5:00 | L 3:00 -> periods 2 1, time 5:00 0
  1/5:00 then countup 0 | make 2 1:00 -> time 0 0; L 7 -> time 7 0
a gong's time is neither carried over nor lengthened
  gong 2/0:10 then 5:00 | wait 30 -> periods 2 1, time 5:00 10
  1/5:00 then gong 0:10 | make 2 -> time 10 10
[control: a seat's own, RIF 14.1]
each seat is counted in its own way
  5:00 vs 3:00+2 | make 4 10 -> time 4:40 2:44
  0 and 2x30 vs 1:00d5 | make 2 6 -> time 30*2 59
  countup 0 vs 0:10 | L 1:00 -> time 1:00 10; wait 10 -> ClapperFell R @1:10
each seat has its own periods
  2/1:00 then 1:00 vs 3/2:00 then 0 and 2x10 | make 4 1 -> periods 2 1; make 2 1 -> periods 2 2
  2/10:00 then 5:00 vs 1:00+2 | make 4 1 -> time 14:58 1:02, periods 2 1
  1:00 then 0:30 vs 2:00, rollover=at_zero_both | wait 1:00 -> PeriodBegan L @1:00 added=30
    -> time 30 2:00
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


@pytest.mark.rule("control: periods")
def test_a_period_that_carries_nothing_drops_its_time_though_it_does_not_repeat() -> None:
    drops = replace(control("2/1:00")[0], carry=False)
    game = Game()
    game.state = begin(replace(setup(), left=(drops, *control("0:30"))))
    game.start()
    game.make(3, each=SECOND_NS)
    assert game.remaining_ns(LEFT) == 30 * SECOND_NS


BAD: list[tuple[Control, str]] = [
    ((), ""),
    ((Period(0),), "[0].time"),
    ((Period(0, None, Method.INCREMENT, SECOND_NS),), "[0].time"),  # it would begin with nothing
    ((Period(MINUTE_NS, 0), Period(MINUTE_NS)), "[0].moves"),
    ((Period(MINUTE_NS, method=Method.INCREMENT),), "[0].bonus"),
    ((Period(MINUTE_NS, bonus_ns=1),), "[0].bonus"),
    ((Period(MINUTE_NS, 1, repeat=True), Period(MINUTE_NS)), "[0].repeat"),
    ((Period(MINUTE_NS, repeat=True),), "[0].repeat"),
    ((Period(MINUTE_NS, 1), Period(1, 1, repeat=True)), "[1].time"),
    ((Period(MINUTE_NS, count=2),), "[0].count"),
    ((Period(0, method=Method.COUNTUP), Period(MINUTE_NS)), "[0].moves"),
    ((Period(SECOND_NS, method=Method.GONG), Period(MINUTE_NS)), "[0].moves"),
]


@pytest.mark.rule("control: set-up")
@pytest.mark.parametrize(("control", "place"), BAD)
def test_a_control_that_cannot_be_played_is_refused_with_the_place_in_it(
    control: Control, place: str
) -> None:
    with pytest.raises(SetupError) as refused:
        begin(replace(setup(), left=control))
    assert refused.value.place == f"control.left{place}"


@pytest.mark.rule("control: set-up")
def test_an_increment_before_the_first_move_is_time_to_begin_with() -> None:
    nothing = (Period(0, None, Method.INCREMENT, 30 * SECOND_NS),)
    state = begin(replace(setup(first_bonus="before"), left=nothing))
    assert state.left.remaining_ns == 30 * SECOND_NS
