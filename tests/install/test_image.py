"""The card image, booted by QEMU as a Raspberry Pi 3B: `make image-test` makes it and runs this.

The kernel, initrd and device tree are the card's own; the pins and the card are those of the Pi's
chip, the wireless network is one that the kernel simulates. QEMU has no firmware or displays, no
I²C bus that answers, and it restarts as soon as its watchdog is armed. The machine's time is
counted in instructions, 500 million a second on a core: a busy host does not change it.
"""

import os
import re
import selectors
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import missing
from tests.install.test_deb import tool
from tests.install.test_device_trees import MODELS, assert_every_part_has_its_pin

pytestmark = pytest.mark.image

CARD = Path(os.environ.get("CLAPPER_CARD", ""))
"""The card as it is before it is packed."""

FAT = "@@1M"
"""Where its first partition begins, for mtools."""

CARD_BYTES = 2**31
"""QEMU wants a power of two."""

BOOT_S_MAX = 3600.0
COMMAND_S_MAX = 1800.0
REVISION = "0xa02082"
"""A Pi 3B's, which its firmware adds to the device tree."""

OPTIONS = (
    " maxcpus=1 systemd.watchdog_sec=0 console=ttyS1,115200 "
    "systemd.debug_shell systemd.default_debug_tty=ttyS1 systemd.mask=serial-getty@ttyS1.service"
)

IMAGERS = (
    " systemd.run=/boot/firstrun.sh systemd.run_success_action=reboot"
    " systemd.unit=kernel-command-line.target"
)
"""What Raspberry Pi Imager adds to them where it has written its script onto the card."""

RADIO = " modules_load=mac80211_hwsim"
"""One that the kernel simulates, which hears nobody."""


class Pi:
    """A machine that runs from its power-on to a cut, and the root shell on its serial line."""

    def __init__(self, folder: Path, disk: Path, more_options: str = "") -> None:
        for name in ("vmlinuz", "initrd.img", "bcm2837-rpi-3-b.dtb", "cmdline.txt"):
            tool("mcopy", "-n", "-o", "-i", f"{disk}{FAT}", f"::{name}", folder)
        tree = folder / "bcm2837-rpi-3-b.dtb"
        tool("fdtput", "-p", "-t", "x", tree, "/system", "linux,revision", REVISION)
        options = (folder / "cmdline.txt").read_text().strip()
        self._log = (folder / "console").open("ab")
        self._process = subprocess.Popen(
            [
                "qemu-system-aarch64", "-M", "raspi3b", "-m", "1G", "-smp", "4", "-display", "none",
                "-accel", "tcg,thread=single", "-icount", "shift=1,sleep=off",
                "-kernel", folder / "vmlinuz", "-initrd", folder / "initrd.img", "-dtb", tree,
                "-append", options + OPTIONS + more_options,
                "-drive", f"file={disk},format=raw,if=sd,cache=unsafe",
                "-monitor", "none", "-serial", "null", "-serial", "stdio",
            ],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, bufsize=0,
        )  # fmt: skip
        self._heard = b""

    def boot(self) -> None:
        """Wait for the shell, and then for all units that the card starts."""
        self._until(rb"# ", BOOT_S_MAX)
        self.run("bind 'set enable-bracketed-paste off'; stty -echo; PS1=; dmesg -n 1")
        self.run("systemctl is-system-running --wait", BOOT_S_MAX)

    def run(self, command: str, within_s: float = COMMAND_S_MAX) -> str:
        """What a command prints; the mark is split, so that its echo is not taken for it."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{{ {command}; }} 2>&1; echo 'CLAPPER-''END'\n".encode())
        printed = self._until(rb"CLAPPER-END\r?\n", within_s)
        return printed.decode(errors="replace").replace("\r\n", "\n")

    def cut(self) -> None:
        """Take its power away."""
        with self._process, self._log:
            self._process.kill()

    def _until(self, mark: bytes, within_s: float) -> bytes:
        """What stands on the line before a mark."""
        assert self._process.stdout is not None
        end = time.monotonic() + within_s
        with selectors.DefaultSelector() as ready:
            ready.register(self._process.stdout, selectors.EVENT_READ)
            while (found := re.search(mark, self._heard)) is None:
                assert ready.select(end - time.monotonic()), self._heard[-2000:]
                heard = os.read(self._process.stdout.fileno(), 65536)
                assert heard, self._heard[-2000:]
                self._log.write(heard)
                self._log.flush()
                self._heard += heard
        before, self._heard = self._heard[: found.start()], self._heard[found.end() :]
        return before


def put(disk: Path, file: Path, text: str, encoding: str, end: str = "\r\n") -> None:
    """Write a file onto the card's first partition, as a PC does."""
    file.write_text(text, encoding, newline=end)
    tool("mcopy", "-o", "-i", f"{disk}{FAT}", file, f"::{file.name}")


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not CARD.is_file():
        missing("CLAPPER_CARD names no card (make image-test)")
    disk = tmp_path_factory.mktemp("card") / "disk"
    tool("cp", "--sparse=always", CARD, disk)
    os.truncate(disk, CARD_BYTES)
    return disk


