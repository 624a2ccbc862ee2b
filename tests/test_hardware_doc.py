"""hardware.md, its pictures, the shipped configuration and the examples tell the code's wiring."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from clock.config import DEFAULT_FILE, Config, config_from, read_config
from clock.doctor import board, buses, hands
from clock.doctor.line import ok
from clock.doctor.machine import Machine
from clock.menu.access import Opens
from clock.rules.regulations import HandRule
from clock.station.signals import knows_hands
from drawings.__main__ import DRAWN, TWO_PLUNGERS, main
from drawings.case import BOARD_WIDTH, WALL, WIDTH, WINDOW, WINDOW_FROM_MIDDLE
from drawings.header import BCM_OF_PIN, GROUNDS, PINS, POWER, bus_wires, parts
from drawings.panels import PANELS
from drawings.tables import header_table, panel_table, strip_table, wiring_table
from drawings.wiring import wiring_diagram
from hal.fake import FakeTime, fake_body
from hal.ports import LampName, Line
from hal.wiring import DEFAULT, DRIVERS, KEY_PIN, LampWiring, Wiring, problems

ROOT = Path(__file__).parent.parent
DOC = (ROOT / "hardware.md").read_text(encoding="utf-8")
WIDE = ROOT / "examples" / "wide-displays.toml"
DIAGRAMS = ("wiring", "wiring-two-plungers")

Pins = dict[str, tuple[int, int]]
"""A part's BCM number and header pin, by its name as people say it."""


def wired(wiring: Wiring) -> Pins:
    """What the code has, said in words of this test's own."""
    said = {
        "left_plunger": "left plunger", "right_plunger": "right plunger", "stop": "Stop",
        "minus": "Minus", "ok": "OK", "plus": "Plus",
        "left_plunger_lh": "left plunger, left hand",
        "left_plunger_rh": "left plunger, right hand",
        "right_plunger_lh": "right plunger, left hand",
        "right_plunger_rh": "right plunger, right hand",
        "left_stone_lh": "left stone sensor, left hand",
        "left_stone_rh": "left stone sensor, right hand",
        "right_stone_lh": "right stone sensor, left hand",
        "right_stone_rh": "right stone sensor, right hand",
        "left_clapper": "left clapper lamp", "right_clapper": "right clapper lamp",
        "left_running": "left running lamp", "right_running": "right running lamp",
        "referee": "referee lamp",
    }  # fmt: skip
    bcm = {said[line]: pin for line, pin in wiring.lines.items()}
    bcm |= {said[name]: lamp.pin for name, lamp in wiring.lamps.items()}
    assert wiring.buzzer is not None
    bcm |= {"buzzer": wiring.buzzer.pin}
    pin_of = {number: pin for pin, number in BCM_OF_PIN.items()}
    return {name: (number, pin_of[number]) for name, number in bcm.items()}


def pictured(name: str) -> Wiring:
    """The wiring that a diagram is of."""
    return DEFAULT if name == "wiring" else read_config(TWO_PLUNGERS).wiring


def texts(svg: str) -> list[str]:
    """Every text of a picture, its lines joined by a slash."""
    found = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return ["/".join(line.strip() for line in text.itertext() if line.strip()) for text in found]


def drawn(svg: str) -> Pins:
    """The parts of a diagram: "left plunger/GPIO 5 · pin 29"."""
    labels = (re.fullmatch(r"(.+)/GPIO (\d+) · pin (\d+)", text) for text in texts(svg))
    return {label[1]: (int(label[2]), int(label[3])) for label in labels if label}


def told(table: str) -> Pins:
    """The rows of a wiring table, without those of the displays."""
    rows = re.findall(r"^\| ([^|]+?) \| (\d+) \| (\d+) \|$", table, re.MULTILINE)
    return {part: (int(bcm), int(pin)) for part, bcm, pin in rows if "display" not in part}


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_committed_diagram_shows_the_pin_of_every_part(name: str) -> None:
    svg = (ROOT / "docs" / f"{name}.svg").read_text(encoding="utf-8")
    assert drawn(svg) == wired(pictured(name))
    for wire in bus_wires(pictured(name)):
        (pin,) = (pin for pin, bcm in BCM_OF_PIN.items() if bcm == wire.bcm)
        assert f"{wire.name} · GPIO {wire.bcm} · pin {pin}" in texts(svg)
    for side, screen in pictured(name).screens.items():
        assert f"{side} display/0x{screen.address:02X}" in texts(svg)


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_committed_diagram_shows_how_a_display_of_seven_pins_gets_its_address(name: str) -> None:
    shown = texts((ROOT / "docs" / f"{name}.svg").read_text(encoding="utf-8"))
    assert {"RES", "10 kΩ", "1 µF", "DC", "CS"} <= set(shown)
    assert "left: GND (0x3C), right: VCC (0x3D)" in shown
    addresses = [screen.address for screen in pictured(name).screens.values()]
    assert addresses == [0x3C, 0x3D], "DC is the address's lowest bit"


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_committed_diagram_shows_the_whole_header(name: str) -> None:
    shown = texts((ROOT / "docs" / f"{name}.svg").read_text(encoding="utf-8"))
    assert {str(pin) for pin in PINS} <= set(shown)
    named = [text for text in shown if re.fullmatch(r"GPIO \d+", text)]
    assert sorted(named) == sorted(f"GPIO {bcm}" for bcm in BCM_OF_PIN.values())
    assert any(", ".join(map(str, GROUNDS)) in text for text in shown)


