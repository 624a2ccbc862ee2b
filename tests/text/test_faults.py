"""Faults of devices on the faces, in their language; the device's own words are kept."""

import pytest

from clock.display.view import view
from clock.text.faults import fault
from clock.text.language import speaking
from tests.rules.games import LEFT, Game

TOLD = {
    "twin display left: hangs": {
        "cs": "displej na stránce, levý: neodpovídá",
        "ko": "페이지의 왼쪽 화면: 응답 없음",
    },
    "BAT0: its charge cannot be read: its plug on the Pi": {
        "cs": "BAT0: nabití nelze zjistit: její konektor na Pi",
    },
    "ssd1306 at 0x3C on I²C 1: hangs": {
        "cs": "displej 0x3C, I²C 1 (ssd1306): neodpovídá",
        "ko": "화면 0x3C, I²C 1 (ssd1306): 응답 없음",
    },
    "ssd1306 at 0x3D on I²C 1: OSError: [Errno 121] Remote I/O error": {
        "cs": "displej 0x3D, I²C 1 (ssd1306): OSError: [Errno 121] Remote I/O error",
    },
    "left_plunger: cannot be read: GPIO busy": {"cs": "levé tlačítko: nelze číst: GPIO busy"},
    "GPIO 23: GPIO busy": {"cs": "GPIO 23: GPIO busy"},
}


@pytest.mark.parametrize("told", TOLD)
def test_a_fault_is_told_in_the_language_of_the_faces(told: str) -> None:
    for code, said in TOLD[told].items():
        with speaking(code):
            assert fault(told) == said


def test_what_nobody_knows_is_told_as_it_is() -> None:
    with speaking("cs"):
        assert fault("something new") == "something new"


def test_in_english_a_part_is_told_by_its_name() -> None:
    assert fault("left_plunger: cannot be read: x") == "left plunger: cannot be read: x"


def test_a_face_in_a_stop_says_what_is_wrong() -> None:
    game = Game("5:00")
    game.move()
    game.stop()
    with speaking("cs"):
        face = view(game.state, LEFT, game.now_ns, faults=("right_plunger: hangs",))
    assert face.words[0] == "pravé tlačítko: neodpovídá"
