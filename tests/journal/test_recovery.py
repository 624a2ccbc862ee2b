"""The clock is switched off in the middle of a game, or its program ends, and it comes back.

What it may be doing then is in tests/station/test_recovery.py.
"""

from datetime import UTC, datetime, timedelta

import pytest

from clock.game.facts import Ended
from clock.journal import boot as machine
from clock.journal.journal import Journal
from clock.journal.pace import EVERY_NS_MAX
from clock.rules.inputs import Restarted, Result, Start
from clock.rules.machine import begin, step
from clock.rules.seats import RIGHT
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.station.recovery import away
from clock.text.language import render
from tests.journal.evenings import BOOT, OTHER_BOOT, Evening, start_and_press
from tests.station.tables import Table, setup


def test_a_restart_is_on_the_displays_for_a_while_and_in_the_game(evening: Evening) -> None:
    table = evening.switch_on()
    start_and_press(table, 20 * SECOND_NS)
    table.wait(5 * SECOND_NS)
    off_ns = table.now_ns
    evening.cut()
    again = evening.switch_on(at_ns=off_ns + 7 * SECOND_NS)
    (restart,) = again.inputs(Restarted)
    assert 7 * SECOND_NS <= restart.away_ns <= 8 * SECOND_NS
    assert f"clock away: {restart.away_ns / SECOND_NS:.1f} s" in again.sentence()
    again.wait(2 * MINUTE_NS)
    assert "away" not in again.sentence()
    again.do("stop")
    again.wait(30 * MINUTE_NS)
    evening.cut()
    again = evening.switch_on(at_ns=again.now_ns + SECOND_NS)
    assert again.inputs(Restarted)[-1].away_ns == 0  # no clock ran
    assert "away" not in again.sentence()


@pytest.mark.parametrize(
    ("boot", "later_ns"),
    [("", SECOND_NS), ("a boot", -4000 * SECOND_NS)],
    ids=["without a boot id", "a time that has gone back"],
)
def test_it_is_taken_for_a_power_cut_and_stays_as_uncertain_as_it_was(
    evening: Evening, boot: str, later_ns: int
) -> None:
    table = evening.switch_on(at_ns=5000 * SECOND_NS, boot=boot)
    start_and_press(table, 20 * SECOND_NS)
    table.wait(9 * SECOND_NS)
    evening.cut()
    first = evening.switch_on(at_ns=table.now_ns + later_ns, boot=boot).state
    assert first.uncertain_ns == SECOND_NS
    for again in ("third", "third", "fourth"):
        evening.cut()
        table = evening.switch_on(boot=again)
        assert (table.state.left, table.state.right) == (first.left, first.right)
        assert "Power lost, ±1.0 s" in table.sentence()


def test_a_game_that_was_only_set_up_is_there_again_and_a_default_one_leaves_no_trace(
    evening: Evening,
) -> None:
    evening.switch_on(game=setup("40/2h:1h"))
    assert evening.on_disk() == []
    began_ns = evening.table.now_ns
    evening.table.station._begin(setup("7m"), began_ns)
    evening.cut()
    again = evening.switch_on(boot=OTHER_BOOT)
    assert evening.journal.found.last_ns == began_ns
    assert again.state.phase is Phase.READY
    assert again.state.left.remaining_ns == 7 * MINUTE_NS


def test_a_match_is_over_after_its_last_game(evening: Evening) -> None:
    from tests.station.situations import MATCH

    table = evening.switch_on(game=MATCH)
    for result in ("Right_wins", "Left_wins"):
        table.do(f"ok 20 L 9 stop hold take:Result take:{result} take:On_the_board ok + ok")
        evening.cut()
        table = evening.switch_on(boot=result)
        if result == "Right_wins":
            assert table.state.result is Result.RIGHT
            table.do("ok + ok")
    assert table.state.setup.match is None


def test_the_journal_ends_at_its_last_input_and_is_asked_no_more_often_than_it_says(
    evening: Evening,
) -> None:
    journal, state = Journal(evening.path, 0, boot_id="a boot"), begin(setup(), 0)
    journal.begin(state.setup, 0)
    started, _ = step(state, Start(7 * SECOND_NS))
    journal.add(Start(7 * SECOND_NS), started)
    journal.close()
    evening.switch_on()
    assert evening.journal.found.last_ns == 7 * SECOND_NS
    evening.journal.alive(8 * SECOND_NS)
    evening.journal.alive(8 * SECOND_NS + 1)
    assert evening.journal.due_ns == 8 * SECOND_NS + EVERY_NS_MAX


