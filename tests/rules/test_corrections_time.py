"""Time given, taken and set, and the periods that come by time: periods and byo-yomi."""

from typing import Any

import pytest

from clock.rules.control import COUNT_MAX
from clock.rules.inputs import Adjust, HandFault, SetByoyomi, SetPeriod
from clock.rules.outputs import BothFallen, ByoyomiBegan, ClapperFell, ClapperRaised, Corrected
from clock.rules.refusal import Refused
from clock.rules.seats import Seat
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, figures, kinds

EITHER = (LEFT, RIGHT)
PERIOD_NS = 30 * SECOND_NS
JAPANESE = "10:00 and 3x30"


@pytest.mark.rule("corrections: time")
@pytest.mark.rule("RIF 17")
def test_a_time_is_changed_by_an_amount_or_to_one_with_before_after_and_why() -> None:
    game = Game()
    game.wait(10 * SECOND_NS)
    at_ns, was_ns = game.now_ns, HOUR_NS - 10 * SECOND_NS
    assert game.act(Adjust, LEFT, delta_ns=-MINUTE_NS, reason="late") == [
        Corrected(at_ns, "remaining_ns", LEFT, was_ns, was_ns - MINUTE_NS, "late")
    ]
    game.adjust(RIGHT, to=7 * MINUTE_NS + 1)
    assert game.shown == (was_ns - MINUTE_NS, 7 * MINUTE_NS + 1)
    assert game.running is LEFT, "the game goes on"


@pytest.mark.rule("corrections: time")
@pytest.mark.parametrize(("left_ns", "falls"), [(1, False), (0, True), (-1, True)])
@pytest.mark.parametrize("seat", EITHER)
def test_a_time_that_is_taken_away_whole_drops_the_clapper(
    seat: Seat, left_ns: int, falls: bool
) -> None:
    game = Game()
    taken = game.adjust(seat, by=left_ns - HOUR_NS)
    assert (ClapperFell(0, seat) in taken, game.shows(seat)) == (falls, max(0, left_ns))


@pytest.mark.rule("corrections: time")
def test_a_fallen_clapper_rises_with_time_from_the_organizer_and_play_goes_on() -> None:
    game = Game("1:00")
    game.wait(MINUTE_NS + 5)
    assert game.adjust(LEFT, to=MINUTE_NS)[1:] == [ClapperRaised(MINUTE_NS + 5, LEFT)]
    assert kinds(game.wait(MINUTE_NS - 1)) == []
    assert kinds(game.wait(1)) == ["ClapperFell"]


@pytest.mark.rule("corrections: time")
def test_after_both_fell_the_organizer_may_give_time_and_resume() -> None:
    game = Game("1:00")
    game.press(LEFT, after=MINUTE_NS)
    game.wait(MINUTE_NS)
    game.adjust(RIGHT, to=MINUTE_NS)
    game.resume()
    assert (game.phase, game.running) == (Phase.RUNNING, RIGHT)
    assert game.left.fallen


@pytest.mark.rule("corrections: time")
@pytest.mark.rule("RIF 10.4")
def test_both_times_taken_away_are_both_fallen_and_no_game_starts_so() -> None:
    game = Game()
    game.stop()
    game.adjust(LEFT, to=0)
    assert kinds(game.adjust(RIGHT, to=0)) == ["Corrected", "ClapperFell", "BothFallen"]
    assert (game.said(BothFallen), game.phase) == ([BothFallen(0, True)], Phase.FALLEN)
    with pytest.raises(Refused):
        game.resume()
    game = Game(started=False)
    game.adjust(LEFT, to=0)
    game.adjust(RIGHT, to=0)
    assert kinds(game.press(RIGHT)) == ["PressIgnored"]
    with pytest.raises(Refused):
        game.start()


