"""The Debian package: built for both machines, looked into, installed, used and purged here.

It is installed into this machine's own root under an overlay that is thrown away, so that every
file it leaves can be counted and nothing of the machine is touched.
"""

import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from clock.text.language import ENGLISH, LANGUAGES
from tests.conftest import missing
from tests.links import lost

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
BUILD_S_MAX = 600.0
LIBRARIES = "usr/lib/clapper"
MACHINES = {"amd64": 62, "arm64": 183}
"""The ELF header's number of a machine."""


def tool(*arguments: str | Path) -> str:
    """Run a tool to its end; return what it printed."""
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
    if sys.version_info[:2] != (3, 11):
        missing("the package is built with Python 3.11")
    if shutil.which("dpkg-deb") is None:
        missing("dpkg-deb is not installed (apt-get install dpkg)")
    tool(sys.executable, ROOT / "deb" / "build.py", "--arch", arch, "--out", out)
    return out / f"clapper-clock_{PROJECT['version']}_{arch}.deb"


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    out = tmp_path_factory.mktemp("dist")
    return {arch: build(arch, out) for arch in MACHINES}


@pytest.fixture(scope="module")
def trees(packages: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The packages unpacked."""
    roots = {}
    for arch, package in packages.items():
        roots[arch] = tmp_path_factory.mktemp(arch)
        tool("dpkg-deb", "--raw-extract", package, roots[arch])
    return roots


def test_every_library_that_the_clock_needs_is_in_the_package() -> None:
    pinned = set(re.findall(r"^([\w.]+)==", (ROOT / "deb" / "wheels.txt").read_text(), re.M))
    wanted = {re.split(r"[<>=;]", each)[0] for each in PROJECT["dependencies"]} | {"lgpio", "gpiod"}
    assert {name.replace(".", "_").lower() for name in wanted} <= pinned


@pytest.mark.parametrize("arch", MACHINES)
def test_the_libraries_are_for_the_packages_machine(trees: dict[str, Path], arch: str) -> None:
    machines = {}
    for file in trees[arch].rglob("*.so*"):
        head = file.read_bytes()[:20]
        assert head[:4] == b"\x7fELF", file
        machines[file.name] = struct.unpack_from("<H", head, 18)[0]
    assert set(machines.values()) == {MACHINES[arch]}
    assert any(name.startswith("_lgpio.cpython-311-") for name in machines)
    assert f"Architecture: {arch}\n" in (trees[arch] / "DEBIAN" / "control").read_text()


def test_both_machines_have_the_same_clock(trees: dict[str, Path]) -> None:
    def clock(arch: str) -> dict[str, bytes]:
        root = trees[arch]
        return {
            str(file.relative_to(root)): file.read_bytes()
            for folder in ("clock", "hal")
            for file in (root / LIBRARIES / folder).rglob("*")
            if file.is_file()
        }

    assert clock("amd64") == clock("arm64")
    assert f"{LIBRARIES}/clock/presets/renju.toml" in clock("arm64")
    for language in set(LANGUAGES) - {ENGLISH}:
        catalogue = f"{LIBRARIES}/clock/text/locale/{language}/LC_MESSAGES/clapper.mo"
        assert catalogue in clock("arm64")


@pytest.mark.parametrize("arch", MACHINES)
def test_nothing_holds_a_path_of_the_machine_that_built_it(
    trees: dict[str, Path], arch: str
) -> None:
    paths = [str(ROOT).encode(), sys.prefix.encode(), b"/tmp/"]
    ours = (trees[arch] / LIBRARIES, trees[arch] / "usr/bin", trees[arch] / "DEBIAN")
    for folder in ours:
        for file in folder.rglob("*"):
            # The libraries themselves hold what their own makers built them in.
            if file.is_file() and file.suffix != ".so" and ".libs" not in str(file):
                content = file.read_bytes()
                own = file.suffix in (".pyc", "") or "clapper_clock" in str(file)
                said = written(file)  # a library may name such a path itself
                assert not any(path in content for path in paths if own and path not in said), file


def written(file: Path) -> bytes:
    """What bytecode was made from; nothing of another file."""
    source = file.parent.parent / f"{file.name.partition('.')[0]}.py"
    return source.read_bytes() if file.suffix == ".pyc" and source.exists() else b""


def test_every_module_of_the_clock_has_its_bytecode(trees: dict[str, Path]) -> None:
    for folder in ("clock", "hal"):
        for file in (trees["arm64"] / LIBRARIES / folder).rglob("*.py"):
            cached = file.parent / "__pycache__" / f"{file.stem}.cpython-311.pyc"
            # 1: never compared with the source, whose date is another on every machine.
            assert cached.read_bytes()[4:8] == b"\x01\x00\x00\x00", file


def test_the_same_tree_gives_the_same_package(packages: dict[str, Path], tmp_path: Path) -> None:
    again = build("amd64", tmp_path)
    assert again.read_bytes() == packages["amd64"].read_bytes()


@pytest.mark.parametrize("arch", MACHINES)
def test_what_the_pages_and_the_service_point_to_is_in_the_package(
    trees: dict[str, Path], arch: str
) -> None:
    service = (trees[arch] / "lib/systemd/system/clapper.service").read_text()
    (page,) = re.findall("^Documentation=file://(.*)$", service, re.MULTILINE)
    hardware = trees[arch] / page.lstrip("/")
    assert lost(hardware) == lost(hardware.parent / "README.md") == []


def test_the_checksums_are_those_of_the_files(trees: dict[str, Path]) -> None:
    root = trees["amd64"]
    ended = subprocess.run(
        ["md5sum", "--quiet", "--check", "DEBIAN/md5sums"], cwd=root, check=False
    )
    assert ended.returncode == 0


# ---- Installed

SESSION = r"""
set -e
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
cp "$2" "$1/root/package.deb"
mount -t proc proc "$1/root/proc"
mount --rbind /dev "$1/root/dev"
cat > "$1/root/session" <<'END'
export DEBIAN_FRONTEND=noninteractive LC_ALL=C PYTHONUTF8=1 HOME=/root
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
cd /
say() { echo "=== $1"; }
say install; dpkg -i /package.deb 2>&1; echo "status $?"
say version; clapper --version; echo "status $?"
say check; clapper check 2>&1; echo "status $?"
say run; clapper run 2>&1; echo "status $?"
say mock; printf '[pins]\nfactory = "mock"\n' > /mock.toml
timeout -s TERM 5 clapper run --config /mock.toml 2>&1
say kept; mkdir /state; export STATE_DIRECTORY=/state
timeout -s TERM 5 clapper run --config /mock.toml 2>&1
echo $(ls /state)
rm -r /mock.toml /state; unset STATE_DIRECTORY
say doctor; clapper doctor --json 2>&1; echo "status $?"
say user; getent passwd clapper; stat -c '%U %a' /var/lib/clapper
say enabled; readlink /etc/systemd/system/multi-user.target.wants/clapper.service
say verify; systemd-analyze verify clapper.service 2>&1; echo "status $?"
say renewed; echo '# before' | tee -a /usr/share/clapper/clapper.toml >> /etc/clapper/clapper.toml
dpkg -i /package.deb >/dev/null 2>&1; echo "status $?"
grep -c '^# before' /etc/clapper/clapper.toml
say upgrade; echo '# mine' >> /etc/clapper/clapper.toml
printf '[pins]\nfactory = "mock"\n' > /mock.toml
clapper run --config /mock.toml > /running 2>&1 & clock=$!
for _ in $(seq 300); do grep -q ready /running && break; sleep 0.1; done
dpkg -i /package.deb 2>&1; echo "status $?"; tail -n 1 /etc/clapper/clapper.toml
say running; kill -TERM $clock; wait $clock; echo "status $?"; cat /running; rm /running /mock.toml
say remove; dpkg -r clapper-clock 2>&1; echo "status $?"; find /etc/clapper /usr/lib/clapper 2>&1
say purge; dpkg -P clapper-clock 2>&1; echo "status $?"; getent passwd clapper || echo nobody
[ -e /etc/clapper ] || echo nothing
say mounted; dpkg -i /package.deb >/dev/null 2>&1
mount -t tmpfs tmpfs /var/lib/clapper; touch /var/lib/clapper/journal.db
mv /etc/clapper /elsewhere; ln -s /elsewhere /etc/clapper
dpkg -P clapper-clock 2>&1; echo "status $?"; getent passwd clapper || echo nobody
ls -A /var/lib/clapper /elsewhere
umount /var/lib/clapper; rm -r /var/lib/clapper /etc/clapper /elsewhere
say other; unit=/etc/systemd/system/clapper.service
wanted=/etc/systemd/system/multi-user.target.wants/clapper.service
printf '[Service]\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n' > $unit
mkdir -p ${wanted%/*}; ln -s $unit $wanted
dpkg -i /package.deb 2>&1; echo "status $?"
say beside; echo '# mine' >> /etc/clapper/clapper.toml; touch /var/lib/clapper/journal.db
dpkg -P clapper-clock 2>&1; echo "status $?"
readlink $wanted
tail -n 1 /etc/clapper/clapper.toml; stat -c '%U %a' /var/lib/clapper
ls /etc/clapper /var/lib/clapper
say later; rm $unit $wanted /etc/clapper/clapper.toml
dpkg -i /package.deb >/dev/null 2>&1; dpkg -r clapper-clock >/dev/null 2>&1
printf '[Service]\nExecStart=/bin/true\n' > /new; mv -T /new $unit
touch /var/lib/clapper/journal.db
sed -i 's/^#left_plunger = 5/left_plunger = 12/' /etc/clapper/clapper.toml
dpkg -P clapper-clock 2>&1; echo "status $?"
grep '^left_plunger' /etc/clapper/clapper.toml; ls /etc/clapper /var/lib/clapper
rm -r $unit /etc/clapper \
    /var/lib/clapper /var/lib/systemd/deb-systemd-helper-*/clapper.service* \
    /var/lib/systemd/deb-systemd-helper-*/multi-user.target.wants/clapper.service
rm /package.deb /session
END
chroot "$1/root" sh /session
echo "=== left"
cd "$1/upper"
find . \( -type f -o -type l -o -type c \) -printf '%P\n'
"""

# What any package's coming and going changes, and the groups that belong to the machine.
MACHINES_OWN = re.compile(
    r"var/lib/dpkg/.*|var/log/.*|var/cache/.*|etc/(passwd|shadow|group|gshadow)-?|etc/\.pwd\.lock"
    r"|etc/(subuid|subgid)-?|run/.*"
)


@pytest.fixture(scope="module")
def session(packages: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the package's life said, chapter by chapter."""
    if os.geteuid() != 0:
        missing("to install a package wants root")
    if tool("dpkg", "--print-architecture").strip() != "amd64":
        missing("the package that is installed here is for amd64")
    script = tmp_path_factory.mktemp("session") / "session.sh"
    script.write_text(SESSION)
    folder = tmp_path_factory.mktemp("overlay")
    told = tool("unshare", "--mount", "sh", script, folder, packages["amd64"])
    chapters = re.split(r"^=== (\w+)\n", told, flags=re.MULTILINE)
    return dict(zip(chapters[1::2], chapters[2::2], strict=True))


def test_the_package_installs_and_says_what_comes_next(session: dict[str, str]) -> None:
    assert "'clapper doctor' looks at the hardware" in session["install"]
    assert session["install"].endswith("status 0\n")
    assert "warning" not in session["install"].lower()


def test_the_installed_clock_tells_its_version_and_reads_its_configuration(
    session: dict[str, str],
) -> None:
    assert session["version"] == f"clapper {PROJECT['version']}\nstatus 0\n"
    assert session["check"].startswith("/etc/clapper/clapper.toml is sound.\nPins: lgpio.\n")
    assert session["check"].endswith("status 0\n")


def test_the_installed_clock_says_calmly_that_there_are_no_pins(session: dict[str, str]) -> None:
    if Path("/dev/gpiochip0").exists():
        pytest.skip("this machine has pins")
    told, status = session["run"].splitlines()
    assert told.startswith("clapper: pin factory lgpio does not start (")
    assert status == "status 3"


def test_the_installed_clock_keeps_time_until_it_is_ended(session: dict[str, str]) -> None:
    journal, ready, ended = session["mock"].splitlines()
    assert journal == "clapper: no journal is kept: STATE_DIRECTORY is not set"
    assert ready.startswith("clapper: ready. Both: 40 moves in 2:00:00")
    assert ended == "clapper: ended"


def test_the_installed_clock_keeps_its_games_where_systemd_says(session: dict[str, str]) -> None:
    first, *_, files = session["kept"].splitlines()
    assert first.startswith("clapper: ready. ")
    assert "journal.db" in files


def test_the_installed_doctor_looks_at_everything(session: dict[str, str]) -> None:
    *lines, status = session["doctor"].splitlines()
    assert all(set(json.loads(line)) == {"level", "part", "what", "remedy"} for line in lines)
    assert {json.loads(line)["part"] for line in lines} >= {"board", "configuration", "disk"}
    assert status in ("status 0", "status 1")


def test_the_service_is_enabled_for_a_user_of_its_own(session: dict[str, str]) -> None:
    user, folder = session["user"].splitlines()
    assert user.startswith("clapper:x:")
    assert folder == "clapper 750"
    assert session["enabled"].strip().endswith("lib/systemd/system/clapper.service")
    assert session["verify"] == "status 0\n"


def test_an_upgrade_renews_a_configuration_that_nobody_has_changed(session: dict[str, str]) -> None:
    assert session["renewed"] == "status 0\n0\n"


def test_an_upgrade_keeps_the_configuration(session: dict[str, str]) -> None:
    assert session["upgrade"].endswith("status 0\n# mine\n")
    assert "takes the new version" in session["upgrade"]


def test_an_upgrade_leaves_a_clock_that_runs_to_go_on(session: dict[str, str]) -> None:
    status, _, ready, ended = session["running"].splitlines()
    assert status == "status 0"
    assert ready.startswith("clapper: ready. ")
    assert ended == "clapper: ended"


def test_a_removal_keeps_the_configuration_and_nothing_else(session: dict[str, str]) -> None:
    _, _, left = session["remove"].partition("status 0\n")
    assert left.splitlines() == [
        "/etc/clapper",
        "/etc/clapper/clapper.toml",
        "find: '/usr/lib/clapper': No such file or directory",
    ]


def test_a_purge_leaves_nothing(session: dict[str, str]) -> None:
    assert session["purge"].endswith("status 0\nnobody\nnothing\n")
    left = [line for line in session["left"].splitlines() if not MACHINES_OWN.fullmatch(line)]
    assert left == []


def test_a_purge_empties_a_disk_that_is_mounted_for_the_games_and_a_folder_that_is_a_link(
    session: dict[str, str],
) -> None:
    _, _, left = session["mounted"].partition("status 0\n")
    assert left.splitlines() == ["nobody", "/elsewhere:", "", "/var/lib/clapper:"]


def test_the_package_says_that_another_installation_goes_before_it(session: dict[str, str]) -> None:
    assert "'make install' has put another clock into /opt/clapper" in session["other"]
    assert "systemctl start clapper" not in session["other"]
    assert session["other"].endswith("status 0\n")


def test_a_purge_leaves_the_other_installation_what_it_needs(session: dict[str, str]) -> None:
    told, _, left = session["beside"].partition("status 0\n")
    assert "stay, for the clock that 'make install' put into /opt/clapper" in told
    assert left.splitlines() == [
        "/etc/systemd/system/clapper.service",
        "# mine",
        "clapper 750",
        "/etc/clapper:",
        "clapper.toml",
        "",
        "/var/lib/clapper:",
        "journal.db",
    ]


def test_a_purge_after_the_removal_leaves_a_configuration_that_was_replaced_in_between(
    session: dict[str, str],
) -> None:
    """As `sed -i` and editors do: the file is another one then, of the same name."""
    _, _, left = session["later"].partition("status 0\n")
    assert left.splitlines() == [
        "left_plunger = 12",
        "/etc/clapper:",
        "clapper.toml",
        "",
        "/var/lib/clapper:",
        "journal.db",
    ]
