"""hardware.md, its pictures, the shipped configuration and the examples agree with the wiring."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from clock.config import DEFAULT_FILE, Config, config_from, read_config
from clock.doctor import board, buses, hands
from clock.doctor.findings import Finding, ok
from clock.doctor.host_machine import Machine
from clock.menu.access import Opens
from clock.rules.regulations import HandRule
from clock.text.language import render
from hal.ports import LampName, Line
from hal.wiring import DEFAULT, DRIVERS, KEY_PIN, LampWiring, Wiring, knows_hands
from hal.wiring_problems import problems
from tests.fakes import FakeTime, fake_body
from tools.drawings.__main__ import DRAWN, TWO_PLUNGERS, main
from tools.drawings.header import BCM_OF_PIN, GROUNDS, PINS, POWER, bus_wires, parts
from tools.drawings.measures import BOARD_WIDTH, WALL, WIDTH, WINDOW, WINDOW_FROM_MIDDLE
from tools.drawings.panels import PANELS
from tools.drawings.tables import header_table, panel_table, strip_table, wiring_table
from tools.drawings.wiring import wiring_diagram

ROOT = Path(__file__).parents[2]
DOC = (ROOT / "hardware.md").read_text(encoding="utf-8")
PROSE = " ".join(DOC.split())
MANUAL = (ROOT / "docs" / "manual.md").read_text(encoding="utf-8")
WIDE = ROOT / "examples" / "wide-displays.toml"
DIAGRAMS = ("wiring", "wiring-two-plungers")
PICTURES = sorted(DRAWN.keys() - {"rooms", "tables"})

Pins = dict[str, tuple[int, int]]
"""A part's BCM number and header pin, by its name as people say it."""


def wired(wiring: Wiring) -> Pins:
    """The parts that are wired, named in words of this test's own."""
    text: dict[str, str] = {name: f"{str(name).replace('_', ' ')} lamp" for name in wiring.lamps}
    for line in wiring.lines:
        name, hand = re.fullmatch(r"(\w+?)(_[lr]h)?", line).groups()  # type: ignore[union-attr]
        words = {"stop": "Stop", "minus": "Minus", "ok": "OK", "plus": "Plus"}.get(name, name)
        words = words.replace("_stone", " stone sensor").replace("_", " ")
        text[line] = words + {"_lh": ", left hand", "_rh": ", right hand", None: ""}[hand]
    bcm = {text[line]: pin for line, pin in wiring.lines.items()}
    bcm |= {text[name]: lamp.pin for name, lamp in wiring.lamps.items()}
    assert wiring.buzzer is not None
    bcm |= {"buzzer": wiring.buzzer.pin}
    pin_of = {number: pin for pin, number in BCM_OF_PIN.items()}
    return {name: (number, pin_of[number]) for name, number in bcm.items()}


def texts(svg: str) -> list[str]:
    """Every text of a picture, its lines joined by a slash."""
    found = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return ["/".join(line.strip() for line in text.itertext() if line.strip()) for text in found]


def drawn(svg: str) -> Pins:
    """The parts of a diagram: "left plunger/GPIO 5 · pin 29"."""
    labels = (re.fullmatch(r"(.+)/GPIO (\d+) · pin (\d+)", text) for text in texts(svg))
    return {label[1]: (int(label[2]), int(label[3])) for label in labels if label}


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_committed_diagram_shows_the_whole_header_and_the_pin_of_every_part(name: str) -> None:
    assert sorted({*BCM_OF_PIN, *POWER}) == list(PINS), "forty pins"
    assert sorted(BCM_OF_PIN.values()) == list(range(28)), "every BCM number once"
    svg = (ROOT / "docs" / f"{name}.svg").read_text(encoding="utf-8")
    wiring = DEFAULT if name == "wiring" else read_config(TWO_PLUNGERS).wiring
    shown = texts(svg)
    assert drawn(svg) == wired(wiring)
    for wire in bus_wires(wiring):
        (pin,) = (pin for pin, bcm in BCM_OF_PIN.items() if bcm == wire.bcm)
        assert f"{wire.name} · GPIO {wire.bcm} · pin {pin}" in shown
    assert {str(pin) for pin in PINS} <= set(shown)
    named = [text for text in shown if re.fullmatch(r"GPIO \d+", text)]
    assert sorted(named) == sorted(f"GPIO {bcm}" for bcm in BCM_OF_PIN.values())
    assert any(", ".join(map(str, GROUNDS)) in text for text in shown)
    for side, screen in wiring.screens.items():
        assert f"{side} display/0x{screen.address:02X}" in shown
    # How a display of seven pins gets its address, whose lowest bit is DC.
    assert {"RES", "10 kΩ", "1 µF", "DC", "CS"} <= set(shown)
    assert "left: GND (0x3C), right: VCC (0x3D)" in shown
    assert [screen.address for screen in wiring.screens.values()] == [0x3C, 0x3D]


