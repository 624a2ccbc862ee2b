"""RIF 14.8 and 14.9: silence without time referees, and the call of one where they are used."""

from collections.abc import Callable
from typing import Any

import pytest

from clock.rules.inputs import Acknowledge, HandFault, SetColours, SetMoves, SetPeriod
from clock.rules.outputs import ClapperFell, RefereeCalled, RefereeCame
from clock.rules.regulations import PROFILES
from clock.rules.seats import Seat
from clock.rules.state import Call
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds

FIVE_NS = 5 * MINUTE_NS


def refereed(text: str = "10:00", **given: Any) -> Game:
    """A game with time referees."""
    return Game(text, rules="rif-referees", **given)


def call(game: Game, seat: Seat) -> Call:
    """How the call stands for a seat."""
    return game.state.seat(seat).call


@pytest.mark.rule("RIF 14.8")
def test_without_referees_only_the_clapper_falls_and_nobody_is_told_of_anything_else() -> None:
    game = Game("10:00")
    game.wait(10 * MINUTE_NS)
    assert game.log[1:] == [ClapperFell(10 * MINUTE_NS, LEFT)]
    assert call(game, LEFT) is Call.OFF


@pytest.mark.rule("RIF 14.8")
def test_the_clock_of_the_other_seat_goes_on_by_presses_as_before() -> None:
    game = Game("10:00")
    game.wait(10 * MINUTE_NS)
    assert game.running is LEFT
    assert kinds(game.press(LEFT, after=SECOND_NS)) == ["TurnPassed"]
    assert game.running is RIGHT
    assert kinds(game.press(RIGHT, after=SECOND_NS)) == ["TurnPassed"]
    assert game.moves == 2


@pytest.mark.rule("RIF 14.8")
@pytest.mark.parametrize("name", ["rif", "gomoku-cz"])
def test_the_regulations_without_referees_allow_no_announcement_and_no_sound(name: str) -> None:
    profile = PROFILES[name]
    assert (profile.referees, profile.announce, profile.call_sound) == (False, False, False)


@pytest.mark.rule("RIF 14.9")
def test_with_referees_time_may_be_announced() -> None:
    profile = PROFILES["rif-referees"]
    assert (profile.referees, profile.announce, profile.call_sound) == (True, True, True)


@pytest.mark.rule("RIF 14.9")
def test_the_referee_is_called_at_exactly_five_minutes_left() -> None:
    game = refereed()
    assert game.deadline_ns == FIVE_NS
    assert game.wait(FIVE_NS - 1) == []
    assert game.wait(1) == [RefereeCalled(FIVE_NS, LEFT)]
    assert game.wait(1) == []
    assert (call(game, LEFT), call(game, RIGHT)) == (Call.CALLED, Call.ARMED)


@pytest.mark.rule("RIF 14.9")
def test_a_late_look_still_tells_the_exact_instant_of_the_call() -> None:
    game = refereed()
    assert game.press(LEFT, after=FIVE_NS + 17)[0] == RefereeCalled(FIVE_NS, LEFT)


@pytest.mark.rule("RIF 14.9")
def test_the_call_stays_until_it_is_acknowledged_and_comes_once_a_period() -> None:
    game = refereed("10:00+20")
    game.wait(FIVE_NS)
    game.make(4, each=SECOND_NS)
    assert game.shows(LEFT) > FIVE_NS
    assert call(game, LEFT) is Call.CALLED
    assert game.do(Acknowledge(game.now_ns, LEFT)) == [RefereeCame(game.now_ns, LEFT)]
    assert call(game, LEFT) is Call.CAME
    game.wait(2 * MINUTE_NS)
    assert len(game.said(RefereeCalled)) == 1
    assert kinds(game.do(Acknowledge(game.now_ns, LEFT))) == ["ActIgnored"]


@pytest.mark.rule("RIF 14.9")
def test_each_seat_has_a_call_of_its_own() -> None:
    game = refereed()
    game.press(LEFT, after=FIVE_NS)
    game.press(RIGHT, after=FIVE_NS)
    assert [each.seat for each in game.said(RefereeCalled)] == [LEFT, RIGHT]


@pytest.mark.rule("RIF 14.9")
def test_the_referee_is_called_in_each_period_anew() -> None:
    game = refereed("1/10:00 then 10:00")
    game.press(LEFT, after=6 * MINUTE_NS)
    assert call(game, LEFT) is Call.ARMED
    game.press(RIGHT)
    assert game.wait(9 * MINUTE_NS) == [RefereeCalled(15 * MINUTE_NS, LEFT)]


@pytest.mark.rule("RIF 14.9")
def test_a_seat_that_has_made_the_periods_moves_needs_no_referee() -> None:
    game = refereed("1/10:00 then 10:00", rollover="at_zero")
    game.make(2)
    assert game.left.period == 1
    game.wait(10 * MINUTE_NS - 1)
    assert game.said(RefereeCalled) == []
    game.wait(1)
    assert game.left.period == 2
    assert kinds(game.wait(FIVE_NS)) == ["RefereeCalled"], "of the period that began there"


