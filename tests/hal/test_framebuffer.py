"""One screen for both faces: the pixels in its memory, its two halves, and its faults."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw

from hal.body import open_body
from hal.framebuffer import (
    Half,
    is_free_of_console,
    open_half,
    pack,
    place,
    turned,
)
from hal.oled import LumaScreen
from hal.ports import Frame, ScreenName
from hal.wiring import DEFAULT, FramebufferWiring
from tests.conftest import WAIT_S
from tests.fakes import FakeTime
from tests.hal.display_pictures import draw, fail, opened
from tests.hal.framebuffers import Framebuffer
from tests.hal.rigs import mock_factory, until

LEFT, RIGHT = ScreenName.LEFT, ScreenName.RIGHT
BESIDE, FACING = FramebufferWiring(), FramebufferWiring(layout="facing")
SIZE = (64, 24)


def colours(size: tuple[int, int], seed: int) -> Image.Image:
    """A picture in which every pixel differs from its neighbours, turned it is another."""
    image = Image.new("RGB", size)
    dots = range(size[0] * size[1])
    image.putdata([((i * 8 + seed) & 0xF8, (i // size[0] * 4) & 0xFC, seed & 0xF8) for i in dots])
    return image


@contextmanager
def both(screen: Framebuffer, wiring: FramebufferWiring) -> Iterator[dict[ScreenName, LumaScreen]]:
    with (
        opened(open_half(wiring, LEFT, screen.root)) as left,
        opened(open_half(wiring, RIGHT, screen.root)) as right,
    ):
        yield {LEFT: left, RIGHT: right}


@pytest.mark.parametrize("depth", [32, 16])
@pytest.mark.parametrize("rotate", range(4))
@pytest.mark.parametrize("layout", ["beside", "facing"])
def test_each_half_has_its_face_upright_to_its_player_and_nothing_is_written_beside_it(
    layout: str, rotate: int, depth: int, tmp_path: Path
) -> None:
    size = SIZE if rotate % 2 == 0 else SIZE[::-1]
    screen = Framebuffer(tmp_path, size, depth)
    wiring = FramebufferWiring(layout=layout, rotate=rotate)  # type: ignore[arg-type]
    spare = screen.spare()
    with both(screen, wiring) as halves:
        faces = {side: colours(half.size, 8 * n) for n, (side, half) in enumerate(halves.items())}
        for side, half in halves.items():
            draw(half, Frame(faces[side], ""))
    # As seen by somebody before the screen, who turns his head for a face that is turned.
    seen = screen.picture().rotate(90 * rotate, expand=True)
    assert seen.size == SIZE
    for side, left, turn in ((LEFT, 0, 90), (RIGHT, SIZE[0] // 2, -90)):
        half_seen = seen.crop((left, 0, left + SIZE[0] // 2, SIZE[1]))
        upright = half_seen.rotate(turn if layout == "facing" else 0, expand=True)
        assert upright.tobytes() == faces[side].tobytes()
    assert screen.spare() == spare


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("framebuffer")


@given(st.data())
def test_whatever_changes_the_screen_shows_the_picture(folder: Path, data: st.DataObject) -> None:
    layout, depth = (
        data.draw(st.sampled_from([BESIDE, FACING])),
        data.draw(st.sampled_from([32, 16])),
    )
    screen = Framebuffer(folder, SIZE, depth)
    half = Half(layout, LEFT, folder)
    half.restart()
    image = Image.new("RGB", (half.width, half.height))
    half.paint(image, True)
    for _ in range(data.draw(st.integers(1, 4))):
        x, y = data.draw(st.integers(0, half.width)), data.draw(st.integers(0, half.height))
        box = (x, y, x + data.draw(st.integers(0, 9)), y + data.draw(st.integers(0, 9)))
        image = image.copy()
        ImageDraw.Draw(image).rectangle(
            box, fill=data.draw(st.sampled_from(["#f80000", "#000000"]))
        )
        half.paint(image, False)
        assert (
            screen.left().rotate(90 if layout is FACING else 0, expand=True).tobytes()
            == image.tobytes()
        )
    half.cleanup()


def test_only_the_box_that_changed_is_written(tmp_path: Path) -> None:
    screen = Framebuffer(tmp_path, SIZE)
    half = Half(BESIDE, LEFT, tmp_path)
    half.restart()
    image = Image.new("RGB", (32, 24))
    half.paint(image, True)
    screen.spoil()
    half.paint(image, False)
    image = image.copy()
    image.putpixel((3, 4), (255, 0, 0))
    image.putpixel((5, 6), (255, 0, 0))
    half.paint(image, False)
    seen, spoilt = screen.picture(), Image.new("RGB", SIZE, (0x5A,) * 3)
    assert ImageChops.difference(seen, spoilt).getbbox() == (3, 4, 6, 7)


@given(st.integers(0, 40), st.integers(0, 20), st.integers(0, 3))
def test_a_box_is_turned_as_its_picture(left: int, top: int, turns: int) -> None:
    image, box = Image.new("L", (50, 30)), (left, top, left + 9, top + 7)
    image.paste(255, box)
    assert image.rotate(-90 * turns, expand=True).getbbox() == turned(box, image.size, turns)


def test_a_pixel_of_16_bits_has_the_highest_bits_of_each_colour() -> None:
    image = Image.new("RGB", (2, 1))
    image.putdata([(0xFF, 0x84, 0x08), (0x07, 0x03, 0xFF)])
    assert pack(image, 16) == bytes([0x21, 0xFC, 0x1F, 0x00])
    assert pack(image, 32)[:3] == bytes([0x08, 0x84, 0xFF])


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda s: s.device.unlink(), "No such file or directory"),
        (lambda s: s.plug.write_text("disconnected\n"), "no screen is plugged in"),
        (lambda s: (s.graphics / "bits_per_pixel").write_text("8\n"),
         "8 bits a pixel cannot be painted: expected 32 or 16"),
        (lambda s: (s.graphics / "virtual_size").write_text("24,64\n"),
         "24x64 stands upright: set `rotate` to 1 or 3"),
    ],
    ids=["missing", "unplugged", "depth", "upright"],
)  # fmt: skip
def test_a_screen_that_cannot_be_used_is_a_fault_in_a_line(
    spoil: object, fault: str, tmp_path: Path
) -> None:
    screen = Framebuffer(tmp_path, SIZE)
    spoil(screen)  # type: ignore[operator]
    with opened(open_half(BESIDE, LEFT, tmp_path)) as half:
        text = fail(half, Frame(Image.new("RGB", half.size), ""))
    assert text.startswith("screen /dev/fb0: ")
    assert fault in text
    assert "\n" not in text


def test_a_screen_unplugged_while_it_is_shown_is_a_fault_and_comes_back_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hal.oled.LOOK_NS", 1_000_000)
    monkeypatch.setattr("hal.oled.RETRY_NS_MIN", 1_000_000)
    screen, face = Framebuffer(tmp_path, SIZE), colours((32, 24), 8)
    with opened(open_half(BESIDE, RIGHT, tmp_path)) as half:
        draw(half, Frame(face, ""))
        screen.plug.write_text("disconnected\n")
        assert half.wait_for(lambda: half.fault is not None, WAIT_S)
        screen.spoil()
        screen.plug.write_text("connected\n")
        assert half.wait_for(lambda: half.fault is None, WAIT_S)
        assert screen.picture().crop((32, 0, 64, 24)).tobytes() == face.tobytes()


def test_a_screen_that_comes_late_or_is_exchanged_has_its_own_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hal.oled.LOOK_NS", 1_000_000)
    monkeypatch.setattr("hal.oled.RETRY_NS_MIN", 1_000_000)
    with opened(open_half(BESIDE, LEFT, tmp_path)) as half:
        assert half.size == (400, 480)
        fail(half, Frame(Image.new("RGB", half.size, "white"), ""))
        for size in (SIZE, (40, 30)):
            screen, seen = Framebuffer(tmp_path, size), (size[0] // 2, size[1])
            until(lambda seen=seen: half.size == seen)  # type: ignore[misc]
            face = colours(seen, 8)
            half.show(Frame(face, ""))
            until(lambda s=screen, f=face: s.left().tobytes() == f.tobytes())  # type: ignore[misc]


def test_the_console_is_taken_off_where_that_is_permitted(tmp_path: Path) -> None:
    screen = Framebuffer(tmp_path, SIZE)
    bind = screen.console / "vtcon1/bind"
    Half(BESIDE, LEFT, tmp_path).restart()
    assert bind.read_text() == "0"
    assert is_free_of_console(screen.console)
    bind.unlink()
    bind.mkdir()  # nobody may write there
    with pytest.raises(OSError, match="directory"):
        is_free_of_console(screen.console)


def test_halves_of_an_odd_width_do_not_touch() -> None:
    assert place(BESIDE, LEFT, (801, 480)).box == (0, 0, 400, 480)
    assert place(BESIDE, RIGHT, (801, 480)).box == (401, 0, 801, 480)


def test_a_body_with_one_screen_has_a_half_for_each_player(monkeypatch: pytest.MonkeyPatch) -> None:
    time = FakeTime()
    factory = mock_factory(monkeypatch, time)
    one = FramebufferWiring(device="/dev/fb99")
    body = open_body(replace(DEFAULT, screens={}, framebuffer=one), factory, time=time)
    try:
        assert list(body.screens) == [LEFT, RIGHT]
        for half in body.screens.values():
            assert half.size == (400, 480)
            half.show(Frame(Image.new("RGB", half.size), ""))
        until(lambda: len(body.faults) == 2)
        assert all("screen /dev/fb99: " in str(fault) for fault in body.faults)
    finally:
        body.close()
