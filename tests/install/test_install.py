"""`make install` and `make uninstall`, under a root of their own."""

import os
import re
import shutil
import stat
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
INSTALL_S_MAX = 600.0
OURS = {
    "etc/clapper/clapper.toml",
    "etc/systemd/system-generators/clapper-permissions",
    "etc/systemd/system/clapper.service",
    "etc/sysusers.d/clapper.conf",
    "etc/tmpfiles.d/clapper.conf",
    "etc/udev/rules.d/60-clapper.rules",
    "usr/local/bin/clapper",
    "usr/local/share/bash-completion/completions/clapper",
    "usr/local/share/man/man1/clapper.1",
    "usr/local/share/zsh/site-functions/_clapper",
}


def lost_links(page: Path) -> list[str]:
    """The links of a page that lead to no file beside it; a page without any link is a mistake."""
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert links, page
    return [link for link in links if not (page.parent / link).is_file()]


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


def made(target: str, root: Path, *words: str, **options: Any) -> str:
    """What `make` prints when it succeeds."""
    ended = make(target, root, *words, **options)
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
    """What the installed clock prints."""
    command: list[str | Path] = [python(root), "-P", "-m", "clock", *arguments]
    environment = {"PATH": "/usr/bin:/bin"}
    return subprocess.check_output(command, cwd=root, env=environment, text=True, timeout=60)


def assert_readable_by_all(root: Path) -> None:
    """The clock's own user can read, enter and run everything that was put under a root."""
    for path in (*(root / "opt/clapper").rglob("*"), *(root / each for each in OURS)):
        if not path.is_symlink():
            mode = stat.S_IMODE(path.stat().st_mode)
            wanted = 0o555 if path.is_dir() or mode & 0o100 else 0o444
            assert mode & wanted == wanted, path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The project as somebody gets it, in a folder of its own."""
    left = (".*", "build", "dist", "__pycache__", "*.mo")  # .lgd-nfy0 is a pipe, of lgpio
    copy = tmp_path / "project"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*left))
    return copy


@pytest.mark.slow
def test_the_clock_is_installed_updated_with_its_configuration_and_taken_away(
    tmp_path: Path, project: Path
) -> None:
    root = tmp_path / "root"
    (root / "opt").mkdir(parents=True)
    (root / "opt" / "other").write_text("somebody else's")
    before = set(project.rglob("*"))
    output = made("install", root, project=project)
    assert f"Installed under {root}." in output
    assert "systemctl start" not in output
    assert set(project.rglob("*")) == before
    assert files(root) == OURS | {"opt/other"}
    assert_readable_by_all(root)
    assert environments(root) == {python(root).parent.parent}
    assert str((root / "usr/local/bin/clapper").readlink()) == "/opt/clapper/bin/clapper"
    service = (root / "etc/systemd/system/clapper.service").read_text()
    assert "\nExecStart=/opt/clapper/bin/clapper run\n" in service
    assert "\nDocumentation=file:///opt/clapper/doc/hardware.md\n" in service
    for page in ("hardware.md", "README.md"):
        assert not lost_links(root / "opt/clapper/doc" / page)
    assert clapper(root, "--version").startswith("clapper ")
    config = root / "etc/clapper/clapper.toml"
    assert "is valid." in clapper(root, "check", str(config))

    config.write_text("# mine\n")
    update_under_a_running_clock(root)
    assert config.read_text() == "# mine\n"
    made("install", root)
    assert environments(root) == {python(root).parent.parent}
    fail_to_update(root, project)

    made("uninstall", root)
    assert files(root) == {"etc/clapper/clapper.toml", "opt/other"}
    assert not (root / "opt/clapper").exists()


def update_under_a_running_clock(root: Path) -> None:
    """What it has not loaded yet is still there for it, through any number of updates."""
    before = python(root)
    command = "print(input()); import clock.records.report.html_page as page; print(page.__file__)"
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
    echo, loaded = out.splitlines()
    assert (echo, running.returncode) == ("goes on", 0)
    assert Path(loaded).is_relative_to(before.parent.parent)


def fail_to_update(root: Path, project: Path) -> None:
    """A clock that cannot be fetched, compiled or imported leaves the one that is there."""
    before = python(root)
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0"}
    assert make("install", root, environment=nowhere).returncode
    for name, slip in (
        ("presets/own.py", "def f(:\n"),
        ("service/run.py", "import nothing_such\n"),
    ):
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
echo "${0##*/} $*" >> "$CALLS"
case "$*" in
    *is-active*) test -n "$ACTIVE" ;;
    *is-enabled*) test -z "$DISABLED" ;;
esac
"""
LIVE = "LIVE=true"
ENABLES = "systemctl --quiet enable clapper"


