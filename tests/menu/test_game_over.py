"""The end of a game without an organizer: both players agree how it ended."""

import pytest

from clock.display.view import view
from clock.menu.access import Organizer
from clock.menu.levels import MenuContext, NewGame
from clock.rules.inputs import Finish, Result, Start
from clock.rules.seats import Colour, Seat
from clock.rules.state import Phase
from clock.text.ending import outcome_row
from clock.text.language import LANGUAGES, speaking
from tests.menu.menu_driver import MenuDriver, stopped
from tests.menu.words import spread
from tests.rules.games import LEFT, RIGHT, Game

TITLES = {
    Result.LEFT: "Left (Black) won?",
    Result.RIGHT: "Right (White) won?",
    Result.DRAW: "Draw?",
}
ROWS = {
    Result.LEFT: "Left (Black) won",
    Result.RIGHT: "Right (White) won",
    Result.DRAW: "Draw",
}
BOTH = "agreed by both"


def flagged(rules: str = "fide") -> MenuDriver:
    """A hand at a game in which Left's time has run out."""
    game = Game("1:00", rules=rules)
    game.wait(game.state.left.remaining_ns)
    return MenuDriver(game)


def agree(hand: MenuDriver) -> None:
    """Press both plungers."""
    for seat in Seat:
        hand.presses += 1
        hand.plunge(seat)


@pytest.mark.parametrize("result", TITLES)
def test_from_the_stop_of_a_running_game_the_next_one_starts_after_at_most_eight_presses(
    result: Result,
) -> None:
    hand = MenuDriver(Game())
    hand.press("stop +")
    hand.take(ROWS[result])
    assert hand.title == TITLES[result]
    agree(hand)
    assert (hand.state.phase, hand.title) == (Phase.FINISHED, "Next game?")
    hand.press("+")
    assert (hand.state.phase, hand.closed, hand.presses <= 8) == (Phase.RUNNING, True, True)
    assert hand.log() == [Finish(0, result, BOTH, by="players"), NewGame(True, True), Start(0)]


def test_at_an_event_nobody_is_led_on_to_another_game() -> None:
    hand = MenuDriver(Game(), MenuContext(organizer=Organizer().at_event()))
    hand.press("stop +")
    hand.take(ROWS[Result.DRAW])
    agree(hand)
    assert (hand.state.phase, hand.closed) == (Phase.FINISHED, True)
    hand.press("+")
    assert hand.log() == [Finish(0, Result.DRAW, BOTH, by="players")]


def test_after_a_fall_that_ends_the_game_the_next_one_starts_after_four_presses() -> None:
    hand = flagged()
    hand.press("+")
    assert hand.title == "Right (White) won?"
    agree(hand)
    hand.press("+")
    assert (hand.state.phase, hand.presses) == (Phase.RUNNING, 4)
    assert hand.log()[0] == Finish(0, Result.RIGHT, "time", by="players")


def test_stop_after_a_fall_that_ends_the_game_leaves_faces_and_menu_as_they_are() -> None:
    hand = flagged()
    before = hand.hint, view(hand.state, LEFT, hand.game.now_ns)
    hand.press("stop")
    assert (hand.hint, view(hand.state, LEFT, hand.game.now_ns)) == before
    hand.press("+")
    assert hand.title == "Right (White) won?"


@pytest.mark.parametrize(("moves", "steps", "presses"), [(0, "+ ok", 3), (1, "+ - ok", 4)])
def test_a_game_begun_by_mistake_is_left_by_few_presses_from_its_stop(
    moves: int, steps: str, presses: int
) -> None:
    hand = stopped(moves=moves)
    hand.press(steps)
    assert (hand.title, hand.rows[0]) == ("Next game?", "Ends this game")
    assert "Left begins again" in hand.rows
    hand.confirm()
    assert (hand.presses, hand.log()) == (presses, [NewGame(False)])


@pytest.mark.parametrize(
    ("how", "presses", "outcome"),
    [("By points", 7, "Left (Black) won, B+"), ("By resignation", 8, "White resigned, B+R")],
)
def test_in_go_players_say_how_it_was_won_by_one_press_more(
    how: str, presses: int, outcome: str
) -> None:
    game = Game(kind="go", rules="go-egf")
    game.make(4)
    hand = MenuDriver(game)
    hand.press("stop +")
    hand.take("Left (Black) won", how)
    agree(hand)
    assert outcome_row(hand.state) == outcome
    hand.press("+")
    assert (hand.state.phase, hand.presses) == (Phase.RUNNING, presses)


