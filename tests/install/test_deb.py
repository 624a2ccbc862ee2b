"""The Debian package: built for both machines, looked into, installed, used and purged here.

It is installed into this machine's own root and into one of Debian 13, under an overlay that is
thrown away, so that every file it leaves can be counted and nothing of the machine is touched.
"""

import fcntl
import os
import re
import shutil
import struct
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from clock.text.language import ENGLISH, LANGUAGES
from hal.factories import has_chip
from tests.conftest import missing
from tests.install.test_install import lost_links

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = {"gpiod", "lgpio", "paho_mqtt"}
BUILD_S_MAX = 600.0
LIBRARIES = "usr/lib/clapper"
TOP = ("clock", "hal")
MACHINES = {"amd64": 62, "arm64": 183}
"""The ELF header's number of a machine."""


def tool(*arguments: str | Path) -> str:
    """Run a tool to its end; return what it printed."""
    if shutil.which(str(arguments[0])) is None:
        missing(f"{arguments[0]} is not installed")
    ended = subprocess.run(
        [str(argument) for argument in arguments],
        capture_output=True,
        text=True,
        timeout=BUILD_S_MAX,
        check=False,
    )
    assert ended.returncode == 0, f"{ended.stdout}\n{ended.stderr}"
    assert "Target directory" not in ended.stderr
    return ended.stdout


def build(arch: str, out: Path) -> Path:
    if shutil.which("dpkg-deb") is None:
        missing("dpkg-deb is not installed (apt-get install dpkg)")
    tool(sys.executable, ROOT / "tools" / "deb" / "build.py", "--arch", arch, "--out", out)
    return out / f"clapper-clock_{PROJECT['version']}_{arch}.deb"


