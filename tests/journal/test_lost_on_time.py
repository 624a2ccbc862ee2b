"""A game that no input ends: every account of it says what the faces said."""

import csv
import io
import json
from contextlib import redirect_stdout

import pytest

from clock.cli import main
from clock.game.file import read_game
from clock.game.replay import played, summary
from clock.game.timeline import Timeline
from clock.rules.inputs import Finish, Result, Tick
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.rules.timing import remaining_ns, running_seats
from clock.rules.units import SECOND_NS
from hal.ports import Line
from tests.journal.evenings import BOOT, FLUSH_S, OTHER_BOOT, Evening, start_and_press
from tests.station.tables import Table, setup

REGULATIONS = ["fide", "rif", "club"]


def said(evening: Evening, *arguments: str) -> str:
    """What a command says of the journal."""
    assert evening.journal.flush(FLUSH_S)
    out = io.StringIO()
    with redirect_stdout(out):
        assert main([*arguments, "--journal", str(evening.path)]) == 0
    return out.getvalue()


def lost_on_time(evening: Evening, regulations: str) -> Table:
    """Two moves, then the left clock runs down 67 s after the start; nobody touches anything."""
    table = evening.switch_on(game=setup("60", regulations))
    start_and_press(table, 5 * SECOND_NS, 7 * SECOND_NS)
    table.wait(70 * SECOND_NS)
    assert table.state.left.fallen
    return table


def new_game(table: Table) -> None:
    table.station._new_game(False, table.now_ns)


LOST = [
    ("fide", "left"),
    ("rif", "on the table"),
    ("rif", "left"),
    ("club", "on the table"),
    ("club", "left, and cut off"),
]


@pytest.fixture(params=LOST, ids=str)
def lost(request: pytest.FixtureRequest, evening: Evening) -> Evening:
    """A game lost on time: looked at as it stands there, or once another has followed it."""
    regulations, seen = request.param
    table = lost_on_time(evening, regulations)
    if seen != "on the table":
        new_game(table)
        start_and_press(table, 3 * SECOND_NS)
    if seen == "left, and cut off":
        evening.cut()
        evening.switch_on(boot=OTHER_BOOT)
    return evening


def test_the_list_of_games_says_that_it_was_lost_on_time(lost: Evening) -> None:
    line = said(lost, "games").splitlines()[0]
    assert "2 moves      0:00     0:53  clapper fallen" in line


def test_the_log_tells_of_the_fall(lost: Evening) -> None:
    (line,) = (each for each in said(lost, "log", "1").splitlines() if "clapper falls" in each)
    assert line.split()[0] == "1:07.000"


def test_the_table_ends_with_the_fall(lost: Evening) -> None:
    rows = list(csv.DictReader(io.StringIO(said(lost, "export", "1", "--csv"))))
    fell = next(row for row in rows if "clapper falls" in row["told"])
    assert fell["at_ns"] == str(67 * SECOND_NS)
    assert (rows[-1]["left_remaining_ns"], rows[-1]["right_remaining_ns"]) == (
        "0",
        str(53 * SECOND_NS),
    )


def test_the_report_says_whose_clapper_is_down(lost: Evening) -> None:
    facts = json.loads(said(lost, "report", "1", "--json"))["facts"]
    assert [fall["at_ns"] for fall in facts["falls"]] == [67 * SECOND_NS]
    seats = [(facts[seat]["fallen"], facts[seat]["remaining_ns"]) for seat in ("left", "right")]
    assert seats == [(True, 0), (False, 53 * SECOND_NS)]


def test_the_game_file_ends_with_the_fall(lost: Evening) -> None:
    *_, (given, state, _) = played(*read_game(said(lost, "export", "1").encode()))
    assert isinstance(given, Tick)
    assert summary(state, [])["left"]["clapper"] == "fallen"
    assert state.seat(RIGHT).remaining_ns == 53 * SECOND_NS


def test_the_journal_proves_it(lost: Evening) -> None:
    assert "the chain and every figure hold" in said(lost, "verify", "1")
    assert said(lost, "verify", "--all").count("the chain and every figure hold") >= 1


