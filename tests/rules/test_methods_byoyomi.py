"""Byo-yomi: k periods of t after the main time; a move inside a period restores it."""

import pytest

from clock.rules.outputs import ByoyomiBegan, ClapperFell, TurnPassed
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds

JAPANESE = "10:00 and 3x30"
MAIN_NS, PERIOD_NS = 10 * MINUTE_NS, 30 * SECOND_NS


def in_overtime(periods: int = 3) -> Game:
    """A game in which the left seat has just begun the first of its last `periods` periods."""
    game = Game(JAPANESE)
    game.wait(MAIN_NS + (3 - periods) * PERIOD_NS)
    assert (game.left.overtime, game.shows(LEFT)) == (periods, PERIOD_NS)
    return game


@pytest.mark.rule("control: byoyomi")
def test_main_time_only_goes_down() -> None:
    game = Game(JAPANESE)
    game.make(4, each=MINUTE_NS)
    assert game.shown == (8 * MINUTE_NS, 8 * MINUTE_NS)
    assert (game.left.overtime, game.right.overtime) == (None, None)


@pytest.mark.rule("control: byoyomi")
def test_the_first_period_begins_when_the_main_time_is_used_and_not_before() -> None:
    game = Game(JAPANESE)
    assert game.wait(MAIN_NS - 1) == []
    assert (game.left.overtime, game.shows(LEFT)) == (None, 1)
    assert game.wait(1) == [ByoyomiBegan(MAIN_NS, LEFT, 3)]
    assert (game.left.overtime, game.shows(LEFT)) == (3, PERIOD_NS)


@pytest.mark.rule("control: byoyomi")
def test_a_press_with_the_last_nanosecond_of_main_time_keeps_that_nanosecond() -> None:
    game = Game(JAPANESE)
    game.press(LEFT, after=MAIN_NS - 1)
    assert (game.left.overtime, game.shows(LEFT)) == (None, 1)


@pytest.mark.rule("control: byoyomi")
def test_a_press_at_the_end_of_the_main_time_is_in_the_first_period_and_restores_it() -> None:
    game = Game(JAPANESE)
    assert kinds(game.press(LEFT, after=MAIN_NS)) == ["ByoyomiBegan", "TurnPassed"]
    assert (game.left.overtime, game.shows(LEFT)) == (3, PERIOD_NS)
    assert game.said(TurnPassed)[0].earned_ns == 0


@pytest.mark.rule("control: byoyomi")
@pytest.mark.parametrize("spent_ns", [1, 7 * SECOND_NS, PERIOD_NS - 1])
def test_a_move_inside_a_period_restores_it(spent_ns: int) -> None:
    game = in_overtime()
    came = game.press(LEFT, after=spent_ns)
    assert kinds(came) == ["TurnPassed"]
    assert game.said(TurnPassed)[0].earned_ns == spent_ns
    assert (game.left.overtime, game.shows(LEFT)) == (3, PERIOD_NS)
    game.press(RIGHT)
    for _ in range(5):
        game.press(LEFT, after=spent_ns)
        game.press(RIGHT)
    assert (game.left.overtime, game.shows(LEFT)) == (3, PERIOD_NS)


@pytest.mark.rule("control: byoyomi")
def test_a_period_that_is_used_up_is_gone_and_the_next_begins_at_that_instant() -> None:
    game = in_overtime()
    assert game.wait(PERIOD_NS - 1) == []
    assert game.wait(1) == [ByoyomiBegan(MAIN_NS + PERIOD_NS, LEFT, 2)]
    assert (game.left.overtime, game.shows(LEFT)) == (2, PERIOD_NS)
    game.press(LEFT, after=SECOND_NS)
    assert (game.left.overtime, game.shows(LEFT)) == (2, PERIOD_NS)


@pytest.mark.rule("control: byoyomi")
def test_a_press_at_the_end_of_a_period_is_too_late_for_it() -> None:
    game = in_overtime()
    game.press(LEFT, after=PERIOD_NS)
    assert game.left.overtime == 2


@pytest.mark.rule("control: byoyomi")
def test_a_long_thought_uses_up_several_periods_at_their_instants() -> None:
    game = Game(JAPANESE)
    game.press(LEFT, after=MAIN_NS + 2 * PERIOD_NS + SECOND_NS)
    assert game.said(ByoyomiBegan) == [
        ByoyomiBegan(MAIN_NS, LEFT, 3),
        ByoyomiBegan(MAIN_NS + PERIOD_NS, LEFT, 2),
        ByoyomiBegan(MAIN_NS + 2 * PERIOD_NS, LEFT, 1),
    ]
    assert (game.left.overtime, game.shows(LEFT)) == (1, PERIOD_NS)