def once(tmp_path_factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that is made once in a run, whatever the number of its processes."""
    run = tmp_path_factory.getbasetemp()
    run = run.parent if "PYTEST_XDIST_WORKER" in os.environ else run
    with (run / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (run / name).exists():
            (run / f"{name}.new").mkdir()
            make(run / f"{name}.new")
            (run / f"{name}.new").rename(run / name)
    return run / name


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The packages unpacked; each is beside what was in it."""

    def make(folder: Path) -> None:
        for arch in MACHINES:
            package = build(arch, folder).rename(folder / f"{arch}.deb")
            tool("dpkg-deb", "--raw-extract", package, folder / arch)
        if left := os.environ.get("CLAPPER_KEEP_DEB"):  # for the tests on a real kernel
            shutil.copy(folder / "amd64.deb", left)

    folder = once(tmp_path_factory, "packages", make)
    return {arch: folder / arch for arch in MACHINES}


@pytest.mark.parametrize("arch", MACHINES)
def test_the_package_holds_libraries_for_its_machine_and_both_pythons_and_whole_documents(
    trees: dict[str, Path], arch: str
) -> None:
    root = trees[arch]
    machines = {}
    for file in root.rglob("*.so*"):
        head = file.read_bytes()[:20]
        assert head[:4] == b"\x7fELF", file
        machines[file.name] = struct.unpack_from("<H", head, 18)[0]
    assert set(machines.values()) == {MACHINES[arch]}
    assert "_lgpio.abi3.so" in machines
    compiled = {
        tag: {str(file.relative_to(root)).replace(tag, "") for file in root.rglob(f"*{tag}*")}
        for tag in ("cpython-311", "cpython-313")
    }
    assert compiled["cpython-311"] == compiled["cpython-313"] != set()
    assert f"Architecture: {arch}\n" in (root / "DEBIAN" / "control").read_text()
    service = (root / "usr/lib/systemd/system/clapper.service").read_text()
    (page,) = re.findall("^Documentation=file://(.*)$", service, re.MULTILINE)
    hardware = root / page.lstrip("/")
    assert lost_links(hardware) == lost_links(hardware.parent / "README.md") == []
    for path in (
        "man/man1/clapper.1.gz",
        "bash-completion/completions/clapper",
        "zsh/vendor-completions/_clapper",
    ):
        assert (root / "usr/share" / path).is_file()
    sums = ["md5sum", "--quiet", "--check", "DEBIAN/md5sums"]
    assert subprocess.run(sums, cwd=root, check=False).returncode == 0


def test_both_machines_have_the_same_clock_with_every_library_and_language(
    trees: dict[str, Path],
) -> None:
    lists = [
        (ROOT / "tools" / "deb" / f"{name}.txt").read_text() for name in ("wheels", "compiled")
    ]
    pinned = set(re.findall(r"^([\w.]+)==", "".join(lists), re.M))
    wanted = {re.split(r"[<>=;]", each)[0] for each in PROJECT["dependencies"]} | EXTRAS
    assert {name.replace(".", "_").lower() for name in wanted} <= pinned

    def clock(arch: str) -> dict[str, bytes]:
        root = trees[arch]
        return {
            str(file.relative_to(root)): file.read_bytes()
            for folder in TOP
            for file in (root / LIBRARIES / folder).rglob("*")
            if file.is_file()
        }

    assert clock("amd64") == clock("arm64")
    assert f"{LIBRARIES}/clock/presets/renju.toml" in clock("arm64")
    for language in set(LANGUAGES) - {ENGLISH}:
        catalogue = f"{LIBRARIES}/clock/text/locale/{language}/LC_MESSAGES/clapper.mo"
        assert catalogue in clock("arm64")


def test_nothing_holds_a_path_of_the_machine_that_built_it(trees: dict[str, Path]) -> None:
    paths = [str(ROOT).encode(), sys.prefix.encode(), b"/tmp/"]
    folders = [root / each for root in trees.values() for each in (LIBRARIES, "usr/bin", "DEBIAN")]
    for file in (file for folder in folders for file in folder.rglob("*")):
        own = file.suffix == "" or "clapper_clock" in str(file)
        # The libraries themselves hold what their own makers built them in.
        if (own or "lgpio" in file.name) and file.is_file() and ".libs" not in str(file):
            content = file.read_bytes()
            assert not any(path in content for path in paths), file


def test_the_same_tree_gives_the_same_package(trees: dict[str, Path], tmp_path: Path) -> None:
    again = build("amd64", tmp_path)
    assert again.read_bytes() == trees["amd64"].with_suffix(".deb").read_bytes()


# ---- Installed

SESSION = Path(__file__).with_name("session.sh")

# What any package's coming and going changes, and the groups that belong to the machine.
MACHINES_OWN = re.compile(
    r"var/lib/dpkg/.*|var/log/.*|var/cache/.*|etc/(passwd|shadow|group|gshadow)-?|etc/\.pwd\.lock"
    r"|etc/(subuid|subgid)-?|run/.*"
)


def debian_13() -> Path:
    """A small Debian 13 for the package to be installed in, kept from run to run."""
    root = Path.home() / ".cache" / "clapper" / "debian-13"
    if not root.exists():
        new = root.with_suffix(".new")
        shutil.rmtree(new, ignore_errors=True)
        tool(
            "mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", "--arch=amd64",
            "--include=systemd,udev,init-system-helpers,python3", "trixie", new,
            "http://deb.debian.org/debian",
        )  # fmt: skip
        new.rename(root)
    return root


@pytest.fixture(scope="module", params=["12", "13"])
def session(
    request: pytest.FixtureRequest,
    trees: dict[str, Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, str]:
    """What the commands of the package's life printed, by chapter, on a Debian of each version."""
    if os.geteuid() != 0:
        missing("to install a package wants root")
    if tool("dpkg", "--print-architecture").strip() != "amd64":
        missing("the package that is installed here is for amd64")

    def make(folder: Path) -> None:
        package = trees["amd64"].with_suffix(".deb")
        root = Path("/") if request.param == "12" else debian_13()
        (folder / "overlay").mkdir()
        command = ("unshare", "--mount", "sh", SESSION, folder / "overlay", package, root)
        (folder / "output").write_text(tool(*command))

    output = (once(tmp_path_factory, f"session-{request.param}", make) / "output").read_text()
    chapters = re.split(r"^=== (\w+)\n", output, flags=re.MULTILINE)
    return dict(zip(chapters[1::2], chapters[2::2], strict=True))


def test_the_package_installs_a_service_of_its_own_and_its_commands_run(
    session: dict[str, str],
) -> None:
    assert "'clapper doctor' checks the hardware" in session["install"]
    assert "warning" not in session["install"].lower()
    sources, compiled = session["compiled"].split()
    assert sources == compiled
    assert session["version"] == f"clapper {PROJECT['version']}\nstatus 0\n"
    assert session["check"].startswith("/etc/clapper/clapper.toml is valid.\nPins: lgpio.\n")
    for chapter in ("install", "check"):
        assert session[chapter].endswith("status 0\n")
    found = re.findall(r"^(?:ok|warning|wrong) +(\w+) ", session["doctor"], re.MULTILINE)
    assert {"board", "configuration", "disk"} <= set(found)
    assert session["doctor"].splitlines()[-1] in ("status 0", "status 1")
    user, folder = session["user"].splitlines()
    assert user.startswith("clapper:x:")
    assert folder == "clapper 750"
    assert session["enabled"].strip().endswith("lib/systemd/system/clapper.service")
    assert session["verify"] == "status 0\n"
    if not has_chip():
        line, status = session["run"].splitlines()
        assert line.startswith("clapper: this machine has no GPIO chip: ")
        assert status == "status 3"


def test_an_upgrade_leaves_the_running_clock_and_renews_only_an_unchanged_configuration(
    session: dict[str, str],
) -> None:
    assert session["renewed"] == "status 0\n0\n"
    assert session["upgrade"].endswith("status 0\n# mine\n")
    assert "switches to the new version" in session["upgrade"]
    status, ready, ended, *files = session["running"].splitlines()
    assert (status, ended) == ("status 0", "clapper: ended")
    assert ready.startswith("clapper: ready. Both: 40 moves in 2:00:00")
    assert "games" in files


GAMES = ["/etc/clapper:", "clapper.toml", "", "/var/lib/clapper:", "games"]


@pytest.mark.parametrize(
    ("chapter", "left"),
    [
        ("remove", ["/etc/clapper", "/etc/clapper/clapper.toml",
                    "find: '/usr/lib/clapper': No such file or directory"]),
        ("purge", ["nobody", "nothing"]),
        # A disk that is mounted for the games and a folder that is a link are emptied.
        ("mounted", ["nobody", "/elsewhere:", "", "/var/lib/clapper:"]),
        # The other installation keeps what it needs.
        ("beside", ["/etc/systemd/system/clapper.service", "# mine", "clapper 750", *GAMES]),
        # As `sed -i` and editors do: the file is another one then, of the same name.
        ("later", ["left_plunger = 12", *GAMES]),
    ],
)  # fmt: skip
def test_what_a_removal_and_a_purge_leave(
    session: dict[str, str], chapter: str, left: list[str]
) -> None:
    assert session[chapter].partition("status 0\n")[2].splitlines() == left


def test_the_machine_is_as_before_and_another_installation_goes_first(
    session: dict[str, str],
) -> None:
    assert [each for each in session["left"].splitlines() if not MACHINES_OWN.fullmatch(each)] == []
    assert "'make install' has put another clock into /opt/clapper" in session["other"]
    assert "systemctl start clapper" not in session["other"]
    assert session["other"].endswith("status 0\n")
    assert "stay, for the clock that 'make install' put into /opt/clapper" in session["beside"]
