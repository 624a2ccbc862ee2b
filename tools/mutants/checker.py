"""mypy, with one copy of the program and one cache for the mutants of all places."""

import contextlib
import fcntl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.mutants.copies import copy


class Checker:
    """Checks one mutant at a time in a copy of the program, whichever places are tried at once."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._tree = folder, folder / "tree"
        with self._alone():
            copy(self._tree)

    def first_error(self, file: Path | None = None, text: str = "") -> str:
        """Return the first error with this text in a file, or in the program as it is; or ""."""
        if file is None:
            with self._alone():
                return self._checked()
        path = self._tree / file
        with self._alone():
            whole = path.read_bytes()
            try:
                path.write_text(text, encoding="utf-8")
                return self._checked()
            finally:
                path.write_bytes(whole)

    def _checked(self) -> str:
        options = ("--no-error-summary", "--hide-error-context", "--cache-dir=../cache")
        done = subprocess.run(
            (sys.executable, "-m", "mypy", *options, "-p", "clock", "-p", "hal"),
            cwd=self._tree,
            capture_output=True,
            text=True,
            check=False,
        )
        errors = [line for line in done.stdout.splitlines() if ": error:" in line]
        assert done.returncode == bool(errors), done.stdout + done.stderr
        return errors[0] if errors else ""

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        with (self._folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