ROLLOVERS = ["on_move", "at_zero", "at_zero_both"]


@pytest.mark.rule("RIF 14.9")
@pytest.mark.parametrize("rollover", ROLLOVERS)
@pytest.mark.parametrize("text", ["5:00", "3:00", "0 and 3x30", "2/3:00 then 3:00", "0:10d5"])
def test_a_game_that_begins_at_five_minutes_or_less_calls_once_as_it_starts(
    text: str, rollover: str
) -> None:
    game = refereed(text, rollover=rollover, started=False)
    assert kinds(game.start()) == ["GameStarted", "RefereeCalled", "RefereeCalled"]
    assert kinds(game.act(Acknowledge, RIGHT)) == ["RefereeCame"]
    assert (call(game, LEFT), call(game, RIGHT)) == (Call.CALLED, Call.CAME)
    game.wait(game.shows(LEFT) // 2)
    assert len(game.said(RefereeCalled)) == 2
    game = refereed(text, rollover=rollover, started=False)
    assert "RefereeCalled" in kinds(game.press(RIGHT)), "whoever starts it"


@pytest.mark.rule("RIF 14.9")
@pytest.mark.parametrize(
    ("rollover", "presses", "minutes"),
    [("on_move", 0, [5, 8]), ("at_zero", 2, [10]), ("at_zero_both", 0, [5, 10])],
)
def test_a_period_that_begins_at_five_minutes_or_less_calls_once_as_it_begins(
    rollover: str, presses: int, minutes: list[int]
) -> None:
    game = refereed("1/10:00 then 3:00", rollover=rollover)
    game.make(presses)
    if rollover == "on_move":
        game.press(LEFT, after=8 * MINUTE_NS)
        assert game.shows(LEFT) == FIVE_NS, "2:00 that were left, and 3:00"
        game.press(RIGHT)
    else:
        game.wait(10 * MINUTE_NS)
    assert game.left.period == 2
    game.wait(2 * MINUTE_NS)
    called = [each.at_ns for each in game.said(RefereeCalled) if each.seat is LEFT]
    assert called == [each * MINUTE_NS for each in minutes]


@pytest.mark.rule("RIF 14.9")
def test_at_zero_both_a_short_period_calls_for_both_as_it_begins() -> None:
    text, shows = "40/10:00 then 3:00", (10 * MINUTE_NS, MINUTE_NS)
    game = refereed(text, rollover="at_zero_both", shows=shows)
    assert game.said(RefereeCalled) == [RefereeCalled(0, RIGHT)]
    came = game.wait(10 * MINUTE_NS)
    assert game.shown == (3 * MINUTE_NS, 4 * MINUTE_NS)
    assert [each.seat for each in came if isinstance(each, RefereeCalled)] == [LEFT, LEFT, RIGHT]


@pytest.mark.rule("RIF 14.9")
def test_one_nanosecond_more_than_five_minutes_is_called_a_nanosecond_later() -> None:
    game = refereed(shows=(FIVE_NS + 1, FIVE_NS))
    assert (call(game, LEFT), call(game, RIGHT)) == (Call.ARMED, Call.CALLED)
    assert game.wait(1) == [RefereeCalled(1, LEFT)]


@pytest.mark.rule("RIF 14.9")
def test_a_time_that_the_organizer_takes_below_five_minutes_calls_at_once() -> None:
    game = refereed()
    assert kinds(game.adjust(RIGHT, by=-6 * MINUTE_NS)) == ["Corrected", "RefereeCalled"]


@pytest.mark.rule("RIF 14.9")
def test_before_the_start_nobody_is_called_and_then_by_the_time_that_was_set() -> None:
    game = refereed(started=False)
    assert kinds(game.adjust(LEFT, to=4 * MINUTE_NS)) == ["Corrected"]
    assert game.start()[1:] == [RefereeCalled(0, LEFT)]
    game = refereed("4:00", started=False)
    game.adjust(LEFT, to=20 * MINUTE_NS)
    assert game.start()[1:] == [RefereeCalled(0, RIGHT)]


LIFTS: dict[str, Callable[[Game], object]] = {
    "by": lambda game: game.adjust(LEFT, by=10 * MINUTE_NS),
    "to": lambda game: game.adjust(LEFT, to=12 * MINUTE_NS),
    "in byo-yomi": lambda game: game.adjust(LEFT, by=6 * MINUTE_NS),
    "moves": lambda game: game.act(SetMoves, 6),
    "colours": lambda game: [game.act(SetMoves, 5), game.act(SetColours, LEFT)],
    "period": lambda game: game.act(SetPeriod, LEFT, 2),
    "a hand's penalty": lambda game: game.act(HandFault, RIGHT),
}
TEXTS = {
    "in byo-yomi": "5:10 and 5x30",
    "period": "10:00 then 10:00",
    "moves": "3/10:00 then 10:00",
    "colours": "3/10:00 then 10:00",
}


@pytest.mark.rule("RIF 14.9")
@pytest.mark.rule("corrections: time")
@pytest.mark.parametrize("acknowledged", [False, True])
@pytest.mark.parametrize("stopped", [False, True])
@pytest.mark.parametrize("how", LIFTS)
def test_a_correction_that_lifts_the_time_above_five_minutes_arms_the_call_anew(
    how: str, stopped: bool, acknowledged: bool
) -> None:
    text = TEXTS.get(how, "10:00")
    starter = RIGHT if how == "colours" else LEFT
    game = refereed(
        text,
        starter=starter,
        hand_warnings=0,
        hand_penalty_ns=10 * MINUTE_NS,
        hand_penalty_to="opponent",
    )
    if starter is RIGHT:
        game.move()
    game.wait(9 * MINUTE_NS if "5x" not in text else 6 * MINUTE_NS)
    assert call(game, LEFT) is Call.CALLED
    if acknowledged:
        game.act(Acknowledge, LEFT)
    if stopped:
        game.stop()
    LIFTS[how](game)
    assert game.shows(LEFT) > FIVE_NS
    assert call(game, LEFT) is Call.ARMED
    if stopped:
        game.resume(None)
    if game.running is RIGHT:
        game.press(RIGHT)
    called = game.wait(game.shows(LEFT) - FIVE_NS)
    assert called == [RefereeCalled(game.now_ns, LEFT)]


@pytest.mark.rule("RIF 14.9")
@pytest.mark.parametrize("to_ns", [FIVE_NS, 4 * MINUTE_NS])
def test_a_correction_that_leaves_the_time_below_calls_nobody_again(to_ns: int) -> None:
    game = refereed()
    game.wait(7 * MINUTE_NS)
    game.act(Acknowledge, LEFT)
    assert kinds(game.adjust(LEFT, to=to_ns)) == ["Corrected"]
    assert call(game, LEFT) is Call.CAME


@pytest.mark.rule("RIF 14.9")
@pytest.mark.parametrize("text", ["10:00+20", "10:00b90", "hourglass 10:00", "5:10 and 3x6:00"])
def test_increments_and_what_a_method_gives_back_arm_nothing(text: str) -> None:
    game = refereed(text)
    game.press(LEFT, after=5 * MINUTE_NS + 11 * SECOND_NS)
    game.press(RIGHT, after=2 * MINUTE_NS)
    assert game.shows(LEFT) > FIVE_NS
    assert call(game, LEFT) is Call.CALLED
    game.wait(game.shows(LEFT) - FIVE_NS)
    assert [each.seat for each in game.said(RefereeCalled)].count(LEFT) == 1


@pytest.mark.rule("RIF 14.9")
def test_a_quota_that_a_correction_unmakes_calls_at_that_instant() -> None:
    game = refereed("1/10:00 then 10:00", rollover="at_zero")
    game.make(2)
    game.wait(7 * MINUTE_NS)
    assert game.said(RefereeCalled) == []
    assert game.act(SetMoves, 0)[-1] == RefereeCalled(7 * MINUTE_NS, LEFT)


@pytest.mark.rule("RIF 14.9")
def test_joint_time_calls_for_both_seats_at_one_instant() -> None:
    game = refereed(started=False)
    game.start(absent=(LEFT, RIGHT))
    called = game.wait(FIVE_NS)
    assert {each.at_ns for each in called} == {FIVE_NS}
    assert kinds(called) == ["RefereeCalled", "RefereeCalled"]


@pytest.mark.rule("RIF 14.9")
def test_the_limit_of_the_call_is_a_choice_of_the_regulations() -> None:
    game = refereed(referee_call_ns=MINUTE_NS)
    assert game.wait(9 * MINUTE_NS) == [RefereeCalled(9 * MINUTE_NS, LEFT)]


@pytest.mark.rule("RIF 14.9")
def test_a_correction_calls_nobody_for_a_seat_that_has_made_the_periods_moves() -> None:
    game = refereed("1/10:00 then 10:00", rollover="at_zero")
    game.make(2)
    assert kinds(game.adjust(RIGHT, to=MINUTE_NS)) == ["Corrected"]


@pytest.mark.rule("RIF 14.9")
def test_in_a_last_period_the_moves_made_spare_nobody_the_referee() -> None:
    game = Game("1/10:00", rules="rif-referees")
    game.make(2)
    assert game.wait(5 * MINUTE_NS) == [RefereeCalled(game.now_ns, LEFT)]
    assert game.wait(5 * MINUTE_NS) == [ClapperFell(game.now_ns, LEFT)]


@pytest.mark.rule("RIF 14.9")
@pytest.mark.parametrize("rollover", ["on_move", "at_zero", "at_zero_both"])
def test_a_penalty_that_runs_into_a_short_period_calls_the_referee_there(rollover: str) -> None:
    game = Game("6:00 then 4:00", rules="rif-referees", rollover=rollover)
    game.stop(after=30 * SECOND_NS)
    game.adjust(LEFT, by=-6 * MINUTE_NS)
    assert (game.left.period, game.shows(LEFT)) == (2, 3 * MINUTE_NS + 30 * SECOND_NS)
    assert RefereeCalled(game.now_ns, LEFT) in game.log
    assert game.left.call is Call.CALLED
