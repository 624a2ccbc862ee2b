"""Rulings from running to running: every press counts, since both players wait."""

import pytest

from clock.menu.engine import YES_AFTER_NS
from clock.menu.levels import Button
from clock.rules.inputs import ClaimKind, Result
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS, duration_ns
from clock.text.ending import TIME
from tests.menu.menu_driver import MenuDriver
from tests.menu.words import spread
from tests.rules.games import LEFT, RIGHT, Game


def in_chess(control: str = "1:30:00+30", left: str = "") -> MenuDriver:
    """A hand at a game by FIDE rules that is running; Right has pressed last."""
    left_ns = duration_ns(left) if left else None
    remaining_ns = None if left_ns is None else (left_ns, left_ns)
    game = Game(control, rules="fide", remaining_ns=remaining_ns)
    game.make(4, SECOND_NS)
    return MenuDriver(game)


def in_claim_of_a_draw() -> tuple[MenuDriver, int]:
    """A hand at such a game in which Left claims a draw, and the time that Right has then."""
    hand = in_chess()
    before_ns = hand.state.right.remaining_ns
    hand.press("stop")
    hand.plunge(LEFT)
    hand.press("ok")
    return hand, before_ns


def answer_and_resume(hand: MenuDriver) -> None:
    """See all facts of the question, then answer yes and resume."""
    while spread(hand.page.hint).endswith("+ more"):
        hand.press("+")
    hand.press("ok")
    assert hand.state.phase is Phase.RUNNING


@pytest.mark.rule("FIDE 7.5.5")
def test_an_illegal_move_is_ruled_on_in_six_presses_and_counted() -> None:
    hand = in_chess()
    before_ns = hand.state.left.remaining_ns
    hand.press("stop held")
    hand.take("Right (White) illegal")
    answer_and_resume(hand)
    assert (hand.presses, hand.state.running) == (6, RIGHT)
    assert hand.state.left.remaining_ns == before_ns + 2 * MINUTE_NS
    assert hand.state.right.illegal_moves == 1


@pytest.mark.parametrize(
    ("button", "phase"), [(Button.OK, Phase.RUNNING), (Button.PLUS, Phase.STOPPED)]
)
def test_no_key_answers_a_question_that_came_in_sight_a_moment_ago(
    button: Button, phase: Phase
) -> None:
    hand = in_chess()
    hand.press("stop held")
    hand.take("Warn Left")
    opened_ns = hand.game.now_ns + 1
    hand.push(Button.OK, at_ns=opened_ns)
    asked = hand.title
    for after_ns, answers in ((80_000_000, 0), (YES_AFTER_NS - 1, 0), (YES_AFTER_NS, 1)):
        assert hand.title == asked
        hand.push(button, at_ns=opened_ns + after_ns)
        assert hand.state.left.warnings == answers
    assert hand.state.phase is phase


@pytest.mark.rule("FIDE 7.5.5")
def test_the_second_illegal_move_leads_to_the_result_and_is_never_followed_by_resume() -> None:
    hand = in_chess()
    for _ in range(2):
        hand.press("stop held")
        hand.take("Right (White) illegal")
        if hand.state.right.illegal_moves == 0:
            answer_and_resume(hand)
            hand.game.make(1)
    assert "Right loses by the rules" in hand.text
    hand.press("+")
    assert "OK" not in str(hand.page.hint)
    hand.confirm()
    assert (hand.state.right.illegal_moves, hand.selected) == (2, "Left (Black) won")
    hand.press("ok")
    assert hand.selected == "Illegal move"
    hand.press("ok ok")
    hand.confirm()
    assert (hand.state.phase, hand.state.ground) == (Phase.FINISHED, "illegal move")


