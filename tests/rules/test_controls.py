"""Time controls: plain, increment, several periods, and what cannot be played."""

import pytest
from msgspec.structs import replace

from clock.rules.control import Control, Method, Period
from clock.rules.machine import begin
from clock.rules.openings import Option
from clock.rules.outputs import PeriodBegan, TurnPassed
from clock.rules.refusal import SetupError
from clock.rules.state import Setup
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds, setup


@pytest.mark.rule("control: plain")
def test_plain_time_only_goes_down() -> None:
    game = Game("5:00")
    game.make(10, each=SECOND_NS)
    assert game.shown == (295 * SECOND_NS, 295 * SECOND_NS)


@pytest.mark.rule("control: increment")
def test_an_increment_is_added_at_the_press() -> None:
    game = Game("3:00+2")
    assert game.shown == (3 * MINUTE_NS, 3 * MINUTE_NS), "3+2 begins at 3:00"
    game.press(LEFT, after=SECOND_NS)
    assert game.shows(LEFT) == 3 * MINUTE_NS + SECOND_NS
    assert game.shows(RIGHT) == 3 * MINUTE_NS


@pytest.mark.rule("control: increment")
def test_an_increment_comes_too_late_at_zero() -> None:
    game = Game("3:00+2")
    game.press(LEFT, after=3 * MINUTE_NS - 1)
    assert game.shows(LEFT) == 2 * SECOND_NS + 1
    game = Game("3:00+2")
    game.press(LEFT, after=3 * MINUTE_NS)
    assert game.shows(LEFT) == 0


@pytest.mark.rule("control: first bonus")
def test_an_increment_for_the_move_to_come_is_there_before_the_first() -> None:
    game = Game("3:00+2", first_bonus="before")
    assert game.shown == (182 * SECOND_NS, 182 * SECOND_NS), "3+2 begins at 3:02"
    game.press(LEFT, after=182 * SECOND_NS - 1)
    assert game.shows(LEFT) == 2 * SECOND_NS + 1


@pytest.mark.rule("control: first bonus")
def test_a_time_that_was_given_at_set_up_is_what_the_clock_shows() -> None:
    game = Game("3:00+2", first_bonus="before", shows=(90 * SECOND_NS, 91 * SECOND_NS))
    assert game.shown == (90 * SECOND_NS, 91 * SECOND_NS)


@pytest.mark.rule("control: first bonus")
@pytest.mark.parametrize(("first", "earned"), [("after", 0), ("before", 30)])
def test_the_press_that_ends_a_period_earns_the_increment_of_its_move(
    first: str, earned: int
) -> None:
    game = Game("60/2:00:00 then 15:00+30", first_bonus=first)
    game.make(118, each=SECOND_NS)
    came = game.press(LEFT)
    assert isinstance(came[0], TurnPassed)
    assert came[0].earned_ns == earned * SECOND_NS
    left_ns = 2 * HOUR_NS - 59 * SECOND_NS
    assert game.shows(LEFT) == left_ns + 15 * MINUTE_NS + earned * SECOND_NS
    game.press(RIGHT)
    game.press(LEFT, after=SECOND_NS)
    assert game.shows(LEFT) == left_ns + 15 * MINUTE_NS + (earned + 29) * SECOND_NS


@pytest.mark.rule("control: first bonus")
def test_an_increment_for_the_move_to_come_changes_with_the_period() -> None:
    game = Game("1/1:00+5 then 1/1:00+7 then 1:00+9", first_bonus="before")
    assert game.shows(LEFT) == 65 * SECOND_NS
    game.make(2)
    assert game.shows(LEFT) == (65 + 60 + 7) * SECOND_NS
    game.make(2)
    assert game.shows(LEFT) == (65 + 60 + 7 + 60 + 9) * SECOND_NS
    game.make(2)
    assert game.shows(LEFT) == (65 + 60 + 7 + 60 + 9 + 9) * SECOND_NS


@pytest.mark.rule("control: one increment a press")
def test_a_press_that_credits_three_moves_earns_one_increment() -> None:
    game = Game("3:00+2", opening="rif")
    came = game.press(LEFT)
    assert isinstance(came[0], TurnPassed)
    assert (came[0].credited, came[0].earned_ns) == (3, 2 * SECOND_NS)
    assert game.shown == (182 * SECOND_NS, 180 * SECOND_NS)


