"""Copies of the program, in which it may be broken."""

import shutil
import subprocess
from pathlib import Path

from tools.rooms import ROOT

COPIED = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")


def copy(tree: Path) -> None:
    """Copy the files of the repository, with what is not committed."""
    listed = subprocess.run(("git", *COPIED), cwd=ROOT, capture_output=True, check=True).stdout
    names = [name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()]
    shutil.rmtree(tree, ignore_errors=True)
    for name in names:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tree / name)