@contextmanager
def started(folder: Path, disk: Path, more_options: str = "") -> Iterator[Pi]:
    """A machine that is up, and is cut from its power in the end."""
    pi = Pi(folder, disk, more_options)
    try:
        pi.boot()
        yield pi
    finally:
        pi.cut()


def test_the_card_s_device_trees_leave_every_part_its_pin(disk: Path, tmp_path: Path) -> None:
    tool("mcopy", "-i", f"{disk}{FAT}", "::*.dtb", tmp_path)
    trees = sorted(tmp_path.glob("*.dtb"))
    assert {tree.stem for tree in trees} >= MODELS
    for tree in trees:
        assert_every_part_has_its_pin(tree)


def test_the_first_start_brings_the_clock_up_and_the_doctor_finds_only_what_qemu_lacks(
    disk: Path, tmp_path: Path
) -> None:
    file = tmp_path / "clapper.toml"
    tool("mcopy", "-i", f"{disk}{FAT}", "::clapper.toml", file)
    text = file.read_text().replace('#control = "rif"', 'control = "5+3"')
    put(disk, file, text, "utf-8-sig")
    with started(tmp_path, disk) as pi:
        assert pi.run("systemctl is-system-running").strip() == "running"
        assert pi.run("systemctl is-active clapper clapper-card").split() == ["active", "active"]
        assert pi.run("systemctl is-active ssh").strip() == "inactive"
        print(pi.run("systemd-analyze; systemd-analyze blame --no-pager | head -5"))
        log = pi.run("journalctl -u clapper -o short-monotonic --no-pager")
        assert "ready. Both: 5:00; +3 s" in log, log
        print(log)
        answer = pi.run("clapper doctor")
        print(answer)
        parts = set(re.findall(r"^(?:warning|wrong) +(\w+)", answer, re.MULTILINE))
        assert "displays" in parts
        assert parts <= {"displays", "bus", "speed", "power", "time", "heat"}
        assert pi.run("findmnt -no FSTYPE /").strip() == "overlay"
        assert pi.run("findmnt -no OPTIONS /boot/firmware").startswith("ro")
        assert pi.run("findmnt -no SOURCE /var/lib/clapper").startswith("/dev/mmcblk")
        pi.run("touch /lost; echo game >/var/lib/clapper/games/kept; sync")


def test_after_a_cut_it_starts_with_its_games_and_with_what_a_pc_has_put_onto_the_card(
    disk: Path, tmp_path: Path
) -> None:
    tool("mcopy", "-i", f"{disk}{FAT}", "::wifi.txt", tmp_path)
    wifi = (tmp_path / "wifi.txt").read_text()
    for name, text in {
        "clapper.toml": '[pins]\nfactory = "lgpoi"\n',
        "wifi.txt": wifi.replace('"NAME"', '"hall"').replace("PASSWORD", "fifteen by fifteen"),
        "userconf.txt": "pi:fifteen by fifteen",
        "ssh.txt": "",
        "report.txt": "",
    }.items():
        put(disk, tmp_path / name, text, "utf-16")
    put(disk, tmp_path / "firstrun.sh", "echo table-7 >/etc/hostname\n", "utf-8", "\n")
    with started(tmp_path, disk, IMAGERS + RADIO) as pi:
        assert pi.run("cat /var/lib/clapper/games/kept").startswith("game\n")
        assert "No such file" in pi.run("ls /lost")
        log = pi.run("journalctl -u clapper --no-pager")
        assert "lgpoi" in log, log
        assert "line 2" in log, log
        assert pi.run("hostname").strip() == "table-7"
        all_three = pi.run("systemctl is-active ssh wpa_supplicant@wlan0 clapper")
        assert all_three.split() == ["active"] * 3
        assert pi.run("passwd --status pi").split()[1] == "P"
    tool("mcopy", "-o", "-i", f"{disk}{FAT}", "::games/kept", "::report.txt", tmp_path)
    assert (tmp_path / "kept").read_text() == "game\n"
    assert "a mistake in line 2" in (tmp_path / "report.txt").read_text()
