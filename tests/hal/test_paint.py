"""The windows in which a picture is sent."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from hal.paint import WINDOW_BYTES, Window, changed, pack

SIZE = (128, 64)
boxes = st.lists(
    st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(0, 127), st.integers(0, 63)),
    max_size=6,
)


def pages(*rectangles: tuple[int, int, int, int]) -> list[bytes]:
    image = Image.new("1", SIZE)
    for left, top, right, bottom in rectangles:
        box = (min(left, right), min(top, bottom), max(left, right), max(top, bottom))
        ImageDraw.Draw(image).rectangle(box, fill=1)
    return pack(image)


@pytest.mark.parametrize(
    ("rectangles", "windows"),
    [
        ([], []),
        ([(0, 0, 127, 63)], [Window(0, 8, 0, 128)]),
        ([(127, 63, 127, 63)], [Window(7, 8, 127, 128)]),
        ([(0, 0, 0, 0)], [Window(0, 1, 0, 1)]),
        ([(20, 17, 29, 40)], [Window(2, 6, 20, 30)]),
        ([(0, 0, 3, 7), (100, 0, 103, 7)], [Window(0, 1, 0, 4), Window(0, 1, 100, 104)]),
        ([(0, 0, 3, 7), (8, 0, 11, 7)], [Window(0, 1, 0, 12)]),
        ([(10, 0, 20, 7), (11, 8, 19, 15), (10, 16, 21, 23)], [Window(0, 3, 10, 22)]),
    ],
)
def test_near_changes_share_a_window_and_far_ones_have_their_own(
    rectangles: list[tuple[int, int, int, int]], windows: list[Window]
) -> None:
    assert changed(pages(), pages(*rectangles)) == windows


@settings(max_examples=50, deadline=None)
@given(boxes, boxes)
def test_the_windows_hold_every_change_and_cost_no_more_than_the_whole(
    before: list[tuple[int, int, int, int]], after: list[tuple[int, int, int, int]]
) -> None:
    old, new = pages(*before), pages(*after)
    windows = changed(old, new)
    sent = [bytearray(page) for page in old]
    for top, bottom, left, right in windows:
        for page in range(top, bottom):
            sent[page][left:right] = new[page][left:right]
    assert [bytes(page) for page in sent] == new
    assert sum(window.bytes for window in windows) <= WINDOW_BYTES + 1024


def test_changes_strewn_so_that_windows_would_cost_more_are_sent_as_a_whole() -> None:
    old = [bytes(128)] * 8
    step = WINDOW_BYTES + 1
    new = [bytes(int(column % step == page % 2 * 5) for column in range(128)) for page in range(8)]
    assert changed(old, new) == [Window(0, 8, 0, 128)]
