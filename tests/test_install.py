"""`make install` and `make uninstall`, under a root of their own."""

import os
import re
import shutil
import stat
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.links import lost

ROOT = Path(__file__).parent.parent
INSTALL_S_MAX = 600.0
OURS = {
    "etc/clapper/clapper.toml",
    "etc/systemd/system/clapper.service",
    "etc/sysusers.d/clapper.conf",
    "etc/tmpfiles.d/clapper.conf",
    "etc/udev/rules.d/60-clapper.rules",
    "usr/local/bin/clapper",
}


def make(
    target: str,
    root: Path,
    *words: str,
    project: Path = ROOT,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> subprocess.CompletedProcess[str]:
    """`make` under a root of its own, by somebody whose new files are nobody else's."""
    return subprocess.run(
        ["make", "-C", str(project), target, f"DESTDIR={root}", *words],
        env={**os.environ, **environment},
        check=False,
        capture_output=True,
        text=True,
        timeout=INSTALL_S_MAX,
        umask=0o077,
    )


def made(
    target: str,
    root: Path,
    *words: str,
    project: Path = ROOT,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """What `make` says of something that it did."""
    ended = make(target, root, *words, project=project, environment=environment)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def python(root: Path) -> Path:
    """The Python of the environment to which the launcher leads, whose path is of the real root."""
    shebang, command = (root / "opt/clapper/bin/clapper").read_text().splitlines()
    found = re.fullmatch(r'exec (/opt/clapper/env\.\w+/bin/python) -P -m clock "\$@"', command)
    assert shebang == "#!/bin/sh"
    assert found is not None
    return root / found[1].lstrip("/")


def environments(root: Path) -> set[Path]:
    return set((root / "opt/clapper").glob("env.*"))


def files(root: Path) -> set[str]:
    """Everything but folders outside of /opt/clapper."""
    found = {path.relative_to(root) for path in root.rglob("*") if not path.is_dir()}
    return {str(path) for path in found if not path.is_relative_to("opt/clapper")}


def clapper(root: Path, *arguments: str) -> str:
    """What the installed clock says."""
    ended = subprocess.run(
        [python(root), "-P", "-m", "clock", *arguments],
        cwd=root,
        env={"PATH": "/usr/bin:/bin"},
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return ended.stdout


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The project as somebody gets it, in a folder of its own."""
    left = (".git", ".venv", "build", "dist", "__pycache__", "*.mo", ".*_cache", ".hypothesis")
    copy = tmp_path / "project"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*left))
    return copy


@pytest.mark.slow
def test_the_clock_is_installed_kept_as_configured_updated_and_taken_away(
    tmp_path: Path, project: Path
) -> None:
    root = tmp_path / "root"
    (root / "opt").mkdir(parents=True)
    (root / "opt" / "other").write_text("somebody else's")
    given = set(project.rglob("*"))
    told = made("install", root, project=project)
    assert f"Installed under {root}." in told
    assert "systemctl start" not in told
    assert set(project.rglob("*")) == given
    assert files(root) == OURS | {"opt/other"}
    everybodys(root)
    assert environments(root) == {python(root).parent.parent}
    assert str((root / "usr/local/bin/clapper").readlink()) == "/opt/clapper/bin/clapper"
    service = (root / "etc/systemd/system/clapper.service").read_text()
    assert "\nExecStart=/opt/clapper/bin/clapper run\n" in service
    (page,) = re.findall("^Documentation=file://(.*)$", service, re.MULTILINE)
    assert page == "/opt/clapper/doc/hardware.md"
    assert not lost(root / page.lstrip("/"))
    assert not lost(root / "opt/clapper/doc/README.md")
    assert clapper(root, "--version").startswith("clapper ")
    config = root / "etc/clapper/clapper.toml"
    assert "is sound." in clapper(root, "check", str(config))

    config.write_text("# mine\n")
    updated_under_a_clock_that_runs(root)
    assert config.read_text() == "# mine\n"
    made("install", root)
    assert environments(root) == {python(root).parent.parent}
    an_update_that_fails(root)
    an_update_that_is_no_clock(root, project)

    made("uninstall", root)
    assert files(root) == {"etc/clapper/clapper.toml", "opt/other"}
    assert not (root / "opt/clapper").exists()


def everybodys(root: Path) -> None:
    """The clock's own user can read, enter and run everything that was put under a root."""
    for path in (*(root / "opt/clapper").rglob("*"), *(root / each for each in OURS)):
        if not path.is_symlink():
            mode = stat.S_IMODE(path.stat().st_mode)
            wanted = 0o555 if path.is_dir() or mode & 0o100 else 0o444
            assert mode & wanted == wanted, path


def updated_under_a_clock_that_runs(root: Path) -> None:
    """What it has not loaded yet is still there for it, through any number of updates."""
    before = python(root)
    command = "print(input()); import clock.records.report.page as page; print(page.__file__)"
    running = subprocess.Popen(
        [before, "-P", "-c", command],
        env={"PATH": "/usr/bin:/bin"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        for _ in range(2):
            made("install", root)
            assert python(root) != before
            assert environments(root) == {before.parent.parent, python(root).parent.parent}
        out, _ = running.communicate("goes on\n", timeout=60)
    finally:
        running.kill()
    said, loaded = out.splitlines()
    assert said == "goes on"
    assert Path(loaded).is_relative_to(before.parent.parent)
    assert running.returncode == 0


def an_update_that_fails(root: Path) -> None:
    """The clock that was there stays as it was."""
    before = python(root)
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0"}
    assert make("install", root, environment=nowhere).returncode
    assert python(root) == before
    assert environments(root) == {before.parent.parent}
    assert clapper(root, "--version").startswith("clapper ")


def an_update_that_is_no_clock(root: Path, project: Path) -> None:
    """Neither a slip anywhere nor a service that cannot be imported takes a clock's place."""
    before = python(root)
    slips = (("report/page.py", "def f(:\n"), ("service/run.py", "import nothing_such\n"))
    for name, slip in slips:
        file = project / "clock" / name
        sound = file.read_text()
        file.write_text(sound + slip)
        ended = make("install", root, project=project, environment={"PYTHONPATH": str(ROOT)})
        file.write_text(sound)
        assert ended.returncode
        assert name in ended.stdout + ended.stderr
        assert python(root) == before
        assert environments(root) == {before.parent.parent}
    assert clapper(root, "--version").startswith("clapper ")


# ---- All but the environment, which holds nothing here

PYTHON = """\
#!/bin/sh
[ "$2" != venv ] || { mkdir "$4/bin" && cp "$0" "$4/bin/python"; }
"""

SYSTEM = """\
#!/bin/sh
echo "${0##*/} $*" >> "$TOLD"
case "$*" in
    *is-active*) test -n "$ACTIVE" ;;
    *is-enabled*) test -z "$DISABLED" ;;
esac
"""


class System:
    """Where systemd runs, or looks as if it did; what it is told."""

    def __init__(self, folder: Path) -> None:
        self._told = folder / "told"
        self.environment = {"PATH": f"{folder}:/usr/bin:/bin", "TOLD": str(self._told)}
        self._command(folder / "python3", PYTHON)
        for name in ("systemctl", "systemd-sysusers", "systemd-tmpfiles", "udevadm"):
            self._command(folder / name, SYSTEM)

    def _command(self, file: Path, content: str) -> None:
        file.parent.mkdir(exist_ok=True)
        file.write_text(content)
        file.chmod(0o755)

    def told(self) -> list[str]:
        """What it was told since this was asked."""
        lines = self._told.read_text().splitlines() if self._told.exists() else []
        self._told.unlink(missing_ok=True)
        return lines


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path / "commands")


LIVE = "LIVE=true"
ENABLES = "systemctl --quiet enable clapper"


def test_a_root_with_a_space_in_its_name_is_no_other_folder(tmp_path: Path, system: System) -> None:
    neighbour, root = tmp_path / "root", tmp_path / "root b"
    (neighbour / "opt").mkdir(parents=True)
    (neighbour / "opt/precious").write_text("somebody else's")
    made("install", root, environment=system.environment)
    assert files(root) == OURS
    made("uninstall", root, environment=system.environment)
    assert files(root) == {"etc/clapper/clapper.toml"}
    assert (neighbour / "opt/precious").exists()
    assert {path.name for path in tmp_path.iterdir()} == {"commands", "root", "root b"}


def test_what_is_installed_is_everybodys_to_read_whatever_roots_umask(
    tmp_path: Path, system: System
) -> None:
    root = tmp_path / "root"
    (root / "opt/clapper/bin").mkdir(mode=0o700, parents=True)  # an earlier one's
    (root / "opt/clapper").chmod(0o700)
    made("install", root, environment=system.environment)
    everybodys(root)
    for folder in ("opt/clapper", "opt/clapper/bin", "usr/local/bin", "etc/clapper"):
        assert stat.S_IMODE((root / folder).stat().st_mode) == 0o755


def test_the_first_installation_alone_enables_the_service(tmp_path: Path, system: System) -> None:
    root = tmp_path / "root"
    said = made("install", root, LIVE, environment=system.environment)
    assert ENABLES in system.told()
    assert "the next power-on" in said
    said = made("install", root, LIVE, environment=system.environment | {"DISABLED": "yes"})
    assert ENABLES not in system.told()
    assert "'systemctl enable --now clapper'" in said


def test_a_service_that_the_packages_removal_masked_is_enabled(
    tmp_path: Path, system: System
) -> None:
    root = tmp_path / "root"
    unit = root / "etc/systemd/system/clapper.service"
    unit.parent.mkdir(parents=True)
    unit.symlink_to("/dev/null")
    made("install", root, LIVE, environment=system.environment)
    assert ENABLES in system.told()
    assert "ExecStart=/opt/clapper/bin/clapper run" in unit.read_text()


def test_an_update_under_a_clock_that_runs_says_that_it_goes_on(
    tmp_path: Path, system: System
) -> None:
    said = made(
        "install", tmp_path / "root", LIVE, environment=system.environment | {"ACTIVE": "yes"}
    )
    assert "goes on as it was" in said


def test_where_systemd_does_not_run_nothing_is_said_to_be_enabled(
    tmp_path: Path, system: System
) -> None:
    said = made("install", tmp_path / "root", environment=system.environment)
    assert system.told() == []
    assert "'systemctl enable --now clapper'" in said


def test_beside_the_package_nothing_is_installed(tmp_path: Path, system: System) -> None:
    root = tmp_path / "root"
    packages = root / "lib/systemd/system/clapper.service"
    packages.parent.mkdir(parents=True)
    packages.touch()
    ended = make("install", root, environment=system.environment)
    assert ended.returncode
    assert "apt remove clapper-clock" in ended.stdout
    assert files(root) == {"lib/systemd/system/clapper.service"}


def test_uninstall_says_that_the_packages_clock_is_left(tmp_path: Path, system: System) -> None:
    root = tmp_path / "root"
    made("install", root, environment=system.environment)
    packages = root / "lib/systemd/system/clapper.service"
    packages.parent.mkdir(parents=True)
    packages.touch()
    assert "The Debian package's clock is left" in made(
        "uninstall", root, environment=system.environment
    )
