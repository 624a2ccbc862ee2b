"""The doctor names the one screen for both faces, and what is wrong with it."""

from pathlib import Path

from clock.doctor import pins, screen
from hal.wiring import DEFAULT
from tests.doctor.lab import Lab, configured, found
from tests.hal.framebuffers import Framebuffer

BOTH = configured("[screens.both]")


def test_a_screen_is_named_with_its_size_and_a_console_on_it(tmp_path: Path) -> None:
    memory, lab = Framebuffer(tmp_path, (800, 480), 16), Lab(tmp_path)
    size = "ok: /dev/fb0: 800x480, 16 bits a pixel"
    assert found(screen.screen(lab, BOTH)) == [
        size, "warning: the text console writes over the faces",
    ]  # fmt: skip
    (memory.console / "vtcon1/bind").write_text("0\n")
    assert found(screen.screen(lab, BOTH)) == [size]
    memory.plug.write_text("disconnected\n")
    assert found(screen.screen(lab, BOTH)) == ["wrong: /dev/fb0: no screen is plugged in"]
    Framebuffer(tmp_path, (480, 800))
    upright = "wrong: /dev/fb0: 480x800 stands upright: set `rotate` to 1 or 3"
    assert found(screen.screen(lab, BOTH)) == [upright]


def test_without_a_screen_or_its_device_only_the_line_of_the_device_says_so(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    assert found(screen.screen(lab, DEFAULT)) == found(screen.screen(lab, BOTH)) == []
    missing = "wrong: /dev/fb0 does not exist"
    assert missing in found(pins.permissions(lab, BOTH))
    assert missing not in found(pins.permissions(lab, DEFAULT))
    lab.put_device("/dev/fb0", "video")
    assert "ok: /dev/fb0: the clock may use it" in found(pins.permissions(lab, BOTH))
