"""RIF 9.4, 9.6 and 10.4: claims, and what the clock says and does not say of them."""

import pytest

from clock.rules.inputs import Finish, Result
from clock.rules.outputs import (
    BothFallen,
    Claimed,
    ClapperFell,
    ClocksStopped,
    GameFinished,
    OrganizerCalled,
)
from clock.rules.refusal import Refused
from clock.rules.seats import Seat
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds


@pytest.mark.rule("RIF 9.6")
@pytest.mark.parametrize("seat", [LEFT, RIGHT])
def test_either_player_may_claim_at_any_time_and_both_clocks_stop_at_that_instant(
    seat: Seat,
) -> None:
    game = Game()
    game.press(LEFT, after=10 * SECOND_NS)
    at_ns = game.now_ns + 5 * SECOND_NS + 1
    assert game.claim(seat, after=5 * SECOND_NS + 1) == [
        ClocksStopped(at_ns, seat),
        Claimed(at_ns, seat, clapper_up=True),
    ]
    shown = game.shown
    game.wait(30 * MINUTE_NS)
    assert game.shown == shown == (59 * MINUTE_NS + 50 * SECOND_NS, 60 * MINUTE_NS - 5000000001)
    assert game.running is None
    assert game.state.claimant is seat


@pytest.mark.rule("RIF 9.6")
def test_a_stop_and_then_the_claimants_own_plunger_is_a_claim() -> None:
    game = Game()
    game.press(LEFT, after=SECOND_NS)
    game.stop(after=SECOND_NS)
    stopped = game.shown
    assert kinds(game.press(LEFT, after=9 * SECOND_NS)) == ["Claimed"]
    assert game.phase is Phase.CLAIMED
    assert game.state.claimant is LEFT
    assert game.shown == stopped, "the instant of the stop is the one that counts"


@pytest.mark.rule("RIF 9.6")
def test_a_stop_alone_calls_the_organizer_and_claims_nothing() -> None:
    game = Game()
    assert OrganizerCalled(0) in game.stop(LEFT)
    assert game.said(Claimed) == []
    assert game.phase is Phase.STOPPED


@pytest.mark.rule("RIF 9.4")
def test_a_claim_on_a_fallen_clapper_is_reported_with_all_that_proves_it() -> None:
    game = Game("40/0:10:00 then 0:05:00")
    game.make(10, each=SECOND_NS)
    game.wait(20 * MINUTE_NS)
    game.claim(RIGHT)
    assert game.state.left.fell_at_ns == 10 * SECOND_NS + 10 * MINUTE_NS - 5 * SECOND_NS
    assert game.shown == (0, 10 * MINUTE_NS - 5 * SECOND_NS)
    assert [game.state.play.made(seat) for seat in (LEFT, RIGHT)] == [5, 5]
    assert [clock.due for clock in (game.left, game.right)] == [40, 40]
    assert game.said(Claimed)[0].clapper_up


@pytest.mark.rule("RIF 9.4")
def test_the_clock_reports_and_only_the_organizer_enters_a_result() -> None:
    game = Game("0:01:00")
    game.wait(2 * MINUTE_NS)
    game.claim(RIGHT)
    assert game.state.result is None
    assert game.said(GameFinished) == []
    game.do(Finish(game.now_ns, Result.RIGHT, "9.4"))
    assert game.state.result is Result.RIGHT
    assert game.said(GameFinished) == [GameFinished(game.now_ns, Result.RIGHT, "9.4")]


@pytest.mark.rule("RIF 9.6")
def test_a_claimant_whose_own_clapper_is_down_is_told_that_9_1_to_9_4_cannot_be_won() -> None:
    game = Game("0:01:00")
    game.wait(MINUTE_NS)
    game.claim(LEFT, after=1)
    assert game.said(Claimed) == [Claimed(MINUTE_NS + 1, LEFT, clapper_up=False)]


@pytest.mark.rule("RIF 9.6")
@pytest.mark.parametrize(("early_ns", "up"), [(1, True), (0, False), (-1, False)])
def test_a_clapper_is_up_in_a_claim_until_the_very_instant_its_time_ends(
    early_ns: int, up: bool
) -> None:
    game = Game("0:01:00")
    game.claim(LEFT, after=MINUTE_NS - early_ns)
    assert game.said(Claimed)[0].clapper_up is up
    assert game.left.fallen is not up


