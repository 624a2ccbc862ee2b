"""Cut off in the midst of anything, the clock comes back to it: exactly, or stopped a second away.

The oracle is the rules' own: a restart changes nothing of a game whose time went on, and a power
cut is as if both clocks had been stopped at the last instant that is on disk (RIF 14.6).
"""

from pathlib import Path

import pytest
from msgspec.structs import replace

from clock.rules.inputs import Input, Restarted, Result, Resume, Stop, Tick
from clock.rules.machine import step
from clock.rules.regulations import OnFlag
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase, State
from clock.rules.timing import remaining_ns, running_seats
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from clock.station.orders import Correct, DeskOrder
from clock.station.recovery import away_notice
from clock.text.language import render
from hal.ports import ScreenName
from tests.journal.journal_tables import OTHER_BOOT, JournalTable
from tests.journal.written import contents
from tests.station.situations import ALL, MATCH, Situation
from tests.station.tables import Table

AWAY_NS = 7 * SECOND_NS
LATER_NS = 20 * SECOND_NS
POWER = "Power lost, ±"
OVER = (Phase.READY, Phase.FINISHED)


def at(state: State, at_ns: int) -> State:
    """The state once it is `at_ns`, if nobody does anything."""
    return step(state, Tick(at_ns))[0]


def runs(state: State) -> str:
    """Whose time runs, in a word."""
    seats = running_seats(state)
    return "joint" if len(seats) == 2 else "".join(seat.value for seat in seats)


def played(evening: JournalTable, cut_off: Situation) -> Table:
    """A table in this situation, its process gone."""
    table = evening.switch_on(at_ns=5000 * SECOND_NS, game=cut_off.setup, wiring=cut_off.wiring)
    table.do(cut_off.acts)
    assert (table.state.phase, runs(table.state)) == (cut_off.phase, cut_off.runs)
    left_ns = [remaining_ns(table.state, seat, table.now_ns) for seat in (LEFT, RIGHT)]
    assert left_ns == [round(each * SECOND_NS) for each in (cut_off.left, cut_off.right)]
    evening.cut()
    return table


@pytest.mark.rule("RIF 14.6")
@pytest.mark.parametrize("cut_off", ALL, ids=lambda each: each.name)
def test_a_game_comes_back_after_a_restart_and_after_a_power_cut(
    cut_off: Situation, evening: JournalTable
) -> None:
    table = played(evening, cut_off)
    left = evening.branch()
    _assert_restarts(evening, cut_off, table)
    evening.branch(left)
    again = evening.switch_on(at_ns=12 * SECOND_NS, boot=OTHER_BOOT, wiring=cut_off.wiring)
    _assert_stands(evening, cut_off, table, again, left)
    if cut_off.phase is Phase.READY:
        again.do("ok 10 L 9.6")
        assert runs(again.state) == "right"
        assert again.state.left.remaining_ns == round((cut_off.left - 10) * SECOND_NS)
    elif cut_off.phase is not Phase.FINISHED:
        if cut_off.name != "both clappers down":
            _assert_goes_on(evening, cut_off, again)
            again.do("stop")
        _assert_new_game(evening, again)


def _assert_restarts(evening: JournalTable, cut_off: Situation, table: Table) -> None:
    """In the same boot the game is as if the clock had never been away."""
    before, on_ns = table.state, table.now_ns + AWAY_NS
    inputs = [type(event) for event in table.station.timeline.all_inputs()]
    again = evening.switch_on(at_ns=on_ns, wiring=cut_off.wiring)
    for later_ns in (on_ns, on_ns + LATER_NS):
        assert at(again.state, later_ns) == at(before, later_ns)
    recorded = [*inputs, Restarted] if inputs and before.phase is not Phase.FINISHED else inputs
    assert [type(event) for event in again.station.timeline.all_inputs()] == recorded
    for name in ScreenName:
        assert ("was off for 7." in again.sentence(name)) is cut_off.ran
        assert "Power" not in again.sentence(name)
        assert "faulty" not in again.sentence(name)
    evening.journal.close()


