"""A game that no input ends: every account of it has the figures of the faces."""

import csv
import io
import json
from typing import Any

import pytest

from clock.game.replay import played, summary
from clock.journal.pace import EVERY_NS_MAX
from clock.rules.inputs import Tick
from clock.rules.state import Phase
from clock.rules.timing import running_seats
from clock.rules.units import SECOND_NS
from clock.text.words import shown_time
from tests.cli import running
from tests.game.recordings import read_game
from tests.journal.journal_tables import FLUSH_S, OTHER_BOOT, JournalTable, start_and_press
from tests.station.tables import Table, setup

LEFT_NS = 53 * SECOND_NS
"""The right's time after two moves and the left's fall."""


def printed(evening: JournalTable, *arguments: str) -> str:
    """What a command prints of the journal."""
    assert evening.journal.flush(FLUSH_S)
    return running.printed(*arguments, "--journal", evening.path)


class Accounts:
    """The end of the journal's first game, as told by every command."""

    def __init__(self, evening: JournalTable) -> None:
        self.facts: dict[str, Any] = json.loads(printed(evening, "report", "1", "--json"))["facts"]
        self.rows = list(csv.DictReader(io.StringIO(printed(evening, "export", "1", "--csv"))))
        inputs = read_game(printed(evening, "export", "1").encode())
        *_, (self.last, self.state, _) = played(*inputs)
        self.listed = printed(evening, "games").splitlines()[1]
        self.log = printed(evening, "log", "1").splitlines()

    def remaining_ns(self, seat: str) -> int:
        """A seat's time, on which all agree."""
        (remaining_ns,) = {
            self.facts[seat]["remaining_ns"],
            int(self.rows[-1][f"{seat}_remaining_ns"]),
            summary(self.state, [])[seat]["remaining_ns"],
        }
        assert f" {shown_time(remaining_ns, tenths=False)} " in self.listed
        return int(remaining_ns)


def lost_on_time(evening: JournalTable, regulations: str) -> Table:
    """Two moves, then the left clock runs down 67 s after the start; nobody touches anything."""
    table = evening.switch_on(game=setup("60", regulations))
    start_and_press(table, 5 * SECOND_NS, 7 * SECOND_NS)
    table.wait(70 * SECOND_NS)
    assert table.state.left.fallen
    return table


@pytest.mark.parametrize(
    ("regulations", "seen"),
    [
        ("fide", "left"),
        ("rif", "on the table"),
        ("rif", "left"),
        ("club", "on the table"),
        ("club", "left, and cut off"),
    ],
)
def test_a_game_lost_on_time_is_so_in_every_account(
    regulations: str, seen: str, evening: JournalTable
) -> None:
    table = lost_on_time(evening, regulations)
    if seen != "on the table":
        table.new_game()
        start_and_press(table, 3 * SECOND_NS)
        assert table.station._games.evening[0].right_ns == LEFT_NS
    if seen == "left, and cut off":
        before = table.station._games.evening[:1]
        evening.cut()
        assert evening.switch_on(boot=OTHER_BOOT).station._games.evening[:1] == before
    game = Accounts(evening)
    assert "  2  0:00   0:53  clapper fallen  " in game.listed
    (fall,) = (line for line in game.log if "clapper falls" in line)
    assert fall.split()[0] == "1:07.000"
    (fell_ns,) = (row["at_ns"] for row in game.rows if "clapper falls" in "".join(row.values()))
    assert fell_ns == str(67 * SECOND_NS)
    assert [each["at_ns"] for each in game.facts["falls"]] == [67 * SECOND_NS]
    assert [game.facts[seat]["fallen"] for seat in ("left", "right")] == [True, False]
    assert (game.remaining_ns("left"), game.remaining_ns("right")) == (0, LEFT_NS)
    assert isinstance(game.last, Tick)
    assert game.state.left.fallen
    assert "the hash chain and every figure are correct" in printed(evening, "verify", "--all")


def test_a_fall_that_the_clapper_had_not_shown_yet_when_the_game_was_left_is_recorded(
    evening: JournalTable,
) -> None:
    table = evening.switch_on(game=setup("60", "rif"))
    start_and_press(table, 5 * SECOND_NS, 7 * SECOND_NS)
    table.wait(55 * SECOND_NS + 100_000_000)
    assert not table.state.left.fallen
    table.new_game()
    assert "1:07.000  Left's clapper falls" in printed(evening, "log", "1")
    assert table.station._games.evening[0].left_ns == 0


@pytest.mark.parametrize("left", [False, True])
def test_every_account_of_a_clock_that_runs_has_the_time_on_the_face(
    evening: JournalTable, left: bool
) -> None:
    table = evening.switch_on(game=setup("60", "rif"))
    start_and_press(table, 5 * SECOND_NS, 7 * SECOND_NS)
    table.do("20 R 1")  # a press that is ignored; 33 s are left
    assert running_seats(table.state)
    if left:
        table.new_game()
    remaining_ns = Accounts(evening).remaining_ns("left")
    # What is on disk may be as old as the time between two writes.
    assert 33 * SECOND_NS <= remaining_ns <= 34 * SECOND_NS + EVERY_NS_MAX


def test_a_game_that_cannot_be_read_ends_where_it_ended_while_others_are_begun(
    evening: JournalTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = evening.switch_on(game=setup("60", "rif"))
    start_and_press(table, 5 * SECOND_NS)
    last_ns = table.station.timeline.all_inputs()[-1].at_ns
    evening.journal.close()

    def unreadable(_: object) -> None:
        raise ValueError("of another program")

    with monkeypatch.context() as another_program:
        another_program.setattr("clock.station.recovery.game_of", unreadable)
        table = evening.switch_on(at_ns=40 * SECOND_NS, boot=OTHER_BOOT)
        assert table.state.phase is Phase.READY
        evening.journal.close()
    evening.switch_on(boot="a third boot")
    assert evening.journal.found.last_ns == last_ns
