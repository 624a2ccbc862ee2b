"""RIF 17: the organizer judges; every correction is possible, guarded and told with its reason."""

import pytest

from clock.rules.inputs import (
    Adjust,
    Finish,
    HandFault,
    Input,
    PressKind,
    Result,
    Resume,
    Retype,
    SetColours,
    SetMoves,
    SetPeriod,
    SetTurn,
    Start,
)
from clock.rules.machine import step
from clock.rules.openings import Option
from clock.rules.outputs import (
    BothFallen,
    ClapperFell,
    ClapperRaised,
    Corrected,
    GameFinished,
    PeriodBegan,
)
from clock.rules.refusal import Refused
from clock.rules.seats import Colour
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS, duration_ns
from tests.rules.games import LEFT, RIGHT, Game, kinds


@pytest.mark.rule("RIF 17")
def test_a_time_is_changed_by_an_amount_or_to_one_with_before_after_and_why() -> None:
    game = Game()
    game.wait(10 * SECOND_NS)
    at_ns = game.now_ns
    assert game.adjust(LEFT, by=-MINUTE_NS) == [
        Corrected(at_ns, "remaining_ns", LEFT, HOUR_NS - at_ns, 59 * MINUTE_NS - at_ns, "organizer")
    ]
    game.adjust(RIGHT, to=7 * MINUTE_NS + 1)
    assert game.shown == (59 * MINUTE_NS - at_ns, 7 * MINUTE_NS + 1)
    assert game.running is LEFT, "the game goes on"


@pytest.mark.rule("RIF 17")
@pytest.mark.parametrize("more_ns", [0, 1])
def test_a_time_that_is_taken_away_whole_drops_the_clapper(more_ns: int) -> None:
    game = Game()
    game.wait(SECOND_NS)
    taken = game.adjust(RIGHT, by=-HOUR_NS - more_ns)
    assert taken[1] == ClapperFell(SECOND_NS, RIGHT)
    assert game.shows(RIGHT) == 0


@pytest.mark.rule("RIF 17")
def test_one_nanosecond_left_keeps_the_clapper_up() -> None:
    game = Game()
    assert kinds(game.adjust(RIGHT, by=1 - HOUR_NS)) == ["Corrected"]
    assert game.shows(RIGHT) == 1


@pytest.mark.rule("RIF 17")
def test_a_fallen_clapper_rises_with_time_from_the_organizer_and_play_goes_on() -> None:
    game = Game("1:00")
    game.wait(MINUTE_NS + 5)
    assert game.adjust(LEFT, to=MINUTE_NS)[1:] == [ClapperRaised(MINUTE_NS + 5, LEFT)]
    assert kinds(game.wait(MINUTE_NS - 1)) == []
    assert kinds(game.wait(1)) == ["ClapperFell"]


@pytest.mark.rule("RIF 17")
def test_after_both_fell_the_organizer_may_give_time_and_resume() -> None:
    game = Game("1:00")
    game.press(LEFT, after=MINUTE_NS)
    game.wait(MINUTE_NS)
    game.adjust(RIGHT, to=MINUTE_NS)
    game.resume()
    assert (game.phase, game.running) == (Phase.RUNNING, RIGHT)
    assert game.left.fallen


@pytest.mark.rule("RIF 17")
def test_both_times_taken_away_in_a_stop_are_both_fallen() -> None:
    game = Game()
    game.stop()
    game.adjust(LEFT, to=0)
    assert kinds(game.adjust(RIGHT, to=0)) == ["Corrected", "ClapperFell", "BothFallen"]
    assert len(game.said(BothFallen)) == 1
    with pytest.raises(Refused):
        game.resume()


@pytest.mark.rule("RIF 17")
def test_a_game_with_both_times_taken_away_before_it_began_does_not_start() -> None:
    game = Game(started=False)
    game.adjust(LEFT, to=0)
    game.adjust(RIGHT, to=0)
    assert kinds(game.press(RIGHT)) == ["PressIgnored"]
    with pytest.raises(Refused):
        game.start()


@pytest.mark.rule("RIF 17")
def test_the_move_counter_is_set_and_a_quota_that_it_completes_brings_the_period_at_once() -> None:
    game = Game("3/10:00 then 5:00")
    game.make(3, each=SECOND_NS)
    at_ns = game.now_ns
    assert game.do(SetMoves(at_ns, 5, "two presses forgotten")) == [
        Corrected(at_ns, "moves", None, 3, 5, "two presses forgotten"),
        PeriodBegan(at_ns, LEFT, 2, 5 * MINUTE_NS),
    ]
    assert game.right.period == 1


