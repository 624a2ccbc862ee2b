"""Laws of every picture, whatever the face."""

from functools import reduce
from itertools import combinations, pairwise, product

import msgspec
import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageOps

from clock.display.draw import NARROW, WIDE, draw
from clock.display.drawing.atlas import digit
from clock.display.drawing.signs import LARGE_STONE, SIGN, STONE, large_sign, sign, stone
from clock.display.drawing.time import plan, put_time, shape
from clock.display.enrolment_page import enrolment_page
from clock.display.face import Allowance, Face, Page, Sign
from clock.rules.seats import LEFT, Colour, Seat
from clock.text.rows import FigureChange, Key, Row

SIZES = (NARROW, WIDE)
TIMES = (
    "0:00", "0:09", "0:07.4", "-0:07.4", "9:59", "59:07", "59:59", "1:00:00", "2:00:00", "8:88:88",
    "10:00:00", "88:88:88", "--:--",
)  # fmt: skip
BOXES = ((128, 45), (96, 31), (66, 21), (128, 29), (80, 13), (122, 52), (178, 64))

WORDS = ("check count", "수 확인", "a")
ALLOWED = ("+99x1:30", "last period", "(2)", "초읽기 999회", "[13]", "d4s")

times = st.sampled_from(TIMES) | st.from_regex(r"(\d{1,2}:)?\d{1,2}:\d\d(\.\d)?", fullmatch=True)
keys = st.sampled_from([(), (Key.OK,), (Key.MINUS,), (Key.MINUS, Key.PLUS)])
words = st.builds(lambda keys, text: (*keys, text), keys, st.text(max_size=20))
texts = st.text(max_size=40)
rows = texts | st.builds(Row, words, words) | st.builds(FigureChange, texts, texts, texts)
faces = st.builds(
    Face,
    seat=st.sampled_from(Seat),
    time=times.filter(lambda time: len(time) <= 8) | st.text(max_size=8),
    colour=st.none() | st.sampled_from(Colour),
    marked=st.booleans(),
    moves=st.integers(0, 250) | st.integers(0),
    quota=st.none() | st.integers(0, 250) | st.integers(0),
    period=st.integers(1, 9) | st.integers(1),
    periods=st.integers(1, 9) | st.integers(1),
    signs=st.lists(st.sampled_from((*Sign, *WORDS)), unique=True).map(tuple),
    words=st.lists(rows, max_size=6).map(tuple),
    sentence=st.just(""),
    title=st.just("") | rows,
    allowances=st.lists(
        st.builds(
            Allowance,
            texts=st.lists(st.sampled_from(ALLOWED), min_size=1, max_size=3).map(tuple),
            spoken=st.just(""),
            boxed=st.booleans(),
        ),
        max_size=3,
    ).map(tuple),
)
pages = st.builds(
    Page,
    title=rows,
    rows=st.lists(rows, max_size=20).map(tuple),
    selected=st.none() | st.integers(-1, 20),
    hint=rows,
    sentence=st.just(""),
)


def plain_face(time: str = "59:07", marked: bool = False, *signs: Sign | str) -> Face:
    return Face(LEFT, time, Colour.BLACK, marked, 12, 40, 1, 2, signs, (), "")


def lit(image: Image.Image) -> int:
    return image.convert("L").histogram()[255]


def differing(one: Image.Image, other: Image.Image) -> int:
    return lit(ImageChops.logical_xor(one, other))


@given(
    faces | pages,
    st.sampled_from(
        [
            (NARROW, NARROW, 1),
            (WIDE, WIDE, 1),
            ((128, 128), NARROW, 1),
            ((256, 128), NARROW, 2),
            ((256, 72), WIDE, 1),
            ((384, 192), NARROW, 3),
        ]
    ),
)
def test_a_display_has_any_face_or_page_whole_times_as_large_in_its_middle(
    face: Face | Page, display: tuple[tuple[int, int], tuple[int, int], int]
) -> None:
    size, layout, scale = display
    image = draw(face, size)
    assert (image.mode, image.size) == ("1", size)
    width, height = layout[0] * scale, layout[1] * scale
    left, top = (size[0] - width) // 2, (size[1] - height) // 2
    middle = image.crop((left, top, left + width, top + height))
    assert middle.resize(layout, Image.Resampling.NEAREST).tobytes() == draw(face, layout).tobytes()
    assert lit(image) == lit(middle)


@given(faces)
def test_a_marked_seat_differs_at_a_glance_and_no_face_glares(face: Face) -> None:
    for size in SIZES:
        assert lit(draw(face, size)) < size[0] * size[1] * 0.7
    face = msgspec.structs.replace(face, time="12:34")
    for size in SIZES:
        runs = draw(msgspec.structs.replace(face, marked=True), size)
        rests = draw(msgspec.structs.replace(face, marked=False), size)
        assert differing(runs, rests) > 900
        assert lit(runs) > lit(rests) + 400


def thin(image: Image.Image) -> set[tuple[int, int]]:
    """The lit pixels that lie in no lit square of two by two."""
    image = ImageOps.expand(image, 1)
    corners = list(product((0, 1), repeat=2))
    squares = reduce(ImageChops.logical_and, (ImageChops.offset(image, -x, -y) for x, y in corners))
    whole = reduce(ImageChops.logical_or, (ImageChops.offset(squares, x, y) for x, y in corners))
    dots = ImageChops.logical_xor(image, whole).convert("L").tobytes()
    return {divmod(i, image.width) for i, dot in enumerate(dots) if dot}