@pytest.mark.parametrize("name", sorted(DRAWN.keys() - {"tables"}))
def test_a_committed_picture_is_what_would_be_drawn_now(name: str) -> None:
    svg = (ROOT / "docs" / f"{name}.svg").read_text(encoding="utf-8")
    assert DRAWN[name](None) == svg, f"make docs/{name}.svg"
    assert DRAWN[name](None) == svg, "the same picture twice"


@pytest.mark.parametrize("name", sorted(DRAWN.keys() - {"tables"}))
def test_the_page_shows_every_picture(name: str) -> None:
    assert f"(docs/{name}.svg)" in DOC


def test_the_wiring_table_of_the_page_is_the_wiring() -> None:
    assert wiring_table(DEFAULT) in DOC, "python -m drawings tables"
    assert told(wiring_table(DEFAULT)) == wired(DEFAULT)


def test_the_header_table_of_the_page_is_the_wiring() -> None:
    assert header_table(DEFAULT) in DOC, "python -m drawings tables"
    for name, (bcm, pin) in wired(DEFAULT).items():
        cell = re.escape(f"**{name}**, GPIO {bcm}")
        assert re.search(rf"{cell} \| {pin} \||\| {pin} \| {cell} ", header_table(DEFAULT))


def test_the_table_of_the_strip_is_the_wiring() -> None:
    assert strip_table(DEFAULT) in DOC, "python -m drawings tables"
    ends = len(wired(DEFAULT)) + len(DEFAULT.screens)
    assert f"| GND | {ends + 2} | 6 and 9 |" in strip_table(DEFAULT), "two feed it"
    assert POWER[6] == POWER[9] == "GND"
    pins = [int(pins) for pins in re.findall(r"^\| \w+ \| (\d+) \|", strip_table(DEFAULT), re.M)]
    assert f"pin header to break into pieces, {sum(pins)} pins" in DOC
    assert f"into pieces of {', '.join(map(str, pins[:-1]))} and {pins[-1]}," in DOC


def test_the_strip_of_the_examples_is_what_the_page_says() -> None:
    assert "| GND | 22 |" in strip_table(read_config(TWO_PLUNGERS).wiring)
    assert "GND row wants\n22 pins" in DOC
    wide = strip_table(read_config(WIDE).wiring)
    assert "\n| CLK | 3 | 23 |" in wide
    assert "\n| DIN | 3 | 19 |" in wide
    assert len(wide.splitlines()) == 2 + 4, "what one display has alone is not on the strip"


def test_the_parts_have_as_many_leads_as_are_wired() -> None:
    two_a_part, four_a_display = 2 * len(wired(DEFAULT)), 4 * len(DEFAULT.screens)
    feeding = len(strip_table(DEFAULT).splitlines()) - 2 + 1  # a row each, and ground has two
    assert f"{two_a_part + four_a_display} of 20 cm, {feeding} of 10 cm" in DOC
    more = 2 * (len(wired(read_config(TWO_PLUNGERS).wiring)) - len(wired(DEFAULT)))
    assert f"{more} leads more" in DOC
    wires = list(bus_wires(read_config(WIDE).wiring))
    assert f"{len(wires) + 2 * 2} leads for the displays in place of {four_a_display}" in DOC


def test_the_table_of_two_plungers_a_seat_is_the_example() -> None:
    assert wiring_table(read_config(TWO_PLUNGERS).wiring) in DOC


def test_the_table_of_wide_displays_is_the_example() -> None:
    assert wiring_table(read_config(WIDE).wiring) in DOC, f"python -m drawings tables {WIDE}"


def test_the_table_of_displays_is_computed() -> None:
    assert panel_table() in DOC, "python -m drawings tables"


def test_the_header_has_forty_pins_and_every_bcm_number_once() -> None:
    assert sorted({*BCM_OF_PIN, *POWER}) == list(PINS)
    assert sorted(BCM_OF_PIN.values()) == list(range(28))


