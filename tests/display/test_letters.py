"""Small text: every letter is itself, no row is cut inside one, and it measures as it is drawn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.display.draw import NARROW, WIDE, draw
from clock.display.drawing.text import ADVANCE, ROW, fit, large_row, row, syllable, wrap
from clock.display.face import Page
from clock.text.glyphs import LETTER, drawable, fits, longest, plain, width
from clock.text.rows import columns, indented, wrapped

CZECH = "ěščřžýáíéúůóďťňĚŠČŘŽÝÁÍÉÚŮÓĎŤŇ"
ASCII = "".join(map(chr, range(0x21, 0x7F)))
SYLLABLES = [chr(code) for code in range(ord("가"), ord("힣") + 1)]
TEXTS = (
    st.text(st.sampled_from("ab 1:ěЖ") | st.sampled_from(SYLLABLES), max_size=40)
    | st.text(max_size=60)
)  # fmt: skip


def test_all_letters_are_distinct() -> None:
    assert len({row(letter, 1).tobytes() for letter in ASCII + CZECH}) == len(ASCII + CZECH)
    in_use = [char for char in SYLLABLES if len(char.encode("euc-kr")) == 2]
    assert all(syllable(char).getbbox() for char in SYLLABLES)
    assert len({syllable(char).tobytes() for char in in_use}) == len(in_use) == 2350


@pytest.mark.parametrize(
    ("text", "shown", "has_glyphs"),
    [
        (CZECH, CZECH, True),
        ("e\u0301ḗẩ", "éḗa", True),
        ("äöüßàâçêőűąę", "äöüßàâçêőűąę", True),
        ("łø Łódź Ægir ﬁ ²", "lo Lódź AEgir fi 2", True),
        ("„tah“ −1 “¿”", '"tah" -1 "?"', True),
        ("a\tb\nc\u200bd", "a b cd", True),
        ("시계 흑 흑", "시계 흑 흑", True),
        ("Ж五", "??", False),
        ("", "", True),
    ],
)
def test_what_has_no_glyph_is_shown_as_its_plain_letter(
    text: str, shown: str, has_glyphs: bool
) -> None:
    assert plain(text) == shown
    assert drawable(text) is has_glyphs


@pytest.mark.parametrize(
    ("text", "space", "shown"),
    [
        ("Stopped by organizer", 21, "Stopped by organizer"),
        ("123456789012345678901", 21, "123456789012345678901"),
        ("The organizer counts the moves", 21, "The organizer counts…"),
        ("The organizer is counting", 21, "The organizer is…"),
        ("Stopped, and covered, by him", 21, "Stopped, and covered…"),
        ("A Donaudampfschifffahrtsgesellschaft", 21, "A Donaudampfschifffa…"),
        ("long", 3, "lo…"),
        ("long", 0, ""),
    ],
)
def test_a_row_too_long_ends_at_a_word_with_an_ellipsis(text: str, space: int, shown: str) -> None:
    assert fit(text, space) == shown


@given(TEXTS, st.integers(0, 42))
def test_what_fits_by_its_measure_fits_where_it_is_drawn(text: str, space: int) -> None:
    shown, image = fit(text, space), row(text, space)
    assert width(shown) <= space * LETTER
    assert image.size == (max(1, width(shown) - 1), ROW)
    assert image.width <= max(1, ADVANCE * space - 1)
    assert large_row(text, space).size == (2 * image.width, 2 * ROW)
    if fits(text, space):
        assert shown == plain(text).rstrip()
    count = longest(plain(text), space)
    assert width(plain(text)[:count]) <= space * LETTER
    assert count == len(plain(text)) or width(plain(text)[: count + 1]) > space * LETTER


@given(TEXTS)
def test_a_paragraph_loses_nothing_and_every_row_of_it_fits(text: str) -> None:
    rows = wrapped(text)
    assert all(fits(each) for each in rows)
    assert plain("".join(rows)).replace(" ", "") == plain("".join(text.split())).replace(" ", "")


def test_a_text_breaks_at_words_and_its_last_row_shows_that_there_was_more() -> None:
    assert wrap("one two three four", 9, 3) == ("one two", "three", "four")
    assert wrap("one two three four", 9, 2) == ("one two", "three…")
    assert wrap("", 9, 2) == ()
    assert list(indented("왼쪽 버튼 ok now", 12, first="- ", following="  ")) == [
        "- 왼쪽 버튼",
        "  ok now",
    ]
    assert columns("왼쪽 ok") == 7


@pytest.mark.parametrize("size", [NARROW, WIDE])
@pytest.mark.parametrize("text", ["2:00:00, then 1:00:00", "The display says what"])
def test_rows_that_fill_their_width_keep_away_from_the_mark_beside_them(
    text: str, size: tuple[int, int]
) -> None:
    image = draw(Page("", (text,) * 9, None, "", ""), size)
    assert image.crop((size[0] - 4, 12, size[0] - 1, 52)).getbbox() is None
    assert image.crop((size[0] - 16, 12, size[0] - 4, 52)).getbbox() is not None


def test_narrower_spaces_leave_every_letter_whole() -> None:
    wide, close = row("ab cd", 5), row("ab cd", 5, 27)
    assert (wide.width, close.width) == (29, 27)
    assert row("ab cd", 5, 1).width == wide.width - 3
    assert row("abcd", 4, 1).width == row("abcd", 4).width


def test_a_large_title_in_hangul_stands_whole_on_a_wide_page() -> None:
    image = draw(Page("주최자", ("뒤로",), 0, "", ""), WIDE)
    whole = large_row("주최자", 10)
    assert image.crop((1, 0, 1 + whole.width, whole.height)).tobytes() == whole.tobytes()


def test_a_half_is_spelt_since_five_pixels_cannot_hold_it() -> None:
    assert plain("½–½") == "1/2–1/2"
