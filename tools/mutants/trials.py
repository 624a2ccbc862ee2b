"""Tries mutants in a copy of the program, by its tests and by mypy."""

import contextlib
import gc
import hashlib
import importlib
import json
import os
import resource
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pytest

from tools.mutants.mutations import Mutant
from tools.mutants.places import Place
from tools.mutants.plugin import Careful, Survey
from tools.rooms import ROOT

COPIED = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
PROGRAMS = ("clock", "hal", "tests")
PRELOADED = ("msgspec", "hypothesis.strategies", "playwright.sync_api", "babel.messages.pofile")
"""What many tests import: it is loaded once, and each trial has it."""
CHECKED = ROOT / ".mypy_cache"
"""What mypy knows from `make check`, so that it need not begin with nothing."""
MEMORY_BYTES = 4 << 30
TRIAL_S = 900.0
"""A trial that takes longer decides nothing."""
ARGUMENTS = ("-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--assert=plain", "--tb=line")


class Verdict(StrEnum):
    """What became of a mutant."""

    TESTS = "found by tests"
    MYPY = "found by mypy"
    SURVIVED = "survived"
    UNDECIDED = "undecided"


class Outcome(NamedTuple):
    """A verdict, and the test or the message that found the fault."""

    verdict: Verdict
    by: str


