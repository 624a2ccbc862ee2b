"""Hangul: every syllable in use has a glyph of its own, and a row measures as it is drawn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.display.draw import WIDE, draw
from clock.display.drawing.hangul import SIDE, syllable
from clock.display.drawing.text import ROW, fit, large_row, row
from clock.display.face import Page
from clock.text.glyphs import LETTER, drawable, fits, longest, plain, width

SYLLABLES = [chr(code) for code in range(ord("가"), ord("힣") + 1)]


IN_USE = [char for char in SYLLABLES if len(char.encode("euc-kr")) == 2]


def test_no_syllable_is_empty_and_no_two_in_use_are_alike() -> None:
    assert len(SYLLABLES) == 11172
    assert all(syllable(char).getbbox() for char in SYLLABLES)
    assert len({syllable(char).tobytes() for char in IN_USE}) == len(IN_USE) == 2350


def test_a_syllable_looks_as_it_is_written() -> None:
    image = syllable("흑")
    assert image.size == (SIDE, SIDE)
    rows = ["".join(".#"[bool(image.getpixel((x, y)))] for x in range(SIDE)) for y in range(SIDE)]
    assert rows == [
        "....#....",
        "#########",
        ".#.....#.",
        "..#####..",
        "#########",
        ".........",
        ".#######.",
        ".......#.",
        ".......#.",
    ]


def test_syllables_written_in_parts_are_the_same() -> None:
    assert plain("흑") == "흑"


@pytest.mark.parametrize(
    ("text", "has_glyphs"),
    [("시계 정지", True), ("Žluťoučký kůň", True), ("時計", False), ("Часы", False), ("“¿”", True)],
)
def test_a_text_can_be_drawn_or_not(text: str, has_glyphs: bool) -> None:
    assert drawable(text) is has_glyphs


TEXTS = st.text(st.sampled_from("ab 1:ěЖ") | st.sampled_from(SYLLABLES), max_size=40)


@given(TEXTS, st.integers(0, 42))
def test_what_fits_by_its_measure_fits_where_it_is_drawn(text: str, columns: int) -> None:
    shown = fit(text, columns)
    assert width(shown) <= columns * LETTER
    assert row(text, columns).size == (max(1, width(shown) - 1), ROW)
    if fits(text, columns):
        assert shown == plain(text).rstrip()


@given(TEXTS, st.integers(0, 42))
def test_as_many_characters_are_taken_as_fit(text: str, columns: int) -> None:
    text = plain(text)
    count = longest(text, columns)
    assert width(text[:count]) <= columns * LETTER
    assert count == len(text) or width(text[: count + 1]) > columns * LETTER


def test_a_large_title_in_hangul_stands_whole_on_a_wide_page() -> None:
    image = draw(Page("주최자", ("뒤로",), 0, "", ""), WIDE)
    whole = large_row("주최자", 10)
    assert image.crop((1, 0, 1 + whole.width, whole.height)).tobytes() == whole.tobytes()