@pytest.mark.parametrize(
    ("away_ns", "shown"),
    [
        (0, "0.0 s"),
        (MINUTE_NS - 60_000_000, "59.9 s"),
        (MINUTE_NS, "1:00"),
        (HOUR_NS, "1:00:00"),
    ],
)
def test_how_long_the_clock_was_away_has_tenths_below_a_minute(away_ns: int, shown: str) -> None:
    assert render(away(away_ns).message) == f"clock away: {shown}"


# The evening's games


GAME = setup("5m")
NEXT = "hold + ok"


def ended(table: Table) -> tuple[Ended, ...]:
    return table.station._games.evening


@pytest.mark.parametrize("boot", [BOOT, OTHER_BOOT])
def test_the_evenings_games_are_there_after_a_restart_and_a_power_cut(
    evening: Evening, boot: str
) -> None:
    table = evening.switch_on(game=GAME)
    assert ended(table) == ()
    table.do("ok 5 L 70 R")
    table.finish(Result.LEFT)
    for page, row in (("-", "2 W    1:10    3:50, 2 of 2"), ("+", "2 of 2")):
        table.do(page)
        assert row in table.sentence()
        table.do("ok")
    table.do("hold")
    assert "Next game?" in table.sentence()
    table.do("+ ok")
    assert (table.state.phase, table.state.setup.starter) == (Phase.READY, RIGHT)
    table.do("ok")
    assert table.state.running is RIGHT
    table.do("5 R")
    table.finish(Result.RIGHT)
    table.do(f"{NEXT} ok 5 L")
    table.finish(Result.DRAW)
    table.do("+")
    assert "6 of 6" in table.sentence()
    before = ended(table)
    assert [game.result for game in before] == [Result.LEFT, Result.RIGHT, Result.DRAW]
    assert before[0].right_ns < before[0].left_ns
    at_ns = table.now_ns + SECOND_NS
    evening.cut()
    assert ended(evening.switch_on(at_ns=at_ns, game=GAME, boot=boot)) == before


TONIGHT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
NOT_SET = datetime(1970, 1, 1, 0, 3, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("days", "now", "of_this_evening"),
    [
        ([TONIGHT, TONIGHT + HOUR], TONIGHT + 2 * HOUR, [1, 2]),
        ([TONIGHT - 24 * HOUR, TONIGHT], TONIGHT + HOUR, [2]),
        # A machine that knows the day only while it has a network, switched off between the games.
        ([TONIGHT, TONIGHT + HOUR], NOT_SET, [1, 2]),
        ([NOT_SET, NOT_SET], TONIGHT, [1, 2]),
        ([TONIGHT, NOT_SET, NOT_SET], TONIGHT + 2 * HOUR, [1, 2, 3]),
        # One that goes by the day on which it was switched off, or on which its card was written.
        ([TONIGHT, TONIGHT + HOUR], TONIGHT - 200 * 24 * HOUR, [1, 2]),
        ([TONIGHT, TONIGHT - 200 * 24 * HOUR], TONIGHT + HOUR, [1, 2]),
        ([TONIGHT - 24 * HOUR, NOT_SET], TONIGHT, [2]),
        ([TONIGHT - 24 * HOUR], TONIGHT, []),
    ],
)
def test_games_of_another_day_are_of_another_evening_if_the_machine_knew_the_day(
    days: list[datetime],
    now: datetime,
    of_this_evening: list[int],
    evening: Evening,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number, day in enumerate(days, start=1):
        monkeypatch.setattr(machine, "wall_time", day.isoformat)
        table = evening.switch_on(game=GAME, boot=f"boot {number}")
        table.do("ok " + " ".join(["1 L", "1 R", "1 L"][:number]))
        table.finish(Result.DRAW)
        evening.cut()
    monkeypatch.setattr(machine, "wall_time", now.isoformat)
    found = ended(evening.switch_on(boot=OTHER_BOOT))
    assert [game.moves for game in found] == of_this_evening


@pytest.mark.parametrize("hours_on", [11, 13])
def test_games_before_half_a_day_of_running_are_of_another_evening_whatever_the_day(
    hours_on: int, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "wall_time", NOT_SET.isoformat)
    table = evening.switch_on(game=GAME)
    table.do("ok 1 L")
    table.finish(Result.LEFT)
    table.do(NEXT)
    table.rig.time.advance(hours_on * HOUR_NS)
    table.wait(SECOND_NS)
    table.do("ok 1 R")
    table.finish(Result.RIGHT)
    evening.cut()
    results = [Result.LEFT, Result.RIGHT] if hours_on < 12 else [Result.RIGHT]
    assert [game.result for game in ended(evening.switch_on(boot=OTHER_BOOT))] == results