# Taken: it is time that ran. The control, presses before, seconds taken; then period, byo-yomi
# periods left and seconds shown (None: the clapper fell).
TAKEN: list[tuple[str, dict[str, str], int, int, tuple[int, int | None, int | None]]] = [
    ("10:00 and 3x30", {}, 660, 0, (1, 1, 30)),  # 60 s are two periods, to their very end
    ("10:00 and 3x30", {}, 640, 0, (1, 2, 20)),
    ("10:00 and 3x30", {}, 690, 0, (1, 0, None)),
    ("0 and 3x30", {}, 45, 0, (1, 2, 15)),
    ("1:00 then 0:30", {}, 70, 0, (2, None, 20)),
    ("1:00 then 1:00 then 1:00", {}, 150, 0, (3, None, 30)),
    ("1:00 then *3/0:30", {}, 70, 0, (2, None, 20)),
    ("1:00 then *3/0:30", {}, 90, 0, (2, None, None)),
    ("1:00 then 0 and 2x30", {}, 100, 0, (2, 1, 20)),
    ("1:00 and 1x30 then 5:00", {}, 100, 0, (2, None, 290)),
    ("2/1:00 then 0:30", {}, 70, 0, (1, None, None)),
    ("2/1:00 then 0:30", {"rollover": "at_zero"}, 70, 0, (1, None, None)),
    ("2/1:00 then 0:30", {"rollover": "at_zero"}, 70, 4, (2, None, 20)),
    ("2/1:00 then 0:30", {"rollover": "at_zero_both"}, 70, 0, (2, None, 20)),
    ("1:00+5", {}, 30, 0, (1, None, 30)),
    ("1:00b5", {}, 30, 0, (1, None, 30)),
    ("1:00d5", {}, 30, 0, (1, None, 30)),
    ("hourglass 1:00", {}, 30, 0, (1, None, 30)),
    ("countup 1:00", {}, 90, 0, (1, None, 0)),
]


@pytest.mark.rule("corrections: time")
@pytest.mark.rule("gomoku 11.9.3")
@pytest.mark.parametrize("seat", EITHER)
@pytest.mark.parametrize("how", ["adjusted", "a hand's penalty"])
@pytest.mark.parametrize(("text", "rules", "taken", "presses", "then"), TAKEN)
def test_time_that_is_taken_counts_as_time_that_ran_and_goes_on_into_the_next_period(
    text: str,
    rules: dict[str, Any],
    taken: int,
    presses: int,
    then: tuple[int, int | None, int | None],
    how: str,
    seat: Seat,
) -> None:
    amount_ns = taken * SECOND_NS
    game = Game(text, hand_warnings=0, hand_penalty_ns=amount_ns, **rules)
    game.make(presses)
    other_ns = game.shows(seat.other)
    if how == "adjusted":
        game.adjust(seat, by=-amount_ns)
    else:
        game.act(HandFault, seat)
    clock, (period, overtime, shows) = game.state.seat(seat), then
    assert (clock.period, clock.overtime, clock.fallen) == (period, overtime, shows is None)
    assert game.shows(seat) == (shows or 0) * SECOND_NS
    both_roll = "at_zero_both" in rules.values()
    assert game.shows(seat.other) == other_ns + (30 * SECOND_NS if both_roll else 0)


def in_overtime(periods: int, left_ns: int = PERIOD_NS, text: str = JAPANESE) -> Game:
    """A game in which the left seat, whose clock runs, is so far in its byo-yomi."""
    game = Game(text)
    game.wait(10 * MINUTE_NS + (3 - periods) * PERIOD_NS + PERIOD_NS - left_ns)
    assert (game.left.overtime, game.shows(LEFT)) == (periods, left_ns)
    return game


@pytest.mark.rule("corrections: time")
@pytest.mark.rule("corrections: byo-yomi")
@pytest.mark.parametrize("periods", [1, 2, 3])
@pytest.mark.parametrize("how", ["adjusted", "in two parts", "a hand's penalty of the other"])
def test_time_given_in_byoyomi_is_main_time_and_then_it_goes_on_as_it_stood(
    periods: int, how: str
) -> None:
    game = in_overtime(periods, left_ns=12 * SECOND_NS)
    if how == "adjusted":
        game.adjust(LEFT, by=2 * MINUTE_NS)
    elif how == "in two parts":
        game.adjust(LEFT, by=MINUTE_NS)
        game.adjust(LEFT, by=MINUTE_NS)
    else:
        game = Game(
            JAPANESE, hand_warnings=0, hand_penalty_ns=2 * MINUTE_NS, hand_penalty_to="opponent"
        )
        game.wait(10 * MINUTE_NS + (3 - periods) * PERIOD_NS + 18 * SECOND_NS)
        game.act(HandFault, RIGHT)
    assert (game.left.overtime, game.shows(LEFT)) == (None, 2 * MINUTE_NS)
    game.press(LEFT, after=MINUTE_NS)
    game.press(RIGHT)
    assert (game.left.overtime, game.shows(LEFT)) == (None, MINUTE_NS)
    assert game.wait(MINUTE_NS) == [ByoyomiBegan(game.now_ns, LEFT, periods)]
    assert (game.left.overtime, game.shows(LEFT)) == (periods, 12 * SECOND_NS)
    game.press(LEFT, after=SECOND_NS)
    assert (game.left.overtime, game.shows(LEFT)) == (periods, PERIOD_NS)