def test_the_shipped_configuration_is_the_default_wiring() -> None:
    shipped = (ROOT / "systemd" / "clapper.toml").read_text(encoding="utf-8")
    assert config_from(shipped).wiring == DEFAULT
    written = re.sub(r"^#(?=[\w.]+ = )", "", shipped, flags=re.MULTILINE)
    assert config_from(written).wiring == DEFAULT, "the defaults it shows are the defaults"


def test_the_example_with_two_plungers_a_seat_knows_both_hands() -> None:
    config = read_config(TWO_PLUNGERS)
    assert problems(config.wiring) == ()
    assert knows_hands(config.wiring.lines.keys())
    assert config.setup.regulations.hand_rule is HandRule.WITNESS


def test_the_example_with_wide_displays_wires_both_on_one_spi() -> None:
    config = read_config(WIDE)
    assert problems(config.wiring) == ()
    wires = {(wire.screen, wire.name): wire.bcm for wire in bus_wires(config.wiring)}
    pins = [*config.wiring.lines.values(), *(part.bcm for part in parts(config.wiring))]
    assert len(set(wires.values())) == 2 + 2 * 3  # CLK and DIN in common; CS, DC and RES of each
    assert not set(wires.values()) & set(pins)


@pytest.mark.parametrize("file", [None, WIDE], ids=["i2c", "spi"])
def test_a_lamp_on_a_wire_of_the_displays_is_refused(file: Path | None) -> None:
    wiring = DEFAULT if file is None else read_config(file).wiring
    for wire in bus_wires(wiring):
        lamps = {**wiring.lamps, LampName.REFEREE: LampWiring(pin=wire.bcm)}
        (problem,) = problems(replace(wiring, lamps=lamps))
        assert re.search("belongs to|is used twice", problem), wire


def test_only_displays_on_the_header_s_i2c_are_drawn() -> None:
    with pytest.raises(ValueError, match=r"screens\.left: only displays on I²C 1"):
        wiring_diagram(read_config(WIDE).wiring, "wide")


def test_every_driver_that_the_page_names_is_one_that_the_clock_has() -> None:
    named = {name.lower() for name in re.findall(r"\b(?:SSD|SH|CH)\d{4}\b", DOC)}
    assert named
    assert named <= DRIVERS.keys()


def step_two() -> Config:
    """The shipped configuration with the lines changed that step 2 changes."""
    was, now = '#driver = "ssd1306"\n', 'driver = "ssd1309"\n'
    shipped = (ROOT / "systemd" / "clapper.toml").read_text(encoding="utf-8")
    assert f"`{was.strip()}`" in DOC
    assert f"    {now}" in DOC
    assert shipped.count(was) == 2
    return config_from(shipped.replace(was, now))


def test_step_two_makes_both_displays_the_recommended_ones() -> None:
    assert {screen.driver for screen in step_two().wiring.screens.values()} == {"ssd1309"}


def test_the_doctor_says_what_the_page_says_that_it_says(tmp_path: Path) -> None:
    node = tmp_path / "sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"
    node.parent.mkdir(parents=True)
    node.write_bytes((400_000).to_bytes(4, "big"))
    throttled = tmp_path / "sys/devices/platform/soc/soc:firmware/get_throttled"
    throttled.parent.mkdir(parents=True)
    throttled.write_text("0")
    for name, text in (("type", "Battery"), ("capacity", "83"), ("status", "Unknown")):
        told = tmp_path / "sys/class/power_supply/battery" / name
        told.parent.mkdir(parents=True, exist_ok=True)
        told.write_text(text)
    zero = Machine(tmp_path / "zero")
    revision = tmp_path / "zero/proc/device-tree/system/linux,revision"
    revision.parent.mkdir(parents=True)
    revision.write_bytes((0x902120).to_bytes(4, "big"))
    recommended = step_two().wiring
    one = replace(DEFAULT, lines={Line.LEFT_PLUNGER: DEFAULT.lines[Line.LEFT_PLUNGER]})
    body = fake_body(one, time := FakeTime())

    def pressed(asked: str) -> None:
        assert "left plunger" in asked
        for _ in range(hands.PRESSES):
            for wait_us, down in ((300_000, True), (400, False), (800, True), (300_000, False)):
                time.advance(wait_us * 1000)
                body.inputs.drive(Line.LEFT_PLUNGER, down)

    said = [
        ok("configuration", f"{DEFAULT_FILE} is sound"),
        *buses.speeds(Machine(tmp_path), DEFAULT),
        *buses.addresses(recommended, lambda _: {0x3C}),
        *buses.addresses(recommended, lambda _: {0x3C, 0x3D}),
        *hands.displays(body, lambda _: True),
        *hands.lamps(body, DEFAULT, lambda _: True),
        *hands.buzzer(body, DEFAULT, lambda _: True),
        *hands.switches(body, one, pressed),
        *board.power(Machine(tmp_path)),
        *board.power(zero),
        *board.batteries(Machine(tmp_path)),
    ]
    quoted = re.findall(r"^    (ok|warning|wrong) +(\w+) +(.+)$", DOC, re.MULTILINE)
    assert len(quoted) >= 9
    for line in quoted:
        assert line in [(each.level.value, each.part, each.what) for each in said]


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_every_link_of_the_page_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", DOC)
    assert len(links) > 10
    for link in links:
        file, _, anchor = link.partition("#")
        assert (ROOT / file).exists(), link
        assert not anchor or anchor in anchors(ROOT / (file or "hardware.md")), link