@pytest.mark.rule("control: one increment a press")
@pytest.mark.parametrize(
    ("text", "earns", "earns_not"),
    [
        ("3:00+2", 172, 170),
        ("3:00b15", 180, 170),
        ("3:00d15", 180, 180),
        ("0 and 3x30", 30, 30),  # byo-yomi, and a gong's turn, begin anew all the same
        ("gong 0:10", 10, 10),
    ],
)
def test_a_swap_press_earns_what_a_move_does_unless_the_regulations_say_no(
    text: str, earns: int, earns_not: int
) -> None:
    for swap_earns, seconds in ((True, earns), (False, earns_not)):
        game = Game(text, opening="rif", swap_earns=swap_earns)
        game.press(LEFT, after=10 * SECOND_NS)
        game.choose(RIGHT, Option.SWAP)
        game.press(RIGHT, after=10 * SECOND_NS)
        assert (game.moves, game.running) == (3, LEFT)
        assert game.shows(RIGHT) == seconds * SECOND_NS


@pytest.mark.rule("control: periods")
def test_unused_time_carries_over_to_the_next_period() -> None:
    game = Game("2/10:00+5 then 5:00+1")
    game.make(4, each=MINUTE_NS)
    assert game.shown == (13 * MINUTE_NS + 10 * SECOND_NS,) * 2
    assert game.said(PeriodBegan)[0] == PeriodBegan(3 * MINUTE_NS, LEFT, 2, 5 * MINUTE_NS)


@pytest.mark.rule("control: periods")
def test_three_periods_follow_each_other() -> None:
    game = Game("1/1:00 then 2/2:00 then 4:00")
    periods = []
    for _ in range(5):
        game.make(2, each=SECOND_NS)
        periods.append((game.left.period, game.left.due))
    assert periods == [(2, 3), (2, 3), (3, None), (3, None), (3, None)]
    assert game.shows(LEFT) == 7 * MINUTE_NS - 5 * SECOND_NS


@pytest.mark.rule("control: periods")
def test_no_time_is_added_after_the_last_control_was_passed() -> None:
    game = Game("1/1:00 then 2/2:00")
    game.make(20, each=SECOND_NS)
    assert game.shows(LEFT) == 3 * MINUTE_NS - 10 * SECOND_NS
    assert game.left.period == 2


@pytest.mark.rule("control: periods")
def test_a_period_without_moves_lasts_until_its_time_is_used() -> None:
    game = Game("1:00 then 0:30")
    assert game.wait(MINUTE_NS) == [PeriodBegan(MINUTE_NS, LEFT, 2, 30 * SECOND_NS)]
    assert kinds(game.wait(30 * SECOND_NS)) == ["ClapperFell"]


def setup_with(control: Control) -> Setup:
    """A setup whose left seat has this control."""
    return replace(setup(), left=control)


BAD: list[tuple[Control, str]] = [
    ((), ""),
    ((Period(0),), "[0].time"),
    ((Period(MINUTE_NS, 0), Period(MINUTE_NS)), "[0].moves"),
    ((Period(MINUTE_NS, method=Method.INCREMENT),), "[0].bonus"),
    ((Period(MINUTE_NS, bonus_ns=1),), "[0].bonus"),
    ((Period(MINUTE_NS, 1, repeat=True), Period(MINUTE_NS)), "[0].repeat"),
    ((Period(MINUTE_NS, repeat=True),), "[0].repeat"),
    ((Period(MINUTE_NS, 1), Period(1, 1, repeat=True)), "[1].time"),
    ((Period(MINUTE_NS, count=2),), "[0].count"),
]


@pytest.mark.rule("control: set-up")
@pytest.mark.parametrize(("control", "place"), BAD)
def test_a_control_that_cannot_be_played_is_refused_with_the_place_in_it(
    control: Control, place: str
) -> None:
    with pytest.raises(SetupError) as refused:
        begin(setup_with(control))
    assert refused.value.place == f"control.left{place}"
