"""The machine, as its files and commands describe it. In tests it has another root folder."""

import grp
import os
import shutil
import subprocess
from pathlib import Path

COMMAND_S_MAX = 15.0


class Machine:
    """This machine, or files under another root folder."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root
        self.is_root = os.geteuid() == 0

    def read(self, path: str) -> str | None:
        """Return a file's text, stripped of spaces and zero bytes; None if it cannot be read."""
        content = self.read_bytes(path)
        return None if content is None else content.decode(errors="replace").strip("\0 \t\n")

    def read_bytes(self, path: str) -> bytes | None:
        """Return a file's content; None if it cannot be read."""
        try:
            return self.at(path).read_bytes()
        except OSError:
            return None

    def at(self, path: str) -> Path:
        """Return an absolute path under the root folder."""
        return self._root / path.lstrip("/")

    def glob(self, pattern: str) -> list[str]:
        """Return the absolute paths that match a pattern."""
        found = self._root.glob(pattern.lstrip("/"))
        return sorted(f"/{path.relative_to(self._root)}" for path in found)

    def device(self, path: str) -> tuple[str, int]:
        """Return a device's group, by name or number, and its mode."""
        found = self.at(path).stat()
        try:
            return grp.getgrgid(found.st_gid).gr_name, found.st_mode
        except KeyError:
            return str(found.st_gid), found.st_mode

    def command(self, *words: str) -> str | None:
        """Return a command's output; None if it is missing, fails or takes too long."""
        if shutil.which(words[0]) is None:
            return None
        try:
            ended = subprocess.run(
                words,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=COMMAND_S_MAX,
                check=False,
                env={**os.environ, "LC_ALL": "C"},
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return ended.stdout.strip() if ended.returncode == 0 else None