@pytest.mark.parametrize(
    ("regulations", "boot"), [("fide", BOOT), ("rif", OTHER_BOOT), ("club", OTHER_BOOT)]
)
def test_the_evenings_list_says_the_same_after_a_restart(
    regulations: str, boot: str, evening: Evening
) -> None:
    table = lost_on_time(evening, regulations)
    new_game(table)
    start_and_press(table, 3 * SECOND_NS)
    table.tap(Line.STOP)
    table.station.timeline.add(Finish(table.state.at_ns, Result.RIGHT))
    new_game(table)
    before = table.station._games.evening
    assert (before[0].left_ns, before[0].right_ns) == (0, 53 * SECOND_NS)
    at_ns = table.now_ns + SECOND_NS
    evening.cut()
    after = evening.switch_on(at_ns=at_ns, boot=boot).station._games.evening
    assert after == before


@pytest.mark.parametrize("regulations", REGULATIONS)
def test_a_fall_that_the_clapper_had_not_shown_yet_when_the_game_was_left_is_told(
    regulations: str, evening: Evening
) -> None:
    table = evening.switch_on(game=setup("60", regulations))
    start_and_press(table, 5 * SECOND_NS, 7 * SECOND_NS)
    table.wait(55 * SECOND_NS + 100_000_000)
    assert not table.state.left.fallen
    new_game(table)
    assert "1:07.000  Left's clapper falls" in said(evening, "log", "1")
    assert table.station._games.evening[0].left_ns == 0


def shown_s(evening: Evening) -> tuple[int, int]:
    """The times on the faces, in whole seconds."""
    state, now_ns = evening.table.state, evening.table.now_ns
    left, right = (remaining_ns(state, seat, now_ns) // SECOND_NS for seat in (LEFT, RIGHT))
    return left, right


@pytest.fixture(params=["goes on", "left"])
def running(request: pytest.FixtureRequest, evening: Evening) -> tuple[Evening, tuple[int, int]]:
    """A game whose clock runs, after a press that is ignored; and the times on its faces."""
    table = evening.switch_on(game=setup("60", "rif"))
    start_and_press(table, 5 * SECOND_NS, 7 * SECOND_NS)
    table.wait(20 * SECOND_NS)
    table.tap(Line.RIGHT_PLUNGER)
    table.wait(SECOND_NS)
    shown = shown_s(evening)
    assert running_seats(table.state)
    if request.param == "left":
        new_game(table)
    return evening, shown


def test_every_account_of_a_clock_that_runs_has_the_time_on_the_face(
    running: tuple[Evening, tuple[int, int]],
) -> None:
    evening, shown = running
    assert shown == (33, 53)
    facts = json.loads(said(evening, "report", "1", "--json"))["facts"]
    row = list(csv.DictReader(io.StringIO(said(evening, "export", "1", "--csv"))))[-1]
    *_, (_, state, _) = played(*read_game(said(evening, "export", "1").encode()))
    told_ns = [
        facts["left"]["remaining_ns"],
        int(row["left_remaining_ns"]),
        summary(state, [])["left"]["remaining_ns"],
    ]
    # What is on disk may be as old as the time between two writes.
    assert all(33 * SECOND_NS <= each <= 34 * SECOND_NS + 750_000_000 for each in told_ns), told_ns
    assert len(set(told_ns)) == 1
    assert "0:34     0:53" in said(evening, "games")


def test_a_game_that_stands_gets_nothing_more_when_it_is_left(evening: Evening) -> None:
    table = evening.switch_on(game=setup("60", "rif"))
    start_and_press(table, 5 * SECOND_NS)
    table.tap(Line.STOP)
    inputs = table.station.timeline.everything()
    table.wait(100 * SECOND_NS)
    new_game(table)
    assert evening.on_disk()[0].everything() == inputs


def test_a_game_that_cannot_be_read_ends_where_it_ended_while_others_are_begun(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = evening.switch_on(game=setup("60", "rif"))
    start_and_press(table, 5 * SECOND_NS)
    last_ns = table.station.timeline.everything()[-1].at_ns
    evening.journal.close()
    with monkeypatch.context() as another_program:
        another_program.setattr("clock.station.recovery.read_timeline", unreadable)
        table = evening.switch_on(at_ns=40 * SECOND_NS, boot=OTHER_BOOT)
        assert table.state.phase is Phase.READY
        evening.journal.close()
    evening.switch_on(boot="a third boot")
    assert evening.journal.found.last_ns == last_ns


def unreadable(_: object) -> Timeline:
    raise ValueError("of another program")
