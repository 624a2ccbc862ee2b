"""Count-up, which nothing ends, and the gong, which ends every turn."""

import pytest

from clock.rules.inputs import HandFault, Tick
from clock.rules.outputs import GongStruck, IgnoreReason, PressIgnored, TurnPassed
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds

GONG = "gong 0:10"
TEN_NS = 10 * SECOND_NS


@pytest.mark.rule("control: countup")
def test_time_goes_up_while_it_runs_and_stays_while_it_does_not() -> None:
    game = Game("countup 0")
    assert game.shown == (0, 0)
    game.press(LEFT, after=MINUTE_NS + 1)
    game.press(RIGHT, after=5)
    game.wait(SECOND_NS)
    assert game.shown == (61 * SECOND_NS + 1, 5)


@pytest.mark.rule("control: countup")
def test_nothing_ever_falls_and_nobody_is_called() -> None:
    game = Game("countup 0", rules="rif-referees")
    assert game.deadline_ns is None
    assert game.wait(1000 * HOUR_NS) == []
    assert game.shows(LEFT) == 1000 * HOUR_NS


@pytest.mark.rule("control: countup")
def test_a_count_may_begin_with_some_time() -> None:
    game = Game("countup 5:00")
    game.press(LEFT, after=SECOND_NS)
    assert game.shows(LEFT) == 301 * SECOND_NS


@pytest.mark.rule("control: countup")
def test_a_stop_interrupts_the_count() -> None:
    game = Game("countup 0")
    game.stop(after=SECOND_NS)
    game.resume(after=HOUR_NS)
    game.wait(SECOND_NS)
    assert game.shows(LEFT) == 2 * SECOND_NS


@pytest.mark.rule("control: countup")
def test_the_organizer_sets_the_count_back_to_nothing() -> None:
    game = Game("countup 0")
    game.wait(MINUTE_NS)
    assert kinds(game.adjust(LEFT, to=0)) == ["Corrected"]
    assert (game.shows(LEFT), game.left.fallen) == (0, False)


@pytest.mark.rule("control: gong")
def test_the_gong_passes_the_turn_by_itself_at_its_instant() -> None:
    game = Game(GONG)
    assert game.wait(TEN_NS - 1) == []
    assert game.wait(1) == [
        GongStruck(TEN_NS, LEFT),
        TurnPassed(TEN_NS, LEFT, TEN_NS, TEN_NS, TEN_NS, 1, 1),
    ]
    assert (game.running, game.moves, game.shown) == (RIGHT, 1, (TEN_NS, TEN_NS))