@pytest.mark.rule("corrections: time")
def test_time_given_in_byoyomi_and_taken_again_leaves_all_as_it_was() -> None:
    game = in_overtime(2, left_ns=12 * SECOND_NS)
    game.stop()
    before = game.left
    game.adjust(LEFT, by=2 * MINUTE_NS)
    game.adjust(LEFT, by=-2 * MINUTE_NS)
    assert game.left == before


@pytest.mark.rule("corrections: time")
@pytest.mark.parametrize(
    ("to", "shows", "overtime"), [(10, 10, 2), (30, 30, 2), (31, 1, None), (45, 15, None)]
)
def test_a_time_set_in_byoyomi_is_the_present_period_and_main_time_beyond_it(
    to: int, shows: int, overtime: int | None
) -> None:
    game = in_overtime(2, left_ns=12 * SECOND_NS)
    game.adjust(LEFT, to=to * SECOND_NS)
    assert (game.left.overtime, game.shows(LEFT)) == (overtime, shows * SECOND_NS)
    game.wait(shows * SECOND_NS)
    still = 2 if overtime is None else 1
    assert (game.left.overtime, game.shows(LEFT)) == (still, PERIOD_NS)


@pytest.mark.rule("corrections: time")
@pytest.mark.parametrize(("given", "overtime"), [({"to": 1}, 1), ({"by": 1}, None)])
def test_a_clapper_raised_in_byoyomi_has_the_time_it_is_given_and_no_spent_period(
    given: dict[str, int], overtime: int | None
) -> None:
    game = in_overtime(1)
    game.wait(PERIOD_NS)
    game.adjust(LEFT, **{how: ten * 10 * SECOND_NS for how, ten in given.items()})
    assert (game.left.overtime, game.shows(LEFT)) == (overtime, 10 * SECOND_NS)
    assert kinds(game.wait(10 * SECOND_NS)) == ["ClapperFell"]


@pytest.mark.rule("corrections: byo-yomi")
@pytest.mark.parametrize("seat", EITHER)
def test_byoyomi_periods_are_set_with_the_present_one_or_for_when_main_time_is_used_up(
    seat: Seat,
) -> None:
    game = Game(JAPANESE, starter=seat)
    assert figures(game.act(SetByoyomi, seat, 5)) == [("byoyomi", seat, 3, 5)]
    assert game.state.seat(seat).overtime is None
    assert game.wait(10 * MINUTE_NS) == [ByoyomiBegan(game.now_ns, seat, 5)]
    game.wait(PERIOD_NS + SECOND_NS)
    assert figures(game.act(SetByoyomi, seat, 1)) == [("byoyomi", seat, 4, 1)]
    assert game.shows(seat) == PERIOD_NS - SECOND_NS, "of the present one what was left"
    game.press(seat)
    assert (game.state.seat(seat).overtime, game.shows(seat)) == (1, PERIOD_NS)
    assert byoyomi_of_other(game, seat) == 3


def byoyomi_of_other(game: Game, seat: Seat) -> int:
    """How many byo-yomi periods the other seat has to come."""
    coming = game.state.seat(seat.other).coming
    return game.state.seat(seat.other).terms.count if coming is None else coming.periods


