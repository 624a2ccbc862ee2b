"""A process that has the program and its tests imported: mutants are tried in copies of it."""

import gc
import inspect
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import NoReturn

import pytest

from tools.mutants.children import TRIAL_S, forked
from tools.mutants.plugin import Careful

NOT_PLANTED = 99
"""The status of a process that cannot put a mutant into what is imported."""


class Prepared(Careful):
    """Has everything imported and collected, once; a copy of its process tries each mutant.

    The copy gives the functions that the program has the code that the mutated file gives them.
    """

    def __init__(
        self,
        tree: Path,
        durations: dict[str, float],
        files: list[Path],
        answers: Path,
        pipes: tuple[int, int],
    ) -> None:
        """`pipes`: from where mutants come, and to where what became of them goes."""
        super().__init__(tree, durations, set())
        self._texts = {str(file): (tree / file).read_text(encoding="utf-8") for file in files}
        self._answers, self._pipes = answers, pipes
        self._functions: list[FunctionType] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try one mutant after the other, until no more come."""
        paths = {str(self._tree / file) for file in self._texts}
        self._functions = [
            each
            for each in gc.get_objects()
            if isinstance(each, FunctionType) and each.__code__.co_filename in paths
        ]
        gc.freeze()
        requests, results = self._pipes
        with open(requests) as incoming, open(results, "w") as outgoing:
            print(len(self._functions), file=outgoing, flush=True)
            for line in incoming:
                file, first, quick = json.loads(line)
                self._answers.unlink(missing_ok=True)
                status = forked(lambda: self._try(session, file, set(first), quick), TRIAL_S)  # noqa: B023
                print(json.dumps(status), file=outgoing, flush=True)
        return True

    def _try(self, session: pytest.Session, file: str, first: set[str], quick: bool) -> NoReturn:
        """Run the tests in this process, and end it."""
        status = int(pytest.ExitCode.INTERNAL_ERROR)
        try:
            if not self._plant(file):
                os._exit(NOT_PLANTED)
            items = session.items
            self.choose(items, first, quick=quick)
            for item, after in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                if self.failed:
                    session._setupstate.teardown_exact(None)
                    break
            self._answers.write_text(json.dumps(self.failed))
            status = int(pytest.ExitCode.TESTS_FAILED if self.failed else pytest.ExitCode.OK)
        finally:
            sys.stdout.flush()
            os._exit(status)

    def _plant(self, file: str) -> bool:
        """Put the mutated code into the functions; return whether it is in functions alone."""
        path = self._tree / file
        changed: dict[tuple[str, int], CodeType] = {}
        old, new = (
            compile(text, path, "exec", dont_inherit=True)
            for text in (self._texts[file], path.read_text(encoding="utf-8"))
        )
        if not _compare(old, new, changed):
            return False
        for function in self._functions:
            code = function.__code__
            place = code.co_qualname, code.co_firstlineno
            if code.co_filename == str(path) and place in changed:
                if changed[place].co_freevars != code.co_freevars:
                    return False
                function.__code__ = changed[place]
        return True


def _compare(old: CodeType, new: CodeType, changed: dict[tuple[str, int], CodeType]) -> bool:
    """Collect the functions in `old` that are others in `new`, where only functions differ."""
    if _without(old) != _without(new):
        return False
    for before, after in zip(_inner(old), _inner(new), strict=True):
        if _plain(before) == _plain(after):
            continue
        if before.co_flags & inspect.CO_NEWLOCALS:
            for each, other in ((before, after), *_pairs(before, after)):
                changed[each.co_qualname, each.co_firstlineno] = other
        elif not _compare(before, after, changed):
            return False
    return True


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield the functions in a function, as far as both have them."""
    for before, after in zip(_inner(old), _inner(new), strict=False):
        if before.co_qualname == after.co_qualname:
            yield before, after
            yield from _pairs(before, after)


def _inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _without(code: CodeType) -> CodeType:
    """Return code without its inner code, and without line numbers."""
    consts = tuple(None if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=consts, co_firstlineno=1, co_linetable=b"")


def _plain(code: CodeType) -> CodeType:
    """Return code without line numbers."""
    consts = tuple(_plain(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=consts, co_firstlineno=1, co_linetable=b"")
