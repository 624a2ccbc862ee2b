"""Builds the Debian package: the clock with its own libraries, for amd64 or arm64.

The libraries are wheels from the package index, pinned with their hashes in `wheels.txt`, unpacked
beside the clock under /usr/lib/clapper; a launcher of four lines puts that folder before Debian's
own. What is compiled is there for the Python of Debian 12 and for that of Debian 13, side by side:
one package serves both. lgpio alone has no wheel for the latter: it is compiled here, against
Python's stable interface, by a compiler from the index too (`compiled.txt`). So nothing contains a
path from the machine that built it, and the only tools are pip and dpkg-deb. The same tree gives
the same package.

    python tools/deb/build.py --arch arm64 --out dist
    python tools/deb/build.py --lock    # writes both lists from what pyproject.toml wants
"""

import argparse
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WHEELS = HERE / "wheels.txt"
COMPILED = HERE / "compiled.txt"
PYTHONS = ("3.11", "3.13")
"""Debian 12's and 13's, which are also those of the Raspberry Pi OS based on each."""

MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
PLATFORMS = ("manylinux_2_34", "manylinux_2_28", "manylinux_2_17", "manylinux2014")
"""What Debian 12's C library (2.36) can load."""

LIBRARIES = Path("usr/lib/clapper")
LIBRARY = "lgpio"
COMPILER = ("swig>=4.4,<4.5", "ziglang<0.16")
STABLE = "0x030b0000"
"""Python's stable interface from 3.11 on: what is compiled for it serves every later one."""

PINS = ("gpiod>=2.2", "paho-mqtt>=2.1,<3", "segno>=1.6,<2")
"""Of the extras pi and link."""
UNUSED = ("setuptools",)
"""What a library requires but does not import."""

LAUNCHER = f"""\
#!/usr/bin/python3 -I
import sys
sys.path.insert(0, "/{LIBRARIES}")
from clock.cli import main
sys.exit(main())
"""

CONTROL = """\
Package: clapper-clock
Version: {version}
Architecture: {arch}
Maintainer: Clapper's makers <clapper@localhost>
Installed-Size: {size_kib}
Depends: python3 (>= 3.11), python3 (<< 3.12) | python3 (>= 3.13), python3 (<< 3.14),
 libc6 (>= 2.34), systemd, udev
Recommends: python3-spidev, i2c-tools
Section: games
Priority: optional
Description: tournament clock for renju, gomoku, chess and go
 The clock runs on a Raspberry Pi with two displays and two plungers. It keeps
 time by the rules of the Renju International Federation (RIF 14 and 15) and by
 those of gomoku, chess and go. This package contains the clock's service and
 the libraries that it needs.
"""

COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Comment: The libraries under /usr/lib/clapper have their own licences, each in the folder
 named LIBRARY-VERSION.dist-info.

Files: *
Copyright: Clapper's makers
License: MIT
"""

FONTS = """\

Files: clock/display/large/Pretendard-SemiBold.otf
Copyright: 2021 Kil Hyung-jin
License: OFL-1.1
 The whole text is beside the font, in Pretendard-LICENSE.txt.

Files: clock/display/drawing/hangul.bin
Copyright: Galmuri's makers
License: OFL-1.1
 The whole text is beside the file, in hangul.txt.
"""


def main() -> None:
    """Build one package, or write the pins."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--arch", choices=MACHINES, default="amd64")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--lock", action="store_true", help="write wheels.txt and compiled.txt")
    options = parser.parse_args()
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        sys.exit(
            "Python's headers, which lgpio is compiled with, are missing: apt install python3-dev"
        )
    if options.lock:
        _lock()
    else:
        os.umask(0o022)
        print(f"Fetching the libraries for {options.arch} and building the package", flush=True)
        print(build(options.arch, options.out))


def build(arch: str, out: Path) -> Path:
    """Build the package of an architecture into a folder; return its file."""
    version = _project()["version"]
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        _put_libraries(root / LIBRARIES, arch)
        _put_files(root)
        _put_control(root, arch, version)
        file = out / f"clapper-clock_{version}_{arch}.deb"
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "--uniform-compression", "-Zxz", "--build",
             str(root), str(file)],
            check=True, stdout=subprocess.DEVNULL, env={**os.environ, "SOURCE_DATE_EPOCH": _date()},
        )  # fmt: skip
    return file


