"""Small text: every letter is a letter, and no row is cut inside one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.display.draw import draw
from clock.display.drawing.text import ADVANCE, ROW, fit, large_row, row, wrap
from clock.display.face import Page
from clock.text.glyphs import plain

CZECH = "ěščřžýáíéúůóďťňĚŠČŘŽÝÁÍÉÚŮÓĎŤŇ"


@pytest.mark.parametrize("letter", CZECH + "äöüßÄÖÜàâçêőűąęłø")
def test_a_letter_with_a_mark_is_itself_or_its_plain_letter_and_never_a_question_mark(
    letter: str,
) -> None:
    assert "?" not in plain(letter)


@pytest.mark.parametrize("size", [(128, 64), (256, 64)])
@pytest.mark.parametrize("text", ["2:00:00, then 1:00:00", "The display says what"])
def test_rows_that_fill_their_width_keep_away_from_the_mark_beside_them(
    text: str, size: tuple[int, int]
) -> None:
    image = draw(Page("", (text,) * 9, None, "", ""), size)
    beside = image.crop((size[0] - 4, 12, size[0] - 1, 52))
    assert beside.getbbox() is None
    assert image.crop((size[0] - 16, 12, size[0] - 4, 52)).getbbox() is not None


def test_narrower_spaces_leave_every_letter_whole() -> None:
    wide, close = row("ab cd", 5), row("ab cd", 5, 27)
    assert (wide.width, close.width) == (29, 27)
    assert row("ab cd", 5, 1).width == wide.width - 3
    assert row("abcd", 4, 1).width == row("abcd", 4).width


@pytest.mark.parametrize("letter", CZECH)
def test_a_czech_letter_is_drawn_with_its_mark(letter: str) -> None:
    bare = {"ď": "d", "ť": "t", "ů": "u", "Ů": "U"}.get(letter, "")
    assert plain(letter) == letter
    assert row(letter, 1).tobytes() != row(bare or "?", 1).tobytes()


def test_all_letters_of_ascii_and_czech_are_distinct() -> None:
    letters = "".join(map(chr, range(0x21, 0x7F))) + CZECH
    assert len({row(letter, 1).tobytes() for letter in letters}) == len(letters)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("e\u0301", "é"),
        ("ḗ", "ḗ"),
        ("ẩ", "a"),
        ("ł", "l"),
        ("Łódź", "Lódź"),
        ("Ægir", "AEgir"),
        ("ﬁ", "fi"),
        ("²", "2"),
        ("„tah“", '"tah"'),
        ("−1", "-1"),
        ("a\tb\nc", "a b c"),
        ("a\u200bb", "ab"),
        ("Ж", "?"),
        ("五", "?"),
        ("", ""),
    ],
)
def test_what_has_no_glyph_is_shown_as_its_plain_letter(text: str, shown: str) -> None:
    assert plain(text) == shown


@pytest.mark.parametrize(
    ("text", "columns", "shown"),
    [
        ("Stopped by organizer", 21, "Stopped by organizer"),
        ("123456789012345678901", 21, "123456789012345678901"),
        ("The organizer counts the moves", 21, "The organizer counts…"),
        ("The organizer is counting", 21, "The organizer is…"),
        ("Stopped, and covered, by him", 21, "Stopped, and covered…"),
        ("Donaudampfschifffahrtsgesellschaft", 21, "Donaudampfschifffahr…"),
        ("A Donaudampfschifffahrtsgesellschaft", 21, "A Donaudampfschifffa…"),
        ("long", 3, "lo…"),
        ("long", 0, ""),
    ],
)
def test_a_row_too_long_ends_at_a_word_with_an_ellipsis(
    text: str, columns: int, shown: str
) -> None:
    assert fit(text, columns) == shown


@given(st.text(max_size=60), st.integers(0, 42))
def test_any_text_fits_its_columns(text: str, columns: int) -> None:
    assert len(fit(text, columns)) <= columns
    image = row(text, columns)
    assert (image.mode, image.height) == ("1", ROW)
    assert image.width <= max(1, ADVANCE * columns - 1)
    large = large_row(text, columns)
    assert large.size == (2 * image.width, 2 * ROW)


def test_a_text_wraps_at_words_and_its_last_row_tells_that_there_was_more() -> None:
    assert wrap("one two three four", 9, 3) == ("one two", "three", "four")
    assert wrap("one two three four", 9, 2) == ("one two", "three…")
    assert wrap("", 9, 2) == ()
