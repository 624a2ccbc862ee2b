"""The service's log: whoever reads it may stand still, and nobody waits for him."""

import errno
import os
import threading
from contextlib import closing

import pytest

from clock.service import log as log_module
from clock.service.log import LINES_MAX, Log, log_to_stderr
from tests.conftest import WAIT_S

LOGGED = LINES_MAX + 300
LOST = "clapper: lines that were lost, since nobody read the log: "


def read_up_to(reader: int, end: str) -> list[str]:
    """Read until this was read and a line ends; return all lines but the empty ones."""
    text = ""
    while end not in text or not text.endswith("\n"):
        text += os.read(reader, 1_000_000).decode()
    return [line for line in text.split("\n") if line]


def say_many(log: Log, count: int) -> None:
    """Say lines with numbers, which never waits."""
    for number in range(count):
        log.say(f"line {number}")


def test_lines_that_nobody_reads_wait_and_what_is_too_much_is_counted_and_reported(
    pipe: tuple[int, int],
) -> None:
    with closing(Log(pipe[1])) as log:
        say_many(log, LOGGED)
        *lines, report = read_up_to(pipe[0], LOST)
        assert lines[:LINES_MAX] == [f"clapper: line {number}" for number in range(LINES_MAX)]
        assert len(lines) - LINES_MAX in (0, 1)  # the writer may have had one in its hands
        assert report == f"{LOST}{LOGGED - len(lines)}"
        log.say("again")
        assert read_up_to(pipe[0], "again\n") == ["clapper: again"]  # reported once


@pytest.mark.parametrize(("count", "end"), [(1, "line 0"), (LOGGED, LOST)])
def test_closing_waits_for_a_reader_no_longer_than_its_bound(
    pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch, count: int, end: str
) -> None:
    log = Log(pipe[1])
    say_many(log, count)
    with monkeypatch.context() as impatient:
        impatient.setattr(log_module, "CLOSE_S_MAX", 0.01)
        log.close()
    assert log._writer.is_alive()
    assert read_up_to(pipe[0], end)[0] == "clapper: line 0"
    log.close()
    assert not log._writer.is_alive()


@pytest.mark.parametrize(
    ("count", "refused", "written"),
    [
        (3, [True, True], ["clapper: line 2", f"{LOST}2"]),
        # a line, and at first the report of it
        (2, [True, False, True], ["clapper: line 1", f"{LOST}1"]),
    ],
)
def test_what_cannot_be_written_is_counted_and_reported_as_soon_as_that_can_be_written(
    count: int, refused: list[bool], written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text, tried, plan = bytearray(), threading.Event(), iter(refused)

    def write(_: int, line: bytes) -> int:
        is_refused = next(plan, None)
        if line.startswith(LOST.encode()):
            tried.set()
        if is_refused:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        part = line[:5] if is_refused is None else line  # not all of it at once
        text.extend(part)
        return len(part)

    monkeypatch.setattr("os.write", write)
    log = Log(2)
    say_many(log, count)
    assert tried.wait(WAIT_S)
    log.close()
    assert text.decode().splitlines() == written


def test_what_no_encoding_can_say_is_written_all_the_same_and_without_stderr_nothing(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(log_to_stderr()) as log:
        log.say("a name of \udcff, 정")
    assert capfd.readouterr().err == "clapper: a name of \\udcff, 정\n"
    monkeypatch.setattr("sys.stderr", None)
    with closing(log_to_stderr()) as log:
        say_many(log, 3)