def test_the_case_has_room_for_the_displays_it_is_drawn_for() -> None:
    (panel,) = (panel for panel in PANELS if panel.inches == "2.42")
    lit = (panel.size[0] * panel.pitch_mm, panel.lit_height_mm)
    assert all(0 < room - needed < 5 for room, needed in zip(WINDOW, lit, strict=True))
    assert WINDOW_FROM_MIDDLE + BOARD_WIDTH / 2 < WIDTH / 2 - WALL, "its board ends before the wall"
    assert panel.read_at_m >= 3, "what FIDE asks of a display"


def test_the_drawings_are_asked_for_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", str(WIDE)]) == 0
    assert "| right display, CS | 7 | 26 |" in capsys.readouterr().out
    assert main(["wiring", str(WIDE)]) == 2
    assert "only displays on I²C 1" in capsys.readouterr().err
    assert main([]) == 2
    assert "expected one of wiring" in capsys.readouterr().err


WITHOUT_SCHEMDRAW = """
import sys
from importlib.machinery import PathFinder

class Without(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name == "schemdraw" else super().find_spec(name, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = Without
from drawings.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def without_schemdraw(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the drawings where schemdraw is not installed."""
    command = [sys.executable, "-c", WITHOUT_SCHEMDRAW, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


def test_the_tables_need_no_schemdraw() -> None:
    ran = without_schemdraw("tables", str(WIDE))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert wiring_table(read_config(WIDE).wiring) in ran.stdout


@pytest.mark.parametrize("name", sorted(DRAWN.keys() - {"tables"}))
def test_a_picture_without_schemdraw_is_refused_with_what_helps(name: str) -> None:
    ran = without_schemdraw(name)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == f"{name} is drawn by schemdraw, which `make .venv/.test` installs\n"


KEY_SWITCH = ROOT / "examples" / "key-switch.toml"


def test_the_example_of_a_key_switch_is_the_default_wiring_and_a_key() -> None:
    config = read_config(KEY_SWITCH)
    assert config.organizer.opens is Opens.KEY
    assert config.wiring.lines == {**DEFAULT.lines, Line.KEY: KEY_PIN}
    (key,) = (part for part in parts(config.wiring) if part.name == "key switch")
    assert f"one wire to GPIO {key.bcm} (pin {key.pin})" in DOC


@pytest.mark.parametrize(
    ("example", "told"),
    [(WIDE, "With wide displays GPIO 12 is taken, take GPIO 19"),
     (TWO_PLUNGERS, "two plungers a seat take GPIO 11")],
)  # fmt: skip
def test_a_key_finds_a_free_pin_beside_the_other_examples(example: Path, told: str) -> None:
    assert told in DOC.replace("\n", " ")
    wiring = read_config(example).wiring
    taken = replace(wiring, lines={**wiring.lines, Line.KEY: KEY_PIN})
    assert problems(taken) != ()
    pin = int(told.rpartition(" ")[2])
    assert problems(replace(wiring, lines={**wiring.lines, Line.KEY: pin})) == ()


def test_the_two_lines_that_the_page_changes_make_the_example_of_a_key_switch() -> None:
    text = (ROOT / "systemd" / "clapper.toml").read_text(encoding="utf-8")
    page = " ".join(DOC.split())
    for was, now in (('#key = "none"', "key = 12"), ('#opens = "hold"', 'opens = "key"')):
        assert f"`{was}` into `{now}`" in page
        assert text.count(f"\n{was}\n") == 1
        text = text.replace(f"\n{was}\n", f"\n{now}\n")
    example = read_config(KEY_SWITCH)
    assert config_from(text).wiring == example.wiring
    assert config_from(text).organizer == example.organizer


def test_a_key_switch_is_drawn() -> None:
    svg = wiring_diagram(read_config(KEY_SWITCH).wiring, "With a key switch")
    assert drawn(svg)["key switch"] == (KEY_PIN, 32)
