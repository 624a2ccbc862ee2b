"""A journal's games as people ask for them: never begun, unreadable, or with nowhere to go."""

import csv
import io
import re
from pathlib import Path

import pytest

from clock.journal.store import Store
from clock.rules.inputs import Announce, Choose, SetColours, StoneLaid, Stop
from clock.rules.openings import Option
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import SECOND_NS
from hal.ports import Line
from tests.cli.running import called, printed, refused
from tests.journal.evenings import FLUSH_S, Evening, start_and_press
from tests.rules.games import setup as game_setup
from tests.station.tables import setup

S = SECOND_NS


@pytest.fixture
def journal(evening: Evening) -> Path:
    """A journal with a game that was played, and one that is only set up."""
    table = evening.switch_on(game=setup("5m"))
    start_and_press(table, 5 * S)
    table.new_game()
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


def test_a_game_that_was_never_begun_is_not_listed_and_is_not_the_last(journal: Path) -> None:
    (line,) = printed("games", "--journal", journal).splitlines()
    number, day, *_ = line.split()
    assert number == "1"
    assert printed("games", "--journal", journal, "--day", day).splitlines() == [line]
    nothing = (0, "", "clapper: no game was played\n")
    assert called("games", "--journal", journal, "--day", "1999-12-31") == nothing
    assert printed("log", "last", "--journal", journal).startswith("Game 1, ")
    assert printed("log", "2", "--journal", journal).startswith("Game 2, ")
    expected = "clapper: GAME: expected 1 to 2, or last, got '3'"
    assert refused("log", "3", "--journal", journal) == expected


def test_where_nothing_was_played_the_last_is_what_is_set_up(
    evening: Evening, tmp_path: Path
) -> None:
    table = evening.switch_on(game=setup("5m"))
    table.new_game()
    assert evening.journal.flush(FLUSH_S)
    assert called("games", "--journal", evening.path) == (0, "", "clapper: no game was played\n")
    assert printed("log", "last", "--journal", evening.path).startswith("Game 1, ")
    Store(tmp_path / "new.db").close()
    for command in ("log", "verify"):
        line = refused(command, "last", "--journal", tmp_path / "new.db")
        assert line == "clapper: there is no game in the journal yet"


NEWER = """UPDATE games SET header = replace(replace(header, '"base":"rif"', '"base":"mars"'),
    '"version":"', '"version":"9')"""
NUDGE = "UPDATE lines SET line = replace(line, 'Press', 'Nudge')"
NO_JSON = "UPDATE lines SET line = '{' WHERE game = 1 AND number = 3"


@pytest.mark.parametrize(
    ("statement", "problem", "listed"),
    [
        (NEWER, "kept by clapper 9.*, cannot be read: regulations.base: expected one of rif, ", 1),
        (NUDGE, "cannot be read: Invalid value 'Nudge'", 0),
        (NO_JSON, "cannot be read: ", 1),
    ],
)
def test_a_game_that_cannot_be_read_is_one_line_and_may_be_the_last(
    statement: str, problem: str, listed: bool, journal: Path, tmp_path: Path
) -> None:
    file = changed(journal, tmp_path, statement)
    for command in (("log", "1"), ("export", "1"), ("report", "1"), ("log", "last")):
        assert re.match(f"clapper: game 1: {problem}", refused(*command, "--journal", file))
    line = printed("games", "--journal", file).splitlines()[0]
    assert line.startswith("   1  cannot be read: ") is bool(listed)


def test_times_count_from_the_start_however_long_a_game_was_set_up(evening: Evening) -> None:
    table = evening.switch_on(game=setup("5m"))
    table.wait(60 * S)
    table.tap(Line.RIGHT_PLUNGER)
    table.tap(Line.STOP)
    table.wait(60 * S)
    start_and_press(table, 5 * S)
    assert evening.journal.flush(FLUSH_S)
    lines = printed("log", "1", "--journal", evening.path).splitlines()
    (start,) = (line for line in lines if line.endswith("Left's clock runs"))
    assert start.split()[0] == "0:00.000"


def test_acts_without_effect_are_in_the_log_with_their_seats(evening: Evening) -> None:
    table = evening.switch_on(game=setup("5m", opening="soosyrv-8"))
    start_and_press(table, 5 * S)
    now_ns = table.now_ns
    for event in (
        Announce(now_ns, LEFT, 3),
        Choose(now_ns, LEFT, Option.SWAP),
        StoneLaid(now_ns, RIGHT),
        Stop(now_ns, LEFT),
        Stop(now_ns),
        SetColours(now_ns, RIGHT, "by lot"),
    ):
        table.station.timeline.add(event)
    table.settle()
    assert evening.journal.flush(FLUSH_S)
    log = printed("log", "1", "--journal", evening.path).splitlines()
    since = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\S+"
    assert re.fullmatch(rf"Game 1, {since}, clapper .+, CLOCK_MONOTONIC, .+", log[0])
    assert {
        "Right takes a stone",
        "Announcement (Left) ignored: there was nothing to announce",
        "Choice (Left) ignored: there was nothing to choose",
        "Stop ignored: the clocks were stopped",
        "The organizer corrects: seat of Black Left → Right; seat to move Right → Left (by lot)",
    } <= {line[14:] for line in log}


def test_the_table_has_a_run_of_the_game_in_figures_and_byo_yomi_periods(evening: Evening) -> None:
    table = evening.switch_on(game=game_setup("0:10 and 3x5"))
    start_and_press(table, 3 * S, 16 * S)
    assert evening.journal.flush(FLUSH_S)
    command = ("export", "1", "--csv", "--journal", evening.path)
    text = printed(*command)
    head, started, pressed, *_ = text.splitlines()
    assert head.startswith("at_ns,input,seat,late,phase,running,moves,left_remaining_ns,")
    assert started.startswith(f"0,Start,,,running,left,0,{10 * S},{10 * S},1,1,")
    assert pressed.startswith(f"{3 * S},Press,left,,running,right,1,{7 * S},{10 * S},1,1,")
    rows = list(csv.DictReader(io.StringIO(text)))
    left = [(row["left_byoyomi"], row["right_byoyomi"]) for row in rows]
    assert list(dict.fromkeys(left)) == [("", ""), ("", "3"), ("", "2")]
    assert printed(*command, "--language", "cs") == text
