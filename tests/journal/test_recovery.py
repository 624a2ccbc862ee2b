"""The clock is switched off in the middle of a game, or its program ends, and it comes back.

What it may be doing then is in tests/station/test_recovery.py.
"""

import pytest

from clock.journal.journal import Journal
from clock.journal.pace import EVERY_NS_MAX
from clock.rules.inputs import Restarted, Result, Start
from clock.rules.machine import begin, step
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.station.recovery import away
from clock.text.language import render
from tests.journal.evenings import OTHER_BOOT, Evening, start_and_press
from tests.station.situations import MATCH
from tests.station.tables import setup


def test_a_restart_is_on_the_displays_for_a_while_unless_no_clock_ran(evening: Evening) -> None:
    start_and_press(evening.switch_on(), 20 * SECOND_NS)
    off_ns = evening.table.now_ns
    evening.cut()
    again = evening.switch_on(at_ns=off_ns + 7 * SECOND_NS)
    (restart,) = again.inputs(Restarted)
    assert 7 * SECOND_NS <= restart.away_ns <= 8 * SECOND_NS
    assert f"clock away: {restart.away_ns / SECOND_NS:.1f} s" in again.sentence()
    again.wait(2 * MINUTE_NS)
    assert "away" not in again.sentence()
    again.do("stop")
    evening.cut()
    again = evening.switch_on(at_ns=again.now_ns + SECOND_NS)
    assert again.inputs(Restarted)[-1].away_ns == 0
    assert "away" not in again.sentence()


def at_once() -> float:
    """The time of a disk that takes none."""
    return 0.0


@pytest.mark.parametrize(
    ("boot", "later_ns"),
    [("", SECOND_NS), ("a boot", -4000 * SECOND_NS)],
    ids=["without a boot id", "a time that has gone back"],
)
def test_it_is_taken_for_a_power_cut_and_stays_as_uncertain_as_it_was(
    evening: Evening, boot: str, later_ns: int
) -> None:
    table = evening.switch_on(at_ns=5000 * SECOND_NS, boot=boot, now_s=at_once)
    start_and_press(table, 20 * SECOND_NS)
    table.wait(9 * SECOND_NS)
    evening.cut()
    first = evening.switch_on(at_ns=table.now_ns + later_ns, boot=boot, now_s=at_once).state
    assert first.uncertain_ns == SECOND_NS
    for again in ("third", "third", "fourth"):
        evening.cut()
        table = evening.switch_on(boot=again, now_s=at_once)
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


def test_how_long_the_clock_was_away_has_tenths_below_a_minute() -> None:
    lengths_ns = (0, MINUTE_NS - 60_000_000, MINUTE_NS, HOUR_NS)
    shown = [render(away(length_ns).message) for length_ns in lengths_ns]
    assert shown == [f"clock away: {time}" for time in ("0.0 s", "59.9 s", "1:00", "1:00:00")]