def test_in_go_a_fall_says_itself_how_it_was_won() -> None:
    game = Game("1:00", kind="go", rules="go-egf")
    game.wait(game.state.left.remaining_ns)
    hand = MenuDriver(game)
    hand.press("+")
    agree(hand)
    assert outcome_row(hand.state) == "White won, W+T"


@pytest.mark.parametrize("code", LANGUAGES)
def test_who_won_in_chess_has_both_scores_in_every_language(code: str) -> None:
    with speaking(code):
        hand = stopped(moves=4, kind="chess", first=Colour.WHITE)
        hand.press("+")
        white, black = [row for row in hand.rows if row.endswith(("1–0", "0–1"))]
        assert "1–0" in white
        assert "0–1" in black


def test_only_both_plungers_agree_and_neither_is_a_claim() -> None:
    hand = stopped()
    hand.press("+")
    hand.take("Left (Black) won")
    assert spread(hand.page.hint) == "- no  both press: yes"
    for _ in range(2):
        assert hand.plunge(RIGHT)
        assert "Right agrees" in hand.rows
    assert (hand.log(), hand.state.claims) == ([], ())
    hand.plunge(LEFT)
    assert hand.log() == [Finish(0, Result.LEFT, BOTH, by="players")]


@pytest.mark.parametrize("button", ["+", "ok"])
def test_where_both_have_to_press_no_button_is_a_yes_and_the_page_says_so(button: str) -> None:
    hand = stopped()
    hand.press("+")
    hand.take("Draw")
    hand.plunge(LEFT)
    hand.press(f"{button} {button}")
    assert (hand.title, hand.log()) == ("Draw?", [])
    assert hand.rows[0] == "Each on your own side"
    assert "Left agrees" in hand.rows
    assert "Each on your own side" in hand.page.sentence
    hand.plunge(RIGHT)
    assert hand.log() == [Finish(0, Result.DRAW, BOTH, by="players")]


@pytest.mark.parametrize("button", ["-", "stop"])
def test_minus_and_stop_leave_the_question_and_what_was_agreed_is_forgotten(button: str) -> None:
    hand = stopped()
    hand.press("+")
    hand.take("Draw")
    hand.plunge(LEFT)
    hand.press(button)
    assert (hand.title, hand.log()) == ("Who won?", [])
    hand.press("ok")
    hand.plunge(RIGHT)
    assert hand.log() == []


@pytest.mark.parametrize(
    ("rules", "result", "ground"),
    [("rif", Result.RIGHT, "time"), ("rif", Result.LEFT, BOTH), ("fide", Result.DRAW, BOTH)],
)
def test_time_is_the_ground_where_the_losers_clapper_alone_is_down(
    rules: str, result: Result, ground: str
) -> None:
    hand = flagged(rules)
    hand.press("stop +" if rules == "rif" else "+ -")
    row = {Result.LEFT: "Left (", Result.RIGHT: "Right ("}.get(result, "Draw")
    hand.take(row)
    agree(hand)
    assert hand.log() == [Finish(0, result, ground, by="players")]


def test_the_players_end_a_game_with_an_open_claim() -> None:
    hand = stopped()
    hand.game.claim(RIGHT)
    hand.press("+")
    assert hand.selected == "Right (White) won"
    hand.press("ok")
    agree(hand)
    assert hand.state.result is Result.RIGHT


@pytest.mark.parametrize("rules", ["rif-referees", "japan"])
def test_where_the_players_may_not_end_a_game_plus_shows_the_setup(rules: str) -> None:
    hand = stopped(rules=rules)
    assert "game over" not in hand.hint
    hand.press("+")
    assert hand.title == "Setup"


def test_in_a_stop_the_faces_offer_game_over_and_an_agreed_result_is_shown() -> None:
    hand = stopped(moves=2)
    assert "+ game over" in hand.hint
    hand.press("+ ok")
    agree(hand)
    assert "Result: Left won" in hand.rows
    hand.press("-")
    assert view(hand.state, LEFT, hand.game.now_ns).title == "Left (Black) won"


@pytest.mark.parametrize(("rules", "warns"), [("fide", True), ("rif", False)])
def test_resume_warns_where_a_fall_has_ended_the_game(rules: str, warns: bool) -> None:
    hand = flagged(rules)
    if rules == "rif":
        hand.press("stop")
    hand.organize("Resume")
    assert ("A fall ends the game" in hand.rows) is warns
