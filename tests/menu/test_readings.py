"""What is read on the clock: each move's time, the games of the evening, a short manual."""

import pytest
from msgspec.structs import replace

from clock.game.facts import Ended, Turn
from clock.menu.levels import MenuContext
from clock.menu.readings import evening_rows, turn_rows
from clock.rules.inputs import Finish, Press, Result
from clock.rules.openings import Option
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.text.glyphs import fits
from clock.text.language import LANGUAGES, speaking
from clock.text.rows import one_text
from tests.menu.menu_driver import CONTEXT, MenuDriver, ready, setting_up
from tests.rules.games import Game


def turn(
    moves: int, spent_ns: int, left_ns: int, option: Option = Option.STAY, credited: int = 1
) -> Turn:
    seat, colour = (LEFT, Colour.BLACK) if moves % 2 else (RIGHT, Colour.WHITE)
    return Turn(0, seat, colour, moves, credited, option, spent_ns, 0, left_ns, 1, None)


TURNS = (
    turn(3, 67 * SECOND_NS, 45 * SECOND_NS, credited=3),
    turn(1, 3 * SECOND_NS, MINUTE_NS, Option.SWAP),
    turn(124, HOUR_NS + 1, 2 * HOUR_NS),
)
EVENING = (
    Ended(Result.LEFT, 38, 45 * SECOND_NS, HOUR_NS),
    Ended(None, 3, MINUTE_NS, MINUTE_NS),
    Ended(Result.RIGHT, 138, 0, 1),
)
SCORED = (
    Ended(Result.LEFT, 38, 0, 0, "chess", RIGHT),
    Ended(Result.RIGHT, 138, 0, 0, "chess", RIGHT),
    Ended(Result.DRAW, 7, 0, 0, "draughts"),
    Ended(Result.LEFT, 240, 0, 0, "go"),
    Ended(None, 12, 0, 0, "chess", RIGHT),
    Ended(Result.LEFT, 31, 0, 0, "renju"),
)


def ended() -> MenuDriver:
    game = Game("1:00")
    game.make(2, SECOND_NS)
    game.stop()
    game.do(Finish(game.now_ns, Result.LEFT, "time"))
    return MenuDriver(game, MenuContext(turns=TURNS, evening=EVENING))


def test_what_moves_took_adds_up_as_on_the_clock_and_in_the_report() -> None:
    took_ns = 1_600_000_000
    turns = [turn(2 * n - 1, took_ns, MINUTE_NS - n * took_ns) for n in (1, 2, 3)]
    assert tuple(map(one_text, turn_rows(tuple(turns)))) == (
        "  1 B    0:01    0:59",
        "  3 B    0:02    0:57",
        "  5 B    0:01    0:56",
    )


@pytest.mark.rule("RIF 14.8", "gomoku 11.7")
def test_ignored_presses_are_read_in_the_organizers_menu_and_with_the_moves_after_the_game() -> (
    None
):
    text = "Right pressed while Left's clock ran, at 0:59, 0:58"
    game = Game("1:00")
    for _ in range(2):
        game.wait(SECOND_NS)
        game.do(Press(game.now_ns, RIGHT))
    game.stop()
    hand = MenuDriver(game)
    assert text not in hand.hint
    hand.press("held")
    hand.take("Ignored presses")
    assert hand.text == text
    hand.stop()
    hand.stop()
    game.do(Finish(game.now_ns, Result.LEFT, "time"))
    hand.press("-")
    assert hand.title == "Move times"
    assert hand.text.endswith(text)


def test_minus_shows_after_a_game_what_each_move_took_standing_on_the_last() -> None:
    hand = ended()
    assert hand.press("-") == ()
    assert hand.title == "Move times"
    assert hand.rows == (
        "1-3 B    1:07    0:45",
        "  x B    0:03    1:00",
        "124 W 1:00:00 2:00:00",
    )
    assert hand.cursor == 2
    hand.press("- - -")
    assert hand.cursor == 0
    assert "1-3 B, 1:07, 0:45, 1 of 3" in hand.page.sentence
    hand.press("ok")
    assert hand.closed


def test_plus_shows_after_a_game_the_games_of_the_evening_and_the_set_up_menu_does_too() -> None:
    hand = ended()
    hand.press("+")
    rows = (
        "1 Left won, move 38",
        "L 0:45  R 1:00:00",
        "2 No result, move 3",
        "L 1:00  R 1:00",
        "3 Right won, move 138",
        "L 0:00  R 0:01",
    )
    assert (hand.title, hand.rows, hand.cursor) == ("Past games", rows, 4)
    hand = setting_up(replace(CONTEXT, evening=EVENING))
    hand.take("Past games")
    assert hand.rows == rows
    hand.press("ok")
    assert hand.title == "Set up"
    bare = ready()
    bare.press("-")
    assert "Past games" not in bare.rows


def test_a_game_of_the_evening_has_its_result_as_the_players_write_it() -> None:
    assert tuple(map(one_text, evening_rows(SCORED)[::2])) == (
        "1 Left won, 38  1–0",
        "2 Right won, 138  0–1",
        "3 Draw, move 7  1–1",
        "4 Left won, 240  B+",
        "5 No result, move 12",
        "6 Left won, move 31",
    )
    assert one_text(evening_rows(SCORED * 20)[206]) == "104 0–1, move 138"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_row_fits_in_every_language(code: str) -> None:
    with speaking(code):
        many = tuple(replace(game, moves=300) for game in EVENING) * 33
        rows = *evening_rows(many), *evening_rows(SCORED * 20), *evening_rows(())
        for row in (*turn_rows(TURNS), *turn_rows(()), *rows):
            assert fits(one_text(row)), row
            assert "…" not in one_text(row)