@pytest.mark.rule("control: gong")
def test_however_late_one_looks_every_gong_was_at_its_instant() -> None:
    game = Game(GONG)
    game.wait(45 * SECOND_NS)
    assert [each.at_ns // SECOND_NS for each in game.said(GongStruck)] == [10, 20, 30, 40]
    assert [each.seat for each in game.said(GongStruck)] == [LEFT, RIGHT, LEFT, RIGHT]
    assert (game.running, game.moves, game.shown) == (LEFT, 4, (5 * SECOND_NS, TEN_NS))


@pytest.mark.rule("control: gong")
@pytest.mark.parametrize("seat", [LEFT, RIGHT])
def test_no_press_ends_a_turn(seat: object) -> None:
    game = Game(GONG)
    pressed = LEFT if seat is LEFT else RIGHT
    why = IgnoreReason.GONG if pressed is LEFT else IgnoreReason.IDLE_SEAT
    assert game.press(pressed, after=SECOND_NS) == [PressIgnored(SECOND_NS, pressed, why)]
    assert (game.running, game.moves, game.shows(LEFT)) == (LEFT, 0, 9 * SECOND_NS)


@pytest.mark.rule("control: gong")
def test_a_press_at_the_gongs_instant_comes_after_it_and_is_that_of_the_idle_seat() -> None:
    game = Game(GONG)
    came = game.press(LEFT, after=TEN_NS)
    assert kinds(came) == ["GongStruck", "TurnPassed", "PressIgnored"]
    assert game.said(PressIgnored)[0].reason is IgnoreReason.IDLE_SEAT
    assert (game.running, game.moves) == (RIGHT, 1)


@pytest.mark.rule("control: gong")
def test_many_presses_and_ticks_shift_no_gong() -> None:
    game = Game(GONG)
    for _ in range(39):
        game.press(LEFT, after=SECOND_NS // 2)
        game.do(Tick(game.now_ns))
    assert game.said(GongStruck) == [GongStruck(TEN_NS, LEFT)]
    assert game.shown == (TEN_NS, SECOND_NS // 2)


@pytest.mark.rule("control: gong")
def test_a_stop_keeps_what_is_left_until_the_gong() -> None:
    game = Game(GONG)
    game.stop(after=7 * SECOND_NS)
    assert game.wait(HOUR_NS) == []
    game.resume()
    assert game.wait(3 * SECOND_NS - 1) == []
    assert kinds(game.wait(1)) == ["GongStruck", "TurnPassed"]
    assert game.shows(LEFT) == TEN_NS


@pytest.mark.rule("control: gong")
def test_in_joint_time_the_gong_restores_both_and_passes_nothing() -> None:
    game = Game(GONG, started=False)
    game.start(absent=(LEFT, RIGHT))
    assert kinds(game.wait(TEN_NS)) == ["GongStruck", "GongStruck"]
    assert (game.phase, game.moves, game.shown) == (Phase.JOINT, 0, (TEN_NS, TEN_NS))
    game.press(RIGHT, after=SECOND_NS)
    assert (game.running, game.shown) == (LEFT, (9 * SECOND_NS, 9 * SECOND_NS))
    game.wait(9 * SECOND_NS)
    assert (game.running, game.moves, game.shows(LEFT)) == (RIGHT, 1, TEN_NS)


@pytest.mark.rule("control: gong")
def test_in_a_reconstruction_the_gong_credits_nothing() -> None:
    game = Game(GONG)
    game.stop()
    game.resume(LEFT, reconstruct=True)
    assert kinds(game.wait(TEN_NS)) == ["GongStruck"]
    assert (game.phase, game.moves, game.shows(LEFT)) == (Phase.RECONSTRUCTION, 0, TEN_NS)


@pytest.mark.rule("control: gong")
def test_time_from_the_organizer_is_for_this_turn_alone() -> None:
    game = Game(GONG)
    game.adjust(LEFT, by=5 * SECOND_NS)
    game.wait(15 * SECOND_NS)
    assert (game.running, game.shows(LEFT)) == (RIGHT, TEN_NS)


@pytest.mark.rule("control: gong")
def test_taking_all_the_time_of_a_turn_strikes_the_gong_and_drops_no_clapper() -> None:
    game = Game(GONG)
    assert kinds(game.adjust(LEFT, to=0)) == ["Corrected", "GongStruck", "TurnPassed"]
    assert (game.running, game.moves, game.left.fallen) == (RIGHT, 1, False)
    assert kinds(game.adjust(LEFT, to=0)) == ["Corrected"], "the seat that waits: at its turn"
    assert not game.left.fallen
    game.wait(TEN_NS)
    assert (game.running, game.moves, game.shows(LEFT)) == (RIGHT, 3, TEN_NS)


@pytest.mark.rule("control: gong")
def test_a_hands_penalty_drops_no_clapper_either() -> None:
    game = Game(GONG, hand_warnings=0, hand_penalty_ns=MINUTE_NS)
    came = game.do(HandFault(SECOND_NS, LEFT))
    assert kinds(came) == ["HandFaulted", "Corrected", "GongStruck", "TurnPassed"]


@pytest.mark.rule("control: gong")
def test_one_seat_may_have_a_gong_and_the_other_time_of_its_own() -> None:
    game = Game(GONG, right="5:00")
    game.wait(TEN_NS)
    game.press(RIGHT, after=MINUTE_NS)
    assert (game.running, game.shown) == (LEFT, (TEN_NS, 4 * MINUTE_NS))


@pytest.mark.rule("control: gong")
def test_the_gong_credits_what_the_opening_says_and_makes_quotas() -> None:
    game = Game(GONG, opening="rif")
    game.wait(TEN_NS)
    assert game.moves == 3
    game = Game("gong 2/0:10 then gong 0:30")
    game.wait(30 * SECOND_NS)
    assert (game.left.period, game.shows(LEFT)) == (2, 30 * SECOND_NS)
