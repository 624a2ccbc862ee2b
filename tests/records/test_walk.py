"""A journal's games as people ask for them: never begun, unreadable, or with nowhere to go."""

import csv
import io
import os
import re
import resource
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from clock.cli import main
from clock.cli.output import put
from clock.journal.store import Store
from clock.records.game_log import lines_of
from clock.records.recorded import found, read
from clock.records.recorded import journal as opened
from clock.records.sentences import ACTS, WHY, told
from clock.rules.inputs import Announce, Choose, Input, SetColours, StoneLaid, Stop
from clock.rules.openings import Option
from clock.rules.outputs import IgnoreReason, PressIgnored
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import SECOND_NS
from clock.text.language import LANGUAGES, speaking, tr
from hal.ports import Line
from tests.journal.evenings import FLUSH_S, Evening, start_and_press
from tests.rules.games import setup as game_setup
from tests.sims import WAIT_S
from tests.station.tables import setup
from tests.test_cli import refused


@pytest.fixture
def journal(evening: Evening) -> Path:
    """A journal with a game that was played, and one that is only set up."""
    table = evening.switch_on(game=setup("5m"))
    start_and_press(table, 5 * SECOND_NS)
    table.station._new_game(False, table.now_ns)
    assert evening.journal.flush(FLUSH_S)
    return evening.path


def changed(journal: Path, folder: Path, statement: str) -> Path:
    """A copy of a journal in which something was changed."""
    file = folder / "changed.db"
    store, copy = Store(journal, read_only=True), Store(file)
    store._database.backup(copy._database)
    copy._ask(statement)
    store.close()
    copy.close()
    return file


def test_a_game_that_was_never_begun_is_not_listed_and_is_not_the_last(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "--journal", str(journal)]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.split()[0] == "1"
    assert main(["log", "last", "--journal", str(journal)]) == 0
    assert capsys.readouterr().out.startswith("Game 1, ")
    assert main(["log", "2", "--journal", str(journal)]) == 0