@pytest.mark.rule("control: byoyomi")
def test_the_last_period_used_up_drops_the_clapper() -> None:
    game = in_overtime(periods=1)
    assert game.wait(PERIOD_NS - 1) == []
    assert game.wait(1) == [ClapperFell(MAIN_NS + 3 * PERIOD_NS, LEFT)]
    assert (game.left.overtime, game.shows(LEFT)) == (0, 0)


@pytest.mark.rule("control: byoyomi")
def test_a_move_in_the_last_period_restores_it_for_ever() -> None:
    game = in_overtime(periods=1)
    for _ in range(50):
        game.press(LEFT, after=PERIOD_NS - 1)
        game.press(RIGHT)
    assert (game.left.overtime, game.shows(LEFT)) == (1, PERIOD_NS)
    assert game.said(ClapperFell) == []


@pytest.mark.rule("control: byoyomi")
def test_a_fallen_clapper_restores_nothing() -> None:
    game = in_overtime(periods=1)
    game.press(LEFT, after=PERIOD_NS)
    assert (game.left.fallen, game.shows(LEFT)) == (True, 0)
    game.press(RIGHT, after=SECOND_NS)
    game.press(LEFT, after=SECOND_NS)
    assert (game.left.overtime, game.shows(LEFT)) == (0, 0)


@pytest.mark.rule("control: byoyomi")
def test_without_main_time_the_first_period_is_there_from_the_start() -> None:
    game = Game("0 and 2x30", started=False)
    assert (game.left.overtime, game.shown) == (2, (PERIOD_NS, PERIOD_NS))
    game.start()
    game.press(LEFT, after=PERIOD_NS - 1)
    assert (game.left.overtime, game.shows(LEFT)) == (2, PERIOD_NS)
    game.press(RIGHT, after=PERIOD_NS)
    assert (game.right.overtime, game.shows(RIGHT)) == (1, PERIOD_NS)
    game.press(LEFT)
    assert kinds(game.wait(PERIOD_NS)) == ["ClapperFell"]


@pytest.mark.rule("control: byoyomi")
def test_a_stop_inside_a_period_keeps_what_is_left_of_it() -> None:
    game = in_overtime()
    game.stop(after=20 * SECOND_NS)
    assert (game.left.overtime, game.shows(LEFT)) == (3, 10 * SECOND_NS)
    game.wait(MINUTE_NS)
    game.resume()
    assert game.wait(10 * SECOND_NS - 1) == []
    assert kinds(game.wait(1)) == ["ByoyomiBegan"]
    assert (game.left.overtime, game.shows(LEFT)) == (2, PERIOD_NS)


@pytest.mark.rule("control: byoyomi")
def test_after_a_stop_a_move_inside_the_period_restores_the_whole_of_it() -> None:
    game = in_overtime()
    game.stop(after=20 * SECOND_NS)
    game.resume(after=MINUTE_NS)
    game.press(LEFT, after=10 * SECOND_NS - 1)
    assert (game.left.overtime, game.shows(LEFT)) == (3, PERIOD_NS)


@pytest.mark.rule("control: byoyomi")
def test_the_seat_that_waits_keeps_its_periods() -> None:
    game = in_overtime()
    game.press(LEFT, after=SECOND_NS)
    game.wait(MAIN_NS + PERIOD_NS)
    assert (game.left.overtime, game.right.overtime) == (3, 2)


@pytest.mark.rule("control: byoyomi")
def test_joint_time_uses_main_time_and_periods_of_both() -> None:
    game = Game("1:00 and 2x30", started=False)
    game.start(absent=(LEFT, RIGHT))
    game.wait(MINUTE_NS + PERIOD_NS)
    assert (game.left.overtime, game.right.overtime) == (1, 1)
    assert kinds(game.wait(PERIOD_NS)) == [
        "ClapperFell",
        "ClapperFell",
        "BothFallen",
        "ClocksStopped",
    ]


@pytest.mark.rule("control: byoyomi")
def test_the_referee_is_called_in_main_time_and_not_for_every_period() -> None:
    game = Game("10:00 and 3x30", rules="rif-referees")
    came = game.wait(MAIN_NS + 3 * PERIOD_NS - 1)
    assert kinds(came) == ["RefereeCalled", "ByoyomiBegan", "ByoyomiBegan", "ByoyomiBegan"]


@pytest.mark.rule("control: byoyomi")
def test_the_first_fall_stops_both_where_regulations_say_so() -> None:
    game = Game("0 and 1x30", announce=True, on_flag="stop")
    game.wait(PERIOD_NS)
    assert game.phase is Phase.FALLEN
    assert game.shown == (0, PERIOD_NS)