@pytest.mark.rule("FIDE 9.5.3")
def test_a_claim_of_a_draw_is_rejected_in_six_presses() -> None:
    hand, before_ns = in_claim_of_a_draw()
    assert [claim.kind for claim in hand.state.claims] == [ClaimKind.DRAW]
    hand.press("held ok")
    answer_and_resume(hand)
    assert (hand.presses + 1, hand.state.running) == (6, LEFT)
    assert hand.state.right.remaining_ns == before_ns + 2 * MINUTE_NS


@pytest.mark.rule("FIDE 9.5.3")
def test_going_on_over_a_claim_of_a_draw_rejects_it() -> None:
    hand, before_ns = in_claim_of_a_draw()
    hand.press("held")
    hand.take("Resume")
    assert "Dismisses the claim" in hand.rows
    hand.confirm()
    assert (hand.state.running, hand.state.claims) == (LEFT, ())
    assert hand.state.right.remaining_ns == before_ns + 2 * MINUTE_NS


@pytest.mark.parametrize(("rules", "first"), [("fide", "Result"), ("rif", "Resume")])
def test_after_a_fall_that_ends_the_game_the_menu_opens_on_the_result(
    rules: str, first: str
) -> None:
    game = Game("0:10", rules=rules)
    game.wait(11 * SECOND_NS)
    hand = MenuDriver(game)
    hand.press("held" if rules == "fide" else "stop held")
    assert hand.selected == first
    if first == "Result":
        hand.press("ok")
        assert hand.selected == "Right (White) won"


@pytest.mark.rule("FIDE III.4")
def test_five_seconds_a_move_on_request_take_at_most_ten_presses() -> None:
    hand = in_chess("0:10:01", "0:01:58")
    assert hand.state.turn is LEFT
    before = hand.state.left.remaining_ns, hand.state.right.remaining_ns
    hand.press("stop held")
    hand.take("5 s a move for both")
    answer_and_resume(hand)
    assert hand.presses <= 10
    now = hand.state.left.remaining_ns, hand.state.right.remaining_ns
    assert now == (before[0], before[1] + 2 * MINUTE_NS)
    for seat in (LEFT, RIGHT):
        assert hand.game.press(seat)
    assert hand.state.left.remaining_ns == before[0] + 5 * SECOND_NS


@pytest.mark.rule("FIDE III.4")
@pytest.mark.parametrize(
    ("control", "left", "rules"),
    [
        ("10:01", "2:10", "fide"),
        ("10:01+2", "1:58", "fide"),
        ("40/10:01 then 30:00", "1:58", "fide"),
        ("10:00", "1:58", "fide"),
        ("10:01", "1:58", "rif"),
    ],
)
def test_the_bonus_on_request_is_offered_where_the_guidelines_have_it(
    control: str, left: str, rules: str
) -> None:
    left_ns = duration_ns(left)
    hand = MenuDriver(Game(control, rules=rules, remaining_ns=(left_ns, left_ns)))
    hand.press("stop held")
    assert "5 s a move for both" not in hand.rows


@pytest.mark.rule("corrections: list")
@pytest.mark.parametrize("rules", ["rif", "fide", "go-egf"])
@pytest.mark.parametrize("seat", ["Left", "Right"])
def test_two_minutes_are_given_in_at_most_ten_presses(rules: str, seat: str) -> None:
    hand = MenuDriver(Game("1:30:00+30", rules=rules))
    clock = LEFT if seat == "Left" else RIGHT
    before_ns = hand.state.seat(clock).remaining_ns
    hand.press("stop held")
    starts, ends = f"{seat} (", ") time"
    hand.take(next(row for row in hand.rows if row.startswith(starts) and row.endswith(ends)))
    assert hand.selected.startswith("+2:00")
    hand.press("ok ok")
    answer_and_resume(hand)
    assert hand.presses <= 10
    assert hand.state.seat(clock).remaining_ns == before_ns + 2 * MINUTE_NS


