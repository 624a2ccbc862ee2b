"""What a fall does to the clocks: run (RIF) or stop (FIDE)."""

import pytest

from clock.rules.outputs import BothFallen, ClapperFell, ClocksStopped
from clock.rules.refusal import SetupError
from clock.rules.regulations import PROFILES, OnFlag
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds


@pytest.mark.rule("on_flag: run")
def test_run_lets_the_other_side_play_on_until_the_second_fall() -> None:
    game = Game("1:00")
    game.press(LEFT, after=SECOND_NS)
    assert game.wait(MINUTE_NS) == [ClapperFell(61 * SECOND_NS, RIGHT)]
    assert (game.phase, game.running) == (Phase.RUNNING, RIGHT)
    game.press(RIGHT)
    assert game.wait(59 * SECOND_NS)[1] == BothFallen(120 * SECOND_NS, draw=True)


@pytest.mark.rule("on_flag: run")
def test_run_charges_a_fallen_seat_on_and_keeps_it_at_zero() -> None:
    game = Game("1:00+10")
    game.press(LEFT, after=3 * MINUTE_NS)
    assert game.left.spent_ns == 3 * MINUTE_NS
    assert game.shows(LEFT) == 0


@pytest.mark.rule("on_flag: stop")
def test_stop_freezes_both_at_the_first_fall_and_keeps_the_other_sides_time() -> None:
    game = Game("1:00+10", announce=True, on_flag="stop")
    game.press(LEFT, after=SECOND_NS)
    at_ns = 61 * SECOND_NS
    assert game.wait(2 * MINUTE_NS) == [ClapperFell(at_ns, RIGHT), ClocksStopped(at_ns, None)]
    assert (game.phase, game.running) == (Phase.FALLEN, None)
    game.wait(MINUTE_NS)
    assert game.shown == (69 * SECOND_NS, 0)


@pytest.mark.rule("on_flag: stop")
def test_stop_ignores_presses_takes_claims_and_waits_for_the_organizer() -> None:
    game = Game("1:00", announce=True, on_flag="stop")
    assert kinds(game.press(LEFT, after=MINUTE_NS))[-1] == "PressIgnored"
    assert kinds(game.claim(RIGHT)) == ["Claimed"]
    game.adjust(LEFT, to=SECOND_NS)
    game.resume()
    assert game.running is LEFT


@pytest.mark.rule("on_flag: stop")
@pytest.mark.rule("RIF 14.8")
def test_stop_tells_everybody_and_is_refused_where_nobody_may_say_that_time_is_out() -> None:
    with pytest.raises(SetupError, match="announce: expected true with on_flag stop") as refused:
        Game(rules="rif", on_flag="stop")
    assert refused.value.place == "regulations.announce"
    for name, profile in PROFILES.items():
        Game(rules=name)
        assert profile.announce or profile.on_flag is OnFlag.RUN


@pytest.mark.rule("on_flag: stop")
def test_who_fell_first_is_known_even_after_the_second() -> None:
    assert PROFILES["fide"].first_flag_sign
    assert PROFILES["fide"].on_flag is OnFlag.STOP
    game = Game("1:00", rules="fide", on_flag="run")
    game.press(LEFT, after=SECOND_NS)
    game.press(RIGHT, after=MINUTE_NS)
    game.wait(59 * SECOND_NS)
    assert game.state.both_fallen
    assert game.state.first_fallen is RIGHT


@pytest.mark.rule("on_flag: stop")
def test_by_fide_both_fallen_is_told_and_is_no_draw_of_the_clocks() -> None:
    game = Game("1:00", rules="fide", on_flag="run")
    game.press(LEFT, after=MINUTE_NS)
    game.wait(MINUTE_NS)
    assert [each.draw for each in game.said(BothFallen)] == [False]
    assert game.shows(RIGHT) == 0