def test_where_nothing_was_played_the_list_says_so_and_the_last_is_what_is_set_up(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = evening.switch_on(game=setup("5m"))
    table.station._new_game(False, table.now_ns)
    assert evening.journal.flush(FLUSH_S)
    assert main(["games", "--journal", str(evening.path)]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "clapper: no game was played\n")
    assert main(["log", "last", "--journal", str(evening.path)]) == 0
    assert capsys.readouterr().out.startswith("Game 1, ")
    Store(tmp_path / "new.db").close()
    told = refused("log", "last", "--journal", tmp_path / "new.db")
    assert told == "clapper: there is no game in the journal yet"


def test_a_game_of_a_newer_clapper_is_said_to_be_one(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header = """UPDATE games SET header = replace(replace(header, '"base":"rif"', '"base":"mars"'),
    '"version":"', '"version":"9')"""
    file = changed(journal, tmp_path, header)
    for command in ("log", "export", "report"):
        told = refused(command, "1", "--journal", file)
        assert told.startswith("clapper: game 1: kept by clapper 9")
        assert ", cannot be read: regulations.base: expected one of rif, " in told
    assert main(["games", "--journal", str(file)]) == 0
    assert "cannot be read: regulations.base" in capsys.readouterr().out


def test_a_line_that_is_of_no_known_kind_is_told_in_one_line(journal: Path, tmp_path: Path) -> None:
    file = changed(journal, tmp_path, """UPDATE lines SET line = replace(line, 'Press', 'Nudge')""")
    told = refused("log", "1", "--journal", file)
    assert told.startswith("clapper: game 1: cannot be read: Invalid value 'Nudge'")


def test_a_game_whose_end_cannot_be_read_is_listed_and_may_be_the_last(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = changed(journal, tmp_path, "UPDATE lines SET line = '{' WHERE game = 1 AND number = 3")
    assert main(["games", "--journal", str(file)]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("   1  cannot be read: ")
    assert said.err == ""
    assert refused("log", "last", "--journal", file).startswith("clapper: game 1: cannot be read: ")


def test_times_count_from_the_start_however_long_a_game_was_set_up(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    table = evening.switch_on(game=setup("5m"))
    table.wait(60 * SECOND_NS)
    table.tap(Line.RIGHT_PLUNGER)
    table.tap(Line.STOP)
    table.wait(60 * SECOND_NS)
    start_and_press(table, 5 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    assert main(["log", "1", "--journal", str(evening.path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    (start,) = (line for line in lines if line.endswith("Left's clock runs"))
    assert start.split()[0] == "0:00.000"


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    assert refused("games", "--journal", tmp_path) == f"clapper: {tmp_path}: Is a directory"


@pytest.mark.parametrize("command", [["report"], ["report", "--json"], ["export"]])
def test_a_file_that_cannot_be_written_is_told_with_its_name(
    command: list[str], journal: Path, tmp_path: Path
) -> None:
    for file, reason in (
        (tmp_path, "Is a directory"),
        (tmp_path / "none" / "game", "No such file or directory"),
    ):
        told = refused(*command, "1", "--journal", journal, "-o", file)
        assert told == f"clapper: {file}: {reason}"


def test_a_file_that_does_not_fit_on_the_disk_leaves_what_was_there_before(
    tmp_path: Path,
) -> None:
    file = tmp_path / "game.html"
    file.write_text("before")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large") as refused:
            put(b"x" * 2000, file, source=tmp_path / "games.db")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert refused.value.filename == str(file)
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]
    put(b"after", file, source=tmp_path / "games.db")
    assert file.read_text() == "after"


def test_a_link_and_a_device_stay_what_they_are(tmp_path: Path) -> None:
    file, link, pipe = (tmp_path / name for name in ("file", "link", "pipe"))
    link.symlink_to(file)
    put(b"text", link, source=tmp_path / "games.db")
    assert link.is_symlink()
    assert file.read_bytes() == b"text"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    put(b"text", pipe, source=tmp_path / "games.db")
    assert os.read(reader, 10) == b"text"
    os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.parametrize("command", ["games", "log 1", "report 1", "export 1", "export 1 --csv"])
def test_a_terminal_or_pipe_that_takes_no_more_is_told_in_one_line_or_not_at_all(
    command: str, journal: Path
) -> None:
    arguments = [sys.executable, "-m", "clock", *command.split(), "--journal", str(journal)]
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            arguments, stdout=full, stderr=subprocess.PIPE, text=True, timeout=WAIT_S, check=False
        )
    assert (ended.returncode, ended.stderr) == (2, "clapper: No space left on device\n")
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as left:
        assert left.stdout is not None
        assert left.stderr is not None
        left.stdout.close()
        assert left.stderr.read() == b""
        assert left.wait(WAIT_S) == 0


# The log's words


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_reason_why_something_came_to_nothing_has_words(code: str) -> None:
    with speaking(code):
        for why in IgnoreReason:
            assert told(PressIgnored(0, LEFT, why)).endswith(tr(WHY[why]))


def test_every_act_of_a_person_has_a_name() -> None:
    by_themselves = {"Press", "Tick", "StoneLaid", "LateEdge", "PowerLost", "Restarted"}
    assert set(ACTS) == {kind.__name__ for kind in get_args(Input)} - by_themselves


def test_acts_that_came_to_nothing_are_told_with_whose_they_were(evening: Evening) -> None:
    table = evening.switch_on(game=setup("5m", opening="soosyrv-8"))
    start_and_press(table, 5 * SECOND_NS)
    game, now_ns = table.station.timeline, table.now_ns
    for given in (
        Announce(now_ns, LEFT, 3),
        Choose(now_ns, LEFT, Option.SWAP),
        StoneLaid(now_ns, RIGHT),
        Stop(now_ns, LEFT),
        Stop(now_ns),
        SetColours(now_ns, RIGHT, "by lot"),
    ):
        game.add(given)
    table.settle()
    assert evening.journal.flush(FLUSH_S)
    with opened(evening.path) as store:
        head, *lines = [line.strip()[10:] for line in lines_of(read(store, found(store, "1")))]
    since = r"\d\d-\d\d-\d\d \d\d:\d\d:\d\d\S+"
    assert re.fullmatch(rf"{since}, clapper .+, CLOCK_MONOTONIC, .+", head)
    for expected in (
        "Right takes a stone",
        "Announcement (Left) ignored: there was nothing to announce",
        "Choice (Left) ignored: there was nothing to choose",
        "Stop ignored: the clocks were stopped",
        "The organizer corrects: seat of Black Left → Right; seat to move Right → Left (by lot)",
    ):
        assert expected in lines


def test_the_table_tells_a_run_of_the_game_in_figures(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "1", "--csv", "--journal", str(journal)]) == 0
    head, started, pressed, *_ = capsys.readouterr().out.splitlines()
    assert head.startswith("at_ns,input,seat,late,phase,running,moves,left_remaining_ns,")
    assert started.startswith("0,Start,,,running,left,0,300000000000,300000000000,1,1,")
    assert pressed.startswith(
        "5000000000,Press,left,,running,right,1,295000000000,300000000000,1,1,"
    )


def test_the_table_tells_the_byo_yomi_periods_that_are_left(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    table = evening.switch_on(game=game_setup("0:10 and 3x5"))
    start_and_press(table, 3 * SECOND_NS, 16 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    assert main(["export", "1", "--csv", "--journal", str(evening.path)]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    told = [(row["left_byoyomi"], row["right_byoyomi"]) for row in rows]
    assert list(dict.fromkeys(told)) == [("", ""), ("", "3"), ("", "2")]