@pytest.mark.rule("corrections: list")
@pytest.mark.parametrize("rules", ["rif", "fide", "go-egf"])
def test_the_counter_is_set_right_in_seven_presses(rules: str) -> None:
    hand = MenuDriver(Game("1:30:00+30", rules=rules))
    hand.press("stop held")
    hand.take("Moves")
    hand.press("+ ok")
    answer_and_resume(hand)
    assert (hand.presses, hand.state.play.moves) == (7, 1)


@pytest.mark.rule("corrections: list")
@pytest.mark.parametrize(
    "correction", ["Moves", "Right (White) illegal", "Left (", "Right (White) time"]
)
def test_a_correction_just_made_is_undone_and_the_game_runs_after_six_presses(
    correction: str,
) -> None:
    hand = in_chess()
    before = hand.state
    hand.press("stop held")
    hand.take(next(row for row in hand.rows if row.startswith(correction)))
    while hand.page.selected is not None:
        hand.press("+ ok" if hand.page.entry else "ok")
    hand.confirm()
    hand.presses = 0
    while "Undo" not in hand.rows:
        hand.press("stop")
    hand.take("Undo")
    answer_and_resume(hand)
    assert hand.presses <= 6
    for seat in (LEFT, RIGHT):
        assert hand.state.seat(seat).remaining_ns == before.seat(seat).remaining_ns
    assert (hand.state.play, hand.state.running) == (before.play, before.running)


@pytest.mark.rule("corrections: list")
def test_the_stones_of_a_canadian_block_are_set_with_before_and_after() -> None:
    game = Game("0:01 then *15/5:00", rules="go-egf")
    game.press(LEFT, 3 * SECOND_NS)
    hand = MenuDriver(game)
    hand.press("stop held")
    hand.take("Left stones", "15 stones left")
    assert hand.rows == ("Reason: wrong count", "Left stones 14→15")
    answer_and_resume(hand)
    assert hand.state.left.due == hand.state.play.made(LEFT) + 15


@pytest.mark.rule("FIDE 7.5.5")
def test_a_wrong_count_of_illegal_moves_is_seen_and_set_right_in_a_later_stop() -> None:
    hand = in_chess()
    hand.press("stop held")
    assert not [row for row in hand.rows if row.endswith("illegal count")]
    hand.take("Right (White) illegal")
    answer_and_resume(hand)
    hand.press("stop -")
    assert "Illegal by Right: 1" in hand.text
    before = hand.state
    hand.press("ok held")
    hand.take("Right illegal count")
    assert hand.selected.startswith("0 illegal moves")
    hand.press("ok")
    assert "Times do not change" in hand.text
    answer_and_resume(hand)
    assert (hand.state.right.illegal_moves, hand.state.left.illegal_moves) == (0, 0)
    for seat in (LEFT, RIGHT):
        assert hand.state.seat(seat).remaining_ns == before.seat(seat).remaining_ns


@pytest.mark.parametrize("rules", ["rif", "fide", "go-egf"])
def test_the_result_is_among_the_first_six_rows_of_a_stop(rules: str) -> None:
    game = Game("1:30:00+30", rules=rules)
    game.make(4, SECOND_NS)
    hand = MenuDriver(game)
    hand.press("stop held")
    assert hand.rows.index("Result") < 6


@pytest.mark.rule("RIF 9.4")
def test_a_claim_while_the_other_clapper_is_down_is_answered_by_its_win_in_three_presses() -> None:
    game = Game("1:00", rules="rif")
    game.make(3, SECOND_NS)  # White's clock runs
    game.wait(2 * MINUTE_NS)
    game.claim(LEFT)
    hand = MenuDriver(game)
    hand.press("held")
    assert hand.selected == "Black won on time"
    hand.press("ok")
    hand.confirm()
    assert hand.presses <= 4
    assert (hand.state.result, hand.state.ground) == (Result.LEFT, TIME)


