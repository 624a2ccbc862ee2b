"""A wrong setting set right in a stop: times, moves, colours and clappers stay as they are."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from clock.rules.inputs import Arrive, SetControl
from clock.rules.machine import begin
from clock.rules.match import Match, Place, Times
from clock.rules.openings import Option
from clock.rules.outputs import (
    ClapperFell,
    ControlCorrected,
    DefaultTimeReached,
    RefereeCalled,
    RegulationsCorrected,
)
from clock.rules.refusal import Refused
from clock.rules.seats import Hand, Seat
from clock.rules.state import Call, Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, control, figures, kinds, regulations, setup

EITHER = (LEFT, RIGHT)


def stopped(text: str = "10:00", *, after: int = 0, moves: int = 0, **given: Any) -> Game:
    """A game in which so many moves were made, a minute each, and that was stopped then."""
    game = Game(text, **given)
    game.make(moves, each=MINUTE_NS)
    game.stop(after=after)
    return game


@pytest.mark.rule("corrections: setting")
@pytest.mark.rule("gomoku 6.4")
@pytest.mark.parametrize("seat", EITHER)
def test_one_seats_control_is_set_right_and_all_figures_stay(seat: Seat) -> None:
    game = stopped("10:00+5", moves=3, after=MINUTE_NS)
    before, right = game.state, control("10:00+30")
    came = game.act(SetControl, **{seat.value: right}, reason="30 s agreed")
    assert came == [ControlCorrected(game.now_ns, seat, control("10:00+5"), right, "30 s agreed")]
    assert game.shown == (8 * MINUTE_NS + 10 * SECOND_NS, 8 * MINUTE_NS + 5 * SECOND_NS)
    assert (game.state.play, game.state.turn, game.phase) == (
        before.play,
        before.turn,
        Phase.STOPPED,
    )
    assert game.state.seat(seat.other) == before.seat(seat.other)
    game.resume()
    game.make(2, each=SECOND_NS)
    earned = {seat: 30, seat.other: 5}
    assert game.shown == (
        8 * MINUTE_NS + (10 - 1 + earned[LEFT]) * SECOND_NS,
        8 * MINUTE_NS + (5 - 1 + earned[RIGHT]) * SECOND_NS,
    )


# What was set, what should have been; the left seat plays 20 s, is stopped, and presses 10 s after
# the setting was right, and then 10 s after its opponent's press. Its time then, in seconds.
METHODS = [
    ("10:00", "10:00+5", (575, 570)),
    ("10:00+5", "10:00", (570, 560)),
    ("10:00", "10:00b5", (575, 570)),
    ("10:00", "10:00d5", (570, 565)),  # no delay in the turn that ran
    ("10:00d40", "10:00", (590, 580)),  # and the rest of it is gone
    ("10:00", "hourglass 10:00", (570, 560)),
    ("10:00", "countup 0", (590, 600)),
    ("0 and 3x30", "0 and 3x60", (60, 60)),
    ("0 and 3x60", "0 and 3x30", (30, 30)),
    ("0 and 3x30", "10:00", (0, 0)),
    ("10:00", "0 and 3x30", (570, 560)),
    ("10:00", "&1/1:00", (630, 680)),
    ("10:00", "*1/1:00", (60, 60)),
    ("gong 1:00", "5:00", (30, 20)),
]


@pytest.mark.rule("corrections: setting")
@pytest.mark.parametrize(("wrong", "right", "shows"), METHODS)
def test_the_method_holds_from_then_on_and_a_delay_or_byoyomi_from_the_next_turn(
    wrong: str, right: str, shows: tuple[int, int]
) -> None:
    game = stopped(wrong, after=20 * SECOND_NS)
    left_ns = game.shows(LEFT)
    game.act(SetControl, control(right), control(right))
    assert game.shows(LEFT) == left_ns
    game.resume()
    seen = []
    for _ in range(2):
        game.press(LEFT, after=10 * SECOND_NS)
        seen.append(game.shows(LEFT) // SECOND_NS)
        game.press(RIGHT)
    assert tuple(seen) == shows


# The control that was set, the moves made by each, the one that was right; then the period, and
# the moves that complete it.
PERIODS = [
    ("40/2:00:00 then 1:00:00", 3, "2/1:00:00 then 30:00", 2, None),
    ("2/1:00:00 then 30:00", 3, "40/2:00:00 then 1:00:00", 1, 40),
    ("1/10:00 then 1/5:00 then 1:00", 2, "&1/10:00", 3, 3),
    ("10:00", 5, "2/10:00 then &2/5:00", 3, 6),
    ("1/10:00 then 5:00", 1, "10:00", 1, None),
    ("1/10:00 then 5:00", 1, "40/10:00 then 5:00", 1, 40),
]


@pytest.mark.rule("corrections: setting")
@pytest.mark.parametrize(("wrong", "made", "right", "period", "due"), PERIODS)
def test_the_period_is_found_by_the_moves_made_and_brings_no_time(
    wrong: str, made: int, right: str, period: int, due: int | None
) -> None:
    game = stopped(wrong, moves=2 * made)
    shown = game.shown
    came = game.act(SetControl, control(right), control(right))
    assert [each for each in figures(came) if each[0] != "period"] == []
    for clock in (game.left, game.right):
        assert (clock.period, clock.due) == (period, due)
    assert game.shown == shown


@pytest.mark.rule("corrections: setting")
def test_what_a_new_period_gives_is_given_when_it_is_reached() -> None:
    game = stopped("3/10:00 then 5:00", moves=2)
    game.act(SetControl, control("3/10:00 then 7:00"), control("2/10:00 then 7:00"))
    game.resume()
    game.make(2)
    assert (game.left.period, game.right.period) == (1, 2)
    assert game.shown == (9 * MINUTE_NS, 16 * MINUTE_NS)


@pytest.mark.rule("corrections: setting")
@pytest.mark.parametrize(
    ("rollover", "wrong", "right"),
    [
        ("on_move", "10:00 then 5:00", "10:00 then 9:00"),
        ("at_zero", "1/10:00 then 5:00", "40/10:00 then 9:00"),
        ("at_zero_both", "40/10:00 then 5:00", "30/10:00 then 9:00"),
    ],
)
def test_where_periods_come_by_time_its_number_stays(rollover: str, wrong: str, right: str) -> None:
    game = Game(wrong, rollover=rollover)
    game.make(2)
    game.stop(after=12 * MINUTE_NS)
    assert (game.left.period, game.shows(LEFT)) == (2, 3 * MINUTE_NS)
    game.act(SetControl, control(right), control(right))
    assert (game.left.period, game.shows(LEFT), game.left.due) == (2, 3 * MINUTE_NS, None)


@pytest.mark.rule("corrections: setting")
@pytest.mark.parametrize("given", ["the other's control", "the regulations"])
def test_a_block_in_progress_stays_where_what_is_set_right_is_something_else(given: str) -> None:
    game = Game("1:00 then *3/0:30")
    game.press(LEFT, after=MINUTE_NS)
    game.press(RIGHT)
    game.make(2, each=SECOND_NS)
    game.stop()
    before = game.left
    assert (before.due, game.state.play.made(LEFT)) == (3, 2)
    if given == "the regulations":
        game.act(SetControl, regulations=regulations(hand_warnings=3))
    else:
        game.act(SetControl, right=control("1:00 then *3/0:40"))
    assert game.left == before


@pytest.mark.rule("corrections: setting")
def test_a_period_that_was_given_is_not_given_again_after_a_swap_and_another_setting() -> None:
    game = Game("2/10:00 then 5:00", opening="rif")
    game.press(LEFT)  # two of Black's: its second period
    game.choose(RIGHT, Option.SWAP)
    game.press(RIGHT)
    game.stop()
    before = game.left
    game.act(SetControl, regulations=regulations(hand_warnings=3))
    assert game.left == before
    game.resume()
    game.make(3)
    assert game.shown == (15 * MINUTE_NS, 15 * MINUTE_NS)


@pytest.mark.rule("corrections: setting")
def test_clappers_stay_and_a_time_that_ran_is_not_counted_anew() -> None:
    game = Game("10:00")
    game.press(LEFT, after=10 * MINUTE_NS)
    game.stop()
    game.act(SetControl, control("20:00"), control("20:00"))
    assert (game.left.fallen, game.shown) == (True, (0, 10 * MINUTE_NS))


@pytest.mark.rule("corrections: setting")
def test_byoyomi_that_has_begun_goes_on_with_the_periods_that_are_left() -> None:
    game = Game("1:00 and 3x30")
    game.stop(after=MINUTE_NS + 40 * SECOND_NS)
    game.act(SetControl, control("1:00 and 5x60"))
    assert (game.left.overtime, game.shows(LEFT)) == (2, 20 * SECOND_NS)
    game.resume()
    game.wait(20 * SECOND_NS)
    assert (game.left.overtime, game.shows(LEFT)) == (1, 60 * SECOND_NS)


@pytest.mark.rule("corrections: setting")
def test_regulations_are_set_right_and_hold_from_then_on() -> None:
    game = stopped("10:00", moves=1, after=SECOND_NS)
    right = regulations("japan", hand_rule="enforce")
    came = game.act(SetControl, regulations=right, reason="x")
    assert came == [RegulationsCorrected(game.now_ns, regulations(), right, "x")]
    game.resume()
    game.lay(RIGHT, Hand.LEFT)
    assert kinds(game.press(RIGHT, hand=Hand.RIGHT)) == ["HandsDiffered", "PressIgnored"]
    assert kinds(game.wait(10 * MINUTE_NS)) == ["RefereeCalled", "ClapperFell", "ClocksStopped"]


@pytest.mark.rule("corrections: setting")
@pytest.mark.rule("RIF 14.9")
def test_referees_that_were_forgotten_are_called_at_once_where_it_is_time() -> None:
    game = Game("10:00")
    game.press(LEFT, after=6 * MINUTE_NS)
    game.stop()
    came = game.act(SetControl, regulations=regulations("rif-referees"))
    assert came[-1] == RefereeCalled(game.now_ns, LEFT)
    assert (game.left.call, game.right.call) == (Call.CALLED, Call.ARMED)
    game.act(SetControl, regulations=regulations("rif"))
    assert (game.left.call, game.right.call) == (Call.OFF, Call.OFF)


@pytest.mark.rule("corrections: setting")
def test_a_rollover_set_right_brings_periods_its_own_way_from_then_on() -> None:
    game = stopped("1/10:00 then 5:00", moves=2, rollover="at_zero")
    assert (game.left.period, game.left.due) == (1, 1)
    game.act(SetControl, regulations=regulations(rollover="on_move"))
    assert (game.left.period, game.shows(LEFT)) == (2, 9 * MINUTE_NS), "times stay"


@pytest.mark.rule("corrections: setting")
@pytest.mark.rule("RIF 15")
def test_a_default_time_set_right_counts_what_has_run() -> None:
    game = Game(started=False, default_time_ns=30 * MINUTE_NS)
    game.start(absent=(RIGHT,))
    game.stop(after=10 * MINUTE_NS)
    game.act(SetControl, regulations=regulations(default_time_ns=15 * MINUTE_NS))
    game.resume(after=MINUTE_NS)
    assert game.wait(5 * MINUTE_NS - 1) == []
    assert game.wait(1) == [DefaultTimeReached(game.now_ns, RIGHT)]


PHASES: dict[Phase, Callable[[Game], object]] = {
    Phase.STOPPED: lambda game: game.stop(),
    Phase.CLAIMED: lambda game: game.claim(RIGHT),
    Phase.FALLEN: lambda game: game.wait(10 * MINUTE_NS),
}


@pytest.mark.rule("corrections: setting")
@pytest.mark.parametrize("phase", PHASES)
def test_it_is_set_right_in_every_stop_and_before_a_start(phase: Phase) -> None:
    game = Game("10:00", announce=True, on_flag="stop")
    PHASES[phase](game)
    assert kinds(game.act(SetControl, control("10:00+5"))) == ["ControlCorrected"]
    assert game.phase is phase
    game = Game("10:00", started=False)
    game.act(SetControl, control("10:00+5"))
    assert (game.phase, game.shown) == (Phase.READY, (10 * MINUTE_NS, 10 * MINUTE_NS))


@pytest.mark.rule("corrections: setting")
@pytest.mark.parametrize("how", ["running", "joint", "reconstruction"])
def test_while_a_clock_runs_it_is_refused(how: str) -> None:
    game = Game(started=how == "running")
    if how == "joint":
        game.start(absent=EITHER)
    elif how == "reconstruction":
        game.start()
        game.stop()
        game.resume(RIGHT, reconstruct=True)
    with pytest.raises(Refused, match="stopped"):
        game.act(SetControl, control("1:00"))


@pytest.mark.rule("corrections: setting")
def test_a_setting_that_cannot_be_played_or_says_nothing_is_refused_with_its_place() -> None:
    game = stopped()
    silent = replace(regulations(), on_flag=regulations("fide").on_flag)
    refusals: list[tuple[dict[str, Any], str]] = [
        ({}, "SetControl"),
        ({"left": ()}, "left"),
        ({"right": (replace(control("10:00")[0], moves=0),)}, "right[0].moves"),
        ({"regulations": silent}, "regulations.announce"),
    ]
    for given, place in refusals:
        with pytest.raises(Refused) as refused:
            game.act(SetControl, **given)
        assert refused.value.place == place


@pytest.mark.rule("corrections: setting")
@pytest.mark.rule("handicap match")
def test_in_a_match_it_is_refused() -> None:
    games = (Times(beginner=control("5:00"), expert=control("0:30")),)
    place = Place(match=Match(games, expert_must_win=1), expert=RIGHT)
    game = Game()
    game.state = begin(setup().in_match(place))
    with pytest.raises(Refused, match="match"):
        game.act(SetControl, control("1:00"))


@pytest.mark.rule("corrections: setting")
def test_after_it_time_runs_out_by_the_new_setting() -> None:
    game = stopped("10:00", after=9 * MINUTE_NS)
    game.act(SetControl, control("20:00"))
    game.act(Arrive, LEFT)
    game.resume()
    assert game.wait(MINUTE_NS) == [ClapperFell(game.now_ns, LEFT)], "the time stayed"


@pytest.mark.rule("corrections: setting")
@pytest.mark.rule("RIF 15")
def test_joint_time_ends_where_the_regulations_set_right_have_none() -> None:
    game = Game("1:00:00", started=False)
    game.start(absent=(LEFT, RIGHT))
    game.stop(after=MINUTE_NS)
    game.act(SetControl, regulations=regulations("gomoku-cz"))
    game.resume()
    game.wait(MINUTE_NS)
    assert (game.phase, game.running) == (Phase.RUNNING, LEFT)
    assert game.shown == (58 * MINUTE_NS, 59 * MINUTE_NS)