class Bench:
    """A copy of the program in `folder`, in which the mutants of one place are tried."""

    def __init__(self, folder: Path, place: Place) -> None:
        self._folder, self._place = folder, place
        self.tree = folder / "tree"
        _copy(self.tree)
        if CHECKED.exists() and not self._checked.exists():
            shutil.copytree(CHECKED, self._checked)
        programs = (path for top in PROGRAMS for path in (self.tree / top).rglob("*.py"))
        self.version = _digest(*sorted(programs))
        """Changes with any file of the program or of its tests."""
        for name in PRELOADED:
            importlib.import_module(name)
        gc.freeze()
        self._durations, self._tests = self._survey()
        self._check()

    def file_version(self, file: Path) -> str:
        """Return what changes with this file alone."""
        return _digest(self.tree / file)

    def outcome(self, mutant: Mutant) -> Outcome:
        """Try one mutant: by the quick tests, by mypy, by the other tests."""
        with self._planted(mutant):
            quick = self._of_tests(mutant, quick=True)
            if quick.verdict is Verdict.TESTS:
                return quick
            if message := self._of_mypy():
                return Outcome(Verdict.MYPY, message)
            others = self._of_tests(mutant, quick=False)
            return quick if others.verdict is Verdict.SURVIVED else others

    @contextlib.contextmanager
    def _planted(self, mutant: Mutant) -> Iterator[None]:
        path = self.tree / mutant.file
        whole, compiled = path.read_bytes(), path.parent / "__pycache__"
        try:
            path.write_text(mutant.text, encoding="utf-8")
            _remove(compiled, path.stem)
            yield
        finally:
            path.write_bytes(whole)
            _remove(compiled, path.stem)

    def _of_tests(self, mutant: Mutant, *, quick: bool) -> Outcome:
        of_line = self._tests[str(mutant.file)]
        first = {test for line in mutant.lines for test in of_line.get(str(line), ())}
        careful = Careful(self.tree, self._durations, first, quick)
        status, by = self._in_child(careful, lambda: careful.failed, TRIAL_S)
        if status is None or status == -signal.SIGALRM:
            return Outcome(Verdict.UNDECIDED, by)
        if status < 0:
            return Outcome(Verdict.TESTS, signal.Signals(-status).name)
        passed = status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        return Outcome(Verdict.SURVIVED if passed else Verdict.TESTS, by)

    def _of_mypy(self) -> str:
        """Return the first error that mypy finds, or nothing."""
        rooms = ("-p", "clock", "-p", "hal")
        command = (sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context")
        cache = f"--cache-dir={self._checked}"
        done = subprocess.run(
            (*command, cache, *rooms), cwd=self.tree, capture_output=True, text=True, check=False
        )
        errors = [line for line in done.stdout.splitlines() if ": error:" in line]
        assert done.returncode in (0, 1), done.stderr
        return errors[0] if errors else ""

    def _survey(self) -> tuple[dict[str, float], dict[str, dict[str, list[str]]]]:
        """Return what each test takes, and the tests of each line."""
        files = self._place.files(self.tree)
        stored = self._folder / "survey.json"
        of = [_digest(*(self.tree / file for file in files)), *self._place.tests]
        if not stored.exists() or json.loads(stored.read_text())[0] != of:
            survey = Survey(self.tree, files)
            status, found = self._in_child(
                survey, lambda: (survey.durations, survey.tests_by_line())
            )
            self._require(status)
            stored.write_text(json.dumps((of, *found)))
        _, durations, tests = json.loads(stored.read_text())
        return durations, tests

    def _check(self) -> None:
        """Find nothing where no fault is planted. Raises SystemExit."""
        passed = self._folder / "passed"
        if passed.exists() and passed.read_text() == self.version:
            return
        status, _ = self._in_child(Careful(self.tree, self._durations, set()), lambda: "")
        self._require(status)
        if message := self._of_mypy():
            raise SystemExit(f"mypy fails without a fault: {message}")
        passed.write_text(self.version)

    def _require(self, status: int | None) -> None:
        if status != 0:
            raise SystemExit(f"the tests fail without a fault: {self._log}")

    @property
    def _log(self) -> Path:
        return self._folder / "pytest.log"

    @property
    def _checked(self) -> Path:
        return self._folder / "mypy"

    def _in_child(
        self, plugin: object, result: Callable[[], Any], limit_s: float | None = None
    ) -> tuple[int | None, Any]:
        """Run the tests in a process of its own; return its status, or None if it was too slow."""
        answer = self._folder / "answer.json"
        answer.unlink(missing_ok=True)
        child = os.fork()
        if child == 0:
            self._run(plugin, lambda: answer.write_text(json.dumps(result())))
        status = None
        try:
            with open(os.pidfd_open(child), "rb", buffering=0) as handle:
                if select.select([handle], [], [], limit_s)[0]:
                    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            if status is None:
                os.waitpid(child, 0)
        return status, json.loads(answer.read_text()) if answer.exists() else ""

    def _run(self, plugin: object, store: Callable[[], Any]) -> NoReturn:
        """Run the tests, and end this process with pytest's status."""
        status = 3
        try:
            os.setpgid(0, 0)
            os.chdir(self.tree)
            sys.path[:] = [str(self.tree), *(each for each in sys.path if each != str(ROOT))]
            os.environ |= {"PYTHONPATH": str(self.tree), "PYTHONDONTWRITEBYTECODE": ""}
            for name in [each for each in sys.modules if each.split(".")[0] == "tools"]:
                del sys.modules[name]
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
            with open(self._log, "wb", buffering=0) as log:
                for stream in (1, 2):
                    os.dup2(log.fileno(), stream)
            left_out = (f"--ignore={test}" for test in self._place.left_out)
            base = f"--basetemp={self._folder / 'tmp'}"
            arguments = [*ARGUMENTS, base, *left_out, *self._place.tests]
            status = int(pytest.main(arguments, plugins=[plugin]))
            store()
        finally:
            sys.stdout.flush()
            os._exit(status)


def _copy(tree: Path) -> None:
    """Copy the files of the repository, with what is not committed."""
    listed = subprocess.run(("git", *COPIED), cwd=ROOT, capture_output=True, check=True).stdout
    names = [name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()]
    shutil.rmtree(tree, ignore_errors=True)
    for name in names:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tree / name)


def _remove(compiled: Path, stem: str) -> None:
    for file in compiled.glob(f"{stem}.*.pyc"):
        file.unlink()


def _digest(*files: Path) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