def _project() -> Any:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def _date() -> str:
    """The last change's date: the same tree gives the same package."""
    date = os.environ.get("SOURCE_DATE_EPOCH")
    if date is not None:
        return date
    asked = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    date = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return date or str(int((ROOT / "CHANGELOG.md").stat().st_mtime))


def _pip(*arguments: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments],
        check=True,
    )


def _install(target: Path, *arguments: str) -> None:
    """Unpack wheels there, without their commands: pip warns of a folder that is there already."""
    _pip("install", "--no-deps", "--no-compile", f"--target={target}", *arguments)
    shutil.rmtree(target / "bin", ignore_errors=True)


def _foreign(arch: str, python: str) -> list[str]:
    """What makes pip look for another machine's wheels."""
    platforms = [f"--platform={name}_{MACHINES[arch]}" for name in PLATFORMS]
    return [
        *platforms, f"--python-version={python}", "--implementation=cp", "--only-binary=:all:"
    ]  # fmt: skip


def _put_libraries(target: Path, arch: str) -> None:
    """The pinned wheels of every Python, lgpio and our own, without pip's notes about the build."""
    with TemporaryDirectory() as folder:
        for python in PYTHONS:
            wheels = Path(folder) / python
            _install(wheels, "--require-hashes", *_foreign(arch, python), f"--requirement={WHEELS}")
            shutil.copytree(wheels, target, dirs_exist_ok=True)
        _pip("wheel", "--no-deps", f"--wheel-dir={folder}/ours", str(ROOT))
        (ours,) = Path(folder, "ours").iterdir()
        _install(Path(folder) / "clock", str(ours))
        shutil.copytree(Path(folder) / "clock", target, dirs_exist_ok=True)
    _compile(target, arch)
    for name in ("direct_url.json", "REQUESTED", "RECORD"):
        for noted in target.rglob(name):
            noted.unlink()


def _compile(target: Path, arch: str) -> None:
    """lgpio with its C library inside it, as its own makers' wheels have it."""
    with TemporaryDirectory() as folder:
        _pip(
            "download", "--no-deps", f"--dest={folder}", f"--no-binary={LIBRARY}",
            "--require-hashes", f"--requirement={COMPILED}",
        )  # fmt: skip
        tools = Path(folder) / "tools"
        _install(tools, *map(str, Path(folder).glob("*.whl")))
        (archive,) = Path(folder).glob("*.tar.gz")
        subprocess.run(["tar", "-xf", archive, "-C", folder], check=True)
        source = Path(folder) / archive.name.removesuffix(".tar.gz")
        swig = tools / "swig" / "data"
        environment = {
            **os.environ, "SWIG_LIB": str(next(swig.glob("share/swig/*"))),
            "ZIG_GLOBAL_CACHE_DIR": folder, "ZIG_LOCAL_CACHE_DIR": folder,
        }  # fmt: skip
        subprocess.run(
            [swig / "bin" / "swig", "-python", "lgpio.i"],
            cwd=source, env=environment, check=True,
        )  # fmt: skip
        library = sorted(str(path.relative_to(source)) for path in source.glob("src/*.c"))
        subprocess.run(
            [
                tools / "ziglang" / "zig", "cc", "-target", f"{MACHINES[arch]}-linux-gnu.2.34",
                "-O2", "-s", "-w", "-fPIC", "-shared", f"-DPy_LIMITED_API={STABLE}",
                f"-I{_headers(Path(folder))}", "-Isrc", "lgpio_wrap.c", *library,
                "-o", target / "_lgpio.abi3.so",
            ],
            cwd=source, env=environment, check=True,
        )  # fmt: skip
        shutil.copy(source / "lgpio.py", target)
        noted = target / f"{source.name}.dist-info"
        noted.mkdir()
        shutil.copy(source / "PKG-INFO", noted / "METADATA")
        shutil.copy(source / "LICENSE", noted)


def _headers(folder: Path) -> Path:
    """This Python's headers; Debian keeps the machine-specific part elsewhere.

    Types have the same sizes on all machines here, so this one's part serves the others.
    """
    headers = Path(sysconfig.get_path("include"))
    copied = Path(shutil.copytree(headers, folder / "headers"))
    machine = str(sysconfig.get_config_var("MULTIARCH"))
    settings = headers.parent / machine / headers.name / "pyconfig.h"
    if settings.exists():
        shutil.copy(settings, copied)
    return copied


def _put(root: Path, path: str, content: str | bytes, mode: int = 0o644) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    file.chmod(mode)


