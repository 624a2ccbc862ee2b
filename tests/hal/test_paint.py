"""The window in which a change of the picture is sent."""

from types import SimpleNamespace
from unittest.mock import Mock

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from hal.paint import WindowPainter, pack

SIZE = (128, 64)
pictures = st.lists(st.tuples(*map(st.integers, (0, 0, 0, 0), (127, 63, 127, 63))), max_size=4)


def drawn(boxes: list[tuple[int, int, int, int]]) -> Image.Image:
    image = Image.new("1", SIZE)
    for a, b, c, d in boxes:
        ImageDraw.Draw(image).rectangle((min(a, c), min(b, d), max(a, c), max(b, d)), fill=1)
    return image


@settings(max_examples=50, deadline=None)
@given(pictures, pictures)
def test_the_window_is_the_smallest_that_holds_every_change(
    before: list[tuple[int, int, int, int]], after: list[tuple[int, int, int, int]]
) -> None:
    send, device = Mock(), SimpleNamespace(preprocess=lambda image: image)
    paint = WindowPainter(device, send)
    old, new = drawn(before), drawn(after)
    paint(old, True)
    paint(new, False)
    changed = [
        (page, column)
        for page, (was, now) in enumerate(zip(pack(old), pack(new), strict=True))
        for column in range(SIZE[0])
        if was[column] != now[column]
    ]
    windows = [call.args[2] for call in send.call_args_list]
    rows, columns = zip(*changed, strict=True) if changed else ((), ())
    smallest = [(min(rows), max(rows) + 1, min(columns), max(columns) + 1)] if changed else []
    assert windows == [(0, 8, 0, 128), *smallest]
