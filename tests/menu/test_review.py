"""After a game: what each move took, the games of the evening, and the next game by one hold."""

import pytest
from msgspec.structs import replace

from clock.game.facts import Ended, Turn
from clock.menu import NewGame
from clock.menu.setup.places import MenuContext
from clock.rules.inputs import Finish, Result
from clock.rules.openings import Option
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.text.glyphs import fits
from clock.text.language import LANGUAGES, speaking
from clock.text.review import evening_rows, turn_rows
from tests.menu.test_menu_hand import Hand
from tests.rules.games import Game


def turn(moves: int, spent_ns: int, left_ns: int, option: Option = Option.STAY) -> Turn:
    seat, colour = (LEFT, Colour.BLACK) if moves % 2 else (RIGHT, Colour.WHITE)
    return Turn(0, seat, colour, moves, 1, option, spent_ns, 0, left_ns, 1, None)


TURNS = (
    turn(1, 67 * SECOND_NS, 45 * SECOND_NS),
    turn(1, 3 * SECOND_NS, MINUTE_NS, Option.SWAP),
    turn(124, HOUR_NS + 1, 2 * HOUR_NS),
)
EVENING = (
    Ended(Result.LEFT, 38, 45 * SECOND_NS, HOUR_NS),
    Ended(None, 3, MINUTE_NS, MINUTE_NS),
    Ended(Result.RIGHT, 138, 0, 1),
)


def ended(*, starter: Seat = LEFT, both_fallen: bool = False, evening: int = 3) -> Hand:
    """A hand at a game that has a result."""
    game = Game("1:00", starter=starter)
    game.make(2, SECOND_NS)
    if both_fallen:
        game.wait(2 * MINUTE_NS)
        game.move()
        game.wait(2 * MINUTE_NS)
    else:
        game.stop()
    game.do(Finish(game.now_ns, Result.LEFT, "time"))
    return Hand(game, MenuContext(turns=TURNS, evening=EVENING[:evening]))


def test_each_move_is_a_row_with_its_colour_what_it_took_and_what_was_left() -> None:
    assert turn_rows(TURNS) == (
        "  1 B    1:07    0:45",
        "  x B    0:03    1:00",
        "124 W 1:00:00 2:00:00",
    )


def test_what_moves_took_adds_up_as_on_the_clock_and_in_the_report() -> None:
    took_ns = 1_600_000_000
    turns = [turn(2 * n - 1, took_ns, MINUTE_NS - n * took_ns) for n in (1, 2, 3)]
    assert turn_rows(tuple(turns)) == (
        "  1 B    0:01    0:59",
        "  3 B    0:02    0:57",
        "  5 B    0:01    0:56",
    )


def test_minus_shows_after_a_game_what_each_move_took_standing_on_the_last() -> None:
    hand = ended()
    assert hand.press("-") == ()
    assert hand.page().title == "Used, then left"
    assert hand.page().rows == turn_rows(TURNS)
    assert hand.cursor == 2
    hand.press("- -")
    assert hand.cursor == 0
    assert "1 B    1:07    0:45, 1 of 3" in hand.page().sentence
    hand.press("ok")
    assert hand.closed


def test_plus_shows_after_a_game_the_games_of_the_evening() -> None:
    hand = ended()
    hand.press("+")
    assert hand.page().title == "This evening"
    assert hand.page().rows == (
        "1 Left wins, move 38",
        "L 0:45  R 1:00:00",
        "2 No result, move 3",
        "L 1:00  R 1:00",
        "3 Right wins, 138",
        "L 0:00  R 0:01",
    )
    assert hand.cursor == 5


def test_the_evening_is_in_the_set_up_menu_once_a_game_was_played() -> None:
    hand = Hand(Game(started=False), MenuContext(evening=EVENING))
    hand.press("- ok")
    hand.take("This evening")
    assert hand.page().rows == evening_rows(EVENING)
    hand.press("ok")
    assert not hand.closed
    bare = Hand(Game(started=False))
    bare.press("- ok")
    assert "This evening" not in bare.page().rows


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_row_fits_in_every_language(code: str) -> None:
    with speaking(code):
        many = tuple(replace(game, moves=300) for game in EVENING) * 33
        for row in (*turn_rows(TURNS), *turn_rows(()), *evening_rows(many), *evening_rows(())):
            assert fits(row), row
            assert "…" not in row


@pytest.mark.parametrize("both_fallen", [False, True])
def test_a_hold_after_a_game_asks_for_the_next_with_the_colours_turned(both_fallen: bool) -> None:
    hand = ended(both_fallen=both_fallen)
    assert hand.hint.endswith("hold: next")
    hand.press("ok held")
    page = hand.page()
    assert page.title == "Next game?"
    assert page.rows == ("Colours turned", "Right begins", "No", "Yes", "Organizer")
    assert hand.selected == "No"
    assert hand.press("+ ok") == (NewGame(True),)


def test_no_leaves_the_game_as_it_is() -> None:
    hand = ended()
    hand.press("ok held ok")
    assert hand.closed
    assert hand.acts == []


def test_the_same_page_leads_to_the_organizers_menu_where_the_result_is_corrected() -> None:
    hand = ended()
    hand.press("ok held + +")
    assert hand.selected == "Organizer"
    hand.press("+")
    assert hand.selected == "Organizer"
    hand.press("ok")
    assert hand.page().title == "Organizer"
    hand.take("Result", "Draw", "Agreed")
    hand.press("ok")
    hand.confirm()
    assert hand.state.result is Result.DRAW


def test_a_second_hold_asks_again_and_never_answers() -> None:
    hand = ended()
    hand.press("ok held held")
    assert hand.selected == "No"
    assert hand.acts == []


def test_a_game_that_is_only_stopped_has_its_menu_by_a_hold() -> None:
    hand = Hand(Game("1:00"))
    hand.game.stop()
    hand.press("ok held")
    assert hand.page().title == "Organizer"
    hand.take("New game", "Colours turned")
    assert hand.page().title == "Do it?"
    assert hand.page().rows == ("This game is left", "Colours turned", "Right begins", "No", "Yes")