@pytest.mark.rule("corrections: byo-yomi")
def test_byoyomi_is_set_only_where_there_is_some_and_with_the_clapper_up() -> None:
    for text, left, place in (
        ("10:00+5", 2, "seat"),
        (JAPANESE, 0, "left"),
        (JAPANESE, COUNT_MAX + 1, "left"),
    ):
        with pytest.raises(Refused) as refused:
            Game(text).act(SetByoyomi, LEFT, left)
        assert refused.value.place == place
    game = in_overtime(1)
    game.wait(PERIOD_NS)
    with pytest.raises(Refused, match="time left"):
        game.act(SetByoyomi, LEFT, 2)


# Periods that come by time: the control, the rollover, the period; the time of those between, of
# the left seat, and the moves that complete it.
BY_TIME = [
    ("1:00:00 then 0:30:00 then 0:15:00", "on_move", 3, 45, None),
    ("1:00:00+5 then 0:30:00+5", "on_move", 2, 30, None),
    ("1:00:00 then *30/0:30:00", "on_move", 3, 60, 60),
    ("40/1:00:00 then 20/0:30:00 then 0:15:00", "at_zero", 3, 45, None),
    ("40/1:00:00 then *20/0:30:00", "at_zero", 3, 60, 80),
    ("40/1:00:00 then 0:30:00 and 3x30", "at_zero_both", 2, 30, None),
    ("hourglass 40/1:00:00 then hourglass 0:30:00", "at_zero", 2, 30, None),
]


@pytest.mark.rule("corrections: period")
@pytest.mark.parametrize("seat", EITHER)
@pytest.mark.parametrize(("text", "rollover", "period", "minutes", "due"), BY_TIME)
def test_a_period_that_is_set_gives_the_times_of_those_between_and_takes_them_back(
    text: str, rollover: str, period: int, minutes: int, due: int | None, seat: Seat
) -> None:
    game = Game(text, rollover=rollover)
    game.stop(after=MINUTE_NS)
    before = game.shown
    was_ns, first_due = game.shows(seat), game.state.seat(seat).due
    assert figures(game.act(SetPeriod, seat, period)) == [
        ("period", seat, 1, period),
        *([("byoyomi", seat, "none", 3)] if "3x" in text else []),
        ("remaining_ns", seat, was_ns, was_ns + minutes * MINUTE_NS),
    ]
    assert game.state.seat(seat).due == due
    game.adjust(seat, by=-1)  # else it would be one correction with the next
    game.act(SetPeriod, seat, 1)
    game.adjust(seat, by=1)
    assert (game.shown, game.state.seat(seat).due) == (before, first_due)


@pytest.mark.rule("corrections: period")
@pytest.mark.parametrize(("text", "shows"), [("gong 0:10", 10), ("countup 0", 0)])
def test_a_count_or_a_gong_that_is_set_begins_with_its_own_time(text: str, shows: int) -> None:
    game = Game(f"30:00 then {text}")
    game.act(SetPeriod, RIGHT, 2)
    assert (game.shows(RIGHT), game.right.fallen) == (shows * SECOND_NS, False)


@pytest.mark.rule("corrections: period")
def test_nothing_left_after_a_period_is_taken_back_is_a_fallen_clapper_and_down_it_stays() -> None:
    game = Game("10:00 then 5:00")
    game.wait(12 * MINUTE_NS)
    assert kinds(game.act(SetPeriod, LEFT, 1))[-1] == "ClapperFell"
    game.adjust(RIGHT, by=1)
    game.act(SetPeriod, LEFT, 2)
    assert (game.left.period, game.shows(LEFT), game.left.fallen) == (2, 0, True)


@pytest.mark.rule("corrections: period")
@pytest.mark.parametrize("text", ["1:00:00", "40/1:00:00 then 30:00", "1/1:00 then *9/1:00"])
def test_where_the_moves_made_decide_the_period_is_not_set(text: str) -> None:
    game = Game(text)
    for period in (1, 2):
        with pytest.raises(Refused) as refused:
            game.act(SetPeriod, LEFT, period)
        assert refused.value.place == "period"


@pytest.mark.rule("corrections: period")
@pytest.mark.parametrize("period", [0, 3, 10**12])
def test_a_period_that_the_control_has_not_is_refused(period: int) -> None:
    with pytest.raises(Refused) as refused:
        Game("1:00 then 1:00", right="1:00").act(SetPeriod, LEFT, period)
    assert refused.value.place == "period"
