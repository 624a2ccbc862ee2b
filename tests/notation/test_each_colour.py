"""A control for each colour in one text, in the seat that the game gives that colour."""

import pytest

from clock.notation.each_colour import UnclearColours, controls_by_colour, text_of_colours
from clock.notation.written import typed_text
from clock.presets import find_presets, setup_of
from clock.rules.seats import LEFT, RIGHT, Colour, Seat

FIVE_AND_FOUR = """
W300-B240
White 5 min, Black 4 min
Black: 4 min; White: 5 min
5 minutes for White, 4 for Black
Armageddon: W 5 min / B 4 min
Weiß 5 Min., Schwarz 4 Min.
5 min pour les blancs, 4 min pour les noirs
5 minutos para las blancas y 4 minutos para las negras
czarne 4 min, biale 5 min
5 min pro bílého a 4 min pro černého
wit 5 min, zwart 4 min
5 минут белым и 4 минуты чёрным
黒4分、白5分
Armageddon 5 min (W) vs 4 min (B)
brancas 5 min x pretas 4 min
5 minutes for whites and 4 minutes for blacks
흑 4분, 백 5분
Bianco 5 minuti, Nero 4 minuti
红方5分钟，黑方4分钟
Weiss 5 Min, Schwarz 4 Min, Remis reicht Schwarz
White/Black: 5 min / 4 min
White's 5 minutes versus Black's 4
红方5分钟，黑方4分钟，和棋黑胜
biały 5 minut, czarny 4 minuty
5 minutes for White against 4 minutes for Black with draw odds
White 5 min vs 4 for Black
White 5, Black 4, draw odds for Black
5 min for White, Black 4
"""


def read(text: str) -> tuple[str, str] | None:
    """The controls of White and of Black, as the clock writes them."""
    found = controls_by_colour(text)
    return (
        None
        if found is None
        else (typed_text(found[Colour.WHITE]), typed_text(found[Colour.BLACK]))
    )


@pytest.mark.parametrize("text", FIVE_AND_FOUR.split("\n")[1:-1])
def test_each_colour_has_its_own(text: str) -> None:
    assert read(text) == ("5m", "4m")


def test_what_is_behind_both_times_is_for_both() -> None:
    for text in (
        "White 5 minutes, Black 4 minutes, 2 seconds per move from move 61",
        "5 min for White and 4 min for Black + 2 s from move 61",
        "White 5 min and Black 4 min; 2 s per move for both players from move 61",
    ):
        assert read(text) == ("60/5m:0s+2s", "60/4m:0s+2s")
    assert read("White 5 Black 4 increment 2 from move 61") == ("60/5m:0s+2s", "60/4m:0s+2s")
    assert read("White and Black: 5+3 each") == ("5m+3s", "5m+3s")
    assert read("White 5+3, Black 3+2") == ("5m+3s", "3m+2s")


def test_a_text_that_names_no_two_colours_has_none() -> None:
    for text in ("90+30", "Black begins, 5 min", "White 5 min, White 4 min", "White/Black 5 min"):
        assert controls_by_colour(text) is None


def test_times_by_colour_with_several_meanings_are_asked_in_texts_with_one() -> None:
    with pytest.raises(UnclearColours, match="White 60, Black 5m has two meanings") as asked:
        controls_by_colour("White 60, Black 5m")
    texts = [text_of_colours(each) for each in asked.value.meanings]
    assert texts == ["white 1h, black 5m", "white 1m, black 5m"]
    assert [controls_by_colour(each) for each in texts] == list(asked.value.meanings)


@pytest.mark.parametrize(
    ("game", "starter", "times"),
    [("chess", LEFT, "54"), ("chess", RIGHT, "45"), ("renju", LEFT, "45"), ("renju", RIGHT, "54")],
)
def test_the_seat_of_a_colour_is_that_of_the_game(game: str, starter: Seat, times: str) -> None:
    preset = find_presets().meant("W300-B240", game)
    setup = setup_of(preset, starter=starter)
    assert [typed_text(each) for each in (setup.left, setup.right)] == [f"{n}m" for n in times]