@pytest.mark.parametrize("time", TIMES)
@pytest.mark.parametrize("broad", [False, True])
def test_no_stroke_of_a_time_is_one_pixel_wide(time: str, broad: bool) -> None:
    for box in BOXES:
        image = Image.new("1", box)
        put_time(image, time, (0, 0, *box), broad)
        dots = thin(image)
        around = [{(y + i, x + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} for y, x in dots]
        assert all(len(dots & each) <= 2 for each in around)  # a corner, or the end of a stroke


@pytest.mark.parametrize("time", TIMES)
def test_a_time_is_as_large_as_its_box_allows_and_no_digits_touch_or_look_alike(time: str) -> None:
    assert plan(shape(time), 128, 47).width > 128 * 0.85
    assert plan(shape(time), 128, 47).height >= 36
    for box in BOXES:
        best = plan(shape(time), *box)
        assert best.width <= box[0]
        assert best.height <= box[1]
        for one, next_one in pairwise(best.places):
            assert one.left + one.width + 2 <= next_one.left
        for place in best.places:
            assert 0 <= place.top <= place.top + place.height <= best.height
            assert place.left + place.width <= best.width
        first, last = best.places[time.startswith("-")], best.places[-1]
        assert first.broad > first.fine or first.width < 10
        pens = [(each, pen) for each in (first, last) for pen in (each.broad, each.fine)]
        for place, breadth in pens:
            shapes = [digit(char, place.width, place.height, breadth) for char in "0123456789"]
            for one_shape, other in combinations(shapes, 2):
                assert differing(one_shape, other) > max(4, 0.05 * place.width * place.height)


@given(faces.filter(lambda face: not face.title))
def test_a_dark_line_parts_the_digits_from_what_is_under_them(face: Face) -> None:
    line = draw(msgspec.structs.replace(face, time="8:88:88", other=None), NARROW)
    assert line.crop((0, 45, 128, 46)).getextrema() == (0, 0)


def test_every_sign_has_an_icon_that_no_other_resembles() -> None:
    for one, other in combinations(Sign, 2):
        assert sign(one).size == (SIGN, SIGN)
        assert large_sign(one).size == (2 * SIGN, 2 * SIGN)
        assert differing(sign(one), sign(other)) >= 40, (one, other)


@pytest.mark.parametrize("size", [SIGN, STONE, LARGE_STONE])
def test_black_is_a_filled_disc_and_white_a_ring_as_in_print(size: int) -> None:
    black, white, open_one = (stone(colour, size) for colour in (*Colour, None))
    inner = (6, 6, size - 6, size - 6)
    assert lit(black.crop(inner)) == 0
    assert lit(white.crop(inner)) == (size - 12) ** 2
    assert lit(black) < lit(open_one) < lit(white)
    for image in (black, white, open_one):  # a lit rim holds them apart from a dark ground
        assert lit(image.crop((0, 0, size, 2))) == 2 * size


def test_a_frame_is_put_together_from_shapes_that_are_drawn_already() -> None:
    face = plain_face("1:59:07", True, "call ref.")
    for size in SIZES:
        draw(face, size)
        drawn = digit.cache_info().misses
        draw(face, size)
        assert digit.cache_info().misses == drawn


@given(st.integers(5, 40), st.data())
def test_the_selected_row_of_a_page_is_in_sight(count: int, data: st.DataObject) -> None:
    selected = data.draw(st.integers(0, count - 1))
    page = Page("Time control", tuple(f"row {i}" for i in range(count)), selected, "OK take", "")
    bare = msgspec.structs.replace(page, selected=None, rows=())
    for size in SIZES:
        lit_rows = lit(draw(page, size)) - lit(draw(bare, size))
        assert lit_rows > 800


@given(faces, faces)
def test_digits_stay_where_they_are_while_a_clock_runs_whatever_else_a_face_says(
    one: Face, other: Face
) -> None:
    other = msgspec.structs.replace(other, time=one.time, marked=one.marked)
    for size, box in ((NARROW, (0, 0, 128, 45)), (WIDE, (0, 0, 178, 64))):
        first, second = (
            draw(
                msgspec.structs.replace(
                    face, title="", signs=tuple(s for s in face.signs if s is not Sign.CLAPPER)
                ),
                size,
            )
            for face in (one, other)
        )
        assert first.crop(box).tobytes() == second.crop(box).tobytes()


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_the_code_of_a_new_clock_is_drawn_dark_on_a_lit_ground_for_a_phone(
    size: tuple[int, int],
) -> None:
    url = "https://192.168.1.10:8443/clocks?code=KXQM7P3D"
    drawn = draw(enrolment_page("KXQM7P3D", url), size)
    modules = segno.make(url, error="l", micro=False, boost_error=False).matrix
    for row, line in enumerate(modules):
        for column, dark in enumerate(line):
            x, y = 3 + 2 * column, 3 + 2 * row
            box = drawn.crop((x, y, x + 2, y + 2))
            assert box.getextrema() == ((0, 0) if dark else (255, 255)), (row, column)
    assert drawn.crop((0, 0, 64, 3)).getextrema() == (255, 255)


def test_an_address_too_long_for_a_code_leaves_the_letters() -> None:
    page = enrolment_page("KXQM7P3D", f"https://{'long-' * 10}name.local:8443/clocks?code=KXQM7P3D")
    assert (page.rows, page.picture) == (("KXQM", "7P3D"), ())