class System:
    """A root with commands that look like systemd's, and what they were called with."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root b"
        self._calls = folder / "commands/calls"
        self._calls.parent.mkdir()
        for name in ("python3", "systemctl", "systemd-sysusers", "systemd-tmpfiles", "udevadm"):
            file = self._calls.with_name(name)
            file.write_text(PYTHON if name == "python3" else SYSTEM)
            file.chmod(0o755)

    def make(self, target: str, *words: str, **environment: str) -> tuple[int, str]:
        """How `make` ended, and what it printed."""
        here = {"PATH": f"{self._calls.parent}:/usr/bin:/bin", "CALLS": str(self._calls)}
        ended = make(target, self.root, *words, environment={**here, **environment})
        return ended.returncode, ended.stdout

    def made(self, *arguments: str, **environment: str) -> str:
        status, output = self.make(*arguments, **environment)
        assert status == 0
        return output

    def calls(self) -> list[str]:
        """What was called since this was asked."""
        lines = self._calls.read_text().splitlines() if self._calls.exists() else []
        self._calls.unlink(missing_ok=True)
        return lines


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


def test_a_root_with_a_space_is_installed_into_alone_and_can_be_read_by_all(
    tmp_path: Path, system: System
) -> None:
    neighbour = tmp_path / "root"
    (neighbour / "opt").mkdir(parents=True)
    (neighbour / "opt/precious").write_text("somebody else's")
    (system.root / "opt/clapper/bin").mkdir(mode=0o700, parents=True)  # an earlier one's
    (system.root / "opt/clapper").chmod(0o700)
    assert "'systemctl enable --now clapper'" in system.made("install")
    assert system.calls() == []
    assert files(system.root) == OURS
    assert_readable_by_all(system.root)
    for folder in ("opt/clapper", "opt/clapper/bin", "usr/local/bin", "etc/clapper"):
        assert stat.S_IMODE((system.root / folder).stat().st_mode) == 0o755
    package = system.root / "lib/systemd/system/clapper.service"
    package.parent.mkdir(parents=True)
    package.touch()
    assert "The clock from the Debian package stays installed" in system.made("uninstall")
    left = {"etc/clapper/clapper.toml", "lib/systemd/system/clapper.service"}
    assert files(system.root) == left
    status, output = system.make("install")  # beside the package nothing is installed
    assert status
    assert "apt remove clapper-clock" in output
    assert files(system.root) == left
    assert (neighbour / "opt/precious").exists()
    assert {path.name for path in tmp_path.iterdir()} == {"commands", "root", "root b"}


def test_the_first_installation_alone_enables_the_service_also_where_it_was_masked(
    system: System,
) -> None:
    unit = system.root / "etc/systemd/system/clapper.service"
    unit.parent.mkdir(parents=True)
    unit.symlink_to("/dev/null")  # by the package's removal
    assert "the next power-on" in system.made("install", LIVE)
    assert ENABLES in system.calls()
    assert "ExecStart=/opt/clapper/bin/clapper run" in unit.read_text()
    assert "'systemctl enable --now clapper'" in system.made("install", LIVE, DISABLED="yes")
    assert ENABLES not in system.calls()
    assert "keeps the old version" in system.made("install", LIVE, ACTIVE="yes")
