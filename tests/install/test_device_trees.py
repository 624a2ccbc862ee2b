"""The card's device trees leave every part of the clock its pins, and switch both buses on."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from clock.config import read_config
from hal.wiring import DEFAULT, KEY_PIN, PINS, Wiring, pins_of_parts
from tests.conftest import missing
from tests.install.device_trees import pin_owners, read_nodes

ROOT = Path(__file__).parents[2]
CHANGE = ROOT / "tools" / "image" / "device-trees.sh"
BUILD = (ROOT / "tools" / "image" / "build.sh").read_text()
MODELS = {"bcm2711-rpi-4-b", "bcm2837-rpi-3-a-plus", "bcm2837-rpi-3-b", "bcm2837-rpi-3-b-plus",
          "bcm2837-rpi-zero-2-w"}  # fmt: skip
"""Those that hardware.md says the image is for."""
TOOL_S_MAX = 600.0

I2C, SPI, GPIO = "/soc/i2c@7e804000", "/soc/spi@7e204000", "/soc/gpio@7e200000"
BUSES = [*((pin, I2C) for pin in (2, 3)), *((pin, SPI) for pin in range(7, 12))]
LEFT_FREE = {0, 1, 14, 15}
"""Of the HAT's memory and the serial console: no wiring uses them."""

KEYS = {KEY_PIN, 19}
"""A key's pin with the default wiring, and with wide displays."""

ZERO_2_W = """/dts-v1/;
/ { soc {
    gpio: gpio@7e200000 {
        pinctrl-names = "default"; pinctrl-0 = <&gpioout &alt0>;
        spi0: spi0-gpio7 { brcm,pins = <7 8 9 10 11>; brcm,function = <4>; phandle = <0x31>; };
        i2c1: i2c1-gpio2 { brcm,pins = <2 3>; brcm,function = <4>; };
        gpioout: gpioout { brcm,pins = <6>; brcm,function = <1>; };
        alt0: alt0 { brcm,pins = <4 5 7 8 9 10 11>; brcm,function = <4>; };
    };
    spi@7e204000 { #address-cells = <1>; #size-cells = <0>; status = "disabled"; };
    i2c@7e804000 { pinctrl-0 = <&i2c1>; clock-frequency = <100000>; status = "disabled"; };
}; };
"""
"""What matters of Debian 13's tree for the Zero 2 W, as its kernel 6.12 has it."""


def tool(*arguments: str | Path, folder: Path = ROOT, wired: str = "") -> None:
    """Run a tool in a folder; the test fails if the tool does, and needs it to be installed."""
    if shutil.which(arguments[0]) is None:
        missing(f"{arguments[0]} is not installed")
    ended = subprocess.run(
        list(map(str, arguments)),
        cwd=folder,
        input=wired,
        capture_output=True,
        text=True,
        timeout=TOOL_S_MAX,
        check=False,
    )
    assert ended.returncode == 0, f"{ended.stdout}\n{ended.stderr}"


def changed(trees: Path, out: Path) -> list[Path]:
    """The trees that the card has of a kernel's."""
    out.mkdir()
    tool(CHANGE, trees, out)
    return sorted(out.iterdir())


def wired_pins(wiring: Wiring) -> set[int]:
    """The pins that are the clock's own; those of its buses are the kernel's."""
    screens = wiring.screens.values()
    pins = {pin for screen in screens for pin in (screen.dc, screen.reset, *screen.bus_pins)}
    return {pin for pin in pins if pin is not None} | {pin for *_, pin in pins_of_parts(wiring)}


def assert_every_part_has_its_pin(tree: Path) -> None:
    """No node takes a pin of the header from a part, and both buses have theirs."""
    nodes = read_nodes(tree)
    owners = [(pin, path) for pin, path in pin_owners(nodes) if pin in PINS]
    assert sorted(owner for owner in owners if owner[0] not in LEFT_FREE) == BUSES, tree.name
    assert nodes[I2C]["clock-frequency"] == (400_000).to_bytes(4, "big")
    for select in (0, 1):
        assert nodes[f"{SPI}/spidev@{select}"]["reg"] == select.to_bytes(4, "big")


@pytest.fixture
def small_trees(tmp_path: Path) -> Path:
    """A small tree for each model, with Debian's fault for the Zero 2 W."""
    if shutil.which("fdtput") is None:
        missing("fdtput is not installed (apt-get install device-tree-compiler)")
    folder = tmp_path / "broadcom"
    folder.mkdir()
    for model in MODELS:
        source = ZERO_2_W
        if "zero" not in model:
            source = re.sub(r"pinctrl-names.*&alt0>;", "", source)
        tool("dtc", "-q", "-O", "dtb", "-o", folder / f"{model}.dtb", wired=source)
    return folder


def test_the_wirings_use_no_pin_that_a_device_tree_may_take() -> None:
    wide = read_config(ROOT / "examples" / "wide-displays.toml").wiring
    pins = wired_pins(DEFAULT) | wired_pins(wide) | KEYS
    assert not pins & (dict(BUSES).keys() | LEFT_FREE)


def test_no_node_of_a_changed_tree_takes_a_part_s_pin(small_trees: Path, tmp_path: Path) -> None:
    zero = small_trees / "bcm2837-rpi-zero-2-w.dtb"
    before = dict(pin_owners(read_nodes(zero)))
    assert {pin: before[pin] for pin in (4, 5, 6, 7, 11)} == dict.fromkeys((4, 5, 6, 7, 11), GPIO)
    trees = changed(small_trees, tmp_path / "card")
    assert {tree.stem for tree in trees} == MODELS
    for tree in trees:
        assert_every_part_has_its_pin(tree)


@pytest.mark.slow
def test_no_node_of_any_tree_that_the_card_has_takes_a_part_s_pin(tmp_path: Path) -> None:
    """Of the kernel that Debian ships today, fetched as the card's builder fetches it."""
    (suite,) = re.findall(r"^suite=(\w+)$", BUILD, re.MULTILINE)
    assert "linux-image-arm64" in BUILD
    for folder in ("state/lists/partial", "cache/archives/partial"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "sources.list").write_text(
        "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] "
        f"http://deb.debian.org/debian {suite} main\n"
    )
    (tmp_path / "apt.conf").write_text(
        f'Dir::State "{tmp_path}/state"; Dir::State::status "/dev/null";'
        f'Dir::Cache "{tmp_path}/cache"; Dir::Etc::sourcelist "{tmp_path}/sources.list";'
        'Dir::Etc::sourceparts "/dev/null"; APT::Architecture "arm64";'
        'APT::Architectures "arm64"; APT::Sandbox::User "root"; Acquire::Languages "none";'
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("APT_CONFIG", str(tmp_path / "apt.conf"))
        tool("apt-get", "update", folder=tmp_path)
        depends = subprocess.check_output(
            ["apt-cache", "depends", "--important", "linux-image-arm64"], text=True
        )
        (kernel,) = re.findall(r"Depends: (linux-image-\S+)", depends)
        tool("apt-get", "download", kernel, folder=tmp_path)
    (package,) = tmp_path.glob("linux-image-*.deb")
    tool("dpkg-deb", "--extract", package, tmp_path / "kernel")
    (debian,) = (tmp_path / "kernel" / "usr" / "lib").glob("linux-image-*/broadcom")
    trees = changed(debian, tmp_path / "card")
    assert {tree.stem for tree in trees} >= MODELS
    for tree in trees:
        assert_every_part_has_its_pin(tree)
