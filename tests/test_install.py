"""`make install` and `make uninstall`, under a root of their own."""

import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

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


def make(target: str, root: Path) -> None:
    subprocess.run(
        ["make", "-C", str(ROOT), target, f"DESTDIR={root}"],
        check=True,
        capture_output=True,
        timeout=INSTALL_S_MAX,
    )


def files(root: Path) -> set[str]:
    """Everything but folders outside of /opt/clapper."""
    found = {path.relative_to(root) for path in root.rglob("*") if not path.is_dir()}
    return {str(path) for path in found if not path.is_relative_to("opt/clapper")}


def clapper(root: Path, *arguments: str) -> str:
    """What the installed clock says; its command's own path is that of the real root."""
    python = root / "opt/clapper/bin/python"
    ended = subprocess.run(
        [python, "-P", "-m", "clock", *arguments],
        cwd=root,
        env={"PATH": "/usr/bin:/bin"},
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return ended.stdout


def test_the_clock_is_installed_kept_as_configured_and_taken_away(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "opt").mkdir()
    (root / "opt" / "other").write_text("somebody else's")
    make("install", root)
    assert files(root) == OURS | {"opt/other"}
    launcher = root / "opt/clapper/bin/clapper"
    assert launcher.read_text().splitlines()[1] == ('exec /opt/clapper/bin/python -P -m clock "$@"')
    assert str((root / "usr/local/bin/clapper").readlink()) == "/opt/clapper/bin/clapper"
    service = (root / "etc/systemd/system/clapper.service").read_text()
    assert "\nExecStart=/opt/clapper/bin/clapper run\n" in service
    assert clapper(root, "--version").startswith("clapper ")
    config = root / "etc/clapper/clapper.toml"
    assert "is sound." in clapper(root, "check", str(config))

    config.write_text("# mine\n")
    make("install", root)
    assert config.read_text() == "# mine\n"

    make("uninstall", root)
    assert files(root) == {"etc/clapper/clapper.toml", "opt/other"}
    assert not (root / "opt/clapper").exists()