@pytest.mark.parametrize("name", PICTURES)
def test_a_committed_picture_is_what_would_be_drawn_now_and_is_on_the_page(name: str) -> None:
    svg = (ROOT / "docs" / f"{name}.svg").read_text(encoding="utf-8")
    for _ in range(2):
        assert DRAWN[name](None) == svg, f"make docs/{name}.svg"
    assert f"(docs/{name}.svg)" in DOC or f"({name}.svg)" in MANUAL


def different(wiring: Wiring) -> str:
    """The table of a wiring without the parts that are wired as in the default one."""
    title, line, *rows = wiring_table(wiring).splitlines()
    default = wiring_table(DEFAULT).splitlines()
    return "\n".join((f"\n{title}", line, *(row for row in rows if row not in default), ""))


def test_the_tables_of_the_page_are_the_wiring_and_the_examples() -> None:
    two_plungers, wide = read_config(TWO_PLUNGERS).wiring, read_config(WIDE).wiring
    tables = (
        *(wiring_table(DEFAULT), different(two_plungers), different(wide)),
        *(header_table(DEFAULT), strip_table(DEFAULT), panel_table()),
    )
    for table in tables:
        assert table in DOC, "paste it from `.venv/bin/python -m tools.drawings tables`"
    rows = re.findall(r"^\| ([^|]+?) \| (\d+) \| (\d+) \|$", wiring_table(DEFAULT), re.MULTILINE)
    pins = {part: (int(bcm), int(pin)) for part, bcm, pin in rows if "display" not in part}
    assert pins == wired(DEFAULT)
    for name, (bcm, pin) in wired(DEFAULT).items():
        cell = re.escape(f"**{name}**, GPIO {bcm}")
        assert re.search(rf"{cell} \| {pin} \||\| {pin} \| {cell} ", header_table(DEFAULT))
    assert "| GND | 22 |" in strip_table(two_plungers)
    assert "GND row needs 22 pins" in PROSE
    assert "\n| CLK | 3 | 23 |" in strip_table(wide)
    assert "\n| DIN | 3 | 19 |" in strip_table(wide)
    assert len(strip_table(wide).splitlines()) == 2 + 4, "what one display has alone is not there"


def test_the_parts_have_as_many_pins_and_leads_as_are_wired() -> None:
    strip, parts_wired = strip_table(DEFAULT), len(wired(DEFAULT))
    assert f"| GND | {parts_wired + len(DEFAULT.screens) + 2} | 6 and 9 |" in strip, "two feed it"
    assert POWER[6] == POWER[9] == "GND"
    pins = [int(pins) for pins in re.findall(r"^\| \w+ \| (\d+) \|", strip, re.M)]
    assert f"pin header to break into pieces, {sum(pins)} pins" in PROSE
    assert f"into pieces of {', '.join(map(str, pins[:-1]))} and {pins[-1]}." in PROSE
    two_a_part, four_a_display = 2 * parts_wired, 4 * len(DEFAULT.screens)
    feeding = len(strip.splitlines()) - 2 + 1  # a row each, and ground has two
    assert f"{two_a_part + four_a_display} of 20 cm, {feeding} of 10 cm" in PROSE
    more = 2 * (len(wired(read_config(TWO_PLUNGERS).wiring)) - parts_wired)
    assert f"{more} more leads" in PROSE
    wires = list(bus_wires(read_config(WIDE).wiring))
    assert f"{len(wires) + 2 * 2} leads for the displays instead of {four_a_display}" in PROSE


def test_the_examples_are_what_they_say() -> None:
    two_plungers, wide = read_config(TWO_PLUNGERS), read_config(WIDE)
    assert problems(two_plungers.wiring) == problems(wide.wiring) == ()
    assert knows_hands(two_plungers.wiring.lines.keys())
    assert two_plungers.setup.regulations.hand_rule is HandRule.WITNESS
    wires = {(wire.screen, wire.name): wire.bcm for wire in bus_wires(wide.wiring)}
    pins = [*wide.wiring.lines.values(), *(part.bcm for part in parts(wide.wiring))]
    assert len(set(wires.values())) == 2 + 2 * 3  # CLK and DIN in common; CS, DC and RES of each
    assert not set(wires.values()) & set(pins)
    for wiring in (DEFAULT, wide.wiring):
        for wire in bus_wires(wiring):
            lamps = {**wiring.lamps, LampName.REFEREE: LampWiring(pin=wire.bcm)}
            (problem,) = problems(replace(wiring, lamps=lamps))
            assert re.search("belongs to|is also used", str(problem.message)), wire


def step_two() -> Config:
    """The shipped configuration with the lines changed that step 2 changes."""
    was, now = '#driver = "ssd1306"\n', 'driver = "ssd1309"\n'
    shipped = (ROOT / "systemd" / "clapper.toml").read_text(encoding="utf-8")
    assert f"`{was.strip()}`" in DOC
    assert f"    {now}" in DOC
    assert shipped.count(was) == 2
    return config_from(shipped.replace(was, now))


