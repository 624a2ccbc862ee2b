"""A handicap match on the faces and in the menu: set up, scored, gone on with."""

import pytest

from clock.display.view import view
from clock.menu import NewGame, hint
from clock.rules.inputs import Finish, Press, Result, Start, Stop
from clock.rules.machine import begin, step
from clock.rules.match import Match, Place, Times
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Setup, State
from clock.rules.units import SECOND_NS
from clock.text.glyphs import fits
from clock.text.match import result_row
from tests.menu.setup_hand import go, set_so, setting_up
from tests.menu.test_menu_hand import Hand
from tests.rules.games import Game, control, setup

THREE = Match((Times(control("5:00"), control("0:30")),) * 3, expert_must_win=2)


def chosen(expert: str = "Right is the expert") -> Setup:
    """The setting once the match is chosen on the clock."""
    hand = setting_up()
    go(hand, "Preset", "Gomoku ...", "Handicap match")
    assert hand.page().title == "Who is the expert"
    assert hand.page().rows == ("Left is the expert", "Right is the expert", "Back")
    hand.take(expert)
    return set_so(hand)


def ended(game: Setup, result: Result, moves: int = 3) -> Hand:
    """A hand at a game that has a result."""
    hand = Hand(Game(started=False))
    state, _ = step(begin(game), Start(0))
    for _ in range(moves):
        state, _ = step(state, Press(state.at_ns + SECOND_NS, state.turn))
    for act in (Stop(state.at_ns), Finish(state.at_ns, result)):
        state, _ = step(state, act)
    hand.game.state = state
    return hand


def words(state: State, seat: Seat = LEFT) -> tuple[str, ...]:
    return view(state, seat, state.at_ns).words


@pytest.mark.parametrize(("expert", "seat"), [("Left", LEFT), ("Right", RIGHT)])
def test_who_is_the_expert_is_asked_when_the_match_is_chosen(expert: str, seat: Seat) -> None:
    game = chosen(f"{expert} is the expert")
    assert game.match is not None
    assert (game.match.expert, game.starter) == (seat, seat.other)
    assert game.control(seat) == control("0:30")
    assert game.control(seat.other) == control("5:00")


def test_the_question_says_which_game_of_the_match_it_is_and_what_must_be_won() -> None:
    hand = setting_up()
    go(hand, "Preset", "Gomoku ...", "Handicap match", "Left is", "Set the clock so")
    told = " ".join(hand.page().rows)
    assert "Game 1 of 2, Left is the expert The expert must win every game" in told
    assert "Right begins as Black" in told


def test_before_the_start_the_faces_say_which_game_it_is() -> None:
    state = begin(chosen())
    assert words(state, LEFT) == ("5:00 to the end", "Game 1 of 2", "Rules: Club")
    assert words(state, RIGHT) == ("0:30 to the end", "Game 1 of 2", "Rules: Club")


def test_a_time_that_is_changed_makes_it_a_game_by_itself_and_a_rule_does_not() -> None:
    hand = setting_up()
    go(hand, "Preset", "Gomoku ...", "Handicap match", "Left is", "Rules:", "EGF go")
    assert hand.menu.draft is not None
    assert hand.menu.draft.match is not None
    go(hand, "Time:", "Both as Left")
    assert hand.menu.draft is not None
    assert hand.menu.draft.match is None


def test_the_set_up_menu_stands_on_the_match_that_is_set_whoever_is_the_expert() -> None:
    hand = setting_up()
    go(hand, "Preset", "Gomoku ...", "Handicap match", "Left is", "Preset")
    assert (hand.page().title, hand.selected) == ("Gomoku", "Handicap match")


@pytest.mark.parametrize(
    ("result", "told", "buttons"),
    [
        (Result.RIGHT, ("Expert won, move 3", "Expert needs game 2"), "OK next    hold: menu"),
        (Result.LEFT, ("Beginner won, move 3", "Match: beginner won"), "OK reopen  hold: next"),
        (Result.DRAW, ("Draw, move 3", "Match: beginner won"), "OK reopen  hold: next"),
        (Result.VOID, ("Game void, move 3", "Game 1 once more"), "OK next    hold: menu"),
    ],
)
def test_the_end_of_a_game_tells_the_score(
    result: Result, told: tuple[str, str], buttons: str
) -> None:
    hand = ended(chosen(), result)
    first, times, score = words(hand.state)
    assert (first, score) == told
    assert times.startswith("L 4:58")
    assert hint(hand.menu, hand.state) == buttons


def test_ok_goes_on_to_the_next_game_with_its_own_times() -> None:
    hand = ended(chosen(), Result.RIGHT)
    hand.press("ok")
    assert hand.page().title == "Game 2 of 2?"
    assert hand.page().rows == ("L 5:00  R 0:15", "Left begins", "No", "Yes")
    assert hand.confirm() == (NewGame(False),)
    second = hand.state.setup.following(hand.state.result)
    assert words(begin(second), RIGHT) == ("0:15 to the end", "Game 2 of 2", "Rules: Club")
    won = ended(second, Result.RIGHT)
    assert words(won.state)[2] == "Match: expert won"
    lost = ended(second, Result.DRAW)
    assert words(lost.state)[2] == "Match: beginner won"


def test_after_a_decided_match_a_hold_asks_for_it_anew_and_so_does_the_menu() -> None:
    hand = ended(chosen(), Result.LEFT)
    hand.press("ok held")
    assert hand.page().title == "The match anew?"
    assert hand.page().rows[-4:] == ("Left begins", "No", "Yes", "Organizer")
    hand.take("Organizer", "New game")
    assert hand.page().rows == ("The match anew", "Back")
    hand.take("The match anew")
    assert hand.page().title == "The match anew?"


def test_a_game_without_a_result_is_left_and_played_once_more() -> None:
    hand = Hand(Game(started=False))
    hand.game.state = begin(chosen())
    hand.press("held")
    hand.take("New game", "Game 1 once more")
    assert hand.page().title == "Game 1 once more?"
    assert hand.page().rows[0] == "This game is left"


def test_a_result_that_is_corrected_changes_the_score_that_is_shown() -> None:
    hand = ended(chosen(), Result.RIGHT)
    hand.organize("Result", "Left wins", "On the board")
    hand.press("ok")
    hand.confirm()
    assert words(hand.state)[2] == "Match: beginner won"


def test_of_three_games_it_is_told_how_many_the_expert_needs() -> None:
    place = Place(THREE, RIGHT)
    hand = ended(setup(rules="club").in_match(place), Result.LEFT)
    assert words(hand.state)[2] == "Expert needs 2 of 2"


@pytest.mark.parametrize("moves", [9, 99, 199])
def test_every_row_of_the_end_fits(moves: int) -> None:
    for result in Result:
        assert fits(result_row(Place(THREE, LEFT), result, moves))
    assert result_row(Place(THREE, LEFT), Result.RIGHT, 199) == "Beginner won, 199"
