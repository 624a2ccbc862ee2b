"""RIF 14.1 and 14.3 to 14.7: periods, the press, the instant that decides, and stops."""

import pytest

from clock.rules.inputs import Finish, LateEdge, Press, Result, Tick
from clock.rules.machine import step
from clock.rules.outputs import EdgeWasLate, TurnPassed
from clock.rules.refusal import TimeWentBackwards
from clock.rules.units import HOUR_NS, MINUTE_NS
from tests.rules.games import LEFT, RIGHT, Game
from tests.rules.scenarios import Scenario, play, scenarios


@scenarios("""
[RIF 14.1]
forty moves in two hours and then an hour for the rest of the game, for each seat apart
  40/2:00:00 then 1:00:00 | make 78 1:00 -> periods 1 1
    L 1:00 -> has PeriodBegan L @1:19:00 period=2 added=1:00:00, time 2:20:00 1:21:00, periods 2 1
    R 1:00 -> periods 2 2, due none none
[RIF 14.3]
Black's clock starts the game, at the other seat's press or the organizer's start
  1:00:00, started=no, starter=R | wait 1:00:00 -> runs none, time 1:00:00 1:00:00
    R -> PressIgnored R reason=not_started; L -> GameStarted R @1:00:00, runs R
the press that starts the game credits nothing and earns nothing
  3:00+2, started=no | R 9ns -> GameStarted L, phase running, moves 0, runs L, time 3:00 3:00
one press stops one clock and starts the other at one instant
  1:00:00 | L 12.345 -> TurnPassed L @12.345 spent=12.345 remaining=59:47.655 earned=0 moves=1
    wait 1ns -> time 59:47.655 1:00:00-1ns
only the press of the seat whose clock runs counts
  1:00:00 | R 1 -> PressIgnored R @1 reason=idle_seat, moves 0, runs L, time 59:59 1:00:00
a plunger that is pressed over and over never blocks the other seat
  1:00:00 | L; L 1ns -> PressIgnored L; L 1ns -> PressIgnored L; L 1ns; R -> TurnPassed R spent=3ns
[RIF 14.3, gomoku 11.7]
the clock never hints that somebody forgot to press
  1:00:00 | wait 30:00 -> nothing; wait 29:00 -> nothing, deadline 1:00:00
  10:00, rules=gomoku-cz | wait 10:00-1ns -> nothing
[RIF 14.4]
a press one nanosecond before zero makes the move
  1/1:00 then 1:00 | L 1:00-1ns -> TurnPassed L, PeriodBegan L, time 1:00+1ns 1:00
a press at exactly zero or later is too late, and the clapper falls at its own instant
  1/1:00 then 1:00 | L 1:00 -> ClapperFell L @1:00, TurnPassed L, periods 1 1, time down 1:00
  1/1:00 then 1:00 | L 1:01 -> ClapperFell L @1:00, TurnPassed L, periods 1 1, time down 1:00
at the moment the time ends the move in progress is not made
  2/1:00 then 1:00 | make 2; wait 1:00 -> ClapperFell L @1:00, made 1 1
a press that credits several moves credits them all and brings every period they complete
  2/1:00 then 1:00, opening=rif | L 1:00-1ns -> TurnPassed L, PeriodBegan L, periods 2 1
  1/1:00 then 1/2:00 then 4:00, opening=rif |
    L 1 -> has PeriodBegan L @1 period=2 added=2:00, has PeriodBegan L period=3 added=4:00
    -> total PeriodBegan 3, periods 3 2, time 6:59 3:00
after a fall no press earns time or a period
  2/1:00+10 then 1:00+10 | L 1:00; make 6 1 -> periods 1 2, time down 2:27
[RIF 14.6]
a stop halts both clocks and credits nothing
  1:00:00+30 | L; stop L 40 -> ClocksStopped L @40, OrganizerCalled @40
    wait 1:00:00 -> time 1:00:30 59:20, moves 1, runs none, phase stopped
  1:00:00+30 | L; stop 40 -> ClocksStopped none @40, OrganizerCalled @40
a stopped turn goes on where it was and its stop is not charged
  1:00:00 | stop 10; resume 1:00:00; L 5 -> TurnPassed L spent=15
clocks that run cannot be resumed
  1:00:00 | resume -> refused
a stop at the very instant of zero comes after the fall
  1:00 | stop 1:00 -> ClapperFell L, ClocksStopped, OrganizerCalled
  1:00 | stop 1:00-1ns; wait 1:00:00 -> time 1ns 1:00
[RIF 14.7]
only the organizer resumes, and every stop calls the organizer
  1:00:00 | stop; L 1 -> PressIgnored L; R -> PressIgnored R; stop 1 -> ActIgnored, OrganizerCalled
    -> runs none; resume 1 -> ClocksResumed L reconstruct=no, runs L
""")
def test_scenario(games: list[Scenario]) -> None:
    play(games)


@pytest.mark.rule("RIF 14.4")
def test_time_is_counted_to_the_nanosecond_over_a_whole_game() -> None:
    game = Game("40/2:00:00 then 1:00:00")
    spent = [0, 0]
    for number in range(120):
        thought_ns = 20_000_000_003 + number * 7_000_001
        spent[number % 2] += thought_ns
        game.move(thought_ns)
    assert (game.left.spent_ns, game.right.spent_ns) == tuple(spent)
    assert game.times_ns == (3 * HOUR_NS - spent[0], 3 * HOUR_NS - spent[1])


@pytest.mark.rule("RIF 14.5")
def test_a_time_source_that_jumped_back_is_refused_and_changes_nothing() -> None:
    game = Game()
    game.press(LEFT, after=MINUTE_NS)
    for early in (Press(MINUTE_NS - 1, RIGHT), Tick(0), Finish(5, Result.DRAW)):
        with pytest.raises(TimeWentBackwards) as refused:
            step(game.state, early)
        assert refused.value.place == "at_ns"
    assert game.press(RIGHT) != []


@pytest.mark.rule("RIF 14.5")
def test_every_figure_of_a_turn_is_logged_and_a_late_press_is_shown_but_does_not_count() -> None:
    game = Game("1:00+5")
    assert game.press(LEFT, after=3) == [TurnPassed(3, LEFT, 3, 65 * 10**9 - 3, 5 * 10**9, 1, 1)]
    late = LateEdge(3, RIGHT, 2)
    assert game.do(late) == [EdgeWasLate(3, RIGHT, 2)]
    assert (game.moves, game.running) == (1, RIGHT)
