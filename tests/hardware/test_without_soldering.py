"""hardware.md's first chapter: the keys, the configuration and the doctor are as it says."""

import re
from pathlib import Path

import pytest

from clock import doctor
from clock.config import read_config
from clock.doctor import system
from hal.keys import ANY, CODES
from hal.ports import Line
from hal.wiring import DEFAULT, KEYS, FramebufferWiring
from tests.doctor.lab import RUNS, Lab
from tests.hal.framebuffers import Framebuffer

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "keys-and-one-screen.toml"
DOC = (ROOT / "hardware.md").read_text(encoding="utf-8")
CHAPTER = DOC.partition("\n## Without soldering\n")[2].partition("\n## ")[0]


def test_the_way_without_soldering_is_the_first_chapter_and_fits_on_a_page_or_two() -> None:
    assert re.findall(r"^## (.*)$", DOC, re.MULTILINE)[0] == "Without soldering"
    assert CHAPTER.count("\n") < 130
    steps = re.findall(r"^\*\*(\d)\. ", CHAPTER, re.MULTILINE)
    assert (steps, CHAPTER.count("*Check:*")) == ([*"12345"], len(steps))


def test_the_example_that_is_copied_has_every_line_on_a_key_and_one_screen() -> None:
    assert f"sudo cp examples/{EXAMPLE.name} /etc/clapper/clapper.toml" in CHAPTER
    wiring = read_config(EXAMPLE).wiring
    assert (wiring.wired, wiring.lines) == (frozenset(KEYS), {})
    assert (wiring.framebuffer, wiring.screens) == (FramebufferWiring(), {})
    assert wiring.keyboards == DEFAULT.keyboards


def test_the_example_of_a_touch_screen_is_what_its_chapter_says_and_stop_is_a_key() -> None:
    file = ROOT / "examples" / "touch-screen.toml"
    wiring = read_config(file).wiring
    assert {line: str(key) for line, key in wiring.keys.items()} == dict(
        re.findall(r'^    (\w+) = "(touch:\w+)"$', DOC, re.MULTILINE)
    )
    assert all(key.device == ANY for key in wiring.all_keys[Line.STOP])
    assert f"`examples/{file.name}`" in CHAPTER


@pytest.mark.parametrize(
    ("words", "line"),
    [("the left player's plunger", Line.LEFT_PLUNGER),
     ("the right player's plunger", Line.RIGHT_PLUNGER), ("Stop: ", Line.STOP), ("OK: ", Line.OK)],
)  # fmt: skip
def test_the_keys_of_the_table_are_those_of_the_lines(words: str, line: Line) -> None:
    (keys,) = re.findall(rf"^\| (.*) \| {words}", CHAPTER, re.MULTILINE)
    arrows = {"←": "LEFT", "→": "RIGHT"}
    names = [arrows.get(each, each.upper()) for each in re.findall(r"[\w←→]+", keys)]
    own = {key.code for key in KEYS[line]}
    assert {CODES[f"KEY_{name}"] for name in names} <= own
    letters = [name for name in names if len(name) == 1]
    all_letters = [name for name, code in CODES.items() if code in own and len(name) == 5]
    assert sorted(letters) == sorted(name[-1] for name in all_letters if name[-1].isalpha())


@pytest.mark.parametrize("machine", ["a Pi", "a PC"])
def test_all_is_well_with_a_clock_that_is_built_so(
    machine: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    memory, lab = Framebuffer(tmp_path, (800, 480), 16), Lab(tmp_path)
    (memory.console / "vtcon1/bind").write_text("0\n")
    lab.put({"systemctl": RUNS, "/dev/input/event0": ""})
    lab.put_device("/dev/fb0", "video")
    if machine == "a Pi":
        lab.put({"/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5"})
        lab.put_device("/dev/gpiochip0", "gpio")
    (folder := lab.at("/dev/input/by-path")).mkdir()
    (folder / "platform-usb-0:1-event-kbd").symlink_to("../event0")
    lab.at(system.STATE).mkdir(parents=True)
    monkeypatch.setattr(doctor, "Machine", lambda: lab)
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 10**10}))
    assert doctor.look(EXAMPLE) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "its keys are plungers or buttons" in printed
    assert printed.endswith(" All is well.")
