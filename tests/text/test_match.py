"""A handicap match on the faces and in the menu: set up, scored, gone on with."""

import pytest

from clock.display.view import view
from clock.menu.levels import NewGame
from clock.rules.inputs import Result
from clock.rules.machine import begin
from clock.rules.match import Match, MatchStanding, Times
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Setup, State
from clock.text.rows import one_text
from tests.menu.menu_driver import MenuDriver, set_so, setting_up
from tests.rules.games import Game, control, setup
from tests.rules.scenarios import follow

THREE = Match((Times(control("5:00"), control("0:30")),) * 3, expert_must_win=2)


def choosing(expert: str = "Right is the expert") -> MenuDriver:
    hand = setting_up()
    hand.take("Back", "Gomoku", "Handicap match")
    assert hand.title == "Who is the expert?"
    assert hand.rows == ("Left is the expert", "Right is the expert", "Back")
    hand.take(expert)
    return hand


def ended(game: Setup, result: Result) -> MenuDriver:
    hand = MenuDriver(Game(started=False))
    hand.game.state = begin(game)
    follow(hand.game, f"start; make 3 0:01; stop; finish {result.value}")
    return hand


def words(state: State, seat: Seat = LEFT) -> tuple[str, ...]:
    return tuple(map(one_text, view(state, seat, state.at_ns).words))


@pytest.mark.parametrize(("expert", "seat"), [("Left", LEFT), ("Right", RIGHT)])
def test_who_is_the_expert_is_asked_when_the_match_is_chosen(expert: str, seat: Seat) -> None:
    hand = choosing(f"{expert} is the expert")
    assert f"Game 1 of 2, {expert} is the expert The expert must win every game" in hand.text
    game = set_so(hand)
    assert game.match is not None
    assert (game.match.expert, game.starter) == (seat, seat.other)
    assert (game.control(seat), game.control(seat.other)) == (control("0:30"), control("5:00"))
    assert words(begin(game), seat.other) == ("5:00 to the end", "Game 1 of 2")
    assert words(begin(game), seat) == ("0:30 to the end", "Game 1 of 2")


def test_a_time_that_is_changed_makes_it_a_game_by_itself_and_a_rule_does_not() -> None:
    hand = choosing()
    hand.press("-")
    hand.take("Back", "Back")
    assert (hand.title, hand.selected) == ("Gomoku", "Handicap match")
    hand.take("Whole setup ...", "Rules:", "EGF go")
    assert hand.menu.draft is not None
    assert hand.menu.draft.match is not None
    hand.take("Time:", "Both as Left")
    assert hand.menu.draft.match is None


@pytest.mark.parametrize(
    ("result", "won", "score"),
    [
        (Result.RIGHT, "Expert won", "Expert needs game 2"),
        (Result.LEFT, "Beginner won", "Match: beginner won"),
        (Result.DRAW, "Draw", "Match: beginner won"),
        (Result.VOID, "Game void", "Play game 1 again"),
    ],
)
def test_the_end_of_a_game_shows_the_score(result: Result, won: str, score: str) -> None:
    hand = ended(set_so(choosing()), result)
    assert view(hand.state, LEFT, hand.state.at_ns).title == won
    assert words(hand.state)[0] == score
    assert hand.hint == "OK next game  + games"


def test_ok_goes_on_to_the_next_game_with_its_own_times() -> None:
    hand = ended(set_so(choosing()), Result.RIGHT)
    hand.press("ok")
    assert (hand.title, hand.rows) == ("Game 2 of 2?", ("L 5:00  R 0:15", "Left begins as Black"))
    assert hand.confirm() == (NewGame(False),)
    second = hand.state.setup
    assert words(begin(second), RIGHT) == ("0:15 to the end", "Game 2 of 2")
    assert words(ended(second, Result.RIGHT).state)[0] == "Match: expert won"
    assert words(ended(second, Result.DRAW).state)[0] == "Match: beginner won"


def test_after_a_decided_match_ok_asks_for_another_and_so_does_the_menu() -> None:
    hand = ended(set_so(choosing()), Result.LEFT)
    hand.press("ok")
    assert hand.title == "Play the match again?"
    hand.press("- held")
    hand.take("Next game")
    assert hand.title == "Play the match again?"


def test_a_game_without_a_result_is_left_and_played_once_more() -> None:
    hand = MenuDriver(Game(started=False))
    hand.game.state = begin(set_so(choosing()))
    hand.press("held")
    hand.take("Next game")
    assert (hand.title, hand.rows[0]) == ("Play game 1 again?", "Ends this game")


def test_of_three_games_the_face_says_how_many_the_expert_needs() -> None:
    hand = ended(setup(rules="club").in_match(MatchStanding(THREE, RIGHT)), Result.LEFT)
    assert words(hand.state)[0] == "Expert needs 2 of 2"
