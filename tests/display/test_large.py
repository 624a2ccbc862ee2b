"""Faces on a screen of colours: legible across a hall, whole, and as somebody last looked at them.

`CLAPPER_GOLDEN=write pytest tests/display` writes the pictures: look at them.
"""

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from msgspec.structs import replace
from PIL import Image, ImageChops

from clock.display.draw import draw
from clock.display.drawing.targets import targets_of
from clock.display.drawing.time import shape
from clock.display.face import Face, Page, Sign
from clock.display.large.large_signs import sign
from clock.display.large.large_time import _digits, digit, plan
from clock.text.rows import Key
from tests.display.golden import same_picture
from tests.display.test_draw import faces, pages
from tests.display.test_draw_golden import FACES

GOLDEN = Path(__file__).parent / "golden_large"
BESIDE, FACING = (400, 480), (480, 400)
"""A half of 800 x 480, as its player sees it."""
HD = ((960, 1080), (1080, 960))
"""A half of 1920 x 1080."""
LOOKED_AT = (
    "ready", "joint", "minutes-runs", "hours-rests", "opening-runs", "byoyomi-last-runs", "stop",
    "clapper-rests", "claim", "won", "fault", "page-first", "page-question", "page-entry-korean",
)  # fmt: skip

DOT_MM = 0.19
"""Of a screen of 7 inches with 800 x 480 pixels."""
READ = 155
"""A digit is read from so many times its height at least."""


def brightness(image: Image.Image, box: tuple[int, int, int, int] | None = None) -> float:
    part = image.convert("L").crop(box)
    return sum(level * count for level, count in enumerate(part.histogram())) / (
        part.width * part.height
    )


@pytest.mark.parametrize("size", [BESIDE, FACING, HD[0]], ids=str)
@pytest.mark.parametrize("name", LOOKED_AT)
def test_a_face_looks_as_when_somebody_last_looked(
    name: str, size: tuple[int, int], tmp_path: Path
) -> None:
    if size == HD[0] and name not in ("minutes-runs", "ready"):
        return
    same_picture(GOLDEN / f"{name}-{size[0]}x{size[1]}.png", draw(FACES[name], size), tmp_path)


@given(faces | pages)
def test_every_face_and_page_fills_its_half_and_its_targets_lie_within(face: Face | Page) -> None:
    for size in (BESIDE, FACING):
        image = draw(face, size)
        assert (image.mode, image.size) == ("RGB", size)
        for target in targets_of(image):
            left, top, width, height = target.box
            assert 0 <= left < left + width <= size[0], target
            assert 0 <= top < top + height <= size[1], target


@pytest.mark.parametrize("time", ["2:00:00", "59:07", "9:07", "0:07.4", "-1:06"])
@pytest.mark.parametrize("size", [BESIDE, FACING], ids=str)
def test_what_counts_is_read_from_five_metres(time: str, size: tuple[int, int]) -> None:
    face = replace(FACES["hours-runs"], time=time)
    image = draw(face, size).convert("L")
    ink = image.point([255 * (value < 64) for value in range(256)])
    digits = ink.crop((10, 60, 110, size[1] - 78)).getbbox()  # the first one, or the minus
    assert digits is not None
    height = plan(shape(time), size[0] - 24, size[1] - 192)[0][1].height
    if not time.startswith("-"):
        assert digits[3] - digits[1] == pytest.approx(height, abs=2)
    assert height * DOT_MM * READ >= 5000


def test_who_runs_is_seen_without_reading_and_without_colours() -> None:
    for size in (BESIDE, FACING, *HD):
        runs, rests = (draw(FACES[name], size) for name in ("minutes-runs", "minutes-rests"))
        assert brightness(runs) > 4 * brightness(rests)


def test_digits_stay_where_they_are_whatever_else_a_running_face_says() -> None:
    plain = FACES["opening-runs"]
    assert isinstance(plain, Face)
    other = replace(plain, words=("call ref.",), signs=("call ref.", Sign.BATTERY), moves=8)
    for size in (BESIDE, FACING):
        box = (0, 110, size[0], size[1] - 80)
        one, two = (draw(face, size).crop(box) for face in (plain, other))
        assert one.tobytes() == two.tobytes()


def test_two_halves_that_are_lit_do_not_touch() -> None:
    image = draw(FACES["joint"], BESIDE)
    for box in ((0, 0, 2, 480), (398, 0, 400, 480), (0, 0, 400, 2), (0, 478, 400, 480)):
        assert brightness(image, box) == 0


def test_colour_says_nothing_alone() -> None:
    """In greys every sign differs from every other."""
    for one, other in combinations(Sign, 2):
        first, second = (Image.new("L", (60, 40)) for _ in range(2))
        first.paste(sign(one, 40), (0, 0))
        second.paste(sign(other, 40), (0, 0))
        assert brightness(ImageChops.difference(first, second)) > 12, (one, other)


def test_the_selected_row_and_the_keys_can_be_touched() -> None:
    targets = targets_of(draw(FACES["page-last"], BESIDE))
    rows = [target for target in targets if target.steps is not None]
    assert [target.steps for target in rows] == list(range(-7, 1))
    assert {target.key for target in targets if target.steps is None} == set(Key)


def test_the_code_of_a_new_clock_is_whole_and_has_a_lit_rim() -> None:
    from clock.display.enrolment_page import enrolment_page

    page = enrolment_page("KXQM7P3D", "https://192.168.1.10:8443/clocks?code=KXQM7P3D")
    for size in (BESIDE, FACING):
        image = draw(page, size).convert("L")
        lit = image.point([255 * (value > 250) for value in range(256)]).getbbox()
        assert lit is not None
        scale = (lit[2] - lit[0]) // (len(page.picture) + 4)
        for row, text in enumerate(page.picture):
            for column, module in enumerate(text):
                x, y = lit[0] + scale * (column + 2), lit[1] + scale * (row + 2)
                assert image.getpixel((x + 1, y + 1)) == (0 if module == "1" else 255)


@pytest.mark.parametrize("char", "23569")
@pytest.mark.parametrize("broad", [True, False])
def test_the_hook_of_a_digit_is_cut_square(char: str, *, broad: bool) -> None:
    for size in (BESIDE, FACING, *HD):
        first = plan("0:00", size[0] - 24, size[1] - 192)[0][0]
        pen = first.broad if broad else first.fine
        image = digit(char, first.width, first.height, pen)
        left = image.width - pen if char == "6" else 0
        cuts = set()
        for x in (left + 2, left + pen // 2, left + pen - 3):
            column = image.crop((x, 0, x + 1, image.height)).tobytes()
            ink = [False, *(level > 127 for level in column), False]
            ends = [y for y in range(1, len(ink)) if ink[y] is not ink[y - 1]]
            cuts.add(ends[1] if char in "26" else ends[-2])
        assert max(cuts) - min(cuts) <= 1, size


@pytest.mark.parametrize("time", ["1:30:00", "59:59", "-0:05", "9.3"])
def test_a_press_waits_for_no_digit(time: str) -> None:
    ready = replace(FACES["ready"], time=time)
    for size in (BESIDE, FACING):
        draw(ready, size)
        before = _digits.cache_info().misses
        for runs in (True, False):
            draw(replace(FACES["minutes-runs"], time=time, marked=runs), size)
        assert _digits.cache_info().misses == before