@pytest.mark.rule("RIF 17")
def test_a_counter_that_completes_two_periods_brings_them_both() -> None:
    game = Game("1/10:00 then 1/5:00 then 1:00")
    game.do(SetMoves(0, 4))
    assert (game.left.period, game.right.period) == (3, 3)
    assert game.shown == (16 * MINUTE_NS, 16 * MINUTE_NS)


@pytest.mark.rule("RIF 17")
@pytest.mark.parametrize("rollover", ["at_zero", "at_zero_both"])
def test_where_periods_come_at_zero_the_counter_brings_none(rollover: str) -> None:
    game = Game("1/10:00 then 5:00", rollover=rollover)
    assert kinds(game.do(SetMoves(0, 4))) == ["Corrected"]
    assert (game.left.period, game.shows(LEFT)) == (1, 10 * MINUTE_NS)
    game.wait(10 * MINUTE_NS)
    assert game.left.period == 2


@pytest.mark.rule("RIF 17")
def test_a_fallen_seat_gets_no_period_from_the_counter() -> None:
    game = Game("3/1:00 then 5:00")
    game.wait(MINUTE_NS)
    game.do(SetMoves(game.now_ns, 6))
    assert (game.left.period, game.right.period) == (1, 2)
    assert game.left.fallen


@pytest.mark.rule("RIF 17")
def test_a_counter_set_past_the_opening_ends_it_with_whatever_was_pending() -> None:
    game = Game(opening="rif")
    game.press(LEFT)
    game.choose(RIGHT, Option.SWAP)
    game.do(SetMoves(0, 9, "begun from a position"))
    assert kinds(game.press(RIGHT)) == ["TurnPassed"]
    assert game.moves == 10


@pytest.mark.rule("RIF 17")
def test_a_seats_period_is_set_and_its_time_stays() -> None:
    game = Game("40/2:00:00 then 1:00:00")
    game.wait(MINUTE_NS)
    shown = game.shown
    assert game.do(SetPeriod(MINUTE_NS, LEFT, 2, "x")) == [
        Corrected(MINUTE_NS, "period", LEFT, 1, 2, "x")
    ]
    assert game.shown == shown
    assert (game.left.period, game.left.due, game.right.period) == (2, None, 1)
    game.do(SetPeriod(MINUTE_NS, LEFT, 1))
    assert (game.left.period, game.left.due) == (1, 40)


@pytest.mark.rule("RIF 17")
@pytest.mark.parametrize(
    ("text", "shows"),
    [
        ("countup 10/0 then 30:00", "30:00"),
        ("countup 10/0 then 30:00+5", "30:05"),
        ("countup 10/0 then 0 and 3x30", "30"),
        ("gong 10/0:10 then 30:00", "30:00"),
        ("30:00 then gong 0:10", "0:10"),
        ("30:00 then countup 0", "0"),
    ],
)
def test_between_time_left_and_a_count_or_a_gong_a_period_that_is_set_begins_with_its_own_time(
    text: str, shows: str
) -> None:
    game = Game(text, first_bonus="before")
    game.stop()
    game.do(SetPeriod(0, LEFT, 2, "x"))
    assert (game.shows(LEFT), game.left.fallen) == (duration_ns(shows), False)
    assert (game.left.overtime is not None) is ("3x" in text)
    assert [each.what for each in game.said(Corrected)] == ["period", "remaining_ns"]
    assert game.said(Corrected)[1].after == game.shows(LEFT)
    assert kinds(game.resume()) == ["ClocksResumed"]


@pytest.mark.rule("RIF 17")
@pytest.mark.rule("RIF 14.9")
def test_a_period_that_is_set_with_its_own_time_calls_the_referee_at_five_minutes_of_it() -> None:
    game = Game("countup 10/0 then 30:00", rules="rif-referees")
    game.do(SetPeriod(0, LEFT, 2, "x"))
    assert kinds(game.wait(25 * MINUTE_NS)) == ["RefereeCalled"]


@pytest.mark.rule("RIF 17")
def test_a_clapper_that_is_down_stays_down_in_a_period_that_is_set() -> None:
    game = Game("1/1:00 then gong 0:10")
    game.wait(MINUTE_NS)
    game.do(SetPeriod(MINUTE_NS, LEFT, 2, "x"))
    assert (game.shows(LEFT), game.left.fallen) == (0, True)