def _put_files(root: Path) -> None:
    """The launcher, what is systemd's and the shell's, the documents, the configuration.

    The one in /etc is not dpkg's file; dpkg would delete it at a purge before any script here runs.
    The scripts put it there, and leave it to a clock that did not come from the package.
    """
    systemd = ROOT / "systemd"
    _put(root, "usr/bin/clapper", LAUNCHER, 0o755)
    for name, path in {
        "clapper.toml": "usr/share/clapper/clapper.toml",
        "clapper.service": "usr/lib/systemd/system/clapper.service",
        "clapper.sysusers.conf": "usr/lib/sysusers.d/clapper.conf",
        "clapper.tmpfiles.conf": "usr/lib/tmpfiles.d/clapper.conf",
        "60-clapper.rules": "usr/lib/udev/rules.d/60-clapper.rules",
    }.items():
        _put(root, path, (systemd / name).read_bytes())
    generator = "usr/lib/systemd/system-generators/clapper-permissions"
    _put(root, generator, (systemd / "clapper-permissions").read_bytes(), 0o755)
    for name, path in {
        "clapper.bash": "usr/share/bash-completion/completions/clapper",
        "_clapper": "usr/share/zsh/vendor-completions/_clapper",
    }.items():
        _put(root, path, (ROOT / "shell" / name).read_bytes())
    page = gzip.compress((ROOT / "shell" / "clapper.1").read_bytes(), mtime=0)
    _put(root, "usr/share/man/man1/clapper.1.gz", page)
    documents = "usr/share/doc/clapper-clock"
    for file in _documents():
        _put(root, f"{documents}/{file.relative_to(ROOT)}", file.read_bytes())
    licence = "".join(
        f" {line}\n" if line.strip() else " .\n"
        for line in (ROOT / "LICENSE").read_text().splitlines()
    )
    _put(root, f"{documents}/copyright", COPYRIGHT + licence + FONTS)
    changes = gzip.compress((ROOT / "CHANGELOG.md").read_bytes(), mtime=0)
    _put(root, f"{documents}/changelog.gz", changes)


def _documents() -> list[Path]:
    """The pages, and the pictures and examples that they link to, in the same places as here."""
    folders = (path for name in ("docs", "examples") for path in (ROOT / name).iterdir())
    return [*(ROOT / name for name in ("README.md", "hardware.md", "LICENSE")), *sorted(folders)]


def _put_control(root: Path, arch: str, version: object) -> None:
    files = sorted(path for path in root.rglob("*") if path.is_file())
    size_kib = sum(-(-path.stat().st_size // 1024) for path in files)
    sums = "".join(
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n"
        for path in files
    )
    control = CONTROL.format(version=version, arch=arch, size_kib=size_kib)
    _put(root, "DEBIAN/control", control)
    _put(root, "DEBIAN/md5sums", sums)
    for script in ("postinst", "prerm", "postrm"):
        _put(root, f"DEBIAN/{script}", (HERE / script).read_bytes(), 0o755)


def _lock() -> None:
    """Write the newest versions that pyproject.toml allows, with hashes, for every machine."""
    wanted = [str(each) for each in _project()["dependencies"]]
    every = [_foreign(arch, python) for arch in MACHINES for python in PYTHONS]
    _write(WHEELS, [[*each, *wanted, *PINS] for each in every])
    hosts = [_foreign(arch, PYTHONS[0]) for arch in MACHINES]
    source = ["--no-deps", f"--no-binary={LIBRARY}", LIBRARY]
    _write(COMPILED, [source, *(["--no-deps", *each, *COMPILER] for each in hosts)])


def _write(file: Path, downloads: list[list[str]]) -> None:
    """Write one list, of what pip downloads with each set of arguments."""
    found: dict[str, set[str]] = {}
    for each in downloads:
        with TemporaryDirectory() as folder:
            _pip("download", f"--dest={folder}", *each)
            for archive in Path(folder).iterdir():
                name, version, *_ = archive.name.removesuffix(".tar.gz").split("-")
                digest = hashlib.sha256(archive.read_bytes()).hexdigest()
                found.setdefault(f"{name.lower()}=={version}", set()).add(digest)
    lines = ["# Written by tools/deb/build.py --lock, for the Debian package.\n"]
    for pin in sorted(found):
        if pin.partition("==")[0] not in UNUSED:
            hashes = "".join(f" \\\n    --hash=sha256:{each}" for each in sorted(found[pin]))
            lines.append(f"{pin}{hashes}\n")
    file.write_text("".join(lines))


if __name__ == "__main__":
    main()
