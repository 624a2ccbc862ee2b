"""Tries mutants in a copy of the program, by its tests and by mypy."""

import contextlib
import gc
import hashlib
import importlib
import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TextIO

import pytest

from tools.mutants.checker import Checker
from tools.mutants.children import TRIAL_S, forked
from tools.mutants.copies import copy
from tools.mutants.mutations import Mutant
from tools.mutants.places import Place
from tools.mutants.plugin import Careful, Survey
from tools.mutants.prepared import NOT_PLANTED, Prepared
from tools.rooms import ROOT

PROGRAMS = ("clock", "hal", "tests")
PRELOADED = (
    *("PIL.ImageDraw", "_pytest.unittest", "anyio.abc", "babel.messages.pofile", "gpiozero"),
    *("hypothesis.strategies", "jinja2", "luma.core.render", "msgspec", "paho.mqtt.client"),
    *("playwright.sync_api", "sqlalchemy.dialects.sqlite"),
)
"""What many tests import: it is loaded once, and each trial has it."""
MEMORY_BYTES = 4 << 30
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
        copy(self.tree)
        self._checker = Checker(folder.parent / "mypy")
        programs = (path for top in PROGRAMS for path in (self.tree / top).rglob("*.py"))
        self.version = _digest(*sorted(programs))
        """Changes with any file of the program or of its tests."""
        for name in PRELOADED:
            importlib.import_module(name)
        gc.freeze()
        self._durations, self._tests = self._survey()
        self._pipes = self._prepare()
        """To and from the process in which all is imported."""
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
            if message := self._checker.first_error(mutant.file, mutant.text):
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
        status: int | None = NOT_PLANTED
        by = ""
        if "" not in first:  # else something was made with it before the tests
            status, by = self._prepared(mutant.file, first, quick=quick)
        if status == NOT_PLANTED:
            careful = Careful(self.tree, self._durations, first, quick)
            status, by = self._in_child(careful, lambda: careful.failed, TRIAL_S)
        if status is None or status == -signal.SIGALRM:
            return Outcome(Verdict.UNDECIDED, by)
        if status < 0:
            return Outcome(Verdict.TESTS, signal.Signals(-status).name)
        passed = status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        return Outcome(Verdict.SURVIVED if passed else Verdict.TESTS, by)

    def _prepared(
        self, file: Path, first: set[str], *, quick: bool | None
    ) -> tuple[int | None, Any]:
        """Have a file, as it is now, tried by a copy of the process in which all is imported."""
        requests, results = self._pipes
        print(json.dumps((str(file), sorted(first), quick)), file=requests, flush=True)
        status = json.loads(results.readline())
        return status, self._answer()

    def _prepare(self) -> tuple[TextIO, TextIO]:
        (requests, out), (incoming, results) = os.pipe(), os.pipe()
        files = self._place.files(self.tree)
        if os.fork() == 0:
            for handle in (out, incoming):
                os.close(handle)
            pipes = requests, results
            self._run(
                Prepared(self.tree, self._durations, files, self._answers, pipes), lambda: None
            )
        for handle in (requests, results):
            os.close(handle)
        there = os.fdopen(out, "w"), os.fdopen(incoming)
        assert there[1].readline(), self._log  # all is collected
        return there

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
        status, _ = self._prepared(self._place.files(self.tree)[0], set(), quick=None)
        self._require(status)
        if message := self._checker.first_error():
            raise SystemExit(f"mypy fails without a fault: {message}")
        passed.write_text(self.version)

    def _require(self, status: int | None) -> None:
        if status != 0:
            raise SystemExit(f"the tests fail without a fault: {self._log}")

    @property
    def _log(self) -> Path:
        return self._folder / "pytest.log"

    def _in_child(
        self, plugin: object, result: Callable[[], Any], limit_s: float | None = None
    ) -> tuple[int | None, Any]:
        """Run the tests in a process of its own; return its status, or None if it was too slow."""
        self._answers.unlink(missing_ok=True)

        def run() -> NoReturn:
            self._run(plugin, lambda: self._answers.write_text(json.dumps(result())))

        return forked(run, limit_s), self._answer()

    @property
    def _answers(self) -> Path:
        return self._folder / "answer.json"

    def _answer(self) -> Any:
        return json.loads(self._answers.read_text()) if self._answers.exists() else ""

    def _run(self, plugin: object, store: Callable[[], Any]) -> NoReturn:
        """Run the tests, and end this process with pytest's status."""
        status = 3
        try:
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


def _remove(compiled: Path, stem: str) -> None:
    for file in compiled.glob(f"{stem}.*.pyc"):
        file.unlink()


def _digest(*files: Path) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
