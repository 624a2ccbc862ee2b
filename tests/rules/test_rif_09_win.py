"""RIF 9.4, 9.6 and 10.4: claims, and what the clock says and does not say of them."""

import pytest

from clock.rules.inputs import Dismiss, Finish, Result
from clock.rules.outputs import (
    BothFallen,
    ClaimDismissed,
    Claimed,
    ClapperFell,
    ClocksStopped,
    GameFinished,
    IgnoreReason,
    OrganizerCalled,
    PressIgnored,
)
from clock.rules.refusal import Refused
from clock.rules.seats import Seat
from clock.rules.state import Phase, StandingClaim
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
    assert game.state.claims == (StandingClaim(seat, at_ns, clapper_up=True),)


@pytest.mark.rule("RIF 9.6")
@pytest.mark.parametrize("seat", [LEFT, RIGHT])
def test_in_a_stop_a_press_claims_nothing_and_only_a_claim_does(seat: Seat) -> None:
    game = Game()
    game.press(LEFT, after=SECOND_NS)
    game.stop(after=SECOND_NS)
    stopped = game.shown
    pressed = game.press(seat, after=9 * SECOND_NS)
    assert pressed == [PressIgnored(game.now_ns, seat, IgnoreReason.STOPPED)]
    assert kinds(game.claim(seat, after=SECOND_NS)) == ["Claimed"]
    assert (game.phase, len(game.state.claims)) == (Phase.CLAIMED, 1)
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
    assert game.said(GameFinished) == [GameFinished(game.now_ns, Result.RIGHT, "9.4", 0)]


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
@pytest.mark.parametrize("first", [LEFT, RIGHT])
@pytest.mark.parametrize("on_flag", ["run", "stop"])
def test_both_may_claim_and_neither_shuts_the_other_out(first: Seat, on_flag: str) -> None:
    game = Game("0:01:00", announce=True, on_flag=on_flag)
    game.wait(MINUTE_NS)  # left's clapper is down
    game.claim(first, after=1)
    assert kinds(game.claim(first.other, after=1)) == ["Claimed"]
    assert game.state.claims == (
        StandingClaim(first, MINUTE_NS + 1, clapper_up=first is RIGHT),
        StandingClaim(first.other, MINUTE_NS + 2, clapper_up=first is LEFT),
    )
    for seat in (LEFT, RIGHT):
        assert kinds(game.claim(seat)) == ["ActIgnored"], "each has its own already"
        assert kinds(game.press(seat)) == ["PressIgnored"]


@pytest.mark.rule("RIF 9.6")
@pytest.mark.parametrize("seat", [LEFT, RIGHT])
def test_the_organizer_dismisses_either_claim_and_the_last_one_leaves_a_stop(seat: Seat) -> None:
    game = Game()
    game.press(LEFT, after=SECOND_NS)
    game.claim(LEFT)
    game.claim(RIGHT)
    assert game.act(Dismiss, seat) == [ClaimDismissed(SECOND_NS, seat)]
    assert [each.seat for each in game.state.claims] == [seat.other]
    assert game.phase is Phase.CLAIMED
    with pytest.raises(Refused) as refused:
        game.act(Dismiss, seat)
    assert refused.value.place == "seat"
    game.claim(seat, after=SECOND_NS)  # anew, with its own instant
    assert [each.at_ns for each in game.state.claims] == [SECOND_NS, 2 * SECOND_NS]
    for each in (LEFT, RIGHT):
        game.act(Dismiss, each)
    assert (game.phase, game.state.claims) == (Phase.STOPPED, ())
    game.resume()
    assert game.running is RIGHT


@pytest.mark.rule("RIF 9.6")
def test_a_claim_that_the_organizer_rejects_lets_the_game_go_on_as_it_was() -> None:
    game = Game()
    game.press(LEFT, after=SECOND_NS)
    game.claim(LEFT, after=SECOND_NS)
    game.claim(RIGHT)
    game.resume(after=MINUTE_NS)
    assert (game.running, game.state.claims) == (RIGHT, ())
    game.press(RIGHT, after=SECOND_NS)
    assert game.said(Claimed)[0].at_ns == 2 * SECOND_NS
    assert game.right.spent_ns == 2 * SECOND_NS


@pytest.mark.rule("RIF 9.6")
def test_a_claim_is_possible_during_a_reconstruction_and_ends_it() -> None:
    game = Game()
    game.stop()
    game.resume(RIGHT, reconstruct=True)
    assert kinds(game.claim(LEFT, after=SECOND_NS)) == ["ClocksStopped", "Claimed"]
    game.act(Dismiss, LEFT)
    game.resume()
    assert (game.phase, game.running) == (Phase.RUNNING, LEFT)


@pytest.mark.rule("RIF 9.4")
@pytest.mark.rule("RIF 9.6")
def test_before_the_start_and_after_a_result_there_is_nothing_to_claim() -> None:
    game = Game(started=False)
    assert kinds(game.claim(LEFT)) == ["ActIgnored"]
    game.start()
    game.act(Finish, Result.DRAW)
    assert kinds(game.claim(LEFT)) == ["ActIgnored"]
    assert game.state.claims == ()


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