@pytest.mark.rule("RIF 9.6")
def test_a_second_claim_changes_nothing() -> None:
    game = Game()
    game.claim(LEFT)
    assert kinds(game.claim(RIGHT, after=1)) == ["ActIgnored"]
    assert kinds(game.press(RIGHT, after=1)) == ["PressIgnored"]
    assert game.state.claimant is LEFT


@pytest.mark.rule("RIF 9.6")
def test_a_claim_that_the_organizer_rejects_lets_the_game_go_on_as_it_was() -> None:
    game = Game()
    game.press(LEFT, after=SECOND_NS)
    game.claim(LEFT, after=SECOND_NS)
    game.resume(after=MINUTE_NS)
    assert game.running is RIGHT
    assert game.state.claimant is None
    game.press(RIGHT, after=SECOND_NS)
    assert game.said(Claimed)[0].at_ns == 2 * SECOND_NS
    assert game.right.spent_ns == 2 * SECOND_NS


@pytest.mark.rule("RIF 9.4")
@pytest.mark.rule("RIF 9.6")
def test_before_the_start_there_is_nothing_to_claim() -> None:
    game = Game(started=False)
    assert kinds(game.claim(LEFT)) == ["ActIgnored"]
    assert game.phase is Phase.READY


@pytest.mark.rule("RIF 10.4")
def test_both_clappers_fallen_and_nobody_claimed_is_a_draw_by_rule_and_stops_both() -> None:
    game = Game("0:01:00")
    game.press(LEFT, after=MINUTE_NS - 1)
    game.press(RIGHT, after=MINUTE_NS)
    assert game.right.fallen
    assert game.running is LEFT, "one down: the other side plays on"
    end_ns = 2 * MINUTE_NS
    assert game.wait(1) == [
        ClapperFell(end_ns, LEFT),
        BothFallen(end_ns, draw=True),
        ClocksStopped(end_ns, None),
    ]
    assert game.phase is Phase.FALLEN
    assert game.shown == (0, 0)


@pytest.mark.rule("RIF 10.4")
def test_after_both_fell_there_is_nothing_left_to_claim_and_nothing_goes_on() -> None:
    game = Game("0:01:00")
    game.press(LEFT, after=MINUTE_NS)
    game.wait(MINUTE_NS)
    assert kinds(game.claim(LEFT)) == ["ActIgnored"]
    assert kinds(game.press(LEFT)) == ["PressIgnored"]
    with pytest.raises(Refused, match="both clappers fell"):
        game.resume()
    assert game.phase is Phase.FALLEN


@pytest.mark.rule("RIF 10.4")
def test_a_claim_before_the_second_fall_is_no_draw() -> None:
    game = Game("0:01:00")
    game.press(LEFT, after=MINUTE_NS)
    game.claim(RIGHT, after=MINUTE_NS - 1)
    game.wait(MINUTE_NS)
    assert game.said(BothFallen) == []
    assert game.shown == (0, 1)


@pytest.mark.rule("RIF 10.4")
def test_whose_fell_first_is_kept_for_the_log_and_not_said_with_the_draw() -> None:
    game = Game("0:01:00")
    game.press(LEFT, after=MINUTE_NS)
    game.wait(MINUTE_NS)
    assert BothFallen.__struct_fields__ == ("at_ns", "draw")
    assert not game.state.setup.regulations.first_flag_sign
    assert game.state.first_fallen is LEFT
    assert (game.left.fell_at_ns, game.right.fell_at_ns) == (MINUTE_NS, 2 * MINUTE_NS)


@pytest.mark.rule("RIF 10.4")
def test_where_both_fallen_is_no_draw_the_clock_does_not_say_so() -> None:
    game = Game("0:01:00", both_fallen_draw=False)
    game.press(LEFT, after=MINUTE_NS)
    game.wait(MINUTE_NS)
    assert [each.draw for each in game.said(BothFallen)] == [False]