@pytest.mark.rule("RIF 17")
def test_the_quota_of_a_repeating_period_that_was_set_is_the_sum_so_far() -> None:
    game = Game("40/2:00:00 then *20/1:00:00")
    game.do(SetPeriod(0, LEFT, 3))
    assert game.left.due == 80


@pytest.mark.rule("RIF 17")
def test_whose_turn_it_is_is_set_and_nothing_is_credited() -> None:
    game = Game("1:00+5")
    game.wait(SECOND_NS)
    assert kinds(game.do(SetTurn(game.now_ns, RIGHT, "x"))) == ["Corrected"]
    assert (game.running, game.moves) == (RIGHT, 0)
    game.wait(SECOND_NS)
    assert game.shown == (59 * SECOND_NS, 59 * SECOND_NS)


@pytest.mark.rule("RIF 17")
def test_the_colours_are_set_and_times_stay_with_the_seats() -> None:
    game = Game("10:00", right="5:00", opening="swap")
    assert game.colour(LEFT) is None
    game.do(SetColours(0, RIGHT, "drawn anew"))
    assert (game.colour(LEFT), game.colour(RIGHT)) == (Colour.WHITE, Colour.BLACK)
    assert game.shown == (10 * MINUTE_NS, 5 * MINUTE_NS)


@pytest.mark.rule("RIF 17")
@pytest.mark.parametrize("result", Result)
def test_the_organizer_enters_the_result_and_both_clocks_stop(result: Result) -> None:
    game = Game()
    ended = game.do(Finish(SECOND_NS, result, "9.1"))
    assert kinds(ended) == ["ClocksStopped", "GameFinished"]
    assert ended[1] == GameFinished(SECOND_NS, result, "9.1")
    game.wait(HOUR_NS)
    assert game.shown == (HOUR_NS - SECOND_NS, HOUR_NS)


@pytest.mark.rule("RIF 17")
def test_a_result_entered_by_mistake_is_entered_anew_or_taken_back() -> None:
    game = Game()
    game.do(Finish(0, Result.LEFT))
    game.do(Finish(1, Result.RIGHT, "slip"))
    assert [each.result for each in game.said(GameFinished)] == [Result.LEFT, Result.RIGHT]
    game.resume()
    assert game.state.result is None
    assert game.running is LEFT


REFUSED: list[tuple[Input, str]] = [
    (Adjust(0, LEFT), "Adjust"),
    (Adjust(0, LEFT, 1, 1), "Adjust"),
    (Adjust(0, LEFT, remaining_ns=-1), "remaining_ns"),
    (Adjust(0, LEFT, delta_ns=10**18), "Adjust"),
    (SetMoves(0, -1), "made"),
    (SetMoves(0, 10**9), "made"),
    (SetPeriod(0, LEFT, 0), "period"),
    (SetPeriod(0, LEFT, 2), "period"),
    (SetPeriod(0, RIGHT, 10**12), "period"),
    (Resume(0), "Resume"),
    (Resume(0, None, True), "Resume"),
    (Start(0), "Start"),
    (Retype(0, PressKind.MOVE), "Retype"),
]


@pytest.mark.rule("RIF 17")
@pytest.mark.parametrize(("given", "place"), REFUSED, ids=[str(row[0]) for row in REFUSED])
def test_what_makes_no_sense_is_refused_with_the_field_at_fault(given: Input, place: str) -> None:
    game = Game("1:00:00", right="1:00:00 then *1/1:00:00")
    before = game.state
    with pytest.raises(Refused) as refused:
        step(game.state, given)
    assert refused.value.place == place
    assert game.state is before


@pytest.mark.rule("RIF 17")
def test_a_hand_fault_can_be_entered_in_any_phase() -> None:
    game = Game()
    game.do(Finish(0, Result.DRAW))
    assert kinds(game.do(HandFault(0, LEFT))) == ["HandFaulted"]


@pytest.mark.rule("RIF 17")
def test_a_turn_that_the_organizer_gave_away_leaves_nothing_behind() -> None:
    game = Game(opening="rif")
    game.press(LEFT)
    game.choose(RIGHT, Option.SWAP, after=9 * SECOND_NS)
    for seat in (LEFT, RIGHT):
        game.do(SetTurn(game.now_ns, seat))
    with pytest.raises(Refused):
        game.do(Retype(game.now_ns, PressKind.SWAP))
    passed = game.press(RIGHT, after=SECOND_NS)
    assert kinds(passed) == ["TurnPassed"], "no swap is pending"
    assert getattr(passed[0], "spent_ns", None) == SECOND_NS
    assert game.right.spent_ns == 10 * SECOND_NS