def _assert_stands(
    evening: JournalTable, cut_off: Situation, table: Table, again: Table, left: Path
) -> None:
    """After a power cut both clocks stand where they were at most a second before."""
    stands = cut_off.phase in (Phase.STOPPED, Phase.FALLEN)
    over = cut_off.phase is Phase.FINISHED and table.state.setup.match is None
    for name in ScreenName:
        assert (POWER in again.sentence(name)) is cut_off.ran
        assert ("Power was lost" in again.sentence(name)) is stands
        assert ("Saved: Left won" in again.sentence(name)) is over
        assert "away" not in again.sentence(name)
    before, off_ns = table.state, table.now_ns
    if over:
        assert again.state.phase is Phase.READY  # it has made room for the next
        return
    last_ns, stood = evening.journal.found.last_ns, before
    if cut_off.ran:
        lost_ns = again.state.uncertain_ns  # more than a second where the disk was slow
        assert lost_ns >= SECOND_NS
        assert 0 <= off_ns - last_ns <= lost_ns
        # The table's state may be as of a later instant than the last one on disk.
        recorded = contents(left / evening.path.name)[-1].folded().state
        stood = replace(step(at(recorded, last_ns), Stop(last_ns))[0], uncertain_ns=lost_ns)
        assert again.state.phase is Phase.STOPPED
    later_ns = off_ns + LATER_NS
    assert at(again.state, later_ns) == at(stood, later_ns)
    again.wait(LATER_NS)
    assert again.state == at(stood, again.state.at_ns)


def _assert_goes_on(evening: JournalTable, cut_off: Situation, again: Table) -> None:
    """The organizer lets the game go on where it stood."""
    stood = again.state
    ended = stood.at_rest is Phase.FALLEN and stood.setup.regulations.on_flag is OnFlag.STOP
    above = 2 if ended else int(bool(stood.claims))  # rows, the result among them
    again.do(f"hold {'+ ' * above}ok +")
    on = step(stood, again.inputs(Resume)[-1])[0]
    assert runs(again.state) == runs(on) != ""
    if cut_off.phase in (Phase.RUNNING, Phase.JOINT):
        assert runs(on) == cut_off.runs
    assert at(again.state, on.at_ns + LATER_NS) == at(on, on.at_ns + LATER_NS)
    assert again.state.uncertain_ns == 0
    assert POWER not in again.sentence()
    assert evening.on_disk()[-1].all_inputs() == again.station.timeline.all_inputs()


def _assert_new_game(evening: JournalTable, again: Table) -> None:
    """The organizer enters a result and asks for a new game."""
    again.do("hold take:Result take:Game_void take:Decision ok +")
    assert again.state.phase is Phase.FINISHED
    again.do("ok -")
    assert again.state.phase is Phase.FINISHED
    again.do("ok +")
    assert (again.state.phase, again.state.started_at_ns) == (Phase.READY, None)
    assert len(evening.on_disk()) >= 2


def test_a_match_is_over_after_its_last_game(evening: JournalTable) -> None:
    table = evening.switch_on(game=MATCH)
    for result in ("Right_(White)_won", "Left_(Black)_won"):
        table.do(f"ok 20 L 9 stop hold take:Result take:{result} take:On_the_board ok + ok")
        evening.cut()
        table = evening.switch_on(boot=result)
        if table.state.result is Result.RIGHT:
            table.do("ok + ok")
    assert table.state.setup.match is None


def test_how_long_the_clock_was_away_has_tenths_below_a_minute() -> None:
    lengths_ns = (0, MINUTE_NS - 60_000_000, MINUTE_NS, HOUR_NS)
    shown = [render(away_notice(length_ns).message) for length_ns in lengths_ns]
    assert shown == [f"was off for {time}" for time in ("0.0 s", "59.9 s", "1:00", "1:00:00")]


@pytest.mark.rule("RIF 17")
def test_a_kill_while_a_game_is_reopened_leaves_no_clock_running(evening: JournalTable) -> None:
    table, journal = evening.switch_on(own_thread=False), evening.journal
    table.do("ok 1 stop")
    table.finish(Result.DRAW)
    found = list[Phase]()

    def record(event: Input, state: State) -> None:
        journal.add(event, state)
        look()

    def look() -> None:
        journal.turn()
        found.append(contents(evening.path)[-1].folded().state.phase)

    look()
    table.station.timeline.recorder = record
    reopened = Correct((Resume(0), Stop(0)))
    table.station.ask(DeskOrder(reopened, journal.on_disk, lambda _: None))
    table.wait(SECOND_NS)
    look()
    assert found[-1] is table.state.phase is Phase.STOPPED
    assert set(found) == {Phase.FINISHED, Phase.STOPPED}