def test_the_doctor_prints_the_lines_that_the_page_quotes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency": (400_000).to_bytes(4, "big"),
        "sys/devices/platform/soc/soc:firmware/get_throttled": b"0",
        "sys/class/power_supply/battery/type": b"Battery",
        "sys/class/power_supply/battery/capacity": b"83",
        "sys/class/power_supply/battery/status": b"Unknown",
        "zero/proc/device-tree/system/linux,revision": (0x902120).to_bytes(4, "big"),
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    zero = Machine(tmp_path / "zero")
    recommended = step_two().wiring
    assert {screen.driver for screen in recommended.screens.values()} == {"ssd1309"}
    one = replace(DEFAULT, lines={Line.LEFT_PLUNGER: DEFAULT.lines[Line.LEFT_PLUNGER]})
    body = fake_body(one, time := FakeTime())

    def pressed(asked: str) -> None:
        assert "left plunger" in asked
        for _ in range(hands.PRESSES):
            for wait_us, down in ((300_000, True), (400, False), (800, True), (300_000, False)):
                time.advance(wait_us * 1000)
                body.inputs.drive(Line.LEFT_PLUNGER, down)

    def answering(*there: int) -> list[Finding]:
        monkeypatch.setattr(buses, "answering_addresses", lambda _: set(there))
        return list(buses.addresses(recommended))

    findings = [
        ok("configuration", f"{DEFAULT_FILE} is valid"),
        *buses.speeds(Machine(tmp_path), DEFAULT),
        *answering(0x3C),
        *answering(0x3C, 0x3D),
        *hands.displays(body, lambda _: True),
        *hands.lamps(body, DEFAULT, lambda _: True),
        *hands.buzzer(body, DEFAULT, lambda _: True),
        *hands.switches(body, one, pressed),
        *board.power(Machine(tmp_path)),
        *board.power(zero),
        *board.batteries(Machine(tmp_path), 25),
    ]
    quoted = re.findall(r"^    (ok|warning|wrong) +(\w+) +(.+)$", DOC, re.MULTILINE)
    assert len(quoted) >= 9
    for line in quoted:
        assert line in [(each.severity.value, each.part, render(each.what)) for each in findings]


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_every_link_of_the_page_leads_somewhere_and_every_driver_is_there() -> None:
    drivers = {name.lower() for name in re.findall(r"\b(?:SSD|SH|CH)\d{4}(?:_\w+)?", DOC)}
    assert drivers == DRIVERS.keys(), "hardware.md: the displays that the clock supports"
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


WITHOUT_SCHEMDRAW = (
    "import sys; sys.modules['schemdraw'] = None; from tools.drawings.__main__ import main; "
    "sys.exit(main(['tables']) or main(['wiring']))"
)


def test_drawings_are_asked_for_by_name_and_pictures_alone_need_schemdraw(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for arguments, status, expected in (
        (["tables", str(WIDE)], 0, "| right display, CS | 7 | 26 |"),
        (["wiring", str(WIDE)], 2, "only displays on I²C 1"),
        ([], 2, "expected one of wiring"),
    ):
        assert main(arguments) == status
        assert expected in "".join(capsys.readouterr())
    command = [sys.executable, "-c", WITHOUT_SCHEMDRAW]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert wiring_table(DEFAULT) in ran.stdout
    expected = "wiring is drawn by schemdraw, which `make .venv/.test` installs\n"
    assert (ran.returncode, ran.stderr) == (2, expected)


KEY_SWITCH = ROOT / "examples" / "key-switch.toml"


@pytest.mark.parametrize(
    ("example", "text"),
    [(WIDE, "With wide displays GPIO 12 is taken: use GPIO 19"),
     (TWO_PLUNGERS, "two plungers a seat, GPIO 11")],
)  # fmt: skip
def test_a_key_finds_a_free_pin_beside_the_other_examples(example: Path, text: str) -> None:
    assert text in PROSE
    wiring = read_config(example).wiring
    taken = replace(wiring, lines={**wiring.lines, Line.KEY: KEY_PIN})
    assert problems(taken) != ()
    pin = int(text.rpartition(" ")[2])
    assert problems(replace(wiring, lines={**wiring.lines, Line.KEY: pin})) == ()


def test_the_two_lines_that_the_page_changes_make_the_example_of_a_key_switch() -> None:
    text = (ROOT / "systemd" / "clapper.toml").read_text(encoding="utf-8")
    for was, now in (('#key = "none"', "key = 12"), ('#opens = "hold"', 'opens = "key"')):
        assert f"`{was}` to `{now}`" in PROSE
        assert text.count(f"\n{was}\n") == 1
        text = text.replace(f"\n{was}\n", f"\n{now}\n")
    example = read_config(KEY_SWITCH)
    changed = config_from(text)
    assert (changed.wiring, changed.organizer) == (example.wiring, example.organizer)
    assert example.organizer.opens is Opens.KEY
    assert example.wiring.lines == {**DEFAULT.lines, Line.KEY: KEY_PIN}
    (key,) = (part for part in parts(example.wiring) if part.name == "key switch")
    assert f"one wire to GPIO {key.bcm} (pin {key.pin})" in PROSE
    assert drawn(wiring_diagram(example.wiring, "With a key"))["key switch"] == (KEY_PIN, key.pin)