@pytest.mark.rule("RIF 9.4")
@pytest.mark.parametrize("rules", ["rif", "rif-referees", "fide"])
@pytest.mark.parametrize("waited", ["0:10", "2:00"])
def test_a_claim_of_a_win_is_answered_by_a_result_before_it_is_rejected(
    rules: str, waited: str
) -> None:
    game = Game("1:00", rules=rules)
    game.make(3, SECOND_NS)  # White's clock runs
    game.wait(duration_ns(waited))
    game.claim(LEFT)
    hand = MenuDriver(game)
    assert hand.hint.endswith("+ result") == game.state.setup.regulations.players_end
    hand.press("held")
    wins = ("Black won on time",) if game.state.right.fallen else ()
    assert hand.rows[: len(wins) + 1] == (*wins, "Result")
    rejects = [hand.rows.index(row) for row in ("Resume", "Dismiss Left's claim")]
    assert rejects[1] <= len(wins) + 3


def take_back_reasons(hand: MenuDriver, charged: str) -> tuple[str, str]:
    """The reason on which the list opens, and the one below it."""
    hand.press("stop held")
    hand.take("Take back last press", charged)
    return hand.selected, hand.rows[hand.cursor + 1]


@pytest.mark.rule("corrections: turn")
@pytest.mark.parametrize("charged", ["0:00 stays", "0:00 becomes"])
def test_a_press_taken_back_was_mostly_a_mistake_and_in_an_opening_charged_for_offers(
    charged: str,
) -> None:
    mistake = ("Pressed by mistake", "Illegal move")
    assert take_back_reasons(in_chess(), charged) == mistake
    renju = Game("1:00:00", opening="rif")
    renju.make(2, SECOND_NS)
    found = take_back_reasons(MenuDriver(renju), charged)
    assert found == (mistake if charged == "0:00 stays" else ("Faulty offers", "Other"))
    over = Game("1:00:00", opening="rif")
    over.make(9, SECOND_NS)
    assert over.state.play.step is None
    assert take_back_reasons(MenuDriver(over), charged) == mistake


@pytest.mark.rule("corrections: turn")
def test_the_last_press_can_still_be_taken_back_after_a_correction_of_the_counter() -> None:
    hand = in_chess()
    hand.press("stop held")
    hand.take("Moves")
    hand.press("+ ok")
    hand.confirm()
    assert (hand.state.play.moves, hand.state.turn) == (5, RIGHT)
    hand.take("Take back last press")
    answer_and_resume(hand)
    assert (hand.state.play.moves, hand.state.running) == (4, LEFT)


@pytest.mark.rule("corrections: turn")
@pytest.mark.parametrize(("opening", "moves"), [("none", 0), ("rif", 1)])
def test_without_a_move_or_in_an_opening_no_count_is_offered_as_taken_back(
    opening: str, moves: int
) -> None:
    game = Game("1:00:00", opening=opening)
    game.make(moves, SECOND_NS)
    hand = MenuDriver(game)
    hand.press("stop held")
    hand.take("Moves")
    hand.press("+ ok" if moves else "ok")
    if moves:
        hand.confirm()
    assert "Take back last press" not in hand.rows


@pytest.mark.rule("corrections: turn")
@pytest.mark.parametrize(("rules", "rows"), [("rif", 1), ("fide", 2)])
def test_an_illegal_move_has_a_row_by_all_rules_and_is_taken_back_where_none_rules_on_it(
    rules: str, rows: int
) -> None:
    game = Game("1:00:00", rules=rules)
    game.press(LEFT, MINUTE_NS)
    game.wait(5 * SECOND_NS)
    hand = MenuDriver(game)
    hand.press("stop held")
    assert len([row for row in hand.rows if row.endswith("illegal")]) == rows
    hand.take("Left (Black) illegal")
    if rules == "rif":
        assert hand.title == "Illegal move, Left?"
        assert hand.rows[:2] == ("0:05 stays with Right", "0:05 becomes Left's")
        hand.press("ok")
        assert "Reason: illegal move" in hand.text
    answer_and_resume(hand)
    assert (hand.state.turn, hand.state.play.moves) == (LEFT, 0)
